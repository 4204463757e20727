/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/aggregate.h"
#include "tests/analyze/close.h"
#include "tests/analyze/sample_sweep.h"
#include "tests/test.h"

static int add(struct table *table, const struct run *run, const char *reference, struct err *err) {
    struct table_options options = {.reference = reference};
    return aggregate_whole(table, run, &run->measurements[0], &options, err);
}

static const struct row *row_of(const struct table *table, const char *library, int64_t size) {
    for (size_t i = 0; i < table->row_count; i++)
        if (table->rows[i].size == size && strcmp(table->rows[i].library, library) == 0)
            return &table->rows[i];
    fail_msg("no row of %s at %d", library, (int)size);
    return NULL;
}

/* openblas 1, blis 1.5, netlib 3 times; three sizes, three rounds, two seeds. */
static struct run *three_libraries(void) {
    struct run *run = sample_run(3, 3, 2);
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 1.5);
    sample_series(run, "netlib", 3);
    return run;
}

TEST(rows_stand_by_size_then_library) {
    struct run *run = three_libraries();
    struct table table = {0};
    assert_int_equal(add(&table, run, NULL, NULL), 0);
    run_free(run); /* the table stands alone */
    assert_int_equal(table.row_count, 9);
    assert_int_equal(table.summary_count, 3);
    assert_int_equal(table.section_count, 1);
    assert_int_equal(table.rows[3].size, 20);
    assert_string_equal(table.rows[4].library, "blis");
    assert_string_equal(table.rows[4].action, "axpy");
    assert_string_equal(table.rows[4].run, "run_000001");
    assert_string_equal(table.rows[4].reference, "openblas");
    assert_null(table.rows[4].archive);
    assert_string_equal(table.sections[0].cpu, "Processor X");
    assert_int_equal(table.sections[0].rounds, 3);
    assert_int_equal(table.sections[0].most_seeds, 2);
    assert_int_equal(table.sections[0].warnings->count, 0);
    table_release(&table);
    assert_int_equal(table.row_count, 0);
}

TEST(ratios_go_to_the_reference) {
    struct run *run = three_libraries();
    struct table table = {0};
    assert_int_equal(add(&table, run, "blis", NULL), 0);
    assert_close(row_of(&table, "netlib", 20)->ratio.estimate, 2, 1e-14);
    assert_close(row_of(&table, "netlib", 20)->ratio.low, 2, 1e-12);
    const struct row *own = row_of(&table, "blis", 20);
    assert_true(own->is_reference && own->ratio.estimate == 1 && own->ratio.low == 1 &&
                own->ratio.high == 1);
    assert_false(row_of(&table, "openblas", 20)->is_reference);
    assert_close(table.summaries[2].ratio.estimate, 2, 1e-14);
    assert_int_equal(table.summaries[2].sizes, 3);
    table_release(&table);
    run_free(run);
}

TEST(the_reference_is_asked_for_then_the_runs_own_then_the_first) {
    struct run *run = three_libraries();
    struct table table = {0};
    struct facts *facts = &run->measurements[0].facts;
    assert_int_equal(add(&table, run, NULL, NULL), 0);
    facts_set_text(facts, FACT_REFERENCE, "netlib");
    assert_int_equal(add(&table, run, NULL, NULL), 0);
    assert_int_equal(add(&table, run, "blis", NULL), 0);
    facts_set_text(facts, FACT_REFERENCE, "gone");
    assert_int_equal(add(&table, run, NULL, NULL), 0);
    static const char *const wanted[] = {"openblas", "netlib", "blis", "openblas"};
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(table.sections[i].reference, wanted[i]);
    table_release(&table);
    run_free(run);
}

TEST(an_unknown_reference_is_told_which_there_are) {
    struct run *run = three_libraries();
    struct table table = {0};
    struct err err;
    assert_int_equal(add(&table, run, NULL, NULL), 0);
    assert_int_equal(add(&table, run, "mkl", &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "\"mkl\""));
    assert_non_null(strstr(err.message, "openblas, blis, netlib"));
    assert_int_equal(table.row_count, 9);
    assert_int_equal(table.section_count, 1);
    table_release(&table);
    run_free(run);
}

TEST(a_wrong_cell_keeps_its_ratio_but_stays_out_of_the_mean) {
    struct run *run = three_libraries();
    struct measurement *m = &run->measurements[0];
    struct series *netlib = measurement_find(m, "netlib");
    netlib->status[1] = CELL_WRONG;
    for (size_t i = 0; i < 6; i++)
        netlib->seconds[measurement_index(m, 1, 0, i)] *= 100;
    struct table table = {0};
    assert_int_equal(add(&table, run, NULL, NULL), 0);
    const struct row *wrong = row_of(&table, "netlib", 20);
    assert_int_equal(wrong->status, CELL_WRONG);
    assert_close(wrong->ratio.estimate, 300, 1e-11);
    assert_int_equal(table.summaries[2].sizes, 2);
    assert_close(table.summaries[2].ratio.estimate, 3, 1e-14);
    assert_int_equal(table.summaries[1].sizes, 3);
    table_release(&table);
    run_free(run);
}

TEST(where_the_reference_failed_there_is_no_ratio) {
    struct run *run = three_libraries();
    struct measurement *m = &run->measurements[0];
    struct series *openblas = measurement_find(m, "openblas");
    openblas->status[0] = CELL_CRASHED;
    for (size_t i = 0; i < 6; i++)
        openblas->seconds[i] = NAN;
    struct table table = {0};
    assert_int_equal(add(&table, run, "openblas", NULL), 0);
    assert_true(isnan(row_of(&table, "openblas", 10)->ratio.estimate));
    assert_true(isnan(row_of(&table, "blis", 10)->ratio.estimate));
    assert_false(isnan(row_of(&table, "blis", 10)->mean.estimate));
    assert_int_equal(table.summaries[0].sizes, 2);
    assert_true(table.summaries[0].ratio.estimate == 1 && table.summaries[0].ratio.high == 1);
    assert_int_equal(table.summaries[1].sizes, 2);
    table_release(&table);
    run_free(run);
}

TEST(a_wrong_reference_takes_its_size_out_of_every_mean) {
    struct run *run = three_libraries();
    measurement_find(&run->measurements[0], "openblas")->status[0] = CELL_WRONG;
    struct table table = {0};
    assert_int_equal(add(&table, run, NULL, NULL), 0);
    assert_close(row_of(&table, "blis", 10)->ratio.estimate, 1.5, 1e-14);
    for (size_t l = 0; l < 3; l++)
        assert_int_equal(table.summaries[l].sizes, 2);
    table_release(&table);
    run_free(run);
}

TEST(a_single_round_is_warned_of) {
    struct run *run = sample_run(2, 1, 4);
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 2);
    struct table table = {0};
    assert_int_equal(add(&table, run, NULL, NULL), 0);
    assert_int_equal(table.sections[0].warnings->count, 1);
    assert_string_equal(table.sections[0].warnings->items[0].rule, "rounds");
    assert_close(table.summaries[1].ratio.estimate, 2, 1e-14);
    assert_true(isnan(table.summaries[1].ratio.low));
    table_release(&table);
    run_free(run);
}

TEST(nothing_measured_gives_rows_of_nan) {
    struct run *run = sample_run(2, 2, 2);
    measurement_add_series(&run->measurements[0], "a", NULL);
    measurement_add_series(&run->measurements[0], "b", NULL);
    struct table table = {0};
    assert_int_equal(add(&table, run, NULL, NULL), 0);
    for (size_t i = 0; i < table.row_count; i++) {
        assert_true(isnan(table.rows[i].mean.estimate) && isnan(table.rows[i].ratio.estimate));
        assert_int_equal(table.rows[i].status, CELL_NOT_MEASURED);
    }
    assert_int_equal(table.summaries[0].sizes, 0);
    assert_true(isnan(table.summaries[0].ratio.estimate));
    table_release(&table);
    run_free(run);
}

TEST(a_measurement_without_libraries_is_an_empty_section) {
    struct run *run = sample_run(2, 2, 2);
    struct table table = {0};
    for (int i = 0; i < 3; i++)
        assert_int_equal(add(&table, run, NULL, NULL), 0);
    assert_int_equal(table.section_count, 3);
    assert_int_equal(table.row_count, 0);
    table_release(&table);
    run_free(run);
}

TEST(names_from_outside_are_made_printable) {
    struct run *run = sample_run(1, 1, 1);
    sample_series(run, "a\x1b[2J\xff", 1);
    struct table table = {0};
    assert_int_equal(add(&table, run, "a\x1b[2J\xff", NULL), 0);
    assert_string_equal(table.rows[0].library, "a%1B[2J%FF");
    assert_string_equal(table.rows[0].reference, "a%1B[2J%FF");
    table_release(&table);
    run_free(run);
}

TEST(the_fastest_comes_first_and_the_undefined_last) {
    struct run *run = sample_run(2, 2, 2);
    measurement_add_series(&run->measurements[0], "none", NULL);
    sample_series(run, "slow", 3);
    sample_series(run, "middle", 2);
    sample_series(run, "fast", 1);
    struct table table = {0};
    assert_int_equal(add(&table, run, "middle", NULL), 0);
    size_t *order = table_fastest_first(&table, &table.sections[0]);
    static const size_t wanted[] = {3, 2, 1, 0};
    assert_memory_equal(order, wanted, sizeof wanted);
    free(order);
    table_release(&table);
    run_free(run);
}

TEST(a_confidence_outside_0_to_1_is_refused) {
    struct run *run = three_libraries();
    struct table table = {0};
    struct table_options options = {.confidence = 1};
    assert_int_equal(aggregate_whole(&table, run, &run->measurements[0], &options, NULL),
                     ERR_USAGE);
    options.confidence = NAN;
    assert_int_equal(aggregate_whole(&table, run, &run->measurements[0], &options, NULL),
                     ERR_USAGE);
    options.confidence = 0.99;
    assert_int_equal(aggregate_whole(&table, run, &run->measurements[0], &options, NULL), 0);
    assert_int_equal(add(&table, run, NULL, NULL), 0);
    assert_true(table.rows[0].mean.high > table.rows[9].mean.high);
    table_release(&table);
    run_free(run);
}

/* --- the control --- */

/* Three libraries, and one of them again, between them, 1.5 times as slow as itself. */
static struct run *controlled_run(void) {
    struct run *run = sample_run(3, 3, 2);
    sample_series(run, "openblas", 1);
    struct series *control = sample_series(run, "openblas.control", 1.5);
    facts_set_text(&control->facts, FACT_CONTROL_OF, "openblas");
    sample_series(run, "blis", 0.5);
    sample_series(run, "netlib", 1.2);
    return run;
}

TEST(the_control_has_neither_rows_nor_a_mean) {
    struct run *run = controlled_run();
    struct table table = {0};
    assert_int_equal(add(&table, run, NULL, NULL), 0);
    assert_int_equal(table.row_count, 9);
    assert_int_equal(table.summary_count, 3);
    assert_int_equal(table.sections[0].samples, 9 * 6);
    assert_string_equal(table.summaries[1].library, "blis");
    assert_string_equal(table.rows[4].library, "blis");
    assert_int_equal(table.rows[4].size, 20);
    table_release(&table);
    run_free(run);
}

TEST(the_noise_is_the_controls_ratio_whatever_the_reference) {
    struct run *run = controlled_run();
    struct table table = {0};
    assert_int_equal(add(&table, run, "openblas", NULL), 0);
    assert_int_equal(add(&table, run, "blis", NULL), 0);
    for (size_t i = 0; i < table.row_count; i++) {
        assert_close(table.rows[i].noise.ratio.estimate, 1.5, 1e-14);
        assert_close(table.rows[i].noise.floor, 1.5, 1e-12);
    }
    for (size_t i = 0; i < table.summary_count; i++)
        assert_close(table.summaries[i].noise.ratio.estimate, 1.5, 1e-14);
    for (size_t i = 0; i < 2; i++) {
        assert_string_equal(table.sections[i].controlled, "openblas");
        assert_close(table.sections[i].noise.floor, 1.5, 1e-12);
    }
    table_release(&table);
    run_free(run);
}

TEST(the_control_is_no_reference_but_its_library_is) {
    struct run *run = controlled_run();
    struct table table = {0};
    struct err err;
    assert_int_equal(add(&table, run, "openblas.control", NULL), 0);
    assert_string_equal(table.sections[0].reference, "openblas");
    assert_int_equal(add(&table, run, "mkl", &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "it has openblas, blis, netlib"));
    table_release(&table);
    run_free(run);
}

TEST(without_a_control_the_noise_is_not_known) {
    struct run *run = three_libraries();
    struct table table = {0};
    assert_int_equal(add(&table, run, NULL, NULL), 0);
    assert_null(table.sections[0].controlled);
    assert_true(isnan(table.rows[0].noise.ratio.estimate) && isnan(table.rows[0].noise.floor));
    assert_true(isnan(table.summaries[0].noise.floor) && isnan(table.sections[0].noise.floor));
    table_release(&table);
    run_free(run);
}

TEST(a_lone_control_of_nothing_is_a_library) {
    struct run *run = sample_run(2, 3, 2);
    struct series *lone = sample_series(run, "blis.control", 1);
    facts_set_text(&lone->facts, FACT_CONTROL_OF, "blis");
    struct table table = {0};
    assert_int_equal(add(&table, run, NULL, NULL), 0);
    assert_int_equal(table.row_count, 2);
    assert_string_equal(table.sections[0].reference, "blis.control");
    table_release(&table);
    run_free(run);
}

/* --- parameters --- */

TEST(only_samples_of_one_point_form_pairs) {
    struct run *run = sample_sweep(3, 4);
    struct table table = {0};
    assert_int_equal(
        aggregate_whole(&table, run, &run->measurements[0], &(struct table_options){0}, NULL), 0);
    assert_int_equal(table.row_count, 8);
    for (size_t p = 0; p < 4; p++) {
        const struct row *row = &table.rows[2 * p + 1];
        assert_int_equal(row->point, p);
        assert_int_equal(row->size, p < 2 ? 10 : 20);
        assert_true(parameter_grid_find(row->space, "stride")->values[row->point] ==
                    (p % 2 ? 8 : 1));
        assert_close(row->ratio.estimate, p % 2 ? 0.5 : 2, 1e-14);
        assert_close(row->ratio.high, p % 2 ? 0.5 : 2, 1e-14);
    }
    assert_int_equal(table.summaries[1].sizes, 4);
    assert_close(table.summaries[1].ratio.estimate, 1, 1e-14);
    assert_string_equal(table.sections[0].conditions, "chunk 64");
    table_release(&table);
    run_free(run);
}

TEST(the_noise_floor_names_its_point) {
    struct run *run = sample_sweep(3, 4);
    struct series *control = sample_series(run, "again", 1);
    facts_set_text(&control->facts, FACT_CONTROL_OF, "openblas");
    for (size_t i = 0; i < 12; i++)
        control->seconds[12 + i] *= 1.5;
    struct table table = {0};
    assert_int_equal(
        aggregate_whole(&table, run, &run->measurements[0], &(struct table_options){0}, NULL), 0);
    assert_int_equal(table.sections[0].noise_point, 1);
    assert_close(table.rows[2].noise.ratio.estimate, 1.5, 1e-14);
    assert_close(table.rows[4].noise.ratio.estimate, 1, 1e-14);
    table_release(&table);
    run_free(run);
}
