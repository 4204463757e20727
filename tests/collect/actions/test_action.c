/* SPDX-License-Identifier: GPL-3.0-or-later */
/* action.h itself: that it compiles wherever actions are compiled, and what compilers leave of
 * loops whose results are thrown away. */

#include "tests/collect/fake.h"
#include "tests/test.h"

static const char *const compilers[] = {
    "gcc -std=c11",
    "clang -std=c11",
    "g++ -xc++ -std=c++17",
    "clang++ -xc++ -std=c++17",
};
enum { COMPILERS = sizeof compilers / sizeof *compilers };

/* Compiles SOURCE into the file "out" of the tests' folder; its path. */
static const char *compile(const char *compiler, const char *flags, const char *source) {
    static char out[512];
    char file[512], command[2048];
    snprintf(file, sizeof file, "%s/source.c", fake_folder);
    snprintf(out, sizeof out, "%s/out", fake_folder);
    FILE *to = fopen(file, "w");
    fputs(source, to);
    fclose(to);
    snprintf(command, sizeof command, "%s %s -I. -o %s %s", compiler, flags, out, file);
    if (system(command) != 0)
        fail_msg("fails: %s", command);
    return out;
}

/* --- it compiles --- */

ALL_TESTS(fake_set_up, fake_tear_down);

TEST(the_header_compiles_as_c_and_as_cplusplus) {
    static const char source[] =
        "#include \"collect/action.h\"\n"
        "struct pair { double a[2]; };\n"
        "void use(struct bench *bench, struct pair pair, long double wide, const int number);\n"
        "void use(struct bench *bench, struct pair pair, long double wide, const int number) {\n"
        "    double row[3] = {1, 2, 3};\n"
        "    bench_do_not_optimize(pair);\n"
        "    bench_do_not_optimize(wide);\n"
        "    bench_do_not_optimize(number);\n"
        "    bench_do_not_optimize(number + 1);\n"
        "    bench_do_not_optimize(bench->size > 1);\n"
        "    bench_do_not_optimize(bench_uniform(bench));\n"
        "    bench_do_not_optimize(&pair);\n"
        "    bench_do_not_optimize(BENCH_ITERATIONS);\n"
        "    bench_do_not_optimize(row);\n"
        "    bench_clobber();\n"
        "}\n";
    for (size_t c = 0; c < COMPILERS; c++) {
        static const char flags[] = "-c -Wall -Wextra -Wpedantic -Wmissing-field-initializers "
                                    "-Wundef -Werror ";
        compile(compilers[c], flags, source);
        char optimized[256];
        snprintf(optimized, sizeof optimized, "%s -O2", flags);
        compile(compilers[c], optimized, source);
    }
}

TEST(a_plug_in_in_cplusplus_exports_its_table) {
    static const char source[] = "#include \"collect/action.h\"\n"
                                 "const struct bench_action bench_plugin = {BENCH_ACTION_HEAD};\n";
    for (size_t c = 0; c < COMPILERS; c++) {
        char command[1024];
        const char *out =
            compile(compilers[c], "-shared -fPIC -fvisibility=hidden -Wno-everything -w", source);
        snprintf(command, sizeof command, "nm -D %s | grep -q ' bench_plugin$'", out);
        assert_int_equal(system(command), 0);
    }
}

/* --- what is left of a loop --- */

/* Each value is computed and thrown away N times: in `lost` really, in `kept` it is said to be
 * used. */
#define LOOPS(type, expression)                                                                    \
    "#include \"collect/action.h\"\n"                                                              \
    "#ifdef __cplusplus\nextern \"C\" {\n#endif\n"                                                 \
    "void lost(int64_t n, " type " seed); void kept(int64_t n, " type " seed);\n"                  \
    "void lost(int64_t n, " type " seed) {\n"                                                      \
    "    for (int64_t i = 0; i < n; i++) { " type " v = " expression "; (void)v; }\n"              \
    "}\n"                                                                                          \
    "void kept(int64_t n, " type " seed) {\n"                                                      \
    "    for (int64_t i = 0; i < n; i++) {\n"                                                      \
    "        " type " v = " expression "; bench_do_not_optimize(v);\n"                             \
    "    }\n"                                                                                      \
    "}\n"                                                                                          \
    "#ifdef __cplusplus\n}\n#endif\n"

static const char *const loops[] = {
    LOOPS("float", "seed * (float)i"),
    LOOPS("double", "seed * (double)i"),
    LOOPS("int64_t", "seed * i"),
    LOOPS("int", "seed * (int)i"),
    LOOPS("uint8_t", "(uint8_t)(seed ^ i)"),
    LOOPS("const char *", "seed + i"),
};

/* The assembler lines of FUNCTION in the file PATH, without directives. */
static size_t read_function(const char *path, const char *function, char lines[][128],
                            size_t most) {
    char line[512], label[64], size[64];
    size_t count = 0;
    int is_inside = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    snprintf(label, sizeof label, "%s:", function);
    snprintf(size, sizeof size, "\t.size\t%s,", function);
    while (fgets(line, sizeof line, file) && strncmp(line, size, strlen(size)) != 0) {
        is_inside |= strncmp(line, label, strlen(label)) == 0;
        if (is_inside && count < most && strncmp(line, "\t.", 2) != 0 && line[0] != '#')
            snprintf(lines[count++], sizeof lines[0], "%.127s", line);
    }
    fclose(file);
    assert_true(is_inside && count > 0 && count < most);
    return count;
}

/* A jump to a label before it. */
static int goes_back(char lines[][128], size_t at) {
    char *target = strstr(lines[at], ".L");
    size_t length = target ? strcspn(target, " \t\n,") : 0;
    for (size_t i = 0; target && lines[at][0] == '\t' && i < at; i++)
        if (strncmp(lines[i], target, length) == 0 && lines[i][length] == ':')
            return 1;
    return 0;
}

/* Whether an instruction writes to memory: on x86 one whose last operand is an address in
 * parentheses, or a push; on AArch64 one of the family st*. */
static int stores(const char *line) {
    char word[32] = "";
    sscanf(line, "\t%31s", word);
#ifdef __aarch64__
    return strncmp(word, "st", 2) == 0;
#else
    static const char *const harmless[] = {"lea", "cmp", "test", "nop", "call", "ret", "j"};
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (strncmp(word, harmless[i], strlen(harmless[i])) == 0)
            return 0;
    const char *last = strrchr(line, ',');
    const char *address = strrchr(line, '(');
    return strncmp(word, "push", 4) == 0 || (address && (!last || strchr(line, ')')[1] == '\n'));
#endif
}

static size_t count_loops(char lines[][128], size_t count) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += goes_back(lines, i);
    return found;
}

static size_t count_stores(char lines[][128], size_t count) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += stores(lines[i]);
    return found;
}

static void inspect(const char *compiler, const char *level, const char *source) {
    enum { MOST = 400 };
    static char lines[MOST][128];
    const char *path = compile(compiler, level, source);
    size_t lost = count_loops(lines, read_function(path, "lost", lines, MOST));
    size_t count = read_function(path, "kept", lines, MOST);
    if (lost != 0)
        fail_msg("%s %s keeps a loop that does nothing: the test shows nothing", compiler, level);
    if (count_loops(lines, count) == 0 || count_stores(lines, count) != 0)
        fail_msg("%s %s leaves %zu loops and %zu stores of\n%s", compiler, level,
                 count_loops(lines, count), count_stores(lines, count), source);
}

TEST(a_loop_stays_without_a_store) {
#if !defined __x86_64__ && !defined __aarch64__
    skip_for("only code of x86-64 and AArch64 is looked through");
#endif
    for (size_t c = 0; c < COMPILERS; c++)
        for (size_t l = 0; l < sizeof loops / sizeof *loops; l++) {
            inspect(compilers[c], "-S -O2", loops[l]);
            inspect(compilers[c], "-S -O3", loops[l]);
        }
}

/* What the test takes for a store, so that it would find one. */
TEST(a_store_is_known) {
#ifdef __x86_64__
    assert_true(stores("\tmovsd\t%xmm0, -8(%rsp)\n") && stores("\tpushq\t%rax\n"));
    assert_true(stores("\tincl\t(%rdi)\n") && stores("\tmovl\t%eax, 8(%rsp,%rcx,4)\n"));
    assert_false(stores("\tmovsd\t-8(%rsp), %xmm0\n") || stores("\tleaq\t(%rdi), %rax\n"));
    assert_false(stores("\tmovl\t8(%rsp,%rcx,4), %eax\n") || stores("\tret\n"));
#endif
    static const char source[] = "#include \"collect/action.h\"\n"
                                 "#ifdef __cplusplus\nextern \"C\"\n#endif\n"
                                 "void kept(int64_t n) {\n"
                                 "    for (int64_t i = 0; i < n; i++) {\n"
                                 "        int64_t v[3] = {i, i, i}; bench_do_not_optimize(v);\n"
                                 "    }\n"
                                 "}\n";
    for (size_t c = 0; c < COMPILERS; c++) {
        static char lines[400][128];
        const char *path = compile(compilers[c], "-S -O2", source);
        size_t count = read_function(path, "kept", lines, 400);
        assert_true(count_loops(lines, count) > 0 && count_stores(lines, count) > 0);
    }
}

TEST(a_loop_around_a_clobber_stays) {
    static const char source[] = "#include \"collect/action.h\"\n"
                                 "#ifdef __cplusplus\nextern \"C\"\n#endif\n"
                                 "void kept(int64_t n) {\n"
                                 "    for (int64_t i = 0; i < n; i++) bench_clobber();\n"
                                 "}\n";
    for (size_t c = 0; c < COMPILERS; c++) {
        static char lines[400][128];
        const char *path = compile(compilers[c], "-S -O3", source);
        size_t count = read_function(path, "kept", lines, 400);
        assert_true(count_loops(lines, count) > 0 && count_stores(lines, count) == 0);
    }
}
