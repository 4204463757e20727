/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_table.h: tables among the variables of a MAT-file: arrays of several structs, of which each
 * is a row, or several where it holds vectors, and vectors beside a cell of texts, as MATLAB's
 * table2struct makes them. They are read by the same rules as tables of text (csv.h). */
#ifndef BENCHMAT_FORMATS_MAT_RUNS_MAT_TABLE_H
#define BENCHMAT_FORMATS_MAT_RUNS_MAT_TABLE_H

#include "formats/import/format.h"
#include "formats/mat/mat_array.h"

struct mat_column {
    const char *name;
    size_t field; /* the number of it among those of the struct */
    int is_text;
    /* The array of the first row, and how many arrays on that of the next is; 0: one array has the
     * rows. */
    const struct mat_array *first;
    size_t step;
};

/* Zero-initialised: no columns. Everything is borrowed but COLUMNS. */
struct mat_table {
    size_t rows, count;
    struct mat_column *columns;
    /* Of structs with vectors: how many points and samples of each a struct has, which are as many
     * rows; NULL: one row each. */
    struct mat_rows {
        size_t points, samples;
    } * of_struct; /* [structs] */
    size_t structs;
};

/* Find the columns of STRUCTS, an array of several, and of DATA, a struct of one element: vectors
 * of numbers as long as its first cell of texts that has some beside it. Fields that hold one
 * number or text in some rows, and nothing in the others, are columns; so are matrices of
 * characters whose names say that they tell what is compared. There are none if DATA has no such
 * cell. Where fields of STRUCTS whose names say that they have results hold vectors, these and all
 * other numbers of the same length beside them are columns, too: points, if several vectors belong
 * together, or samples; a matrix has both. Return 0 if memory runs out; call mat_table_release in
 * any case. */
int mat_table_of_structs(struct mat_table *table, const struct mat_array *structs);
int mat_table_of_columns(struct mat_table *table, const struct mat_array *data);

/* Returns whether the names of the columns say that the table has results; the size is called
 * SIZE_PARAM unless that is NULL. */
int mat_table_has_results(const struct mat_table *table, const char *size_param);

/* Returns whether some column is called as units or times are, or as what is compared. */
int mat_table_has_words(const struct mat_table *table);

/* Returns about how many bytes of text the table is. */
double mat_table_bytes(const struct mat_table *table);

/* Adds the rows to BUILDER. OPTIONS are those of a table; facts get PREFIX before their names.
 * ERR_DAMAGED, with a message that names VARIABLE, unless that is "", and the row; ERR_USAGE;
 * ERR_FAILED. */
int mat_table_read(const struct mat_table *table, const char *variable,
                   struct import_builder *builder, const char *prefix,
                   const struct format_options *options, struct err *err);

void mat_table_release(struct mat_table *table);

#endif
