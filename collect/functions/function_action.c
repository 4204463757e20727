/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/functions/function_action.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/functions/function_calls.h"
#include "collect/harness/workspace.h"

/* So many words of arguments are made at once, for calls whose arguments differ. */
enum { ROW_WORDS = 8192 };

/* The action of this process. */
static struct {
    struct prototype prototype;
    size_t parameter_of[PROTOTYPE_ARGUMENTS]; /* SIZE_MAX: the argument is no parameter */
    struct function_loop loop;
    size_t words[PROTOTYPE_ARGUMENTS]; /* the place of each among a call's words */
    uint64_t rows[ROW_WORDS];          /* of the words of one call each */
    int is_watched;
    char size_means[256];
    struct bench_parameter parameters[BENCH_MAX_PARAMETERS + 1];
    struct bench_implementation implementations[FUNCTIONS_MAX + 1];
    struct bench_action action;
} own;

/* --- setting up --- */

/* The type of the outputs in which TYPE is compared. */
static char output_type(const struct prototype_type *type) {
    if (type->kind == 'f')
        return type->bytes == 8 ? 'd' : 's';
    return type->bytes == 8 || (type->bytes == 4 && type->kind == 'u') ? 'l' : 'i';
}

/* Whether outputs can have TYPE as it is. */
static int is_output_type(const struct prototype_type *type) {
    return type->kind == 'f' || type->bytes == 8 || (type->bytes == 4 && type->kind == 'i');
}

static size_t output_bytes(char type) {
    return type == 'd' || type == 'l' ? 8 : 4;
}

struct array {
    void *memory;
    void *widened; /* what is compared in its place; NULL: itself */
    size_t count;
};

struct state {
    struct function_calls calls;
    int differs; /* some arguments differ from call to call */
    struct array arrays[PROTOTYPE_ARGUMENTS];
    void *returned; /* NULL: nothing is */
    int64_t integers[PROTOTYPE_ARGUMENTS];
};

/* The values of all integer arguments. */
static int find_integers(struct bench *bench, int64_t *integers) {
    const struct prototype *prototype = &own.prototype;
    for (size_t i = 0; i < prototype->argument_count; i++) {
        const struct prototype_argument *argument = &prototype->arguments[i];
        size_t parameter = own.parameter_of[i];
        if (!prototype_is_integer(argument))
            continue;
        integers[i] = i == prototype->size    ? bench->size
                      : parameter != SIZE_MAX ? (int64_t)bench->parameters[parameter]
                                              : 1;
        if ((double)integers[i] > argument->type->most) {
            char why[160];
            snprintf(why, sizeof why, "%s is of type %s, which has no %lld", argument->name,
                     argument->type->name, (long long)integers[i]);
            bench_fail(bench, why);
            return -1;
        }
    }
    return 0;
}

static void add_output(struct bench *bench, const struct prototype_argument *argument,
                       struct array *array) {
    char type = output_type(argument->type);
    if (!is_output_type(argument->type))
        array->widened = bench_memory(bench, array->count, output_bytes(type));
    bench_output_of(bench, argument->name, array->widened ? array->widened : array->memory,
                    array->count, type);
}

static int set_up_array(struct bench *bench, size_t i, struct state *state) {
    const struct prototype_argument *argument = &own.prototype.arguments[i];
    struct array *array = &state->arrays[i];
    int64_t count = prototype_length(&own.prototype, argument, state->integers);
    if (count < 0) {
        char why[200];
        snprintf(why, sizeof why, "the length of %s, %s, is negative or too large", argument->name,
                 argument->length);
        bench_fail(bench, why);
        return -1;
    }
    array->count = (size_t)count;
    array->memory =
        bench->services->allocate(bench, array->count, argument->type->bytes,
                                  argument->is_input && !argument->is_sorted ? WORKSPACE_INPUT
                                  : prototype_is_renewed(argument)           ? WORKSPACE_RENEWED
                                                                             : WORKSPACE_FIXED);
    if (!argument->is_input)
        add_output(bench, argument, array);
    return 0;
}

/* An array of no numbers needs none from its range. */
static int check_ranges(struct bench *bench, const struct state *state) {
    for (size_t i = 0; i < own.prototype.argument_count; i++) {
        const struct prototype_argument *argument = &own.prototype.arguments[i];
        struct err err;
        int is_used = !argument->is_array || state->arrays[i].count;
        if (is_used && prototype_check_range(&own.prototype, argument, state->integers, &err)) {
            bench_fail(bench, err.message);
            return -1;
        }
    }
    return 0;
}

/* Whether each call gets another number for ARGUMENT number I. */
static int is_drawn(const struct workspace *w, size_t i) {
    const struct prototype_argument *argument = &own.prototype.arguments[i];
    return w->is_fresh && prototype_is_drawn(argument) && own.parameter_of[i] == SIZE_MAX;
}

static void renew(struct workspace *w, int64_t calls);

static int setup(struct bench *bench) {
    struct workspace *w = (struct workspace *)bench;
    struct state *state = bench->state;
    size_t width = own.loop.integers + own.loop.reals;
    *state = (struct state){0};
    if (find_integers(bench, state->integers))
        return 1;
    for (size_t i = 0; i < own.prototype.argument_count; i++) {
        const struct prototype_argument *argument = &own.prototype.arguments[i];
        if (argument->is_array && set_up_array(bench, i, state))
            return 1;
        state->differs |=
            argument->is_array ? workspace_is_renewed(w, state->arrays[i].memory) : is_drawn(w, i);
    }
    if (check_ranges(bench, state))
        return 1;
    if (state->differs) {
        w->renew = renew;
        w->call_bytes = width * sizeof *own.rows;
        w->most_copies = (int64_t)(ROW_WORDS / width);
    }
    if (own.prototype.returned->kind != 'v') {
        state->returned = bench_memory(bench, 1, sizeof(uint64_t));
        bench_output_of(bench, "what it returns", state->returned, 1,
                        output_type(own.prototype.returned));
    }
    return 0;
}

/* --- filling --- */

static void store_integer(void *array, size_t i, size_t bytes, uint64_t value) {
    memcpy((char *)array + i * bytes, &value, bytes); /* the lower bytes, as they come first */
}

/* A number from LOW to HIGH, or below HIGH if it is a real one. */
static double draw(struct bench *bench, const struct prototype_type *type,
                   const struct prototype_bounds *bounds) {
    double part = (bench_uniform(bench) + 1) / 2, width = bounds->high - bounds->low;
    double value = bounds->low + part * width;
    if (type->kind != 'f')
        return fmin(bounds->low + floor(part * (width + 1)), bounds->high);
    if (type->bytes == sizeof(float))
        value = fmin((float)value, nextafterf((float)bounds->high, (float)bounds->low));
    return fmin(value, nextafter(bounds->high, bounds->low));
}

/* Integer I of an array, extended to 64 bits. */
static int64_t integer_at(const void *array, size_t i, const struct prototype_type *type) {
    uint64_t value = 0;
    memcpy(&value, (const char *)array + i * type->bytes, type->bytes);
    unsigned unused = 64 - 8 * (unsigned)type->bytes;
    return type->kind == 'i' ? (int64_t)(value << unused) >> unused : (int64_t)value;
}

static double number_at(const void *number, const struct prototype_type *type) {
    float single;
    double real;
    if (type->kind != 'f')
        return (double)integer_at(number, 0, type);
    memcpy(&single, number, sizeof single);
    memcpy(&real, number, type->bytes);
    return type->bytes == sizeof single ? (double)single : real;
}

static int compare(const void *a, const void *b, void *type) {
    double one = number_at(a, type), other = number_at(b, type);
    return (one > other) - (one < other);
}

/* Fills COUNT numbers of argument number I at MEMORY. */
static void fill(struct bench *bench, size_t i, void *memory, size_t count) {
    const struct state *state = bench->state;
    const struct prototype_argument *argument = &own.prototype.arguments[i];
    const struct prototype_type *type = argument->type;
    struct prototype_bounds bounds = prototype_bounds_of(&own.prototype, argument, state->integers);
    float *singles = memory;
    double *doubles = memory;
    if (type->kind == 'f' && !argument->has_range && type->bytes == bench->element)
        bench_fill(bench, memory, count);
    else
        for (size_t k = 0; k < count; k++) {
            double value = draw(bench, type, &bounds);
            if (type->kind != 'f')
                store_integer(memory, k, type->bytes, (uint64_t)(int64_t)value);
            else if (type->bytes == sizeof(float))
                singles[k] = (float)value;
            else
                doubles[k] = value;
        }
    if (argument->is_sorted)
        qsort_r(memory, count, type->bytes, compare, (void *)(uintptr_t)type);
}

/* The word of argument number I, a number. */
static uint64_t number(struct bench *bench, size_t i) {
    const struct state *state = bench->state;
    const struct prototype_argument *argument = &own.prototype.arguments[i];
    size_t parameter = own.parameter_of[i];
    int is_real = argument->type->kind == 'f';
    if (parameter == SIZE_MAX && prototype_is_drawn(argument)) {
        struct prototype_bounds bounds =
            prototype_bounds_of(&own.prototype, argument, state->integers);
        double value = draw(bench, argument->type, &bounds);
        return is_real ? function_calls_real(value, argument->type->bytes)
                       : (uint64_t)(int64_t)value;
    }
    return is_real ? function_calls_real(bench->parameters[parameter], argument->type->bytes)
                   : (uint64_t)state->integers[i];
}

static void initialize(struct bench *bench, uint64_t seed) {
    const struct state *state = bench->state;
    (void)seed;
    for (size_t i = 0; i < own.prototype.argument_count; i++) {
        const struct array *array = &state->arrays[i];
        if (own.prototype.arguments[i].is_array)
            fill(bench, i, array->memory, array->count);
        own.rows[own.words[i]] =
            own.prototype.arguments[i].is_array ? (uintptr_t)array->memory : number(bench, i);
    }
}

/* Argument number I, an array, for CALL: other numbers, or, if there are too many or inputs are the
 * same for all calls, those that it had. */
static void renew_array(struct workspace *w, size_t i, int64_t call) {
    const struct state *state = w->bench.state;
    const struct array *array = &state->arrays[i];
    size_t bytes = array->count * own.prototype.arguments[i].type->bytes;
    char *copy = (char *)array->memory + (size_t)call * w->bench.copy_stride;
    if (w->is_fresh && bytes <= WORKSPACE_FRESH_BYTES && !own.prototype.arguments[i].is_sorted)
        fill(&w->bench, i, copy, array->count);
    else
        memcpy(copy, bench_original(&w->bench, array->memory), bytes);
}

static void renew(struct workspace *w, int64_t calls) {
    const struct state *state = w->bench.state;
    size_t width = own.loop.integers + own.loop.reals;
    for (int64_t c = 0; c < calls; c++)
        for (size_t i = 0; i < own.prototype.argument_count; i++) {
            const struct array *array = &state->arrays[i];
            uint64_t *word = &own.rows[(size_t)c * width + own.words[i]];
            int is_array = own.prototype.arguments[i].is_array;
            if (is_array && workspace_is_renewed(w, array->memory)) {
                renew_array(w, i, c);
                *word = (uintptr_t)array->memory + (size_t)c * w->bench.copy_stride;
            } else if (!is_array && is_drawn(w, i))
                *word = number(&w->bench, i);
            else if (c > 0)
                *word = own.rows[own.words[i]];
        }
}

/* --- calling --- */

static int begin_batch(struct bench *bench) {
    struct state *state = bench->state;
    state->calls.function = bench->routines[0];
    state->calls.words = own.rows;
    state->calls.step = state->differs ? own.loop.integers + own.loop.reals : 0;
    return 0;
}

/* A sum of all constant arrays of one call: that of FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo), of
 * words where there are as many bytes. */
static uint64_t sum_of_input(const struct bench *bench, size_t i) {
    const struct state *state = bench->state;
    const struct array *array = &state->arrays[i];
    size_t bytes = array->count * own.prototype.arguments[i].type->bytes;
    const unsigned char *memory = (const unsigned char *)own.rows[own.words[i]];
    uint64_t sum = UINT64_C(0xcbf29ce484222325), word;
    for (; bytes >= sizeof word; bytes -= sizeof word, memory += sizeof word) {
        memcpy(&word, memory, sizeof word);
        sum = (sum ^ word) * UINT64_C(0x100000001b3);
    }
    for (; bytes; bytes--, memory++)
        sum = (sum ^ *memory) * UINT64_C(0x100000001b3);
    return sum;
}

void function_action_watch(int is_on) {
    own.is_watched = is_on;
}

static void calculate_watched(struct bench *bench, int64_t calls) {
    struct state *state = bench->state;
    uint64_t sums[PROTOTYPE_ARGUMENTS];
    for (size_t i = 0; i < own.prototype.argument_count; i++)
        sums[i] = own.prototype.arguments[i].is_input ? sum_of_input(bench, i) : 0;
    own.loop.make(&state->calls, calls);
    for (size_t i = 0; i < own.prototype.argument_count; i++)
        if (own.prototype.arguments[i].is_input && sum_of_input(bench, i) != sums[i]) {
            char why[100];
            snprintf(why, sizeof why, "it wrote into %.63s, which is const",
                     own.prototype.arguments[i].name);
            bench_wrong(bench, why);
        }
}

static void calculate(struct bench *bench, int64_t calls) {
    struct state *state = bench->state;
    if (own.is_watched)
        calculate_watched(bench, calls);
    else
        own.loop.make(&state->calls, calls);
}

/* --- the answer --- */

static void widen(void *to, const void *from, size_t count, const struct prototype_type *type) {
    for (size_t i = 0; i < count; i++)
        store_integer(to, i, output_bytes(output_type(type)), (uint64_t)integer_at(from, i, type));
}

static void end_batch(struct bench *bench) {
    struct state *state = bench->state;
    const struct prototype_type *type = own.prototype.returned;
    for (size_t i = 0; i < own.prototype.argument_count; i++)
        if (state->arrays[i].widened)
            widen(state->arrays[i].widened, state->arrays[i].memory, state->arrays[i].count,
                  own.prototype.arguments[i].type);
    if (state->returned && type->kind == 'f')
        memcpy(state->returned, &state->calls.returned, type->bytes);
    else if (state->returned)
        widen(state->returned, &state->calls.returned, 1, type);
}

/* --- the action --- */

/* 's' if any of the answer is a float, so that its precision is expected. */
static const char *choose_types(const struct prototype *prototype) {
    int is_single = prototype->returned->kind == 'f' && prototype->returned->bytes == 4;
    for (size_t i = 0; i < prototype->argument_count; i++) {
        const struct prototype_argument *argument = &prototype->arguments[i];
        is_single |= argument->is_array && !argument->is_input && argument->type->kind == 'f' &&
                     argument->type->bytes == 4;
    }
    return is_single ? "s" : "d";
}

/* "n, the length of x and y" */
static void describe_size(const struct prototype *prototype, char *text, size_t size) {
    size_t used, count = 0, written = 0;
    for (size_t i = 0; i < prototype->argument_count; i++)
        count += prototype->arguments[i].is_array &&
                 prototype_has_length(prototype, &prototype->arguments[i], prototype->size);
    used = (size_t)snprintf(text, size, "%s%s", prototype->arguments[prototype->size].name,
                            count ? ", the length of " : "");
    for (size_t i = 0; i < prototype->argument_count && used < size; i++)
        if (prototype->arguments[i].is_array &&
            prototype_has_length(prototype, &prototype->arguments[i], prototype->size)) {
            const char *comma = written == 0 ? "" : written + 1 == count ? " and " : ", ";
            used += (size_t)snprintf(text + used, size - used, "%s%s", comma,
                                     prototype->arguments[i].name);
            written++;
        }
}

/* The largest default size: arrays then have up to a million numbers, and functions without arrays,
 * of which nobody knows how their time grows, up to a thousand of whatever they count. */
static int64_t choose_largest(const struct prototype *prototype) {
    static const int64_t candidates[] = {1000000, 1000, 100, 30, 10};
    int has_arrays = 0;
    for (size_t i = 0; i < prototype->argument_count; i++)
        has_arrays |= prototype->arguments[i].is_array;
    for (size_t c = has_arrays ? 0 : 1; c < sizeof candidates / sizeof *candidates; c++) {
        int64_t values[PROTOTYPE_ARGUMENTS];
        int fits = (double)candidates[c] <= prototype->arguments[prototype->size].type->most;
        for (size_t i = 0; i < prototype->argument_count; i++)
            values[i] = i == prototype->size ? candidates[c] : 1;
        for (size_t i = 0; i < prototype->argument_count; i++)
            if (prototype->arguments[i].is_array) {
                int64_t count = prototype_length(prototype, &prototype->arguments[i], values);
                fits &= count >= 0 && count <= 4 * candidates[0];
            }
        if (fits)
            return candidates[c];
    }
    return 1;
}

static void choose_parameters(const char *const *names, size_t count) {
    for (size_t i = 0; i < PROTOTYPE_ARGUMENTS; i++)
        own.parameter_of[i] = SIZE_MAX;
    for (size_t p = 0; p < count; p++) {
        size_t i = prototype_find(&own.prototype, names[p]);
        if (i != SIZE_MAX)
            own.parameter_of[i] = p;
        own.parameters[p] = (struct bench_parameter){names[p], "an argument", 1};
    }
    own.parameters[count] = (struct bench_parameter){0};
}

static int choose_loop(struct err *err) {
    size_t integers = 0, reals = 0;
    int is_real[PROTOTYPE_ARGUMENTS];
    for (size_t i = 0; i < own.prototype.argument_count; i++) {
        const struct prototype_argument *argument = &own.prototype.arguments[i];
        is_real[i] = prototype_is_number(argument) && argument->type->kind == 'f';
        own.words[i] = is_real[i] ? reals++ : integers++;
    }
    own.loop = function_calls_loop(integers, reals, own.prototype.returned);
    for (size_t i = 0; i < own.prototype.argument_count; i++)
        own.words[i] += is_real[i] ? own.loop.integers : 0;
    return own.loop.make
               ? 0
               : err_set(err, ERR_FAILED,
                         "--function knows how x86-64 and AArch64 pass arguments, and this "
                         "machine is another; write an action: docs/writing-an-action.md");
}

/* Makes the action of OWN's prototype, and of so many parameters. */
static int make_action(const struct bench_action **action, const char *about,
                       const char *const *parameters, size_t parameter_count, struct err *err) {
    int has_size = own.prototype.size != SIZE_MAX;
    int status = choose_loop(err);
    if (status)
        return status;
    choose_parameters(parameters, parameter_count);
    if (has_size)
        describe_size(&own.prototype, own.size_means, sizeof own.size_means);
    own.action = (struct bench_action){
        BENCH_ACTION_HEAD,
        .name = own.prototype.names[0],
        .about = about,
        .size_means = has_size ? own.size_means : NULL,
        .largest = has_size ? choose_largest(&own.prototype) : 1,
        .types = choose_types(&own.prototype),
        .implementations = own.implementations,
        .parameters = own.parameters,
        .state_bytes = sizeof(struct state),
        .setup = setup,
        .initialize = initialize,
        .begin_batch = begin_batch,
        .calculate = calculate,
        .end_batch = end_batch,
    };
    *action = &own.action;
    return 0;
}

int function_action_of(const struct bench_action **action, const struct functions *functions,
                       struct err *err) {
    own.prototype = functions->prototype;
    for (size_t i = 0; i <= functions->count; i++)
        own.implementations[i] = (struct bench_implementation){
            i < functions->count ? functions->items[i].name : NULL, NULL};
    return make_action(action, functions->text, functions->parameters, functions->parameter_count,
                       err);
}

int function_action_load(const struct bench_action **action, const struct wire_function *load,
                         struct err *err) {
    const char *parameters[BENCH_MAX_PARAMETERS];
    for (size_t i = 0; i < load->parameter_count && i < BENCH_MAX_PARAMETERS; i++)
        parameters[i] = load->parameters[i];
    int status = prototype_parse(&own.prototype, load->prototype, err);
    return status ? status
                  : make_action(action, load->prototype, parameters, load->parameter_count, err);
}
