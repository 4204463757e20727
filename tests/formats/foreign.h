/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foreign.h: files of other programs, and texts that could be such files, read for the tests. */
#ifndef BENCHMAT_TESTS_FORMATS_FOREIGN_H
#define BENCHMAT_TESTS_FORMATS_FOREIGN_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/foreign/registry.h"
#include "formats/model/measures.h"
#include "tests/test.h"

#define FOREIGN_SAMPLES "tests/formats/samples/"

/* The only one of RUNS. */
static inline struct run *foreign_only(struct runs *runs) {
    assert_int_equal(runs->count, 1);
    struct run *run = runs->items[0];
    runs->count = 0;
    runs_release(runs);
    return run;
}

/* The run that the sample file NAME is. */
static inline struct run *foreign_sample(const struct format *format, const char *name,
                                         const struct format_options *options) {
    char path[300];
    struct err err = {""};
    struct runs runs;
    snprintf(path, sizeof path, FOREIGN_SAMPLES "%s", name);
    if (format_read(format, path, options, &runs, &err))
        fail_msg("%s", err.message);
    return foreign_only(&runs);
}

/* The run that TEXT is as a file called PATH. */
static inline struct run *foreign_run(const struct format *format, const char *path,
                                      const char *text, const struct format_options *options) {
    struct err err = {""};
    struct runs runs;
    if (format_read_memory(format, text, strlen(text), path, options, &runs, &err))
        fail_msg("%s", err.message);
    return foreign_only(&runs);
}

/* TEXT is refused with that message. */
static inline void foreign_assert_refused(const struct format *format, const char *path,
                                          const char *text, const struct format_options *options,
                                          const char *message) {
    struct err err = {""};
    struct runs runs;
    int rc = format_read_memory(format, text, strlen(text), path, options, &runs, &err);
    assert_int_equal(runs.count, 0);
    assert_true(rc < 0);
    assert_string_equal(err.message, message);
}

/* Whether all that counts in RUN is as run.h says. */
static inline void foreign_assert_sound(const struct run *run) {
    assert_true(run->measurement_count > 0);
    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct measurement *m = &run->measurements[i];
        assert_true(m->series_count > 0 && m->points > 0 && *m->name);
        for (size_t p = 0; p < m->points; p++)
            assert_true(m->seeds[p] >= 0 && (size_t)m->seeds[p] <= m->max_seeds);
        for (size_t s = 0; s < m->series_count; s++)
            for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++)
                assert_false(m->series[s].seconds[k] < 0 || isinf(m->series[s].seconds[k]));
    }
}

/* Reads the N bytes at TEXT out of memory that ends with them. Either a sound run comes of it, or
 * an error that says something. */
static inline void foreign_read_any(const struct format *format, const char *path, const char *text,
                                    size_t n) {
    struct err err = {""};
    struct runs runs;
    char *exact = malloc(n ? n : 1);
    memcpy(exact, text, n);
    if (format_read_memory(format, exact, n, path, NULL, &runs, &err))
        assert_true(!runs.count && strstr(err.message, path) && !strchr(err.message, '\n'));
    for (size_t i = 0; i < runs.count; i++)
        foreign_assert_sound(runs.items[i]);
    runs_release(&runs);
    free(exact);
}

/* The N bytes at TEXT as a file called PATH, cut at each of them, and with each damaged. */
static inline void foreign_cut_and_damage_text(const struct format *format, const char *path,
                                               char *text, size_t n) {
    for (size_t cut = 0; cut <= n; cut++)
        foreign_read_any(format, path, text, cut);
    for (size_t at = 0; at < n; at++) {
        char was = text[at];
        text[at] = "\"{}[],:0-9e/\n\0\377x"[at % 16];
        foreign_read_any(format, path, text, n);
        text[at] = was;
    }
}

/* The same for the file at PATH. */
static inline void foreign_cut_and_damage(const struct format *format, const char *path) {
    struct source source;
    struct err err = {""};
    assert_int_equal(source_read(&source, path, SOURCE_MOST_BYTES, &err), 0);
    foreign_cut_and_damage_text(format, path, source.owned, source.length);
    source_release(&source);
}

/* The seconds of a library at a place. */
static inline double foreign_seconds(const struct measurement *m, const char *library, size_t point,
                                     size_t round, size_t seed) {
    const struct series *series = measurement_find(m, library);
    assert_non_null(series);
    assert_true(point < m->points && round < m->rounds && seed < m->max_seeds);
    return series->seconds[measurement_index(m, point, round, seed)];
}

/* The value of the measure NAME of SERIES at a place among its samples; NaN if there is none. */
static inline double foreign_measure(const struct measurement *m, const struct series *series,
                                     const char *name, size_t at) {
    const char *list = facts_text(&m->facts, FACT_MEASURES, "");
    struct file_measure measure;
    for (size_t k = 0; measures_take(&list, &measure); k++)
        if (strcmp(measure.name, name) == 0)
            return series->measures[k] ? series->measures[k][at] : NAN;
    return NAN;
}

#endif
