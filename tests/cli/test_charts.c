/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-plot's charts of the rows of an analysis, as people type them. */
#include "tests/cli/made_times.h"

/* The words in the picture of COMMAND, drawn to a.pdf. */
static void draw(struct shell *shell, const char *options) {
    char command[1024];
    snprintf(command, sizeof command,
             "bench-plot results.h5 -o a.pdf %s && pdftotext -layout a.pdf - && pdfinfo a.pdf",
             options);
    shell_expect(shell, 0, command);
}

static void expect(struct shell *shell, const char *words) {
    if (!strstr(shell->out, words))
        fail_msg("no \"%s\" in\n%s", words, shell->out);
}

static void expect_error(struct shell *shell, const char *words) {
    if (!strstr(shell->err, words))
        fail_msg("no \"%s\" in\n%s", words, shell->err);
}

static struct shell *archives;

/* results.h5, in which the reference has a library beside it: alone it has no ratios; and the same
 * with another action. Their times are made up. */
static int measure_once(void **state) {
    if (shell_begin(state))
        return -1;
    archives = *state;
    shell_expect(archives, 0,
                 "cat >other.c <<'END'\n"
                 "double ddot_(const int *n, const double *x, const int *dx, const double *y,"
                 " const int *dy) {\n"
                 "    double sum = 0;\n"
                 "    for (int i = 0; i < *n; i++) sum += x[i * *dx] * y[i * *dy];\n"
                 "    return sum;\n}\n"
                 "void dcopy_(const int *n, const double *x, const int *dx, double *y,"
                 " const int *dy) {\n"
                 "    for (int i = 0; i < *n; i++) y[i * *dy] = x[i * *dx];\n}\nEND\n"
                 "cc -O1 -shared -fPIC -o libother.so other.c && "
                 "quick='--rounds 2 --max-seeds 2 --stage-time 0.001 -q' && "
                 "bench-collect dot,copy builtin ./libother.so --ref builtin --sizes 10,100,1000 "
                 "$quick && cp results.h5 axpy.h5 && cp results.h5 empty.h5 && "
                 "bench-collect axpy builtin --sizes 10,1000 $quick -o axpy.h5 && "
                 "bench-collect empty builtin --sizes 10,20 $quick -o empty.h5");
    make_times(archives, "results.h5 axpy.h5 empty.h5");
    return 0;
}

static int forget(void **state) {
    void *measured = archives;
    (void)state;
    return shell_end(&measured);
}

/* The ARCHIVE becomes results.h5. */
static void take(struct shell *shell, const char *archive) {
    char command[256];
    snprintf(command, sizeof command, "cp '%s/%s' results.h5", archives->directory, archive);
    shell_expect(shell, 0, command);
}

static void collect(struct shell *shell) {
    take(shell, "results.h5");
}

EACH_TEST(shell_begin, shell_end);
ALL_TESTS(measure_once, forget);

SOAK_TEST(every_kind_draws_what_it_says) {
    struct shell *shell = *state;
    static const struct {
        const char *options, *words;
    } cases[] = {{"", "dot — operations per second"},
                 {"", "copy — bytes per second"},
                 {"", "dot — mean time per call"},
                 {"--statistic mean", "mean time relative to builtin"},
                 {"--peak measured", "best measured"},
                 {"--kind ratio", "time relative to builtin"},
                 {"--kind time", "time per call"},
                 {"--speedup", "speed-up over builtin"},
                 {"--kind speedup", "higher is faster"},
                 {"--y ratio --speedup", "speed-up over builtin"},
                 {"--kind rate", "operations per second"},
                 {"--kind rate", "bytes per second"},
                 {"--kind rate --peak 100Tflop/s", "peak 100 Tflop/s"},
                 {"--kind rate --peak measured", "best measured"},
                 {"--kind accuracy", "error of the answers"},
                 {"--y p75 --action dot", "dot — p75"},
                 {"--y cv --scale-y log", "coefficient of variation"},
                 {"--y mean --scale-x linear", "time per call"},
                 {"--x date --at size=100 --kind time", "dot, size 100 — mean time per call"},
                 {"--range x=10..100 --range-y 1e-12.. --kind time", "time per call"},
                 {"--grid 2 --kind ratio", "2 actions — typical time relative to builtin"},
                 {"--grid 4x1", "copy — B/s"}};
    collect(shell);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        draw(shell, cases[i].options);
        expect(shell, cases[i].words);
    }
}

/* The default: rates of all actions, or ratios if one has no operations. */
TEST(rates_are_drawn_where_every_action_has_them) {
    struct shell *shell = *state;
    collect(shell);
    shell_expect(shell, 0,
                 "bench-analyze results.h5 --format json >rows.json && "
                 "bench-plot rows.json -o a.pdf && pdftotext -layout a.pdf -");
    expect(shell, "dot — operations per second");
    shell_expect(shell, 0,
                 "sed '/\"action\":\"copy\"/s/\"bytes\":[^,]*/\"bytes\":null/' rows.json | "
                 "sed '/\"action\":\"copy\"/s/\"byte_rate\":[^,]*/\"byte_rate\":null/' | "
                 "bench-plot - -o a.pdf && pdftotext -layout a.pdf -");
    expect(shell, "dot — typical time relative to builtin");
    expect(shell, "copy — typical time relative to builtin");
    assert_null(strstr(shell->out, "per second"));
}

/* other takes twice as long up to 64 and half as long from 128 on: equal at the root of 64 * 128.
 */
TEST(where_the_lead_passes_is_marked_in_every_format) {
    struct shell *shell = *state;
    static const char svg[] = "--format svg -o - | grep -c "
                              "'stroke-width=\"0.5\" .*stroke-opacity=\"0.6\"' | sed "
                              "'s/^[1-9].*/mine faster from ≈ 91/'";
    const char *const commands[] = {
        "-o a.pdf >/dev/null && pdftotext a.pdf -", svg,
        "--format tikz -o - | sed 's/{.approx}/≈/; s/.ensuremath//; s/[{}$]//g; s/.approx/≈/'",
        "--format terminal -o -", "--kind speedup --format terminal -o -"};
    shell_expect(shell, 0,
                 "awk 'BEGIN { print \"library,size,seconds\"; srand(1)\n"
                 "for (l = 0; l < 2; l++) for (n = 8; n <= 2048; n *= 2) for (k = 0; k < 6; k++)\n"
                 "print (l ? \"other\" : \"usual\") \",\" n \",\" "
                 "1e-9 * n * (l ? (n > 64 ? 0.5 : 2) : 1) * (1 + rand() / 50) }' >cross.csv");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "LC_ALL=C.UTF-8 bench-plot cross.csv --ref usual --label other=mine %s",
                 commands[i]);
        shell_expect(shell, 0, command);
        expect(shell, "mine faster from ≈ 91");
    }
    /* cut in the middle if need be, below the legend, which has the name as well */
    shell_expect(shell, 0,
                 "bench-plot cross.csv --label other=mine_of_a_name_that_is_longer_than_any_plot "
                 "--grid 4 --size 85 -o a.svg >x && grep -c '>mine_of' a.svg");
    assert_string_equal(shell->out, "2\n");
    shell_expect(shell, 0, "bench-plot cross.csv --kind time -o a.pdf && pdftotext a.pdf -");
    assert_null(strstr(shell->out, "faster from"));
}

/* In every format, by the names that the figure has for them. */
TEST(who_does_not_stand_out_is_grey) {
    struct shell *shell = *state;
    static const char *const commands[] = {"--format tikz -o -", "--format terminal -o -",

                                           "-o a.pdf >/dev/null && pdftotext -layout a.pdf -"};
    shell_expect(shell, 0,
                 "awk 'BEGIN { print \"library,size,seconds\"\n"
                 "for (l = 0; l < 4; l++) for (n = 8; n <= 2048; n *= 2) for (k = 0; k < 3; k++)\n"
                 "print \"lib\" l \",\" n \",\" 1e-9 * n * (l + 1) * (1 + k / 100) }' >grey.csv");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "bench-plot grey.csv --kind ratio --label lib3=mine --highlight lib1 %s",
                 commands[i]);
        shell_expect(shell, 0, command);
        expect(shell, "2 others in grey: lib2, mine");
    }
    shell_expect(shell, 64, "bench-plot grey.csv --highlight lib1,lbi2 -o a.png");
    expect_error(shell, "--highlight lbi2: no library is called that; did you mean \"lib2\"?");
    shell_expect(shell, 64, "bench-plot grey.csv --highlight lib1 --report a.html");
    expect_error(shell, "--highlight changes nothing in a report");
}

TEST(maps_of_winners_have_the_words_of_their_actions) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "awk 'BEGIN { print \"action,library,size,round,status,seconds\"\n"
        "split(\"sort — stable,sort — fast,dot\", actions, \",\")\n"
        "for (a = 1; a <= 3; a++) for (l = 1; l <= 2; l++) for (n = 10; n < 5000; n *= 10)"
        "for (r = 0; r < 4; r++) print actions[a] \",lib\" l \",\" n \",\" r \",\" "
        "(a < 3 ? \"ok,\" 1e-9 * n * l * (1 + r / 100) : \"failed,\") }' >maps.csv && "
        "bench-plot maps.csv --kind winner -o a.pdf >/dev/null && pdftotext -layout a.pdf -");
    expect(shell, "2 actions — fastest library");
    expect(shell, "sort — stable");
    expect(shell, "sort — fast");
    expect_error(shell, "left out, dot: no library is the fastest anywhere");
    shell_expect(shell, 0, "bench-plot maps.csv --kind winner --range x=5..50 -o a.svg");
    shell_expect(shell, 0,
                 "bench-plot maps.csv --kind winner --label lib1=mine -o a.pdf >/dev/null && "
                 "pdftotext -layout a.pdf -");
    assert_lacks(shell->out, "lib1");
    shell_expect(shell, 64, "bench-plot maps.csv --kind winner --action dot -o a.svg");
    expect_error(shell, "nothing to draw: dot: no library is the fastest anywhere");

    shell_expect(shell, 0,
                 "for s in 8 16; do awk -v stride=$s 'BEGIN { print "
                 "\"action,library,size,stride,round,seconds\"\n"
                 "for (l = 1; l <= 2; l++) for (n = 10; n < 5000; n *= 10) for (r = 0; r < 4; r++)"
                 "print \"axpy,lib\" l \",\" n \",\" stride \",\" r \",\" "
                 "1e-9 * n * l * (1 + r / 100) }' >run.csv && "
                 "bench-store import -q -o runs.h5 run.csv || exit 1; done; "
                 "bench-plot runs.h5 --run 1,2 --kind winner -o a.pdf >/dev/null && "
                 "pdftotext -layout a.pdf -");
    expect(shell, "axpy — fastest library");
    expect(shell, "stride 8");
    expect(shell, "stride 16");
    expect(shell, "run_000002");
}

static void draw_map(struct shell *shell, const char *options) {
    char command[PATH_MAX];
    snprintf(command, sizeof command,
             "bench-plot columns.csv --kind winner %s -o a.pdf >/dev/null && pdftotext -layout "
             "a.pdf - | tr -s ' '",
             options);
    shell_expect(shell, 0, command);
}

/* Twelve columns in which lib2 takes 30 % more. */
TEST(maps_are_as_wide_as_the_words_in_their_tiles) {
    static const char said[] = "tiles: the library, and how much more the next one takes";
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "awk 'BEGIN { print \"action,library,size,round,seconds\"\n"
                 "for (l = 1; l <= 2; l++) for (n = 16; n < 50000; n *= 2)"
                 "for (r = 0; r < 4; r++) print \"axpy,lib\" l \",\" n \",\" r \",\" "
                 "1e-9 * n * (0.7 + 0.3 * l) * (1 + r / 1000) }' >columns.csv");
    draw_map(shell, "");
    expect(shell, said);
    expect(shell, "+30 %");
    draw_map(shell, "--size 50");
    assert_lacks(shell->out, said);
    assert_lacks(shell->out, "+30");
    expect(shell, "tiles: the deeper");
    draw_map(shell, "--size 88");
    assert_lacks(shell->out, said);
    assert_lacks(shell->out, "+30 %");
    expect(shell, "tiles: how many % more");
    expect(shell, "+30");
}

/* In the usual size its last word stands on a line of its own. */
TEST(words_are_smaller_where_that_saves_a_line) {
    struct shell *shell = *state;
    collect(shell);
    draw(shell, "--kind speedup --action dot --size 84x70");
    expect(shell, "with its 95 % interval; higher is faster\n");
}

TEST(panels_have_the_same_axes_and_the_peak) {
    struct shell *shell = *state;
    take(shell, "axpy.h5");
    shell_expect(shell, 0,
                 "bench-plot results.h5 --action dot,axpy --kind panels --peak 90Gflop/s -o p.tikz "
                 ">x && grep -o 'ymin=[^,]*, *ymax=[^,]*' p.tikz | sort -u | wc -l && "
                 "grep -c 'ymin=0,' p.tikz && grep -c 'peak 90.*flop/s' p.tikz");
    assert_string_equal(shell->out, "1\n2\n2\n");
    /* below each other in a single column */
    shell_expect(shell, 0,
                 "bench-plot results.h5 --action dot,axpy --kind panels --size 85 -o n.tikz >x && "
                 "awk '/useasboundingbox/ { split($0, ends, /[(,)]/) } "
                 "END { exit !(ends[6] > ends[5]) }' n.tikz && grep useasb n.tikz");
}

SOAK_TEST(what_cannot_be_drawn_is_refused_in_one_line) {
    struct shell *shell = *state;
    static const struct {
        const char *options, *words;
    } cases[] = {
        {"--kind threads", "nothing to draw: not measured with several numbers of threads"},
        {"--y medain", "median"},
        {"--y library", "no column of numbers"},
        {"--y mean --kind time", "each says what goes up"},
        {"--y mean --speedup", "--speedup turns ratios over"},
        {"--kind rate --speedup", "in --kind rate; it is for --kind overview, ratio or speedup"},
        {"--kind time --peak 1Gflop/s", "--peak changes nothing in --kind time; it is for --kind "
                                        "overview, rate, panels or roofline"},
        {"--peak measured --kind ratio", "--peak changes nothing in --kind ratio"},
        {"--kind ecdf --scale-x log", "--scale-x changes nothing in --kind ecdf; it is for --kind "
                                      "overview, time, ratio, speedup, rate, accuracy, threads, "
                                      "scaling, weak, panels, winner or change"},
        {"--kind histogram --range x=1e-9..", "--range changes nothing in --kind histogram"},
        {"--kind history --grid 2", "--grid changes nothing in --kind history"},
        {"--kind ecdf --x size", "--x changes nothing in --kind ecdf"},
        {"--scale-x cubic", "choose linear, log or log2"},
        {"--range 1..5", "names no axis"},
        {"--range x=nan..5", "invalid range"},
        {"--range-y 0..1 --kind time", "a logarithmic axis has no 0"},
        {"--grid 1x1 --kind time", "2 charts do not go into a grid of 1x1; choose --grid 1x2"},
        {"--grid 0", "invalid grid"},
        {"--grid 3x-2", "invalid grid"},
        {"--x nonesuch", "it has size"},
        {"--action dot,nonesuch", "no action \"nonesuch\""},
        {"--library nonesuch", "has no library \"nonesuch\"; it has "},
        {"--at size=7", "has no point of size=7; its size is "},
        {"--at size", "names no parameter and number"},
        {"--peak nan", "--peak: 'nan' must be above 0"}};
    collect(shell);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[1024];
        snprintf(command, sizeof command, "bench-plot results.h5 -o b.pdf %s", cases[i].options);
        shell_expect(shell, 64, command);
        if (!strstr(shell->err, cases[i].words))
            fail_msg("%s: no \"%s\" in\n%s", command, cases[i].words, shell->err);
        shell_expect(shell, 0, "test ! -e b.pdf");
    }
    shell_expect(shell, 64, "bench-plot results.h5 --report r.html --kind rate");
    expect_error(shell, "--kind changes nothing in a report; it is for a picture, which -o names");
    shell_expect(shell, 0, "test ! -e r.html");
    shell_expect(shell, 0, "bench-plot results.h5 --report r.html --kind rate -o rate.png");
}

TEST(points_and_libraries_are_chosen_as_by_bench_analyze) {
    struct shell *shell = *state;
    take(shell, "empty.h5");
    draw(shell, "--kind rate");
    assert_non_null(strstr(shell->err, "left out, neither operations nor bytes are known: empty"));
    draw(shell,
         "--kind time --action action_copy --at 'size>=100' --since 20000d --library builtin");
    expect(shell, "copy — mean time per call");
    assert_null(strstr(shell->out, "dot"));
    shell_expect(shell, 0,
                 "bench-analyze results.h5 --action copy,dot --at 'size>=100' --format csv "
                 "--columns action,size");
    assert_null(strstr(shell->out, ",10\n"));
    assert_null(strstr(shell->out, "empty"));
}

/* Ratios at 999 sizes go up and down by a tenth; the times that they are of rise a thousandfold. */
TEST(a_jagged_line_has_no_dashes) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "awk 'BEGIN { print \"action,library,size,seconds\"\n"
                 "for (n = 10; n <= 9990; n += 10) for (i = 1; i <= 3; i++)\n"
                 "printf \"sort,%c,%d,%.6g\\n\", 96 + i, n, 1e-9 * n * n * (i + n * i % 7 / 50) }'"
                 " >noisy.csv && bench-plot noisy.csv --kind ratio -o ratio.svg &&"
                 " bench-plot noisy.csv --kind time -o time.svg");
    shell_expect(shell, 1, "grep stroke-dasharray ratio.svg");
    shell_expect(shell, 0, "grep -q 'stroke-linejoin=\"bevel\"' ratio.svg");
    shell_expect(shell, 0, "grep stroke-dasharray time.svg");
}

TEST(what_failed_is_not_drawn) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "cat >g.json <<'END'\n"
                 "{\"context\": {}, \"benchmarks\": [\n"
                 "{\"name\": \"good/8\", \"run_type\": \"iteration\", \"iterations\": 9,"
                 " \"real_time\": 5.9, \"cpu_time\": 5.9, \"time_unit\": \"ns\"},\n"
                 "{\"name\": \"bad/8\", \"run_type\": \"iteration\", \"error_occurred\": true,"
                 " \"error_message\": \"no\", \"iterations\": 0, \"real_time\": 0,"
                 " \"cpu_time\": 0, \"time_unit\": \"ns\"}]}\nEND\n"
                 "bench-plot g.json -o a.pdf && pdftotext a.pdf - && rm a.pdf");
    expect_error(shell, "bench-plot: left out, no library has a result: bad\n");
    expect(shell, "left out, no library has a result: bad\n");
    expect(shell, "good, size 8 — mean time per call");
    assert_null(strstr(shell->out, "bad, "));
    shell_expect(shell, 64, "bench-plot g.json --action bad --kind ratio -o a.pdf");
    expect_error(shell, "nothing to draw: no library has a result");
    shell_expect(shell, 0,
                 "test ! -e a.pdf && bench-plot g.json --report r.html && "
                 "grep -q 'Nothing is drawn' r.html && grep -q '<svg' r.html");
}

/* blis is the third of four libraries: it has the palette's vermilion. */
TEST(a_library_looks_alike_whatever_is_chosen) {
    struct shell *shell = *state;
    static const char *const options[] = {
        "",
        "--library blis",
        "--library blis,netlib",
        "--library netlib,blis --ref blis",
        "--action dot",
        "--at size=10",
        "--action dot --at size=10 --library blis --kind ratio",
        "--kind ecdf --library blis",
        "--kind histogram --library blis",
        "--theme light --report r.html -o a.svg --library blis",
    };
    shell_expect(
        shell, 0,
        "(echo action,library,size,round,seed,seconds; for r in 1 2 3; do "
        "for n in 10 100; do for l in openblas atlas blis netlib; do "
        "echo axpy,$l,$n,$r,1,${n}e-9; done; "
        "for l in netlib blis; do echo dot,$l,$n,$r,1,${n}e-8; done; done; done) >t.csv && "
        "bench-store import -o t.h5 t.csv");
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "bench-plot t.h5 -o a.svg %s && grep -c 'stroke=\"#d55e00\"' a.svg", options[i]);
        shell_expect(shell, 0, command);
    }
    shell_expect(shell, 1,
                 "bench-plot t.h5 --library openblas -o a.svg >/dev/null; "
                 "grep '#d55e00' a.svg");
    shell_expect(shell, 0, "grep -qi '#d55e00' r.html");
}
