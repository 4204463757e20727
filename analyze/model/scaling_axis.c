/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/model/scaling_axis.h"

#include <string.h>

#include "formats/text/suggest.h"

static const struct scaling_axis known[] = {
    {"threads", "thread", 1}, {"ranks", "rank", 0}, {"nodes", "node", 0}};
enum { KNOWN = sizeof known / sizeof *known };

int scaling_axis_check(const char *name, struct err *err) {
    for (size_t i = 0; i < KNOWN; i++)
        if (strcmp(known[i].name, name) == 0)
            return 0;
    return err_set(err, ERR_USAGE, "--over %s: threads, ranks or nodes is needed%s", name,
                   suggest_among(name, "threads, ranks or nodes").text);
}

/* Counts the known axes of SPACE, or only those that vary, and sets FOUND to the last of them. */
static size_t count(const struct parameter_grid *space, int must_vary,
                    const struct parameter_grid_axis **found) {
    size_t number = 0;
    for (size_t i = 0; i < KNOWN; i++) {
        const struct parameter_grid_axis *axis = parameter_grid_find(space, known[i].name);
        if (axis && (axis->varies || !must_vary)) {
            *found = axis;
            number++;
        }
    }
    return number;
}

const struct parameter_grid_axis *scaling_axis_find(const struct parameter_grid *space,
                                                    const char *over) {
    const struct parameter_grid_axis *found = NULL;
    if (over)
        return parameter_grid_find(space, over);
    size_t varying = count(space, 1, &found);
    if (!varying)
        varying = count(space, 0, &found);
    return varying == 1 ? found : NULL;
}

int scaling_axis_is_open(const struct parameter_grid *space, const char *over) {
    const struct parameter_grid_axis *found;
    return !over && count(space, 1, &found) > 1;
}

const struct scaling_axis *scaling_axis_words(const struct parameter_grid *space,
                                              const char *over) {
    const struct parameter_grid_axis *axis = scaling_axis_find(space, over);
    const char *name = axis ? axis->name : over;
    for (size_t i = 0; name && i < KNOWN; i++)
        if (strcmp(known[i].name, name) == 0)
            return &known[i];
    return &known[0];
}
