/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs: how often comparisons of two sets of runs cry wolf, how often their intervals hold the true
 * ratio, and how often a slower library is found, where runs drift. Fails where
 *
 *     more than 5 % of comparisons of the same have a verdict, or fail at a gate of 2 %;
 *     less than 93 % of the intervals hold the ratio;
 *     less than 90 % of gates at 2 % find a library that is 5 % slower by its ratios, with three
 *     runs a side and a drift of 1 % as a whole and 0.5 % per cell.
 *
 * Nothing is claimed where the drift is larger than assumed. */
#include "tests/analyze/drifting_runs.h"
#include "tests/soak/simulation.h"

#include "analyze/statistics/location.h"

enum { COMPARISONS = 300 };

static const double drifts[][2] = {{0, 0},    {0.01, 0}, {0.02, 0},     {0.03, 0},   {0, 0.01},
                                   {0, 0.02}, {0, 0.03}, {0.01, 0.005}, {0.03, 0.03}};
enum { DRIFTS = sizeof drifts / sizeof *drifts };

static int wrong;

/* How runs are compared, and what tells their drift. */
static const struct way {
    const char *name;
    struct drifting like;
    int is_stated; /* by --drift, as it is */
} ways[] = {
    {"ratios, control", {.runs = 1, .is_relative = 1, .has_control = 1}, 0},
    {"ratios, reference alone", {.runs = 1, .is_relative = 1}, 0},
    {"ratios, 3 runs a side", {.runs = 3, .is_relative = 1, .has_control = 1}, 0},
    {"times, 3 runs a side", {.runs = 3}, 0},
    {"times, 3 runs a side, 8 older", {.runs = 3, .older = 8}, 0},
    {"times, 3 older runs", {.runs = 1, .older = 3}, 0},
    {"times, 8 older runs", {.runs = 1, .older = 8}, 0},
    {"times, 2 % assumed", {.runs = 1}, 0},
    {"times, `--drift` as it is", {.runs = 1, .is_given = 1}, 1},
};

struct counts {
    size_t comparisons, verdicts, gates, held, pairs;
};

/* Adds N comparisons to COUNTS. */
static void count(struct counts *counts, const struct drifting *like, size_t n,
                  unsigned short seed[3]) {
    for (size_t i = 0; i < n; i++) {
        struct drifting_found found = drifting_compare(like, seed);
        counts->comparisons++;
        counts->verdicts += (size_t)found.is_false;
        counts->gates += (size_t)found.regressed;
        counts->held += found.held;
        counts->pairs += found.pairs;
    }
}

static struct drifting setting(const struct way *way, const double drift[2]) {
    struct drifting like = way->like;
    like.machine = drift[0];
    like.cell = drift[1];
    like.margin = 0.02;
    like.drift = way->is_stated ? hypot(drift[0], drift[1]) : 0.02;
    return like;
}

static double percent(size_t hits, size_t n) {
    return 100 * (double)hits / (double)n;
}

static void print_heading(const char *first) {
    printf("| %s |", first);
    for (size_t d = 0; d < DRIFTS; d++)
        printf(" %g + %g |", 100 * drifts[d][0], 100 * drifts[d][1]);
    puts("");
    for (size_t d = 0; d <= DRIFTS; d++)
        printf("|---");
    puts("|");
}

/* Nothing is claimed where the drift is larger than what nobody measured. */
static int is_claimed(const struct drifting *like) {
    int is_assumed = like->runs == 1 && !like->older && !like->is_relative;
    return !is_assumed || hypot(like->machine, like->cell) <= like->drift + 1e-9;
}

/* Intervals of one comparison err together, so the comparison is what is counted. */
static int is_beyond(const char *what, const struct counts *counts) {
    size_t n = counts->comparisons;
    return simulation_exceeds(what, counts->verdicts, n, 0.05) +
               simulation_exceeds(what, counts->gates, n, 0.05) +
               simulation_falls_short(what, counts->held * n / counts->pairs, n, 0.93) >
           0;
}

/* Many of the rates are 5 % by design, and of so many one is soon beyond its limit by chance: it is
 * then found from five times as many comparisons, the first ones included. */
static void print_false_alarms(unsigned short seed[3]) {
    print_heading("verdicts / gate at 2 % / intervals");
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        printf("| %s |", ways[w].name);
        for (size_t d = 0; d < DRIFTS; d++) {
            struct drifting like = setting(&ways[w], drifts[d]);
            struct counts counts = {0};
            count(&counts, &like, COMPARISONS, seed);
            if (is_claimed(&like) && is_beyond(ways[w].name, &counts)) {
                count(&counts, &like, 4 * COMPARISONS, seed);
                wrong += is_beyond(ways[w].name, &counts);
            }
            printf(" %.1f / %.1f / %.1f |", percent(counts.verdicts, counts.comparisons),
                   percent(counts.gates, counts.comparisons), percent(counts.held, counts.pairs));
            fflush(stdout);
        }
        puts("");
    }
}

/* Ways with three runs a side; whether one library of three is slower, or all. */
static const struct search {
    size_t way;
    int all;
    int is_claimed; /* at 1 + 0.5 % */
    const char *name;
} searches[] = {
    {2, 0, 1, "ratios, 3 runs a side, one library"},
    {3, 0, 0, "times, 3 runs a side, one library"},
    {3, 1, 0, "times, 3 runs a side, all libraries"},
    {4, 0, 0, "times, 3 runs a side, 8 older, one library"},
    {4, 1, 0, "times, 3 runs a side, 8 older, all libraries"},
};

static void print_power(unsigned short seed[3]) {
    print_heading("5 % slower, found at a gate of 2 %");
    for (size_t s = 0; s < sizeof searches / sizeof *searches; s++) {
        printf("| %s |", searches[s].name);
        for (size_t d = 0; d < DRIFTS; d++) {
            struct drifting like = setting(&ways[searches[s].way], drifts[d]);
            like.slower = log(1.05);
            like.all_are_slower = searches[s].all;
            struct counts counts = {0};
            count(&counts, &like, COMPARISONS, seed);
            printf(" %.0f |", percent(counts.gates, COMPARISONS));
            fflush(stdout);
            if (searches[s].is_claimed && like.machine == 0.01 && like.cell == 0.005)
                wrong += simulation_falls_short(searches[s].name, counts.gates, COMPARISONS, 0.9);
        }
        puts("");
    }
}

int main(void) {
    unsigned short seed[3];
    simulation_seed(seed);
    numeric_errors_are_results();
    print_false_alarms(seed);
    puts("");
    print_power(seed);
    return wrong > 0;
}
