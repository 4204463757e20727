/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choose.h: which runs and actions of an archive a command line means. */
#ifndef BENCHMAT_STORE_ARCHIVE_CHOOSE_H
#define BENCHMAT_STORE_ARCHIVE_CHOOSE_H

#include <stddef.h>

#include "formats/import/format.h"
#include "store/archive/archive.h"
#include "store/file/lock.h"
#include "store/schema/extent.h"

/* One measurement: an action of a run. */
struct choice {
    size_t run;         /* its number in the archive, from 0 */
    const char *action; /* valid until archive_close */
};

struct choices {
    struct choice *items; /* by action's first appearance, then by run */
    size_t count;
    size_t passed_over; /* older measurements of the chosen actions that "latest" left out */
};

/* What is asked for. */
struct choice_terms {
    const char *runs;   /* NULL or "latest": each action's latest; "all"; a run's name "run_000007"
                           or number "7"; a span "3..7"; a uuid: as select.h */
    const char *action; /* NULL: all; a name, with or without "action_" in front, or several:
                           "axpy,dot" */
    const char *host;   /* only runs that were measured there; NULL: anywhere */
    double since;       /* only runs that started then or later, in seconds since 1970; NaN:
                           whenever */
};

/* Finds the measurements that TERMS mean; "latest" is the latest of the runs of that host and date.
 * A run or action that is not there is an ERR_ABSENT that lists those that are, a word that can
 * mean no run an ERR_USAGE. On success COUNT is at least 1, and the caller gives CHOICES to
 * choices_release. */
int archive_choose(struct archive *archive, const struct choice_terms *terms,
                   struct choices *choices, struct err *err);

/* Whether ACTION is one of those WANTED: as above. */
int choice_means(const char *action, const char *wanted);

void choices_release(struct choices *choices);

/* Who is given a measurement piece by piece. What is passed is valid until the call returns; a
 * result other than 0 ends the reading. */
struct choice_visitor {
    /* RUN has WHOLE as its only measurement: all that was wanted of it but samples. Arrays that
     * nobody asked for are NULL, and so are those of samples. */
    int (*begin)(void *context, const struct run *run, const struct measurement *whole,
                 struct err *err);
    /* The points of WHOLE from FIRST on, as a measurement of their own without facts: with the
     * arrays of samples that were wanted and are there, NULL for the others. Every point comes
     * once, in order. The numbers in these arrays may be anything. */
    int (*points)(void *context, const struct measurement *window, size_t first, struct err *err);
    /* NULL, or for who does not need the series of a point side by side: may be called instead for
     * all points of a measurement. Of the points from FIRST on, first series 0 comes, with the
     * arrays of samples of that alone, then series 1, and so on; then the next points. */
    int (*series)(void *context, const struct measurement *window, size_t first, size_t series,
                  struct err *err);
    int (*end)(void *context, struct err *err);
};

/* Reads what was chosen, one measurement after the other, WANTED being how much of each; with
 * READER_HEAD nothing but begin is called, and no sample is read. Two processes read ahead
 * meanwhile, unless what is large stands in the file as it does in memory: then there is nothing to
 * be done ahead. Of the samples no more is in memory than a few MiB for each process, whatever the
 * archive's size, unless a single point is more, which is put together as a whole. */
int choices_stream(struct archive *archive, const struct choices *choices,
                   enum reader_extent wanted, const struct choice_visitor *visitor, void *context,
                   struct err *err);

/* --- choose foreign --- */

/* The choice that choose.h makes in an archive, among the runs of a foreign file.
 */

/* The runs are numbered from 1, as they stand in the file at PATH, and may have names of their own,
 * which come before numbers. In CHOICES the actions are those of RUNS. ERR_ABSENT where nothing is
 * what TERMS ask for. */
int foreign_choose(const struct runs *runs, const char *path, const struct choice_terms *terms,
                   struct choices *choices, struct err *err);

/* --- foreign --- */

/* Files that are no archives, whether formats/ reads them or, as HDF5, the store. */

struct foreign {
    const char *path;            /* borrowed */
    const struct format *format; /* NULL: told while it is read */
    int is_mat73;                /* a MAT-file of HDF5, which a child reads (mat73.h) */
};

/* Whether the file, or pipe, at PATH is one; FOREIGN says of what kind. Otherwise it is an archive,
 * or nothing that anybody knows. */
int foreign_is(struct foreign *foreign, const char *path);

/* That file of FORMAT, whatever it looks like; NULL: as it looks. */
struct foreign foreign_of(const struct format *format, const char *path);

/* As format_read; OPTIONS and HOW, whom mat73_read may tell something, may be NULL. */
int foreign_read(const struct foreign *foreign, const struct format_options *options,
                 const struct access *how, struct runs *runs, struct err *err);

#endif
