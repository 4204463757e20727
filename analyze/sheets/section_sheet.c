/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/sheets/section_sheet.h"

#include "analyze/ranking/fastest_words.h"
#include "analyze/output/heading.h"
#include "analyze/aggregate/need.h"

/* Headings tell of the noise, of verdicts and of warnings; below the rows stand geometric means. */
unsigned section_sheet_needs(const struct section_view *how, int for_people) {
    static const struct view usual;
    unsigned above = for_people ? NEED_NOISE | NEED_WARNINGS | NEED_RATIO | NEED_VERDICT : 0;
    return above | view_needs(how->view ? how->view : &usual,
                              how->summary_only ? &summary_columns : &row_columns, for_people);
}

/* What has one section to write about. */
struct topic {
    const struct section *section;
    heading_function *heading;
};

static void write_topic(const void *context, FILE *file) {
    const struct topic *topic = context;
    topic->heading(topic->section, file);
}

static void add(struct sheet *sheet, enum sheet_kind kind, const struct section *section,
                heading_function *heading) {
    sheet_write(sheet, kind, write_topic, &(struct topic){section, heading});
}

void section_sheet_headings(struct sheet *sheet, const struct section *section,
                            heading_function *meaning, int verbose) {
    add(sheet, SHEET_TITLE, section, heading_action);
    add(sheet, SHEET_LINE, section, heading_run);
    add(sheet, SHEET_LINE, section, meaning);
    add(sheet, SHEET_WARNING, section, verbose ? heading_all_warnings : heading_first_warnings);
}

static void add_headings(struct sheet *sheet, const struct section *section,
                         const struct section_view *how) {
    add(sheet, SHEET_TITLE, section, heading_action);
    add(sheet, SHEET_LINE, section, heading_run);
    add(sheet, SHEET_LINE, section, heading_meaning);
    add(sheet, SHEET_LINE, section, heading_noise);
    if (!how->summary_only)
        add(sheet, SHEET_LINE, section, heading_verdicts);
    add(sheet, SHEET_WARNING, section,
        how->verbose ? heading_all_warnings : heading_first_warnings);
}

/* The rows or the summaries; the view is of either. */
static int add_grid(struct sheet *sheet, const struct table *table, const struct section *section,
                    const struct section_view *how, int summaries, struct err *err) {
    const struct view *view = summaries == how->summary_only ? how->view : NULL;
    struct records records;
    int code = records_of_section(&records, table, section, view, summaries, err);
    if (code)
        records_release(&records);
    else
        sheet_add_grid(sheet, &records);
    return code;
}

/* What is to be said needs the rows as well. */
struct folded {
    const struct table *table;
    const struct section *section;
    int *failed;
};

static void write_fastest(const void *context, FILE *file) {
    const struct folded *folded = context;
    *folded->failed |= !fastest_words_write(folded->table, folded->section, file);
}

int section_sheet(struct sheet *sheet, const struct table *table, const struct section *section,
                  const struct section_view *how, struct err *err) {
    int code = 0;
    add_headings(sheet, section, how);
    if (!section->row_count)
        sheet_add(sheet, SHEET_CAPTION, "no library was measured");
    if (section->row_count && !how->summary_only) {
        code = add_grid(sheet, table, section, how, 0, err);
        add(sheet, SHEET_BAD, section, heading_errors);
    }
    if (code || !section->summary_count)
        return code;
    add(sheet, SHEET_CAPTION, section, heading_summaries);
    code = add_grid(sheet, table, section, how, 1, err);
    sheet_write(sheet, SHEET_NOTE, write_fastest, &(struct folded){table, section, &sheet->failed});
    return code;
}

int section_sheet_of_all(struct sheet *sheet, const struct table *table, const struct table *heads,
                         const struct section_view *how, struct err *err) {
    struct records records;
    int code = records_of_table(&records, table, heads, how->view, how->summary_only, err);
    if (code)
        records_release(&records);
    else
        sheet_add_grid(sheet, &records);
    return code;
}
