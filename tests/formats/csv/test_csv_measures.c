/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands beside results in tables of others: its unit, and whether more of it is better. */
#include "tests/formats/csv_tells.h"

/* What else TABLE tells of the first action, as in FACT_MEASURES. */
static void assert_measures(const char *table, const char *measures) {
    struct run *run = foreign_run(&csv_format, "x.csv", table, NULL);
    assert_string_equal(facts_text(&run->measurements[0].facts, FACT_MEASURES, ""), measures);
    run_free(run);
}

TEST(a_statistic_has_the_unit_of_what_it_is_of) {
    static const struct {
        const char *header, *measures;
    } cases[] = {
        {"lib,n,time_ms,max,std", "max\ts\tless\nstd\ts\tless\n"},
        {"lib,n,avg_rtt_ms,max_rtt,p99", "p99\ts\tless\nmax\ts\tless\n"},
        {"lib,n,mean (us),95% CI,err", "95% CI\ts\tless\nerr\ts\tless\n"},
        {"lib,n,time_s,max_queue,rows_max", "max_queue\t1\t\nrows_max\t1\t\n"},
        {"lib,n,time_s,peak draw max,low_fill", "peak draw max\t1\t\nlow_fill\t1\t\n"},
        {"lib,n,time_s,rel_err,max_err", "rel_err\t1\tless\nmax_err\t1\tless\n"},
        {"lib,n,time_ms,throughput_mbs,throughput_std", "throughput_std\tB/s\tmore\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char table[ROOM];
        snprintf(table, sizeof table, "%s\na,8,1,3,0.5\nb,8,2,4,0.25\n", cases[i].header);
        assert_measures(table, cases[i].measures);
    }
}

TEST(the_prefix_of_a_rate_scales_it_whatever_it_is_of) {
    struct run *run = foreign_run(
        &csv_format, "x.csv",
        "|codec|time|speed|\n|-|-|-|\n|a|2 ms|1.5 Gvoxels/s|\n|b|4 ms|750 Mvoxels/s|\n", NULL);
    const struct measurement *m = &run->measurements[0];
    const double *a = m->series[0].details[measures_detail(0) - series_details],
                 *b = m->series[1].details[measures_detail(0) - series_details];
    assert_float_equal(a[0], 1.5e9, 1);
    assert_float_equal(b[0], 7.5e8, 1);
    run_free(run);
    assert_tells("lib,n,Mvoxels/s\na,8,2\nb,8,3\n", "rate", "a 8 2e+06, b 8 3e+06");
}

TEST(differences_of_memory_may_be_negative) {
    assert_measures("lib,time_ms,memory_kb\na,1,4\nb,2,-3\n", "memory\tB\tless\n");
    assert_refused("lib,time_ms\na,1\nb,-2\n",
                   "x.csv: line 3: \"-2\" in column \"time_ms\" is negative or has no end; leave "
                   "the cell empty, or write failed or timeout, if it was not measured");
}
