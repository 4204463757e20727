/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/session/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/machine/environment.h"
#include "collect/libraries/shell_words.h"

static void set_command(struct facts *facts, char *const *arguments) {
    char *text = shell_words_join(arguments);
    if (text)
        facts_set_text(facts, FACT_COMMAND, text);
    else
        facts->incomplete = 1;
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

void record_resume(struct run *run, const char *where) {
    char now[32], line[256], *all;
    const char *before = facts_text(&run->facts, FACT_RESUMED, "");
    environment_timestamp(now, sizeof now);
    snprintf(line, sizeof line, "%s on CPUs %.200s", now, where);
    if (asprintf(&all, "%s%s%s", before, *before ? "\n" : "", line) < 0) {
        run->facts.incomplete = 1;
        return;
    }
    facts_set_text(&run->facts, FACT_RESUMED, all);
    free(all);
}

/* Adds up the batches of M that had more than one attempt, and of these those that had none
 * better. */
static void count_attempts(const struct measurement *m, struct record_attempts *attempts) {
    for (size_t s = 0; s < m->series_count; s++)
        for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++) {
            const struct series *series = &m->series[s];
            attempts->batches += series->attempts[k] > 0;
            attempts->disturbed += series->attempts[k] > 1 || series->disturbed[k] == 1;
            attempts->kept += series->disturbed[k] == 1;
        }
}

struct record_attempts record_count_attempts(const struct run *run) {
    struct record_attempts attempts = {0};
    for (size_t i = 0; i < run->measurement_count; i++)
        count_attempts(&run->measurements[i], &attempts);
    return attempts;
}

void record_end(struct run *run, int is_complete) {
    for (size_t i = 0; i < run->measurement_count; i++) {
        struct record_attempts attempts = {0};
        count_attempts(&run->measurements[i], &attempts);
        facts_set_integer(&run->measurements[i].facts, FACT_DISTURBED, (int64_t)attempts.kept);
    }
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
                count += !facts_find(&m->series[s].facts, FACT_CONTROL_OF) &&
                         m->series[s].status[p] == status;
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
