/* SPDX-License-Identifier: GPL-3.0-or-later */
/* btl_write.h: a directory of the files that btl.h reads: bench_<action>_<library>.dat, of each
 * size the MFlop/s of the mean time.
 *
 * The operations are those that BTL counts, so that its scripts can draw ours beside their own; for
 * an action that it does not have they are what the action itself says, and where that is nothing,
 * only --unit s is left. With it the files hold seconds, and end in .seconds: nobody shall take
 * them for rates. Points that differ in more than their size have no place here,
 * and what was not right is left out. */
#ifndef BENCHMAT_FORMATS_FOREIGN_BTL_WRITE_H
#define BENCHMAT_FORMATS_FOREIGN_BTL_WRITE_H

#include "formats/import/format.h"

extern const struct format_writer btl_writer;

#endif
