/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions over allocators, which take the place of the C library's malloc. */
#include <signal.h>
#include <sys/stat.h>

#include "collect/processes/action_process.h"
#include "tests/collect/fake.h"
#include "tests/collect/sessions.h"
#include "tests/system_library.h"
#include "tests/test.h"

static struct action_info plugin;

static const char *in_folder(const char *name) {
    static char paths[4][300];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", fake_folder, name);
    return path;
}

static int begin(void **state) {
    plugin = (struct action_info){0};
    remove(in_folder("told"));
    mkdir(in_folder("spool"), 0700);
    setenv("TMPDIR", in_folder("spool"), 1);
    int status = sessions_begin(state);
    rig.settings.rounds = 2;
    rig.settings.trial = 0.05;
    return status;
}

/* A job's action may be of the plug-in: it goes first. Only an empty directory can be removed. */
static int end(void **state) {
    session_release(&job);
    job = (struct job){0};
    action_query_end(&plugin);
    action_info_release(&plugin);
    unsetenv("TMPDIR");
    return sessions_end(state) || rmdir(in_folder("spool")) ? -1 : 0;
}

/* Allocates and frees. Once per trial it tells the file in which the process finds malloc, as the
 * kernel knows it, and how often that was called for a strdup of the C library's own. */
static const char source[] =
    "#include \"collect/action.h\"\n"
    "#include <dlfcn.h>\n#include <stdio.h>\n#include <string.h>\n#include <stdlib.h>\n"
    "static int setup(struct bench *bench) { (void)bench; return 0; }\n"
    "static void operate(struct bench_thread *thread) {\n"
    "    void *(*take)(size_t) = (void *(*)(size_t))thread->bench->routines[0];\n"
    "    void (*give)(void *) = (void (*)(void *))thread->bench->routines[1];\n"
    "    do {\n"
    "        char *memory = take(64);\n"
    "        if (!memory) { bench_fail(thread->bench, \"no memory\"); return; }\n"
    "        memory[63] = 1;\n"
    "        bench_do_not_optimize(memory);\n"
    "        give(memory);\n"
    "    } while (bench_next_operation(thread));\n"
    "}\n"
    "static void check(struct bench *bench, struct bench_thread *const *team, int count) {\n"
    "    char line[4096], path[4096] = \"?\";\n"
    "    unsigned long from, to, at = (unsigned long)dlsym(RTLD_DEFAULT, \"malloc\");\n"
    "    const volatile long *calls = dlsym(RTLD_DEFAULT, \"tiny_calls\");\n"
    "    long before = calls ? *calls : 0;\n"
    "    char *volatile copy = strdup(\"x\");\n"
    "    long now = calls ? *calls : 0;\n"
    "    free(copy);\n"
    "    (void)bench, (void)team, (void)count;\n"
    "    FILE *maps = fopen(\"/proc/self/maps\", \"r\"), *told = fopen(FOLDER \"/told\", \"a\");\n"
    "    while (fgets(line, sizeof line, maps))\n"
    "        if (sscanf(line, \"%lx-%lx %*s %*s %*s %*s %4095s\", &from, &to, path) >= 2 &&\n"
    "            from <= at && at < to) break;\n"
    "    fprintf(told, \"%s %ld\\n\", path, now - before);\n"
    "    fclose(maps);\n"
    "    fclose(told);\n"
    "}\n"
    "const struct bench_action bench_plugin = {\n"
    "    BENCH_ACTION_HEAD, .name = \"allocating\", .about = \"malloc and free\", .types = \"d\",\n"
    "    .routines = (const struct bench_routine[]){{NULL, \"malloc\"}, {NULL, \"free\"}, {0}},\n"
    "    .setup = setup, .operate = operate, .check = check, .is_preloaded = 1\n"
    "};\n";

/* Counts its calls, and has the C library allocate. */
#define TINY                                                                                       \
    "#include <stddef.h>\n"                                                                        \
    "long tiny_calls;\n"                                                                           \
    "void *__libc_malloc(size_t size);\nvoid __libc_free(void *memory);\n"                         \
    "void *malloc(size_t size);\nvoid free(void *memory);\n"                                       \
    "void *malloc(size_t size) {\n"                                                                \
    "    __atomic_add_fetch(&tiny_calls, 1, __ATOMIC_RELAXED);\n"                                  \
    "    return __libc_malloc(size);\n"                                                            \
    "}\n"                                                                                          \
    "void free(void *memory) { __libc_free(memory); }\n"

static int prepare_plugin(struct err *err) {
    char text[8192];
#ifdef ADDRESS_SANITIZER
    skip_for("the sanitizer has a malloc of its own");
#endif
    snprintf(text, sizeof text, "#define FOLDER \"%s\"\n%s", fake_folder, source);
    rig_threads(&rig, "2");
    struct session session = rig_session(&rig);
    if (action_query_begin(&plugin, fake_compile("allocating", text), &rig.conditions, err))
        return ERR_FAILED;
    int status = session_prepare(&session, &plugin, NULL, &job, err);
    action_query_end(&plugin);
    return status;
}

static const struct measurement *collected_plugin(void) {
    struct err err = {""};
    if (prepare_plugin(&err) || measure(&err))
        fail_msg("%s", err.message);
    return &run->measurements[0];
}

/* How many trials had the malloc of the file PATH, with CALLS of it for a strdup. */
static size_t count_told(const char *path, long calls) {
    char line[4096], expected[PATH_MAX + 32], real[PATH_MAX];
    size_t count = 0;
    FILE *told = fopen(in_folder("told"), "r");
    assert_non_null(told);
    assert_non_null(realpath(path, real));
    snprintf(expected, sizeof expected, "%s %ld\n", real, calls);
    while (fgets(line, sizeof line, told))
        count += strcmp(line, expected) == 0;
    fclose(told);
    return count;
}

EACH_TEST(begin, end);
ALL_TESTS(fake_set_up, fake_tear_down);

TEST(each_process_has_the_malloc_of_its_library) {
    const char *one = fake_compile("tiny_one", TINY), *two = fake_compile("tiny_two", TINY);
    rig_add(&rig, "one", one);
    rig_add(&rig, "two", two);
    const struct measurement *m = collected_plugin();
    assert_cell(m, "one", 0, CELL_OK);
    assert_cell(m, "two", 0, CELL_OK);
    assert_cell(m, "one.control", 0, CELL_OK);
    assert_int_equal(rig.faults, 0);
    /* One answer each; two rounds, and those of the control. */
    assert_int_equal(count_told(one, 1), 5);
    assert_int_equal(count_told(two, 1), 3);
    char expected[600];
    snprintf(expected, sizeof expected, "malloc in %s; free in %s", two, two);
    assert_string_equal(facts_text(&m->series[1].facts, "bindings", ""), expected);
}

TEST(who_lacks_malloc_is_left_out) {
    rig_add(&rig, "one", fake_compile("tiny_one", TINY));
    rig_add(&rig, "lacking",
            fake_compile("lacking", "void free(void *p);\nvoid free(void *p) "
                                    "{ (void)p; }\n"));
    const struct measurement *m = collected_plugin();
    assert_cell(m, "one", 0, CELL_OK);
    assert_null(measurement_find(m, "lacking"));
    assert_non_null(strstr(rig.notes, "lacking"));
    assert_non_null(strstr(rig.notes, "malloc"));
}

/* It only finds malloc in the C library, which it needs. */
TEST(a_library_that_passes_on_anothers_malloc_is_left_out) {
    rig_add(&rig, "one", fake_compile("tiny_one", TINY));
    rig_add(&rig, "other", fake_compile("no_allocator", "int nothing;\n"));
    const struct measurement *m = collected_plugin();
    assert_null(measurement_find(m, "other"));
    assert_non_null(strstr(rig.notes, "malloc"));
}

TEST(installed_allocators_are_measured_as_they_are) {
    static const char *const names[] = {"libjemalloc.so.2", "libtcmalloc_minimal.so.4",
                                        "libmimalloc.so.2", "libc.so.6"};
    char path[PATH_MAX];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (system_library(names[i], path))
            rig_add(&rig, names[i], path);
    if (!rig.libraries.count)
        skip_for("no allocator is where it is looked for");
    const struct measurement *m = collected_plugin();
    int has_control = rig.libraries.count > 1;
    for (size_t i = 0; i < rig.libraries.count; i++) {
        assert_cell(m, rig.items[i].name, 0, CELL_OK);
        assert_int_equal(count_told(rig.items[i].paths[0], 0), i == 0 && has_control ? 5 : 3);
    }
    assert_int_equal(rig.faults, 0);
}

/* A space would separate two libraries to preload. */
TEST(a_directory_that_cannot_be_named_is_told) {
    struct err err = {""};
    mkdir(in_folder("two words"), 0700);
    setenv("TMPDIR", in_folder("two words"), 1);
    rig_add(&rig, "one", fake_compile("tiny_one", TINY));
    assert_int_not_equal(prepare_plugin(&err), 0);
    if (!strstr(rig.notes, "two words, in which the loader cannot be made to look; set another") &&
        !strstr(err.message, "two words, in which the loader cannot be made to look; set another"))
        fail_msg("%s\n%s", err.message, rig.notes);
    assert_int_equal(rmdir(in_folder("two words")), 0);
}
