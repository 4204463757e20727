/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/sample_words.h"

#include <stddef.h>
#include <string.h>

enum { LONGEST = 6 }; /* bytes of a quantile's name */

const char *sample_statistic_word(const char *samples_are) {
    static const struct {
        const char *many, *one;
    } words[] = {{SAMPLES_ARE_MEDIANS, "median"},
                 {SAMPLES_ARE_MINIMA, "minimum"},
                 {"the best of several tries", "minimum"}, /* in older archives */
                 {SAMPLES_ARE_MAXIMA, "maximum"},
                 {SAMPLES_ARE_ESTIMATES, "estimate"}};
    if (!samples_are)
        return NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].many, samples_are) == 0)
            return words[i].one;
    size_t digits = strspn(samples_are + (*samples_are != '\0'), "0123456789.");
    int is_quantile = (*samples_are == 'p' || *samples_are == 'q') && digits && digits < LONGEST &&
                      !samples_are[1 + digits];
    return is_quantile ? samples_are : NULL;
}
