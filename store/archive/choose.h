/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choose.h: finds the runs and actions that a command line asks for, in an archive or a foreign
 * file, and reads them. */
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

/* What the user asks for. */
struct choice_terms {
    const char *runs;   /* NULL or "latest": each action's latest; else words as in run_words.h */
    const char *action; /* NULL: all; a name, as in action_names.h; or a list: "axpy,dgemm" */
    const char *host;   /* only runs measured on that host; NULL: any host */
    double since;       /* only runs started then or later, in seconds since 1970; NaN: any time */
};

/* Finds the measurements that TERMS ask for; "latest" means the latest among the runs with that
 * host and date. A missing run or action is an ERR_ABSENT whose message lists those that exist; a
 * word that cannot mean a run is an ERR_USAGE. On success COUNT is at least 1, and the caller gives
 * CHOICES to choices_release. */
int archive_choose(struct archive *archive, const struct choice_terms *terms,
                   struct choices *choices, struct err *err);

/* Whether WANTED, in the form of choice_terms.action, includes ACTION, measured in TYPE; NULL: any
 * type. */
int choice_means(const char *action, const char *type, const char *wanted);

void choices_release(struct choices *choices);

/* Callbacks that receive a measurement piece by piece. Arguments are valid until the call returns;
 * a nonzero result ends the reading. */
struct choice_visitor {
    /* RUN has WHOLE as its only measurement, with everything that was wanted except samples. Arrays
     * that were not wanted are NULL, and so are those of samples. */
    int (*begin)(void *context, const struct run *run, const struct measurement *whole,
                 struct err *err);
    /* Receives the points of WHOLE from FIRST on, as a measurement of their own without facts. It
     * has the arrays of samples that were wanted and exist, and NULL for the others and for those
     * of single threads, which only archive_read_run reads. Every point comes once, in order. The
     * numbers in these arrays may be anything. */
    int (*points)(void *context, const struct measurement *window, size_t first, struct err *err);
    /* NULL, or a callback that does not need the series of a point side by side; it may be called
     * instead of `points` for all points of a measurement. For the points from FIRST on, it
     * receives first series 0 with the arrays of samples of that series alone, then series 1, and
     * so on; then the next points follow. */
    int (*series)(void *context, const struct measurement *window, size_t first, size_t series,
                  struct err *err);
    int (*end)(void *context, struct err *err);
};

/* Reads the chosen measurements one after the other; WANTED says how much of each. With READER_HEAD
 * it calls only `begin` and reads no samples. Two processes read ahead meanwhile. At most a few MiB
 * of samples per process are in memory at once, whatever the archive's size, unless a single point
 * is larger: that is assembled as a whole. */
int choices_stream(struct archive *archive, const struct choices *choices,
                   enum reader_extent wanted, const struct choice_visitor *visitor, void *context,
                   struct err *err);

/* --- choosing in a foreign file --- */

/* Makes the same choice among the runs of a foreign file. */

/* Runs are numbered from 1, as they stand in the file at PATH. They may also have names of their
 * own, which take precedence over numbers. The action names in CHOICES belong to RUNS. ERR_ABSENT
 * if nothing matches TERMS: the message says what there is. */
int foreign_choose(const struct runs *runs, const char *path, const struct choice_terms *terms,
                   struct choices *choices, struct err *err);

/* --- foreign files --- */

/* Files that are not archives: formats/ reads them or, if they are HDF5, store/ does. */

struct foreign {
    const char *path;            /* borrowed */
    const struct format *format; /* NULL: detected while it is read */
    int is_mat73;                /* a MAT-file 7.3 (HDF5), which a child process reads (mat73.h) */
};

/* Whether the file or pipe at PATH is foreign; sets FOREIGN to its kind. Otherwise it is an archive
 * or of unknown format. */
int foreign_is(struct foreign *foreign, const char *path);

/* Treats the file at PATH as one of FORMAT, whatever it looks like; if FORMAT is NULL, it is
 * detected. */
struct foreign foreign_of(const struct format *format, const char *path);

/* As format_read. OPTIONS and HOW may be NULL; mat73_read may send HOW a message. */
int foreign_read(const struct foreign *foreign, const struct format_options *options,
                 const struct access *how, struct runs *runs, struct err *err);

#endif
