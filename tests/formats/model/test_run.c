/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/model/run.h"
#include "tests/collected_series.h"
#include "tests/test.h"

/* The table under "Details" of docs/archive-format.md has each detail, in this order. */
TEST(archives_have_the_details_that_the_documentation_lists) {
    static const char *const shapes[] = {
        [PER_POINT] = "[S]", [PER_SAMPLE] = "[S][R][K]", [PER_THREAD] = "[S][R][K][T]"};
    char line[1000] = "", expected[200];
    FILE *page = fopen("docs/archive-format.md", "r");
    assert_non_null(page);
    for (size_t d = 0; d < DETAIL_thread_counter_1; d++) {
        const struct series_detail *detail = &series_details[d];
        snprintf(expected, sizeof expected, "| `%s` | %s | %s | %s | ", detail->name,
                 detail->type == DETAIL_REAL ? "float64" : "int64", shapes[detail->shape],
                 detail->unit);
        while (d == 0 && strncmp(line, expected, strlen(expected)) != 0 &&
               fgets(line, sizeof line, page))
            ;
        if (strncmp(line, expected, strlen(expected)) != 0)
            fail_msg("%s... is not %s", expected, line);
        assert_non_null(fgets(line, sizeof line, page));
    }
    fclose(page);
}

TEST(a_new_series_is_undefined_everywhere) {
    struct run *run = run_new();
    struct measurement *m = run_add_measurement(run, "axpy", 2, 3, 4, NULL);
    struct series *s = measurement_add_series(m, "openblas", NULL);
    assert_int_equal(measurement_elements(m, PER_SAMPLE), 24);
    for (size_t i = 0; i < 24; i++)
        assert_true(isnan(s->seconds[i]));
    assert_null(s->spin); /* as in files that do not tell it */
    assert_int_equal(measurement_add_batch_details(m, s, NULL), 0);
    for (size_t d = 0; d < DETAILS; d++) {
        const struct series_detail *detail = &series_details[d];
        void *values = series_detail_values(s, detail);
        if (detail->is_optional) {
            assert_null(values);
            continue;
        }
        size_t last = measurement_elements(m, detail->shape) - 1;
        if (detail->type == DETAIL_REAL)
            assert_true(isnan(((double *)values)[last]));
        else
            assert_int_equal(((int64_t *)values)[last],
                             values == s->status ? CELL_NOT_MEASURED : -1);
    }
    s->spin[23] = 7;
    assert_int_equal(measurement_add_batch_details(m, s, NULL), 0);
    assert_true(s->spin[23] == 7);
    assert_int_equal(measurement_index(m, 1, 2, 3), 23);
    assert_ptr_equal(measurement_find(m, "openblas"), s);
    assert_null(measurement_find(m, "blis"));
    assert_ptr_equal(run_find(run, "axpy"), m);
    run_free(run);
}

TEST(a_detail_is_there_where_it_was_added) {
    struct run *run = run_new();
    struct err err = {""};
    struct measurement *m = run_add_measurement(run, "axpy", 2, 3, 4, NULL);
    struct series *s = measurement_add_series(m, "openblas", NULL);
    assert_int_equal(measurement_add_detail(m, s, "operations", &err), 0);
    assert_non_null(s->operations);
    assert_null(s->iterations);
    for (size_t i = 0; i < 24; i++)
        assert_true(isnan(s->operations[i]));
    s->operations[23] = 7;
    assert_int_equal(measurement_add_detail(m, s, "operations", &err), 0);
    assert_true(s->operations[23] == 7);
    assert_int_equal(measurement_add_detail(m, s, "spun", &err), ERR_FAILED);
    assert_string_equal(err.message, "axpy: no detail is called spun");
    assert_int_equal(measurement_extend_rounds(m, 4, &err), 0);
    assert_true(s->operations[measurement_index(m, 1, 2, 3)] == 7);
    assert_true(isnan(s->operations[measurement_index(m, 1, 3, 3)]));
    measurement_trim_rounds(m, 3);
    assert_true(s->operations[23] == 7);
    run_free(run);
}

TEST(parameters_have_a_value_at_each_point) {
    struct run *run = run_new();
    struct err err = {""};
    struct measurement *m = run_add_measurement(run, "axpy", 2, 1, 1, NULL);
    assert_null(measurement_find_parameter(m, "stride"));
    struct parameter *stride = measurement_add_parameter(m, "stride", &err);
    assert_true(isnan(stride->values[0]) && isnan(stride->values[1]));
    stride->values[1] = 8;
    assert_ptr_equal(measurement_add_parameter(m, "stride", &err), stride);
    assert_true(measurement_find_parameter(m, "stride")->values[1] == 8);
    for (size_t i = 1; i < RUN_MAX_PARAMETERS; i++) {
        char name[] = {(char)('A' + i % 26), (char)('a' + i / 26), 0};
        assert_non_null(measurement_add_parameter(m, name, &err));
    }
    assert_null(measurement_add_parameter(m, "one more", &err));
    assert_string_equal(err.message, "axpy: more than 64 parameters");
    assert_int_equal(m->parameter_count, RUN_MAX_PARAMETERS);
    run_free(run);
}

TEST(a_term_has_a_value_at_each_point) {
    struct run *run = run_new();
    struct err err = {""};
    struct measurement *m = run_add_measurement(run, "axpy", 2, 3, 1, NULL);
    assert_null(m->flops);
    double *flops = measurement_add_term(m, "flops", &err);
    assert_ptr_equal(m->flops, flops);
    assert_true(isnan(flops[0]) && isnan(flops[1]));
    flops[1] = 200;
    assert_ptr_equal(measurement_add_term(m, "flops", &err), flops);
    measurement_trim_rounds(m, 1);
    assert_true(m->flops[1] == 200);
    assert_null(measurement_add_term(m, "watts", &err));
    assert_string_equal(err.message, "axpy: no term is called watts");
    assert_null(m->bytes);
    run_free(run);
}

TEST(terms_are_found_by_their_rows) {
    struct run *run = run_new();
    struct measurement *m = run_add_measurement(run, "axpy", 2, 1, 1, NULL);
    for (size_t i = 0; i < MEASUREMENT_TERMS; i++) {
        const struct measurement_term *term = &measurement_terms[i];
        assert_null(measurement_term_values(m, term));
        double *values = measurement_add_term(m, term->name, NULL);
        assert_non_null(values);
        assert_ptr_equal(measurement_term_values(m, term), values);
    }
    assert_non_null(m->flops);
    assert_non_null(m->bytes);
    run_free(run);
}

TEST(threads_are_a_fact_or_a_parameter) {
    struct run *run = run_new();
    struct measurement *m = run_add_measurement(run, "axpy", 2, 1, 1, NULL);
    assert_true(measurement_threads(m) == 1);
    facts_set_integer(&m->facts, FACT_THREADS, 2);
    assert_true(measurement_threads(m) == 2);
    double *values = measurement_add_parameter(m, FACT_THREADS, NULL)->values;
    assert_true(measurement_threads(m) == 2);
    values[0] = 4;
    values[1] = 1;
    assert_true(measurement_threads(m) == 4);
    run_free(run);
}

TEST(only_what_says_so_is_paired) {
    struct run *run = run_new();
    struct measurement *collected = run_add_measurement(run, "axpy", 1, 1, 1, NULL);
    facts_set_text(&collected->facts, FACT_SCHEDULE, "interleaved");
    assert_true(measurement_is_paired(collected));
    facts_set_text(&collected->facts, FACT_PAIRED_BY, PAIRED_BY_NOTHING);
    assert_false(measurement_is_paired(collected));
    struct measurement *imported = run_add_measurement(run, "dot", 1, 1, 1, NULL);
    assert_false(measurement_is_paired(imported));
    facts_set_text(&imported->facts, FACT_PAIRED_BY, "round and seed");
    assert_true(measurement_is_paired(imported));
    run_free(run);
}

TEST(a_reference_is_found_by_name_and_then_by_family) {
    struct run *run = run_new();
    struct measurement *m = run_add_measurement(run, "axpy", 1, 1, 1, NULL);
    measurement_add_series(m, "openblas2", NULL);
    measurement_add_series(m, "openblas-pthread", NULL);
    measurement_add_series(m, "openblas-serial", NULL);
    assert_ptr_equal(measurement_find_reference(m, "openblas"), &m->series[1]);
    assert_ptr_equal(measurement_find_reference(m, "openblas-serial"), &m->series[2]);
    assert_null(measurement_find_reference(m, "blas"));
    assert_null(measurement_find_reference(m, "openblas-"));
    run_free(run);
}

TEST(impossible_shapes_are_refused) {
    struct run *run = run_new();
    struct err err;
    assert_null(run_add_measurement(run, "axpy", 0, 1, 1, &err));
    assert_non_null(strstr(err.message, "axpy"));
    assert_null(run_add_measurement(run, "axpy", (size_t)1 << 20, (size_t)1 << 20, 1, &err));
    assert_null(run_add_measurement(run, "axpy", SIZE_MAX, SIZE_MAX, SIZE_MAX, &err));
    assert_int_equal(run->measurement_count, 0);
    run_free(run);
}

TEST(more_seeds_than_there_is_room_for_are_damage) {
    struct run *run = run_new();
    struct measurement *m = run_add_measurement(run, "axpy", 2, 1, 3, NULL);
    struct err err;
    m->seeds[0] = 3;
    assert_int_equal(measurement_check_seeds(m, &err), 0);
    m->seeds[1] = 4;
    assert_int_equal(measurement_check_seeds(m, &err), ERR_DAMAGED);
    assert_string_equal(err.message, "it claims 4 of at most 3 seeds");
    m->seeds[1] = -1;
    assert_int_equal(measurement_check_seeds(m, NULL), ERR_DAMAGED);
    run_free(run);
}

TEST(statuses_have_names) {
    for (int i = 0; i < CELL_STATUSES; i++)
        assert_string_not_equal(cell_status_name(i), "unknown");
    assert_string_equal(cell_status_name(-1), "unknown");
    assert_string_equal(cell_status_name(CELL_STATUSES), "unknown");
}

TEST(trimming_keeps_the_first_rounds_of_every_point) {
    struct run *run = run_new();
    struct measurement *m = run_add_measurement(run, "axpy", 3, 5, 2, NULL);
    struct series *s = collected_series(m, "one");
    for (size_t p = 0; p < 3; p++)
        for (size_t r = 0; r < 5; r++)
            for (size_t k = 0; k < 2; k++) {
                size_t at = measurement_index(m, p, r, k);
                s->seconds[at] = s->spin[at] = (double)(100 * p + 10 * r + k);
                s->order[at] = (int64_t)(100 * p + 10 * r + k);
            }
    s->calls[2] = 77;
    measurement_trim_rounds(m, 5);
    measurement_trim_rounds(m, 9);
    measurement_trim_rounds(m, 0);
    assert_int_equal(m->rounds, 5);
    measurement_trim_rounds(m, 2);
    assert_int_equal(m->rounds, 2);
    for (size_t p = 0; p < 3; p++)
        for (size_t r = 0; r < 2; r++)
            for (size_t k = 0; k < 2; k++) {
                size_t at = measurement_index(m, p, r, k);
                assert_true(s->seconds[at] == (double)(100 * p + 10 * r + k));
                assert_true(s->spin[at] == s->seconds[at]);
                assert_int_equal(s->order[at], 100 * p + 10 * r + k);
            }
    assert_int_equal(s->calls[2], 77);
    run_free(run);
}

TEST(room_for_more_rounds_changes_no_sample) {
    struct run *run = run_new();
    struct err err = {""};
    struct measurement *m = run_add_measurement(run, "axpy", 3, 2, 2, NULL);
    for (size_t i = 0; i < 2; i++) {
        struct series *s = collected_series(m, i ? "two" : "one");
        for (size_t k = 0; k < 12; k++) {
            s->seconds[k] = s->spin[k] = (double)(100 * i + k);
            s->order[k] = (int64_t)k;
        }
        s->calls[2] = 77;
    }
    assert_int_equal(measurement_extend_rounds(m, 1, NULL), 0);
    assert_int_equal(m->rounds, 2);
    assert_int_equal(measurement_extend_rounds(m, RUN_MAX_ELEMENTS, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "axpy: no room for"));
    assert_int_equal(m->rounds, 2);
    assert_int_equal(measurement_extend_rounds(m, 5, NULL), 0);
    assert_int_equal(m->rounds, 5);
    for (size_t i = 0; i < 2; i++)
        for (size_t p = 0; p < 3; p++)
            for (size_t k = 0; k < 10; k++) {
                const struct series *s = &m->series[i];
                size_t at = p * 10 + k, was = p * 4 + k;
                assert_true(k < 4 ? s->seconds[at] == (double)(100 * i + was)
                                  : isnan(s->seconds[at]));
                assert_true(k < 4 ? s->spin[at] == s->seconds[at] : isnan(s->spin[at]));
                assert_int_equal(s->order[at], k < 4 ? (int64_t)was : -1);
            }
    assert_int_equal(m->series[1].calls[2], 77);
    run_free(run);
}

static struct measurement *team_of(struct run *run, size_t team) {
    struct measurement *m = run_add_measurement(run, "set", 3, 4, 2, NULL);
    measurement_add_series(m, "one", NULL);
    assert_int_equal(measurement_set_team(m, team, NULL), 0);
    return m;
}

TEST(a_detail_of_threads_has_an_element_for_each) {
    struct run *run = run_new();
    struct measurement *m = team_of(run, 5);
    struct series *s = &m->series[0];
    assert_int_equal(measurement_elements(m, PER_SAMPLE), 24);
    assert_int_equal(measurement_elements(m, PER_THREAD), 120);
    assert_int_equal(measurement_thread_index(m, 2, 3, 1, 4), 119);
    assert_int_equal(measurement_thread_index(m, 1, 2, 1, 3), ((1 * 4 + 2) * 2 + 1) * 5 + 3);
    size_t of_threads = 0;
    for (size_t d = 0; d < DETAILS; d++) {
        const struct series_detail *detail = &series_details[d];
        if (detail->shape != PER_THREAD)
            continue;
        of_threads++;
        assert_true(detail->is_optional && detail->type == DETAIL_REAL);
        assert_int_equal(measurement_add_detail(m, s, detail->name, NULL), 0);
        double *values = series_detail_values(s, detail);
        for (size_t i = 0; i < 120; i++)
            assert_true(isnan(values[i]));
        assert_false(series_detail_is_known(m, s, detail));
        values[119] = 1;
        assert_true(series_detail_is_known(m, s, detail));
    }
    assert_int_equal(of_threads, 4 + RUN_MAX_COUNTERS);
    for (size_t i = 0; i < RUN_MAX_COUNTERS; i++) {
        assert_non_null(s->thread_counters[i]);
        for (size_t k = 0; k < i; k++)
            assert_ptr_not_equal(s->thread_counters[i], s->thread_counters[k]);
    }
    run_free(run);
}

TEST(counters_have_numbers_from_1) {
    struct run *run = run_new();
    struct measurement *m = team_of(run, 2);
    assert_int_equal(measurement_add_detail(m, &m->series[0], "thread_counter_3", NULL), 0);
    for (size_t i = 0; i < RUN_MAX_COUNTERS; i++)
        assert_int_equal(m->series[0].thread_counters[i] != NULL, i == 2);
    assert_int_equal(measurement_add_detail(m, &m->series[0], "thread_counter_9", NULL),
                     ERR_FAILED);
    run_free(run);
}

TEST(without_a_team_nothing_is_of_threads) {
    struct run *run = run_new();
    struct err err = {""};
    struct measurement *m = run_add_measurement(run, "axpy", 2, 1, 1, NULL);
    struct series *s = measurement_add_series(m, "one", NULL);
    assert_int_equal(m->team, 0);
    assert_int_equal(measurement_elements(m, PER_THREAD), 0);
    assert_int_equal(measurement_add_detail(m, s, "thread_begin", &err), ERR_FAILED);
    assert_string_equal(err.message, "axpy: thread_begin is of a team, which it does not have");
    assert_null(s->thread_begin);
    assert_int_equal(measurement_add_detail(m, s, "level", &err), 0);
    assert_non_null(s->level);
    run_free(run);
}

TEST(a_team_has_room_and_stays) {
    struct run *run = run_new();
    struct err err = {""};
    struct measurement *m = team_of(run, 2);
    assert_int_equal(measurement_set_team(m, RUN_MAX_ELEMENTS / 24, NULL), 0);
    assert_int_equal(measurement_set_team(m, RUN_MAX_ELEMENTS / 24 + 1, &err), ERR_FAILED);
    assert_string_equal(err.message, "set: no room for 89478486 threads in each of its samples");
    assert_int_equal(measurement_set_team(m, SIZE_MAX, &err), ERR_FAILED);
    assert_int_equal(m->team, RUN_MAX_ELEMENTS / 24);
    assert_int_equal(measurement_extend_rounds(m, 5, &err), ERR_FAILED);
    assert_int_equal(m->rounds, 4);
    assert_int_equal(measurement_set_team(m, 3, NULL), 0);
    assert_int_equal(measurement_add_detail(m, &m->series[0], "thread_end", NULL), 0);
    assert_int_equal(measurement_set_team(m, 3, NULL), 0);
    assert_int_equal(measurement_set_team(m, 4, &err), ERR_FAILED);
    assert_string_equal(err.message, "set: it already has details of 3 threads");
    assert_int_equal(m->team, 3);
    run_free(run);
}

/* A number that says where it is. */
static double place(size_t point, size_t round, size_t seed, size_t thread) {
    return (double)(1000 * point + 100 * round + 10 * seed + thread);
}

static void assert_places(const struct measurement *m, size_t measured) {
    const struct series *s = &m->series[0];
    for (size_t p = 0; p < m->points; p++)
        for (size_t r = 0; r < m->rounds; r++)
            for (size_t k = 0; k < m->max_seeds; k++) {
                double level = s->level[measurement_index(m, p, r, k)];
                assert_true(r < measured ? level == place(p, r, k, 0) : isnan(level));
                for (size_t t = 0; t < m->team; t++) {
                    size_t at = measurement_thread_index(m, p, r, k, t);
                    double is[] = {s->thread_begin[at], s->thread_counters[7][at]};
                    for (size_t i = 0; i < 2; i++)
                        assert_true(r < measured ? is[i] == place(p, r, k, t) + (double)i
                                                 : isnan(is[i]));
                }
            }
}

TEST(rounds_of_a_team_are_added_and_dropped) {
    struct run *run = run_new();
    struct measurement *m = team_of(run, 3);
    struct series *s = &m->series[0];
    assert_int_equal(measurement_add_detail(m, s, "level", NULL), 0);
    assert_int_equal(measurement_add_detail(m, s, "thread_begin", NULL), 0);
    assert_int_equal(measurement_add_detail(m, s, "thread_counter_8", NULL), 0);
    for (size_t p = 0; p < 3; p++)
        for (size_t r = 0; r < 4; r++)
            for (size_t k = 0; k < 2; k++) {
                s->level[measurement_index(m, p, r, k)] = place(p, r, k, 0);
                for (size_t t = 0; t < 3; t++) {
                    size_t at = measurement_thread_index(m, p, r, k, t);
                    s->thread_begin[at] = place(p, r, k, t);
                    s->thread_counters[7][at] = place(p, r, k, t) + 1;
                }
            }
    assert_places(m, 4);
    assert_int_equal(measurement_extend_rounds(m, 6, NULL), 0);
    assert_int_equal(m->rounds, 6);
    assert_places(m, 4);
    measurement_trim_rounds(m, 3);
    assert_int_equal(m->rounds, 3);
    assert_places(m, 3);
    measurement_trim_rounds(m, 1);
    assert_places(m, 1);
    run_free(run);
}
