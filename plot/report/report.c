/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/report/report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/xalloc.h"

static char *copy(const char *text) {
    return text ? xstrdup(text) : NULL;
}

static struct report_block *add_block(struct report *report, enum report_kind kind) {
    report->blocks = xreallocarray(report->blocks, report->count + 1, sizeof *report->blocks);
    report->blocks[report->count] = (struct report_block){.kind = kind};
    return &report->blocks[report->count++];
}

void report_add(struct report *report, enum report_kind kind, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_block(report, kind)->text = xvasprintf(format, arguments);
    va_end(arguments);
}

void report_add_pair(struct report *report, enum report_kind kind, const char *text,
                     const char *more) {
    struct report_block *block = add_block(report, kind);
    block->text = copy(text);
    block->more = copy(more);
}

void report_add_name(struct report *report, const char *name) {
    for (size_t i = 0; i < report->name_count; i++)
        if (strcmp(report->names[i], name) == 0)
            return;
    report->names = xreallocarray(report->names, report->name_count + 1, sizeof *report->names);
    report->names[report->name_count++] = xstrdup(name);
}

/* --- tables --- */

static void free_table(struct report_table *table) {
    if (!table)
        return;
    for (size_t i = 0; i < table->column_count; i++) {
        free(table->columns[i].heading);
        free(table->columns[i].about);
    }
    for (size_t i = 0; i < table->lines * table->column_count; i++)
        free((char *)table->cells[i].text);
    free(table->caption);
    free(table->columns);
    free(table->cells);
    free(table);
}

struct report_table *report_add_table(struct report *report, size_t columns, size_t lines,
                                      const char *caption) {
    struct report_table *table = xmalloc(sizeof *table);
    *table = (struct report_table){.caption = copy(caption),
                                   .columns = xcalloc(columns, sizeof *table->columns),
                                   .cells = xcalloc(columns * lines, sizeof *table->cells),
                                   .column_count = columns,
                                   .lines = lines};
    return add_block(report, REPORT_TABLE)->table = table;
}

void report_set_column(struct report_table *table, size_t column, const char *heading,
                       const char *about, const char *align) {
    struct report_column *set = &table->columns[column];
    set->heading = copy(heading);
    set->about = copy(about && *about ? about : NULL);
    snprintf(set->align, sizeof set->align, "%s", align);
}

int report_part_width(const char *text, size_t length) {
    int width = 0;
    for (size_t i = 0; i < length; i++)
        if ((text[i] & 0xc0) != 0x80) /* the first byte of a character */
            width += text[i] == '.' ? 1 : 2;
    return width;
}

static void note_parts(struct report_column *column, const char *text) {
    for (size_t p = 0; column->align[p]; p++) {
        struct report_part *part = &column->parts[p];
        size_t length = strcspn(text, "\t");
        int width = report_part_width(text, length);
        part->begins_blank |= *text == ' ';
        part->is_joined |= length > 0 && *text != ' ';
        part->width = width > part->width ? width : part->width;
        text += length + (text[length] == '\t');
    }
}

void report_set_cell(struct report_table *table, size_t line, size_t column,
                     struct report_cell cell) {
    if (cell.text)
        note_parts(&table->columns[column], cell.text);
    cell.text = copy(cell.text);
    table->cells[line * table->column_count + column] = cell;
}

/* --- charts --- */

struct report_charts *report_add_charts(struct report *report, size_t count, const char *label) {
    struct report_charts *charts = xmalloc(sizeof *charts);
    *charts = (struct report_charts){copy(label), xcalloc(count, sizeof *charts->views), count};
    return add_block(report, REPORT_CHARTS)->charts = charts;
}

void report_release(struct report *report) {
    for (size_t i = 0; i < report->count; i++) {
        free(report->blocks[i].text);
        free(report->blocks[i].more);
        free_table(report->blocks[i].table);

        struct report_charts *charts = report->blocks[i].charts;
        for (size_t k = 0; charts && k < charts->count; k++) {
            struct report_view *view = &charts->views[k];
            size_t points = 0;
            for (size_t s = 0; s < view->chart.series_count; s++)
                points += view->chart.series[s].count;
            for (size_t j = 0; view->tips && j < points; j++)
                free(view->tips[j]);
            free(view->tips);
        }
        free(charts ? charts->views : NULL);
        free(charts ? charts->label : NULL);
        free(charts);
    }
    for (size_t i = 0; i < report->name_count; i++)
        free(report->names[i]);
    free(report->names);
    free(report->blocks);
    *report = (struct report){0};
}
