/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat_runs/mat_variables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/import/assemble.h"
#include "formats/mat_runs/mat_ours.h"
#include "formats/mat_runs/mat_theirs.h"
#include "formats/mat/mat_words.h"

enum { MOST_VARIABLES = 20000, FIRST_ROOM = 16 };

static int no_memory(const char *path, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory for its variables", path);
}

/* --- gathering --- */

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

/* Those that are skipped, too. */
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

static int read_theirs(struct runs *runs, const struct mat_array *file,
                       const struct mat_origin *origin, struct err *err) {
    struct import_builder builder = {.path = origin->path};
    int rc = mat_theirs_read(&builder, file, origin->options, origin->budget, err);
    if (rc == 0)
        rc = assemble_runs(&builder, runs, err);
    import_builder_release(&builder);
    return rc;
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
    if (rc == 0)
        rc = is_ours ? mat_ours_read(runs, &file, origin->path, origin->budget, err)
                     : read_theirs(runs, &file, origin, err);
    if (rc)
        return rc;
    struct facts *facts = &runs->items[0]->facts;
    if (!is_ours && *origin->text)
        facts_set_text(facts, "mat_header", origin->text);
    facts_set_text(facts, "mat_skipped", v->skipped);
    return 0;
}
