/* SPDX-License-Identifier: GPL-3.0-or-later */
/* installed.h: where the other files of an installation are. */
#ifndef BENCHMAT_COLLECT_HARNESS_INSTALLED_H
#define BENCHMAT_COLLECT_HARNESS_INSTALLED_H

#include <limits.h>

#include "formats/text/err.h"

/* The real path of a helper, which stands at ../libexec/benchmat/NAME from the running program,
 * wherever that was installed or built. */
int installed_find(const char *name, char path[PATH_MAX], struct err *err);

#endif
