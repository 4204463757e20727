/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/harness/installed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int installed_find(const char *name, char path[PATH_MAX], struct err *err) {
    char self[PATH_MAX], relative[PATH_MAX + 64];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        return err_set(err, ERR_FAILED,
                       "/proc/self/exe: %s; measuring needs /proc, which is not mounted here",
                       strerror(errno));
    self[length] = '\0';
    *strrchr(self, '/') = '\0';
    snprintf(relative, sizeof relative, "%s/../libexec/benchmat/%s", self, name);
    if (realpath(relative, path))
        return 0;
    return err_set(err, ERR_FAILED, "%s is not where it belongs; is benchmat installed completely?",
                   name);
}
