/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/job/job.h"

#include <stdio.h>
#include <stdlib.h>

#include "collect/harness/clock.h"

/* --- participants --- */

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
    for (size_t i = 0; i < count; i++) {
        const struct library *library = job->candidates[i].library;
        participants[i] =
            (struct participant){library, i, library->builds.items, library->builds.count};
    }
    if (participants_want_control(settings, job)) {
        struct participant *reference = &participants[job->reference],
                           *control = &participants[count++];
        size_t second = (reference->build_count + 1) / 2;
        *control = *reference;
        if (reference->build_count > 1) {
            control->builds += second;
            control->build_count -= second;
            reference->build_count = second;
        }
    }
    return count;
}

const char *participants_word(const struct job *job, size_t count) {
    static const char *const words[3][2] = {
        {"library", "libraries"}, {"command", "commands"}, {"function", "functions"}};
    return words[job->action->commands ? 1 : job->action->functions ? 2 : 0][count != 1];
}

static void record_builds(const struct participant *participant, struct facts *facts) {
    char *text = NULL;
    size_t size;
    int has_builds = participant->build_count && !participant->library->relink;
    FILE *out = has_builds ? open_memstream(&text, &size) : NULL;
    for (size_t i = 0; out && i < participant->build_count; i++)
        fprintf(out, "%s%s %s", i ? "\n" : "", participant->builds[i].digest,
                participant->builds[i].path);
    if (out && fclose(out) == 0)
        facts_set_text(facts, FACT_BUILDS, text);
    else
        facts->incomplete |= has_builds;
    free(text);
}

static int add(struct measurement *m, const struct candidate *candidate,
               const struct participant *participant, int is_control, struct err *err) {
    const char *library = candidate->library->name;
    char control[128];
    if (is_control) {
        size_t size = sizeof control;
        snprintf(control, size, "%s.control", library);
        for (int number = 2; measurement_find(m, control); number++)
            snprintf(control, size, "%s.control%d", library, number);
    }
    struct series *series = measurement_add_series(m, is_control ? control : library, err);
    if (!series || measurement_add_batch_details(m, series, err))
        return ERR_FAILED;
    if (is_control)
        facts_set_text(&series->facts, FACT_CONTROL_OF, library);
    record_builds(participant, &series->facts);
    if (facts_copy(&series->facts, &candidate->facts))
        return err_set(err, ERR_FAILED, "no memory for what %s is", series->name);
    return 0;
}

int participants_add_series(struct measurement *m, const struct job *job,
                            const struct participant *participants, size_t count, struct err *err) {
    int status = 0;
    for (size_t i = 0; status == 0 && i < count; i++)
        status = add(m, &job->candidates[participants[i].planned], &participants[i],
                     i >= job->candidate_count, err);
    return status;
}

/* --- planning rounds --- */

void rounds_plan_record(const struct rounds_plan *plan, struct facts *facts) {
    facts_set_integer(facts, "planned_rounds", (int64_t)plan->rounds);
    facts_set_text(facts, "planned_by", plan->from);
}

void rounds_plan_tell(const struct rounds_plan *plan, const char *action, char *line, size_t size) {
    if (plan->rounds)
        snprintf(line, size, "%.64s: planned by %s: %s", action, plan->from, plan->words);
    else
        snprintf(line, size, "%.64s: not planned by %s: %s", action, plan->from, plan->words);
}

/* --- spending --- */

static const struct {
    const char *fact, *words;
} kinds[SPENDING_KINDS] = {
    [SPENDING_TIMED] = {"seconds_timed", "timed batches"},
    [SPENDING_WARM_UP] = {"seconds_warm_up", "warming up"},
    [SPENDING_INPUTS] = {"seconds_inputs", "inputs"},
    [SPENDING_PLANNING] = {"seconds_planning", "planning"},
    [SPENDING_STARTING] = {"seconds_starting", "starting workers"},
    [SPENDING_ARCHIVE] = {"seconds_archive", "the archive"},
};

void spending_begin(struct spending *spending) {
    *spending = (struct spending){.begin = wall_clock_now()};
}

static double recall(const struct facts *facts, const char *name) {
    const struct fact *fact = facts_find(facts, name);
    return fact && fact->kind == FACT_REAL && fact->real > 0 ? fact->real : 0;
}

void spending_resume(struct spending *spending, const struct facts *facts) {
    for (int kind = 0; kind < SPENDING_KINDS; kind++)
        spending->seconds[kind] += recall(facts, kinds[kind].fact);
    spending->begin -= recall(facts, "seconds_total");
}

void spending_add(struct spending *spending, enum spending_kind kind, double seconds) {
    if (spending)
        spending->seconds[kind] += seconds;
}

void spending_since(struct spending *spending, enum spending_kind kind, double from) {
    spending_add(spending, kind, wall_clock_now() - from);
}

void spending_describe(const struct spending *spending, struct facts *facts) {
    for (int kind = 0; kind < SPENDING_KINDS; kind++)
        facts_set_real(facts, kinds[kind].fact, spending->seconds[kind]);
    facts_set_real(facts, "seconds_total", wall_clock_now() - spending->begin);
}

void spending_tell(const struct spending *spending, char *text, size_t size) {
    double total = wall_clock_now() - spending->begin, rest = total;
    size_t used = (size_t)snprintf(text, size, "%.1f s:", total);
    for (int kind = 0; kind < SPENDING_KINDS && used < size; kind++) {
        rest -= spending->seconds[kind];
        used += (size_t)snprintf(text + used, size - used, " %.0f %% %s,",
                                 100 * spending->seconds[kind] / total, kinds[kind].words);
    }
    if (used < size)
        snprintf(text + used, size - used, " %.0f %% the rest", 100 * rest / total);
}
