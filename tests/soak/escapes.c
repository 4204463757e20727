/* SPDX-License-Identifier: GPL-3.0-or-later */
/* escapes: processes that a library, a plug-in, a program of another language, a command and a hook
 * leave in every way that there is, 800 at once too, and in every way that the collector may end:
 * none goes on, each is told, and the cells are marked. */
#include "tests/cli/orphans.h"

#define ESCAPES_STORM 800
#include "tests/collect/escapes.h"
#include "tests/collect/plugins.h"

#define QUICK " --rounds 2 --max-seeds 2 --stage-time 0.001 --no-control --timeout 300 -o e.h5"

/* Each is given a library with escape(), which leaves processes of one kind. IS_COMMAND: it loses
 * its cell, and is not marked. */
static const struct {
    const char *name, *line;
    int is_command;
} participants[] = {
    {"library", "bench-collect axpy builtin ./libblas.so --sizes 10,20" QUICK, 0},
    {"plug-in", "bench-collect ./libplugin.so simple backward --sizes 10,20" QUICK, 0},
    {"program",
     "bench-collect axpy builtin p='/usr/bin/python3 ./p.py --worker' --sizes 10,20" QUICK, 0},
    {"command", "bench-collect --command ./command" QUICK, 1},
    {"hook", "bench-collect --command true --prepare ./command" QUICK, 1},
};

enum { PARTICIPANTS = sizeof participants / sizeof *participants };

static const char blas[] =
    "void escape(void);\n"
    "void daxpy_(const int *n, const double *a, const double *x, const int *ix, double *y,\n"
    "            const int *iy);\n"
    "void daxpy_(const int *n, const double *a, const double *x, const int *ix, double *y,\n"
    "            const int *iy) {\n"
    "    static int is_done;\n"
    "    if (*n == 20 && !is_done++) escape();\n"
    "    for (int i = 0; i < *n; i++) y[i * *iy] += *a * x[i * *ix];\n"
    "}\n";

static const char program[] = "import benchmat\nimport ctypes\nimport numpy\n"
                              "escape = ctypes.CDLL('./libescape.so').escape\n"
                              "done = []\n"
                              "def axpy(bench):\n"
                              "    x = bench.fill(bench.size)\n"
                              "    y = bench.fill(bench.size)\n"
                              "    bench.output(y)\n"
                              "    def call():\n"
                              "        if bench.size == 20 and not done:\n"
                              "            done.append(1)\n"
                              "            escape()\n"
                              "        numpy.add(y, 0.7390851332151607 * x, out=y)\n"
                              "    bench.call(call)\n"
                              "benchmat.serve(axpy=axpy)\n";

static void write_file(const struct shell *shell, const char *name, const char *text) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", shell->directory, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void build(struct shell *shell, const struct escapes_kind *kind) {
    char root[1024], line[4096];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(line, sizeof line,
             "cc='cc -D_GNU_SOURCE -DESCAPES_STORM=%d -O1 -I%s'; rm -f lib*.so e.h5; "
             "echo '#include \"tests/collect/escapes.h\"\nvoid escape(void);\n"
             "void escape(void) { escapes_make(\"%s\"); }' >escape.c && "
             "$cc -shared -fPIC -o libescape.so escape.c -pthread && "
             "$cc -shared -fPIC -o libblas.so escape.c blas.c -pthread && "
             "$cc -shared -fPIC -o libplugin.so escape.c plugin.c -pthread && "
             "echo 'void escape(void); int main(void) { escape(); }' >main.c && "
             "$cc -o command escape.c main.c -pthread",
             ESCAPES_STORM, root, kind->name);
    shell_expect(shell, 0, line);
}

static long cases, wrong;

static void judge(const struct shell *shell, const char *what, const char *kind, int is_right) {
    cases++;
    wrong += !is_right;
    if (!is_right)
        printf("%s, %s: %d\n%s%s", what, kind, shell->status, shell->out, shell->err);
}

/* A server that a hook leaves is meant: it is ended and nothing is said. But one that is another
 * process again and again is not known as that. */
static int is_told(struct shell *shell, const struct escapes_kind *kind, size_t i) {
    const char *name = participants[i].name;
    if (strcmp(name, "hook") == 0)
        return shell->status == (kind->is_fatal ? 3 : 0) || strcmp(kind->name, "comet") == 0;
    if (kind->is_fatal)
        return shell->status == 3 && strstr(shell->err, "signal 9");
    if (participants[i].is_command)
        return shell->status == 3 && strstr(shell->err, "left a process running (");
    if (shell->status != 0 || !strstr(shell->err, " running (") ||
        !strstr(shell->err, "its cells are marked"))
        return 0;
    return shell_run(shell, "bench-analyze e.h5 --verbose") == 0 &&
           strstr(shell->out, "left a process running: ") != NULL;
}

static void none_of_any_kind_is_left(void **state) {
    struct shell *shell = *state;
    orphans_adopt();
    write_file(shell, "blas.c", blas);
    write_file(shell, "p.py", program);
    write_file(shell, "plugin.c",
               "void escape(void);\n#define IN_CALCULATE static int is_done; "
               "if (bench->size == 20 && !is_done++) escape()\n");
    char line[PATH_MAX];
    snprintf(line, sizeof line, "%s/plugin.c", shell->directory);
    FILE *file = fopen(line, "a");
    assert_non_null(file);
    fputs(plugin_source, file);
    fclose(file);
    for (size_t k = 0; k < ESCAPES_KINDS; k++) {
        const struct escapes_kind *kind = &escapes_kinds[k];
        build(shell, kind);
        for (size_t i = 0; i < PARTICIPANTS; i++) {
            shell_run(shell, "rm -f e.h5");
            shell_run(shell, participants[i].line);
            judge(shell, participants[i].name, kind->name, is_told(shell, kind, i));
            assert_nobody_is_left();
            static const char *const ends[] = {"INT", "KILL"};
            for (size_t e = 0; e < 2; e++) {
                snprintf(line, sizeof line, "rm -f e.h5; end_at %s kept:%s:%s:1 %s", ends[e],
                         strncmp(participants[i].line, "bench-collect --command", 23) == 0
                             ? "command"
                         : strstr(participants[i].line, "plugin") ? "my_saxpy"
                                                                  : "axpy",
                         participants[i].is_command ? "1" : "20", participants[i].line);
                shell_run(shell, line);
                cases++;
                assert_nobody_is_left();
            }
        }
    }
    printf("%d kinds, %ld cases, %ld wrong\n", (int)ESCAPES_KINDS, cases, wrong);
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(none_of_any_kind_is_left, shell_begin, shell_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
