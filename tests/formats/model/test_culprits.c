/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "formats/model/culprits.h"
#include "tests/collected_series.h"
#include "tests/test.h"

/* Eight batches of 1000 calls of 1 µs, 10 calls in an interval, on a CPU that is theirs. */
enum { BATCHES = 8 };

static struct run *run;
static struct measurement *m;
static struct series *s;

static int begin(void **state) {
    (void)state;
    run = run_new();
    m = run_add_measurement(run, "axpy", 1, 1, BATCHES, NULL);
    s = collected_series(m, "blis");
    s->calls[0] = 1000;
    s->interval_calls[0] = 10;
    for (size_t i = 0; i < BATCHES; i++) {
        s->seconds[i] = s->batch_mean[i] = s->cpu_seconds[i] = 1e-6;
        s->run_delay[i] = s->steal[i] = 0;
        s->spin[i] = 12e-6;
        s->slow_intervals[i] = s->disturbed[i] = 0;
        s->attempts[i] = 1;
    }
    return 0;
}

static int end(void **state) {
    (void)state;
    run_free(run);
    return 0;
}

/* In batch I a fifth of the intervals took twice as long. */
static void disturb(size_t i) {
    s->disturbed[i] = 1;
    s->slow_intervals[i] = 20;
    s->batch_mean[i] = 1.2e-6;
}

static int64_t found(enum culprit culprit) {
    struct culprits culprits = culprits_find(m);
    int64_t all = 0;
    for (int i = 0; i < CULPRITS; i++)
        all += culprits.counts[i];
    size_t disturbed = 0;
    for (size_t i = 0; i < BATCHES; i++)
        disturbed += s->disturbed[i] == 1 && s->attempts[i] > 0;
    assert_int_equal(all, disturbed);
    return culprits.counts[culprit];
}

EACH_TEST(begin, end);

TEST(nobody_disturbed_what_is_not_disturbed) {
    s->run_delay[0] = 1;
    s->spin[1] = 1;
    assert_int_equal(found(CULPRIT_UNSEEN), 0);
}

TEST(slow_calls_on_a_free_cpu_have_no_culprit) {
    disturb(3);
    s->cpu_seconds[3] = 1.2e-6;
    s->run_delay[3] = 30e-6; /* 3 % of the batch, which is 20 % slower */
    assert_int_equal(found(CULPRIT_UNSEEN), 1);
}

TEST(what_waits_while_others_run_is_disturbed_by_them) {
    disturb(3);
    s->run_delay[3] = 190e-6;
    assert_int_equal(found(CULPRIT_OTHERS), 1);
}

TEST(threads_that_wait_for_one_another_have_only_themselves_to_blame) {
    disturb(3);
    s->run_delay[3] = 190e-6;
    s->cpu_seconds[3] = 1.2e-6; /* all of the time, on one CPU */
    assert_int_equal(found(CULPRIT_OWN_THREADS), 1);
    facts_set_integer(&m->facts, FACT_THREADS, 2); /* of two CPUs one was idle */
    assert_int_equal(found(CULPRIT_OTHERS), 1);
    s->cpu_seconds[3] = 2.35e-6;
    assert_int_equal(found(CULPRIT_OWN_THREADS), 1);
    s->cpu_seconds[3] = NAN;
    assert_int_equal(found(CULPRIT_WAITING), 1);
}

TEST(whose_processor_time_is_not_known_waited_for_somebody) {
    disturb(3);
    s->run_delay[3] = 190e-6;
    s->cpu_seconds[3] = 1.2e-6;
    facts_set_text(&m->facts, FACT_SAMPLES_ARE, SAMPLES_ARE_RUNS);
    assert_int_equal(found(CULPRIT_WAITING), 1);
    facts_set_real(&m->facts, FACT_THROTTLED_SECONDS, 180e-6);
    assert_int_equal(found(CULPRIT_QUOTA), 1);
}

TEST(ranks_wait_for_somebody) {
    disturb(3);
    s->run_delay[3] = 190e-6;
    s->cpu_seconds[3] = 2.4e-6;
    assert_int_equal(measurement_add_detail(m, s, "fastest_rank", NULL), 0);
    assert_int_equal(found(CULPRIT_WAITING), 1);
}

TEST(a_quota_stops_what_it_stopped_for_as_long) {
    disturb(3);
    s->run_delay[3] = 190e-6;
    facts_set_real(&m->facts, FACT_THROTTLED_SECONDS, 180e-6);
    assert_int_equal(found(CULPRIT_QUOTA), 1);
    disturb(4);
    s->run_delay[4] = 1.1e-3; /* so long that others had the CPU as well */
    s->cpu_seconds[4] = 0.1e-6;
    assert_int_equal(found(CULPRIT_OTHERS), 2);
}

TEST(a_host_takes_cpus_too) {
    disturb(3);
    s->steal[3] = 0.01;
    assert_int_equal(found(CULPRIT_HOST), 1);
}

TEST(a_slow_cpu_shows_beside_the_batch) {
    s->disturbed[3] = 1;
    s->spin[3] = 13.1e-6;
    assert_int_equal(found(CULPRIT_UNSEEN), 1);
    s->spin[3] = 13.3e-6;
    assert_int_equal(found(CULPRIT_SLOW_CPU), 1);
}

/* Then any wait of more than a hundredth disturbs. */
TEST(few_intervals_tell_nothing_of_their_own) {
    s->interval_calls[0] = 200;
    disturb(3);
    s->run_delay[3] = 15e-6;
    assert_int_equal(found(CULPRIT_OTHERS), 1);
}

TEST(the_whole_of_a_call_counts_where_a_part_is_timed) {
    assert_int_equal(measurement_add_detail(m, s, "whole_seconds", NULL), 0);
    disturb(3);
    s->run_delay[3] = 190e-6;
    s->whole_seconds[3] = 10e-6; /* of which that is 2 % */
    s->cpu_seconds[3] = 9.8e-6;
    assert_int_equal(found(CULPRIT_UNSEEN), 1);
}

TEST(each_thread_of_a_team_may_wait) {
    assert_int_equal(measurement_set_team(m, 2, NULL), 0);
    facts_set_integer(&m->facts, FACT_THREADS, 2);
    facts_set_integer(&m->facts, FACT_TEAM_CPUS, 2);
    facts_set_real(&m->facts, FACT_TRIAL_SECONDS, 0.5);
    s->disturbed[3] = 1;
    s->cpu_seconds[3] = 1.9e-6; /* for each operation of 1 µs */
    s->run_delay[3] = 0.009;
    assert_int_equal(found(CULPRIT_UNSEEN), 1);
    s->run_delay[3] = 0.011;
    assert_int_equal(found(CULPRIT_OTHERS), 1);
}

/* The other calls of a batch have no details of their own. */
TEST(a_batch_that_keeps_its_calls_counts_once) {
    for (size_t i = 0; i < BATCHES; i++) {
        s->disturbed[i] = 1;
        s->attempts[i] = i ? -1 : 1;
    }
    s->calls[0] = 8;
    s->interval_calls[0] = 1;
    s->run_delay[0] = 4e-6;
    s->cpu_seconds[0] = 0.5e-6;
    assert_int_equal(found(CULPRIT_OTHERS), 1);
}

/* Four rounds of two batches, each with 10,000 calls of 31 ns, every 100th of which takes 45 times
 * as long: 74 ns. In the other library all take 31 ns. */
static struct run *slow_run(struct measurement **of) {
    struct run *slow = run_new();
    *of = run_add_measurement(slow, "axpy", 1, 4, 2, NULL);
    for (size_t l = 0; l < 2; l++) {
        struct series *series = collected_series(*of, l ? "even" : "rare");
        series->calls[0] = 10000;
        for (size_t i = 0; i < 8; i++) {
            series->seconds[i] = 31e-9;
            series->batch_mean[i] = series->cpu_seconds[i] = l ? 31e-9 : 74e-9;
            series->run_delay[i] = series->steal[i] = 0;
        }
    }
    return slow;
}

TEST(slow_calls_in_every_round_of_one_library_are_its_own) {
    struct measurement *of;
    struct run *slow = slow_run(&of);
    struct series *rare = &of->series[0], *even = &of->series[1];
    assert_int_equal(slow_calls_of(of, rare, 0), SLOW_CALLS_OWN);
    assert_int_equal(slow_calls_of(of, even, 0), SLOW_CALLS_FEW);

    /* Its threads took the CPU from one another, or others took it. */
    for (size_t i = 0; i < 8; i++)
        rare->run_delay[i] = 10000 * 30e-9;
    assert_int_equal(slow_calls_of(of, rare, 0), SLOW_CALLS_OWN);
    for (size_t i = 0; i < 8; i++)
        rare->cpu_seconds[i] = 44e-9;
    assert_int_equal(slow_calls_of(of, rare, 0), SLOW_CALLS_TAKEN);
    run_free(slow);
}

TEST(slow_calls_that_others_have_too_may_be_of_the_machine) {
    struct measurement *of;
    struct run *slow = slow_run(&of);
    struct series *rare = &of->series[0], *even = &of->series[1];
    for (size_t i = 0; i < 8; i++)
        even->batch_mean[i] = even->cpu_seconds[i] = 45e-9;
    assert_int_equal(slow_calls_of(of, rare, 0), SLOW_CALLS_UNSEEN);
    facts_set_text(&even->facts, FACT_CONTROL_OF, "rare");
    assert_int_equal(slow_calls_of(of, rare, 0), SLOW_CALLS_OWN);
    facts_set_text(&even->facts, FACT_CONTROL_OF, "another");
    for (size_t i = 0; i < 8; i++)
        even->steal[i] = 10000 * 10e-9; /* which explains the other's */
    assert_int_equal(slow_calls_of(of, rare, 0), SLOW_CALLS_OWN);
    rare->batch_mean[2] = rare->batch_mean[3] = 33e-9; /* one round had none */
    assert_int_equal(slow_calls_of(of, rare, 0), SLOW_CALLS_UNSEEN);
    run_free(slow);
}

/* Of the half by which its mean is longer, a timer takes most on this machine. */
TEST(interruptions_that_every_batch_meets_are_no_slow_calls) {
    struct measurement *of;
    struct run *slow = slow_run(&of);
    struct series *rare = &of->series[0];
    double excess = rare->batch_mean[0] / rare->seconds[0] - 1;
    facts_set_real(&of->facts, "interruption_share", excess - 0.06);
    assert_int_equal(slow_calls_of(of, rare, 0), SLOW_CALLS_OWN);
    facts_set_real(&of->facts, "interruption_share", excess - 0.04);
    assert_int_equal(slow_calls_of(of, rare, 0), SLOW_CALLS_FEW);
    run_free(slow);
}

TEST(what_is_disturbed_by_own_calls_is_told_so) {
    struct measurement *of;
    struct run *slow = slow_run(&of);
    struct series *rare = &of->series[0];
    for (size_t i = 0; i < 8; i++)
        rare->disturbed[i] = rare->attempts[i] = 1;
    rare->run_delay[5] = 10000 * 60e-9;
    rare->cpu_seconds[5] = 14e-9;
    const struct culprits culprits = culprits_find(of);
    char text[400];
    assert_non_null(strstr(culprits_tell(&culprits, text, sizeof text), "--measure batch_mean"));
    assert_string_equal(text,
                        "calls that are slow by themselves are in 7, other work had the CPU of 1");
    run_free(slow);
}

TEST(culprits_are_recorded_and_told) {
    struct facts facts = {0};
    struct culprits culprits = culprits_recall(&facts);
    char text[400];
    assert_null(culprits_tell(&culprits, text, sizeof text));
    assert_string_equal(text, "");
    culprits_record(&culprits, &facts);
    assert_int_equal(facts.count, 0);
    culprits.counts[CULPRIT_UNSEEN] = 3;
    culprits.counts[CULPRIT_QUOTA] = 40;
    culprits_record(&culprits, &facts);
    assert_int_equal(facts.count, 2);
    culprits = culprits_recall(&facts);
    assert_non_null(strstr(culprits_tell(&culprits, text, sizeof text), "CPU limit"));
    assert_string_equal(text, "a CPU quota stopped 40, nothing took the CPU of 3");
    culprits.counts[CULPRIT_UNSEEN] = 0;
    culprits_record(&culprits, &facts);
    assert_int_equal(facts.count, 2);
    culprits_add(&culprits, &culprits);
    culprits_tell(&culprits, text, sizeof text);
    assert_string_equal(text, "a CPU quota stopped 80");
    facts_release(&facts);
}

TEST(a_quota_is_told_if_it_was_used_up) {
    struct facts facts = {0};
    char text[160];
    assert_null(culprits_tell_quota(&facts, text, sizeof text));
    facts_set_integer(&facts, FACT_QUOTA_PERIODS, 200);
    facts_set_integer(&facts, FACT_THROTTLED_PERIODS, 2);
    facts_set_real(&facts, FACT_THROTTLED_SECONDS, 1.9);
    assert_null(culprits_tell_quota(&facts, text, sizeof text));
    facts_set_integer(&facts, FACT_THROTTLED_PERIODS, 37);
    assert_non_null(culprits_tell_quota(&facts, text, sizeof text));
    assert_string_equal(text, "a CPU quota was used up in 37 of 200 periods, and all stood still "
                              "for 1.9 s");
    facts_release(&facts);
}
