/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/natural.h"

#include <ctype.h>
#include <string.h>

/* Moves TEXT behind the zeros with which a number begins, and returns how many digits follow. */
static size_t number_at(const char **text) {
    *text += strspn(*text, "0");
    return strspn(*text, "0123456789");
}

int natural_compare(const char *a, const char *b) {
    const char *left = a, *right = b;
    while (*left || *right) {
        if (isdigit((unsigned char)*left) && isdigit((unsigned char)*right)) {
            size_t length = number_at(&left), other = number_at(&right);
            int order = length != other ? (length < other ? -1 : 1) : memcmp(left, right, length);
            if (order)
                return order;
            left += length;
            right += length;
        } else if (*left != *right) {
            return (unsigned char)*left < (unsigned char)*right ? -1 : 1;
        } else {
            left++;
            right++;
        }
    }
    return strcmp(a, b);
}
