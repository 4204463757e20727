/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/session/resumption.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/job/job.h"
#include "collect/libraries/compatibility.h"
#include "collect/machine/environment.h"
#include "collect/measuring/measure.h"
#include "collect/planning/plan_record.h"
#include "collect/processes/variables.h"
#include "collect/session/session.h"
#include "formats/model/culprits.h"
#include "formats/text/shell_words.h"
#include "formats/text/uuid.h"

/* --- record --- */

static void set_now(struct facts *facts, const char *name) {
    char now[32];
    environment_timestamp(now, sizeof now);
    facts_set_text(facts, name, now);
}

void record_begin(struct run *run, char *const *arguments) {
    char uuid[UUID_SIZE];
    uuid_new(uuid);
    facts_set_text(&run->facts, FACT_UUID, uuid);
    set_now(&run->facts, FACT_STARTED);
    set_now(&run->facts, FACT_FINISHED);
    facts_set_text(&run->facts, FACT_STATE, "interrupted");
    char *text = shell_words_join(arguments);
    if (text)
        facts_set_text(&run->facts, FACT_COMMAND, text);
    else
        run->facts.incomplete = 1;
    free(text);
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

/* Adds up the batches of M, those that were disturbed at the first attempt, and those that were
 * disturbed at every attempt. */
static void count_attempts(const struct measurement *m, struct record_attempts *attempts) {
    for (size_t s = 0; s < m->series_count; s++)
        for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++) {
            const struct series *series = &m->series[s];
            int is_batch = series->attempts[k] > 0; /* or one more call of a batch */
            int is_kept = is_batch && series->disturbed[k] == 1;
            attempts->batches += is_batch;
            attempts->disturbed += series->attempts[k] > 1 || is_kept;
            attempts->kept += is_kept;
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
        struct culprits culprits = culprits_find(&run->measurements[i]);
        culprits_record(&culprits, &run->measurements[i].facts);
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

/* --- resumption --- */

/* The differences found. */
struct findings {
    struct observer *observer;
    size_t count;
    char first[512];
};

/* WHOSE: the name of a library, an action or a measurement; "": the machine's. */
static void add_finding(struct findings *findings, const char *whose, const char *what) {
    char line[sizeof findings->first];
    snprintf(line, sizeof line, "%.64s%s%.400s", whose, *whose ? ": " : "", what);
    if (findings->count++ == 0)
        memcpy(findings->first, line, sizeof line);
    findings->observer->note(findings->observer, NOTE_SKIPPED, line);
}

static int take_differences(struct findings *findings, const char *whose,
                            struct deviations *deviations, struct err *err) {
    int is_whole = !deviations->incomplete;
    for (size_t i = 0; i < deviations->count; i++) {
        char line[400];
        compatibility_describe(&deviations->items[i], line, sizeof line);
        add_finding(findings, whose, line);
    }
    deviations_release(deviations);
    return is_whole ? 0 : err_set(err, ERR_FAILED, "no memory to compare machines by");
}

static int compare_machines(struct findings *findings, const struct session *session,
                            const struct run *run, struct err *err) {
    struct deviations deviations = {0};
    struct run *now = run_new();
    if (!now)
        return err_set(err, ERR_FAILED, "no memory to compare machines by");
    environment_describe(&now->facts);
    variables_record(&session->conditions, &now->facts);
    int status = calibrate_harness(session, now, err);
    if (status == 0) {
        compatibility_of_machines(&run->facts, &now->facts, &deviations);
        status = take_differences(findings, "", &deviations, err);
    }
    run_free(now);
    return status;
}

/* --- libraries --- */

static void list_series(const struct measurement *m, char *names, size_t size) {
    size_t used = 0;
    names[0] = '\0';
    for (size_t i = 0; i < m->series_count && used < size; i++)
        used +=
            (size_t)snprintf(names + used, size - used, "%s%s", i ? ", " : "", m->series[i].name);
}

static int are_same_series(const struct measurement *a, const struct measurement *b) {
    int same = a->series_count == b->series_count;
    for (size_t i = 0; same && i < a->series_count; i++)
        same = strcmp(a->series[i].name, b->series[i].name) == 0;
    return same;
}

static int compare_series(struct findings *findings, const struct measurement *then,
                          const struct measurement *now, struct err *err) {
    char before[160], after[160], line[400];
    int status = 0;
    if (!are_same_series(then, now)) {
        list_series(then, before, sizeof before);
        list_series(now, after, sizeof after);
        snprintf(line, sizeof line, "libraries were %s and are %s", before, after);
        add_finding(findings, then->name, line);
        return 0;
    }
    for (size_t i = 0; status == 0 && i < then->series_count; i++) {
        struct deviations deviations = {0};
        compatibility_of_libraries(&then->series[i].facts, &now->series[i].facts, &deviations);
        status = take_differences(findings, then->series[i].name, &deviations, err);
    }
    return status;
}

/* --- actions --- */

/* Reports the first point that differs. */
static void compare_terms(struct findings *findings, const struct job *job,
                          const struct measurement *then) {
    char terms[120] = "", where[DESIGN_POINTS_TEXT], line[400];
    const struct design_point *design_points = job->design_points.items;
    size_t p = 0;
    for (; p < then->points && p < job->design_points.count && !*terms; p++)
        terms_compare(then, p, job->action, &design_points[p], terms, sizeof terms);
    if (!*terms)
        return;
    design_points_describe(job->action, &design_points[p - 1], where);
    snprintf(line, sizeof line, "%s, at %s", terms, where);
    add_finding(findings, then->name, line);
}

/* --- the whole run --- */

int resumption_check(const struct session *session, const struct job *jobs, size_t count,
                     const struct run *run, struct err *err) {
    struct findings findings = {.observer = session->observer};
    int status = compare_machines(&findings, session, run, err);
    for (size_t i = 0; status == 0 && i < count; i++) {
        const struct measurement *then = run_find(run, jobs[i].action->name);
        if (then) {
            const struct action_info *action = jobs[i].action;
            struct deviations deviations = {0};
            struct facts actions_now = {0};
            action_info_record(action, &actions_now);
            compatibility_of_actions(&then->facts, &actions_now, &deviations);
            facts_release(&actions_now);
            status = take_differences(&findings, action->name, &deviations, err);
        }
        if (then && status == 0)
            compare_terms(&findings, &jobs[i], then);
        if (then && status == 0) {
            /* The series that the measurement would have if it began now. */
            const struct job *job = &jobs[i];
            struct participant *participants =
                calloc(job->candidate_count + 1, sizeof *participants);
            struct run *scratch = run_new();
            struct measurement *now = participants && scratch
                                          ? run_add_measurement(scratch, then->name, 1, 1, 1, err)
                                          : NULL;
            status = now ? 0 : err_set(err, ERR_FAILED, "no memory to compare libraries by");
            if (status == 0)
                status = participants_add_series(
                    now, job, participants,
                    participants_choose(session->settings, job, participants), err);
            if (status == 0)
                status = compare_series(&findings, then, now, err);
            run_free(scratch);
            free(participants);
        }
    }
    if (status != 0 || !findings.count)
        return status;

    char more[64] = "";
    if (findings.count > 1)
        snprintf(more, sizeof more, ", and %zu more", findings.count - 1);
    return err_set(err, ERR_FAILED,
                   "%s cannot go on here, as its numbers would not compare: %s%s; undo that, or "
                   "measure a new run",
                   run->name, findings.first, more);
}

/* The rounds that M needs room for; one that was killed still has it. */
static size_t room_of(const struct session *session, const struct measurement *m) {
    const struct settings *settings = session->settings;
    const struct fact *round = facts_find(&m->facts, FACT_ROUND_SECONDS);
    if (settings_half_width(settings) > 0)
        return stopping_most_rounds(settings);
    if (!facts_find(&m->facts, FACT_DETECTABLE_TARGET) || !round || round->kind != FACT_REAL)
        return m->rounds;
    return stopping_room(settings, session->begin + settings_whole_time(settings), round->real);
}

int resumption_make_room(const struct session *session, struct run *run, struct err *err) {
    int status = 0;
    for (size_t i = 0; status == 0 && i < run->measurement_count; i++) {
        struct measurement *m = &run->measurements[i];
        for (size_t s = 0; status == 0 && s < m->series_count; s++)
            status = measurement_add_batch_details(m, &m->series[s], err);
        if (status == 0 && !stopping_has_ended(m))
            status = measurement_extend_rounds(m, room_of(session, m), err);
    }
    return status;
}

int resumption_add_terms(const struct job *jobs, size_t count, struct run *run, struct err *err) {
    int status = 0;
    for (size_t i = 0; status == 0 && i < count; i++) {
        struct measurement *m = run_find(run, jobs[i].action->name);
        if (!m)
            status = 0;
        else {
            const struct job *job = &jobs[i];
            status = 0;
            for (size_t p = 0; status == 0 && p < m->points && p < job->design_points.count; p++)
                status = terms_record(m, p, job->action, &job->design_points.items[p], err);
        }
    }
    return status;
}
