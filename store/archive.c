/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/array.h"
#include "store/attribute.h"
#include "store/layout.h"
#include "store/mat.h"
#include "store/overlay.h"
#include "store/reader.h"
#include "store/replace.h"
#include "store/writer.h"

#define CREATOR    "benchmat " BENCHMAT_VERSION
#define RUN_FORMAT "run_%06lu"

/* Nearly every array is a single chunk; HDF5's default of 32 takes 3 KB to index it. */
#define CHUNK_INDEX_K 4

/* One run as the root lists it. */
struct entry {
    char *name;
    unsigned long number;
    char **actions; /* NULL until asked for */
    size_t action_count;
};

struct archive {
    char *path;
    int fd;
    struct overlay *overlay;
    hid_t file;
    struct entry *runs; /* by number */
    size_t run_count;
};

/* --- what kind of file it is --- */

/* Where HDF5 looks for it: at 0, 512, 1024, 2048, ... */
static int has_signature(int fd, uint64_t size) {
    static const char signature[] = "\x89HDF\r\n\x1a\n";
    char bytes[8];
    for (uint64_t at = 0; at + sizeof bytes <= size; at = at ? 2 * at : LAYOUT_USER_BLOCK)
        if (pread(fd, bytes, sizeof bytes, (off_t)at) == (ssize_t)sizeof bytes &&
            memcmp(bytes, signature, sizeof bytes) == 0)
            return 1;
    return 0;
}

static int check_version(const char *path, const char *version, struct err *err) {
    char *end;
    long major = strtol(version, &end, 10);
    if (end == version || *end != '.' || major < 1)
        return err_set(err, ERR_DAMAGED, "%s: \"%s\" is no format version; the file is damaged",
                       path, version);
    if (major > LAYOUT_MAJOR)
        return err_set(err, ERR_DAMAGED,
                       "%s was written by a newer benchmat (format %s, this program knows %s): use "
                       "a newer program",
                       path, version, LAYOUT_VERSION);
    return 0;
}

static int check_format(const char *path, hid_t file, struct err *err) {
    char *name = attribute_read_text(file, LAYOUT_FORMAT_NAME);
    char *version = attribute_read_text(file, LAYOUT_FORMAT_VERSION);
    int code = name && version && strcmp(name, LAYOUT_NAME) == 0
                   ? check_version(path, version, err)
                   : err_set(err, ERR_DAMAGED,
                             "%s is an HDF5 file, but not an archive of benchmat; name one that "
                             "bench-collect wrote",
                             path);
    free(version);
    free(name);
    return code;
}

static int open_file(const char *path, int fd, uint64_t size, struct overlay *overlay,
                     unsigned flags, hid_t *file, struct err *err) {
    if (size == 0)
        return err_set(err, ERR_DAMAGED, "%s is empty; measure something into it first", path);
    if (!has_signature(fd, size))
        return err_set(err, ERR_DAMAGED,
                       "%s is not an HDF5 file; name an archive that bench-collect wrote", path);
    hid_t access = overlay_access_list(overlay);
    *file = H5Fopen(path, flags, access);
    h5_close(access);
    if (*file < 0)
        return h5_error(err, ERR_DAMAGED, "%s is damaged: take it from a backup", path);
    int code = check_format(path, *file, err);
    if (code)
        H5Fclose(*file);
    return code;
}

/* --- the list of runs --- */

static int by_number(const void *a, const void *b) {
    unsigned long left = ((const struct entry *)a)->number;
    unsigned long right = ((const struct entry *)b)->number;
    return left < right ? -1 : left > right;
}

/* 0 for the name of anything else. */
static unsigned long run_number(const char *name) {
    char canonical[40];
    unsigned long number;
    if (sscanf(name, "run_%9lu", &number) != 1)
        return 0;
    snprintf(canonical, sizeof canonical, RUN_FORMAT, number);
    return strcmp(name, canonical) == 0 ? number : 0;
}

static int take_runs(char **names, size_t count, struct entry **runs, size_t *run_count) {
    *runs = calloc(count ? count : 1, sizeof **runs);
    if (!*runs)
        return -1;
    *run_count = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned long number = run_number(names[i]);
        if (number == 0)
            continue;
        (*runs)[(*run_count)++] = (struct entry){.name = names[i], .number = number};
        names[i] = NULL;
    }
    qsort(*runs, *run_count, sizeof **runs, by_number);
    return 0;
}

static int list_runs(const char *path, hid_t file, struct entry **runs, size_t *run_count,
                     struct err *err) {
    char **names;
    size_t count;
    int code = reader_members(file, &names, &count, err);
    if (code)
        return err_prefix(err, code, "%s", path);
    if (take_runs(names, count, runs, run_count))
        code = err_set(err, ERR_FAILED, "%s: no memory for its %zu runs", path, count);
    reader_free_names(names, count);
    return code;
}

static void free_runs(struct entry *runs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        free(runs[i].name);
        reader_free_names(runs[i].actions, runs[i].action_count);
    }
    free(runs);
}

/* --- opening --- */

static int open_readable(const char *path, int *fd, uint64_t *size, struct err *err) {
    struct stat st;
    /* Without O_NONBLOCK a named pipe would keep us waiting. */
    *fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (*fd < 0 && errno == ENOENT)
        return err_set(err, ERR_FAILED, "%s does not exist; bench-collect -o makes it", path);
    if (*fd < 0 || fstat(*fd, &st))
        return err_set(err, ERR_FAILED, "%s cannot be opened: %s; check its name and permissions",
                       path, strerror(errno));
    *size = (uint64_t)st.st_size;
    if (S_ISDIR(st.st_mode))
        return err_set(err, ERR_FAILED, "%s is a directory; name a file in it", path);
    if (!S_ISREG(st.st_mode))
        return err_set(err, ERR_FAILED, "%s is no regular file; name an archive", path);
    return 0;
}

static int open_parts(struct archive *a, const char *path, struct err *err) {
    uint64_t size = 0;
    int code = open_readable(path, &a->fd, &size, err);
    if (code)
        return code;
    a->path = strdup(path);
    a->overlay = overlay_new(a->fd, size, path);
    if (!a->path || !a->overlay)
        return err_set(err, ERR_FAILED, "%s: no memory", path);
    code = open_file(path, a->fd, size, a->overlay, H5F_ACC_RDONLY, &a->file, err);
    if (code) {
        a->file = -1;
        return code;
    }
    return list_runs(path, a->file, &a->runs, &a->run_count, err);
}

int archive_open(struct archive **archive, const char *path, struct err *err) {
    h5_prepare();
    *archive = NULL;
    struct archive *a = malloc(sizeof *a);
    if (!a)
        return err_set(err, ERR_FAILED, "%s: no memory", path);
    *a = (struct archive){.fd = -1, .file = -1};
    int code = open_parts(a, path, err);
    if (code)
        archive_close(a);
    else
        *archive = a;
    return code;
}

void archive_close(struct archive *a) {
    if (!a)
        return;
    if (a->file >= 0)
        H5Fclose(a->file);
    overlay_free(a->overlay);
    if (a->fd >= 0)
        close(a->fd);
    free_runs(a->runs, a->run_count);
    free(a->path);
    free(a);
}

/* --- reading --- */

const char *archive_path(const struct archive *a) {
    return a->path;
}

size_t archive_run_count(const struct archive *a) {
    return a->run_count;
}

const char *archive_run_name(const struct archive *a, size_t run) {
    return a->runs[run].name;
}

unsigned long archive_run_number(const struct archive *a, size_t run) {
    return a->runs[run].number;
}

static int open_run(const struct archive *a, size_t run, hid_t *group, struct err *err) {
    *group = H5Gopen2(a->file, a->runs[run].name, H5P_DEFAULT);
    return *group >= 0 ? 0 : h5_error(err, ERR_DAMAGED, "it cannot be opened");
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Replaces the members' names by the true names of those that are actions. */
static void keep_actions(hid_t group, char **names, size_t *count) {
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        char *action = reader_action_name(group, names[i]);
        free(names[i]);
        names[i] = NULL;
        if (action)
            names[kept++] = action;
    }
    *count = kept;
    qsort(names, kept, sizeof *names, by_text);
}

static int find_actions(const struct archive *a, size_t run, struct err *err) {
    struct entry *entry = &a->runs[run];
    hid_t group = -1;
    int code = open_run(a, run, &group, err);
    if (!code)
        code = reader_members(group, &entry->actions, &entry->action_count, err);
    if (!code && entry->action_count)
        keep_actions(group, entry->actions, &entry->action_count);
    h5_close(group);
    return code ? err_prefix(err, code, "%s: %s", a->path, entry->name) : 0;
}

int archive_run_actions(struct archive *a, size_t run, const char *const **actions, size_t *count,
                        struct err *err) {
    struct entry *entry = &a->runs[run];
    int code = entry->actions ? 0 : find_actions(a, run, err);
    *actions = code ? NULL : (const char *const *)entry->actions;
    *count = code ? 0 : entry->action_count;
    return code;
}

static int read_group(const struct archive *a, size_t run, const char *action,
                      enum reader_extent extent, struct run *result, struct err *err) {
    hid_t group = -1;
    int code = open_run(a, run, &group, err);
    if (!code)
        code = reader_read_run(group, action, extent, result, err);
    h5_close(group);
    return code;
}

static int read_run(const struct archive *a, size_t run, const char *action,
                    enum reader_extent extent, struct run **result, struct err *err) {
    *result = run_new();
    if (*result)
        (*result)->name = strdup(a->runs[run].name);
    int code = *result && (*result)->name ? read_group(a, run, action, extent, *result, err)
                                          : err_set(err, ERR_FAILED, "no memory for it");
    if (!code)
        return 0;
    run_free(*result);
    *result = NULL;
    return err_prefix(err, code, "%s: %s", a->path, a->runs[run].name);
}

int archive_read_run(struct archive *a, size_t run, const char *action, struct run **result,
                     struct err *err) {
    return read_run(a, run, action, READER_ALL, result, err);
}

int archive_read_times(struct archive *a, size_t run, const char *action, struct run **result,
                       struct err *err) {
    return read_run(a, run, action, READER_TIMES, result, err);
}

/* --- appending --- */

int archive_check_appendable(const char *path, struct err *err) {
    int code = replace_possible(path, err);
    struct stat st;
    if (code || stat(path, &st) || st.st_size == 0)
        return code;
    struct archive *archive;
    code = archive_open(&archive, path, err);
    archive_close(archive);
    return code;
}

static int create_file(const char *path, struct overlay *overlay, hid_t *file, struct err *err) {
    hid_t access = overlay_access_list(overlay), creation = H5Pcreate(H5P_FILE_CREATE);
    *file = -1;
    if (H5Pset_userblock(creation, LAYOUT_USER_BLOCK) >= 0 &&
        H5Pset_istore_k(creation, CHUNK_INDEX_K) >= 0 && !h5_keep_attributes(creation) &&
        H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED) >= 0)
        *file = H5Fcreate(path, H5F_ACC_TRUNC, creation, access);
    h5_close(creation);
    h5_close(access);
    if (*file < 0)
        return h5_error(err, ERR_FAILED, "%s cannot be created", path);
    int code = writer_found_archive(*file, CREATOR, err);
    if (code)
        H5Fclose(*file);
    return code;
}

static int next_name(const char *path, hid_t file, char name[40], struct err *err) {
    struct entry *runs;
    size_t count;
    int code = list_runs(path, file, &runs, &count, err);
    if (code)
        return code;
    snprintf(name, 40, RUN_FORMAT, count ? runs[count - 1].number + 1 : 1);
    free_runs(runs, count);
    return 0;
}

static int write_run(const struct replace *r, hid_t file, const struct run *run, char name[40],
                     struct err *err) {
    int code = next_name(r->path, file, name, err);
    if (code)
        return code;
    code = writer_write_run(file, name, run, err);
    return code ? err_prefix(err, code, "%s: %s", r->path, name) : 0;
}

/* Builds the new archive in OVERLAY. */
static int build(const struct replace *r, struct overlay *overlay, const struct run *run,
                 char name[40], struct err *err) {
    hid_t file;
    int code = r->size ? open_file(r->path, r->fd, r->size, overlay, H5F_ACC_RDWR, &file, err)
                       : create_file(r->path, overlay, &file, err);
    if (code)
        return code;
    code = write_run(r, file, run, name, err);
    if (H5Fclose(file) < 0 && !code)
        code = h5_error(err, ERR_FAILED, "%s: HDF5 cannot finish the file", r->path);
    if (r->size == 0) {
        char block[LAYOUT_USER_BLOCK];
        mat_header(block, CREATOR);
        overlay_write(overlay, 0, block, sizeof block);
    }
    return code;
}

static int append_locked(struct replace *r, const struct run *run, char name[40], struct err *err) {
    struct overlay *overlay = overlay_new(r->fd, r->size, r->path);
    int code = overlay ? build(r, overlay, run, name, err)
                       : err_set(err, ERR_FAILED, "%s: no memory", r->path);
    if (!code)
        code = replace_commit(r, overlay, err);
    overlay_free(overlay);
    return code;
}

int archive_append(const char *path, struct run *run, struct err *err) {
    h5_prepare();
    if (run->measurement_count == 0)
        return err_set(err, ERR_FAILED, "%s: a run without measurements is not kept", path);
    struct replace r;
    int code = replace_begin(&r, path, err);
    if (code)
        return code;
    char name[40];
    code = append_locked(&r, run, name, err);
    replace_end(&r);
    if (code)
        return code;
    free(run->name);
    run->name = strdup(name);
    return run->name
               ? 0
               : err_set(err, ERR_FAILED, "%s: appended %s, but no memory is left", path, name);
}
