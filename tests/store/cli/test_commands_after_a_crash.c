/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every program, given an archive that somebody left half changed. */
#include "tests/cli/shell.h"

#include "tests/store/dying.h"

#define COLLECT          "bench-collect dot builtin --sizes 20,30 --rounds 2 --stage-time 0.001 "
#define COLLECT_AND_LIST COLLECT ">/dev/null; bench-store list | cut -c1-10"

/* half.h5 with its journal: run_000001 and run_000002, and half of run_000003; whole.h5: the same
 * without that half. other.h5 has one run. */
static void leave_half_changed(struct shell *shell) {
    char path[100];
    snprintf(path, sizeof path, "%s/results.h5", shell->directory);
    shell_expect(shell, 0,
                 "for i in 1 2 3; do { echo action,library,size,round,seconds; for n in 20 30; do "
                 "for r in 0 1; do echo dot,builtin,$n,$r,$i$((n + r))e-9; done; done; } >$i.csv; "
                 "done; bench-store import -q 1.csv 2.csv && "
                 "bench-store import -q -o other.h5 3.csv && cp results.h5 whole.h5");
    assert_true(dying_append(path, 2));
    shell_expect(shell, 1, "cmp -s results.h5 whole.h5");
    shell_expect(shell, 0, "mv results.h5 half.h5; mv results.h5-journal half.h5-journal");
}

/* So many lines on the standard error say that a change was undone. */
static size_t count_told(const struct shell *shell) {
    size_t count = 0;
    for (const char *at = shell->err; (at = strstr(at, "that change was undone\n")); at++)
        count++;
    return count;
}

/* Once as if the crash had not been, and once after it. */
static void run_twice(struct shell *shell, const char *command) {
    char line[1000];
    snprintf(line, sizeof line,
             "rm -f results.h5*; cp whole.h5 results.h5; %s >expected; "
             "cp half.h5 results.h5; cp half.h5-journal results.h5-journal; %s >found",
             command, command);
    shell_expect(shell, 0, line);
}

EACH_TEST(shell_begin, shell_end);

TEST(readers_undo_it_say_so_and_read_what_was_there) {
    struct shell *shell = *state;
    static const char *const commands[] = {
        "bench-store list",
        "bench-store show all",
        "bench-store info",
        "bench-store verify",
        "bench-store repair",
        "bench-store list --format json",
        "bench-analyze results.h5 --run all",
        "bench-plot results.h5 -o a.png",
    };
    leave_half_changed(shell);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        run_twice(shell, commands[i]);
        if (count_told(shell) != 1 || !strstr(shell->err, "results.h5 was left in the middle"))
            fail_msg("%s says: %s", commands[i], shell->err);
        shell_expect(shell, 0, "cmp expected found && cmp results.h5 whole.h5");
        shell_expect(shell, 0, "bench-store verify -q 2>&1");
        assert_string_equal(shell->out, "");
    }
}

SOAK_TEST(writers_undo_it_say_so_and_go_on) {
    struct shell *shell = *state;
    static const char *const commands[] = {
        "bench-store merge results.h5 other.h5",
        "bench-store merge fresh.h5 results.h5; rm fresh.h5",
        "bench-store delete 1",
        "bench-store repack",
        COLLECT_AND_LIST,
    };
    leave_half_changed(shell);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        run_twice(shell, commands[i]);
        if (count_told(shell) != 1)
            fail_msg("%s says: %s", commands[i], shell->err);
        shell_expect(shell, 0, "cmp expected found && bench-store verify -q");
        assert_string_equal(shell->err, "");
    }
}

/* Root may write anywhere but where nothing can be written. */
static const char *command_without_writing(void) {
    return getuid() == 0 ? "unshare -m sh -c 'mount --bind closed closed && "
                           "mount -o remount,ro,bind closed && %s closed/half.h5'"
                         : "chmod -R a-w closed && %s closed/half.h5";
}

TEST(where_it_cannot_be_undone_that_is_said_with_the_way_out) {
    struct shell *shell = *state;
    static const char *const commands[] = {"bench-store list", "bench-store show",
                                           "bench-store info", "bench-store verify",
                                           "bench-store repair"};
    leave_half_changed(shell);
    shell_expect(shell, 0, "mkdir closed; cp half.h5* closed");
    if (getuid() == 0 && shell_run(shell, "unshare -m mount --bind closed closed")) {
        skip_for("this root may not mount, and so can write everywhere");
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char line[300];
        snprintf(line, sizeof line, command_without_writing(), commands[i]);
        shell_expect(shell, 1, line);
        if (!strstr(shell->err, "closed/half.h5 was left in the middle of a change, and cannot be "
                                "put right here") ||
            !strstr(shell->err, "half.h5-journal to where they can be written"))
            fail_msg("%s says: %s", line, shell->err);
        shell_expect(shell, 0,
                     "cmp half.h5 closed/half.h5 && "
                     "cmp half.h5-journal closed/half.h5-journal");
    }
    shell_expect(shell, 0,
                 "mkdir open; cp closed/* open; chmod u+w open/*; "
                 "bench-store verify -q open/half.h5 && cmp open/half.h5 whole.h5");
}

TEST(damage_beyond_the_half_change_is_still_damage) {
    struct shell *shell = *state;
    leave_half_changed(shell);
    shell_expect(shell, 0,
                 "/usr/bin/python3 -c \"import h5py\n"
                 "d = h5py.File('whole.h5')['run_000001/dot/builtin']\n"
                 "c = d.id.read_direct_chunk((0, 0, 0))[1]; f = open('half.h5', 'r+b')\n"
                 "f.seek(f.read().index(c) + len(c) // 2); b = f.read(1)\n"
                 "f.seek(-1, 1); f.write(bytes([b[0] ^ 1]))\"");
    shell_expect(shell, 2, "bench-store verify half.h5");
    assert_int_equal(count_told(shell), 1);
    assert_non_null(strstr(shell->out, "run_000001  DAMAGED"));
    assert_non_null(strstr(shell->out, "run_000002  ok"));
    shell_expect(shell, 2, "bench-store repair half.h5");
    assert_non_null(strstr(shell->out, "1 run saved from half.h5, 1 lost"));
}
