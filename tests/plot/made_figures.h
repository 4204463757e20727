/* SPDX-License-Identifier: GPL-3.0-or-later */
/* made_figures.h: archives of made-up measurements, ordinary and hostile, and how bench-plot is to
 * draw them. Figure N is the same each time: all of it follows from N. */
#ifndef BENCHMAT_TESTS_PLOT_MADE_FIGURES_H
#define BENCHMAT_TESTS_PLOT_MADE_FIGURES_H

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/model/run.h"
#include "store/archive/archive.h"
#include "tests/collected_series.h"

/* --- chance --- */

/* SplitMix64: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
 * OOPSLA 2014. */
static inline uint64_t made_next(uint64_t *seed) {
    uint64_t z = *seed += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static inline size_t made_below(uint64_t *seed, size_t count) {
    return (size_t)(made_next(seed) % count);
}

static inline double made_part(uint64_t *seed) {
    return (double)(made_next(seed) >> 11) / (double)(UINT64_C(1) << 53);
}

/* --- names --- */

/* How libraries and actions are called; %zu is the number of the library. */
static const char *const made_names[] = {
    "lib%zu",
    "lib%zu", /* twice, because it is the usual case */
    "%zu",
    "A library whose name is a whole sentence and goes on for longer than anybody reads, %zu",
    "libnobodyeverputsaspaceintoaname_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx%zu",
    "مكتبة الجبر الخطي %zu",
    "线性代数程序库%zu",
    "🚀🧮 gpu %zu",
    "vendor-math-kernels-2026.2.0-x86_64-serial-build-%zu",
    "/opt/vendor/lib/x86_64-linux-gnu/libblas.so.3.%zu",
    "<b>&amp; \"%zu\"</b>",
};
static const char *const made_actions[][2] = {
    {"axpy", "y := a x + y"},
    {"dot", "x' y"},
    {"gemm", "C := A B"},
    {"fft_of_real_numbers_in_three_dimensions", "X[k] := sum over n of x[n] exp(-2 pi i k n / N), "
                                                "in three dimensions, of numbers without an "
                                                "imaginary part"},
    {"矩阵乘法", "C := A B"},
    {"insert, then look up what is there", "a set of keys"},
    {"sort", "x ascending"},
};
static const char *const made_ordinary[] = {"openblas", "blis",  "netlib", "mkl",  "atlas",
                                            "eigen",    "armpl", "gsl",    "flame"};
enum {
    MADE_NAMES = sizeof made_names / sizeof *made_names,
    MADE_ACTIONS = sizeof made_actions / sizeof *made_actions,
    MADE_ORDINARY = sizeof made_ordinary / sizeof *made_ordinary
};

/* --- data --- */

enum made_times {
    MADE_USUAL,
    MADE_EQUAL,
    MADE_MISSING,  /* all of one library */
    MADE_GAP,      /* one cell */
    MADE_WRONG,    /* answers of one library, in part */
    MADE_CROSSING, /* large offsets against large slopes */
    MADE_FAR,      /* eight decades between libraries */
    MADE_NEAR,     /* a tenth of a percent */
    MADE_TIMES
};

struct made {
    uint64_t seed;
    size_t libraries, actions, sizes, threads, runs, hosts, first_action;
    double decades;
    int are_doublings, are_pairs, has_work, has_ceilings, has_control, has_errors;
    const char *names; /* NULL: of libraries that there are */
    enum made_times times;
};

static inline void made_library(char *name, size_t size, const struct made *made, size_t l) {
    if (made->names)
        snprintf(name, size, made->names, l + 1);
    else
        snprintf(name, size, l < MADE_ORDINARY ? "%s" : "%s-%zu", made_ordinary[l % MADE_ORDINARY],
                 l / MADE_ORDINARY);
}

static inline int64_t made_size(const struct made *made, size_t s) {
    double part = made->sizes > 1 ? (double)s / (double)(made->sizes - 1) : 0.5;
    double size = 8 * pow(10, made->decades * part);
    if (made->are_pairs) /* too near to each other for the words of both */
        return made_size(&(struct made){.sizes = made->sizes, .decades = made->decades},
                         s - s % 2) +
               (int64_t)(s % 2);
    return made->are_doublings ? (int64_t)1 << (int)round(log2(size)) : (int64_t)size + (int64_t)s;
}

static inline double made_seconds(const struct made *made, size_t l, double size, double threads) {
    static const double slopes[] = {1, 1.2, 0.9, 1.1};
    double n = size / pow(threads, 0.9), one = (double)l;
    switch (made->times) {
    case MADE_EQUAL:
        return 1e-6;
    case MADE_CROSSING:
        return 1e-7 * (1 + 3 * one) + 1e-9 * n / (1 + one) + 1e-10 * one * size / (1 + threads);
    case MADE_FAR:
        return 1e-9 * n * pow(10, 8 * (l % 7) / 7.0);
    case MADE_NEAR:
        return 1e-9 * n * (1 + 0.001 * one);
    default:
        return 1e-8 * (1 + 0.3 * one) + 1e-10 * pow(n, slopes[l % 4]) * (1 + 0.2 * one);
    }
}

static inline void made_fill(struct measurement *m, struct series *s, struct made *made, size_t l) {
    const struct parameter *threads = measurement_find_parameter(m, FACT_THREADS);
    for (size_t p = 0; p < m->points; p++) {
        double team = threads ? threads->values[p] : 1;
        int is_missing = (made->times == MADE_MISSING && l + 1 == made->libraries) ||
                         (made->times == MADE_GAP && l == 0 && p == m->points / 2);
        int is_wrong = made->times == MADE_WRONG && l + 1 == made->libraries && p % 2;
        for (size_t i = measurement_index(m, p, 0, 0); i < measurement_index(m, p + 1, 0, 0); i++) {
            double noise = 1 + (made->times == MADE_EQUAL ? 0 : 0.02 * made_part(&made->seed));
            s->seconds[i] =
                is_missing ? NAN : noise * made_seconds(made, l, (double)m->sizes[p], team);
        }
        s->status[p] = is_missing ? CELL_CRASHED : is_wrong ? CELL_WRONG : CELL_OK;
        if (made->has_errors)
            s->relative_error[p] = 1e-16 * pow(10, 3 * made_part(&made->seed)) * (double)(l + 1);
    }
}

static inline void made_measure(struct run *run, struct made *made, const char *action,
                                const char *about, int is_work) {
    size_t threads = is_work == 1 ? made->threads : 1, points = made->sizes * threads;
    struct measurement *m = run_add_measurement(run, action, points, 3, 2, NULL);
    facts_set_text(&m->facts, FACT_ABOUT, about);
    facts_set_text(&m->facts, FACT_SIZE_MEANS, "length of x and y");
    facts_set_text(&m->facts, FACT_TYPE, "d");
    facts_set_text(&m->facts, FACT_SCHEDULE, "interleaved");
    double *teams = threads > 1 ? measurement_add_parameter(m, FACT_THREADS, NULL)->values : NULL;
    for (size_t p = 0; p < points; p++) {
        m->sizes[p] = made_size(made, p / threads);
        m->seeds[p] = 2;
        if (teams)
            teams[p] = (double)(1 << p % threads);
    }
    if (made->has_work || is_work != 1)
        for (size_t p = 0; p < points; p++) {
            measurement_add_term(m, "flops", NULL)[p] = 2 * (double)m->sizes[p];
            measurement_add_term(m, "bytes", NULL)[p] = 24 * (double)m->sizes[p];
        }
    char name[256];
    for (size_t l = 0; l < made->libraries; l++) {
        made_library(name, sizeof name, made, l);
        made_fill(m, collected_series(m, name), made, l);
    }
    made_library(name, sizeof name, made, 0);
    facts_set_text(&m->facts, FACT_REFERENCE, name);
    if (made->has_control) {
        char control[300];
        snprintf(control, sizeof control, "%s.control", name);
        struct series *series = collected_series(m, control);
        facts_set_text(&series->facts, FACT_CONTROL_OF, name);
        made_fill(m, series, made, 0);
    }
}

/* Writes the archive PATH; returns 0 or -1. */
static inline int made_write(struct made made, const char *path) {
    int code = 0;
    remove(path);
    for (size_t r = 0; r < made.runs && code == 0; r++) {
        struct run *run = run_new();
        char text[64];
        snprintf(text, sizeof text, "0b8f6b9e-0000-4000-8000-%012zx", r + 1);
        facts_set_text(&run->facts, FACT_UUID, text);
        snprintf(text, sizeof text, "2026-%02zu-%02zuT%02zu:30:00+00:00", 1 + r / 28 % 12,
                 1 + r % 28, r % 24);
        facts_set_text(&run->facts, FACT_STARTED, text);
        snprintf(text, sizeof text, "machine-%zu.cluster.example", r % made.hosts + 1);
        facts_set_text(&run->facts, FACT_HOST, text);
        facts_set_text(&run->facts, FACT_CPU, "An Ordinary Processor 7763 64-Core @ 2.45 GHz");
        facts_set_text(&run->facts, FACT_STATE, "complete");
        facts_set_integer(&run->facts, FACT_LOGICAL_CPUS, 4);
        facts_set_integer(&run->facts, FACT_L1D_CACHE, 32768);
        facts_set_integer(&run->facts, FACT_L2_CACHE, 524288);
        facts_set_integer(&run->facts, FACT_L3_CACHE, 33554432);
        for (size_t a = 0; a < made.actions; a++) {
            const char *const *action = made_actions[(made.first_action + a) % MADE_ACTIONS];
            made_measure(run, &made, action[0], action[1], 1);
        }
        if (made.has_ceilings) {
            made_measure(run, &made, "peak_flops", "a := a b + c", 2);
            made_measure(run, &made, "stream_triad", "x := y + a z", 2);
        }
        code = archive_append(path, run, NULL);
        run_free(run);
    }
    return code;
}

/* --- how it is drawn --- */

enum made_needs {
    MADE_NEEDS_THREADS = 1,
    MADE_NEEDS_RUNS = 2,
    MADE_NEEDS_WORK = 4,
    MADE_NEEDS_CEILINGS = 8,
    MADE_NEEDS_ERRORS = 16,
    MADE_NEEDS_TWO_RUNS = 32,
    MADE_NEEDS_ONE_SIZE = 64,
    MADE_NEEDS_LIBRARIES = 128, /* two */
    MADE_NEEDS_DOUBLINGS = 256,
    MADE_NEEDS_FEW_SIZES = 512,
    MADE_HAS_NO_LEGEND = 1024
};

static const struct {
    const char *arguments;
    unsigned needs;
} made_ways[] = {
    {"", 0},
    {"--kind time", 0},
    {"--kind ratio", 0},
    {"--kind speedup", 0},
    {"--kind rate --peak measured", MADE_NEEDS_WORK},
    {"", MADE_NEEDS_WORK},
    {"--kind accuracy", MADE_NEEDS_ERRORS},
    {"--kind threads", MADE_NEEDS_THREADS},
    {"--kind scaling", MADE_NEEDS_THREADS},
    {"--kind weak", MADE_NEEDS_THREADS | MADE_NEEDS_WORK | MADE_NEEDS_DOUBLINGS},
    {"--kind ecdf", 0},
    {"--kind histogram", 0},
    {"--kind history", MADE_NEEDS_RUNS},
    {"--kind forest", MADE_NEEDS_RUNS | MADE_NEEDS_LIBRARIES | MADE_HAS_NO_LEGEND},
    {"--kind profile", 0},
    {"--kind summary", MADE_NEEDS_LIBRARIES | MADE_HAS_NO_LEGEND},
    {"--kind panels", MADE_NEEDS_WORK | MADE_NEEDS_CEILINGS},
    {"--kind winner", MADE_NEEDS_THREADS | MADE_NEEDS_LIBRARIES},
    {"--kind roofline", MADE_NEEDS_WORK | MADE_NEEDS_CEILINGS},
    {"--kind change --run 1,2", MADE_NEEDS_TWO_RUNS},
    {"--kind time --facet threads", MADE_NEEDS_THREADS},
    {"--facet none", MADE_NEEDS_THREADS},
    {"--kind ratio --x threads", MADE_NEEDS_THREADS},
    {"", MADE_NEEDS_ONE_SIZE | MADE_HAS_NO_LEGEND},
    {"--kind ratio", MADE_NEEDS_ONE_SIZE | MADE_NEEDS_LIBRARIES | MADE_HAS_NO_LEGEND},
    {"--grid 2", 0},
    {"--grid 3 --kind ratio", 0},
    {"--y cv", 0},
    {"--x date --kind ratio", MADE_NEEDS_RUNS | MADE_NEEDS_ONE_SIZE},
    {"--kind time --kind ratio", 0},
    {"--kind box", MADE_HAS_NO_LEGEND},
    {"--kind box --run 1,2", MADE_NEEDS_TWO_RUNS | MADE_HAS_NO_LEGEND},
    {"--kind box --at 'size>=8'", MADE_NEEDS_FEW_SIZES | MADE_HAS_NO_LEGEND},
    {"--kind sequence", 0},
    {"--kind ecdf --run 1,2", MADE_NEEDS_TWO_RUNS},
    {"--kind histogram --run 1,2", MADE_NEEDS_TWO_RUNS},
    {"--kind rate --peak 5Gflop/s --peak 20GB/s", MADE_NEEDS_WORK},
    {"--y median --x threads", MADE_NEEDS_THREADS},
    {"--kind ecdf --at 'size>=8'", MADE_NEEDS_FEW_SIZES},
    {"--kind history --at 'size>=8'", MADE_NEEDS_RUNS | MADE_NEEDS_FEW_SIZES},
    {"--kind ratio --range y=0.5..1.5", MADE_NEEDS_LIBRARIES},
    {"--kind time --scale-x linear --scale-y linear", 0},
    {"--kind speedup --scale-x log2 --scale-y log2", MADE_NEEDS_LIBRARIES},
};
enum { MADE_WAYS = sizeof made_ways / sizeof *made_ways };

static const char *const made_sizes[] = {
    "",           "",           "",          "--size 85",      "--size 85",     "--size 120",
    "--size 182", "--size 182", "--size 60", "--size 182x120", "--size 120x90", "--size 85x60"};
static const char *const made_letters[] = {"",
                                           "",
                                           "",
                                           "--font-size 6",
                                           "--font-size 9",
                                           "--font-size 12",
                                           "--font-size 16",
                                           "--font 'DejaVu Serif'",
                                           "--font 'DejaVu Sans Mono'"};
static const char *const made_words[] = {
    "",
    "",
    "--header short",
    "--header none",
    "--theme dark",
    "--letters",
    "--title 'A heading that says at length what anybody can see in the charts below it anyway'",
    "--header short --theme dark",
    "--x-label 'words below the axis that are wider than most figures are, in whichever size'",
    "--y-label 'words above the axis that are wider than most figures are, in whichever size'",
};
static const char *const made_legends[] = {"",
                                           "",
                                           "",
                                           "",
                                           "--legend above",
                                           "--legend below",
                                           "--legend inside",
                                           "--legend right",
                                           "--legend none"};

#define made_pick(seed, list) ((list)[made_below((seed), sizeof(list) / sizeof *(list))])

/* Sets MADE to the data of figure NUMBER, and ARGUMENTS to how it is drawn. */
static inline void made_choose(struct made *made, char *arguments, size_t size, size_t number) {
    static const size_t counts[] = {1, 2, 2, 3, 3, 4, 5, 6, 8, 9, 12, 14, 20, 40};
    static const size_t points[] = {1, 2, 3, 5, 8, 12, 20, 60};
    uint64_t seed = number;
    unsigned needs = made_ways[number % MADE_WAYS].needs;
    *made = (struct made){.libraries = made_pick(&seed, counts),
                          .sizes = made_pick(&seed, points),
                          .threads = made_below(&seed, 4) ? 1 : 1 + made_below(&seed, 5),
                          .actions = made_below(&seed, 2) ? 1 : 1 + made_below(&seed, 5),
                          .first_action = made_below(&seed, MADE_ACTIONS),
                          .runs = 1,
                          .hosts = 1,
                          .decades = made_below(&seed, 2) ? 2 : 12,
                          .are_doublings = (int)made_below(&seed, 2),
                          .has_work = (int)made_below(&seed, 2),
                          .has_control = (int)made_below(&seed, 2),
                          .names = made_below(&seed, 3) ? made_pick(&seed, made_names) : NULL,
                          .times = (enum made_times)made_below(&seed, MADE_TIMES)};
    made->are_pairs = made->sizes > 1 && !made->are_doublings && made_below(&seed, 3) == 0;
    if (needs & MADE_NEEDS_THREADS)
        made->threads = 2 + made_below(&seed, 5);
    if (needs & MADE_NEEDS_RUNS) {
        made->runs = 2 + made_below(&seed, 12);
        made->hosts = made_below(&seed, 2) ? 1 : 1 + made->runs / 2;
    }
    if (needs & MADE_NEEDS_TWO_RUNS)
        made->runs = 2;
    if (needs & MADE_NEEDS_ONE_SIZE)
        made->sizes = 1;
    if (needs & MADE_NEEDS_FEW_SIZES && made->sizes > 5)
        made->sizes = 5;
    if (needs & MADE_NEEDS_LIBRARIES && made->libraries < 2)
        made->libraries = 2;
    made->has_work |= !!(needs & MADE_NEEDS_WORK);
    made->has_ceilings = !!(needs & MADE_NEEDS_CEILINGS);
    made->has_errors = !!(needs & MADE_NEEDS_ERRORS);
    made->are_doublings |= !!(needs & MADE_NEEDS_DOUBLINGS);
    if (made->are_doublings && (double)made->sizes > 1 + made->decades * log2(10))
        made->sizes = (size_t)(1 + made->decades * log2(10)); /* no power occurs twice */
    /* a small archive is soon written */
    while (made->libraries * made->sizes * made->threads * made->actions * made->runs > 4000)
        *(made->sizes > made->actions ? &made->sizes : &made->actions) /= 2;
    made->seed = seed;
    snprintf(arguments, size, "%s %s %s %s %s", made_ways[number % MADE_WAYS].arguments,
             made_pick(&seed, made_sizes), made_pick(&seed, made_letters),
             made_pick(&seed, made_words),
             needs & MADE_HAS_NO_LEGEND ? "" : made_pick(&seed, made_legends));
}

#endif
