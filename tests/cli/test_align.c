/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect --align: where arrays begin, and who has none. */
#include "tests/cli/shell.h"

#define QUICK " --rounds 2 --max-seeds 2 --stage-time 0.001 "

/* Crashes where an array is not REST bytes behind a multiple of UNIT. */
static const char picky[] = "#include <stdint.h>\n"
                            "#include <stdlib.h>\n"
                            "void pick(size_t n, const double *x, double *y) {\n"
                            "    if ((uintptr_t)x % UNIT != REST || (uintptr_t)y % UNIT != REST)\n"
                            "        abort();\n"
                            "    for (size_t i = 0; i < n; i++) y[i] += x[i];\n"
                            "}\n";

EACH_TEST(shell_begin, shell_end);

SOAK_TEST(arrays_of_libraries_begin_there) {
    struct shell *shell = *state;
    static const struct {
        const char *options, *macros, *recorded, *told;
    } cases[] = {
        {"", "-DUNIT=64 -DREST=0", "64-byte", "precision"},
        {"--align 64", "-DUNIT=64 -DREST=0", "64-byte", "precision"},
        {"--align 16", "-DUNIT=64 -DREST=16", "16-byte", "16-byte alignment"},
        {"--align 16 --layout free", "-DUNIT=64 -DREST=16", "16-byte", "16-byte alignment"},
        {"--align page --inputs same", "-DUNIT=4096 -DREST=0", "page", "page alignment"},
    };
    char path[PATH_MAX], line[1024];
    snprintf(path, sizeof path, "%s/picky.c", shell->directory);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(picky, file);
    fclose(file);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(line, sizeof line,
                 "cc -O1 -w -shared -fPIC %s picky.c -o picky.so && rm -f r.h5 && "
                 "bench-collect ./picky.so --function 'void pick(size_t n, const double *x, "
                 "double *y)' --sizes 5,1000 -o r.h5 %s" QUICK
                 "&& bench-store show r.h5 | grep -q '^ *alignment  *%s$' && bench-analyze r.h5",
                 cases[i].macros, cases[i].options, cases[i].recorded);
        shell_expect(shell, 0, line);
        if (strstr(cases[i].told, "alignment"))
            assert_has(shell->out, cases[i].told);
        else
            assert_lacks(shell->out, "alignment");
    }
}

TEST(who_has_no_arrays_refuses) {
    struct shell *shell = *state;
    static const char *const cases[][2] = {
        {"--command true", "--align is for libraries, not for commands"},
        {"counter", "--align is for calls, and counter makes trials; leave it out"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[256];
        snprintf(line, sizeof line, "bench-collect %s --align 16", cases[i][0]);
        shell_expect(shell, 64, line);
        assert_has(shell->err, cases[i][1]);
    }
    shell_expect(shell, 64, "bench-collect axpy builtin --align 8");
    assert_has(shell->err, "--align 8");
}

TEST(a_program_has_arrays_of_its_own) {
    struct shell *shell = *state;
    char root[PATH_MAX], line[2 * PATH_MAX];
    if (shell_run(shell, "python3 --version") != 0)
        skip_for("Python is not installed");
    assert_non_null(getcwd(root, sizeof root));
    snprintf(line, sizeof line, "cp '%s/docs/examples/axpy.py' .", root);
    shell_expect(shell, 0, line);
    shell_expect(shell, 64, "bench-collect axpy builtin ./axpy.py --sizes 5 --align page" QUICK);
    assert_has(shell->err, "--align is for libraries on the CPU, and arrays of a program are its "
                           "own; leave it out");
}
