/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes of nothing, and beyond what 32 bits hold. */
#include "tests/cli/shell.h"

#define QUICK " --rounds 2 --max-seeds 2 --stage-time 0.001 "

static int begin(void **state) {
    if (shell_begin(state))
        return -1;
    shell_expect(
        *state, 0,
        "cat >f.c <<'EOF' && cc -O2 -shared -fPIC -o f.so f.c\n"
        "#include <stddef.h>\n#include <stdint.h>\n"
        "uint64_t half(uint64_t n) { return n / 2; }\n"
        "int next(int n) { return n + 1; }\n"
        "double sum(size_t n, const double *x) {\n"
        "    double s = 0;\n    for (size_t i = 0; i < n; i++) s += x[i];\n    return s; }\n"
        "EOF\n");
    return 0;
}

/* What was measured, as "SIZE STATUS" of each cell of r.h5. */
static void expect_cells(struct shell *shell, const char *cells) {
    shell_expect(shell, 0, "bench-analyze r.h5 --format csv --columns size,status | sed 1d");
    assert_string_equal(shell->out, cells);
}

ALL_TESTS(begin, shell_end);

TEST(a_function_of_64_bits_is_measured_beyond_32) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "rm -f r.h5; bench-collect ./f.so --function 'uint64_t half(uint64_t n)' "
                 "--sizes 0,1,2147483647,2147483648,1e15 -o r.h5" QUICK);
    expect_cells(shell, "0,ok\n1,ok\n2147483647,ok\n2147483648,ok\n1000000000000000,ok\n");
    shell_expect(shell, 64,
                 "bench-collect ./f.so --function 'int next(int n)' --sizes 2147483648" QUICK);
    assert_has(shell->err, "n is of type int, which has no 2147483648");
}

SOAK_TEST(arrays_may_be_empty) {
    struct shell *shell = *state;
    static const char sum[] =
        " ./f.so --function 'double sum(size_t n, const double *x)' --sizes 0,1,10 -o r.h5 ";
    char command[512];
    snprintf(command, sizeof command, "rm -f r.h5; bench-collect%s" QUICK, sum);
    shell_expect(shell, 0, command);
    expect_cells(shell, "0,ok\n1,ok\n10,ok\n");
    shell_expect(shell, 0, "bench-plot r.h5 -o r.svg && bench-analyze r.h5 --complexity");
    assert_has(shell->err, "1 value omitted (zero, negative or infinite)");
    snprintf(command, sizeof command,
             "rm -f r.h5; end_at INT kept:sum:0:2 bench-collect%s --rounds 4 --stage-time 0.001 && "
             "bench-collect --resume r.h5 && bench-store list r.h5",
             sum);
    shell_expect(shell, 0, command);
    assert_has(shell->out, "complete");
    expect_cells(shell, "0,ok\n1,ok\n10,ok\n");
}

SOAK_TEST(commands_get_any_size) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "rm -f r.h5; bench-collect --command 'test {size} -ge 0' --sizes 0,3G --rounds 2 "
                 "-o r.h5");
    expect_cells(shell, "0,ok\n3000000000,ok\n");
}

TEST(a_plug_in_decides_when_it_is_set_up) {
    struct shell *shell = *state;
    char command[2 * PATH_MAX], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "mkdir -p benchmat; ln -sf '%s/collect/action.h' benchmat; "
             "cat >p.c <<'EOF' && cc -shared -fPIC -I. -o p.so p.c\n"
             "#include <benchmat/action.h>\n"
             "static int setup(struct bench *b) {\n"
             "    if (b->size == 3)\n        bench_fail(b, \"not three\");\n"
             "    bench_output(b, bench_array(b, 1), 1);\n    return b->size == 3; }\n"
             "static void calculate(struct bench *b, int64_t calls) { (void)b, (void)calls; }\n"
             "static void one(void) {}\n"
             "const struct bench_action bench_plugin = {BENCH_ACTION_HEAD, .name = \"own\",\n"
             "    .about = \"nothing\", .types = \"d\", .largest = 10,\n"
             "    .size_means = \"n\", .setup = setup, .calculate = calculate,\n"
             "    .implementations = (const struct bench_implementation[]){\n"
             "        BENCH_IMPLEMENTATION(one), {0}}};\n"
             "EOF\n",
             root);
    shell_expect(shell, 0, command);
    shell_expect(shell, 3, "rm -f r.h5; bench-collect ./p.so --sizes 0,3,4G -o r.h5" QUICK);
    assert_has(shell->err,
               "one: own at n = 3: setting up: own at size 3 cannot be done: not three");
    expect_cells(shell, "0,ok\n3,failed\n4000000000,ok\n");
}

TEST(built_in_actions_have_the_sizes_of_their_libraries) {
    struct shell *shell = *state;
    shell_expect(shell, 64, "bench-collect axpy builtin --sizes 0,10" QUICK);
    assert_has(shell->err, "size 0: axpy has sizes from 1 to 9007199254740992");
    shell_expect(shell, 64, "bench-collect sparse_matrix_vector_product --sizes 3G" QUICK);
    assert_has(shell->err, "sparse_matrix_vector_product has sizes from 1 to 2147483647");
    shell_expect(shell, 64, "bench-collect matrix_vector_product builtin --sizes 4294967296" QUICK);
    assert_has(shell->err, "matrix_vector_product has sizes from 1 to 2147483647");
    shell_expect(shell, 3,
                 "bench-collect nrm2 builtin --type s --sizes 2147483648 --memory 64G" QUICK);
    assert_has(shell->err, "its integers have 32 bits, and n = 2147483648 takes 64");
}
