/* SPDX-License-Identifier: GPL-3.0-or-later */
/* docs/other-languages.md: its commands work as they stand, where the compilers are installed; a
 * library that dies is told by what its runtime says first; action.f90 is action.h. */
#include "tests/cli/pages.h"

#define PAGE  "docs/other-languages.md"
#define QUICK " --rounds 2 --max-seeds 2 --stage-time 0.001 "

static int is_installed(struct shell *shell, const char *compiler) {
    char command[64];
    snprintf(command, sizeof command, "%s --version || %s version", compiler, compiler);
    return shell_run(shell, command) == 0;
}

#define NEED(shell, compiler)                                                                      \
    do {                                                                                           \
        if (!is_installed(shell, compiler))                                                        \
            skip_for("%s is not installed", compiler);                                             \
    } while (0)

/* --- libraries --- */

/* The section's commands, the last of which wrote ARCHIVE, where the library is right. */
static void check_section(struct shell *shell, const char *heading, const char *archive,
                          const char *library) {
    char command[256];
    prepare(shell);
    install(shell);
    assert_true(run_section(shell, PAGE, heading) >= 2);
    snprintf(command, sizeof command,
             "bench-analyze %s.h5 --format csv >table.csv && "
             "grep -q ',%s,.*,ok$' table.csv && ! grep -v ',ok$' table.csv | sed 1d | grep .",
             archive, library);
    shell_expect(shell, 0, command);
}

EACH_TEST(shell_begin, shell_end);

SOAK_TEST(fortran_is_measured) {
    struct shell *shell = *state;
    NEED(shell, "gfortran");
    check_section(shell, "## Fortran", "fortran", "fortran");
}

SOAK_TEST(cxx_is_measured) {
    check_section(*state, "## C++", "cxx", "cxx");
}

SOAK_TEST(rust_is_measured) {
    struct shell *shell = *state;
    NEED(shell, "rustc");
    check_section(shell, "## Rust", "rust", "rust");
}

SOAK_TEST(go_is_measured) {
    struct shell *shell = *state;
    NEED(shell, "go");
    check_section(shell, "## Go", "go", "go");
}

SOAK_TEST(all_of_them_are_measured_side_by_side) {
    struct shell *shell = *state;
    static const char *const sections[] = {"## Fortran", "## C++", "## Rust", "## Go"};
    NEED(shell, "gfortran");
    NEED(shell, "rustc");
    NEED(shell, "go");
    prepare(shell);
    install(shell);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        run_section(shell, PAGE, sections[i]);
    assert_true(run_section(shell, PAGE, "## Side by side") >= 2);
    shell_expect(shell, 0, "bench-analyze languages.h5 --format csv | grep -c ',ok$'");
    assert_string_equal(shell->out, "12\n");
}

/* Whether any process has the file NAME of the scratch directory in its memory. */
#define IS_LOADED(name) "cat /proc/[0-9]*/maps 2>/dev/null | grep -q \"$PWD/" name "\""

/* Nothing of a Go library is left running, whose runtime has threads of its own and handles
 * signals: not at the end, not after Ctrl-C, not with workers that are stopped between batches. */
SOAK_TEST(a_library_with_threads_of_its_own_leaves_none_behind) {
    struct shell *shell = *state;
    NEED(shell, "go");
    install(shell);
    shell_expect(shell, 0, "go build -buildmode=c-shared -o libgo.so daxpy.go");
    shell_expect(shell, 0, "bench-collect axpy ./libgo.so --type d --threads 2 --sizes 10" QUICK);
    shell_expect(shell, 1, IS_LOADED("libgo.so"));
    shell_expect(
        shell, 130,
        "at kept:axpy:10:1 '" IS_LOADED(
            "libgo.so") " && >was_loaded; kill -INT $PPID' "
                        "bench-collect axpy ./libgo.so --type d --sizes 10 -o cut.h5" QUICK);
    shell_expect(shell, 0, "test -e was_loaded");
    shell_expect(shell, 1, IS_LOADED("libgo.so"));
}

/* --- what a library's runtime says when it dies --- */

SOAK_TEST(a_death_is_told_by_what_the_runtime_says_first) {
    struct shell *shell = *state;
    static const struct {
        const char *compiler, *build, *words[3];
    } deaths[] = {
        {"gfortran",
         "sed \"s/y(1:n) = .*/open (7, file='\\/nowhere\\/x', status='old')/\" daxpy.f90 >bad.f90 "
         "&& gfortran -shared -fPIC bad.f90 -o bad.so",
         {"ended the process with status 2: At line ",
          " of file bad.f90 (unit = 7): Fortran runtime error: Cannot open file '/nowhere/x'"}},
        {"g++",
         "sed 's/std::transform.*/throw std::runtime_error(\"out of luck\");/' daxpy.cc >bad.cc && "
         "g++ -include stdexcept -shared -fPIC bad.cc -o bad.so",
         {"crashed with signal 6 (Aborted): terminate called after throwing an instance of "
          "'std::runtime_error': what():  out of luck"}},
        {"rustc",
         "sed 's/\\*y += a \\* x;/panic!(\"out of luck\");/' daxpy.rs >bad.rs && "
         "rustc --crate-type cdylib bad.rs -o bad.so",
         {"crashed with signal 6 (Aborted): thread '", "panicked at ", "out of luck"}},
        {"go",
         "sed 's/from\\[i\\]/from[i+len(to)]/' daxpy.go >bad.go && "
         "go build -buildmode=c-shared -o bad.so bad.go",
         {"crashed with signal 6 (Aborted): panic: runtime error: index out of range [10] with "
          "length 10\n"}},
    };
    install(shell);
    for (size_t i = 0; i < sizeof deaths / sizeof *deaths; i++) {
        if (!is_installed(shell, deaths[i].compiler)) {
            leave_out("%s is not installed", deaths[i].compiler);
            continue;
        }
        shell_expect(shell, 0, deaths[i].build);
        shell_expect(
            shell, 3,
            "rm -f results.h5; bench-collect axpy ./bad.so builtin --type d --sizes 10" QUICK);
        assert_has(shell->err, "bad: axpy at n = 10: ");
        for (size_t w = 0; w < 3 && deaths[i].words[w]; w++)
            assert_has(shell->err, deaths[i].words[w]);
        shell_expect(shell, 0, "bench-analyze results.h5 --format csv | grep -c ',ok$'");
        shell_expect(shell, 1, IS_LOADED("bad.so"));
    }
}

/* --- plug-ins --- */

SOAK_TEST(a_plugin_in_cxx_is_measured) {
    check_section(*state, "## A plug-in in C++", "sum", "compensated");
}

SOAK_TEST(a_plugin_in_fortran_is_measured) {
    struct shell *shell = *state;
    NEED(shell, "gfortran");
    check_section(shell, "## A plug-in in Fortran", "multiply", "by_columns");
}

static void compile(struct shell *shell, const char *format) {
    char command[2 * PATH_MAX], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command, "root='%s'; %s", root, format);
    shell_expect(shell, 0, command);
}

TEST(types_of_fortran_have_the_layout_of_c) {
    struct shell *shell = *state;
    NEED(shell, "gfortran");
    compile(shell, "cc -c -std=c11 -Wall -Wextra -Werror -I\"$root\" "
                   "\"$root\"/tests/cli/action_layout.c && "
                   "gfortran -std=f2008 -Wall -Wextra -Wpedantic -Werror "
                   "\"$root\"/collect/action.f90 \"$root\"/tests/cli/action_layout.f90 "
                   "action_layout.o -o layout && ./layout");
    assert_string_equal(shell->out, "");
}

/* A call counts a million operations, and a millisecond besides the region it times. */
SOAK_TEST(every_service_can_be_called_from_fortran) {
    struct shell *shell = *state;
    NEED(shell, "gfortran");
    install(shell);
    compile(shell, "gfortran -O2 -shared -fPIC $(pkg-config --variable=fortran benchmat) "
                   "\"$root\"/tests/cli/services.f90 -o services.so");
    shell_expect(shell, 0, "bench-collect ./services.so --sizes 10" QUICK);
    shell_expect(shell, 0,
                 "bench-store export results.h5 --samples --to csv -o - | /usr/bin/python3 -c '"
                 "import csv, sys\n"
                 "rows = list(csv.DictReader(sys.stdin))\n"
                 "for row in rows:\n"
                 "    region = float(row[\"seconds\"]) - 0.001\n"
                 "    assert -1e-9 <= region <= float(row[\"whole_seconds\"]) + 1e-9, row\n"
                 "    assert float(row[\"operations\"]) == 1e6, row\n"
                 "assert len(rows) >= 2\n'");
    shell_expect(shell, 3, "bench-collect ./services.so --sizes 10 -p failing=1" QUICK);
    assert_has(shell->err, "as the parameter asks");
    shell_expect(shell, 3, "bench-collect ./services.so --sizes 10 -p half=3" QUICK);
    assert_has(shell->err, "residual");
}

SOAK_TEST(a_table_that_nobody_filled_is_told_with_the_way_out) {
    struct shell *shell = *state;
    NEED(shell, "gfortran");
    install(shell);
    shell_expect(shell, 0,
                 "gfortran -shared -fPIC installed/include/benchmat/action.f90 multiply.f90 -o "
                 "multiply.so");
    shell_expect(shell, 3, "bench-collect ./multiply.so");
    assert_has(shell->err, "pkg-config --variable=fortran benchmat");
}
