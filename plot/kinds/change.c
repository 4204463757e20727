/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/kinds/change.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/input/sides.h"
#include "formats/text/xalloc.h"
#include "plot/analysis/captions.h"
#include "plot/analysis/sections.h"
#include "plot/figure/text.h"

/* --- the measure --- */

static const char *title(struct chart_set *set, const struct measured *of) {
    const struct quantity_words *words = quantity_words(of->section->quantity);
    return chart_set_text(set, "%s, later / earlier", words->one);
}

static const char *subtitle(struct chart_set *set, const struct measured *of) {
    return chart_set_text(set, "above 1 is %s; %g %% intervals, with the variation between runs",
                          quantity_words(of->section->quantity)->more,
                          100 * of->section->confidence);
}

static int no_change(struct chart_set *set, const struct measured *of, struct mark *mark) {
    (void)set;
    (void)of;
    *mark = (struct mark){.at = 1, .label = "no change"};
    return 1;
}

static const struct measure measure_change = {.name = "change",
                                              .column = "ratio",
                                              .y = {.unit = UNIT_RATIO},
                                              .absent = "no cell was measured in both files",
                                              .word_title = title,
                                              .word_subtitle = subtitle,
                                              .line = no_change};

/* --- the sides --- */

/* Returns the comma of "RUN,RUN"; NULL if RUNS is not two runs. */
static const char *between_runs(const char *runs) {
    const char *comma = runs ? strchr(runs, ',') : NULL;
    return comma && comma > runs && comma[1] && !strchr(comma + 1, ',') ? comma : NULL;
}

int change_is_asked(const struct options *options) {
    return options->source_count == 2 ||
           (options->source_count == 1 && between_runs(options->runs) != NULL);
}

/* Sets the two files, or the two runs of one. */
static void set_sides(struct change_sides *read, const struct options *options) {
    const char *comma = options->source_count == 1 ? between_runs(options->runs) : NULL;
    sides_begin(&read->sides, 2);
    for (size_t i = 0; i < 2; i++)
        read->sides.items[i] = (struct side){
            .files = options->sources + (comma ? 0 : i), .file_count = 1, .runs = options->runs};
    if (!comma)
        return;
    read->runs[0] = xasprintf("%.*s", (int)(comma - options->runs), options->runs);
    read->runs[1] = xstrdup(comma + 1);
    for (size_t i = 0; i < 2; i++)
        read->sides.items[i].runs = read->runs[i];
}

int change_sides_read(struct change_sides *read, struct chart_set *set,
                      const struct options *options, struct err *err) {
    read->usual =
        (struct input){.terms = &options->terms, .table = options->table, .meanwhile = fonts_begin};
    read->usual.table.filter = &options->filter;
    if (set)
        colours_survey(&read->usual, set);
    read->sides.usual = &read->usual;
    read->sides.options = sides_options(&options->table, NAN);
    set_sides(read, options);
    int code = sides_read(&read->sides, err);
    return code ? code : sides_compare(&read->sides, err);
}

void change_sides_release(struct change_sides *read) {
    sides_release(&read->sides);
    free(read->runs[0]);
    free(read->runs[1]);
}

/* --- a table of changes --- */

/* What the charts borrow. */
struct changes {
    struct change_sides read;
    struct table table; /* the later side's, whose ratios are those of the comparison */
};

static void release(void *object) {
    struct changes *changes = object;
    free(changes->table.rows);
    free(changes->table.sections);
    free(changes->table.summaries);
    change_sides_release(&changes->read);
    free(changes);
}

/* Copies the rows; what they borrow is the later side's. */
static void copy_table(struct changes *changes) {
    const struct table *later = &changes->read.sides.items[1].table;
    struct table *table = &changes->table;
    *table = *later;
    table->rows = xmemdup(later->rows, later->row_count * sizeof *table->rows);
    table->sections = xmemdup(later->sections, later->section_count * sizeof *table->sections);
    table->summaries = xmemdup(later->summaries, later->summary_count * sizeof *table->summaries);
    for (size_t s = 0; s < table->section_count; s++)
        table->sections[s].controlled = NULL;
    for (size_t s = 0; s < table->summary_count; s++)
        table->summaries[s].is_reference = 0;
}

/* Puts the comparison's ratios into the rows; there are none where a cell has no partner. */
static void set_ratios(struct changes *changes) {
    const struct table *later = &changes->read.sides.items[1].table;
    const struct comparison *found = &changes->read.sides.compared[0].found;
    for (size_t i = 0; i < changes->table.row_count; i++) {
        struct row *row = &changes->table.rows[i];
        row->is_reference = 0;
        row->ratio = interval_unknown;
    }
    for (size_t i = 0; i < found->pair_count; i++) {
        const struct compare_pair *pair = &found->pairs[i];
        struct row *row = &changes->table.rows[pair->rows[COMPARE_LATER] - later->rows];
        row->ratio = pair->typical.ratio;
    }
}

/* Every chart may be looked at alone. */
static void name_sides(struct chart_set *set, const struct changes *changes,
                       const struct options *options) {
    const char *names[2];
    for (size_t i = 0; i < 2; i++)
        names[i] = changes->read.runs[i] ? changes->read.runs[i] : options->sources[i];
    for (size_t i = 0; i < set->count; i++) {
        struct chart *chart = &set->charts[i];
        chart->subtitle = chart_set_text(set, "from %s to %s\n%s", names[0], names[1],
                                         chart->subtitle ? chart->subtitle : "");
    }
}

int change_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                struct err *err) {
    const struct measure *const measures[] = {&measure_change};
    const struct sections_options how = {.measures = measures,
                                         .measure_count = 1,
                                         .across = options->axes.x,
                                         .are_compared = 1,
                                         .axes = &options->axes};
    (void)kind;
    if (!change_is_asked(options))
        return err_set(
            err, ERR_USAGE,
            "--kind change compares two files, an earlier and a later one, or two runs of "
            "one file, such as --run 1,2");
    struct changes *changes = chart_set_own(set, xcalloc(1, sizeof *changes), release);
    int code = change_sides_read(&changes->read, set, options, err);
    if (code)
        return code;
    copy_table(changes);
    colours_settle(set, &changes->table);
    set_ratios(changes);
    code = sections_chart(set, &changes->table, &how, err);
    if (code == 0)
        name_sides(set, changes, options);
    return code;
}
