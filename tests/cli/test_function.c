/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect --function: plain functions, without an action. */
#include "tests/cli/shell.h"

#define QUICK " --rounds 2 --max-seeds 2 --stage-time 0.001 "

static const char loops[] =
    "#include <stdint.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
    "double sum(size_t n, const double *x) {\n"
    "    double s = 0; for (size_t i = 0; i < n; i++) s += x[i]; return s; }\n"
    "double sum4(size_t n, const double *x) {\n"
    "    double s[4] = {0}; for (size_t i = 0; i < n; i++) s[i % 4] += x[i];\n"
    "    return s[0] + s[1] + s[2] + s[3]; }\n"
    "double hasty(size_t n, const double *x) { return sum(n - 1, x); }\n"
    "double crashes(size_t n, const double *x) { if (n > 50) abort(); return sum(n, x); }\n"
    "double hangs(size_t n, const double *x) { while (n > 50) pause(); return sum(n, x); }\n"
    "double leaves(size_t n, const double *x) { if (n > 50) _exit(0); return sum(n, x); }\n"
    "double beyond(size_t n, const double *x) {\n"
    "    ((double *)x)[n] = 1; return sum(n, x); }\n"
    "static int compare(const void *a, const void *b) { return *(int *)a - *(int *)b; }\n"
    "void sort(int n, int *x) { qsort(x, n, sizeof *x, compare); }\n"
    "void insert(int n, int *x) { for (int i = 1; i < n; i++) for (int j = i;\n"
    "    j && x[j - 1] > x[j]; j--) { int y = x[j]; x[j] = x[j - 1]; x[j - 1] = y; } }\n"
    "void scale(long n, float a, const float *x, float *y, int step) {\n"
    "    for (long i = 0; i < n; i += step) y[i] += a * x[i]; }\n"
    "uint64_t power(uint64_t x, int n) { uint64_t y = 1; while (n-- > 0) y *= x; return y; }\n"
    "double square(double x) { return x * x; }\n";

static void build(struct shell *shell, const char *flags, const char *name) {
    char path[PATH_MAX], command[512];
    snprintf(path, sizeof path, "%s/loops.c", shell->directory);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(loops, file);
    fclose(file);
    snprintf(command, sizeof command, "cc -O2 -w -shared -fPIC %s loops.c -o %s", flags, name);
    shell_expect(shell, 0, command);
}

#define SUMS "(size_t n, const double *x)'"

/* --- what is measured --- */

EACH_TEST(shell_begin, shell_end);

TEST(functions_of_one_file_are_compared) {
    struct shell *shell = *state;
    build(shell, "", "loops.so");
    shell_expect(shell, 0,
                 "bench-collect ./loops.so --function 'double {sum,sum4}" SUMS
                 " --sizes 10,100" QUICK);
    assert_has(shell->out, "has sum (2 functions, 2 sizes, 2 rounds)");
    shell_expect(shell, 0, "bench-store show results.h5 1 | tr -s ' '");
    assert_has(shell->out, "prototype double {sum,sum4}(size_t n, const double *x)");
    assert_has(shell->out, "answers_held_against sum");
    assert_has(shell->out, "function sum4");
    assert_has(shell->out, "bindings sum4 in /tmp/");
    shell_expect(shell, 0, "bench-analyze results.h5");
    assert_has(shell->out, "sum: double {sum,sum4}(size_t n, const double *x) · double precision");
    assert_has(shell->out, "size: n, the length of x");
    assert_has(shell->out, "sum4");
    shell_expect(shell, 0, "bench-analyze results.h5 --format csv | grep -c ',ok$'");
    assert_string_equal(shell->out, "4\n");
}

TEST(prototypes_are_repeated_as_well) {
    struct shell *shell = *state;
    build(shell, "", "loops.so");
    shell_expect(shell, 0,
                 "bench-collect ./loops.so --function 'double sum" SUMS
                 " --function 'double sum4" SUMS " --sizes 10 -n");
    assert_has(shell->out, "functions  sum (reference), sum4");
    shell_expect(shell, 64,
                 "bench-collect ./loops.so --function 'double sum" SUMS
                 " --function 'double sum" SUMS);
    assert_has(shell->err, "sum is named twice");
    shell_expect(shell, 64,
                 "bench-collect ./loops.so --function 'double sum" SUMS
                 " --function 'double sum4(int n, const double *x)'");
    assert_has(shell->err, "differ in more than names");
}

SOAK_TEST(files_are_compared) {
    struct shell *shell = *state;
    build(shell, "", "loops.so");
    build(shell, "-O0", "slow.so");
    shell_expect(shell, 0,
                 "bench-collect fast=loops.so ./slow.so --function 'double sum" SUMS
                 " --sizes 10 -n");
    assert_has(shell->out, "functions  fast (reference), slow");
    shell_expect(shell, 0,
                 "bench-collect fast=./loops.so ./slow.so --function 'double {sum,sum4}" SUMS
                 " --sizes 1000 --ref slow:sum4" QUICK);
    shell_expect(shell, 0, "bench-analyze results.h5 --columns library,ratio,status --format csv");
    assert_has(shell->out, "fast:sum,");
    assert_has(shell->out, "fast:sum4,");
    assert_has(shell->out, "slow:sum,");
    assert_has(shell->out, "slow:sum4,1");
}

SOAK_TEST(an_array_is_new_for_every_call_unless_it_is_only_written) {
    struct shell *shell = *state;
    build(shell, "", "loops.so");
    shell_expect(shell, 0,
                 "bench-collect ./loops.so --function 'void {sort,insert}(int n, int *x)' "
                 "--sizes 64" QUICK);
    assert_has(shell->err, "x: renewed for every call");
    assert_has(shell->err, "'out int *x'");
    shell_expect(shell, 0,
                 "bench-store show results.h5 1 | grep -A1 copies | tail -1 | "
                 "awk '{exit $(NF - 3) > 0 ? 0 : 1}'");
    shell_expect(shell, 0, "bench-analyze results.h5");
    assert_lacks(shell->out, "precision ·");
    shell_expect(shell, 0,
                 "bench-collect ./loops.so --function 'void {sort,insert}(int n, out int *x)' "
                 "--sizes 64 -o out.h5" QUICK);
    assert_lacks(shell->err, "renewed");
    shell_expect(shell, 0,
                 "bench-store show out.h5 1 | grep -A1 copies | tail -1 | "
                 "awk '{exit $(NF - 3) > 0 ? 1 : 0}'");
}

SOAK_TEST(other_numbers_are_drawn_or_given) {
    struct shell *shell = *state;
    build(shell, "", "loops.so");
    const char *const scale = "bench-collect ./loops.so --function 'void scale(long n, float a, "
                              "const float *x, float *y, int step)' --sizes 10";
    char command[512];
    shell_expect(shell, 64, scale);
    assert_has(shell->err, "the size is n; which values step has cannot be told: give them, as in "
                           "-p step=1");
    snprintf(command, sizeof command, "%s -p step=1,2 -p a=0.5,2 %s", scale, QUICK);
    shell_expect(shell, 0, command);
    shell_expect(shell, 0, "bench-analyze results.h5 --format csv | grep -c ',ok$'");
    assert_string_equal(shell->out, "4\n");
    static const struct {
        const char *given, *why;
    } bad[] = {
        {"-p step=1.5", "step is of type int, and 1.5 is none of that"},
        {"-p step=1 -p n=5", "n is the size; give its values by --sizes"},
        {"-p step=1 -p x=5", "x is an array"},
        {"-p step=1 -p who=5", "who"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(command, sizeof command, "%s %s -n", scale, bad[i].given);
        shell_expect(shell, 64, command);
        assert_has(shell->err, bad[i].why);
    }
    shell_expect(shell, 0,
                 "bench-collect ./loops.so --function 'uint64_t power(uint64_t x, int n)' -p x=3 "
                 "--sizes 5 -o power.h5" QUICK);
    shell_expect(shell, 0,
                 "bench-collect ./loops.so --function 'double square(double x)' "
                 "-o square.h5" QUICK);
}

/* Sums in another order differ by more than 1000 epsilons of themselves when they are long. */
TEST(what_no_number_can_be_drawn_for_is_refused) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "printf 'int g(int n, int k) { return k > n; }\\n' >ranges.c && "
                 "cc -shared -fPIC ranges.c -o ranges.so");
    shell_expect(shell, 64,
                 "bench-collect ./ranges.so --function 'int g(int n, int k in n..9)' -o none.h5 "
                 "--sizes 8,10" QUICK);
    assert_has(shell->err, "g at size 10 cannot be done: no integers are in n..9, which is 10..9");
    static const char *const empty[] = {"k in 1..0", "k in 1..99999999999"};
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "bench-collect ./ranges.so --function 'int g(int n, int %s)' -o none.h5",
                 empty[i]);
        shell_expect(shell, 64, command);
    }
    shell_expect(shell, 0, "test ! -e none.h5");
}

SOAK_TEST(the_errors_of_long_sums_are_right) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "printf '#include <stddef.h>\\n"
                 "float up(size_t n, const float *x) {\\n"
                 "    float s = 0; for (size_t i = 0; i < n; i++) s += x[i]; return s; }\\n"
                 "float down(size_t n, const float *x) {\\n"
                 "    float s = 0; while (n-- > 0) s += x[n]; return s; }\\n"
                 "void twice(size_t n, const float *x, float *y) {\\n"
                 "    for (size_t i = 0; i < n; i++) y[i] = 2 * x[i]; }\\n"
                 "void off(size_t n, const float *x, float *y) {\\n"
                 "    twice(n, x, y); y[n / 2] += 0.001f; }\\n' >long.c && "
                 "cc -O1 -shared -fPIC long.c -o long.so");
    shell_expect(shell, 0,
                 "bench-collect ./long.so --function 'float {up,down}(size_t n, const float *x)' "
                 "--sizes 1000,30k,1M" QUICK);
    shell_expect(shell, 0, "bench-store show results.h5 1");
    assert_has(shell->out, "0.238"); /* 2 million epsilons */
    shell_expect(shell, 3,
                 "bench-collect ./long.so --function 'void {twice,off}(size_t n, const float *x, "
                 "float *y)' --sizes 1000,1M -o off.h5" QUICK);
    assert_has(shell->err, "off: twice at n = 1000000: wrong answer: off by 0.001 where 0.000238");
}

/* --- what is not finite --- */

/* Of each type functions whose right answer has infinities and NaNs, or nothing else. */
static const char edges[] =
    "#include <math.h>\n#include <stddef.h>\n"
    "#define EDGES(t, name) \\\n"
    "void edges_##name(size_t n, const t *x, t *y) { for (size_t i = 0; i < n; i++) \\\n"
    "    y[i] = i % 4 == 0 ? x[i] / 0 : i % 4 == 1 ? log(-2 - x[i]) : 2 * x[i]; } \\\n"
    "void again_##name(size_t n, const t *x, t *y) { while (n--) \\\n"
    "    y[n] = n % 4 == 0 ? x[n] * INFINITY : n % 4 == 1 ? -sqrt(-2 - x[n]) : x[n] + x[n]; } \\\n"
    "void forty_two_##name(size_t n, const t *x, t *y) { while (n--) y[n] = 42; } \\\n"
    "void zero_##name(size_t n, const t *x, t *y) { while (n--) y[n] = 0; } \\\n"
    "void finite_##name(size_t n, const t *x, t *y) { \\\n"
    "    edges_##name(n, x, y); y[0] = -7; } \\\n"
    "t none_##name(size_t n, const t *x) { return log(-2 - x[0]); } \\\n"
    "t same_##name(size_t n, const t *x) { return sqrt(-2 - x[n - 1]); } \\\n"
    "t minus_seven_##name(size_t n, const t *x) { return -7; } \\\n"
    "t beyond_##name(size_t n, const t *x) { return 2 * x[n]; }\n"
    "EDGES(float, float)\nEDGES(double, double)\n"
    "int minus_one(size_t n, const int *x) { return -1; }\n"
    "int beyond_int(size_t n, const int *x) { return x[n]; }\n";

SOAK_TEST(infinities_and_nan_are_right_where_the_reference_has_them) {
    struct shell *shell = *state;
    static const char *const types[] = {"float", "double"};
    char path[PATH_MAX], command[512];
    snprintf(path, sizeof path, "%s/edges.c", shell->directory);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(edges, file);
    fclose(file);
    shell_expect(shell, 0, "cc -O1 -w -shared -fPIC edges.c -o edges.so -lm");
    for (size_t i = 0; i < 2; i++) {
        const char *t = types[i];
        snprintf(command, sizeof command,
                 "rm -f results.h5; bench-collect ./edges.so --function 'void "
                 "{edges_%s,again_%s,forty_two_%s,zero_%s,finite_%s}(size_t n, const %s *x, "
                 "%s *y)' --sizes 8,100" QUICK,
                 t, t, t, t, t, t, t);
        shell_expect(shell, 3, command);
        assert_has(shell->err, "6 of 10 cells are not ok: 6 wrong");
        assert_has(shell->err, "where the reference has ");
        assert_lacks(shell->err, "nothing is proven");
        shell_expect(shell, 0,
                     "bench-analyze results.h5 --format csv | grep ',ok$' | grep -c "
                     "'edges\\|again'");
        assert_string_equal(shell->out, "4\n");

        snprintf(
            command, sizeof command,
            "rm -f results.h5; bench-collect ./edges.so --function '%s "
            "{none_%s,same_%s,minus_seven_%s,beyond_%s}(size_t n, const %s *x)' --sizes 8" QUICK,
            t, t, t, t, t, t);
        shell_expect(shell, 3, command);
        snprintf(command, sizeof command,
                 "none_%s at n = 8: nothing is proven about what it returns: no number of "
                 "none_%s's is finite; other inputs may do",
                 t, t);
        assert_has(shell->err, command);
        assert_has(shell->err, "number 1 is -7 where the reference has ");
        assert_has(shell->err, "number 1 comes from memory that nobody wrote");
        assert_has(shell->err, "2 of 4 cells are not ok: 2 wrong");
        shell_expect(shell, 0, "bench-store show results.h5 1");
        assert_has(shell->out, "unproven_answers");
    }
    /* -1 is what bytes 0xff are. */
    shell_expect(shell, 3,
                 "rm results.h5; bench-collect ./edges.so --function 'int "
                 "{minus_one,beyond_int}(size_t n, const int *x)' --sizes 8" QUICK);
    assert_has(shell->err, "beyond_int: minus_one at n = 8: wrong answer: number 1 comes from");
}

/* --- what goes wrong --- */

SOAK_TEST(a_bad_function_loses_its_own_cells) {
    struct shell *shell = *state;
    build(shell, "", "loops.so");
    shell_expect(
        shell, 3,
        "bench-collect ./loops.so --function 'double {sum,hasty,crashes,leaves,beyond}" SUMS
        " --sizes 10,100" QUICK);
    assert_has(shell->err, "hasty: sum at n = 10: wrong answer: off by");
    assert_has(shell->err, "crashes: sum at n = 100: crashed with signal 6");
    assert_has(shell->err, "leaves: sum at n = 100: ");
    assert_has(shell->err, "beyond: sum at n = 10: wrote beyond its array number 1");
    shell_expect(shell, 0, "bench-analyze results.h5 --format csv | grep -c ',ok$'");
    assert_string_equal(shell->out, "4\n"); /* sum at both sizes, and two that fail at 100 */
    shell_expect(shell, 3,
                 "bench-collect ./loops.so --function 'double hangs" SUMS
                 " --sizes 10,100 --timeout 10 -o hangs.h5" QUICK);
    assert_has(shell->err, "hangs at n = 100: gave no answer within 10 s");
    shell_expect(shell, 0, "bench-analyze hangs.h5 --format csv | grep -c ',ok$'");
    assert_string_equal(shell->out, "1\n");
}

SOAK_TEST(the_first_function_may_be_the_bad_one) {
    struct shell *shell = *state;
    build(shell, "", "loops.so");
    shell_expect(shell, 3,
                 "bench-collect ./loops.so --function 'double {crashes,sum,sum4}" SUMS
                 " --sizes 10,100" QUICK);
    assert_has(shell->err, "crashes at n = 100: answers are held against those of sum");
    shell_expect(shell, 0, "bench-store show results.h5 1");
    assert_has(shell->out, "answers_held_against  crashes, or the next where it gives none");
    shell_expect(shell, 0, "bench-analyze results.h5 --format csv | grep -c ',ok$'");
    assert_string_equal(shell->out, "5\n");
    shell_expect(shell, 3,
                 "bench-collect ./loops.so --function 'double {crashes,hasty,sum}" SUMS
                 " --sizes 100" QUICK);
    assert_has(shell->err, "sum: crashes at n = 100: wrong answer");
}

TEST(a_function_that_is_missing_is_told_with_those_there_are) {
    struct shell *shell = *state;
    build(shell, "", "loops.so");
    shell_expect(shell, 64, "bench-collect ./loops.so --function 'double sum5" SUMS);
    assert_has(shell->err, "loops.so has no function sum5, but 12 others, such as sum,sum4,hasty");
    assert_has(shell->err, "did you mean \"sum");
    shell_expect(shell, 0,
                 "printf 'double one(int n) { return n; } double two(int n) { return n; "
                 "}' >two.c && cc -shared -fPIC two.c -o two.so && "
                 "cp two.c three.cc && c++ -shared -fPIC three.cc -o three.so");
    shell_expect(shell, 64, "bench-collect ./two.so --function 'double f(int n)'");
    assert_has(shell->err, "two.so has no function f, but one,two; for all of them: --function "
                           "'double {one,two}(int n)'");
    shell_expect(shell, 64, "bench-collect ./three.so --function 'double one(int n)'");
    assert_has(shell->err, "one is a function of C++ there; declare it extern \"C\"");
    shell_expect(shell, 64, "bench-collect ./loops.so --function 'double exp(double x)'");
    assert_has(shell->err, "has no function exp"); /* what it links to is not its own */
    shell_expect(shell, 1, "bench-collect ./two.c --function 'double one(int n)'");
    assert_has(shell->err, "two.c is not a shared object of this machine");
    shell_expect(shell, 64, "bench-collect ./nowhere.so --function 'double one(int n)'");
    assert_has(shell->err, "./nowhere.so: No such file");
    shell_expect(shell, 0, "test ! -e results.h5");
}

TEST(options_that_do_not_go_with_it_are_refused) {
    struct shell *shell = *state;
    static const struct {
        const char *arguments, *why;
    } bad[] = {
        {"", "--function needs the files that have it"},
        {"./loops.so --type s", "--type means nothing for a --function"},
        {"./loops.so --ranks 2", "--ranks means nothing for a --function"},
        {"./loops.so --command true", "leave one of them out"},
        {"./loops.so --list", "--list means nothing for a --function"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char command[256];
        snprintf(command, sizeof command, "bench-collect --function 'double sum%s %s", SUMS,
                 bad[i].arguments);
        shell_expect(shell, 64, command);
        assert_has(shell->err, bad[i].why);
    }
    shell_expect(shell, 64, "bench-collect ./loops.so --function 'double sum(struct s *x)'");
    assert_has(shell->err, "'struct s'");
    assert_has(shell->err, "docs/writing-an-action.md");
}

/* --- when it is interrupted --- */

TEST(an_interrupted_run_goes_on) {
    struct shell *shell = *state;
    build(shell, "", "loops.so");
    shell_expect(shell, 0,
                 "mkdir elsewhere; end_at TERM kept:sum:100:2 bench-collect ./loops.so "
                 "--function 'double {sum,sum4}" SUMS
                 " --sizes 10,100 --rounds 4 --stage-time 0.001 && "
                 "bench-store show results.h5 1 | grep -q interrupted");
    shell_expect(shell, 0, "cd elsewhere && bench-collect --resume ../results.h5");
    shell_expect(shell, 0, "bench-store show results.h5 1 | grep -q 'state.*complete'");
}
