/* SPDX-License-Identifier: GPL-3.0-or-later */
/* btl.h: results of the Bench Template Library, by L. Plagne (EDF R&D, 2002) and G. Guennebaud, as
 * it is in Eigen's sources under bench/btl.
 *
 * A file bench_<action>_<library>.dat has a line "<size> <MFlop/s>" for each size. BTL keeps no
 * times: it divides the operations that it says an action has by the time of a call, the least of
 * several tries. The times are won back with the same operations, from nb_op_base of its
 * bench/btl/actions; that they are derived is said by FACT_SAMPLES_ARE. A size whose operations or
 * rate are 0 or unknown was not measured.
 *
 * Actions get the names they have here: matrix_vector becomes matrix_vector_product. Where the name
 * of the file does not tell action from library, options->action says what it begins with. A
 * directory of such files is one run. */
#ifndef BENCHMAT_FORMATS_FOREIGN_BTL_H
#define BENCHMAT_FORMATS_FOREIGN_BTL_H

#include "formats/import/format.h"

extern const struct format btl_format;

/* The operations by which BTL's rates of ACTION, in its words or ours, are to be divided at that
 * SIZE; NaN for an action that it does not have. */
double btl_operations(const char *action, double size);

/* --- btl write --- */

/* A directory of the files that btl.h reads: bench_<action>_<library>.dat, of each
 * size the MFlop/s of the mean time.
 *
 * The operations are those that BTL counts, so that its scripts can draw ours beside their own; for
 * an action that it does not have they are what the action itself says, and where that is nothing,
 * only --unit s is left. With it the files hold seconds, and end in .seconds: nobody shall take
 * them for rates. Points that differ in more than their size have no place here,
 * and what was not right is left out. */

extern const struct format_writer btl_writer;

#endif
