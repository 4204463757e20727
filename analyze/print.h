/* SPDX-License-Identifier: GPL-3.0-or-later */
/* print.h: a table in the formats that bench-analyze writes, one file per format. */
#ifndef BENCHMAT_ANALYZE_PRINT_H
#define BENCHMAT_ANALYZE_PRINT_H

#include <stdio.h>

#include "analyze/table.h"
#include "formats/err.h"

struct print_options {
    int summary_only;   /* the geometric means, not the rows */
    int verbose;        /* all warnings, not the first of them */
    size_t passed_over; /* older measurements that were not asked for */
};

/* Writes TABLE to FILE; whether it arrived is for the caller to find out (ferror). Fails when there
 * is no memory. */
typedef int print_function(FILE *file, const struct table *table,
                           const struct print_options *options, struct err *err);

print_function print_text, print_csv, print_json, print_markdown;

struct print_format {
    const char *name;
    print_function *print;
    const char *about;
};

extern const struct print_format print_formats[];
extern const size_t print_format_count;

/* The format of that NAME. NULL, with an ERR_USAGE's message that lists them, when there is none.
 */
const struct print_format *print_format_find(const char *name, struct err *err);

/* Writes TABLE to PATH, whole or not at all (destination.h). */
int print_write(const struct print_format *format, const struct table *table,
                const struct print_options *options, const char *path, struct err *err);

#endif
