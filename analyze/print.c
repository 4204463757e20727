/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/print.h"

#include <string.h>

#include "formats/destination.h"

const struct print_format print_formats[] = {
    {"text", print_text, "aligned columns for people"},
    {"csv", print_csv, "a header line, then a line per row; seconds, undefined is empty"},
    {"json", print_json, "an array of one object per row; seconds, undefined is null"},
    {"markdown", print_markdown, "tables for a page or an issue"},
};
const size_t print_format_count = sizeof print_formats / sizeof *print_formats;

const struct print_format *print_format_find(const char *name, struct err *err) {
    char list[128] = "";
    for (size_t i = 0; i < print_format_count; i++) {
        if (strcmp(print_formats[i].name, name) == 0)
            return &print_formats[i];
        strcat(strcat(list, i ? ", " : ""), print_formats[i].name);
    }
    err_set(err, ERR_USAGE, "there is no format '%s'; there are %s", name, list);
    return NULL;
}

int print_write(const struct print_format *format, const struct table *table,
                const struct print_options *options, const char *path, struct err *err) {
    struct destination destination;
    int rc = destination_open(&destination, path, err);
    if (rc)
        return rc;
    rc = format->print(destination.file, table, options, err);
    if (rc == 0)
        return destination_commit(&destination, err);
    destination_abandon(&destination);
    return rc;
}
