/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/gather.h"

#include <math.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "formats/utf8.h"

/* A name as it is kept: printable. */
struct name {
    char text[GATHER_MOST_NAME + 1];
};

/* One library at one point in one round: how its samples are numbered where the file does not. */
struct cell {
    uint32_t point, library;
    int64_t round, next;
};

static int no_memory(struct err *err) {
    return err_set(err, ERR_FAILED, "no memory for so many samples");
}

static int refuse(const struct gather *gather, size_t place, const char *why, struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: %s %zu: %s", gather->path, gather->place_name, place,
                   why);
}

/* Gives the array at ITEMS, which has COUNT of SIZE bytes, room for one more, when that is due. */
static int make_room(void *items, size_t count, size_t size) {
    void **array = items;
    if (count & (count - 1))
        return 1;
    void *larger = realloc(*array, (count ? count * 2 : 1) * size);
    if (larger)
        *array = larger;
    return larger != NULL;
}

/* --- orders of the trees --- */

static int compare_numbers(double a, double b) {
    if (isnan(a) || isnan(b))
        return isnan(a) - isnan(b);
    return (a > b) - (a < b);
}

double gather_value(const struct gathered_point *point, size_t k) {
    return k < point->count ? point->values[k] : NAN;
}

int gather_compare_points(const void *a, const void *b) {
    const struct gathered_point *x = a, *y = b;
    for (size_t k = 0; k < x->count || k < y->count; k++) {
        int order = compare_numbers(gather_value(x, k), gather_value(y, k));
        if (order)
            return order;
    }
    return (x->size > y->size) - (x->size < y->size);
}

static int compare_actions(const void *a, const void *b) {
    const struct gathered_action *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : x->type - y->type;
}

static int compare_libraries(const void *a, const void *b) {
    const struct gathered_library *x = a, *y = b;
    return strcmp(x->name, y->name);
}

static int compare_cells(const void *a, const void *b) {
    const struct cell *x = a, *y = b;
    if (x->point != y->point)
        return x->point < y->point ? -1 : 1;
    if (x->library != y->library)
        return x->library < y->library ? -1 : 1;
    return (x->round > y->round) - (x->round < y->round);
}

/* What tfind and tsearch found. */
static void *found(void *node) {
    return node ? *(void **)node : NULL;
}

/* --- names --- */

/* Whether TEXT is a name. */
static int clean_name(struct name *name, const char *text) {
    size_t length = text ? strlen(text) : 0;
    if (length == 0 || length > GATHER_MOST_NAME)
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

/* Bytes of another encoding are not replaced: two names might become one. */
static int take_name(const struct gather *gather, struct name *name, const char *text,
                     const struct gather_sample *sample, const char *of, struct err *err) {
    if (text && !is_utf8(text))
        return err_set(err, ERR_DAMAGED,
                       "%s: %s %zu: the name of the %s is no UTF-8; convert the file, as by iconv "
                       "-f latin1 -t utf8",
                       gather->path, gather->place_name, sample->place, of);
    if (clean_name(name, text))
        return 0;
    return err_set(err, ERR_DAMAGED, "%s: %s %zu: the name of the %s is missing or has no end",
                   gather->path, gather->place_name, sample->place, of);
}

/* --- finding, and adding what is new --- */

static struct gathered_action *find_action(const struct gather *gather, struct name *name,
                                           char type) {
    const struct gathered_action like = {.name = name->text, .type = type};
    return found(tfind(&like, &gather->actions_by_name, compare_actions));
}

static struct gathered_action *add_action(struct gather *gather, struct name *name, char type) {
    struct gathered_action *action = calloc(1, sizeof *action);
    if (!action || !make_room(&gather->actions, gather->action_count, sizeof *gather->actions)) {
        free(action);
        return NULL;
    }
    gather->actions[gather->action_count++] = action;
    action->type = type;
    action->name = strdup(name->text);
    if (!action->name || !tsearch(action, &gather->actions_by_name, compare_actions))
        return NULL;
    return action;
}

static struct gathered_library *find_library(const struct gathered_action *action,
                                             struct name *name) {
    const struct gathered_library like = {.name = name->text};
    return found(tfind(&like, &action->libraries_by_name, compare_libraries));
}

static struct gathered_library *add_library(struct gathered_action *action, struct name *name) {
    struct gathered_library *library = calloc(1, sizeof *library);
    if (!library ||
        !make_room(&action->libraries, action->library_count, sizeof *action->libraries)) {
        free(library);
        return NULL;
    }
    library->number = (uint32_t)action->library_count;
    action->libraries[action->library_count++] = library;
    library->name = strdup(name->text);
    if (!library->name || !tsearch(library, &action->libraries_by_name, compare_libraries))
        return NULL;
    return library;
}

/* The number of that parameter; as many as there are when it is not known. */
static size_t find_parameter(const struct gathered_action *action, const char *name) {
    size_t k = 0;
    while (k < action->parameter_count && strcmp(action->parameters[k], name) != 0)
        k++;
    return k;
}

static int add_parameters(struct gather *gather, struct gathered_action *action,
                          const struct gather_sample *sample, struct err *err) {
    for (size_t i = 0; i < sample->parameter_count; i++) {
        struct name name;
        int rc = take_name(gather, &name, sample->parameters[i].name, sample, "parameter", err);
        if (rc)
            return rc;
        if (find_parameter(action, name.text) < action->parameter_count)
            continue;
        if (action->parameter_count == RUN_MAX_PARAMETERS)
            return refuse(gather, sample->place, "too many parameters", err);
        if (!make_room(&action->parameters, action->parameter_count, sizeof *action->parameters) ||
            !(action->parameters[action->parameter_count] = strdup(name.text)))
            return no_memory(err);
        action->parameter_count++;
    }
    return 0;
}

/* The point that SAMPLE says, on its own. To be given to free. */
static struct gathered_point *make_point(const struct gathered_action *action,
                                         const struct gather_sample *sample) {
    size_t count = action->parameter_count;
    struct gathered_point *point = calloc(1, sizeof *point + count * sizeof *point->values);
    if (!point)
        return NULL;
    point->size = sample->size == GATHER_NO_SIZE ? 1 : sample->size;
    point->count = (uint32_t)count;
    for (size_t k = 0; k < count; k++)
        point->values[k] = NAN;
    for (size_t i = 0; i < sample->parameter_count; i++) {
        struct name name;
        if (!clean_name(&name, sample->parameters[i].name))
            continue;
        size_t k = find_parameter(action, name.text);
        if (k < count)
            point->values[k] = sample->parameters[i].value;
    }
    return point;
}

static struct gathered_point *obtain_point(struct gathered_action *action,
                                           const struct gather_sample *sample) {
    struct gathered_point *point = make_point(action, sample);
    if (!point)
        return NULL;
    struct gathered_point *known =
        found(tfind(point, &action->points_by_value, gather_compare_points));
    if (known || !make_room(&action->points, action->point_count, sizeof *action->points)) {
        free(point);
        return known;
    }
    point->number = (uint32_t)action->point_count;
    action->points[action->point_count++] = point;
    return found(tsearch(point, &action->points_by_value, gather_compare_points));
}

static struct cell *obtain_cell(struct gathered_action *action, const struct cell *like) {
    struct cell *cell = found(tfind(like, &action->cells, compare_cells));
    if (cell || !(cell = malloc(sizeof *cell)))
        return cell;
    *cell = *like;
    if (!tsearch(cell, &action->cells, compare_cells)) {
        free(cell);
        return NULL;
    }
    return cell;
}

/* --- adding --- */

static int check_sample(const struct gather *gather, const struct gather_sample *s,
                        struct err *err) {
    if (!isnan(s->seconds) && !(s->seconds >= 0 && isfinite(s->seconds)))
        return refuse(gather, s->place, "the time is negative or has no end", err);
    if (s->size < 0 && s->size != GATHER_NO_SIZE)
        return refuse(gather, s->place, "the size is negative", err);
    for (size_t i = 0; i < s->parameter_count; i++)
        if (isinf(s->parameters[i].value))
            return refuse(gather, s->place, "a parameter has no end", err);
    if (gather->sample_count >= GATHER_MOST_SAMPLES || s->place > UINT32_MAX)
        return refuse(gather, s->place, "more samples than are read; give it in parts", err);
    return 0;
}

static int append_sample(struct gathered_action *action, const struct gather_sample *s,
                         uint32_t point, uint32_t library) {
    struct cell like = {point, library, s->round, 0}, *cell = obtain_cell(action, &like);
    if (!cell || !make_room(&action->samples, action->sample_count, sizeof *action->samples))
        return 0;
    action->samples[action->sample_count++] = (struct gathered_sample){
        .point = point,
        .library = library,
        .round = s->round,
        .seed = s->seed == GATHER_NEXT ? cell->next : s->seed,
        .seconds = s->seconds,
        .cpu_seconds = s->cpu_seconds,
        .calls = s->calls,
        .place = (uint32_t)s->place,
        .status = s->status,
    };
    cell->next++;
    return 1;
}

static int add_to_action(struct gather *gather, struct gathered_action *action,
                         struct name *library_name, const struct gather_sample *sample,
                         struct err *err) {
    int rc = add_parameters(gather, action, sample, err);
    if (rc)
        return rc;
    struct gathered_library *library = find_library(action, library_name);
    if (!library && action->library_count == GATHER_MOST_LIBRARIES)
        return refuse(gather, sample->place, "too many libraries", err);
    if (!library)
        library = add_library(action, library_name);
    struct gathered_point *point = obtain_point(action, sample);
    if (!library || !point || !append_sample(action, sample, point->number, library->number))
        return no_memory(err);
    action->has_size |= sample->size != GATHER_NO_SIZE;
    if (sample->samples_are && !action->samples_are)
        action->samples_are = strdup(sample->samples_are);
    gather->sample_count++;
    return 0;
}

int gather_add(struct gather *gather, const struct gather_sample *sample, struct err *err) {
    struct name action_name, library_name;
    int rc = check_sample(gather, sample, err);
    if (rc == 0)
        rc = take_name(gather, &action_name, sample->action, sample, "action", err);
    if (rc == 0)
        rc = take_name(gather, &library_name, sample->library, sample, "library", err);
    if (rc)
        return rc;
    struct gathered_action *action = find_action(gather, &action_name, sample->type);
    if (!action && gather->action_count == GATHER_MOST_ACTIONS)
        return refuse(gather, sample->place, "too many actions", err);
    if (!action && !(action = add_action(gather, &action_name, sample->type)))
        return no_memory(err);
    return add_to_action(gather, action, &library_name, sample, err);
}

int gather_has(const struct gather *gather, const struct gather_sample *sample) {
    struct name action_name, library_name;
    if (!clean_name(&action_name, sample->action) || !clean_name(&library_name, sample->library))
        return 0;
    struct gathered_action *action = find_action(gather, &action_name, sample->type);
    struct gathered_library *library = action ? find_library(action, &library_name) : NULL;
    struct gathered_point *like = library ? make_point(action, sample) : NULL, *point = NULL;
    if (like)
        point = found(tfind(like, &action->points_by_value, gather_compare_points));
    free(like);
    if (!point)
        return 0;
    struct cell cell = {point->number, library->number, sample->round, 0};
    return tfind(&cell, &action->cells, compare_cells) != NULL;
}

/* --- the end --- */

static void keep(void *key) {
    (void)key;
}

static void action_free(struct gathered_action *action) {
    tdestroy(action->points_by_value, keep);
    tdestroy(action->libraries_by_name, keep);
    tdestroy(action->cells, free);
    for (size_t i = 0; i < action->parameter_count; i++)
        free(action->parameters[i]);
    for (size_t i = 0; i < action->point_count; i++)
        free(action->points[i]);
    for (size_t i = 0; i < action->library_count; i++) {
        free(action->libraries[i]->name);
        free(action->libraries[i]);
    }
    free(action->parameters);
    free(action->points);
    free(action->libraries);
    free(action->samples);
    free(action->samples_are);
    free(action->name);
    free(action);
}

struct gather *gather_add_run(struct gather *gather, const char *run) {
    struct gather *added = calloc(1, sizeof *added);
    char *name = strdup(run);
    if (!added || !name) {
        free(added);
        free(name);
        return NULL;
    }
    added->run = name;
    added->path = gather->path;
    added->place_name = gather->place_name;
    while (gather->next)
        gather = gather->next;
    return gather->next = added;
}

static void release_one(struct gather *gather) {
    tdestroy(gather->actions_by_name, keep);
    for (size_t i = 0; i < gather->action_count; i++)
        action_free(gather->actions[i]);
    free(gather->actions);
    free(gather->run);
    facts_release(&gather->facts);
}

void gather_release(struct gather *gather) {
    for (struct gather *one = gather->next, *next; one; one = next) {
        next = one->next;
        release_one(one);
        free(one);
    }
    release_one(gather);
    *gather = (struct gather){0};
}
