/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect with several builds of one source, and with --relink. */
#include "tests/cli/shell.h"

#define QUICK " --max-seeds 2 --stage-time 0.001 --sizes 100 "
#define SUM   " --function 'double sum(size_t n, const double *x)' "

/* f.o, and old-1.so, ... and new-1.so, ... of it. */
static void make_builds(struct shell *shell, int count) {
    char command[600];
    shell_expect(shell, 0,
                 "echo '#include <stddef.h>\ndouble sum(size_t n, const double *x) {\n"
                 "double s = 0; for (size_t i = 0; i < n; i++) s += x[i]; return s; }' >f.c && "
                 "cc -O2 -fPIC -c f.c");
    snprintf(command, sizeof command,
             "for i in $(seq %d); do for of in old new; do "
             "echo \".text; .skip $((i * 16)); .section .note.GNU-stack\" | cc -c -x assembler - "
             "-o pad.o && "
             "cc -shared -o $of-$i.so pad.o f.o || exit 1; done; done",
             count);
    shell_expect(shell, 0, command);
}

/* --- several builds --- */

/* Facts as one line, without what wraps them. */
#define SHOW             "bench-store show results.h5 1 | tr -s ' \n' ' ' "
#define ANALYZE(archive) "bench-analyze " archive " | tr -s ' \n' ' ' "

EACH_TEST(shell_begin, shell_end);

SOAK_TEST(each_round_loads_another_build) {
    struct shell *shell = *state;
    make_builds(shell, 6);
    shell_expect(shell, 0,
                 "bench-collect old='old-*.so' new='new-*.so'" SUM "--rounds 3 --seed 1" QUICK);
    shell_expect(shell, 0, SHOW);
    assert_has(shell->out, "code_placement code placed anew each round");
    shell_expect(shell, 0,
                 "for i in 1 2 3 4 5 6; do " SHOW
                 "| grep -c \"$(sha256sum <old-$i.so | cut -c1-64) $PWD/old-$i.so\" || exit 1; "
                 "done");
    shell_expect(shell, 0, SHOW "| grep -o 'builds_drawn [1-6] [1-6] [1-6]' | wc -l");
    assert_string_equal(shell->out, "3\n"); /* old, new and the control */
    shell_expect(shell, 0,
                 ANALYZE("results.h5") "| grep ' 3 rounds .*code placed anew each round '");
    shell_expect(shell, 0, "bench-analyze results.h5 --explain --library new");
    assert_has(shell->out, "old: builds ");
    assert_has(shell->out, "new: builds ");
}

/* Each build tells by itself when it is loaded. */
SOAK_TEST(what_is_recorded_is_what_ran) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "for i in 1 2 3 4; do printf '%s\n' '#include <stdio.h>' '#include <stddef.h>' "
        "'__attribute__((constructor)) static void tell(void) {' "
        "'FILE *f = fopen(PLACE, \"a\"); fprintf(f, \"%d \", BUILD); fclose(f); }' "
        "'double sum(size_t n, const double *x) { return x[n - 1]; }' >t.c && "
        "cc -O2 -shared -fPIC -DBUILD=$i -DPLACE=\"\\\"$PWD/loaded\\\"\" t.c -o told-$i.so "
        "|| exit 1; done");
    shell_expect(shell, 0, "bench-collect told='told-*.so'" SUM "--rounds 4 --seed 3" QUICK);
    shell_expect(shell, 0,
                 SHOW "| grep -o 'builds_drawn [1-4] [1-4] [1-4] [1-4]' | cut -c14- >drawn; "
                      "tail -c 8 loaded | sed 's/ $//' >ran; echo >>ran; cmp drawn ran");
}

SOAK_TEST(one_build_is_told_in_the_heading) {
    struct shell *shell = *state;
    make_builds(shell, 3);
    shell_expect(shell, 0, "bench-collect a=./old-1.so b=./new-2.so" SUM "--rounds 2" QUICK);
    shell_expect(
        shell, 0,
        ANALYZE("results.h5") "| grep ' one build of each: a change of some per cent may be "
                              "its placement '");
    shell_expect(shell, 0, "bench-analyze results.h5 --explain --library b");
    assert_has(shell->out, "bench-collect --relink places it anew each round");
    shell_expect(shell, 0,
                 "bench-collect a=./old-1.so new='new-*.so'" SUM "--rounds 2 -o one.h5" QUICK);
    shell_expect(shell, 0, ANALYZE("one.h5") "| grep ' one build of a: '");
    shell_expect(shell, 0,
                 "bench-collect old='old-*.so' new='new-*.so'" SUM "--rounds 3 -o few.h5" QUICK);
    shell_expect(shell, 0, ANALYZE("few.h5") "| grep ' fewer builds than rounds: '");
    shell_expect(shell, 0, "bench-collect axpy builtin a=builtin --rounds 2 -o none.h5" QUICK);
    shell_expect(shell, 0, "! bench-analyze none.h5 | grep placement");
}

TEST(builds_that_cannot_be_measured_are_refused) {
    struct shell *shell = *state;
    make_builds(shell, 2);
    shell_expect(shell, 64, "bench-collect old='ald-*.so'" SUM QUICK);
    assert_has(shell->err, "ald-*.so: neither a file nor an installed library");
    shell_expect(shell, 64, "bench-collect 'old-*.so'" SUM QUICK);
    assert_has(shell->err, "NAME='old-*.so'");
    shell_expect(shell, 64, "cp old-1.so old-3.so && bench-collect old='old-*.so'" SUM QUICK);
    assert_has(shell->err, "old-3.so are the same bytes");
    shell_expect(shell, 64,
                 "cc -shared -o old-3.so pad.o && bench-collect old='old-*.so'" SUM QUICK);
    assert_has(shell->err, "old-3.so has no function");
}

SOAK_TEST(a_run_goes_on_with_the_same_builds) {
    struct shell *shell = *state;
    make_builds(shell, 6);
    shell_expect(shell, 0,
                 "end_at KILL kept:sum:100:2 bench-collect old='old-*.so' new='new-*.so'" SUM
                 "--rounds 3 --seed 5 -o cut.h5" QUICK);
    shell_expect(shell, 0,
                 "cp cut.h5 other.h5 && mkdir elsewhere && cd elsewhere && "
                 "bench-collect --resume ../cut.h5");
    shell_expect(shell, 0,
                 "bench-collect old='old-*.so' new='new-*.so'" SUM
                 "--rounds 3 --seed 5 -o whole.h5" QUICK);
    shell_expect(
        shell, 0,
        "for of in cut whole; do bench-store show $of.h5 1 | grep builds_drawn >$of; done; "
        "cmp cut whole");
    shell_expect(shell, 1,
                 "echo '.text; .skip 2000' | cc -c -x assembler - -o pad.o && "
                 "cc -shared -o old-5.so pad.o f.o && bench-collect --resume other.h5");
    assert_has(shell->err, "builds was ");
    assert_has(shell->err, "/old-5.so");
}

/* --- linked anew --- */

#define RELINK                                                                                     \
    "bench-collect --relink 'old=cc -shared -o {out} {pad} f.o' "                                  \
    "--relink 'new=cc -shared -o {out} {pad} f.o'" SUM QUICK

SOAK_TEST(a_library_is_linked_anew_for_each_round) {
    struct shell *shell = *state;
    make_builds(shell, 1);
    shell_expect(shell, 0, RELINK "--rounds 3 --seed 1");
    shell_expect(shell, 0, "bench-store show results.h5 1");
    assert_has(shell->out, "code_placement        code placed anew each round");
    assert_has(shell->out, "cc -shared -o {out} {pad} f.o");
    shell_expect(shell, 0, SHOW "| grep -o '[0-9a-f]* linked with seed [0-9]*' | sort -u | wc -l");
    assert_string_equal(shell->out, "3\n"); /* in a round all are moved by as much */
    shell_expect(shell, 0, SHOW "| grep -o 'builds_drawn 1 2 3 ' | wc -l");
    assert_string_equal(shell->out, "3\n");
    shell_expect(shell, 0, ANALYZE("results.h5") "| grep ' code placed anew each round '");
    shell_expect(shell, 0, "! ls ${TMPDIR:-/tmp}/benchmat-relink-*/of-* 2>/dev/null | grep .");
    /* The same seed links the same files. */
    shell_expect(shell, 0,
                 RELINK "--rounds 3 --seed 1 -o same.h5 && for of in results same; do "
                        "bench-store show $of.h5 1 | tr -s ' \n' ' ' | "
                        "grep -o '[0-9a-f]* linked with seed [0-9]*' >$of; done; "
                        "cmp results same");
}

SOAK_TEST(a_run_goes_on_linking) {
    struct shell *shell = *state;
    make_builds(shell, 1);
    shell_expect(shell, 0, "end_at TERM kept:sum:100:2 " RELINK "--rounds 3 --seed 5 -o cut.h5");
    shell_expect(shell, 0,
                 "cp cut.h5 other.h5; mkdir elsewhere && cd elsewhere && bench-collect --resume "
                 "../cut.h5");
    shell_expect(shell, 0, RELINK "--rounds 3 --seed 5 -o whole.h5");
    shell_expect(shell, 0,
                 "for of in cut whole; do bench-store show $of.h5 1 | tr -s ' \n' ' ' | grep -o "
                 "'builds_drawn 1 2 3 \\|[0-9a-f]* linked with seed [0-9]*' >$of; done; "
                 "cmp cut whole");
}

TEST(what_cannot_be_linked_is_told) {
    struct shell *shell = *state;
    static const struct {
        int status;
        const char *relink, *why;
    } bad[] = {
        {64, "old=cc -shared -o {out} f.o", "makes the same file each time"},
        {64, "old=cc -shared {pad} f.o", "has no {out}"},
        {1, "old=cc -shared -o {out} {pad} g.o", "--relink old: cc failed: "},
        {64, "old=sh -c \"cp old-1.so {out} # {pad}\"",
         "--relink old: it made the same bytes twice"},
        {64, "a=cc -shared -o {out} {pad} f.o", "--relink a: the name of two libraries"},
    };
    make_builds(shell, 1);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char command[500];
        snprintf(command, sizeof command, "bench-collect a=./old-1.so --relink '%s'" SUM QUICK,
                 bad[i].relink);
        shell_expect(shell, bad[i].status, command);
        assert_has(shell->err, bad[i].why);
    }
    shell_expect(shell, 64,
                 "bench-collect pointer_chase --relink 'old=cc -shared -o {out} {pad} f.o'");
    assert_has(shell->err, "has implementations of its own");
    shell_expect(shell, 64,
                 "bench-collect --command true --relink 'old=cc -shared -o {out} {pad} f.o'");
    assert_has(shell->err, "--relink is for libraries, not for commands");
}
