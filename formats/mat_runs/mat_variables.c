/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat_runs/mat_variables.h"

#include <stdlib.h>
#include <string.h>

#include "formats/import/assemble.h"
#include "formats/import/header_words.h"
#include "formats/mat/mat_file.h"
#include "formats/mat_runs/mat_ours.h"
#include "formats/mat_runs/mat_theirs.h"

enum { FIRST_ROOM = 16 };

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
    return v->met++ < MAT_MOST_VARIABLES
               ? 0
               : err_set(err, ERR_DAMAGED, "%s: more than %d variables, which is the most", path,
                         MAT_MOST_VARIABLES);
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

int mat_variables_skip(struct mat_variables *v, const char *name, const char *why,
                       const char *class_name, const char *path, struct err *err) {
    int rc = count_one(v, path, err);
    int is_of_names = header_word(name, HEADER_LIBRARY) != HEADER_NO_WORD;
    char *kind = class_name ? mat_words_object(class_name, name) : strdup(why);
    int ok = kind && mat_words_list(&v->skipped, *name ? name : "no name", kind);
    if (ok && class_name && is_of_names && !v->skipped_names)
        ok = mat_words_list(&v->skipped_names, name, kind);
    if (rc == 0 && !ok)
        rc = no_memory(path, err);
    free(kind);
    return rc;
}

void mat_variables_release(struct mat_variables *v) {
    free(v->items);
    free(v->names);
    free(v->skipped);
    free(v->skipped_names);
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
    if (rc == 0 && is_ours && origin->options->as)
        rc = mat_theirs_refuse_roles(origin->path, err);
    if (rc == 0) {
        if (is_ours)
            rc = mat_ours_read(runs, &file, origin->path, origin->budget, err);
        else {
            struct import_builder builder = {.path = origin->path};
            rc = mat_theirs_read(&builder, &file, v, origin, err);
            if (rc == 0)
                rc = assemble_runs(&builder, runs, err);
            import_builder_release(&builder);
        }
    }
    if (rc)
        return rc;
    for (size_t i = 0; i < (is_ours ? 1 : runs->count); i++) {
        struct facts *facts = &runs->items[i]->facts;
        if (!is_ours && *origin->text)
            facts_set_text(facts, "mat_header", origin->text);
        facts_set_text(facts, "mat_skipped", v->skipped);
    }
    return 0;
}
