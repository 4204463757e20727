/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every mistake gets one clear line naming the thing and the way out, and harms no file. */
#include "tests/cli/flipped.h"

struct mistake {
    const char *command;
    int status;
    const char *names; /* must stand in the message */
};

/* But for what argp adds, which says where help is. */
static size_t count_lines(const char *text) {
    const char *end = strstr(text, "\nTry `");
    size_t lines = 0;
    for (; *text && text != end; text++)
        lines += *text == '\n';
    return lines + (end != NULL);
}

static void expect_mistake(struct shell *shell, const struct mistake *mistake) {
    shell_expect(shell, mistake->status, mistake->command);
    if (!strstr(shell->err, mistake->names))
        fail_msg("%s\nsaid %s", mistake->command, shell->err);
    size_t lines = count_lines(shell->err);
    if (lines != 1)
        fail_msg("%s\nsaid %zu lines: %s", mistake->command, lines, shell->err);
}

static void expect_mistakes(struct shell *shell, const struct mistake *mistakes, size_t count) {
    for (size_t i = 0; i < count; i++)
        expect_mistake(shell, &mistakes[i]);
}

static void make_archive(struct shell *shell) {
    shell_expect(shell, 0,
                 "printf 'library,size,round,seconds\\nbuiltin,10,0,1e-6\\nbuiltin,10,1,2e-6\\n' "
                 ">made.csv && bench-store import -q made.csv --action dot -o results.h5; "
                 "echo text >text.h5; echo '[1, 2]' >list.json; : >empty.h5; echo library,seconds "
                 ">table.csv; printf "
                 "'library,seconds\\na,1\\n' >text.csv; cp results.h5 "
                 "before.h5");
    shell_expect(shell, 0,
                 "/usr/bin/python3 -c \"import h5py, numpy; h5py.File('other.h5', 'w')['x'] = 1\n"
                 "import shutil; shutil.copy('results.h5', 'newer.h5')\n"
                 "h5py.File('newer.h5', 'a').attrs['format_version'] = numpy.bytes_('2.0')\"");
}

EACH_TEST(shell_begin, shell_end);

TEST(archives_that_are_none_are_named) {
    struct shell *shell = *state;
    static const struct mistake mistakes[] = {
        {"bench-analyze missing.h5", 1, "missing.h5: no such file"},
        {"bench-store list missing.h5", 1, "missing.h5: no such file"},
        {"bench-store repack missing.h5", 1, "missing.h5: no such file"},
        {"bench-store import missing.h5 -o new.h5", 1, "missing.h5: no such file"},
        {"bench-collect --resume missing.h5", 1, "missing.h5: no such file"},
        {"bench-analyze text.h5", 2, "text.h5: unrecognised format; `bench-store formats` lists"},
        {"bench-store list text.h5", 2,
         "text.h5: unrecognised format; `bench-store formats` lists"},
        {"bench-store import text.h5 -o new.h5", 2, "text.h5: unrecognised format; `bench-store"},
        {"bench-analyze list.json", 64,
         "list.json: unrecognised format; `bench-store formats` lists"},
        {"bench-store import list.json -o new.h5", 2, "list.json: JSON of no known layout"},
        {"bench-store import other.h5 -o new.h5", 2, "other.h5 is an HDF5 file, but not an"},
        {"bench-store list table.csv", 2, "table.csv: a file of the format csv"},
        {"bench-analyze empty.h5", 2, "empty.h5: the file is empty"},
        {"bench-store import empty.h5 -o new.h5", 2, "empty.h5: the file is empty"},
        {"bench-analyze other.h5", 2, "other.h5"},
        {"bench-analyze newer.h5", 2, "2.0"},
        {"bench-analyze .", 64, "directory"},
        {"bench-plot missing.h5 -o a.png", 1, "missing.h5"},
        {"bench-plot text.h5 -o a.png", 2, "text.h5"},
        {"bench-collect -q dot builtin --sizes 10 -o text.h5", 2, "text.h5"},
        {"bench-collect -q dot builtin --sizes 10 -o other.h5", 2, "other.h5"},
        {"bench-collect -q dot builtin --sizes 10 -o newer.h5", 2, "2.0"},
        {"bench-collect -q dot builtin --sizes 10 -o nowhere/a.h5", 1, "nowhere"},
        {"bench-collect -q dot builtin --sizes 10 -o .", 1, "directory"},
    };
    make_archive(shell);
    expect_mistakes(shell, mistakes, sizeof mistakes / sizeof *mistakes);
    shell_expect(shell, 0, "cmp results.h5 before.h5; grep -q text text.h5; test ! -s empty.h5");
    shell_expect(shell, 1, "test -e a.png");
}

TEST(empty_values_are_refused) {
    struct shell *shell = *state;
    static const struct mistake mistakes[] = {
        {"bench-analyze results.h5 --library=", 64, "no name"},
        {"bench-analyze results.h5 --size=", 64, "which size"},
        {"bench-analyze results.h5 --ref=", 64, "builtin"},
        {"bench-analyze results.h5 -o ''", 64, "the file's name is empty"},
        {"bench-analyze results.h5 --columns n --columns +p99", 64,
         "--columns is given twice; leave one of them out"},
        {"bench-analyze ''", 64, "the file's name is empty"},
        {"bench-plot results.h5 -o ''", 64, "must end in .png"},
        {"bench-plot results.h5 --report=", 64, "name the page"},
        {"bench-store list ''", 64, "the file's name is empty"},
        {"bench-store import '' -o new.h5", 64, "the file's name is empty"},
        {"bench-store import table.csv -o new.h5 --action=", 64, "--action: the name is empty"},
        {"bench-store import table.csv -o new.h5 --library=", 64, "--library: the name is empty"},
        {"bench-store import table.csv -o new.h5 --size-param=", 64, "--size-param: the name"},
        {"bench-store import text.csv -o ''", 64, "the file's name is empty"},
        {"bench-store export results.h5 --to csv -o ''", 64, "the file's name is empty"},
        {"bench-store export results.h5 --to btl -o ''", 64, "the directory's name is empty"},
        {"bench-store export results.h5 --to '' -o a.csv", 64, "unknown format ''"},
        {"bench-store repair results.h5 -o ''", 64, "the file's name is empty"},
        {"bench-collect --resume=", 64, "the file's name is empty"},
        {"bench-collect dot builtin --sizes 10 -o ''", 64, "the file's name is empty"},
    };
    make_archive(shell);
    expect_mistakes(shell, mistakes, sizeof mistakes / sizeof *mistakes);
    shell_expect(shell, 1, "test -e new.h5 -o -e a.csv");
}

SOAK_TEST(unknown_names_are_answered_with_the_known_ones) {
    struct shell *shell = *state;
    static const struct mistake mistakes[] = {
        {"bench-collect", 64, "ACTION"},
        {"bench-collect fft", 64, "did you mean \"fft_1d\"?"},
        {"bench-collect axpi", 64, "did you mean \"axpy\"?"},
        {"bench-collect dgemm,sgemm", 64, "sgemm asks for type s, but type d was asked for before"},
        {"bench-collect dgemm --type s", 64, "dgemm asks for type d, but type s"},
        {"bench-collect axpy,axpy", 64, "twice"},
        {"bench-collect axpy nonesuch", 64, "nonesuch"},
        {"bench-collect axpy ./nonesuch.so", 64, "nonesuch.so"},
        {"echo >loops.c; bench-collect axpy a=loops.c", 64, "loops.c: not a shared object; build"},
        {"bench-collect axpy a=", 64, "a="},
        {"bench-collect axpy builtin --ref nonesuch", 64, "builtin"},
        {"bench-collect axpy --color", 64, "--color"},
        {"bench-analyze results.h5 --ref nonesuch", 64, "builtin"},
        {"bench-analyze results.h5 --action nonesuch", 64, "dot"},
        {"bench-analyze results.h5 --run 7", 64, "run_000001"},
        {"bench-analyze results.h5 --run x", 64, "latest"},
        {"bench-analyze results.h5 --format xml", 64, "json"},
        {"bench-analyze results.h5 --confidence 2", 64, "2"},
        {"bench-analyze results.h5 -o nowhere/a.txt", 1, "nowhere"},
        {"bench-analyze", 64, "archive"},
        {"bench-plot results.h5 -o a.gif", 64, "png"},
        {"bench-plot results.h5 -o a.png --kind pie", 64, "ratio"},
        {"bench-plot results.h5 -o a.png --theme red", 64, "dark"},
        {"bench-plot results.h5 -o a.png --ref nonesuch", 64, "builtin"},
        {"bench-plot results.h5 -o nowhere/a.png", 1, "nowhere"},
        {"bench-plot results.h5 -o a.png --dpi 0", 64, "dpi"},
        {"bench-plot results.h5 -o a.png --size 0x0", 64, "mm"},
    };
    make_archive(shell);
    expect_mistakes(shell, mistakes, sizeof mistakes / sizeof *mistakes);
    shell_expect(shell, 1, "test -e a.png -o -e a.gif");
}

TEST(numbers_are_checked) {
    struct shell *shell = *state;
    static const struct mistake mistakes[] = {
        {"bench-collect axpy builtin --sizes 0", 64, "0"},
        {"bench-collect axpy builtin --sizes -5", 64, "-5"},
        {"bench-collect axpy builtin --sizes 10,x", 64, "10,x"},
        {"bench-collect axpy builtin --sizes ''", 64, "sizes"},
        {"bench-collect axpy builtin --sizes 10:5:3", 64, "10:5:3"},
        {"bench-collect axpy builtin --sizes 99999999999999999999", 64, "99999999999999999999"},
        {"bench-collect matrix_matrix_product builtin --sizes 10000000", 64, "memory"},
        {"bench-collect axpy builtin --sizes 1000000000000", 64, "memory"},
        {"bench-collect axpy builtin --sizes 1e16", 64, "9007199254740992"},
        {"bench-collect axpy builtin --sizes 0", 64, "axpy has sizes from 1"},
        {"bench-collect axpy builtin --rounds 0", 64, "rounds"},
        {"bench-collect axpy builtin --rounds 1.5", 64, "1.5"},
        {"bench-collect axpy builtin --max-seeds -1", 64, "max-seeds"},
        {"bench-collect axpy builtin --stage-time nan", 64, "stage-time"},
        {"bench-collect axpy builtin --stage-time 0", 64, "stage-time"},
        {"bench-collect axpy builtin --tolerance x", 64, "tolerance"},
        {"bench-collect axpy builtin --threads 0", 64, "threads"},
        {"bench-collect axpy builtin --threads 1,1.5", 64, "whole numbers"},
        {"bench-collect axpy builtin --threads 1,", 64, "invalid list of values"},
        {"bench-collect axpy builtin -p stride", 64, "NAME=1,8"},
        {"bench-collect axpy builtin -p stride=x", 64, "invalid list of values"},
        {"bench-collect axpy builtin -p stride=1 -p stride=2", 64, "given twice"},
        {"bench-collect axpy builtin -p stride=1", 64, "-p stride: the action has no such"},
        {"bench-collect axpy,dot builtin --x stride", 64, "there is none"},
        {"bench-collect axpy builtin --x threads --threads 2", 64, "--x threads"},
        {"bench-collect axpy builtin --threads 4000 --sizes 10", 64, "4000"},
        {"bench-collect axpy builtin --type q", 64, "precision"},
        {"bench-collect axpy builtin --seed x", 64, "seed"},
        {"bench-collect axpy builtin --sizes 5:9:1", 64, "write 5"},
        {"bench-collect axpy builtin --time 0", 64, "time"},
        {"bench-collect axpy builtin --time 1e99", 64, "1e99"},
        {"bench-collect axpy builtin --memory 12Q", 64, "512M"},
        {"bench-collect axpy builtin --memory 0", 64, "--memory 0"},
        {"bench-collect axpy builtin --sizes 1000000 --memory 1M", 64, "more --memory"},
        {"bench-collect axpy builtin --precision 0", 64, "1%"},
        {"bench-collect axpy builtin --precision 100%", 64, "1%"},
        {"bench-collect axpy builtin --schedule random", 64, "blocked"},
        {"bench-collect axpy builtin --layout own", 64, "fixed"},
        {"bench-collect axpy builtin --cache hot", 64, "cold"},
    };
    expect_mistakes(shell, mistakes, sizeof mistakes / sizeof *mistakes);
    shell_expect(shell, 1, "test -e results.h5");
}

TEST(what_makes_no_sense_together_is_refused) {
    struct shell *shell = *state;
    static const struct mistake mistakes[] = {
        {"bench-analyze a.h5 --relative", 64, "two files, or with --against"},
        {"bench-analyze a.h5 b.h5 --test sign", 64, "tests of their own"},
        {"bench-analyze a.h5 --history --summary", 64, "no geometric means"},
        {"bench-analyze a.h5 --explain --columns size", 64, "no columns"},
        {"bench-analyze a.h5 --complexity --min-effect 5%", 64, "no verdict"},
        {"bench-collect axpy builtin --max-time 5", 64, "--precision"},
        {"bench-collect axpy builtin --precision 1% --time 5", 64, "--max-time"},
        {"bench-collect -q axpy builtin --sizes 10 --precision 1%", 64, "builtin"},
        {"bench-collect axpy builtin --time 5 --sizes 10 --rounds 3 --max-seeds 2 --stage-time 0.1",
         64, "leave one"},
    };
    expect_mistakes(shell, mistakes, sizeof mistakes / sizeof *mistakes);
    shell_expect(shell, 1, "test -e results.h5");
}

/* Of an option that takes one value, a second one would be lost. */
TEST(options_given_twice_are_refused) {
    struct shell *shell = *state;
    static const struct mistake mistakes[] = {
        {"bench-analyze a.h5 --ref a --ref b", 64, "--ref is given twice; leave one of them out"},
        {"bench-analyze a.h5 --action=x --act y", 64, "--action is given twice"},
        {"bench-analyze a.h5 -o x.csv -oy.csv", 64, "--output is given twice"},
        {"bench-analyze a.h5 --split --split=LIBRARY", 64, "--split is given twice"},
        {"bench-plot a.h5 --dpi 100 --dpi 200 -o a.png", 64, "--dpi is given twice"},
        {"bench-plot a.h5 --title a --title b -o a.png", 64, "--title is given twice"},
        {"bench-plot a.h5 --x n --x m -o a.png", 64, "--x is given twice"},
        {"bench-store export a.h5 -o a.csv -o b.csv", 64, "--output is given twice"},
        {"bench-store export a.h5 -o a.csv --to csv --to tsv", 64, "--to is given twice"},
        {"bench-store export a.h5 -o a.csv --samples --wide", 64, "--samples, --summary or --wide"},
        {"bench-store import a.csv --as a=n --as b=size", 64,
         "--as is given twice; leave one of them out, a=n or b=size"},
        {"bench-store show a.h5 --fact a --fact b", 64, "--fact is given twice"},
        {"bench-store list a.h5 --format json --format text", 64, "--format is given twice"},
        {"bench-store verify a.h5 --lock-timeout 1 --lock-timeout 2", 64,
         "--lock-timeout is given twice"},
        {"bench-collect axpy builtin --rounds 2 --rounds 3", 64, "--rounds is given twice"},
    };
    make_archive(shell);
    expect_mistakes(shell, mistakes, sizeof mistakes / sizeof *mistakes);
    shell_expect(shell, 1, "test -e a.csv");
    /* These are lists. */
    shell_expect(shell, 0,
                 "bench-analyze results.h5 --library builtin --library builtin -p 'size>=1' -p "
                 "'size<=1000000'");
    shell_expect(shell, 0, "bench-plot results.h5 -o a.png -o b.svg --kind time --kind ratio");
    shell_expect(shell, 0, "bench-store export results.h5 --samples --samples -o c.csv");
}

/* The archive turns into something else while libraries are being measured. */
TEST(a_run_that_cannot_be_appended_is_saved_elsewhere) {
    struct shell *shell = *state;
    make_archive(shell);
    shell_run(shell, "mkdir rescue; TMPDIR=rescue at kept:dot:10:1 'cp text.h5 results.h5' "
                     "bench-collect -q dot builtin --sizes 10 --rounds 2 --stage-time 0.001");
    assert_uint_in_range(shell->status, 1, 2); /* it is damaged, or no longer has the run */
    assert_non_null(strstr(shell->err, "saved to rescue/benchmat-"));
    shell_expect(shell, 0, "cmp results.h5 text.h5 && bench-analyze rescue/benchmat-*.h5");
}

/* Without TMPDIR, or with one that is not there, that is beside the archive. */
SOAK_TEST(a_run_without_tmpdir_is_saved_beside_its_archive) {
    struct shell *shell = *state;
    static const char *const settings[] = {"unset TMPDIR", "export TMPDIR=", "export TMPDIR=/none"};
    make_archive(shell);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        char command[400];
        snprintf(command, sizeof command,
                 "%s; rm -rf there; mkdir there; at kept:dot:10:1 'cp text.h5 there/r.h5' "
                 "bench-collect -q dot builtin -o there/r.h5 --sizes 10 --rounds 2 "
                 "--stage-time 0.001",
                 settings[i]);
        shell_run(shell, command);
        assert_uint_in_range(shell->status, 1, 2);
        assert_has(shell->err, "saved to there/benchmat-");
        shell_expect(shell, 0,
                     "bench-analyze there/benchmat-*.h5 && "
                     "test $(stat -c %a there/benchmat-*.h5) = 600");
    }
}

static void make_ill_formed(struct shell *shell) {
    char command[PATH_MAX + 200], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    shell_expect(shell, 0,
                 "for r in 1 2 3; do echo b,10,$r,1,2.${r}e-8; echo c,10,$r,1,3.${r}e-8; done | "
                 "sed '1i library,size,round,seed,seconds' >two.csv && "
                 "bench-store import -q two.csv --action dot");
    snprintf(command, sizeof command,
             "/usr/bin/python3 '%s/tests/cli/ill_formed.py' results.h5 bad.h5 && "
             "cp bad.h5 worse.h5",
             root);
    shell_expect(shell, 0, command);
}

/* Whatever an archive's names and facts hold, what is printed is UTF-8, and steers no terminal. */
SOAK_TEST(ill_formed_names_are_printed_well_formed) {
    struct shell *shell = *state;
    static const char *const commands[] = {
        "bench-store show --format json bad.h5",
        "bench-store info --format json bad.h5",
        "bench-store list --format json bad.h5",
        "bench-store verify --format json bad.h5",
        "bench-store export bad.h5 --to json -o -",
        "bench-store show bad.h5",
        "bench-store info bad.h5",
        "bench-store export bad.h5 --to csv -o -",
        "bench-store export bad.h5 --to markdown -o -",
        "bench-analyze bad.h5 --format json",
        "bench-analyze bad.h5 --format latex",
        "bench-analyze bad.h5 --fastest",
        "bench-analyze bad.h5 worse.h5",
        "bench-plot bad.h5 --format svg -o -",
        "bench-plot bad.h5 --report -",
        "! bench-store show bad.h5 \"$(printf 'x\\377')\" 2>&1",
        "! bench-store \"$(printf 'x\\377')\" 2>&1",
        "! bench-collect \"$(printf 'x\\377')\" 2>&1",
    };
    char command[300];
    make_ill_formed(shell);
    shell_expect(shell, 0,
                 "printf 'import json, sys\ntext = sys.stdin.buffer.read().decode()\n"
                 "assert text and all(c in \"\\\\n\\\\t\" or c.isprintable() or ord(c) > 159 for c "
                 "in text)\n"
                 "if len(sys.argv) > 1: json.loads(text)\n' >check.py");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        snprintf(command, sizeof command, "{ %s; } >said && /usr/bin/python3 check.py %s <said",
                 commands[i], strstr(commands[i], "json") ? "json" : "");
        shell_expect(shell, 0, command);
    }
}

/* Two libraries that differ only in bytes that are not printed stay two. */
TEST(ill_formed_names_stay_different) {
    struct shell *shell = *state;
    make_ill_formed(shell);
    shell_expect(shell, 0, "bench-analyze bad.h5 worse.h5 --format csv --columns library");
    assert_string_equal(shell->out, "library\na%FF\na%FE\n");
    shell_expect(shell, 0,
                 "bench-store export bad.h5 -o bad.csv && bench-analyze bad.csv --format csv "
                 "--columns library,n | sort -u");
    assert_has(shell->out, "a%FE,");
    assert_has(shell->out, "a%FF,");
}

/* All of it is in tests/soak/flipped_programs.c. */
SOAK_TEST(a_flipped_bit_changes_no_number) {
    struct flipped f;
    shell_expect(*state, 0, FLIPPED_ARCHIVE("1", "2"));
    flipped_begin(&f, *state);
    f.is_short = 1;
    flipped_scan(&f, "OCHK", 0);
    assert_true(f.noticed > f.tried / 2);
    assert_int_equal(f.wrong, 0);
    flipped_end(&f);
}

/* In KiB. */
#ifdef ADDRESS_SANITIZER
#    define STACK "1024"
#else
#    define STACK "128"
#endif

SOAK_TEST(a_small_stack_is_enough) {
    static const char *const commands[] = {
        "bench-collect -q axpy,dot builtin b=builtin --sizes 10,100 --rounds 3 --stage-time 0.002",
        "bench-collect -q axpy builtin --sizes 10 --rounds 1 --time 0.1",
        "bench-collect -n axpy builtin",
        "bench-collect --list",
        "bench-collect --check-system; test $? -lt 5",
        "bench-analyze results.h5 --test wilcoxon",
        "bench-analyze results.h5 --test mann-whitney",
        "bench-analyze results.h5 --history",
        "bench-plot results.h5 -o a.png",
        "bench-plot results.h5 --report a.html",
        "bench-plot results.h5",
        "bench-store verify results.h5",
        "bench-store export results.h5 -o a.mat",
        "bench-store import a.mat -o b.h5",
        "bench-store repair results.h5 -o c.h5",
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char command[256];
        snprintf(command, sizeof command, "ulimit -s " STACK "; %s", commands[i]);
        shell_expect(*state, 0, command);
    }
}

#ifndef ADDRESS_SANITIZER
/* Where HDF5 crashes at once, and where it is told that there is none left. */
SOAK_TEST(too_little_memory_is_no_damage) {
    static const char *const commands[] = {"bench-store list", "bench-store verify",
                                           "bench-analyze results.h5"};
    struct shell *shell = *state;
    char command[256];
    shell_expect(shell, 0,
                 "bench-collect -q axpy,dot builtin --sizes 10,100 --rounds 3 --stage-time 0.001");
    for (int kilobytes = 800; kilobytes <= 3000; kilobytes += 400)
        for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
            snprintf(command, sizeof command,
                     "(ulimit -d %d; %s) >all 2>&1; code=$?; cat all; "
                     "test $code = 0 || { test $code = 1 && grep 'ulimit -d allows %d kB' all; }",
                     kilobytes, commands[i], kilobytes);
            shell_expect(shell, 0, command);
            assert_lacks(shell->out, "amaged");
            assert_lacks(shell->out, "DAMAGED");
        }
    shell_expect(shell, 1, "ulimit -d 1800; bench-collect -q axpy builtin --sizes 10 --rounds 1");
    assert_has(shell->err, "for want of memory: ulimit -d allows 1800 kB; raise it");
}
#endif
