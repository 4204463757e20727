/* SPDX-License-Identifier: GPL-3.0-or-later */
/* seeds DIRECTORY: writes small archives that differ in what they hold, to be mutated. */
#include <stdio.h>

#include "store/archive/archive.h"
#include "tests/store/sample.h"

static struct run *smallest(void) {
    static const char *const libraries[] = {"a"};
    struct run *run = run_new();
    sample_measurement(run, "axpy", 1, 1, 1, libraries, 1);
    return run;
}

static struct run *ordinary(void) {
    return sample_run();
}

/* Long texts are datasets, odd names are encoded, and much of it compresses well. */
static struct run *odd(void) {
    static const char *const libraries[] = {"my lib-2 (copy)", "sizes", "2blas"};
    struct run *run = sample_run();
    char text[6000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    facts_set_text(&run->facts, FACT_TOPOLOGY, text);
    struct measurement *m = sample_measurement(run, "gemm-3 (half)", 30, 5, 8, libraries, 3);
    for (size_t i = 0; i < measurement_elements(m, PER_SAMPLE); i++)
        m->series[1].seconds[i] = NAN;
    return run;
}

/* Points with parameters, and details that only some libraries have. */
static struct run *sweep(void) {
    struct run *run = run_new();
    sample_parameters(run);
    return run;
}

/* Details of single threads. */
static struct run *team(void) {
    struct run *run = run_new();
    sample_team(run);
    return run;
}

static const struct {
    const char *name;
    struct run *(*make)(void);
    int runs;
} seeds[] = {
    {"smallest.h5", smallest, 1},
    {"ordinary.h5", ordinary, 1},
    {"odd.h5", odd, 1},
    {"sweep.h5", sweep, 1},
    {"team.h5", team, 1},
    {"many.h5", smallest, 12}, /* so many links that they go into a
            B-tree */
};

static int write_seed(const char *directory, const char *name, struct run *run) {
    char path[4096];
    struct err err = {""};
    snprintf(path, sizeof path, "%s/%s", directory, name);
    int code = archive_append(path, run, &err);
    if (code)
        fprintf(stderr, "seeds: %s\n", err.message);
    run_free(run);
    return code;
}

int main(int argc, char **argv) {
    int failed = 0;
    if (argc != 2) {
        fputs("usage: seeds DIRECTORY\n", stderr);
        return 64;
    }
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
        for (int n = 0; n < seeds[i].runs; n++)
            failed |= write_seed(argv[1], seeds[i].name, seeds[i].make());
    return failed != 0;
}
