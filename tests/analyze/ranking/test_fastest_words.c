/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/ranking/fastest_words.h"
#include "analyze/aggregate/aggregate.h"
#include "tests/analyze/sample_sweep.h"
#include "tests/test.h"

/* openblas is the fastest at 10 and 20, blis at 30 and 40. */
static struct table sample_table(void) {
    struct run *run = sample_run(4, 5, 3);
    struct table table = {0};
    sample_series(run, "openblas", 1);
    struct series *blis = sample_series(run, "blis", 2);
    for (size_t i = 2 * 5 * 3; i < 4 * 5 * 3; i++)
        blis->seconds[i] /= 4 * (1 + 0.001 * (double)(i % 3));
    assert_int_equal(
        aggregate_whole(&table, run, &run->measurements[0], &(struct table_options){0}, NULL), 0);
    run_free(run);
    return table;
}

typedef void write_words(const struct table *table, const struct section *section, FILE *file);

static void expect(write_words *write, const char *expected) {
    struct table table = sample_table();
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    write(&table, &table.sections[0], file);
    fclose(file);
    assert_string_equal(text, expected);
    free(text);
    table_release(&table);
}

TEST(the_answer_is_who_is_the_fastest_where) {
    expect(fastest_words_write_answer, "fastest: openblas at 10 to 20 · blis at 30 to 40");
    expect(fastest_words_write_spans, "fastest: openblas at 10 to 20 · blis at 30 to 40");
}

TEST(details_are_where_the_lead_passes) {
    expect(fastest_words_write_details, "blis overtakes openblas at n ≈ 24 (between 20 and 30)");
}

/* NAMES libraries alike at 10 and 20, the first of which is twice as fast as the others at 30 and
 * 40. */
static struct table alike_table(size_t names) {
    struct run *run = sample_run(4, 5, 3);
    struct table table = {0};
    for (size_t l = 0; l < names; l++) {
        char name[32];
        snprintf(name, sizeof name, "lib%zu", l + 1);
        struct series *series = sample_series(run, name, 1);
        for (size_t i = 0; l && i < 60; i++)
            series->seconds[i] *= i < 30 ? 1 + 0.001 * (double)(i % 3) - 0.001 : 2;
    }
    assert_int_equal(
        aggregate_whole(&table, run, &run->measurements[0], &(struct table_options){0}, NULL), 0);
    run_free(run);
    return table;
}

static void expect_of(struct table table, write_words *write, const char *expected) {
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    write(&table, &table.sections[0], file);
    fclose(file);
    assert_string_equal(text, expected);
    free(text);
    table_release(&table);
}

/* A few libraries that may all be the fastest are named, more are not. */
TEST(what_is_not_decided_is_not_claimed) {
    expect_of(alike_table(2), fastest_words_write_answer,
              "fastest: lib1 at 30 to 40 · lib1 or lib2 at 10 to 20");
    expect_of(alike_table(3), fastest_words_write_answer,
              "fastest: lib1 at 30 to 40 · lib1, lib2 or lib3 at 10 to 20");
    expect_of(alike_table(3), fastest_words_write_details, "");
    expect_of(alike_table(5), fastest_words_write_answer,
              "fastest: lib1 at 30 to 40 · undecided at 10 to 20");
    expect_of(alike_table(5), fastest_words_write_details,
              "not shown slower: lib2 at 10 to 20 · lib3 at 10 to 20 · lib4 at 10 to 20 · lib5 at "
              "10 to 20");
}

/* Two libraries alike at every second of POINTS sizes, the first twice as fast at the others. */
static struct table striped_table(size_t points) {
    struct run *run = sample_run(points, 5, 3);
    struct table table = {0};
    sample_series(run, "lib1", 1);
    struct series *second = sample_series(run, "lib2", 1);
    for (size_t i = 0; i < points * 15; i++)
        second->seconds[i] *= i / 15 % 2 ? 0.95 + 0.05 * (double)(i % 3) : 2;
    assert_int_equal(
        aggregate_whole(&table, run, &run->measurements[0], &(struct table_options){0}, NULL), 0);
    run_free(run);
    return table;
}

/* Where too many ranges are decided, it is said at how many sizes. */
TEST(no_span_covers_sizes_with_another_answer) {
    expect_of(striped_table(3), fastest_words_write_answer,
              "fastest: lib1 at 10 and 30 · lib1 or lib2 at 20");
    expect_of(striped_table(9), fastest_words_write_answer,
              "fastest: lib1 at 10, 30, 50, 70 and 90 · lib1 or lib2 at 20, 40, 60 and 80");
    expect_of(striped_table(12), fastest_words_write_answer,
              "fastest: lib1 at 6 of 11 sizes from 10 to 110 · lib1 or lib2 at 20, 40, 60, 80, "
              "100 and 1 more");
}

/* One size with several numbers of threads. */
TEST(a_curve_may_go_over_a_parameter) {
    struct run *run = sample_run(2, 5, 3);
    struct measurement *m = &run->measurements[0];
    struct table table = {0};
    m->sizes[1] = m->sizes[0];
    sample_parameter(m, FACT_THREADS, (double[]){1, 4});
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 2);
    assert_int_equal(aggregate_whole(&table, run, m, &(struct table_options){0}, NULL), 0);
    run_free(run);
    expect_of(table, fastest_words_write_answer, "fastest: openblas at threads 1 to 4");
}
