/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/measuring/measure.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/commands/relink.h"
#include "collect/harness/clock.h"
#include "collect/job/left_notes.h"
#include "collect/machine/quota.h"
#include "collect/measuring/pending.h"
#include "collect/measuring/team_record.h"
#include "collect/planning/budget.h"
#include "collect/planning/plan_record.h"
#include "collect/planning/round_order.h"
#include "formats/model/left_running.h"
#include "formats/text/seconds.h"

/* --- batch --- */

/* Asks for each call of the batch that was just made. */
static int fetch_calls(struct worker_pool *pool, const struct batch_order *order,
                       enum cell_status *fate, struct err *err) {
    static struct wire_times times;
    size_t wanted = (size_t)order->request.calls, got = 0;
    do {
        struct wire_from from = {(uint32_t)got};
        struct question question = {WIRE_TIMES, &from,        sizeof from,
                                    &times,     sizeof times, order->limit};
        int status =
            worker_pool_ask(pool, order->member, order->design_point, &question, fate, err);
        if (status)
            return status;
        if (times.count > WIRE_MOST_TIMES || times.count > wanted - got)
            break;
        memcpy(order->calls + got, times.calls, times.count * sizeof *times.calls);
        got += times.count;
    } while (times.count && got < wanted);
    *fate = CELL_FAILED;
    return got == wanted
               ? 0
               : err_set(err, ERR_FAILED, "told the times of %zu of its %zu calls", got, wanted);
}

int batch_measure(struct batch *batch, struct worker_pool *pool, const struct batch_order *order,
                  struct disturbance *disturbance, struct spending *spending,
                  enum cell_status *fate, struct err *err) {
    struct wire_sample sample;
    struct question question = {WIRE_BATCH, &order->request, sizeof order->request,
                                &sample,    sizeof sample,   order->limit};
    double least = INFINITY, seconds;
    *batch = (struct batch){0};
    do {
        if (order->request.is_first) {
            double end = wall_clock_now();
            worker_pool_restart(pool, order->member);
            spending_since(spending, SPENDING_STARTING, end);
        }
        double begin = wall_clock_now();
        int status =
            worker_pool_ask(pool, order->member, order->design_point, &question, fate, err);
        if (status == 0 && order->request.keeps_calls)
            status = fetch_calls(pool, order, fate, err);
        if (status)
            return status;
        seconds = wall_clock_now() - begin;
        batch->attempts++;
        wire_left_add(&batch->left, &sample.left);
        disturbance_spend(disturbance, batch->attempts, seconds);
        spending_add(spending, SPENDING_TIMED, wire_whole_seconds(&sample) * (double)sample.calls);
        spending_add(spending, SPENDING_WARM_UP, sample.warm_up_seconds);
        spending_add(spending, SPENDING_INPUTS, sample.initialize_seconds);
        double severity = disturbance_of(disturbance, &sample);
        if (batch->attempts == 1 || severity < least) {
            batch->sample = sample;
            least = severity;
        }
        batch->is_disturbed = least > 1;
    } while (batch->is_disturbed && !order->request.keeps_calls && !sample.threads &&
             disturbance_allows(disturbance, batch->attempts + 1, seconds));
    return 0;
}

/* --- stopping --- */

size_t stopping_most_rounds(const struct settings *settings) {
    size_t least = (size_t)settings->rounds;
    int is_open = settings_half_width(settings) > 0 || settings->detectable > 0;
    if (!is_open || settings->planned)
        return least;
    if (settings->plan_for > 0) /* a plan has at least twice the rounds that it is made by */
        least *= 2;
    return least < PRECISION_MOST_ROUNDS ? PRECISION_MOST_ROUNDS : least;
}

size_t stopping_room(const struct settings *settings, double until, double round) {
    /* Some rounds may turn out to be shorter than planned. */
    double possible = fmax(2 * (until - wall_clock_now()) / fmax(round, 1e-9), 0);
    size_t most = stopping_most_rounds(settings), least = (size_t)settings->rounds;
    if (!(settings->detectable > 0) || possible >= (double)most)
        return most;
    return possible > (double)least ? (size_t)possible : least;
}

/* Rounds that were given on the command line are made in any case. */
static int has_time_left(const struct stopping *s, size_t rounds) {
    const struct budget_clock clock = {s->begin, wall_clock_now(), s->until};
    return !(s->settings->time > 0) || (s->settings->fixed & SETTINGS_FIX_ROUNDS) ||
           budget_allows_round(&clock, s->next, rounds);
}

/* By the difference that would be shown, which is not whether one was shown. */
static const char *enough_shown(const struct stopping *s, size_t rounds) {
    if (rounds < s->settings->rounds)
        return NULL;
    if (isnan(s->detectable))
        return "rounds";
    if (s->detectable <= s->settings->detectable)
        return "precision";
    return wall_clock_now() + s->next > s->until ? "max-time" : NULL;
}

const char *stopping_reason(const struct stopping *s, size_t rounds, size_t most) {
    const struct settings *settings = s->settings;
    if (rounds >= most)
        return "rounds";
    if (!has_time_left(s, rounds))
        return "time";
    if (settings->detectable > 0)
        return enough_shown(s, rounds);
    if (settings_half_width(settings) <= 0 || rounds == 0)
        return NULL;
    if (wall_clock_now() - s->begin >= settings_max_time(settings))
        return "max-time";
    if (settings->plan_for > 0)
        return s->planned && rounds >= s->planned ? "plan" : NULL;
    if (rounds < settings->rounds)
        return NULL;
    return !s->widest.library || s->widest.half_width <= settings->precision ? "precision" : NULL;
}

void stopping_record(const struct stopping *s, const char *reason, struct facts *facts) {
    const struct settings *settings = s->settings;
    if (settings->detectable > 0) {
        if (isfinite(s->detectable))
            facts_set_real(facts, FACT_DETECTABLE_REACHED, s->detectable);
    } else if (settings_half_width(settings) > 0) {
        facts_set_real(facts, "precision_target", settings_half_width(settings));
        if (s->widest.library && isfinite(s->widest.half_width))
            facts_set_real(facts, "precision_reached", s->widest.half_width);
    } else {
        return;
    }
    facts_set_text(facts, "rounds_ended_by", reason);
}

int stopping_has_ended(const struct measurement *m) {
    return facts_find(&m->facts, "rounds_ended_by") != NULL;
}

/* --- measure --- */

/* What a participant loads in the current round. */
struct loading {
    struct library library; /* its own, with one of its builds in the first path's place */
    char path[PATH_MAX];    /* of that, if it was linked for the round */
};

struct measurer {
    struct measurement *measurement;
    const struct plan *plan;
    const struct measure_setup *setup;
    struct pending pending;
    struct observer *observer;
    struct worker_pool pool;
    struct loading *loading; /* of each participant */
    struct thread_groups groups;
    struct thread_group *group; /* the current one */
    size_t *square, *turns;
    struct wire_call *calls; /* of the latest batch; NULL unless the plan keeps them */
    size_t round;
    struct stopping stopping;
    double made, starting; /* seconds of all rounds of this invocation, and of starting processes */
    struct progress progress;
    char stage[64];
    int has_told_skew;
    struct process_conditions conditions; /* the setup's, with our watch */
    struct left_watch watch;
    unsigned char *left; /* [participants][points]: where something was left running */
};

/* One turn: PARTICIPANT's batch at a point and seed, number PLACE in the order. */
struct turn {
    size_t point, seed, participant, place;
};

/* --- recording --- */

/* Gives up a library, and its control, which would hang as well. */
static void give_up(const struct measurer *m, size_t planned) {
    const struct library *library = m->setup->participants[planned].library;
    char note[256];
    for (size_t i = 0; i < m->setup->participant_count; i++)
        if (m->setup->participants[i].planned == planned) {
            /* Cells that it has begun and will not finish count as hung; finished cells stay. */
            static const char line[] =
                "given up, as it hung twice; what it had not finished counts as hung";
            _Static_assert(PLAN_MOST_HANGS == 2, "the line says twice");
            struct series *series = &m->measurement->series[i];
            for (size_t p = 0; p < m->plan->count; p++)
                if ((series->status[p] == CELL_OK || series->status[p] == CELL_WRONG) &&
                    !pending_is_whole(&m->pending, p, i))
                    series->status[p] = CELL_HUNG;
            if (!strstr(facts_text(&series->facts, "faults", ""), line))
                plan_record_fault(series, line);
        }
    snprintf(note, sizeof note, "%.64s is given up for %.64s: it hung %d times", library->name,
             m->measurement->name, PLAN_MOST_HANGS);
    m->observer->note(m->observer, NOTE_FAULT, note);
}

static void note_fault(struct measurer *m, const struct turn *turn, enum cell_status fate,
                       const char *message) {
    struct series *series = &m->measurement->series[turn->participant];
    char line[400], note[512];
    series->status[turn->point] = fate;
    const char *where = m->plan->points[turn->point].where;
    snprintf(line, sizeof line, "%.120s%sround %zu: %.240s", where, *where ? ", " : "",
             m->round + 1, message);
    plan_record_fault(series, line);
    snprintf(note, sizeof note, "%.60s: %.60s at %.380s", series->name, m->measurement->name, line);
    m->observer->note(m->observer, NOTE_FAULT, note);
    if (fate == CELL_HUNG && pending_count_hang(&m->pending, turn->participant))
        give_up(m, m->setup->participants[turn->participant].planned);
}

/* Of what is TOLD, keeps reports FIRST to END as far as planning found SERIES to have them. */
static void keep_reports(struct series *series, size_t at, const double *told, size_t first,
                         size_t end) {
    for (size_t i = first; i < end; i++) {
        double *values = series->details[DETAIL_whole_seconds + i];
        if (values)
            values[at] = told[i];
    }
}

/* What is known of a batch as a whole. */
static void keep_batch(struct measurer *m, const struct turn *turn, const struct batch *batch) {
    struct series *series = &m->measurement->series[turn->participant];
    const struct wire_sample *sample = &batch->sample;
    size_t at = measurement_index(m->measurement, turn->point, m->round, turn->seed);
    series->batch_mean[at] = sample->batch_mean;
    series->slow_intervals[at] = sample->slow_intervals;
    series->run_delay[at] = sample->run_delay;
    series->steal[at] = sample->steal;
    series->spin[at] = sample->spin;
    series->cpu_seconds[at] = sample->cpu_seconds;
    keep_reports(series, at, sample->told.all, CALL_REPORTS, REPORTS);
    series->preemptions[at] = sample->preemptions;
    series->attempts[at] = batch->attempts;
    if (series->status[turn->point] != CELL_WRONG) /* one wrong trial is enough */
        series->status[turn->point] =
            pending_planned(&m->pending, turn->point, turn->participant)->status;
    series->calls[turn->point] = sample->calls;
    series->interval_calls[turn->point] = sample->interval_calls;
    series->copies[turn->point] = sample->copies;
    if (sample->warm_up_calls > series->warm_up_calls[turn->point])
        series->warm_up_calls[turn->point] = sample->warm_up_calls;
}

/* A sample of the batch: one of its calls, or what is typical of all of them. */
static void keep_sample(struct measurer *m, const struct turn *turn, const struct batch *batch,
                        size_t seed, const struct wire_call *call) {
    struct series *series = &m->measurement->series[turn->participant];
    size_t at = measurement_index(m->measurement, turn->point, m->round, seed);
    int is_new = isnan(series->seconds[at]);
    series->seconds[at] = call->seconds;
    series->disturbed[at] = batch->is_disturbed;
    series->order[at] = (int64_t)turn->place;
    keep_reports(series, at, call->told, 0, CALL_REPORTS);
    /* With evicted caches there is no warm-up, and so no unsteady sample. */
    if (is_new && !m->plan->eviction.bytes) {
        if (series->unsteady[turn->point] < 0)
            series->unsteady[turn->point] = 0;
        series->unsteady[turn->point] += !batch->sample.is_steady;
    }
}

static void keep_samples(struct measurer *m, const struct turn *turn, const struct batch *batch) {
    const struct wire_sample *sample = &batch->sample;
    struct wire_call typical = {.seconds = sample->seconds};
    memcpy(typical.told, sample->told.all, sizeof typical.told);
    keep_batch(m, turn, batch);
    if (!m->plan->keeps_calls)
        keep_sample(m, turn, batch, turn->seed, &typical);
    for (size_t call = 0; m->plan->keeps_calls && call < m->plan->points[turn->point].seeds; call++)
        keep_sample(m, turn, batch, call, &m->calls[call]);
}

/* --- what is left running --- */

/* The points that PARTICIPANT has a sample of in this round. */
static int was_measured(const struct measurer *m, size_t p, size_t participant) {
    const struct series *series = &m->measurement->series[participant];
    for (size_t seed = 0; seed < m->measurement->max_seeds; seed++)
        if (!isnan(series->seconds[measurement_index(m->measurement, p, m->round, seed)]))
            return 1;
    return 0;
}

/* Marks the cells, and tells of the first. A daemon was ended after the turn that it began in;
 * others ran beside all turns of their worker. */
static void note_left(struct left_watch *watch, const struct action_info *action,
                      const struct library *library, size_t member,
                      const struct design_point *design_point, const struct wire_left *left) {
    struct measurer *m = (struct measurer *)((char *)watch - offsetof(struct measurer, watch));
    struct facts *facts = &m->measurement->facts;
    const char *name = m->measurement->series[member].name;
    size_t points = m->plan->count;
    unsigned char *marks = m->left + member * points;
    int64_t before = left_running_recall(facts, name, points, marks);
    for (size_t p = 0; p < points; p++)
        marks[p] |= design_point
                        ? design_points_are_equal(&m->plan->points[p].design_point, design_point)
                        : p >= m->group->begin && p < m->group->end && was_measured(m, p, member);
    left_running_record(facts, name, before + left->count, points, marks);
    if (before)
        return;
    char line[LEFT_NOTES_LINE];
    left_notes_line(line, action, library, design_point ? m->progress.where : "", left,
                    "its cells are marked");
    m->observer->note(m->observer, NOTE_FAULT, line);
}

/* --- trials --- */

/* Beyond this part of a trial, the machine is too busy for its threads to begin together. */
#define MUCH_SKEW 0.1

static void tell_skew(struct measurer *m, const struct turn *turn,
                      const struct wire_sample *sample) {
    char line[300], skew[32];
    if (m->has_told_skew || sample->told.start_skew <= MUCH_SKEW * m->plan->trial)
        return;
    m->has_told_skew = 1;
    snprintf(line, sizeof line,
             "%.64s: %.64s: the last of %d threads began %s after the first; what is timed begins "
             "after that",
             m->measurement->name, m->measurement->series[turn->participant].name, sample->threads,
             seconds_format(skew, sizeof skew, sample->told.start_skew, 2));
    m->observer->note(m->observer, NOTE_PLAN, line);
}

/* Keeps what each thread did, and whether the work was right. */
static int keep_trial(struct measurer *m, const struct turn *turn, const struct batch_order *order,
                      const struct wire_sample *sample, enum cell_status *fate, struct err *err) {
    struct series *series = &m->measurement->series[turn->participant];
    size_t at = measurement_index(m->measurement, turn->point, m->round, turn->seed);
    tell_skew(m, turn, sample);
    if (sample->wrong[0] && series->status[turn->point] != CELL_WRONG)
        note_fault(m, turn, CELL_WRONG, sample->wrong);
    return team_record_fetch(&m->pool, order, m->measurement, series, at, fate, err);
}

/* --- ranks --- */

/* A rank that begins late makes the others wait for it, which is then part of their time; so does a
 * wrong clock. */
static void tell_rank_skew(struct measurer *m, const struct turn *turn,
                           const struct wire_sample *sample) {
    int is_collective = !isnan(sample->told.clock_error);
    double timed = sample->seconds * (is_collective ? 1 : (double)sample->interval_calls);
    int is_clock = is_collective && sample->told.clock_error > sample->told.start_skew;
    double off = is_clock ? sample->told.clock_error : sample->told.start_skew;
    char line[300], error[32], whole[32];
    if (m->has_told_skew || !(off > MUCH_SKEW * timed))
        return;
    m->has_told_skew = 1;
    snprintf(line, sizeof line,
             is_clock ? "%.64s: %.64s: the clocks of the ranks disagree by %s, where %s are timed; "
                        "times may be wrong by that much"
                      : "%.64s: %.64s: the last rank began %s after the first, where %s are timed; "
                        "that makes times too long",
             m->measurement->name, m->measurement->series[turn->participant].name,
             seconds_format(error, sizeof error, off, 2),
             seconds_format(whole, sizeof whole, timed, 2));
    m->observer->note(m->observer, NOTE_PLAN, line);
}

/* --- one turn --- */

static int take_turn(struct measurer *m, const struct turn *turn, struct err *err) {
    const struct measure_setup *setup = m->setup;
    const struct point *point = &m->plan->points[turn->point];
    size_t planned = setup->participants[turn->participant].planned;
    double expected = plan_turn_seconds(m->plan, &point->cells[planned]);
    struct batch_order order = {
        .member = turn->participant,
        .design_point = &point->design_point,
        .request = plan_batch(m->plan, setup->settings, point, planned,
                              m->plan->keeps_calls || m->plan->trial > 0 ? m->round : turn->seed),
        .limit = plan_turn_limit(m->plan, setup->settings, point, &point->cells[planned]),
        .calls = m->calls,
    };
    struct batch batch;
    enum cell_status fate;
    m->progress.design_point = &m->plan->points[turn->point].design_point;
    m->progress.where = m->plan->points[turn->point].where;
    m->progress.library = m->measurement->series[turn->participant].name;
    m->observer->progress(m->observer, &m->progress);
    int status = batch_measure(&batch, &m->pool, &order, &m->group->disturbance, setup->spending,
                               &fate, err);
    if (batch.attempts)
        keep_samples(m, turn, &batch);
    if (batch.left.count)
        note_left(&m->watch, setup->action, setup->participants[turn->participant].library,
                  turn->participant, order.design_point, &batch.left);
    if (status == 0 && batch.sample.threads)
        status = keep_trial(m, turn, &order, &batch.sample, &fate, err);
    if (status == 0 && !isnan(batch.sample.told.fastest_rank) && !batch.sample.threads)
        tell_rank_skew(m, turn, &batch.sample);
    if (status && status != ERR_INTERRUPTED)
        note_fault(m, turn, fate, err->message);
    m->progress.done += expected;
    return status == ERR_INTERRUPTED ? status : 0;
}

/* A fault at the end of its round costs PARTICIPANT this point, not the next. */
static int leave(struct measurer *m, size_t p, size_t participant, struct err *err) {
    const struct turn turn = {.point = p, .participant = participant};
    enum cell_status fate;
    int status = worker_pool_leave(&m->pool, participant, &fate, err);
    if (status && status != ERR_INTERRUPTED)
        note_fault(m, &turn, fate, err->message);
    return status == ERR_INTERRUPTED ? status : 0;
}

/* --- schedules --- */

static void put(const struct measurer *m, size_t p) {
    double begin = wall_clock_now();
    if (m->setup->keeper)
        m->setup->keeper->put(m->setup->keeper, p, m->round);
    spending_since(m->setup->spending, SPENDING_ARCHIVE, begin);
}

static struct random stream(const struct measurer *m, size_t point) {
    return order_stream(m->setup->settings->seed, m->setup->action->name, m->round, point);
}

/* Measures all participants, even those that had their turn before an interruption, so that samples
 * that are compared are adjacent in time. */
static int measure_seed(struct measurer *m, size_t p, size_t seed, struct err *err) {
    for (size_t t = 0; t < m->setup->participant_count; t++) {
        struct turn turn = {p, seed, m->turns[t], t};
        int status =
            pending_is_measurable(&m->pending, p, turn.participant) ? take_turn(m, &turn, err) : 0;
        if (status)
            return status;
    }
    return 0;
}

static int measure_interleaved(struct measurer *m, struct err *err) {
    int status = 0;
    for (size_t p = m->group->begin; status == 0 && p < m->group->end; p++) {
        if (!pending_has_point(&m->pending, p, m->round))
            continue;

        struct random random = stream(m, p);
        status = 0;
        for (size_t seed = 0; status == 0 && seed < plan_turns(m->plan, &m->plan->points[p]);
             seed++) {
            order_turns(&random, seed, m->setup->participant_count, m->square, m->turns);
            if (pending_has_seed(&m->pending, p, m->round, seed))
                status = measure_seed(m, p, seed, err);
        }
        for (size_t i = 0; status == 0 && i < m->setup->participant_count; i++)
            status = leave(m, p, i, err);

        if (status == 0)
            put(m, p);
    }
    return status;
}

static int measure_blocked(struct measurer *m, struct err *err) {
    int status = 0;
    /* One order for each number of threads, drawn one after the other. */
    struct random random = stream(m, ORDER_ALL_POINTS);
    for (const struct thread_group *group = m->groups.items; group <= m->group; group++)
        order_turns(&random, 0, m->setup->participant_count, m->square, m->turns);
    for (size_t t = 0; status == 0 && t < m->setup->participant_count; t++) {
        status = 0;
        for (size_t p = m->group->begin; status == 0 && p < m->group->end; p++) {
            struct turn turn = {.point = p, .participant = m->turns[t], .place = t};
            int code = 0;
            for (; code == 0 && turn.seed < plan_turns(m->plan, &m->plan->points[p]); turn.seed++)
                if (pending_is_due(&m->pending, p, m->round, turn.seed, turn.participant))
                    code = take_turn(m, &turn, err);
            status = code ? code : leave(m, p, turn.participant, err);
        }
    }
    for (size_t p = m->group->begin; status == 0 && p < m->group->end; p++)
        put(m, p);
    return status;
}

static int (*const schedules[])(struct measurer *m, struct err *err) = {
    [SCHEDULE_INTERLEAVED] = measure_interleaved,
    [SCHEDULE_BLOCKED] = measure_blocked,
};

/* --- rounds --- */

/* Records in FACTS that the round loads the file OUT, linked with SEED, unless the round goes on
 * after an interruption. Rounds of an invocation that was killed before it could tell have a '-'.
 */
static int record_link(const struct measurer *m, const char *out, uint32_t seed,
                       struct facts *facts, struct err *err) {
    const char *builds = facts_text(facts, FACT_BUILDS, "");
    const char *drawn = facts_text(facts, FACT_BUILDS_DRAWN, "");
    char digest[SHA256_TEXT], *texts[2] = {NULL, NULL};
    size_t lines = *builds != '\0', words = *drawn != '\0', size;
    int status = sha256_of_file(out, digest, err);
    if (status)
        return status;
    for (const char *c = builds; *c; c++)
        lines += *c == '\n';
    for (const char *c = drawn; *c; c++)
        words += *c == ' ';
    if (words > m->round)
        return 0;
    if (asprintf(&texts[0], "%s%s%s linked with seed %" PRIu32, builds, lines ? "\n" : "", digest,
                 seed) < 0)
        texts[0] = NULL;
    FILE *file = open_memstream(&texts[1], &size);
    if (file) {
        fputs(drawn, file);
        for (; words < m->round; words++)
            fputs(words ? " -" : "-", file);
        fprintf(file, "%s%zu", m->round ? " " : "", lines + 1);
        fclose(file);
    }
    facts_set_text(facts, FACT_BUILDS, texts[0]);
    facts_set_text(facts, FACT_BUILDS_DRAWN, texts[1]);
    facts->incomplete |= !texts[0] || !texts[1];
    free(texts[0]);
    free(texts[1]);
    return 0;
}

/* Links PARTICIPANT's library beside the one that was linked first, and sets PATH to it. All of a
 * round are linked with one seed, as they have one memory layout: code that a change did not move
 * lies in the same place in both, and cancels. */
static int link_anew(const struct measurer *m, size_t participant, char path[PATH_MAX],
                     struct err *err) {
    const struct library *library = m->setup->participants[participant].library;
    struct series *series = &m->measurement->series[participant];
    uint64_t of_action = random_derive_word(random_derive_word(m->setup->settings->seed, "relink"),
                                            m->setup->action->name);
    uint32_t seed = (uint32_t)(random_derive(of_action, m->round) % RELINK_SEEDS);
    const char *slash = strrchr(library->paths[0], '/');
    if (snprintf(path, PATH_MAX, "%.*s/of-%zu.so", (int)(slash - library->paths[0]),
                 library->paths[0], participant) >= PATH_MAX)
        return err_set(err, ERR_FAILED, "%.300s: too long a name", library->paths[0]);
    struct wire_left left = {0};
    const struct relink_limits limits = {m->setup->settings->timeout, m->setup->conditions->stop,
                                         &left};
    int status = relink_make(library->relink, seed, path, &limits, err);
    struct left_watch *watch = m->setup->conditions->left_watch;
    if (watch && left.count)
        watch->tell(watch, m->setup->action, library, participant, NULL, &left);
    if (status == 0)
        status = record_link(m, path, seed, &series->facts, err);
    return status == 0 || status == ERR_INTERRUPTED
               ? status
               : err_prefix(err, status, "--relink %s", library->name);
}

/* Makes the library of PARTICIPANT with the build that the round loads. */
static int take_build(const struct measurer *m, size_t participant, struct err *err) {
    const struct participant *p = &m->setup->participants[participant];
    struct loading *loading = &m->loading[participant];
    loading->library = *p->library;
    if (p->library->relink) {
        loading->library.paths[0] = loading->path;
        return link_anew(m, participant, loading->path, err);
    }
    if (p->build_count)
        loading->library.paths[0] =
            p->builds[builds_draw(m->setup->settings->seed, m->setup->action->name,
                                  m->measurement->series[participant].name, p->build_count,
                                  m->round)]
                .path;
    return 0;
}

static int begin_pool(struct measurer *m, struct err *err) {
    const struct measure_setup *setup = m->setup;
    const struct library **libraries = calloc(setup->participant_count, sizeof *libraries);
    if (!libraries)
        return err_set(err, ERR_FAILED, "no memory for %zu workers", setup->participant_count);
    int status = 0;
    for (size_t i = 0; status == 0 && i < setup->participant_count; i++) {
        status = take_build(m, i, err);
        libraries[i] = &m->loading[i].library;
    }
    if (status == 0)
        status =
            worker_pool_begin(&m->pool, &m->conditions, setup->action,
                              memory_layout_layout(setup->settings, setup->action->name, m->round),
                              setup->arena_bytes, libraries, setup->participant_count, err);
    m->pool.round = m->round + 1;
    m->pool.trial_seconds = m->plan->trial;
    m->pool.is_fresh = m->plan->draws_inputs;
    m->pool.is_first = m->plan->is_fresh;
    free(libraries);
    return status;
}

/* Counts the seconds since BEGIN as spent on starting or ending workers. */
static void note_starting(struct measurer *m, double begin) {
    spending_since(m->setup->spending, SPENDING_STARTING, begin);
    m->starting += wall_clock_now() - begin;
}

static int measure_group(struct measurer *m, struct thread_group *group, struct err *err) {
    double begin = wall_clock_now();
    m->group = group;

    /* Starts all workers of a group at once, so that no start falls between two turns. A worker
     * that does not start is asked again at its turn, where a failure costs its cell; but one that
     * hung loses the cell now. */
    int status = 0;
    for (size_t i = 0; status == 0 && i < m->setup->participant_count; i++) {
        /* The first point of the group at which participant I has a turn; the group's end: none. */
        size_t first = m->group->begin;
        while (first < m->group->end && !(pending_is_measurable(&m->pending, first, i) &&
                                          pending_has_point(&m->pending, first, m->round)))
            first++;

        if (first < m->group->end) {
            const struct turn turn = {.point = first, .participant = i};
            enum cell_status fate;
            int code = worker_pool_load(&m->pool, i, m->group->threads, &fate, err);
            if (code == ERR_INTERRUPTED)
                status = code;
            else {
                if (code && fate == CELL_HUNG)
                    note_fault(m, &turn, fate, err->message);
                status = 0;
            }
        }
    }

    note_starting(m, begin);
    if (status)
        return status;
    disturbance_begin_round(&group->disturbance);
    return schedules[m->setup->settings->schedule](m, err);
}

/* --- how many rounds --- */

static void look_at_precision(struct measurer *m) {
    const struct settings *settings = m->stopping.settings;
    if (settings->detectable > 0 && m->round >= settings->rounds)
        m->stopping.detectable =
            m->stopping.precision->detectable(m->stopping.precision, m->measurement);
    /* The widest interval after the rounds so far; NULL: none, or no precision is wanted. */
    if (settings_half_width(settings) > 0)
        m->stopping.widest =
            m->stopping.precision->widest(m->stopping.precision, m->measurement, m->round);
    const struct precision_widest *widest = m->stopping.widest.library ? &m->stopping.widest : NULL;
    if (m->stopping.detectable > 0) { /* how many rounds that will take is not known */
        m->progress.detectable = m->stopping.detectable;
        m->progress.total = 0;
    }
    m->progress.widest = widest;
    m->progress.widest_where = widest ? m->plan->points[widest->point].where : NULL;
}

/* The rounds that will be made; 0 if that is unknown. */
static size_t known_rounds(const struct measurer *m) {
    const struct settings *settings = m->setup->settings;
    if (m->stopping.planned)
        return m->stopping.planned;
    if (settings->detectable > 0 && m->round < settings->rounds)
        return (size_t)settings->rounds;
    return settings_half_width(settings) > 0 || settings->detectable > 0 ? 0
                                                                         : m->measurement->rounds;
}

static double rest_seconds(const struct measurer *m) {
    size_t rounds = known_rounds(m);
    return rounds > m->round ? (double)(rounds - m->round) * plan_round_seconds(m->plan) : 0;
}

/* Plans the number of rounds once, by those that were wanted first. */
static int plan_rounds(struct measurer *m, struct err *err) {
    const struct settings *settings = m->setup->settings;
    struct rounds_plan plan = {0};
    char line[sizeof plan.words + 100];
    if (!(settings->plan_for > 0) || m->stopping.planned || m->round < settings->rounds)
        return 0;
    struct round_planner *planner = m->setup->planner;
    int status = planner->plan(planner, m->measurement, settings, m->round, &plan, err);
    if (status)
        return status;
    m->stopping.planned = plan.rounds;
    rounds_plan_record(&plan, &m->measurement->facts);
    rounds_plan_tell(&plan, m->measurement->name, line, sizeof line);
    m->observer->note(m->observer, NOTE_PLAN, line);
    m->progress.total = m->progress.done + rest_seconds(m);
    return 0;
}

/* Where the first round took so long that the least number of rounds will take much longer than the
 * user was told. */
static void tell_delay(const struct measurer *m) {
    const struct stopping *s = &m->stopping;
    double end = wall_clock_now() + (double)(s->settings->rounds - 1) * s->next;
    char line[200], all[32];
    if (!(s->settings->detectable > 0) || m->round != 1 ||
        end - s->until < 0.25 * SETTINGS_BUDGET || s->next < 1.25 * plan_round_seconds(m->plan))
        return;
    snprintf(line, sizeof line, "%.64s: rounds take longer than planned; %llu will take about %s",
             m->measurement->name, (unsigned long long)s->settings->rounds,
             seconds_format(all, sizeof all, end - s->begin, 2));
    m->observer->note(m->observer, NOTE_PLAN, line);
}

/* What the ROUNDS of this invocation took, on average. */
static void record_round_seconds(const struct measurer *m, size_t rounds) {
    struct facts *facts = &m->measurement->facts;
    facts_set_real(facts, FACT_ROUND_SECONDS, m->made / (double)rounds);
    facts_set_real(facts, FACT_ROUND_START_SECONDS, m->starting / (double)rounds);
}

static int measure_all(struct measurer *m, struct err *err) {
    const char *reason = NULL;
    int status = 0;
    /* An earlier invocation may have been killed before it could record this. */
    for (size_t i = 0; i < m->plan->library_count; i++)
        if (pending_has_given_up(&m->pending, i))
            give_up(m, i);
    while (pending_is_round_there(&m->pending, m->round))
        m->round++;
    if (m->round) {
        look_at_precision(m);
        status = plan_rounds(m, err);
    }
    size_t begun = m->round;
    m->progress.total = rest_seconds(m);
    while (status == 0 &&
           !(reason = stopping_reason(&m->stopping, m->round, m->measurement->rounds))) {
        size_t known = known_rounds(m);
        snprintf(m->stage, sizeof m->stage, "round %zu", m->round + 1);
        if (known || !(m->stopping.settings->detectable > 0))
            snprintf(m->stage + strlen(m->stage), sizeof m->stage - strlen(m->stage), " of %s%zu",
                     known ? "" : "at most ", known ? known : m->measurement->rounds);

        double begin = wall_clock_now(), round = begin;
        struct quota quota = quota_read("");
        int code = begin_pool(m, err);
        note_starting(m, begin);
        if (code)
            status = code;
        else {
            thread_groups_draw(&m->groups, m->setup->settings->seed, m->setup->action->name,
                               m->round);
            for (size_t g = 0; code == 0 && g < m->groups.count; g++)
                code = measure_group(m, &m->groups.items[m->groups.turns[g]], err);
            begin = wall_clock_now();
            worker_pool_end(&m->pool);
            note_starting(m, begin);
            status = code;
        }

        m->round++;
        struct quota now = quota_read("");
        quota = quota_since(&quota, &now);
        quota_record(&quota, &m->measurement->facts);
        double took = wall_clock_now() - round;
        m->made += took;
        m->stopping.next = fmax(took, m->made / (double)(m->round - begun));
        if (status == 0)
            record_round_seconds(m, m->round - begun);
        m->progress.done = (double)(m->round - begun) * plan_round_seconds(m->plan);
        if (status == 0 && m->setup->keeper && m->setup->keeper->rest)
            m->setup->keeper->rest(m->setup->keeper);
        if (status == 0) {
            look_at_precision(m);
            tell_delay(m);
            status = plan_rounds(m, err);
        }
    }
    if (reason && strcmp(reason, "time") == 0) {
        /* Says why there are fewer rounds than announced. */
        char line[160];
        snprintf(line, sizeof line,
                 "%.60s: %zu of %zu rounds made, for they took longer than planned; --time is over",
                 m->measurement->name, m->round, m->measurement->rounds);
        m->observer->note(m->observer, NOTE_PLAN, line);
    }
    stopping_record(&m->stopping, reason, &m->measurement->facts);
    /* An interrupted run keeps the rounds that it still has to do. */
    const struct settings *settings = m->setup->settings;
    size_t wanted = m->stopping.planned ? m->stopping.planned : (size_t)settings->rounds;
    size_t least = status == 0 ? 1 : wanted;
    measurement_trim_rounds(m->measurement, m->round > least ? m->round : least);
    if (!m->setup->action->commands)
        memory_layout_describe(settings, m->setup->action->name, m->measurement->rounds,
                               &m->measurement->facts);
    builds_describe(settings, m->setup->participants, m->measurement->rounds, m->measurement);
    thread_groups_describe(&m->groups, settings->seed, m->setup->action->name,
                           m->measurement->rounds, &m->measurement->facts);
    return status;
}

int measure_rounds(struct measurement *measurement, const struct plan *plan,
                   const struct measure_setup *setup, struct observer *observer, struct err *err) {
    struct measurer m = {
        .measurement = measurement,
        .plan = plan,
        .setup = setup,
        .observer = observer,
        .loading = calloc(setup->participant_count, sizeof *m.loading),
        .square = calloc(setup->participant_count, sizeof *m.square),
        .turns = calloc(setup->participant_count, sizeof *m.turns),
        .calls = plan->keeps_calls ? calloc(measurement->max_seeds, sizeof *m.calls) : NULL,
        .stopping = {.settings = setup->settings,
                     .precision = setup->precision,
                     .begin = wall_clock_now(),
                     .until = setup->until,
                     .next = plan_round_seconds(plan),
                     .detectable = NAN,
                     .planned = setup->settings->planned},
        .progress = {.action = setup->action->name, .stage = m.stage},
        .conditions = *setup->conditions,
        .watch = {note_left},
        .left = calloc(setup->participant_count * plan->count + 1, 1),
    };
    m.conditions.left_watch = &m.watch;
    int status = m.loading && m.left && m.square && m.turns && (m.calls || !plan->keeps_calls)
                     ? pending_begin(&m.pending, measurement, plan, setup->participants,
                                     setup->participant_count, err)
                     : err_set(err, ERR_FAILED, "no memory for the order of %zu libraries",
                               setup->participant_count);
    if (status == 0)
        status = thread_groups_find(&m.groups, plan, err);
    if (status == 0)
        status = measure_all(&m, err);
    thread_groups_release(&m.groups);
    pending_end(&m.pending);
    free(m.loading);
    free(m.left);
    free(m.square);
    free(m.turns);
    free(m.calls);
    return status;
}
