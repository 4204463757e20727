/* SPDX-License-Identifier: GPL-3.0-or-later */
/* folder.h: an empty directory for one test, and what is in it. */
#ifndef BENCHMAT_TESTS_PLOT_FOLDER_H
#define BENCHMAT_TESTS_PLOT_FOLDER_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plot/output/output.h"

struct folder {
    char path[64];
    char file[512]; /* what folder_file wrote last */
};

static inline int folder_set_up(void **state) {
    struct folder *folder = calloc(1, sizeof *folder);
    strcpy(folder->path, "/tmp/benchmat-plot-XXXXXX");
    *state = folder;
    return mkdtemp(folder->path) ? 0 : -1;
}

static inline const char *folder_file(struct folder *folder, const char *name) {
    snprintf(folder->file, sizeof folder->file, "%s/%s", folder->path, name);
    return folder->file;
}

/* How many files there are; removes them if asked to. */
static inline size_t folder_count(struct folder *folder, int remove_them) {
    DIR *directory = opendir(folder->path);
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        count++;
        if (remove_them)
            remove(folder_file(folder, entry->d_name));
    }
    closedir(directory);
    return count;
}

static inline int folder_tear_down(void **state) {
    struct folder *folder = *state;
    folder_count(folder, 1);
    int code = rmdir(folder->path);
    free(folder);
    return code;
}

/* Everything in the file, and a NUL behind it; empty where there is none. */
static inline struct bytes folder_read(const char *path) {
    struct bytes bytes = {0};
    FILE *file = fopen(path, "rb"), *memory = open_memstream(&bytes.data, &bytes.size);
    char part[65536];
    for (size_t size; file && (size = fread(part, 1, sizeof part, file)) > 0;)
        fwrite(part, 1, size, memory);
    fclose(memory);
    if (file)
        fclose(file);
    return bytes;
}

static inline void folder_write(const char *path, const char *content) {
    FILE *file = fopen(path, "wb");
    fputs(content, file);
    fclose(file);
}

#endif
