/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat_runs/mat_theirs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/import/assemble.h"
#include "formats/import/header_words.h"
#include "formats/mat/mat_array.h"
#include "formats/mat_runs/mat_layout.h"
#include "formats/mat_runs/mat_ours.h"

/* --- files of other programs --- */

enum {
    BYTES_PER_SAMPLE = 256, /* about what a gathered sample and its place in a run take */
    NAMES = 400,            /* bytes for the variables that a message lists */
};

/* What a variable beside the sizes is, by its name (header_words.h) and its dimensions. */
enum variable_role { VARIABLE_OTHER, VARIABLE_RESULT, VARIABLE_MEASURE, VARIABLE_PARAMETER };

struct variable {
    enum variable_role role;
    const char *name;
    const struct mat_array *array;
    struct header header;
    struct mat_points layout;
    size_t libraries, library_step; /* of results with a dimension for these; else 1 */
    char library[MAT_MOST_NAME + 1];
    char measure[MEASURE_NAME];
    double worth;
};

/* An action that is being read. */
struct action {
    struct import_builder *builder;
    const struct mat_array *data, *sizes, *seeds;
    const struct mat_array *names; /* a cell of texts: of libraries, if some result has as many */
    const char *name, *size_name, *stem;
    const struct format_options *options;
    struct measured_unit given;
    struct mat_budget *budget;
    struct variable *variables; /* [data->field_count] */
    int has_units;              /* some result has one */
    double least;               /* of the results to which nothing gives a unit */
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

static double number_at(const struct variable *v, size_t p, size_t r, size_t k) {
    const struct mat_points *at = &v->layout;
    return mat_number(v->array, (at->seeds > k ? k * at->seed_step : 0) +
                                    (at->rounds > r ? r * at->round_step : 0) + p * at->point_step);
}

/* Whether the measure is of LIBRARY, or of all. */
static int is_of(const struct variable *measure, const char *library) {
    return !*measure->library || strcmp(measure->library, library) == 0;
}

/* Gathers what stands beside a result of LIBRARY at a point. */
static void take_others(const struct action *a, struct import_builder_sample *sample, size_t p,
                        size_t r, size_t k, struct import_builder_parameter *parameters,
                        struct import_builder_measure *measures) {
    sample->parameters = parameters;
    sample->measures = measures;
    sample->parameter_count = sample->measure_count = 0;
    for (size_t f = 0; f < a->data->field_count; f++) {
        const struct variable *v = &a->variables[f];
        if (v->role == VARIABLE_PARAMETER && sample->parameter_count < RUN_MAX_PARAMETERS)
            parameters[sample->parameter_count++] =
                (struct import_builder_parameter){.name = v->name, .value = number_at(v, p, 0, 0)};
        if (v->role != VARIABLE_MEASURE || sample->measure_count == RUN_MAX_MEASURES ||
            !is_of(v, sample->library))
            continue;
        double value = number_at(v, p, r, k) * v->worth;
        if (isfinite(value))
            measures[sample->measure_count++] = (struct import_builder_measure){
                v->measure, unit_kind_base(v->header.unit.kind),
                header_better(v->measure, v->header.unit.kind), value};
    }
}

/* Sets the result of SAMPLE to VALUE, of V. */
static int take_result(struct action *a, struct import_builder_sample *sample,
                       const struct variable *v, double value,
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
    while (name && strcmp(series_details[d].name, name) != 0)
        d++;
    if (name) {
        *detail = (struct import_builder_detail){&series_details[d], value * v->worth};
        sample->details = detail;
        sample->detail_count = 1;
    } else
        sample->seconds = value * v->worth;
    return 0;
}

static int is_plain_name(const struct action *a) {
    return strcmp(a->size_name, MAT_LAYOUT_SIZES) == 0;
}

/* Adds the results of V, of one LIBRARY, at point P. */
static int add_point(struct action *a, const struct variable *v, const char *library, size_t offset,
                     size_t p) {
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
    size_t seeds;
    int rc = seeds_at(a, layout, p, &seeds);
    if (rc == 0 && (!mat_points_whole(a->sizes, p, &sample.size) || sample.size < 0))
        return refuse(a, a->size_name, "a size is not a whole number from 0 on");
    for (size_t r = 0; rc == 0 && r < layout->rounds; r++)
        for (size_t k = 0; rc == 0 && k < seeds; k++) {
            sample.round = (int64_t)r;
            sample.seed = layout->seeds == 1 ? IMPORT_BUILDER_NEXT : (int64_t)k;
            double value =
                mat_number(v->array, offset + k * layout->seed_step + r * layout->round_step +
                                         p * layout->point_step);
            rc = take_result(a, &sample, v, value, &detail);
            take_others(a, &sample, p, r, k, parameters, measures);
            if (rc == 0)
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

/* Returns the sizes of DATA and sets SIZE_NAME: those called as asked, or else by a word for sizes.
 */
static const struct mat_array *find_sizes(struct action *a, const struct mat_array *data) {
    const char *asked = a->options->size_param;
    const struct mat_array *found = mat_field(data, asked ? asked : MAT_LAYOUT_SIZES);
    size_t least = HEADER_NO_WORD;
    a->size_name = asked ? asked : MAT_LAYOUT_SIZES;
    for (size_t f = 0;
         !asked && !found && data->class == MAT_STRUCT && data->count == 1 && f < data->field_count;
         f++) {
        size_t place = header_word(data->fields[f], HEADER_SIZE);
        if (place < least && mat_is_real(&data->items[f]) && data->items[f].count > 1 &&
            !is_other(data->fields[f])) {
            least = place;
            a->size_name = data->fields[f];
        }
    }
    if (least < HEADER_NO_WORD)
        found = mat_field(data, a->size_name);
    return found && mat_is_real(found) && found->count ? found : NULL;
}

static int is_struct_with_sizes(const struct action *a, const struct mat_array *array) {
    struct action other = *a;
    return find_sizes(&other, array) != NULL;
}

/* Makes facts of the variables of DATA that are neither sizes nor anything beside them. */
static int set_facts(const struct action *a, const struct mat_array *data, const char *prefix) {
    int rc = 0;
    if (data->field_count > MAT_MOST_FACTS + IMPORT_BUILDER_MOST_LIBRARIES)
        return err_set(a->err, ERR_DAMAGED, "%s: %zu variables, more than %d", a->builder->path,
                       data->field_count, MAT_MOST_FACTS + IMPORT_BUILDER_MOST_LIBRARIES);
    for (size_t f = 0; rc == 0 && f < data->field_count; f++) {
        const struct mat_array *array = &data->items[f];
        int is_used = a->sizes && (a->variables[f].role || array == a->names);
        int is_action = is_struct_with_sizes(a, array);
        if (array != a->sizes && array != a->seeds && !is_used && !is_action) {
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

/* Returns the first cell of several texts; NULL if there is none. */
static const struct mat_array *find_names(const struct mat_array *data) {
    for (size_t f = 0; f < data->field_count; f++) {
        const struct mat_array *cell = &data->items[f];
        size_t texts = 0;
        while (cell->class == MAT_CELL && texts < cell->count &&
               cell->items[texts].class == MAT_CHAR && cell->items[texts].count)
            texts++;
        if (texts > 1 && texts == cell->count)
            return cell;
    }
    return NULL;
}

/* Finds in V's array a dimension for the libraries, the first that fits, one for the sizes, and
 * perhaps one for samples. */
static int has_libraries(const struct action *a, struct variable *v) {
    enum { RANK = 3 };
    size_t steps[RANK] = {1}, dims[RANK] = {1, 1, 1}, library = RANK, point = RANK;
    if (!a->names || v->array->rank > RANK)
        return 0;
    for (size_t d = 0; d < v->array->rank; d++)
        dims[d] = v->array->dims[d];
    for (size_t d = 1; d < RANK; d++)
        steps[d] = steps[d - 1] * dims[d - 1];
    for (size_t d = RANK; d-- > 0;)
        if (dims[d] == a->names->count)
            library = d;
    for (size_t d = RANK; d-- > 0;)
        if (d != library && dims[d] == a->sizes->count)
            point = d;
    if (library == RANK || point == RANK)
        return 0;
    size_t sample = RANK - library - point;
    v->layout = (struct mat_points){dims[sample], 1, steps[sample], 0, steps[point]};
    v->libraries = dims[library];
    v->library_step = steps[library];
    return 1;
}

/* Tells the role of variable F. */
static void tell_role(const struct action *a, size_t f) {
    struct variable *v = &a->variables[f];
    const struct mat_array *array = &a->data->items[f];
    *v = (struct variable){.name = a->data->fields[f], .array = array, .libraries = 1, .worth = 1};
    if (array == a->sizes || is_other(v->name) || !mat_is_real(array))
        return;
    v->header = header_read(v->name);
    if (v->header.is_faint)
        v->header = (struct header){.length = strlen(v->name)};
    int is_named = has_libraries(a, v);
    if (!is_named && !mat_points_find(array, a->sizes->count, &v->layout))
        return;
    int is_vector = v->layout.seeds == 1 && v->layout.rounds == 1;
    enum header_role role = v->header.role;
    if (v->header.unit.kind)
        v->worth = v->header.unit.worth;
    if ((role == HEADER_SIZE || role == HEADER_PARAMETER) && is_vector)
        v->role = VARIABLE_PARAMETER;
    else if (role == HEADER_SPREAD || role == HEADER_MEASURE || role == HEADER_CPU)
        v->role = VARIABLE_MEASURE;
    else if (role != HEADER_SIZE && role != HEADER_PARAMETER && role != HEADER_SAMPLE &&
             role != HEADER_MOMENT)
        v->role = VARIABLE_RESULT;
    if (v->role == VARIABLE_MEASURE)
        header_measure(v->name, &v->header, v->measure, sizeof v->measure);
    if (v->header.length && role != HEADER_RESULT && role != HEADER_MEASURE)
        snprintf(v->library, sizeof v->library, "%.*s", (int)v->header.length,
                 v->name + v->header.name);
}

/* Whether V has rates of a library of which another variable has the times. */
static int is_beside_times(const struct action *a, const struct variable *v) {
    for (size_t f = 0; f < a->data->field_count; f++) {
        const struct variable *other = &a->variables[f];
        if (other->role == VARIABLE_RESULT && !unit_kind_detail(other->header.unit.kind) &&
            strcmp(other->library, v->library) == 0)
            return v->role == VARIABLE_RESULT && unit_kind_detail(v->header.unit.kind);
    }
    return 0;
}

/* Settles what the names of several variables tell together: whether units are said, and in which
 * statistics are that do not say theirs. */
static int settle_roles(struct action *a) {
    const struct variable *first = NULL;
    for (size_t f = 0; f < a->data->field_count; f++)
        if (a->variables[f].role == VARIABLE_RESULT && a->variables[f].header.unit.kind)
            first = first ? first : &a->variables[f];
    a->has_units = first != NULL;
    if (first) {
        char unit[64];
        facts_set_text(&a->builder->facts, FACT_SOURCE_UNIT,
                       measured_unit_name(first->header.unit, unit, sizeof unit));
    }
    for (size_t f = 0; f < a->data->field_count; f++) {
        struct variable *v = &a->variables[f];
        int lacks = !v->header.unit.kind && v->role;
        if (is_beside_times(a, v)) {
            v->role = VARIABLE_MEASURE;
            snprintf(v->measure, sizeof v->measure, "%s", unit_kind_detail(v->header.unit.kind));
        }
        if (lacks && v->role == VARIABLE_RESULT && a->has_units && !a->given.kind)
            return err_set(a->err, ERR_DAMAGED,
                           "%s: variable %s has no unit, and others have; call it %s_ms (or _s, "
                           "_us, _ns)",
                           a->builder->path, v->name, v->name);
        int is_in_unit = v->role == VARIABLE_RESULT ||
                         (v->header.role == HEADER_SPREAD && !header_is_ratio(v->measure));
        if (lacks && is_in_unit && (a->given.kind || first)) {
            v->header.unit = a->given.kind ? a->given : first->header.unit;
            v->worth = v->header.unit.worth;
        } else if (lacks && v->header.role == HEADER_SPREAD && is_in_unit)
            v->header.unit = (struct measured_unit){UNIT_TIME, 1};
    }
    return 0;
}

/* Adds the results in V, of all its libraries. */
static int add_results(struct action *a, const struct variable *v) {
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

/* Refuses numbers beside sizes that no word of ours names, unless they can hardly be anything but
 * seconds. */
static int check_plain(const struct action *a) {
    if (is_plain_name(a) || a->options->size_param || a->least < 0.1 || isinf(a->least))
        return 0;
    return err_set(
        a->err, ERR_DAMAGED,
        "%s: nothing says in what unit the times beside %s are; name them with one, such "
        "as a_ms, or give --unit ms",
        a->builder->path, a->size_name);
}

/* Reads the variables of DATA as an action, if it has sizes. */
static int read_action(struct action *a, const struct mat_array *data, const char *name) {
    int rc = 0;
    free(a->variables);
    a->variables = NULL;
    a->sizes = find_sizes(a, data);
    if (!a->sizes)
        return 0;
    a->data = data;
    a->name = name;
    a->least = INFINITY;
    a->names = find_names(data);
    a->seeds = mat_field(data, MAT_LAYOUT_SEEDS);
    if (a->seeds && (!mat_is_real(a->seeds) || a->seeds->count != a->sizes->count))
        a->seeds = NULL;
    if (!(a->variables = calloc(data->field_count, sizeof *a->variables)))
        return err_set(a->err, ERR_FAILED, "%s: no memory for its variables", a->builder->path);
    for (size_t f = 0; f < data->field_count; f++)
        tell_role(a, f);
    rc = settle_roles(a);
    for (size_t f = 0; rc == 0 && f < data->field_count; f++)
        if (a->variables[f].role == VARIABLE_RESULT)
            rc = add_results(a, &a->variables[f]);
    return rc ? rc : check_plain(a);
}

/* Adds the samples in FILE, a struct of all variables, to BUILDER, whose path is the file's.
 *
 * The file itself is an action if it has sizes, under the name in OPTIONS or else the file's name;
 * so is each struct that has sizes, under its own name. The sizes are the numbers called
 * options->size_param, by default `sizes`, or else by a word for sizes (header_words.h). Every
 * other array of real numbers with a matching number of rows, columns or layers is a library,
 * except `seeds` (how many of the samples of each size count), `flops` and `bytes`, and what the
 * words say is no result: parameters, statistics and other measures. They tell units, too: "a_ms".
 * Beside a cell of names, an array with a dimension for these holds the results of so many
 * libraries.
 *
 * ERR_USAGE if there are no sizes, or no libraries beside them. ERR_DAMAGED if a size, a number of
 * seeds or a time is invalid, if there are too many variables, or if they take more memory than
 * BUDGET has left. */
static int mat_theirs_read(struct import_builder *builder, const struct mat_array *file,
                           const struct format_options *options, struct mat_budget *budget,
                           struct err *err) {
    char stem[IMPORT_BUILDER_MOST_NAME];
    struct action a = {
        .builder = builder, .stem = stem, .options = options, .budget = budget, .err = err};
    builder->place_name = "variable";
    source_stem(stem, sizeof stem, builder->path);
    if (options->unit)
        measured_unit_read(options->unit, strlen(options->unit), &a.given);
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
    free(a.variables);
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
                   a.builder->path, options->size_param ? options->size_param : MAT_LAYOUT_SIZES,
                   used ? "are: " : "is nothing that is read", names,
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
