/* SPDX-License-Identifier: GPL-3.0-or-later */
/* many_runs ARCHIVE RUNS [SIZES [LIBRARIES [ROUNDS [SEEDS]]]]: appends RUNS runs of LIBRARIES (5) x
 * SIZES (25) x ROUNDS (5) x SEEDS (8), with times as a vector operation has them; all in one
 * transaction. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/random.h"
#include "store/intake.h"

static const char *const libraries[] = {"atlas", "blis", "gslcblas", "netlib", "openblas"};
enum { LIBRARIES = 5 };

struct request {
    size_t runs, sizes, libraries, rounds, seeds;
};

static void fill(struct measurement *m, struct series *series, double speed,
                 struct random *random) {
    size_t per_cell = m->rounds * m->max_seeds;
    for (size_t p = 0; p < m->points; p++) {
        series->status[p] = CELL_OK;
        for (size_t i = 0; i < per_cell; i++) {
            double noise;
            random_fill_double(random, &noise, 1);
            series->seconds[p * per_cell + i] =
                (1e-8 + 1e-10 * speed * (double)m->sizes[p]) * (1 + 0.02 * noise);
        }
    }
}

static struct run *make_run(struct random *random, const struct request *request, size_t number) {
    char uuid[60];
    struct err err;
    struct run *run = run_new();
    struct measurement *m = run ? run_add_measurement(run, "axpy", request->sizes, request->rounds,
                                                      request->seeds, &err)
                                : NULL;
    if (!m)
        return run;
    snprintf(uuid, sizeof uuid, "00000000-0000-4000-8000-%012zu", number);
    facts_set_text(&run->facts, FACT_UUID, uuid);
    facts_set_text(&run->facts, FACT_HOST, "bench");
    facts_set_text(&run->facts, FACT_STATE, "complete");
    facts_set_text(&run->facts, FACT_STARTED, "2026-01-01T00:00:00+00:00");
    facts_set_text(&m->facts, FACT_TYPE, "d");
    for (size_t p = 0; p < request->sizes; p++) {
        m->sizes[p] = (int64_t)round(10 * pow(10, (double)p / 5));
        m->seeds[p] = (int64_t)request->seeds;
    }
    for (size_t i = 0; i < request->libraries; i++) {
        struct series *series = measurement_add_series(m, libraries[i], &err);
        if (series)
            fill(m, series, 1 + 0.5 * (double)i, random);
    }
    return run;
}

static int append_all(void *context, struct change_course *course, struct err *err) {
    const struct request *request = context;
    struct random random = {1};
    int code = 0;
    for (size_t r = 0; r < request->runs && !code; r++) {
        char name[CONTENTS_NAME_SIZE] = "";
        struct run *run = make_run(&random, request, r + 1);
        change_request(course);
        code = run ? intake_send(course, run, name, err) : ERR_FAILED;
        run_free(run);
    }
    return code;
}

/* The number that stands at PLACE on the command line; 0 where it is none. */
static size_t number_at(int argc, char **argv, int place, size_t otherwise) {
    long number = place < argc ? atol(argv[place]) : (long)otherwise;
    return number > 0 ? (size_t)number : 0;
}

int main(int argc, char **argv) {
    struct err err = {""};
    struct request request = {number_at(argc, argv, 2, 0), number_at(argc, argv, 3, 25),
                              number_at(argc, argv, 4, LIBRARIES), number_at(argc, argv, 5, 5),
                              number_at(argc, argv, 6, 8)};
    if (!request.runs || !request.sizes || !request.libraries || request.libraries > LIBRARIES ||
        !request.rounds || !request.seeds) {
        fputs("usage: many_runs ARCHIVE RUNS [SIZES [LIBRARIES [ROUNDS [SEEDS]]]]\n", stderr);
        return 64;
    }
    const uint64_t samples =
        (uint64_t)request.sizes * request.libraries * request.rounds * request.seeds;
    const struct change_plan plan = {.work = intake_work,
                                     .conduct = append_all,
                                     .context = &request,
                                     .more = samples * sizeof(double) * (series_detail_count + 1)};
    int code = change_archive(argv[1], NULL, &plan, &err);
    if (code)
        fprintf(stderr, "many_runs: %s\n", err.message);
    return err_exit_status(code);
}
