/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Our tests of hypotheses beside SciPy's, on 200 random samples. Skipped where SciPy is missing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/inference/hypothesis.h"
#include "tests/analyze/made_up.h"
#include "tests/scipy.h"
#include "tests/test.h"

enum { SAMPLES = 200, LARGEST = 70 };

static const size_t sizes[] = {2, 3, 4, 5, 7, 9, 12, 20, 21, 50, 51, LARGEST};

struct sample {
    double library[LARGEST], reference[LARGEST], differences[LARGEST];
    struct hypothesis_units units;
};

/* Every other sample is of whole numbers, with ties and zeros among them, and has a whole margin.
 */
static void draw(struct sample *s, size_t i, unsigned short seed[3]) {
    size_t n = sizes[i % (sizeof sizes / sizeof *sizes)];
    int is_whole = i / 12 % 2;
    double margin = i % 5 < 2 ? 0 : is_whole ? 1 : 0.37, shift = 2 * erand48(seed);
    for (size_t k = 0; k < n; k++) {
        double own = shift + 2 * made_up_normal(seed), common = 3 * made_up_normal(seed);
        s->library[k] = is_whole ? rint(own + common) : own + common;
        s->reference[k] = is_whole ? rint(common) : common;
        s->differences[k] = s->library[k] - s->reference[k];
    }
    double trim = i % 7 < 3 ? 0.2 : 0;
    s->units =
        (struct hypothesis_units){s->differences, s->library, s->reference, n, margin, 0, trim};
}

static void ask(FILE *scipy, const struct hypothesis_test *test, const struct sample *s) {
    double workspace[2 * LARGEST];
    double p = hypothesis_answer(test, &s->units, workspace).p;
    if (isnan(p))
        return;
    int is_trimmed = strcmp(test->name, "welch-t") == 0 && s->units.trim > 0;
    fprintf(scipy, "%s %.17g %.17g", is_trimmed ? "yuen-t" : test->name, s->units.margin, p);
    if (test->is_paired)
        scipy_write(scipy, " :", s->differences, s->units.n);
    else {
        scipy_write(scipy, " :", s->library, s->units.n);
        scipy_write(scipy, " :", s->reference, s->units.n);
    }
    fputc('\n', scipy);
}

TEST(all_but_the_bootstrap_agree_with_scipy) {
    FILE *scipy = scipy_begin("tests/analyze/against_scipy.py");
    unsigned short seed[3] = {3, 1, 4};
    for (size_t i = 0; i < SAMPLES; i++) {
        struct sample sample;
        draw(&sample, i, seed);
        for (const struct hypothesis_test *test = hypothesis_tests; test->name; test++)
            if (strcmp(test->name, "bootstrap") != 0)
                ask(scipy, test, &sample);
    }
    scipy_agrees(scipy);
}
