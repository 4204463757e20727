/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/model/spellings.h"

static void words_end_in_a_letter(void **state) {
    (void)state;
    assert_true(spelling_is_word("1kB") && spelling_is_word("64Ki") && spelling_is_word("2 M"));
    static const char *const others[] = {
        "1000", "1,000", "1e3", "k", "", "1\tk", "1000000000000000000000000k"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(spelling_is_word(others[i]));
}

/* Those of one parameter, in a text that may be of anybody. */
static void lines_of_a_parameter_are_found(void **state) {
    (void)state;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_end_in_a_letter),
        cmocka_unit_test(lines_of_a_parameter_are_found),
    };
    return cmocka_run_group_tests_name("formats/model/spellings", tests, NULL, NULL);
}
