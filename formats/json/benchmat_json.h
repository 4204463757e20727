/* SPDX-License-Identifier: GPL-3.0-or-later */
/* benchmat_json.h: runs as JSON (RFC 8259) of our own, for programs that read no HDF5.
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
 * Seconds stand by point, round and seed; what was not measured is null. Members that nothing is
 * known of are left out. As a summary, n, mean, sd, min and max stand in place of the seconds, each
 * an array over the points (run.h). A reader refuses another version, and passes over
 * members that it does not know. */
#ifndef BENCHMAT_FORMATS_JSON_BENCHMAT_JSON_H
#define BENCHMAT_FORMATS_JSON_BENCHMAT_JSON_H

#include "formats/import/format.h"

extern const struct format benchmat_json_format;

#endif
