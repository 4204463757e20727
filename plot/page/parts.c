/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/page/parts.h"

#include <string.h>

void report_write_action(const struct table *table, const struct section *section, FILE *file) {
    fputs(section->action, file);
    for (size_t i = 0; i < table->section_count; i++)
        if (&table->sections[i] != section &&
            strcmp(table->sections[i].action, section->action) == 0) {
            fprintf(file, " (%s)", section->run);
            return;
        }
}

void report_write_parts(const char *cell, FILE *file) {
    int has_blank = 1;
    for (; *cell; cell++) {
        int is_blank = *cell == ' ';
        if (*cell != '\t' && !(is_blank && has_blank))
            putc(*cell, file);
        has_blank = *cell == '\t' ? has_blank : is_blank;
    }
}
