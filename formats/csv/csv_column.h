/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_column.h: the columns of a table: their names (csv_header_lines.h), and their roles, which
 * csv_header_roles.h and csv_cell_roles.h give them. */
#ifndef BENCHMAT_FORMATS_CSV_CSV_COLUMN_H
#define BENCHMAT_FORMATS_CSV_CSV_COLUMN_H

#include "formats/csv_text/csv_record.h"
#include "formats/import/format.h"
#include "formats/import/header_words.h"
#include "formats/model/key_index.h"

enum csv_role {
    /* At most one column has each of these roles. */
    CSV_SECONDS,
    CSV_LIBRARY,
    CSV_CONTROL_OF,
    CSV_ACTION,
    CSV_SIZE,
    CSV_SIZE_NAME,
    CSV_SAMPLES_ARE,
    CSV_ROUND,
    CSV_SEED,
    CSV_RUN,
    CSV_TYPE,
    CSV_STATUS,
    CSV_CPU_SECONDS,
    CSV_CALLS,
    CSV_SAMPLE, /* numbers samples like a seed, but pairs no samples */
    CSV_UNIT,   /* of the number that the header gives no unit */
    CSV_TERMS,  /* what a call does, a role for each of measurement_terms (run.h) */
    CSV_LAST_TERM = CSV_TERMS + MEASUREMENT_TERMS - 1,
    CSV_SINGLE_ROLES,
    /* Any number of columns may have each of these roles. */
    CSV_TIMES = CSV_SINGLE_ROLES, /* results of the library that the column is named after */
    CSV_AT_SIZE,                  /* results at the size that the column is named after */
    CSV_OF_LIBRARY,               /* joins the name of the library */
    CSV_OF_ACTION,                /* joins that of the action */
    CSV_PARAMETER,
    CSV_DETAIL,  /* an optional detail of the sample */
    CSV_MEASURE, /* something else that was measured with it, under the name that the file has */
    CSV_VERDICT, /* whether the result is right: of all on the line, or of those of its owner */
    CSV_FACT,
    CSV_LEFT_OUT,
    CSV_UNDECIDED, /* until the reader has looked at all fields */
    CSV_DOUBTFUL,  /* until csv_doubtful.h knows whether it differs within a cell */
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
    struct key_index fields; /* by a hash */
    int is_again;
};

/* The points of a column and of all that is known beside it, and whether libraries meet there. */
struct csv_meeting {
    uint64_t library; /* a hash of the first one */
    int is_met;       /* it has another one */
};

struct csv_meetings {
    struct key_index points;   /* by a hash */
    struct csv_meeting *items; /* [points.count] */
    size_t met;
};

struct csv_column {
    char *name;
    enum csv_role role;
    int64_t size; /* of CSV_AT_SIZE */
    int is_given; /* options->as says its role */
    struct header header;
    char *library; /* of CSV_TIMES; of CSV_MEASURE in a table with a column for each library: whose
                      it is, or NULL: of all */
    char *measure; /* the name of CSV_MEASURE */
    char *unit;    /* of CSV_MEASURE, as in struct file_measure; NULL: that of KIND */
    enum unit_kind kind; /* of its numbers */
    enum measure_better better;
    /* What the results of CSV_TIMES and the numbers of CSV_DETAIL are; NULL: times. */
    const struct series_detail *detail;
    int is_sample;     /* of CSV_TIMES: each column of the library is a sample of its own */
    double worth;      /* of one of them in its unit; NaN: the header does not say the unit */
    size_t owner;      /* of CSV_MEASURE and CSV_VERDICT: the first column of its library; `count`:
                          none */
    size_t measures;   /* the first measure or verdict whose owner it is; `count`: none */
    size_t next;       /* the next column with results of the same library, or at the same size, or
                          the next measure or verdict of the same owner; `count`: none */
    int is_next;       /* a column before it has results of the same library, or at the same size */
    size_t calls;      /* the column that says of how many calls its results are; `count`: none */
    int is_divisor;    /* it is that of some column */
    double calls_each; /* how many calls each of its numbers is then */
    int is_undivided;  /* it counts calls, of all of which some results may be */
    int begins_with_text; /* the first field is no result in whatever unit, and */
    int begins_with_word; /* it is a type or status, or missing */
    int begins_with_unit; /* it has one */
    int begins_with_number, begins_with_fraction, begins_with_ratio, begins_with_bytes;
    int are_counted[2];      /* the first fields are 0, 1, 2, ...; or 1, 2, 3, ... */
    int is_rising, is_round; /* they rise; they are powers of two or multiples of ten, whole ones */
    int has_negative;        /* one of them is below 0, as a difference of memory may be */
    double first, last;      /* of those that are numbers; 0: there is none */
    /* Of the first fields: how many are the number 1 and how many are not, and how many more have a
     * unit of times or rates than are names. */
    int ones, others, units;
    int is_text, is_varying;   /* some field is no number; two fields differ */
    int has_names;             /* some text is neither a point in time nor a UUID */
    int has_others;            /* some text is no statistic, such as "mean" and "p95" */
    int has_failures;          /* some text says that a result is none, such as "crash" */
    char *value;               /* the first field */
    int has_missing;           /* some field is empty, or stands for nothing */
    int has_number, has_plain; /* some field is one, and one that is no ratio */
    char *word;                /* the first that stands for nothing, such as "NA" */
    int has_words;             /* there are others: they are names, unless there are numbers */
    int is_verdict;            /* its name asks whether results are right, or */
    int may_be_verdict;        /* may do so, as "result" does, or */
    int is_of_failure;         /* whether they failed */
    int is_error, is_exit;     /* its texts, and its numbers but 0, say that they failed */
    char *no_verdict;          /* the first field that does not answer that; NULL: none */
    struct csv_seen seen;
    struct csv_meetings meetings;
    int is_fractional;               /* some number is not whole, or not above 0 */
    int has_thousands;               /* points part thousands (csv_thousands.h) */
    int has_other_points;            /* some field has a point that does not */
    size_t distinct;                 /* how many numbers differ, at most CSV_MOST_DISTINCT */
    double *numbers;                 /* [distinct] */
    size_t differs_in, differs_from; /* two lines of one cell that differ here; 0: none */
};

/* Which names of a wide table are those of libraries. */
enum csv_axis { CSV_AXIS_UNKNOWN, CSV_AXIS_COLUMNS, CSV_AXIS_ROWS };

struct csv_columns {
    struct csv_column *items;
    size_t count;
    size_t of_role[CSV_SINGLE_ROLES]; /* [role] index of the column; `count` if there is none */
    size_t counts[CSV_ROLES];         /* [role] how many columns have it */
    size_t measures;                  /* the first one without an owner; `count`: none */
    int is_part;                      /* titles of several tables stand in a column (csv_parts.h) */
    int is_wide, are_means;
    int are_actions; /* a wide table has a column for each action, and the libraries in lines */
    /* options->as says what the columns of a wide table are; or names on the other axis might as
     * well be compared. */
    enum csv_axis given_axis, other_axis;
    /* A header that the project's programs write: seconds, or means. Its names mean what csv.h
     * says, and no others are looked for. */
    int is_ours;
    int is_by_size;   /* a column for each size */
    int is_unit_told; /* options->unit, or a column, says units that headers do not */
    /* The column by which results are divided, if any are, or which says how many calls were timed
     * where nothing says whether results are of all of them; `count`: none. */
    size_t calls;
    int are_divided;
    int is_plain;                      /* a wide table whose header has no word of a unit */
    const char *samples_are;           /* FACT_SAMPLES_ARE; NULL: times of single calls */
    char samples_text[HEADER_SAMPLES]; /* room for SAMPLES_ARE */
    size_t header_lines;
    char *titles;       /* lines above the header; NULL: there are none */
    char *size_name;    /* of sizes in the header; NULL: nothing says it */
    size_t merged;      /* the first columns, whose blanks stand for what is above */
    int have_thousands; /* some column has_thousands */
    int has_margins;    /* a pivot table of pandas: rows called All are totals */
    int is_pivot;       /* one of a spreadsheet, */
    int has_row_labels; /* whose first column holds the names or sizes of all its rows */
};

/* Whether COLUMN has a name for what libraries differ in, such as "compiler". */
int csv_column_is_of_library(const struct csv_column *column);

/* Reads the next line below the header like csv_record_next, but passes over lines with nothing but
 * delimiters, over the header where it repeats, and over the totals of pivot tables. Also returns
 * ERR_DAMAGED if the line does not have as many columns as the header. */
int csv_columns_next(const struct csv_columns *columns, struct csv_record *record, struct err *err);

/* Whether RECORD is the header once more. */
int csv_columns_is_header(const struct csv_columns *columns, const struct csv_record *record);

/* Goes to the first line below the header. */
int csv_columns_skip_header(const struct csv_columns *columns, struct csv_record *record,
                            struct err *err);

/* Makes column C a measure, of LIBRARY or NULL. If its header has no unit, its numbers are in that
 * of the column LIKE; `count`: in none. Returns 0 if memory runs out. */
int csv_columns_make_measure(struct csv_columns *columns, size_t c, const char *library,
                             size_t like);

/* A column of a parameter may have this before its name, whatever that is. */
#define CSV_PARAMETER_MARK "parameter:"
int csv_has_parameter_mark(const char *name);
/* Returns the name of the parameter of a column called NAME, in NAME. */
const char *csv_parameter_name(const char *name);

/* Returns the first column with that NAME in any case; columns->count if there is none. */
size_t csv_columns_find(const struct csv_columns *columns, const char *name);
int csv_columns_have(const struct csv_columns *columns, const char *name);

/* Whether some column has ROLE, one of the single ones. */
int csv_columns_have_role(const struct csv_columns *columns, enum csv_role role);
int csv_columns_count_role(const struct csv_columns *columns, enum csv_role role);
void csv_columns_set_role(struct csv_columns *columns, size_t c, enum csv_role role);

/* Whether the header says by csv.h's own names what its numbers are, so that nothing was guessed.
 */
int csv_columns_are_plain(const struct csv_columns *columns);

/* Return CODE, or ERR_FAILED: a line of RECORD is wrong for the reason WHY, which ends with NAME.
 */
int csv_columns_refuse(const struct csv_record *record, int code, const char *why, const char *name,
                       struct err *err);
int csv_columns_no_memory(const struct csv_record *record, struct err *err);

#endif
