/* SPDX-License-Identifier: GPL-3.0-or-later */
/* printed.h: tables as texts, for the tests. */
#ifndef BENCHMAT_TESTS_ANALYZE_PRINTED_H
#define BENCHMAT_TESTS_ANALYZE_PRINTED_H

#include <stdio.h>
#include <stdlib.h>

#include "analyze/print.h"
#include "tests/analyze/sample_sweep.h"

/* To be freed. */
static char *print_as(const char *format, const struct table *table,
                      const struct print_options *options) {
    char *text = NULL;
    size_t size = 0;
    struct err err = {""};
    FILE *memory = open_memstream(&text, &size);
    const struct print_format *f = print_format_find(format, &err);
    assert_non_null(f);
    assert_int_equal(f->print(memory, table, options, &err), 0);
    assert_int_equal(fclose(memory), 0);
    return text;
}

static inline struct table table_of(struct run *run) {
    struct table table = {0};
    assert_int_equal(
        table_add(&table, run, &run->measurements[0], &(struct table_options){0}, NULL), 0);
    run_free(run);
    return table;
}

static inline size_t count(const char *text, const char *what) {
    size_t n = 0;
    for (; (text = strstr(text, what)); text++)
        n++;
    return n;
}

#endif
