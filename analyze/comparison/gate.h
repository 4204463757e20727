/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gate.h: whether cells have become slower by more than a margin, for --fail-on-regression.
 *
 * A cell has regressed if it is shown to be slower than before, or than the reference, by more than
 * the margin: the one-sided test of ln ratio <= ln(1 + margin), of its ratio or of the ratio of
 * means, corrected for all of them; only of its ratio where that is of another statistic than the
 * typical time (statistic.h). A cell that was right and no longer is, or that was 0 and no
 * longer is, has regressed as well.
 *
 * A cell is within the margin if the interval of its ratio ends at or below it. All others are
 * inconclusive: they may have regressed, but too little was measured to tell, or nothing: the cell
 * is missing later, or not right on a side, or it rests on a single process.
 *
 * A library is missed, and the gate does not pass, if it was named for the run, or for the later of
 * two sides, and left out (left_out.h); or if no cell is right in it and in the reference. */
#ifndef BENCHMAT_ANALYZE_COMPARISON_GATE_H
#define BENCHMAT_ANALYZE_COMPARISON_GATE_H

#include "analyze/aggregate/table.h"
#include "analyze/comparison/compared.h"
#include "formats/model/left_out.h"

enum gate_outcome { GATE_WITHIN, GATE_INCONCLUSIVE, GATE_UNMEASURED, GATE_REGRESSED };
/* For programs, of cells: "no", "inconclusive", "not measured", "yes". Static. */
const char *gate_outcome_name(enum gate_outcome outcome);

/* Counts cells. Zero-initialised: of none. The caller gives it to gate_release, and the texts of
 * what is missed live as long as what the gate is of. */
struct gate {
    double margin; /* a part, such as 0.05 */
    enum quantity quantity;
    size_t within, inconclusive, regressed; /* all cells that are asked about */
    size_t by_means;                        /* of the regressed: only by the ratio of means */
    size_t alone;  /* of the regressed: from a single process, and not shown to be slower at all */
    size_t nearly; /* of the others: regressed by their rounds, but runs differ by as much */
    size_t lost;   /* of the regressed: right before, but no longer */
    size_t from_zero; /* of the regressed: all samples 0 before and none now */
    size_t zeros;     /* of the inconclusive: without a ratio because some samples are 0 */
    size_t few;       /* of the inconclusive: too few samples for the statistic */
    size_t missing;   /* of the inconclusive: there before and not now, or not right on a side */
    struct left_out *missed;
    size_t missed_count;
    double seen, seen_everywhere; /* the regression that would have been shown with a probability of
                                     TABLE_POWER in half of the tested cells, and in all; parts;
                                     NaN for none */
};

/* Returns how the gate of MARGIN ends for PAIR. */
enum gate_outcome gate_of_pair(const struct compare_pair *pair, double margin);

/* Takes a comparison whose options have a margin. */
void gate_of_comparison(struct gate *gate, const struct compared *compared);

/* Takes ROWS of SECTION: ratios to the reference, as if it were what was before. OUTCOMES [rows]
 * receives that of each, GATE_WITHIN for the reference. */
void gate_of_section(struct gate *gate, const struct section *section, const struct row *rows,
                     double margin, enum gate_outcome *outcomes);

void gate_release(struct gate *gate);

/* Whether inconclusive cells are reason to fail: if no cell is conclusive, if any is not, or never.
 */
enum gate_policy { GATE_NEEDS_ONE, GATE_NEEDS_ALL, GATE_NEEDS_NONE };

/* Returns how the whole gate ends; GATE_INCONCLUSIVE only if that is reason to fail;
 * GATE_UNMEASURED if a library is missed, or there is no cell at all. */
enum gate_outcome gate_end(const struct gate *gate, enum gate_policy policy);

/* Returns the exit status of a program whose worst gate ended so: 0, 5, 3 or 3. */
int gate_status(enum gate_outcome worst);

#endif
