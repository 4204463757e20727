/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/left_out.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 3 }; /* of each */

void left_out_add(struct facts *facts, const struct left_out *one) {
    char *words[WORDS + 1] = {(char *)(uintptr_t)one->action, (char *)(uintptr_t)one->library,
                              (char *)(uintptr_t)one->why};
    const char *before = facts_text(facts, FACT_LEFT_OUT, "");
    char *added = shell_words_join(words), *all = NULL;
    if (!added || asprintf(&all, "%s%s%s", before, *before ? " " : "", added) < 0)
        all = NULL;
    if (all)
        facts_set_text(facts, FACT_LEFT_OUT, all);
    else
        facts->incomplete = 1;
    free(added);
    free(all);
}

int left_outs_read(struct left_outs *outs, const char *text) {
    *outs = (struct left_outs){0};
    if (!text || shell_words_split(&outs->words, text, NULL))
        return 1;
    outs->items = calloc(outs->words.count / WORDS + 1, sizeof *outs->items);
    if (!outs->items)
        return 0;
    for (char **word = outs->words.items; outs->count < outs->words.count / WORDS; word += WORDS)
        outs->items[outs->count++] = (struct left_out){word[0], word[1], word[2]};
    return 1;
}

void left_outs_release(struct left_outs *outs) {
    shell_words_release(&outs->words);
    free(outs->items);
    *outs = (struct left_outs){0};
}

const struct left_out *left_outs_find(const struct left_outs *outs, const char *action,
                                      const char *library) {
    for (size_t i = 0; i < outs->count; i++)
        if (strcmp(outs->items[i].action, action) == 0 &&
            strcmp(outs->items[i].library, library) == 0)
            return &outs->items[i];
    return NULL;
}
