/* SPDX-License-Identifier: GPL-3.0-or-later */
/* github_action.h: what the action benchmark-action/github-action-benchmark takes as
 * "customSmallerIsBetter": a list of
 *
 *     {"name": "axpy/openblas/8", "unit": "ns", "value": 12.3, "range": "± 0.4", "extra": "40
 * samples"}
 *
 * with the mean of all samples and their standard deviation. */
#ifndef BENCHMAT_FORMATS_FOREIGN_GITHUB_ACTION_H
#define BENCHMAT_FORMATS_FOREIGN_GITHUB_ACTION_H

#include "formats/import/format.h"

extern const struct format github_action_format;

#endif
