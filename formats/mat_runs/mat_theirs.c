/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat_runs/mat_theirs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/import/assemble.h"
#include "formats/mat/mat_array.h"
#include "formats/mat_runs/mat_layout.h"
#include "formats/mat_runs/mat_ours.h"

/* --- files of other programs --- */

enum {
    BYTES_PER_SAMPLE = 256, /* about what a gathered sample and its place in a run take */
    NAMES = 400,            /* bytes for the variables that a message lists */
};

/* An action that is being read. */
struct action {
    struct import_builder *builder;
    const struct mat_array *data, *sizes, *seeds;
    const char *name, *size_name;
    struct mat_budget *budget;
    size_t libraries;
    struct err *err;
};

static int refuse(const struct action *a, const char *variable, const char *why) {
    return err_set(a->err, ERR_DAMAGED, "%s: variable %s: %s", a->builder->path, variable, why);
}

/* --- one library --- */

static int take_memory(const struct action *a, const char *variable, size_t samples) {
    size_t bytes;
    if (__builtin_mul_overflow(samples, BYTES_PER_SAMPLE, &bytes) ||
        !mat_budget_take(a->budget, bytes))
        return err_set(a->err, ERR_DAMAGED,
                       "%s: variable %s: its %zu samples take more than the %zu MiB allowed; allow "
                       "more by bench-store import --memory",
                       a->builder->path, variable, samples, a->budget->limit >> 20);
    return 0;
}

/* Sets SEEDS to how many of the samples of point P count. */
static int seeds_at(const struct action *a, const struct mat_points *layout, size_t p,
                    size_t *seeds) {
    int64_t count;
    *seeds = layout->seeds;
    if (!a->seeds || layout->seeds == 1)
        return 0;
    if (!mat_points_whole(a->seeds, p, &count) || count < 0 || (uint64_t)count > layout->seeds)
        return refuse(a, MAT_LAYOUT_SEEDS, "not as many seeds as there are samples");
    *seeds = (size_t)count;
    return 0;
}

static int add_point(const struct action *a, const char *variable, size_t number,
                     const struct mat_array *times, const struct mat_points *layout, size_t p) {
    struct import_builder_sample sample = {.action = a->name,
                                           .library = variable,
                                           .cpu_seconds = NAN,
                                           .calls = -1,
                                           .place = number + 1};
    size_t seeds;
    int rc = seeds_at(a, layout, p, &seeds);
    if (rc == 0 && (!mat_points_whole(a->sizes, p, &sample.size) || sample.size < 0))
        return refuse(a, a->size_name, "a size is not a whole number from 0 on");
    for (size_t r = 0; rc == 0 && r < layout->rounds; r++)
        for (size_t k = 0; rc == 0 && k < seeds; k++) {
            sample.round = (int64_t)r;
            sample.seed = layout->seeds == 1 ? IMPORT_BUILDER_NEXT : (int64_t)k;
            sample.seconds = mat_number(times, k * layout->seed_step + r * layout->round_step +
                                                   p * layout->point_step);
            if (sample.seconds < 0 || isinf(sample.seconds))
                return refuse(a, variable, "a time is negative or has no end");
            rc = import_builder_add(a->builder, &sample, a->err);
        }
    return rc;
}

/* Returns whether NAME is that of a variable, other than sizes, that is never a library. */
static int is_other(const char *name) {
    int is = strcmp(name, MAT_LAYOUT_SEEDS) == 0;
    for (size_t i = 0; i < MEASUREMENT_TERMS; i++)
        is |= strcmp(name, measurement_terms[i].name) == 0;
    return is;
}

/* --- facts --- */

/* Adds the variable to the fact that lists those left out. */
static int leave_out(struct facts *facts, const char *prefix, const char *name,
                     const struct mat_array *array) {
    static const char fact[] = "mat_left_out";
    char whole[2 * MAT_MOST_NAME + 2];
    char *list = strdup(facts_text(facts, fact, "")), *kind = mat_words_kind(array);
    snprintf(whole, sizeof whole, "%s%s", prefix, name);
    int ok = list && kind && mat_words_list(&list, whole, kind);
    if (ok)
        facts_set_text(facts, fact, list);
    free(list);
    free(kind);
    return ok;
}

static int keep(struct facts *facts, const char *prefix, const char *name, const char *text,
                double number) {
    char *fact = NULL;
    if (asprintf(&fact, "mat_%s%s", prefix, name) < 0)
        return 0;
    if (text)
        facts_set_text(facts, fact, text);
    else
        facts_set_real(facts, fact, number);
    free(fact);
    return 1;
}

/* Makes facts of the variables of DATA that are neither sizes nor a library. Without sizes there
 * are no libraries. */
static int set_facts(const struct action *a, const struct mat_array *data, const char *prefix) {
    struct mat_points unused;
    int rc = 0;
    if (data->field_count > MAT_MOST_FACTS + IMPORT_BUILDER_MOST_LIBRARIES)
        return err_set(a->err, ERR_DAMAGED, "%s: %zu variables, more than %d", a->builder->path,
                       data->field_count, MAT_MOST_FACTS + IMPORT_BUILDER_MOST_LIBRARIES);
    for (size_t f = 0; rc == 0 && f < data->field_count; f++) {
        const struct mat_array *array = &data->items[f];
        int is_library = a->sizes && !is_other(data->fields[f]) && mat_is_real(array) &&
                         mat_points_find(array, a->sizes->count, &unused);
        int is_action = mat_field(array, a->size_name) != NULL;
        if (array != a->sizes && array != a->seeds && !is_library && !is_action) {
            /* Texts, numbers and small matrices are kept; the names of all others are listed. */
            struct facts *facts = &a->builder->facts;
            const char *name = data->fields[f];
            struct err *err = a->err;
            int is_number = mat_is_real(array) && array->count == 1;
            char *text = is_number ? NULL : mat_text(array);
            text = text || is_number ? text : mat_words(array);
            int ok = (text || is_number) && facts->count < MAT_MOST_FACTS
                         ? keep(facts, prefix, name, text, is_number ? mat_number(array, 0) : NAN)
                         : leave_out(facts, prefix, name, array);
            free(text);
            rc = ok && !facts->incomplete ? 0 : err_set(err, ERR_FAILED, "no memory for facts");
        }
    }
    return rc;
}

/* --- actions --- */

/* Reads the variables of DATA as an action, if it has sizes. */
static int read_action(struct action *a, const struct mat_array *data, const char *name) {
    a->sizes = mat_field(data, a->size_name);
    if (a->sizes && (!mat_is_real(a->sizes) || !a->sizes->count))
        a->sizes = NULL;
    if (!a->sizes)
        return 0;
    a->data = data;
    a->name = name;
    a->seeds = mat_field(data, MAT_LAYOUT_SEEDS);
    if (a->seeds && (!mat_is_real(a->seeds) || a->seeds->count != a->sizes->count))
        a->seeds = NULL;
    int rc = 0;
    for (size_t f = 0; rc == 0 && f < data->field_count; f++) {
        /* Adds variable F if it is a library. */
        const char *variable_name = a->data->fields[f];
        const struct mat_array *array = &a->data->items[f];
        struct mat_points layout;
        if (array == a->sizes || is_other(variable_name) || !mat_is_real(array) ||
            !mat_points_find(array, a->sizes->count, &layout))
            rc = 0;
        else {
            int variable_rc = take_memory(a, variable_name, array->count);
            for (size_t p = 0; variable_rc == 0 && p < a->sizes->count; p++)
                variable_rc = add_point(a, variable_name, f, array, &layout, p);
            a->libraries++;
            rc = variable_rc;
        }
    }
    return rc;
}

/* Adds the samples in FILE, a struct of all variables, to BUILDER, whose path is the file's.
 *
 * The file itself is an action if it has sizes, under the name in OPTIONS or else the file's name;
 * so is each struct that has sizes, under its own name. The sizes are the numbers called
 * options->size_param, by default `sizes`. Every other array of real numbers with a matching number
 * of rows, columns or layers is a library, except `seeds` (how many of the samples of each size
 * count), `flops` and `bytes`.
 *
 * ERR_USAGE if there are no sizes, or no libraries beside them. ERR_DAMAGED if a size, a number of
 * seeds or a time is invalid, if there are too many variables, or if they take more memory than
 * BUDGET has left. */
static int mat_theirs_read(struct import_builder *builder, const struct mat_array *file,
                           const struct format_options *options, struct mat_budget *budget,
                           struct err *err) {
    char stem[IMPORT_BUILDER_MOST_NAME];
    struct action a = {.builder = builder,
                       .size_name = options->size_param ? options->size_param : MAT_LAYOUT_SIZES,
                       .budget = budget,
                       .err = err};
    builder->place_name = "variable";
    source_stem(stem, sizeof stem, builder->path);
    int rc = read_action(&a, file, options->action ? options->action : stem);
    if (rc == 0)
        rc = set_facts(&a, file, "");
    for (size_t f = 0; rc == 0 && f < file->field_count; f++) {
        /* The facts of a struct that is an action get its name as a prefix. */
        const struct mat_array *data = &file->items[f];
        const char *name = file->fields[f];
        char prefix[MAT_MOST_NAME + 2];
        int struct_rc = read_action(&a, data, name);
        snprintf(prefix, sizeof prefix, "%s_", name);
        rc = struct_rc == 0 && a.sizes ? set_facts(&a, data, prefix) : struct_rc;
    }
    if (rc || a.libraries)
        return rc;

    char names[NAMES] = "";
    size_t used = 0;
    for (size_t f = 0; f < file->field_count && used < sizeof names; f++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "",
                                 file->fields[f]);
    return err_set(a.err, ERR_USAGE,
                   "%s: no numbers called %s with times of the same length beside them; name the "
                   "sizes by bench-store import --size-param; there %s%s%s",
                   a.builder->path, a.size_name, used ? "are: " : "is nothing that is read", names,
                   used < sizeof names ? "" : "...");
}

/* --- variables --- */

enum { MOST_VARIABLES = 20000, FIRST_ROOM = 16 };

static int no_memory(const char *path, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory for its variables", path);
}

static int make_room(struct mat_variables *v) {
    if (v->count < v->room)
        return 1;
    size_t room = v->room ? 2 * v->room : FIRST_ROOM;
    struct mat_array *items = realloc(v->items, room * sizeof *items);
    v->items = items ? items : v->items;
    const char **names = items ? realloc(v->names, room * sizeof *names) : NULL;
    v->names = names ? names : v->names;
    v->room = names ? room : v->room;
    return names != NULL;
}

/* Counts skipped variables, too. */
static int count_one(struct mat_variables *v, const char *path, struct err *err) {
    return v->met++ < MOST_VARIABLES
               ? 0
               : err_set(err, ERR_DAMAGED, "%s: more than %d variables, which is the most", path,
                         MOST_VARIABLES);
}

int mat_variables_add(struct mat_variables *v, const char *name, const struct mat_array *array,
                      const char *path, struct err *err) {
    int rc = count_one(v, path, err);
    if (rc == 0 && !make_room(v))
        rc = no_memory(path, err);
    if (rc)
        return rc;
    v->names[v->count] = name;
    v->items[v->count++] = *array;
    return 0;
}

int mat_variables_skip(struct mat_variables *v, const char *name, const char *why, const char *path,
                       struct err *err) {
    int rc = count_one(v, path, err);
    if (rc == 0 && !mat_words_list(&v->skipped, *name ? name : "no name", why))
        rc = no_memory(path, err);
    return rc;
}

void mat_variables_release(struct mat_variables *v) {
    free(v->items);
    free(v->names);
    free(v->skipped);
    *v = (struct mat_variables){0};
}

/* --- the run --- */

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int check_names(const struct mat_variables *v, const char *path, struct err *err) {
    const char *twice = NULL, **sorted = malloc((v->count + 1) * sizeof *sorted);
    if (!sorted)
        return no_memory(path, err);
    for (size_t i = 0; i < v->count; i++)
        sorted[i] = v->names[i];
    qsort(sorted, v->count, sizeof *sorted, compare_names);
    for (size_t i = 1; i < v->count && !twice; i++)
        if (strcmp(sorted[i - 1], sorted[i]) == 0)
            twice = sorted[i];
    free(sorted);
    return twice ? err_set(err, ERR_DAMAGED, "%s: variable %s is there twice", path, twice) : 0;
}

int mat_variables_read(const struct mat_variables *v, const struct mat_origin *origin,
                       struct runs *runs, struct err *err) {
    static const size_t dims[2] = {1, 1};
    const struct mat_array file = {.class = MAT_STRUCT,
                                   .rank = 2,
                                   .dims = dims,
                                   .count = 1,
                                   .field_count = v->count,
                                   .fields = v->names,
                                   .items = v->items};
    int is_ours = mat_ours_is(&file), rc = check_names(v, origin->path, err);
    if (rc == 0) {
        if (is_ours)
            rc = mat_ours_read(runs, &file, origin->path, origin->budget, err);
        else {
            struct import_builder builder = {.path = origin->path};
            rc = mat_theirs_read(&builder, &file, origin->options, origin->budget, err);
            if (rc == 0)
                rc = assemble_runs(&builder, runs, err);
            import_builder_release(&builder);
        }
    }
    if (rc)
        return rc;
    struct facts *facts = &runs->items[0]->facts;
    if (!is_ours && *origin->text)
        facts_set_text(facts, "mat_header", origin->text);
    facts_set_text(facts, "mat_skipped", v->skipped);
    return 0;
}
