/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/cmd_measures.h"

static const char *time_title(struct chart_set *set, const struct section *section) {
    (void)section;
    return chart_set_text(set, "time per call");
}

static const char *time_subtitle(struct chart_set *set, const struct section *section) {
    return chart_set_text(set, "mean seconds per call, %g %% interval", 100 * section->confidence);
}

static const char *reference_of(const struct section *section) {
    return section->reference ? section->reference : "the reference";
}

static const char *ratio_title(struct chart_set *set, const struct section *section) {
    return chart_set_text(set, "time relative to %s", reference_of(section));
}

static const char *ratio_subtitle(struct chart_set *set, const struct section *section) {
    const char *noise =
        section->controlled
            ? chart_set_text(set, "\ngrey: noise floor, %s against itself", section->controlled)
            : "";
    return noise ? chart_set_text(set, "t(library) / t(%s), %g %% interval; lower is faster%s",
                                  reference_of(section), 100 * section->confidence, noise)
                 : NULL;
}

const struct measure measure_time = {.name = "time",
                                     .column = "mean",
                                     .y = {.unit = UNIT_SECONDS},
                                     .title = time_title,
                                     .subtitle = time_subtitle};

const struct measure measure_ratio = {.name = "ratio",
                                      .column = "ratio",
                                      .y = {.unit = UNIT_RATIO},
                                      .has_level = 1,
                                      .level = 1,
                                      .shows_noise = 1,
                                      .title = ratio_title,
                                      .subtitle = ratio_subtitle};
