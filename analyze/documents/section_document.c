/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/documents/section_document.h"

#include "analyze/ranking/fastest.h"
#include "analyze/output/listing.h"
#include "analyze/aggregate/table.h"

/* People see noise, verdicts and warnings in the headings, and geometric means below the rows. */
unsigned section_document_needs(const struct section_view *how, int for_people) {
    static const struct view usual;
    unsigned above = for_people ? NEED_NOISE | NEED_WARNINGS | NEED_RATIO | NEED_VERDICT : 0;
    return above | view_needs(how->view ? how->view : &usual,
                              how->summary_only ? &summary_columns : &row_columns, for_people);
}

/* A heading about one section. */
struct topic {
    const struct section *section;
    heading_function *heading;
};

static void write_topic(const void *context, FILE *file) {
    const struct topic *topic = context;
    topic->heading(topic->section, file);
}

static void heading_probability(const struct section *section, FILE *file) {
    const char *least = quantity_words(section->quantity)->least;
    char by[STATISTIC_NAME];
    statistic_name(section->statistic, by);
    if (section->rounds > 1)
        fprintf(file, "p fastest: probability of the smallest %s %s of all libraries there", by,
                quantity_words(section->quantity)->one);
    else
        fprintf(file,
                "p fastest is blank: a single round does not tell which library is surely the %s",
                least);
}

static void add(struct document *document, enum document_kind kind, const struct section *section,
                heading_function *heading) {
    document_write(document, kind, write_topic, &(struct topic){section, heading});
}

void section_document_headings(struct document *document, const struct section *section,
                               heading_function *meaning, int verbose) {
    add(document, DOCUMENT_TITLE, section, heading_action);
    add(document, DOCUMENT_LINE, section, heading_run);
    add(document, DOCUMENT_LINE, section, meaning);
    add(document, DOCUMENT_WARNING, section,
        verbose ? heading_all_warnings : heading_first_warnings);
}

/* Adds the rows or the summaries; the view applies to only one of them. */
static int add_grid(struct document *document, const struct table *table,
                    const struct section *section, const struct section_view *how, int summaries,
                    struct err *err) {
    const struct view *view = summaries == how->summary_only ? how->view : NULL;
    struct records records;
    int code = records_of_section(&records, table, section, view, summaries, err);
    if (code)
        records_release(&records);
    else
        document_add_grid(document, &records);
    return code;
}

/* The sentence about the fastest libraries needs the rows as well. */
struct folded {
    const struct table *table;
    const struct section *section;
    int *failed;
};

static void write_fastest(const void *context, FILE *file) {
    const struct folded *folded = context;
    *folded->failed |= !fastest_words_write(folded->table, folded->section, file);
}

int section_sheet(struct document *document, const struct table *table,
                  const struct section *section, const struct section_view *how, struct err *err) {
    int code = 0;
    add(document, DOCUMENT_TITLE, section, heading_action);
    add(document, DOCUMENT_LINE, section, heading_run);
    add(document, DOCUMENT_LINE, section, heading_meaning);
    add(document, DOCUMENT_LINE, section, heading_noise);
    if (!how->summary_only)
        add(document, DOCUMENT_LINE, section, heading_verdicts);
    if (section_document_needs(how, 0) & NEED_FASTEST)
        add(document, DOCUMENT_LINE, section, heading_probability);
    add(document, DOCUMENT_WARNING, section,
        how->verbose ? heading_all_warnings : heading_first_warnings);

    if (!section->row_count)
        document_add(document, DOCUMENT_CAPTION, "no library was measured");
    if (section->row_count && !how->summary_only) {
        code = add_grid(document, table, section, how, 0, err);
        add(document, DOCUMENT_BAD, section, heading_errors);
    }
    if (code || !section->summary_count)
        return code;
    add(document, DOCUMENT_CAPTION, section, heading_summaries);
    code = add_grid(document, table, section, how, 1, err);
    document_write(document, DOCUMENT_NOTE, write_fastest,
                   &(struct folded){table, section, &document->failed});
    return code;
}

int section_document_of_all(struct document *document, const struct table *table,
                            const struct table *heads, const struct section_view *how,
                            struct err *err) {
    struct records records;
    int code = records_of_table(&records, table, heads, how->view, how->summary_only, err);
    if (code)
        records_release(&records);
    else
        document_add_grid(document, &records);
    return code;
}
