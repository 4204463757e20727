/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/comparison/hosts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/aggregate/aggregate.h"
#include "tests/analyze/close.h"
#include "tests/analyze/sample_run.h"
#include "tests/test.h"

/* Adds a run of HOST, in which quick takes FACTOR times as long as plain, a little more or less in
 * each of 5 rounds. NODE, VERSION and UUID may be NULL. */
struct added {
    const char *host, *node, *version, *uuid, *started, *reference;
    double factor;
    size_t points;
};

static int add(struct hosts *hosts, const struct added *like, struct err *err) {
    size_t points = like->points ? like->points : 1;
    struct run *run = sample_run(points, 5, 4);
    struct measurement *m = &run->measurements[0];
    facts_set_text(&run->facts, FACT_HOST, like->host);
    facts_set_text(&run->facts, FACT_SLURM_NODE, like->node);
    facts_set_text(&run->facts, FACT_UUID, like->uuid);
    if (like->started)
        facts_set_text(&run->facts, FACT_STARTED, like->started);
    sample_series(run, "plain", 1);
    struct series *quick = sample_series(run, "quick", like->factor);
    facts_set_text(&quick->facts, "version", like->version);
    for (size_t p = 0; p < points; p++)
        for (size_t r = 0; r < 5; r++)
            for (size_t k = 0; k < 4; k++)
                quick->seconds[measurement_index(m, p, r, k)] *= exp(0.01 * ((double)r - 2));
    const struct table_options options = {.reference = like->reference, .with_provenance = 1};
    struct table table = {0};
    int code = aggregate_whole(&table, run, m, &options, err);
    code = code ? code : hosts_add(hosts, &table, &table.sections[0], err);
    table_release(&table);
    run_free(run);
    return code;
}

static void conclude(struct hosts *hosts) {
    const struct hosts_asked asked = {0.05, 0.95, 0};
    struct err err;
    if (hosts_conclude(hosts, &asked, &err))
        fail_msg("%s", err.message);
}

TEST(ratios_stand_by_cell_and_host) {
    struct hosts hosts = {0};
    struct err err;
    const struct added runs[] = {{.host = "node10", .factor = 0.9, .points = 2},
                                 {.host = "node9", .factor = 0.8, .points = 1},
                                 {.host = "front", .node = "node1", .factor = 0.7, .points = 2}};
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(add(&hosts, &runs[i], &err), 0);
    conclude(&hosts);
    assert_int_equal(hosts.name_count, 3);
    assert_string_equal(hosts.names[0], "node1");
    assert_string_equal(hosts.names[1], "node9");
    assert_string_equal(hosts.names[2], "node10");
    assert_int_equal(hosts.cell_count, 2);
    const struct hosts_cell *cell = &hosts.cells[0];
    assert_true(cell->size == 10 && cell->count == 3 && cell->hosts == 3);
    assert_close(hosts_ratio(&hosts, cell, 0)->ratio.estimate, 0.7, 1e-12);
    assert_close(hosts_ratio(&hosts, cell, 2)->ratio.estimate, 0.9, 1e-12);
    assert_close(cell->fewest, 0.7, 1e-12);
    assert_close(cell->most, 0.9, 1e-12);
    /* The standard deviation of -0.02 to 0.02 in steps of 0.01, over sqrt(5), times what the mean
     * of five rounds that rise like that varies more: their lag-1 autocorrelation is 0.4. */
    double lone = sqrt(0.00025 / 5);
    assert_uint_in_range(1000 * hosts_ratio(&hosts, cell, 1)->se / lone, 1050, 1600);
    assert_close(hosts_ratio(&hosts, cell, 1)->degrees, 4, 1e-12);
    /* As errors are nearly the same, the mean is nearly that of the logarithms. */
    assert_close(cell->log_ratio, log(0.7 * 0.8 * 0.9) / 3, 1e-4);
    cell = &hosts.cells[1];
    assert_true(cell->size == 20 && cell->count == 2);
    assert_null(hosts_ratio(&hosts, cell, 1));
    assert_true(isnan(cell->predicted.low) && !isnan(cell->ratio.low));
    hosts_release(&hosts);
}

TEST(the_latest_run_counts_and_copies_do_not) {
    struct hosts hosts = {0};
    struct err err;
    const struct added runs[] = {
        {.host = "a", .uuid = "2", .started = "2025-06-02T12:00:00+00:00", .factor = 0.5},
        {.host = "a", .uuid = "1", .started = "2025-06-01T12:00:00+00:00", .factor = 0.9},
        {.host = "a", .uuid = "2", .started = "2025-06-02T12:00:00+00:00", .factor = 0.5}};
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(add(&hosts, &runs[i], &err), 0);
    conclude(&hosts);
    assert_int_equal(hosts.ratio_count, 1);
    assert_int_equal(hosts.older, 1);
    assert_close(hosts.ratios[0].ratio.estimate, 0.5, 1e-12);
    assert_int_equal(hosts.cells[0].verdict, HOSTS_ONE_HOST);
    assert_int_equal(hosts_check_shared(&hosts, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "all runs are of one host, a"));
    hosts_release(&hosts);
}

TEST(verdicts_are_of_the_mean) {
    struct hosts hosts = {0};
    struct err err;
    const char *const names[] = {"a", "b", "c", "d"};
    for (size_t i = 0; i < 4; i++) {
        const struct added run = {.host = names[i], .factor = 0.8 + 0.01 * (double)i};
        assert_int_equal(add(&hosts, &run, &err), 0);
    }
    conclude(&hosts);
    assert_int_equal(hosts.cells[0].verdict, HOSTS_FASTER);
    assert_string_equal(hosts_verdict_name((int)hosts.cells[0].verdict), "faster");
    assert_true(hosts.cells[0].ratio.high < 1 && hosts.cells[0].predicted.high < 1);
    double weight = 0;
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(hosts.ratios[i].verdict, VERDICT_FASTER);
        weight += hosts.ratios[i].weight;
    }
    assert_close(weight, 1, 1e-12);
    hosts_release(&hosts);
}

TEST(other_references_are_refused) {
    struct hosts hosts = {0};
    struct err err;
    const struct hosts_asked asked = {0.05, 0.95, 0};
    const struct added one = {.host = "a", .factor = 0.5, .reference = "plain"},
                       other = {.host = "b", .factor = 0.5, .reference = "quick"};
    assert_int_equal(add(&hosts, &one, &err), 0);
    assert_int_equal(add(&hosts, &other, &err), 0);
    assert_int_equal(hosts_conclude(&hosts, &asked, &err), ERR_USAGE);
    assert_string_equal(err.message,
                        "axpy: ratios are to plain on a and to quick on b; --ref names "
                        "one that all have");
    hosts_release(&hosts);
}

TEST(a_run_says_which_machine_it_is_of) {
    struct hosts hosts = {0};
    struct err err;
    const struct added run = {.factor = 0.5};
    assert_int_equal(add(&hosts, &run, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "run_000001 does not say which machine it is of"));
    hosts_release(&hosts);
}
