/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers are read back from the text, as a reader would, and calculated by plain sums. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/explain/explanation.h"
#include "analyze/aggregate/aggregate.h"
#include "analyze/output/print.h"
#include "tests/analyze/made_up.h"
#include "tests/test.h"

/* Of 4 rounds and 5 seeds; library-2 is the control of library-0, which is the reference. */
enum { ROUNDS = 4, SEEDS = 5, SAMPLES = ROUNDS * SEEDS };

struct fixture {
    struct run *run;
    struct filter filter;
    struct table table;
    char *text;
};

static char *text_of(const struct table *table, const char *format) {
    struct document document = {0};
    struct err err = {""};
    const struct print_options options = {.width = 10000}; /* nothing is broken */
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    explanation_add(&document, table, &table->sections[0]);
    print_format_find(format, &err)->print(file, &document, 0, &options);
    fclose(file);
    document_release(&document);
    return text;
}

static void explain_by(struct fixture *f, const char *test, const char *library, const char *size) {
    const struct table_options options = {.chosen = &f->filter, .test = hypothesis_find(test)};
    assert_int_equal(filter_add_libraries(&f->filter, library, NULL), 0);
    assert_int_equal(filter_add_condition(&f->filter, "size", 4, size, NULL), 0);
    assert_int_equal(aggregate_whole(&f->table, f->run, &f->run->measurements[0], &options, NULL),
                     0);
    f->text = text_of(&f->table, "text");
}

static void explain(struct fixture *f, const char *library, const char *size) {
    explain_by(f, "paired-t", library, size);
}

static int set_up_with(void **state, size_t rounds, size_t seeds) {
    struct fixture *f = calloc(1, sizeof *f);
    struct made_up like = MADE_UP_HONEST;
    unsigned short seed[3] = {4, 5, 6};
    like.sizes = 3;
    like.rounds = rounds;
    like.seeds = seeds;
    f->run = made_up_run(&like, seed);
    *state = f;
    return 0;
}

static int set_up(void **state) {
    return set_up_with(state, ROUNDS, SEEDS);
}

static int set_up_one_round(void **state) {
    return set_up_with(state, 1, SEEDS);
}

static int set_up_many_seeds(void **state) {
    return set_up_with(state, ROUNDS, 30);
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    table_release(&f->table);
    filter_release(&f->filter);
    run_free(f->run);
    free(f->text);
    free(f);
    return 0;
}

/* --- reading --- */

static const char *after(const char *text, const char *words) {
    const char *found = strstr(text, words);
    if (!found)
        fail_msg("there is no \"%s\" in\n%s", words, text);
    return found + strlen(words);
}

static double number_after(const char *text, const char *words) {
    char *end;
    const char *from = after(text, words);
    double value = strtod(from, &end);
    if (end == from)
        fail_msg("\"%s\" is followed by no number, but %.40s", words, from);
    return value;
}

/* The numbers of the lines "WORDS, round 1: ", "WORDS, round 2: ", ... */
static void read_rounds(const char *text, const char *words, double values[SAMPLES]) {
    for (int r = 0; r < ROUNDS; r++) {
        char label[64];
        snprintf(label, sizeof label, "\n%s, round %d: ", words, r + 1);
        const char *at = after(text, label);
        for (int k = 0; k < SEEDS; k++) {
            char *end;
            values[r * SEEDS + k] = strtod(at, &end);
            at = end + (k + 1 < SEEDS ? strlen(" · ") : 0);
        }
        assert_int_equal(*at, '\n');
    }
}

static double mean_of(const double *values, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += values[i];
    return sum / n;
}

static double sd_of(const double *values, int n) {
    double squares = 0, mean = mean_of(values, n);
    for (int i = 0; i < n; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    return sqrt(squares / (n - 1));
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void sort(double *values, int n) {
    qsort(values, (size_t)n, sizeof *values, compare);
}

/* Without 2 of 5 at each end, the middle is left. */
static void trim_rounds(const double values[SAMPLES], double trimmed[ROUNDS]) {
    for (int r = 0; r < ROUNDS; r++) {
        double round[SEEDS];
        memcpy(round, values + (ptrdiff_t)r * SEEDS, sizeof round);
        sort(round, SEEDS);
        trimmed[r] = round[2];
    }
}

/* To five digits. */
static void assert_near(double value, double expected) {
    if (!(fabs(value - expected) <= 1e-5 * fabs(expected)))
        fail_msg("%.9g is not %.9g", value, expected);
}

/* --- times --- */

EACH_TEST(set_up, tear_down);

TEST(samples_are_those_of_the_run) {
    struct fixture *f = *state;
    const struct measurement *m = &f->run->measurements[0];
    static const struct {
        const char *words;
        int series;
    } cases[] = {{"library-1", 1}, {"library-0", 0}, {"control", 2}};
    explain(f, "library-1", "20");
    assert_non_null(strstr(f->text, "SAMPLES in ns"));
    for (size_t i = 0; i < 3; i++) {
        double values[SAMPLES];
        read_rounds(f->text, cases[i].words, values);
        for (size_t k = 0; k < SAMPLES; k++)
            assert_near(values[k] * 1e-9,
                        m->series[cases[i].series].seconds[measurement_index(m, 1, 0, 0) + k]);
    }
}

TEST(mean_and_sd_are_those_of_the_samples) {
    struct fixture *f = *state;
    double x[SAMPLES];
    explain(f, "library-1", "20");
    read_rounds(f->text, "library-1", x);
    assert_near(number_after(f->text, "Σ n × round's mean / Σ n = "), mean_of(x, SAMPLES));
    const char *sd = after(f->text, "\nsd = √(Σ(x − mean)² / (n − 1))");
    assert_near(number_after(sd, ") = "), sd_of(x, SAMPLES));
    assert_near(number_after(sd, "= √("), pow(sd_of(x, SAMPLES), 2) * (SAMPLES - 1));
}

/* R: qt(0.975, 3) = 3.182446305 */
TEST(mean_has_a_t_interval_over_rounds) {
    struct fixture *f = *state;
    double x[SAMPLES], means[ROUNDS];
    explain(f, "library-1", "20");
    read_rounds(f->text, "library-1", x);
    for (int r = 0; r < ROUNDS; r++)
        means[r] = mean_of(x + (ptrdiff_t)r * SEEDS, SEEDS);
    double half = 3.182446305 * sd_of(means, ROUNDS) / 2;
    const char *line = after(f->text, "\nmean = ");
    assert_near(number_after(after(line, "√4 = "), " ± "), 3.182446305);
    assert_near(number_after(line, "√4 = ± "), half);
    assert_near(number_after(line, "interval from "), mean_of(x, SAMPLES) - half);
    assert_near(number_after(line, " to "), mean_of(x, SAMPLES) + half);
    assert_near(number_after(f->text, "\nse = sd / √4 = "), sd_of(means, ROUNDS));
}

TEST(skewness_is_that_of_the_samples) {
    struct fixture *f = *state;
    double x[SAMPLES], second = 0, third = 0, n = SAMPLES;
    explain(f, "library-1", "20");
    read_rounds(f->text, "library-1", x);
    double mean = mean_of(x, SAMPLES);
    for (int i = 0; i < SAMPLES; i++) {
        second += pow(x[i] - mean, 2) / n;
        third += pow(x[i] - mean, 3) / n;
    }
    double skewness = sqrt(n * (n - 1)) / (n - 2) * third / pow(second, 1.5);
    const char *line = after(f->text, "skewness: ");
    assert_near(number_after(line, "(x − mean)³ / n = "), third);
    assert_near(number_after(after(line, "^1.5 = "), "^1.5 = "), skewness);
}

/* --- order --- */

TEST(quartiles_and_median_are_between_sorted_samples) {
    struct fixture *f = *state;
    double x[SAMPLES];
    explain(f, "library-1", "20");
    read_rounds(f->text, "library-1", x);
    sort(x, SAMPLES);
    double q1 = x[4] + 0.75 * (x[5] - x[4]), q3 = x[14] + 0.25 * (x[15] - x[14]);
    const char *median = after(f->text, "\nmedian: number 1 + 0.5 × (n − 1) = 10.5");
    assert_near(number_after(median, ") = "), (x[9] + x[10]) / 2);
    assert_near(number_after(after(f->text, "\nQ1: number 1 + 0.25 × (n − 1) = 5.75"), ") = "), q1);
    assert_near(number_after(after(f->text, "\nQ3: number 1 + 0.75 × (n − 1) = 15.25"), ") = "),
                q3);
    const char *low = after(after(f->text, "\nfences: "), ") = ");
    assert_near(number_after(low, ") = "), q1 - 1.5 * (q3 - q1));
    const char *high = after(low, "(Q3 − Q1) = ");
    assert_near(number_after(high, ") = "), q3 + 1.5 * (q3 - q1));
}

TEST(mad_is_the_median_of_distances) {
    struct fixture *f = *state;
    double x[SAMPLES];
    explain(f, "library-1", "20");
    read_rounds(f->text, "library-1", x);
    sort(x, SAMPLES);
    double median = (x[9] + x[10]) / 2;
    for (int i = 0; i < SAMPLES; i++)
        x[i] = fabs(x[i] - median);
    sort(x, SAMPLES);
    assert_near(
        number_after(
            after(f->text, "\nMAD, of the distances |x − median|: number 1 + 0.5 × (n − 1) = 10.5"),
            ") = "),
        (x[9] + x[10]) / 2);
}

TEST(few_rounds_have_no_interval_of_the_median) {
    struct fixture *f = *state;
    explain(f, "library-1", "20");
    assert_near(number_after(f->text, "1 − 2 / 2^4 = "), 87.5);
}

/* --- ratio and noise --- */

TEST(ratio_is_exp_of_the_mean_of_trimmed_differences) {
    struct fixture *f = *state;
    double x[SAMPLES], y[SAMPLES], d[SAMPLES], trimmed[ROUNDS];
    explain(f, "library-1", "20");
    read_rounds(f->text, "library-1", x);
    read_rounds(f->text, "library-0", y);
    read_rounds(f->text, "d", d);
    for (int i = 0; i < SAMPLES; i++)
        assert_true(fabs(d[i] - log(x[i] / y[i])) < 1e-6);
    trim_rounds(d, trimmed);
    double mean = mean_of(trimmed, ROUNDS), half = 3.182446305 * sd_of(trimmed, ROUNDS) / 2;
    const char *part = after(f->text, "\nRATIO of library-1 to library-0");
    assert_near(number_after(after(part, "\nratio = exp("), ") = "), exp(mean));
    assert_near(number_after(after(part, "interval from exp("), ") = "), exp(mean - half));
    assert_near(number_after(after(part, " to exp("), ") = "), exp(mean + half));
    assert_near(number_after(part, "\nln ratio = "), mean);
}

TEST(difference_is_the_mean_of_trimmed_differences) {
    struct fixture *f = *state;
    double x[SAMPLES], y[SAMPLES], trimmed[ROUNDS];
    explain(f, "library-1", "20");
    read_rounds(f->text, "library-1", x);
    read_rounds(f->text, "library-0", y);
    for (int i = 0; i < SAMPLES; i++)
        x[i] -= y[i];
    trim_rounds(x, trimmed);
    assert_near(number_after(f->text, "mean over rounds = "), mean_of(trimmed, ROUNDS));
}

static double floor_of(const char *text) {
    double c[SAMPLES], trimmed[ROUNDS];
    read_rounds(text, "c", c);
    trim_rounds(c, trimmed);
    double mean = mean_of(trimmed, ROUNDS), half = 3.182446305 * sd_of(trimmed, ROUNDS) / 2;
    return exp(fmax(mean + half, half - mean));
}

TEST(noise_floor_is_the_far_end_of_the_controls_interval) {
    struct fixture *f = *state;
    explain(f, "library-1", "20");
    const char *line = after(f->text, "noise floor F = the largest of 1, ");
    assert_near(number_after(after(line, "and 1 / "), " = "), floor_of(f->text));
}

TEST(without_control_there_is_no_floor) {
    struct fixture *f = *state;
    f->run->measurements[0].series_count = 2;
    explain(f, "library-1", "20");
    f->run->measurements[0].series_count = 3;
    after(f->text, "NOISE FLOOR: there was no control");
}

/* --- verdict --- */

static void slow_down(struct fixture *f, double factor) {
    const struct measurement *m = &f->run->measurements[0];
    for (size_t i = 0; i < 3 * SAMPLES; i++)
        m->series[1].seconds[i] *= factor;
}

/* P(T > t) of 3 degrees of freedom has a closed form. */
static double p_of_three_degrees(double t) {
    double x = t / sqrt(3);
    return 1 - 2 / acos(-1) * (atan(x) + x / (1 + x * x));
}

TEST(p_is_that_of_t_beyond_the_margin) {
    struct fixture *f = *state;
    double d[SAMPLES], trimmed[ROUNDS];
    slow_down(*state, 1.1);
    explain(f, "library-1", "20");
    read_rounds(f->text, "d", d);
    trim_rounds(d, trimmed);
    double t = (mean_of(trimmed, ROUNDS) - log(floor_of(f->text))) / (sd_of(trimmed, ROUNDS) / 2);
    const char *line = after(f->text, "\nt = (|mean| − margin)");
    assert_near(number_after(line, "√4) = "), t);
    assert_near(number_after(f->text, "\np = 2 P(T > t) = "), p_of_three_degrees(t));
}

TEST(signs_are_counted) {
    struct fixture *f = *state;
    slow_down(*state, 1.5);
    explain_by(f, "sign", "library-1", "20");
    after(f->text, "\n4 of 4 are above ");
    assert_near(number_after(f->text, "the smaller of 1 and 2 P = "), 2.0 / 16);
}

TEST(p_is_corrected_for_all_rows) {
    struct fixture *f = *state;
    double p[3], adjusted = 0;
    slow_down(*state, 1.1);
    explain(f, "library-1", "20");
    for (size_t i = 0; i < 3; i++)
        p[i] = f->table.rows[2 * i + 1].p;
    double own = p[1];
    sort(p, 3);
    for (int i = 0; i < 3 && p[i] <= own; i++)
        adjusted = fmax(adjusted, fmin(1, (3 - i) * p[i]));
    assert_near(number_after(f->text, "\nadjusted p = "), adjusted);
    assert_near(number_after(f->text, "\nHolm: p is number "), 1 + (p[0] < own) + (p[1] < own));
    after(f->text, " of the 3 rows that were tested");
}

TEST(verdict_is_a_sentence) {
    struct fixture *f = *state;
    slow_down(*state, 1.5);
    explain(f, "library-1", "20");
    after(f->text, "\nverdict: library-1 is slower than library-0, as adjusted p is at most 0.05");
}

TEST(equals_are_not_shown_to_differ) {
    struct fixture *f = *state;
    explain(f, "library-1", "20");
    after(f->text, "\nverdict: no difference is shown between library-1 and library-0");
}

/* --- what is otherwise --- */

TEST(reference_has_neither_ratio_nor_verdict) {
    struct fixture *f = *state;
    explain(f, "library-0", "30");
    after(f->text, "library-0 is the reference itself, whose ratio is 1");
    after(f->text, "VERDICT: none, as this is the reference");
    assert_null(strstr(f->text, "\nd, round"));
}

TEST_WITH(single_round_is_called_too_narrow, set_up_one_round, tear_down) {
    struct fixture *f = *state;
    explain(f, "library-1", "20");
    after(f->text, "a single round: the sample has to be the unit");
    after(f->text, "only one round has pairs");
    after(f->text, "d of the pairs, as there is one round only");
}

TEST_WITH(many_samples_are_shortened, set_up_many_seeds, tear_down) {
    struct fixture *f = *state;
    explain(f, "library-1", "20");
    const char *line = after(f->text, "\nlibrary-1, round 1: ");
    size_t separators = 0, length = strcspn(line, "\n");
    for (const char *at = line; (at = strstr(at, " · ")) && at < line + length; at++)
        separators++;
    assert_int_equal(separators, EXPLANATION_SAMPLES);
    assert_memory_equal(line + length - strlen("… (30 in all)"), "… (30 in all)",
                        strlen("… (30 in all)"));
}

TEST(what_was_not_measured_is_a_dash) {
    struct fixture *f = *state;
    struct measurement *m = &f->run->measurements[0];
    m->series[1].seconds[measurement_index(m, 1, 0, 0)] = NAN;
    explain(f, "library-1", "20");
    assert_int_equal(*after(f->text, "\nlibrary-1, round 1: "), '-');
    after(f->text, "\nn = 19 in 4 rounds");
}

TEST(lost_cell_has_its_status) {
    struct fixture *f = *state;
    struct measurement *m = &f->run->measurements[0];
    m->series[1].status[1] = CELL_CRASHED;
    for (size_t i = 0; i < SAMPLES; i++)
        m->series[1].seconds[measurement_index(m, 1, 0, 0) + i] = NAN;
    explain(f, "library-1", "20");
    after(f->text, "STATUS: crashed");
    after(f->text, "warning: failed: library-1 at size 20");
    assert_null(strstr(f->text, "TIME of"));
}

TEST(wrong_answers_have_their_errors) {
    struct fixture *f = *state;
    struct series *series = &f->run->measurements[0].series[1];
    series->status[1] = CELL_WRONG;
    facts_set_text(&series->facts, FACT_OUTPUT_ERRORS,
                   "point,output,max,mean,total\n1,y,0.5,0.01,12\n");
    explain(f, "library-1", "20");
    after(f->text, "y: at most 0.5, 0.01 on average, 12 in all");
    after(f->text, "VERDICT: none, as an answer was wrong");
}

TEST(rates_are_work_over_mean) {
    struct fixture *f = *state;
    double *flops = measurement_add_term(&f->run->measurements[0], "flops", NULL);
    flops[0] = flops[1] = flops[2] = 4000;
    explain(f, "library-1", "20");
    double mean = number_after(f->text, "Σ n × round's mean / Σ n = ");
    assert_near(number_after(after(f->text, "\nflops: "), " s) = "), 4000 / (mean * 1e-9));
}

TEST(all_formats_for_people_have_it) {
    struct fixture *f = *state;
    explain(f, "library-1", "20");
    for (size_t i = 0; i < print_format_count; i++)
        if (print_formats[i].is_for_people) {
            char *text = text_of(&f->table, print_formats[i].name);
            after(text, "adjusted p = ");
            free(text);
        }
}

TEST(cells_are_counted_and_the_first_is_kept) {
    struct fixture *f = *state;
    explain(f, "library-0,library-1", "20..30");
    assert_int_equal(f->table.sections[0].chosen->cells, 4);
    assert_int_equal(f->table.sections[0].chosen->row, 2);
}
