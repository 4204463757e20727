/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/mat73/mat73_serve.h"

#include <stdlib.h>
#include <string.h>

#include "formats/mat_runs/mat.h"
#include "formats/mat/mat_file.h"
#include "formats/mat_runs/mat_variables.h"
#include "store/hdf5/attribute.h"
#include "store/hdf5/layout.h"
#include "store/mat73/mat73_tree.h"
#include "store/hdf5/readonly_driver.h"
#include "store/schema/run_codec.h"

/* --- the questions --- */

static int is_archive(const struct mat73_file *m, hid_t file, struct message *reply,
                      struct err *err) {
    (void)m;
    (void)err;
    char *name = attribute_read_text(file, LAYOUT_FORMAT_NAME);
    message_put_number(reply, name && strcmp(name, LAYOUT_NAME) == 0);
    free(name);
    return 0;
}

static int put_runs(const struct runs *runs, struct message *reply, struct err *err) {
    int rc = 0;
    message_put_number(reply, runs->count);
    for (size_t i = 0; rc == 0 && i < runs->count; i++) {
        message_put_text(reply, runs->items[i]->name);
        rc = run_codec_put_run(reply, runs->items[i], READER_ALL, err);
    }
    return rc;
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
    if (rc == 0)
        rc = put_runs(&runs, reply, err);
    runs_release(&runs);
    return rc;
}

/* --- the file --- */

/* Unlike an archive, it may be of any version. */
static hid_t open_file(const struct mat73_file *m, struct readonly_driver *overlay,
                       struct err *err) {
    hid_t access = overlay ? readonly_driver_access_list(overlay) : -1;
    int is_set =
        access >= 0 && H5Pset_libver_bounds(access, H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST) >= 0;
    hid_t file = is_set ? H5Fopen(m->path, H5F_ACC_RDONLY, access) : -1;
    if (file < 0)
        h5_error(err, ERR_DAMAGED, "%s is damaged: a MAT-file of version 7.3 that HDF5 refuses",
                 m->path);
    h5_close(access);
    return file;
}

int mat73_answer(void *context, struct message *request, struct message *reply, struct err *err) {
    static int (*const answers[])(const struct mat73_file *, hid_t, struct message *,
                                  struct err *) = {
        [MAT73_IS_ARCHIVE] = is_archive,
        [MAT73_READ] = read_runs,
    };
    const struct mat73_file *m = context;
    unsigned long failures = h5_failures();
    struct readonly_driver *overlay = readonly_driver_new(m->fd, m->size, m->path);
    hid_t file = open_file(m, overlay, err);
    int rc = ERR_DAMAGED;
    if (file >= 0)
        rc = answers[message_take_number(request)](m, file, reply, err);
    h5_close(file);
    readonly_driver_free(overlay);
    return h5_check(failures, rc, m->path, err);
}
