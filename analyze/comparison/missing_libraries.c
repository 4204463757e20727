/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/comparison/missing_libraries.h"

#include <stdio.h>
#include <stdlib.h>

#include "formats/text/utf8.h"

int missing_libraries_open(struct missing_libraries *missing, const struct filter *filter) {
    *missing = (struct missing_libraries){.filter = filter};
    if (filter)
        missing->met = calloc(filter->library_count + 1, sizeof *missing->met);
    return filter && !missing->met ? -1 : 0;
}

void missing_libraries_close(struct missing_libraries *missing) {
    free(missing->met);
    *missing = (struct missing_libraries){0};
}

void missing_libraries_note(struct missing_libraries *missing, const struct measurement *m) {
    size_t count = missing->filter ? missing->filter->library_count : 0;
    for (size_t i = 0; i < count; i++)
        for (size_t s = 0; s < m->series_count && !missing->met[i]; s++)
            missing->met[i] = (unsigned char)filter_means(missing->filter, i, m->series[s].name);
}

size_t missing_libraries_list(const struct missing_libraries *missing, char *list, size_t size) {
    static const char rest[] = "...";
    size_t count = missing->filter ? missing->filter->library_count : 0, absent = 0, used = 0;
    if (size)
        *list = '\0';
    for (size_t i = 0; i < count; i++) {
        if (missing->met[i])
            continue;
        if (used < size)
            used += (size_t)snprintf(list + used, size - used, "%s%s", absent ? ", " : "",
                                     missing->filter->libraries[i]);
        absent++;
    }
    if (used >= size && size > sizeof rest)
        utf8_end_in(list, size, rest);
    return absent;
}
