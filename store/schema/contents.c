/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/schema/contents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/files/compressed.h"
#include "formats/files/hdf5.h"
#include "formats/foreign/registry.h"
#include "store/hdf5/attribute.h"
#include "store/schema/inspect.h"
#include "store/hdf5/driver.h"
#include "store/hdf5/h5.h"
#include "store/native/object.h"
#include "store/schema/run_summary.h"

#define RUN_FORMAT "run_%06lu"

/* --- what kind of file it is --- */

/* The version of the superblock, which follows the signature; -1: there is none. */
static int superblock_version(int fd, uint64_t size) {
    unsigned char bytes[HDF5_SIGNATURE_SIZE + 1];
    for (uint64_t at = 0; at + sizeof bytes <= size; at = at ? 2 * at : LAYOUT_USER_BLOCK)
        if (pread(fd, bytes, sizeof bytes, (off_t)at) == (ssize_t)sizeof bytes &&
            memcmp(bytes, HDF5_SIGNATURE, HDF5_SIGNATURE_SIZE) == 0)
            return bytes[HDF5_SIGNATURE_SIZE];
    return -1;
}

int contents_check_form(const char *path, int fd, uint64_t size, struct err *err) {
    return superblock_version(fd, size) <= LAYOUT_SUPERBLOCK
               ? 0
               : err_set(err, ERR_REWRITTEN,
                         "%s was written anew by another program, in a newer form of HDF5; "
                         "bench-store repack makes it an archive again",
                         path);
}

int contents_check_signature(const char *path, int fd, uint64_t size, struct err *err) {
    if (superblock_version(fd, size) >= 0)
        return 0;
    char *head = malloc(FORMAT_HEAD);
    ssize_t n = head ? pread(fd, head, FORMAT_HEAD, 0) : 0;
    const struct format *format = head ? format_of_head(head, n > 0 ? (size_t)n : 0, path) : NULL;
    size_t length = head && n > 0 ? (size_t)n : 0;
    int rc = length && compressed_is(head, length)
                 ? err_set(err, ERR_DAMAGED,
                           "%s: a compressed file, not an archive; decompress it if it is one, or "
                           "take it into one by bench-store import",
                           path)
             : !format ? format_refuse(path, head, length, err)
                       : err_set(err, ERR_DAMAGED,
                                 "%s: a file of the format %s, not an archive; bench-store import "
                                 "takes it into one",
                                 path, format->name);
    free(head);
    return rc;
}

static int check_version(const char *path, const char *version, struct err *err) {
    char *end;
    long major = strtol(version, &end, 10);
    if (end == version || *end != '.' || major < 1)
        return err_set(err, ERR_DAMAGED, "%s: invalid format version \"%s\"; the file is damaged",
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
                             "bench-collect wrote (a MAT-file is read by bench-analyze, bench-plot "
                             "and bench-store import)",
                             path);
    free(version);
    free(name);
    return code;
}

int contents_open(const char *path, unsigned flags, hid_t access, hid_t *file, struct err *err) {
    *file = H5Fopen(DRIVER_NAME, flags, access);
    if (*file < 0)
        return h5_error(err, ERR_DAMAGED,
                        "%s is damaged; bench-store repair saves what is whole in it", path);
    int code = check_format(path, *file, err);
    if (code) {
        H5Fclose(*file);
        *file = -1;
    }
    return code;
}

/* --- the list of runs --- */

void contents_run_name(char name[CONTENTS_NAME_SIZE], unsigned long number) {
    snprintf(name, CONTENTS_NAME_SIZE, RUN_FORMAT, number);
}

unsigned long contents_run_number(const char *name) {
    char canonical[CONTENTS_NAME_SIZE];
    unsigned long number;
    if (sscanf(name, "run_%9lu", &number) != 1)
        return 0;
    contents_run_name(canonical, number);
    return strcmp(name, canonical) == 0 ? number : 0;
}

static int by_number(const void *a, const void *b) {
    unsigned long left = ((const struct contents_run *)a)->number;
    unsigned long right = ((const struct contents_run *)b)->number;
    return left < right ? -1 : left > right;
}

static int take_runs(char **names, const haddr_t *addresses, size_t count,
                     struct contents_run **runs, size_t *run_count) {
    *runs = calloc(count ? count : 1, sizeof **runs);
    if (!*runs)
        return -1;
    *run_count = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned long number = contents_run_number(names[i]);
        if (number == 0)
            continue;
        (*runs)[(*run_count)++] = (struct contents_run){names[i], number, addresses[i]};
        names[i] = NULL;
    }
    qsort(*runs, *run_count, sizeof **runs, by_number);
    return 0;
}

int contents_list_runs(const char *path, hid_t file, struct contents_run **runs, size_t *count,
                       struct err *err) {
    char **names;
    haddr_t *addresses;
    size_t name_count;
    int code = members_locate(file, &names, &addresses, &name_count, err);
    if (code)
        return err_prefix(err, code, "%s", path);
    if (take_runs(names, addresses, name_count, runs, count))
        code = err_set(err, ERR_FAILED, "%s: no memory for its %zu runs", path, name_count);
    free(addresses);
    members_free(names, name_count);
    return code;
}

void contents_free_runs(struct contents_run *runs, size_t count) {
    for (size_t i = 0; i < count; i++)
        free(runs[i].name);
    free(runs);
}

struct file_view contents_view(int fd, uint64_t size, hid_t file) {
    /* Addresses in the file count from the end of the user block. */
    hid_t list = H5Fget_create_plist(file);
    hsize_t block = 0;
    H5Pget_userblock(list, &block);
    h5_close(list);
    return (struct file_view){.fd = fd, .size = size, .base = block};
}

int contents_run_uuid(struct file_view *view, hid_t file, const struct contents_run *run,
                      char **uuid, struct err *err) {
    struct object group;
    if (run->address != HADDR_UNDEF && object_read(view, run->address, &group) == 0) {
        int failed = group.kind != OBJECT_GROUP || object_text(&group, FACT_UUID, uuid);
        object_release(&group);
        if (!failed)
            return 0;
    }
    return members_text(file, run->name, H5I_GROUP, FACT_UUID, uuid, err);
}

/* --- one run --- */

static int open_run(hid_t file, const char *name, hid_t *group, struct err *err) {
    *group = H5Gopen2(file, name, H5P_DEFAULT);
    return *group >= 0 ? 0 : h5_error(err, ERR_DAMAGED, "it cannot be opened");
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int contents_list_actions(const char *path, hid_t file, const char *name, char ***actions,
                          size_t *count, struct err *err) {
    hid_t group = -1;
    int code = open_run(file, name, &group, err);
    if (!code) {
        int status = members_list(group, actions, count, err);
        if (status)
            code = status;
        else {
            /* Replaces the members' names by the true names of the members that are actions. */
            char **names = *actions;
            size_t kept = 0;
            status = 0;
            for (size_t i = 0; i < *count; i++) {
                char *action = NULL;
                status = status ? status : reader_action_name(group, names[i], &action, err);
                free(names[i]);
                names[i] = NULL;
                if (action)
                    names[kept++] = action;
            }
            *count = kept;
            if (kept)
                qsort(names, kept, sizeof *names, by_text);

            if (status)
                members_free(*actions, *count);
            code = status;
        }
    }
    h5_close(group);
    return code ? err_prefix(err, code, "%s: %s", path, name) : 0;
}

static int read_run(hid_t file, const char *name, const char *action, struct reader_common *common,
                    struct run *run, struct err *err) {
    const char *field;
    run->name = strdup(name);
    if (!run->name)
        return err_set(err, ERR_FAILED, "no memory for it");
    hid_t group = -1;
    int code = open_run(file, name, &group, err);
    if (!code)
        code = action ? reader_read_action(group, action, READER_ALL, common, run, &field, err)
                      : reader_read_run(group, READER_ALL, run, err);
    h5_close(group);
    return code;
}

int contents_read_run(const char *path, hid_t file, const char *name, const char *action,
                      struct reader_common *common, struct run **result, struct err *err) {
    *result = run_new();
    int code = *result ? read_run(file, name, action, common, *result, err)
                       : err_set(err, ERR_FAILED, "no memory for it");
    if (!code)
        return 0;
    run_free(*result);
    *result = NULL;
    return err_prefix(err, code, "%s: %s", path, name);
}

static int outline_run(hid_t file, const char *name, struct run *run, struct err *err) {
    hid_t group = -1;
    int code = open_run(file, name, &group, err);
    if (!code)
        code = run_summary_read(group, run, err);
    h5_close(group);
    return code;
}

int contents_outline_run(const char *path, hid_t file, const char *name, struct run **result,
                         struct err *err) {
    *result = run_new();
    int code = *result ? outline_run(file, name, *result, err)
                       : err_set(err, ERR_FAILED, "no memory for it");
    if (!code)
        return 0;
    run_free(*result);
    *result = NULL;
    return err_prefix(err, code, "%s: %s", path, name);
}

int contents_inspect_run(const char *path, hid_t file, const char *name, char digest[DIGEST_TEXT],
                         struct err *err) {
    memset(digest, 0, DIGEST_TEXT);
    hid_t group = -1;
    int code = open_run(file, name, &group, err);
    if (!code)
        code = inspect_run(group, err);
    struct run *run = code ? NULL : run_new();
    if (run)
        code = reader_read_run(group, READER_ALL, run, err);
    else if (!code)
        code = err_set(err, ERR_FAILED, "no memory for it");
    if (!code)
        code = digest_run(run, digest, err);
    run_free(run);
    h5_close(group);

    return code ? err_prefix(err, code, "%s: %s", path, name) : 0;
}
