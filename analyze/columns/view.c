/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/columns/view.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/suggest.h"
#include "formats/text/unicode.h"
#include "formats/text/xalloc.h"

/* --- lists --- */

static void release_list(struct view_list *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i].name);
    free(list->items);
    *list = (struct view_list){0};
}

void view_release(struct view *view) {
    release_list(&view->columns);
    release_list(&view->sort);
    release_list(&view->groups);
    release_list(&view->usual_quantiles);
    free(view->quantiles);
    *view = (struct view){0};
}

/* Parses p or q and a number from 0 to 100 without sign or exponent. */
static int parse_quantile(const char *name, double *probability) {
    size_t length = strlen(name);
    if ((*name != 'p' && *name != 'q') || length < 2 || length > 16 ||
        strspn(name + 1, "0123456789.") != length - 1)
        return 0;
    char *end;
    double percent = strtod(name + 1, &end);
    *probability = percent / 100;
    return *end == '\0' && percent <= 100;
}

/* Returns 1 + the index of that quantile, which is added if it is new. */
static size_t keep_quantile(struct view *view, double probability) {
    for (size_t i = 0; i < view->quantile_count; i++)
        if (view->quantiles[i] == probability)
            return i + 1;
    view->quantiles =
        xreallocarray(view->quantiles, view->quantile_count + 1, sizeof *view->quantiles);
    view->quantiles[view->quantile_count++] = probability;
    return view->quantile_count;
}

static int add_item(struct view *view, struct view_list *list, const char *signs, const char *text,
                    struct err *err) {
    struct view_item item = {.sign = *text && strchr(signs, *text) ? *text : '\0'};
    const char *name = text + (item.sign != '\0');
    double probability;
    if (!*name)
        return err_set(err, ERR_USAGE, "a name is missing in a list of columns");
    if (!column_find(&row_columns, name) && parse_quantile(name, &probability))
        item.quantile = keep_quantile(view, probability);
    item.name = xutf8_escape(name);
    list->items = xreallocarray(list->items, list->count + 1, sizeof *list->items);
    list->items[list->count++] = item;
    return 0;
}

static int add_list(struct view *view, struct view_list *list, const char *signs, const char *text,
                    struct err *err) {
    char *copy = xstrdup(text), *rest = copy, *name;
    int rc = 0;
    while (rc == 0 && (name = strsep(&rest, ",")))
        rc = add_item(view, list, signs, name, err);
    free(copy);
    return rc;
}

static int set_list(struct view *view, struct view_list *list, const char *signs, const char *text,
                    struct err *err) {
    release_list(list);
    return add_list(view, list, signs, text, err);
}

int view_add_columns(struct view *view, const char *list, struct err *err) {
    return add_list(view, &view->columns, "+-", list, err);
}

int view_set_columns(struct view *view, const char *list, struct err *err) {
    return set_list(view, &view->columns, "+-", list, err);
}

int view_set_sort(struct view *view, const char *list, struct err *err) {
    return set_list(view, &view->sort, "-", list, err);
}

int view_set_groups(struct view *view, const char *list, struct err *err) {
    return set_list(view, &view->groups, "", list, err);
}

void view_add_mode_quantiles(struct view *view) {
    size_t asked_for = view->quantile_count;
    set_list(view, &view->usual_quantiles, "", "p50,p90,p99,p99.9", NULL);
    view->mode_quantiles = view->quantile_count - asked_for;
}

/* --- names and columns --- */

int view_find(const struct view_item *item, const struct column_set *set, struct column *column) {
    const struct column *found = column_find(set, item->name), *median = column_find(set, "median");
    int is_quantile = !found && item->quantile && median;
    if (found)
        *column = *found;
    else if (is_quantile) {
        *column = column_of_quantile(item->name, item->quantile - 1);
        column->unit = median->unit;
        column->is_measured = 1;
    }
    return found || is_quantile;
}

static struct suggest_words nearest_column(const char *wanted, const struct column_set *set) {
    struct suggestion suggestion = {.wanted = wanted};
    for (size_t c = 0; c < set->count; c++)
        suggest_consider(&suggestion, set->columns[c].name);
    return suggest_words(&suggestion);
}

int view_check(const struct view *view, const struct column_set *set, struct err *err) {
    const struct view_list *const lists[] = {&view->columns, &view->sort, &view->groups};
    struct column column;
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
        for (size_t i = 0; i < lists[l]->count; i++)
            if (!view_find(&lists[l]->items[i], set, &column))
                return err_set(err, ERR_USAGE,
                               "there is no column or parameter '%s' here; --columns help lists "
                               "the columns%s",
                               lists[l]->items[i].name,
                               nearest_column(lists[l]->items[i].name, set).text);
    return 0;
}

/* --- choosing --- */

static int changes_the_usual(const struct view_list *list) {
    for (size_t i = 0; i < list->count; i++)
        if (!list->items[i].sign)
            return 0;
    return 1;
}

/* A status that is requested by name is shown even if it is ok. */
static struct column as_asked_for(struct column column) {
    column.is_asked_for = 1;
    if (column.type == COLUMN_WORD)
        column.show = NULL;
    return column;
}

size_t view_choose(const struct view *view, const struct column_set *set, int usual_only,
                   struct column *chosen) {
    size_t count = 0;
    int starts_usual = changes_the_usual(&view->columns);
    for (size_t c = 0; starts_usual && c < set->count; c++)
        if (set->columns[c].is_usual || (set->columns[c].is_wide && view->is_wide) ||
            (!usual_only && !set->columns[c].is_on_request))
            chosen[count++] = set->columns[c];
    for (size_t i = 0; i < view->columns.count; i++) {
        const struct view_item *item = &view->columns.items[i];
        struct column column;
        const char *name = item->name;
        size_t at = 0;
        while (at < count && strcmp(chosen[at].name, name) != 0)
            at++;
        if (!view_find(item, set, &column))
            continue;
        if (item->sign == '-' && at < count)
            memmove(&chosen[at], &chosen[at + 1], (--count - at) * sizeof *chosen);
        else if (item->sign != '-') {
            chosen[at] = as_asked_for(column);
            count += at == count;
        }
    }
    return count;
}

static unsigned needs_of(const struct view_list *list, const struct column_set *set) {
    unsigned needs = 0;
    struct column column;
    for (size_t i = 0; i < list->count; i++)
        if (view_find(&list->items[i], set, &column))
            needs |= column.needs;
    return needs;
}

unsigned view_needs(const struct view *view, const struct column_set *set, int usual_only) {
    struct column *chosen = xcalloc(set->count + view->columns.count, sizeof *chosen);
    unsigned needs = needs_of(&view->sort, set) | needs_of(&view->groups, set);
    size_t count = view_choose(view, set, usual_only, chosen);
    for (size_t c = 0; c < count; c++)
        needs |= chosen[c].needs;
    free(chosen);
    return needs;
}
