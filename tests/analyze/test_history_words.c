/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/history_words.h"
#include "tests/analyze/sample_history.h"

/* A history of COUNT runs, the first on 2025-01-01, whose times are those of the tests. */
struct told {
    struct diary diary;
    struct history_cells cells;
    char *text;
    size_t size;
    FILE *file;
};

static struct told tell(size_t count, double step, const char *const versions[2]) {
    struct told told = {.diary = diary_begin(1)};
    for (size_t i = 0; i < count; i++) {
        int is_new = i >= count / 2;
        facts_set_text(&told.diary.library, "version", versions[is_new]);
        diary_run(&told.diary);
        diary_add(&told.diary, "openblas", 0,
                  (1 + 1e-5 * (double)(i * 7 % 10)) * (is_new ? step : 1));
    }
    told.cells = diary_conclude(&told.diary);
    return told;
}

static FILE *open_text(struct told *told) {
    told->file = open_memstream(&told->text, &told->size);
    return told->file;
}

static void assert_told(struct told *told, const char *wanted) {
    fclose(told->file);
    assert_string_equal(told->text, wanted);
    free(told->text);
    history_cells_release(&told->cells);
    diary_end(&told->diary);
}

static const char *const same[2] = {"0.3.20", "0.3.20"}, *const newer[2] = {"0.3.20", "0.3.21"};

static void assert_words(size_t count, double step, const char *wanted) {
    struct told told = tell(count, step, same);
    history_words_write(told.diary.history, &told.cells.items[0], open_text(&told));
    assert_told(&told, wanted);
}

static void assert_change(double step, const char *const versions[2], const char *wanted) {
    struct told told = tell(20, step, versions);
    assert_int_equal(told.cells.items[0].change_count, 1);
    history_words_write_change(told.diary.history, &told.cells.items[0],
                               told.cells.items[0].changes, open_text(&told));
    assert_told(&told, wanted);
}

static void a_cell_says_how_it_went(void **state) {
    (void)state;
    assert_words(1, 1, "one run: no history");
    assert_words(4, 1, "4 runs: too few to show a change");
    assert_words(12, 1, "steady over 12 runs, 2025-01-01 to 2025-01-12");
    assert_words(20, 1.2, "1 change in 20 runs, 2025-01-01 to 2025-01-20");
}

static void a_change_says_how_much_and_since_when(void **state) {
    (void)state;
    assert_change(1.2, same,
                  "20 % slower (20 % to 20 %) from run_000011 of 2025-01-11 on; "
                  "after run_000010 of 2025-01-10");
    assert_change(0.8, same,
                  "20 % faster (20 % to 20 %) from run_000011 of 2025-01-11 on; "
                  "after run_000010 of 2025-01-10");
}

static void another_version_is_named(void **state) {
    (void)state;
    assert_change(1.5, newer,
                  "50 % slower (50 % to 50 %) from run_000011 of 2025-01-11 on; "
                  "after run_000010 of 2025-01-10; 0.3.20 -> 0.3.21");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cell_says_how_it_went),
        cmocka_unit_test(a_change_says_how_much_and_since_when),
        cmocka_unit_test(another_version_is_named),
    };
    return cmocka_run_group_tests_name("analyze/history_words", tests, NULL, NULL);
}
