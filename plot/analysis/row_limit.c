/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/row_limit.h"

#include <math.h>
#include <stdlib.h>

#include "formats/text/xalloc.h"
#include "plot/charts/forest.h"

static int is_value(const struct forest_row *row) {
    return row->kind == FOREST_ONE || row->kind == FOREST_DOT || row->kind == FOREST_BAR ||
           row->kind == FOREST_BOX || row->kind == FOREST_RIDGE;
}

static int most_rows(const struct chart *chart) {
    for (size_t i = 0; i < chart->row_count; i++)
        if (chart->rows[i].kind == FOREST_RIDGE)
            return RIDGE_LIMIT;
    return ROW_LIMIT;
}

struct candidate {
    size_t row;
    double weight; /* the rows with the largest are kept */
};

/* Equal ones stay in their order. */
static int by_weight(const void *a, const void *b) {
    const struct candidate *left = a, *right = b;
    if (left->weight != right->weight)
        return left->weight > right->weight ? -1 : 1;
    return (left->row > right->row) - (left->row < right->row);
}

static double weight_of(const struct chart *chart, size_t row, enum row_choice choice) {
    double at = chart->rows[row].at;
    if (choice == ROWS_CHANGED)
        return at > 0 ? fabs(log(at)) : -1;
    return choice == ROWS_FASTEST && chart->series[row].is_reference ? 1 : 0;
}

/* Returns which rows are kept, the rows with values and what belongs to them. */
static unsigned char *choose(const struct chart *chart, enum row_choice choice) {
    unsigned char *kept = xcalloc(chart->row_count, sizeof *kept);
    struct candidate *all = xcalloc(chart->row_count, sizeof *all);
    size_t count = 0;
    for (size_t i = 0; i < chart->row_count; i++)
        if (is_value(&chart->rows[i]))
            all[count++] = (struct candidate){i, weight_of(chart, i, choice)};
        else
            kept[i] = chart->rows[i].kind != FOREST_HEADING;
    qsort(all, count, sizeof *all, by_weight);
    for (size_t i = 0; i < count && i < (size_t)most_rows(chart); i++)
        kept[all[i].row] = 1;
    int is_any = 0;
    for (size_t i = chart->row_count; i-- > 0;) {
        if (chart->rows[i].kind == FOREST_HEADING) {
            kept[i] = (unsigned char)is_any;
            is_any = 0;
        }
        is_any |= is_value(&chart->rows[i]) && kept[i];
    }
    free(all);
    return kept;
}

static void keep(struct chart_set *set, struct chart *chart, const unsigned char *kept) {
    struct forest_row *rows = chart_set_alloc(set, chart->row_count, sizeof *rows);
    struct series_data *series = chart_set_alloc(set, chart->row_count, sizeof *series);
    double *places = chart_set_alloc(set, chart->row_count, sizeof *places);
    size_t used = 0;
    for (size_t i = 0; i < chart->row_count; i++)
        if (kept[i]) {
            rows[used] = chart->rows[i];
            series[used++] = chart->series[i];
        }
    forest_set_rows(chart, rows, used, series, places);
}

static const char *note_of(struct chart_set *set, enum row_choice choice, int most, size_t count) {
    static const struct {
        const char *before, *after;
    } words[] = {[ROWS_FIRST] = {"the first", "rows"},
                 [ROWS_FASTEST] = {"the fastest", "libraries, with the reference"},
                 [ROWS_CHANGED] = {"the largest", "changes"}};
    return chart_set_text(set, "%s %d of %zu %s; bench-analyze lists all", words[choice].before,
                          most, count, words[choice].after);
}

const char *row_limit(struct chart_set *set, struct chart *chart, enum row_choice choice) {
    size_t count = 0;
    int most = most_rows(chart);
    for (size_t i = 0; i < chart->row_count; i++)
        count += (size_t)is_value(&chart->rows[i]);
    if (count <= (size_t)most)
        return "";
    unsigned char *kept = choose(chart, choice);
    keep(set, chart, kept);
    free(kept);
    return note_of(set, choice, most, count);
}
