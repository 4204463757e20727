/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows and options that nobody wants to draw: what comes is a whole picture or one clear line,
 * never half a file, and no name is read as markup. */
#include "tests/cli/table.h"

enum { MOST_LIBRARIES = 201 };

/* Rows as bench-analyze --format json writes them, of LIBRARIES at SIZES; NAN is null. */
struct rows {
    const char *libraries[MOST_LIBRARIES], *action, *seconds, *ratio;
    const char *sizes[8];
};

static void write_string(FILE *file, const char *text) {
    fputc('"', file);
    for (; *text; text++)
        if ((unsigned char)*text < 0x20)
            fprintf(file, "\\u%04x", *text);
        else
            fprintf(file, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    fputc('"', file);
}

static void write_row(FILE *file, const struct rows *rows, const char *library, const char *size) {
    const char *seconds = rows->seconds ? rows->seconds : "2e-6";
    const char *ratio = rows->ratio ? rows->ratio : "1.5";
    fputs("{\"action\":", file);
    write_string(file, rows->action ? rows->action : "axpy");
    fputs(",\"library\":", file);
    write_string(file, library);
    fprintf(file,
            ",\"size\":%s,\"mean\":%s,\"mean_low\":%s,\"mean_high\":%s,\"ratio\":%s,"
            "\"ratio_low\":%s,\"ratio_high\":%s,\"reference\":",
            size, seconds, seconds, seconds, ratio, ratio, ratio);
    write_string(file, rows->libraries[0]);
    fputs(",\"status\":\"ok\"}", file);
}

static void write_rows(struct shell *shell, const struct rows *rows) {
    static const char *const usual[] = {"10", "100", "1000", NULL};
    const char *const *sizes = rows->sizes[0] ? rows->sizes : usual;
    FILE *file = table_begin(shell, "rows.json", "[");
    for (size_t l = 0; l < MOST_LIBRARIES && rows->libraries[l]; l++)
        for (size_t s = 0; sizes[s]; s++) {
            fputs(l + s ? ",\n" : "", file);
            write_row(file, rows, rows->libraries[l], sizes[s]);
        }
    fputs("]\n", file);
    table_end(file);
}

/* Whole in every format, and nothing on it is markup. */
static void draws(struct shell *shell, const struct rows *rows) {
    write_rows(shell, rows);
    shell_expect(shell, 0,
                 "bench-plot rows.json -o a.png -o a.svg -o a.pdf -o a.eps && "
                 "file a.png | grep -q 'PNG image data' && "
                 "tail -c 8 a.png | head -c 4 | grep -q IEND && xmllint --noout a.svg && "
                 "pdfinfo a.pdf >/dev/null && tail -n 1 a.eps | grep -q '^%%EOF' && "
                 "xmllint --xpath 'count(//@*[starts-with(name(), \"on\")] | "
                 "//*[local-name() = \"script\" or local-name() = \"b\"])' a.svg | "
                 "grep -qx 0 && ! grep -qi '<script\\|<b>\\|<[^>]*onload' a.svg && "
                 "rm a.png a.svg a.pdf a.eps");
    shell_expect(shell, 0, "bench-plot rows.json -o - --format terminal | tee a.txt | wc -l");
    assert_true(atoi(shell->out) > 5);
    /* of controls only line feeds */
    shell_expect(shell, 1, "tr -d '\\n' <a.txt | LC_ALL=C grep -q '[[:cntrl:]]'");
}

EACH_TEST(shell_begin, shell_end);

TEST(numbers_out_of_the_ordinary_are_drawn) {
    static const struct rows cases[] = {
        {.libraries = {"ref"}, .sizes = {"7"}},
        {.libraries = {"ref", "a", "b"}, .sizes = {"100"}},
        {.libraries = {"ref", "a"}, .sizes = {"1", "1000", "1000000", "1000000000"}},
        {.libraries = {"ref", "a"}, .ratio = "1e6"},
        {.libraries = {"ref", "a"}, .ratio = "1e-6"},
        {.libraries = {"ref", "a"}, .seconds = "1e308"},
        {.libraries = {"ref", "a"}, .seconds = "5e-324", .ratio = "5e-324"},
        {.libraries = {"ref", "a"}, .seconds = "-1e-9"},
        {.libraries = {"ref", "a"}, .seconds = "0", .ratio = "0"},
        {.libraries = {"ref", "a"}, .sizes = {"-5", "0", "5"}},
        {.libraries = {"ref", "a"}, .seconds = "null"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        draws(*state, &cases[i]);
}

TEST(what_is_not_above_zero_is_counted) {
    write_rows(*state, &(struct rows){.libraries = {"ref", "a"}, .seconds = "-1e-9"});
    shell_expect(*state, 0,
                 "bench-plot rows.json --kind time -o a.png 2>&1 | grep '6 values omitted'");
}

TEST(no_number_at_all_is_said) {
    struct shell *shell = *state;
    write_rows(shell,
               &(struct rows){.libraries = {"ref", "a"}, .seconds = "null", .ratio = "null"});
    shell_expect(shell, 64, "bench-plot rows.json -o a.png");
    assert_string_equal(shell->err, "bench-plot: nothing to draw: no library has a result; "
                                    "bench-analyze says why\n");
    shell_expect(shell, 0, "test ! -e a.png");
}

TEST(names_are_text_whatever_they_look_like) {
    static char longest[201];
    memset(longest, 'x', sizeof longest - 1);
    const struct rows cases[] = {
        {.libraries = {"ref", "<b>&", "\"><script>alert(1)</script>", "]]>", "&#x41;",
                       "<svg onload=x>"},
         .action = "<b>act</b>&"},
        {.libraries = {"ref", longest, "a b c d e f g h i j k l m n o p q r s t u v w x y z"},
         .action = longest},
        {.libraries = {"ref", "שלום עולם", "مكتبة", "矩阵乘法库", "ライブラリ", "😀",
                       "no \xef\xbf\xbe\xef\xbf\xbf characters", "\u202eevil", "\u200b"}},
        {.libraries = {"ref", "two\nlines\tand\ttabs", "\033[31mred\033[0m", "\001"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        draws(*state, &cases[i]);
}

TEST(two_hundred_libraries_fit) {
    static char names[MOST_LIBRARIES][16];
    struct rows rows = {.libraries = {"ref"}};
    for (size_t l = 1; l < MOST_LIBRARIES; l++) {
        snprintf(names[l], sizeof names[l], "library%zu", l);
        rows.libraries[l] = names[l];
    }
    draws(*state, &rows);
    shell_expect(
        *state, 0,
        "bench-plot rows.json -o a.pdf && pdftotext a.pdf - | grep -x '199 others in grey: .*'");
}

/* All letters are of one family, so that the height of a word tells its size: that of the x label,
 * "size", is 7.5 pt. */
TEST(no_letter_of_a_single_column_is_below_5_pt) {
    static char longest[201];
    memset(longest, 'x', sizeof longest - 1);
    const struct rows rows = {.libraries = {"ref", longest, "c", "d", "e", "f", "g", "h", "i", "j",
                                            "k", "l", "m", "n", "o", "p"}};
    static const char *const kinds[] = {"--kind time", "--kind ratio", "--grid 1"};
    char command[700];
    write_rows(*state, &rows);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        snprintf(
            command, sizeof command,
            "bench-plot rows.json %s --size 84x110 -o a.pdf && pdftotext -bbox a.pdf a.html && "
            "sed -n 's/.*yMin=\"\\([0-9.]*\\)\".*yMax=\"\\([0-9.]*\\)\">\\(.*\\)<.*/"
            "\\1 \\2 \\3/p' a.html | awk '{ height = $2 - $1 } $3 == \"size\" { usual = height } "
            "!low || height < low { low = height; word = $3 } "
            "END { print 7.5 * low / usual, word; exit !(7.5 * low / usual >= 5) }'",
            kinds[i]);
        shell_expect(*state, 0, command);
    }
}

/* By one line of ours, after what fontconfig may have to say, wherever it runs out: in ours, in
 * cairo, or in GLib, which ends the program. Where the loader itself has none, it is not for us to
 * say so. */
TEST(too_little_memory_is_said_at_the_end) {
#ifdef ADDRESS_SANITIZER
    skip_for("bench-plot with sanitizers takes more than any limit");
#endif
    write_rows(*state, &(struct rows){.libraries = {"ref", "other"}});
    shell_expect(*state, 0, "ulimit -v 8000000; bench-plot --version");
    FILE *few = table_begin(*state, "few.csv", "action,library,size,round,seconds");
    for (int i = 0; i < 6; i++)
        fprintf(few, "axpy,%s,9,%d,%de-6\n", i % 2 ? "a" : "b", i / 2, 1 + i % 2);
    table_end(few);
    shell_expect(
        *state, 0,
        "for v in $(seq 40000 7000 200000); do for what in 'rows.json -o' 'few.csv --report'; do\n"
        "  rm -f x.*; code=0\n"
        "  (ulimit -c 0; ulimit -v $v; bench-plot $what x.png >x.out 2>&1) || code=$?\n"
        "  case $code in 0) test -s x.png ;;\n"
        "  1) tail -n 1 x.out | grep -q '^bench-plot: ' && "
        "    test $(ls | grep -c x.png) = 0 ;;\n"
        "  *) test $code = 127 ;; esac || { echo $v $what: $code; cat x.out; ls x.*; exit 1; }\n"
        "done; done; rm -f x.*; true");
}

TEST(two_threads_without_memory_end_as_one_does) {
#ifdef ADDRESS_SANITIZER
    skip_for("bench-plot with sanitizers takes more than any limit");
#endif
    char command[PATH_MAX + 256], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "cc -shared -fPIC -o two_faults.so '%s/tests/cli/two_faults.c'", root);
    shell_expect(*state, 0, command);
    write_rows(*state, &(struct rows){.libraries = {"ref", "other"}});
    shell_expect(*state, 1,
                 "ulimit -v 8000000; LD_PRELOAD=$PWD/two_faults.so bench-plot rows.json -o x.png");
    assert_has(((struct shell *)*state)->err, "within the limit of 7812 MB (ulimit -v)");
    shell_expect(*state, 1, "ls | grep x.png");
}

TEST(options_are_numbers_within_limits) {
    struct shell *shell = *state;
    static const char *const cases[] = {"--size 0x10",
                                        "--size 1000000x70",
                                        "--size nanx70",
                                        "--size 88xnan",
                                        "--size 88x-inf",
                                        "--dpi nan",
                                        "--dpi inf",
                                        "--dpi 0",
                                        "--font-size nan",
                                        "--font-size 0",
                                        "--font-size 1e9",
                                        "--range x=nan..5",
                                        "--range y=nan..nan",
                                        "--range x=5..1",
                                        "--range y=-5..-1",
                                        "--range-x nan..",
                                        "--peak nan",
                                        "--peak inf",
                                        "--peak 0",
                                        "--confidence nan",
                                        "--trim nan",
                                        "--at 'size=nan'",
                                        "--at 'size>=nan'",
                                        "--since nan",
                                        "--lock-timeout nan",
                                        "--grid nan",
                                        "--grid 0x0",
                                        "--y pnan",
                                        "--dpi 2400 --size 2000x2000",
                                        "--font-size 72"};
    write_rows(shell, &(struct rows){.libraries = {"ref", "a"}});
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[256];
        snprintf(command, sizeof command, "bench-plot rows.json -o a.png %s", cases[i]);
        shell_expect(shell, 64, command);
        assert_has(shell->err, "bench-plot: ");
        shell_expect(shell, 0, "test ! -e a.png");
    }
}

TEST(without_fonts_it_says_so) {
    struct shell *shell = *state;
    static const char *const outputs[] = {"-o a.png", "-o a.svg", "-o a.pdf", "-o a.eps"};
    write_rows(shell, &(struct rows){.libraries = {"ref", "a"}});
    shell_expect(shell, 0, "echo '<fontconfig></fontconfig>' >none.conf");
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        char command[256];
        snprintf(command, sizeof command, "FONTCONFIG_FILE=$PWD/none.conf bench-plot rows.json %s",
                 outputs[i]);
        shell_expect(shell, 1, command);
        assert_has(shell->err, "no font is installed; install one, such as");
        shell_expect(shell, 1, "ls | grep '^a[.]'");
    }
    shell_expect(shell, 0,
                 "FONTCONFIG_FILE=$PWD/none.conf bench-plot rows.json -o - --format terminal");
}

/* Tables have names of anybody's choice as well. */
TEST(a_report_has_hostile_names_as_text) {
    struct shell *shell = *state;
    FILE *table = table_begin(shell, "a.csv", "action,library,size,round,seed,seconds");
    static const char *const libraries[] = {"\"<b>&\"", "\"\"\"><script>alert(1)</script>\"",
                                            "שלום", "矩阵"};
    for (size_t l = 0; l < sizeof libraries / sizeof *libraries; l++)
        for (int n = 10; n <= 1000; n *= 10)
            for (int round = 1; round <= 3; round++)
                fprintf(table, "<i>x</i>,%s,%d,%d,1,%d.%de-6\n", libraries[l], n, round, n,
                        (int)l + round);
    table_end(table);
    shell_expect(shell, 0, "bench-plot a.csv --report a.html && grep -c . a.html");
    shell_expect(shell, 1, "grep -o '<b>&\\|<script>alert\\|<i>x' a.html");
    shell_expect(shell, 0,
                 "grep -q '&lt;b&gt;&amp;' a.html && tail -n 1 a.html | grep -q '</html>'");
    shell_expect(shell, 1,
                 "xmllint --html --noout a.html 2>&1 | grep 'error' | grep -v 'Tag .* invalid'");
}
