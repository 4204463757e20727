/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <string.h>

#include "analyze/explain/explanation_parts.h"

/* --- what is measured of this cell --- */

static void tell_variability(struct explaining *e, const struct warning *warning) {
    LINE("of this cell: sd of the rounds' means / mean = %s / %s = %s, above %g",
         TIME(e->row->round_sd), TIME(e->row->mean), PLAIN(e->row->round_sd / e->row->mean),
         warning->bound);
}

static void tell_trend(struct explaining *e, const struct warning *warning) {
    const struct diagnostics *diagnostics = &e->row->diagnostics;
    LINE("of this cell: second half to first %s, beyond ± %g; p = %s × %zu cells = %s, at most %g "
         "[Hirsch, Slack, Smith, Techniques of trend analysis, "
         "1982]",
         PLAIN(diagnostics->rise), warning->bound, PLAIN(diagnostics->p_value),
         e->section->row_count, PLAIN(diagnostics->p_value * (double)e->section->row_count),
         WARNINGS_LEVEL / 2);
}

static void tell_modes(struct explaining *e, const struct warning *warning) {
    (void)warning;
    double p_value = e->row->diagnostics.one_mode;
    LINE("of this cell: dip test p = %s × %zu cells = %s, at most %g [Hartigan, Hartigan, The dip "
         "test of unimodality, 1985]",
         PLAIN(p_value), e->section->row_count, PLAIN(p_value * (double)e->section->row_count),
         WARNINGS_LEVEL);
}

static void tell_unsteadiness(struct explaining *e, const struct warning *warning) {
    LINE("of this cell: %s of the batches were not steady, above %g",
         PLAIN(e->row->diagnostics.unsteady), warning->bound);
}

static void tell_coarseness(struct explaining *e, const struct warning *warning) {
    const struct diagnostics *diagnostics = &e->row->diagnostics;
    double tick = e->section->warnings->tick;
    double interval = (double)diagnostics->interval_calls * e->row->mean;
    (void)warning;
    LINE("of this cell: calls timed together × mean / tick of the clock = %" PRId64
         " × %s / %s = %s ticks, below 1000",
         diagnostics->interval_calls, TIME(e->row->mean), TIME(tick), PLAIN(interval / tick));
}

static void tell_overhead(struct explaining *e, const struct warning *warning) {
    double overhead = e->section->warnings->overhead;
    LINE("of this cell: the harness's part of a call / mean = %s / %s = %s, above %g",
         TIME(overhead), TIME(e->row->mean), PLAIN(overhead / e->row->mean), warning->bound);
}

static void tell_control(struct explaining *e, const struct warning *warning) {
    (void)warning;
    LINE("of this point: the control's interval, %s to %s, does not cover 1",
         LOG(e->row->noise.low), LOG(e->row->noise.high));
}

static void tell_rounds(struct explaining *e, const struct warning *warning) {
    (void)warning;
    LINE("of this cell: %zu round%s, below 3", e->row->rounds, e->row->rounds == 1 ? "" : "s");
}

static void tell_disturbance(struct explaining *e, const struct warning *warning) {
    (void)warning;
    if (e->row->diagnostics.disturbance_told)
        LINE("of this cell: %zu of %zu samples were disturbed", e->row->diagnostics.disturbed,
             e->row->diagnostics.disturbance_told);
}

static const struct {
    const char *rule;
    void (*tell)(struct explaining *e, const struct warning *warning);
} tellers[] = {
    {"variability", tell_variability}, {"trend", tell_trend},      {"modes", tell_modes},
    {"unsteady", tell_unsteadiness},   {"clock", tell_coarseness}, {"overhead", tell_overhead},
    {"control", tell_control},         {"rounds", tell_rounds},    {"disturbed", tell_disturbance},
};

static void explain_warning(struct explaining *e, const struct warning *warning) {
    document_add(e->document, DOCUMENT_WARNING, "warning: %s" DOCUMENT_SEPARATOR "%s",
                 warning->text, warning->advice);
    for (size_t i = 0; i < sizeof tellers / sizeof *tellers; i++)
        if (strcmp(tellers[i].rule, warning->rule) == 0)
            tellers[i].tell(e, warning);
}

/* --- errors --- */

static void explain_errors(struct explaining *e) {
    const struct row *row = e->row;
    const struct output_errors *errors = &e->section->errors;
    LINE("wrong: the largest error of an output is %s, the mean %s, their sum %s",
         PLAIN(row->reports.max_error), PLAIN(row->reports.mean_error),
         PLAIN(row->reports.total_error));
    for (size_t i = 0; i < errors->count; i++) {
        const struct output_error *error = &errors->items[i];
        if (error->point == row->point && strcmp(error->library, row->library) == 0)
            LINE("%s: at most %s, %s on average, %s in all", error->output, PLAIN(error->max),
                 PLAIN(error->mean), PLAIN(error->total));
    }
}

void explanation_warnings(struct explaining *e) {
    const struct row *row = e->row;
    const struct warnings *warnings = row->warned.of;
    size_t concern = 0;
    CAPTION("STATUS: %s", cell_status_name((int)row->status));
    if (row->status == CELL_WRONG)
        explain_errors(e);
    for (size_t i = 0; warnings && i < warnings->count; i++)
        if (warned_has(&row->warned, &warnings->items[i])) {
            explain_warning(e, &warnings->items[i]);
            concern++;
        }
    if (!concern)
        LINE("no warning concerns this cell");
}
