/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/culprits.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/model/ascending.h"
#include "formats/text/seconds.h"

static const struct {
    const char *fact, *did, *advice;
} culprit_words[CULPRITS] = {
    [CULPRIT_QUOTA] = {"disturbed_by_quota", "a CPU quota stopped",
                       "raise the CPU limit of the container or job"},
    [CULPRIT_HOST] = {"disturbed_by_host", "the host took the CPU of",
                      "measure on a CPU that is not shared with other machines of the host"},
    [CULPRIT_OTHERS] = {"disturbed_by_others", "other work had the CPU of",
                        "measure again while nothing else runs"},
    [CULPRIT_OWN_THREADS] = {"disturbed_by_own_threads",
                             "their own threads kept one another from the CPU in",
                             "give them more CPUs, by --threads, or have the library start fewer"},
    [CULPRIT_WAITING] = {"disturbed_by_waiting", "threads waited for a CPU in",
                         "measure again while nothing else runs, with a CPU for each thread"},
    [CULPRIT_SLOW_CPU] = {"disturbed_by_slow_cpu", "the CPU itself was slow in",
                          "bench-collect --check-system tells what its clock depends on"},
    [CULPRIT_UNSEEN] = {"disturbed_by_nothing_seen", "nothing took the CPU of",
                        "--mode sample shows whether some calls are slow by themselves"},
    [CULPRIT_OWN_CALLS] = {"disturbed_by_own_calls", "calls that are slow by themselves are in",
                           "typical times leave them out, and means count them: compare by "
                           "--measure batch_mean of bench-analyze"},
};

/* As in disturbance.h of the collector, which decides what is disturbed. */
static const double most_waiting = 0.01, most_slowness = 0.1, most_slow_intervals = 0.1;
enum { INTERVALS = 10 };

/* --- one sample --- */

/* What culprits of one series are found by. */
struct suspect {
    const struct measurement *m;
    const struct series *series;
    double usual_spin;
    int is_stopped; /* a quota stopped the process for as long as it waited, more or less */
};

static double real_fact(const struct facts *facts, const char *name) {
    const struct fact *fact = facts_find(facts, name);
    return !fact                        ? NAN
           : fact->kind == FACT_REAL    ? fact->real
           : fact->kind == FACT_INTEGER ? (double)fact->integer
                                        : NAN;
}

static double threads_at(const struct measurement *m, size_t point) {
    const struct parameter *threads = measurement_find_parameter(m, FACT_THREADS);
    return threads ? threads->values[point] : measurement_threads(m);
}

/* How many CPUs the process may use at POINT. */
static double cpus_at(const struct measurement *m, size_t point) {
    double team = m->team ? real_fact(&m->facts, FACT_TEAM_CPUS) : NAN;
    return fmin(threads_at(m, point), team);
}

/* Seconds per call by the clock. */
static double whole_call(const struct series *series, size_t at) {
    double whole = series->whole_seconds ? series->whole_seconds[at] : NAN;
    return whole > 0 ? whole : series->batch_mean[at];
}

/* Seconds of the batch or trial by the clock. */
static double whole_batch(const struct suspect *s, size_t point, size_t at) {
    return s->m->team ? real_fact(&s->m->facts, FACT_TRIAL_SECONDS)
                      : whole_call(s->series, at) * (double)s->series->calls[point];
}

/* The part of the batch's time that a culprit must have taken to be the one: half of what makes it
 * slower than its typical call, if it is slow intervals that disturb it. */
static double needed(const struct suspect *s, size_t point, size_t at) {
    const struct series *series = s->series;
    double intervals =
        ceil((double)series->calls[point] / fmax(1, (double)series->interval_calls[point]));
    if (s->m->team) /* each of a team may wait */
        return most_waiting * threads_at(s->m, point);
    if (intervals < INTERVALS ||
        !((double)series->slow_intervals[at] > most_slow_intervals * intervals))
        return most_waiting;
    return fmax(most_waiting, (1 - series->seconds[at] / series->batch_mean[at]) / 2);
}

/* The processor time of a command is not that of the worker, which waited; and ranks have other
 * CPUs than they have threads. */
static int tells_processor_time(const struct measurement *m, const struct series *series) {
    return !facts_find(&m->facts, FACT_SAMPLES_ARE) && !series->fastest_rank;
}

static enum culprit culprit_of_waiting(const struct suspect *s, size_t point, size_t at,
                                       double waited) {
    double busy = tells_processor_time(s->m, s->series)
                      ? s->series->cpu_seconds[at] / whole_call(s->series, at)
                      : NAN;
    double lost = fmin(waited, cpus_at(s->m, point) - busy); /* while no own thread had a CPU */
    if (lost < waited / 2 && !isnan(busy))
        return CULPRIT_OWN_THREADS;
    if (s->is_stopped)
        return CULPRIT_QUOTA;
    return isnan(busy) ? CULPRIT_WAITING : CULPRIT_OTHERS;
}

static enum culprit culprit_of(const struct suspect *s, size_t point, size_t at) {
    double whole = whole_batch(s, point, at), least = needed(s, point, at);
    double waited = s->series->run_delay[at] / whole;
    if (s->series->steal[at] / whole > least)
        return CULPRIT_HOST;
    if (waited > least)
        return culprit_of_waiting(s, point, at, waited);
    if (s->series->spin[at] > (1 + most_slowness) * s->usual_spin)
        return CULPRIT_SLOW_CPU;
    return CULPRIT_UNSEEN;
}

/* --- slow calls --- */

enum { LEAST_ROUNDS = 3 };

/* Seconds per call, on average over some batches. */
struct slowness {
    double typical, mean, lost; /* lost: while others had the CPU; NaN if unknown */
    double least;               /* of the rounds' (mean - typical) / typical */
    size_t rounds;
};

static double excess_of(const struct slowness *slowness) {
    return slowness->mean / slowness->typical - 1;
}

/* What its own threads took from one another is not lost. */
static double lost_at(const struct measurement *m, const struct series *series, size_t point,
                      size_t at) {
    if (!series->calls || !series->run_delay || !series->steal || !series->cpu_seconds)
        return NAN; /* of a file that lacks them */
    double calls = (double)series->calls[point], waited = series->run_delay[at] / calls;
    double idle = cpus_at(m, point) * whole_call(series, at) - series->cpu_seconds[at];
    if (tells_processor_time(m, series) && !isnan(idle) && !isnan(waited))
        waited = fmin(waited, fmax(idle, 0));
    return waited + series->steal[at] / calls;
}

static struct slowness slowness_of(const struct measurement *m, const struct series *series,
                                   size_t point) {
    struct slowness all = {.least = INFINITY};
    for (size_t r = 0; series->batch_mean && r < m->rounds; r++) {
        struct slowness round = {0};
        for (size_t k = 0; k < m->max_seeds; k++) {
            size_t at = measurement_index(m, point, r, k);
            if (!isfinite(series->seconds[at]) || !isfinite(series->batch_mean[at]))
                continue;
            round.typical += series->seconds[at];
            round.mean += series->batch_mean[at];
            round.lost += lost_at(m, series, point, at);
        }
        if (!(round.typical > 0))
            continue;
        all.typical += round.typical;
        all.mean += round.mean;
        all.lost += round.lost;
        all.least = fmin(all.least, excess_of(&round));
        all.rounds++;
    }
    return all;
}

/* A library and its control are one. */
static const char *library_of(const struct series *series) {
    return facts_text(&series->facts, FACT_CONTROL_OF, series->name);
}

static int has_any_other(const struct measurement *m, const struct series *series, size_t point,
                         double excess) {
    for (size_t s = 0; s < m->series_count; s++) {
        struct slowness other = slowness_of(m, &m->series[s], point);
        if (strcmp(library_of(&m->series[s]), library_of(series)) != 0 &&
            excess_of(&other) - other.lost / other.typical >= excess)
            return 1;
    }
    return 0;
}

enum slow_calls slow_calls_of(const struct measurement *m, const struct series *series,
                              size_t point) {
    struct slowness found = slowness_of(m, series, point);
    double excess = excess_of(&found), share = excess / 4;
    double interrupted = real_fact(&m->facts, "interruption_share");
    if (!(excess - (interrupted > 0 ? interrupted : 0) >= SLOW_CALLS_LEAST))
        return SLOW_CALLS_FEW;
    if (found.lost >= (found.mean - found.typical) / 2)
        return SLOW_CALLS_TAKEN;
    if (isnan(found.lost) || found.rounds < LEAST_ROUNDS || found.least < share ||
        has_any_other(m, series, point, share))
        return SLOW_CALLS_UNSEEN;
    return SLOW_CALLS_OWN;
}

/* --- all samples --- */

/* Of a batch that keeps its calls, only the first has the details. */
static int is_disturbed_batch(const struct series *series, size_t at) {
    return series->disturbed[at] == 1 && series->attempts[at] > 0;
}

/* The lower quartile, which is that of a CPU at its usual speed. NaN if memory runs out. */
static double usual_spin(const struct measurement *m, const struct series *series) {
    size_t elements = measurement_elements(m, PER_SAMPLE), count = 0;
    double *spins = malloc(elements * sizeof *spins), usual = NAN;
    for (size_t i = 0; spins && i < elements; i++)
        if (series->spin[i] > 0)
            spins[count++] = series->spin[i];
    if (count) {
        qsort(spins, count, sizeof *spins, ascending_reals);
        usual = spins[count / 4];
    }
    free(spins);
    return usual;
}

/* Whether throttling lasted at least half as long as disturbed batches waited. */
static int is_stopped(const struct measurement *m) {
    double waited = 0;
    for (size_t s = 0; s < m->series_count; s++)
        for (size_t i = 0; i < measurement_elements(m, PER_SAMPLE); i++)
            if (is_disturbed_batch(&m->series[s], i) && m->series[s].run_delay[i] > 0)
                waited += m->series[s].run_delay[i];
    return real_fact(&m->facts, FACT_THROTTLED_SECONDS) > waited / 2;
}

struct culprits culprits_find(const struct measurement *m) {
    struct culprits culprits = {{0}};
    struct suspect suspect = {.m = m, .is_stopped = is_stopped(m)};
    size_t samples = m->rounds * m->max_seeds;
    for (size_t s = 0; s < m->series_count; s++) {
        suspect.series = &m->series[s];
        suspect.usual_spin = usual_spin(m, suspect.series);
        for (size_t point = 0; point < m->points; point++) {
            int are_own = slow_calls_of(m, suspect.series, point) == SLOW_CALLS_OWN;
            for (size_t i = point * samples; i < (point + 1) * samples; i++)
                if (is_disturbed_batch(suspect.series, i)) {
                    enum culprit culprit = culprit_of(&suspect, point, i);
                    culprits.counts[culprit == CULPRIT_UNSEEN && are_own ? CULPRIT_OWN_CALLS
                                                                         : culprit]++;
                }
        }
    }
    return culprits;
}

/* --- facts and words --- */

void culprits_record(const struct culprits *culprits, struct facts *facts) {
    for (int i = 0; i < CULPRITS; i++)
        if (culprits->counts[i] || facts_find(facts, culprit_words[i].fact))
            facts_set_integer(facts, culprit_words[i].fact, culprits->counts[i]);
}

struct culprits culprits_recall(const struct facts *facts) {
    struct culprits culprits = {{0}};
    for (int i = 0; i < CULPRITS; i++) {
        const struct fact *fact = facts_find(facts, culprit_words[i].fact);
        if (fact && fact->kind == FACT_INTEGER && fact->integer > 0)
            culprits.counts[i] = fact->integer;
    }
    return culprits;
}

void culprits_add(struct culprits *sum, const struct culprits *culprits) {
    for (int i = 0; i < CULPRITS; i++)
        sum->counts[i] += culprits->counts[i];
}

const char *culprits_tell(const struct culprits *culprits, char *text, size_t size) {
    struct culprits left = *culprits;
    const char *advice = NULL;
    *text = '\0';
    for (size_t used = 0; used < size;) {
        int most = 0;
        for (int i = 1; i < CULPRITS; i++)
            if (left.counts[i] > left.counts[most])
                most = i;
        if (!left.counts[most])
            break;
        used += (size_t)snprintf(text + used, size - used, "%s%s %" PRId64, advice ? ", " : "",
                                 culprit_words[most].did, left.counts[most]);
        left.counts[most] = 0;
        if (!advice)
            advice = culprit_words[most].advice;
    }
    return advice;
}

const char *culprits_tell_quota(const struct facts *facts, char *text, size_t size) {
    double periods = real_fact(facts, FACT_QUOTA_PERIODS);
    double throttled = real_fact(facts, FACT_THROTTLED_PERIODS);
    char seconds[32];
    *text = '\0';
    if (!(throttled > 0.01 * periods))
        return NULL;
    seconds_format(seconds, sizeof seconds, real_fact(facts, FACT_THROTTLED_SECONDS), 2);
    snprintf(text, size,
             "a CPU quota was used up in %.0f of %.0f periods, and all stood still for %s",
             throttled, periods, seconds);
    return culprit_words[CULPRIT_QUOTA].advice;
}
