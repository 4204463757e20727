/* SPDX-License-Identifier: GPL-3.0-or-later */
/* btl.c: reads and writes results of the Bench Template Library, by L. Plagne (EDF R&D, 2002) and
 * G. Guennebaud, as in Eigen's sources under bench/btl.
 *
 * A file bench_<action>_<library>.dat has a line "<size> <MFlop/s>" for each size. BTL keeps no
 * times: it divides the operations that it counts for an action by the time of a call, the best of
 * several tries. The reader divides the same operations, from nb_op_base in bench/btl/actions, by
 * the rate to get the times back; FACT_SAMPLES_ARE says that they are derived. A size whose
 * operations or rate are 0 or unknown was not measured.
 *
 * What stands before bench_, as in gcc-bench_axpy_STL.dat, joins the name of the library, "STL
 * (gcc)", unless it is "btl".
 *
 * Actions get their names here: matrix_vector becomes matrix_vector_product. If the name of the
 * file does not separate action from library, options->action says which action it begins with. A
 * directory of such files becomes one run. */

/* The writer makes a directory of such files, with the MFlop/s of the mean time at each size.
 *
 * It uses the operations that BTL counts, so that BTL's scripts can draw our results beside their
 * own. For an action that BTL lacks, it uses those that the action states; without these, only
 * --unit s works. With --unit s the files hold seconds and end in .seconds, so that nobody takes
 * them for rates. The writer refuses points that differ in more than their size, and leaves out
 * cells that are not CELL_OK. */
#include "formats/foreign/foreign.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/foreign/registry.h"
#include "formats/import/format.h"
#include "formats/model/run.h"
#include "formats/text/decimal.h"
#include "formats/text/unicode.h"

/* --- actions of BTL --- */

/* BTL's name of an action in file names, our name, and BTL's operations as a polynomial in the
 * size: the coefficients of n, n^2, n^3 and 1. If BTL counts in a loop, this is the closed form of
 * the sum. */
static const struct counted {
    const char *word, *action;
    double n, n2, n3, constant;
} counts[] = {
    {"axpy", "axpy", 2, 0, 0, 0},
    {"axpby", "axpby", 3, 0, 0, 0},
    {"rot", "rot", 6, 0, 0, 0},
    {"matrix_vector", "matrix_vector_product", 0, 2, 0, 0},
    {"atv", "atv_product", 0, 2, 0, 0},
    {"symv", "symv", 0, 2, 0, 0},
    {"syr2", "syr2", 0, 2, 0, 0},
    {"ger", "ger", 0, 2, 0, 0},
    {"trisolve_vector", "trisolve_vector", 0, 1, 0, 0},
    {"trisolve", "trisolve_vector", 0, 1, 0, 0},
    {"matrix_matrix", "matrix_matrix_product", 0, 0, 2, 0},
    {"ata", "ata_product", 0, 0, 2, 0},
    {"aat", "aat_product", 0, 0, 1, 0},
    {"trmm", "trmm", 0, 0, 1, 0},
    {"trisolve_matrix", "trisolve_matrix", 0, 0, 1, 0},
    {"cholesky", "cholesky", -4.0 / 3, 1, 1.0 / 3, 0},
    {"complete_lu_decomp", "complete_lu_decomp", 0, 1, 2.0 / 3, 0},
    {"lu_decomp", "complete_lu_decomp", 0, 1, 2.0 / 3, 0},
    {"partial_lu_decomp", "partial_lu_decomp", 0, 1, 2.0 / 3, 0},
    {"partial_lu", "partial_lu_decomp", 0, 1, 2.0 / 3, 0},
    {"lu_solve", "lu_solve", 0, 0, 2.0 / 3, 0},
    {"hessenberg", "hessenberg", -11.0 / 6, -5.0 / 2, 10.0 / 3, -13},
    {"tridiagonalization", "tridiagonalization", 17.0 / 6, -5.0 / 2, 8.0 / 3, -17},
};
enum { COUNTS = sizeof counts / sizeof *counts, NAME = 256, LONGEST_LINE = 256 };

static double operations(const struct counted *counted, double n) {
    return counted->constant + n * (counted->n + n * (counted->n2 + n * counted->n3));
}

static const struct counted *given_action(const char *action) {
    for (size_t i = 0; i < COUNTS; i++)
        if (strcmp(counts[i].word, action) == 0 || strcmp(counts[i].action, action) == 0)
            return &counts[i];
    return NULL;
}

double btl_operations(const char *action, double size) {
    const struct counted *counted = given_action(action);
    return counted ? operations(counted, size) : NAN;
}

/* Returns BTL's name in file names for ACTION, which may be BTL's name or ours; ACTION itself if
 * BTL has none. */
static const char *btl_word(const char *action) {
    const struct counted *counted = given_action(action);
    return counted ? counted->word : action;
}

/* --- one line --- */

static int is_blank_line(const char *line, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r')
            return 0;
    return 1;
}

/* Reads "size rate" from the LENGTH bytes at LINE. Returns whether the line holds these two. */
static int read_line(const char *line, size_t length, int64_t *size, double *rate) {
    size_t i = 0, blank;
    while (i < length && (line[i] == ' ' || line[i] == '\t'))
        i++;
    for (blank = i; blank < length && line[blank] != ' ' && line[blank] != '\t';)
        blank++;
    if (length > LONGEST_LINE || is_blank_line(line + blank, length - blank) ||
        !decimal_read_whole(line + i, blank - i, size))
        return 0;
    const char *rest = line + blank;
    *rate = NAN;
    return decimal_read(rest, length - blank, rate) || decimal_is_missing(rest, length - blank);
}

static int begins_with_rate(const char *text, size_t length) {
    const char *end = memchr(text, '\n', length);
    int64_t size;
    double rate;
    return read_line(text, end ? (size_t)(end - text) : length, &size, &rate);
}

/* --- the name of the file --- */

/* Returns the length of WORD and the underscore before the library, if NAME begins with them; else
 * 0. */
static size_t match(const char *name, const char *word) {
    size_t length = strlen(word);
    int is_whole = strncmp(name, word, length) == 0 && name[length] == '_' && name[length + 1];
    return is_whole ? length + 1 : 0;
}

/* Returns the action with which NAME begins, the longest of several, or NULL. LENGTH covers its
 * name and the underscore after it. */
static const struct counted *find_action(const char *name, size_t *length) {
    const struct counted *best = NULL;
    *length = 0;
    for (size_t i = 0; i < COUNTS; i++) {
        size_t word = match(name, counts[i].word), action = match(name, counts[i].action);
        size_t longest = word > action ? word : action;
        if (longest > *length) {
            *length = longest;
            best = &counts[i];
        }
    }
    return best;
}

#define BENCH "bench_"

/* Returns where "bench_" begins in NAME, at its beginning or after a separator; NULL: nowhere. */
static const char *find_bench(const char *name) {
    const char *at = strstr(name, BENCH);
    while (at && at > name && isalnum((unsigned char)at[-1]))
        at = strstr(at + 1, BENCH);
    return at;
}

/* Finds the action and the library of the file. */
static int take_names(const struct source *source, const struct format_options *options,
                      const struct counted **action, char library[NAME], struct err *err) {
    char stem[NAME];
    size_t length = 0, prefix = 0;
    const char *name = source_stem(stem, sizeof stem, source->path), *bench = find_bench(name);
    if (bench) {
        prefix = (size_t)(bench - name);
        name = bench + strlen(BENCH);
    }
    *action = find_action(name, &length);
    if (options->action && (*action = given_action(options->action))) {
        size_t word = match(name, (*action)->word), own = match(name, (*action)->action);
        length = word > own ? word : own;
    }
    if (!*action) {
        if (!begins_with_rate(source->text, source->length))
            return format_refuse(source->path, source->text, source->length, err);

        const char *path = source->path;
        char list[512] = "";
        size_t used = 0;
        for (size_t i = 0; i < COUNTS; i++)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "",
                                     counts[i].word);
        return err_set(err, ERR_DAMAGED,
                       "%s: the name is not bench_<action>_<library>.dat with an action whose "
                       "operations are known: %s",
                       path, list);
    }
    prefix -= prefix > 0; /* what separates it */
    int has_prefix = prefix && !(prefix == 3 && strncmp(stem, "btl", 3) == 0);
    snprintf(library, NAME, "%s%s%.*s%s", options->library ? options->library : name + length,
             has_prefix ? " (" : "", has_prefix ? (int)prefix : 0, stem, has_prefix ? ")" : "");
    return 0;
}

/* --- whole files --- */

static double seconds_of(const struct counted *action, int64_t size, double rate) {
    double count = operations(action, (double)size);
    return count > 0 && rate > 0 && isfinite(rate) ? count / (rate * 1e6) : NAN;
}

static int read_btl(struct import_builder *builder, const struct source *source,
                    const struct format_options *options, struct err *err) {
    const struct counted *action;
    char library[NAME];
    int rc = take_names(source, options, &action, library, err);
    if (rc == 0)
        rc = source_check_text(source, err);
    size_t at = 0;
    for (size_t number = 1; rc == 0 && at < source->length; number++) {
        const char *line = source->text + at, *end = memchr(line, '\n', source->length - at);
        size_t length = end ? (size_t)(end - line) : source->length - at;

        int64_t size;
        double rate;
        if (is_blank_line(line, length))
            rc = 0;
        else if (!read_line(line, length, &size, &rate) || rate < 0 || isinf(rate))
            rc = err_set(err, ERR_DAMAGED, "%s: line %zu: not a size and its MFlop/s", source->path,
                         number);
        else {
            struct import_builder_sample sample = {
                .action = action->action,
                .library = library,
                .size = size,
                .seed = IMPORT_BUILDER_NEXT,
                .seconds = seconds_of(action, size, rate),
                .cpu_seconds = NAN,
                .calls = -1,
                .samples_are = "derived from MFlop/s, the best of several tries",
                .place = number};
            rc = import_builder_add(builder, &sample, err);
        }

        at += length + 1;
    }
    return rc;
}

static int recognises(const char *head, size_t n, const char *path) {
    const char *slash = strrchr(path, '/');
    return find_bench(slash ? slash + 1 : path) && begins_with_rate(head, n);
}

const struct format btl_format = {
    .name = "btl",
    .about = "Bench Template Library: bench_<action>_<library>.dat, or a directory of them",
    .extensions = "dat",
    .recognises = recognises,
    .read = read_btl,
    .takes_directories = 1,
    .writer = &btl_writer,
};

/* --- writing --- */

static int is_in_seconds(const struct writing *writing) {
    return writing->options->unit && strcmp(writing->options->unit, "s") == 0;
}

static int write_library(struct writing *writing, const struct measurement *m,
                         const struct series *series, struct err *err) {
    char *name = NULL;
    FILE *file = NULL;
    if (asprintf(&name, "bench_%s_%s.%s", btl_word(m->name), series->name,
                 is_in_seconds(writing) ? "seconds" : "dat") < 0)
        return err_set(err, ERR_FAILED, "no memory for the name of a file");
    char *escaped = utf8_escape(name);
    int code = escaped ? directory_begin_file(&writing->directory, escaped, &file, err)
                       : err_set(err, ERR_FAILED, "no memory for the name of a file");
    free(escaped);
    free(name);
    if (code)
        return code;
    for (size_t p = 0; p < m->points; p++) {
        /* The value after the size; NaN if there is none. */
        double seconds = cell_summary_of(m, series, p).mean;
        double counted = btl_operations(m->name, (double)m->sizes[p]);
        double operations = isnan(counted) && m->flops ? m->flops[p] : counted;
        double value = is_in_seconds(writing) ? seconds : operations / seconds / 1e6;
        if (isfinite(value) && series->status[p] == CELL_OK)
            fprintf(file, "%lld %s\n", (long long)m->sizes[p], digits_shortest(value).text);
    }
    return directory_end_file(&writing->directory, file, err);
}

static int plan(struct writing *writing, const struct run *run, const struct measurement *whole,
                struct err *err) {
    (void)run;
    if (whole->parameter_count || facts_find(&whole->facts, FACT_AXIS))
        return err_set(err, ERR_USAGE,
                       "%s: its points differ in more than their size, for which BTL's files have "
                       "no place; export others with --action",
                       whole->name);
    if (is_in_seconds(writing) || !isnan(btl_operations(whole->name, 1)) || whole->flops)
        return 0;
    return err_set(err, ERR_USAGE,
                   "%s: nobody says how many operations it has; export it with --unit s",
                   whole->name);
}

static int add(struct writing *writing, const struct run *run, const struct measurement *m,
               struct err *err) {
    int code = 0;
    (void)run;
    for (size_t s = 0; s < m->series_count && code == 0; s++)
        code = write_library(writing, m, &m->series[s], err);
    return code;
}

const struct format_writer btl_writer = {
    .units = "s mflops", .writes_directories = 1, .has_calls_only = 1, .plan = plan, .add = add};
