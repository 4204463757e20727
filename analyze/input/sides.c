/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/input/sides.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/inference/multiplicity.h"
#include "formats/model/string_pool.h"
#include "formats/text/xalloc.h"

/* --- reading --- */

/* "a.h5", "a.h5, b.h5" or "a.h5, b.h5 .. z.h5 (7 files)". */
static char *name_of(const char *const *files, size_t count) {
    return count == 1   ? xstrdup(files[0])
           : count == 2 ? xasprintf("%s, %s", files[0], files[1])
           : count == 3
               ? xasprintf("%s, %s, %s", files[0], files[1], files[2])
               : xasprintf("%s, %s .. %s (%zu files)", files[0], files[1], files[count - 1], count);
}

static int read_file(const struct sides *sides, struct table *table, const char *file,
                     const char *runs, const struct input_terms *terms, struct err *err) {
    struct input input = *sides->usual;
    unsigned needs = NEED_TIMES | (sides->options.is_relative ? NEED_RATIO | NEED_NOISE : 0);
    if (sides->with_warnings && table != &sides->others)
        needs |= NEED_WARNINGS;
    input.table.spared = NEED_ALL & ~needs;
    input.table.with_provenance = 1;
    input.terms = terms;
    input.runs = runs;
    input.file = input.table.archive = file;
    input.visit = input_keep;
    input.context = table;
    return input_read(&input, err);
}

static int read_side(const struct sides *sides, struct side *side, struct err *err) {
    int code = 0;
    side->name = name_of(side->files, side->file_count);
    for (size_t i = 0; code == 0 && i < side->file_count; i++)
        code = read_file(sides, &side->table, side->files[i], side->runs, sides->usual->terms, err);
    return code;
}

enum { OLDER_RUNS = 40 }; /* of any action, to look for older ones in */

/* Returns the number of the last run of FILE on any side; 0 if its runs have no numbers. */
static unsigned long last_run(const struct sides *sides, const char *file) {
    unsigned long last = 0, number;
    for (size_t i = 0; i < sides->count; i++)
        for (size_t s = 0; s < sides->items[i].table.section_count; s++) {
            const struct section *section = &sides->items[i].table.sections[s];
            if (strcmp(section->archive, file) == 0 && section->run &&
                sscanf(section->run, "run_%lu", &number) == 1 && number > last)
                last = number;
        }
    return last;
}

/* Reads the runs of FILE up to its last on any side. None is no error. */
static int read_older(struct sides *sides, const char *file, struct err *err) {
    unsigned long last = last_run(sides, file);
    char span[64] = "all";
    struct input_terms terms = *sides->usual->terms;
    if (last == 1)
        return 0;
    if (last > 1)
        snprintf(span, sizeof span, "%lu..%lu", last > OLDER_RUNS ? last - OLDER_RUNS : 1, last);
    terms.access.program = NULL; /* what it lacks has been told of the sides */
    int code = read_file(sides, &sides->others, file, span, &terms, err);
    return code == ERR_ABSENT ? 0 : code;
}

/* Each file once. */
static int read_all_older(struct sides *sides, struct err *err) {
    struct string_pool files = {0};
    int code = 0;
    for (size_t i = 0; i < sides->count; i++)
        for (size_t f = 0; code == 0 && f < sides->items[i].file_count; f++) {
            const char *file = sides->items[i].files[f];
            uint32_t known = files.count, number = xstring_pool_number(&files, file);
            if (number == known)
                code = read_older(sides, file, err);
        }
    string_pool_release(&files);
    return code;
}

int sides_read(struct sides *sides, struct err *err) {
    int code = 0;
    for (size_t i = 0; code == 0 && i < sides->count; i++)
        code = read_side(sides, &sides->items[i], err);
    if (code == 0 && !sides->options.asked.has_drift)
        code = read_all_older(sides, err);
    for (size_t i = 1; code == 0 && i < sides->count; i++) {
        compared_adopt_types(&sides->items[0].table, &sides->items[i].table);
        compared_adopt_types(&sides->items[i].table, &sides->items[0].table);
    }
    if (code == 0)
        compared_adopt_types(&sides->others, &sides->items[0].table);
    for (size_t i = 1; code == 0 && !sides->options.is_relative && i < sides->count; i++)
        sides->items[i].own = compared_adopt_names(&sides->items[i].table, &sides->items[0].table);
    return code;
}

/* --- comparing --- */

/* What runs differ by if nothing tells it: times on a machine that does other things as well.
 * Counts do not drift. */
#define ASSUMED_DRIFT 0.02

struct compared_options sides_options(const struct table_options *table, double drift) {
    double confidence = table->confidence > 0 ? table->confidence : 0.95;
    int has_drift = !isnan(drift);
    double assumed = quantity_words(table->quantity)->unit[0] == 's' ? ASSUMED_DRIFT : 0;
    return (struct compared_options){
        .asked = {.confidence = confidence,
                  .level = 1 - confidence,
                  .least = table->min_effect,
                  .least_alone = table->has_min_effect ? table->min_effect : VERDICT_ALONE,
                  .drift = has_drift ? drift : assumed,
                  .has_drift = has_drift,
                  .adjust = multiplicity_holm},
        .quantity = table->quantity,
        .statistic = table->statistic};
}

void sides_begin(struct sides *sides, size_t count) {
    sides->count = count;
    sides->items = xcalloc(count, sizeof *sides->items);
    sides->compared = xcalloc(count, sizeof *sides->compared);
}

int sides_compare(struct sides *sides, struct err *err) {
    int code = 0;
    for (size_t i = 1; code == 0 && i < sides->count; i++) {
        struct compared *compared = &sides->compared[i - 1];
        *compared = (struct compared){.files = {sides->items[0].name, sides->items[i].name},
                                      .tables = {&sides->items[0].table, &sides->items[i].table},
                                      .own = {{NULL, NULL}, sides->items[i].own},
                                      .others = &sides->others,
                                      .options = &sides->options};
        code = compared_conclude(compared, err);
    }
    return code;
}

void sides_release(struct sides *sides) {
    for (size_t i = 0; sides->compared && i < sides->count; i++)
        compared_release(&sides->compared[i]);
    for (size_t i = 0; sides->items && i < sides->count; i++) {
        table_release(&sides->items[i].table);
        free(sides->items[i].name);
    }
    table_release(&sides->others);
    free(sides->compared);
    free(sides->items);
}
