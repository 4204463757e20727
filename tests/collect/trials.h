/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trials.h: a plug-in with a throughput action for tests, whose threads add to a shared sum. */
#ifndef BENCHMAT_TESTS_COLLECT_TRIALS_H
#define BENCHMAT_TESTS_COLLECT_TRIALS_H

#include "tests/collect/fake.h"
#include "tests/test.h"

/* Every implementation is a way to operate; the last returns at once in one thread, for which the
 * other waits; check compares what all have added with what is there.
 * A process tells its id and implementation in FOLDER/told once per trial. A macro defined before
 * takes the place of a part; MEMBERS come last, and so override. */
static const char trials_source[] =
    "#include \"collect/action.h\"\n"
    "#include <pthread.h>\n#include <sched.h>\n#include <semaphore.h>\n#include "
    "<signal.h>\n#include "
    "<stdio.h>\n#include <stdlib.h>\n"
    "#include <unistd.h>\n"
    "#ifndef MEMBERS\n#define MEMBERS\n#endif\n"
    "#ifndef OTHERS\n#define OTHERS\n#endif\n"
    "struct shared { int64_t *sum; };\n"
    "typedef void adder(struct bench_thread *thread, int64_t *sum);\n"
    "static int64_t *sum_of(const struct bench *bench) {\n"
    "    return ((struct shared *)bench->state)->sum;\n"
    "}\n"
    "static void add(struct bench_thread *thread, int64_t *sum) {\n"
    "    __atomic_add_fetch(sum, 1, __ATOMIC_SEQ_CST);\n"
    "    thread->counters[0]++;\n"
    "}\n"
    "static void right(struct bench_thread *thread, int64_t *sum) {\n"
    "    do add(thread, sum); while (bench_next_operation(thread));\n"
    "}\n"
    "static void right_too(struct bench_thread *thread, int64_t *sum) {\n"
    "    right(thread, sum);\n"
    "}\n"
    "static void loses(struct bench_thread *thread, int64_t *sum) {\n"
    "    do {\n"
    "        add(thread, sum);\n"
    "        if (bench_operations_of(thread) % 10 == 9) thread->counters[0]++;\n"
    "    } while (bench_next_operation(thread));\n"
    "}\n"
    "static void deadlocks(struct bench_thread *thread, int64_t *sum) {\n"
    "    static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, "
    "PTHREAD_MUTEX_INITIALIZER};\n"
    "    static int holders;\n"
    "    do {\n"
    "        pthread_mutex_lock(&locks[thread->number % 2]);\n"
    "        __atomic_add_fetch(&holders, 1, __ATOMIC_SEQ_CST);\n"
    "        while (thread->count > 1 && __atomic_load_n(&holders, __ATOMIC_SEQ_CST) < 2)\n"
    "            sched_yield();\n"
    "        pthread_mutex_lock(&locks[1 - thread->number % 2]);\n"
    "        add(thread, sum);\n"
    "    } while (bench_next_operation(thread));\n"
    "}\n"
    "static void livelocks(struct bench_thread *thread, int64_t *sum) {\n"
    "    (void)sum;\n"
    "    while (bench_goes_on(thread)) continue;\n"
    "}\n"
    "static void ignores(struct bench_thread *thread, int64_t *sum) {\n"
    "    for (;;) { add(thread, sum); bench_next_operation(thread); }\n"
    "}\n"
    "static void crashes(struct bench_thread *thread, int64_t *sum) {\n"
    "    if (thread->number == 1) raise(SIGSEGV);\n"
    "    right(thread, sum);\n"
    "}\n"
    "static void exits(struct bench_thread *thread, int64_t *sum) {\n"
    "    if (thread->number == 1) exit(3);\n"
    "    right(thread, sum);\n"
    "}\n"
    "static sem_t gone;\n"
    "static pthread_key_t key;\n"
    "static pthread_once_t once = PTHREAD_ONCE_INIT;\n"
    "static void tell_gone(void *it) { sem_post(it); }\n"
    "static void make_key(void) { pthread_key_create(&key, tell_gone); }\n"
    "static void returns(struct bench_thread *thread, int64_t *sum) {\n"
    "    pthread_once(&once, make_key);\n"
    "    if (thread->number) { pthread_setspecific(key, &gone); return; }\n"
    "    while (sem_wait(&gone)) continue;\n"
    "    right(thread, sum);\n"
    "}\n"
    "static int setup(struct bench *bench) {\n"
    "    ((struct shared *)bench->state)->sum = bench_memory(bench, 1, sizeof(int64_t));\n"
    "    return 0;\n"
    "}\n"
    "static void initialize(struct bench *bench, uint64_t seed) {\n"
    "    FILE *told = fopen(FOLDER \"/told\", \"a\");\n"
    "    fprintf(told, \"%d %d %llu\\n\", (int)getpid(), (void *)bench->routines[0] == "
    "(void *)right_too, (unsigned long long)seed);\n"
    "    fclose(told);\n"
    "    *sum_of(bench) = 0;\n"
    "}\n"
    "static int64_t level(const struct bench *bench) { return 5 + *sum_of(bench); }\n"
    "static void operate(struct bench_thread *thread) {\n"
    "    ((adder *)thread->bench->routines[0])(thread, sum_of(thread->bench));\n"
    "}\n"
    "static void check(struct bench *bench, struct bench_thread *const *team, int count) {\n"
    "    int64_t added = 0;\n"
    "    for (int i = 0; i < count; i++) added += team[i]->counters[0];\n"
    "    if (added != *sum_of(bench)) bench_wrong(bench, \"additions were lost\");\n"
    "}\n"
    "const struct bench_action bench_plugin = {\n"
    "    BENCH_ACTION_HEAD, .name = \"adding\", .about = \"s := s + 1\", .types = \"d\",\n"
    "    .implementations = (const struct bench_implementation[]){BENCH_IMPLEMENTATION(right),\n"
    "        BENCH_IMPLEMENTATION(right_too), OTHERS {0}},\n"
    "    .state_bytes = sizeof(struct shared), .setup = setup, .initialize = initialize,\n"
    "    .level = level, .operate = operate, .check = check,\n"
    "    .counters = (const char *const[]){\"added\", \"never\", NULL}, MEMBERS\n"
    "};\n";

/* The path of that plug-in with LINES before it. */
static inline const char *trials_build(const char *name, const char *lines) {
    char source[8192];
    int length = snprintf(source, sizeof source, "#define FOLDER \"%s\"\n%s\n%s", fake_folder,
                          lines, trials_source);
    if (length < 0 || (size_t)length >= sizeof source)
        fail_msg("%s: its source is too long", name);
    return fake_link(name, source, "-pthread -Wno-unused-function");
}

#endif
