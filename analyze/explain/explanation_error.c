/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analyze/explain/explanation_parts.h"

/* --- the moderated variance --- */

static void explain_variance(struct explaining *e, const struct error_shared *shared,
                             const struct error_cell *cell) {
    const char *library = e->row->library;
    size_t d = cell->rounds - 1;
    LINE("error: own variance of D, s² = %s, with d = %zu degrees of freedom, is a poor estimate "
         "with few rounds; the other cells tell more",
         PLAIN(cell->variance), d);
    if (!shared->curves)
        LINE("nothing tells how noise goes with the size, so w = 1");
    else
        LINE("noise goes with the size: at this one the variance is w = %s times that of a usual "
             "one, by ln s² of the %s, averaged over this point and %d to either side",
             PLAIN(cell->level),
             shared->curves == 1 ? "control" : "cells, the median over libraries and control",
             ERROR_MODEL_NEIGHBOURS);
    if (!(cell->prior_degrees > 0)) {
        LINE("there are too few other cells for a prior: the moderated variance is s²");
    } else {
        LINE("prior: mean and scatter of ln(s² / w) over the cells of %s give s0² = %s with d0 = "
             "%s degrees of freedom: here w × s0² = %s [Smyth, Linear models and empirical Bayes "
             "methods, 2004]",
             cell->is_prior_of_all ? "all libraries" : library, PLAIN(cell->prior / cell->level),
             PLAIN(cell->prior_degrees), PLAIN(cell->prior));
        LINE("moderated variance = (d0 × w s0² + d × s²) / (d0 + d) = (%s × %s + %zu × %s) / (%s + "
             "%zu) = %s",
             PLAIN(cell->prior_degrees), PLAIN(cell->prior), d, PLAIN(cell->variance),
             PLAIN(cell->prior_degrees), d, PLAIN(cell->moderated));
    }
    LINE("it is at least %g × w × the mean of s² / w over the cells of %s = %s, as a cell may have "
         "missed a slow mode by luck: so it is %s",
         ERROR_MODEL_FLOOR, library, PLAIN(cell->least), PLAIN(fmax(cell->moderated, cell->least)));
}

static void explain_autocorrelation(struct explaining *e, const struct error_shared *shared,
                                    const struct error_cell *cell) {
    if (isnan(shared->lag))
        LINE("autocorrelation of rounds: cannot be told from fewer than three rounds; factor 1");
    else
        LINE("autocorrelation of rounds: over all cells r = %s, which means rho = %s once the bias "
             "of short series is corrected and few cells are not believed all of it [Quenouille, "
             "Approximate tests of correlation in "
             "time-series, 1949]; the mean of %zu rounds has %s times the variance",
             PLAIN(shared->lag), PLAIN(shared->correlation), cell->rounds, PLAIN(cell->factor));
    LINE("variance of the mean by scatter: V = %s × %s / %zu = %s, with %s degrees of freedom: d0 "
         "+ d, but no more than %s the cells behind the prior have",
         PLAIN(fmax(cell->moderated, cell->least)), PLAIN(cell->factor), cell->rounds,
         PLAIN(cell->scatter), PLAIN(cell->degrees_of_scatter),
         shared->curves ? "half of what" : "what");
}

static void explain_lasting(struct explaining *e, const struct error_shared *shared) {
    if (!shared->controls)
        LINE("lasting differences between copies of one library: tau² = 0, as there was no "
             "control: they are not included");
    else if (shared->imaginary > 0)
        LINE("lasting differences between copies of one library: tau² = %s, tau = %.2g %%: so "
             "much must be added to V for the control's means C, at %zu point%s and an imaginary "
             "one of %g %%, to be as far from 0 as expected, Σ C² / (V + tau²) = %zu [Paule, "
             "Mandel, Consensus values and weighting factors, 1982]",
             PLAIN(shared->lasting), 100 * sqrt(shared->lasting), shared->controls,
             shared->controls == 1 ? "" : "s", 100 * shared->imaginary, shared->controls + 1);
    else
        LINE("lasting differences between copies: tau² = %s: so much must be added to V for the "
             "control's means C, at %zu point%s, to be as far from 0 as expected, Σ C² / (V + "
             "tau²) = %zu [Paule, Mandel, Consensus values and weighting factors, 1982]",
             PLAIN(shared->lasting), shared->controls, shared->controls == 1 ? "" : "s",
             shared->controls);
}

/* --- all of it --- */

struct error_cell explanation_cell(const struct explaining *e) {
    size_t libraries = e->section->summary_count;
    return error_model_cell(e->section->error_model, e->chosen->row % libraries, libraries,
                            e->chosen->row / libraries);
}

int explanation_is_moderated(const struct explaining *e) {
    return e->section->error_model && !isnan(e->row->ratio_se) && e->row->both_right &&
           e->row->ratio_rounds > 1;
}

void explanation_error(struct explaining *e, struct interval logs) {
    const struct error_shared *shared = error_model_shared(e->section->error_model);
    struct error_cell cell = explanation_cell(e);
    double half = interval_half(welch_interval(&cell.error, e->student.confidence));
    explain_variance(e, shared, &cell);
    explain_autocorrelation(e, shared, &cell);
    explain_lasting(e, shared);
    LINE("se = √(V + tau²) = √(%s + %s) = %s; degrees of freedom = 2 se⁴ / (2 V² / %s + var(tau²)) "
         "= %s with var(tau²) = %s [Satterthwaite, An approximate distribution, 1946]",
         PLAIN(cell.scatter), PLAIN(shared->lasting), LOG(cell.error.se),
         PLAIN(cell.degrees_of_scatter), PLAIN(cell.error.degrees),
         PLAIN(shared->lasting_variance));
    LINE("ln ratio = mean ± t × se = %s ± %s × %s = ± %s; %.6g %% interval from %s to %s; t: "
         "Student's, of these degrees of freedom, two-sided",
         LOG(logs.estimate), PLAIN(half / cell.error.se), LOG(cell.error.se), LOG(half),
         100 * e->student.confidence, LOG(cell.mean - half), LOG(cell.mean + half));
}
