/* SPDX-License-Identifier: GPL-3.0-or-later */
/* benchmat_json.h: writes runs as our own JSON (RFC 8259), for programs that cannot read HDF5, and
 * reads them again.
 *
 *     {"format": "benchmat", "version": 1, "runs": [
 *       {"name": "run_000001", "facts": {"host": ..., ...}, "measurements": [
 *         {"action": "axpy", "facts": {...},
 *          "points": 2, "rounds": 5, "seeds_most": 8,
 *          "sizes": [10, 100], "seeds": [8, 8], "parameters": {"stride": [1, 1]},
 *          "flops": [20, 200], "bytes": [240, 2400],
 *          "libraries": [
 *            {"name": "openblas", "facts": {...}, "status": ["ok", "ok"],
 *             "seconds": [[[1.5e-08, ...], ...], ...]}]}]}]}
 *
 * Seconds are indexed by point, round and seed; null was not measured. "details" are the arrays of
 * run.h that have their names, by point, by sample or by thread of a sample. Members about which
 * nothing is known are left out. A summary has n, mean, sd, min and max (run.h) in place of the
 * seconds, each an array over the points; read again, each mean is one sample (FACT_SAMPLES_ARE). A
 * reader must refuse any other version and skip members that it does not know. */
#ifndef BENCHMAT_FORMATS_JSON_BENCHMAT_JSON_H
#define BENCHMAT_FORMATS_JSON_BENCHMAT_JSON_H

#include "formats/import/format.h"

#define BENCHMAT_JSON_NAME "benchmat"
enum { BENCHMAT_JSON_VERSION = 1 };

extern const struct format benchmat_json_format;

/* Of the format above. What is read has the arrays that its numbers of points, rounds, seeds and
 * threads say, each of its length, before anything of that size is allocated. */
int benchmat_json_recognises(const char *head, size_t n, const char *path);
int benchmat_json_read(struct runs *runs, const struct source *source,
                       const struct format_options *options, struct err *err);

#endif
