/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_columns.h: decides what each column of a table of times is, by the rules in csv.h. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_COLUMNS_H
#define BENCHMAT_FORMATS_CSV_CSV_COLUMNS_H

#include "formats/csv/csv.h"
#include "formats/import/header_words.h"
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
    CSV_UNIT,   /* of the number that the header gives no unit */
    CSV_SINGLE_ROLES,
    /* Any number of columns may have each of these roles. */
    CSV_TIMES = CSV_SINGLE_ROLES, /* results of the library that the column is named after */
    CSV_OF_LIBRARY,               /* joins the name of the library */
    CSV_PARAMETER,
    CSV_DETAIL, /* an optional detail of the sample */
    CSV_FACT,
    CSV_LEFT_OUT,
    CSV_UNDECIDED, /* until the reader has looked at all fields */
    CSV_DOUBTFUL,  /* until csv_cells_settle knows whether it differs within a cell */
    CSV_ROLES
};

/* The most fields that are compared with others, over all columns together. */
enum { CSV_MOST_COMPARED = 1 << 23 };

/* The most points of a column that are looked at. */
enum { CSV_MOST_MEETINGS = 4096 };

/* The most different numbers of a column that are counted. */
enum { CSV_MOST_DISTINCT = 64 };

/* The distinct fields of a column, kept until the first one repeats. */
struct csv_seen {
    struct slots slots;
    uint64_t *hashes;
    size_t count;
    int is_again;
};

/* The points of a column and of all that is known beside it, and whether libraries meet there. */
struct csv_meeting {
    uint64_t key, library; /* a hash of the point, and of its first library */
    int is_met;            /* it has another one */
};

struct csv_meetings {
    struct slots slots;
    struct csv_meeting *items;
    size_t count, met;
};

struct csv_column {
    char *name;
    enum csv_role role;
    int is_given; /* options->as says its role */
    struct header header;
    char *library; /* of CSV_TIMES */
    /* What the results of CSV_TIMES and the numbers of CSV_DETAIL are; NULL: times. */
    const struct series_detail *detail;
    double worth;            /* of one of them in its unit; NaN: the header does not say the unit */
    size_t next;             /* the next column with results of the same library; `count`: none */
    int is_next;             /* a column before it has results of the same library */
    int is_text, is_varying; /* some field is no number; two fields differ */
    char *value;             /* the first field */
    struct csv_seen seen;
    struct csv_meetings meetings;
    int is_fractional;               /* some number is not whole, or not above 0 */
    size_t distinct;                 /* how many numbers differ, at most CSV_MOST_DISTINCT */
    double *numbers;                 /* [distinct] */
    size_t differs_in, differs_from; /* two lines of one cell that differ here; 0: none */
};

struct csv_columns {
    struct csv_column *items;
    size_t count;
    size_t of_role[CSV_SINGLE_ROLES]; /* [role] index of the column; `count` if there is none */
    size_t counts[CSV_ROLES];         /* [role] how many columns have it */
    int is_wide, are_means;
    /* A header that the project's programs write: seconds, or means. Its names mean what csv.h
     * says, and no others are looked for. */
    int is_ours;
    int is_plain;            /* a wide table whose header has no word of a unit */
    const char *samples_are; /* FACT_SAMPLES_ARE; NULL: times of single calls */
    size_t header_lines;
};

/* Reads the header of RECORD, looks at all cells if needed, and returns to the first line below the
 * header. The caller must call csv_columns_release, also after a failure. ERR_DAMAGED: there is no
 * header, a name occurs twice, nothing says what the times are, or a column or line is invalid;
 * ERR_USAGE: no column has the name that OPTIONS give for the size; ERR_FAILED: no memory. */
int csv_columns_read(struct csv_columns *columns, struct csv_record *record,
                     const struct format_options *options, struct err *err);
void csv_columns_release(struct csv_columns *columns);

/* Whether the header says by csv.h's own names what its numbers are, so that nothing was guessed.
 */
int csv_columns_are_plain(const struct csv_columns *columns);

/* A column of a parameter may have this before its name, whatever that is. */
#define CSV_PARAMETER_MARK "parameter:"
/* Returns the name of the parameter of a column called NAME, in NAME. */
const char *csv_parameter_name(const char *name);
/* Whether a column called NAME in a table like those that are exported, which is not the name of
 * another column there, is a parameter of that name. */
int csv_columns_take_parameter(const char *name);

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
