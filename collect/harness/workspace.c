/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/harness/workspace.h"

#include <complex.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/harness/number.h"
#include "collect/harness/sizes.h"
#include "formats/text/unicode.h"

/* --- workspace --- */

enum { LINE = WORKSPACE_LINE, PAGE = WORKSPACE_PAGE, LINES = PAGE / LINE, HEAP_GAP = 16 };
#define MOST_BYTES ((size_t)1 << 47)

static size_t round_up(size_t bytes, size_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

/* Where arrays may begin: at multiples of the unit, all SHIFT bytes further. */
static size_t unit_of(const struct workspace *w) {
    return w->alignment > LINE ? w->alignment : LINE;
}

static size_t shift_of(const struct workspace *w) {
    return w->alignment % LINE;
}

/* The distance between copies: an odd number of cache lines, or of pages. */
static size_t copy_stride(const struct workspace *w) {
    size_t units = round_up(w->image_bytes, unit_of(w)) / unit_of(w);
    return (units | 1) * unit_of(w);
}

static char *originals(const struct workspace *w) {
    return w->arena + w->fixed_bytes;
}

static char *copies(const struct workspace *w) {
    return originals(w) + w->bench.copy_stride;
}

/* An address for calculations only, because there may be no memory yet. */
static uintptr_t address_of(const struct workspace *w, const struct workspace_array *array) {
    size_t base = array->is_renewed ? w->fixed_bytes + w->bench.copy_stride : 0;
    return (uintptr_t)w->arena + base + array->offset;
}

/* Notes what setup did wrong; only the first mistake is kept. */
__attribute__((format(printf, 2, 3))) static void workspace_fail(struct workspace *w,
                                                                 const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (!w->failure[0])
        vsnprintf(w->failure, sizeof w->failure, format, arguments);
    va_end(arguments);
}

/* --- placing arrays --- */

/* The latest array of that kind; NULL: none. */
static struct workspace_array *latest(struct workspace *w, int is_renewed) {
    for (size_t i = w->array_count; i-- > 0;)
        if (w->arrays[i].is_renewed == is_renewed)
            return &w->arrays[i];
    return NULL;
}

/* Ends the latest array's gap at END. */
static void close_gap(struct workspace *w, int is_renewed, size_t end) {
    struct workspace_array *array = latest(w, is_renewed);
    if (array)
        array->behind = end - (array->offset + array->bytes);
}

/* Puts a guard after all fixed arrays so far. Returns where memory continues. */
static size_t put_guard(struct workspace *w) {
    size_t guard = round_up(w->fixed_used, PAGE);
    if (!latest(w, 0))
        return 0;
    close_gap(w, 0, guard);
    w->guards[w->guard_count++] = guard;
    return guard + PAGE;
}

/* Adds a bit for each line of a page that the BYTES bytes from ADDRESS on have part of. */
static void use_lines(uint64_t *used, uintptr_t address, size_t bytes) {
    size_t first = address / LINE, behind = (address + bytes + LINE - 1) / LINE;
    for (size_t i = first; i < behind && i < first + LINES; i++)
        *used |= UINT64_C(1) << i % LINES;
}

/* Returns where in its page an array of BYTES bytes begins: beside those before it, where it fits.
 * While setup only counts, this assumes the largest offset. */
static size_t draw_offset(struct workspace *w, size_t bytes) {
    size_t places[LINES], fitting = 0, unit = unit_of(w), count = PAGE / unit;
    if (!w->capacity)
        return PAGE - LINE + WORKSPACE_HEAP;
    if (w->is_packed)
        return shift_of(w);
    for (size_t i = 0; i < count; i++) {
        uint64_t lines = 0;
        use_lines(&lines, unit * i + shift_of(w), bytes);
        if (!(lines & w->used_lines))
            places[fitting++] = i;
    }
    size_t drawn = random_below(&w->placement, fitting ? fitting : count);
    size_t offset = unit * (fitting ? places[drawn] : drawn) + shift_of(w);
    use_lines(&w->used_lines, offset, bytes);
    return offset;
}

static size_t place_behind(struct workspace *w, size_t used, int is_renewed) {
    size_t offset = used ? round_up(used + HEAP_GAP, unit_of(w)) : 0;
    close_gap(w, is_renewed, offset);
    return offset;
}

static struct workspace_array place_fixed(struct workspace *w, size_t bytes) {
    size_t drawn = draw_offset(w, bytes);
    size_t begin = w->is_packed ? place_behind(w, w->fixed_used, 0) : put_guard(w);
    size_t offset = begin + drawn;
    w->fixed_used = offset + bytes;
    return (struct workspace_array){.offset = offset, .bytes = bytes, .before = drawn};
}

static struct workspace_array place_renewed(struct workspace *w, size_t bytes) {
    size_t offset = place_behind(w, w->image_used, 1);
    w->image_used = offset + bytes;
    return (struct workspace_array){.offset = offset, .bytes = bytes, .is_renewed = 1};
}

/* Returns the address of a new array of COUNT elements of BYTES bytes each. */
static void *workspace_take(struct workspace *w, size_t count, size_t bytes, int kind) {
    size_t used = w->fixed_used + w->image_used;
    if (bytes == 0 || used > MOST_BYTES || count > (MOST_BYTES - used) / bytes) {
        workspace_fail(w, "asks for more memory than can be addressed");
        count = 0;
    }
    if (w->array_count == WORKSPACE_MAX_ARRAYS) {
        workspace_fail(w, "asks for more than %d arrays", WORKSPACE_MAX_ARRAYS);
        return (void *)address_of(w, w->arrays);
    }
    int is_renewed = kind == WORKSPACE_RENEWED || (kind == WORKSPACE_INPUT && w->is_fresh &&
                                                   count * bytes <= WORKSPACE_FRESH_BYTES);
    struct workspace_array array =
        is_renewed ? place_renewed(w, count * bytes) : place_fixed(w, count * bytes);
    array.is_of_numbers = bytes == w->bench.element;
    w->arrays[w->array_count++] = array;
    return (void *)address_of(w, &array);
}

/* Returns the array that contains ADDRESS and sets BYTES to its size from there on; NULL: none. */
static const struct workspace_array *workspace_array_at(const struct workspace *w,
                                                        const void *address, size_t *bytes) {
    for (size_t i = 0; i < w->array_count; i++) {
        const struct workspace_array *array = &w->arrays[i];
        size_t inside = (uintptr_t)address - address_of(w, array);
        if (inside < array->bytes || (inside == 0 && array->bytes == 0)) {
            *bytes = array->bytes - inside;
            return array;
        }
    }
    return NULL;
}

/* --- ranks --- */

static const struct workspace_rank alone, *own_rank = &alone;

void workspace_be_rank(const struct workspace_rank *rank) {
    own_rank = rank;
}

/* --- laying out --- */

static int are_fresh; /* the inputs of what is set up */

static size_t aligned_to = LINE;

void workspace_align(size_t bytes) {
    aligned_to = bytes;
}

void workspace_be_fresh(int is_fresh) {
    are_fresh = is_fresh;
}

int workspace_begin(struct workspace *w, const struct bench_action *action, char type,
                    const struct design_point *design_point, struct err *err) {
    *w = (struct workspace){
        .bench = {.size = design_point->size,
                  .type = type,
                  .element = number_bytes(type),
                  .parameters = design_point->parameters,
                  .services = &services,
                  .rank = action->is_parallel ? own_rank->number : 0,
                  .ranks = action->is_parallel ? design_point->threads : 1,
                  .mpi = own_rank->mpi},
        .action = action,
        .states = aligned_alloc(PAGE, round_up(action->state_bytes + 1, PAGE) + PAGE),
        .fixed_bytes = 2 * MOST_BYTES, /* not known yet: beyond any fixed array */
    };
    if (!w->states)
        return err_set(err, ERR_FAILED, "%s: no memory for its state", action->name);
    w->bench.state = memset(w->states, 0, action->state_bytes);
    if (design_point->size < 0 || design_point->size > SIZES_LARGEST)
        return err_set(err, ERR_FAILED, "%s: no size is %lld", action->name,
                       (long long)design_point->size);
    return 0;
}

/* After a single copy there is a gap up to the fence, a page that more copies may fill. */
static size_t end_of_one_copy(const struct workspace *w) {
    return w->image_bytes ? round_up(w->fixed_bytes + 2 * w->bench.copy_stride, PAGE)
                          : w->fixed_bytes;
}

/* Runs the action's setup once, with as much of the layout as is known. */
static int place(struct workspace *w, uint64_t layout, struct err *err) {
    memset(w->bench.state, 0, w->action->state_bytes);
    w->is_packed = w->capacity && layout == 0;
    w->placement.state = layout;
    w->fixed_used = w->image_used = w->used_lines = 0;
    w->array_count = w->output_count = w->guard_count = 0;
    int returned = w->action->setup(&w->bench);
    if (returned || w->failure[0] || w->report.failure[0]) {
        char where[512];

        /* "fft_1d at size 16, planning 1" */
        size_t size = sizeof where;
        const struct bench_parameter *parameters = w->action->parameters;
        size_t used = (size_t)snprintf(where, size, "%s at", w->action->name);
        int has_size = w->action->size_means || !parameters;
        if (has_size && used < size)
            used +=
                (size_t)snprintf(where + used, size - used, " size %lld", (long long)w->bench.size);
        for (size_t i = 0; parameters && i < BENCH_MAX_PARAMETERS && parameters[i].name; i++)
            if (used < size)
                used += (size_t)snprintf(where + used, size - used, "%s %s %g",
                                         has_size || i ? "," : "", parameters[i].name,
                                         w->bench.parameters[i]);

        if (w->failure[0])
            return err_set(err, ERR_FAILED, "%s %s", where, w->failure);
        if (w->report.failure[0])
            return err_set(err, ERR_FAILED, "%s cannot be done: %s", where, w->report.failure);
        return err_set(err, ERR_FAILED, "%s cannot be done: setup returned %d", where, returned);
    }
    size_t drawn = draw_offset(w, w->image_used);
    w->fixed_bytes = put_guard(w) + drawn;
    w->image_bytes = w->image_used;
    w->bench.copy_stride = w->image_bytes ? copy_stride(w) : 0;
    close_gap(w, 1, end_of_one_copy(w) - w->fixed_bytes - w->bench.copy_stride);
    return 0;
}

static size_t bytes_with_one_copy(const struct workspace *w) {
    return end_of_one_copy(w) + (w->image_bytes ? PAGE : 0);
}

/* Where the longest run of free lines of a page begins and ends; END is 0 if all are free, or
 * none. */
struct free_lines {
    size_t begin, end;
};

static struct free_lines free_lines_beside(uint64_t used) {
    struct free_lines longest = {0};
    for (size_t i = 0; i < LINES; i++) {
        size_t free = 0;
        while (used >> i & 1 && free < LINES && !(used >> (i + LINES - free - 1) % LINES & 1))
            free++;
        size_t end = i * LINE + (i == 0) * PAGE;
        if (free * LINE > longest.end - longest.begin)
            longest = (struct free_lines){end - free * LINE, end};
    }
    return longest;
}

static uint64_t lines_of_arrays(const struct workspace *w) {
    uint64_t used = w->used_lines;
    if (w->image_bytes)
        use_lines(&used, (uintptr_t)copies(w),
                  (size_t)workspace_warm_copies(w) * w->bench.copy_stride);
    return used;
}

static void move_state(struct workspace *w) {
    if (!w->is_packed)
        w->bench.state = w->states + free_lines_beside(lines_of_arrays(w)).begin % PAGE;
}

static size_t choose_stack_end(const struct workspace *w) {
    uint64_t used = lines_of_arrays(w);
    use_lines(&used, (uintptr_t)w->bench.state, w->action->state_bytes);
    return w->is_packed ? 0 : free_lines_beside(used).end;
}

size_t workspace_stack_shift(const struct workspace *w, const void *frame) {
    return w->stack_end ? ((uintptr_t)frame - w->stack_end) % PAGE : 0;
}

int workspace_measure(const struct bench_action *action, char type,
                      const struct design_point *design_point, struct workspace_needs *needs,
                      struct err *err) {
    struct workspace w;
    int status = workspace_begin(&w, action, type, design_point, err);
    w.is_fresh = 1; /* which takes more */
    w.alignment = PAGE;
    if (status == 0)
        status = place(&w, 0, err);
    if (status == 0) {
        /* Copies an odd number of lines apart may take a line more each. */
        *needs = (struct workspace_needs){.arena_bytes = bytes_with_one_copy(&w) + PAGE};
        for (size_t i = 0; i < w.output_count; i++)
            needs->output_bytes += w.outputs[i].count * number_bytes(w.outputs[i].type);
    }
    workspace_release(&w);
    return status;
}

int workspace_setup(struct workspace *w, const struct bench_action *action, char type,
                    const struct design_point *design_point, const bench_function *routines,
                    int c_interface, char *arena, size_t capacity, uint64_t layout,
                    struct err *err) {
    int status = workspace_begin(w, action, type, design_point, err);
    w->is_fresh = are_fresh;
    w->alignment = aligned_to;
    w->bench.routines = routines;
    w->bench.c_interface = c_interface;
    w->arena = arena;
    w->capacity = capacity;
    if (status == 0)
        status = place(w, layout, err); /* finds out where the image begins ... */
    if (status == 0 && bytes_with_one_copy(w) > capacity)
        status =
            err_set(err, ERR_FAILED, "%s at size %lld needs %zu bytes, the arena has %zu",
                    action->name, (long long)design_point->size, bytes_with_one_copy(w), capacity);
    if (status == 0) {
        move_state(w);
        status = place(w, layout, err); /* ... so that its arrays can be placed */
    }
    if (status == 0) {
        volatile char *memory = w->arena;
        size_t used = bytes_with_one_copy(w);
        for (size_t i = 0; i < used; i += PAGE)
            memory[i] = memory[i];
        w->stack_end = choose_stack_end(w);
    }
    return status;
}

/* --- guards and gaps --- */

static const uint32_t poison = NUMBER_UNWRITTEN;

static int protect(struct workspace *w, int protection) {
    for (size_t i = 0; i < w->guard_count; i++)
        if (mprotect(w->arena + w->guards[i], PAGE, protection) != 0)
            return -1;
    return 0;
}

int workspace_guard(struct workspace *w, struct err *err) {
    if (sysconf(_SC_PAGESIZE) != PAGE)
        return 0;
    w->is_guarded = 1;
    return protect(w, PROT_READ) == 0
               ? 0
               : err_set(err, ERR_FAILED, "%s: cannot put guards between arrays: %s",
                         w->action->name, strerror(errno));
}

void workspace_fence(struct workspace *w, int is_up) {
    if (w->is_guarded && w->image_bytes)
        mprotect(w->arena + end_of_one_copy(w), PAGE, is_up ? PROT_READ : PROT_READ | PROT_WRITE);
}

/* The pattern follows from the address, because arrays may end anywhere in it. */
static int is_poison(const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (bytes[i] != ((const char *)&poison)[(uintptr_t)(bytes + i) % sizeof poison])
            return 0;
    return 1;
}

/* The name of the first output in array number ARRAY; NULL: none. */
static const char *name_of(const struct workspace *w, size_t array) {
    for (size_t i = 0; i < w->output_count; i++)
        if (w->output_arrays[i] == array)
            return w->outputs[i].name;
    return NULL;
}

static int tell_overwritten(const struct workspace *w, size_t array, const char *where,
                            struct err *err) {
    const char *name = name_of(w, array);
    return err_set(err, ERR_FAILED, "wrote %s its array number %zu%s%s%s", where, array + 1,
                   name ? " (\"" : "", name ? name : "", name ? "\")" : "");
}

int workspace_check_gaps(const struct workspace *w, struct err *err) {
    for (size_t i = 0; i < w->array_count; i++) {
        const struct workspace_array *array = &w->arrays[i];
        const char *begin = (array->is_renewed ? copies(w) : w->arena) + array->offset;
        if (!is_poison(begin + array->bytes, array->behind))
            return tell_overwritten(w, i, "beyond", err);
        if (!is_poison(begin - array->before, array->before))
            return tell_overwritten(w, i, "before", err);
    }
    return 0;
}

void workspace_release(struct workspace *w) {
    if (w->is_guarded)
        protect(w, PROT_READ | PROT_WRITE);
    w->is_guarded = 0;
    free(w->states);
    w->states = w->bench.state = NULL;
}

/* --- filling --- */

void workspace_poison(struct workspace *w) {
    size_t from = 0;
    for (size_t i = 0; i < w->guard_count; i++) {
        number_unwrite(w->arena + from, w->guards[i] - from);
        from = w->guards[i] + PAGE;
    }
    number_unwrite(w->arena + from, end_of_one_copy(w) - from);
}

void workspace_fill(struct workspace *w) {
    for (size_t i = 0; i < w->array_count; i++) {
        const struct workspace_array *array = &w->arrays[i];
        if (array->is_of_numbers)
            bench_fill(&w->bench, (void *)address_of(w, array), array->bytes / w->bench.element);
    }
}

void workspace_initialize(struct workspace *w, uint64_t seed) {
    w->inputs.state = seed;
    if (w->action->initialize)
        w->action->initialize(&w->bench, seed);
    else
        workspace_fill(w);
    memcpy(originals(w), copies(w), w->image_bytes);
}

int64_t workspace_max_copies(const struct workspace *w, size_t limit) {
    int64_t most = w->most_copies ? w->most_copies : INT64_MAX;
    if (!w->image_bytes || (w->is_remote && w->most_copies))
        return most;
    size_t room = w->capacity - w->fixed_bytes - w->bench.copy_stride;
    size_t fitting = (room < limit ? room : limit) / w->bench.copy_stride;
    return fitting == 0 ? 1 : (int64_t)fitting < most ? (int64_t)fitting : most;
}

/* --- renewing --- */

enum { CACHE_LEVELS = 3 };

/* Bytes of the level 1 data cache, of level 2 and of level 3; as usual where the C library does not
 * know. */
static size_t cache_bytes(int level) {
    static const struct {
        int name;
        long usual;
    } levels[CACHE_LEVELS] = {{_SC_LEVEL1_DCACHE_SIZE, 32 << 10},
                              {_SC_LEVEL2_CACHE_SIZE, 512 << 10},
                              {_SC_LEVEL3_CACHE_SIZE, 8 << 20}};
    static size_t known[CACHE_LEVELS];
    if (!known[level]) { /* a virtual machine's answer takes long */
        long bytes = sysconf(levels[level].name);
        known[level] = (size_t)(bytes > 0 ? bytes : levels[level].usual);
    }
    return known[level];
}

int64_t workspace_warm_copies(const struct workspace *w) {
    size_t fixed = 0, call = w->bench.copy_stride + w->call_bytes, room = WORKSPACE_COPY_BYTES;
    if (w->is_remote || !call)
        return workspace_max_copies(w, WORKSPACE_COPY_BYTES);
    for (size_t i = 0; i < w->array_count; i++)
        fixed += w->arrays[i].is_renewed ? 0 : w->arrays[i].bytes;
    for (int level = CACHE_LEVELS; level-- > 0;)
        if (fixed + call <= cache_bytes(level) / 2)
            room = cache_bytes(level) / 2 - fixed;
    int64_t most = workspace_max_copies(w, WORKSPACE_COPY_BYTES), warm = (int64_t)(room / call);
    warm = warm > 1 ? warm : 1;
    return warm < most ? warm : most;
}

int workspace_renews(const struct workspace *w) {
    return w->image_bytes || w->call_bytes;
}

int workspace_may_be_fresh(const struct workspace *w) {
    return w->image_bytes && w->image_bytes <= WORKSPACE_FRESH_BYTES &&
           (!w->is_remote || w->is_drawn_there) && !w->renew && !w->action->begin_batch;
}

int workspace_is_renewed(const struct workspace *w, const void *array) {
    size_t room;
    const struct workspace_array *found = workspace_array_at(w, array, &room);
    return found && found->is_renewed;
}

/* Fills copy 0 with the numbers that come next. */
static void draw(struct workspace *w) {
    if (w->action->renew)
        w->action->renew(&w->bench);
    else if (w->action->initialize)
        w->action->initialize(&w->bench, random_next(&w->inputs));
    else
        workspace_fill(w);
}

void workspace_renew(struct workspace *w, int64_t count) {
    int is_drawn = w->is_fresh && workspace_may_be_fresh(w);
    if (w->renew)
        w->renew(w, count);
    if (w->renew || w->is_remote || !w->image_bytes)
        return;
    for (int64_t c = count; c-- > 0;) {
        if (is_drawn) {
            draw(w);
            memcpy(originals(w), copies(w), w->image_bytes);
        }
        if (!is_drawn || c > 0)
            memcpy(copies(w) + (size_t)c * w->bench.copy_stride, originals(w), w->image_bytes);
    }
}

/* --- services --- */

static struct workspace *workspace_of(struct bench *bench) {
    return (struct workspace *)bench;
}

static struct report *report_of(struct bench *bench) {
    return &workspace_of(bench)->report;
}

/* --- for setup --- */

static void *allocate(struct bench *bench, size_t count, size_t bytes, int kind) {
    return workspace_take(workspace_of(bench), count, bytes, kind);
}

/* Whether COUNT numbers of TYPE at ARRAY are a valid output. */
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
    /* The original of ARRAY, which is in copy 0. */
    const struct workspace *w = (const struct workspace *)bench;
    return originals(w) + ((const char *)array - copies(w));
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

static void fill_part(struct bench *bench, void *array, uint64_t first, size_t count) {
    struct workspace *w = workspace_of(bench);
    struct random before = w->inputs;
    random_skip(&w->inputs, first * number_parts(bench->type));
    fill(bench, array, count);
    w->inputs = before;
}

/* One function per type: copies the upper half of A to the lower one and adds DIAGONAL to the
 * diagonal. */
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

static void fill_symmetric(struct bench *bench, void *matrix, size_t n, double diagonal) {
    for (size_t j = 0; j < n; j++)
        fill(bench, (char *)matrix + j * n * bench->element, j + 1);

    char type = bench->type;
    if (type == 's')
        mirror_float(matrix, n, diagonal);
    else if (type == 'd')
        mirror_double(matrix, n, diagonal);
    else if (type == 'c')
        mirror_complex_float(matrix, n, diagonal);
    else
        mirror_complex_double(matrix, n, diagonal);
}

static void sum(const struct bench *bench, double *numbers, size_t count) {
    if (bench->ranks > 1 && own_rank->sum)
        own_rank->sum(numbers, count);
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

static const struct workspace_devices *devices; /* NULL: none is known */

void workspace_time_devices(const struct workspace_devices *known) {
    devices = known;
}

static void device_begin(struct bench *bench, enum bench_device kind, void *queue) {
    struct report *report = report_of(bench);
    const char *why = !devices               ? "no device can be timed here"
                      : report->is_on_device ? "it began to time a device again before the end"
                                             : devices->begin(kind, queue);
    report->is_on_device = !why;
    if (why)
        report_give_up(report, why);
}

static void device_end(struct bench *bench) {
    struct report *report = report_of(bench);
    double seconds = 0;
    const char *why = !report->is_on_device ? "it ended to time a device before it began"
                                            : devices->end(&seconds);
    report->is_on_device = 0;
    if (why)
        report_give_up(report, why);
    else
        report_set_device_seconds(report, seconds);
}

static void count(struct bench *bench, enum bench_count what, double number) {
    report_count(report_of(bench), what, number);
}

static void give_up(struct bench *bench, const char *why) {
    report_give_up(report_of(bench), why);
}

static void wrong(struct bench *bench, const char *why) {
    report_wrong(report_of(bench), why);
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
                                        .give_up = give_up,
                                        .wrong = wrong,
                                        .fill_part = fill_part,
                                        .sum = sum,
                                        .device_begin = device_begin,
                                        .device_end = device_end};
