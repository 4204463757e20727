/* SPDX-License-Identifier: GPL-3.0-or-later */
/* markdown.c: writes a table in GitHub's Markdown for each action: a row for each point, and a
 * column for each library with the mean of its samples, in a unit that suits the value. For
 * statistics use `bench-analyze --format markdown`. */
#include "formats/foreign/foreign.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/model/run.h"
#include "formats/model/sample_words.h"
#include "formats/text/decimal.h"
#include "formats/text/seconds.h"
#include "formats/text/unicode.h"
#include "formats/import/format.h"

enum { DIGITS = 3 };

/* Escapes what would begin markup or another column. */
static void write_text(FILE *file, const char *text) {
    char *escaped = utf8_escape(text);
    for (const char *at = escaped ? escaped : "?"; *at; at++) {
        if (strchr("\\`*_{}[]<>()#+|!~", *at))
            fputc('\\', file);
        fputc((unsigned char)*at < ' ' ? ' ' : *at, file);
    }
    free(escaped);
}

/* The second measurement of the reference gets no column. */
static int is_shown(const struct series *series) {
    return !facts_find(&series->facts, FACT_CONTROL_OF);
}

static int has_size(const struct measurement *m) {
    return !facts_find(&m->facts, FACT_AXIS);
}

static int add(struct writing *writing, const struct run *run, const struct measurement *m,
               struct err *err) {
    FILE *file = writing->destination.file;
    (void)err;
    fputs(writing->measurements ? "\n## " : "## ", file);
    write_text(file, m->name);
    const char *per = sample_per(facts_text(&m->facts, FACT_SAMPLES_ARE, NULL));
    fputs(per ? "\n\nMean time per " : "\n\nMean time of a call, ", file);
    if (per) {
        write_text(file, per);
        fputs(", ", file);
    }
    write_text(file, run->name ? run->name : "a run");
    const char *cpu = facts_text(&run->facts, FACT_CPU, NULL);
    if (cpu) {
        fputs(", ", file);
        write_text(file, cpu);
    }
    fputs(".\n\n", file);

    size_t columns = (size_t)has_size(m) + m->parameter_count;
    fputs(has_size(m) ? "| size " : "", file);
    for (size_t i = 0; i < m->parameter_count; i++) {
        fputs("| ", file);
        write_text(file, m->parameters[i].name);
        fputc(' ', file);
    }
    for (size_t s = 0; s < m->series_count; s++) {
        if (!is_shown(&m->series[s]))
            continue;
        fputs("| ", file);
        write_text(file, m->series[s].name);
        fputc(' ', file);
        columns++;
    }
    fputs("|\n", file);
    for (size_t i = 0; i < columns; i++)
        fputs("| ---: ", file);
    fputs("|\n", file);

    for (size_t p = 0; p < m->points; p++) {
        if (has_size(m))
            fprintf(file, "| %lld ", (long long)m->sizes[p]);
        for (size_t i = 0; i < m->parameter_count; i++) {
            double value = m->parameters[i].values[p];
            fprintf(file, "| %s ", isfinite(value) ? digits_shortest(value).text : "");
        }
        for (size_t s = 0; s < m->series_count; s++)
            if (is_shown(&m->series[s])) {
                const struct series *series = &m->series[s];
                char text[32];
                int64_t status = series->status[p];
                double mean = cell_summary_of(m, series, p).mean;
                int is_told = status > CELL_NOT_MEASURED;
                fprintf(file, "| %s%s%s ",
                        isnan(mean) ? "" : seconds_format(text, sizeof text, mean, DIGITS),
                        is_told && !isnan(mean) ? ", " : "",
                        is_told ? cell_status_name((int)status) : "");
            }
        fputs("|\n", file);
    }
    return 0; /* the commit reports a failed write */
}

static const struct format_writer writer = {.holds_many_runs = 0, .add = add};

const struct format markdown_format = {
    .name = "markdown",
    .about = "tables of means in Markdown",
    .extensions = "md markdown",
    .writer = &writer,
};
