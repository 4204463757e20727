/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_tells.h: what texts with tables are read as, for the tests. */
#ifndef BENCHMAT_TESTS_FORMATS_CSV_TELLS_H
#define BENCHMAT_TESTS_FORMATS_CSV_TELLS_H

#include "tests/formats/foreign.h"

#include "formats/csv/csv.h"
#include "formats/model/measures.h"

enum { ROOM = 2000 };

/* Writes "a 100 1.5e-06, ..." to TEXT: the mean of all samples of each cell of M, in DETAIL. */
static inline void tell_action(char *text, const struct measurement *m, const char *detail) {
    size_t used = 0;
    *text = '\0';
    for (size_t s = 0; s < m->series_count; s++)
        for (size_t p = 0; p < m->points; p++) {
            const double *values = m->series[s].seconds;
            for (size_t d = 0; detail && d < DETAILS; d++)
                if (strcmp(series_details[d].name, detail) == 0)
                    values = m->series[s].details[d];
            double sum = 0, n = 0;
            for (size_t i = 0; values && i < m->rounds * m->max_seeds; i++)
                if (!isnan(values[p * m->rounds * m->max_seeds + i])) {
                    sum += values[p * m->rounds * m->max_seeds + i];
                    n++;
                }
            if (n > 0)
                used += (size_t)snprintf(text + used, ROOM - used, "%s%s %lld", used ? ", " : "",
                                         m->series[s].name, (long long)m->sizes[p]);
            for (size_t k = 0; n > 0 && k < m->parameter_count; k++)
                used += (size_t)snprintf(text + used, ROOM - used, " %s=%g", m->parameters[k].name,
                                         m->parameters[k].values[p]);
            if (n > 0)
                used += (size_t)snprintf(text + used, ROOM - used, " %.6g", sum / n);
        }
}

/* The same of the first action of RUN. */
static inline void tell(char *text, const struct run *run, const char *detail) {
    tell_action(text, &run->measurements[0], detail);
}

static inline void assert_tells(const char *table, const char *detail, const char *expected) {
    char text[ROOM];
    struct run *run = foreign_run(&csv_format, "x.csv", table, NULL);
    tell(text, run, detail);
    assert_string_equal(text, expected);
    run_free(run);
}

static inline void assert_refused(const char *table, const char *message) {
    foreign_assert_refused(&csv_format, "x.csv", table, NULL, message);
}

/* What the table is as, and in what its numbers were. */
static inline void assert_units(const char *table, const char *as, const char *units,
                                const char *expected) {
    char text[ROOM];
    struct run *run = foreign_run(&csv_format, "x.csv", table, &(struct format_options){.as = as});
    tell(text, run, NULL);
    assert_string_equal(text, expected);
    assert_string_equal(facts_text(&run->facts, FACT_SOURCE_UNIT, ""), units);
    run_free(run);
}

/* Writes "add: a 1 0.5, b 1 2; sub: ..." to TEXT: all actions of RUN. */
static inline void tell_actions(char *text, const struct run *run, const char *detail) {
    char one[ROOM];
    size_t used = 0;
    for (size_t i = 0; i < run->measurement_count; i++) {
        tell_action(one, &run->measurements[i], detail);
        used += (size_t)snprintf(text + used, ROOM - used, "%s%s: %s", i ? "; " : "",
                                 run->measurements[i].name, one);
    }
}

/* What all actions of TABLE are, and what was left out. */
static inline void assert_actions(const char *table, const char *detail, const char *left_out,
                                  const char *expected) {
    char text[ROOM];
    struct run *run = foreign_run(&csv_format, "x.csv", table, NULL);
    tell_actions(text, run, detail);
    assert_string_equal(text, expected);
    assert_string_equal(facts_text(&run->facts, "csv_left_out", ""), left_out);
    run_free(run);
}

/* What all actions of TABLE are, with numbers in ms, and what else was measured. */
static inline void assert_in_ms(const char *table, const char *measures, const char *expected) {
    char text[ROOM];
    struct run *run =
        foreign_run(&csv_format, "x.csv", table, &(struct format_options){.unit = "ms"});
    tell_actions(text, run, NULL);
    assert_string_equal(text, expected);
    assert_string_equal(facts_text(&run->measurements[0].facts, FACT_MEASURES, ""), measures);
    run_free(run);
}

#endif
