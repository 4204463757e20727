/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/archive/select.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "formats/text/date.h"
#include "store/archive/archive_survey.h"

/* A run that cannot be read has no known uuid and start, so it is not found by these. */
static int note(void *context, size_t run, const struct run *summary,
                const struct archive_fault *fault, struct err *err) {
    struct known_run *known = (struct known_run *)context + run;
    (void)fault, (void)err;
    if (!summary)
        return 0;
    snprintf(known->uuid, sizeof known->uuid, "%s", facts_text(&summary->facts, FACT_UUID, ""));
    known->started = date_read(facts_text(&summary->facts, FACT_STARTED, NULL));
    return 0;
}

static int need_details(char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (run_words_need_details(words[i]))
            return 1;
    return 0;
}

int select_runs(struct archive *archive, char *const *words, size_t word_count,
                struct selection *selection, struct err *err) {
    size_t count = archive_run_count(archive);
    struct known_runs runs = {archive_path(archive), calloc(count + 1, sizeof *runs.items), count,
                              0};
    *selection = (struct selection){.is_selected = calloc(count + 1, 1)};
    int code = selection->is_selected && runs.items
                   ? 0
                   : err_set(err, ERR_FAILED, "no memory for the runs");
    for (size_t i = 0; i < count && !code; i++)
        runs.items[i] = (struct known_run){.name = archive_run_name(archive, i),
                                           .number = archive_run_number(archive, i),
                                           .started = NAN};
    if (!code && need_details(words, word_count))
        code = archive_survey(archive, note, runs.items, err);
    for (size_t i = 0; i < word_count && !code; i++)
        code = run_words_take(&runs, words[i], selection, err);
    free(runs.items);
    if (code)
        select_release(selection);
    return code;
}

void select_release(struct selection *selection) {
    free(selection->is_selected);
    *selection = (struct selection){0};
}
