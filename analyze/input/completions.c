/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/input/completions.h"

#include "analyze/model/quantity.h"

void completions_columns_of(struct completion *completion, const struct column_set *set) {
    for (size_t i = 0; i < set->count; i++)
        completion_offer(completion, set->columns[i].name, set->columns[i].about);
}

void completions_columns(struct completion *completion) {
    completions_columns_of(completion, &row_columns);
}

void completions_quantities(struct completion *completion) {
    for (int quantity = 0; quantity < QUANTITIES; quantity++) {
        const struct quantity_words *words = quantity_words((enum quantity)quantity);
        completion_offer(completion, words->name, words->about);
    }
    completion_measures(completion);
}

void completions_colours(struct completion *completion) {
    completion_offer_words(completion, "auto, always or never");
}

void completions_bands(struct completion *completion) {
    completion_offer_words(completion, "simultaneous or pointwise");
}

void completions_trims(struct completion *completion) {
    completion_offer_words(completion, "tukey or sigma");
}

void completions_statistics(struct completion *completion) {
    completion_offer_words(completion, "typical, mean, median, p90, p99");
}

void completions_dates(struct completion *completion) {
    completion_offer_words(completion,
                           "today, yesterday, this-week, last-week, this-month, 24h, 7d");
}

void completions_peaks(struct completion *completion) {
    completion_offer(completion, "measured", "the highest rate that was measured");
}

void completions_axes(struct completion *completion) {
    completion_offer_words(completion, "threads, ranks or nodes");
}
