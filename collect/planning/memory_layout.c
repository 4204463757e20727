/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/memory_layout.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/harness/random.h"

static const char *const names[] = {
    [PLACEMENT_COMMON] = "common",
    [PLACEMENT_FIXED] = "fixed",
    [PLACEMENT_FREE] = "free",
};

uint64_t memory_layout_layout(const struct settings *settings, const char *action, size_t round) {
    if (settings->placement == PLACEMENT_FREE)
        return 0;
    uint64_t of_action = random_derive_word(random_derive_word(settings->seed, "layout"), action);
    uint64_t layout =
        random_derive(of_action, settings->placement == PLACEMENT_FIXED ? 0 : 1 + round);
    return layout ? layout : 1;
}

void memory_layout_describe(const struct settings *settings, const char *action, size_t rounds,
                            struct facts *facts) {
    char *text = NULL;
    size_t size, drawn = rounds;
    facts_set_text(facts, "layout", names[settings->placement]);
    if (settings->placement == PLACEMENT_FREE)
        return;
    if (settings->placement == PLACEMENT_FIXED)
        drawn = 1;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    for (size_t round = 0; round < drawn; round++)
        fprintf(out, "%s%016" PRIx64, round ? " " : "",
                memory_layout_layout(settings, action, round));
    fclose(out);
    facts_set_text(facts, "layouts", text);
    free(text);
}
