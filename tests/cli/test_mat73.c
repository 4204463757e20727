/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAT-files of version 7.3 that are no archives: HDF5 that somebody else has written. */
#include "tests/cli/shell.h"

/* make KIND writes KIND.mat; copy FROM TO copies by matio. */
static int set_up(void **state) {
    char here[4096], command[9000];
    if (!getcwd(here, sizeof here) || shell_begin(state))
        return -1;
    snprintf(command, sizeof command,
             "printf '#!/bin/sh\\n/usr/bin/python3 %s/tests/cli/mat73.py $1 $1.mat\\n' >make && "
             "chmod +x make && cc -o copy %s/tests/cli/matio_copy.c "
             "$(pkg-config --cflags --libs matio) && bench-collect -q axpy,dot builtin "
             "--sizes 10,100 --rounds 2 --stage-time 0.001",
             here, here);
    return shell_run(*state, command) == 0 ? 0 : -1;
}

#define EXPECT(status, command) shell_expect(shell, status, command)

ALL_TESTS(set_up, shell_end);

TEST(a_file_as_matlab_writes_it_becomes_a_run) {
    struct shell *shell = *state;
    EXPECT(0, "./make plain && bench-store import plain.mat -o plain.h5 && "
              "bench-store show plain.h5 && bench-store verify plain.h5");
    assert_has(shell->out, "action plain  (3 sizes, 2 rounds, up to 4 seeds)");
    assert_has(shell->out, "mat_answer     42");
    assert_has(shell->out, "mat_note       quiet, 20 °C");
    assert_has(shell->out, "MATLAB 7.3 MAT-file, Platform: GLNXA64");
    assert_has(shell->out, "source_format  mat");
    for (size_t i = 0; i < 5; i++) {
        static const char *const skipped[] = {"bare (no MATLAB_class)", "call (a function handle)",
                                              "mask (a sparse array)", "names (cell, 1x1)",
                                              "datetime; in MATLAB: posixtime(when))"};
        assert_has(shell->out, skipped[i]);
    }
    assert_lacks(shell->out, "library right");
    assert_lacks(shell->out, "library wave");
    EXPECT(0, "bench-store export plain.mat --samples -o - --to csv | "
              "grep -c openblas,.*e-0[56]");
    assert_string_equal(shell->out, "22\n");
    EXPECT(0, "bench-store export plain.mat --to csv -o - | grep openblas,100,means,1,,1.49");
    assert_has(shell->out, ",1.4999999999999999e-05\n");
    EXPECT(0, "bench-store import plain.mat -o plain.h5");
    assert_has(shell->out, "where it is already");
}

TEST(structs_are_actions_and_are_analysed_and_drawn) {
    struct shell *shell = *state;
    EXPECT(0, "./make structs && bench-analyze structs.mat --action dot && "
              "bench-plot structs.mat -o s.svg");
    assert_has(shell->out, "openblas");
    EXPECT(0, "bench-store export structs.mat --to csv -o - | cut -d, -f2,3 | sort -u");
    assert_string_equal(shell->out, "action,library\naxpy,openblas\ndot,openblas\n");
}

TEST(structs_without_fields_are_empty) {
    struct shell *shell = *state;
    EXPECT(0, "./make fieldless && bench-store import fieldless.mat -o fieldless.h5");
    assert_has(shell->err, "none (struct, 0x1), options (struct, 1x1), rows (struct, 2x3)");
    EXPECT(0, "bench-analyze fieldless.mat");
    assert_has(shell->out, "openblas");
}

TEST(arrays_of_structs_are_named) {
    struct shell *shell = *state;
    EXPECT(0, "./make several && bench-store import several.mat -o several.h5");
    assert_has(shell->err, "left out: ");
    assert_has(shell->err, "runs (struct, 1x2)");
    assert_has(shell->err, "axpy_parts (struct, 4x1)");
    assert_has(shell->err, "skipped: ");
    assert_has(shell->err, "mask (a sparse array)");
    EXPECT(0, "bench-store export several.mat --action axpy --to csv -o - | grep -c blis");
    assert_string_equal(shell->out, "3\n");
}

TEST(cells_and_structs_are_followed) {
    struct shell *shell = *state;
    EXPECT(0, "./make table && bench-store import --dry-run table.mat");
    assert_string_equal(
        shell->out,
        "table.mat: 3 libraries (blas (variant=row), blas (variant=column), mkl (variant=row)) by "
        "n (10 to 100), milliseconds, 1 sample each; left out: res_deep (cell, 2x1); skipped: T "
        "(a table; in MATLAB: S = table2struct(T,'ToScalar',true); save('f.mat','-struct','S')), "
        "title (a string; in MATLAB: cellstr(title))\n");
    EXPECT(0, "bench-store export table.mat --to csv -o - | grep 'mkl.*,10,' | grep -c ,0.0005");
    assert_string_equal(shell->out, "1\n");
    EXPECT(0, "./make columns && bench-store import --dry-run columns.mat");
    assert_string_equal(shell->out, "columns.mat: 2 libraries (blas, mkl) at n 100, "
                                    "milliseconds, 1 to 2 samples each; left out: mixed (cell, "
                                    "3x1)\n");
    EXPECT(0, "./make names && bench-store export names.mat --to csv -o - | grep mkl,1000,");
    assert_has(shell->out, ",6e-06\n");
}

/* Of an older version, which it writes as MATLAB does, but for texts in a matrix of characters. */
TEST(what_scipy_writes_of_tables_is_read) {
    struct shell *shell = *state;
    EXPECT(0, "/usr/bin/python3 -c 'import numpy as np, scipy.io as s\n"
              "names, n, t = [\"naive\", \"mkl\"] * 2, [1., 1, 2, 2], np.array([1., 2, 3, 4])\n"
              "rows = np.zeros((1, 4), [(f, object) for f in (\"solver\", \"n\", \"t_ms\")])\n"
              "rows[0] = list(zip(names, n, t))\n"
              "cell = np.array(names, object).reshape(-1, 1)\n"
              "s.savemat(\"rows.mat\", {\"res\": rows})\n"
              "s.savemat(\"cell.mat\", {\"S\": {\"which\": cell, \"n\": n, \"t_ms\": t}})\n"
              "s.savemat(\"text.mat\", {\"solver\": np.array(names), \"n\": n, \"t_ms\": t})' && "
              "bench-store import --dry-run rows.mat cell.mat text.mat | cut -d: -f2 | uniq");
    assert_string_equal(shell->out,
                        " 2 libraries (naive, mkl) by n (1 to 2), milliseconds, 1 sample each\n");
}

TEST(what_matio_copies_is_the_same_run) {
    struct shell *shell = *state;
    EXPECT(0, "bench-store export results.h5 --samples -o a.mat && ./copy a.mat b.mat && "
              "bench-store export a.mat -o a.csv && bench-store export b.mat -o b.csv && "
              "cmp a.csv b.csv && bench-store import a.mat -o a.h5 && "
              "bench-store import b.mat -o a.h5");
    assert_has(shell->out, "b.mat: run_000001 of a.h5, where it is already");
    EXPECT(0, "bench-store export results.h5 --action dot -o a.mat && ./copy a.mat c.mat && "
              "bench-store export a.mat -o a.csv && bench-store export c.mat -o c.csv && "
              "sed s/^[^,]*,// a.csv >x && sed s/^[^,]*,// c.csv | cmp - x");
}

TEST(an_archive_stays_one_whatever_its_header_says) {
    struct shell *shell = *state;
    EXPECT(0, "cp results.h5 t.h5 && printf 'MATLAB 7.3 MAT-file, Platform: PCWIN64, "
              "Created on: today       ' | dd of=t.h5 conv=notrunc 2>/dev/null && "
              "bench-analyze t.h5 --action dot");
    assert_has(shell->out, "builtin");
    EXPECT(64, "bench-store import results.h5 -o x.h5");
    assert_has(shell->err, "bench-store merge");
}

SOAK_TEST(what_is_wrong_is_one_line) {
    struct shell *shell = *state;
    static const struct {
        int status;
        const char *kind, *says;
    } cases[] = {
        {2, "wrong_type", "variable blis: its numbers are of a type that no MAT-file has"},
        {2, "negative", "variable openblas: a time is negative"},
        {2, "huge", "variable openblas: it claims more than its bytes can hold"},
        {2, "large", "variable openblas: its 12582912 samples take more than the 1024 MiB allowed"},
        {2, "soft", "a link in it leads elsewhere"},
        {2, "external_link", "a link in it leads elsewhere"},
        {2, "external_data", "variable openblas: its data are in another file"},
        {2, "virtual", "variable openblas: its data are in another file"},
        {2, "seconds", "nothing says in what unit the times beside sizes are; name them with one"},
        {2, "in_itself", "variable names: a struct or cell in it is there twice, or within itself"},
        {2, "in_turn", "variable names: a struct or cell in it is there twice, or within itself"},
        {2, "cells_twice", "variable names: a struct or cell in it is there twice, or within"},
        {2, "cells_deep", "variable names: arrays within arrays, more than 32 deep"},
        {2, "nowhere", "variable names: what is in it cannot be found"},
        {2, "unequal", "variable res: its fields do not have equally many elements"},
        {2, "many", "variable all: more than 1048576 elements of cells and structs"},
        {2, "claims", "variable all: it claims more than its bytes can hold"},
        {2, "no_references", "variable all: a cell that is a dataset of neither references nor"},
        {2, "untold", "cannot be read: solver (a string; in MATLAB: cellstr(solver))"},
        {64, "only_objects",
         "nothing in it can be read: T (a table; in MATLAB: S = table2struct(T,'ToScalar',true); "
         "save('f.mat','-struct','S')), took (a duration; in MATLAB: seconds(took))"},
        {2, "cycle", "variable axpy: a struct or cell in it is there twice, or within itself"},
        {2, "twice", "variable g: a struct or cell in it is there twice, or within itself"},
        {2, "deep", "variable g: arrays within arrays, more than 32 deep"},
        {2, "dims", "variable void: it is empty, but no dimension is 0"},
        {64, "bare", "nothing in it can be read: sizes (no MATLAB_class)"},
        {2, "headless", "is an HDF5 file, but not an archive"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[200];
        snprintf(command, sizeof command, "./make %s && bench-store import %s.mat -o new.h5",
                 cases[i].kind, cases[i].kind);
        shell_expect(shell, cases[i].status, command);
        assert_has(shell->err, cases[i].says);
        assert_ptr_equal(strchr(shell->err, '\n') + 1, shell->err + strlen(shell->err));
    }
    EXPECT(2, "bench-analyze headless.mat");
    assert_has(shell->err, "not an archive of benchmat");
    EXPECT(2, "./make plain && bench-store import plain.mat --memory 1K -o new.h5");
    assert_has(shell->err, "allow more by bench-store import --memory");
    EXPECT(1, "test -e new.h5");
}

SOAK_TEST(a_file_cut_short_is_no_crash) {
    struct shell *shell = *state;
    EXPECT(0, "./make plain || exit; size=$(stat -c %s plain.mat); for i in $(seq 1 40); do "
              "head -c $((size * i / 41)) plain.mat >cut.mat; "
              "bench-store import cut.mat -o cut.h5 2>err; r=$?; "
              "test $r = 2 -a $(wc -l <err) = 1 || { echo $i: $r; cat err; exit 1; }; done");
}
