/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/comparison/comparison_alone.h"

#include <stdlib.h>
#include <string.h>

/* Why it is alone: what of the other side is so. */
static const char *const reasons[COMPARE_LACKS] = {
    [COMPARE_LACKS_ACTION] = "has no such action of that type",
    [COMPARE_LACKS_LIBRARY] = "has no such library there",
    [COMPARE_LACKS_SIZE] = "has no such size",
    [COMPARE_LACKS_PARAMETERS] = "has other parameters or conditions there",
};
static const char *const names[COMPARE_SETS] = {"earlier", "later"};

/* Those of one line. */
static int compare_groups(const struct compare_alone *a, const struct compare_alone *b) {
    int order = a->lack != b->lack ? (int)a->lack - (int)b->lack : 0;
    if (!order && a->lack != COMPARE_LACKS_TIMES)
        order = (int)a->in - (int)b->in;
    order = order ? order : strcmp(a->action, b->action);
    order = order ? order : strcmp(a->type, b->type);
    return order ? order : strcmp(a->library, b->library);
}

/* For qsort, of pointers into one array: what is alike stays in its order. */
static int compare_alone(const void *left, const void *right) {
    const struct compare_alone *a = *(const struct compare_alone *const *)left;
    const struct compare_alone *b = *(const struct compare_alone *const *)right;
    int order = compare_groups(a, b);
    return order ? order : (a > b) - (a < b);
}

static const struct compare_alone **sorted(const struct comparison *found) {
    const struct compare_alone **all = calloc(found->alone_count + 1, sizeof *all);
    for (size_t i = 0; all && i < found->alone_count; i++)
        all[i] = &found->alone[i];
    if (all)
        qsort(all, found->alone_count, sizeof *all, compare_alone);
    return all;
}

/* --- lines --- */

struct group {
    const struct compare_alone *const *items;
    size_t count, most; /* points that are told */
};

static void write_point(const struct compare_alone *alone, FILE *file) {
    int is_right = 1;
    fputs(*alone->point ? alone->point : "all", file);
    if (alone->lack != COMPARE_LACKS_TIMES)
        return;
    for (int set = 0; set < COMPARE_SETS; set++)
        is_right &= alone->rows[set]->status == CELL_OK;
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
        fputs("not right on both sides", file);
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

static void add_groups(struct document *document, const struct compare_alone *const *all,
                       size_t count, int verbose) {
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

int comparison_alone(struct document *document, const struct compared *compared, int verbose) {
    size_t count = compared->found.alone_count;
    const struct compare_alone **all = sorted(&compared->found);
    if (all && count) {
        document_add(document, DOCUMENT_CAPTION, "without a partner: %zu cell%s", count,
                     count == 1 ? "" : "s");
        add_groups(document, all, count, verbose);
    }
    int ok = all != NULL;
    free(all);
    return ok;
}
