/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/foreign/other_numbers.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/json/json_read.h"
#include "formats/text/decimal.h"
#include "formats/text/unicode.h"

static int is_spelled(const char *name, const char *detail) {
    while (*name &&
           (tolower((unsigned char)*name) == *detail || (*name == '-' && *detail == '_'))) {
        name++;
        detail++;
    }
    return !*name && !*detail;
}

static const struct series_detail *find_detail(const char *name) {
    for (size_t d = 0; d < series_detail_count; d++)
        if (series_details[d].is_optional && series_details[d].shape == PER_SAMPLE &&
            is_spelled(name, series_details[d].name))
            return &series_details[d];
    return NULL;
}

void other_numbers_add(struct other_numbers *numbers, const char *name, const char *unit,
                       double value) {
    const struct series_detail *detail = isfinite(value) ? find_detail(name) : NULL;
    size_t used = strlen(numbers->text);
    if (detail && numbers->detail_count < OTHER_NUMBERS_MOST)
        numbers->details[numbers->detail_count++] = (struct import_builder_detail){detail, value};
    else
        snprintf(numbers->text + used, sizeof numbers->text - used, "%s%s %s%s%s", used ? ", " : "",
                 name, isfinite(value) ? digits_shortest(value).text : "-", unit ? " " : "",
                 unit ? unit : "");
}

void other_numbers_keep(const struct other_numbers *numbers, struct import_builder *builder,
                        struct import_builder_sample *sample, const char *prefix, const char *of) {
    char line[sizeof numbers->text + 1024];
    sample->details = numbers->details;
    sample->detail_count = numbers->detail_count;
    if (!*numbers->text)
        return;
    snprintf(line, sizeof line, "%.1000s: %s", of, numbers->text);
    if (strlen(numbers->text) + 1 == sizeof numbers->text)
        utf8_end_in(line, strlen(line) + 1, "...");
    utf8_clean(line, '?');
    json_facts_join_line(&builder->facts, prefix, "measures", line);
}
