/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/files/link.h"

#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int link_is_strange(const char *path) {
    struct stat link, directory;
    if (lstat(path, &link) || !S_ISLNK(link.st_mode) || link.st_uid == 0 ||
        link.st_uid == geteuid())
        return 0;
    char *copy = strdup(path); /* dirname changes its argument */
    int is_known = copy && stat(dirname(copy), &directory) == 0;
    free(copy);
    return !is_known || (directory.st_mode & S_IWOTH && link.st_uid != directory.st_uid);
}
