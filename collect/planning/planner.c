/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/planner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/harness/clock.h"
#include "collect/planning/round_order.h"
#include "collect/planning/plan.h"

/* --- planner --- */

void planner_tell(const struct planner *planner, const struct point *point, size_t i) {
    struct progress progress = {.action = planner->pool->action->name,
                                .stage = "planning",
                                .library = planner->pool->members[i].library->name,
                                .design_point = &point->design_point,
                                .where = point->where};
    planner->observer->progress(planner->observer, &progress);
}

/* Notes what member I did wrong, in its cell too if it is one of the libraries. */
static void planner_note_fault(const struct planner *planner, const struct point *point, size_t i,
                               enum cell_status fate, const char *message) {
    const char *library = planner->pool->members[i].library->name;
    char line[512];
    if (i < planner->plan->library_count) {
        struct cell *cell = &point->cells[i];
        cell->status = fate;
        snprintf(cell->fault, sizeof cell->fault, "%.100s: %.150s", point->where, message);
    }
    snprintf(line, sizeof line, "%.64s: %.64s at %.100s: %.250s", library,
             planner->pool->action->name, point->where, message);
    planner->observer->note(planner->observer, NOTE_FAULT, line);
}

int planner_is_spoilt(const struct planner *planner, const struct design_point *design_point) {
    return action_info_account(planner->pool->action, design_point).fate != CELL_OK;
}

static void planner_count_hang(const struct planner *planner, size_t i, enum cell_status fate) {
    char line[256];
    if (fate != CELL_HUNG || ++planner->hangs[i] != PLAN_MOST_HANGS)
        return;
    snprintf(line, sizeof line, "%.64s is given up for %.64s: it hung %d times",
             planner->pool->members[i].library->name, planner->pool->action->name, PLAN_MOST_HANGS);
    planner->observer->note(planner->observer, NOTE_FAULT, line);
}

int planner_leave(const struct planner *planner, const struct point *point, struct err *err) {
    for (size_t i = 0; i < planner->pool->count; i++) {
        enum cell_status fate;
        int status = worker_pool_leave(planner->pool, i, &fate, err);
        if (status == ERR_INTERRUPTED)
            return status;
        if (status == 0)
            continue;
        planner_note_fault(planner, point, i, fate, err->message);
        planner_count_hang(planner, i, fate);
    }
    return 0;
}

/* One that hung PLAN_MOST_HANGS times is given up. */
static int planner_has_given_up(const struct planner *planner, size_t i) {
    return planner->hangs[i] >= PLAN_MOST_HANGS;
}

static double clock_tick(const struct worker_pool *pool) {
    double tick = 0;
    for (size_t i = 0; i < pool->count; i++)
        tick = fmax(tick, fmax(pool->members[i].loaded.clock_resolution,
                               pool->members[i].loaded.clock_cost));
    return tick;
}

int planner_begin(struct planner *planner, const struct design_points *design_points,
                  size_t library_count, struct err *err) {
    struct plan *plan = planner->plan;
    size_t members = planner->pool->count + 1;
    *plan = (struct plan){.points = calloc(design_points->count + 1, sizeof *plan->points),
                          .library_count = library_count,
                          .shortest = 1000 * clock_tick(planner->pool),
                          .eviction = plan->eviction,
                          .control = plan->control,
                          .start_seconds = plan->start_seconds,
                          .put_seconds = plan->put_seconds};
    if (!plan->points)
        return err_set(err, ERR_FAILED, "no memory for a plan of %zu points", design_points->count);
    planner->random = (struct random){random_derive(planner->settings->seed, 0)};
    planner->square = calloc(members, sizeof *planner->square);
    planner->turns = calloc(members, sizeof *planner->turns);
    planner->hangs = calloc(members, sizeof *planner->hangs);
    if (planner->square && planner->turns && planner->hangs)
        return 0;
    return err_set(err, ERR_FAILED, "no memory for a plan of %zu libraries", members);
}

void planner_end(struct planner *planner) {
    verify_answers_forget(&planner->verifier);
    free(planner->square);
    free(planner->turns);
    free(planner->hangs);
}

int planner_begin_point(const struct planner *planner, struct point *point,
                        const struct design_point *design_point, enum cell_status status,
                        struct err *err) {
    size_t count = planner->plan->library_count;
    *point = (struct point){.design_point = *design_point,
                            .terms = planner_terms(planner, design_point),
                            .seeds = 1,
                            .cells = calloc(count, sizeof *point->cells)};
    design_points_describe(planner->pool->action, design_point, point->where);
    if (!point->cells)
        return err_set(err, ERR_FAILED, "no memory for a plan");
    for (size_t i = 0; i < count; i++)
        point->cells[i] = (struct cell){.status = status,
                                        .first_call = NAN,
                                        .differences = {NAN, NAN, NAN, NAN, NAN, 0},
                                        .residual = NAN,
                                        .tolerance = NAN};
    return 0;
}

struct terms planner_terms(const struct planner *planner, const struct design_point *design_point) {
    return action_info_terms(planner->pool->action, design_point);
}

double planner_growth(const struct point *from, const struct point *to) {
    double before = from->terms.flops, after = to->terms.flops;
    return before > 0 && after > 0
               ? after / before
               : (double)to->design_point.size / (double)from->design_point.size;
}

double planner_share(double budget, double spent, size_t left) {
    return spent + (budget - spent) / (double)left;
}

int planner_asks_builtin(const struct planner *planner, const struct point *point) {
    if (planner->builtin == PLAN_NOBODY)
        return 0;
    const struct action_info *action = planner->pool->action;
    return !action->has_residual || action->implementation_count ||
           point->terms.flops <= PLAN_VERIFY_FLOPS;
}

/* --- plan batch --- */

/* What a batch must fit: calls alone, or with the caches emptied before each. */
static double batch_share(const struct plan *plan, const struct cell *cell) {
    if (!plan->eviction.bytes)
        return cell->call_seconds;
    return cell->call_wall > 0 ? cell->call_wall : cell->call_seconds + plan->eviction.seconds;
}

void plan_set_batch(const struct plan *plan, struct point *point, double seconds) {
    double batch = fmax(seconds, 1.5 * plan->shortest);
    for (size_t i = 0; i < plan->library_count; i++)
        if (plan_is_alive(&point->cells[i]))
            batch = fmax(batch, batch_share(plan, &point->cells[i]));
    for (size_t i = 0; i < plan->library_count; i++) {
        struct cell *cell = &point->cells[i];
        if (plan_is_alive(cell))
            cell->calls = (int64_t)fmax(1, round(batch / batch_share(plan, cell)));
    }
}

struct wire_batch plan_batch(const struct plan *plan, const struct settings *settings,
                             const struct point *point, size_t i, uint64_t seed) {
    const struct cell *cell = &point->cells[i];
    double bound = fmin((double)cell->calls * cell->call_seconds, settings->stage_time);
    return (struct wire_batch){.seed = seed,
                               .calls = cell->calls,
                               .call_seconds = cell->call_seconds,
                               .shortest = plan->shortest,
                               .warm_up = plan->eviction.bytes ? 0 : bound,
                               .evict_bytes = plan->eviction.bytes};
}

/* --- plan trial --- */

/* Making a fresh copy for a call, untimed: as fast as memory is on a slow machine. */
static double renewal_seconds(const struct point *point) {
    enum { COPIED_PER_SECOND = 2000000000 };
    return point->terms.bytes / COPIED_PER_SECOND;
}

static int ask_turn(struct planner *planner, struct point *point, size_t i,
                    struct wire_sample *sample, struct err *err) {
    struct cell *cell = &point->cells[i];
    double expected = (double)cell->calls * cell->call_seconds;
    struct wire_batch request = plan_batch(planner->plan, planner->settings, point, i, 0);
    struct question question = {
        WIRE_BATCH, &request,       sizeof request,
        sample,     sizeof *sample, settings_limit(planner->settings, &point->terms, 2 * expected)};
    enum cell_status fate;
    planner_tell(planner, point, i);
    int status = worker_pool_ask(planner->pool, i, &point->design_point, &question, &fate, err);
    if (status && status != ERR_INTERRUPTED)
        planner_note_fault(planner, point, i, fate, err->message);
    return status;
}

/* The quickest of a few turns, as far as these are short: a disturbance only ever adds. */
static int try_turns(struct planner *planner, struct point *point, size_t i, struct err *err) {
    enum { TURNS = 3 };
    const double enough = 0.005;
    double least = INFINITY, spent = 0;
    for (int t = 0; t < TURNS && spent < enough; t++) {
        struct wire_sample sample;
        double begin = wall_clock_now();
        int status = ask_turn(planner, point, i, &sample, err);
        double passed = wall_clock_now() - begin;
        if (status)
            return status == ERR_INTERRUPTED ? status : 0;
        if (passed < least) {
            /* Tells what grows with the number of calls from what does not. Emptying the caches
             * before each leaves nothing else to speak of. */
            double calls = (double)sample.calls, warm = (double)sample.warm_up_calls;
            double renewal = sample.copies > 0 ? renewal_seconds(point) : 0;
            double each = (sample.seconds + renewal) * (calls + warm) / calls;
            if (planner->plan->eviction.bytes || each > passed / calls)
                each = passed / calls;
            point->cells[i].call_wall = each;
            point->cells[i].turn_seconds = passed - calls * each;
        }
        least = fmin(least, passed);
        spent += passed;
    }
    return 0;
}

int plan_trial_turns(struct planner *planner, struct point *point, struct err *err) {
    int status = 0;
    for (size_t i = 0; status == 0 && i < planner->plan->library_count; i++)
        if (plan_is_alive(&point->cells[i]))
            status = try_turns(planner, point, i, err);
    return status;
}

/* --- plan seeds --- */

/* What one call took each library, seed by seed. */
struct estimates {
    double *sums;     /* seconds, over the seeds so far */
    double *shortest; /* the least of them: a disturbance only ever adds */
};

static int estimate(struct planner *planner, struct point *point, size_t i, uint64_t seed,
                    struct estimates *estimates, struct err *err) {
    struct cell *cell = &point->cells[i];
    struct wire_estimate request = {seed, planner->plan->shortest};
    struct wire_seconds reply;
    struct question question = {
        WIRE_ESTIMATE,  &request,
        sizeof request, &reply,
        sizeof reply,   settings_limit(planner->settings, &point->terms, cell->first_call)};
    enum cell_status fate;
    planner_tell(planner, point, i);
    int status = worker_pool_ask(planner->pool, i, &point->design_point, &question, &fate, err);
    if (status == ERR_INTERRUPTED)
        return status;
    if (status == 0) {
        estimates->sums[i] += reply.seconds;
        estimates->shortest[i] = fmin(estimates->shortest[i], reply.seconds);
        return 0;
    }
    planner_note_fault(planner, point, i, fate, err->message);
    planner_count_hang(planner, i, fate);
    return 0;
}

static int time_all(struct planner *planner, struct point *point, uint64_t seed,
                    struct estimates *estimates, struct err *err) {
    size_t count = planner->plan->library_count;
    int status = 0;
    order_turns(&planner->random, seed, count, planner->square, planner->turns);
    for (size_t t = 0; status == 0 && t < count; t++) {
        size_t i = planner->turns[t];
        if (plan_is_alive(&point->cells[i]))
            status = estimate(planner, point, i, seed, estimates, err);
    }
    return status;
}

static double largest_alive(const struct planner *planner, const struct point *point,
                            const double *seconds) {
    double largest = 0;
    for (size_t i = 0; i < planner->plan->library_count; i++)
        if (plan_is_alive(&point->cells[i]))
            largest = fmax(largest, seconds[i]);
    return largest;
}

static int time_seeds(struct planner *planner, struct point *point, struct estimates *estimates,
                      struct err *err) {
    const struct settings *settings = planner->settings;
    for (size_t i = 0; i < planner->plan->library_count; i++) {
        estimates->sums[i] = 0;
        estimates->shortest[i] = INFINITY;
    }
    for (size_t seed = 0; seed < settings->max_seeds; seed++) {
        int status = time_all(planner, point, seed, estimates, err);
        if (status)
            return status;
        point->seeds = seed + 1;
        if (largest_alive(planner, point, estimates->sums) >= settings->stage_time)
            break;
    }
    return 0;
}

int plan_seeds_choose(struct planner *planner, struct point *point, struct err *err) {
    const struct settings *settings = planner->settings;
    size_t count = planner->plan->library_count;
    struct estimates estimates = {calloc(count, sizeof(double)), calloc(count, sizeof(double))};
    int status = estimates.sums && estimates.shortest
                     ? time_seeds(planner, point, &estimates, err)
                     : err_set(err, ERR_FAILED, "no memory for %zu libraries", count);
    for (size_t i = 0; status == 0 && i < count; i++)
        if (plan_is_alive(&point->cells[i]))
            point->cells[i].call_seconds = fmax(estimates.shortest[i], 1e-12);
    if (status == 0)
        plan_set_batch(planner->plan, point, settings->stage_time / (double)settings->max_seeds);
    free(estimates.sums);
    free(estimates.shortest);
    return status;
}

/* --- plan answers --- */

static int ask_answer(struct planner *planner, const struct point *point, size_t i,
                      struct wire_answered *answered, struct err *err) {
    enum cell_status fate;
    struct wire_answer request = {0};
    struct question question = {
        WIRE_ANSWER, &request,         sizeof request,
        answered,    sizeof *answered, settings_limit(planner->settings, &point->terms, 0)};
    planner_tell(planner, point, i);
    int status = worker_pool_ask(planner->pool, i, &point->design_point, &question, &fate, err);
    if (status && status != ERR_INTERRUPTED)
        planner_note_fault(planner, point, i, fate, err->message);
    return status;
}

static void verify_cell(struct planner *planner, struct point *point, size_t i) {
    struct cell *cell = &point->cells[i];
    struct verdict verdict;
    verify_answers_decide(&planner->verifier, planner->pool, i, planner->settings, cell->residual,
                          &verdict);
    cell->differences = verdict.differences;
    cell->tolerance = verdict.tolerance;
    cell->output_count = verdict.output_count;
    memcpy(cell->outputs, verdict.outputs, sizeof cell->outputs);
    if (verdict.status != CELL_OK)
        planner_note_fault(planner, point, i, verdict.status, verdict.message);
}

/* Whether there is no trusted library, so that the reference is compared with itself. */
static int is_believed(const struct planner *planner, size_t i) {
    return i == planner->reference && planner->builtin == PLAN_NOBODY &&
           !planner->pool->action->has_residual;
}

static int answer_library(struct planner *planner, struct point *point, size_t i, struct err *err) {
    struct cell *cell = &point->cells[i];
    struct wire_answered answered;
    if (i == planner->builtin && cell->fault[0]) /* as the trusted library it has failed already */
        return 0;
    if (planner_has_given_up(planner, i)) {
        cell->status = CELL_NOT_MEASURED;
        return 0;
    }
    int status = ask_answer(planner, point, i, &answered, err);
    if (status == ERR_INTERRUPTED)
        return status;
    if (status) {
        planner_count_hang(planner, i, cell->status);
        return 0;
    }
    cell->status = CELL_OK;
    cell->first_call = answered.first_call;
    cell->residual = answered.residual;
    cell->is_manual = answered.is_manual;
    memcpy(cell->has_counted, answered.has_counted, sizeof cell->has_counted);
    status = is_believed(planner, i)
                 ? verify_answers_learn(&planner->verifier, planner->pool, i, err)
                 : 0;
    verify_cell(planner, point, i);
    return status;
}

/* The trusted library's answer, whether it is one of the libraries or stands beside them. */
static int answer_builtin(struct planner *planner, struct point *point, struct err *err) {
    struct wire_answered answered;
    if (!planner_asks_builtin(planner, point) || planner_has_given_up(planner, planner->builtin))
        return 0;
    int status = ask_answer(planner, point, planner->builtin, &answered, err);
    if (status == 0)
        return verify_answers_learn(&planner->verifier, planner->pool, planner->builtin, err);
    if (status != ERR_INTERRUPTED && planner->builtin < planner->plan->library_count)
        planner_count_hang(planner, planner->builtin, point->cells[planner->builtin].status);
    return status == ERR_INTERRUPTED ? status : 0;
}

/* The reference's answer takes the place of the built-in one's, if it stood before that. */
static int answer_reference(struct planner *planner, struct point *point, struct err *err) {
    if (planner->reference == PLAN_NOBODY)
        return 0;
    int status = answer_library(planner, point, planner->reference, err);
    if (status || point->cells[planner->reference].status != CELL_OK) {
        if (planner->builtin == PLAN_NOBODY)
            verify_answers_forget(&planner->verifier);
        return status;
    }
    return verify_answers_learn(&planner->verifier, planner->pool, planner->reference, err);
}

int plan_answers_trusted(struct planner *planner, struct point *point, struct err *err) {
    verify_answers_forget(&planner->verifier);
    if (planner_is_spoilt(planner, &point->design_point)) {
        struct account account = action_info_account(planner->pool->action, &point->design_point);
        for (size_t i = 0; i < planner->plan->library_count; i++)
            planner_note_fault(planner, point, i, account.fate, account.why);
        return 0;
    }
    int status = answer_builtin(planner, point, err);
    if (status == 0)
        status = answer_reference(planner, point, err);
    for (size_t i = 0; status == 0 && i < planner->plan->library_count; i++)
        if (i != planner->reference)
            status = answer_library(planner, point, i, err);
    return status;
}
