/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/model/scaling_axis.h"
#include "formats/text/xalloc.h"
#include "plot/kinds/kinds.h"
#include "plot/page/report.h"

/* --- what there are data for --- */

static int has_rate(const struct table *table, const struct section *section) {
    for (size_t i = 0; i < section->row_count; i++) {
        const struct row *row = &table->rows[section->first_row + i];
        if (isfinite(row->flop_rate.estimate) || isfinite(row->byte_rate.estimate))
            return 1;
    }
    return 0;
}

static int has_threads(const struct table *table, const struct section *section) {
    const struct parameter_grid_axis *axis = scaling_axis_find(section->space, NULL);
    (void)table;
    return axis && axis->varies;
}

static int has_samples(const struct table *table, const struct section *section) {
    (void)table;
    return section->samples > section->row_count;
}

static const struct {
    const char *kind;
    int (*has)(const struct table *table, const struct section *section);
} wanted[MORE_CHARTS] = {{"rate", has_rate}, {"threads", has_threads}, {"ecdf", has_samples}};

static int is_of(const struct section *section, const char *file) {
    return !section->archive || strcmp(section->archive, file) == 0;
}

static int is_wanted(const struct table *table, const char *file, size_t kind) {
    for (size_t i = 0; i < table->section_count; i++)
        if (is_of(&table->sections[i], file) && wanted[kind].has(table, &table->sections[i]))
            return 1;
    return 0;
}

/* --- making them --- */

void report_copy_colours(struct chart_set *set, const struct chart_set *colours) {
    for (size_t i = 0; i < colours->coloured_count; i++)
        chart_set_colour(set, colours->coloured[i]);
}

int report_make_kind(struct chart_set *set, const struct chart_set *colours,
                     const struct options *options, const char *const *files, size_t file_count,
                     const char *name, struct err *err) {
    struct err why = {""};
    struct options own = *options;
    own.kind = NULL;
    own.sources = (const char **)(void *)(size_t)files;
    own.source_count = file_count;
    own.output.source = *files;
    own.axes = (struct axes_asked){.x = NULL};
    own.grid_columns = own.grid_rows = 0;
    int code = kind_find(name, &own.kind, err);
    if (code)
        return code;
    report_copy_colours(set, colours);
    code = own.kind->make(set, own.kind, &own, &why);
    if (code)
        set->count = 0;
    return code == ERR_FAILED ? err_set(err, code, "%s", why.message) : 0;
}

int more_charts_make(struct more_charts *more, const struct table *table,
                     const struct chart_set *colours, const struct options *options,
                     struct err *err) {
    int code = 0;
    more->files = options->sources;
    more->file_count = options->source_count;
    more->sets = xcalloc(more->file_count * MORE_CHARTS, sizeof *more->sets);
    for (size_t f = 0; f < more->file_count; f++)
        for (size_t k = 0; k < MORE_CHARTS && !code; k++)
            if (is_wanted(table, more->files[f], k))
                code = report_make_kind(&more->sets[f * MORE_CHARTS + k], colours, options,
                                        &more->files[f], 1, wanted[k].kind, err);
    return code;
}

void more_charts_release(struct more_charts *more) {
    for (size_t i = 0; more->sets && i < more->file_count * MORE_CHARTS; i++)
        chart_set_release(&more->sets[i]);
    free(more->sets);
}

/* --- adding those of a section --- */

/* Returns whether TITLE is that of SECTION, such as "axpy (run_000002), size 100 — ...". */
static int is_titled(const struct table *table, const struct section *section, const char *title) {
    size_t length = strlen(section->action);
    if (strncmp(title, section->action, length) != 0)
        return 0;
    title += length;
    for (size_t i = 0; i < table->section_count; i++) {
        const struct section *other = &table->sections[i];
        size_t run = strlen(section->run);
        if (other == section || strcmp(other->action, section->action) != 0 ||
            (section->archive && strcmp(section->archive, other->archive) != 0))
            continue;
        if (strncmp(title, " (", 2) != 0 || strncmp(title + 2, section->run, run) != 0)
            return 0;
        title += run + 3;
        break;
    }
    return strncmp(title, ", ", 2) == 0 || strncmp(title, " — ", strlen(" — ")) == 0;
}

/* A chart below another of its section has no title of its own. */
static int belongs(const struct table *table, const struct section *section,
                   const struct chart_set *set, size_t chart) {
    while (!strstr(set->charts[chart].title, " — ") && set->columns && chart >= set->columns)
        chart -= set->columns;
    return is_titled(table, section, set->charts[chart].title);
}

void more_charts_add(struct report *report, const struct more_charts *more,
                     const struct table *table, const struct section *section) {
    size_t count = 0;
    const struct chart **found = NULL;
    for (size_t s = 0; s < more->file_count * MORE_CHARTS; s++) {
        const struct chart_set *set = &more->sets[s];
        if (!is_of(section, more->files[s / MORE_CHARTS]))
            continue;
        for (size_t i = 0; i < set->count; i++)
            if (belongs(table, section, set, i)) {
                found = xreallocarray(found, count + 1, sizeof *found);
                found[count++] = &set->charts[i];
            }
    }
    char label[128];
    snprintf(label, sizeof label, "more about %.100s", section->action);
    struct report_view *views = count ? report_add_charts(report, count, label) : NULL;
    for (size_t i = 0; i < count; i++)
        views[i] = (struct report_view){.shows = "more", .scale = "", .chart = *found[i]};
    free(found);
}

void report_add_set(struct report *report, const struct chart_set *set, const char *label) {
    struct report_view *views = set->count ? report_add_charts(report, set->count, label) : NULL;
    for (size_t i = 0; i < set->count; i++)
        views[i] = (struct report_view){.shows = "more", .scale = "", .chart = set->charts[i]};
}
