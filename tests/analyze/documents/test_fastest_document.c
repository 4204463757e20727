/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/ranking/fastest_average.h"
#include "analyze/documents/fastest_document.h"
#include "analyze/ranking/fastest.h"
#include "analyze/ranking/fastest_words.h"
#include "tests/analyze/close.h"
#include "tests/analyze/sample_growth.h"
#include "tests/analyze/sheet_text.h"
#include "tests/analyze/folded.h"
#include "tests/test.h"

struct raced {
    struct table table;
    struct fastest_found found;
};

static void find(struct raced *race) {
    const struct section *section = &race->table.sections[0];
    fastest_add(&race->found.rows, &race->table, section);
    crossovers_add(&race->found.crossovers, &race->table, section);
}

/* Frees RUN. */
static struct raced raced(struct run *run) {
    struct raced race = {.table = table_of(run)};
    find(&race);
    return race;
}

static void release(struct raced *race) {
    fastest_release(&race->found.rows);
    crossovers_release(&race->found.crossovers);
    table_release(&race->table);
}

static char *text_of(struct run *run, int summary_only) {
    struct raced race = raced(run);
    struct document document = {0};
    struct section_view how = {.summary_only = summary_only};
    assert_int_equal(fastest_sheet(&document, &race.table.sections[0], &race.found, &how, NULL), 0);
    char *text = sheet_text(&document);
    release(&race);
    return text;
}

/* Frees RUN. */
static void assert_words(struct run *run, const char *wanted) {
    struct table table = table_of(run);
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    fastest_words_write_answer(&table, &table.sections[0], file);
    fastest_words_write_details(&table, &table.sections[0], file);
    assert_int_equal(fclose(file), 0);
    assert_string_equal(text, wanted);
    free(text);
    table_release(&table);
}

static double nearly_linear_law(double n) {
    return 1.00001 * linear_law(n);
}

/* Their times are the same at n = 20. */
static struct run *two_laws(void) {
    struct run *run = sample_doubling_run(8);
    sample_law_series(run, "line", linear_law);
    sample_law_series(run, "square", square_law);
    return run;
}

static struct run *three_laws(void) {
    struct run *run = two_laws();
    sample_law_series(run, "same", nearly_linear_law);
    return run;
}

/* --- points --- */

TEST(the_fastest_is_that_of_the_smallest_time) {
    struct raced race = raced(two_laws());
    assert_int_equal(race.found.rows.count, 8);
    for (size_t i = 0; i < 8; i++)
        assert_string_equal(race.found.rows.items[i].fastest, i < 5 ? "square" : "line");
    release(&race);
}

/* At n = 1 they are 2 ns and 0.1 ns, at 128 256 ns and 1638.4 ns. */
TEST(the_next_is_slower_by_the_ratio_of_both) {
    struct raced race = raced(two_laws());
    const struct fastest_row *first = &race.found.rows.items[0], *last = first + 7;
    assert_string_equal(first->next, "line");
    assert_close(first->next_ratio.estimate, 20, 0.05);
    assert_true(first->next_ratio.low < 20 && first->next_ratio.high > 20);
    assert_string_equal(last->next, "square");
    assert_close(last->next_ratio.estimate, 6.4, 0.02);
    assert_null(last->not_shown_slower);
    release(&race);
}

TEST(who_is_not_shown_to_be_slower_is_named) {
    struct raced race = raced(three_laws());
    const struct fastest_row *last = &race.found.rows.items[7];
    assert_non_null(last->not_shown_slower);
    assert_true(strcmp(last->not_shown_slower, "line") == 0 ||
                strcmp(last->not_shown_slower, "same") == 0);
    assert_string_equal(last->next, "square");
    assert_int_equal(last->libraries, 3);
    release(&race);
}

/* blis takes 1.05 times as long as openblas, which takes 1.1 times as long as itself. */
TEST(what_is_within_the_noise_is_not_shown_to_be_slower) {
    struct raced race = {.table = noisy_table()};
    find(&race);
    assert_string_equal(race.found.rows.items[0].fastest, "openblas");
    assert_string_equal(race.found.rows.items[0].not_shown_slower, "blis");
    assert_string_equal(race.found.rows.items[0].next, "atlas");
    assert_close(race.found.rows.items[0].next_ratio.estimate, 2, 1e-9);
    assert_true(race.found.rows.items[0].noise_floor > 1.09);
    release(&race);
}

TEST(a_wrong_answer_is_not_the_fastest) {
    struct run *run = two_laws();
    run->measurements[0].series[1].status[0] = CELL_WRONG;
    struct raced race = raced(run);
    assert_string_equal(race.found.rows.items[0].fastest, "line");
    assert_null(race.found.rows.items[0].next);
    assert_true(isnan(race.found.rows.items[0].next_ratio.estimate));
    assert_int_equal(race.found.rows.items[0].libraries, 1);
    release(&race);
}

TEST(without_a_right_reference_nobody_is_the_fastest) {
    struct run *run = two_laws();
    run->measurements[0].series[0].status[0] = CELL_CRASHED;
    char *text = text_of(run, 0);
    assert_non_null(strstr(
        text, "1 size without a fastest: line, which all are compared by, has no right answer"));
    free(text);
}

TEST(the_reference_need_not_be_shown) {
    struct run *run = three_laws();
    struct filter filter = {0};
    struct raced race = {0};
    assert_int_equal(filter_add_libraries(&filter, "square,same", NULL), 0);
    assert_int_equal(aggregate_whole(&race.table, run, &run->measurements[0],
                                     &(struct table_options){.filter = &filter}, NULL),
                     0);
    find(&race);
    assert_string_equal(race.found.rows.items[0].fastest, "square");
    assert_string_equal(race.found.rows.items[7].fastest, "same");
    assert_close(race.found.crossovers.items[0].size.estimate, 20, 0.1);
    release(&race);
    filter_release(&filter);
    run_free(run);
}

/* --- means --- */

/* Every fourth sample of blis takes twice as long; otherwise it takes FACTOR of openblas's time,
 * with which netlib has nothing to do. */
static struct run *run_with_tail(double factor) {
    struct run *run = sample_run(2, 5, 8);
    sample_series(run, "openblas", 1);
    struct series *blis = sample_series(run, "blis", factor);
    for (size_t i = 3; i < 40; i += 4)
        blis->seconds[i] *= 2;
    sample_series(run, "netlib", 3);
    return run;
}

TEST(who_is_slower_by_means_is_not_called_the_fastest) {
    struct raced race = raced(run_with_tail(0.9));
    const struct fastest_row *first = &race.found.rows.items[0], *second = first + 1;
    assert_null(first->fastest);
    assert_string_equal(first->ranked_by, "disputed");
    assert_string_equal(first->by_typical, "blis");
    assert_string_equal(first->by_means, "openblas");
    assert_true(isnan(first->mean.estimate));
    assert_string_equal(second->fastest, "blis");
    assert_string_equal(second->ranked_by, "typical");
    assert_string_equal(second->by_means, "blis");
    release(&race);
    char *text = text_of(run_with_tail(0.9), 0);
    assert_non_null(strstr(text, "blis, by means openblas"));
    free(text);
    assert_words(run_with_tail(0.9),
                 "fastest: blis at 20\n"
                 "means disagree on the fastest: blis typically, openblas by means at 10");
}

TEST(what_is_slower_by_less_than_the_least_effect_is_not_so_by_means_either) {
    for (int is_below = 0; is_below < 2; is_below++) {
        struct table table =
            folded(run_with_tail(1), &(struct table_options){.min_effect = is_below ? 0.3 : 0.2});
        enum crossing_rank *ranks = fastest_ranks(&table, &table.sections[0]);
        assert_int_equal(ranks[1], is_below ? CROSSING_NOT_SHOWN_SLOWER : CROSSING_SLOWER_BY_MEANS);
        free(ranks);
        table_release(&table);
    }
}

/* A library that is slower by 5 %. */
TEST(on_average_too_there_is_a_least_effect) {
    for (int is_below = 0; is_below < 2; is_below++) {
        struct run *run = sample_run(2, 5, 8);
        enum crossing_rank ranks[3];
        sample_series(run, "openblas", 1);
        sample_series(run, "blis", 1.05);
        sample_series(run, "netlib", 1.2);
        struct table table =
            folded(run, &(struct table_options){.min_effect = is_below ? 0.1 : 0.01});
        fastest_on_average(&table, &table.sections[0], ranks);
        assert_int_equal(ranks[1], is_below ? CROSSING_NOT_SHOWN_SLOWER : CROSSING_SLOWER);
        assert_int_equal(ranks[2], CROSSING_SLOWER);
        table_release(&table);
    }
}

TEST(nor_among_those_that_are_not_shown_to_be_slower) {
    struct raced race = raced(run_with_tail(1));
    const struct fastest_row *first = &race.found.rows.items[0], *second = first + 1;
    assert_string_equal(first->fastest, "openblas");
    assert_null(first->not_shown_slower);
    assert_string_equal(first->slower_by_means, "blis");
    assert_string_equal(second->not_shown_slower, "blis");
    assert_null(second->slower_by_means);
    release(&race);
    assert_words(run_with_tail(1), "fastest: openblas at 10 · openblas or blis at 20\n"
                                   "slower by means: blis at 10");
}

/* --- crossovers --- */

TEST(two_power_laws_cross_where_they_are_equal) {
    struct raced race = raced(two_laws());
    assert_int_equal(race.found.crossovers.count, 1);
    const struct crossover *crossover = &race.found.crossovers.items[0];
    assert_string_equal(crossover->faster, "line");
    assert_string_equal(crossover->slower, "square");
    assert_close(crossover->size.estimate, 20, 0.1);
    assert_close(crossover->size.low, 16, 0);
    assert_close(crossover->size.high, 32, 0);
    release(&race);
}

TEST(variants_do_not_cross_each_other) {
    struct raced race = raced(sample_sweep(3, 4));
    assert_int_equal(race.found.crossovers.count, 0);
    assert_string_equal(race.found.rows.items[0].fastest, "openblas");
    assert_string_equal(race.found.rows.items[0].parameters, "stride 1");
    assert_string_equal(race.found.rows.items[1].fastest, "blis");
    release(&race);
}

/* Twice as slow at 25, twice as fast from 30 on: equal at the middle, of logarithms. */
TEST(without_a_size_they_lie_on_what_stands_in_its_place) {
    struct run *run = sample_without_size(3, 4);
    struct measurement *m = &run->measurements[0];
    for (size_t p = 0; p < 3; p++)
        for (size_t i = 0; i < 12; i++)
            m->series[1].seconds[p * 12 + i] *= p ? 1 / 6.0 : 2 / 3.0;
    char *text = text_of(run, 0);
    assert_non_null(
        strstr(text, "recursive overtakes iterative at number ≈ 27 (between 25 and 30)"));
    assert_non_null(strstr(text, "number 25  iterative"));
    assert_null(strstr(text, "size  "));
    free(text);
}

/* --- documents --- */

TEST(people_read_crossovers_as_sentences) {
    char *text = text_of(two_laws(), 0);
    assert_non_null(strstr(text, "size  fastest  probability  time ±"));
    assert_non_null(strstr(text, "\n\nline overtakes square at n ≈ 20 (between 16 and 32)\n"));
    free(text);
    text = text_of(two_laws(), 1);
    assert_null(strstr(text, "time ±"));
    assert_non_null(strstr(text, "\nline overtakes square at n ≈ 20 (between 16 and 32)\n"));
    free(text);
}

static struct run *single_round(void) {
    struct run *run = sample_run(3, 1, 4);
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 2);
    return run;
}

TEST(a_single_round_says_that_nothing_is_sure) {
    char *text = text_of(single_round(), 0);
    assert_non_null(strstr(text, "a single round tells little of how sure this is"));
    assert_null(strstr(text, "overtake"));
    free(text);
    struct raced race = raced(single_round());
    assert_string_equal(race.found.rows.items[0].next, "blis");
    assert_close(race.found.rows.items[0].next_ratio.estimate, 2, 1e-12);
    assert_true(race.found.rows.items[0].next_ratio.low > 1.9);
    assert_true(race.found.rows.items[0].next_ratio.high < 2.1);
    release(&race);
}

/* Samples of a single round in times of one another. */
static struct run *single_round_of(size_t samples, const char *reference, int is_paired) {
    static const struct {
        const char *library;
        double factor;
    } libraries[] = {{"middle", 33.0}, {"least", 5.7}, {"beside", 6.2}, {"most", 40.0}};
    struct run *run = sample_run(1, 1, samples);
    struct measurement *m = &run->measurements[0];
    if (!is_paired) {
        facts_release(&m->facts);
        m->facts = (struct facts){0};
    }
    facts_set_text(&m->facts, FACT_REFERENCE, reference);
    for (size_t l = 0; l < sizeof libraries / sizeof *libraries; l++)
        sample_series(run, libraries[l].library, libraries[l].factor);
    return run;
}

/* The one that is 9 % slower may be the fastest in another process. */
TEST(no_reference_changes_the_answer_of_a_single_round) {
    static const char *const references[] = {"middle", "least", "beside", "most"};
    for (int is_paired = 0; is_paired < 2; is_paired++)
        for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
            struct raced race = raced(single_round_of(5, references[i], is_paired));
            assert_string_equal(race.found.rows.items[0].fastest, "least");
            assert_string_equal(race.found.rows.items[0].not_shown_slower, "beside");
            assert_string_equal(race.found.rows.items[0].next, "middle");
            release(&race);
        }
}

TEST(of_one_run_of_each_only_the_order_is_told) {
    for (int is_paired = 0; is_paired < 2; is_paired++) {
        assert_words(single_round_of(1, "middle", is_paired),
                     "one run of each; the order is as measured");
        char *text = text_of(single_round_of(1, "middle", is_paired), 0);
        assert_non_null(strstr(text, "  one run of each; the order is as measured"));
        free(text);
    }
}

/* --- words --- */

TEST(below_a_table_stand_spans_and_crossovers) {
    assert_words(two_laws(), "fastest: square at 1 to 16 · line at 32 to 128\n"
                             "line overtakes square at n ≈ 20 (between 16 and 32)");
}

/* "line" comes before "same", which is not shown to be slower anywhere. */
TEST(spans_are_as_few_as_possible) {
    struct table table = table_of(three_laws());
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    fastest_words_write_answer(&table, &table.sections[0], file);
    fastest_words_write_details(&table, &table.sections[0], file);
    fclose(file);
    assert_non_null(strstr(text, "fastest: square at 1 to 16 · line or same at 32 to 128\n"));
    assert_non_null(strstr(text, " overtakes square at n ≈ 20"));
    assert_non_null(strstr(text, " · 1 more crossover; --fastest lists all"));
    free(text);
    table_release(&table);
}

TEST(each_variant_has_a_line) {
    assert_words(sample_sweep(3, 4), "fastest, stride 1: openblas at 10 to 20\n"
                                     "fastest, stride 8: blis at 10 to 20");
}

TEST(one_library_needs_no_words_and_one_size_a_name) {
    struct run *run = sample_run(3, 3, 4);
    sample_series(run, "openblas", 1);
    assert_words(run, "");
    run = sample_run(1, 3, 4);
    sample_series(run, "openblas", 1);
    sample_series(run, "blis", 2);
    assert_words(run, "fastest: openblas");
}

TEST(a_single_round_has_spans_of_the_smallest_mean) {
    assert_words(single_round(), "fastest in a single round: openblas at 10 to 30");
}
