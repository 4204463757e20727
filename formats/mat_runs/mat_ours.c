/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat_runs/mat_ours.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/import/import_builder.h"
#include "formats/mat_runs/mat_layout.h"
#include "formats/model/measures.h"
#include "formats/text/decimal.h"
#include "formats/text/unicode.h"

/* --- facts --- */

enum { LONGEST = 64 }; /* bytes of the longest name of a struct of names, with its NUL */

static const char *names_of(char *buffer, const char *name) {
    snprintf(buffer, LONGEST, "%s_names", name);
    return buffer;
}

static struct mat_array build_fact(struct mat_build *build, const struct fact *fact) {
    switch (fact->kind) {
    case FACT_INTEGER:
        return mat_build_integer(build, fact->integer);
    case FACT_REAL:
        return mat_build_real(build, fact->real);
    default:
        return mat_build_text(build, fact->text);
    }
}

void mat_facts_add(struct mat_build *build, struct mat_fields *parent, const char *name,
                   const struct facts *facts) {
    char buffer[LONGEST];
    struct mat_fields fields = {0}, names = {0};
    for (size_t i = 0; i < facts->count; i++) {
        const struct fact *fact = &facts->items[i];
        const char *identifier =
            mat_fields_add(build, &fields, fact->name, build_fact(build, fact));

        /* The name goes under the same identifier as the fact. */
        const char *true_name = fact->name;
        if (identifier && strcmp(identifier, true_name) != 0)
            mat_fields_add(build, &names, identifier, mat_build_text(build, true_name));
    }
    if (fields.names.count)
        mat_fields_add(build, parent, name, mat_fields_end(build, &fields));
    if (names.names.count)
        mat_fields_add(build, parent, names_of(buffer, name), mat_fields_end(build, &names));
    mat_fields_release(&fields);
    mat_fields_release(&names);
}

/* Returns the text in the field NAME of NAMES, made printable, or a copy of OTHERWISE if it is
 * missing or empty. The caller must free it. Returns NULL if memory runs out. */
static char *mat_facts_true_name(const struct mat_array *names, const char *name,
                                 const char *otherwise) {
    char *text = mat_text(mat_field(names, name));
    if (!text || !*text) {
        free(text);
        text = strdup(otherwise);
    }
    if (text)
        utf8_clean(text, '?');
    return text;
}

/* Sets FACTS from the struct NAME of PARENT; skips fields that are not facts. Sets
 * facts->incomplete if there are more than MAT_MOST_FACTS or if memory runs out. */
static void mat_facts_read(struct facts *facts, const struct mat_array *parent, const char *name) {
    char buffer[LONGEST];
    const struct mat_array *fields = mat_field(parent, name);
    const struct mat_array *names = mat_field(parent, names_of(buffer, name));
    if (!fields || fields->class != MAT_STRUCT || fields->count != 1)
        return;
    facts->incomplete |= fields->field_count > MAT_MOST_FACTS;
    for (size_t f = 0; f < fields->field_count && !facts->incomplete; f++) {
        char *true_name = mat_facts_true_name(names, fields->fields[f], fields->fields[f]);
        facts->incomplete |= !true_name;
        if (true_name && *true_name) {
            const struct mat_array *value = &fields->items[f];
            char *text = mat_text(value);
            if (text)
                facts_set_text(facts, true_name, text);
            else if (value->class == MAT_CHAR)
                facts->incomplete |= value->count && value->dims[0] == 1;
            else if (value->class == MAT_INT64 && value->count == 1 && mat_is_real(value))
                facts_set_integer(facts, true_name, *(const int64_t *)value->real);
            else if (value->class == MAT_DOUBLE && value->count == 1 && mat_is_real(value))
                facts_set_real(facts, true_name, *(const double *)value->real);
            free(text);
        }
        free(true_name);
    }
}

/* --- the action that is read --- */

/* An action that is being read. */
struct action {
    const char *path, *name;
    const struct mat_array *about; /* its description in `benchmat` */
    const struct mat_array *data;  /* the struct with its variables */
    struct mat_index variables;    /* of DATA */
    struct mat_index details;      /* of the libraries, in DATA */
    int has_samples;
    size_t points, rounds, seeds, team;
    struct measurement *m;
    struct err *err;
};

static int refuse(const struct action *a, const char *variable, const char *why) {
    return err_set(a->err, ERR_DAMAGED, "%s: action %s: variable %s: %s", a->path, a->name,
                   variable, why);
}

int mat_ours_is(const struct mat_array *file) {
    return mat_field(mat_field(file, MAT_LAYOUT_ABOUT), MAT_LAYOUT_ACTIONS) != NULL;
}

/* --- looking up variables --- */

static const struct mat_array *part(const struct action *a, const char *name) {
    static const struct mat_array none = {.class = MAT_STRUCT, .count = 1};
    const struct mat_array *fields = mat_field(a->about, name);
    return fields && fields->class == MAT_STRUCT && fields->count == 1 ? fields : &none;
}

static const struct mat_array *numbers_of(const struct action *a, const char *variable,
                                          size_t count) {
    const struct mat_array *array = mat_index_field(&a->variables, variable);
    if (array && mat_is_real(array) && array->count == count)
        return array;
    refuse(a, variable, array ? "not as many numbers as there should be" : "it is missing");
    return NULL;
}

/* Finds the shape [K R S]; S is known. */
static int find_shape(struct action *a) {
    const struct mat_array *libraries = part(a, MAT_LAYOUT_LIBRARIES);
    a->rounds = a->seeds = 1;
    if (!a->has_samples)
        return 0;
    const char *first = libraries->fields[0];
    const struct mat_array *samples = mat_field(a->data, first);
    if (!samples || !mat_is_real(samples) || !samples->count)
        return refuse(a, first, "there are no samples");
    a->seeds = samples->dims[0];
    a->rounds = samples->dims[1];
    if (samples->rank > 3 || samples->count % a->points ||
        samples->count / a->points != a->seeds * a->rounds)
        return refuse(a, first, "its dimensions are not seeds x rounds x sizes");
    return 0;
}

static int find_team(struct action *a) {
    const struct mat_array *team = mat_field(a->about, MAT_LAYOUT_TEAM);
    int64_t threads = 0;
    if (team && a->has_samples &&
        (!mat_is_real(team) || team->count != 1 || !mat_points_whole(team, 0, &threads) ||
         threads < 1 || (uint64_t)threads > RUN_MAX_ELEMENTS))
        return refuse(a, MAT_LAYOUT_ABOUT, "its team is not a number of threads");
    a->team = (size_t)threads;
    return 0;
}

/* Sets EACH to the bytes of the details and seconds of one sample. Returns 0 if it overflows. */
static int bytes_of_sample(const struct action *a, size_t *each) {
    size_t numbers = 1, of_thread = 0;
    for (size_t d = 0; d < DETAILS; d++)
        *(series_details[d].shape == PER_THREAD ? &of_thread : &numbers) += 1;
    return !__builtin_mul_overflow(of_thread, a->team, &of_thread) &&
           !__builtin_add_overflow(numbers, of_thread, &numbers) &&
           !__builtin_mul_overflow(numbers, sizeof(double), each);
}

/* --- points --- */

static int set_points(struct action *a) {
    const struct mat_array *sizes = mat_field(a->data, MAT_LAYOUT_SIZES);
    for (size_t p = 0; p < a->points; p++)
        if (!mat_points_whole(sizes, p, &a->m->sizes[p]) || a->m->sizes[p] < 0)
            return refuse(a, MAT_LAYOUT_SIZES, "a size is not a whole number from 0 on");

    const struct mat_array *seeds = numbers_of(a, MAT_LAYOUT_SEEDS, a->points);
    if (!seeds)
        return ERR_DAMAGED;
    for (size_t p = 0; p < a->points; p++) {
        int64_t count = 1;
        if (a->has_samples &&
            (!mat_points_whole(seeds, p, &count) || count < 0 || (uint64_t)count > a->seeds))
            return refuse(a, MAT_LAYOUT_SEEDS, "not as many seeds as there are samples");
        a->m->seeds[p] = count;
    }
    return 0;
}

static int copy_reals(const struct action *a, const char *variable, double *to) {
    const struct mat_array *from = numbers_of(a, variable, a->points);
    for (size_t p = 0; from && p < a->points; p++)
        to[p] = mat_number(from, p);
    return from ? 0 : ERR_DAMAGED;
}

/* --- libraries --- */

static int set_seconds(struct action *a, struct series *series, const char *variable) {
    size_t count = measurement_elements(a->m, PER_SAMPLE);
    const struct mat_array *seconds = numbers_of(a, variable, count);
    if (!seconds)
        return ERR_DAMAGED;
    for (size_t i = 0; i < count; i++) {
        series->seconds[i] = mat_number(seconds, i);
        if (series->seconds[i] < 0 || isinf(series->seconds[i]))
            return refuse(a, variable, "a time is negative or has no end");
    }
    return 0;
}

/* Returns the field of DETAIL; older files have those of measures under the detail's own name. */
static const char *field_of(const struct action *a, const struct series_detail *detail) {
    const struct mat_array *measures = part(a, MAT_LAYOUT_MEASURES);
    size_t k = measures_number(detail);
    return k < RUN_MAX_MEASURES && k < measures->field_count ? measures->fields[k] : detail->name;
}

static int set_details(struct action *a, struct series *series, const char *variable) {
    const struct mat_array *details = mat_index_field(&a->details, variable);
    int rc = 0;
    for (size_t d = 0; rc == 0 && d < DETAILS; d++) {
        const struct mat_array *values = mat_field(details, field_of(a, &series_details[d]));
        if (values) {
            const struct series_detail *detail = &series_details[d];
            size_t count = measurement_elements(a->m, detail->shape);
            enum mat_class class = detail->type == DETAIL_REAL ? MAT_DOUBLE : MAT_INT64;
            if (values->class != class || !mat_is_real(values) || values->count != count || !count)
                rc = refuse(a, MAT_LAYOUT_DETAILS,
                            "a detail is of another class or size than it should");
            else if (measurement_add_detail(a->m, series, detail->name, a->err))
                rc = ERR_FAILED;
            else {
                memcpy(series_detail_values(series, detail), values->real, count * sizeof(double));
                rc = 0;
            }
        }
    }
    if (rc)
        return rc;
    for (size_t p = 0; p < a->points; p++)
        if (series->status[p] < 0 || series->status[p] >= CELL_STATUSES)
            return refuse(a, MAT_LAYOUT_DETAILS, "a status that is none");
    return 0;
}

static int add_library(struct action *a, const char *variable, const struct mat_array *about) {
    char *name = mat_facts_true_name(about, MAT_LAYOUT_NAME, variable);
    if (name && (!*name || measurement_find(a->m, name))) {
        free(name);
        return refuse(a, variable, "its library has no name, or is there twice");
    }
    struct series *series = name ? measurement_add_series(a->m, name, a->err) : NULL;
    free(name);
    if (!series)
        return ERR_FAILED;
    mat_facts_read(&series->facts, about, MAT_LAYOUT_FACTS);
    a->m->facts.incomplete |= series->facts.incomplete;
    int rc = set_seconds(a, series, variable);
    return rc ? rc : set_details(a, series, variable);
}

/* --- an action --- */

static int fill(struct action *a) {
    int rc = set_points(a);
    if (rc == 0) {
        const struct mat_array *names = part(a, MAT_LAYOUT_PARAMETERS);
        for (size_t k = 0; rc == 0 && k < names->field_count; k++) {
            char *name = mat_facts_true_name(names, names->fields[k], names->fields[k]);
            struct parameter *parameter =
                name ? measurement_add_parameter(a->m, name, a->err) : NULL;
            free(name);
            rc = parameter ? copy_reals(a, names->fields[k], parameter->values) : ERR_FAILED;
        }
    }
    if (rc == 0) {
        /* Adds terms. A variable with the name of a term may be a parameter or a library instead.
         */
        rc = 0;
        for (size_t i = 0; rc == 0 && i < MEASUREMENT_TERMS; i++) {
            const char *name = measurement_terms[i].name;
            if (!mat_field(a->data, name) || mat_field(part(a, MAT_LAYOUT_LIBRARIES), name) ||
                mat_field(part(a, MAT_LAYOUT_PARAMETERS), name))
                continue;
            double *values = measurement_add_term(a->m, name, a->err);
            rc = values ? copy_reals(a, name, values) : ERR_FAILED;
        }
    }
    if (rc == 0) {
        const struct mat_array *libraries = part(a, MAT_LAYOUT_LIBRARIES);
        for (size_t l = 0; rc == 0 && l < libraries->field_count; l++)
            rc = add_library(a, libraries->fields[l], &libraries->items[l]);
    }
    mat_facts_read(&a->m->facts, a->about, MAT_LAYOUT_FACTS);
    if (rc == 0 && a->m->facts.incomplete)
        rc = err_set(a->err, ERR_FAILED, "%s: no memory for its facts, or too many of them",
                     a->path);
    return rc;
}

static int read_action(struct run *run, struct action *a, struct mat_budget *budget) {
    const struct mat_array *sizes = mat_field(a->data, MAT_LAYOUT_SIZES);
    if (!sizes || !mat_is_real(sizes) || !sizes->count)
        return refuse(a, MAT_LAYOUT_SIZES, "there are no sizes");
    if (!*a->name || !part(a, MAT_LAYOUT_LIBRARIES)->field_count)
        return refuse(a, MAT_LAYOUT_ABOUT, "the action has no name, or no library");
    if (part(a, MAT_LAYOUT_LIBRARIES)->field_count > IMPORT_BUILDER_MOST_LIBRARIES)
        return refuse(a, MAT_LAYOUT_ABOUT, "the action has too many libraries");
    if (run_find(run, a->name))
        return refuse(a, MAT_LAYOUT_ABOUT, "the action is there twice");
    a->points = sizes->count;
    int rc = find_shape(a);
    if (rc == 0)
        rc = find_team(a);
    if (rc == 0) {
        /* Takes memory from the budget. The file has only the seconds, but the run also has all
         * details. */
        size_t libraries = part(a, MAT_LAYOUT_LIBRARIES)->field_count, bytes, each;
        if (!bytes_of_sample(a, &each) ||
            __builtin_mul_overflow(a->points * a->rounds * a->seeds, each, &bytes) ||
            __builtin_mul_overflow(bytes, libraries, &bytes) || !mat_budget_take(budget, bytes))
            rc = err_set(a->err, ERR_DAMAGED,
                         "%s: action %s: its samples take more than the %zu MiB allowed; allow "
                         "more by bench-store import --memory",
                         a->path, a->name, budget->limit >> 20);
        else
            rc = 0;
    }
    if (rc)
        return rc;
    a->m = run_add_measurement(run, a->name, a->points, a->rounds, a->seeds, a->err);
    return a->m && !measurement_set_team(a->m, a->team, a->err) ? fill(a) : ERR_FAILED;
}

/* --- runs --- */

/* The file that is read. */
struct reading {
    struct runs *runs;
    struct slots runs_by_name;
    struct mat_index variables, actions;
    struct mat_budget *budget;
};

static int is_run(const void *things, uint32_t number, const void *name) {
    return strcmp(((struct run *const *)things)[number]->name, name) == 0;
}

/* Returns the run to which the action belongs. The first action of a run brings the run's facts. */
static struct run *obtain_run(struct reading *reading, const struct action *a) {
    struct runs *runs = reading->runs;
    char *name = mat_facts_true_name(a->about, MAT_LAYOUT_RUN_NAME, "");
    uint64_t hash = name ? slots_hash_text(slots_hash(), name) : 0;
    uint32_t known =
        name ? slots_find(&reading->runs_by_name, hash, is_run, runs->items, name) : SLOTS_NONE;
    if (known != SLOTS_NONE) {
        free(name);
        return runs->items[known];
    }
    struct run *run = name ? run_new() : NULL;
    if (!run || runs_add(runs, run) != 0) {
        free(name);
        return NULL;
    }
    run->name = name;
    if (!slots_add(&reading->runs_by_name, hash, (uint32_t)(runs->count - 1)))
        return NULL;

    /* A run of means is not the run from which they were computed, so it does not get that run's
     * uuid. */
    char uuid_of_samples[] = "mat_" FACT_UUID;
    struct facts facts = {0};
    mat_facts_read(&facts, a->about, MAT_LAYOUT_RUN);
    for (size_t i = 0; i < facts.count; i++) {
        struct fact fact = facts.items[i];
        if (!a->has_samples && strcmp(fact.name, FACT_UUID) == 0)
            fact.name = uuid_of_samples;

        if (fact.kind == FACT_TEXT)
            facts_set_text(&run->facts, fact.name, fact.text);
        else if (fact.kind == FACT_INTEGER)
            facts_set_integer(&run->facts, fact.name, fact.integer);
        else
            facts_set_real(&run->facts, fact.name, fact.real);
    }
    run->facts.incomplete |= facts.incomplete;
    facts_release(&facts);

    return run;
}

/* Returns the action's own struct or, if it is the only action, perhaps the whole file. Returns
 * NULL if an action's name is there twice, so that no data are read for two actions. */
static const struct mat_array *data_of(const struct reading *reading, size_t f) {
    const struct mat_array *actions = reading->actions.array;
    const char *name = actions->fields[f];
    const struct mat_array *own = mat_index_field(&reading->variables, name);
    if (mat_index_field(&reading->actions, name) != &actions->items[f])
        return NULL;
    if (mat_field(own, MAT_LAYOUT_SIZES))
        return own;
    return actions->field_count == 1 ? reading->variables.array : NULL;
}

static int read_field(struct reading *reading, struct action *a, const char *variable) {
    struct run *run = obtain_run(reading, a);
    char *name = mat_facts_true_name(a->about, MAT_LAYOUT_NAME, variable);
    a->name = name;
    int has_index = mat_index_begin(&a->variables, a->data);
    has_index &= mat_index_begin(&a->details, mat_index_field(&a->variables, MAT_LAYOUT_DETAILS));
    int rc =
        run && name && has_index && !run->facts.incomplete
            ? read_action(run, a, reading->budget)
            : err_set(a->err, ERR_FAILED, "%s: no memory for a run, or too many facts", a->path);
    mat_index_end(&a->variables);
    mat_index_end(&a->details);
    free(name);
    return rc;
}

int mat_ours_read(struct runs *runs, const struct mat_array *file, const char *path,
                  struct mat_budget *budget, struct err *err) {
    const struct mat_array *about = mat_field(file, MAT_LAYOUT_ABOUT);
    const struct mat_array *actions = mat_field(about, MAT_LAYOUT_ACTIONS);
    if (actions->class != MAT_STRUCT || actions->count != 1 || !actions->field_count)
        return err_set(err, ERR_DAMAGED, "%s: there is no action in it", path);
    if (actions->field_count > IMPORT_BUILDER_MOST_ACTIONS)
        return err_set(err, ERR_DAMAGED, "%s: too many actions", path);
    char *holds = mat_text(mat_field(about, MAT_LAYOUT_HOLDS));
    struct action a = {.path = path, .err = err};
    a.has_samples = holds && strcmp(holds, MAT_LAYOUT_SAMPLES) == 0;
    free(holds);
    struct reading reading = {.runs = runs, .budget = budget};
    int has_index = mat_index_begin(&reading.variables, file);
    has_index &= mat_index_begin(&reading.actions, actions);
    int rc = has_index ? 0 : err_set(err, ERR_FAILED, "%s: no memory for its actions", path);
    for (size_t f = 0; rc == 0 && f < actions->field_count; f++) {
        a.about = &actions->items[f];
        a.data = data_of(&reading, f);
        rc = a.data ? read_field(&reading, &a, actions->fields[f])
                    : err_set(err, ERR_DAMAGED, "%s: action %s is missing, or there twice", path,
                              actions->fields[f]);
    }
    mat_index_end(&reading.variables);
    mat_index_end(&reading.actions);
    slots_release(&reading.runs_by_name);
    for (size_t i = 0; i < runs->count; i++)
        if (!*runs->items[i]->name) {
            free(runs->items[i]->name);
            runs->items[i]->name = NULL;
        }
    return rc;
}

/* --- the layout of samples --- */

int mat_points_find(const struct mat_array *array, size_t points, struct mat_points *layout) {
    size_t rows = array->dims[0], columns = array->dims[1];
    if (array->rank == 2 && array->count == points && (rows == 1 || columns == 1)) {
        *layout = (struct mat_points){1, 1, 0, 0, 1};
        return 1;
    }
    if (array->rank == 3) {
        *layout = (struct mat_points){rows, columns, 1, rows, rows * columns};
        return array->dims[2] == points && array->count > 0;
    }
    if (array->rank != 2 || !array->count)
        return 0;
    *layout = columns == points ? (struct mat_points){rows, 1, 1, 0, rows}
                                : (struct mat_points){columns, 1, rows, 0, 1};
    return columns == points || rows == points;
}

int mat_points_whole(const struct mat_array *array, size_t i, int64_t *whole) {
    if (array->class == MAT_INT64) {
        *whole = ((const int64_t *)array->real)[i];
        return 1;
    }
    return decimal_is_whole(mat_number(array, i), whole);
}
