/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/environment.h"

static int is_plain(const char *text) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./=,:+@%";
    return *text && text[strspn(text, plain)] == '\0';
}

/* 'it'\''s': nothing but the quote itself is special between single quotes. */
static void write_quoted(FILE *out, const char *text) {
    if (is_plain(text)) {
        fputs(text, out);
        return;
    }
    fputc('\'', out);
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", out);
        else
            fputc(*text, out);
    fputc('\'', out);
}

static void set_command(struct facts *facts, char *const *arguments) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    for (size_t i = 0; arguments[i]; i++) {
        if (i)
            fputc(' ', out);
        write_quoted(out, arguments[i]);
    }
    fclose(out);
    facts_set_text(facts, FACT_COMMAND, text);
    free(text);
}

static void set_now(struct facts *facts, const char *name) {
    char now[32];
    environment_timestamp(now, sizeof now);
    facts_set_text(facts, name, now);
}

void record_begin(struct run *run, char *const *arguments) {
    char uuid[37];
    environment_uuid(uuid);
    facts_set_text(&run->facts, FACT_UUID, uuid);
    set_now(&run->facts, FACT_STARTED);
    set_now(&run->facts, FACT_FINISHED);
    facts_set_text(&run->facts, FACT_STATE, "interrupted");
    set_command(&run->facts, arguments);
    environment_describe(&run->facts);
}

/* Samples that waited for the CPU for more than 1 % of their time. */
static int64_t count_disturbed(const struct measurement *m) {
    int64_t count = 0;
    size_t per_point = m->rounds * m->max_seeds;
    for (size_t s = 0; s < m->series_count; s++)
        for (size_t k = 0; k < m->points * per_point; k++) {
            const struct series *series = &m->series[s];
            double seconds = series->seconds[k] * (double)series->calls[k / per_point];
            count += series->run_delay[k] > 0.01 * seconds;
        }
    return count;
}

void record_end(struct run *run, int is_complete) {
    for (size_t i = 0; i < run->measurement_count; i++)
        facts_set_integer(&run->measurements[i].facts, FACT_DISTURBED,
                          count_disturbed(&run->measurements[i]));
    set_now(&run->facts, FACT_FINISHED);
    facts_set_text(&run->facts, FACT_STATE, is_complete ? "complete" : "interrupted");
}

size_t record_count_samples(const struct run *run) {
    size_t count = 0;
    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct measurement *m = &run->measurements[i];
        for (size_t s = 0; s < m->series_count; s++)
            for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++)
                count += !isnan(m->series[s].seconds[k]);
    }
    return count;
}

size_t record_count_cells(const struct run *run, enum cell_status status) {
    size_t count = 0;
    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct measurement *m = &run->measurements[i];
        for (size_t s = 0; s < m->series_count; s++)
            for (size_t p = 0; p < m->points; p++)
                count += m->series[s].status[p] == status;
    }
    return count;
}

size_t record_count_faults(const struct run *run) {
    size_t count = 0;
    int is_complete = strcmp(facts_text(&run->facts, FACT_STATE, ""), "complete") == 0;
    for (int status = CELL_WRONG; status < CELL_STATUSES; status++)
        count += record_count_cells(run, (enum cell_status)status);
    return is_complete ? count + record_count_cells(run, CELL_NOT_MEASURED) : count;
}
