/* SPDX-License-Identifier: GPL-3.0-or-later */
/* provenance.h: records where a run from a foreign file came from, before an archive takes it. */
#ifndef BENCHMAT_STORE_TOOLS_PROVENANCE_H
#define BENCHMAT_STORE_TOOLS_PROVENANCE_H

#include "formats/text/err.h"
#include "formats/import/format.h"
#include "formats/model/run.h"

#define FACT_CONVERTER "converter" /* the program that read it, and its version */

/* Sets FACT_SOURCE_SHA256 and FACT_CONVERTER of the RUNS, which were read from PATH, and, of those
 * that have none, a FACT_UUID that depends only on the run's content, including its source: the
 * same file, read in the same way, is recognised as the same runs (RFC 9562, section 5.8: version
 * 8). ERR_FAILED if the file cannot be read any more, or memory runs out. */
int provenance_runs(const struct runs *runs, const char *path, struct err *err);

/* Sets RUN's FACT_UUID to the one derived from its DIGEST (digest.h). */
void provenance_uuid(struct run *run, const char *digest);

#endif
