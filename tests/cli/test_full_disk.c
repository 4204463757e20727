/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect on file systems that become full while it measures. */
#include <sys/stat.h>

#include "tests/cli/shell.h"

#define MEASURE         "bench-collect axpy,dot builtin --rounds 3 "
#define COLLECT         "TMPDIR=. " MEASURE "--stage-time 0.001 "
#define COLLECT_ON_FULL "TMPDIR=full " MEASURE "--stage-time 0.001 "

/* Nothing on this machine sees the small file system but the command; what is to be looked at
 * afterwards it copies to the scratch directory. */
static int run_on_small(struct shell *shell, long bytes, const char *command) {
    char line[128];
    FILE *script;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/script", shell->directory);
    script = fopen(path, "w");
    assert_non_null(script);
    fprintf(script, "%sfailpoints='%s/failpoints/bin'\n", shell_functions, shell->build);
    fprintf(script, "mount -t tmpfs -o size=%ld none full || exit 99\n%s\n", bytes, command);
    assert_int_equal(fclose(script), 0);
    snprintf(line, sizeof line, "mkdir -p full; rm -f *.h5; unshare -m sh script");
    return shell_run(shell, line);
}

static void need_small_file_systems(struct shell *shell) {
    if (run_on_small(shell, 65536, "true") == 0)
        return;
    skip_for("mounting a tmpfs takes root and its capabilities");
}

/* The length of an archive of one run, which differs from machine to machine. */
static long length_of_one(struct shell *shell) {
    struct stat st;
    char path[PATH_MAX];
    shell_expect(shell, 0, COLLECT "-q --sizes 10,20,30 -o one.h5; cp one.h5 whole");
    snprintf(path, sizeof path, "%s/one.h5", shell->directory);
    assert_int_equal(stat(path, &st), 0);
    return (long)st.st_size;
}

EACH_TEST(shell_begin, shell_end);

SOAK_TEST(first_runs_that_do_not_fit_leave_nothing_half) {
    struct shell *shell = *state;
    need_small_file_systems(shell);
    long length = length_of_one(shell);
    for (int quarter = 0; quarter < 4; quarter++) {
        run_on_small(shell, 4096 + quarter * length / 4,
                     COLLECT "-q --sizes 10,20,30 -o full/results.h5; status=$?; "
                             "test ! -e full/results.h5 || cp full/results.h5* .; exit $status");
        assert_int_equal(shell->status, 1);
        assert_non_null(strstr(shell->err, "No space left on device"));
        assert_non_null(
            strstr(shell->err, "make room, or choose another place; the run was saved"));
        shell_expect(shell, 0, "test ! -e results.h5 || bench-store verify -q results.h5");
        shell_expect(shell, 0,
                     "bench-store verify benchmat-*.h5 && "
                     "bench-store list benchmat-*.h5 | grep -c complete");
    }
}

/* A second run, for which there is room in part. What was said to be kept is there, in a run that
 * is interrupted; the first one is as it was; all of the second is beside; and with more room it
 * is brought in. COLLECT_IT measures into full/results.h5 and says so in log. Returns whether there
 * was no room. */
static int collect_beside_one(struct shell *shell, long bytes, const char *collect_it) {
    char command[1024];
    snprintf(command, sizeof command,
             "cp whole full/results.h5; bench-store verify full/results.h5 | head -1 >first; %s; "
             "status=$?; cat log >&2; cp full/results.h5* .; exit $status",
             collect_it);
    if (run_on_small(shell, bytes, command) == 0)
        return 0;
    assert_int_equal(shell->status, 1);
    assert_non_null(strstr(shell->err, "No space left on device"));
    assert_non_null(strstr(shell->err, "; the run was saved to ./benchmat-"));
    shell_expect(shell, 0, "bench-store verify results.h5 >now && head -1 now | cmp - first");
    shell_expect(shell, 0, "! bench-store list results.h5 | sed -n '3,$p' | grep -v interrupted");
    return 1;
}

static long count_kept(struct shell *shell) {
    char command[PATH_MAX + 100], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command, "/usr/bin/python3 '%s/tests/cli/kept.py' log results.h5",
             root);
    shell_expect(shell, 0, command);
    return atol(shell->out);
}

static void bring_in_what_was_saved(struct shell *shell) {
    shell_expect(shell, 0,
                 "bench-store list results.h5 | grep -q run_000002 && is=continued || is=merged; "
                 "bench-store merge results.h5 ./benchmat-*.h5 | grep \"1 .*$is\" && "
                 "bench-store verify -q results.h5");
    shell_expect(shell, 0, "bench-store list results.h5 | grep -c complete");
    assert_string_equal(shell->out, "2\n");
}

SOAK_TEST(a_second_run_that_does_not_fit_keeps_what_it_said) {
    struct shell *shell = *state;
    need_small_file_systems(shell);
    long length = length_of_one(shell);
    int failed = 0;
    for (long more = 20000; more < 4 * length; more += length / 2) {
        if (!collect_beside_one(shell, length + more,
                                COLLECT "-v --sizes 10,20,30 -o full/results.h5 2>log"))
            break;
        count_kept(shell);
        bring_in_what_was_saved(shell);
        failed++;
    }
    assert_true(failed > 1);
}

/* --- disks that become full once something is kept --- */

enum { ROOMY = 16 << 20 };

/* Measures into full/results.h5, with the log in log, on a disk that is full once the second action
 * has a cell, and the first has all. */
#define COLLECT_UNTIL_FULL(directory)                                                              \
    "TMPDIR=" directory " at kept:dot:20:1 'cat /dev/zero >full/fill 2>&-; true' " MEASURE         \
    "--stage-time 0.001 -v --sizes 10,20,30 -o full/results.h5 2>log"

SOAK_TEST(a_second_run_is_kept_until_the_disk_is_full) {
    struct shell *shell = *state;
    need_small_file_systems(shell);
    length_of_one(shell);
    assert_true(collect_beside_one(shell, ROOMY, COLLECT_UNTIL_FULL(".")));
    assert_true(count_kept(shell) > 1);
    bring_in_what_was_saved(shell);
}

TEST(a_run_without_any_room_is_said_to_be_lost) {
    struct shell *shell = *state;
    need_small_file_systems(shell);
    run_on_small(shell, 4096,
                 COLLECT_ON_FULL "-q --sizes 10,20 -o full/results.h5; test $? = 1 && ls -A full");
    assert_int_equal(shell->status, 0);
    assert_string_equal(shell->out, "");
    assert_has(shell->err, "bench-collect: the run is lost: ");
    assert_has(shell->err, "it could not be saved elsewhere either: ");
    assert_null(strchr(strchr(shell->err, '\n') + 1, '\n'));
}

TEST(a_limit_on_files_is_not_called_a_full_disk) {
    struct shell *shell = *state;
    static const char *const commands[] = {"import -q -o made.h5 new.csv",
                                           "export new.csv --to csv -o made.csv"};
    shell_expect(shell, 0,
                 "awk 'BEGIN { print \"library,size,seconds\"; "
                 "for (i = 1; i < 999; i++) print \"a,\" i \",1e-6\" }' >new.csv");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char command[128];
        snprintf(command, sizeof command, "ulimit -f 2; bench-store %s", commands[i]);
        shell_expect(shell, 1, command);
        assert_has(shell->err, "File too large");
        assert_has(shell->err, "ulimit -f");
        assert_lacks(shell->err, "make room");
        assert_lacks(shell->err, "is the disk full");
        shell_expect(shell, 0, "test ! -e made.h5 -a ! -e made.csv");
    }
}

/* And it is finished once there is room. */
SOAK_TEST(of_a_run_kept_in_part_the_rest_is_said_to_be_lost) {
    struct shell *shell = *state;
    need_small_file_systems(shell);
    size_t lost = 0, all = 0;
    run_on_small(
        shell, ROOMY,
        COLLECT_UNTIL_FULL(
            "full") "; status=$?; test $status = 1 || exit 98; "
                    "grep ^bench-collect: log >&2; ls -A full | grep benchmat- && exit 97; "
                    "bench-store export full/results.h5 --to csv -o - | tail -n +2 | "
                    "wc -l; rm full/fill && "
                    "bench-collect -q --resume full/results.h5 && "
                    "bench-store verify -q full/results.h5");
    if (shell->status)
        fail_msg("%d: %s", shell->status, shell->err);
    if (sscanf(shell->err, "bench-collect: %zu of the run's %zu samples are lost", &lost, &all) < 2)
        fail_msg("%s", shell->err);
    assert_true(lost > 0 && lost < all);
    assert_int_equal(strtol(shell->out, NULL, 10), all - lost);
    assert_has(shell->err, "the others are in run_000001, which bench-collect --resume goes on");
}

SOAK_TEST(a_change_without_room_leaves_no_journal) {
    struct shell *shell = *state;
    need_small_file_systems(shell);
    shell_expect(shell, 0, "printf 'library,size,seconds\\na,10,1e-6\\na,10,2e-6\\n' >new.csv");
    length_of_one(shell);
    run_on_small(shell, 400 << 10,
                 "cp whole full/r.h5; : >full/empty.h5; sha256sum full/r.h5 >sum; "
                 "for room in 0 4096 8192; do rm -f full/fill; cat /dev/zero >full/fill; "
                 "truncate -s -$room full/fill; for to in r new empty; do "
                 "bench-store import -o full/$to.h5 new.csv; test $? = 1 || exit 98; "
                 "bench-store merge -q full/$to.h5 whole && test $to != r && exit 97; done; "
                 "bench-store repack full/r.h5 && exit 96; ls -A full; done 2>log; "
                 "cat log >&2; sha256sum --quiet -c sum");
    if (shell->status)
        fail_msg("%d: %s", shell->status, shell->err);
    assert_string_equal(shell->out, "empty.h5\nfill\nr.h5\nempty.h5\nfill\nr.h5\n"
                                    "empty.h5\nfill\nr.h5\n");
    assert_has(shell->err, "No space left on device");
}

/* Once there is room again, the next run goes on where there was none. */
SOAK_TEST(with_room_again_collecting_goes_on) {
    struct shell *shell = *state;
    need_small_file_systems(shell);
    long length = length_of_one(shell);
    run_on_small(shell, length + 8192,
                 "cp whole full/results.h5; " COLLECT
                 "-q --sizes 10,20,30 -o full/results.h5; test $? = 1 || exit 98; "
                 "mount -o remount,size=50m full && " COLLECT
                 "-q --sizes 10,20,30 -o full/results.h5 || exit 97; "
                 "bench-store verify -q full/results.h5 && "
                 "bench-store list full/results.h5 | grep -c complete");
    assert_int_equal(shell->status, 0);
    assert_string_equal(shell->out, "2\n");
}

/* What had no room is finished where it is. */
SOAK_TEST(with_room_again_the_run_is_resumed) {
    struct shell *shell = *state;
    need_small_file_systems(shell);
    long length = length_of_one(shell);
    run_on_small(shell, 2 * length,
                 "cp whole full/results.h5; " COLLECT
                 "-q --sizes 10,20,30 -o full/results.h5; test $? = 1 || exit 98; "
                 "bench-store list full/results.h5 | grep -q 'run_000002.*interrupted' || exit 97; "
                 "mount -o remount,size=50m full && "
                 "bench-collect -q --resume full/results.h5 || exit 96; "
                 "bench-store verify -q full/results.h5 && "
                 "bench-store list full/results.h5 | grep -c complete");
    if (shell->status)
        fail_msg("%d: %s", shell->status, shell->err);
    assert_string_equal(shell->out, "2\n");
}

/* What was written of a directory would stand in the way of the next try. */
TEST(an_export_without_room_can_be_tried_again) {
    struct shell *shell = *state;
    need_small_file_systems(shell);
    length_of_one(shell);
    shell_expect(shell, 0, "mv one.h5 one && rm -f one.h5-journal");
    run_on_small(shell, 4096,
                 "for to in full/new full; do bench-store export one --to btl -o $to; "
                 "test $? = 1 -a -z \"$(ls -A full)\" || exit 98; done; "
                 "mount -o remount,size=1m full && bench-store export one --to btl -o full/new && "
                 "ls full/new");
    if (shell->status)
        fail_msg("%d: %s", shell->status, shell->err);
    assert_non_null(strstr(shell->err, "No space left on device"));
    assert_has(shell->out, "bench_axpy_builtin.dat\n");
    assert_has(shell->out, "bench_dot_builtin.dat\n");
}
