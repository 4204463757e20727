/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/output/listing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/columns/format_number.h"
#include "analyze/columns/records.h"
#include "formats/model/sample_words.h"
#include "formats/text/percent.h"
#include "formats/text/xalloc.h"

/* --- heading --- */

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

static void write_action(const struct section *section, FILE *file) {
    fprintf(file, "%s", section->action);
    if (section->about)
        fprintf(file, ": %s", section->about);
    const struct quantity_words *words = quantity_words(section->quantity);
    const char *per = sample_per(section->samples_are);
    if (per)
        fprintf(file, DOCUMENT_SEPARATOR "%s" SAMPLES_ARE_PER "%s",
                section->quantity == QUANTITY_SECONDS ? words->one : words->name, per);
    else if (section->quantity != QUANTITY_SECONDS)
        fprintf(file, DOCUMENT_SEPARATOR "%s: %s", words->name, words->about);
    if (section->type)
        fprintf(file, DOCUMENT_SEPARATOR "%s", type_in_words(section->type));
    if (section->conditions)
        fprintf(file, DOCUMENT_SEPARATOR "%s", section->conditions);
}

/* The start to the minute or to the day. */
static void write_run(const struct section *section, int is_exact, FILE *file) {
    fprintf(file, "%s", section->run);
    if (section->state && strcmp(section->state, "complete") != 0)
        fprintf(file, " (%s)", section->state);
    if (section->started) {
        /* A time such as "2025-06-01T12:00:03+02:00". */
        const char *started = section->started;
        if (strlen(started) >= 16 && started[10] == 'T')
            fprintf(file, DOCUMENT_SEPARATOR "%.10s%s%.*s", started, is_exact ? " " : "",
                    is_exact ? 5 : 0, started + 11);
        else
            fprintf(file, DOCUMENT_SEPARATOR "%s", started);
    }
}

static void write_rounds(const struct section *section, FILE *file) {
    fprintf(file, DOCUMENT_SEPARATOR "%zu ", section->rounds);
    if (section->rounds < section->rounds_wanted)
        fprintf(file, "of %zu ", section->rounds_wanted);
    fprintf(file, "round%s", section->rounds_wanted == 1 ? "" : "s");
}

static void write_seeds(const struct section *section, FILE *file) {
    fputs(" × ", file);
    if (section->fewest_seeds < section->most_seeds)
        fprintf(file, "%zu to ", section->fewest_seeds);
    fprintf(file, "%zu %s%s", section->most_seeds, section->sample_word,
            section->most_seeds == 1 ? "" : "s");
}

/* Of counts, such as of instructions, the place of code changes little. */
static void write_placement(const struct section *section, FILE *file) {
    if (!section->code_placement || section->quantity != QUANTITY_SECONDS)
        return;
    fprintf(file, DOCUMENT_SEPARATOR "%s", section->code_placement);
    if (strcmp(section->code_placement, PLACED_ANEW) != 0)
        fputs(": a change of some per cent may be its placement", file);
}

void heading_action(const struct section *section, FILE *file) {
    write_action(section, file);
    if (section->size_means && section->space->has_size)
        fprintf(file, DOCUMENT_SEPARATOR "size: %s", section->size_means);
}

void heading_run(const struct section *section, FILE *file) {
    if (section->archive)
        fprintf(file, "%s" DOCUMENT_SEPARATOR, section->archive);
    write_run(section, 1, file);
    if (section->cpu)
        fprintf(file, DOCUMENT_SEPARATOR "%s", section->cpu);
    write_rounds(section, file);
    write_seeds(section, file);
    write_placement(section, file);
}

void heading_brief(const struct section *section, FILE *file) {
    write_action(section, file);
    write_rounds(section, file);
    write_placement(section, file);
    fprintf(file, DOCUMENT_SEPARATOR "%s%s", section->archive ? section->archive : "",
            section->archive ? " " : "");
    write_run(section, 0, file);
}

static void write_intervals(const struct section *section, FILE *file) {
    fprintf(file, "± and [ ]: %.6g %% intervals%s%s%s", 100 * section->confidence,
            section->are_simultaneous ? ", simultaneous over the " : "",
            section->are_simultaneous ? parameter_grid_word(section->space, 2) : "",
            section->are_simultaneous ? " of a library" : "");
}

/* Writes what a difference must be beyond. */
static void write_margin(const struct section *section, const char *words, FILE *file) {
    int is_first = 1;
    double effect = section->rounds > 1 ? section->min_effect : section->min_effect_alone;
    if (effect > 0) {
        fprintf(file, DOCUMENT_SEPARATOR "%s%.3g %%", words, 100 * effect);
        is_first = 0;
    }
    if (!isnan(section->noise.floor) && !section->error_model)
        fprintf(file, "%s%sthe noise floor", is_first ? DOCUMENT_SEPARATOR : " and ",
                is_first ? words : "");
}

/* ≈: no difference shown, corrected for 12 rows; 7 % would show in half of them (power 80 %).
 * AND_CORRECTED unless the correction is told elsewhere. */
static void write_shown(const struct section *section, int and_corrected, FILE *file) {
    int are_many = section->hypotheses > 1;
    if (section->equal > 0)
        fprintf(file, DOCUMENT_SEPARATOR "equal: within %.3g %%", 100 * section->equal);
    else
        fputs(DOCUMENT_SEPARATOR FORMAT_NUMBER_HIDDEN ": no difference shown", file);
    if (and_corrected && are_many)
        fprintf(file, ", corrected for %zu rows", section->hypotheses);
    if (isnan(section->detectable))
        return;
    fputs(section->equal > 0 ? "; a difference of " : "; ", file);
    fputs(percent_of(section->detectable).text, file);
    fprintf(file, " would show%s",
            !are_many       ? ""
            : and_corrected ? " in half of them"
                            : " in half of the rows");
    fprintf(file, " (power %.0f %%)", 100 * TABLE_POWER);
}

void heading_meaning(const struct section *section, FILE *file) {
    char of[STATISTIC_HEADING];
    statistic_heading(section->statistic, "ratio", of);
    const struct quantity_words *words = quantity_words(section->quantity);
    const char *pairing = section->pairing ? pairing_name(section->pairing) : "";
    const char *comma = section->pairing ? ", " : "";
    if (section->reference && words->is_rate)
        fprintf(file, "%s: %s of %s over that of each, lower is %s%s%s" DOCUMENT_SEPARATOR, of,
                words->one, section->reference, words->less, comma, pairing);
    else if (section->reference)
        fprintf(file, "%s: %s over that of %s%s%s" DOCUMENT_SEPARATOR, of, words->one,
                section->reference, comma, pairing);
    write_intervals(section, file);
}

static int lacks_control(const struct section *section) {
    const struct error_model *model = section->error_model;
    return model && !error_model_shared(model)->controls && section->hypotheses;
}

void heading_legend(const struct section *section, FILE *file) {
    if (section->size_means && section->space->has_size)
        fprintf(file, "size: %s" DOCUMENT_SEPARATOR, section->size_means);
    int is_told = records_divides(section) && section->pairing != PAIRING_UNPAIRED;
    if (is_told || !section->hypotheses)
        write_intervals(section, file);
    else
        heading_meaning(section, file);
    if (section->hypotheses) {
        write_margin(section, "verdicts: beyond ", file);
        write_shown(section, 1, file);
    }
    if (section->follow_others && section->quantity == QUANTITY_SECONDS)
        fputs(DOCUMENT_SEPARATOR "caches are as the other commands left them; "
                                 "--schedule blocked: as its own run before did",
              file);
    if (lacks_control(section))
        fputs(DOCUMENT_SEPARATOR "no control told how copies of a library differ", file);
}

void heading_noise(const struct section *section, FILE *file) {
    const struct noise *noise = &section->noise;
    const struct error_model *model = section->error_model;
    const struct error_shared *shared = model ? error_model_shared(model) : NULL;
    if (lacks_control(section))
        fputs("no control: intervals and verdicts do not include what differs lastingly between "
              "copies of one library",
              file);
    if (isnan(noise->floor))
        return;
    fprintf(file,
            "%snoise floor: %s against itself, measured a second time to see how copies differ: ",
            lacks_control(section) ? "\n" : "", section->controlled);
    if (!interval_has_ends(noise->ratio))
        fprintf(file, "%.4f", noise->ratio.estimate);
    else
        fprintf(file, "%.4f to %.4f", noise->ratio.low, noise->ratio.high);
    fputs(" at worst, ", file);
    parameter_grid_write_point(section->space, section->noise_point, file);
    fputs(": ± ", file);
    fputs(percent_of(noise->floor - 1).text, file);
    if (shared && shared->controls)
        fprintf(file,
                DOCUMENT_SEPARATOR
                "copies differ lastingly by %s (sd), which intervals and verdicts include",
                percent_of(sqrt(shared->lasting)).text);
}

void heading_verdicts(const struct section *section, FILE *file) {
    if (!section->hypotheses)
        return;
    fprintf(file, "verdicts: %s at %.3g %%, corrected for %zu row%s", section->test->name,
            100 * (1 - section->confidence), section->hypotheses,
            section->hypotheses == 1 ? "" : "s");
    write_margin(section, "beyond ", file);
    write_shown(section, 0, file);
}

static void write_warning(const struct warning *warning, FILE *file) {
    fprintf(file, "%swarning: %s" DOCUMENT_SEPARATOR "%s", ftell(file) > 0 ? "\n" : "",
            warning->text, warning->advice);
}

static size_t warning_count(const struct section *section) {
    return section->warnings ? section->warnings->count : 0;
}

void heading_grave_warnings(const struct section *section, FILE *file) {
    for (size_t i = 0; i < warning_count(section); i++)
        if (section->warnings->items[i].is_grave)
            write_warning(&section->warnings->items[i], file);
}

void heading_all_warnings(const struct section *section, FILE *file) {
    for (size_t i = 0; i < warning_count(section); i++)
        write_warning(&section->warnings->items[i], file);
}

void heading_brief_warning(const struct warning *warning, char *text, size_t size) {
    if (warning->cells)
        snprintf(text, size, "%s (%zu cell%s)", warning->brief, warning->cells,
                 warning->cells == 1 ? "" : "s");
    else
        snprintf(text, size, "%.*s", (int)strcspn(warning->text, ":;"), warning->text);
}

void heading_errors(const struct section *section, FILE *file) {
    static const size_t most = 10;
    const struct output_errors *errors = &section->errors;
    for (size_t i = 0; i < errors->count && i < most; i++) {
        fputs(i ? "\n" : "", file);
        const struct output_error *error = &errors->items[i];
        fprintf(file, "error: %s, ", error->library);
        parameter_grid_write_point(section->space, error->point, file);
        fprintf(file, ": %s: at most %.3g, %.3g on average, %.3g in all", error->output, error->max,
                error->mean, error->total);
    }
    if (errors->count > most)
        fprintf(file, "\nand %zu more", errors->count - most);
}

void heading_summaries(const struct section *section, FILE *file) {
    char of[STATISTIC_HEADING];
    statistic_heading(section->statistic, "ratio", of);
    fprintf(file, "geometric mean of the %s over the %s where both are right%s, %s first", of,
            parameter_grid_word(section->space, 2),
            section->quantity == QUANTITY_SECONDS ? "" : " and above 0",
            quantity_words(section->quantity)->least);
}

/* --- adding them --- */

/* A heading about one section. */
struct topic {
    const struct section *section;
    heading_function *heading;
};

static void write_topic(const void *context, FILE *file) {
    const struct topic *topic = context;
    topic->heading(topic->section, file);
}

void heading_add(struct document *document, enum document_kind kind, const struct section *section,
                 heading_function *heading) {
    document_write(document, kind, write_topic, &(struct topic){section, heading});
}

/* --- listing --- */

struct listing_line *listing_add(struct document *document, const char *const *headings,
                                 size_t count) {
    struct listing_line *lines = document_keep(document, xcalloc(count, sizeof *lines), free);
    struct records records = {.first = lines,
                              .count = count,
                              .columns = xcalloc(LISTING_COLUMNS, sizeof *records.columns),
                              .all = {.record_size = sizeof *lines}};
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < LISTING_COLUMNS; c++)
            lines[i].cells[c] = lines[i].texts[c];
    for (size_t c = 0; headings[c]; c++)
        records.columns[records.column_count++] =
            (struct column){.name = headings[c],
                            .type = COLUMN_TEXT,
                            .offset = offsetof(struct listing_line, cells) + c * sizeof(char *),
                            .unit = "",
                            .align = "r",
                            .about = "",
                            .is_asked_for = 1};
    document_add_grid(document, &records);
    return lines;
}
