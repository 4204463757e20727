/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What we say of the growth of made-up curves beside what NumPy and SciPy make of their
 * rounds. Skipped where SciPy is missing. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "tests/analyze/growth_series.h"
#include "tests/test.h"

/* Each shape; with each law and each number of sizes in test_many_growths_against_scipy.c. */
#ifdef SOAKED
enum { CURVES = 12 };
#else
enum { CURVES = 5 };
#endif
enum { NO_SCIPY = 77 };

static const struct series_law laws[] = {{"n", 1, 0}, {"n log n", 1, 1}, {"n²", 2, 0},
                                         {"1", 0, 0}, {NULL, 1.5, 0},    {"n³", 3, 0}};
static const struct series_shape shapes[] = {
    {0}, {.steps = 1}, {.has_cost = 1}, {.steps = 2, .lasting = 2}, {.steps = 1, .lasting = 3}};
static const size_t counts[] = {12, 6, 16, 9};

static void write_numbers(FILE *out, const char *name, const double *numbers, size_t n) {
    fprintf(out, "\"%s\": [", name);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s%.17g", i ? ", " : "", numbers[i]);
    fputs("], ", out);
}

static void write_number(FILE *out, const char *name, double number) {
    fprintf(out, isfinite(number) ? "\"%s\": %.17g, " : "\"%s\": Infinity, ", name, number);
}

static void write_fit(FILE *out, const struct complexity_fit *fit) {
    const struct cost_model *m = &fit->model;
    fprintf(out, "{\"law\": \"%s\", \"is_free\": %d, \"logs\": %d, \"lower\": %d, \"how\": %d, ",
            fit->law, fit->is_free, m->logs, m->lower, m->rise.how);
    write_numbers(out, "places", m->places, m->steps);
    write_numbers(out, "parts", m->parts, m->steps + 1);
    write_number(out, "width", m->rise.width);
    write_number(out, "besides", m->lower_part);
    write_number(out, "power", m->power);
    write_number(out, "squares", m->squares);
    fprintf(out, isfinite(fit->score) ? "\"score\": %.17g}" : "\"score\": Infinity}", fit->score);
}

static void ask(FILE *scipy, const struct series_made *made) {
    struct growth growth;
    growth_of(&made->curve, 0.95, &growth);
    const struct complexity *c = &growth.complexity;
    int has_logs = 0;
    fputs("{\"rounds\": [", scipy);
    for (size_t i = 0; i < made->curve.count; i++) {
        fputs(i ? ", [" : "[", scipy);
        for (size_t r = 0; r < SERIES_ROUNDS; r++)
            fprintf(scipy, "%s%.17g", r ? ", " : "", made->rounds[i][r]);
        fputs("]", scipy);
    }
    fputs("], \"caches\": [", scipy);
    for (size_t k = 0; k < made->curve.caches.count; k++)
        fprintf(scipy, "%s%.17g", k ? ", " : "", made->curve.caches.items[k].bytes);
    fputs("], \"fits\": [", scipy);
    for (size_t l = 0; l < COMPLEXITY_LAWS; l++) {
        fputs(l ? ", " : "", scipy);
        write_fit(scipy, &c->fits[l]);
    }
    fputs("], \"as_good\": [", scipy);
    for (size_t l = 0; l < c->as_good; l++) {
        has_logs |= c->fits[l].model.logs;
        fprintf(scipy, "%s\"%s\"", l ? ", " : "", c->fits[l].law);
    }
    fputs("], ", scipy);
    write_numbers(scipy, "sizes", made->sizes, made->curve.count);
    write_numbers(scipy, "bytes", made->bytes, made->curve.count);
    write_number(scipy, "from", c->from);
    write_number(scipy, "deviation", c->deviation);
    write_number(scipy, "exponent", c->exponent.estimate);
    write_number(scipy, "exponent_low", c->exponent.low);
    write_number(scipy, "exponent_high", c->exponent.high);
    fprintf(scipy, "\"logs\": %d}\n", has_logs);
}

TEST(growth_is_that_of_scipy) {
    signal(SIGPIPE, SIG_IGN);
    FILE *scipy = popen("/usr/bin/python3 tests/analyze/growth.py", "w");
    assert_non_null(scipy);
    unsigned short seed[3] = {5, 7, 1};
    for (size_t i = 0; i < CURVES; i++) {
        static struct series_made made;
        struct series_shape shape = shapes[i % (sizeof shapes / sizeof *shapes)];
        shape.hides_caches = i % 7 == 3;
        series_make(&made, &laws[i % (sizeof laws / sizeof *laws)], &shape,
                    counts[i % (sizeof counts / sizeof *counts)], seed);
        ask(scipy, &made);
    }
    int status = pclose(scipy);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_SCIPY)
        skip_for("python3-scipy is not installed");
    assert_int_equal(status, 0);
}
