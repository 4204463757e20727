/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat_runs/mat_theirs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/mat_runs/mat_roles.h"
#include "formats/mat_runs/mat_structs.h"
#include "formats/mat_runs/mat_table.h"
#include "formats/model/hash_table.h"
#include "formats/model/string_pool.h"

/* --- files of other programs --- */

enum {
    BYTES_PER_SAMPLE = 256, /* about what a gathered sample and its place in a run take */
    NAMES = 400,            /* bytes for the variables that a message lists */
};

/* Numbers none of which is less are not beyond doubt seconds, if nothing says so. */
#define PLAIN_SECONDS 0.1

static int refuse(const struct mat_action *a, const char *variable, const char *why) {
    return err_set(a->err, ERR_DAMAGED, "%s: variable %s: %s", a->builder->path, variable, why);
}

static int no_memory_for(const struct mat_action *a) {
    return err_set(a->err, ERR_FAILED, "%s: no memory for its variables", a->builder->path);
}

/* --- one library --- */

static int take_memory(const struct mat_action *a, const char *variable, size_t samples) {
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
static int seeds_at(const struct mat_action *a, const struct mat_points *layout, size_t p,
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

static double number_at(const struct mat_variable *v, size_t p, size_t r, size_t k) {
    const struct mat_points *at = &v->layout;
    return mat_number(v->array, (at->seeds > k ? k * at->seed_step : 0) +
                                    (at->rounds > r ? r * at->round_step : 0) + p * at->point_step);
}

/* Adds variable V, as it is at a point, to what stands beside a result. */
static void take_other(struct import_builder_sample *sample, const struct mat_variable *v, size_t p,
                       size_t r, size_t k, struct import_builder_parameter *parameters,
                       struct import_builder_measure *measures) {
    if (v->role == VARIABLE_PARAMETER) {
        if (sample->parameter_count < RUN_MAX_PARAMETERS)
            parameters[sample->parameter_count++] =
                (struct import_builder_parameter){.name = v->name, .value = number_at(v, p, 0, 0)};
        return;
    }
    double value = number_at(v, p, r, k) * v->worth;
    if (sample->measure_count < RUN_MAX_MEASURES && isfinite(value))
        measures[sample->measure_count++] =
            (struct import_builder_measure){v->measure, unit_kind_base(v->header.unit.kind),
                                            header_better(v->measure, v->header.unit.kind), value};
}

static int is_measure_of(const void *variables, uint32_t number, const void *library) {
    return strcmp(((const struct mat_variable *)variables)[number].library, library) == 0;
}

/* Gathers what stands beside a result of LIBRARY at a point, in the order of the variables. */
static void take_others(const struct mat_action *a, struct import_builder_sample *sample, size_t p,
                        size_t r, size_t k, struct import_builder_parameter *parameters,
                        struct import_builder_measure *measures) {
    const struct mat_others *others = &a->others;
    size_t own = slots_find(&others->by_library, slots_hash_text(slots_hash(), sample->library),
                            is_measure_of, a->variables, sample->library);
    size_t none = a->data->field_count, i = 0;
    own = own < none ? own : none;
    sample->parameters = parameters;
    sample->measures = measures;
    sample->parameter_count = sample->measure_count = 0;
    while (i < others->count || own < none) {
        int is_own = i == others->count || own < others->of_all[i];
        const struct mat_variable *v = &a->variables[is_own ? own : others->of_all[i++]];
        take_other(sample, v, p, r, k, parameters, measures);
        if (is_own)
            own = others->next[own] ? others->next[own] : none;
    }
}

/* Puts measure F behind the others of its library. LAST has the latest of each, at its first. */
static int chain_measure(struct mat_action *a, size_t f, size_t *last) {
    struct mat_others *others = &a->others;
    const char *library = a->variables[f].library;
    uint64_t hash = slots_hash_text(slots_hash(), library);
    uint32_t first = slots_find(&others->by_library, hash, is_measure_of, a->variables, library);
    if (first == SLOTS_NONE) {
        last[f] = f;
        return slots_add(&others->by_library, hash, (uint32_t)f);
    }
    others->next[last[first]] = f;
    last[first] = f;
    return 1;
}

/* Returns 0 if memory runs out. */
static int find_others(struct mat_action *a) {
    struct mat_others *others = &a->others;
    size_t count = a->data->field_count, *last = calloc(count, sizeof *last);
    others->of_all = calloc(count, sizeof *others->of_all);
    others->next = calloc(count, sizeof *others->next);
    int ok = others->of_all && others->next && last;
    for (size_t f = 0; ok && f < count; f++) {
        const struct mat_variable *v = &a->variables[f];
        if (v->role == VARIABLE_MEASURE && *v->library)
            ok = chain_measure(a, f, last);
        else if (v->role == VARIABLE_PARAMETER || v->role == VARIABLE_MEASURE)
            others->of_all[others->count++] = f;
    }
    free(last);
    return ok;
}

static void release_variables(struct mat_action *a) {
    free(a->variables);
    a->variables = NULL;
    free(a->others.of_all);
    free(a->others.next);
    slots_release(&a->others.by_library);
    a->others = (struct mat_others){0};
}

/* Divides VALUE, of V at the point P of SAMPLE, by the number of calls if it is a total. */
static int divide(const struct mat_action *a, struct import_builder_sample *sample,
                  const struct mat_variable *v, size_t p, double *value) {
    sample->calls = -1;
    if (!a->calls || !v->header.is_total)
        return 0;
    double calls = number_at(a->calls, p, 0, 0) * header_calls(a->calls->name);
    if (!(calls > 0 && isfinite(calls)))
        return refuse(a, a->calls->name, "no number of calls, by which a total could be divided");
    *value /= calls;
    if (calls == floor(calls) && calls <= 0x1p53)
        sample->calls = (int64_t)calls;
    return 0;
}

/* Sets the result of SAMPLE, at point P, to VALUE, of V. */
static int take_result(struct mat_action *a, struct import_builder_sample *sample,
                       const struct mat_variable *v, size_t p, double value,
                       struct import_builder_detail *detail) {
    const char *name = unit_kind_detail(v->header.unit.kind);
    size_t d = 0;
    sample->seconds = NAN;
    sample->detail_count = 0;
    if (isnan(value))
        return 0;
    if (value < 0 || isinf(value))
        return refuse(a, v->name, "a time is negative or has no end");
    if (!v->header.unit.kind && !a->given.kind && value < a->least)
        a->least = value;
    int rc = divide(a, sample, v, p, &value);
    while (name && strcmp(series_details[d].name, name) != 0)
        d++;
    if (name) {
        *detail = (struct import_builder_detail){&series_details[d], value * v->worth};
        sample->details = detail;
        sample->detail_count = 1;
    } else
        sample->seconds = value * v->worth;
    return rc;
}

static int is_plain_name(const struct mat_action *a) {
    return strcmp(a->size_name, MAT_LAYOUT_SIZES) == 0;
}

/* Adds the results of V, of one LIBRARY, at point P. */
static int add_point(struct mat_action *a, const struct mat_variable *v, const char *library,
                     size_t offset, size_t p) {
    struct import_builder_parameter parameters[RUN_MAX_PARAMETERS];
    struct import_builder_measure measures[RUN_MAX_MEASURES];
    struct import_builder_detail detail;
    const struct mat_points *layout = &v->layout;
    struct import_builder_sample sample = {.action = a->name,
                                           .library = library,
                                           .size_name = is_plain_name(a) ? NULL : a->size_name,
                                           .cpu_seconds = NAN,
                                           .calls = -1,
                                           .place = (size_t)(v - a->variables) + 1};
    char samples_are[HEADER_SAMPLES];
    size_t seeds;
    int rc = seeds_at(a, layout, p, &seeds);
    sample.samples_are = header_samples_are(v->name, &v->header, samples_are);
    if (rc == 0 && (!mat_points_whole(a->sizes, p, &sample.size) || sample.size < 0))
        return refuse(a, a->size_name, "a size is not a whole number from 0 on");
    for (size_t r = 0; rc == 0 && r < layout->rounds; r++)
        for (size_t k = 0; rc == 0 && k < seeds; k++) {
            sample.round = (int64_t)r;
            sample.seed = layout->seeds == 1 ? IMPORT_BUILDER_NEXT : (int64_t)k;
            double value =
                mat_number(v->array, offset + k * layout->seed_step + r * layout->round_step +
                                         p * layout->point_step);
            rc = take_result(a, &sample, v, p, value, &detail);
            take_others(a, &sample, p, r, k, parameters, measures);
            if (rc == 0)
                rc = import_builder_add(a->builder, &sample, a->err);
        }
    return rc;
}

/* --- facts --- */

/* Adds the variable to the fact that lists those left out. */
static int leave_out(struct facts *facts, const char *prefix, const char *name,
                     const struct mat_array *array) {
    static const char fact[] = "mat_left_out";
    char whole[2 * MAT_MOST_NAME + 2];
    char *list = strdup(facts_text(facts, fact, "")), *kind = mat_words_kind(array, name);
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

/* Makes facts of the variables of DATA that are neither sizes nor anything beside them, nor actions
 * of their own, as ARE_ACTIONS says unless it is NULL. */
static int set_facts(const struct mat_action *a, const struct mat_array *data, const char *prefix,
                     const char *are_actions) {
    int rc = 0;
    if (data->field_count > MAT_MOST_FACTS + IMPORT_BUILDER_MOST_LIBRARIES)
        return err_set(a->err, ERR_DAMAGED, "%s: %zu variables, more than %d", a->builder->path,
                       data->field_count, MAT_MOST_FACTS + IMPORT_BUILDER_MOST_LIBRARIES);
    for (size_t f = 0; rc == 0 && f < data->field_count; f++) {
        const struct mat_array *array = &data->items[f];
        int is_number_of_calls =
            a->variables && a->variables[f].role == VARIABLE_CALLS && array->count == 1;
        int is_used =
            a->variables && !is_number_of_calls && (a->variables[f].role || array == a->names);
        int is_action = are_actions && are_actions[f];
        if (array != a->sizes && array != a->seeds && !is_used && !is_action) {
            /* Texts, numbers and small matrices are kept; the names of all others are listed. */
            struct facts *facts = &a->builder->facts;
            const char *name = data->fields[f];
            struct err *err = a->err;
            int is_of_all = data->count == 1; /* and not of the first of several structs */
            int is_number = is_of_all && mat_is_real(array) && array->count == 1;
            char *text = is_number || !is_of_all ? NULL : mat_text(array);
            text = text || is_number || !is_of_all ? text : mat_words(array);
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

/* Adds the results in V, of all its libraries. */
static int add_results(struct mat_action *a, const struct mat_variable *v) {
    int rc = take_memory(a, v->name, v->array->count);
    for (size_t l = 0; rc == 0 && l < v->libraries; l++) {
        char *text = v->libraries > 1 ? mat_text(&a->names->items[l]) : NULL;
        const char *own = a->options->library ? a->options->library : a->stem;
        const char *library = text ? text : *v->library ? v->library : own;
        if (v->libraries > 1 && !text)
            rc = err_set(a->err, ERR_FAILED, "%s: no memory for a name", a->builder->path);
        for (size_t p = 0; rc == 0 && p < a->sizes->count; p++)
            rc = add_point(a, v, library, l * v->library_step, p);
        free(text);
        a->libraries++;
    }
    return rc;
}

/* Refuses results without a unit, unless they can hardly be anything but seconds. */
static int check_plain(const struct mat_action *a) {
    if (a->least < PLAIN_SECONDS || isinf(a->least))
        return 0;
    return err_set(
        a->err, ERR_DAMAGED,
        "%s: nothing says in what unit the times beside %s are; name them with one, such "
        "as a_ms, or give --unit ms",
        a->builder->path, a->size_name);
}

/* --- rows of several libraries --- */

static int compare_hashes(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Whether two of the sizes have all parameters in common; or memory runs out. */
static int has_point_twice(const struct mat_action *a) {
    size_t count = a->sizes->count;
    uint64_t *hashes = reallocarray(NULL, count, sizeof *hashes);
    int is_twice = 0;
    for (size_t p = 0; hashes && p < count; p++)
        hashes[p] = slots_hash();
    for (size_t f = 0; hashes && f < a->data->field_count; f++) {
        const struct mat_variable *v = &a->variables[f];
        int is_size = v->array == a->sizes;
        for (size_t p = 0; (is_size || v->role == VARIABLE_PARAMETER) && p < count; p++) {
            double value = is_size ? mat_number(a->sizes, p) : number_at(v, p, 0, 0);
            uint64_t bits;
            memcpy(&bits, &value, sizeof bits);
            hashes[p] = slots_hash_number(hashes[p], bits);
        }
    }
    if (hashes)
        qsort(hashes, count, sizeof *hashes, compare_hashes);
    for (size_t p = 1; hashes && p < count; p++)
        is_twice |= hashes[p - 1] == hashes[p];
    free(hashes);
    return !hashes || is_twice;
}

/* Refuses rows of which an object, that cannot be read, tells which library each is of. */
static int check_skipped_names(const struct mat_action *a) {
    char *kind = NULL, *listed = NULL;
    size_t items = a->data->count * a->data->field_count;
    for (size_t i = 0; !a->skipped_names && !kind && i < items; i++) {
        const char *name = a->data->fields[i % a->data->field_count];
        if (a->data->items[i].class == MAT_OPAQUE &&
            header_word(name, HEADER_LIBRARY) != HEADER_NO_WORD &&
            (kind = mat_words_kind(&a->data->items[i], name)))
            mat_words_list(&listed, name, kind);
    }
    const char *names = a->skipped_names ? a->skipped_names : listed;
    int rc = !names ? 0
                    : err_set(a->err, ERR_DAMAGED,
                              "%s: what may tell of which library each of its rows is cannot be "
                              "read: %s",
                              a->builder->path, names);
    free(kind);
    free(listed);
    return rc;
}

/* Adds the names of variables with results, and of their libraries, as far as there is memory. */
static void find_results(const struct mat_action *a, struct string_pool *names) {
    for (size_t f = 0; f < a->data->field_count; f++)
        if (a->variables[f].role == VARIABLE_RESULT) {
            string_pool_number(names, a->data->fields[f]);
            string_pool_number(names, a->variables[f].library);
        }
}

/* Whether each text of the cell that COLUMN is of is one of NAMES. */
static int names_variables(const struct string_pool *names, const struct mat_column *column,
                           size_t rows) {
    int is = column->step == 1;
    for (size_t r = 0; is && r < rows; r++) {
        char *text = mat_text(&column->first[r]);
        is = text && string_pool_find(names, text) != STRING_POOL_NONE;
        free(text);
    }
    return is;
}

/* Whether TABLE, vectors beside texts, is more than vectors beside sizes: each of which stands once
 * then, and the texts are not called as what is compared. */
static int has_several_libraries(const struct mat_action *a, const struct mat_table *table) {
    int is_called = 0, are_variables = 0;
    struct string_pool names = {0};
    if (!a->sizes)
        return mat_table_has_words(table);
    find_results(a, &names);
    for (size_t c = 0; c < table->count; c++) {
        const struct mat_column *column = &table->columns[c];
        is_called |= column->is_text && header_word(column->name, HEADER_LIBRARY) != HEADER_NO_WORD;
        are_variables |= column->is_text && names_variables(&names, column, table->rows);
    }
    string_pool_release(&names);
    return !a->has_matrix && !are_variables && a->sizes->count == table->rows &&
           (is_called || has_point_twice(a));
}

/* Reads TABLE, which DATA holds. */
static int read_table(struct mat_action *a, const struct mat_table *table, const char *variable,
                      const char *prefix) {
    struct format_options options = *a->options;
    char facts[MAT_MOST_NAME + 8];
    int rc = check_skipped_names(a);
    if (rc == 0)
        rc = take_memory(a, *variable ? variable : table->columns[0].name,
                         table->rows + (size_t)(mat_table_bytes(table) / BYTES_PER_SAMPLE));
    options.action = a->name;
    snprintf(facts, sizeof facts, "mat_%s", prefix);
    if (rc == 0 && !a->variables &&
        !(a->variables = calloc(a->data->field_count, sizeof *a->variables)))
        rc = no_memory_for(a);
    for (size_t f = 0; rc == 0 && f < a->data->field_count; f++)
        a->variables[f].role = VARIABLE_OTHER;
    for (size_t c = 0; rc == 0 && c < table->count; c++)
        a->variables[table->columns[c].field].role = VARIABLE_COLUMN;
    if (rc == 0)
        rc = mat_table_read(table, variable, a->builder, facts, &options, a->err);
    a->names = NULL;
    a->tables += rc == 0;
    a->libraries += rc == 0;
    return rc;
}

/* Reads DATA, an array of several structs, if it is a table, and one whose names say so unless it
 * may be PLAIN. */
static int read_structs(struct mat_action *a, const char *prefix, int is_plain) {
    struct mat_table table;
    int rc = 0, ok = mat_table_of_structs(&table, a->data);
    if (!ok)
        rc = no_memory_for(a);
    else if (mat_table_has_words(&table) != is_plain &&
             mat_table_has_results(&table, a->options->size_param))
        rc = read_table(a, &table, a->name, prefix);
    mat_table_release(&table);
    return rc;
}

/* Reads the vectors of DATA beside texts, if they are a table. */
static int read_columns(struct mat_action *a, const char *variable, const char *prefix) {
    struct mat_table table;
    int rc = 0, ok = mat_table_of_columns(&table, a->data);
    if (!ok)
        rc = no_memory_for(a);
    else if (mat_table_has_results(&table, a->options->size_param) &&
             has_several_libraries(a, &table))
        rc = read_table(a, &table, variable, prefix);
    mat_table_release(&table);
    return rc;
}

/* Begins the action NAME, of DATA. */
static void begin_action(struct mat_action *a, const struct mat_array *data, const char *name) {
    const struct measured_unit own = mat_roles_find_unit(data);
    release_variables(a);
    a->sizes = a->seeds = a->names = NULL;
    a->has_matrix = 0;
    a->calls = NULL;
    a->given = own.kind && !a->options->unit ? own : a->of_file;
    a->data = data;
    a->name = name;
    a->least = INFINITY;
}

/* Reads DATA, a struct of one element called VARIABLE, or "", as the action NAME, if it has sizes
 * or a table. */
static int read_action(struct mat_action *a, const struct mat_array *data, const char *name,
                       const char *variable, const char *prefix) {
    size_t tables = a->tables;
    begin_action(a, data, name);
    a->sizes = mat_roles_find_sizes(a, data);
    if (a->sizes) {
        a->names = mat_roles_find_names(data);
        a->seeds = mat_field(data, MAT_LAYOUT_SEEDS);
        if (a->seeds && (!mat_is_real(a->seeds) || a->seeds->count != a->sizes->count))
            a->seeds = NULL;
        if (!(a->variables = calloc(data->field_count, sizeof *a->variables)))
            return no_memory_for(a);
    }
    for (size_t f = 0; a->sizes && f < data->field_count; f++)
        mat_roles_tell(a, f);
    int rc = read_columns(a, variable, prefix);
    if (rc || !a->sizes || a->tables > tables)
        return rc;
    rc = mat_roles_settle(a);
    if (rc == 0 && has_point_twice(a))
        rc = check_skipped_names(a);
    if (rc == 0 && !find_others(a))
        rc = no_memory_for(a);
    for (size_t f = 0; rc == 0 && f < data->field_count; f++)
        if (a->variables[f].role == VARIABLE_RESULT)
            rc = add_results(a, &a->variables[f]);
    return rc ? rc : check_plain(a);
}

/* --- the file --- */

/* Adds the objects in structs of FILE to LIST, which has those of the file. */
static void list_objects(const struct mat_array *file, char **list) {
    for (size_t f = 0; f < file->field_count; f++) {
        const struct mat_array *data = &file->items[f];
        size_t count = data->class == MAT_STRUCT && data->count ? data->field_count : 0;
        for (size_t g = 0; g < count; g++) {
            char *name = NULL, *kind = NULL;
            if (data->items[g].class == MAT_OPAQUE && data->items[g].class_name &&
                asprintf(&name, "%s.%s", file->fields[f], data->fields[g]) >= 0 &&
                (kind = mat_words_kind(&data->items[g], name)))
                mat_words_list(list, name, kind);
            free(name);
            free(kind);
        }
    }
}

int mat_theirs_refuse_roles(const char *path, struct err *err) {
    return err_set(err, ERR_USAGE,
                   "%s: --as is for tables, such as arrays of structs; names of variables say what "
                   "they are",
                   path);
}

/* Says that none of the variables was read as results. */
static int refuse_all(const struct mat_action *a, const struct mat_array *file,
                      const char *skipped) {
    const char *path = a->builder->path, *size = a->options->size_param;
    char names[NAMES] = "", *list = skipped ? strdup(skipped) : NULL;
    size_t used = 0;
    int rc;
    list_objects(file, &list);
    for (size_t f = 0; f < file->field_count && used < sizeof names; f++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "",
                                 file->fields[f]);
    if (!file->field_count && list)
        rc = err_set(a->err, ERR_USAGE, "%s: nothing in it can be read: %s", path, list);
    else
        rc = err_set(a->err, ERR_USAGE,
                     "%s: no numbers called %s with times of the same length beside them; name the "
                     "sizes by bench-store import --size-param; there %s%s%s%s%s",
                     path, size ? size : MAT_LAYOUT_SIZES,
                     used ? "are: " : "is nothing that is read", names,
                     used < sizeof names ? "" : "...", list ? "; skipped: " : "", list ? list : "");
    free(list);
    return rc;
}

/* Reads DATA, a struct called NAME or an array of them, and notes in IS_ACTION whether it was one.
 */
static int read_struct_of(struct mat_action *a, const struct mat_array *data, const char *name,
                          int is_plain, char *is_action) {
    char prefix[MAT_MOST_NAME + 2];
    int rc;
    snprintf(prefix, sizeof prefix, "%s_", name);
    if (data->count == 1)
        rc = read_action(a, data, name, name, prefix);
    else {
        begin_action(a, data, name);
        rc = read_structs(a, prefix, is_plain);
    }
    if (rc || !a->variables)
        return rc;
    *is_action = 1;
    return set_facts(a, data, prefix, NULL);
}

/* Reads those structs in FILE that are actions, under their own names, which come before those of
 * their facts, and notes them in ARE_ACTIONS. Arrays of several structs whose names do not say that
 * they are tables may still be some, which IS_PLAIN asks for. */
static int read_structs_of(struct mat_action *a, const struct mat_array *file, int is_plain,
                           char *are_actions) {
    int rc = 0;
    for (size_t f = 0; rc == 0 && f < file->field_count; f++) {
        struct mat_structs structs = {.items = NULL};
        const struct mat_array *data = &file->items[f];
        int is_cell = data->class == MAT_CELL ? mat_structs_of_cell(&structs, data) : 0;
        if (is_cell < 0)
            rc = no_memory_for(a);
        data = is_cell ? &structs.array : data;
        if (rc == 0 && data->class == MAT_STRUCT && data->field_count &&
            !(data->count == 1 && is_plain))
            rc = read_struct_of(a, data, file->fields[f], is_plain, &are_actions[f]);
        mat_structs_release(&structs);
    }
    return rc;
}

int mat_theirs_read(struct import_builder *builder, const struct mat_array *file,
                    const struct mat_variables *all, const struct mat_origin *origin,
                    struct err *err) {
    const struct format_options *options = origin->options;
    char stem[IMPORT_BUILDER_MOST_NAME];
    struct mat_action a = {.builder = builder,
                           .stem = stem,
                           .options = options,
                           .budget = origin->budget,
                           .skipped_names = all->skipped_names,
                           .err = err};
    char *are_actions = calloc(file->field_count + 1, 1);
    builder->place_name = "variable";
    source_stem(stem, sizeof stem, builder->path);
    if (options->unit)
        measured_unit_read(options->unit, strlen(options->unit), &a.of_file);
    else
        a.of_file = mat_roles_find_unit(file);
    int rc = are_actions ? 0 : no_memory_for(&a);
    if (rc == 0)
        rc = read_action(&a, file, options->action ? options->action : stem, "", "");
    struct mat_action of_struct = a;
    of_struct.variables = NULL;
    of_struct.others = (struct mat_others){0};
    of_struct.skipped_names = NULL;
    for (int is_plain = 0; rc == 0 && (!is_plain || !of_struct.libraries) && is_plain < 2;
         is_plain++)
        rc = read_structs_of(&of_struct, file, is_plain, are_actions);
    if (rc == 0)
        rc = set_facts(&a, file, "", are_actions);
    if (rc == 0 && !of_struct.libraries)
        rc = refuse_all(&a, file, all->skipped);
    if (rc == 0 && options->as && !of_struct.tables)
        rc = mat_theirs_refuse_roles(builder->path, err);
    for (struct import_builder *run = builder->next; rc == 0 && run; run = run->next)
        if (facts_copy(&run->facts, &builder->facts))
            rc = no_memory_for(&a);
    release_variables(&of_struct);
    release_variables(&a);
    free(are_actions);
    return rc;
}
