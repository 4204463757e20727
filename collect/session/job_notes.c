/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/session/job_notes.h"

#include <math.h>
#include <stdio.h>

#include "formats/text/seconds.h"

static void note(const struct session *session, enum note_kind kind, const char *line) {
    session->observer->note(session->observer, kind, line);
}

const char *job_notes_point(const struct job *job) {
    return job->action->size_means && design_points_count_curves(&job->design_points) < 2 ? "size"
                                                                                          : "point";
}

void job_notes_left_out(const struct session *session, const struct job *job,
                        const struct plan *plan) {
    char line[320], limit[64] = "about a minute";
    const char *way_out = "--sizes full measures all";
    if (!plan->left_out)
        return;
    if (session->settings->time > 0) {
        snprintf(limit, sizeof limit, "--time %g", session->settings->time);
        way_out = "those that --sizes names are measured all the same";
    }
    snprintf(line, sizeof line,
             "%s: sizes from %lld up%s would take longer than %s and are left out; %s",
             job->action->name, (long long)plan->left_out,
             plan->cut_curves > 1 ? ", or more, depending on the combination," : "", limit,
             way_out);
    note(session, NOTE_SKIPPED, line);
}

void job_notes_too_long(const struct session *session, const struct job *job, double seconds,
                        double allowed) {
    char line[300], least[32], left[32];
    snprintf(line, sizeof line,
             "%s: these sizes take at least about %s more, and %s of --time are left; going on all "
             "the same: smaller or fewer --sizes, or fewer libraries, would end in time",
             job->action->name, seconds_format(least, sizeof least, seconds, 2),
             seconds_format(left, sizeof left, fmax(allowed, 0), 2));
    note(session, NOTE_SKIPPED, line);
}

void job_notes_choice(const struct session *session, const struct job *job, const struct plan *plan,
                      const struct settings *settings, double seconds) {
    char line[300], stage[32], all[32];
    const char *what = job_notes_point(job);
    snprintf(line, sizeof line,
             "%s: %zu %s%s, %llu rounds of up to %llu seed%s, %s per library, %s and round: "
             "about %s more",
             job->action->name, plan->count, what, plan->count == 1 ? "" : "s",
             (unsigned long long)settings->rounds, (unsigned long long)settings->max_seeds,
             settings->max_seeds == 1 ? "" : "s",
             seconds_format(stage, sizeof stage, settings->stage_time, 2), what,
             seconds_format(all, sizeof all, seconds, 2));
    note(session, NOTE_PLAN, line);
}

/* The last point of the largest size at which somebody's call is shorter than SECONDS, for people;
 * NULL: none. */
static const char *last_shorter(const struct plan *plan, double seconds) {
    const struct point *last = NULL;
    for (size_t p = 0; p < plan->count; p++)
        for (size_t i = 0; i < plan->library_count; i++)
            if (plan_is_alive(&plan->points[p].cells[i]) &&
                plan->points[p].cells[i].call_seconds < seconds &&
                (!last || plan->points[p].design_point.size >= last->design_point.size))
                last = &plan->points[p];
    return last ? last->where : NULL;
}

void job_notes_doubts(const struct session *session, const struct job *job, const struct plan *plan,
                      double harness) {
    char line[500];
    const char *singly = plan->eviction.bytes ? last_shorter(plan, plan->shortest) : NULL;
    const char *loaded = harness > 0 ? last_shorter(plan, 100 * harness) : NULL;
    if (singly) {
        snprintf(line, sizeof line,
                 "%s: with cold caches calls are timed singly, and up to %s some are shorter "
                 "than the %.2g s that the clock needs for 0.1 %%: choose larger --sizes",
                 job->action->name, singly, plan->shortest);
        note(session, NOTE_DETAIL, line);
    }
    if (loaded) {
        snprintf(line, sizeof line,
                 "%s: up to %s the harness takes more than 1 %% of some calls (%.2g s of "
                 "each): choose larger --sizes, or mind it when comparing",
                 job->action->name, loaded, harness);
        note(session, NOTE_DETAIL, line);
    }
}
