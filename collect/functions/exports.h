/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exports.h: the functions that a shared object has for others, read from its file: none of its
 * code runs. */
#ifndef BENCHMAT_COLLECT_FUNCTIONS_EXPORTS_H
#define BENCHMAT_COLLECT_FUNCTIONS_EXPORTS_H

#include "formats/text/err.h"

/* Calls VISIT with the name of each function of the shared object PATH, in the order in which
 * they lie there, which is most often that of the source. ERR_FAILED: PATH is no shared object of
 * this machine, or is damaged. */
int exports_each(const char *path, void (*visit)(void *context, const char *name), void *context,
                 struct err *err);

#endif
