/* SPDX-License-Identifier: GPL-3.0-or-later */
/* components: whether variance components are right on average and their intervals hold them, and
 * whether runs whose rounds are planned by them turn out as precise as wanted. Fails where that is
 * not what docs/analysis.md claims. */
#include "analyze/inference/variance_components.h"
#include "analyze/statistics/location.h"
#include "tests/analyze/planned_runs.h"
#include "tests/soak/simulation.h"

enum { TABLES = 20000, RUNS = 1000 };

/* --- components --- */

struct shape {
    size_t rounds, seeds;
    double between, within, input; /* variances */
};

struct tally {
    double between, within; /* sums of unbiased estimates */
    double between_square, within_square;
    size_t covers[3]; /* between, within, share */
};

static void add_table(const struct shape *shape, struct tally *tally, unsigned short seed[3]) {
    double values[40 * 16], inputs[16], workspace[16];
    for (size_t k = 0; k < shape->seeds; k++)
        inputs[k] = sqrt(shape->input) * made_up_normal(seed);
    for (size_t r = 0; r < shape->rounds; r++) {
        double round = sqrt(shape->between) * made_up_normal(seed);
        for (size_t k = 0; k < shape->seeds; k++)
            values[r * shape->seeds + k] =
                1 + round + inputs[k] + sqrt(shape->within) * made_up_normal(seed);
    }
    struct variance_components found = variance_components_of(
        (struct sample_table){values, shape->rounds, shape->seeds}, 1, 0.95, workspace);
    double between = (found.ms_rounds - found.ms_rest) / (double)shape->seeds;
    double share = shape->between / (shape->between + shape->within);
    tally->between += between;
    tally->between_square += between * between;
    tally->within += found.ms_rest;
    tally->within_square += found.ms_rest * found.ms_rest;
    tally->covers[0] += found.between.low <= shape->between && shape->between <= found.between.high;
    tally->covers[1] += found.within.low <= shape->within && shape->within <= found.within.high;
    tally->covers[2] += found.share.low <= share && share <= found.share.high;
}

/* Returns whether the mean of TABLES estimates, of which these are sums, is not TRUTH. */
static int is_biased(const char *what, double sum, double squares, double truth) {
    double mean = sum / TABLES, error = sqrt((squares / TABLES - mean * mean) / TABLES);
    int is_off = fabs(mean - truth) > 4 * error;
    if (is_off)
        fprintf(stderr, "components: %s is %.4f on average, of %.4f\n", what, mean, truth);
    return is_off;
}

/* The intervals of the variance within rounds and of the share are exact; the other is cautious. */
static int print_components(unsigned short seed[3]) {
    static const struct shape shapes[] = {
        {5, 8, 0, 1, 0},   {5, 8, 0.1, 1, 0},  {5, 8, 1, 1, 0},  {5, 8, 4, 1, 0},
        {12, 3, 0, 1, 0},  {12, 3, 1, 1, 0},   {12, 3, 4, 1, 0}, {30, 8, 0.1, 1, 0},
        {5, 8, 0.1, 1, 4}, {12, 3, 1, 1, 100},
    };
    int wrong = 0;
    puts("| rounds × seeds | share between rounds | inputs differ | estimate between | within | "
         "interval between | within | share |");
    puts("|---|---|---|---|---|---|---|---|");
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const struct shape *shape = &shapes[i];
        struct tally tally = {0};
        for (int t = 0; t < TABLES; t++)
            add_table(shape, &tally, seed);
        double share = shape->between / (shape->between + shape->within);
        printf("| %zu × %zu | %.0f %% | %s | %+.3f | %+.3f | %.1f | %.1f | %.1f |\n", shape->rounds,
               shape->seeds, 100 * share, shape->input > 0 ? "yes" : "no",
               tally.between / TABLES - shape->between, tally.within / TABLES - shape->within,
               100.0 * (double)tally.covers[0] / TABLES, 100.0 * (double)tally.covers[1] / TABLES,
               100.0 * (double)tally.covers[2] / TABLES);
        wrong +=
            is_biased("the variance between", tally.between, tally.between_square, shape->between) +
            is_biased("the variance within", tally.within, tally.within_square, shape->within) +
            simulation_falls_short("interval between", tally.covers[0], TABLES, 0.95) +
            simulation_falls_short("interval within", tally.covers[1], TABLES, 0.95) +
            simulation_exceeds("interval within", tally.covers[1], TABLES, 0.95) +
            simulation_falls_short("interval of the share", tally.covers[2], TABLES, 0.95);
    }
    return wrong;
}

/* --- plans --- */

static int print_plans(unsigned short seed[3]) {
    /* Of late samples few are seen in five rounds, and how many there are decides. */
    static const double least_reached[] = {0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0, 0.8, 0.75};
    static const struct planned_world worlds[] = {
        {"both", 0.004, 0, 0.01, 0, 0, 1, 2, 0.005},
        {"both, 6 ratios", 0.004, 0, 0.01, 0, 0, 3, 3, 0.005},
        {"processes", 0.01, 0, 0.002, 0, 0, 1, 2, 0.01},
        {"processes, 6 ratios", 0.01, 0, 0.002, 0, 0, 3, 3, 0.01},
        {"samples", 0, 0, 0.02, 0, 0, 1, 2, 0.005},
        {"samples, 6 ratios", 0, 0, 0.02, 0, 0, 3, 3, 0.005},
        {"both, one sample in ten late", 0.004, 0, 0.01, 0.1, 0, 1, 2, 0.005},
        {"both, and inputs that differ", 0.004, 0, 0.01, 0, 0.02, 1, 2, 0.005},
        {"lognormal processes, skewness 1.8", 0.01, 0.5, 0.005, 0, 0, 1, 2, 0.01},
    };
    int wrong = 0;
    puts("\n| noise | planned by | as precise as wanted | intervals that hold the truth | rounds | "
         "seeds |");
    puts("|---|---|---|---|---|---|");
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++)
        for (int earlier = 0; earlier < 2; earlier++) {
            const char *by = earlier ? "an earlier run" : "its first 5 rounds";
            struct planned_found found = {0};
            for (int n = 0; n < RUNS; n++)
                planned_run(&worlds[i], earlier, &found, seed);
            printf("| %s | %s | %.1f | %.1f | %.0f | %.1f |\n", worlds[i].noise, by,
                   100.0 * (double)found.reached / RUNS,
                   100.0 * (double)found.covers / (double)found.intervals, found.rounds / RUNS,
                   found.seeds / RUNS);
            fflush(stdout);
            wrong +=
                simulation_falls_short(worlds[i].noise, found.reached, RUNS, least_reached[i]) +
                simulation_falls_short("coverage", found.covers, found.intervals, 0.93);
        }
    return wrong;
}

int main(void) {
    unsigned short seed[3];
    numeric_errors_are_results();
    simulation_seed(seed);
    int wrong = print_components(seed);
    wrong += print_plans(seed);
    return wrong > 0;
}
