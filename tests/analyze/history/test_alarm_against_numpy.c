/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Our alarms and changes beside those that NumPy and SciPy find in the same 150 series. Skipped
 * where SciPy is missing. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "analyze/history/change_points.h"
#include "tests/analyze/noise.h"
#include "tests/test.h"

/* Some of each kind; all of them in test_many_alarms_against_numpy.c. */
#ifdef SOAKED
enum { FIRST = 0, STEP = 1 };
#else
enum { FIRST = 10, STEP = 13 };
#endif
enum { SERIES = 150, MOST = 420, NO_SCIPY = 77 };

/* Of all lengths and noises; with up to three steps of up to 20 %, gaps and equal values. */
static size_t make(double *values, size_t i, unsigned short seed[3]) {
    static double (*const noises[])(unsigned short[3]) = {noise_normal, noise_heavy, noise_outliers,
                                                          noise_coarse};
    static const size_t lengths[] = {5, 9, 14, 25, 40, 60, 100, 150};
    size_t n = i % 50 == 49 ? MOST : lengths[i % 8];
    double phi = i % 3 ? 0 : 0.5, mood = 0, level = 0;
    for (size_t k = 0; k < n; k++) {
        mood = phi * mood + noises[i % 4](seed);
        if (i % 5 && k > 5 && erand48(seed) < 3.0 / (double)n)
            level += 0.4 * (erand48(seed) - 0.5);
        values[k] = -13 + level + 0.01 * mood;
        if (i % 7 == 2 && erand48(seed) < 0.1)
            values[k] = NAN;
        if (i % 11 == 3)
            values[k] = -13 + level;
    }
    return n;
}

static void ask(FILE *numpy, const double *values, size_t n, double level) {
    const struct change_asked asked = {.level = level, .confidence = 0.95};
    struct change_points found;
    assert_int_equal(change_points_find(values, n, &asked, &found), 0);
    fprintf(numpy, "%.17g :", level);
    for (size_t k = 0; k < n; k++)
        fprintf(numpy, " %.17g", values[k]);
    fprintf(numpy, " : %.17g :", change_points_probability(values, n));
    for (size_t c = 0; c < found.count; c++) {
        const struct change_point *point = &found.items[c];
        fprintf(numpy, " %zu %zu %zu %zu %zu %.17g %.17g %.17g %.17g", point->before, point->first,
                point->earliest, point->latest, point->shown, point->probability,
                point->ratio.estimate, point->ratio.low, point->ratio.high);
    }
    fputc('\n', numpy);
    change_points_release(&found);
}

TEST(all_changes_are_those_of_numpy) {
    signal(SIGPIPE, SIG_IGN);
    FILE *numpy = popen("/usr/bin/python3 tests/analyze/change_alarm.py", "w");
    assert_non_null(numpy);
    unsigned short seed[3] = {2, 7, 1};
    for (size_t i = FIRST; i < SERIES; i += STEP) {
        double values[MOST];
        ask(numpy, values, make(values, i, seed), i % 2 ? 0.05 : 0.005);
    }
    int status = pclose(numpy);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_SCIPY)
        skip_for("python3-scipy is not installed");
    assert_int_equal(status, 0);
}
