/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/cmd_sections.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- words --- */

static void remove_all(char *text, const char *what) {
    size_t length = strlen(what);
    for (char *at = text; (at = strstr(at, what));)
        memmove(at, at + length, strlen(at + length) + 1);
}

/* A processor's name for itself, "Intel(R) Xeon(R) Gold 6226R CPU @ 2.90GHz", without trade marks
 * and nominal clock. */
static const char *cpu_words(struct chart_set *set, const struct section *section) {
    static const char *const marks[] = {"(R)", "(r)", "(TM)", "(tm)", " CPU"};
    if (!section->cpu || !*section->cpu)
        return "";
    char *words = strdup(section->cpu);
    if (!words)
        return NULL;
    words[strcspn(words, "@")] = 0;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        remove_all(words, marks[i]);
    for (size_t end = strlen(words); end > 0 && words[end - 1] == ' ';)
        words[--end] = 0;
    const char *kept = chart_set_text(set, ", %s", words);
    free(words);
    return kept;
}

static const char *type_words(const char *type) {
    static const struct {
        const char *type, *words;
    } known[] = {{"s", ", single precision"},
                 {"d", ", double precision"},
                 {"c", ", single precision complex"},
                 {"z", ", double precision complex"}};
    for (size_t i = 0; type && i < sizeof known / sizeof *known; i++)
        if (strcmp(type, known[i].type) == 0)
            return known[i].words;
    return "";
}

/* The first fault of each library, a line each: what a gap in its curve means. */
static void write_losses(FILE *words, const struct table *table, const struct section *section) {
    for (size_t l = 0; l < section->summary_count; l++)
        for (size_t i = l; i < section->row_count; i += section->summary_count) {
            const struct row *row = &table->rows[section->first_row + i];
            if (row->status <= CELL_WRONG)
                continue;
            fprintf(words, "\n%s %s at ", row->library, cell_status_name(row->status));
            space_write_point(row->space, row->point, words);
            break;
        }
}

/* How it was measured: rounds, precision, machine; and what went wrong. */
static const char *setting_words(struct chart_set *set, const struct table *table,
                                 const struct section *section) {
    const char *cpu = cpu_words(set, section), *type = type_words(section->type);
    char *text = NULL;
    size_t size = 0;
    FILE *words = cpu ? open_memstream(&text, &size) : NULL;
    if (!words)
        return NULL;
    fprintf(words, "%zu round%s", section->rounds, section->rounds == 1 ? "" : "s");
    if (section->state && strcmp(section->state, "complete") != 0)
        fprintf(words, " (%s)", section->state);
    if (section->conditions)
        fprintf(words, ", %s", section->conditions);
    fprintf(words, "%s%s", type, cpu);
    write_losses(words, table, section);
    int failed = fclose(words) != 0;
    const char *kept = chart_set_own(set, text, free);
    return failed ? NULL : kept;
}

/* SETTING, and in few words what to beware of. */
static const char *warning_words(struct chart_set *set, const struct section *section,
                                 const char *setting) {
    const struct warnings *warnings = section->warnings;
    for (size_t i = 0; setting && warnings && i < warnings->count; i++)
        setting = chart_set_text(set, "%s%s%s", setting,
                                 i ? "; " : "\nbeware: ", warnings->items[i].brief);
    return setting;
}

/* Which run, where one action stands there more than once. */
static const char *run_words(struct chart_set *set, const struct table *table,
                             const struct section *section) {
    for (size_t i = 0; i < table->section_count; i++)
        if (&table->sections[i] != section &&
            strcmp(table->sections[i].action, section->action) == 0)
            return chart_set_text(set, " (%s)", section->run);
    return "";
}

/* The reader is told once what to beware of: over the first chart of SECTION. */
static int word_chart(struct chart_set *set, struct chart *chart, const struct measure *measure,
                      const struct section *section, const char *run, const char *setting) {
    const char *title = measure->title(set, section);
    const char *subtitle = measure->subtitle(set, section);
    if (!title || !subtitle)
        return -1;
    chart->title = chart_set_text(set, "%s%s — %s", section->action, run, title);
    chart->subtitle = chart_set_text(set, "%s\n%s", subtitle, setting);
    return chart->title && chart->subtitle ? 0 : -1;
}

static int word_section(struct chart_set *set, struct chart *row, const struct table *table,
                        const struct section *section, const struct sections_options *options,
                        size_t axis) {
    const char *run = run_words(set, table, section);
    const char *setting = setting_words(set, table, section);
    const char *warned = warning_words(set, section, setting);
    int failed = !run || !warned;
    for (size_t k = 0; !failed && k < options->measure_count; k++) {
        row[k].x_label = axis == 0 && section->size_means ? section->size_means
                                                          : section->space->axes[axis].name;
        failed =
            word_chart(set, &row[k], options->measures[k], section, run, k ? setting : warned) != 0;
    }
    return failed ? -1 : 0;
}

static void caption_warnings(FILE *caption, const struct section *section) {
    for (size_t i = 0; section->warnings && i < section->warnings->count; i++)
        fprintf(caption, "\nwarning, %s: %s; %s", section->action, section->warnings->items[i].text,
                section->warnings->items[i].advice);
}

static int caption_charts(struct chart_set *set, const struct table *table) {
    size_t size;
    FILE *title = open_memstream(&set->title, &size);
    FILE *caption = title ? open_memstream(&set->caption, &size) : NULL;
    for (size_t i = 0; title && i < table->section_count; i++)
        fprintf(title, "%s%s", i ? ", " : "", table->sections[i].action);
    for (size_t i = 0; caption && i < set->count; i++)
        fprintf(caption, "%s%s: %s", i ? "\n" : "", set->charts[i].title, set->charts[i].subtitle);
    for (size_t i = 0; caption && i < table->section_count; i++)
        caption_warnings(caption, &table->sections[i]);
    int failed = !title || !caption;
    failed |= title && fclose(title) != 0;
    failed |= caption && fclose(caption) != 0;
    return failed ? -1 : 0;
}

/* --- what goes across --- */

static int unknown_axis(const struct section *section, const char *wanted, struct err *err) {
    char list[256] = "";
    size_t used = 0;
    for (size_t i = 0; i < section->space->axis_count && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "",
                                 section->space->axes[i].name);
    return err_set(err, ERR_USAGE, "%s has no parameter '%s' to be drawn against; it has %s",
                   section->action, wanted, list);
}

/* The one that varies, where the one that should be across does not. */
static size_t usual_axis(const struct space *space) {
    size_t axis = space->main;
    for (size_t i = 0; i < space->axis_count && !space->axes[axis].varies; i++)
        axis = space->axes[i].varies ? i : axis;
    return axis;
}

static int find_axis(const struct section *section, const char *wanted, size_t *axis,
                     struct err *err) {
    const struct space_axis *found = wanted ? space_find(section->space, wanted) : NULL;
    if (wanted && !found)
        return unknown_axis(section, wanted, err);
    *axis = found ? (size_t)(found - section->space->axes) : usual_axis(section->space);
    return 0;
}

/* --- colours --- */

static int is_reference(const struct table *table, const struct section *section, size_t library) {
    return table->summaries[section->first_summary + library].is_reference;
}

/* A library alone has a colour for each of its variants, several a dash. */
static int colour_series(struct chart_set *set, const struct curves *curves,
                         const struct table *table, const struct section *section,
                         struct series_data *series) {
    size_t library = curves_library(curves, series), variant = curves_variant(curves, series);
    int are_several = curves->libraries > 1;
    const char *name = table->summaries[section->first_summary + library].library;
    int is_first = is_reference(table, section, library) && (are_several || variant == 0);
    series->colour = is_first ? 0 : chart_set_colour(set, are_several ? name : series->name);
    series->variant = are_several && curves->variants > 1 ? 1 + variant : 0;
    return is_first || series->colour ? 0 : -1;
}

static int colour_charts(struct chart_set *set, const struct curves *curves,
                         const struct table *table, const struct section *section,
                         const struct chart *row, size_t measure_count) {
    int code = 0;
    for (size_t k = 0; k < measure_count; k++) {
        struct series_data *series = curves->series + k * curves->variants * curves->libraries;
        for (size_t s = 0; code == 0 && s < row[k].series_count; s++)
            code = colour_series(set, curves, table, section, &series[s]);
    }
    return code;
}

/* --- all of it --- */

static int no_memory(const struct chart_set *set, struct err *err) {
    return err_set(err, ERR_FAILED, "no memory for %zu charts", set->count);
}

static int chart_section(struct chart_set *set, const struct table *table,
                         const struct section *section, const struct sections_options *options,
                         struct err *err) {
    size_t axis = 0, first = set->count;
    struct curves curves;
    int code = find_axis(section, options->across, &axis, err);
    if (code)
        return code;
    for (size_t k = 0; k < options->measure_count; k++)
        if (!chart_set_add(set))
            return no_memory(set, err);
    struct chart *row = &set->charts[first];
    if (curves_make(&curves, set, row, options->measures, options->measure_count, table, section,
                    axis) != 0 ||
        word_section(set, row, table, section, options, axis) != 0 ||
        colour_charts(set, &curves, table, section, row, options->measure_count) != 0)
        return no_memory(set, err);
    if (options->curves)
        options->curves[section - table->sections] = curves;
    return 0;
}

int sections_chart(struct chart_set *set, const struct table *table,
                   const struct sections_options *options, struct err *err) {
    int code = 0;
    set->columns = options->measure_count;
    for (size_t i = 0; i < table->section_count && !code; i++)
        code = chart_section(set, table, &table->sections[i], options, err);
    if (!code && caption_charts(set, table) != 0)
        code = no_memory(set, err);
    return code;
}
