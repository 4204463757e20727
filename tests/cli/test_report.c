/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-plot --report: what is on the page, that it is well-formed, and in a real browser that it
 * does what it should (report_browser.py). */
#include "tests/cli/shell.h"

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

/* One library that is right, one that is slower from size 100 on, one that is wrong from there on;
 * and another action of one library. */
static void measure(struct shell *shell) {
    static const char *const fakes[][2] = {
        {"right", ""},
        {"slow", "-DFAULT='for (volatile int i = 0; i < 10 * *n; i++)'"},
        {"wrong", "-DFAULT='y[*n - 1] = 7; return'"},
    };
    char command[PATH_MAX + 256], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    for (size_t i = 0; i < sizeof fakes / sizeof *fakes; i++) {
        snprintf(command, sizeof command,
                 "cc -O2 -shared -fPIC %s -o lib%s.so '%s/tests/cli/fake_blas.c'", fakes[i][1],
                 fakes[i][0], root);
        shell_expect(shell, 0, command);
    }
    shell_expect(shell, 3,
                 "bench-collect -q axpy ./lib*.so --sizes 10:1000:9 --rounds 4 --stage-time 0.002");
    shell_expect(shell, 0,
                 "bench-collect -q dot builtin --sizes 16,64,256 --rounds 3 --stage-time 0.002");
}

static void the_page_says_what_is_known(void **state) {
    struct shell *shell = *state;
    measure(shell);
    shell_expect(shell, 0, "bench-plot --report report.html results.h5");
    assert_string_equal(shell->out, "report.html\n");
    assert_string_equal(shell->err, "");
    shell_expect(shell, 0, "test ! -e results.png"); /* a page was asked for, no picture */
    shell_expect(shell, 0, "xmllint --noout report.html");
    expect_text(shell, "<p class=\"answer\">axpy: <bdi class=\"name\">right</bdi> is the fastest");
    expect_text(shell, "dot: only <bdi class=\"name\">builtin</bdi> was measured");
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

static void every_row_of_the_table_is_on_the_page(void **state) {
    struct shell *shell = *state;
    measure(shell);
    shell_expect(shell, 0, "bench-plot --report report.html results.h5");
    shell_expect(shell, 0,
                 "rows=$(bench-analyze --format csv results.h5 | tail -n +2 | wc -l) && "
                 "test \"$(xmllint --xpath 'count(//*[local-name()=\"table\" and "
                 "@class=\"sortable\"]/*[local-name()=\"tbody\"]/*)' report.html)\" = \"$rows\"");
}

static void the_same_archive_gives_the_same_page(void **state) {
    struct shell *shell = *state;
    measure(shell);
    shell_expect(shell, 0,
                 "bench-plot --report report.html results.h5 && cp report.html first.html && "
                 "bench-plot --report report.html results.h5 && cmp report.html first.html");
}

static void options_that_are_for_pictures_go_along(void **state) {
    struct shell *shell = *state;
    measure(shell);
    shell_expect(shell, 0,
                 "bench-plot --report report.html -o a.png --action dot --title 'A & <B>' "
                 "--confidence 99% results.h5");
    assert_string_equal(shell->out, "a.png\nreport.html\n");
    expect_text(shell, "<h1>A &amp; &lt;B&gt;</h1>");
    expect_text(shell, "Intervals are of 99 %");
    expect_text(shell, "--title &apos;A &amp; &lt;B&gt;&apos;");
    shell_expect(shell, 1, "grep -q '<h3>axpy' report.html");
    shell_expect(shell, 0, "bench-plot --report - results.h5 >report.html");
    shell_expect(shell, 0, "xmllint --noout report.html");
}

static void an_archive_is_never_replaced(void **state) {
    struct shell *shell = *state;
    measure(shell);
    shell_expect(shell, 0, "cp results.h5 kept.h5");
    shell_expect(shell, 64, "bench-plot --report results.h5 results.h5");
    assert_non_null(strstr(shell->err, "is what is to be drawn"));
    shell_expect(shell, 64, "cp kept.h5 other.h5 && bench-plot --report other.h5 results.h5");
    shell_expect(shell, 1, "bench-plot --report nowhere/a.html results.h5");
    shell_expect(shell, 0, "cmp results.h5 kept.h5 && cmp other.h5 kept.h5");
}

/* --- in a browser --- */

static int has_browser(struct shell *shell) {
    return shell_run(shell, "command -v chromedriver && command -v chromium") == 0;
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

static void it_works_in_a_browser(void **state) {
    struct shell *shell = *state;
    if (!has_browser(shell))
        skip_for("no browser is installed");
    measure(shell);
    shell_expect(shell, 0, "bench-plot --report report.html results.h5");
    use(shell, "measured");
}

static void names_are_harmless_in_a_browser(void **state) {
    struct shell *shell = *state;
    if (!has_browser(shell))
        skip_for("no browser is installed");
    shell_expect(shell, 0, hostile_measurements);
    shell_expect(shell, 0, "bench-plot --report report.html hostile.csv");
    use(shell, "hostile");
}

int main(void) {
#define REPORT_TEST(name) cmocka_unit_test_setup_teardown(name, shell_begin, shell_end)
    const struct CMUnitTest tests[] = {
        REPORT_TEST(the_page_says_what_is_known),
        REPORT_TEST(every_row_of_the_table_is_on_the_page),
        REPORT_TEST(the_same_archive_gives_the_same_page),
        REPORT_TEST(options_that_are_for_pictures_go_along),
        REPORT_TEST(an_archive_is_never_replaced),
        REPORT_TEST(it_works_in_a_browser),
        REPORT_TEST(names_are_harmless_in_a_browser),
    };
    return cmocka_run_group_tests_name("cli/report", tests, NULL, NULL);
}
