/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat_runs/mat_roles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/csv_text/csv_titles.h"
#include "formats/model/string_pool.h"

/* Returns whether NAME is that of a variable, other than sizes, that is never a library. */
static int is_other(const char *name) {
    int is = strcmp(name, MAT_LAYOUT_SEEDS) == 0;
    for (size_t i = 0; i < MEASUREMENT_TERMS; i++)
        is |= strcmp(name, measurement_terms[i].name) == 0;
    return is;
}

const struct mat_array *mat_roles_find_sizes(struct mat_action *a, const struct mat_array *data) {
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

const struct mat_array *mat_roles_find_names(const struct mat_array *data) {
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

struct measured_unit mat_roles_find_unit(const struct mat_array *data) {
    struct measured_unit unit = {.kind = UNIT_NONE, .worth = NAN};
    for (size_t f = 0; data->count == 1 && !unit.kind && f < data->field_count; f++) {
        char *text = data->items[f].class == MAT_CHAR && csv_titles_have_name(data->fields[f])
                         ? mat_text(&data->items[f])
                         : NULL;
        const struct csv_title_units units = csv_titles_units(text);
        if (text && !measured_unit_read(text, strlen(text), &unit))
            unit = csv_titles_unit(&units, NULL)->unit;
        free(text);
    }
    return unit;
}

/* Finds in V's array a dimension for the libraries, the first that fits, one for the sizes, and
 * perhaps one for samples. */
static int has_libraries(const struct mat_action *a, struct mat_variable *v) {
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

void mat_roles_tell(struct mat_action *a, size_t f) {
    struct mat_variable *v = &a->variables[f];
    const struct mat_array *array = &a->data->items[f];
    *v = (struct mat_variable){
        .name = a->data->fields[f], .array = array, .libraries = 1, .worth = 1};
    if (array == a->sizes || is_other(v->name) || !mat_is_real(array))
        return;
    v->header = header_read(v->name);
    if (v->header.is_faint)
        v->header = (struct header){.length = strlen(v->name)};
    if (v->header.role == HEADER_CALLS && array->count == 1) {
        v->role = VARIABLE_CALLS;
        v->layout = (struct mat_points){.seeds = 1, .rounds = 1};
        return;
    }
    int is_named = has_libraries(a, v);
    a->has_matrix |= is_named;
    if (!is_named && !mat_points_find(array, a->sizes->count, &v->layout))
        return;
    int is_vector = v->layout.seeds == 1 && v->layout.rounds == 1;
    enum header_role role = v->header.role;
    if (v->header.unit.kind)
        v->worth = v->header.unit.worth;
    if ((role == HEADER_SIZE || role == HEADER_PARAMETER) && is_vector)
        v->role = VARIABLE_PARAMETER;
    else if (role == HEADER_CALLS && is_vector)
        v->role = VARIABLE_CALLS;
    else if (role == HEADER_SPREAD || role == HEADER_MEASURE || role == HEADER_CPU)
        v->role = VARIABLE_MEASURE;
    else if (role != HEADER_SIZE && role != HEADER_PARAMETER && role != HEADER_SAMPLE &&
             role != HEADER_MOMENT)
        v->role = VARIABLE_RESULT;
    if (v->role == VARIABLE_MEASURE)
        header_measure(v->name, &v->header, v->measure, sizeof v->measure);
    int is_measure = role == HEADER_MEASURE && v->header.unit.kind != UNIT_COUNT;
    if (v->header.length && role != HEADER_RESULT && !is_measure && role != HEADER_CALLS)
        snprintf(v->library, sizeof v->library, "%.*s", (int)v->header.length,
                 v->name + v->header.name);
}

/* The unit of V, whose name may leave that to others. */
static struct measured_unit unit_of(const struct mat_action *a, const struct mat_variable *v,
                                    const struct mat_variable *first) {
    return v->header.unit.kind ? v->header.unit
           : a->given.kind     ? a->given
           : first             ? first->header.unit
                               : v->header.unit;
}

/* Adds the libraries of which a variable has times to TIMED. Returns 0 if memory runs out. */
static int find_timed(const struct mat_action *a, const struct mat_variable *first,
                      struct string_pool *timed) {
    int ok = 1;
    for (size_t f = 0; ok && f < a->data->field_count; f++) {
        const struct mat_variable *v = &a->variables[f];
        if (v->role == VARIABLE_RESULT && !unit_kind_detail(unit_of(a, v, first).kind))
            ok = string_pool_number(timed, v->library) != STRING_POOL_NONE;
    }
    return ok;
}

/* --- counts --- */

static int is_time(const struct mat_variable *v) {
    return v->role == VARIABLE_RESULT &&
           (v->header.unit.kind == UNIT_TIME || (!v->header.unit.kind && v->header.is_time));
}

static int is_bare(const struct mat_variable *v) {
    return v->role == VARIABLE_RESULT && v->header.unit.is_bare;
}

/* Whether A and B have the same numbers. */
static int are_equal(const struct mat_array *a, const struct mat_array *b) {
    size_t i = 0;
    while (a->count == b->count && i < a->count && mat_number(a, i) == mat_number(b, i))
        i++;
    return i == a->count && i == b->count;
}

/* Whether V, with a dimension for libraries, has the same numbers for all of them. */
static int are_libraries_equal(const struct mat_variable *v, size_t points) {
    for (size_t l = 1; l < v->libraries; l++)
        for (size_t p = 0; p < points; p++) {
            size_t at = p * v->layout.point_step;
            if (mat_number(v->array, at) != mat_number(v->array, at + l * v->library_step))
                return 0;
        }
    return 1;
}

/* Makes variables that count what a call does measures, by the rules of csv_counts.h. */
static void find_counts(struct mat_action *a) {
    const struct mat_variable *first = NULL;
    size_t named = 0, timed = 0;
    int differ = 0;
    for (size_t f = 0; f < a->data->field_count; f++) {
        const struct mat_variable *v = &a->variables[f];
        timed += is_time(v) ? v->libraries : 0;
        if (!is_bare(v) || !*v->library)
            continue;
        differ |= first && !are_equal(first->array, v->array);
        first = first ? first : v;
        named++;
    }
    for (size_t f = 0; timed && f < a->data->field_count; f++) {
        struct mat_variable *v = &a->variables[f];
        if (!is_bare(v))
            continue;
        int is_matrix = v->libraries > 1;
        int is_one = *v->library ? !differ : !is_matrix || are_libraries_equal(v, a->sizes->count);
        int is_proven = *v->library ? named > 1 : is_matrix || timed > 1;
        if (!is_one || (!is_proven && !v->header.unit.is_likely_count))
            continue;
        header_make_count(&v->header);
        v->role = VARIABLE_MEASURE;
        header_measure(v->name, &v->header, v->measure, sizeof v->measure);
    }
}

/* --- calls --- */

/* Whether V has times that are not certain to be of one call. */
static int is_of_calls(const struct mat_variable *v) {
    return v->header.is_total || (v->header.rank == RANK_PLAIN && !v->header.is_each);
}

/* Whether two of the points, whose sizes and parameters are equal, have different numbers in CALLS.
 */
static int differ_at_a_point(const struct mat_action *a, const struct mat_variable *calls) {
    for (size_t p = 0; calls->array->count > 1 && p < a->sizes->count; p++)
        for (size_t q = 0; q < p; q++) {
            size_t f = 0;
            while (f < a->data->field_count &&
                   (a->variables[f].role != VARIABLE_PARAMETER ||
                    mat_number(a->variables[f].array, p) == mat_number(a->variables[f].array, q)))
                f++;
            if (f == a->data->field_count && mat_number(a->sizes, p) == mat_number(a->sizes, q) &&
                mat_number(calls->array, p) != mat_number(calls->array, q))
                return 1;
        }
    return 0;
}

/* Finds the numbers of calls by which totals are divided; without totals, several make a measure.
 * FACT_SOURCE_UNIT tells of them. */
static int settle_calls(struct mat_action *a) {
    const struct mat_variable *total = NULL, *unclear = NULL;
    const char *other = NULL, *of_solver = NULL;
    struct facts *facts = &a->builder->facts;
    struct mat_variable *calls = NULL;
    char text[2 * MAT_MOST_NAME];
    for (size_t f = a->data->field_count; f-- > 0;) {
        struct mat_variable *v = &a->variables[f];
        if (v->role == VARIABLE_CALLS)
            calls = v;
        of_solver = header_is_of_solver(a->data->fields[f]) ? a->data->fields[f] : of_solver;
        if (v->role != VARIABLE_RESULT || unit_kind_detail(v->header.unit.kind))
            continue;
        if (v->header.is_total)
            total = v;
        else
            other = v->name;
        unclear = is_of_calls(v) ? v : unclear;
    }
    if (!calls)
        return 0;
    other = other ? other : of_solver;
    if (total && other)
        return err_set(a->err, ERR_DAMAGED,
                       "%s: beside %s, variable %s may be of one call or of all %s; rename one of "
                       "them",
                       a->builder->path, other, total->name, calls->name);
    if (unclear && !total && !of_solver && differ_at_a_point(a, calls))
        return err_set(a->err, ERR_DAMAGED,
                       "%s: two times in %s are of one point and have different numbers in %s; "
                       "call it total_%s if it is of all of them, or mean_%s if it is of one call",
                       a->builder->path, unclear->name, calls->name, unclear->name, unclear->name);
    a->calls = total ? calls : NULL;
    if (!total && calls->array->count > 1) {
        calls->role = VARIABLE_MEASURE;
        header_measure(calls->name, &calls->header, calls->measure, sizeof calls->measure);
    }
    snprintf(text, sizeof text, "%s, %sdivided by %s",
             facts_text(facts, FACT_SOURCE_UNIT, "seconds"), total ? "" : "not ", calls->name);
    if (unclear)
        facts_set_text(facts, FACT_SOURCE_UNIT, text);
    return 0;
}

/* --- units --- */

/* Notes in what the results are that name no other unit: as FIRST, or as was given. */
static void note_unit(struct mat_action *a, const struct mat_variable *first) {
    struct measured_unit unit = first ? first->header.unit : a->given;
    char name[64];
    if (first && unit_kind_is_rate(unit.kind)) {
        const struct file_measure rate = header_rate(first->name, &first->header);
        file_rates_note(&a->builder->rates, &rate);
    }
    if (first)
        memcpy(unit.per, first->header.per, sizeof unit.per);
    if (unit.kind)
        facts_set_text(&a->builder->facts, FACT_SOURCE_UNIT,
                       measured_unit_call(unit, &a->builder->rates, name, sizeof name));
}

/* Makes V, rates beside times or an amount of bytes, a measure. */
static void make_measure(struct mat_variable *v) {
    v->role = VARIABLE_MEASURE;
    if (unit_kind_is_rate(v->header.unit.kind))
        snprintf(v->measure, sizeof v->measure, "%s", unit_kind_detail(v->header.unit.kind));
    else
        header_measure(v->name, &v->header, v->measure, sizeof v->measure);
}

/* Settles V by FIRST, the first variable with a unit, and by the libraries that are TIMED. */
static int settle_variable(struct mat_action *a, struct mat_variable *v,
                           const struct mat_variable *first, const struct string_pool *timed) {
    enum unit_kind kind = v->header.unit.kind;
    int lacks = !kind && v->role && v->role != VARIABLE_CALLS;
    if (v->role == VARIABLE_RESULT && unit_kind_is_rate(kind)) {
        const struct file_measure called = header_rate(v->name, &v->header);
        file_rates_note(&a->builder->rates, &called);
    }
    if (unit_kind_detail(kind) && v->role == VARIABLE_RESULT &&
        string_pool_find(timed, v->library) != STRING_POOL_NONE)
        make_measure(v);
    if (v->role == VARIABLE_RESULT && kind && !*v->header.per && header_is_of_many(v->name))
        return err_set(a->err, ERR_DAMAGED,
                       "%s: variable %s seems to be of many at once; keep times of one call",
                       a->builder->path, v->name);
    if (lacks && v->role == VARIABLE_RESULT && a->has_units && !a->given.kind)
        return err_set(a->err, ERR_DAMAGED,
                       "%s: variable %s has no unit, and others have; call it %s_ms (or _s, _us, "
                       "_ns)",
                       a->builder->path, v->name, v->name);
    int is_in_unit = v->role == VARIABLE_RESULT ||
                     (v->header.role == HEADER_SPREAD && !header_is_ratio(v->measure));
    if (lacks && is_in_unit && (a->given.kind || first)) {
        v->header.unit = unit_of(a, v, first);
        v->worth = v->header.unit.worth;
    } else if (lacks && v->header.role == HEADER_SPREAD && is_in_unit)
        v->header.unit = (struct measured_unit){.kind = UNIT_TIME, .worth = 1};
    return 0;
}

int mat_roles_settle(struct mat_action *a) {
    const struct mat_variable *first = NULL;
    struct string_pool timed = {0};
    find_counts(a);
    for (size_t f = 0; f < a->data->field_count; f++)
        if (a->variables[f].role == VARIABLE_RESULT && a->variables[f].header.unit.kind)
            first = first ? first : &a->variables[f];
    a->has_units = first != NULL;
    note_unit(a, first);
    int rc = find_timed(a, first, &timed)
                 ? 0
                 : err_set(a->err, ERR_FAILED, "%s: no memory for its variables", a->builder->path);
    for (size_t f = 0; rc == 0 && f < a->data->field_count; f++)
        rc = settle_variable(a, &a->variables[f], first, &timed);
    string_pool_release(&timed);
    return rc ? rc : settle_calls(a);
}
