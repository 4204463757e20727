/* SPDX-License-Identifier: GPL-3.0-or-later */
/* growth.c: how often --complexity names the right law of made-up times, how often the exponent's
 * interval holds the asymptotic power, and which law Google Benchmark's BigO() names of the same
 * times.
 *
 * Google Benchmark fits t = a f(n) to all raw times, a = sum t f / sum f^2, and takes the law of 1,
 * log n, n, n log n, n^2, n^3 with the least rms (src/complexity.cc, MinimalLeastSq). */
#include "tests/analyze/growth_series.h"
#include "tests/soak/simulation.h"

static const struct series_law laws[] = {{"1", 0, 0},       {"log n", 0, 1}, {"n", 1, 0},
                                         {"n log n", 1, 1}, {NULL, 1.4, 0},  {"n²", 2, 0},
                                         {NULL, 2.6, 0},    {"n³", 3, 0}};
enum { LAWS = sizeof laws / sizeof *laws, COUNTS = 4 };
static const size_t counts[COUNTS] = {6, 10, 16, 25};

static const struct {
    const char *name;
    struct series_shape shape;
} shapes[] = {
    {"nothing", {0}},
    {"a cost per call", {.has_cost = 1}},
    {"a step", {.steps = 1}},
    {"two steps", {.steps = 2}},
    {"a cost per call, a step", {.has_cost = 1, .steps = 1}},
    {"a step, caches unknown", {.steps = 1, .hides_caches = 1}},
    {"a step at 1.5 times the cache", {.steps = 1, .is_off = 1}},
    {"a sharp step", {.steps = 1, .rise = SERIES_SHARP}},
    {"a step, random access", {.steps = 1, .rise = SERIES_MISSES}},
    {"a gradual step", {.steps = 1, .rise = SERIES_LOGISTIC}},
    {"a gradual step, caches unknown", {.steps = 1, .rise = SERIES_LOGISTIC, .hides_caches = 1}},
    {"a step, sizes deviate as much as rounds", {.steps = 1, .lasting = 1}},
    {"the same, and neighbours alike (0.7)", {.steps = 1, .lasting = 1, .alike = 0.7}},
    {"a step more than a decade wide", {.steps = 1, .rise = SERIES_WIDE}},
};
/* The last two are beyond the model: nothing is claimed of them. */
enum { SHAPES = sizeof shapes / sizeof *shapes, CLAIMED = SHAPES - 2, LINEAR = 2 };

struct tally {
    size_t n, of[3], covered, logs, google, google_n;
    double width;
};

static const char *google_law(const struct series_made *made) {
    static const struct series_law its[] = {{"1", 0, 0},       {"log n", 0, 1}, {"n", 1, 0},
                                            {"n log n", 1, 1}, {"n²", 2, 0},    {"n³", 3, 0}};
    const char *best = NULL;
    double least = INFINITY;
    for (size_t l = 0; l < sizeof its / sizeof *its; l++) {
        double products = 0, squares = 0, rest = 0;
        for (int pass = 0; pass < 2; pass++)
            for (size_t i = 0; i < made->curve.count; i++)
                for (size_t r = 0; r < SERIES_ROUNDS; r++) {
                    double n = made->sizes[i], t = made->rounds[i][r];
                    double f = pow(n, its[l].power) * (its[l].logs ? log2(n) : 1);
                    products += pass ? 0 : t * f;
                    squares += pass ? 0 : f * f;
                    rest += pass ? pow(t - products / squares * f, 2) : 0;
                }
        if (rest < least) {
            least = rest;
            best = its[l].name;
        }
    }
    return best;
}

static void simulate(size_t l, size_t s, size_t count, unsigned short seed[3],
                     struct tally *tally) {
    struct series_made made;
    struct growth growth;
    series_make(&made, &laws[l], &shapes[s].shape, count, seed);
    growth_of(&made.curve, 0.95, &growth);
    tally->n++;
    tally->of[series_judge(&growth, &laws[l])]++;
    tally->covered += (size_t)series_covers(&growth, &laws[l]);
    tally->logs += strcmp(growth.complexity.fits[0].law, "n log n") == 0;
    tally->width += growth.complexity.exponent.high - growth.complexity.exponent.low;
    if (laws[l].name) {
        tally->google_n++;
        tally->google += strcmp(google_law(&made), laws[l].name) == 0;
    }
}

static void add(struct tally *sum, const struct tally *tally) {
    sum->n += tally->n;
    for (size_t i = 0; i < 3; i++)
        sum->of[i] += tally->of[i];
    sum->covered += tally->covered;
    sum->logs += tally->logs;
    sum->google += tally->google;
    sum->google_n += tally->google_n;
    sum->width += tally->width;
}

static double percent(size_t hits, size_t n) {
    return 100 * (double)hits / (double)n;
}

static void print_row(const char *name, const struct tally *t) {
    printf("| %s | %.1f | %.1f | %.1f | %.1f | %.2f | ", name, percent(t->of[SERIES_RIGHT], t->n),
           percent(t->of[SERIES_UNDECIDED], t->n), percent(t->of[SERIES_WRONG], t->n),
           percent(t->covered, t->n), t->width / (double)t->n);
    if (t->google_n)
        printf("%.0f |\n", percent(t->google, t->google_n));
    else
        printf("|\n");
}

static void print_head(const char *what) {
    printf("| %s | right | undecided | wrong | exponent covered | mean width | BigO right |\n"
           "|---|---|---|---|---|---|---|\n",
           what);
}

static struct tally tallies[LAWS][SHAPES][COUNTS];

/* The time of one law cannot have a cost per call besides: that is one law again. */
static int is_possible(size_t l, size_t s) {
    return laws[l].power > 0 || !shapes[s].shape.has_cost;
}

static int check(const char *name, const struct tally *t) {
    return simulation_exceeds(name, t->of[SERIES_WRONG], t->n, 0.05) |
           simulation_falls_short(name, t->covered, t->n, 0.9);
}

static int print_laws(void) {
    int is_beyond = 0;
    print_head("law");
    for (size_t l = 0; l < LAWS; l++) {
        struct tally sum = {0};
        char power[16];
        snprintf(power, sizeof power, "n^%g", laws[l].power);
        const char *name = laws[l].name ? laws[l].name : power;
        for (size_t s = 0; s < CLAIMED; s++)
            for (size_t c = 0; c < COUNTS; c++)
                add(&sum, &tallies[l][s][c]);
        print_row(name, &sum);
        is_beyond |= check(name, &sum);
    }
    return is_beyond;
}

static int print_shapes(void) {
    int is_beyond = 0;
    print_head("besides the law");
    for (size_t s = 0; s < SHAPES; s++) {
        struct tally sum = {0};
        for (size_t l = 0; l < LAWS; l++)
            for (size_t c = 0; c < COUNTS; c++)
                add(&sum, &tallies[l][s][c]);
        print_row(shapes[s].name, &sum);
        is_beyond |= s < CLAIMED && check(shapes[s].name, &sum);
    }
    return is_beyond;
}

static int print_counts(void) {
    int is_beyond = 0;
    print_head("sizes");
    for (size_t c = 0; c < COUNTS; c++) {
        struct tally sum = {0};
        char name[16];
        for (size_t l = 0; l < LAWS; l++)
            for (size_t s = 0; s < CLAIMED; s++)
                add(&sum, &tallies[l][s][c]);
        snprintf(name, sizeof name, "%zu", counts[c]);
        print_row(name, &sum);
        is_beyond |= check(name, &sum);
    }
    return is_beyond;
}

static int is_one_step(size_t s) {
    return s < CLAIMED && shapes[s].shape.steps == 1;
}

/* Linear with a threefold step is called linear, and not n log n. */
static int check_linear(void) {
    struct tally sum = {0};
    for (size_t s = 0; s < SHAPES; s++)
        for (size_t c = 0; is_one_step(s) && c < COUNTS; c++)
            add(&sum, &tallies[LINEAR][s][c]);
    return simulation_falls_short("linear with a step", sum.of[SERIES_RIGHT], sum.n, 0.95) |
           simulation_exceeds("linear with a step called n log n", sum.logs, sum.n, 0.01);
}

int main(int argc, char **argv) {
    size_t trials = argc > 1 ? strtoul(argv[1], NULL, 10) : 20;
    unsigned short seed[3];
    simulation_seed(seed);
    for (size_t l = 0; l < LAWS; l++)
        for (size_t s = 0; s < SHAPES; s++)
            for (size_t c = 0; c < COUNTS; c++)
                for (size_t t = 0; t < trials && is_possible(l, s); t++)
                    simulate(l, s, counts[c], seed, &tallies[l][s][c]);
    int is_beyond = print_laws();
    printf("\n");
    is_beyond |= print_shapes();
    printf("\n");
    is_beyond |= print_counts() | check_linear();
    return is_beyond;
}
