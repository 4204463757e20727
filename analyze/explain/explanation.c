/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/explain/explanation.h"

#include <stdlib.h>

#include "analyze/explain/explanation_parts.h"
#include "analyze/output/listing.h"
#include "analyze/inference/ratio.h"
#include "formats/text/xalloc.h"

/* --- how many digits --- */

/* Returns the decimals that give a spread six digits, within LEAST and MOST. */
static int decimals_for(double spread, int least, int most) {
    if (!(spread > 0) || !isfinite(spread))
        return least;
    int wanted = 5 - (int)floor(log10(spread));
    return wanted < least ? least : wanted > most ? most : wanted;
}

/* The smaller of those above 0; NaN if neither is. */
static double smaller_spread(double a, double b) {
    return fmin(a > 0 ? a : NAN, b > 0 ? b : NAN);
}

static double spread_of_ratios(const struct explaining *e, const double *library,
                               const double *reference) {
    struct student student = e->student;
    const struct selected_cell *c = e->chosen;
    double *means = e->workspace + c->rounds * c->seeds;
    struct welford rounds = {0};
    if (!library || !reference)
        return NAN;
    if (e->section->sides) {
        struct unpaired a = explanation_side(e, library, unpaired_logarithm);
        struct unpaired b = explanation_side(e, reference, unpaired_logarithm);
        return unpaired_between(&a, &b).se;
    }
    ratio_log(&(struct ratio_pair){library, reference, c->rounds, c->seeds}, &student, means,
              e->workspace);
    for (size_t r = 0; r < c->rounds; r++)
        if (!isnan(means[r]))
            welford_add(&rounds, means[r]);
    return welford_sd(&rounds);
}

/* --- the explanation --- */

static void write_title(const void *context, FILE *file) {
    const struct explaining *e = context;
    fprintf(file, "%s by %s at ", e->row->action, e->row->library);
    parameter_grid_write_point(e->row->space, e->row->point, file);
    fputs(": how each number came about", file);
}

static void write_run(const void *context, FILE *file) {
    const struct section *section = context;
    heading_run(section, file);
    if (section->conditions)
        fprintf(file, DOCUMENT_SEPARATOR "%s", section->conditions);
}

static void explain(struct explaining *e) {
    document_write(e->document, DOCUMENT_TITLE, write_title, e);
    document_write(e->document, DOCUMENT_LINE, write_run, e->section);
    if (*e->quantity->unit == '1')
        LINE("%s; ln is the natural logarithm; in brackets: where a formula comes from",
             e->quantity->many);
    else
        LINE("%s in %s per call, squares of %s in %s²; ln is the natural logarithm; in brackets: "
             "where a formula comes from",
             e->quantity->many, e->unit.name, e->quantity->many, e->unit.name);
    explanation_samples(e);
    if (e->row->n) {
        explanation_times(e);
        explanation_order(e);
    }
    explanation_ratio(e);
    explanation_means(e);
    explanation_noise(e);
    explanation_verdict(e);
    explanation_components(e);
    explanation_rates(e);
    explanation_warnings(e);
}

void explanation_add(struct document *document, const struct table *table,
                     const struct section *section) {
    const struct selected_cell *chosen = section->chosen;
    struct explaining e = {.document = document,
                           .section = section,
                           .rows = table->rows + section->first_row,
                           .chosen = chosen};
    e.row = &e.rows[chosen->row];
    student_init(&e.student, section->confidence);
    size_t samples = chosen->rounds * chosen->seeds;
    e.workspace = xcalloc(4 * (samples + chosen->rounds + section->row_count), sizeof *e.workspace);

    double *const *seconds = e.chosen->seconds;
    double time = isfinite(e.row->mean.estimate) ? e.row->mean.estimate : NAN;
    e.quantity = quantity_words(section->quantity);
    e.unit = prefixed_unit(e.quantity->unit, time);
    int places = (int)floor(log10(fmax(fabs(time) / e.unit.worth, 1)));
    e.decimals = decimals_for(smaller_spread(e.row->sd, e.row->round_sd) / e.unit.worth, 5 - places,
                              13 - places);
    e.log_decimals =
        decimals_for(smaller_spread(spread_of_ratios(&e, seconds[SELECTED_CELL_LIBRARY],
                                                     seconds[SELECTED_CELL_REFERENCE]),
                                    spread_of_ratios(&e, seconds[SELECTED_CELL_CONTROL],
                                                     seconds[SELECTED_CELL_CONTROLLED])),
                     7, 13);

    explain(&e);
    free(e.workspace);
}
