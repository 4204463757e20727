/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/import_builder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/import/split.h"
#include "formats/model/sample_words.h"
#include "formats/text/unicode.h"

/* A printable name. */
struct name {
    char text[IMPORT_BUILDER_MOST_NAME + 1];
};

/* Memory for points, which are many and small. */
struct gather_block {
    struct gather_block *next;
    size_t used;
    char room[];
};

enum {
    BLOCK = 1 << 16,
    MOST_UNSIZED = 100,       /* that are named */
    MOST_REPEATED_TEXT = 500, /* bytes for names */
};

static int no_memory(struct err *err) {
    return err_set(err, ERR_FAILED, "no memory for so many samples");
}

static int refuse(const struct import_builder *builder, size_t place, const char *why,
                  struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: %s %zu: %s", builder->path, builder->place_name, place,
                   why);
}

/* Makes room for one more item in the array at ITEMS, which holds COUNT of SIZE bytes each. The
 * room doubles whenever COUNT is a power of two. Returns 0 if memory runs out. */
static int make_room(void *items, size_t count, size_t size) {
    void **array = items;
    if (count & (count - 1))
        return 1;
    void *larger = realloc(*array, (count ? count * 2 : 1) * size);
    if (larger)
        *array = larger;
    return larger != NULL;
}

/* --- order of points --- */

static int compare_numbers(double a, double b) {
    if (isnan(a) || isnan(b))
        return !!isnan(a) - !!isnan(b);
    return (a > b) - (a < b);
}

double import_builder_value(const struct gathered_point *point, size_t k) {
    return k < point->count ? point->values[k] : NAN;
}

int import_builder_compare_points(const void *a, const void *b) {
    const struct gathered_point *x = a, *y = b;
    for (size_t k = 0; k < x->count || k < y->count; k++) {
        int order = compare_numbers(import_builder_value(x, k), import_builder_value(y, k));
        if (order)
            return order;
    }
    return (x->size > y->size) - (x->size < y->size);
}

/* --- keys of the hash tables --- */

static int is_action(const void *things, uint32_t number, const void *key) {
    const struct gathered_action *const *actions = things, *like = key;
    return actions[number]->type == like->type && strcmp(actions[number]->name, like->name) == 0;
}

static int is_library(const void *things, uint32_t number, const void *key) {
    const struct gathered_library *const *libraries = things;
    return strcmp(libraries[number]->name, key) == 0;
}

static int is_point(const void *things, uint32_t number, const void *key) {
    const struct gathered_point *const *points = things;
    return import_builder_compare_points(points[number], key) == 0;
}

static int is_cell(const void *things, uint32_t number, const void *key) {
    const struct gathered_cell *cell = (const struct gathered_cell *)things + number, *like = key;
    return cell->point == like->point && cell->library == like->library &&
           cell->round == like->round;
}

static int is_pair(const void *things, uint32_t number, const void *key) {
    const struct gathered_pair *pair = (const struct gathered_pair *)things + number, *like = key;
    return pair->point == like->point && pair->library == like->library;
}

static uint64_t hash_action(const char *name, char type) {
    return slots_hash_number(slots_hash_text(slots_hash(), name), (unsigned char)type);
}

/* Skips missing values, and hashes -0.0 like 0.0. */
static uint64_t hash_point(const struct gathered_point *point) {
    uint64_t hash = slots_hash_number(slots_hash(), (uint64_t)point->size), bits;
    for (size_t k = 0; k < point->count; k++) {
        double value = point->values[k] + 0.0;
        if (isnan(value))
            continue;
        memcpy(&bits, &value, sizeof bits);
        hash = slots_hash_number(slots_hash_number(hash, k), bits);
    }
    return hash;
}

static uint64_t hash_pair(uint32_t point, uint32_t library) {
    return slots_hash_number(slots_hash(), (uint64_t)point << 32 | library);
}

static uint64_t hash_cell(const struct gathered_cell *cell) {
    return slots_hash_number(hash_pair(cell->point, cell->library), (uint64_t)cell->round);
}

/* --- names --- */

/* Copies TEXT to NAME and makes it printable. Returns 0 if TEXT is missing or too long. */
static int clean_name(struct name *name, const char *text) {
    size_t length = text ? strlen(text) : 0;
    if (length == 0 || length > IMPORT_BUILDER_MOST_NAME)
        return 0;
    memcpy(name->text, text, length + 1);
    utf8_clean(name->text, '?');
    return 1;
}

static int is_utf8(const char *text) {
    uint32_t code;
    for (size_t n; *text; text += n)
        if (!(n = utf8_decode(text, &code)))
            return 0;
    return 1;
}

/* Refuses bytes of another encoding: replacing them could make two names one. */
static int take_name(const struct import_builder *builder, struct name *name, const char *text,
                     const struct import_builder_sample *sample, const char *of, struct err *err) {
    if (text && !is_utf8(text))
        return err_set(err, ERR_DAMAGED,
                       "%s: %s %zu: the name of the %s is not UTF-8; convert the file, as by iconv "
                       "-f latin1 -t utf8",
                       builder->path, builder->place_name, sample->place, of);
    if (clean_name(name, text))
        return 0;
    return err_set(err, ERR_DAMAGED, "%s: %s %zu: the name of the %s is missing or has no end",
                   builder->path, builder->place_name, sample->place, of);
}

/* --- finding and adding --- */

/* Tries the last action first, which is mostly meant again. */
struct gathered_action *import_builder_find_action(struct import_builder *builder, const char *name,
                                                   char type) {
    const struct gathered_action like = {.name = (char *)name, .type = type};
    size_t at = builder->last_action;
    if (at >= builder->action_count || !is_action(builder->actions, (uint32_t)at, &like))
        at = slots_find(&builder->actions_by_name, hash_action(name, type), is_action,
                        builder->actions, &like);
    if (at == SLOTS_NONE)
        return NULL;
    builder->last_action = at;
    return builder->actions[at];
}

static struct gathered_action *add_action(struct import_builder *builder, const char *name,
                                          char type) {
    struct gathered_action *action = calloc(1, sizeof *action);
    if (!action || !make_room(&builder->actions, builder->action_count, sizeof *builder->actions)) {
        free(action);
        return NULL;
    }
    builder->actions[builder->action_count++] = action;
    action->type = type;
    action->name = strdup(name);
    return action->name && slots_add(&builder->actions_by_name, hash_action(name, type),
                                     (uint32_t)builder->action_count - 1)
               ? action
               : NULL;
}

struct gathered_library *import_builder_find_library(struct gathered_action *action,
                                                     const char *name) {
    size_t at = action->last_library;
    if (at >= action->library_count || !is_library(action->libraries, (uint32_t)at, name))
        at = slots_find(&action->libraries_by_name, slots_hash_text(slots_hash(), name), is_library,
                        action->libraries, name);
    if (at == SLOTS_NONE)
        return NULL;
    action->last_library = at;
    return action->libraries[at];
}

static struct gathered_library *add_library(struct gathered_action *action, const char *name) {
    struct gathered_library *library = calloc(1, sizeof *library);
    if (!library ||
        !make_room(&action->libraries, action->library_count, sizeof *action->libraries)) {
        free(library);
        return NULL;
    }
    library->number = (uint32_t)action->library_count;
    action->libraries[action->library_count++] = library;
    library->name = strdup(name);
    return library->name && slots_add(&action->libraries_by_name,
                                      slots_hash_text(slots_hash(), name), library->number)
               ? library
               : NULL;
}

/* Returns the number of the parameter NAME; action->parameter_count if it is unknown. */
static size_t find_parameter(const struct gathered_action *action, const char *name) {
    size_t k = 0;
    while (k < action->parameter_count && strcmp(action->parameters[k], name) != 0)
        k++;
    return k;
}

static int add_parameters(struct import_builder *builder, struct gathered_action *action,
                          const struct import_builder_sample *sample, struct err *err) {
    for (size_t i = 0; i < sample->parameter_count; i++) {
        struct name name;
        const char *text = sample->parameters[i].name;
        if (text && find_parameter(action, text) < action->parameter_count)
            continue;
        int rc = take_name(builder, &name, text, sample, "parameter", err);
        if (rc)
            return rc;
        if (find_parameter(action, name.text) < action->parameter_count)
            continue;
        if (action->parameter_count == RUN_MAX_PARAMETERS)
            return refuse(builder, sample->place, "too many parameters", err);
        if (!make_room(&action->parameters, action->parameter_count, sizeof *action->parameters) ||
            !(action->parameters[action->parameter_count] = strdup(name.text)))
            return no_memory(err);
        action->parameter_count++;
    }
    return 0;
}

static int has_size(const struct import_builder_sample *sample) {
    return sample->size != IMPORT_BUILDER_NO_SIZE && sample->size != IMPORT_BUILDER_ANY_SIZE;
}

/* Keeps TEXT, which the file has for VALUE of PARAMETER, unless it is known or too long. Returns 0
 * if memory runs out. */
static int note_spelling(struct gathered_action *action, const char *parameter, double value,
                         const char *text) {
    if (!text || !spelling_is_word(text) || !isfinite(value) ||
        action->spelling_count == SPELLINGS_MOST)
        return 1;
    for (size_t i = 0; i < action->spelling_count; i++)
        if (action->spellings[i].spelling.value == value &&
            strcmp(action->spellings[i].parameter, parameter) == 0)
            return 1;
    if (!make_room(&action->spellings, action->spelling_count, sizeof *action->spellings))
        return 0;
    struct gathered_spelling *added = &action->spellings[action->spelling_count];
    added->parameter = strdup(parameter);
    added->spelling.value = value;
    snprintf(added->spelling.word, sizeof added->spelling.word, "%s", text);
    action->spelling_count += added->parameter != NULL;
    return added->parameter != NULL;
}

static int note_spellings(struct gathered_action *action,
                          const struct import_builder_sample *sample) {
    int ok =
        !has_size(sample) || note_spelling(action, "", (double)sample->size, sample->size_text);
    for (size_t i = 0; ok && i < sample->parameter_count; i++) {
        struct name name;
        const struct import_builder_parameter *parameter = &sample->parameters[i];
        if (parameter->text && clean_name(&name, parameter->name))
            ok = note_spelling(action, name.text, parameter->value, parameter->text);
    }
    return ok;
}

/* A point with room for all parameters. */
union point_room {
    struct gathered_point point;
    char bytes[sizeof(struct gathered_point) + RUN_MAX_PARAMETERS * sizeof(double)];
};

/* Sets POINT to that of SAMPLE. */
static void set_point(struct gathered_point *point, const struct gathered_action *action,
                      const struct import_builder_sample *sample) {
    size_t count = action->parameter_count;
    point->size = has_size(sample) ? sample->size : 1;
    point->count = (uint32_t)count;
    for (size_t k = 0; k < count; k++)
        point->values[k] = NAN;
    for (size_t i = 0; i < sample->parameter_count; i++) {
        struct name name;
        size_t k = find_parameter(action, sample->parameters[i].name);
        if (k == count && clean_name(&name, sample->parameters[i].name))
            k = find_parameter(action, name.text);
        if (k < count)
            point->values[k] = sample->parameters[i].value;
    }
}

/* Keeps the terms of the last point, which are those of its first sample that has some. Returns 0
 * if memory runs out. */
static int note_terms(struct gathered_action *action, const struct import_builder_sample *sample) {
    size_t at = action->last_point, points = action->term_points;
    int has_some = 0;
    for (size_t t = 0; t < MEASUREMENT_TERMS; t++)
        has_some |= sample->terms[t] > 0;
    if (has_some && at >= points) {
        size_t room = 2 * at + 1;
        double *terms =
            reallocarray(action->terms, room, MEASUREMENT_TERMS * sizeof *action->terms);
        if (!terms)
            return 0;
        for (size_t i = points * MEASUREMENT_TERMS; i < room * MEASUREMENT_TERMS; i++)
            terms[i] = NAN;
        action->terms = terms;
        action->term_points = room;
    }
    for (size_t t = 0; has_some && t < MEASUREMENT_TERMS; t++)
        if (sample->terms[t] > 0 && isnan(action->terms[at * MEASUREMENT_TERMS + t]))
            action->terms[at * MEASUREMENT_TERMS + t] = sample->terms[t];
    return 1;
}

static size_t find_point(const struct gathered_action *action, const struct gathered_point *like) {
    size_t at = action->last_point;
    if (at < action->point_count && is_point(action->points, (uint32_t)at, like))
        return at;
    return slots_find(&action->points_by_value, hash_point(like), is_point, action->points, like);
}

static void *take_room(struct gathered_action *action, size_t bytes) {
    struct gather_block *block = action->blocks;
    if (!block || block->used + bytes > BLOCK) {
        block = malloc(sizeof *block + BLOCK);
        if (!block)
            return NULL;
        *block = (struct gather_block){.next = action->blocks};
        action->blocks = block;
    }
    block->used += bytes;
    return block->room + block->used - bytes;
}

static int add_point(struct gathered_action *action, const struct gathered_point *like) {
    size_t bytes = sizeof *like + like->count * sizeof *like->values;
    struct gathered_point *point = take_room(action, bytes);
    if (!point || !make_room(&action->points, action->point_count, sizeof *action->points) ||
        !slots_add(&action->points_by_value, hash_point(like), (uint32_t)action->point_count))
        return 0;
    memcpy(point, like, bytes);
    point->number = (uint32_t)action->point_count;
    action->points[action->point_count++] = point;
    return 1;
}

/* Sets last_point to the point of SAMPLE, adding it if it is new. Returns 0 if memory runs out. */
static int obtain_point(struct gathered_action *action,
                        const struct import_builder_sample *sample) {
    union point_room room;
    set_point(&room.point, action, sample);
    size_t at = find_point(action, &room.point);
    action->last_point = at == SLOTS_NONE ? action->point_count : at;
    return at != SLOTS_NONE || add_point(action, &room.point);
}

/* Returns the pair of the cell LIKE; a new one, whose latest cell comes next, if it has none. NULL
 * if memory runs out. */
static struct gathered_pair *obtain_pair(struct gathered_action *action,
                                         const struct gathered_cell *like) {
    const struct gathered_pair new = {like->point, like->library, (uint32_t)action->cell_count};
    uint64_t hash = hash_pair(like->point, like->library);
    size_t at = slots_find(&action->pairs_by_place, hash, is_pair, action->pairs, &new);
    if (at != SLOTS_NONE)
        return &action->pairs[at];
    if (!make_room(&action->pairs, action->pair_count, sizeof *action->pairs) ||
        !slots_add(&action->pairs_by_place, hash, (uint32_t)action->pair_count))
        return NULL;
    action->pairs[action->pair_count] = new;
    return &action->pairs[action->pair_count++];
}

/* Sets AT to the place of the cell LIKE, SLOTS_NONE if there is none. Returns 0 if memory runs out.
 */
static int find_cell(struct gathered_action *action, const struct gathered_cell *like, size_t *at) {
    for (; action->placed_cells < action->cell_count; action->placed_cells++)
        if (!slots_add(&action->cells_by_place, hash_cell(&action->cells[action->placed_cells]),
                       (uint32_t)action->placed_cells))
            return 0;
    *at = slots_find(&action->cells_by_place, hash_cell(like), is_cell, action->cells, like);
    return 1;
}

/* Sets last_cell to the cell of LIKE, adding it if it is new, and returns 1; 0 if memory runs out.
 * Rounds mostly ascend: then no cell needs to be looked for. */
static int obtain_cell(struct gathered_action *action, const struct gathered_cell *like) {
    size_t at = action->last_cell;
    if (at < action->cell_count && is_cell(action->cells, (uint32_t)at, like))
        return 1;
    struct gathered_pair *pair = obtain_pair(action, like);
    if (!pair)
        return 0;
    int is_first = pair->latest == action->cell_count;
    int64_t latest = is_first ? like->round : action->cells[pair->latest].round;
    at = is_first || like->round > latest ? SLOTS_NONE : pair->latest;
    if (like->round < latest && !find_cell(action, like, &at))
        return 0;
    action->last_cell = at == SLOTS_NONE ? action->cell_count : at;
    if (at != SLOTS_NONE)
        return 1;
    if (!make_room(&action->cells, action->cell_count, sizeof *action->cells))
        return 0;
    if (like->round > latest)
        pair->latest = (uint32_t)action->cell_count;
    action->cells[action->cell_count++] = *like;
    return 1;
}

/* --- adding samples --- */

static int check_sample(const struct import_builder *builder, const struct import_builder_sample *s,
                        struct err *err) {
    if (!isnan(s->seconds) && !(s->seconds >= 0 && isfinite(s->seconds)))
        return refuse(builder, s->place, "the time is negative or has no end", err);
    if (!isnan(s->cpu_seconds) && !(s->cpu_seconds >= 0 && isfinite(s->cpu_seconds)))
        return refuse(builder, s->place, "the CPU time is negative or has no end", err);
    if (s->size < 0 && has_size(s))
        return refuse(builder, s->place, "the size is negative", err);
    for (size_t i = 0; i < s->detail_count; i++)
        if (!isfinite(s->details[i].value))
            return refuse(builder, s->place, "a detail has no end", err);
    for (size_t i = 0; i < s->measure_count; i++)
        if (isinf(s->measures[i].value))
            return refuse(builder, s->place, "a measure has no end", err);
    for (size_t i = 0; i < s->parameter_count; i++)
        if (isinf(s->parameters[i].value))
            return refuse(builder, s->place, "a parameter has no end", err);
    for (size_t t = 0; t < MEASUREMENT_TERMS; t++)
        if (isinf(s->terms[t]))
            return refuse(builder, s->place, "the work of a call has no end", err);
    if (builder->sample_count >= IMPORT_BUILDER_MOST_SAMPLES || s->place > UINT32_MAX)
        return refuse(builder, s->place, "more samples than are read; give it in parts", err);
    return 0;
}

int import_builder_refuse_twice(const struct import_builder *builder,
                                const struct gathered_action *action, uint32_t library,
                                uint32_t first, uint32_t second, struct err *err) {
    return err_set(err, ERR_DAMAGED,
                   "%s: %ss %u and %u are both of %s and %s at the same point, round and seed; "
                   "call one of them otherwise, or give them in two files",
                   builder->path, builder->place_name, first, second, action->name,
                   action->libraries[library]->name);
}

static int append_extra(struct gathered_action *action, const struct import_builder_sample *s) {
    if (isnan(s->cpu_seconds) && s->calls < 0 && s->status == CELL_OK)
        return 1;
    if (!make_room(&action->extras, action->extra_count, sizeof *action->extras))
        return 0;
    action->extras[action->extra_count++] = (struct gathered_extra){
        (uint32_t)action->sample_count, s->status, s->cpu_seconds, s->calls};
    return 1;
}

static int append_details(struct gathered_action *action, const struct import_builder_sample *s) {
    for (size_t i = 0; i < s->detail_count; i++) {
        if (!make_room(&action->details, action->detail_count, sizeof *action->details))
            return 0;
        action->details[action->detail_count++] = (struct gathered_detail){
            (uint32_t)action->sample_count, s->details[i].detail, s->details[i].value};
    }
    return 1;
}

/* Returns the optional detail of samples that is called like MEASURE and has its unit; NULL if
 * there is none. */
static const struct series_detail *detail_like(const struct file_measure *measure) {
    const char *unit = strcmp(measure->unit, "B") == 0     ? "byte"
                       : strcmp(measure->unit, "B/s") == 0 ? "byte/s"
                                                           : measure->unit;
    for (size_t d = 0; d < DETAILS; d++)
        if (series_details[d].is_optional && series_details[d].shape == PER_SAMPLE &&
            strcmp(series_details[d].name, measure->name) == 0 &&
            strcmp(series_details[d].unit, unit) == 0)
            return &series_details[d];
    return NULL;
}

/* Whether numbers in ONE, of a measure, and in OTHER, or NULL, may be of the same: what has no unit
 * may be of all. */
static int share_unit(const char *one, const char *other) {
    return !other || !*other || strcmp(one, "1") == 0 || strcmp(other, "1") == 0 ||
           strncmp(one, other, MEASURE_UNIT - 1) == 0;
}

/* Whether A is B as measure_of makes it. */
static int is_measure(const struct file_measure *a, const struct import_builder_measure *b) {
    return strncmp(a->name, b->name, sizeof a->name - 1) == 0 && share_unit(a->unit, b->unit);
}

/* Whether NAME is one of LIST, which has commas and blanks between. */
static int is_listed(const char *list, const char *name) {
    size_t n = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); at++)
        if ((at == list || at[-1] == ' ') && (at[n] == ',' || at[n] == '\0'))
            return 1;
    return 0;
}

static void leave_out(struct import_builder *builder, const char *name) {
    char list[1000];
    const char *known = facts_text(&builder->facts, FACT_MEASURES_LEFT_OUT, NULL);
    snprintf(list, sizeof list, "%s%s%s", known ? known : "", known ? ", " : "", name);
    if (strlen(list) + 1 == sizeof list)
        utf8_end_in(list, sizeof list, " ...");
    if (!known || !is_listed(known, name))
        facts_set_text(&builder->facts, FACT_MEASURES_LEFT_OUT, list);
}

static size_t find_named(const struct gathered_action *action, const char *name) {
    size_t k = 0;
    while (k < action->measure_count && strcmp(action->measures[k].name, name) != 0)
        k++;
    return k;
}

/* Names MEASURE, whose name another one in another unit has, by its unit, too: a time and a rate
 * may both be of "copy". */
static void tell_apart(struct file_measure *measure) {
    char name[sizeof measure->name];
    size_t room = sizeof name - strlen(measure->unit) - sizeof " ()";
    snprintf(name, sizeof name, "%.*s (%s)", (int)room, measure->name, measure->unit);
    *measure = measure_of(name, measure->unit, measure->better);
}

/* Sets DETAIL to that of a measure, which is mostly number LIKELY of ACTION; NULL: it is one too
 * many. Returns 0 if memory runs out. */
static int obtain_measure(struct import_builder *builder, struct gathered_action *action,
                          const struct import_builder_measure *given, size_t likely,
                          const struct series_detail **detail) {
    size_t k = likely;
    if (k >= action->measure_count || !is_measure(&action->measures[k], given))
        for (k = 0; k < action->measure_count; k++)
            if (is_measure(&action->measures[k], given))
                break;
    if (k < action->measure_count) {
        *detail = measures_detail(k);
        return 1;
    }
    struct file_measure measure = measure_of(given->name, given->unit, given->better);
    *detail = detail_like(&measure);
    if (*detail)
        return 1;
    k = find_named(action, measure.name);
    if (k < action->measure_count && !share_unit(action->measures[k].unit, measure.unit)) {
        tell_apart(&measure);
        k = find_named(action, measure.name);
    }
    if (k == RUN_MAX_MEASURES) {
        leave_out(builder, measure.name);
        return 1;
    }
    *detail = measures_detail(k);
    if (k < action->measure_count)
        return 1;
    if (!make_room(&action->measures, action->measure_count, sizeof *action->measures))
        return 0;
    action->measures[action->measure_count++] = measure;
    return 1;
}

static int append_measures(struct import_builder *builder, struct gathered_action *action,
                           const struct import_builder_sample *s) {
    for (size_t i = 0; i < s->measure_count; i++) {
        const struct series_detail *detail;
        if (isnan(s->measures[i].value))
            continue;
        if (!obtain_measure(builder, action, &s->measures[i], i, &detail))
            return 0;
        if (!detail)
            continue;
        if (!make_room(&action->details, action->detail_count, sizeof *action->details))
            return 0;
        action->details[action->detail_count++] =
            (struct gathered_detail){(uint32_t)action->sample_count, detail, s->measures[i].value};
    }
    return 1;
}

static void note_repeated(struct import_builder *builder, const struct gathered_action *action,
                          const char *library) {
    const char *before = facts_text(&builder->facts, FACT_REPEATED, "");
    char text[MOST_REPEATED_TEXT];
    snprintf(text, sizeof text, "%s%s%s: %s", before, *before ? ", " : "", action->name, library);
    if (strlen(text) + 1 == sizeof text)
        utf8_end_in(text, sizeof text, " ...");
    facts_set_text(&builder->facts, FACT_REPEATED, text);
}

/* Whether CELL belongs to another entry than that of S: to one of another number, or, as where
 * files were put together, of the same one, with its seeds. */
static int is_of_another(const struct gathered_cell *cell, const struct import_builder_sample *s) {
    return cell->entry != s->entry ||
           (s->entry && s->seed != IMPORT_BUILDER_NEXT && s->seed < cell->count);
}

/* Sets last_cell to that of the entry of S, whose name another entry may have had before: then it
 * is that of the first further library that is free. */
static int obtain_cell_of_entry(struct import_builder *builder, struct gathered_action *action,
                                const struct import_builder_sample *s,
                                struct gathered_library *library, struct err *err) {
    struct gathered_cell like = {.point = (uint32_t)action->last_point,
                                 .library = library->number,
                                 .round = s->round,
                                 .entry = s->entry};
    if (!obtain_cell(action, &like))
        return no_memory(err);
    for (int number = 2; is_of_another(&action->cells[action->last_cell], s); number++) {
        char name[IMPORT_BUILDER_MOST_NAME + 16];
        if (number > IMPORT_BUILDER_MOST_REPEATED)
            return refuse(builder, s->place, "too many others have its name", err);
        snprintf(name, sizeof name, "%s #%d", library->name, number);
        struct gathered_library *further = import_builder_find_library(action, name);
        if (!further && number == 2)
            note_repeated(builder, action, library->name);
        if (!further && action->library_count == IMPORT_BUILDER_MOST_LIBRARIES)
            return refuse(builder, s->place, "too many libraries", err);
        if (!further && !(further = add_library(action, name)))
            return no_memory(err);
        like.library = further->number;
        if (!obtain_cell(action, &like))
            return no_memory(err);
    }
    return 0;
}

static int append_sample(struct import_builder *builder, struct gathered_action *action,
                         const struct import_builder_sample *s, struct gathered_library *library,
                         struct err *err) {
    int rc = obtain_cell_of_entry(builder, action, s, library, err);
    if (rc)
        return rc;
    if (!append_extra(action, s) || !append_details(action, s) ||
        !append_measures(builder, action, s) ||
        !make_room(&action->samples, action->sample_count, sizeof *action->samples))
        return no_memory(err);
    struct gathered_cell *cell = &action->cells[action->last_cell];
    int64_t seed = s->seed == IMPORT_BUILDER_NEXT ? cell->count : s->seed;
    action->has_own_seeds |= seed != cell->count++;
    action->samples[action->sample_count++] =
        (struct gathered_sample){s->seconds, seed, (uint32_t)action->last_cell, (uint32_t)s->place};
    return 0;
}

static int obtain_library(struct import_builder *builder, struct gathered_action *action,
                          const struct import_builder_sample *sample,
                          struct gathered_library **library, struct err *err) {
    struct name name;
    *library = sample->library ? import_builder_find_library(action, sample->library) : NULL;
    if (*library)
        return 0;
    int rc = take_name(builder, &name, sample->library, sample, "library", err);
    if (rc || (*library = import_builder_find_library(action, name.text)))
        return rc;
    if (action->library_count == IMPORT_BUILDER_MOST_LIBRARIES)
        return refuse(builder, sample->place, "too many libraries", err);
    *library = add_library(action, name.text);
    return *library ? 0 : no_memory(err);
}

static int obtain_action(struct import_builder *builder, const struct import_builder_sample *sample,
                         struct gathered_action **action, struct err *err) {
    struct name name;
    *action =
        sample->action ? import_builder_find_action(builder, sample->action, sample->type) : NULL;
    if (*action)
        return 0;
    int rc = take_name(builder, &name, sample->action, sample, "action", err);
    if (rc || (*action = import_builder_find_action(builder, name.text, sample->type)))
        return rc;
    if (builder->action_count == IMPORT_BUILDER_MOST_ACTIONS)
        return refuse(builder, sample->place, "too many actions", err);
    *action = add_action(builder, name.text, sample->type);
    return *action ? 0 : no_memory(err);
}

/* Refuses a time of a byte among times of calls: no two of them could be compared. */
static int check_per(const struct import_builder *builder, const struct gathered_action *action,
                     const struct import_builder_sample *sample, struct err *err) {
    const char *before = sample_per(action->samples_are), *per = sample_per(sample->samples_are);
    if (!action->sample_count || !(before || per) || (before && per && strcmp(before, per) == 0))
        return 0;
    return err_set(err, ERR_DAMAGED,
                   "%s: %s %zu: its time is per %s, and others of %.60s are per %s; keep them in "
                   "actions, or files, of their own",
                   builder->path, builder->place_name, sample->place, per ? per : "call",
                   action->name, before ? before : "call");
}

static int add_to_action(struct import_builder *builder, struct gathered_action *action,
                         const struct import_builder_sample *sample, struct err *err) {
    struct gathered_library *library;
    int rc = add_parameters(builder, action, sample, err);
    if (rc == 0)
        rc = obtain_library(builder, action, sample, &library, err);
    if (rc == 0 && sample->control_of && !library->control_of &&
        !(library->control_of = strdup(sample->control_of)))
        rc = no_memory(err);
    if (rc == 0 && !(note_spellings(action, sample) && obtain_point(action, sample) &&
                     note_terms(action, sample)))
        rc = no_memory(err);
    if (rc == 0 && sample->size_name && !action->size_name &&
        !(action->size_name = utf8_escape(sample->size_name)))
        rc = no_memory(err);
    if (rc == 0)
        rc = check_per(builder, action, sample, err);
    if (rc == 0 && sample->samples_are && !action->samples_are &&
        !(action->samples_are = strdup(sample->samples_are)))
        rc = no_memory(err);
    if (rc == 0)
        rc = append_sample(builder, action, sample, library, err);
    if (rc)
        return rc;
    action->has_size |= has_size(sample);
    action->has_any_size |= sample->size == IMPORT_BUILDER_ANY_SIZE;
    int is_known = !isnan(sample->seconds) || sample->detail_count + sample->measure_count > 0;
    action->has_unpaired |= !sample->is_paired && is_known;
    builder->sample_count++;
    return 0;
}

static int add(struct import_builder *builder, const struct import_builder_sample *sample,
               struct err *err) {
    struct gathered_action *action;
    int rc = check_sample(builder, sample, err);
    if (rc == 0)
        rc = obtain_action(builder, sample, &action, err);
    return rc ? rc : add_to_action(builder, action, sample, err);
}

/* Returns SAMPLE under the names that it gets if the builder takes names apart. They are in NAMES:
 * those of its library, then those of the control's. */
static struct import_builder_sample rename_sample(const struct import_builder *builder,
                                                  const struct import_builder_sample *sample,
                                                  struct split_names names[2]) {
    struct name action, library;
    struct import_builder_sample renamed = *sample;
    int has_library = clean_name(&library, sample->library);
    if (!clean_name(&action, sample->action) ||
        !split_apply(builder->split, action.text, has_library ? library.text : NULL, &names[0]))
        return renamed;
    renamed.action = names[0].action;
    renamed.library = names[0].library;
    if (sample->control_of && clean_name(&library, sample->control_of) &&
        split_apply(builder->split, action.text, library.text, &names[1]))
        renamed.control_of = names[1].library;
    return renamed;
}

int import_builder_add(struct import_builder *builder, const struct import_builder_sample *sample,
                       struct err *err) {
    if (!builder->split)
        return add(builder, sample, err);
    struct split_names *names = malloc(2 * sizeof *names);
    if (!names)
        return no_memory(err);
    struct import_builder_sample renamed = rename_sample(builder, sample, names);
    int rc = add(builder, &renamed, err);
    free(names);
    return rc;
}

void import_builder_note_size(struct import_builder *builder, const char *action, int has_it) {
    builder->has_sized |= has_it;
    if (!has_it && builder->unsized.count < MOST_UNSIZED)
        facts_set_integer(&builder->unsized, action, 1);
}

static int has(struct import_builder *builder, const struct import_builder_sample *sample) {
    struct name action_name, library_name;
    union point_room room;
    if (!clean_name(&action_name, sample->action) || !clean_name(&library_name, sample->library))
        return 0;
    struct gathered_action *action =
        import_builder_find_action(builder, action_name.text, sample->type);
    struct gathered_library *library =
        action ? import_builder_find_library(action, library_name.text) : NULL;
    if (!library)
        return 0;
    set_point(&room.point, action, sample);
    size_t point = find_point(action, &room.point), at;
    const struct gathered_cell cell = {
        .point = (uint32_t)point, .library = library->number, .round = sample->round};
    return point != SLOTS_NONE && find_cell(action, &cell, &at) && at != SLOTS_NONE;
}

int import_builder_has(struct import_builder *builder, const struct import_builder_sample *sample) {
    struct split_names *names = builder->split ? malloc(2 * sizeof *names) : NULL;
    struct import_builder_sample renamed = names ? rename_sample(builder, sample, names) : *sample;
    int is_there = has(builder, &renamed);
    free(names);
    return is_there;
}

/* --- chain of runs --- */

struct import_builder *import_builder_add_run(struct import_builder *builder, const char *run) {
    struct import_builder *added = calloc(1, sizeof *added);
    char *name = strdup(run);
    if (!added || !name) {
        free(added);
        free(name);
        return NULL;
    }
    added->run = name;
    added->path = builder->path;
    added->place_name = builder->place_name;
    added->split = builder->split;
    while (builder->next)
        builder = builder->next;
    return builder->next = added;
}

struct import_builder *import_builder_begin_run(struct import_builder *builder, const char *run) {
    if (builder->run || builder->sample_count)
        return import_builder_add_run(builder, run);
    builder->run = strdup(run);
    return builder->run ? builder : NULL;
}

static void release_one(struct import_builder *builder) {
    slots_release(&builder->actions_by_name);
    for (size_t i = 0; i < builder->action_count; i++) {
        struct gathered_action *action = builder->actions[i];
        slots_release(&action->points_by_value);
        slots_release(&action->libraries_by_name);
        slots_release(&action->pairs_by_place);
        slots_release(&action->cells_by_place);
        for (size_t j = 0; j < action->parameter_count; j++)
            free(action->parameters[j]);
        for (struct gather_block *block = action->blocks, *next; block; block = next) {
            next = block->next;
            free(block);
        }
        for (size_t j = 0; j < action->library_count; j++) {
            free(action->libraries[j]->name);
            free(action->libraries[j]->control_of);
            free(action->libraries[j]);
        }
        for (size_t j = 0; j < action->spelling_count; j++)
            free(action->spellings[j].parameter);
        free(action->spellings);
        free(action->terms);
        free(action->parameters);
        free(action->points);
        free(action->libraries);
        free(action->cells);
        free(action->pairs);
        free(action->samples);
        free(action->extras);
        free(action->details);
        free(action->measures);
        free(action->samples_are);
        free(action->size_name);
        free(action->name);
        free(action);
    }
    free(builder->actions);
    free(builder->run);
    facts_release(&builder->facts);
    facts_release(&builder->unsized);
}

void import_builder_release(struct import_builder *builder) {
    for (struct import_builder *one = builder->next, *next; one; one = next) {
        next = one->next;
        release_one(one);
        free(one);
    }
    release_one(builder);
    *builder = (struct import_builder){0};
}
