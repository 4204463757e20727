/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/kinds/profile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/input/input.h"
#include "analyze/documents/profile_document.h"
#include "formats/text/xalloc.h"
#include "plot/analysis/highlight.h"
#include "plot/figure/text.h"

/* The table is for what stands out. */
struct read {
    struct profile profile;
    struct table table;
};

static void release_read(void *object) {
    struct read *read = object;
    profile_release(&read->profile);
    table_release(&read->table);
    free(read);
}

/* --- reading --- */

static int add_section(void *context, struct table *table, struct err *err) {
    struct read *read = context;
    (void)err;
    profile_add(&read->profile, table, &table->sections[0]);
    table_take(&read->table, table);
    return 0;
}

static int read_profile(struct read *read, struct chart_set *set, const struct options *options,
                        struct err *err) {
    double confidence = options->table.confidence > 0 ? options->table.confidence : 0.95;
    struct input input = {.terms = &options->terms,
                          .runs = options->runs,
                          .table = options->table,
                          .visit = add_section,
                          .context = read,
                          .meanwhile = fonts_begin};
    int code = 0;
    input.table.spared = NEED_ALL & ~(unsigned)NEED_VERDICT;
    input.table.with_provenance = 1;
    input.table.filter = &options->filter;
    colours_survey(&input, set);
    for (size_t i = 0; code == 0 && i < options->source_count; i++) {
        input.file = options->sources[i];
        code = input_read(&input, err);
        input.meanwhile = NULL;
    }
    return code ? code : profile_conclude(&read->profile, confidence, 1, err);
}

/* --- series --- */

/* A curve rises step by step; past its last step it holds. Half a step to the left of 1 there is
 * nothing. */
static void add_series(struct chart_set *set, struct chart *chart, const struct profile *profile) {
    struct series_data *series = chart_set_alloc(set, profile->library_count, sizeof *series);
    double widest = 1;
    for (size_t l = 0; l < profile->library_count; l++) {
        const struct profile_curve *curve = &profile->curves[l];
        series[l] = (struct series_data){.name = curve->library,
                                         .count = curve->count,
                                         .x = curve->x,
                                         .y = curve->y,
                                         .low = curve->low,
                                         .high = curve->high,
                                         .colour = chart_set_colour(set, curve->library)};
        widest = fmax(widest, curve->x[curve->count - 1]);
    }
    set->library_count = set->coloured_count;
    chart->series = series;
    chart->series_count = profile->library_count;
    chart->x.high = fmax(1.1, widest * pow(widest, 0.03));
}

/* --- words --- */

typedef void write_words(const struct profile *profile, FILE *file);

static const char *words_of(struct chart_set *set, const struct profile *profile,
                            write_words *write) {
    char *text;
    size_t size;
    FILE *file = xopen_memstream(&text, &size);
    write(profile, file);
    xclose_memstream(file);
    for (size_t end = strlen(text); end > 0 && text[end - 1] == '\n';)
        text[--end] = '\0';
    return chart_set_own(set, text, free);
}

/* Keeps only pairs that stand out. */
static void keep_shown_reversals(struct profile *profile, const struct chart_set *set,
                                 const struct wording *wording) {
    size_t kept = 0;
    for (size_t i = 0; i < profile->reversal_count; i++) {
        struct profile_reversal pair = profile->reversals[i];
        if (highlight_has(set, wording->highlights, wording->highlight_count, pair.first) &&
            highlight_has(set, wording->highlights, wording->highlight_count, pair.second))
            profile->reversals[kept++] = pair;
    }
    profile->reversal_count = kept;
}

/* Of many libraries, a line about pairs is all that there is room for. */
static const char *word_reversals(struct chart_set *set, struct profile *profile,
                                  const struct wording *wording) {
    int are_some_grey = wording->highlight_count || set->chosen_count;
    keep_shown_reversals(profile, set, wording);
    return words_of(set, profile,
                    are_some_grey ? profile_write_reversals_briefly : profile_write_reversals);
}

static void word_chart(struct chart_set *set, struct chart *chart, struct profile *profile,
                       const struct wording *wording) {
    const struct quantity_words *of = quantity_words(profile->quantity);
    const char *best = of->is_rate ? "largest" : "least";
    const char *problems = words_of(set, profile, profile_write_problems);
    const char *hosts = words_of(set, profile, profile_write_hosts);
    const char *limits = words_of(set, profile, profile_write_limits);
    const char *reversals = word_reversals(set, profile, wording);
    chart->title = chart_set_text(set, "performance profile — %s", problems);
    chart->subtitle =
        chart_set_text(set,
                       "share of problems where a library's %s is within a factor of the %s; "
                       "bands: pointwise %g %% intervals, over problems and rounds%s%s%s%s%s%s",
                       of->one, best, 100 * profile->confidence, *hosts ? "\nwarning: " : "", hosts,
                       *limits ? "\n" : "", limits, *reversals ? "\n" : "", reversals);
    chart->x_label = of->is_rate ? chart_set_text(set, "%s of all libraries / %s", best, of->one)
                                 : chart_set_text(set, "%s / %s of all libraries", of->one, best);
}

int profile_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                 struct err *err) {
    (void)kind;
    struct read *read = chart_set_own(set, xcalloc(1, sizeof *read), release_read);
    int code = read_profile(read, set, options, err);
    if (code)
        return code;
    struct chart *chart = chart_set_add(set);
    chart->style = STYLE_STEPS;
    chart->x = (struct axis_terms){.unit = UNIT_RATIO, .scale = AXIS_LOG, .low = 1};
    chart->y = (struct axis_terms){.unit = UNIT_PART, .low = 0, .high = 1.02};
    add_series(set, chart, &read->profile);
    highlight_choose(set, &read->table);
    word_chart(set, chart, &read->profile, &options->wording);
    set->columns = 1;
    set->title = xstrdup(chart->title);
    chart_set_caption(set);
    return 0;
}
