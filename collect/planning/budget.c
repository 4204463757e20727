/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/budget.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/harness/clock.h"

/* S in the header; seconds. */
#define EVEN_SECONDS 0.01
/* A shorter batch is mostly switching; the time of a longer one is better spent on more seeds. */
#define GOOD_BATCH 0.0002
enum { LEAST_SEEDS = 4, LEAST_PERIODS = 2, MOST_SEEDS = 64, USUAL_ROUNDS = 5 };
/* So many rounds leave room to end in time on a busy machine, where each takes twice as long. */
enum { FLEXIBLE_ROUNDS = 8 };

#define SHORTEST_TRIAL 0.05
enum { TRIAL_ROUNDS = 20, MOST_TRIAL_ROUNDS = 400 };

static const uint64_t rounds_tried[] = {3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 70, 100};
enum { ROUNDS_TRIED = sizeof rounds_tried / sizeof *rounds_tried };

/* The width of the intervals, up to a constant. The 97.5 % point of Student's t is after Abramowitz
 * and Stegun, Handbook of Mathematical Functions, 26.7.5: 3 % too low for two degrees of freedom,
 * better for more. */
static double width(double rounds, double stage) {
    const double z = 1.959964, z2 = z * z, degrees = rounds - 1;
    double first = z * (z2 + 1) / 4, second = z * ((5 * z2 + 16) * z2 + 3) / 96;
    double third = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
    double student = z + (first + (second + third / degrees) / degrees) / degrees;
    return student * sqrt((1 + EVEN_SECONDS / fmax(stage, 1e-9)) / rounds);
}

/* Sets the seeds and calls of POINT such that every library gets STAGE seconds there in a round,
 * with at most SEEDS seeds. */
static void set_point(const struct plan *plan, struct point *point, const struct settings *settings,
                      double stage, size_t seeds) {
    double batch = 0;
    if (plan->trial > 0) {
        point->seeds = 1;
        plan_set_batch(plan, point, 0);
        return;
    }
    if (plan->keeps_calls) {
        point->seeds = plan_single_calls(plan, point, settings, stage);
        plan_set_batch(plan, point, 0);
        return;
    }
    plan_set_batch(plan, point, stage / (double)seeds);
    for (size_t i = 0; i < plan->library_count; i++) {
        const struct cell *cell = &point->cells[i];
        double each = plan->eviction.bytes ? cell->call_wall : cell->call_seconds;
        if (plan_is_alive(cell))
            batch = fmax(batch, (double)cell->calls * each);
    }
    double wanted = floor(stage / fmax(batch, 1e-12) + 0.5);
    point->seeds = (size_t)fmin(fmax(wanted, 1), (double)seeds);
}

static void set_stage(struct plan *plan, const struct settings *settings, double stage) {
    double period = plan->interruptions.period;
    double least = period > 0 ? LEAST_PERIODS : LEAST_SEEDS;
    size_t seeds =
        (size_t)fmin(fmax(round(stage / (period > 0 ? period : GOOD_BATCH)), least), MOST_SEEDS);
    if (settings->fixed & SETTINGS_FIX_MAX_SEEDS)
        seeds = settings->max_seeds;
    for (size_t p = 0; p < plan->count; p++)
        set_point(plan, &plan->points[p], settings, stage, seeds);
}

/* The stage time with which a round takes SECONDS; 0 when every stage time takes longer, or leaves
 * no room for the least number of periods. */
static double find_stage(struct plan *plan, const struct settings *settings, double seconds) {
    double low = 0, high = seconds;
    if (settings->fixed & SETTINGS_FIX_STAGE_TIME)
        low = high = settings->stage_time;
    for (int i = 0; i < 40 && high - low > 1e-3 * high; i++) {
        double stage = (low + high) / 2;
        set_stage(plan, settings, stage);
        *(plan_round_seconds(plan) <= seconds ? &low : &high) = stage;
    }
    set_stage(plan, settings, low);
    int has_room = low >= LEAST_PERIODS * plan->interruptions.period ||
                   (settings->fixed & SETTINGS_FIX_STAGE_TIME);
    return has_room && plan_round_seconds(plan) <= seconds ? low : 0;
}

/* Whether starting workers leaves most of the SECONDS for measuring. */
static int can_be_started(const struct plan *plan, uint64_t rounds, double seconds) {
    double starting = (double)rounds * plan->start_seconds;
    return rounds <= USUAL_ROUNDS || starting <= seconds / (rounds <= FLEXIBLE_ROUNDS ? 3 : 8);
}

static uint64_t choose_rounds(struct plan *plan, const struct settings *settings, double seconds) {
    double narrowest = INFINITY;
    uint64_t best = BUDGET_LEAST_ROUNDS;
    if (settings->fixed & SETTINGS_FIX_ROUNDS)
        return settings->rounds;
    for (size_t i = 0; i < ROUNDS_TRIED; i++) {
        double rounds = (double)rounds_tried[i];
        if (!can_be_started(plan, rounds_tried[i], seconds))
            break;
        double stage = find_stage(plan, settings, seconds / rounds);
        int is_flexible = rounds_tried[i] <= FLEXIBLE_ROUNDS && stage > 0;
        if (stage > 0 && (is_flexible || width(rounds, stage) < narrowest)) {
            narrowest = width(rounds, stage);
            best = rounds_tried[i];
        }
    }
    return best;
}

/* A round takes REST + TURNS TRIAL seconds. */
struct trial_round {
    double rest, turns;
};

static double round_with(struct plan *plan, double trial) {
    plan->trial = trial;
    return plan_round_seconds(plan);
}

static struct trial_round trial_round_of(struct plan *plan) {
    double shortest = round_with(plan, SHORTEST_TRIAL), usual = round_with(plan, SETTINGS_TRIAL);
    double turns = (usual - shortest) / (SETTINGS_TRIAL - SHORTEST_TRIAL);
    return (struct trial_round){shortest - turns * SHORTEST_TRIAL, turns};
}

/* Rather more rounds of shorter trials than few long ones, because every trial has a process, a
 * layout and a filling of its own; but a trial below SHORTEST_TRIAL is mostly beginning, and there
 * is room for MOST_TRIAL_ROUNDS. */
static double choose_trial(const struct trial_round *round, const struct settings *settings,
                           double seconds) {
    if ((settings->fixed & SETTINGS_FIX_TRIAL) || !(round->turns > 0))
        return settings->trial;
    if (settings->fixed & SETTINGS_FIX_ROUNDS)
        return fmax((seconds / (double)settings->rounds - round->rest) / round->turns,
                    SHORTEST_TRIAL);
    double many = (seconds / TRIAL_ROUNDS - round->rest) / round->turns;
    double most = (seconds / MOST_TRIAL_ROUNDS - round->rest) / round->turns;
    return fmax(fmin(fmax(many, SHORTEST_TRIAL), SETTINGS_TRIAL), most);
}

static double settle_trials(struct plan *plan, struct settings *settings, double seconds) {
    struct trial_round round = trial_round_of(plan);
    settings->trial = choose_trial(&round, settings, seconds);
    double each = round_with(plan, settings->trial);
    if (!(settings->fixed & SETTINGS_FIX_ROUNDS))
        settings->rounds =
            (uint64_t)fmin(fmax(floor(seconds / each), BUDGET_LEAST_ROUNDS),
                           round.turns > 0 ? MOST_TRIAL_ROUNDS : BUDGET_LEAST_ROUNDS);
    settings->max_seeds = 1;
    for (size_t p = 0; p < plan->count; p++)
        set_point(plan, &plan->points[p], settings, 0, 1);
    return (double)settings->rounds * each;
}

double budget_settle(struct plan *plan, struct settings *settings, double seconds) {
    if (plan->trial > 0)
        return settle_trials(plan, settings, seconds);
    uint64_t rounds = choose_rounds(plan, settings, seconds);
    double stage = find_stage(plan, settings, seconds / (double)rounds);
    if (stage == 0 && plan->interruptions.period > 0) { /* it does not fit */
        plan->interruptions.period = 0;
        rounds = choose_rounds(plan, settings, seconds);
        stage = find_stage(plan, settings, seconds / (double)rounds);
    }
    settings->rounds = rounds;
    if (!(settings->fixed & SETTINGS_FIX_MAX_SEEDS)) {
        settings->max_seeds = 1;
        for (size_t p = 0; p < plan->count; p++)
            if (plan->points[p].seeds > settings->max_seeds)
                settings->max_seeds = plan->points[p].seeds;
    }
    if (!(settings->fixed & SETTINGS_FIX_STAGE_TIME))
        settings->stage_time = fmax(stage, 1.5 * plan->shortest);
    return (double)settings->rounds * plan_round_seconds(plan);
}

double budget_keep(struct plan *plan, const struct settings *settings) {
    for (size_t p = 0; p < plan->count; p++)
        set_point(plan, &plan->points[p], settings, settings->stage_time, settings->max_seeds);
    return (double)settings->rounds * plan_round_seconds(plan);
}

void budget_look(struct settings *settings) {
    if (!(settings->fixed & SETTINGS_FIX_ROUNDS))
        settings->rounds = USUAL_ROUNDS;
    if (!(settings->fixed & SETTINGS_FIX_MAX_SEEDS) && settings->mode != MODE_SAMPLE)
        settings->max_seeds = LEAST_SEEDS;
    if (!(settings->fixed & SETTINGS_FIX_STAGE_TIME))
        settings->stage_time = LEAST_SEEDS * GOOD_BATCH / 4;
}

int budget_allows_round(const struct budget_clock *clock, double next, size_t done) {
    double late = done < BUDGET_LEAST_ROUNDS ? 0.2 : 0.05;
    double latest = clock->until + late * fmax(clock->until - clock->begin, 0);
    return done < 2 || clock->now + next <= latest;
}

/* --- what the archive takes --- */

/* Opens a file without a name in the directory of PATH; -1 on failure. */
static int open_temporary(const char *path) {
    char copy[PATH_MAX], scratch[PATH_MAX + 32];
    snprintf(copy, sizeof copy, "%s", path);
    const char *directory = dirname(copy);
    int file = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0 || errno != EOPNOTSUPP)
        return file;
    snprintf(scratch, sizeof scratch, "%s/.benchmat-XXXXXX", directory);
    file = mkostemp(scratch, O_CLOEXEC);
    if (file >= 0)
        unlink(scratch);
    return file;
}

double budget_put_seconds(const char *path) {
    enum { WRITES = 3 };
    /* The additional seconds for HDF5 and the journal on a slow machine. */
    const double work = 0.006;
    static const char block[8192];
    int file = open_temporary(path);
    if (file < 0)
        return work;
    double begin = wall_clock_now();
    for (int i = 0; i < WRITES; i++)
        if (pwrite(file, block, sizeof block, 0) < 0 || fdatasync(file) != 0)
            break;
    close(file);
    return work + wall_clock_now() - begin;
}

double budget_end_seconds(double put_seconds) {
    return 0.01 + 2 * put_seconds;
}
