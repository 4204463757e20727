/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/text/kept_text.h"

#include <stdlib.h>

int kept_text_begin(struct kept_text *written) {
    *written = (struct kept_text){0};
    written->file = open_memstream(&written->text, &written->size);
    return written->file != NULL;
}

int kept_text_end(struct kept_text *written, struct string_pool *texts, const char **kept) {
    int ok = fclose(written->file) == 0, is_any = ok && *written->text;
    *kept = is_any ? string_pool_text(texts, string_pool_number(texts, written->text)) : NULL;
    free(written->text);
    return ok && (*kept || !is_any);
}
