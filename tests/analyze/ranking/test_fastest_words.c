/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/ranking/fastest.h"
#include "analyze/aggregate/aggregate.h"
#include "tests/analyze/sample_run.h"

/* openblas is the fastest at 10 and 20, blis at 30 and 40. */
static struct table sample_table(void) {
    struct run *run = sample_run(4, 5, 3);
    struct table table = {0};
    sample_series(run, "openblas", 1);
    struct series *blis = sample_series(run, "blis", 2);
    for (size_t i = 2 * 5 * 3; i < 4 * 5 * 3; i++)
        blis->seconds[i] /= 4 * (1 + 0.001 * (double)(i % 3));
    assert_int_equal(
        aggregate_whole(&table, run, &run->measurements[0], &(struct table_options){0}, NULL), 0);
    run_free(run);
    return table;
}

typedef int write_words(const struct table *table, const struct section *section, FILE *file);

static void expect(write_words *write, const char *expected) {
    struct table table = sample_table();
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    assert_true(write(&table, &table.sections[0], file));
    fclose(file);
    assert_string_equal(text, expected);
    free(text);
    table_release(&table);
}

static void spans_come_with_crossovers(void **state) {
    (void)state;
    expect(fastest_words_write, "fastest: openblas at 10 to 20 · blis at 30 to 40\n"
                                "blis overtakes openblas at n ≈ 24 (between 20 and 30)");
}

static void or_without(void **state) {
    (void)state;
    expect(fastest_words_write_spans, "fastest: openblas at 10 to 20 · blis at 30 to 40");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_come_with_crossovers),
        cmocka_unit_test(or_without),
    };
    return cmocka_run_group_tests_name("analyze/ranking/fastest_words", tests, NULL, NULL);
}
