/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/harness/services.h"

#include <complex.h>
#include <stdio.h>

#include "collect/harness/number.h"
#include "collect/harness/workspace.h"
#include "formats/text/utf8.h"

static struct workspace *workspace_of(struct bench *bench) {
    return (struct workspace *)bench;
}

static struct report *report_of(struct bench *bench) {
    return &workspace_of(bench)->report;
}

/* --- for setup --- */

static void *allocate(struct bench *bench, size_t count, size_t bytes, int renewed) {
    return workspace_take(workspace_of(bench), count, bytes, renewed);
}

/* Whether COUNT numbers of TYPE at ARRAY are an output that can be read. */
static int is_output(struct workspace *w, const char *name, const void *array, size_t count,
                     char type) {
    size_t number = number_bytes(type), room = 0;
    if (number == 0)
        workspace_fail(w, "names %s, of a type that there is not", name);
    else if (!workspace_array_at(w, array, &room))
        workspace_fail(w, "names %s, which is outside all of its arrays", name);
    else if (count > room / number)
        workspace_fail(w, "names %s, which is larger than the array it lies in", name);
    else if ((uintptr_t)array % number)
        workspace_fail(w, "names %s, which begins within a number", name);
    else
        return 1;
    return 0;
}

static void output(struct bench *bench, const char *name, void *array, size_t count, char type) {
    struct workspace *w = workspace_of(bench);
    struct workspace_output added = {.count = count, .type = type};
    if (name && name[0])
        snprintf(added.name, sizeof added.name, "%s", name);
    else
        snprintf(added.name, sizeof added.name, "output %zu", w->output_count + 1);
    utf8_clean(added.name, '?');
    if (w->output_count == WORKSPACE_MAX_OUTPUTS)
        workspace_fail(w, "names more than %d outputs", WORKSPACE_MAX_OUTPUTS);
    else if (is_output(w, added.name, array, count, type)) {
        size_t room;
        added.offset = (uintptr_t)array - (uintptr_t)w->arena;
        w->output_arrays[w->output_count] =
            (size_t)(workspace_array_at(w, array, &room) - w->arrays);
        w->outputs[w->output_count++] = added;
    }
}

/* --- for initialize and residual --- */

static const void *original(const struct bench *bench, const void *array) {
    return workspace_original((const struct workspace *)bench, array);
}

static double uniform(struct bench *bench) {
    double number;
    random_fill_double(&workspace_of(bench)->inputs, &number, 1);
    return number;
}

static void fill(struct bench *bench, void *array, size_t count) {
    struct workspace *w = workspace_of(bench);
    size_t parts = count * number_parts(bench->type);
    if (bench_is_single(bench))
        random_fill_float(&w->inputs, array, parts);
    else
        random_fill_double(&w->inputs, array, parts);
}

/* One per type: the upper half of A to the lower one, DIAGONAL on the diagonal. */
#define MIRROR(name, type, conjugate, real)                                                        \
    static void name(type *a, size_t n, double diagonal) {                                         \
        for (size_t j = 0; j < n; j++) {                                                           \
            for (size_t i = j + 1; i < n; i++)                                                     \
                a[j * n + i] = conjugate(a[i * n + j]);                                            \
            a[j * n + j] = real(a[j * n + j]) + (type)diagonal;                                    \
        }                                                                                          \
    }
MIRROR(mirror_float, float, , )
MIRROR(mirror_double, double, , )
MIRROR(mirror_complex_float, float complex, conjf, crealf)
MIRROR(mirror_complex_double, double complex, conj, creal)

static void mirror(char type, void *matrix, size_t n, double diagonal) {
    if (type == 's')
        mirror_float(matrix, n, diagonal);
    else if (type == 'd')
        mirror_double(matrix, n, diagonal);
    else if (type == 'c')
        mirror_complex_float(matrix, n, diagonal);
    else
        mirror_complex_double(matrix, n, diagonal);
}

static void fill_symmetric(struct bench *bench, void *matrix, size_t n, double diagonal) {
    for (size_t j = 0; j < n; j++)
        fill(bench, (char *)matrix + j * n * bench->element, j + 1);
    mirror(bench->type, matrix, n, diagonal);
}

/* --- for calculate --- */

static void set_seconds(struct bench *bench, double seconds) {
    report_set_seconds(report_of(bench), seconds);
}

static void begin_region(struct bench *bench) {
    report_begin_region(report_of(bench));
}

static void end_region(struct bench *bench) {
    report_end_region(report_of(bench));
}

static void count(struct bench *bench, enum bench_count what, double number) {
    report_count(report_of(bench), what, number);
}

static void give_up(struct bench *bench, const char *why) {
    report_give_up(report_of(bench), why);
}

const struct bench_services services = {.allocate = allocate,
                                        .output = output,
                                        .original = original,
                                        .uniform = uniform,
                                        .fill = fill,
                                        .fill_symmetric = fill_symmetric,
                                        .set_seconds = set_seconds,
                                        .begin_region = begin_region,
                                        .end_region = end_region,
                                        .count = count,
                                        .give_up = give_up};
