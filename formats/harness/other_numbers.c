/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/harness/other_numbers.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "formats/import/header_words.h"

static int is_spelled(const char *name, const char *detail) {
    while (*name &&
           (tolower((unsigned char)*name) == *detail || (*name == '-' && *detail == '_'))) {
        name++;
        detail++;
    }
    return !*name && !*detail;
}

static const struct series_detail *find_detail(const char *name) {
    for (size_t d = 0; d < DETAILS; d++)
        if (series_details[d].is_optional && series_details[d].shape == PER_SAMPLE &&
            is_spelled(name, series_details[d].name))
            return &series_details[d];
    return NULL;
}

/* Whether UNIT, or NULL, is one of rates as measures have it: "items/s". */
static int is_rate(const char *unit) {
    char base[MEASURE_UNIT];
    return unit && measured_unit_base(unit, strlen(unit), base) && strcmp(base, unit) == 0;
}

void other_numbers_add(struct other_numbers *numbers, const char *name, const char *unit,
                       double value) {
    const struct series_detail *detail = find_detail(name);
    const char *of_unit = unit ? unit : name;
    struct measured_unit measured;
    if (!isfinite(value) || numbers->detail_count == OTHER_NUMBERS_MOST ||
        numbers->measure_count == OTHER_NUMBERS_MOST)
        return;
    int is_known = measured_unit_read(of_unit, strlen(of_unit), &measured);
    if (is_known && measured.is_likely_count && !unit)
        measured.kind = UNIT_COUNT;
    if (is_known && (unit || !detail))
        value *= measured.worth;
    if (detail)
        numbers->details[numbers->detail_count++] = (struct import_builder_detail){detail, value};
    else
        numbers->measures[numbers->measure_count++] = (struct import_builder_measure){
            .name = name,
            .unit = is_known && !is_rate(unit) ? unit_kind_base(measured.kind) : unit,
            .better = header_better(name, measured.kind),
            .value = value};
}

void other_numbers_add_spreads(struct other_numbers *numbers, json_object *object,
                               const struct told_spread *spreads, size_t count) {
    for (size_t i = 0; i < count; i++) {
        json_object *member = NULL;
        double value;
        if (json_object_is_type(object, json_type_object) &&
            json_object_object_get_ex(object, spreads[i].key, &member) &&
            json_text_number(member, &value))
            other_numbers_add(numbers, spreads[i].name, spreads[i].unit, value);
    }
}

void other_numbers_give(const struct other_numbers *numbers, struct import_builder_sample *sample) {
    sample->details = numbers->details;
    sample->detail_count = numbers->detail_count;
    sample->measures = numbers->measures;
    sample->measure_count = numbers->measure_count;
}

void other_numbers_take(struct import_builder_sample *sample) {
    sample->detail_count = sample->measure_count = 0;
}
