/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "analyze/aggregate/aggregate.h"
#include "plot/kinds/roofline.h"
#include "tests/analyze/sample_run.h"
#include "tests/test.h"

/* A table of actions that were measured one after the other. */
struct measured_actions {
    struct run *runs[4];
    struct table table;
    size_t count;
};

/* Adds ACTION at sizes 10, 20 and 30 with FLOPS and BYTES times n; the library takes FACTOR n ns,
 * in the first round. */
static struct series *add(struct measured_actions *actions, const char *action, double flops,
                          double bytes, const char *library, double factor) {
    struct run *run = sample_run(3, 2, 1);
    struct measurement *m = &run->measurements[0];
    double *f = measurement_add_term(m, "flops", NULL), *b = measurement_add_term(m, "bytes", NULL);
    free(m->name);
    m->name = strdup(action);
    for (size_t p = 0; p < 3; p++) {
        f[p] = flops * (double)m->sizes[p];
        b[p] = bytes * (double)m->sizes[p];
    }
    actions->runs[actions->count++] = run;
    return sample_series(run, library, factor);
}

static void fold(struct measured_actions *actions) {
    const struct table_options options = {.with_provenance = 1};
    for (size_t i = 0; i < actions->count; i++) {
        struct table table = {0};
        struct run *run = actions->runs[i];
        assert_int_equal(aggregate_whole(&table, run, &run->measurements[0], &options, NULL), 0);
        table_take(&actions->table, &table);
    }
}

static void release(struct measured_actions *actions) {
    table_release(&actions->table);
    for (size_t i = 0; i < actions->count; i++)
        run_free(actions->runs[i]);
}

static const struct rates_peak none = {{NAN, NAN}, 0};

/* Of two rounds, the second of which takes 1 % longer. */
static const double mean_factor = 1.005;

TEST(the_roof_is_the_best_peak_and_the_bandwidth_of_the_largest_size) {
    struct measured_actions actions = {0};
    struct err err = {""};
    struct roof roof;
    add(&actions, "peak_flops", 40, 0, "fma", 1);
    struct series *triad = add(&actions, "stream_triad", 2, 24, "plain", 2);
    triad->seconds[0] = triad->seconds[1] = 1e-9; /* at the least size: in a cache */
    fold(&actions);
    assert_int_equal(roofline_find(&roof, &actions.table, "", &none, &err), 0);
    assert_float_equal(roof.peak, 40e9 / mean_factor, 1);
    assert_float_equal(roof.bandwidth, 12e9 / mean_factor, 1);
    assert_string_equal(roof.peak_by, "fma");
    assert_string_equal(roof.bandwidth_by, "plain");
    const struct rates_peak given = {{NAN, 7e9}, 0};
    assert_int_equal(roofline_find(&roof, &actions.table, "", &given, &err), 0);
    assert_float_equal(roof.bandwidth, 7e9, 0);
    assert_null(roof.bandwidth_by);
    assert_string_equal(roof.peak_by, "fma");
    release(&actions);
}

TEST(the_roof_of_the_cpu_is_that_of_one_thread) {
    struct measured_actions actions = {0};
    struct err err = {""};
    struct roof roof;
    add(&actions, "peak_flops", 40, 0, "fma", 1);
    struct series *triad = add(&actions, "stream_triad", 2, 24, "plain", 2);
    double *threads =
        measurement_add_parameter(&actions.runs[1]->measurements[0], "threads", NULL)->values;
    for (size_t p = 0; p < 3; p++)
        threads[p] = p == 2 ? 2 : 1;
    triad->seconds[4] /= 2;
    triad->seconds[5] /= 2;
    fold(&actions);
    assert_int_equal(roofline_find(&roof, &actions.table, "", &none, &err), 0);
    assert_float_equal(roof.bandwidth, 12e9 / mean_factor, 1);
    release(&actions);
}

TEST(a_missing_ceiling_is_named_with_the_way_to_it) {
    struct measured_actions actions = {0};
    struct err err = {""};
    struct roof roof;
    add(&actions, "peak_flops", 40, 0, "fma", 1);
    fold(&actions);
    assert_int_equal(roofline_find(&roof, &actions.table, "", &none, &err), ERR_ABSENT);
    assert_non_null(strstr(err.message, "bench-collect stream_triad"));
    assert_non_null(strstr(err.message, "--peak 20GB/s"));
    release(&actions);
}

TEST(an_action_is_a_point_at_its_intensity) {
    struct measured_actions actions = {0};
    struct chart_set set = {0};
    struct err err = {""};
    const struct roof roof = {.device = "", .peak = 40e9, .bandwidth = 10e9};
    add(&actions, "gemm_like", 60, 2, "blis", 3);
    add(&actions, "axpy", 2, 24, "blis", 4);
    add(&actions, "stream_triad", 2, 24, "plain", 2);
    fold(&actions);
    if (roofline_chart(&set, &actions.table, &roof, &err))
        fail_msg("%s", err.message);
    const struct chart *chart = &set.charts[0];
    assert_int_equal(chart->series_count, 1);
    const struct series_data *blis = &chart->series[0];
    assert_int_equal(blis->count, 2);
    assert_float_equal(blis->x[0], 2.0 / 24, 1e-12);
    assert_float_equal(blis->x[1], 30, 1e-12);
    assert_float_equal(blis->y[0], 0.5e9 / mean_factor, 1);
    assert_float_equal(blis->y[1], 20e9 / mean_factor, 1);
    assert_true(blis->low[1] < blis->y[1] && blis->y[1] < blis->high[1]);
    assert_int_equal(chart->mark_count, 2);
    assert_string_equal(chart->marks[0].label, "axpy");
    assert_string_equal(chart->marks[1].label, "gemm_like");
    const struct series_data *guide = chart->guide;
    assert_float_equal(guide->x[1], 4, 1e-12);
    assert_float_equal(guide->y[0], 10e9 * guide->x[0], 1e-3);
    assert_float_equal(guide->y[2], 40e9, 0);
    chart_set_release(&set);
    release(&actions);
}

TEST(machines_and_precisions_are_not_mixed) {
    static const struct {
        const char *host, *type, *message;
    } others[] = {{"beta", "d", "--host"}, {"alpha", "s", "--run"}};
    for (size_t i = 0; i < 2; i++) {
        struct measured_actions actions = {0};
        struct chart_set set = {0};
        struct err err = {""};
        const struct roof roof = {.device = "", .peak = 40e9, .bandwidth = 10e9};
        add(&actions, "dot", 2, 16, "blis", 4);
        add(&actions, "axpy", 2, 24, "blis", 4);
        facts_set_text(&actions.runs[0]->facts, FACT_HOST, "alpha");
        facts_set_text(&actions.runs[1]->facts, FACT_HOST, others[i].host);
        facts_set_text(&actions.runs[1]->measurements[0].facts, FACT_TYPE, others[i].type);
        fold(&actions);
        assert_int_equal(roofline_chart(&set, &actions.table, &roof, &err), ERR_USAGE);
        assert_non_null(strstr(err.message, others[i].message));
        chart_set_release(&set);
        release(&actions);
    }
}

TEST(ceilings_alone_are_no_chart) {
    struct measured_actions actions = {0};
    struct chart_set set = {0};
    struct err err = {""};
    const struct roof roof = {.device = "", .peak = 40e9, .bandwidth = 10e9};
    add(&actions, "stream_triad", 2, 24, "plain", 2);
    fold(&actions);
    assert_int_equal(roofline_chart(&set, &actions.table, &roof, &err), ERR_ABSENT);
    chart_set_release(&set);
    release(&actions);
}

/* --- devices --- */

/* Adds a library on the device GPU to the run that was added last. */
static void add_on_gpu(struct measured_actions *actions, const char *library, double factor) {
    struct series *series = sample_series(actions->runs[actions->count - 1], library, factor);
    facts_set_text(&series->facts, FACT_DEVICE, "GPU");
}

TEST(a_device_has_a_roof_of_its_own) {
    struct measured_actions actions = {0};
    struct chart_set set = {0};
    struct err err = {""};
    struct roof roof;
    add(&actions, "peak_flops", 40, 0, "fma", 1);
    add_on_gpu(&actions, "clblast", 0.1);
    add(&actions, "stream_triad", 2, 24, "plain", 2);
    add_on_gpu(&actions, "clblast", 0.5);
    add(&actions, "axpy", 2, 24, "blis", 4);
    add_on_gpu(&actions, "clblast", 1);
    fold(&actions);
    assert_int_equal(roofline_find(&roof, &actions.table, "GPU", &none, &err), 0);
    assert_float_equal(roof.peak, 400e9 / mean_factor, 10);
    assert_float_equal(roof.bandwidth, 48e9 / mean_factor, 10);
    assert_int_equal(roofline_find(&roof, &actions.table, "", &none, &err), 0);
    assert_float_equal(roof.peak, 40e9 / mean_factor, 1);
    assert_string_equal(roof.peak_by, "fma");
    assert_true(roofline_peak(&actions.table) == 0); /* there are two */
    const struct rates_peak given = {{NAN, 7e9}, 0};
    if (roofline_charts(&set, &actions.table, &given, &err))
        fail_msg("%s", err.message);
    assert_int_equal(set.count, 2);
    for (size_t c = 0; c < 2; c++) {
        const struct chart *chart = &set.charts[c];
        assert_int_equal(chart->series_count, 1);
        assert_string_equal(chart->series[0].name, c ? "clblast" : "blis");
        assert_int_equal(chart->series[0].count, 1);
        assert_float_equal(chart->guide->y[2], (c ? 400e9 : 40e9) / mean_factor, 10);
        assert_float_equal(chart->guide->y[0] / chart->guide->x[0], c ? 48e9 / mean_factor : 7e9,
                           10);
    }
    assert_null(strstr(set.charts[0].title, "GPU"));
    assert_non_null(strstr(set.charts[1].title, "roofline of GPU"));
    assert_non_null(strstr(set.caption, "roofline of GPU"));
    chart_set_release(&set);
    release(&actions);
}

/* What a device reaches with data that each call brings there is no roof of calls that bring none.
 */
TEST(transfers_and_caches_are_not_mixed) {
    static const struct {
        const char *fact, *value;
        int is_refused, is_refused_on_cpu;
        const char *message;
    } cases[] = {
        {FACT_TRANSFERS, "excluded", 0, 0, ""},
        {FACT_TRANSFERS, "included", 1, 0, "excluded transfers, stream_triad with included tr"},
        {FACT_CACHE_STATE, "warm", 0, 0, ""},
        {FACT_CACHE_STATE, "cold", 1, 1, "warm caches, stream_triad with cold caches"},
    };
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        struct measured_actions actions = {0};
        struct chart_set set = {0};
        struct err err = {""};
        int on_device = i % 2 == 0;
        int refused = on_device ? cases[i / 2].is_refused : cases[i / 2].is_refused_on_cpu;
        add(&actions, "axpy", 2, 24, "blis", 4);
        if (on_device)
            add_on_gpu(&actions, "clblast", 1);
        add(&actions, "peak_flops", 40, 0, "fma", 1);
        add(&actions, "stream_triad", 2, 24, "plain", 2);
        if (on_device)
            add_on_gpu(&actions, "clblast", 1);
        facts_set_text(&actions.runs[2]->measurements[0].facts, cases[i / 2].fact,
                       cases[i / 2].value);
        fold(&actions);
        assert_int_equal(roofline_charts(&set, &actions.table, &none, &err),
                         refused ? ERR_USAGE : 0);
        if (refused) {
            assert_non_null(strstr(err.message, cases[i / 2].message));
            assert_non_null(strstr(err.message, "--run"));
        }
        chart_set_release(&set);
        release(&actions);
    }
}

TEST(a_missing_roof_is_measured_as_the_points_are) {
    struct measured_actions actions = {0};
    struct chart_set set = {0};
    struct err err = {""};
    add(&actions, "axpy", 2, 24, "blis", 4);
    add_on_gpu(&actions, "clblast", 1);
    facts_set_text(&actions.runs[0]->measurements[0].facts, FACT_TRANSFERS, "included");
    facts_set_text(&actions.runs[0]->measurements[0].facts, FACT_CACHE_STATE, "cold");
    fold(&actions);
    const struct rates_peak given = {{9e12, 3e12}, 0};
    assert_int_equal(roofline_charts(&set, &actions.table, &given, &err), 0);
    assert_non_null(
        strstr(set.charts[1].subtitle, "clblast --transfers included --cache cold measures it"));
    chart_set_release(&set);
    release(&actions);
}

TEST(a_size_that_only_a_device_has_leaves_the_cpu_its_largest) {
    struct measured_actions actions = {0};
    struct err err = {""};
    struct roof roof;
    add(&actions, "peak_flops", 40, 0, "fma", 1);
    struct series *triad = add(&actions, "stream_triad", 2, 24, "plain", 2);
    triad->status[2] = CELL_FAILED;
    add_on_gpu(&actions, "clblast", 0.5);
    fold(&actions);
    assert_int_equal(roofline_find(&roof, &actions.table, "", &none, &err), 0);
    assert_float_equal(roof.bandwidth, 12e9 / mean_factor, 1);
    release(&actions);
}

TEST(a_device_without_ceilings_has_points_and_the_way_to_them) {
    struct measured_actions actions = {0};
    struct chart_set set = {0}, alone = {0};
    struct err err = {""};
    add(&actions, "peak_flops", 40, 0, "fma", 1);
    add(&actions, "stream_triad", 2, 24, "plain", 2);
    add(&actions, "axpy", 2, 24, "blis", 4);
    add_on_gpu(&actions, "clblast", 1);
    fold(&actions);
    if (roofline_charts(&set, &actions.table, &none, &err))
        fail_msg("%s", err.message);
    assert_int_equal(set.count, 2);
    assert_non_null(set.charts[0].guide);
    assert_null(set.charts[1].guide);
    assert_string_equal(set.charts[1].series[0].name, "clblast");
    assert_non_null(strstr(set.charts[1].subtitle,
                           "no roof: bench-collect peak_flops,stream_triad clblast measures it"));
    assert_null(strstr(set.charts[0].subtitle, "no roof"));
    chart_set_release(&set);
    release(&actions);

    /* Without the CPU's points its ceilings are nobody's, and what is given is the device's. */
    struct measured_actions device = {0};
    const struct rates_peak given = {{9e12, 3e12}, 0};
    add(&device, "peak_flops", 40, 0, "fma", 1);
    add(&device, "stream_triad", 2, 24, "plain", 2);
    device.runs[2] = sample_run(3, 2, 1);
    device.count = 3;
    struct measurement *m = &device.runs[2]->measurements[0];
    double *f = measurement_add_term(m, "flops", NULL), *b = measurement_add_term(m, "bytes", NULL);
    for (size_t p = 0; p < 3; p++)
        f[p] = b[p] = (double)m->sizes[p];
    add_on_gpu(&device, "cublas", 1);
    fold(&device);
    for (int is_given = 0; is_given < 2; is_given++) {
        assert_int_equal(roofline_charts(&alone, &device.table, is_given ? &given : &none, &err),
                         0);
        assert_int_equal(alone.count, 1);
        assert_int_equal(alone.charts[0].guide != NULL, is_given);
        chart_set_release(&alone);
        alone = (struct chart_set){0};
    }
    release(&device);
}
