/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "formats/text/natural.h"
#include "tests/test.h"

TEST(texts_have_the_order_that_people_expect) {
    static const char *const texts[] = {
        "",        "01",       "1",         "2",       "9",     "10",      "node",   "node-1",
        "node1",   "node1.5",  "node1.15",  "node1a",  "node2", "node009", "node9a", "node10",
        "node10b", "node10b2", "node10b10", "node100", "nodes", "\xc3\xa4"};
    const int count = sizeof texts / sizeof *texts;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            int order = natural_compare(texts[i], texts[j]);
            if ((order > 0) - (order < 0) != (i > j) - (i < j))
                fail_msg("\"%s\" beside \"%s\"", texts[i], texts[j]);
        }
}

TEST(numbers_may_have_more_digits_than_a_machine_has) {
    assert_true(natural_compare("a18446744073709551616", "a18446744073709551617") < 0);
    assert_true(natural_compare("a118446744073709551616", "a18446744073709551617") > 0);
}
