/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions of throughput actions. */
#include <signal.h>

#include "collect/processes/action_process.h"
#include "tests/collect/limits.h"
#include "tests/collect/sessions.h"
#include "tests/collect/trials.h"
#include "tests/test.h"

static struct action_info plugin;

static const char *told_path(void) {
    static char path[300];
    snprintf(path, sizeof path, "%s/told", fake_folder);
    return path;
}

static int begin(void **state) {
    plugin = (struct action_info){0};
    remove(told_path());
    int status = sessions_begin(state);
    rig.settings.rounds = 3;
    rig.settings.trial = 0.05;
    return status;
}

/* A job's action may be of the plug-in: it goes first. */
static int end(void **state) {
    limits_leave(NULL);
    session_release(&job);
    job = (struct job){0};
    action_query_end(&plugin);
    action_info_release(&plugin);
    return sessions_end(state);
}

static void prepare_trials(const char *path, const char *threads, const struct measurement *begun) {
    struct err err = {""};
    rig_threads(&rig, threads);
    struct session session = rig_session(&rig);
    session_release(&job);
    action_info_release(&plugin);
    if (action_query_begin(&plugin, path, &rig.conditions, &err) ||
        session_prepare(&session, &plugin, begun, &job, &err))
        fail_msg("%s", err.message);
    action_query_end(&plugin);
}

static const struct measurement *collected_trials(const char *path, const char *threads) {
    struct err err = {""};
    prepare_trials(path, threads, NULL);
    if (measure(&err))
        fail_msg("%s", err.message);
    return &run->measurements[0];
}

static size_t count_notes(const char *needle) {
    size_t count = 0;
    for (const char *at = rig.notes; (at = strstr(at, needle)); at++)
        count++;
    return count;
}

static void assert_noted(const char *needle, size_t times) {
    if (count_notes(needle) != times)
        fail_msg("\"%s\" is told %zu times, not %zu, in:\n%s", needle, count_notes(needle), times,
                 rig.notes);
}

EACH_TEST(begin, end);
ALL_TESTS(fake_set_up, fake_tear_down);

/* A team's threads would call what a program does not have. */
TEST(a_program_is_refused_with_a_line) {
    struct err err = {""};
    size_t program = rig_add(&rig, "script", "/bin/sh");
    rig.items[program].command = (char[]){"/bin/sh -c 'exit 1' --worker"};
    struct session session = rig_session(&rig);
    assert_int_equal(session_prepare(&session, rig_action("allocate"), NULL, &job, &err),
                     ERR_UNMEASURED);
    assert_non_null(strstr(err.message, "a program is a process of its own, which no team of "
                                        "threads can call; name shared objects for allocate"));
    session_release(&job);
    assert_int_equal(session_prepare(&session, rig_action("counter"), NULL, &job, &err), 0);
    assert_noted("script skipped for counter: a program is a process of its own", 1);
    assert_int_equal(rig.faults, 2);
}

/* --- what is measured --- */

static void assert_member_sums(const struct measurement *m, const struct series *s, size_t at,
                               size_t threads) {
    double sum = 0, first = INFINITY, last = -INFINITY, stop = INFINITY;
    for (size_t t = 0; t < m->team; t++) {
        size_t i = at * m->team + t;
        if (t >= threads) {
            assert_true(isnan(s->thread_operations[i]) && isnan(s->thread_begin[i]));
            continue;
        }
        sum += s->thread_operations[i];
        first = fmin(first, s->thread_begin[i]);
        last = fmax(last, s->thread_begin[i]);
        stop = fmin(stop, s->thread_end[i]);
        assert_true(s->thread_cpu_seconds[i] > 0);
        assert_true(s->thread_counters[0][i] >= s->thread_operations[i]);
        assert_true(s->thread_counters[1][i] == 0);
    }
    assert_true(first == 0);
    /* The window, whose length is seconds per operation times operations, lies where all operate.
     */
    double window = s->seconds[at] * sum;
    assert_true(window > 0.99 * rig.settings.trial && window <= (stop - last) * (1 + 1e-9));
}

TEST(each_trial_tells_what_its_threads_did) {
    const struct measurement *m = collected_trials(trials_build("adding", ""), "1,3");
    assert_true(m->points == 2 && m->team == 3 && m->max_seeds == 1 && m->series_count == 3);
    if (rig.faults)
        fail_msg("%s", rig.notes);
    assert_true(facts_find(&m->facts, "harness_overhead")->real > 0);
    for (size_t i = 0; i < m->series_count; i++)
        for (size_t p = 0; p < 2; p++) {
            const struct series *s = &m->series[i];
            size_t latest = measurement_index(m, p, m->rounds - 1, 0);
            assert_int_equal(s->status[p], CELL_OK);
            assert_int_equal(count_samples(m, s, p), 3);
            for (size_t r = 0; r < m->rounds; r++) {
                size_t at = measurement_index(m, p, r, 0);
                assert_member_sums(m, s, at, p ? 3 : 1);
                assert_true(s->level[at] == 5 && s->batch_mean[at] == s->seconds[at]);
            }
            double sum = 0;
            for (size_t t = 0; t < (p ? 3 : 1); t++)
                sum += s->thread_operations[latest * m->team + t];
            assert_true((double)s->calls[p] == sum);
        }
    assert_string_equal(facts_text(&m->facts, FACT_MODE, ""), "throughput");
    assert_string_equal(facts_text(&m->facts, FACT_COUNTERS, ""), "added\nnever");
    assert_string_equal(facts_text(&m->facts, "pinning", ""), "cores");
    assert_string_equal(facts_text(&m->facts, "answers_held_against", ""),
                        "the action's own check");
    assert_null(facts_find(&m->facts, "stage_time"));
    assert_true(facts_find(&m->facts, FACT_TRIAL_SECONDS)->real == 0.05);
    assert_true(facts_find(&m->facts, FACT_TEAM_CPUS)->integer == 1);
}

struct told {
    int pid, is_second;
    unsigned long long seed;
};

static size_t read_told(struct told *told, size_t most) {
    size_t count = 0;
    FILE *file = fopen(told_path(), "r");
    assert_non_null(file);
    while (count < most && fscanf(file, "%d %d %llu", &told[count].pid, &told[count].is_second,
                                  &told[count].seed) == 3)
        count++;
    fclose(file);
    return count;
}

/* Two implementations answer; then in each of three rounds the two and the control have their turn
 * before the next round begins, in the order that is kept. */
TEST(each_trial_has_a_process_of_its_own_and_rounds_take_turns) {
    struct told told[32];
    const struct measurement *m = collected_trials(trials_build("adding", ""), "2");
    assert_int_equal(read_told(told, 32), 2 + 3 * 3);
    for (size_t i = 0; i < 11; i++)
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(told[i].pid, told[j].pid);
    assert_int_not_equal(told[0].is_second, told[1].is_second);
    for (size_t r = 0; r < 3; r++) {
        size_t at = measurement_index(m, 0, r, 0);
        int places = 0;
        for (size_t i = 0; i < 3; i++) {
            size_t place = (size_t)m->series[i].order[at];
            assert_true(place < 3);
            places |= 1 << place;
            assert_int_equal(told[2 + 3 * r + place].is_second,
                             strcmp(m->series[i].name, "right_too") == 0);
            assert_int_equal(told[2 + 3 * r + place].seed, r); /* the same for all */
        }
        assert_int_equal(places, 7);
    }
}

/* --- what goes wrong --- */

#define OTHER(name) "BENCH_IMPLEMENTATION(" #name "),"

TEST(lost_updates_are_wrong_and_noted_once) {
    const struct measurement *m =
        collected_trials(trials_build("losing", "#define OTHERS " OTHER(loses)), "2");
    assert_cell(m, "loses", 0, CELL_WRONG);
    assert_cell(m, "right", 0, CELL_OK);
    assert_cell(m, "right_too", 0, CELL_OK);
    assert_cell(m, "right.control", 0, CELL_OK);
    assert_noted("additions were lost", 1);
    assert_int_equal(rig.faults, 1);
}

/* Right while planning, which has seed 0, and in the first round, which has it, too. */
TEST(a_single_wrong_trial_is_enough_and_costs_no_sample) {
    const struct measurement *m = collected_trials(
        trials_build("late", "#include \"collect/action.h\"\n#include <stdio.h>\n#define OTHERS "
                             "{\"late\", (bench_function)late},\n"
                             "static void late(struct bench_thread *thread, int64_t *sum) {\n"
                             "    char line[64] = \"\"; unsigned long long seed = 0;\n"
                             "    FILE *told = fopen(FOLDER \"/told\", \"r\");\n"
                             "    while (fgets(line, sizeof line, told))\n"
                             "        sscanf(line, \"%*d %*d %llu\", &seed);\n"
                             "    fclose(told);\n"
                             "    do {\n"
                             "        __atomic_add_fetch(sum, 1, __ATOMIC_SEQ_CST);\n"
                             "        thread->counters[0] += 1 + (seed == 1);\n"
                             "    } while (bench_next_operation(thread));\n"
                             "}\n"),
        "2");
    assert_cell(m, "late", 0, CELL_WRONG);
    assert_cell(m, "right", 0, CELL_OK);
    assert_noted("round 2: additions were lost", 1);
    assert_int_equal(rig.faults, 1);
}

/* That a line of the notes begins with NAME and tells NOTE. */
static void assert_told_of(const char *name, const char *note) {
    const char *line = rig.notes;
    for (; *line; line += strcspn(line, "\n") + 1) {
        const char *found = strstr(line, note);
        if (strncmp(line, name, strlen(name)) == 0 && found && found < line + strcspn(line, "\n"))
            return;
    }
    fail_msg("no \"%s\" of %s in:\n%s", note, name, rig.notes);
}

/* The first two beside those that are right. */
static int are_hanging(const struct wire_load *load, int64_t size, uint32_t kind) {
    (void)size;
    return load->implementation >= 2 && load->implementation < 4 &&
           (kind == WIRE_ANSWER || kind == WIRE_BATCH);
}

/* Everything that can happen to a team at once: nobody else loses anything. */
SOAK_TEST(who_misbehaves_loses_its_own_cells_alone) {
    static const struct {
        const char *name;
        enum cell_status status;
        const char *note;
    } others[] = {
        {"deadlocks", CELL_HUNG, "gave no answer within"},
        {"ignores", CELL_HUNG, "gave no answer within"},
        {"livelocks", CELL_FAILED,
         "no operation ended within 3.05 s; an operation may take 1 ms at most"},
        {"crashes", CELL_CRASHED, "crashed with signal 11"},
        {"exits", CELL_EXITED, "ended the process with status 3"},
        {"returns", CELL_FAILED, "thread 2 of 2 stopped before the trial was over"},
    };
    rig.settings.rounds = 2;
    rig.settings.timeout = 0.2;
    limits_leave(are_hanging);
    const struct measurement *m = collected_trials(
        trials_build("misbehaving", "#define OTHERS " OTHER(deadlocks) OTHER(ignores) OTHER(
                                        livelocks) OTHER(crashes) OTHER(exits) OTHER(returns)),
        "2");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_cell(m, others[i].name, 0, others[i].status);
        assert_told_of(others[i].name, others[i].note);
    }
    assert_cell(m, "right", 0, CELL_OK);
    assert_cell(m, "right_too", 0, CELL_OK);
    assert_cell(m, "right.control", 0, CELL_OK);
    assert_int_equal(rig.faults, 6);
}

TEST(who_hangs_twice_is_given_up) {
    rig.settings.rounds = 2;
    rig.settings.trial = 0.01;
    rig.settings.timeout = 0.2;
    limits_leave(are_hanging);
    const struct measurement *m =
        collected_trials(trials_build("hanging", "#define OTHERS " OTHER(ignores)), "1,2,3");
    const struct series *s = measurement_find(m, "ignores");
    assert_true(s->status[0] == CELL_HUNG && s->status[1] == CELL_HUNG);
    assert_int_equal(s->status[2], CELL_NOT_MEASURED);
    assert_noted("gave no answer within", 2);
    for (size_t p = 0; p < 3; p++)
        assert_cell(m, "right_too", p, CELL_OK);
}

/* --- libraries --- */

#define OF_LIBRARIES                                                                               \
    "#define MEMBERS .implementations = NULL, .operate = call, .routines ="                        \
    " (const struct bench_routine[]){{\"my_add_\", \"my_add\"}, {0}}\n"                            \
    "#include \"collect/action.h\"\n"                                                              \
    "static int64_t *sum_of(const struct bench *bench);\n"                                         \
    "static void call(struct bench_thread *thread) {\n"                                            \
    "    void (*add)(int64_t *) = (void (*)(int64_t *))thread->bench->routines[0];\n"              \
    "    do { add(sum_of(thread->bench)); thread->counters[0]++; }\n"                              \
    "    while (bench_next_operation(thread));\n"                                                  \
    "}\n"

#define ADD                                                                                        \
    "void my_add(long *sum);\n"                                                                    \
    "void my_add(long *sum) { START __atomic_add_fetch(sum, 1, __ATOMIC_SEQ_CST); }\n"

TEST(a_library_with_threads_of_its_own_is_named) {
    rig_add(&rig, "alone", fake_link("add_alone", "#define START\n" ADD, ""));
    rig_add(&rig, "plain", fake_link("add_plain", "#define START /**/\n" ADD, ""));
    rig_add(&rig, "helped",
            fake_link("add_helped",
                      "#include <pthread.h>\n#include <unistd.h>\n"
                      "static pthread_t helper;\nstatic int is_there;\n"
                      "static void *help(void *a) { for (;;) pause(); return a; }\n"
                      "#define START if (!__atomic_exchange_n(&is_there, 1, __ATOMIC_SEQ_CST))"
                      " pthread_create(&helper, NULL, help, NULL);\n" ADD,
                      "-pthread"));
    const struct measurement *m = collected_trials(trials_build("of_libraries", OF_LIBRARIES), "2");
    assert_cell(m, "alone", 0, CELL_OK);
    assert_cell(m, "plain", 0, CELL_OK);
    assert_cell(m, "helped", 0, CELL_FAILED);
    assert_noted("it started threads of its own: 1 beside the team's 2", 1);
    assert_int_equal(rig.faults, 1);
}

/* --- going on --- */

static void stop_in_the_second_round(struct rig *r, const struct progress *progress) {
    if (strstr(progress->stage, "round 2") && strcmp(progress->library, "right_too") == 0)
        r->stop = 1;
}

static double longest_told, shortest_told;

/* What trials workers are to make. */
static int note_trials(const struct wire_load *load, int64_t size, uint32_t kind) {
    (void)size;
    if (kind == WIRE_BATCH) {
        longest_told = fmax(longest_told, load->trial.seconds);
        shortest_told = fmin(shortest_told, load->trial.seconds);
    }
    return 0;
}

TEST(an_interrupted_run_goes_on_with_the_same_trials) {
    struct err err = {""};
    const char *path = trials_build("adding", "");
    prepare_trials(path, "1,2", NULL);
    rig.watch = stop_in_the_second_round;
    assert_int_equal(measure(&err), ERR_INTERRUPTED);
    struct measurement *m = &run->measurements[0];
    double first = m->series[0].seconds[measurement_index(m, 0, 0, 0)];
    assert_true(isnan(m->series[0].seconds[measurement_index(m, 1, 2, 0)]));
    rig.stop = 0;
    rig.watch = NULL;
    rig.settings.trial = 0.5; /* what was measured counts, not what would be now */
    remove(told_path());
    prepare_trials(path, "1,2", m);
    longest_told = 0;
    shortest_told = INFINITY;
    limits_leave(note_trials);
    if (measure(&err))
        fail_msg("%s", err.message);
    assert_true(m->series[0].seconds[measurement_index(m, 0, 0, 0)] == first);
    rig.settings.trial = 0.05;
    assert_true(longest_told == 0.05 && shortest_told == 0.05);
    for (size_t i = 0; i < m->series_count; i++)
        for (size_t p = 0; p < 2; p++)
            for (size_t r = 0; r < 3; r++) {
                size_t at = measurement_index(m, p, r, 0);
                assert_member_sums(m, &m->series[i], at, p + 1);
            }
}

/* Their answers are wrong, which shows that nothing else was measured. */
TEST(routines_that_do_nothing_tell_an_actions_own_work) {
    static const char *const wrong[][2] = {
        {"allocate", "were overwritten"},     {"thread_create", "tasks were not done"},
        {"prime_count", "primes were found"}, {"concurrent_set", "could not be inserted"},
        {"counter", "is not the number"},
    };
    const struct library nothing = {.name = (char[]){"nothing"}};
    for (const struct bench_action *const *action = actions; *action; action++) {
        struct action_info info = *rig_info_of(*action, 0);
        struct design_point point = {.size = 1, .threads = 1};
        struct wire_batch request = {.seed = 1};
        struct wire_sample sample;
        struct question question = {WIRE_BATCH, &request,      sizeof request,
                                    &sample,    sizeof sample, 60};
        struct worker_pool pool;
        enum cell_status fate;
        struct err err = {""};
        if (!(*action)->operate || strcmp((*action)->name, "empty_operation") == 0)
            continue;
        info.is_preloaded = 0;
        for (size_t i = 0; i < info.parameter_count; i++)
            point.parameters[i] = info.parameters[i].value;
        assert_int_equal(worker_pool_begin(&pool, &rig.conditions, &info, 1, 1 << 20,
                                           (const struct library *[]){&nothing}, 1, &err),
                         0);
        pool.trial_seconds = 0.005;
        pool.is_idle = 1;
        if (worker_pool_ask(&pool, 0, &point, &question, &fate, &err))
            fail_msg("%s: %s", (*action)->name, err.message);
        worker_pool_end(&pool);
        assert_true(sample.calls > 0 && sample.seconds > 0);
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
            if (strcmp(wrong[i][0], (*action)->name) == 0)
                assert_non_null(strstr(sample.wrong, wrong[i][1]));
    }
}
