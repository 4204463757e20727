/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format.h: what a format of other programs is, and how its files become runs.
 *
 * Each format is a struct of this kind, and a row in the table of registry.c. Its reader adds the
 * samples that a file has to a gathering (import_builder.h), of which the very same struct run
 * comes that an archive gives. HDF5 archives are no formats: the store opens them.
 *
 * What a file says besides samples becomes facts of the run: under the names that run.h has
 * (FACT_STARTED, FACT_HOST, ...) where it means the same, else under its own name after the
 * format's: "google_benchmark_num_cpus". A run that was read has no uuid. Its name is its own,
 * where the file tells runs apart, else that of the file, without directory and extension. */
#ifndef BENCHMAT_FORMATS_IMPORT_FORMAT_H
#define BENCHMAT_FORMATS_IMPORT_FORMAT_H

#include <stddef.h>

#include "formats/files/destination.h"
#include "formats/files/source.h"
#include "formats/import/import_builder.h"
#include "formats/model/run.h"

/* --- words --- */

/* Lists of words separated by blanks. */

/* Whether WORD is one of those in LIST, in capitals or not. */
int words_have(const char *list, const char *word);

/* --- format --- */

/* Facts of every run that was read; the digest is an archive's, which sets it. */
#define FACT_SOURCE_FILE   "source_file"        /* as it was named */
#define FACT_SOURCE_FORMAT "source_format"      /* the name of its format */
#define FACT_UNSIZED       "without_size_param" /* those that have not the parameter asked for */
#define FACT_SOURCE_SHA256 "source_sha256" /* of the file; of a directory, a line for each file */

/* What is to be said about a file that does not say it itself; all may be NULL, or 0. */
struct format_options {
    const char *size_param; /* the parameter that is the size; what has none of that name has its
                               usual one, and is named in FACT_UNSIZED, unless all are so */
    const char *action;     /* the action, where the file names none */
    const char *library;    /* the library, where the file names none */
    size_t memory;          /* bytes that reading may take, where a file can say that it is larger
                               than it is; 0: what is usual for the format */
};

/* What of a measurement a file is to hold. */
enum writing_shape {
    WRITING_USUAL,   /* what is natural for the format */
    WRITING_SAMPLES, /* every sample */
    WRITING_SUMMARY, /* one line for each library at each point */
    WRITING_WIDE,    /* the means, a column for each library */
    WRITING_SHAPES
};

/* Zero-initialised is usual. */
struct writing_options {
    enum writing_shape shape;
    const char *unit; /* of times or rates; NULL: what is usual for the format */
};

struct writing; /* format.h */

/* How a format is written; what is NULL is not needed. All return 0 or an error. */
struct format_writer {
    unsigned shapes;        /* it has beside WRITING_USUAL: bits 1 << enum writing_shape */
    const char *units;      /* that writing_options may name, such as "s mflops"; NULL: none */
    int holds_many_runs;    /* otherwise of each action only one run is written */
    int writes_directories; /* in place of files (destination.h) */
    int (*begin)(struct writing *writing, struct err *err);
    /* Is told of every measurement, without samples, before the first is added. */
    int (*plan)(struct writing *writing, const struct run *run, const struct measurement *whole,
                struct err *err);
    int (*add)(struct writing *writing, const struct run *run, const struct measurement *m,
               struct err *err);
    int (*end)(struct writing *writing, struct err *err); /* only after success */
    void (*release)(void *state);                         /* in any case */
};

struct format {
    const char *name, *about;
    const char *extensions; /* such as "csv tsv"; "" for none of its own */
    /* NULL, as is `read`, where it is only written. Whether a file of that PATH that begins with
     * the N bytes at HEAD (all of it, or a part) is of this format. */
    int (*recognises)(const char *head, size_t n, const char *path);
    /* Adds what is in SOURCE to GATHER. ERR_DAMAGED with one line that names the file and the place
     * where it is not what it should be; ERR_USAGE where OPTIONS do not fit. */
    int (*read)(struct import_builder *builder, const struct source *source,
                const struct format_options *options, struct err *err);
    /* In place of `read`, for files that have arrays as runs have them: makes the runs. RUNS is
     * empty before, and released by the caller, also after a failure. */
    int (*read_runs)(struct runs *runs, const struct source *source,
                     const struct format_options *options, struct err *err);
    int takes_directories;              /* all its files in a directory are one run */
    const struct format_writer *writer; /* NULL: it is only read */
};

/* --- writing --- */

/* Runs into a file of another program, one measurement after the other, so that no more
 * than one has to be in memory. */

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
