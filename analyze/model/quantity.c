/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/model/quantity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/text/suggest.h"

#define FASTER     "faster", "slower", "fastest", 0
#define HIGHER     "faster", "slower", "fastest", 1
#define LESS       "less", "more", "least", 0
#define AT(member) offsetof(struct series, member)

/* clang-format off */
static const struct {
    struct quantity_words words;
    size_t array; /* offset of a double * in struct series */
} quantities[QUANTITIES] = {
    [QUANTITY_SECONDS] = {{"seconds", "s", "time", "times", "time per call", FASTER}, AT(seconds)},
    [QUANTITY_WHOLE] = {{"whole", "s", "whole time", "whole times", "time of the whole call", LESS}, AT(whole_seconds)},
    [QUANTITY_USER] = {{"user", "s", "user time", "user times", "processor time in its own code", LESS}, AT(user_seconds)},
    [QUANTITY_SYSTEM] = {{"system", "s", "system time", "system times", "processor time of the kernel", LESS}, AT(system_seconds)},
    [QUANTITY_CPU] = {{"cpu", "s", "processor time", "processor times", "processor time of all threads", LESS}, AT(cpu_seconds)},
    [QUANTITY_MEMORY] = {{"memory", "B", "memory", "amounts of memory", "largest resident set", LESS}, AT(max_memory)},
    [QUANTITY_MINOR_FAULTS] = {{"minor_faults", "1", "number of minor faults", "numbers of minor faults", "page faults that needed no disk", LESS}, AT(minor_faults)},
    [QUANTITY_MAJOR_FAULTS] = {{"major_faults", "1", "number of major faults", "numbers of major faults", "page faults that waited for a disk", LESS}, AT(major_faults)},
    [QUANTITY_VOLUNTARY_SWITCHES] = {{"voluntary_switches", "1", "number of voluntary switches", "numbers of voluntary switches", "times that it waited", LESS}, AT(voluntary_switches)},
    [QUANTITY_INVOLUNTARY_SWITCHES] = {{"involuntary_switches", "1", "number of involuntary switches", "numbers of involuntary switches", "times that it was made to wait", LESS}, AT(involuntary_switches)},
    [QUANTITY_OPERATIONS] = {{"operations", "1", "number of operations", "numbers of operations", "operations per call, as the action counted them", LESS}, AT(operations)},
    [QUANTITY_ITERATIONS] = {{"iterations", "1", "number of iterations", "numbers of iterations", "iterations per call, as the action counted them", LESS}, AT(iterations)},
    [QUANTITY_CYCLES] = {{"cycles", "1", "number of cycles", "numbers of cycles", "processor cycles per call", LESS}, AT(cycles)},
    [QUANTITY_INSTRUCTIONS] = {{"instructions", "1", "number of instructions", "numbers of instructions", "instructions per call", LESS}, AT(instructions)},
    [QUANTITY_CACHE_MISSES] = {{"cache_misses", "1", "number of cache misses", "numbers of cache misses", "misses of the last-level cache per call", LESS}, AT(cache_misses)},
    [QUANTITY_BRANCH_MISSES] = {{"branch_misses", "1", "number of branch misses", "numbers of branch misses", "mispredicted branches per call", LESS}, AT(branch_misses)},
    [QUANTITY_PAGE_FAULTS] = {{"page_faults", "1", "number of page faults", "numbers of page faults", "page faults per call", LESS}, AT(page_faults)},
    [QUANTITY_MIGRATIONS] = {{"migrations", "1", "number of migrations", "numbers of migrations", "moves of threads to another CPU per call", LESS}, AT(migrations)},
    [QUANTITY_OUTPUT] = {{"output_bytes", "B", "output", "amounts of output", "bytes printed per run", LESS}, AT(output_bytes)},
    [QUANTITY_RATE] = {{"rate", "1/s", "rate", "rates", "operations, calls or other things per second", HIGHER}, AT(rate)},
    [QUANTITY_BYTE_RATE] = {{"byte_rate", "B/s", "rate", "rates", "bytes per second", HIGHER}, AT(byte_rate)},
    [QUANTITY_BATCH_MEAN] = {{"batch_mean", "s", "mean time", "mean times", "elapsed time of a batch over its calls", FASTER}, AT(batch_mean)},
};
/* clang-format on */

const struct quantity_words *quantity_words(enum quantity quantity) {
    return &quantities[quantity].words;
}

int quantity_find(const char *name, enum quantity *quantity, struct err *err) {
    char list[400];
    struct suggestion suggestion = {.wanted = name};
    for (int i = 0; i < QUANTITIES; i++) {
        suggest_consider(&suggestion, quantities[i].words.name);
        if (strcmp(quantities[i].words.name, name) == 0) {
            *quantity = (enum quantity)i;
            return 0;
        }
    }
    quantity_list((1u << QUANTITIES) - 1, list, sizeof list);
    return err_set(err, ERR_USAGE, "--measure: there is no '%s'; there are %s%s", name, list,
                   suggest_words(&suggestion).text);
}

int quantity_is_speed(enum quantity quantity) {
    return quantity == QUANTITY_SECONDS || quantity == QUANTITY_BATCH_MEAN ||
           quantities[quantity].words.is_rate;
}

double quantity_cost(enum quantity quantity, double value) {
    return quantities[quantity].words.is_rate && value != 0 ? 1 / value : value;
}

enum quantity quantity_of_measurement(const struct measurement *m) {
    const char *name = facts_text(&m->facts, FACT_MEASURED, "");
    for (size_t d = 0; d < series_detail_count; d++)
        for (int q = 0; q < QUANTITIES && strcmp(series_details[d].name, name) == 0; q++)
            if (quantities[q].array == series_details[d].offset)
                return (enum quantity)q;
    return QUANTITY_SECONDS;
}

/* --- values --- */

/* Returns NULL if SERIES does not have the array. */
static const double *array_of(enum quantity quantity, const struct series *series) {
    const double *values;
    memcpy(&values, (const char *)series + quantities[quantity].array, sizeof values);
    return values;
}

const double *quantity_values(enum quantity quantity, const struct series *series, size_t first,
                              size_t count, double *workspace) {
    const double *values = array_of(quantity, series);
    for (size_t i = 0; !values && i < count; i++)
        workspace[i] = NAN;
    return values ? values + first : workspace;
}

/* --- steps --- */

struct resolution quantity_resolution(enum quantity quantity, const double *values, size_t n) {
    static const double of_memory[] = {4096, 1024, 1}, of_counts[] = {1};
    const char *unit = quantities[quantity].words.unit;
    const double *steps = quantity == QUANTITY_MEMORY ? of_memory : of_counts;
    struct resolution r = resolution_of(values, n);
    if (!r.is_guess || *unit == 's' || quantities[quantity].words.is_rate)
        return r;
    while (*steps > 1 && fmod(r.centre, *steps) != 0)
        steps++;
    r.step = *steps;
    return r;
}

/* --- sets --- */

unsigned quantity_known(unsigned known, const struct measurement *m, const struct series *series) {
    size_t count = measurement_elements(m, PER_SAMPLE);
    for (int quantity = 0; quantity < QUANTITIES; quantity++) {
        const double *values = array_of((enum quantity)quantity, series);
        for (size_t i = 0; values && i < count && !(known >> quantity & 1); i++)
            known |= (unsigned)(isfinite(values[i]) != 0) << quantity;
    }
    return known;
}

void quantity_list(unsigned set, char *list, size_t size) {
    size_t used = 0, left = (size_t)__builtin_popcount(set), listed = 0;
    snprintf(list, size, "nothing");
    for (int i = 0; i < QUANTITIES && used < size; i++)
        if (set >> i & 1) {
            const char *between = listed++ == 0 ? "" : --left == 1 ? " and " : ", ";
            used += (size_t)snprintf(list + used, size - used, "%s%s", between,
                                     quantities[i].words.name);
        }
}
