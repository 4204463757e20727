/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept_text.h: what is written to a file becomes one of the texts (string_pool.h). */
#ifndef BENCHMAT_ANALYZE_TEXT_KEPT_TEXT_H
#define BENCHMAT_ANALYZE_TEXT_KEPT_TEXT_H

#include <stdio.h>

#include "analyze/text/string_pool.h"

struct kept_text {
    FILE *file; /* to write to */

    /* Private. */
    char *text;
    size_t size;
};

/* Returns 0 when there is no memory; otherwise kept_text_end must follow. */
int kept_text_begin(struct kept_text *written);
/* Sets KEPT, which lives as long as TEXTS, to what was written; NULL for nothing. Returns 0 when
 * there is no memory. */
int kept_text_end(struct kept_text *written, struct string_pool *texts, const char **kept);

#endif
