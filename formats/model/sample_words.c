/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/sample_words.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

const char *sample_statistic_word(const char *samples_are, char buffer[SAMPLE_STATISTIC]) {
    static const struct {
        const char *many, *one;
    } words[] = {{SAMPLES_ARE_MEDIANS, "median"},
                 {SAMPLES_ARE_MINIMA, "minimum"},
                 {"the best of several tries", "minimum"}, /* in older archives */
                 {SAMPLES_ARE_MAXIMA, "maximum"},
                 {SAMPLES_ARE_ESTIMATES, "estimate"}};
    if (!samples_are)
        return NULL;
    const char *per = strstr(samples_are, SAMPLES_ARE_PER);
    size_t n = per ? (size_t)(per - samples_are) : strlen(samples_are);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].many) == n && strncmp(words[i].many, samples_are, n) == 0)
            return words[i].one;
    size_t digits = strspn(samples_are + (*samples_are != '\0'), "0123456789.");
    int is_quantile = (*samples_are == 'p' || *samples_are == 'q') && digits && n == 1 + digits &&
                      n < SAMPLE_STATISTIC;
    if (!is_quantile)
        return NULL;
    snprintf(buffer, SAMPLE_STATISTIC, "%.*s", (int)n, samples_are);
    return buffer;
}

const char *sample_means_of(const char *samples_are, char buffer[SAMPLE_MEANS]) {
    snprintf(buffer, SAMPLE_MEANS, SAMPLES_ARE_MEANS "%s%s", samples_are ? " of " : "",
             samples_are ? samples_are : "");
    return buffer;
}

const char *sample_per(const char *samples_are) {
    const char *per = samples_are ? strstr(samples_are, SAMPLES_ARE_PER) : NULL;
    return per ? per + strlen(SAMPLES_ARE_PER) : NULL;
}
