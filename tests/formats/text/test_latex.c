/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>

#include "formats/text/latex.h"
#include "tests/test.h"

static void assert_written(void (*write)(FILE *, const char *), const char *text,
                           const char *wanted) {
    char *written = NULL;
    size_t size;
    FILE *file = open_memstream(&written, &size);
    write(file, text);
    fclose(file);
    assert_string_equal(written, wanted);
    free(written);
}

TEST(special_characters_are_spelt) {
    assert_written(latex_write, "50 % of a_b & {c}", "50 \\% of a\\_b \\& \\{c\\}");
    assert_written(latex_write, "\\input{x}", "\\textbackslash{}input\\{x\\}");
    assert_written(latex_write, "$^~#", "\\$\\textasciicircum{}\\textasciitilde{}\\#");
}

TEST(labels_of_ticks_are_spelt) {
    assert_written(latex_write, "10⁻⁸", "10$^-$$^8$");
    assert_written(latex_write, "½×", "$\\frac12$$\\times$");
    assert_written(latex_write, "¹⁄₁₆×", "$^1$/$_1$$_6$$\\times$");
    assert_written(latex_write, "10 µs", "10 \\textmu{}s");
}

TEST(what_cannot_be_seen_is_left_out) {
    assert_written(latex_write, "a\u202Eb\u200Fc\uFEFF", "abc");
    assert_written(latex_write, "-\u200B-", "-\\kern0pt-");
}

TEST(accents_come_before_their_letters) {
    assert_written(latex_write, "me\u0301m", "m\\'{e}m");
    assert_written(latex_write, "u\u0308\u0304", "\\={\\\"{u}}");
    assert_written(latex_write, "\u0327x", "\\c{}x");
    assert_written(latex_write, "Ж\u0301", "\\'{Ж}");
    assert_written(latex_write, "_\u0301-\u200B\u0301-", "\\'{\\_}\\'{-}\\kern0pt-");
    assert_written(latex_write, "e\u0301\u0301\u0301\u0301\u0301", "\\'{\\'{\\'{\\'{e}}}}");
}

TEST(no_text_ends_a_comment) {
    assert_written(latex_write_comment, "a\n\\end{x}\rb", "% a\n% \\end{x} b\n");
    assert_written(latex_write_comment, "", "% \n");
}
