/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect --inputs: which numbers calls get, and who does not look at them. */
#include "tests/cli/shell.h"

#define QUICK " --rounds 2 --max-seeds 2 --stage-time 0.001 "

static void compile(struct shell *shell, const char *name, const char *source) {
    char path[PATH_MAX], root[PATH_MAX], command[2 * PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(path, sizeof path, "%s/%s.c", shell->directory, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(source, file);
    fclose(file);
    snprintf(command, sizeof command, "cc -O1 -w -shared -fPIC -I'%s' %s.c -o %s.so", root, name,
             name);
    shell_expect(shell, 0, command);
}

/* --- functions --- */

static const char sums[] =
    "#include <stddef.h>\n"
    "double sum(size_t n, const double *x) {\n"
    "    double s = 0; for (size_t i = 0; i < n; i++) s += x[i]; return s; }\n"
    "double keeps(size_t n, const double *x) {\n"
    "    static double s; static size_t of; if (of != n) { s = sum(n, x); of = n; } return s; }\n"
    "double spoils(size_t n, const double *x) {\n"
    "    double s = sum(n, x); ((double *)x)[n / 2] += 1; return s; }\n";

EACH_TEST(shell_begin, shell_end);

SOAK_TEST(who_keeps_an_answer_or_spoils_an_input_is_wrong) {
    struct shell *shell = *state;
    compile(shell, "sums", sums);
    shell_expect(shell, 3,
                 "bench-collect ./sums.so --function "
                 "'double {sum,keeps,spoils}(size_t n, const double *x)' --sizes 100" QUICK);
    assert_has(shell->err, "spoils: sum at n = 100: it wrote into x, which is const");
    assert_has(shell->err,
               "keeps: sum at n = 100: in a later call, on other numbers: wrong answer");
    assert_lacks(shell->err, "sum: sum");
    shell_expect(shell, 3,
                 "bench-collect ./sums.so --inputs same --function "
                 "'double {sum,keeps}(size_t n, const double *x)' --sizes 100" QUICK);
    assert_has(shell->err,
               "keeps: sum at n = 100: in a later call, on other numbers: wrong answer");
}

SOAK_TEST(what_calls_got_is_told_and_kept) {
    struct shell *shell = *state;
    static const char *const cases[][3] = {
        {"", "other numbers in each call", "fresh"},
        {"--inputs fresh", "other numbers in each call", "fresh"},
        {"--inputs same", "the same numbers in all calls", "same"},
    };
    compile(shell, "sums", sums);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[512];
        snprintf(line, sizeof line,
                 "rm -f r.h5; bench-collect ./sums.so %s --function "
                 "'double sum(size_t n, const double *x)' --sizes 100 -o r.h5" QUICK,
                 cases[i][0]);
        shell_expect(shell, 0, line);
        assert_has(shell->err, cases[i][1]);
        snprintf(line, sizeof line,
                 "bench-store show r.h5 1 | grep -x ' *inputs  *%s' && "
                 "bench-analyze r.h5 | grep -c 'fresh inputs'",
                 cases[i][2]);
        shell_expect(shell, i == 2, line);
    }
}

TEST(bad_wishes_are_refused) {
    struct shell *shell = *state;
    shell_expect(shell, 64, "bench-collect axpy builtin --inputs new");
    assert_has(shell->err, "--inputs new: auto or fresh or same is needed");
    shell_expect(shell, 64, "bench-collect --command true --inputs fresh");
    assert_has(shell->err, "--inputs is for libraries, not for commands");
    shell_expect(shell, 64, "bench-collect counter --inputs same");
    assert_has(shell->err, "--inputs is for calls");
}

/* --- actions --- */

/* Each call of dot reads what it read before. */
TEST(what_cannot_be_fresh_is_told) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-collect dot builtin --inputs fresh --sizes 10" QUICK);
    assert_has(shell->err, "dot: --inputs fresh: its calls overwrite no input of at most 256 KiB "
                           "that is renewed, so all get the same numbers");
    shell_expect(shell, 1, "bench-analyze results.h5 | grep 'fresh inputs'");
}

/* Says that a call takes 100 ns if it has the numbers of the call before, and NEW times that
 * otherwise, and takes longer; x is overwritten. */
static const char remembering[] =
    "#include \"collect/action.h\"\n"
    "struct state { double *x; double before; };\n"
    "static int setup(struct bench *b) { struct state *s = b->state;\n"
    "    s->x = bench_renewed_array(b, b->size); bench_output(b, s->x, b->size); return 0; }\n"
    "static void calculate(struct bench *b, int64_t calls) { struct state *s = b->state;\n"
    "    for (int64_t c = 0; c < calls; c++) {\n"
    "        double *x = (double *)((char *)s->x + c * b->copy_stride);\n"
    "        for (volatile int i = 0; i < 4000; i++) continue;\n"
    "        bench_set_seconds(b, x[0] == s->before ? 1e-7 : NEW * 1e-7);\n"
    "        s->before = x[0]; x[0] = -x[0]; } }\n"
    "static void plain(void) {}\n"
    "const struct bench_action bench_plugin = { BENCH_ACTION_HEAD, .name = \"remembering\",\n"
    "    .about = \"x := -x\", .size_means = \"length of x\", .types = \"d\", .largest = 100,\n"
    "    .implementations = (const struct bench_implementation[]){BENCH_IMPLEMENTATION(plain),\n"
    "    {0}}, .state_bytes = sizeof(struct state), .setup = setup, .calculate = calculate };\n";

SOAK_TEST(an_action_gets_other_numbers_where_that_changes_its_time) {
    struct shell *shell = *state;
    static const struct {
        const char *factor, *options;
        int is_fresh, is_told;
    } cases[] = {
        {"3", "", 1, 1},
        {"1.01", "", 0, 0},
        {"3", "--inputs same", 0, 0},
        {"1.01", "--inputs fresh", 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char source[4096], line[512];
        snprintf(source, sizeof source, "#define NEW %s\n%s", cases[i].factor, remembering);
        compile(shell, "remembering", source);
        snprintf(line, sizeof line,
                 "rm -f r.h5; bench-collect ./remembering.so %s --sizes 10,20 -o r.h5" QUICK,
                 cases[i].options);
        shell_expect(shell, 0, line);
        const char told[] =
            "remembering: times depend on the numbers (plain at n = 10: 100 ns where "
            "all calls get the same, 300 ns where each gets others)";
        (cases[i].is_told ? assert_has : assert_lacks)(shell->err, told);
        shell_expect(shell, 0, "bench-analyze r.h5 --format csv --columns size,mean");
        double mean = strtod(strrchr(shell->out, ',') + 1, NULL);
        double expected = cases[i].is_fresh ? strtod(cases[i].factor, NULL) * 1e-7 : 1e-7;
        assert_float_equal(mean, expected, 1e-3 * expected);
        shell_expect(shell, !cases[i].is_fresh, "bench-analyze r.h5 | grep 'fresh inputs'");
    }
}

/* --- programs --- */

static void get_program(struct shell *shell) {
    char source[4096], root[PATH_MAX], command[2 * PATH_MAX];
    snprintf(source, sizeof source, "#define NEW 1.01\n%s", remembering);
    compile(shell, "remembering", source);
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command, "cp '%s'/tests/cli/languages/remembering.py .", root);
    shell_expect(shell, 0, command);
}

SOAK_TEST(a_program_gets_other_numbers_where_that_changes_its_time) {
    struct shell *shell = *state;
    get_program(shell);
    shell_expect(shell, 0,
                 "bench-collect ./remembering.so py=./remembering.py --sizes 10,20 -o r.h5" QUICK);
    assert_has(shell->err, "remembering: times depend on the numbers (py at n = 10: 100 ns where "
                           "all calls get the same, 300 ns where each gets others)");
    assert_lacks(shell->err, "all calls of a batch get the same numbers");
    shell_expect(shell, 0, "bench-analyze r.h5 --format csv --columns library,mean | grep py");
    assert_float_equal(strtod(strrchr(shell->out, ',') + 1, NULL), 3e-7, 3e-9);
    shell_expect(shell, 0, "bench-store show r.h5 1 | grep -c ' inputs  *fresh'");
    shell_expect(shell, 1, "bench-store show r.h5 1 | grep ' inputs  *same'");
    shell_expect(shell, 0,
                 "rm r.h5; bench-collect ./remembering.so py=./remembering.py --inputs same "
                 "--sizes 10 -o r.h5" QUICK);
    shell_expect(shell, 0, "bench-analyze r.h5 --format csv --columns library,mean | grep py");
    assert_float_equal(strtod(strrchr(shell->out, ',') + 1, NULL), 1e-7, 1e-9);
}

/* One that does not draw others is not asked to, and the archive says so. */
SOAK_TEST(a_program_of_before_gets_the_same_numbers) {
    struct shell *shell = *state;
    get_program(shell);
    shell_expect(shell, 0,
                 "bench-collect ./remembering.so py='python3 remembering.py old --worker' "
                 "--inputs fresh --sizes 10 -o r.h5" QUICK);
    assert_has(shell->err, "py: all calls of a batch get the same numbers, as this program does "
                           "not draw others");
    shell_expect(shell, 0, "bench-store show r.h5 1 | grep -c ' inputs  *fresh'");
    shell_expect(shell, 0, "bench-store show r.h5 1 | grep -c ' inputs  *same'");
    assert_string_equal(shell->out, "1\n");
    shell_expect(shell, 0,
                 "bench-collect ./remembering.so py='python3 remembering.py old "
                 "--worker' --sizes 10 -o o.h5" QUICK);
    assert_lacks(shell->err, "same numbers");
    shell_expect(shell, 1, "bench-store show o.h5 1 | grep ' inputs  '");
}
