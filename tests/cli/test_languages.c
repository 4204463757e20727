/* SPDX-License-Identifier: GPL-3.0-or-later */
/* docs/languages.md: functions in other languages are measured beside libraries, where the runtimes
 * are installed; programs that misbehave lose what is theirs, and nothing else. */
#include <math.h>

#include "tests/cli/orphans.h"
#include "tests/cli/pages.h"

#define QUICK " --rounds 2 --max-seeds 2 --stage-time 0.01 --no-control "
#define FRESH "rm -f results.h5; "

/* The words by which each language is asked for its version. */
static const struct language {
    const char *name, *version, *inputs, *axpy;
} languages[] = {
    {"Python", "python3 --version", "inputs.py", "axpy.py"},
    {"Java", "javac --version && java --version", "Inputs.java", "Axpy.java"},
    {"JavaScript", "node --version", "inputs.js", "axpy.js"},
    {"R", "Rscript --version", "inputs.R", "axpy.R"},
    {"Octave", "octave-cli --version", "inputs.m", "axpy.m"},
};
enum { LANGUAGES = sizeof languages / sizeof *languages, PYTHON = 0, JAVA, JAVASCRIPT, R, OCTAVE };

#define NEED(shell, language)                                                                      \
    do {                                                                                           \
        if (shell_run(shell, languages[language].version))                                         \
            skip_for("%s is not installed", languages[language].name);                             \
    } while (0)

#define NEED_NUMPY(shell)                                                                          \
    do {                                                                                           \
        if (shell_run(shell, "python3 -c 'import numpy'"))                                         \
            skip_for("NumPy is not installed");                                                    \
    } while (0)

/* The Python that has NumPy if it is installed. */
static void prefer_the_systems_python(struct shell *shell) {
    char path[2 * PATH_MAX];
    shell_expect(shell, 0, "mkdir -p python && ln -sf /usr/bin/python3 python/");
    snprintf(path, sizeof path, "%s/python:%s", shell->directory, getenv("PATH"));
    setenv("PATH", path, 1);
}

/* The programs and the plug-in of this test. */
static void get_programs(struct shell *shell) {
    char command[3 * PATH_MAX + 256], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    orphans_adopt();
    install(shell);
    prefer_the_systems_python(shell);
    snprintf(command, sizeof command, "%s/cache", shell->directory);
    setenv("XDG_CACHE_HOME", command, 1);
    snprintf(command, sizeof command,
             "cp '%s'/tests/cli/languages/* . && cc -O2 -shared -fPIC "
             "$(pkg-config --cflags benchmat) '%s'/tests/cli/inputs.c -o inputs.so && "
             "cp '%s'/tests/cli/root.c .",
             root, root, root);
    shell_expect(shell, 0, command);
}

/* --- what is right --- */

static void inputs_are_right(struct shell *shell, const char *program, const char *types) {
    char command[512];
    for (; *types; types++) {
        snprintf(command, sizeof command,
                 FRESH "bench-collect inputs.so ./%s --type %c --sizes 1,2,7,8,9,1000 --rounds 1 "
                       "--max-seeds 1 --stage-time 0.001 --no-control "
                       "&& bench-analyze results.h5 --format csv | grep -c '%s,.*,ok$'",
                 program, *types, program);
        shell_expect(shell, 0, command);
        assert_has(shell->out, "\n6\n");
    }
}

EACH_TEST(shell_begin, shell_end);

SOAK_TEST(all_languages_make_the_inputs_bit_for_bit) {
    struct shell *shell = *state;
    get_programs(shell);
    for (size_t i = 0; i < LANGUAGES; i++)
        if (shell_run(shell, languages[i].version))
            leave_out("%s is not installed", languages[i].name);
        else
            inputs_are_right(shell, languages[i].inputs, i == OCTAVE ? "d" : "sdcz");
    if (shell_run(shell, "python3 -c 'import numpy'"))
        leave_out("NumPy is not installed");
    else
        inputs_are_right(shell, "inputs_numpy.py", "sdcz");
    /* The loop for other implementations of Python. */
    shell_expect(shell, 0,
                 "sed 's/^import benchmat/&\\nbenchmat.IS_CPYTHON = False/' inputs.py >other.py && "
                 "grep IS_CPYTHON other.py");
    inputs_are_right(shell, "other.py", "d");
    /* An input that is off by one bit is found. */
    shell_expect(shell, 0,
                 "sed 's/bench.output(x)/bench.output([x[0] + 2.0 ** -51, *x[1:]])/' "
                 "inputs.py >off.py");
    shell_expect(shell, 3, "bench-collect inputs.so ./off.py --sizes 7" QUICK);
    assert_has(shell->err, "wrong answer: output 1: off by 4.44e-16 where 0 is accepted");
    shell_expect(shell, 3,
                 "sed 's/float(\"nan\")/42/' inputs.py >number.py; "
                 "bench-collect inputs.so ./number.py --sizes 7" QUICK);
    assert_has(shell->err, "output 3: number 3 is 42 where the reference has nan");
    assert_nobody_is_left();
}

TEST(all_languages_are_measured_beside_a_library) {
    struct shell *shell = *state;
    char command[512] = "bench-collect axpy builtin --sizes 100,1000 -o all.h5" QUICK;
    size_t count = 1;
    get_programs(shell);
    NEED_NUMPY(shell);
    for (size_t i = 0; i < LANGUAGES; i++)
        if (shell_run(shell, languages[i].version) == 0) {
            snprintf(command + strlen(command), sizeof command - strlen(command), " ./%s",
                     languages[i].axpy);
            count++;
        }
    shell_expect(shell, 0, command);
    shell_expect(shell, 0, "bench-analyze all.h5 --format csv | grep -c ',ok$'");
    assert_int_equal(atoi(shell->out), 2 * count);
    shell_expect(shell, 0, "bench-store show all.h5 1");
    assert_has(shell->out, "CPython 3.");
    assert_has(shell->out, "/axpy.py --worker");
    shell_expect(shell, 0, "bench-plot all.h5 -o all.svg");
    assert_nobody_is_left();
}

/* ask COMMAND...: a program's answers to requests, without bench-collect. */
static const char ask[] =
    "export CLASSPATH=$PWD/installed/share/benchmat NODE_PATH=$PWD/installed/share/benchmat; "
    "ask() { { cat && echo end; } | \"$@\" --worker 3<&0 4>&1 | cat; }; ";

/* Runs a command that begins with `ask`, and gives the number that it prints. */
static double asked(struct shell *shell, const char *rest) {
    char command[1024];
    snprintf(command, sizeof command, "%s%s", ask, rest);
    shell_expect(shell, 0, command);
    return atof(shell->out);
}

/* The programs that sort. */
static const struct {
    int language;
    const char *command;
} sorts[] = {{PYTHON, "python3 sort.py"},
             {JAVA, "java Sort.java"},
             {JAVASCRIPT, "node sort.js"},
             {R, "Rscript sort.R"}};

/* Two runs on the numbers of a seed, and two on others: those that the generator gives next, call
 * by call. */
TEST(languages_draw_the_numbers_that_come_next) {
    struct shell *shell = *state;
    get_programs(shell);
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++) {
        char command[2048];
        if (shell_run(shell, languages[sorts[i].language].version)) {
            leave_out("%s is not installed", languages[sorts[i].language].name);
            continue;
        }
        snprintf(command, sizeof command,
                 "%s export BENCHMAT=$PWD/installed/share/benchmat; export PYTHONPATH=$BENCHMAT; "
                 "{ echo describe sort; echo setup 3 5 d; for i in 1 2; do echo run 1; echo output "
                 "1; done; echo setup 3 5 d fresh; echo run 1; echo output 1; echo run 2; echo "
                 "output 1; } | ask %s | grep -v seconds",
                 ask, sorts[i].command);
        shell_expect(shell, 0, command);
        double expected[12], x[3];
        uint64_t random = 5; /* the generator of docs/worker-protocol.md */
        for (size_t k = 0; k < 12; k++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            expected[k] = ((double)(random >> 12) - 0x1p51) / 0x1p51;
        }
        static const size_t from[] = {0, 0, 3, 9}; /* of 12 numbers, of what is printed */
        const char *line = strchr(shell->out, '\n') + 1;
        for (size_t o = 0; o < 4; o++) {
            if (o % 2 == 0) {
                assert_memory_equal(line, "ready fresh\n", 12);
                line += 12;
            }
            assert_int_equal(sscanf(line, "output 3 %lf %lf %lf\n", x, x + 1, x + 2), 3);
            line = strchr(line, '\n') + 1;
            assert_true(x[0] <= x[1] && x[1] <= x[2]);
            size_t found = 0;
            for (size_t k = 0; k < 3; k++)
                for (size_t j = 0; j < 3; j++)
                    found += x[k] == expected[from[o] + j];
            assert_int_equal(found, 3);
        }
    }
}

SOAK_TEST(each_call_in_a_language_sorts_other_numbers) {
    struct shell *shell = *state;
    char command[1024] =
        "bench-collect sort builtin --inputs fresh --sizes 10,100 -o sort.h5" QUICK;
    get_programs(shell);
    size_t count = 1;
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++)
        if (shell_run(shell, languages[sorts[i].language].version) == 0) {
            snprintf(command + strlen(command), sizeof command - strlen(command), " ./%s",
                     strchr(sorts[i].command, ' ') + 1);
            count++;
        }
    shell_expect(shell, 0, command);
    assert_lacks(shell->err, "all calls of a batch get the same numbers");
    shell_expect(shell, 0, "bench-analyze sort.h5 --format csv | grep -c ',ok$'");
    assert_int_equal(atoi(shell->out), 2 * count);
    shell_expect(shell, 0,
                 "sed 's/bench.call(.*/bench.call(lambda: x.sort())/' sort.py >same.py && "
                 "bench-collect sort builtin ./same.py --inputs fresh --sizes 10 -o s.h5" QUICK);
    assert_has(shell->err, "same.py: all calls of a batch get the same numbers");
    assert_nobody_is_left();
}

/* A compiler that reads once for all calls of a run what another thread changes sees one change in
 * each. Half of the runs warm up. */
SOAK_TEST(java_reads_in_each_call_what_it_is_to_read) {
    struct shell *shell = *state;
    get_programs(shell);
    NEED(shell, JAVA);
    double changes = asked(shell, "{ echo describe read; for i in 1 2; do echo setup 1 1 d; "
                                  "for j in 1 2 3 4 5 6 7 8; do echo run 50000000; done; done; "
                                  "echo output 1; } | "
                                  "ask java Watched.java | sed -n 's/^output 2 //p'");
    assert_true(changes > 100);
}

/* Two numbers take at least 32 bytes with their array's head; an object, of which JavaScript makes
 * fifteen million, more than 24, and the collector of garbage comes at the latest every 32 MB. */
SOAK_TEST(what_calls_return_is_made) {
    struct shell *shell = *state;
    get_programs(shell);
    NEED(shell, JAVA);
    NEED(shell, JAVASCRIPT);
    double bytes = asked(shell, "{ echo describe make; echo setup 1 1 d; echo run 5000000; "
                                "echo output 1; } | "
                                "ask java Watched.java | sed -n 's/^output 1 //p'");
    assert_true(bytes >= 5e6 * 32);
    double collections =
        asked(shell, "{ echo describe make; "
                     "for i in 1 2 3; do echo setup 1 $i d; echo run 5000000; done; } | "
                     "ask node --trace-gc --max-semi-space-size=16 made.js | grep -c Scavenge");
    assert_true(collections > 10);
}

#ifdef SOAKED
/* The median time of a call of LIBRARY in results.h5. */
static double median(struct shell *shell, const char *library) {
    char command[256];
    snprintf(command, sizeof command,
             "bench-analyze results.h5 --format csv --columns library,median | sed -n 's/^%s,//p'",
             library);
    shell_expect(shell, 0, command);
    return atof(shell->out);
}

/* The part of a loop that is no call is in the times: some 1 ns in JavaScript. */
TEST(a_calculation_takes_as_long_as_in_c) {
    struct shell *shell = *state;
    get_programs(shell);
    NEED(shell, JAVA);
    NEED(shell, JAVASCRIPT);
    static const char *const names[] = {"java", "returned", "node", "given"};
    shell_expect(shell, 0,
                 "cc -O2 -shared -fPIC $(pkg-config --cflags benchmat) root.c -o root.so -lm && "
                 "bench-collect ./root.so java=./Root.java returned='java Root.java returned "
                 "--worker' node=./root.js given='node root.js returned --worker' --time 60");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        double times = median(shell, names[i]) / median(shell, "root");
        print_message("root in %s: %.3f of C's time\n", names[i], times);
        assert_true(times > 0.95 && times < (i < 2 ? 1.1 : 1.3));
    }
}

/* The helper's time is that of a loop of one's own around a function that gets arguments. */
TEST(the_example_in_javascript_takes_its_time) {
    struct shell *shell = *state;
    get_programs(shell);
    NEED(shell, JAVASCRIPT);
    shell_expect(shell, 0, "bench-collect axpy builtin node=./axpy.js --sizes 1000 --time 10");
    double helped = median(shell, "node");
    shell_expect(shell, 0, "node plain.js");
    print_message("axpy.js: %g s, alone %g s\n", helped, atof(shell->out));
    assert_true(fabs(helped / atof(shell->out) - 1) < 0.1);
}
#endif

/* The processor time is that of the program, not of the worker that waits for it. */
TEST(processor_time_is_the_programs) {
    struct shell *shell = *state;
    get_programs(shell);
    NEED_NUMPY(shell);
    shell_expect(shell, 0,
                 "bench-collect axpy py='python3 misbehaving.py busy --worker' --sizes 1000 "
                 "--threads $([ $(nproc) -gt 1 ] && echo 2 || echo 1)" QUICK);
    shell_expect(shell, 0,
                 "/usr/bin/python3 -c 'import h5py\n"
                 "axpy = h5py.File(\"results.h5\", \"r\")[\"run_000001/axpy\"]\n"
                 "cpu = axpy[\"details/py/cpu_seconds\"][:]\n"
                 "assert (cpu[cpu == cpu] >= 0.005).all() and (cpu == cpu).any(), cpu\n'");
#ifdef SOAKED
    shell_expect(
        shell, 0,
        "bench-analyze results.h5 --format csv --columns cpus | awk -F, 'END { print $NF }'");
    double cpus = atof(shell->out);
    assert_true(cpus > 0.1 && cpus < 2);
#endif
}

#ifdef SOAKED
TEST(commands_of_the_page_work_as_they_stand) {
    struct shell *shell = *state;
    prefer_the_systems_python(shell);
    NEED(shell, JAVA);
    NEED_NUMPY(shell);
    if (shell_run(shell, "bench-collect --list | grep -q '^  openblas'"))
        skip_for("%s is not installed", "openblas");
    prepare(shell);
    install(shell);
    assert_int_equal(run_commands(shell, "docs/languages.md"), 4);
}
#endif

SOAK_TEST(the_small_benchmarks_exist_in_three_languages) {
    struct shell *shell = *state;
    static const char *const names[][3] = {{"fibonacci", "Fibonacci", ""},
                                           {"memory", "Memory", "--sizes 10,10000"},
                                           {"array2d", "Array2d", "--sizes 10,100"},
                                           {"factorial", "Factorial", ""}};
    get_programs(shell);
    NEED(shell, JAVA);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char command[512];
        snprintf(command, sizeof command,
                 FRESH "cc -O2 -shared -fPIC $(pkg-config --cflags benchmat) %s.c -o %s.so -lm && "
                       "bench-collect ./%s.so python=./%s.py java=./%s.java %s" QUICK
                       "&& bench-analyze results.h5 --format csv >table && "
                       "grep -q ',python,.*,ok$' table && grep -q ',java,.*,ok$' table && "
                       "! sed 1d table | grep -v ',ok$'",
                 names[i][0], names[i][0], names[i][0], names[i][0], names[i][1], names[i][2]);
        shell_expect(shell, 0, command);
    }
    assert_nobody_is_left();
}

SOAK_TEST(an_interrupted_run_is_resumed) {
    struct shell *shell = *state;
    get_programs(shell);
    shell_expect(shell, 130,
                 "at kept:axpy:100:1 'kill -TERM $PPID' bench-collect axpy builtin p=\"python3 "
                 "misbehaving.py not --worker\" --sizes 100 --rounds 4 --max-seeds 2 "
                 "--stage-time 0.01 --no-control -o r.h5");
    assert_nobody_is_left();
    shell_expect(shell, 0, "cd / && bench-collect --resume \"$OLDPWD/r.h5\"");
    assert_has(shell->out, "4 rounds");
    assert_nobody_is_left();
}

/* --- what is wrong --- */

SOAK_TEST(programs_that_misbehave_lose_what_is_theirs) {
    struct shell *shell = *state;
    static const struct {
        const char *mode, *message;
    } cases[] = {
        {"nonsense", "is not a time"},
        {"nan", "calls took \"nan\", which is not a time"},
        {"negative", "which is negative"},
        {"long", " s passed"},
        {"never", " calls took 0 s, which nothing can be; are they left out"},
        {"asleep", " calls took no time, but "},
        {"twice", "answers before it is asked"},
        {"late", "gave no answer within "},
        {"exit", "ended the process with status 5: out of luck"},
        {"crash", "crashed with signal 11 (Segmentation fault): this is standard output"},
        {"error", "ValueError: out of luck"},
        {"wrong", "wrong answer: off by 1 where "},
        {"few", "output 1 has 9 numbers where 10 are due"},
    };
    get_programs(shell);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[512];
        /* More calls are asked for until they take a part of the stage: too many for no time. */
        snprintf(command, sizeof command,
                 FRESH "bench-collect axpy builtin bad='python3 misbehaving.py %s --worker' "
                       "--sizes 10 --timeout %d --rounds 2 --max-seeds 2 --no-control --stage-time "
                       "%s",
                 cases[i].mode, strcmp(cases[i].mode, "late") == 0 ? 10 : 100,
                 strcmp(cases[i].mode, "never") == 0 ? "0.5" : "0.01");
        shell_expect(shell, 3, command);
        assert_has(shell->err, "bad: axpy at n = 10");
        assert_has(shell->err, cases[i].message);
        shell_expect(shell, 0, "bench-analyze results.h5 --format csv | grep -c 'builtin,.*,ok$'");
        assert_nobody_is_left();
    }
}

/* Each costs the program the action, for which it is skipped. */
SOAK_TEST(programs_that_cannot_begin_are_skipped) {
    struct shell *shell = *state;
    static const struct {
        const char *action, *word, *message;
    } cases[] = {
        {"axpy", "bad='python3 misbehaving.py version --worker'",
         "bad skipped for axpy: speaks version 7 of the protocol, and this is version 1"},
        {"dot", "bad='python3 misbehaving.py not --worker'",
         "bad skipped for dot: it does not know dot"},
        {"axpy --type s", "bad='python3 misbehaving.py not --worker'",
         "bad skipped for axpy: it does axpy only for d, not for s"},
        {"axpy", "bad='sh -c true --worker'",
         "bad skipped for axpy: ended the process with status 0"},
        {"axpy", "bad='python3 -c 1/0 --worker'",
         "bad skipped for axpy: ended the process with status 1: ZeroDivisionError"},
        {"axpy", "bad='sleep 100 --worker'", "bad skipped for axpy: ended the process with status"},
    };
    get_programs(shell);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[512];
        snprintf(command, sizeof command, FRESH "bench-collect %s builtin %s --sizes 10" QUICK,
                 cases[i].action, cases[i].word);
        shell_expect(shell, 3, command);
        assert_has(shell->err, cases[i].message);
        assert_nobody_is_left();
    }
}

TEST(words_that_name_no_program_are_refused) {
    struct shell *shell = *state;
    shell_expect(shell, 64, "bench-collect axpy ./none.py");
    assert_has(shell->err, "./none.py: No such file or directory");
    shell_expect(shell, 64, "bench-collect axpy x='no-such-thing a --worker'");
    assert_has(shell->err, "no program \"no-such-thing\" in PATH");
    shell_expect(shell, 64, ">a; bench-collect axpy x='no-such-thing ./a --worker'");
    assert_has(shell->err, "no program \"no-such-thing\" in PATH");
    shell_expect(shell, 64, "bench-collect axpy x='python3 ./a'");
    assert_has(shell->err, "a command ends with --worker");
    shell_expect(shell, 64, "echo '#!/bin/sh' >s; bench-collect axpy ./s");
    assert_has(shell->err, "chmod +x");
}

/* Without a cache java compiles it at each start, as it does with what cannot be compiled. */
SOAK_TEST(java_is_compiled_once_for_each_content) {
    struct shell *shell = *state;
    get_programs(shell);
    NEED(shell, JAVA);
    shell_expect(shell, 0, "bench-collect axpy builtin ./Axpy.java --sizes 10 -o a.h5" QUICK);
    shell_expect(shell, 0, "ls cache/benchmat/java-*/Axpy.class && stat -c %i cache/benchmat/* >a");
    shell_expect(
        shell, 0,
        "cp Axpy.java before; bench-collect axpy builtin ./Axpy.java --sizes 10 -o a.h5" QUICK
        "&& stat -c %i cache/benchmat/* | cmp - a");
    shell_expect(shell, 3,
                 "sed 's/0.73/0.93/' before >Axpy.java; "
                 "bench-collect axpy builtin ./Axpy.java --sizes 10 -o b.h5" QUICK);
    assert_has(shell->err, "wrong answer");
    shell_expect(shell, 0, "ls -d cache/benchmat/java-* | wc -l");
    assert_string_equal(shell->out, "2\n");
    shell_expect(shell, 3,
                 "sed 's/class/klass/' before >Axpy.java; "
                 "bench-collect axpy builtin ./Axpy.java --sizes 10 -o c.h5" QUICK);
    assert_has(shell->err, "/Axpy.java:4: error: class, interface");
    shell_expect(shell, 0, "ls -d cache/benchmat/* | wc -l");
    assert_string_equal(shell->out, "2\n");
    setenv("XDG_CACHE_HOME", "/dev/null", 1);
    shell_expect(shell, 0,
                 "cp before Axpy.java; "
                 "bench-collect axpy builtin ./Axpy.java --sizes 10 -o d.h5" QUICK);
}

/* What a program has started is ended with it, even where the collector is killed. */
SOAK_TEST(nothing_is_left_of_what_a_program_started) {
    struct shell *shell = *state;
    get_programs(shell);
    shell_expect(shell, 0,
                 "bench-collect axpy builtin bad='python3 misbehaving.py child --worker' "
                 "--sizes 10" QUICK);
    assert_nobody_is_left();
    shell_expect(shell, 137,
                 "sh -c 'echo $$ >pid; exec bench-collect axpy builtin "
                 "bad=\"python3 misbehaving.py kill --worker\" --sizes 10 -o k.h5'");
    assert_nobody_is_left();
}
