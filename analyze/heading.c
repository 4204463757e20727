/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/heading.h"

#include <math.h>
#include <string.h>

#include "analyze/show.h"

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
    if (section->conditions)
        fprintf(file, HEADING_SEPARATOR "%s", section->conditions);
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
    fprintf(file, HEADING_SEPARATOR "%zu ", section->rounds);
    if (section->rounds < section->rounds_wanted)
        fprintf(file, "of %zu ", section->rounds_wanted);
    fprintf(file, "round%s × ", section->rounds_wanted == 1 ? "" : "s");
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

void heading_noise(const struct section *section, FILE *file) {
    const struct noise *noise = &section->noise;
    if (isnan(noise->floor))
        return;
    fprintf(file, "noise floor: %s against itself ", section->controlled);
    if (isnan(noise->high - noise->low))
        fprintf(file, "%.4f", noise->ratio);
    else
        fprintf(file, "%.4f to %.4f", noise->low, noise->high);
    fprintf(file, " at worst, size %lld" HEADING_SEPARATOR SHOW_HIDDEN ": no more than noise",
            (long long)section->noise_size);
}

static void print_warnings(const struct section *section, size_t most, FILE *file) {
    const struct warnings *warnings = section->warnings;
    size_t count = warnings ? warnings->count : 0;
    for (size_t i = 0; i < count && i < most; i++)
        fprintf(file, "%swarning: %s" HEADING_SEPARATOR "%s", i ? "\n" : "",
                warnings->items[i].text, warnings->items[i].advice);
    if (count > most)
        fprintf(file, "\nand %zu more; --verbose lists all", count - most);
}

void heading_first_warnings(const struct section *section, FILE *file) {
    print_warnings(section, 3, file);
}

void heading_all_warnings(const struct section *section, FILE *file) {
    print_warnings(section, SIZE_MAX, file);
}
