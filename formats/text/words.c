/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/words.h"

#include <string.h>
#include <strings.h>

int words_have(const char *list, const char *word) {
    size_t length = strlen(word);
    for (list += strspn(list, " "); *list; list += strspn(list, " ")) {
        size_t item = strcspn(list, " ");
        if (item == length && strncasecmp(list, word, length) == 0)
            return 1;
        list += item;
    }
    return 0;
}
