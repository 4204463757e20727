/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/output/listing.h"

#include <stdlib.h>

struct line {
    const char *cells[LISTING_COLUMNS]; /* each in the text below */
    char texts[LISTING_COLUMNS][LISTING_CELL];
};

struct listing {
    const char *const *headings;
    struct line *lines;
    size_t count;
};

struct listing *listing_new(const char *const *headings, size_t lines) {
    struct listing *listing = calloc(1, sizeof *listing);
    if (!listing)
        return NULL;
    *listing = (struct listing){headings, calloc(lines + 1, sizeof(struct line)), lines};
    if (!listing->lines) {
        free(listing);
        return NULL;
    }
    for (size_t i = 0; i < lines; i++)
        for (size_t c = 0; c < LISTING_COLUMNS; c++)
            listing->lines[i].cells[c] = listing->lines[i].texts[c];
    return listing;
}

void listing_free(struct listing *listing) {
    if (listing)
        free(listing->lines);
    free(listing);
}

char *listing_cell(struct listing *listing, size_t line, size_t column) {
    return listing->lines[line].texts[column];
}

void listing_add_to(struct document *document, const struct listing *listing) {
    struct records records = {.first = listing->lines,
                              .count = listing->count,
                              .columns = calloc(LISTING_COLUMNS, sizeof *records.columns),
                              .all = {.record_size = sizeof *listing->lines}};
    if (!records.columns) {
        document->failed = 1;
        return;
    }
    for (size_t c = 0; listing->headings[c]; c++)
        records.columns[records.column_count++] =
            (struct column){.name = listing->headings[c],
                            .type = COLUMN_TEXT,
                            .offset = offsetof(struct line, cells) + c * sizeof(char *),
                            .unit = "",
                            .align = "r",
                            .about = "",
                            .is_asked_for = 1};
    document_add_grid(document, &records);
}
