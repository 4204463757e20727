/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/assemble.h"
#include "formats/mat_load.h"
#include "formats/mat_ours.h"
#include "formats/mat_theirs.h"
#include "formats/mat_write.h"

enum { MOST_VARIABLES = 20000 };

static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    return mat_recognises(head, n);
}

/* --- all variables as one struct --- */

struct contents {
    struct mat_array file; /* a struct of all variables but those skipped */
    struct mat_array *items;
    const char **names;
    char *skipped; /* "f (a function handle), ..."; NULL: none */
};

static int add_skipped(struct contents *contents, const struct mat_header *header) {
    char *list = NULL;
    int n = asprintf(&list, "%s%s%s (%s)", contents->skipped ? contents->skipped : "",
                     contents->skipped ? ", " : "", *header->name ? header->name : "no name",
                     header->skipped);
    if (n < 0)
        return 0;
    free(contents->skipped);
    contents->skipped = list;
    return 1;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The first name that is there twice; NULL: none, or with COUNT 0 no memory. */
static const char *find_twice(const struct contents *contents, size_t *count) {
    size_t bytes = (*count + 1) * sizeof *contents->names;
    const char *twice = NULL, **sorted = malloc(bytes);
    if (!sorted) {
        *count = 0;
        return NULL;
    }
    memcpy(sorted, contents->names, *count * sizeof *sorted);
    qsort(sorted, *count, sizeof *sorted, compare_names);
    for (size_t i = 1; i < *count && !twice; i++)
        if (strcmp(sorted[i - 1], sorted[i]) == 0)
            twice = sorted[i];
    free(sorted);
    return twice;
}

static int fill(struct contents *contents, const struct mat_load *load, const char *path,
                struct err *err) {
    static const size_t dims[2] = {1, 1};
    size_t count = 0;
    for (size_t i = 0; i < load->count; i++) {
        const struct mat_loaded *item = &load->items[i];
        if (item->header.skipped) {
            if (!add_skipped(contents, &item->header))
                return err_set(err, ERR_FAILED, "%s: no memory", path);
            continue;
        }
        contents->names[count] = item->header.name;
        contents->items[count++] = item->variable.array;
    }
    contents->file = (struct mat_array){.class = MAT_STRUCT,
                                        .rank = 2,
                                        .dims = dims,
                                        .count = 1,
                                        .field_count = count,
                                        .fields = contents->names,
                                        .items = contents->items};
    const char *twice = find_twice(contents, &count);
    return twice ? err_set(err, ERR_DAMAGED, "%s: variable %s is there twice", path, twice) : 0;
}

static int make_contents(struct contents *contents, const struct mat_load *load, const char *path,
                         struct err *err) {
    if (load->count > MOST_VARIABLES)
        return err_set(err, ERR_DAMAGED, "%s: %zu variables; %d are read at most", path,
                       load->count, MOST_VARIABLES);
    contents->items = calloc(load->count + 1, sizeof *contents->items);
    contents->names = calloc(load->count + 1, sizeof *contents->names);
    if (!contents->items || !contents->names)
        return err_set(err, ERR_FAILED, "%s: no memory", path);
    return fill(contents, load, path, err);
}

static void contents_release(struct contents *contents) {
    free(contents->items);
    free(contents->names);
    free(contents->skipped);
}

/* --- the run --- */

static int read_theirs(struct runs *runs, const struct contents *contents, const char *path,
                       const struct format_options *options, struct mat_budget *budget,
                       struct err *err) {
    struct gather gather = {.path = path};
    int rc = mat_theirs_read(&gather, &contents->file, options, budget, err);
    if (rc == 0)
        rc = assemble_runs(&gather, runs, err);
    gather_release(&gather);
    return rc;
}

static int read_contents(struct runs *runs, const struct contents *contents, struct mat_file *file,
                         const struct format_options *options, struct err *err) {
    int is_ours = mat_ours_is(&contents->file);
    int rc = is_ours ? mat_ours_read(runs, &contents->file, file->path, &file->budget, err)
                     : read_theirs(runs, contents, file->path, options, &file->budget, err);
    if (rc)
        return rc;
    struct facts *facts = &runs->items[0]->facts;
    if (!is_ours && *file->text)
        facts_set_text(facts, "mat_header", file->text);
    facts_set_text(facts, "mat_skipped", contents->skipped);
    return 0;
}

static int read_runs(struct runs *runs, const struct source *source,
                     const struct format_options *options, struct err *err) {
    struct mat_file file;
    struct mat_load load = {0};
    struct contents contents = {0};
    int rc = mat_open(&file, source->path, source->text, source->length, options->memory, err);
    if (rc == 0)
        rc = mat_load(&file, 0, &load, err);
    if (rc == 0)
        rc = make_contents(&contents, &load, source->path, err);
    if (rc == 0)
        rc = read_contents(runs, &contents, &file, options, err);
    contents_release(&contents);
    mat_load_release(&load);
    mat_close(&file);
    return rc;
}

const struct format mat_format = {
    .name = "mat",
    .about = "MAT-files of MATLAB, Octave and SciPy: v4, v6, v7",
    .extensions = "mat",
    .recognises = recognises,
    .read_runs = read_runs,
    .writer = &mat_writer_of_runs,
};
