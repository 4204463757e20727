/* SPDX-License-Identifier: GPL-3.0-or-later */
/* system_library.h: libraries that the system has for this machine. They stand where the C library
 * does, such as in /usr/lib/x86_64-linux-gnu, which may have neighbours for other machines. */
#ifndef BENCHMAT_TESTS_SYSTEM_LIBRARY_H
#define BENCHMAT_TESTS_SYSTEM_LIBRARY_H

#include <dlfcn.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sets PATH to the first library whose name matches PATTERN. Returns 0 where there is none. */
static inline int system_library(const char *pattern, char path[PATH_MAX]) {
    char directory[PATH_MAX], whole[2 * PATH_MAX];
    Dl_info libc;
    glob_t found;
    if (!dladdr(dlsym(RTLD_DEFAULT, "gnu_get_libc_version"), &libc) ||
        !realpath(libc.dli_fname, directory))
        return 0;
    *strrchr(directory, '/') = '\0';
    snprintf(whole, sizeof whole, "%s/%s", directory, pattern);
    int is_there = glob(whole, 0, NULL, &found) == 0;
    if (is_there)
        snprintf(path, PATH_MAX, "%s", found.gl_pathv[0]);
    globfree(&found);
    return is_there;
}

#endif
