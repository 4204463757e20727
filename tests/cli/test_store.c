/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-store, by the command lines that people type. */
#include "tests/cli/shell.h"

static struct shell *originals;

#define COLLECT "bench-collect -q --rounds 2 --stage-time 0.001 "

/* results.h5 with two runs, other.h5 with one: made once, for each test to have copies of. */
static int make_originals(void **state) {
    if (shell_begin(state))
        return -1;
    shell_expect(*state, 0, COLLECT "axpy,dot builtin --sizes 10,100");
    shell_expect(*state, 0, COLLECT "dot builtin --sizes 20");
    shell_expect(*state, 0, COLLECT "axpy builtin --sizes 30 -o other.h5");
    originals = *state;
    return 0;
}

static int remove_originals(void **state) {
    *state = originals;
    return shell_end(state);
}

static void make_archives(struct shell *shell) {
    char command[128];
    snprintf(command, sizeof command, "cp %s/*.h5* .", originals->directory);
    shell_expect(shell, 0, command);
}

static void assert_said(const struct shell *shell, const char *what) {
    if (!strstr(shell->out, what))
        fail_msg("\"%s\" is not in\n%s", what, shell->out);
}

static size_t count_lines(const char *text) {
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* --- looking --- */

EACH_TEST(shell_begin, shell_end);
ALL_TESTS(make_originals, remove_originals);

TEST(list_has_a_line_for_each_run) {
    struct shell *shell = *state;
    make_archives(shell);
    shell_expect(shell, 0, "bench-store list results.h5");
    assert_int_equal(count_lines(shell->out), 3);
    assert_said(shell, "run_000001");
    assert_said(shell, "complete  axpy, dot  10..100 (2), 10..100 (2)  builtin");
    assert_said(shell, "run_000002");
    shell_expect(shell, 0, "bench-store list >a; bench-store list results.h5 | cmp - a");
    shell_expect(shell, 0,
                 "bench-store list --format json | /usr/bin/python3 -c \""
                 "import json, sys; a, b = json.load(sys.stdin)\n"
                 "assert a['run'] == 'run_000001' and len(a['uuid']) == 36, a\n"
                 "assert [x['action'] for x in a['actions']] == ['axpy', 'dot'], a\n"
                 "assert b['actions'][0]['sizes'] == [20] and b['state'] == 'complete', b\n"
                 "assert b['actions'][0]['libraries'] == ['builtin'], b\"");
}

TEST(show_tells_everything_about_a_run) {
    struct shell *shell = *state;
    static const char *const said[] = {"run_000001 of results.h5",
                                       "uuid",
                                       "command_line",
                                       "cpu_model",
                                       "action axpy",
                                       "size_means",
                                       "size  flops  bytes",
                                       "library builtin",
                                       "fastest",
                                       "ok"};
    make_archives(shell);
    shell_expect(shell, 0, "bench-store show 1");
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        assert_said(shell, said[i]);
    shell_expect(shell, 0, "bench-store show | head -1");
    assert_string_equal(shell->out, "run_000002 of results.h5\n");
    shell_expect(shell, 0,
                 "bench-store show other.h5 run_000001 --fact topology | xmllint --noout -");
    shell_expect(shell, 0, "bench-store show results.h5 all | grep -c '^run_'");
    assert_string_equal(shell->out, "2\n");
    shell_expect(shell, 0,
                 "bench-store show $(bench-store list --format json | sed -n "
                 "'3s/.*\"uuid\": *\"\\(.............\\).*/\\1/p') | head -1");
    assert_string_equal(shell->out, "run_000002 of results.h5\n");
}

TEST(what_show_says_as_json_is_what_the_file_has) {
    struct shell *shell = *state;
    make_archives(shell);
    shell_expect(shell, 0,
                 "bench-store show 1 --format json >show.json; /usr/bin/python3 -c \""
                 "import json, h5py, numpy as np\n"
                 "run, = json.load(open('show.json')); f = h5py.File('results.h5')['run_000001']\n"
                 "assert run['facts']['uuid'] == f.attrs['uuid'].decode()\n"
                 "a = run['actions'][0]; b = a['libraries'][0]\n"
                 "assert a['sizes'] == list(f['axpy/sizes'][:]) and a['rounds'] == 2\n"
                 "assert a['flops'] == list(f['axpy/flops'][:]) == [2 * n for n in a['sizes']]\n"
                 "assert a['bytes'] == list(f['axpy/bytes'][:])\n"
                 "seconds = np.array(b['seconds'], dtype=float)\n"
                 "assert np.array_equal(seconds, f['axpy/builtin'][:], equal_nan=True)\n"
                 "assert b['calls'] == list(f['axpy/details/builtin/calls'][:])\n"
                 "assert b['status'] == ['ok', 'ok'] and b['residual'] == [None, None]\"");
}

TEST(info_counts_what_there_is) {
    struct shell *shell = *state;
    make_archives(shell);
    shell_expect(shell, 0, "bench-store info");
    assert_said(shell, "2: run_000001 to run_000002");
    assert_said(shell, "complete (2)");
    assert_said(shell, "axpy (1), dot (2)");
    shell_expect(shell, 0,
                 "bench-store info other.h5 --format json | /usr/bin/python3 -c \""
                 "import json, os, sys; i = json.load(sys.stdin)\n"
                 "assert i['runs'] == 1 and i['bytes'] == os.path.getsize('other.h5'), i\n"
                 "assert i['actions'] == {'axpy': 1} and i['format_version'] == '1.8', i\"");
}

/* --- verifying and repairing --- */

TEST(verify_names_what_is_damaged) {
    struct shell *shell = *state;
    make_archives(shell);
    shell_expect(shell, 0, "bench-store verify");
    assert_said(shell, "results.h5 is in order: 2 runs, every byte read, no change half done");
    shell_expect(shell, 0, "bench-store verify -q");
    assert_string_equal(shell->out, "");
    shell_expect(shell, 0,
                 "/usr/bin/python3 -c \"import h5py\n"
                 "d = h5py.File('results.h5')['run_000002/dot/builtin']\n"
                 "c = d.id.read_direct_chunk((0, 0, 0))[1]; f = open('results.h5', 'r+b')\n"
                 "f.seek(f.read().index(c) + len(c) // 2); b = f.read(1)\n"
                 "f.seek(-1, 1); f.write(bytes([b[0] ^ 1]))\"");
    shell_expect(shell, 2, "bench-store verify");
    assert_said(shell, "run_000001  ok");
    assert_said(shell, "run_000002  DAMAGED");
    assert_said(shell, "dot/builtin");
    shell_expect(shell, 2,
                 "bench-store verify --format json >v.json; s=$?; /usr/bin/python3 -c \""
                 "import json; file, a, b = json.load(open('v.json'))\n"
                 "assert file['run'] is None and file['state'] == 'ok', file\n"
                 "assert a['state'] == 'ok' and len(a['sha256']) == 64, a\n"
                 "assert b['state'] == 'damaged' and 'dot/builtin' in b['fault'], b\" && exit $s");
}

TEST(the_digest_can_be_made_by_its_description) {
    struct shell *shell = *state;
    char command[PATH_MAX + 200], root[PATH_MAX];
    make_archives(shell);
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "/usr/bin/python3 '%s/tests/cli/digest.py' results.h5 >theirs; "
             "bench-store verify results.h5 | grep sha256 | cmp - theirs",
             root);
    shell_expect(shell, 0, command);
}

TEST(repair_saves_what_is_whole) {
    struct shell *shell = *state;
    make_archives(shell);
    shell_expect(shell, 0, "bench-store repair");
    assert_said(shell, "nothing to repair");
    shell_expect(shell, 0,
                 "bench-store verify | sed -n 2p >right; cp results.h5 whole.h5; "
                 "/usr/bin/python3 -c \"import h5py\n"
                 "at = h5py.h5o.get_info(h5py.File('results.h5')['run_000001/axpy'].id).addr\n"
                 "f = open('results.h5', 'r+b'); f.seek(at + 512 + 20); f.write(b'damage')\"; "
                 "cp results.h5 damaged.h5");
    shell_expect(shell, 2, "bench-store repair results.h5");
    assert_said(shell, "lost: run_000001");
    assert_said(shell, "saved: run_000002");
    assert_said(shell, "1 run saved from results.h5, 1 lost");
    shell_expect(shell, 0, "cmp results.h5 damaged.h5");
    shell_expect(shell, 0,
                 "bench-store verify results-repaired.h5 | grep run_000002 | cmp - right");
    shell_expect(shell, 64, "bench-store repair results.h5");
    assert_non_null(strstr(shell->err, "results-repaired.h5 exists already"));
    shell_expect(shell, 2,
                 "dd if=/dev/zero of=whole.h5 bs=1 seek=512 count=48 conv=notrunc && "
                 "bench-store repair whole.h5 -o found.h5");
    assert_said(shell, "2 runs saved");
    shell_expect(shell, 0, "bench-analyze found.h5 && bench-store verify -q found.h5");
}

/* --- changing --- */

TEST(merge_brings_runs_together_once) {
    struct shell *shell = *state;
    make_archives(shell);
    shell_expect(shell, 0, "bench-store merge all.h5 results.h5 other.h5");
    assert_string_equal(shell->out, "all.h5: 3 runs merged\n");
    shell_expect(shell, 0, "bench-store merge all.h5 results.h5 other.h5");
    assert_string_equal(shell->out, "all.h5: 0 runs merged; 3 already there\n");
    shell_expect(shell, 0, "bench-store verify -q all.h5 && bench-analyze all.h5 --run all");
    shell_expect(shell, 0,
                 "cp other.h5 changed.h5; /usr/bin/python3 -c \"import h5py\n"
                 "h5py.File('changed.h5', 'a')['run_000001'].attrs['load'] = 9.0\"; "
                 "cp all.h5 before.h5");
    shell_expect(shell, 1, "bench-store merge all.h5 changed.h5");
    assert_non_null(strstr(shell->err, "changed.h5: run_000001 and"));
    assert_non_null(strstr(shell->err, "all.h5: run_000003 have the same uuid"));
    shell_expect(shell, 0, "cmp all.h5 before.h5");
}

TEST(delete_and_repack_give_room_back) {
    struct shell *shell = *state;
    make_archives(shell);
    shell_expect(shell, 0, "bench-store delete -n results.h5 1");
    assert_string_equal(shell->out, "results.h5: run_000001 would be deleted\n");
    shell_expect(shell, 0, "bench-store verify | sed -n 2p >right; bench-store delete 1");
    assert_string_equal(shell->out, "results.h5: run_000001 deleted\n");
    shell_expect(shell, 0, "bench-store list | tail -n +2 | cut -c1-10");
    assert_string_equal(shell->out, "run_000002\n");
    shell_expect(shell, 0, "cp results.h5 full.h5; bench-store repack");
    shell_expect(shell, 0, "test $(stat -c %s results.h5) -lt $(stat -c %s full.h5)");
    shell_expect(shell, 0, "bench-store verify | head -1 | cmp - right");
    shell_expect(shell, 0,
                 COLLECT "dot builtin --sizes 20; bench-store list | tail -1 | cut -c1-10");
    assert_string_equal(shell->out, "run_000003\n");
}

/* --- hostile archives --- */

static int lines_in(const char *text) {
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

SOAK_TEST(a_hostile_archive_is_left_as_it_was) {
    struct shell *shell = *state;
    static const char *const wild[] = {"wild-read.h5", "wild-close.h5", "wild-free.h5"};
    static const char *const commands[] = {
        COLLECT "-o %s dot builtin --sizes 20", "bench-store merge %s results.h5",
        "bench-store delete %s 1", "bench-store repair -o saved.h5 %s"};
    char command[PATH_MAX + 100], here[PATH_MAX];
    make_archives(shell);
    assert_non_null(getcwd(here, sizeof here));
    for (size_t w = 0; w < sizeof wild / sizeof *wild; w++)
        for (size_t c = 0; c < sizeof commands / sizeof *commands; c++) {
            snprintf(command, sizeof command, "cp '%s/tests/fuzz/corpus/%s' . && cp %s before.h5",
                     here, wild[w], wild[w]);
            shell_expect(shell, 0, command);
            snprintf(command, sizeof command, commands[c], wild[w]);
            int status = shell_run(shell, command);
            if (status < 0 || status > 2)
                fail_msg("%s: %d: %s", command, status, shell->err);
            if (lines_in(shell->err) > 1)
                fail_msg("%s: %s", command, shell->err);
            snprintf(command, sizeof command, "cmp %s before.h5; rm -f saved.h5*", wild[w]);
            if (status)
                shell_expect(shell, 0, command);
        }
}

/* --- mistakes --- */

static void make_no_archives(struct shell *shell) {
    make_archives(shell);
    shell_expect(shell, 0,
                 "echo text >text.h5; : >empty.h5; mkdir folder; /usr/bin/python3 -c \""
                 "import h5py, numpy, shutil\n"
                 "h5py.File('foreign.h5', 'w')['x'] = 1; shutil.copy('other.h5', 'newer.h5')\n"
                 "h5py.File('newer.h5', 'a').attrs['format_version'] = numpy.bytes_('2.0')\"; "
                 "head -c 5000 other.h5 >cut.h5; sha256sum *.h5 >sums");
}

TEST(every_command_names_what_is_no_archive) {
    struct shell *shell = *state;
    static const char *const commands[] = {"list %s",     "show %s 1",     "info %s",
                                           "verify %s",   "repair %s",     "repack %s",
                                           "delete %s 1", "merge x.h5 %s", "merge %s other.h5"};
    static const struct {
        const char *file;
        int status;
    } files[] = {{"missing.h5", 1}, {"folder", 1},   {"text.h5", 2},
                 {"foreign.h5", 2}, {"newer.h5", 2}, {"cut.h5", 2}};
    make_no_archives(shell);
    for (size_t c = 0; c < sizeof commands / sizeof *commands; c++)
        for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
            int is_new = strcmp(commands[c], "merge %s other.h5") == 0 && f == 0;
            char command[100] = "bench-store ";
            snprintf(command + 12, sizeof command - 12, commands[c], files[f].file);
            shell_run(shell, command);
            if (is_new ? shell->status != 0
                       : shell->status != files[f].status &&
                             !(shell->status == 1 && strstr(shell->err, "newer")))
                fail_msg("%s\nended with %d: %s", command, shell->status, shell->err);
            if (!is_new && !strstr(shell->err, files[f].file) && !strstr(shell->out, files[f].file))
                fail_msg("%s\nsaid %s%s", command, shell->out, shell->err);
            if (count_lines(shell->err) > 1)
                fail_msg("%s\nsaid too much: %s", command, shell->err);
        }
    shell_expect(shell, 0, "sha256sum -c --quiet sums");
    shell_expect(shell, 1, "test -e x.h5 -o -e text-repaired.h5 -o -e newer-repaired.h5");
}

TEST(slips_are_answered_with_what_there_is) {
    struct shell *shell = *state;
    static const struct {
        const char *command, *names;
    } slips[] = {
        {"bench-store", "bench-store help"},
        {"bench-store lsit", "list, show, info, verify, repair, merge, delete, repack"},
        {"bench-store help lsit", "list, show, info"},
        {"bench-store list --format xml", "text and json"},
        {"bench-store list results.h5 other.h5", "one archive at a time"},
        {"bench-store export results.h5 other.csv", "-o FILE says what to write"},
        {"bench-store show 7", "run_000001 to run_000002"},
        {"bench-store show results.h5 seven", "such as run_000007 or 7"},
        {"bench-store show 1 --fact colour", "cpu_model"},
        {"bench-store delete", "bench-store list results.h5"},
        {"bench-store delete 7..9", "no run \"7..9\""},
        {"bench-store delete 1 7", "no run \"7\""},
        {"bench-store merge", "first the one to merge into"},
        {"bench-store merge all.h5", "no archive to merge into all.h5"},
        {"bench-store merge results.h5 ./results.h5", "into itself"},
        {"bench-store list --lock-timeout soon", "soon"},
    };
    make_archives(shell);
    shell_expect(shell, 0, "cp results.h5 before.h5");
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        shell_run(shell, slips[i].command);
        if (shell->status != 64 || !strstr(shell->err, slips[i].names))
            fail_msg("%s\nended with %d: %s", slips[i].command, shell->status, shell->err);
    }
    shell_expect(shell, 0, "cmp results.h5 before.h5");
}

TEST(help_is_there_for_every_command) {
    struct shell *shell = *state;
    static const char *const commands[] = {"list",   "show",  "info",   "verify",
                                           "repair", "merge", "delete", "repack"};
    shell_expect(shell, 0, "bench-store help");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char command[100], usage[60];
        shell_expect(shell, 0, "bench-store --help");
        assert_said(shell, commands[i]);
        snprintf(usage, sizeof usage, "Usage: bench-store %s", commands[i]);
        snprintf(command, sizeof command, "bench-store help %s >a; bench-store %s -h | cmp - a",
                 commands[i], commands[i]);
        shell_expect(shell, 0, command);
        shell_expect(shell, 0, "cat a");
        assert_said(shell, usage);
    }
    shell_expect(shell, 0, "bench-store -V && bench-store list --version");
    assert_said(shell, "bench-store (benchmat) ");
}

TEST(a_full_disk_is_not_taken_for_success) {
    struct shell *shell = *state;
    make_archives(shell);
    shell_expect(shell, 1, "bench-store list >/dev/full");
    assert_non_null(strstr(shell->err, "standard output"));
}
