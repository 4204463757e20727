/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/harness/clock.h"
#include "collect/job/job.h"
#include "collect/planning/null_output.h"
#include "collect/planning/planner.h"
#include "collect/planning/round_order.h"
#include "formats/text/seconds.h"

/* --- how samples are taken --- */

void plan_set_mode(struct plan *plan, enum mode mode, const struct action_info *action,
                   double trial) {
    int launches_commands = action->commands != NULL;
    plan->trial = action->makes_trials ? trial : 0;
    plan->is_fresh = mode == MODE_FIRST && !launches_commands;
    plan->keeps_calls = mode == MODE_SAMPLE && !launches_commands;
    plan->is_single = plan->is_fresh || launches_commands;
}

size_t plan_turns(const struct plan *plan, const struct point *point) {
    return plan->keeps_calls && point->seeds ? 1 : point->seeds;
}

/* --- what things take --- */

double plan_turn_seconds(const struct plan *plan, const struct cell *cell) {
    if (plan->trial > 0)
        return cell->turn_seconds + plan->trial;
    double guess =
        plan->eviction.bytes ? cell->call_whole + plan->eviction.seconds : 1.5 * cell->call_whole;
    double each = cell->call_wall > 0 ? cell->call_wall : guess;
    return fmax(plan->slowdown, 1) * (cell->turn_seconds + (double)cell->calls * each);
}

double plan_turn_limit(const struct plan *plan, const struct settings *settings,
                       const struct point *point, const struct cell *cell) {
    if (plan->trial > 0)
        return plan->trial + settings_limit(settings, &point->terms, cell->turn_seconds);
    return settings_limit(settings, &point->terms, 2 * plan_turn_seconds(plan, cell));
}

double plan_point_seconds(const struct plan *plan, const struct point *point) {
    double seconds = 0;
    for (size_t i = 0; i < plan->library_count; i++)
        if (plan_is_alive(&point->cells[i]))
            seconds += (double)plan_turns(plan, point) * plan_turn_seconds(plan, &point->cells[i]) *
                       (i + 1 == plan->control ? 2 : 1);
    return seconds;
}

double plan_round_seconds(const struct plan *plan) {
    double seconds = plan->start_seconds * (double)plan_count_thread_groups(plan);
    for (size_t p = 0; p < plan->count; p++)
        seconds += plan_point_seconds(plan, &plan->points[p]);
    return seconds + fmin((double)plan->count * plan->put_seconds, seconds * KEEPER_SHARE);
}

size_t plan_count_thread_groups(const struct plan *plan) {
    size_t count = 0;
    for (size_t p = 0; p < plan->count; p++)
        count += p == 0 ||
                 plan->points[p].design_point.threads != plan->points[p - 1].design_point.threads;
    return count;
}

/* --- batches --- */

/* What a batch must fit: calls alone, or with the caches emptied before each. */
static double batch_share(const struct plan *plan, const struct cell *cell) {
    if (!plan->eviction.bytes)
        return cell->call_seconds;
    return cell->call_wall > 0 ? cell->call_wall : cell->call_whole + plan->eviction.seconds;
}

void plan_set_batch(const struct plan *plan, struct point *point, double seconds) {
    double batch = fmax(seconds, 1.5 * plan->shortest);
    for (size_t i = 0; i < plan->library_count; i++)
        if (plan_is_alive(&point->cells[i]))
            batch = fmax(batch, batch_share(plan, &point->cells[i]));
    double period = plan->interruptions.period, periods = period > 0 ? round(batch / period) : 0;
    if (periods > 0)
        batch = periods * period * (1 - plan->interruptions.share);
    for (size_t i = 0; i < plan->library_count; i++) {
        struct cell *cell = &point->cells[i];
        if (!plan_is_alive(cell))
            continue;
        if (plan->keeps_calls)
            cell->calls = (int64_t)point->seeds;
        else if (plan->is_single || plan->trial > 0)
            cell->calls = 1;
        else
            cell->calls = (int64_t)fmax(1, round(batch / batch_share(plan, cell)));
    }
}

struct wire_batch plan_batch(const struct plan *plan, const struct settings *settings,
                             const struct point *point, size_t i, uint64_t seed) {
    const struct cell *cell = &point->cells[i];
    double batch = (double)cell->calls * cell->call_seconds;
    if (plan->keeps_calls) /* a thousand calls may be over before anything is warm */
        batch = fmax(batch, settings->stage_time / 8);
    double bound = fmin(batch, settings->stage_time);
    return (struct wire_batch){.seed = seed,
                               .calls = cell->calls,
                               .call_seconds = cell->call_seconds,
                               .shortest = plan->is_fresh ? 0 : plan->shortest,
                               .warm_up = plan->eviction.bytes || plan->is_single ? 0 : bound,
                               .evict_bytes = plan->eviction.bytes,
                               .is_first = plan->is_fresh,
                               .keeps_calls = plan->keeps_calls};
}

/* --- answers --- */

static int ask_answer(struct planner *planner, const struct point *point, size_t i,
                      struct wire_answered *answered, struct err *err) {
    enum cell_status fate;
    struct wire_answer request = {.earlier = planner->earlier};
    double trial = fmin(planner->plan->trial, WIRE_ANSWER_TRIAL);
    struct question question = {
        WIRE_ANSWER, &request,         sizeof request,
        answered,    sizeof *answered, trial + settings_limit(planner->settings, &point->terms, 0)};
    int status = planner_ask(planner, point, i, &question, &fate, err);
    if (status && status != ERR_INTERRUPTED)
        planner_note_fault(planner, point, i, fate, err->message);
    return status;
}

/* A throughput action has checked its work itself. */
static void decide_trial(struct planner *planner, struct point *point, size_t i,
                         const struct wire_answered *answered, double passed) {
    struct cell *cell = &point->cells[i];
    cell->call_seconds = cell->call_whole = fmax(answered->first_call, 1e-12);
    cell->turn_seconds = fmax(passed - fmin(planner->plan->trial, WIRE_ANSWER_TRIAL), 0);
    if (answered->wrong[0])
        planner_note_fault(planner, point, i, CELL_WRONG, answered->wrong);
}

/* Whether plain function I stands in for those before it, none of which gave an answer. */
static int is_next_trusted(const struct planner *planner, const struct point *point, size_t i) {
    char line[512];
    if (!planner->pool->action->functions || planner->verifier.output_count)
        return 0;
    snprintf(line, sizeof line, "%.64s%s%.100s: answers are held against those of %.64s",
             planner->pool->action->name, *point->where ? " at " : "", point->where,
             planner->pool->members[i].library->name);
    if (!planner->earlier)
        planner->observer->note(planner->observer, NOTE_SKIPPED, line);
    return 1;
}

/* Asks library I for its answer and verifies it. */
static int answer_library(struct planner *planner, struct point *point, size_t i, struct err *err) {
    struct cell *cell = &point->cells[i];
    struct wire_answered answered;
    if (i == planner->builtin && cell->fault[0]) /* as the trusted library it has failed already */
        return 0;
    if (planner->earlier && cell->status != CELL_OK)
        return 0;
    if (planner->hangs[i] >= PLAN_MOST_HANGS) {
        cell->status = CELL_NOT_MEASURED;
        return 0;
    }
    double begin = wall_clock_now();
    int status = ask_answer(planner, point, i, &answered, err);
    if (status == ERR_INTERRUPTED)
        return status;
    if (status) {
        planner_count_hang(planner, i, cell->status);
        return 0;
    }
    cell->status = CELL_OK;
    if (!planner->earlier)
        cell->first_call = answered.first_call;
    cell->residual = answered.residual;
    cell->output_bytes = answered.output_bytes;
    cell->details = answered.details;
    const struct wire_loaded *loaded = &planner->pool->members[i].loaded;
    for (size_t e = 0; loaded->has_events && e < PERF_EVENTS; e++)
        if (loaded->event_errors[e] == 0)
            detail_set_add(&cell->details, DETAIL_cycles + e);
    if (planner->plan->trial > 0) {
        decide_trial(planner, point, i, &answered, wall_clock_now() - begin);
        return 0;
    }

    /* Without a trusted library the reference is compared with itself. */
    int is_believed = i == planner->reference && planner->builtin == PLAN_NOBODY &&
                      !planner->pool->action->has_residual;
    if (is_believed || is_next_trusted(planner, point, i))
        status = verify_answers_learn(&planner->verifier, planner->pool, i, err);
    struct verdict verdict;
    verify_answers_decide(&planner->verifier, planner->pool, i, planner->settings, cell->residual,
                          &verdict);
    if (verdict.status == CELL_OK && answered.wrong[0]) {
        verdict.status = CELL_WRONG;
        snprintf(verdict.message, sizeof verdict.message, "%.190s", answered.wrong);
    }
    if (!(verdict.differences.max <= cell->differences.max)) { /* of several answers the worst */
        cell->differences = verdict.differences;
        cell->tolerance = verdict.tolerance;
        cell->output_count = verdict.output_count;
        memcpy(cell->outputs, verdict.outputs, sizeof cell->outputs);
    }
    if (verdict.status != CELL_OK) {
        char line[256];
        snprintf(line, sizeof line, "%s%s",
                 planner->earlier ? "in a later call, on other numbers: " : "", verdict.message);
        planner_note_fault(planner, point, i, verdict.status, line);
    }
    return status;
}

/* Tells of which outputs the answer that others were held against has nothing to compare. */
static void tell_unproven(const struct planner *planner, struct point *point) {
    const struct verify_answers *verifier = &planner->verifier;
    int are_digests = planner->pool->action->commands != NULL;
    char line[512];
    if (!verify_answers_unproven(verifier, point->unproven, sizeof point->unproven))
        return;
    snprintf(line, sizeof line, "%.64s%s%.100s: nothing is proven about %s: %s%.64s's is %s%s",
             planner->pool->action->name, *point->where ? " at " : "", point->where,
             point->unproven, are_digests ? "" : "no number of ", verifier->library->name,
             are_digests ? "empty" : "finite",
             planner->pool->action->functions ? "; other inputs may do: 'x in [0.1, 10)'" : "");
    planner->observer->note(planner->observer, NOTE_SKIPPED, line);
}

/* Asks all for their answer at POINT and verifies it; sets each cell's status. */
static int verify_answers(struct planner *planner, struct point *point, struct err *err) {
    struct verify_answers *verifier = &planner->verifier;
    size_t count = planner->plan->library_count, builtin = planner->builtin,
           reference = planner->reference;
    int status = 0;
    verify_answers_forget(verifier);
    if (planner_is_spoilt(planner, &point->design_point)) {
        struct account account = action_info_account(planner->pool->action, &point->design_point);
        for (size_t i = 0; i < count; i++)
            planner_note_fault(planner, point, i, account.fate, account.why);
        return 0;
    }

    /* The trusted library may be one of the libraries or an additional member. */
    if (planner_asks_builtin(planner, point) && planner->hangs[builtin] < PLAN_MOST_HANGS) {
        struct wire_answered answered;
        status = ask_answer(planner, point, builtin, &answered, err);
        if (status == ERR_INTERRUPTED)
            return status;
        if (status == 0)
            status = verify_answers_learn(verifier, planner->pool, builtin, err);
        else {
            status = 0;
            if (builtin < count)
                planner_count_hang(planner, builtin, point->cells[builtin].status);
        }
    }

    /* The reference's answer takes the place of the trusted library's, if it passed. */
    if (status == 0 && reference != PLAN_NOBODY) {
        status = answer_library(planner, point, reference, err);
        if (status == 0 && point->cells[reference].status == CELL_OK)
            status = verify_answers_learn(verifier, planner->pool, reference, err);
        else if (builtin == PLAN_NOBODY)
            verify_answers_forget(verifier);
    }
    for (size_t i = 0; status == 0 && i < count; i++)
        if (i != reference)
            status = answer_library(planner, point, i, err);
    if (status == 0 && !planner->earlier)
        tell_unproven(planner, point);
    return status;
}

/* Asks all for the answer of a later call too, on other numbers, unless calls are long: who keeps
 * an answer has the first one again. */
static int verify_later_answers(struct planner *planner, struct point *point, struct err *err) {
    enum { MOST_EARLIER = 3 };
    const struct action_info *action = planner->pool->action;
    struct random random = {
        random_derive(planner->settings->seed, (uint64_t)point->design_point.size)};
    double longest = 0;
    if (planner->plan->trial > 0 || action->commands || action->is_parallel)
        return 0;
    for (size_t i = 0; i < planner->plan->library_count; i++)
        if (plan_is_alive(&point->cells[i]))
            longest = fmax(longest, point->cells[i].first_call);
    if (longest > planner->settings->stage_time)
        return 0;
    planner->earlier = 1 + (int)random_below(&random, MOST_EARLIER);
    int status = verify_answers(planner, point, err);
    planner->earlier = 0;
    return status;
}

/* --- seeds --- */

/* Times a call of library I with SEED. Adds it to SUM, and keeps the least in SHORTEST, and that by
 * the clock in its cell. */
static int estimate(struct planner *planner, struct point *point, size_t i, uint64_t seed,
                    double *sum, double *shortest, struct err *err) {
    struct wire_estimate request = {.seed = seed, .shortest = planner->plan->shortest};
    struct wire_seconds reply;
    enum cell_status fate;
    int status = planner_estimate(planner, point, i, &request, point->cells[i].first_call, &reply,
                                  &fate, err);
    if (status == ERR_INTERRUPTED)
        return status;
    if (status) {
        planner_note_fault(planner, point, i, fate, err->message);
        planner_count_hang(planner, i, fate);
        return 0;
    }
    double *whole = &point->cells[i].call_whole;
    *whole = *whole > 0 ? fmin(*whole, reply.whole) : reply.whole;
    *sum += reply.seconds;
    *shortest = fmin(*shortest, reply.seconds);
    return 0;
}

/* The slowest library fills the stage time, with at least two calls, so that five rounds have
 * ten. */
size_t plan_single_calls(const struct plan *plan, const struct point *point,
                         const struct settings *settings, double stage_time) {
    double slowest = 0;
    for (size_t i = 0; i < plan->library_count; i++)
        if (plan_is_alive(&point->cells[i]))
            slowest = fmax(slowest, batch_share(plan, &point->cells[i]));
    double wanted = ceil(stage_time / fmax(slowest, 1e-9));
    return (size_t)fmin(fmax(wanted, 2), (double)settings->max_seeds);
}

/* Times all that are alive for one seed after the other, until the slowest has the stage time. Sets
 * the seeds of POINT. SUMS and SHORTEST, one per library, get the seconds over all seeds and the
 * least of them: a disturbance only ever adds. */
static int time_seeds(struct planner *planner, struct point *point, double *sums, double *shortest,
                      struct err *err) {
    const struct settings *settings = planner->settings;
    size_t count = planner->plan->library_count;
    for (size_t i = 0; i < count; i++)
        shortest[i] = INFINITY;
    for (size_t seed = 0; seed < settings->max_seeds; seed++) {
        order_turns(&planner->random, seed, count, planner->square, planner->turns);
        for (size_t t = 0; t < count; t++) {
            size_t i = planner->turns[t];
            if (!plan_is_alive(&point->cells[i]))
                continue;
            int status = estimate(planner, point, i, seed, &sums[i], &shortest[i], err);
            if (status)
                return status;
        }
        point->seeds = seed + 1;
        double slowest = 0;
        for (size_t i = 0; i < count; i++)
            if (plan_is_alive(&point->cells[i]))
                slowest = fmax(slowest, sums[i]);
        if (slowest >= settings->stage_time)
            break;
        if (planner->plan->is_single || planner->plan->keeps_calls)
            break;
    }
    return 0;
}

/* Chooses the seeds of POINT and the calls of each library. */
static int choose_seeds(struct planner *planner, struct point *point, struct err *err) {
    const struct settings *settings = planner->settings;
    size_t count = planner->plan->library_count;
    if (planner->plan->trial > 0) {
        plan_set_batch(planner->plan, point, 0);
        return 0;
    }
    double *sums = calloc(count, sizeof *sums), *shortest = calloc(count, sizeof *shortest);
    int status = sums && shortest ? time_seeds(planner, point, sums, shortest, err)
                                  : err_set(err, ERR_FAILED, "no memory for %zu libraries", count);
    for (size_t i = 0; status == 0 && i < count; i++)
        if (plan_is_alive(&point->cells[i]))
            point->cells[i].call_seconds = fmax(shortest[i], 1e-12);
    if (status == 0 && (planner->plan->is_single || planner->plan->keeps_calls))
        point->seeds = plan_single_calls(planner->plan, point, settings, settings->stage_time);
    if (status == 0)
        plan_set_batch(planner->plan, point, settings->stage_time / (double)settings->max_seeds);
    free(sums);
    free(shortest);
    return status;
}

/* --- inputs --- */

/* The least and the most seconds of a call of library I at POINT, where inputs are FRESH or not, so
 * far. */
static int time_inputs(struct planner *planner, struct point *point, size_t i, int fresh,
                       double *least, double *most, struct err *err) {
    const double long_enough = 200e-6;
    struct wire_estimate request = {.shortest = fmax(planner->plan->shortest, long_enough)};
    struct wire_seconds reply;
    enum cell_status fate;
    int status = planner_leave(planner, point, err); /* so that a fault in it is noted as one */
    if (status || !plan_is_alive(&point->cells[i]))
        return status;
    planner->pool->is_fresh = fresh;
    status = planner_estimate(planner, point, i, &request, point->cells[i].first_call, &reply,
                              &fate, err);
    if (status) {
        if (status != ERR_INTERRUPTED)
            planner_note_fault(planner, point, i, fate, err->message);
        return status;
    }
    *least = fmin(*least, reply.timed);
    *most = fmax(*most, reply.timed);
    return 0;
}

/* Whether the time of library I at POINT depends on the numbers: by more than a twentieth, and by
 * more than it differs from try to try. */
static int depends_on_inputs(struct planner *planner, struct point *point, size_t i, int *depends,
                             struct err *err) {
    enum { TRIES = 3 };
    const double negligible = 1.05;
    double least[2] = {INFINITY, INFINITY}, most[2] = {0, 0};
    int status = 0;
    for (int t = 0; t < 2 * TRIES && status == 0 && plan_is_alive(&point->cells[i]); t++)
        status = time_inputs(planner, point, i, t % 2, &least[t % 2], &most[t % 2], err);
    planner->pool->is_fresh = 0;
    if (status || !plan_is_alive(&point->cells[i]))
        return status == ERR_INTERRUPTED ? status : 0;
    *depends = least[1] > negligible * most[0] || least[0] > negligible * most[1];
    if (*depends) {
        char line[512], same[32], others[32];
        snprintf(line, sizeof line,
                 "%.64s: times depend on the numbers (%.64s%s%.100s: %s where all calls get the "
                 "same, %s where each gets others); each call gets others",
                 planner->pool->action->name, planner->pool->members[i].library->name,
                 *point->where ? " at " : "", point->where,
                 seconds_format(same, sizeof same, least[0], 2),
                 seconds_format(others, sizeof others, least[1], 2));
        planner->observer->note(planner->observer, NOTE_PLAN, line);
    }
    return 0;
}

/* Takes it back that calls of an action get other numbers where none can. */
static void admit_same_inputs(struct planner *planner, const struct point *point) {
    const struct worker_pool *pool = planner->pool;
    for (size_t i = 0; i < planner->plan->library_count; i++)
        if (plan_is_alive(&point->cells[i]) && pool->members[i].ready.may_be_fresh)
            return;
    char line[256];
    snprintf(
        line, sizeof line,
        "%.64s: --inputs fresh: its calls overwrite no input of at most %d KiB that is renewed, "
        "so all get the same numbers",
        pool->action->name, (int)(WORKSPACE_FRESH_BYTES >> 10));
    planner_draw_inputs(planner, 0);
    planner->observer->note(planner->observer, NOTE_PLAN, line);
}

/* Notes the programs that give all calls at POINT the same numbers. */
static void find_who_lacks_inputs(struct planner *planner, struct point *point) {
    for (size_t i = 0; i < planner->plan->library_count; i++) {
        const struct member *member = &planner->pool->members[i];
        point->cells[i].lacks_inputs = member->library->command && !member->ready.may_be_fresh;
    }
}

/* Tells once of each program that gives all calls the same numbers though others get new ones. */
static void tell_who_lacks_inputs(const struct planner *planner) {
    const struct plan *plan = planner->plan;
    for (size_t i = 0; i < plan->library_count && plan->draws_inputs; i++) {
        int lacks = 0;
        for (size_t p = 0; p < plan->count; p++)
            lacks |=
                plan_is_alive(&plan->points[p].cells[i]) && plan->points[p].cells[i].lacks_inputs;
        if (!lacks)
            continue;
        char line[256];
        snprintf(line, sizeof line,
                 "%.64s: all calls of a batch get the same numbers, as this program does not draw "
                 "others (docs/languages.md)",
                 planner->pool->members[i].library->name);
        planner->observer->note(planner->observer, NOTE_PLAN, line);
    }
}

/* Looks whether each call should get other numbers, if the settings leave that open. Once it
 * should, the points before are timed anew. */
static int choose_inputs(struct planner *planner, struct point *point, struct err *err) {
    const double short_call = 0.01;
    struct plan *plan = planner->plan;
    int depends = 0, status = 0;
    if (plan->draws_inputs && plan->count == 0 && !planner->pool->action->functions)
        admit_same_inputs(planner, point);
    find_who_lacks_inputs(planner, point);
    if (plan->draws_inputs || planner->settings->inputs != INPUTS_AUTO || plan->trial > 0 ||
        plan->is_single)
        return 0;
    for (size_t i = 0; i < plan->library_count && !depends && status == 0; i++)
        if (plan_is_alive(&point->cells[i]) && planner->pool->members[i].ready.may_be_fresh &&
            point->cells[i].first_call < short_call)
            status = depends_on_inputs(planner, point, i, &depends, err);
    if (!depends)
        return status;
    planner_draw_inputs(planner, 1);
    for (size_t p = 0; p < plan->count && status == 0; p++)
        status = choose_seeds(planner, &plan->points[p], err);
    return status;
}

/* --- curves --- */

/* What POINT, just begun, will cost in all, judging by the one before it: its calls grow with the
 * operations. */
static double predict(const struct planner *planner, const struct point *point) {
    const struct plan *plan = planner->plan;
    const struct settings *settings = planner->settings;
    const struct point *last = &plan->points[plan->count - 1];
    double growth = planner_growth(last, point);
    double slowest = settings->stage_time / 1.5, longest = 0, calls = 0, turns = 0;
    size_t alive = 0;
    if (plan->trial > 0)
        return (double)settings->rounds * plan_point_seconds(plan, last);
    for (size_t i = 0; i < plan->library_count; i++) {
        if (!plan_is_alive(&last->cells[i]))
            continue;
        double seconds = last->cells[i].call_whole * growth + plan->eviction.seconds;
        slowest = fmax(slowest, seconds);
        calls += seconds;
        turns += (double)plan_turns(plan, last) * last->cells[i].turn_seconds;
        longest = fmax(longest, seconds);
        alive++;
    }
    if (plan->keeps_calls) /* so many quick calls take less than the stage time */
        slowest = fmax(longest, fmin(slowest, (double)settings->max_seeds * longest));
    double round = 1.5 * slowest * (double)alive + turns + plan->put_seconds;
    return (double)settings->rounds * round + 2 * calls;
}

/* What all points so far cost, with their planning since BEGIN. */
static double spent_since(const struct planner *planner, double begin) {
    double rounds = planner->plan->count ? plan_round_seconds(planner->plan) : 0;
    return wall_clock_now() - begin + (double)planner->settings->rounds * rounds;
}

/* Makes the points of the curve that begins at design point S. Their planning and rounds, and those
 * of all points before them since BEGIN, may take BOUND seconds; 0: any time. */
static int make_curve(struct planner *planner, const struct design_points *design_points, size_t s,
                      double begin, double bound, struct err *err) {
    struct plan *plan = planner->plan;
    size_t end = design_points_end_curve(design_points, s);
    for (size_t i = s; i < end; i++) {
        struct point *point = &plan->points[plan->count];
        int status =
            planner_begin_point(planner, point, &design_points->items[i], CELL_NOT_MEASURED, err);
        if (status == 0 && i > s && bound > 0 &&
            spent_since(planner, begin) + predict(planner, point) > bound) {
            free(point->cells);
            plan_note_cut(plan, point->design_point.size);
            return 0;
        }
        if (status == 0)
            status = verify_answers(planner, point, err);
        if (status == 0)
            status = verify_later_answers(planner, point, err);
        if (status == 0)
            status = choose_inputs(planner, point, err);
        if (status == 0)
            status = choose_seeds(planner, point, err);
        if (status == 0)
            status = null_output_try(planner, point, err);
        if (status == 0 && !(plan->trial > 0) && (planner->settings->time > 0 || plan->is_fresh))
            status = planner_try_turns(planner, point, err);
        if (status == 0)
            status = planner_leave(planner, point, err);
        if (status) {
            free(point->cells);
            return status;
        }
        plan->count++;
    }
    return 0;
}

int plan_make(struct plan *plan, struct worker_pool *pool, size_t library_count, size_t builtin,
              size_t reference, const struct settings *settings,
              const struct design_points *design_points, double budget, struct observer *observer,
              struct err *err) {
    struct planner planner = {.plan = plan,
                              .pool = pool,
                              .builtin = builtin,
                              .reference = reference,
                              .settings = settings,
                              .observer = observer};
    int status = planner_begin(&planner, design_points, library_count, err);
    double begin = wall_clock_now();
    size_t left = design_points_count_curves(design_points);
    for (size_t s = 0; status == 0 && s < design_points->count;
         s = design_points_end_curve(design_points, s)) {
        double bound = 0;
        if (budget > 0)
            bound = fmax(planner_share(budget, spent_since(&planner, begin), left--), 1e-9);
        status = make_curve(&planner, design_points, s, begin, bound, err);
    }
    tell_who_lacks_inputs(&planner);
    planner_end(&planner);
    return status;
}

void plan_note_cut(struct plan *plan, int64_t size) {
    if (!plan->left_out || size < plan->left_out)
        plan->left_out = size;
    plan->cut_curves++;
}

void plan_release(struct plan *plan) {
    for (size_t p = 0; p < plan->count; p++)
        free(plan->points[p].cells);
    free(plan->points);
    *plan = (struct plan){0};
}
