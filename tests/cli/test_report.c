/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-plot --report: what is on the page, that it is well-formed, and in a real browser that it
 * does what it should (report_browser.py). */
#include "tests/cli/made_times.h"
#include "tests/cli/thousand_sizes.h"

static void expect_text(struct shell *shell, const char *text) {
    char command[1024];
    snprintf(command, sizeof command, "grep -qF -- '%s' report.html || { echo 'no %s'; false; }",
             text, text);
    shell_expect(shell, 0, command);
}

/* Names of which each tries something; times with a crossover. */
static const char hostile_measurements[] =
    "awk 'BEGIN {"
    "  name[0] = \"<script>window.hit=1</script>\";"
    "  name[1] = \"\\\"\\\"><img src=x onerror=window.hit=1>\";"
    "  name[2] = \"x\\\"\\\" onfocus=window.hit=1 autofocus tabindex=1 a=\\\"\\\"\";"
    "  name[3] = \"\\xd7\\x90\\xd7\\xa8\\xd7\\x96 \\xe2\\x80\\xaegnp.exe\";"
    "  name[4] = sprintf(\"%0200d\", 1);"
    "  name[5] = \"a\\001b\\033[31mred\\177\";"
    "  name[6] = \"&lt;b&gt; ]]> --> </title></svg></style>\";"
    "  name[7] = \"javascript:window.hit=1\";"
    "  print \"action,library,size,round,seed,seconds\"; srand(1);"
    "  for (r = 0; r < 4; r++) for (n = 10; n <= 10000; n *= 10) for (s = 0; s < 3; s++)"
    "    for (i = 0; i < 8; i++)"
    "      printf \"<h1 onclick=alert(1)>\\\"\\\"act,\\\"%s\\\",%d,%d,%d,%.9g\\n\", name[i], n, r, "
    "s,"
    "        1e-9 * (100 * (8 - i) + n * (1 + i)) * (1 + 0.01 * rand())"
    "}' | sed 's/^<h1 onclick=alert(1)>\"\"act/\"&\"/' >hostile.csv";

/* --- archives whose times are made up (made_times.py) --- */

static struct shell *archives;

/* measured.h5: one library that is right, one that is slower from size 100 on, one that is wrong
 * from there on; and another action of one library. 1.h5, 2.h5 and 3.h5: one library at a size. */
static int measure_once(void **state) {
    static const char *const fakes[][2] = {
        {"right", ""}, {"slow", ""}, {"wrong", "-DFAULT='y[*n - 1] = 7; return'"}};
    char command[PATH_MAX + 256], root[PATH_MAX];
    if (shell_begin(state))
        return -1;
    archives = *state;
    assert_non_null(getcwd(root, sizeof root));
    for (size_t i = 0; i < sizeof fakes / sizeof *fakes; i++) {
        snprintf(command, sizeof command,
                 "cc -O2 -shared -fPIC %s -o lib%s.so '%s/tests/cli/fake_blas.c'", fakes[i][1],
                 fakes[i][0], root);
        shell_expect(archives, 0, command);
    }
    shell_expect(archives, 3,
                 "bench-collect -q axpy ./lib*.so --sizes 10:1000:9 --rounds 4 --stage-time 0.001 "
                 "-o measured.h5");
    shell_expect(archives, 0,
                 "bench-collect -q dot builtin --sizes 16,64,256 --rounds 3 --stage-time 0.001 "
                 "-o measured.h5");
    shell_expect(archives, 0,
                 "for night in 1 2 3; do bench-collect -q axpy builtin --sizes 64,256 --rounds 6 "
                 "--stage-time 0.001 -o $night.h5 || exit 1; done");
    make_times(archives, "measured.h5 1.h5 2.h5 3.h5");
    return 0;
}

static int forget(void **state) {
    void *measured = archives;
    (void)state;
    return shell_end(&measured);
}

/* The ARCHIVE is called NAME here. */
static void take(struct shell *shell, const char *archive, const char *name) {
    char command[256];
    snprintf(command, sizeof command, "cp '%s/%s' %s", archives->directory, archive, name);
    shell_expect(shell, 0, command);
}

static void measure(struct shell *shell) {
    take(shell, "measured.h5", "results.h5");
}

/* The nights NIGHTS, which differ in their names alone. */
static void take_nights(struct shell *shell, int nights) {
    for (int night = 1; night <= nights; night++) {
        char name[16];
        snprintf(name, sizeof name, "%d.h5", night);
        take(shell, name, name);
    }
}

EACH_TEST(shell_begin, shell_end);
ALL_TESTS(measure_once, forget);

TEST(the_page_says_what_is_known) {
    struct shell *shell = *state;
    measure(shell);
    shell_expect(shell, 0, "bench-plot --report report.html results.h5");
    assert_string_equal(shell->out, "report.html\n");
    assert_string_equal(shell->err, "");
    shell_expect(shell, 0, "test ! -e results.png"); /* a page was asked for, no picture */
    shell_expect(shell, 0, "xmllint --noout report.html");
    expect_text(shell, "<h1>4 libraries compared: axpy, dot</h1>");
    expect_text(shell, "<p class=\"answer\">Of 2 actions: <bdi class=\"name\">right</bdi> is the "
                       "fastest on average in 1;");
    expect_text(shell, "<p><bdi class=\"name\">right</bdi> is the fastest on average over");
    expect_text(shell, "<p>Only <bdi class=\"name\">builtin</bdi> was measured");
    expect_text(shell, "answer: wrong");
    expect_text(shell, "<dt>frequency governor</dt>");
    expect_text(shell, "<dt>compiler flags</dt>");
    expect_text(shell, "bench-collect -q dot builtin --sizes 16,64,256");
    expect_text(shell, "<code>bench-plot --report report.html results.h5</code>");
    shell_expect(shell, 0, "grep -q \"$(sha256sum <results.h5 | cut -c1-64)\" report.html");
    shell_expect(shell, 0, "bench-analyze --verbose results.h5 | grep -c '^verdicts'");
    shell_expect(
        shell, 0,
        "bench-analyze --verbose --width 400 results.h5 --action axpy | grep '^verdicts' | "
        "grep -qFf - report.html");
    shell_expect(shell, 0,
                 "bench-store show results.h5 1 | sed -n 's/^  uuid *//p' | "
                 "grep -qFf - report.html");
}

/* What is below the heading of the action is in its section; no heading of another action is. */
TEST(every_action_has_its_own_section) {
    struct shell *shell = *state;
    measure(shell);
    shell_expect(shell, 0, "bench-plot --report report.html results.h5");
    shell_expect(shell, 0,
                 "for action in axpy dot; do for part in "
                 "'*[local-name()=\"figure\" and @class=\"view time log\"]' "
                 "'*[local-name()=\"table\" and @class=\"sortable\"]'; do "
                 "test \"$(xmllint --xpath \"count(//*[local-name()='section' and "
                 "*[local-name()='h2']='$action']//$part)\" report.html)\" = 1 || exit 1; "
                 "done; done");
}

/* As many as h5py counts in the latest measurements, without the copy that tells the noise. One is
 * marked first, so that there is something to count. */
static const char count_disturbed[] =
    "/usr/bin/python3 - <<'EOF' >expected\n"
    "import h5py, numpy\n"
    "marked = samples = 0\n"
    "with h5py.File('results.h5', 'r+') as file:\n"
    "    for run in (name for name in file if name.startswith('run_')):\n"
    "        for action in ('axpy', 'dot'):\n"
    "            details = file[run].get(action + '/details', {})\n"
    "            for library in details:\n"
    "                if library.endswith('_control') or 'disturbed' not in details[library]:\n"
    "                    continue\n"
    "                kept = details[library]['disturbed']\n"
    "                if not samples:\n"
    "                    kept[(0,) * kept.ndim] = 1\n"
    "                times = file[run][action][library][...]\n"
    "                samples += numpy.isfinite(times).sum()\n"
    "                marked += (numpy.isfinite(times) & (kept[...] > 0)).sum()\n"
    "print(f'{marked} of {samples} samples (', end='')\n"
    "EOF";

TEST(the_headline_counts_disturbed_samples) {
    struct shell *shell = *state;
    measure(shell);
    shell_expect(shell, 0, count_disturbed);
    shell_expect(shell, 0,
                 "bench-plot --report report.html results.h5 && cat expected && "
                 "sed '/<nav/,$d' report.html | grep -qFf expected");
    shell_expect(shell, 0,
                 "sed -n 's/.*disturbed samples<.dt><dd>\\([0-9]* of [0-9]*\\)<.*/\\1/p' "
                 "report.html | awk '{ marked += $1; samples += $3 } "
                 "END { printf \"%d of %d samples (\", marked, samples }' | cmp - expected");
}

/* The control's are among those, and it has as many samples as the library that it is a copy of. */
TEST(older_archives_count_disturbed_samples_as_a_whole) {
    struct shell *shell = *state;
    measure(shell);
    shell_expect(
        shell, 0,
        "/usr/bin/python3 - <<'EOF'\n"
        "import h5py\n"
        "with h5py.File('results.h5', 'r+') as file:\n"
        "    action = file['run_000001/axpy']\n"
        "    action.attrs.modify('disturbed_samples', 1)\n"
        "    for library in action['details'].values():\n"
        "        library['disturbed'][...] = -1\n"
        "EOF\n"
        "samples=$(bench-analyze --action axpy --format csv --columns library,n results.h5 "
        "| awk -F, 'NR > 1 { all += $2 * (1 + ($1 == \"right\")) } END { print all }') && "
        "bench-plot --report report.html --action axpy results.h5 && "
        "grep -q \" 1 of $samples samples (.*), the control.*s among them, was disturbed\" "
        "report.html && "
        "grep -q \"<dd>1 of $samples, the control.*s among them</dd>\" report.html");
}

/* How many charts the section of ACTION has with a title that contains TITLE. */
static void expect_charts(struct shell *shell, const char *action, const char *title, int count) {
    char command[1024];
    snprintf(command, sizeof command,
             "found=$(xmllint --xpath \"count(//*[local-name()='section' and "
             "*[local-name()='h2']='%s']//*[local-name()='figcaption']/*[local-name()='strong' and "
             "contains(., '%s')])\" report.html); test $found = %d || { echo $found; false; }",
             action, title, count);
    shell_expect(shell, 0, command);
}

TEST(rates_and_samples_are_drawn_where_there_are_any) {
    struct shell *shell = *state;
    measure(shell);
    shell_expect(shell, 0, "bench-plot --report report.html results.h5");
    expect_charts(shell, "axpy", "operations per second", 1);
    expect_charts(shell, "axpy", "times at size", 1);
    expect_charts(shell, "dot", "times at size", 1);
    expect_charts(shell, "dot", "axpy", 0);
    expect_charts(shell, "dot", "threads", 0);
}

/* Several actions of which one has threads, and no rate is known. */
TEST(threads_are_drawn_in_the_section_that_has_them) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "awk 'BEGIN { print \"action,library,size,threads,round,seed,seconds\";"
                 "  for (r = 0; r < 3; r++) for (t = 1; t <= 4; t *= 2) for (s = 0; s < 4; s++) {"
                 "    printf \"gemm,a,100,%d,%d,%d,%.6g\\n\", t, r, s, 1e-6 / t * (1 + s / 100);"
                 "    printf \"gemm,b,100,%d,%d,%d,%.6g\\n\", t, r, s, 2e-6 / t * (1 + s / 90);"
                 "    printf \"gem,a,%d,1,%d,%d,%.6g\\n\", 100 * t, r, s, 1e-6 * t * (1 + s / 99);"
                 "    printf \"gem,b,%d,1,%d,%d,%.6g\\n\", 100 * t, r, s, 2e-6 * t * (1 + s / 98);"
                 "  } }' >threads.csv && bench-plot --report report.html threads.csv");
    expect_charts(shell, "gemm", "speed-up by threads", 1);
    expect_charts(shell, "gemm", "efficiency of threads", 1);
    expect_charts(shell, "gemm", "per second", 0);
    expect_charts(shell, "gem", "threads", 0);
    expect_charts(shell, "gem", "times at", 1);
    expect_text(shell, "<dt>design</dt><dd>3 rounds; 4 samples each; 72 samples in all</dd>");
    shell_expect(shell, 1, "grep 'new process' report.html"); /* which the file does not tell */
}

/* Eleven libraries all have colours. Of twelve the same two have them in every chart: the
 * reference, and the fastest. */
TEST(of_many_libraries_most_are_grey) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "for count in 11 12; do awk -v count=$count 'BEGIN {\n"
        "  print \"action,library,size,round,seconds\"\n"
        "  for (l = 0; l < count; l++) for (n = 8; n <= 64; n *= 2) for (r = 0; r < 5; r++)\n"
        "    print \"axpy,lib\" l \",\" n \",\" r \",\" 1e-8 * n * (1 + l * 7 % 12) * (1 + r / "
        "50)\n"
        "  }' >$count.csv && bench-plot --report $count.html $count.csv; done && "
        "xmllint --noout 12.html && grep -c 'in grey\\|#b0b0b0' 11.html; "
        "grep -o '10 others in grey\\|#b0b0b0\\|#6e6e6e' 12.html | sort | uniq -c");
    assert_string_equal(shell->out, "11.html\n12.html\n0\n"
                                    "      1 #6e6e6e\n"
                                    "      1 #b0b0b0\n"
                                    "      3 10 others in grey\n");
}

/* The same libraries on two machines, of which one has another result. */
TEST(machines_have_sections_of_their_own) {
    struct shell *shell = *state;
    measure(shell);
    shell_expect(
        shell, 0,
        "cp results.h5 other.h5 && /usr/bin/python3 -c \"import h5py, numpy\n"
        "with h5py.File('other.h5', 'r+') as file:\n"
        "    for run in file:\n"
        "        if run.startswith('run_'):\n"
        "            file[run].attrs['host'] = numpy.bytes_('far')\n"
        "            file[run].attrs['smt'] = numpy.bytes_('notsupported')\n"
        "            file[run].attrs['started'] = numpy.bytes_('2020-02-20T20:02:20+00:00')\n"
        "    file['run_000001/axpy/right'][...] *= 3\n\"");
    shell_expect(shell, 0, "bench-plot --report report.html results.h5 other.h5");
    shell_expect(shell, 0, "xmllint --noout report.html");
    shell_expect(shell, 0,
                 "host=$(hostname) && for action in axpy dot; do for machine in $host far; do "
                 "grep -q \">$action on $machine</h2>\" report.html || exit 1; done; done");
    shell_expect(shell, 0, "grep -c '>dot on far</h2>' report.html | grep -qx 1");
    expect_charts(shell, "axpy on far", "times at size", 1);
    expect_charts(shell, "dot on far", "time per call", 2); /* with both scales */
    shell_expect(shell, 0,
                 "for file in results other; do "
                 "grep -q \"$(sha256sum <$file.h5 | cut -c1-64)\" report.html || exit 1; done");
    expect_text(shell, "<p class=\"answer\">Of 4 measurements of 2 actions: ");
    expect_text(shell, " Measured 2020-02-20 to 20");
    expect_text(shell, "<dt>simultaneous multithreading</dt><dd>not supported</dd>");
    expect_text(shell, "run_000001 of other.h5: axpy: conditions and libraries");
    shell_expect(shell, 64, "bench-plot --report other.h5 results.h5 other.h5");
    shell_expect(shell, 1, "bench-plot --report report.html results.h5 missing.h5");
}

/* One library became ten times slower: the page says what bench-analyze says, of two files and of
 * two runs of one. */
TEST(two_files_or_runs_are_compared) {
    struct shell *shell = *state;
    take_nights(shell, 2);
    shell_expect(shell, 0, "bench-store merge both.h5 1.h5 2.h5");
    shell_expect(shell, 0,
                 "/usr/bin/python3 -c \"import h5py\n"
                 "h5py.File('2.h5', 'r+')['run_000001/axpy/builtin'][...] *= 10\n"
                 "h5py.File('both.h5', 'r+')['run_000002/axpy/builtin'][...] *= 10\n\"");
    static const char *const sides[][2] = {{"1.h5 2.h5", "1.h5 2.h5"},
                                           {"both.h5 --run 1,2", "both.h5 --against 1 --run 2"}};
    for (size_t i = 0; i < 2; i++) {
        char command[256];
        snprintf(command, sizeof command, "bench-plot --report report.html %s", sides[i][0]);
        shell_expect(shell, 0, command);
        expect_charts(shell, "What has changed", "later / earlier", 1);
        expect_text(shell, "<p class=\"answer\">2 of 2 cells slower");
        snprintf(
            command, sizeof command,
            "bench-analyze %s | head -1 >said && grep -q slower said && grep -qFf said report.html",
            sides[i][1]);
        shell_expect(shell, 0, command);
        shell_expect(shell, 0,
                     "xmllint --noout report.html && "
                     "grep -c '<td class=\"bad\">slower</td>' report.html | grep -qx 2");
    }
    shell_expect(shell, 0, "bench-plot both.h5 --run 1,2 --kind change -o a.svg && test -s a.svg");
    shell_expect(shell, 64, "bench-plot both.h5 --run 1 --kind change -o a.svg");
    assert_non_null(strstr(shell->err, "two runs of one file, such as --run 1,2"));
}

TEST(many_runs_have_a_history) {
    struct shell *shell = *state;
    take_nights(shell, 3);
    shell_expect(shell, 0,
                 "bench-store merge two.h5 1.h5 2.h5 && bench-plot --report report.html two.h5");
    shell_expect(shell, 1, "grep -q '>History</h2>' report.html");
    shell_expect(shell, 0,
                 "bench-store merge three.h5 two.h5 3.h5 && "
                 "bench-plot --report report.html three.h5 && xmllint --noout report.html");
    expect_charts(shell, "History", "axpy", 1);
    expect_text(shell, "history of 3 runs");
    expect_text(shell, "<caption><span>cells without a change</span>");
}

/* A file that is named twice, and a copy of a run, count once. */
TEST(runs_of_several_archives_have_one_history) {
    struct shell *shell = *state;
    take_nights(shell, 3);
    shell_expect(shell, 0,
                 "bench-store merge copy.h5 1.h5 2.h5 && "
                 "bench-plot 1.h5 2.h5 3.h5 1.h5 copy.h5 --report report.html && "
                 "bench-plot 1.h5 2.h5 3.h5 1.h5 copy.h5 --kind history -o a.pdf");
    expect_charts(shell, "History", "axpy", 1);
    expect_text(shell, "history of 3 runs");
    shell_expect(shell, 0, "pdftotext a.pdf - | grep '^3 runs: too few to show a change'");
}

TEST(every_row_of_the_table_is_on_the_page) {
    struct shell *shell = *state;
    measure(shell);
    shell_expect(shell, 0, "bench-plot --report report.html results.h5");
    shell_expect(shell, 0,
                 "rows=$(bench-analyze --format csv results.h5 | tail -n +2 | wc -l) && "
                 "test \"$(xmllint --xpath 'count(//*[local-name()=\"table\" and "
                 "@class=\"sortable\"]/*[local-name()=\"tbody\"]/*)' report.html)\" = \"$rows\"");
}

TEST(the_same_archive_gives_the_same_page) {
    struct shell *shell = *state;
    measure(shell);
    shell_expect(shell, 0,
                 "bench-plot --report report.html results.h5 && cp report.html first.html && "
                 "bench-plot --report report.html results.h5 && cmp report.html first.html");
}

TEST(options_that_are_for_pictures_go_along) {
    struct shell *shell = *state;
    measure(shell);
    shell_expect(shell, 0,
                 "bench-plot --report report.html -o a.png --action dot --title 'A & <B>' "
                 "--confidence 99% results.h5");
    assert_string_equal(shell->out, "a.png\nreport.html\n");
    expect_text(shell, "<h1>A &amp; &lt;B&gt;</h1>");
    expect_text(shell, "Intervals are of 99 %");
    expect_text(shell, "--title &apos;A &amp; &lt;B&gt;&apos;");
    shell_expect(shell, 1, "grep -q '>axpy</h2>' report.html");
    shell_expect(shell, 0, "bench-plot --report - results.h5 >report.html");
    shell_expect(shell, 0, "xmllint --noout report.html");
}

TEST(an_archive_is_never_replaced) {
    struct shell *shell = *state;
    measure(shell);
    shell_expect(shell, 0, "cp results.h5 kept.h5");
    shell_expect(shell, 64, "bench-plot --report results.h5 results.h5");
    assert_non_null(strstr(shell->err, "is what is to be drawn"));
    shell_expect(shell, 64, "cp kept.h5 other.h5 && bench-plot --report other.h5 results.h5");
    shell_expect(shell, 1, "bench-plot --report nowhere/a.html results.h5");
    shell_expect(shell, 0, "cmp results.h5 kept.h5 && cmp other.h5 kept.h5");
}

TEST(a_thousand_sizes_make_a_small_page) {
    struct shell *shell = *state;
    shell_expect(shell, 0, thousand_sizes);
    shell_expect(shell, 0,
                 "bench-plot --report report.html many.csv && xmllint --noout report.html");
    shell_expect(shell, 0,
                 "size=$(wc -c <report.html); test $size -lt 600000 || { echo $size; false; }");
    shell_expect(shell, 0, "grep -c '^[0-9]*\topenblas\t' report.html | grep -qx 1000");
}

/* --- in a browser --- */

/* With sanitizers the page is the same. */
static void need_browser(struct shell *shell) {
#ifdef ADDRESS_SANITIZER
    (void)shell;
    skip_for("a page is used in a browser without sanitizers");
#else
    if (shell_run(shell, "command -v chromedriver && command -v chromium && command -v pdftotext"))
        skip_for("chromium, chromedriver or pdftotext is not installed");
#endif
}

/* Pictures stay in the build's directory, to be looked at. */
static void use(struct shell *shell, const char *name) {
    char root[PATH_MAX], command[4 * PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "xmllint --noout report.html && mkdir -p '%s/report/%s' && "
             "python3 '%s/tests/cli/report_browser.py' report.html '%s/report/%s'",
             shell->build, name, root, shell->build, name);
    shell_expect(shell, 0, command);
}

SOAK_TEST(it_works_in_a_browser) {
    struct shell *shell = *state;
    need_browser(shell);
    measure(shell);
    shell_expect(shell, 0, "bench-plot --report report.html results.h5");
    use(shell, "measured");
}

SOAK_TEST(names_are_harmless_in_a_browser) {
    struct shell *shell = *state;
    need_browser(shell);
    shell_expect(shell, 0, hostile_measurements);
    shell_expect(shell, 0, "bench-plot --report report.html hostile.csv");
    use(shell, "hostile");
}

SOAK_TEST(many_rows_are_drawn_when_they_are_opened) {
    struct shell *shell = *state;
    char root[PATH_MAX], command[PATH_MAX + 128];
    need_browser(shell);
    assert_non_null(getcwd(root, sizeof root));
    shell_expect(shell, 0, thousand_sizes);
    shell_expect(shell, 0, "bench-plot --report report.html many.csv");
    snprintf(command, sizeof command, "python3 '%s/tests/cli/report_rows.py' report.html 5000",
             root);
    shell_expect(shell, 0, command);
}

/* Two libraries at three sizes. Below a heading there is a command, which stands beside a button on
 * the screen. */
SOAK_TEST(no_printed_sheet_ends_with_a_heading) {
    struct shell *shell = *state;
    char root[PATH_MAX], command[PATH_MAX + 128];
    need_browser(shell);
    assert_non_null(getcwd(root, sizeof root));
    shell_expect(shell, 0,
                 "awk 'BEGIN { print \"action,type,library,command_line,size,round,seconds\";"
                 "  for (l = 1; l <= 2; l++) for (n = 10; n <= 1000; n *= 10)"
                 "    for (r = 0; r < 4; r++)"
                 "      print \"axpy,d,lib\" l \",measure axpy,\" n \",\" r \",\" 1e-9 * n * l * "
                 "(1 + r / 100)"
                 "}' >paper.csv && bench-plot --report report.html paper.csv");
    snprintf(command, sizeof command, "python3 '%s/tests/cli/report_paper.py' report.html", root);
    shell_expect(shell, 0, command);
}
