/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/completions.h"

#include <stdio.h>
#include <string.h>

#include "collect/design/actions.h"
#include "collect/design/settings.h"
#include "collect/libraries/library.h"

static void offer_actions(struct completion *completion) {
    completion_begin_item(completion, "");
    for (const struct bench_action *const *a = actions; *a; a++)
        completion_offer(completion, (*a)->name, (*a)->about);
    for (const struct action_alias *a = action_aliases; a->alias; a++)
        completion_offer(completion, a->alias, a->name);
    completion_offer_files(completion); /* plug-ins */
}

/* The actions of the command line, which commas separate; calls VISIT for those built in. */
static void each_action(struct completion *completion,
                        void (*visit)(struct completion *completion,
                                      const struct bench_action *action, void *context),
                        void *context) {
    char words[1024];
    if (!completion_argument_count(completion))
        return;
    snprintf(words, sizeof words, "%s", completion_argument(completion, 0));
    for (char *rest = words, *word; (word = strsep(&rest, ","));) {
        char type;
        const struct bench_action *action = actions_find(word);
        action = action ? action : actions_find_routine(word, &type);
        if (action)
            visit(completion, action, context);
    }
}

static void add_kind(struct completion *completion, const struct bench_action *action,
                     void *context) {
    const struct bench_routine *routine = action->routines;
    unsigned *kinds = context;
    (void)completion;
    *kinds |= library_family_kind_of_routine(!routine     ? NULL
                                             : routine->c ? routine->c
                                                          : routine->fortran);
}

/* Those that the actions are measured over. */
static void offer_libraries(struct completion *completion) {
    struct libraries installed;
    struct err err;
    unsigned kinds = 0;
    each_action(completion, add_kind, &kinds);
    kinds = kinds ? kinds : KIND_ANY;
    if (library_resolve(NULL, 0, completion_context(completion), (enum library_kind)kinds,
                        &installed, &err) == 0) {
        for (size_t i = 0; i < installed.count; i++)
            completion_offer(completion, installed.items[i].name, installed.items[i].paths[0]);
        libraries_release(&installed);
    }
    if (kinds & KIND_LINEAR_ALGEBRA)
        completion_offer(completion, "builtin", "a plain C implementation, always there");
}

static void offer_arguments(struct completion *completion) {
    if (!completion_argument_count(completion)) {
        offer_actions(completion);
        return;
    }
    offer_libraries(completion);
    completion_offer_files(completion);
}

static void offer_modes(struct completion *completion) {
    for (int mode = 0; mode < MODES; mode++)
        completion_offer(completion, mode_name((enum mode)mode), NULL);
}

static void add_parameters(struct completion *completion, const struct bench_action *action,
                           void *context) {
    for (const struct bench_parameter *p = action->parameters; p && p->name; p++) {
        char text[80];
        snprintf(text, sizeof text, "%s%s", p->name, (const char *)context);
        completion_offer(completion, text, p->about);
    }
}

static void offer_values(struct completion *completion) {
    char equals[] = "=";
    each_action(completion, add_parameters, equals);
}

static void offer_axes(struct completion *completion) {
    char nothing[] = "";
    each_action(completion, add_parameters, nothing);
}

static const struct completion_rule rules[] = {
    {NULL, offer_arguments},     {"ref", offer_libraries}, {"mode", offer_modes},
    {"parameter", offer_values}, {"x", offer_axes},        {0},
};

struct completion_terms collect_completions = {.rules = rules, .context = ""};
