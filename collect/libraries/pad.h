/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pad.h: object files that move the code which is linked behind them. */
#ifndef BENCHMAT_COLLECT_LIBRARIES_PAD_H
#define BENCHMAT_COLLECT_LIBRARIES_PAD_H

#include <stddef.h>

#include "formats/text/err.h"

/* Writes to PATH an object file of this machine with BYTES bytes of code, which nobody calls and
 * which linkers keep. ERR_FAILED: that is impossible. */
int pad_write(const char *path, size_t bytes, struct err *err);

#endif
