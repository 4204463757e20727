/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_rows.h: comparisons as records (records.h): a row for each pair of cells, and one for
 * each cell without a partner, which has no ratio but says what the other side lacks. */
#ifndef BENCHMAT_ANALYZE_COMPARISON_COMPARISON_ROWS_H
#define BENCHMAT_ANALYZE_COMPARISON_COMPARISON_ROWS_H

#include "analyze/comparison/compared.h"
#include "analyze/comparison/comparison_columns.h"

struct comparison_rows {
    struct column_set set; /* with a column for each parameter behind the size */
    void *items;           /* of set.record_size bytes each: of each comparison the pairs, then the
                              others */
    size_t count;

    struct column *columns; /* private: those of SET */
    char **names;           /* of parameters, as they were recorded, */
    char **column_names;    /* and their columns' */
    size_t name_count;
};

/* Those of COUNT comparisons, which must live as long. For people the action, the type, the size
 * and parameters are usual where they tell rows apart. Fails without memory; to be given to
 * comparison_rows_release either way. */
int comparison_rows_of(struct comparison_rows *rows, const struct compared *compared, size_t count,
                       struct err *err);
void comparison_rows_release(struct comparison_rows *rows);

#endif
