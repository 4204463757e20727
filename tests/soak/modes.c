/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes: how often a cell with one mode is called to have several, and one with two modes is, for
 * cells of any extent, clocks of any tick and rounds that differ. Fails where a cell with one mode
 * is called so in more than 5 %, or one with two less often than is claimed. */
#include <stdio.h>

#include "tests/analyze/modal_cells.h"

enum { MOST = 10000000, TIMES = 400, FEWEST_TIMES = 4, SAMPLES = 4000000 };
#define COUNT(array) (sizeof(array) / sizeof *(array))

static double *room;
static int wrong;

static int times_of(const size_t extent[2]) {
    size_t times = SAMPLES / (extent[0] * extent[1]);
    return times > TIMES ? TIMES : times < FEWEST_TIMES ? FEWEST_TIMES : (int)times;
}

/* --- one mode --- */

static const struct {
    const char *name;
    modal_draw *draw;
} shapes[] = {{"normal", noise_normal},       {"uniform", modal_uniform},
              {"expon.", modal_exponential},  {"logn. .3", modal_skewed},
              {"logn. 1", modal_very_skewed}, {"Cauchy", noise_cauchy}};

/* What 5 % of N exceed once in a million. */
static double limit(int n) {
    return 0.05 + 4.75 * sqrt(0.05 * 0.95 / n);
}

/* Whether so many of N are too many. */
static int exceeds(int called, int n) {
    return called > limit(n) * n + 1;
}

/* Over all ticks and all that rounds differ by. */
static void tell_shape(modal_draw *draw, const size_t extent[2]) {
    static const double ticks[] = {0, 0.1, 0.5, 1, 3}, shifts[] = {0, 1, 5};
    int times = times_of(extent), all = 0, most = 0, n = 0;
    for (size_t t = 0; t < COUNT(ticks); t++)
        for (size_t s = 0; s < COUNT(shifts); s++, n += times) {
            struct modal like = {draw, shifts[s], ticks[t], 0, 0, 0};
            int called = modal_called(&like, extent, times, 0.05, room);
            all += called;
            most = called > most ? called : most;
        }
    int fails = exceeds(all, n) || exceeds(most, times);
    wrong += fails;
    printf("  %5.2f %5.1f%c", 100.0 * all / n, 100.0 * most / times, fails ? '!' : ' ');
}

static void measure_one_mode(void) {
    static const size_t rounds[] = {1, 2, 5, 12, 100, 1000};
    static const size_t samples[] = {2, 5, 8, 40, 100, 1000, 10000};
    printf("of 100 cells with one mode, so many have several, on average and with the worst of 15\n"
           "combinations of a clock's tick (0 to 3 sd) and of what rounds differ by (0 to 5 sd):\n"
           "%13s",
           "");
    for (size_t i = 0; i < COUNT(shapes); i++)
        printf("  %-12s", shapes[i].name);
    puts("");
    for (size_t r = 0; r < COUNT(rounds); r++)
        for (size_t s = 0; s < COUNT(samples); s++) {
            const size_t extent[2] = {rounds[r], samples[s]};
            printf("%5zu x %5zu", extent[0], extent[1]);
            for (size_t i = 0; i < COUNT(shapes); i++)
                tell_shape(shapes[i].draw, extent);
            puts("");
            fflush(stdout);
        }
}

/* Not claimed, as dip tests are of independent samples. */
static void measure_memory(void) {
    static const double memories[] = {0.3, 0.5, 0.8, 0.9, 0.95};
    static const size_t extents[][2] = {{1, 40},    {1, 100},  {1, 1000}, {1, 10000},
                                        {5, 8},     {5, 40},   {5, 100},  {5, 1000},
                                        {5, 10000}, {100, 40}, {100, 100}};
    printf("the same where neighbours correlate, normal / uniform innovations:\n%13s", "");
    for (size_t i = 0; i < COUNT(memories); i++)
        printf("   by %-8g", memories[i]);
    puts("");
    for (size_t e = 0; e < COUNT(extents); e++) {
        int times = times_of(extents[e]);
        printf("%5zu x %5zu", extents[e][0], extents[e][1]);
        for (size_t i = 0; i < COUNT(memories); i++)
            for (size_t s = 0; s < 2; s++) {
                struct modal like = {shapes[s].draw, 0, 0, memories[i], 0, 0};
                printf("  %5.1f",
                       100.0 * modal_called(&like, extents[e], times, 0.05, room) / times);
            }
        puts("");
    }
}

/* --- two --- */

/* What is claimed of modes whose centres are 6 standard deviations apart, half of the samples in
 * either, and of 8 with one in five in the other; 0: nothing. */
static const struct {
    size_t extent[2];
    int halves, fifth;
} powers[] = {{{1, 40}, 90, 0},     {{1, 100}, 99, 50},  {{1, 1000}, 99, 99}, {{2, 40}, 90, 25},
              {{2, 100}, 99, 85},   {{5, 8}, 0, 0},      {{5, 20}, 75, 35},   {{5, 40}, 95, 90},
              {{5, 100}, 99, 99},   {{5, 1000}, 99, 99}, {{12, 8}, 25, 10},   {{12, 40}, 99, 99},
              {{30, 20}, 99, 99},   {{100, 5}, 50, 90},  {{100, 8}, 90, 99},  {{100, 40}, 99, 99},
              {{100, 100}, 99, 99}, {{1000, 1}, 99, 99}, {{1000, 5}, 99, 99}, {{1000, 8}, 99, 99},
              {{1000, 40}, 99, 99}};

static void tell_power(size_t i, double distance, double part, int claimed) {
    struct modal like = {noise_normal, powers[i].extent[1] > 1 ? 5 : 0, 0, 0, distance, part};
    int called = modal_called(&like, powers[i].extent, TIMES, 0.05, room);
    int fails = 100 * called < claimed * TIMES;
    wrong += fails;
    printf("  %5.1f%c", 100.0 * called / TIMES, fails ? '!' : ' ');
}

static void measure_two_modes(void) {
    static const double distances[] = {4, 5, 6, 8};
    printf("of 100 cells with two modes, so many have several; distance in sd, rounds differing by "
           "5 sd:\n%13s",
           "");
    for (size_t d = 0; d < 2 * COUNT(distances); d++)
        printf("  %g, %-3s", distances[d % COUNT(distances)], d < COUNT(distances) ? "1/2" : "1/5");
    puts("");
    for (size_t i = 0; i < COUNT(powers); i++) {
        printf("%5zu x %5zu", powers[i].extent[0], powers[i].extent[1]);
        for (size_t d = 0; d < COUNT(distances); d++)
            tell_power(i, distances[d], 0.5, distances[d] == 6 ? powers[i].halves : 0);
        for (size_t d = 0; d < COUNT(distances); d++)
            tell_power(i, distances[d], 0.2, distances[d] == 8 ? powers[i].fifth : 0);
        puts("");
    }
}

int main(void) {
    room = malloc(MOST * sizeof *room);
    if (!room)
        return 1;
    measure_two_modes();
    measure_memory();
    measure_one_mode();
    free(room);
    return wrong != 0;
}
