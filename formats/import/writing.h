/* SPDX-License-Identifier: GPL-3.0-or-later */
/* writing.h: runs into a file of another program, one measurement after the other, so that no more
 * than one has to be in memory. */
#ifndef BENCHMAT_FORMATS_IMPORT_WRITING_H
#define BENCHMAT_FORMATS_IMPORT_WRITING_H

#include "formats/files/destination.h"
#include "formats/files/directory.h"
#include "formats/import/format.h"
#include "formats/model/run.h"

/* A file that comes about. */
struct writing {
    const struct format *format;
    const struct writing_options *options;
    struct destination destination; /* one of the two is open between begin and end: this, */
    struct directory directory;     /* or, where the format writes directories, that */
    size_t measurements;            /* that have been written */
    void *state;                    /* the format's own, which its `release` frees */
    char **actions; /* private: of a format that holds one run of each, those written */
    size_t action_count;
};

/* Begins a file or directory at PATH; NULL or "-" is standard output. OPTIONS are borrowed until
 * the end. ERR_USAGE: FORMAT is not written, or not in that shape, or a directory, and PATH is
 * none. On failure there is nothing to end. */
int writing_begin(struct writing *writing, const struct format *format, const char *path,
                  const struct writing_options *options, struct err *err);

/* Whether all measurements are to be told first, by writing_plan. */
int writing_wants_plan(const struct writing *writing);
/* Tells of a measurement that will be added: all that RUN and WHOLE say but samples, whose arrays
 * may be NULL. */
int writing_plan(struct writing *writing, const struct run *run, const struct measurement *whole,
                 struct err *err);

/* Writes what RUN knows of M, which is one of its measurements or, with RUN's name and facts,
 * stands for one. Measurements of one run come one after the other. */
int writing_add(struct writing *writing, const struct run *run, const struct measurement *m,
                struct err *err);

/* Ends: with CODE 0 the file or directory is put in its place, otherwise everything is as it was
 * before, and CODE is returned. ERR_USAGE where nothing was written. */
int writing_end(struct writing *writing, int code, struct err *err);

#endif
