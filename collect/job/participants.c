/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/job/participants.h"

#include <stdio.h>

#include "collect/job/job.h"

int participants_want_control(const struct settings *settings, const struct job *job) {
    const struct library *reference = job->candidates[job->reference].library;
    for (size_t i = 0; i < job->candidate_count; i++)
        if (!library_is_same(job->candidates[i].library, reference))
            return !settings->without_control;
    return 0;
}

size_t participants_choose(const struct settings *settings, const struct job *job,
                           struct participant *participants) {
    size_t count = job->candidate_count;
    for (size_t i = 0; i < count; i++)
        participants[i] = (struct participant){job->candidates[i].library, i};
    if (participants_want_control(settings, job))
        participants[count++] = participants[job->reference];
    return count;
}

static void name_control(const struct measurement *m, const char *reference, char *name,
                         size_t size) {
    snprintf(name, size, "%s.control", reference);
    for (int number = 2; measurement_find(m, name); number++)
        snprintf(name, size, "%s.control%d", reference, number);
}

static int add(struct measurement *m, const struct candidate *candidate, int is_control,
               struct err *err) {
    const char *library = candidate->library->name;
    char control[128];
    if (is_control)
        name_control(m, library, control, sizeof control);
    struct series *series = measurement_add_series(m, is_control ? control : library, err);
    if (!series)
        return ERR_FAILED;
    if (is_control)
        facts_set_text(&series->facts, FACT_CONTROL_OF, library);
    if (facts_copy(&series->facts, &candidate->facts))
        return err_set(err, ERR_FAILED, "no memory for what %s is", series->name);
    return 0;
}

int participants_add_series(struct measurement *m, const struct job *job,
                            const struct participant *participants, size_t count, struct err *err) {
    int status = 0;
    for (size_t i = 0; status == 0 && i < count; i++)
        status = add(m, &job->candidates[participants[i].planned], i >= job->candidate_count, err);
    return status;
}
