/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format.h: what a file format of another program is, and how its files become runs and runs become
 * its files.
 *
 * Each format is a struct format and a row in the table of registry.c. Its reader adds the samples
 * of a file to a builder (import_builder.h), from which assemble.h makes the same struct run that
 * an archive gives. HDF5 archives are not formats: the store opens them.
 *
 * What a file says besides samples becomes facts of the run: under the names in run.h
 * (FACT_STARTED, FACT_HOST, ...) if the meaning is the same, else under its own name after that of
 * the format: "google_benchmark_num_cpus". A run from a file has no uuid. Its name is its own if
 * the file has several runs, else the stem of the file's name, without directory and extension. */
#ifndef BENCHMAT_FORMATS_IMPORT_FORMAT_H
#define BENCHMAT_FORMATS_IMPORT_FORMAT_H

#include <stddef.h>

#include "formats/files/destination.h"
#include "formats/files/source.h"
#include "formats/import/import_builder.h"
#include "formats/model/run.h"

/* Whether WORD is one of the words in LIST, which blanks separate. Ignores case. */
int words_have(const char *list, const char *word);

/* --- format --- */

/* Facts of every run that was read from a file. FACT_SOURCE_SHA256 is set by the store
 * (store/tools/provenance.h). */
#define FACT_SOURCE_FILE   "source_file"   /* the path as the user gave it */
#define FACT_SOURCE_FORMAT "source_format" /* the name of its format */
#define FACT_SOURCE_UNIT                                                                           \
    "source_unit" /* in which the numbers of its table were, in words,                             \
                     and by which calls they were divided */
#define FACT_UNSIZED       "without_size_param" /* benchmarks without the size parameter */
#define FACT_SPLIT         "split"         /* how names were taken apart; "names": by themselves */
#define FACT_SOURCE_SHA256 "source_sha256" /* of the file, or a line per file of a directory */

/* What the user says about a file that does not say it itself. All may be NULL or 0. */
struct format_options {
    /* The parameter that is the size. FACT_UNSIZED names the benchmarks without it, whose size is
     * the usual one; it is an error if no benchmark has it. */
    const char *size_param;
    /* Takes the names of benchmarks apart into actions and libraries (split.h): a pattern, or "" to
     * let the names decide; NULL: they stay. */
    const char *split;
    /* The unit of the numbers whose unit the file does not say, such as "ms" (header_words.h). */
    const char *unit;
    const char *as; /* what columns are in spite of their names: "host=nothing,k=size" (csv.h) */
    const char *action;  /* the action, if the file names none */
    const char *library; /* the library, if the file names none */
    size_t memory; /* bytes that reading may take, for formats whose files can claim to be larger
                      than they are; 0: usual for the format */
};

/* What a file holds of a measurement. */
enum writing_shape {
    WRITING_USUAL,   /* what is natural for the format */
    WRITING_SAMPLES, /* every sample */
    WRITING_SUMMARY, /* one line per library and point */
    WRITING_WIDE,    /* means, with a column per library */
    WRITING_SHAPES
};

/* Zero-initialised options are the usual ones. */
struct writing_options {
    enum writing_shape shape;
    const char *unit; /* of times or rates; NULL: usual for the format */
    int is_plain;     /* of tables: names as they are, even if a spreadsheet would calculate them */
};

struct writing; /* below */

/* How a format is written. Members that are not needed are NULL. All functions return 0 or an
 * error. */
struct format_writer {
    unsigned shapes;        /* shapes besides WRITING_USUAL: bits 1 << enum writing_shape */
    const char *units;      /* for writing_options, such as "s mflops"; NULL: none */
    int holds_many_runs;    /* 0: a file holds only one run of each action */
    int writes_directories; /* instead of files (destination.h) */
    int has_calls_only;     /* no file says that times are per byte (sample_words.h) */
    int has_mixed;          /* of one action some results may be rates alone, others times */
    int (*begin)(struct writing *writing, struct err *err);
    /* Receives every measurement, without samples, before the first `add`. */
    int (*plan)(struct writing *writing, const struct run *run, const struct measurement *whole,
                struct err *err);
    /* Receives the samples of every measurement, before the first `add`: some points of it at a
     * time, as a measurement without facts. Only of formats that have `plan`, and not for a shape
     * that has no samples. */
    void (*plan_samples)(struct writing *writing, const struct measurement *window);
    int (*add)(struct writing *writing, const struct run *run, const struct measurement *m,
               struct err *err);
    int (*end)(struct writing *writing, struct err *err); /* only after success */
    void (*release)(void *state);                         /* after success or failure */
};

struct format {
    const char *name, *about;
    const char *extensions; /* such as "csv tsv"; "" if it has none of its own */
    /* Whether a file at PATH that begins with the N bytes at HEAD (all of it, or a part) is of this
     * format. NULL, like `read`, if the format is only written. */
    int (*recognises)(const char *head, size_t n, const char *path);
    /* Adds the samples and facts in SOURCE to BUILDER. ERR_DAMAGED, with one line that names the
     * file and the faulty place; ERR_USAGE if OPTIONS do not fit. */
    int (*read)(struct import_builder *builder, const struct source *source,
                const struct format_options *options, struct err *err);
    /* Replaces `read` for files whose arrays are those of runs: makes RUNS, which are empty before.
     * The caller must release RUNS, also after a failure. */
    int (*read_runs)(struct runs *runs, const struct source *source,
                     const struct format_options *options, struct err *err);
    /* Whether a file that begins with the N bytes at HEAD may hold something in the place of times
     * (FACT_MEASURED). NULL: never, or its begin shows it. */
    int (*may_lack_times)(const char *head, size_t n);
    int has_units;         /* options->unit says in what its numbers are */
    int has_columns;       /* options->unit and ->as say what its columns are */
    int has_families;      /* names of its benchmarks may say what another file has as libraries */
    int takes_directories; /* all its files in a directory become one run */
    /* Whether the directory at PATH holds files of this format, for one whose files lie deeper in
     * it. NULL: files with its extensions. */
    int (*is_directory)(const char *path);
    /* Adds the samples of the directory at PATH to BUILDER, for one whose files lie deeper in it.
     * NULL: `read` is called for each file with its extensions. */
    int (*read_directory)(struct import_builder *builder, const char *path,
                          const struct format_options *options, struct err *err);
    const struct format_writer *writer; /* NULL: the format is only read */
};

/* --- writing --- */

/* Writes runs to a file of another program, one measurement after the other, so that only one has
 * to be in memory. */

/* A file that is being written. */
struct writing {
    const struct format *format;
    const struct writing_options *options;
    struct destination destination; /* open between begin and end, */
    struct directory directory;     /* or this if the format writes directories */
    size_t measurements;            /* how many have been written */
    void *state;                    /* the format's own, which its `release` frees */
    char **actions; /* private: actions written so far, unless the format holds many runs */
    size_t action_count;
};

/* Begins a file or directory at PATH; NULL or "-" is standard output. OPTIONS are borrowed until
 * the end. ERR_USAGE: FORMAT is not written, or not in that shape or unit; or it writes
 * directories, and PATH cannot be one (directory_open). After a failure there is nothing to end. */
int writing_begin(struct writing *writing, const struct format *format, const char *path,
                  const struct writing_options *options, struct err *err);

/* Whether the caller must pass all measurements to writing_plan before the first writing_add. */
int writing_wants_plan(const struct writing *writing);
/* Announces a measurement that writing_add will add: all of RUN and WHOLE except samples, whose
 * arrays may be NULL. */
int writing_plan(struct writing *writing, const struct run *run, const struct measurement *whole,
                 struct err *err);

/* Whether the caller must also pass the samples of each measurement, which may be in parts, to
 * writing_plan_samples before the first writing_add. */
int writing_wants_samples(const struct writing *writing);
void writing_plan_samples(struct writing *writing, const struct measurement *window);

/* Writes M. M is a measurement of RUN, or RUN has only the name and facts of its run. The
 * measurements of one run must come one after the other. */
int writing_add(struct writing *writing, const struct run *run, const struct measurement *m,
                struct err *err);

/* Ends the writing. If CODE is 0, puts the file or directory in its place; ERR_USAGE if nothing was
 * written. Otherwise leaves everything as it was before and returns CODE. */
int writing_end(struct writing *writing, int code, struct err *err);

#endif
