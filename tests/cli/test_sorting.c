/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect sort and lower_bound: over any shared object that has one, and who is wrong. */
#include "tests/cli/shell.h"

#define QUICK " --rounds 2 --max-seeds 2 --stage-time 0.001 "

static void compile(struct shell *shell, const char *name, const char *source) {
    char path[PATH_MAX], command[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s.c", shell->directory, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "#include <stdlib.h>\n%s\n", source);
    fclose(file);
    snprintf(command, sizeof command, "cc -O1 -w -shared -fPIC %s.c -o %s.so", name, name);
    shell_expect(shell, 0, command);
}

static const char simple[] =
    "static int compare(const void *a, const void *b) {\n"
    "    double x = *(const double *)a, y = *(const double *)b; return (x > y) - (x < y); }\n"
    "void sort(double *x, size_t n) { qsort(x, n, sizeof *x, compare); END }\n";

EACH_TEST(shell_begin, shell_end);

TEST(a_sort_is_measured_beside_the_builtin_one) {
    struct shell *shell = *state;
    char source[2048];
    snprintf(source, sizeof source, "#define END\n%s", simple);
    compile(shell, "mine", source);
    shell_expect(
        shell, 0,
        "bench-collect sort builtin ./mine.so --inputs fresh --sizes 1,20,100 -o r.h5" QUICK);
    shell_expect(shell, 0, "bench-store show r.h5 1 | grep -x ' *inputs  *fresh'");
    shell_expect(shell, 0, "bench-analyze r.h5 | grep 'x := the same numbers, ascending'");
    shell_expect(shell, 0, "bench-collect sort --type s --sizes 100 -o s.h5" QUICK);
    shell_expect(shell, 0, "bench-analyze s.h5 | grep builtin");
}

TEST(who_does_not_sort_or_loses_a_number_is_wrong) {
    struct shell *shell = *state;
    static const char *const ends[] = {"x[n / 2] = x[n / 2 + 1];",                /* lost one */
                                       "x[0] = 0; x[1] = 0;",                     /* made one up */
                                       "double y = x[3]; x[3] = x[4]; x[4] = y;", /* no order */
                                       "x[n - 1] *= 1 + 1e-15;"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char source[2048];
        snprintf(source, sizeof source, "#define END %s\n%s", ends[i], simple);
        compile(shell, "wrong", source);
        shell_expect(shell, 3, "bench-collect sort ./wrong.so --sizes 20" QUICK);
        assert_has(shell->err, "wrong: sort at n = 20: wrong answer");
    }
}

TEST(each_call_looks_for_another_key) {
    struct shell *shell = *state;
    static const char search[] =
        "static double kept; static size_t same;\n"
        "size_t lower_bound(const double *x, size_t n, double key) {\n"
        "    same += key == kept; kept = key; if (same > 100) abort();\n"
        "    size_t i = 0; while (i < n && x[i] < key) i++; return i END; }\n"
        "size_t lower_boundf(const float *x, size_t n, float key) {\n"
        "    size_t i = 0; while (i < n && x[i] < key) i++; return i; }\n";
    char source[2048];
    snprintf(source, sizeof source, "#define END\n%s", search);
    compile(shell, "mine", source);
    shell_expect(shell, 0,
                 "bench-collect lower_bound builtin ./mine.so --inputs fresh --sizes 1,100" QUICK);
    shell_expect(shell, 0, "bench-collect lower_bound ./mine.so --type s --sizes 100" QUICK);
    shell_expect(shell, 3, "bench-collect lower_bound ./mine.so --inputs same --sizes 100" QUICK);
    assert_has(shell->err, "mine: lower_bound at n = 100: crashed with signal 6");
    snprintf(source, sizeof source, "#define END + (i == n / 2)\n%s", search);
    compile(shell, "wrong", source);
    shell_expect(shell, 3, "bench-collect lower_bound ./wrong.so --sizes 1" QUICK);
    assert_has(shell->err, "wrong: lower_bound at n = 1");
}

TEST(libraries_of_another_kind_are_out_of_place) {
    struct shell *shell = *state;
    compile(shell, "other", "void other(void) {}");
    shell_expect(shell, 3, "bench-collect sort builtin ./other.so --sizes 20" QUICK);
    assert_has(shell->err, "other skipped for sort");
    shell_expect(shell, 0, "bench-collect --list | grep '^  sort '");
}
