/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "formats/model/left_out.h"
#include "tests/test.h"

TEST(what_was_added_is_read) {
    struct facts facts = {0};
    struct left_outs outs;
    left_out_add(&facts, &(struct left_out){"axpy", "new one", "it's not there"});
    left_out_add(&facts, &(struct left_out){"./p.so", "", "lacks bench_plugin"});
    assert_true(left_outs_read(&outs, facts_text(&facts, FACT_LEFT_OUT, NULL)));
    assert_int_equal(outs.count, 2);
    assert_string_equal(outs.items[0].why, "it's not there");
    assert_string_equal(outs.items[1].action, "./p.so");
    assert_string_equal(outs.items[1].library, "");
    assert_ptr_equal(left_outs_find(&outs, "axpy", "new one"), &outs.items[0]);
    assert_null(left_outs_find(&outs, "axpy", ""));
    assert_null(left_outs_find(&outs, "dot", "new one"));
    left_outs_release(&outs);
    facts_release(&facts);
}

/* Other programs write archives, too. */
TEST(what_says_something_else_is_nothing) {
    static const char *const texts[] = {NULL, "", "axpy new", "'axpy", "   "};
    struct left_outs outs;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_true(left_outs_read(&outs, texts[i]));
        assert_int_equal(outs.count, 0);
        left_outs_release(&outs);
    }
}
