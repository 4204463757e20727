/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_columns.h: what each column of a table of times is, as csv.h tells it. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_COLUMNS_H
#define BENCHMAT_FORMATS_CSV_CSV_COLUMNS_H

#include "formats/csv/csv.h"
#include "formats/import/format.h"
#include "formats/model/hash_table.h"

enum csv_role {
    /* At most one column has one of these. */
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
    CSV_SAMPLE, /* a number of the sample, which says of no other that it belongs to it */
    CSV_SINGLE_ROLES,
    /* Any number of columns. */
    CSV_TIMES = CSV_SINGLE_ROLES, /* of the library it is called by */
    CSV_OF_LIBRARY,               /* joins its name */
    CSV_PARAMETER,
    CSV_FACT,
    CSV_LEFT_OUT,
    CSV_UNDECIDED, /* until the fields have been looked at */
    CSV_DOUBTFUL,  /* until it is known whether it differs within a cell (csv_columns.h) */
};

/* Of all columns together, so many fields are compared with others at most. */
enum { CSV_MOST_COMPARED = 1 << 23 };

/* Fields that have been met, until one has been met again. */
struct csv_seen {
    struct slots slots;
    uint64_t *hashes;
    size_t count;
    int is_again;
};

struct csv_column {
    char *name;
    enum csv_role role;
    int is_text, is_varying; /* a field is no number; two fields differ */
    char *value;             /* of the first field */
    struct csv_seen seen;
    size_t differs_in, differs_from; /* lines; 0: nowhere within a cell */
};

struct csv_columns {
    struct csv_column *items;
    size_t count;
    size_t of_role[CSV_SINGLE_ROLES]; /* which column; `count` where there is none */
    int is_wide, are_means;
};

/* Takes the header of RECORD, looks at all its cells where that is needed, and goes back to the
 * first line below the header. To be given to csv_columns_release, also after a failure:
 * ERR_DAMAGED, there is no header, a name twice, or nothing that says what the times are;
 * ERR_USAGE, there is no column of the name of the size that OPTIONS give. */
int csv_columns_read(struct csv_columns *columns, struct csv_record *record,
                     const struct format_options *options, struct err *err);
void csv_columns_release(struct csv_columns *columns);

/* Reads the next line below the header, as csv_record_next; ERR_DAMAGED also when it does not have
 * as many columns. */
int csv_columns_next(const struct csv_columns *columns, struct csv_record *record, struct err *err);

/* Whether N bytes at HEAD begin with a header by which such a table is recognised. */
int csv_columns_recognise(const char *head, size_t n);

/* --- csv cells --- */

/* Whether columns of a table tell samples apart that would become one cell. */

/* Settles the columns whose role is CSV_DOUBTFUL by all lines of RECORD, from the first below the
 * header on. One that is the same in all rows of each cell (of the same run, action, library,
 * size, type and parameters) is left out, or where it holds numbers a parameter. One that differs
 * joins the name of the library if it is called as what libraries differ in; else ERR_DAMAGED,
 * which names it. ERR_FAILED: no memory. */
int csv_cells_settle(struct csv_columns *columns, struct csv_record *record, struct err *err);

#endif
