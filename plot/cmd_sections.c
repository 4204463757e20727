/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/cmd_sections.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- words --- */

/* Formats a text that lives as long as CHARTS; NULL when there is no memory. */
static const char *keep(struct section_charts *charts, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static const char *keep(struct section_charts *charts, const char *format, ...) {
    char **texts = reallocarray(charts->texts, charts->text_count + 1, sizeof *texts);
    if (!texts)
        return NULL;
    charts->texts = texts;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&texts[charts->text_count], format, arguments);
    va_end(arguments);
    return length < 0 ? NULL : texts[charts->text_count++];
}

static void remove_all(char *text, const char *what) {
    size_t length = strlen(what);
    for (char *at = text; (at = strstr(at, what));)
        memmove(at, at + length, strlen(at + length) + 1);
}

/* A processor's name for itself, "Intel(R) Xeon(R) Gold 6226R CPU @ 2.90GHz", without trade marks
 * and nominal clock. */
static const char *cpu_words(struct section_charts *charts, const struct section *section) {
    if (!section->cpu || !*section->cpu)
        return "";
    if (!keep(charts, ", %s", section->cpu))
        return NULL;
    char *words = charts->texts[charts->text_count - 1];
    static const char *const marks[] = {"(R)", "(r)", "(TM)", "(tm)", " CPU"};
    words[strcspn(words, "@")] = 0;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        remove_all(words, marks[i]);
    for (size_t end = strlen(words); end > 0 && words[end - 1] == ' ';)
        words[--end] = 0;
    return words;
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
static const char *setting_words(struct section_charts *charts, const struct table *table,
                                 const struct section *section) {
    const char *cpu = cpu_words(charts, section), *type = type_words(section->type);
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
    const char *kept = fclose(words) == 0 ? keep(charts, "%s", text) : NULL;
    free(text);
    return kept;
}

/* SETTING, and in few words what to beware of. */
static const char *warning_words(struct section_charts *charts, const struct section *section,
                                 const char *setting) {
    const struct warnings *warnings = section->warnings;
    for (size_t i = 0; setting && warnings && i < warnings->count; i++)
        setting =
            keep(charts, "%s%s%s", setting, i ? "; " : "\nbeware: ", warnings->items[i].brief);
    return setting;
}

/* Which run, where one action stands there more than once. */
static const char *run_words(struct section_charts *charts, const struct table *table,
                             const struct section *section) {
    for (size_t i = 0; i < table->section_count; i++)
        if (&table->sections[i] != section &&
            strcmp(table->sections[i].action, section->action) == 0)
            return keep(charts, " (%s)", section->run);
    return "";
}

static const char *reference_of(const struct section *section) {
    return section->reference ? section->reference : "the reference";
}

static void word_time(struct section_charts *charts, struct chart *chart,
                      const struct section *section, const char *run, const char *setting) {
    chart->title = keep(charts, "%s%s — time per call", section->action, run);
    chart->subtitle = keep(charts, "mean seconds per call, %g %% interval\n%s",
                           100 * section->confidence, setting);
}

static void word_ratio(struct section_charts *charts, struct chart *chart,
                       const struct section *section, const char *run, const char *setting) {
    const char *reference = reference_of(section);
    chart->title = keep(charts, "%s%s — time relative to %s", section->action, run, reference);
    const char *noise = section->controlled ? keep(charts, "grey: noise floor, %s against itself\n",
                                                   section->controlled)
                                            : "";
    if (noise)
        chart->subtitle = keep(charts, "t(library) / t(%s), %g %% interval; lower is faster\n%s%s",
                               reference, 100 * section->confidence, noise, setting);
}

typedef void word_chart(struct section_charts *charts, struct chart *chart,
                        const struct section *section, const char *run, const char *setting);
static word_chart *const words[CHART_KINDS] = {
    [CHART_TIME] = word_time, [CHART_RATIO] = word_ratio};

static int word_section(struct section_charts *charts, struct chart *row, size_t kind_count,
                        const struct table *table, const struct section *section, size_t axis) {
    const char *run = run_words(charts, table, section);
    const char *setting = setting_words(charts, table, section);
    const char *warned = warning_words(charts, section, setting);
    for (size_t k = 0; run && warned && k < kind_count; k++) {
        row[k].x_label = axis == 0 && section->size_means ? section->size_means
                                                          : section->space->axes[axis].name;
        words[row[k].kind](charts, &row[k], section, run, k ? setting : warned);
        if (!row[k].title || !row[k].subtitle)
            return -1;
    }
    return run && warned ? 0 : -1;
}

static void caption_warnings(FILE *caption, const struct section *section) {
    for (size_t i = 0; section->warnings && i < section->warnings->count; i++)
        fprintf(caption, "\nwarning, %s: %s; %s", section->action, section->warnings->items[i].text,
                section->warnings->items[i].advice);
}

static int caption_charts(struct section_charts *charts, const struct table *table) {
    size_t size;
    FILE *title = open_memstream(&charts->title, &size);
    FILE *caption = title ? open_memstream(&charts->caption, &size) : NULL;
    for (size_t i = 0; title && i < table->section_count; i++)
        fprintf(title, "%s%s", i ? ", " : "", table->sections[i].action);
    for (size_t i = 0; caption && i < charts->count; i++)
        fprintf(caption, "%s%s: %s", i ? "\n" : "", charts->charts[i].title,
                charts->charts[i].subtitle);
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

/* The place of NAME in NAMES, where it is put if it is not there. */
static size_t place_of(const char **names, size_t *count, const char *name) {
    for (size_t i = 0; i < *count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    names[*count] = name;
    return (*count)++;
}

static int is_reference(const struct table *table, const struct section *section, size_t library) {
    return table->summaries[section->first_summary + library].is_reference;
}

/* A library alone has a colour for each of its variants, several a dash. */
static void colour_series(const struct curves *curves, const struct table *table,
                          const struct section *section, struct series_data *series,
                          const char **names, size_t *count) {
    size_t library = curves_library(curves, series), variant = curves_variant(curves, series);
    int are_several = curves->libraries > 1;
    const char *name = table->summaries[section->first_summary + library].library;
    int is_first = is_reference(table, section, library) && (are_several || variant == 0);
    series->colour = is_first ? 0 : 1 + place_of(names, count, are_several ? name : series->name);
    series->variant = are_several && curves->variants > 1 ? 1 + variant : 0;
}

static size_t count_series(const struct section_charts *charts) {
    size_t count = 0;
    for (size_t i = 0; i < charts->count; i++)
        count += charts->charts[i].series_count;
    return count;
}

/* A reference has colour 0, any other library the next one free when it first appears. */
static int give_colours(struct section_charts *charts, const struct table *table,
                        size_t kind_count) {
    const char **names = calloc(count_series(charts) + 1, sizeof *names);
    size_t count = 0;
    for (size_t i = 0; names && i < charts->section_count; i++) {
        struct curves *curves = &charts->curves[i];
        for (size_t k = 0; k < kind_count; k++) {
            size_t first = k * curves->variants * curves->libraries;
            for (size_t s = 0; s < charts->charts[i * kind_count + k].series_count; s++)
                colour_series(curves, table, &table->sections[i], &curves->series[first + s], names,
                              &count);
        }
    }
    free(names);
    return names ? 0 : -1;
}

/* --- all of it --- */

static int no_memory(const struct section_charts *charts, struct err *err) {
    return err_set(err, ERR_FAILED, "no memory for %zu charts", charts->count);
}

static int chart_section(struct section_charts *charts, const struct table *table, size_t i,
                         size_t kind_count, const char *across, struct err *err) {
    struct chart *row = charts->charts + i * kind_count;
    const struct section *section = &table->sections[i];
    size_t axis = 0;
    int code = find_axis(section, across, &axis, err);
    if (code)
        return code;
    if (curves_make(&charts->curves[i], row, kind_count, table, section, axis) != 0 ||
        word_section(charts, row, kind_count, table, section, axis) != 0)
        return no_memory(charts, err);
    return 0;
}

int sections_chart(struct section_charts *charts, const struct table *table,
                   const struct sections_options *options, struct err *err) {
    size_t kind_count = options->kind_count;
    *charts = (struct section_charts){.section_count = table->section_count,
                                      .count = table->section_count * kind_count};
    charts->charts = calloc(charts->count + 1, sizeof *charts->charts);
    charts->curves = calloc(charts->section_count + 1, sizeof *charts->curves);
    if (!charts->charts || !charts->curves)
        return no_memory(charts, err);
    for (size_t i = 0; i < charts->count; i++)
        charts->charts[i].kind = options->kinds[i % kind_count];
    int code = 0;
    for (size_t i = 0; i < charts->section_count && !code; i++)
        code = chart_section(charts, table, i, kind_count, options->across, err);
    if (!code && (give_colours(charts, table, kind_count) || caption_charts(charts, table)))
        code = no_memory(charts, err);
    return code;
}

void sections_release(struct section_charts *charts) {
    for (size_t i = 0; charts->curves && i < charts->section_count; i++)
        curves_release(&charts->curves[i]);
    for (size_t i = 0; i < charts->text_count; i++)
        free(charts->texts[i]);
    free(charts->texts);
    free(charts->curves);
    free(charts->charts);
    free(charts->title);
    free(charts->caption);
    *charts = (struct section_charts){0};
}
