/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cli/unmatched_files.h"

#include <stdio.h>
#include <string.h>

#include "formats/text/utf8.h"

#define LISTED 8 /* names in a message */

static void add_name(struct unmatched_files *unmatched, const char *file) {
    size_t used = strlen(unmatched->names);
    if (unmatched->count <= LISTED + 1)
        snprintf(unmatched->names + used, sizeof unmatched->names - used, "%s%s", used ? ", " : "",
                 unmatched->count <= LISTED ? file : "...");
    utf8_clean(unmatched->names, '?');
}

int unmatched_files_note(struct unmatched_files *unmatched, const char *file, int code,
                         const struct err *err) {
    unmatched->files++;
    if (code != ERR_ABSENT)
        return code;
    if (unmatched->count++ == 0)
        unmatched->first = *err;
    add_name(unmatched, file);
    return 0;
}

int unmatched_files_conclude(const struct unmatched_files *unmatched, const char *program, int code,
                             struct err *err) {
    if (code || !unmatched->count)
        return code;
    if (unmatched->count == unmatched->files)
        return err_set(err, ERR_ABSENT, "%s", unmatched->first.message);
    if (program)
        fprintf(stderr, "%s: %zu of %zu files %s nothing of what is asked for: %s\n", program,
                unmatched->count, unmatched->files, unmatched->count == 1 ? "has" : "have",
                unmatched->names);
    return 0;
}
