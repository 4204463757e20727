/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/hdf5/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/identifiers.h"
#include "store/hdf5/layout.h"

static const char *const used_words[] = {
    "CLASS",       "NAME",         "DIMENSION_LIST", "REFERENCE_LIST", "DIMENSION_LABELS",
    LAYOUT_ACTION, LAYOUT_LIBRARY, LAYOUT_FACT,      LAYOUT_UNITS,     NULL,
};

static int is_used(const char *name) {
    for (const char *const *word = used_words; *word; word++)
        if (strcmp(*word, name) == 0)
            return 1;
    return *name == '_' || strncmp(name, "MATLAB_", 7) == 0;
}

char *names_encode_fact(const char *true_name) {
    char *attribute = malloc(3 * strlen(true_name) + 1), *to = attribute;
    if (!attribute)
        return NULL;
    int escape = is_used(true_name);
    for (const char *from = true_name; *from; from++, escape = 0)
        if (!escape && (identifiers_may_have(*from) || *from == '.' || *from == '-'))
            *to++ = *from;
        else
            to += snprintf(to, 4, "%%%02X", (unsigned)(unsigned char)*from);
    *to = '\0';
    return attribute;
}

static int hexadecimal(char c) {
    static const char digits[] = "0123456789ABCDEF";
    const char *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

int names_decode_fact(char *attribute) {
    if (!*attribute || is_used(attribute))
        return -1;
    char *to = attribute;
    for (const char *from = attribute; *from; from++) {
        if (*from != '%') {
            *to++ = *from;
            continue;
        }
        int high = hexadecimal(from[1]), low = high < 0 ? -1 : hexadecimal(from[2]);
        if (low < 0 || high + low == 0)
            return -1;
        *to++ = (char)(high << 4 | low);
        from += 2;
    }
    *to = '\0';
    return 0;
}
