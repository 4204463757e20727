/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "formats/model/measures.h"
#include "tests/test.h"

TEST(each_measure_is_a_detail_of_its_own) {
    struct run *run = run_new();
    struct measurement *m = run_add_measurement(run, "axpy", 1, 2, 1, NULL);
    struct series *s = measurement_add_series(m, "a", NULL);
    for (size_t k = 0; k < RUN_MAX_MEASURES; k++) {
        const struct series_detail *detail = measures_detail(k);
        assert_int_equal(measures_number(detail), k);
        assert_int_equal(measurement_add_detail(m, s, detail->name, NULL), 0);
        assert_ptr_equal(series_detail_values(s, detail), s->measures[k]);
        assert_true(isnan(s->measures[k][1]));
    }
    assert_string_equal(measures_detail(2)->name, "measure_3");
    assert_int_equal(measures_number(&series_details[0]), RUN_MAX_MEASURES);
    run_free(run);
}

TEST(the_fact_tells_names_units_and_what_is_better) {
    const struct file_measure measures[] = {measure_of("GB/s", "B/s", BETTER_MORE),
                                            measure_of("a\tb\nc", NULL, BETTER_NEITHER),
                                            measure_of("error", "", BETTER_LESS)};
    struct facts facts = {0};
    measures_set(&facts, FACT_MEASURES, measures, 3);
    const char *list = facts_text(&facts, FACT_MEASURES, "");
    assert_int_equal(strncmp(list, "GB/s\tB/s\tmore\n", 14), 0);
    struct file_measure read;
    for (size_t k = 0; k < 3; k++) {
        assert_true(measures_take(&list, &read));
        assert_string_equal(read.name, measures[k].name);
        assert_string_equal(read.unit, measures[k].unit);
        assert_int_equal(read.better, measures[k].better);
    }
    assert_false(measures_take(&list, &read));
    facts_release(&facts);
}

TEST(a_strange_list_is_read_as_far_as_it_goes) {
    char name[300];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    memcpy(name + MEASURE_NAME - 2, "\303\251", 2); /* a letter of two bytes where it is cut */
    const struct file_measure cut = measure_of(name, name, BETTER_MORE);
    assert_int_equal(strlen(cut.name), MEASURE_NAME - 2);
    assert_int_equal(strlen(cut.unit), MEASURE_UNIT - 1);
    const char *list = "a\n\tx\tmaybe\tmore\n\nb\t1";
    static const char *const names[] = {"a", "", "", "b"};
    struct file_measure read;
    for (size_t k = 0; k < 4; k++) {
        assert_true(measures_take(&list, &read));
        assert_string_equal(read.name, names[k]);
        assert_int_equal(read.better, BETTER_NEITHER);
    }
    assert_false(measures_take(&list, &read));
}
