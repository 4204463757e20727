/* SPDX-License-Identifier: GPL-3.0-or-later */
/* changes.c: how often a steady series is called changing, and steps are found: the figures that
 * change_points.h gives. Fails where a steady series changes too often. */
#include <stdio.h>
#include <string.h>

#include "analyze/history/change_points.h"
#include "tests/analyze/noise.h"

enum { MOST = 1100, SERIES = 4000, LONG_SERIES = 2000, LONG = 500 };

typedef double noise_function(unsigned short seed[3]);

static unsigned short seed[3] = {1, 2, 3};
static double values[MOST];

static int series_of(size_t n) {
    return n < LONG ? SERIES : LONG_SERIES;
}

static struct change_points find(size_t n) {
    const struct change_asked asked = {.level = 0.05, .confidence = 0.95};
    struct change_points found;
    if (change_points_find(values, n, &asked, &found))
        perror("changes");
    return found;
}

static double laplace(unsigned short state[3]) {
    double u = erand48(state) - 0.5;
    return (u < 0 ? 1 : -1) * log(1 - 2 * fabs(u));
}

/* --- steady series --- */

/* Neighbours correlate by MEMORY. Of 100 series, those that are called changing. */
static double false_changes(noise_function *noise, double memory, size_t n) {
    int changing = 0, series = series_of(n);
    for (int s = 0; s < series; s++) {
        double mood = noise(seed) / sqrt(1 - memory * memory);
        for (size_t i = 0; i < n; i++)
            values[i] = mood = i ? memory * mood + noise(seed) : mood;
        struct change_points found = find(n);
        changing += found.count > 0;
        change_points_release(&found);
    }
    return 100.0 * changing / series;
}

static int measure_steady(void) {
    static const struct {
        const char *name;
        noise_function *noise;
    } noises[] = {{"normal", noise_normal},   {"t of 3", noise_heavy},
                  {"Cauchy", noise_cauchy},   {"Laplace", laplace},
                  {"log-normal", noise_skew}, {"outliers", noise_outliers},
                  {"rounded", noise_coarse}};
    static const size_t lengths[] = {10, 20, 50, 200, 1000};
    int status = 0;
    puts("of 100 steady series so many are called changing:");
    for (size_t k = 0; k < sizeof noises / sizeof *noises; k++)
        for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
            double changing = false_changes(noises[k].noise, 0, lengths[l]);
            double chance = 100 * sqrt(0.05 * 0.95 / series_of(lengths[l]));
            printf("  %-10s %4zu values: %.1f\n", noises[k].name, lengths[l], changing);
            status |= changing > 5 + 4 * chance;
        }
    for (int memory = 2; memory < 10; memory += 2)
        printf("  neighbours correlate by 0.%d: 50 values %.1f, 1000 values %.1f\n", memory,
               false_changes(noise_normal, memory / 10.0, 50),
               false_changes(noise_normal, memory / 10.0, 1000));
    return status;
}

/* --- steps --- */

/* Levels in standard deviations, each with its number of values; the last has none. */
struct levels {
    struct {
        double value;
        size_t n;
    } items[6];
};

static size_t draw(const struct levels *levels, size_t *firsts) {
    size_t n = 0;
    for (size_t l = 0; levels->items[l].n; l++) {
        firsts[l] = n;
        for (size_t i = 0; i < levels->items[l].n; i++)
            values[n++] = levels->items[l].value + noise_normal(seed);
    }
    return n;
}

static void measure_steps(const char *name, const struct levels *levels) {
    int all = 0, more = 0, placed = 0, exact = 0, series = 0;
    size_t n = 0, wanted = 0, firsts[6];
    while (levels->items[wanted + 1].n)
        wanted++;
    do {
        n = draw(levels, firsts);
        struct change_points found = find(n);
        int is_right = found.count == wanted, is_near = is_right;
        for (size_t c = 0; c < found.count && is_right; c++) {
            size_t first = found.items[c].first;
            is_near &= first + 1 >= firsts[c + 1] && first <= firsts[c + 1] + 1;
        }
        for (size_t c = 0; c < found.count && is_right; c++)
            is_right &= found.items[c].first == firsts[c + 1];
        all += found.count >= wanted;
        more += found.count > wanted;
        placed += is_near;
        exact += is_right;
        change_points_release(&found);
    } while (++series < series_of(n));
    printf("  %-28s found %.1f, more than there are %.1f, all to a run %.1f, exactly %.1f\n", name,
           100.0 * all / series, 100.0 * more / series, 100.0 * placed / series,
           100.0 * exact / series);
}

int main(void) {
    int status = measure_steady();
    puts("of 100 series with steps, of 2.5 standard deviations unless said otherwise:");
    measure_steps("10 + 10", &(struct levels){{{0, 10}, {2.5, 10}}});
    measure_steps("50 + 5", &(struct levels){{{0, 50}, {2.5, 5}}});
    measure_steps("1000 + 5", &(struct levels){{{0, 1000}, {2.5, 5}}});
    measure_steps("40 + 10 + 40, returning", &(struct levels){{{0, 40}, {2.5, 10}, {0, 40}}});
    measure_steps("five levels, 4 to 20 apart",
                  &(struct levels){{{0, 40}, {10, 30}, {6, 30}, {20, 50}, {0, 40}}});
    measure_steps("5 + 5, by 1000", &(struct levels){{{0, 5}, {1000, 5}}});
    measure_steps("8 + 3, by 1000", &(struct levels){{{0, 8}, {1000, 3}}});
    measure_steps("20 + 3, by 1000", &(struct levels){{{0, 20}, {1000, 3}}});
    measure_steps("7 + 3, by 1000", &(struct levels){{{0, 7}, {1000, 3}}});
    return status;
}
