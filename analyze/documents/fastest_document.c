/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/documents/fastest_document.h"

#include "analyze/aggregate/point_draws.h"

unsigned fastest_document_needs(int for_people) {
    return NEED_VERDICT | NEED_FASTEST | (for_people ? NEED_WARNINGS : 0);
}

static void write_meaning(const void *context, FILE *file) {
    const struct section *section = context;
    const struct quantity_words *of = quantity_words(section->quantity);
    char by[STATISTIC_NAME];
    statistic_name(section->statistic, by);
    fprintf(file,
            "%s: by %s %s, as ratios are" DOCUMENT_SEPARATOR
            "not shown %s: than any other, by %s and corrected for all "
            "rows" DOCUMENT_SEPARATOR,
            of->least, by, of->many, of->more,
            fastest_is_sure(section) ? "verdicts" : "intervals over samples");
    if (fastest_is_sure(section)) {
        fputs("probability: that it is, with the errors of the ratios", file);
        if (point_draws_are_left_out(section))
            fprintf(file, ", not told of more than %d libraries", POINT_DRAWS_MOST);
        fputs(DOCUMENT_SEPARATOR "by: ", file);
        if (of->is_rate)
            fprintf(file, "%s of the %s over that of the next", of->one, of->least);
        else
            fprintf(file, "%s over %s", of->one,
                    quantity_is_speed(section->quantity) ? "that of the fastest" : "the least");
        fprintf(file, ", %s" DOCUMENT_SEPARATOR "± and [ ]: %.6g %% intervals",
                pairing_name(section->pairing), 100 * section->confidence);
    } else if (fastest_is_as_measured(section))
        fputs(FASTEST_AS_MEASURED, file);
    else
        fputs("a single round tells little of how sure this is, and no probability", file);
}

static void write_crossover(const void *context, FILE *file) {
    crossover_write(context, file);
}

static int add_grid(struct document *document, const struct fastest_found *found, int summaries,
                    const struct view *view, int for_people, struct err *err) {
    const struct column_set *set = summaries ? &crossover_columns : &fastest_columns;
    const void *first = summaries ? (const void *)found->crossovers.items : found->rows.items;
    size_t count = summaries ? found->crossovers.count : found->rows.count;
    return document_add_records(document, set, first, count, view, for_people, err);
}

int fastest_sheet(struct document *document, const struct section *section,
                  const struct fastest_found *found, const struct section_view *how,
                  struct err *err) {
    int code = 0;
    section_document_headings(document, section, NULL, how);
    if (!found->rows.count) {
        document_add(document, DOCUMENT_CAPTION, "no library was measured");
        return 0;
    }
    if (!how->summary_only) {
        code = add_grid(document, found, 0, how->view, 1, err);
        size_t unknown = 0;
        for (size_t i = 0; i < found->rows.count; i++)
            unknown += found->rows.items[i].by_typical == NULL;
        if (unknown)
            document_add(
                document, DOCUMENT_NOTE,
                "%zu %s without a %s: %s, which all are compared by, has no right answer%s",
                unknown, parameter_grid_word(section->space, unknown),
                quantity_words(section->quantity)->least,
                section->reference ? section->reference : "the reference",
                section->quantity == QUANTITY_SECONDS
                    ? ""
                    : ", or samples of 0 leave a library without a ratio");
    }
    if (!found->crossovers.count && fastest_is_sure(section) && section->summary_count > 1)
        document_add(document, DOCUMENT_NOTE, "no library is shown to %s another",
                     quantity_sense(section->quantity) == SENSE_AMOUNT ? "undercut" : "overtake");
    for (size_t i = 0; i < found->crossovers.count; i++)
        document_write(document, DOCUMENT_NOTE, write_crossover, &found->crossovers.items[i]);
    document_write(document, DOCUMENT_NOTE, write_meaning, section);
    return code;
}

int fastest_document_of_all(struct document *document, const struct fastest_found *found,
                            const struct section_view *how, struct err *err) {
    return add_grid(document, found, how->summary_only, how->view, 0, err);
}
