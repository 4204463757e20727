/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_columns.h: decides what each column of a table of times is, by the rules in csv.h. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_COLUMNS_H
#define BENCHMAT_FORMATS_CSV_CSV_COLUMNS_H

#include "formats/csv/csv.h"
#include "formats/import/format.h"
#include "formats/model/hash_table.h"

enum csv_role {
    /* At most one column has each of these roles. */
    CSV_SECONDS,
    CSV_LIBRARY,
    CSV_CONTROL_OF,
    CSV_ACTION,
    CSV_SIZE,
    CSV_ROUND,
    CSV_SEED,
    CSV_RUN,
    CSV_TYPE,
    CSV_STATUS,
    CSV_CPU_SECONDS,
    CSV_CALLS,
    CSV_SAMPLE, /* numbers samples like a seed, but pairs no samples */
    CSV_SINGLE_ROLES,
    /* Any number of columns may have each of these roles. */
    CSV_TIMES = CSV_SINGLE_ROLES, /* seconds of the library that the column is named after */
    CSV_OF_LIBRARY,               /* joins the name of the library */
    CSV_PARAMETER,
    CSV_DETAIL, /* an optional detail of the sample */
    CSV_FACT,
    CSV_LEFT_OUT,
    CSV_UNDECIDED, /* until the reader has looked at all fields */
    CSV_DOUBTFUL,  /* until csv_cells_settle knows whether it differs within a cell */
};

/* The most fields that are compared with others, over all columns together. */
enum { CSV_MOST_COMPARED = 1 << 23 };

/* The distinct fields of a column, kept until the first one repeats. */
struct csv_seen {
    struct slots slots;
    uint64_t *hashes;
    size_t count;
    int is_again;
};

struct csv_column {
    char *name;
    enum csv_role role;
    const struct series_detail *detail; /* of CSV_DETAIL */
    int is_text, is_varying;            /* some field is no number; two fields differ */
    char *value;                        /* the first field */
    struct csv_seen seen;
    size_t differs_in, differs_from; /* two lines of one cell that differ here; 0: none */
};

struct csv_columns {
    struct csv_column *items;
    size_t count;
    size_t of_role[CSV_SINGLE_ROLES]; /* [role] index of the column; `count` if there is none */
    int is_wide, are_means;
};

/* Reads the header of RECORD, looks at all cells if needed, and returns to the first line below the
 * header. The caller must call csv_columns_release, also after a failure. ERR_DAMAGED: there is no
 * header, a name occurs twice, nothing says what the times are, or a column or line is invalid;
 * ERR_USAGE: no column has the name that OPTIONS give for the size; ERR_FAILED: no memory. */
int csv_columns_read(struct csv_columns *columns, struct csv_record *record,
                     const struct format_options *options, struct err *err);
void csv_columns_release(struct csv_columns *columns);

/* Reads the next line below the header like csv_record_next. Also returns ERR_DAMAGED if the line
 * does not have as many columns as the header. */
int csv_columns_next(const struct csv_columns *columns, struct csv_record *record, struct err *err);

/* Whether the N bytes at HEAD begin with the header of such a table. */
int csv_columns_recognise(const char *head, size_t n);

/* Decides the role of each CSV_DOUBTFUL column from all lines of RECORD below the header. A column
 * that is the same in all rows of each cell (same run, action, library, size, type and parameters)
 * becomes a parameter if it holds numbers, else it is left out. A column that differs joins the
 * name of the library if it has a name for what libraries differ in; otherwise returns ERR_DAMAGED
 * and names the column. ERR_FAILED: no memory. */
int csv_cells_settle(struct csv_columns *columns, struct csv_record *record, struct err *err);

#endif
