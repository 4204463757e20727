/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/archive/run_range.h"

#include <stdlib.h>
#include <string.h>

static int parse_number(const char **text, unsigned long *number) {
    if (strncmp(*text, "run_", 4) == 0)
        *text += 4;
    if (**text < '0' || **text > '9')
        return -1;
    char *end;
    *number = strtoul(*text, &end, 10);
    *text = end;
    return 0;
}

int run_range_parse(const char *text, struct run_range *span) {
    if (parse_number(&text, &span->first))
        return -1;
    span->last = span->first;
    if (strncmp(text, "..", 2) == 0) {
        text += 2;
        if (parse_number(&text, &span->last))
            return -1;
    }
    return *text || span->first > span->last ? -1 : 0;
}
