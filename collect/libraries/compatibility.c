/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/libraries/compatibility.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How to compare two values of a fact. */
enum rule {
    EXACT,
    ROUGHLY,     /* amounts: within 2 % */
    VARIABLE,    /* a missing fact means that the variable is not set */
    NO_BUILD_ID, /* as EXACT, unless there is a build-id, which says more */
    LINES,       /* as EXACT, line by line, unless one is missing */
    NO_LAPACK_BUILD_ID
};

struct row {
    const char *name;
    enum rule rule;
};

static const struct row machine_rows[] = {
    {FACT_HOST, EXACT},
    {FACT_SLURM_NODE, EXACT},
    {FACT_CPU, EXACT},
    {"cpu_flags", EXACT},
    {"microcode", EXACT},
    {"cores", EXACT},
    {"logical_cpus", EXACT},
    {"smt", EXACT},
    {"caches", EXACT},
    {"memory", ROUGHLY}, /* a new kernel may keep a little more for itself */
    {"numa_nodes", EXACT},
    {"governor", EXACT},
    {"turbo", EXACT},
    {"frequency_driver", EXACT},
    {"frequency_limit", EXACT},
    {"clocksource", EXACT},
    {"kernel", EXACT},
    {"virtualisation", EXACT},
    {"mitigations", EXACT},
    {"libc", EXACT},
    {"benchmat_version", EXACT},
    {"compiler", EXACT},
    {"compiler_flags", EXACT},
    {"page_size", EXACT},
    {"transparent_huge_pages", EXACT},
    {"transparent_huge_pages_shared", EXACT},
    {"worker_address_randomisation", EXACT},
    /* the variables that reach the workers */
    {"LD_LIBRARY_PATH", VARIABLE},
    {"OPENBLAS_CORETYPE", VARIABLE},
    {"BLIS_ARCH_TYPE", VARIABLE},
    {"MKL_ENABLE_INSTRUCTIONS", VARIABLE},
    {"OMP_PROC_BIND", VARIABLE},
    {"OMP_PLACES", VARIABLE},
    {"GLIBC_TUNABLES", VARIABLE},
    {"passed_variables", VARIABLE},
    {"preload", VARIABLE},
};

static const struct row library_rows[] = {
    {"path", EXACT},
    {FACT_BUILDS, LINES},
    {"relink", EXACT},
    {"build_id", EXACT},
    {"file", NO_BUILD_ID},
    {"single_path", EXACT},
    {"lapack_path", EXACT},
    {"scalapack_path", EXACT},
    {"lapack_build_id", EXACT},
    {"lapack_file", NO_LAPACK_BUILD_ID},
    {"version", EXACT},
    {"build", EXACT},
    {"kernel", EXACT},
    {"threading", EXACT},
    {"lapack_version", EXACT},
    {"interface", EXACT},
    {"integer_bits", EXACT},
    {"threads", EXACT},
    {"bindings", EXACT},
    {FACT_CONTROL_OF, EXACT},
    {"program", EXACT},
    {"runtime", EXACT},
    {FACT_STDOUT, EXACT},
};

static const struct row action_rows[] = {
    {"plugin", EXACT}, {"plugin_sha256", EXACT}, {"input", EXACT}, {FACT_STDOUT, EXACT}};

/* --- values --- */

static int are_equal(const struct fact *a, const struct fact *b, enum rule rule) {
    if (a->kind != b->kind)
        return 0;
    if (a->kind == FACT_TEXT)
        return strcmp(a->text, b->text) == 0;
    double x = a->kind == FACT_REAL ? a->real : (double)a->integer;
    double y = b->kind == FACT_REAL ? b->real : (double)b->integer;
    if (rule != ROUGHLY)
        return a->kind == FACT_REAL ? x == y || (isnan(x) && isnan(y)) : a->integer == b->integer;
    return fabs(x - y) <= 0.02 * fmax(fabs(x), fabs(y));
}

static char *print(const struct fact *fact, enum rule rule) {
    char *text = NULL;
    if (!fact)
        return strdup(rule == VARIABLE ? "not set" : "unknown");
    if (fact->kind == FACT_TEXT)
        return strdup(fact->text);
    int length = fact->kind == FACT_REAL ? asprintf(&text, "%.9g", fact->real)
                                         : asprintf(&text, "%lld", (long long)fact->integer);
    return length < 0 ? NULL : text;
}

/* --- lists --- */

/* Leaves the first lines in which they differ. */
static void drop_other_lines(char *then, char *now) {
    size_t same = 0, begin = 0;
    for (; then[same] && then[same] == now[same]; same++)
        begin = then[same] == '\n' ? same + 1 : begin;
    char *texts[] = {then, now};
    for (size_t i = 0; i < 2; i++) {
        size_t length = strcspn(texts[i] + begin, "\n");
        memmove(texts[i], texts[i] + begin, length);
        texts[i][length] = '\0';
    }
}

static void add(struct deviations *deviations, const struct row *row, const struct fact *then,
                const struct fact *now) {
    struct deviation new = {row->name, print(then, row->rule), print(now, row->rule)};
    if (row->rule == LINES && new.then &&new.now)
        drop_other_lines(new.then, new.now);
    struct deviation *items = realloc(deviations->items, (deviations->count + 1) * sizeof *items);
    if (items)
        deviations->items = items;
    if (items && new.then &&new.now) {
        items[deviations->count++] = new;
        return;
    }
    free(new.then);
    free(new.now);
    deviations->incomplete = 1;
}

static int is_asked(const struct row *row, const struct facts *then, const struct facts *now) {
    if (row->rule == VARIABLE)
        return 1;
    if (row->rule == NO_BUILD_ID && facts_find(then, "build_id"))
        return 0;
    if (row->rule == NO_LAPACK_BUILD_ID && facts_find(then, "lapack_build_id"))
        return 0;
    if (row->rule == LINES && !facts_find(now, row->name))
        return 0;
    if (facts_find(then, "relink") &&
        (strcmp(row->name, "file") == 0 || strcmp(row->name, "bindings") == 0))
        return 0; /* of a file that is linked anew */
    return facts_find(then, row->name) != NULL;
}

static void compare(const struct row *rows, size_t count, const struct facts *then,
                    const struct facts *now, struct deviations *deviations) {
    for (size_t i = 0; i < count; i++) {
        if (!is_asked(&rows[i], then, now))
            continue;
        const struct fact *a = facts_find(then, rows[i].name), *b = facts_find(now, rows[i].name);
        if (a && b ? !are_equal(a, b, rows[i].rule) : a != b)
            add(deviations, &rows[i], a, b);
    }
}

void compatibility_of_machines(const struct facts *then, const struct facts *now,
                               struct deviations *deviations) {
    compare(machine_rows, sizeof machine_rows / sizeof *machine_rows, then, now, deviations);
}

void compatibility_of_actions(const struct facts *then, const struct facts *now,
                              struct deviations *deviations) {
    compare(action_rows, sizeof action_rows / sizeof *action_rows, then, now, deviations);
}

void compatibility_of_libraries(const struct facts *then, const struct facts *now,
                                struct deviations *deviations) {
    compare(library_rows, sizeof library_rows / sizeof *library_rows, then, now, deviations);
}

void compatibility_describe(const struct deviation *deviation, char *line, size_t size) {
    snprintf(line, size, "%s was %.160s and is %.160s", deviation->name, deviation->then,
             deviation->now);
}

void deviations_release(struct deviations *deviations) {
    for (size_t i = 0; i < deviations->count; i++) {
        free(deviations->items[i].then);
        free(deviations->items[i].now);
    }
    free(deviations->items);
    *deviations = (struct deviations){0};
}
