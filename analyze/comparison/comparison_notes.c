/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/comparison/comparison_notes.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/model/conditions.h"
#include "formats/text/xalloc.h"

/* The corresponding facts of the two sides. */
struct facing {
    struct comparison_notes *notes;
    enum surrounding_of of;
    const struct facts *facts[COMPARE_SETS];
    const char *name; /* name of the action or library; NULL for a run */
    int is_yardstick;
};

__attribute__((format(printf, 2, 3))) static void note(struct string_pool *texts,
                                                       const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = xvasprintf(format, arguments);
    va_end(arguments);
    xstring_pool_number(texts, text);
    free(text);
}

/* Everybody knows when it was measured, and cells with different threads or caches are not
 * partners. */
static int goes_without_saying(const struct surrounding *in) {
    return strcmp(in->fact, FACT_STARTED) == 0 ||
           (in->of == SURROUNDING_ACTION &&
            (strcmp(in->fact, FACT_THREADS) == 0 || strcmp(in->fact, FACT_CACHE_STATE) == 0));
}

static void note_difference(const struct facing *facing, const struct difference *difference) {
    struct comparison_notes *notes = facing->notes;
    const struct surrounding *in = difference->in;
    const char *name = facing->name ? facing->name : "", *colon = facing->name ? ": " : "";
    int is_doubtful = in->weight == SURROUNDING_DOUBTFUL || facing->is_yardstick;
    if (goes_without_saying(in))
        return;
    for (int set = 0; set < COMPARE_SETS; set++)
        if (!facts_find(facing->facts[set], in->fact)) {
            if (is_doubtful)
                note(&notes->unknown[set], "%s%s%s", name, *name ? " " : "", in->words);
            return;
        }
    note(is_doubtful ? &notes->doubtful : &notes->to_know, "%s%s%s", name, colon, difference->text);
}

static void note_facing(const struct facing *facing) {
    struct differences differences = {0};
    differences_of(&differences, facing->of, facing->facts[COMPARE_EARLIER],
                   facing->facts[COMPARE_LATER]);
    for (size_t i = 0; i < differences.count; i++)
        note_difference(facing, &differences.items[i]);
    differences_release(&differences);
}

static void note_libraries(struct comparison_notes *notes, const struct provenance *earlier,
                           const struct provenance *later, const char *yardstick) {
    for (size_t i = 0; i < later->library_count; i++) {
        const struct provenance_library *library = &later->libraries[i];
        const struct facts *before = provenance_facts(earlier, library->name);
        int is_yardstick = yardstick && strcmp(library->name, yardstick) == 0;
        int is_control = facts_find(&library->facts, FACT_CONTROL_OF) != NULL;
        const struct facing facing = {
            notes, SURROUNDING_LIBRARY, {before, &library->facts}, library->name, is_yardstick};
        if (before && !is_control)
            note_facing(&facing);
    }
}

/* Whether both are the same run, by uuid or, if there is none, by file and name. */
static int are_one_run(const struct compared *compared, const struct section *earlier,
                       const struct section *later) {
    const char *a = facts_text(&earlier->provenance->run_facts, FACT_UUID, NULL);
    const char *b = facts_text(&later->provenance->run_facts, FACT_UUID, NULL);
    if (a && b)
        return strcmp(a, b) == 0;
    return !a && !b && strcmp(earlier->run, later->run) == 0 &&
           strcmp(compared->files[COMPARE_EARLIER], compared->files[COMPARE_LATER]) == 0;
}

/* If neither side names its machine, no difference shows up. */
static void note_machines(struct comparison_notes *notes, const struct provenance *a,
                          const struct provenance *b) {
    static const char *const told_by[] = {FACT_HOST, FACT_CPU};
    int is_told = 0;
    for (size_t i = 0; i < 2; i++)
        is_told |= facts_find(&a->run_facts, told_by[i]) || facts_find(&b->run_facts, told_by[i]);
    if (!is_told)
        note(&notes->doubtful, "neither side says on which machine it was measured");
}

/* Notes a type that compared_adopt_types assumed. */
static void note_type(struct comparison_notes *notes, enum compare_set set,
                      const struct section *section) {
    if (section->type && !facts_find(&section->provenance->action_facts, FACT_TYPE))
        note(&notes->unknown[set], "%s precision", section->action);
}

static void note_sections(struct comparison_notes *notes, const struct compared *compared,
                          const struct section *earlier, const struct section *later) {
    const struct provenance *a = earlier->provenance, *b = later->provenance;
    const struct facing runs = {notes, SURROUNDING_RUN, {&a->run_facts, &b->run_facts}, NULL, 0};
    const struct facing actions = {
        notes, SURROUNDING_ACTION, {&a->action_facts, &b->action_facts}, later->action, 0};
    const char *yardstick = compared->options->is_relative ? later->reference : NULL;
    if (are_one_run(compared, earlier, later))
        note(&notes->doubtful, "both sides are the same run, %s", later->run);
    note_machines(notes, a, b);
    note_type(notes, COMPARE_EARLIER, earlier);
    note_type(notes, COMPARE_LATER, later);
    note_facing(&runs);
    note_facing(&actions);
    note_libraries(notes, a, b, yardstick);
}

/* Notes a program's name that compared_adopt_names took for the same. That files have names of
 * their own goes without saying. */
static void note_names(struct comparison_notes *notes, const struct compared *compared) {
    const char *own = compared->own[COMPARE_LATER].library;
    const struct table *earlier = compared->tables[COMPARE_EARLIER];
    int is_of_file = own && strcmp(own, compared->tables[COMPARE_LATER]->sections[0].run) == 0;
    if (own && !is_of_file)
        note(&notes->to_know, "%s is called %s later; --together sets them side by side",
             earlier->rows[0].library, own);
}

void comparison_notes_of(struct comparison_notes *notes, const struct compared *compared) {
    const struct table *earlier = compared->tables[COMPARE_EARLIER];
    const struct table *later = compared->tables[COMPARE_LATER];

    note_names(notes, compared);
    for (size_t s = 0; s < later->section_count; s++) {
        const struct section *section = &later->sections[s];
        const struct section *before = compared_last_section(earlier, section);
        if (before && compared_last_section(later, section) == section)
            note_sections(notes, compared, before, section);
    }
}

void comparison_notes_release(struct comparison_notes *notes) {
    string_pool_release(&notes->doubtful);
    string_pool_release(&notes->to_know);
    for (int set = 0; set < COMPARE_SETS; set++)
        string_pool_release(&notes->unknown[set]);
}

/* --- cells without a partner --- */

/* What the other side lacks. */
static const char *const reasons[COMPARE_LACKS] = {
    [COMPARE_LACKS_ACTION] = "has no such action of that type",
    [COMPARE_LACKS_LIBRARY] = "has no such library there",
    [COMPARE_LACKS_SIZE] = "has no such size",
    [COMPARE_LACKS_PARAMETERS] = "has other parameters or conditions there",
};
static const char *const names[COMPARE_SETS] = {"earlier", "later"};

/* Cells that compare equal share a line. */
static int compare_groups(const struct compare_alone *a, const struct compare_alone *b) {
    int order = a->lack != b->lack ? (int)a->lack - (int)b->lack : 0;
    if (!order && a->lack != COMPARE_LACKS_TIMES)
        order = (int)a->in - (int)b->in;
    order = order ? order : strcmp(a->action, b->action);
    order = order ? order : strcmp(a->type, b->type);
    return order ? order : strcmp(a->library, b->library);
}

/* For qsort of pointers into one array; equal cells keep their order. */
static int compare_alone(const void *left, const void *right) {
    const struct compare_alone *a = *(const struct compare_alone *const *)left;
    const struct compare_alone *b = *(const struct compare_alone *const *)right;
    int order = compare_groups(a, b);
    return order ? order : (a > b) - (a < b);
}

/* --- lines --- */

struct group {
    const struct compare_alone *const *items;
    size_t count, most; /* most points to list */
};

/* Returns whether a side lacks a geometric mean because its quantity was zero in some samples. */
static int has_zeros(const struct compare_alone *alone) {
    int has = 0;
    for (int set = 0; set < COMPARE_SETS; set++)
        has |= isfinite(alone->rows[set]->mean.estimate) && !isfinite(alone->rows[set]->log_mean);
    return has && alone->rows[COMPARE_LATER]->quantity != QUANTITY_SECONDS;
}

static void write_point(const struct compare_alone *alone, FILE *file) {
    int is_right = 1;
    fputs(*alone->point ? alone->point : "all", file);
    if (alone->lack != COMPARE_LACKS_TIMES)
        return;
    for (int set = 0; set < COMPARE_SETS; set++)
        is_right &= alone->rows[set]->status == CELL_OK;
    if (is_right && has_zeros(alone)) {
        fprintf(file, " (with zeros, on average %.4g earlier, %.4g later)",
                alone->rows[COMPARE_EARLIER]->mean.estimate,
                alone->rows[COMPARE_LATER]->mean.estimate);
        return;
    }
    const struct row *const *rows = alone->rows;
    size_t needed = rows[COMPARE_EARLIER]->samples_needed;
    needed = needed ? needed : rows[COMPARE_LATER]->samples_needed;
    if (is_right && needed) {
        char name[STATISTIC_NAME];
        statistic_name(rows[COMPARE_LATER]->statistic, name);
        fprintf(file, " (%s needs %zu samples, of which there are %zu earlier, %zu later)", name,
                needed, rows[COMPARE_EARLIER]->n, rows[COMPARE_LATER]->n);
        return;
    }
    if (is_right) {
        fputs(" (its reference)", file);
        return;
    }
    for (int set = 0; set < COMPARE_SETS; set++)
        fprintf(file, "%s%s %s", set ? ", " : " (", names[set],
                cell_status_name((int)alone->rows[set]->status));
    fputs(")", file);
}

static void write_group(const void *context, FILE *file) {
    const struct group *group = context;
    const struct compare_alone *first = group->items[0];
    int is_later = first->in == COMPARE_LATER;
    if (first->lack == COMPARE_LACKS_TIMES)
        fputs(first->rows[COMPARE_LATER]->quantity == QUANTITY_SECONDS &&
                      first->rows[COMPARE_LATER]->statistic.kind == STATISTIC_TYPICAL
                  ? "not right on both sides"
                  : "without a ratio",
              file);
    else
        fprintf(file, "only %s, the %s %s", names[is_later], names[!is_later],
                reasons[first->lack]);
    fprintf(file, ": %s", first->action);
    if (first->lack == COMPARE_LACKS_ACTION && *first->type)
        fprintf(file, " (%s)", first->type);
    fprintf(file, ", %s: ", first->library);
    for (size_t i = 0; i < group->count && i < group->most; i++) {
        fputs(i ? DOCUMENT_SEPARATOR : "", file);
        write_point(group->items[i], file);
    }
    if (group->count > group->most)
        fprintf(file, DOCUMENT_SEPARATOR "and %zu more", group->count - group->most);
}

static size_t group_size(const struct compare_alone *const *items, size_t most) {
    size_t count = 1;
    while (count < most && compare_groups(items[0], items[count]) == 0)
        count++;
    return count;
}

void comparison_alone(struct document *document, const struct compared *compared, int verbose) {
    size_t count = compared->found.alone_count;
    const struct compare_alone **all = xcalloc(count, sizeof *all);
    for (size_t i = 0; i < count; i++)
        all[i] = &compared->found.alone[i];
    qsort(all, count, sizeof *all, compare_alone);

    if (count) {
        document_add(document, DOCUMENT_CAPTION, "without a partner: %zu cell%s", count,
                     count == 1 ? "" : "s");

        size_t lines = 0, at = 0;
        while (at < count && (verbose || lines++ < COMPARISON_ALONE_LINES)) {
            const struct group group = {all + at, group_size(all + at, count - at),
                                        verbose ? count : 10};
            document_write(document, DOCUMENT_NOTE, write_group, &group);
            at += group.count;
        }
        if (at < count)
            document_add(document, DOCUMENT_NOTE, "and %zu cells more; --verbose lists all",
                         count - at);
    }
    free(all);
}
