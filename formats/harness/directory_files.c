/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/harness/directory_files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH = 4096, MOST_ENTRIES = 100000 };

struct walk {
    directory_file_use use;
    void *context;
    size_t entries;
};

static int visit(struct walk *walk, const char *directory, size_t depth, struct err *err) {
    struct dirent **entries = NULL;
    int rc = 0, count = scandir(directory, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        struct stat status;
        char *path = NULL;
        if (rc == 0 && *entries[i]->d_name != '.' && strlen(directory) < PATH &&
            asprintf(&path, "%s/%s", directory, entries[i]->d_name) >= 0 &&
            lstat(path, &status) == 0) {
            if (++walk->entries > MOST_ENTRIES)
                rc = err_set(err, ERR_USAGE, "%s: too many files in it", directory);
            else if (S_ISREG(status.st_mode))
                rc = walk->use(walk->context, path, err);
            else if (S_ISDIR(status.st_mode) && depth > 0)
                rc = visit(walk, path, depth - 1, err);
        }
        free(path);
        free(entries[i]);
    }
    free(entries);
    return rc;
}

int directory_files_each(const char *directory, size_t depth, directory_file_use use, void *context,
                         struct err *err) {
    struct walk walk = {use, context, 0};
    return visit(&walk, directory, depth, err);
}

const char *directory_files_base(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
