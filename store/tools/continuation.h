/* SPDX-License-Identifier: GPL-3.0-or-later */
/* continuation.h: whether a run is an earlier one that bench-collect --resume went on with. */
#ifndef BENCHMAT_STORE_TOOLS_CONTINUATION_H
#define BENCHMAT_STORE_TOOLS_CONTINUATION_H

#include "formats/model/run.h"

/* Whether LATER, which has EARLIER's uuid, is EARLIER or what became of it: EARLIER is not
 * complete, and LATER has each of its samples, at the same place. So nothing that was measured is
 * lost if LATER takes its place. */
int continuation_goes_on(const struct run *later, const struct run *earlier);

#endif
