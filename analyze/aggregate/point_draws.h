/* SPDX-License-Identifier: GPL-3.0-or-later */
/* point_draws.h: draws of the times of all libraries at one point of a section (location_draws.h),
 * and the probability that each is the fastest.
 *
 * What is drawn is ln of the typical time over that of another library, with the errors that all
 * cells tell (error_model.h) or else from round_ratios; or, if samples are unpaired, ln of the
 * typical time, from sides. What the steps of a library's samples
 * hide (location.h) is added: anything within them is as likely. */
#ifndef BENCHMAT_ANALYZE_AGGREGATE_POINT_DRAWS_H
#define BENCHMAT_ANALYZE_AGGREGATE_POINT_DRAWS_H

#include "analyze/aggregate/table.h"
#include "analyze/inference/location_draws.h"

/* ROWS [libraries] are those of POINT. A library without a right answer is not known; none is if
 * the reference has none. The caller must call location_draws_release. */
void point_draws_typical(struct location_draws *draws, const struct section *section,
                         const struct row *rows, size_t point);

/* The same of ln of the mean of each round, for which the reference does not matter. */
void point_draws_of_means(struct location_draws *draws, const struct section *section,
                          const struct row *rows, size_t point);

/* Returns whether libraries with a right answer lack a typical ratio to a right reference, because
 * samples of 0 have no logarithm. */
int point_draws_lack_logarithms(const struct section *section, const struct row *rows);

/* The most libraries of paired rounds that are drawn together to see which is the fastest: the work
 * grows with their cube. */
enum { POINT_DRAWS_MOST = 200 };

/* Whether SECTION has more than those. */
int point_draws_are_left_out(const struct section *section);

/* Sets p_fastest in all ROWS of SECTION, [points][libraries]. It is undefined where no library is
 * known, where logarithms lack, where there are fewer than two rounds, and where the draws are left
 * out. */
void point_draws_find_fastest(const struct section *section, struct row *rows);

#endif
