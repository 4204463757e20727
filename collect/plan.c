/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect/order.h"

/* Answers with a residual above this are wrong: the threshold of LAPACK's test programs. */
#define MOST_RESIDUAL 30.0
/* A library that hung so often is not tried at larger sizes. */
enum { MOST_HANGS = 2 };

struct planner {
    struct plan *plan;
    struct team *team;
    size_t builtin, reference;
    const struct settings *settings;
    struct observer *observer;
    struct random random;
    size_t *square, *turns, *hangs;
    double *sums;                        /* seconds of one call, over the seeds so far */
    double *shortest;                    /* the least of them: a disturbance only ever adds */
    void *judged[WORKSPACE_MAX_OUTPUTS]; /* the outputs to hold others against, at this size */
    size_t judged_count[WORKSPACE_MAX_OUTPUTS];
    size_t judged_outputs;
};

static int is_alive(const struct cell *cell) {
    return cell->status == CELL_OK || cell->status == CELL_WRONG;
}

static void tell(const struct planner *planner, const struct point *point, size_t i) {
    struct progress progress = {.action = planner->team->action->name,
                                .stage = "planning",
                                .library = planner->team->members[i].library->name,
                                .size = point->size};
    planner->observer->progress(planner->observer, &progress);
}

static void note_fault(const struct planner *planner, const struct point *point, size_t i,
                       enum cell_status fate, const char *message) {
    const char *library = planner->team->members[i].library->name;
    char line[512];
    if (i < planner->plan->library_count) {
        struct cell *cell = &point->cells[i];
        cell->status = fate;
        snprintf(cell->fault, sizeof cell->fault, "n = %lld: %.200s", (long long)point->size,
                 message);
    }
    snprintf(line, sizeof line, "%s: %s at n = %lld: %.300s", library, planner->team->action->name,
             (long long)point->size, message);
    planner->observer->note(planner->observer, NOTE_FAULT, line);
}

/* Time that is spent waiting is lost to all. */
static void count_hang(const struct planner *planner, size_t i, enum cell_status fate) {
    char line[256];
    if (fate != CELL_HUNG || ++planner->hangs[i] != MOST_HANGS)
        return;
    snprintf(line, sizeof line, "%.64s is given up for %.64s: it hung at %d sizes",
             planner->team->members[i].library->name, planner->team->action->name, MOST_HANGS);
    planner->observer->note(planner->observer, NOTE_FAULT, line);
}

/* --- answers --- */

static int ask_answer(struct planner *planner, const struct point *point, size_t i,
                      struct wire_answered *answered, struct err *err) {
    enum cell_status fate;
    struct wire_answer request = {0};
    struct question question = {
        WIRE_ANSWER,      &request,
        sizeof request,   answered,
        sizeof *answered, settings_limit(planner->settings, planner->team->action, point->size, 0)};
    tell(planner, point, i);
    int status = team_ask(planner->team, i, point->size, &question, &fate, err);
    if (status && status != ERR_INTERRUPTED)
        note_fault(planner, point, i, fate, err->message);
    return status;
}

static void forget_judged(struct planner *planner) {
    for (size_t o = 0; o < planner->judged_outputs; o++)
        free(planner->judged[o]);
    planner->judged_outputs = 0;
}

static int keep_judged(struct planner *planner, size_t judge, struct err *err) {
    size_t element = planner->team->type == 's' ? sizeof(float) : sizeof(double);
    const void *output;
    for (size_t o = 0, count; (output = team_output(planner->team, judge, o, &count)); o++) {
        void *copy = malloc(count * element + 1);
        if (!copy)
            return err_set(err, ERR_FAILED, "no memory to keep an answer");
        memcpy(copy, output, count * element);
        planner->judged[o] = copy;
        planner->judged_count[o] = count;
        planner->judged_outputs = o + 1;
    }
    return 0;
}

/* The built-in library is slow: where the action has a residual of its own, that will do. */
static int asks_builtin(const struct planner *planner, const struct point *point) {
    const struct bench_action *action = planner->team->action;
    if (planner->builtin == PLAN_NOBODY)
        return 0;
    return !action->residual || !action->flops || action->flops(point->size) <= PLAN_JUDGE_FLOPS;
}

static void compare(const struct planner *planner, struct cell *cell, size_t i) {
    cell->differences = (struct differences){0};
    for (size_t o = 0; o < planner->judged_outputs; o++) {
        size_t count;
        const void *output = team_output(planner->team, i, o, &count);
        if (output && count == planner->judged_count[o])
            answers_compare(&cell->differences, planner->team->type, output, planner->judged[o],
                            count);
        else
            cell->differences.max = INFINITY;
    }
    answers_finish(&cell->differences);
}

static double tolerance(const struct planner *planner, const struct point *point,
                        const struct cell *cell) {
    const struct bench_action *action = planner->team->action;
    double epsilon = planner->team->type == 's' ? 0x1p-23 : 0x1p-52;
    if (!isnan(planner->settings->tolerance))
        return planner->settings->tolerance;
    if (action->tolerance)
        return action->tolerance(point->size) * epsilon;
    return 1000 * epsilon * fmax(1, cell->differences.largest);
}

static void judge_cell(struct planner *planner, struct point *point, size_t i) {
    struct cell *cell = &point->cells[i];
    char message[200];
    int has_outputs = planner->team->members[i].ready.output_count > 0;
    if (has_outputs && !planner->judged_outputs && !planner->team->action->residual) {
        note_fault(planner, point, i, CELL_FAILED, "there is no answer to hold its own against");
        return;
    }
    if (planner->judged_outputs) {
        compare(planner, cell, i);
        cell->tolerance = tolerance(planner, point, cell);
        if (!(cell->differences.max <= cell->tolerance)) {
            snprintf(message, sizeof message, "wrong answer: off by %.3g where %.3g is accepted",
                     cell->differences.max, cell->tolerance);
            note_fault(planner, point, i, CELL_WRONG, message);
            return;
        }
    }
    if (planner->team->action->residual && !(cell->residual <= MOST_RESIDUAL)) {
        snprintf(message, sizeof message, "wrong answer: residual %.3g where %g is accepted",
                 cell->residual, MOST_RESIDUAL);
        note_fault(planner, point, i, CELL_WRONG, message);
    }
}

static int answer_library(struct planner *planner, struct point *point, size_t i, struct err *err) {
    struct cell *cell = &point->cells[i];
    struct wire_answered answered;
    if (planner->hangs[i] >= MOST_HANGS) {
        cell->status = CELL_NOT_MEASURED;
        return 0;
    }
    int status = ask_answer(planner, point, i, &answered, err);
    if (status == ERR_INTERRUPTED)
        return status;
    if (status) {
        count_hang(planner, i, cell->status);
        return 0;
    }
    cell->status = CELL_OK;
    cell->first_call = answered.first_call;
    cell->residual = answered.residual;
    judge_cell(planner, point, i);
    return 0;
}

/* The built-in library's answer, whether it is one of the libraries or stands beside them. */
static int answer_builtin(struct planner *planner, struct point *point, struct err *err) {
    struct wire_answered answered;
    if (!asks_builtin(planner, point))
        return 0;
    int status = ask_answer(planner, point, planner->builtin, &answered, err);
    if (status == 0)
        return keep_judged(planner, planner->builtin, err);
    return status == ERR_INTERRUPTED ? status : 0;
}

/* The reference's answer takes the place of the built-in one's, if it stood before that. */
static int answer_reference(struct planner *planner, struct point *point, struct err *err) {
    if (planner->reference == PLAN_NOBODY)
        return 0;
    int status = answer_library(planner, point, planner->reference, err);
    if (status || point->cells[planner->reference].status != CELL_OK)
        return status;
    forget_judged(planner);
    return keep_judged(planner, planner->reference, err);
}

static int answer_all(struct planner *planner, struct point *point, struct err *err) {
    forget_judged(planner);
    int status = answer_builtin(planner, point, err);
    if (status == 0)
        status = answer_reference(planner, point, err);
    for (size_t i = 0; status == 0 && i < planner->plan->library_count; i++)
        if (i != planner->reference)
            status = answer_library(planner, point, i, err);
    return status;
}

/* --- seeds and calls --- */

static void add_estimate(struct planner *planner, size_t i, double seconds) {
    planner->sums[i] += seconds;
    planner->shortest[i] = fmin(planner->shortest[i], seconds);
}

static int estimate(struct planner *planner, struct point *point, size_t i, uint64_t seed,
                    struct err *err) {
    struct cell *cell = &point->cells[i];
    struct wire_estimate request = {seed, planner->plan->shortest};
    struct wire_seconds reply;
    struct question question = {
        WIRE_ESTIMATE,
        &request,
        sizeof request,
        &reply,
        sizeof reply,
        settings_limit(planner->settings, planner->team->action, point->size, cell->first_call)};
    enum cell_status fate;
    tell(planner, point, i);
    int status = team_ask(planner->team, i, point->size, &question, &fate, err);
    if (status == ERR_INTERRUPTED)
        return status;
    if (status == 0) {
        add_estimate(planner, i, reply.seconds);
        return 0;
    }
    note_fault(planner, point, i, fate, err->message);
    count_hang(planner, i, fate);
    return 0;
}

static double slowest_sum(const struct planner *planner, const struct point *point) {
    double slowest = 0;
    for (size_t i = 0; i < planner->plan->library_count; i++)
        if (is_alive(&point->cells[i]))
            slowest = fmax(slowest, planner->sums[i]);
    return slowest;
}

static int choose_seeds(struct planner *planner, struct point *point, struct err *err) {
    size_t count = planner->plan->library_count;
    for (size_t i = 0; i < count; i++) {
        planner->sums[i] = 0;
        planner->shortest[i] = INFINITY;
    }
    for (size_t seed = 0; seed < planner->settings->max_seeds; seed++) {
        order_turns(&planner->random, seed, count, planner->square, planner->turns);
        for (size_t t = 0; t < count; t++) {
            size_t i = planner->turns[t];
            int status = is_alive(&point->cells[i]) ? estimate(planner, point, i, seed, err) : 0;
            if (status)
                return status;
        }
        point->seeds = seed + 1;
        if (slowest_sum(planner, point) >= planner->settings->stage_time)
            break;
    }
    return 0;
}

static double slowest_call(const struct planner *planner, const struct point *point) {
    double slowest = 0;
    for (size_t i = 0; i < planner->plan->library_count; i++)
        if (is_alive(&point->cells[i]))
            slowest = fmax(slowest, planner->shortest[i]);
    return slowest;
}

static void choose_calls(struct planner *planner, struct point *point) {
    const struct settings *settings = planner->settings;
    double batch = slowest_call(planner, point);
    batch = fmax(batch, settings->stage_time / (double)settings->max_seeds);
    batch = fmax(batch, 1.5 * planner->plan->shortest);
    for (size_t i = 0; i < planner->plan->library_count; i++) {
        struct cell *cell = &point->cells[i];
        if (!is_alive(cell))
            continue;
        cell->call_seconds = fmax(planner->shortest[i], 1e-12);
        cell->calls = (int64_t)fmax(1, round(batch / cell->call_seconds));
    }
}

/* --- points --- */

double plan_point_seconds(const struct plan *plan, const struct point *point) {
    double seconds = 0;
    for (size_t i = 0; i < plan->library_count; i++)
        if (is_alive(&point->cells[i]))
            seconds += 1.5 * (double)point->seeds * (double)point->cells[i].calls *
                       point->cells[i].call_seconds;
    return seconds;
}

/* What SIZE would cost in all, going by the point before it: its calls grow as the operations do.
 */
static double predict(const struct planner *planner, int64_t size) {
    const struct plan *plan = planner->plan;
    const struct bench_action *action = planner->team->action;
    const struct settings *settings = planner->settings;
    const struct point *last = &plan->points[plan->count - 1];
    double growth = action->flops ? action->flops(size) / action->flops(last->size)
                                  : (double)size / (double)last->size;
    double slowest = settings->stage_time / 1.5, calls = 0;
    size_t alive = 0;
    for (size_t i = 0; i < plan->library_count; i++) {
        if (!is_alive(&last->cells[i]))
            continue;
        double seconds = last->cells[i].call_seconds * growth;
        slowest = fmax(slowest, seconds);
        calls += seconds;
        alive++;
    }
    return (double)settings->rounds * 1.5 * slowest * (double)alive + 2 * calls;
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int make_point(struct planner *planner, int64_t size, struct err *err) {
    struct plan *plan = planner->plan;
    struct cell *cells = calloc(plan->library_count, sizeof *cells);
    if (!cells)
        return err_set(err, ERR_FAILED, "no memory for a plan");
    struct point *point = &plan->points[plan->count];
    *point = (struct point){.size = size, .seeds = 1, .cells = cells};
    for (size_t i = 0; i < plan->library_count; i++)
        cells[i] = (struct cell){.status = CELL_NOT_MEASURED,
                                 .first_call = NAN,
                                 .differences = {NAN, NAN, NAN, NAN, NAN, 0},
                                 .residual = NAN,
                                 .tolerance = NAN};
    int status = answer_all(planner, point, err);
    if (status == 0)
        status = choose_seeds(planner, point, err);
    if (status) {
        free(cells);
        return status;
    }
    choose_calls(planner, point);
    plan->count++;
    return 0;
}

static int make_points(struct planner *planner, const struct sizes *sizes, double budget,
                       struct err *err) {
    struct plan *plan = planner->plan;
    double begin = seconds_now(), rounds = 0;
    int status = 0;
    for (size_t s = 0; status == 0 && s < sizes->count; s++) {
        int64_t size = sizes->items[s];
        if (budget > 0 && plan->count &&
            seconds_now() - begin + rounds + predict(planner, size) > budget) {
            plan->left_out = size;
            break;
        }
        status = make_point(planner, size, err);
        if (status == 0)
            rounds += (double)planner->settings->rounds *
                      plan_point_seconds(plan, &plan->points[plan->count - 1]);
    }
    return status;
}

static double clock_tick(const struct team *team) {
    double tick = 0;
    for (size_t i = 0; i < team->count; i++)
        tick = fmax(tick, fmax(team->members[i].loaded.clock_resolution,
                               team->members[i].loaded.clock_cost));
    return tick;
}

int plan_make(struct plan *plan, struct team *team, size_t library_count, size_t builtin,
              size_t reference, const struct settings *settings, const struct sizes *sizes,
              double budget, struct observer *observer, struct err *err) {
    *plan = (struct plan){.points = calloc(sizes->count, sizeof *plan->points),
                          .library_count = library_count,
                          .shortest = 1000 * clock_tick(team)};
    struct planner planner = {
        .plan = plan,
        .team = team,
        .builtin = builtin,
        .reference = reference,
        .settings = settings,
        .observer = observer,
        .random = {random_derive(settings->seed, 0)},
        .square = calloc(library_count, sizeof *planner.square),
        .turns = calloc(library_count, sizeof *planner.turns),
        .hangs = calloc(library_count, sizeof *planner.hangs),
        .sums = calloc(library_count, sizeof *planner.sums),
        .shortest = calloc(library_count, sizeof *planner.shortest),
    };
    int status;
    if (plan->points && planner.square && planner.turns && planner.hangs && planner.sums &&
        planner.shortest)
        status = make_points(&planner, sizes, budget, err);
    else
        status = err_set(err, ERR_FAILED, "no memory for a plan of %zu sizes", sizes->count);
    forget_judged(&planner);
    free(planner.square);
    free(planner.turns);
    free(planner.hangs);
    free(planner.sums);
    free(planner.shortest);
    return status;
}

void plan_release(struct plan *plan) {
    for (size_t p = 0; p < plan->count; p++)
        free(plan->points[p].cells);
    free(plan->points);
    *plan = (struct plan){0};
}
