/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/mat73/mat73.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/files/hdf5.h"
#include "formats/foreign/registry.h"
#include "formats/mat/mat_file.h"
#include "formats/mat_runs/mat.h"
#include "formats/mat_runs/mat_variables.h"
#include "formats/text/unicode.h"
#include "store/hdf5/attribute.h"
#include "store/hdf5/h5.h"
#include "store/hdf5/driver.h"
#include "store/mat73/mat73_tree.h"
#include "store/sandbox/sandbox.h"
#include "store/schema/run_codec.h"

enum { VERSION = 124, HEADER = 128 };

/* --- the file --- */

static void close_file(struct mat73_file *m) {
    if (m->fd >= 0)
        close(m->fd);
    m->fd = -1;
}

/* The version is a number in the writer's byte order, and so is the mark that follows it. */
static int has_header(struct mat73_file *m) {
    static const char little[] = "\x00\x02IM", big[] = "\x02\x00MI", begin[] = "MATLAB 7.3 ";
    char head[LAYOUT_USER_BLOCK + HDF5_SIGNATURE_SIZE];
    if (pread(m->fd, head, sizeof head, 0) != (ssize_t)sizeof head ||
        memcmp(head + LAYOUT_USER_BLOCK, HDF5_SIGNATURE, HDF5_SIGNATURE_SIZE) != 0)
        return 0;
    memcpy(m->text, head, MAT73_TEXT);
    for (size_t end = strlen(m->text); end && m->text[end - 1] == ' '; end--)
        m->text[end - 1] = '\0';
    utf8_clean(m->text, '?');
    return strncmp(head, begin, sizeof begin - 1) == 0 ||
           memcmp(head + VERSION, little, HEADER - VERSION) == 0 ||
           memcmp(head + VERSION, big, HEADER - VERSION) == 0;
}

static int begin(struct mat73_file *m, const char *path, const struct format_options *options,
                 struct err *err) {
    struct stat status;
    *m = (struct mat73_file){.path = path, .fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (options)
        m->options = *options;
    if (m->fd < 0 || fstat(m->fd, &status) != 0)
        return err_set(err, ERR_FAILED, "%s: %s", path, strerror(errno));
    m->size = S_ISREG(status.st_mode) ? (uint64_t)status.st_size : 0;
    if (m->size && has_header(m))
        return 0;
    return err_set(err, ERR_DAMAGED, "%s: no MAT-file of version 7.3", path);
}

/* --- asking the child --- */

/* Allows for the variables, the samples gathered from them, and the runs made of these, which count
 * twice in a message. */
static struct sandbox_limits limits_of(const struct mat73_file *m) {
    struct sandbox_limits limits = sandbox_limits(m->size);
    uint64_t allowed = m->options.memory ? m->options.memory : MAT_USUAL_MEMORY, more;
    if (__builtin_mul_overflow(allowed, 4, &more) || more > UINT64_MAX - limits.memory)
        more = UINT64_MAX / 2 - limits.memory;
    limits.memory += more;
    limits.reply += more;
    return limits;
}

static int ask(struct mat73_file *m, enum mat73_question question, const struct access *how,
               struct message *reply, struct sandbox *sandbox, struct err *err) {
    const struct sandbox_terms terms = {.path = m->path,
                                        .descriptors = &m->fd,
                                        .descriptor_count = 1,
                                        .is_foreign = 1,
                                        .limits = limits_of(m)};
    struct message request = {0};
    int rc = sandbox_start(sandbox, &terms, mat73_answer, m, err);
    if (rc)
        return rc;
    if (sandbox->strength != CONFINE_FILTER && how && how->tell)
        how->tell(how->context, ACCESS_UNFILTERED);
    message_put_number(&request, question);
    rc = sandbox_ask(sandbox, &request, reply, err);
    message_release(&request);
    return rc;
}

/* Our archives say in their header who wrote them. For any other file, asks the child; if that
 * fails, the file is not one of ours. */
static int says_archive(struct mat73_file *m) {
    struct message reply = {0};
    struct sandbox sandbox = {.socket = -1};
    int is = strstr(m->text, "Created by: " LAYOUT_NAME) ||
             (ask(m, MAT73_IS_ARCHIVE, NULL, &reply, &sandbox, &(struct err){""}) == 0 &&
              message_take_number(&reply));
    sandbox_end(&sandbox);
    message_release(&reply);
    return is;
}

int mat73_is(const char *path) {
    struct mat73_file m;
    int is = begin(&m, path, NULL, &(struct err){""}) == 0 && !says_archive(&m);
    close_file(&m);
    return is;
}

/* --- the runs --- */

static int take_run(struct mat73_file *m, struct sandbox *sandbox, struct message *reply,
                    struct runs *runs, struct err *err) {
    struct run *run = NULL;
    char *name = message_take_text(reply);
    int rc = run_codec_take_next(reply, READER_ALL, &run, err);
    if (rc) {
        free(name);
        return rc == ERR_DAMAGED ? sandbox_distrust(sandbox, err) : rc;
    }
    run->name = name;
    rc = format_mark_run(&mat_format, m->path, run, err);
    if (runs_add(runs, run))
        return err_set(err, ERR_FAILED, "%s: no memory for its runs", m->path);
    return rc;
}

int mat73_read(const char *path, const struct format_options *options, const struct access *how,
               struct runs *runs, struct err *err) {
    struct mat73_file m;
    struct message reply = {0};
    struct sandbox sandbox = {.socket = -1};
    *runs = (struct runs){0};
    int rc = begin(&m, path, options, err);
    if (rc == 0)
        rc = ask(&m, MAT73_READ, how, &reply, &sandbox, err);
    size_t count = rc ? 0 : message_take_count(&reply, sizeof(uint64_t));
    for (size_t i = 0; rc == 0 && i < count; i++)
        rc = take_run(&m, &sandbox, &reply, runs, err);
    if (rc == 0 && (!count || !message_is_done(&reply)))
        rc = sandbox_distrust(&sandbox, err);
    if (rc)
        runs_release(runs);
    sandbox_end(&sandbox);
    message_release(&reply);
    close_file(&m);
    return rc;
}

/* --- in the child: the questions --- */

static int is_archive(const struct mat73_file *m, hid_t file, struct message *reply,
                      struct err *err) {
    (void)m;
    (void)err;
    char *name = attribute_read_text(file, LAYOUT_FORMAT_NAME);
    message_put_number(reply, name && strcmp(name, LAYOUT_NAME) == 0);
    free(name);
    return 0;
}

static int read_runs(const struct mat73_file *m, hid_t file, struct message *reply,
                     struct err *err) {
    struct mat_budget budget = {.limit = m->options.memory ? m->options.memory : MAT_USUAL_MEMORY};
    struct mat_memory memory = {.budget = &budget};
    struct mat_variables variables = {0};
    const struct mat_origin origin = {m->path, m->text, &m->options, &budget};
    struct runs runs = {0};
    int rc = mat73_tree_read(file, m->path, &memory, &variables, err);
    if (rc == 0)
        rc = mat_variables_read(&variables, &origin, &runs, err);
    mat_variables_release(&variables);
    mat_memory_release(&memory);
    if (rc == 0) {
        message_put_number(reply, runs.count);
        for (size_t i = 0; rc == 0 && i < runs.count; i++) {
            message_put_text(reply, runs.items[i]->name);
            rc = run_codec_put_run(reply, runs.items[i], READER_ALL, err);
        }
    }
    runs_release(&runs);
    return rc;
}

/* --- in the child: answering --- */

int mat73_answer(void *context, struct message *request, struct message *reply, struct err *err) {
    static int (*const answers[])(const struct mat73_file *, hid_t, struct message *,
                                  struct err *) = {
        [MAT73_IS_ARCHIVE] = is_archive,
        [MAT73_READ] = read_runs,
    };
    const struct mat73_file *m = context;
    unsigned long failures = h5_failures();
    struct readonly_driver *overlay = readonly_driver_new(m->fd, m->size);
    hid_t access = overlay ? readonly_driver_access_list(overlay) : -1;
    hid_t file = access >= 0 ? H5Fopen(DRIVER_NAME, H5F_ACC_RDONLY, access) : -1;
    if (file < 0)
        h5_error(err, ERR_DAMAGED, "%s is damaged: a MAT-file of version 7.3 that HDF5 refuses",
                 m->path);
    h5_close(access);

    int rc = ERR_DAMAGED;
    if (file >= 0)
        rc = answers[message_take_number(request)](m, file, reply, err);
    h5_close(file);
    readonly_driver_free(overlay);
    return h5_check(failures, rc, m->path, err);
}
