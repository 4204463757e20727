/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "formats/text/date.h"
#include "analyze/aggregate/aggregate.h"
#include "plot/analysis/dates.h"
#include "tests/analyze/sample_sweep.h"
#include "tests/test.h"

static const char *const starts[] = {"2026-03-01T00:00:00Z", "2026-01-01T00:00:00Z",
                                     "2026-02-01T00:00:00Z"};

/* Sizes 10 and 20; the second library is blis, in the last run atlas. */
static struct run *run_of(size_t number, const char *started) {
    struct run *run = sample_run(2, 3, 2);
    facts_set_text(&run->facts, FACT_STARTED, started);
    sample_series(run, "openblas", (double)(number + 1));
    sample_series(run, number == 2 ? "atlas" : "blis", 2);
    return run;
}

static struct table aggregate(const char *const *started, size_t count) {
    struct table table = {0};
    const struct table_options options = {0};
    for (size_t i = 0; i < count; i++) {
        struct run *run = run_of(i, started[i]);
        assert_int_equal(aggregate_whole(&table, run, &run->measurements[0], &options, NULL), 0);
        run_free(run);
    }
    return table;
}

TEST(runs_become_points_by_their_start) {
    static const size_t order[] = {1, 2, 0};
    struct table table = aggregate(starts, 3);
    struct chart_set set = {0};
    const struct table *joined;
    assert_int_equal(dates_join(&set, &table, &joined, NULL), 0);
    assert_int_equal(joined->section_count, 1);
    const struct section *section = &joined->sections[0];
    assert_int_equal(section->summary_count, 3);
    assert_int_equal(section->row_count, 6 * 3);
    assert_null(section->round_ratios); /* of the last run alone */
    assert_null(section->shown);
    const struct parameter_grid_axis *date = parameter_grid_find(section->space, AXES_DATE);
    assert_non_null(date);
    assert_true(date->varies && section->space->axes[0].varies);
    for (size_t p = 0; p < 6; p++) {
        const struct row *row = &joined->rows[p * 3]; /* openblas stands first in the latest run */
        assert_string_equal(row->library, "openblas");
        assert_true(date->values[p] == date_read(starts[order[p / 2]]));
        assert_true(row->mean.estimate == table.rows[4 * order[p / 2] + 2 * (p % 2)].mean.estimate);
        assert_int_equal(row->point, p);
    }
    chart_set_release(&set);
    table_release(&table);
}

TEST(a_library_that_a_run_has_not_is_a_gap) {
    struct table table = aggregate(starts, 3);
    struct chart_set set = {0};
    const struct table *joined;
    assert_int_equal(dates_join(&set, &table, &joined, NULL), 0);
    const struct section *section = &joined->sections[0];
    for (size_t p = 0; p < 6; p++)
        for (size_t l = 0; l < 3; l++) {
            const struct row *row = &joined->rows[p * 3 + l];
            int is_atlas = strcmp(row->library, "atlas") == 0;
            int has = strcmp(row->library, "openblas") == 0 || is_atlas == (p / 2 == 1);
            assert_int_equal(row->status, has ? CELL_OK : CELL_NOT_MEASURED);
            assert_int_equal(isnan(row->mean.estimate), !has);
            assert_string_equal(row->library,
                                joined->summaries[section->first_summary + l].library);
        }
    chart_set_release(&set);
    table_release(&table);
}

TEST(runs_without_a_date_are_left_out) {
    static const char *const some[] = {"2026-03-01T00:00:00Z", "yesterday"};
    struct chart_set set = {0};
    struct err err = {""};
    const struct table *joined;
    struct table table = aggregate(some, 2);
    assert_int_equal(dates_join(&set, &table, &joined, NULL), 0);
    assert_int_equal(joined->sections[0].row_count, 4);
    table_release(&table);
    table = aggregate(some + 1, 1);
    assert_int_equal(dates_join(&set, &table, &joined, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "no run says when it began"));
    chart_set_release(&set);
    table_release(&table);
}
