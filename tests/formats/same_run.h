/* SPDX-License-Identifier: GPL-3.0-or-later */
/* same_run.h: whether a run that was written and read again is what it was, for the tests. */
#ifndef BENCHMAT_TESTS_FORMATS_SAME_RUN_H
#define BENCHMAT_TESTS_FORMATS_SAME_RUN_H

#include "tests/formats/written.h"
#include "tests/test.h"

static inline void same_reals(const double *a, const double *b, size_t count) {
    for (size_t i = 0; i < count; i++)
        assert_true(a[i] == b[i] || (isnan(a[i]) && isnan(b[i])));
}

/* B has all facts of A, of the same kinds, but for texts that are no UTF-8. */
static inline void same_facts(const struct facts *a, const struct facts *b) {
    for (size_t i = 0; i < a->count; i++) {
        const struct fact *fact = &a->items[i], *other = facts_find(b, fact->name);
        assert_non_null(other);
        assert_int_equal(fact->kind, other->kind);
        if (fact->kind == FACT_TEXT && !strchr(fact->text, '\xff'))
            assert_string_equal(fact->text, other->text);
        if (fact->kind == FACT_INTEGER)
            assert_true(fact->integer == other->integer);
        if (fact->kind == FACT_REAL)
            assert_true(fact->real == other->real);
    }
}

/* All arrays and names, whatever order libraries and parameters have. */
static inline void same_measurement(const struct measurement *a, const struct measurement *b) {
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->points, b->points);
    assert_int_equal(a->rounds, b->rounds);
    assert_int_equal(a->max_seeds, b->max_seeds);
    assert_int_equal(a->team, b->team);
    assert_int_equal(a->parameter_count, b->parameter_count);
    assert_int_equal(a->series_count, b->series_count);
    assert_memory_equal(a->sizes, b->sizes, a->points * sizeof *a->sizes);
    assert_memory_equal(a->seeds, b->seeds, a->points * sizeof *a->seeds);
    for (size_t i = 0; i < a->parameter_count; i++)
        same_reals(a->parameters[i].values,
                   measurement_find_parameter(b, a->parameters[i].name)->values, a->points);
    for (size_t i = 0; i < MEASUREMENT_TERMS; i++) {
        const double *term = measurement_term_values(a, &measurement_terms[i]);
        if (term)
            same_reals(term, measurement_term_values(b, &measurement_terms[i]), a->points);
    }
    for (size_t s = 0; s < a->series_count; s++) {
        const struct series *left = &a->series[s], *right = measurement_find(b, left->name);
        assert_non_null(right);
        same_facts(&left->facts, &right->facts);
        same_reals(left->seconds, right->seconds, measurement_elements(a, PER_SAMPLE));
        for (size_t d = 0; d < DETAILS; d++) {
            const struct series_detail *detail = &series_details[d];
            size_t count = measurement_elements(a, detail->shape);
            assert_int_equal(series_detail_is_known(a, left, detail),
                             series_detail_is_known(b, right, detail));
            if (!series_detail_is_known(a, left, detail))
                continue;
            const void *x = series_detail_values(left, detail),
                       *y = series_detail_values(right, detail);
            if (detail->type == DETAIL_REAL)
                same_reals(x, y, count);
            else
                assert_memory_equal(x, y, count * sizeof(int64_t));
        }
    }
}

static inline void same_run(const struct run *a, const struct run *b) {
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->measurement_count, b->measurement_count);
    same_facts(&a->facts, &b->facts);
    for (size_t i = 0; i < a->measurement_count; i++) {
        same_facts(&a->measurements[i].facts, &b->measurements[i].facts);
        same_measurement(&a->measurements[i], &b->measurements[i]);
    }
}

#endif
