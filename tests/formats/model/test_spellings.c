/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/model/spellings.h"
#include "tests/test.h"

TEST(words_end_in_a_letter) {
    assert_true(spelling_is_word("1kB") && spelling_is_word("64Ki") && spelling_is_word("2 M"));
    static const char *const others[] = {
        "1000", "1,000", "1e3", "k", "", "1\tk", "1000000000000000000000000k"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(spelling_is_word(others[i]));
}

/* Those of one parameter, in a text that may be of anybody. */
TEST(lines_of_a_parameter_are_found) {
    const char *list = "\t1000\t1kB\nalign\t65536\t64Ki\n\tmany\tx\n\nal\t1\n"
                       "\t2000\ta word that is much too long for it\nalign\t2\t2B";
    const char *sizes = list, *aligns = list, *none = list;
    struct spelling spelling;
    assert_true(spellings_take(&sizes, "", &spelling) && spelling.value == 1000);
    assert_string_equal(spelling.word, "1kB");
    assert_true(spellings_take(&sizes, "", &spelling) && spelling.value == 2000);
    assert_int_equal(strlen(spelling.word), SPELLING_WORD - 1);
    assert_false(spellings_take(&sizes, "", &spelling));
    assert_true(spellings_take(&aligns, "align", &spelling) && spelling.value == 65536);
    assert_true(spellings_take(&aligns, "align", &spelling) && spelling.value == 2);
    assert_string_equal(spelling.word, "2B");
    assert_false(spellings_take(&aligns, "align", &spelling));
    assert_false(spellings_take(&none, "al", &spelling));
}
