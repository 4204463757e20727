/* SPDX-License-Identifier: GPL-3.0-or-later */
/* provenance.h: what is added to a run that was read from a foreign file before an archive takes
 * it: where it came from. */
#ifndef BENCHMAT_STORE_TOOLS_PROVENANCE_H
#define BENCHMAT_STORE_TOOLS_PROVENANCE_H

#include "formats/text/err.h"
#include "formats/import/format.h"
#include "formats/model/run.h"

#define FACT_CONVERTER "converter" /* the program that read it, and its version */

/* Sets FACT_SOURCE_SHA256 and FACT_CONVERTER of RUN, which was read from PATH, and a FACT_UUID that
 * depends on nothing but the run's content, its source among it: the same file, read the same way,
 * is known to be the same run (RFC 9562, section 5.8: version 8). ERR_FAILED where the file cannot
 * be read any more, or there is no memory. */
int provenance_run(struct run *run, const char *path, struct err *err);

/* Sets RUN's FACT_UUID to the one that its DIGEST (digest.h) makes. */
void provenance_uuid(struct run *run, const char *digest);

#endif
