/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/heading.h"

#include <string.h>

const char heading_of_summaries[] =
    "geometric mean of the ratio over the sizes where both are right, fastest first";

static const struct {
    const char *type, *words;
} types[] = {
    {"s", "single precision"},
    {"d", "double precision"},
    {"c", "single precision complex"},
    {"z", "double precision complex"},
};

static const char *type_in_words(const char *type) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].type, type) == 0)
            return types[i].words;
    return type;
}

void heading_action(const struct section *section, FILE *file) {
    fprintf(file, "%s", section->action);
    if (section->about)
        fprintf(file, ": %s", section->about);
    if (section->type)
        fprintf(file, HEADING_SEPARATOR "%s", type_in_words(section->type));
    if (section->size_means)
        fprintf(file, HEADING_SEPARATOR "size: %s", section->size_means);
}

/* "2025-06-01T12:00:03+02:00" to the minute. */
static void print_started(const char *started, FILE *file) {
    if (strlen(started) >= 16 && started[10] == 'T')
        fprintf(file, HEADING_SEPARATOR "%.10s %.5s", started, started + 11);
    else
        fprintf(file, HEADING_SEPARATOR "%s", started);
}

static void print_design(const struct section *section, FILE *file) {
    fprintf(file, HEADING_SEPARATOR "%zu round%s × ", section->rounds,
            section->rounds == 1 ? "" : "s");
    if (section->fewest_seeds < section->most_seeds)
        fprintf(file, "%zu to %zu seeds", section->fewest_seeds, section->most_seeds);
    else
        fprintf(file, "%zu seed%s", section->most_seeds, section->most_seeds == 1 ? "" : "s");
}

void heading_run(const struct section *section, FILE *file) {
    if (section->archive)
        fprintf(file, "%s" HEADING_SEPARATOR, section->archive);
    fprintf(file, "%s", section->run);
    if (section->state && strcmp(section->state, "complete") != 0)
        fprintf(file, " (%s)", section->state);
    if (section->started)
        print_started(section->started, file);
    if (section->cpu)
        fprintf(file, HEADING_SEPARATOR "%s", section->cpu);
    print_design(section, file);
}

void heading_meaning(const struct section *section, FILE *file) {
    if (section->reference)
        fprintf(file, "ratio: time over that of %s, paired" HEADING_SEPARATOR, section->reference);
    fprintf(file, "± and [ ]: %.6g %% intervals", 100 * section->confidence);
}

static void warn_of_single_rounds(const struct section *section, FILE *file) {
    if (section->single_round_rows < section->row_count && section->rounds > 1)
        fprintf(file, "%zu of %zu rows: ", section->single_round_rows, section->row_count);
    fprintf(file, "single round: intervals are over samples and too narrow");
}

void heading_warning(const struct section *section, FILE *file) {
    if (section->single_round_rows)
        warn_of_single_rounds(section, file);
    if (section->disturbed)
        fprintf(file,
                "%s%zu samples had to wait for the CPU: they are too long, which no interval "
                "covers",
                section->single_round_rows ? HEADING_SEPARATOR : "", section->disturbed);
}
