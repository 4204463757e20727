/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cli/missing_libraries.h"

#include <stdio.h>
#include <string.h>

#include "formats/text/utf8.h"

#define LISTED 8 /* names in a message */

static void add_name(struct lacking *lacking, const char *file) {
    size_t used = strlen(lacking->names);
    if (lacking->count <= LISTED + 1)
        snprintf(lacking->names + used, sizeof lacking->names - used, "%s%s", used ? ", " : "",
                 lacking->count <= LISTED ? file : "...");
    utf8_clean(lacking->names, '?');
}

int lacking_note(struct lacking *lacking, const char *file, int code, const struct err *err) {
    lacking->files++;
    if (code != ERR_ABSENT)
        return code;
    if (lacking->count++ == 0)
        lacking->first = *err;
    add_name(lacking, file);
    return 0;
}

int lacking_conclude(const struct lacking *lacking, const char *program, int code,
                     struct err *err) {
    if (code || !lacking->count)
        return code;
    if (lacking->count == lacking->files)
        return err_set(err, ERR_ABSENT, "%s", lacking->first.message);
    if (program)
        fprintf(stderr, "%s: %zu of %zu files %s nothing of what is asked for: %s\n", program,
                lacking->count, lacking->files, lacking->count == 1 ? "has" : "have",
                lacking->names);
    return 0;
}
