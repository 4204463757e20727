/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/kinds/timeline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/input/input.h"
#include "analyze/model/variants.h"
#include "formats/text/array.h"
#include "formats/text/xalloc.h"
#include "plot/figure/text.h"

void timeline_release(struct timeline *timeline) {
    history_levels_release(&timeline->levels);
    history_cells_release(&timeline->cells);
    history_free(timeline->history);
    key_index_release(&timeline->points);
    free(timeline->sizes);
}

double timeline_size(const struct timeline *timeline, const char *action, const char *point) {
    uint32_t number =
        xkey_index_find_texts(&timeline->points, (const char *const[]){action, point}, 2);
    return number == KEY_INDEX_NONE ? NAN : timeline->sizes[number];
}

static void note_points(struct timeline *timeline, const struct section *section) {
    const struct parameter_grid *space = section->space;
    for (size_t p = 0; p < space->points; p++) {
        char *point = point_key(space, p, &section->provenance->action_facts);
        const char *const key[] = {section->action, point};
        uint32_t known = timeline->points.count;
        if (xkey_index_number_of_texts(&timeline->points, key, 2) == known) {
            timeline->sizes = xarray_grow(timeline->sizes, known, sizeof *timeline->sizes);
            timeline->sizes[known] = space->axes[space->main].values[p];
        }
        free(point);
    }
}

static int take_section(void *context, struct table *table, struct err *err) {
    struct timeline *timeline = context;
    const struct section *section = &table->sections[0];
    timeline->asked.quantity = section->quantity;
    if (history_add_run(timeline->history, section->archive, section->run,
                        &section->provenance->run_facts))
        return 0; /* a copy of a known run */
    int code = history_add_rows(timeline->history, table, section, err);
    if (code == 0)
        note_points(timeline, section);
    return code;
}

static int is_named_before(const struct options *options, size_t source) {
    for (size_t i = 0; i < source; i++)
        if (strcmp(options->sources[i], options->sources[source]) == 0)
            return 1;
    return 0;
}

static int read_files(struct timeline *timeline, struct chart_set *set,
                      const struct options *options, struct err *err) {
    struct input input = {.terms = &options->terms,
                          .runs = options->runs ? options->runs : "all",
                          .table = options->table,
                          .visit = take_section,
                          .context = timeline,
                          .meanwhile = fonts_begin};
    int is_any_read = 0, code = 0;
    input.table.spared = NEED_ALL;
    input.table.with_provenance = 1;
    input.table.filter = &options->filter;
    colours_survey(&input, set);
    for (size_t i = 0; i < options->source_count && (!code || code == ERR_ABSENT); i++) {
        if (is_named_before(options, i))
            continue;
        input.file = options->sources[i];
        input.table.archive = options->source_count > 1 ? input.file : NULL;
        code = input_read(&input, err);
        is_any_read |= !code;
        input.meanwhile = NULL;
    }
    return code == ERR_ABSENT && is_any_read ? 0 : code;
}

int timeline_read(struct timeline *timeline, struct chart_set *set, const struct options *options,
                  struct err *err) {
    double confidence = options->table.confidence > 0 ? options->table.confidence : 0.95;
    timeline->asked =
        (struct history_asked){1 - confidence, confidence, options->table.min_effect, 0};
    timeline->history = history_new(HISTORY_MEANS);
    int code = read_files(timeline, set, options, err);
    code =
        code ? code : history_conclude(timeline->history, &timeline->asked, &timeline->cells, err);
    return code ? code
                : history_levels_of(&timeline->levels, timeline->history, &timeline->cells,
                                    HISTORY_ALL, err);
}
