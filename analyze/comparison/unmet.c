/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/comparison/unmet.h"

#include <stdio.h>
#include <stdlib.h>

#include "formats/text/utf8.h"

int unmet_open(struct unmet *unmet, const struct pick *pick) {
    *unmet = (struct unmet){.pick = pick};
    if (pick)
        unmet->met = calloc(pick->library_count + 1, sizeof *unmet->met);
    return pick && !unmet->met ? -1 : 0;
}

void unmet_close(struct unmet *unmet) {
    free(unmet->met);
    *unmet = (struct unmet){0};
}

void unmet_note(struct unmet *unmet, const struct measurement *m) {
    size_t count = unmet->pick ? unmet->pick->library_count : 0;
    for (size_t i = 0; i < count; i++)
        for (size_t s = 0; s < m->series_count && !unmet->met[i]; s++)
            unmet->met[i] = (unsigned char)pick_means(unmet->pick, i, m->series[s].name);
}

size_t unmet_list(const struct unmet *unmet, char *list, size_t size) {
    static const char rest[] = "...";
    size_t count = unmet->pick ? unmet->pick->library_count : 0, missing = 0, used = 0;
    if (size)
        *list = '\0';
    for (size_t i = 0; i < count; i++) {
        if (unmet->met[i])
            continue;
        if (used < size)
            used += (size_t)snprintf(list + used, size - used, "%s%s", missing ? ", " : "",
                                     unmet->pick->libraries[i]);
        missing++;
    }
    if (used >= size && size > sizeof rest)
        utf8_end_in(list, size, rest);
    return missing;
}
