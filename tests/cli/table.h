/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.h: tables of made-up times in the scratch directory. */
#ifndef BENCHMAT_TESTS_CLI_TABLE_H
#define BENCHMAT_TESTS_CLI_TABLE_H

#include "tests/cli/shell.h"
#include "tests/test.h"

/* Begins the table NAME with the line COLUMNS; rows are printed to it. */
static FILE *table_begin(const struct shell *shell, const char *name, const char *columns) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", shell->directory, name);
    FILE *table = fopen(path, "w");
    assert_non_null(table);
    fprintf(table, "%s\n", columns);
    return table;
}

static void table_end(FILE *table) {
    assert_int_equal(fclose(table), 0);
}

#endif
