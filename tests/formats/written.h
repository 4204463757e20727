/* SPDX-License-Identifier: GPL-3.0-or-later */
/* written.h: runs written to a file of some format, for the tests. */
#ifndef BENCHMAT_TESTS_FORMATS_WRITTEN_H
#define BENCHMAT_TESTS_FORMATS_WRITTEN_H

#include <unistd.h>

#include "formats/import/format.h"
#include "tests/formats/foreign.h"
#include "tests/test.h"

/* Three libraries at two sizes, each with a stride of its own, in two rounds of two seeds; one has
 * crashed at the second, another was wrong there. Numbers that no short decimal is. */
static inline struct run *written_run(const char *action, int with_parameter) {
    static const char *const names[] = {"openblas", "a, \"b\"", "blis"};
    struct run *run = run_new();
    struct measurement *m = run_add_measurement(run, action, 2, 2, 2, NULL);
    run->name = strdup("run_000007");
    facts_set_text(&run->facts, FACT_HOST, "a \"host\"\nof \xff two lines");
    facts_set_real(&run->facts, "load", 0.1);
    facts_set_text(&m->facts, FACT_TYPE, "d");
    facts_set_integer(&m->facts, FACT_THREADS, 1);
    facts_set_text(&m->facts, FACT_SCHEDULE, "interleaved");
    for (size_t p = 0; p < 2; p++) {
        m->sizes[p] = p ? 1000 : 64;
        m->seeds[p] = 2;
    }
    for (size_t p = 0; with_parameter && p < 2; p++)
        measurement_add_parameter(m, "stride", NULL)->values[p] = p ? 0.5 : 8;
    for (size_t l = 0; l < 3; l++) {
        struct series *series = measurement_add_series(m, names[l], NULL);
        for (size_t i = 0; i < 8; i++)
            series->seconds[i] = 1e-9 * (double)(l + 1) * (1 + (double)i / 7);
        series->status[0] = CELL_OK;
        series->status[1] = l == 1 ? CELL_CRASHED : l == 2 ? CELL_WRONG : CELL_OK;
        for (size_t i = 4; l == 1 && i < 8; i++)
            series->seconds[i] = NAN;
    }
    return run;
}

/* Writes RUNS to PATH; the result is that of the writing. */
static inline int written_to(const struct format *format, const char *path,
                             const struct writing_options *options, struct run *const *runs,
                             size_t count, struct err *err) {
    struct writing writing;
    int code = writing_begin(&writing, format, path, options, err);
    if (code)
        return code;
    for (size_t r = 0; r < count && writing_wants_plan(&writing) && code == 0; r++)
        for (size_t i = 0; i < runs[r]->measurement_count && code == 0; i++)
            code = writing_plan(&writing, runs[r], &runs[r]->measurements[i], err);
    for (size_t r = 0; r < count && writing_wants_samples(&writing) && code == 0; r++)
        for (size_t i = 0; i < runs[r]->measurement_count; i++)
            writing_plan_samples(&writing, &runs[r]->measurements[i]);
    for (size_t r = 0; r < count && code == 0; r++)
        for (size_t i = 0; i < runs[r]->measurement_count && code == 0; i++)
            code = writing_add(&writing, runs[r], &runs[r]->measurements[i], err);
    return writing_end(&writing, code, err);
}

static inline char *written_text(const char *path) {
    struct source source;
    struct err err;
    assert_int_equal(source_read(&source, path, SOURCE_MOST_BYTES, &err), 0);
    char *text = strndup(source.text, source.length);
    source_release(&source);
    return text;
}

static inline int written_set_up(void **state) {
    char name[] = "/tmp/benchmat-written-XXXXXX";
    *state = strdup(mkdtemp(name));
    return *state ? 0 : -1;
}

static inline int written_tear_down(void **state) {
    char command[200];
    snprintf(command, sizeof command, "rm -rf %s", (char *)*state);
    int failed = system(command);
    free(*state);
    return failed;
}

/* A file of that NAME in the test's own folder. */
static inline const char *written_path(void **state, const char *name) {
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", (char *)*state, name);
    return path;
}

#endif
