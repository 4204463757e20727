/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/workspace.h"

#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/number.h"
#include "collect/sizes.h"

enum { LINE = 64, PAGE = 4096 };
#define MOST_BYTES ((size_t)1 << 47)

static size_t round_up(size_t bytes, size_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

/* From one copy to the next: an odd number of lines. */
static size_t copy_stride(size_t image_bytes) {
    size_t lines = round_up(image_bytes, LINE) / LINE;
    return (lines | 1) * LINE;
}

static char *originals(const struct workspace *w) {
    return w->arena + w->fixed_bytes;
}

static char *copies(const struct workspace *w) {
    return originals(w) + w->bench.copy_stride;
}

/* --- services --- */

/* Where the next array may begin that has USED bytes before it. A layout that is only counted is
 * the worst one. */
static size_t next_place(struct workspace *w, size_t used) {
    if (w->is_packed)
        return round_up(used, LINE);
    size_t offset = w->capacity ? LINE * random_below(&w->placement, PAGE / LINE) : PAGE - LINE;
    return round_up(used, PAGE) + offset;
}

static void *allocate_fixed(struct workspace *w, size_t bytes) {
    size_t offset = next_place(w, w->fixed_used);
    w->fixed_used = offset + bytes;
    return w->arena + offset;
}

static void *allocate_renewed(struct workspace *w, size_t bytes) {
    size_t offset = round_up(w->image_used, LINE);
    w->image_used = offset + bytes;
    return copies(w) + offset;
}

static void *allocate(struct bench *bench, size_t count, size_t bytes, int renewed) {
    struct workspace *w = (struct workspace *)bench;
    if (bytes == 0 || count > MOST_BYTES / bytes || w->fixed_used > MOST_BYTES ||
        w->image_used > MOST_BYTES) {
        w->failure = "asks for more memory than can be addressed";
        count = 0;
    }
    return renewed ? allocate_renewed(w, count * bytes) : allocate_fixed(w, count * bytes);
}

static void output(struct bench *bench, const char *name, void *array, size_t count, char type) {
    struct workspace *w = (struct workspace *)bench;
    if (w->output_count == WORKSPACE_MAX_OUTPUTS) {
        w->failure = "names too many outputs";
        return;
    }
    if (!number_name(type)) {
        w->failure = "names an output of a type that there is not";
        return;
    }
    struct workspace_output *added = &w->outputs[w->output_count++];
    *added = (struct workspace_output){(uint64_t)((char *)array - w->arena), count, type, ""};
    if (name)
        snprintf(added->name, sizeof added->name, "%s", name);
    else
        snprintf(added->name, sizeof added->name, "output %zu", w->output_count);
}

static const void *original(const struct bench *bench, const void *array) {
    const struct workspace *w = (const struct workspace *)bench;
    return originals(w) + ((const char *)array - copies(w));
}

static double uniform(struct bench *bench) {
    double number;
    random_fill_double(&((struct workspace *)bench)->inputs, &number, 1);
    return number;
}

static void fill(struct bench *bench, void *array, size_t count) {
    struct workspace *w = (struct workspace *)bench;
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

static const struct bench_services services = {.allocate = allocate,
                                               .output = output,
                                               .original = original,
                                               .uniform = uniform,
                                               .fill = fill,
                                               .fill_symmetric = fill_symmetric};

/* --- laying out --- */

static void begin(struct workspace *w, const struct bench_action *action, char type, int64_t size) {
    *w = (struct workspace){
        .bench = {.size = size, .type = type, .element = number_bytes(type), .services = &services},
        .action = action,
    };
}

/* One pass of the action's setup over a layout that is known as far as it is. */
static int place(struct workspace *w, uint64_t layout, struct err *err) {
    free(w->bench.state);
    w->bench.state = calloc(1, w->action->state_bytes + 1);
    w->is_packed = w->capacity && layout == 0;
    w->placement.state = layout;
    w->fixed_used = w->image_used = w->output_count = 0;
    if (!w->bench.state)
        return err_set(err, ERR_FAILED, "%s: no memory for its state", w->action->name);
    if (w->bench.size < 1 || w->bench.size > SIZES_LARGEST)
        return err_set(err, ERR_FAILED, "%s: no size is %lld", w->action->name,
                       (long long)w->bench.size);
    int refused = w->action->setup(&w->bench);
    if (refused || w->failure)
        return err_set(err, ERR_FAILED, "%s at size %lld %s", w->action->name,
                       (long long)w->bench.size, w->failure ? w->failure : "cannot be done");
    w->fixed_bytes = next_place(w, w->fixed_used);
    w->image_bytes = w->image_used;
    w->bench.copy_stride = w->image_bytes ? copy_stride(w->image_bytes) : 0;
    return 0;
}

static size_t bytes_with_copies(const struct workspace *w, size_t count) {
    return w->fixed_bytes + w->bench.copy_stride * (1 + count);
}

int workspace_measure(const struct bench_action *action, char type, int64_t size,
                      struct workspace_needs *needs, struct err *err) {
    struct workspace w;
    begin(&w, action, type, size);
    int status = place(&w, 0, err);
    if (status == 0) {
        *needs = (struct workspace_needs){.arena_bytes = bytes_with_copies(&w, 1)};
        for (size_t i = 0; i < w.output_count; i++)
            needs->output_bytes += w.outputs[i].count * number_bytes(w.outputs[i].type);
    }
    workspace_release(&w);
    return status;
}

static void touch(struct workspace *w) {
    volatile char *memory = w->arena;
    size_t used = bytes_with_copies(w, 1);
    for (size_t i = 0; i < used; i += PAGE)
        memory[i] = memory[i];
}

int workspace_setup(struct workspace *w, const struct bench_action *action, char type, int64_t size,
                    const bench_function *routines, int c_interface, char *arena, size_t capacity,
                    uint64_t layout, struct err *err) {
    begin(w, action, type, size);
    w->bench.routines = routines;
    w->bench.c_interface = c_interface;
    w->arena = arena;
    w->capacity = capacity;
    int status = place(w, layout, err); /* finds out where the image begins ... */
    if (status == 0 && bytes_with_copies(w, 1) > capacity)
        status = err_set(err, ERR_FAILED, "%s at size %lld needs %zu bytes, the arena has %zu",
                         action->name, (long long)size, bytes_with_copies(w, 1), capacity);
    if (status == 0)
        status = place(w, layout, err); /* ... so that its arrays can be placed */
    if (status == 0)
        touch(w);
    return status;
}

void workspace_release(struct workspace *w) {
    free(w->bench.state);
    w->bench.state = NULL;
}

/* --- filling --- */

void workspace_poison(struct workspace *w) {
    memset(w->arena, 0xff, bytes_with_copies(w, w->image_bytes ? 1 : 0));
}

void workspace_initialize(struct workspace *w, uint64_t seed) {
    w->inputs.state = seed;
    w->action->initialize(&w->bench, seed);
    memcpy(originals(w), copies(w), w->image_bytes);
}

int64_t workspace_max_copies(const struct workspace *w, size_t limit) {
    if (!w->image_bytes)
        return INT64_MAX;
    size_t room = w->capacity - w->fixed_bytes - w->bench.copy_stride;
    size_t fitting = (room < limit ? room : limit) / w->bench.copy_stride;
    return fitting ? (int64_t)fitting : 1;
}

void workspace_renew(struct workspace *w, int64_t count) {
    for (int64_t c = 0; w->image_bytes && c < count; c++)
        memcpy(copies(w) + (size_t)c * w->bench.copy_stride, originals(w), w->image_bytes);
}
