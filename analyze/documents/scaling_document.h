/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scaling_document.h: how each library's throughput follows the number of threads, ranks or nodes
 * (thread_laws.h), as a document.
 *
 * A curve is a library and a variant (variants.h) along the axis of scaling (scaling_axis.h).
 * Strong scaling has two rows for it, of Amdahl's law and of the USL; weak scaling has one, of
 * Gustafson's law, and its curves are those of the size with the fewest threads. Besides there is a
 * point for each cell of a curve that has an efficiency. A curve takes the cells that are right,
 * and of these only the ones with no more threads than the run's CPUs, unless all are asked for:
 * with more threads than CPUs the threads take turns, which neither law describes. */
#ifndef BENCHMAT_ANALYZE_DOCUMENTS_SCALING_DOCUMENT_H
#define BENCHMAT_ANALYZE_DOCUMENTS_SCALING_DOCUMENT_H

#include "analyze/complexity/thread_laws.h"
#include "analyze/documents/section_document.h"
#include "formats/model/string_pool.h"

/* One law of one curve. Numbers are NaN and texts NULL if undefined; the table or the rows own the
 * texts. */
struct scaling_row {
    const char *archive, *action, *run, *type, *library;
    const char *variant; /* "size 512"; NULL if there is only one */
    const char *law;     /* "amdahl", "usl" or "gustafson" */
    struct thread_law fitted;
    const char *peak_is; /* "measured", "extrapolated": beyond the threads fitted, or "none" */
    enum thread_laws_choice choice; /* of the curve */
    size_t points;                  /* thread counts fitted */
    size_t left_out;                /* thread counts that are not right */
    size_t above_cpus;              /* thread counts above the CPUs: fitted only if asked for */
    size_t rounds;                  /* rounds fitted: those with all of the thread counts */
    double fewest, most;            /* threads fitted */
    double cpus;                    /* of the run */
};

/* One cell of a curve. */
struct scaling_point {
    const char *archive, *action, *run, *type, *library, *variant;
    const char *at;          /* "4 threads" */
    double size;             /* NaN where it is that of the variant */
    struct interval mean;    /* seconds */
    struct interval speedup; /* of weak scaling: scaled */
    struct interval efficiency;
};

/* Zero-initialised: no rows. Holds the rows of all sections added so far, in order; they borrow the
 * table's texts. */
struct scaling_rows {
    struct scaling_row *items;
    size_t count;
    struct scaling_point *points;
    size_t point_count;
    int are_weak;             /* the latest rows */
    double work_off;          /* of these: how far work per thread is off, as a part of it */
    struct string_pool texts; /* private */
};

extern const struct column_set scaling_columns;

/* Bits of enum need. */
unsigned scaling_document_needs(int for_people);

/* Adds the rows of SECTION, by variant, then by library, then Amdahl's law before the USL; none if
 * it has no axis of scaling, or came without its rounds. HOW says which scaling, and whether thread
 * counts above the CPUs are fitted, too. ERR_USAGE: several axes vary, or the axis varies but not
 * in the way that HOW asks for. */
int scaling_document_add_rows(struct scaling_rows *rows, const struct table *table,
                              const struct section *section, const struct section_view *how,
                              struct err *err);
void scaling_document_release_rows(struct scaling_rows *rows);

/* For people: one section, whose curves are ROWS, with headings; below them what is to be known
 * before believing the numbers. */
int scaling_sheet(struct document *document, const struct section *section,
                  const struct scaling_rows *rows, const struct section_view *how, struct err *err);
/* For programs: all ROWS in one grid. */
int scaling_document_of_all(struct document *document, const struct scaling_rows *rows,
                            const struct section_view *how, struct err *err);

#endif
