/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "plot/analysis/sections.h"
#include "tests/analyze/sample_sweep.h"
#include "analyze/aggregate/aggregate.h"
#include "tests/test.h"

static const struct measure *const measures[] = {&measure_time, &measure_ratio};
static const struct sections_options both = {.measures = measures, .measure_count = 2};

/* Three libraries, sizes 100, 10, 1000 in that order; the seconds of library l are (l + 1) * size
 * nanoseconds, and blis is wrong at 1000. */
static void add_action(struct run *run, const char *action, const char *const names[3],
                       size_t rounds) {
    static const int64_t sizes[] = {100, 10, 1000};
    struct measurement *m = run_add_measurement(run, action, 3, rounds, 2, NULL);
    facts_set_text(&m->facts, FACT_SIZE_MEANS, "length of x and y");
    facts_set_text(&m->facts, FACT_TYPE, "d");
    facts_set_text(&m->facts, FACT_SCHEDULE, "interleaved");
    for (size_t p = 0; p < 3; p++) {
        m->sizes[p] = sizes[p];
        m->seeds[p] = 2;
    }
    for (size_t l = 0; l < 3; l++) {
        struct series *series = measurement_add_series(m, names[l], NULL);
        for (size_t p = 0; p < 3; p++) {
            series->status[p] = l == 1 && sizes[p] == 1000 ? CELL_WRONG : CELL_OK;
            for (size_t k = 0; k < rounds * 2; k++)
                series->seconds[p * rounds * 2 + k] =
                    (double)(l + 1) * (double)sizes[p] * 1e-9 * (1 + 0.01 * (double)(k / 2));
        }
    }
}

static struct table aggregate(struct run *run, const char *reference) {
    struct table table = {0};
    struct table_options options = {.reference = reference};
    for (size_t i = 0; i < run->measurement_count; i++)
        assert_int_equal(aggregate_whole(&table, run, &run->measurements[i], &options, NULL), 0);
    return table;
}

static const char *const usual[3] = {"openblas", "blis", "atlas"};

TEST(rows_become_series_ascending_in_size) {
    struct run *run = run_new();
    add_action(run, "axpy", usual, 3);
    struct table table = aggregate(run, "openblas");
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &both, NULL), 0);
    assert_int_equal(charts.count, 2);
    const struct series_data *blis = &charts.charts[0].series[1];
    assert_string_equal(blis->name, "blis");
    assert_int_equal(blis->count, 3);
    assert_float_equal(blis->x[0], 10, 0);
    assert_float_equal(blis->x[2], 1000, 0);
    assert_float_equal(blis->y[0] / (2 * 10 * 1.01e-9), 1, 1e-9);
    assert_true(blis->low[0] < blis->y[0] && blis->y[0] < blis->high[0]);
    assert_int_equal(blis->wrong[2], 1);
    assert_int_equal(blis->wrong[0], 0);
    const struct series_data *atlas = &charts.charts[1].series[2];
    assert_float_equal(atlas->y[1], 3, 1e-9);
    assert_true(charts.charts[1].series[0].is_reference);
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

/* Its title already names it. */
TEST(a_long_name_is_not_repeated_in_the_formula) {
    static const char *const names[] = {"org.company.Benchmark.getAll", "b", "c"};
    struct run *run = run_new();
    add_action(run, "axpy", names, 3);
    struct table table = aggregate(run, names[0]);
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &both, NULL), 0);
    assert_string_equal(charts.charts[1].title,
                        "axpy — typical time relative to org.company.Benchmark.getAll");
    assert_non_null(strstr(charts.charts[1].subtitle, "t(library) / t(reference), trimmed"));
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

TEST(the_words_say_what_is_shown) {
    struct run *run = run_new();
    facts_set_text(&run->facts, FACT_CPU, "Intel(R) Xeon(R) Gold CPU @ 2.90GHz");
    add_action(run, "axpy", usual, 3);
    add_action(run, "dot", usual, 1);
    struct table table = aggregate(run, "blis");
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &both, NULL), 0);
    const struct chart *time = &charts.charts[0], *ratio = &charts.charts[1];
    assert_string_equal(time->title, "axpy — mean time per call");
    assert_string_equal(ratio->title, "axpy — typical time relative to blis");
    assert_string_equal(time->x_label, "length of x and y");
    assert_non_null(strstr(time->subtitle, "mean of all samples with its 95 % interval"));
    assert_non_null(strstr(ratio->subtitle,
                           "t(library) / t(blis), trimmed mean of pairs, with its 95 % interval"));
    assert_non_null(strstr(ratio->subtitle, "lower is faster"));
    static const char setting[] = "\n3 rounds, double precision, Intel Xeon Gold";
    assert_ptr_equal(strchr(time->subtitle, '\n'), strstr(time->subtitle, setting));
    assert_null(strchr(ratio->subtitle, '\n'));
    assert_non_null(strstr(charts.charts[2].subtitle, "\nwarning: wrong answers; too few rounds"));
    assert_string_equal(charts.title, "axpy, dot");
    assert_null(strstr(charts.charts[3].subtitle, "warning")); /* once is enough */
    assert_non_null(strstr(charts.caption, "axpy — mean time per call: mean of all samples"));
    assert_non_null(strstr(charts.caption, "\nwarning, dot: single round: intervals are over "
                                           "samples and too narrow; measure with --rounds"));
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

/* The points are means of these, whatever the mean of whole batches is. */
TEST(a_title_of_typical_times_has_them_below_it) {
    struct run *run = run_new();
    add_action(run, "axpy", usual, 3);
    struct table table = aggregate(run, "blis");
    table.sections[0].are_typical = 1;
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &both, NULL), 0);
    assert_string_equal(charts.charts[0].title, "axpy — typical time per call");
    assert_non_null(strstr(charts.charts[0].subtitle,
                           "mean of all batches' typical times with its 95 % interval"));
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

/* As one sample alone has it. */
TEST(an_interval_that_nothing_has_is_not_promised) {
    struct run *run = run_new();
    add_action(run, "axpy", usual, 3);
    struct table table = aggregate(run, "blis");
    for (size_t i = 0; i < table.sections[0].row_count; i++) {
        struct row *row = &table.rows[i];
        row->mean.low = row->mean.high = NAN;
        if (!row->is_reference)
            row->ratio.low = row->ratio.high = NAN;
    }
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &both, NULL), 0);
    assert_non_null(strstr(charts.charts[0].subtitle, "mean of all samples with no interval;"));
    assert_non_null(strstr(charts.charts[1].subtitle, "mean of pairs, with no interval;"));
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

TEST(a_library_keeps_its_colour_in_all_charts) {
    static const char *const others[3] = {"atlas", "openblas", "netlib"};
    struct run *run = run_new();
    add_action(run, "axpy", usual, 3);
    add_action(run, "dot", others, 3);
    struct table table = aggregate(run, "openblas");
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &both, NULL), 0);
    static const size_t colours[4][3] = {{0, 1, 2}, {0, 1, 2}, {2, 0, 3}, {2, 0, 3}};
    for (size_t c = 0; c < 4; c++)
        for (size_t l = 0; l < 3; l++)
            assert_int_equal(charts.charts[c].series[l].colour, colours[c][l]);
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

TEST(the_control_is_a_grey_band_and_no_curve) {
    static const char *const names[3] = {"openblas", "blis", "openblas.control"};
    struct run *run = run_new();
    add_action(run, "axpy", names, 3);
    facts_set_text(&run->measurements[0].series[2].facts, FACT_CONTROL_OF, "openblas");
    struct table table = aggregate(run, "openblas");
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &both, NULL), 0);
    const struct chart *time = &charts.charts[0], *ratio = &charts.charts[1];
    assert_int_equal(time->series_count, 2);
    assert_int_equal(ratio->series_count, 2);
    assert_int_equal(ratio->noise->count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_float_equal(ratio->noise->x[i], ratio->series[0].x[i], 0);
        assert_float_equal(ratio->noise->y[i], 3, 1e-9);
        assert_float_equal(ratio->noise->low[i], 3, 0.02); /* by the steps of equal samples */
        assert_float_equal(ratio->noise->high[i], 3, 0.02);
    }
    assert_non_null(strstr(ratio->subtitle, "\ngrey: noise floor (openblas measured twice)"));
    assert_null(strstr(time->subtitle, "grey"));
    assert_non_null(
        strstr(time->subtitle, "\nwarning: wrong answers; two measurements of one library differ"));
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

/* --- parameters --- */

TEST(a_noise_floor_is_named_once) {
    static const char *const names[3] = {"openblas", "blis", "openblas.control"};
    struct run *run = run_new();
    add_action(run, "axpy", names, 3);
    add_action(run, "dot", names, 3);
    for (size_t i = 0; i < 2; i++)
        facts_set_text(&run->measurements[i].series[2].facts, FACT_CONTROL_OF, "openblas");
    struct table table = aggregate(run, "openblas");
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &both, NULL), 0);
    assert_int_equal(charts.count, 4);
    assert_non_null(
        strstr(charts.charts[1].subtitle, "grey: noise floor (openblas measured twice)"));
    assert_non_null(charts.charts[3].noise);
    assert_null(strstr(charts.charts[3].subtitle, "grey"));
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

TEST(across_goes_the_size_or_what_is_asked_for) {
    static const struct {
        const char *across, *label;
        double first;
        size_t curves;
    } cases[] = {{NULL, "length of x and y", 10, 4},
                 {"size", "length of x and y", 10, 4},
                 {"stride", "stride", 1, 4}};
    struct run *run = sample_sweep(3, 4);
    struct table table = aggregate(run, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sections_options options = both;
        struct chart_set charts = {0};
        options.across = cases[i].across;
        assert_int_equal(sections_chart(&charts, &table, &options, NULL), 0);
        assert_string_equal(charts.charts[0].x_label, cases[i].label);
        assert_int_equal(charts.charts[0].series_count, cases[i].curves);
        assert_true(charts.charts[0].series[0].x[0] == cases[i].first);
        assert_int_equal(charts.charts[1].x.unit, i > 1 ? UNIT_NUMBER : UNIT_SIZE);
        chart_set_release(&charts);
    }
    table_release(&table);
    run_free(run);
}

TEST(what_an_action_has_not_cannot_go_across) {
    struct err err = {""};
    struct run *run = sample_sweep(3, 4);
    struct table table = aggregate(run, NULL);
    struct sections_options options = both;
    struct chart_set charts = {0};
    options.across = "threads";
    assert_int_equal(sections_chart(&charts, &table, &options, &err), ERR_USAGE);
    assert_string_equal(err.message,
                        "axpy has no parameter \"threads\" to be drawn against; it has "
                        "size, stride, chunk");
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

TEST(without_a_size_the_actions_own_parameter_goes_across) {
    struct run *run = sample_without_size(3, 4);
    struct table table = aggregate(run, NULL);
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &both, NULL), 0);
    assert_string_equal(charts.charts[0].x_label, "number");
    assert_int_equal(charts.charts[0].series_count, 2);
    assert_true(charts.charts[0].series[0].x[2] == 35);
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

TEST(what_varies_goes_across_where_the_size_does_not) {
    struct run *run = sample_sweep(3, 4);
    for (size_t p = 0; p < 4; p++) {
        run->measurements[0].sizes[p] = 10;
        run->measurements[0].parameters[0].values[p] = (double)p;
    }
    struct table table = aggregate(run, NULL);
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &both, NULL), 0);
    assert_string_equal(charts.charts[0].x_label, "stride");
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

TEST(variants_of_a_library_have_its_colour_and_a_dash_of_their_own) {
    struct run *run = sample_sweep(3, 4);
    struct table table = aggregate(run, NULL);
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &both, NULL), 0);
    const struct series_data *time = charts.charts[0].series, *ratio = charts.charts[1].series;
    static const size_t colours[] = {0, 1, 0, 1}, variants[] = {1, 1, 2, 2};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(time[i].colour, colours[i]);
        assert_int_equal(time[i].variant, variants[i]);
    }
    assert_int_equal(charts.charts[1].series_count, 3);
    /* the line at 1 is the reference of both, so that a legend has it once */
    assert_true(ratio[0].is_reference);
    assert_int_equal(ratio[0].variant, 0);
    assert_int_equal(ratio[2].colour, 1);
    assert_int_equal(ratio[2].variant, 2);
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

TEST(variants_of_a_lone_library_have_colours) {
    struct run *run = sample_run(8, 3, 4);
    sample_parameter(&run->measurements[0], "stride", (double[]){1, 2, 4, 8, 1, 2, 4, 8});
    for (size_t p = 0; p < 8; p++)
        run->measurements[0].sizes[p] = p < 4 ? 10 : 20;
    sample_series(run, "memory", 1);
    struct table table = aggregate(run, NULL);
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &both, NULL), 0);
    const struct series_data *time = charts.charts[0].series;
    assert_int_equal(charts.charts[0].series_count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(time[i].colour, i);
        assert_int_equal(time[i].variant, 0);
    }
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

/* --- a grid, a stack, and what is left out --- */

TEST(a_grid_says_once_what_its_charts_have_alike) {
    static const struct measure *const time[] = {&measure_time};
    const struct sections_options options = {.measures = time, .measure_count = 1};
    struct run *run = run_new();
    facts_set_text(&run->facts, FACT_CPU, "Processor X");
    add_action(run, "axpy", usual, 3);
    add_action(run, "dot", usual, 3);
    struct table table = aggregate(run, NULL);
    struct chart_set charts = {.is_grid = 1, .columns = 4};
    assert_int_equal(sections_chart(&charts, &table, &options, NULL), 0);
    assert_string_equal(charts.heading, "2 actions — mean time per call");
    assert_string_equal(charts.charts[0].title, "axpy");
    assert_string_equal(charts.charts[1].title, "dot");
    assert_string_equal(charts.charts[0].subtitle, "");
    assert_int_equal(charts.columns, 4);
    assert_non_null(strstr(charts.subtitle, "95 % interval; lower is faster\n3 rounds, double "
                                            "precision, Processor X\nwarning: wrong answers"));
    assert_null(strstr(strstr(charts.subtitle, "wrong answers") + 1, "wrong answers"));
    assert_non_null(strstr(charts.caption, "dot — mean time per call: mean of all"));
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

TEST(charts_of_several_measures_in_a_grid_are_told_apart) {
    struct run *run = run_new();
    add_action(run, "axpy", usual, 3);
    struct table table = aggregate(run, "openblas");
    struct chart_set charts = {.is_grid = 1, .columns = 2};
    assert_int_equal(sections_chart(&charts, &table, &both, NULL), 0);
    assert_string_equal(charts.heading,
                        "axpy — mean time per call, typical time relative to openblas");
    assert_string_equal(charts.charts[0].title, "axpy — mean time");
    assert_string_equal(charts.charts[1].title, "axpy — typical ratio");
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

TEST(an_action_without_a_rate_is_left_out) {
    static const struct measure *const rate[] = {&measure_rate};
    const struct sections_options options = {.measures = rate, .measure_count = 1};
    struct run *run = run_new();
    struct err err = {""};
    add_action(run, "axpy", usual, 3);
    add_action(run, "empty", usual, 3);
    struct table table = aggregate(run, NULL);
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &options, &err), ERR_USAGE);
    assert_string_equal(err.message,
                        "nothing to draw: neither operations nor bytes are known: axpy, empty");
    chart_set_release(&charts);
    table_release(&table);
    double *flops = measurement_add_term(&run->measurements[0], "flops", NULL);
    for (size_t p = 0; p < 3; p++)
        flops[p] = 20;
    table = aggregate(run, NULL);
    assert_int_equal(sections_chart(&charts, &table, &options, NULL), 0);
    assert_int_equal(charts.count, 1);
    assert_string_equal(charts.charts[0].title, "axpy — operations per second");
    assert_string_equal(charts.left_out, "neither operations nor bytes are known: empty");
    assert_non_null(strstr(charts.caption, "left out, neither operations"));
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

TEST(a_speedup_is_the_ratio_turned_over_with_its_noise) {
    static const struct measure *const measures_of_both[] = {&measure_ratio, &measure_speedup};
    const struct sections_options options = {.measures = measures_of_both, .measure_count = 2};
    static const char *const names[3] = {"openblas", "blis", "openblas.control"};
    struct run *run = run_new();
    add_action(run, "axpy", names, 3);
    facts_set_text(&run->measurements[0].series[2].facts, FACT_CONTROL_OF, "openblas");
    struct table table = aggregate(run, "openblas");
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &options, NULL), 0);
    const struct chart *ratio = &charts.charts[0], *speedup = &charts.charts[1];
    assert_string_equal(speedup->title, "axpy — typical speed-up over openblas");
    assert_non_null(strstr(speedup->subtitle, "t(openblas) / t(library)"));
    assert_non_null(strstr(speedup->subtitle, "higher is faster"));
    for (size_t i = 0; i < 3; i++) {
        assert_float_equal(speedup->series[1].y[i] * ratio->series[1].y[i], 1, 1e-9);
        assert_float_equal(speedup->noise->low[i] * ratio->noise->high[i], 1, 1e-9);
        assert_true(speedup->noise->low[i] <= speedup->noise->high[i]);
    }
    assert_true(speedup->has_level && speedup->level == 1);
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

TEST(errors_below_the_roundoff_are_drawn_at_it) {
    static const struct measure *const accuracy[] = {&measure_accuracy};
    const struct sections_options options = {.measures = accuracy, .measure_count = 1};
    struct run *run = run_new();
    add_action(run, "axpy", usual, 3);
    for (size_t l = 0; l < 3; l++)
        for (size_t p = 0; p < 3; p++)
            run->measurements[0].series[l].relative_error[p] = l == 0 ? 0 : 1e-14;
    struct table table = aggregate(run, NULL);
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &options, NULL), 0);
    const struct chart *chart = &charts.charts[0];
    assert_true(chart->series[0].y[0] == 0x1p-53);
    assert_true(chart->series[1].y[0] == 1e-14);
    assert_int_equal(chart->series[1].wrong[2], 1);
    assert_int_equal(chart->mark_count, 1);
    assert_true(chart->marks[0].at == 0x1p-53);
    assert_null(strstr(chart->subtitle, "warning")); /* that is about times */
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

TEST(scales_and_ranges_are_as_asked) {
    const struct axes_asked asked = {.across = {.scale = AXIS_LINEAR, .low = 20, .high = INFINITY},
                                     .up = {.low = 1e-9, .high = 1}};
    struct sections_options options = both;
    options.axes = &asked;
    struct run *run = run_new();
    add_action(run, "axpy", usual, 3);
    struct table table = aggregate(run, NULL);
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &options, NULL), 0);
    assert_int_equal(charts.charts[0].x.scale, AXIS_LINEAR);
    assert_true(charts.charts[1].x.low == 20 && isinf(charts.charts[1].x.high));
    assert_true(charts.charts[0].y.low == 1e-9 && charts.charts[0].y.high == 1);
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

static void spoil(struct run *run, size_t measurement, size_t series) {
    for (size_t p = 0; p < 3; p++) {
        struct series *spoiled = &run->measurements[measurement].series[series];
        spoiled->status[p] = CELL_FAILED;
        for (size_t k = 0; k < 6; k++)
            spoiled->seconds[6 * p + k] = NAN;
    }
}

TEST(what_has_no_result_is_left_out) {
    struct run *run = run_new();
    add_action(run, "axpy", usual, 3);
    add_action(run, "dot", usual, 3);
    for (size_t l = 0; l < 3; l++)
        spoil(run, 0, l);
    struct table table = aggregate(run, NULL);
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &both, NULL), 0);
    assert_int_equal(charts.count, 2);
    assert_string_equal(charts.charts[0].title, "dot — mean time per call");
    assert_string_equal(charts.left_out, "no library has a result: axpy");
    assert_non_null(strstr(charts.caption, "left out, no library has a result: axpy"));
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

/* It is no line at 1 where nothing was measured. */
TEST(a_reference_without_a_result_is_no_level) {
    struct run *run = run_new();
    add_action(run, "axpy", usual, 3);
    spoil(run, 0, 0);
    struct table table = aggregate(run, "openblas");
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &both, NULL), 0);
    assert_int_equal(charts.count, 1);
    assert_non_null(strstr(charts.charts[0].subtitle, "openblas failed at sizes 10 to 1000"));
    chart_set_release(&charts);
    static const struct measure *const ratio[] = {&measure_ratio};
    struct err err = {""};
    assert_int_equal(
        sections_chart(&charts, &table,
                       &(struct sections_options){.measures = ratio, .measure_count = 1}, &err),
        ERR_USAGE);
    assert_string_equal(err.message, "nothing to draw: the reference has no result: axpy");
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

TEST(losses_name_all_their_sizes) {
    struct run *run = sample_run(6, 3, 4);
    static const char *const names[] = {"builtin", "blis", "atlas"};
    for (size_t i = 0; i < 3; i++)
        sample_series(run, names[i], 1);
    struct measurement *m = &run->measurements[0];
    struct series *lost = &m->series[1], *torn = &m->series[2];
    for (size_t p = 0; p < 6; p++) {
        m->sizes[p] = (int64_t)16 << (2 * p);
        lost->status[p] = p == 5 ? CELL_HUNG : CELL_FAILED;
        torn->status[p] = p == 2 ? CELL_OK : p == 4 ? CELL_HUNG : CELL_FAILED;
    }
    struct table table = aggregate(run, NULL);
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &both, NULL), 0);
    assert_non_null(strstr(charts.charts[0].subtitle,
                           "\nblis hung at size 16384\n"
                           "blis failed at sizes 16 to 4096\n"
                           "atlas hung at size 4096\n"
                           "atlas failed at sizes 16, 64, 1024, 16384\n"));
    chart_set_release(&charts);
    table_release(&table);
    run_free(run);
}

TEST(a_ratio_of_what_nothing_pairs_is_called_unpaired) {
    static const enum pairing pairings[] = {PAIRING_UNKNOWN, PAIRING_PAIRED, PAIRING_UNPAIRED};
    static const char *const words[] = {"t(openblas), trimmed mean, with",
                                        "t(openblas), trimmed mean of pairs, with",
                                        "t(openblas), trimmed means, unpaired, with"};
    struct run *run = run_new();
    add_action(run, "axpy", usual, 3);
    struct table table = aggregate(run, "openblas");
    for (size_t i = 0; i < 3; i++) {
        struct chart_set charts = {0};
        table.sections[0].pairing = pairings[i];
        assert_int_equal(sections_chart(&charts, &table, &both, NULL), 0);
        assert_non_null(strstr(charts.charts[1].subtitle, words[i]));
        assert_string_equal(charts.charts[1].title, "axpy — typical time relative to openblas");
        chart_set_release(&charts);
    }
    table_release(&table);
    run_free(run);
}

TEST(an_empty_table_gives_no_charts) {
    struct table table = {0};
    struct chart_set charts = {0};
    assert_int_equal(sections_chart(&charts, &table, &both, NULL), 0);
    assert_int_equal(charts.count, 0);
    chart_set_release(&charts);
}
