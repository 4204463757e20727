/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/output/listing.h"
#include "analyze/output/print.h"
#include "tests/test.h"

static char *text_of(const struct document *document, const struct print_options *options) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    print_text(file, document, 0, options);
    fclose(file);
    return text;
}

static void assert_listed(struct document *document, size_t width, const char *expected) {
    char *text = text_of(document, &(struct print_options){.width = width});
    assert_string_equal(text, expected);
    free(text);
    document_release(document);
}

TEST(cells_stand_below_their_headings) {
    static const char *const headings[] = {"round", "n", NULL};
    struct document document = {0};
    struct listing_line *lines = listing_add(&document, headings, 2);
    strcpy(lines[0].texts[0], "1");
    strcpy(lines[0].texts[1], "40");
    strcpy(lines[1].texts[0], "2");
    strcpy(lines[1].texts[1], "5");
    assert_listed(&document, 100, "round   n\n    1  40\n    2   5\n");
}

/* No column is left out: neither an empty one, nor because of its name or of the width, to which
 * headings are shortened. */
TEST(all_columns_stay) {
    static const char *const headings[] = {"sd", "median", "a heading that is rather wide", NULL};
    struct document document = {0};
    strcpy(listing_add(&document, headings, 1)->texts[0], "3");
    assert_listed(&document, 40,
                  "sd  median  a heading that…s rather wide\n"
                  " 3\n");
}
