/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every kind of chart in the formats of a paper: without a pixel, with its fonts, and as TeX takes
 * it. */
#include "tests/cli/made_times.h"

/* What each kind is drawn of. */
static const struct {
    const char *kind, *arguments;
} drawn[] = {
    {"overview", "rates.h5"},
    {"time", "rates.h5 --action axpy"},
    {"ratio", "turns.h5 --legend inside"},
    {"speedup", "turns.h5"},
    {"rate", "rates.h5 --peak measured"},
    {"accuracy", "rates.h5"},
    {"threads", "threads.csv"},
    {"scaling", "threads.csv"},
    {"weak", "weak.h5"},
    {"ecdf", "runs.h5 --run 1,2"},
    {"histogram", "runs.h5 --run 1,2"},
    {"box", "runs.h5 --run 1,2"},
    {"sequence", "runs.h5"},
    {"history", "runs.h5"},
    {"forest", "nodes.h5"},
    {"profile", "rates.h5"},
    {"summary", "rates.h5"},
    {"panels", "rates.h5"},
    {"winner", "turns.h5"},
    {"roofline", "rates.h5"},
    {"change", "runs.h5 --run 1,3"},
};
enum { DRAWN = sizeof drawn / sizeof *drawn };

static void measure(struct shell *shell) {
    char here[PATH_MAX], command[2 * PATH_MAX + 1024];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(command, sizeof command,
             "cp '%s'/docs/examples/threads.csv '%s'/docs/examples/node*.csv . && "
             "bench-store import -q -o nodes.h5 node[1-4].csv && "
             "quick='--rounds 3 --stage-time 0.001 --max-seeds 4 -q' && "
             "bench-collect axpy,copy,peak_flops,stream_triad --sizes 1000,3000,10000,30000 $quick "
             "-o rates.h5 2>/dev/null && "
             "bench-collect dot builtin netlib --threads 1,2 --sizes 100,1000,10000 $quick "
             "-o turns.h5 2>/dev/null && "
             "bench-collect dot builtin netlib --threads 1,2 --scaling weak --sizes 1000 $quick "
             "-o weak.h5 2>/dev/null && "
             "for i in 1 2 3; do bench-collect dot builtin netlib --sizes 100,1000 $quick "
             "-o runs.h5 2>/dev/null || exit 1; done",
             here, here);
    shell_expect(shell, 0, command);
    make_times(shell, "rates.h5 turns.h5 weak.h5 runs.h5");
}

static const char *arguments_of(const char *kind) {
    for (size_t i = 0; i < DRAWN; i++)
        if (strcmp(drawn[i].kind, kind) == 0)
            return drawn[i].arguments;
    return NULL;
}

/* Draws every kind that the program has, to files named after it, when it is first called; a new
 * kind needs a line above. */
static size_t draw_all(struct shell *shell) {
    static size_t count;
    static const char files[] = "pdf eps ps tikz";
    char kinds[1024], command[1024];
    if (count)
        return count;
    skip_on_one_cpu();
    measure(shell);
    shell_expect(shell, 64, "bench-plot rates.h5 --kind no-such-kind -o a.svg");
    const char *list = strstr(shell->err, "kinds are ");
    assert_non_null(list);
    list += strlen("kinds are ");
    snprintf(kinds, sizeof kinds, "%.*s", (int)strcspn(list, "\n;"), list);
    size_t drawn_now = 0;
    for (char *kind = strtok(kinds, ", \n"); kind; kind = strtok(NULL, ", \n")) {
        const char *arguments = arguments_of(kind);
        if (strcmp(kind, "or") == 0)
            continue;
        if (!arguments)
            fail_msg("nothing is drawn of --kind %s", kind);
        snprintf(command, sizeof command,
                 "bench-plot %s --kind %s -o %s.svg $(for f in %s; do echo -o %s.$f; done)",
                 arguments, kind, kind, files, kind);
        shell_expect(shell, 0, command);
        snprintf(command, sizeof command,
                 "bench-plot %s --kind %s --theme dark $(for f in %s; do echo -o %s-dark.$f; done)",
                 arguments, kind, files, kind);
        shell_expect(shell, 0, command);
        drawn_now++;
    }
    assert_int_equal(drawn_now, DRAWN);
    return count = drawn_now;
}

ALL_TESTS(shell_begin, shell_end);

/* cairo makes a picture of whatever it cannot draw otherwise, as translucent bands in PostScript.
 */
SOAK_TEST(no_kind_has_a_pixel) {
    struct shell *shell = *state;
    size_t count = draw_all(shell);
    char expected[64];
    shell_expect(shell, 0,
                 "for f in *.pdf; do test $(pdfimages -list $f | wc -l) = 2 || "
                 "{ echo $f; exit 1; }; done; ls *.pdf | wc -l");
    snprintf(expected, sizeof expected, "%zu\n", 2 * count);
    assert_string_equal(shell->out, expected);
    shell_expect(shell, 1, "grep -l 'ImageType\\|colorimage\\|[0-9] image$' *.eps *.ps");
    shell_expect(shell, 1, "grep -l '<image' *.svg");
}

/* By name: embedded, a subset, with the characters that they stand for; no bitmaps. */
SOAK_TEST(every_kind_has_its_fonts_in_it) {
    struct shell *shell = *state;
    draw_all(shell);
    shell_expect(shell, 0,
                 "for f in *.pdf; do pdffonts $f | tail -n +3 >fonts; test -s fonts || exit 1; "
                 "! grep -v ' yes yes yes ' fonts || { echo $f; exit 1; }; done");
    shell_expect(shell, 0,
                 "for f in *.eps; do grep -q '^/FontName' $f && "
                 "! grep -q 'FontType 3' $f || { echo $f; exit 1; }; done");
}

/* All in one document, since TeX takes long to begin. */
SOAK_TEST(pdflatex_compiles_every_kind) {
    struct shell *shell = *state;
    if (shell_run(shell, "kpsewhich pgfplots.sty >/dev/null && pdflatex --version"))
        skip_for("pdflatex with pgfplots is not installed");
    size_t count = draw_all(shell);
    char expected[64];
    shell_expect(shell, 0,
                 "{ printf '%s\n' "
                 "'\\documentclass{article}\\usepackage[a4paper,margin=5mm]{geometry}' "
                 "'\\usepackage{pgfplots}\\pgfplotsset{compat=1.16}\\usetikzlibrary{patterns}' "
                 "'\\pagestyle{empty}\\begin{document}'; "
                 "for f in *.tikz; do printf '\\\\noindent\\\\input{%s}\\\\clearpage\n' $f; done; "
                 "printf '%s\n' '\\end{document}'; } >all.tex; "
                 "pdflatex -interaction=nonstopmode -halt-on-error all >log || "
                 "{ tail -n 30 log; exit 1; }; pdfinfo all.pdf | sed -n 's/^Pages: *//p'");
    snprintf(expected, sizeof expected, "%zu\n", 2 * count);
    assert_string_equal(shell->out, expected);
    shell_expect(shell, 1, "grep 'Overfull' log");
}
