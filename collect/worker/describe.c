/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/describe.h"

#include <string.h>

#include "collect/harness/terms.h"
#include "collect/worker/plugin.h"

/* Returns 0 when there is no more room. */
static int pack(struct wire_described *described, const char *text) {
    size_t bytes = text ? strlen(text) + 1 : 1;
    if (bytes > sizeof described->texts - described->texts_length)
        return 0;
    memcpy(described->texts + described->texts_length, text ? text : "", bytes);
    described->texts_length += (uint32_t)bytes;
    return 1;
}

static int pack_texts(struct wire_described *described, const struct bench_action *action) {
    const char *const texts[] = {
        action->name,          action->about,
        action->size_means,    action->types ? action->types : "sd",
        action->flops_formula, action->bytes_formula,
    };
    int fits = 1;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        fits &= pack(described, texts[i]);
    for (size_t i = 0; i < described->implementation_count; i++)
        fits &= pack(described, action->implementations[i].name);
    for (size_t i = 0; i < described->parameter_count; i++)
        fits &= pack(described, action->parameters[i].name) &&
                pack(described, action->parameters[i].about);
    return fits;
}

int describe_action(const struct bench_action *action, struct wire_described *described,
                    struct err *err) {
    *described = (struct wire_described){
        .largest = action->largest,
        .has_residual = action->residual != NULL,
        .has_run = action->begin_run || action->end_run,
        .has_end = action->end_round != NULL,
        .implementation_count = (uint32_t)plugin_count_implementations(action),
        .parameter_count = (uint32_t)plugin_count_parameters(action),
    };
    for (size_t i = 0; i < described->parameter_count; i++)
        described->defaults[i] = action->parameters[i].value;
    return pack_texts(described, action)
               ? 0
               : err_set(err, ERR_FAILED, "%s has too much to say of itself", action->name);
}

int describe_spot(const struct bench_action *action, char type,
                  const struct design_point *design_point, struct wire_terms *terms,
                  struct err *err) {
    struct workspace_needs needs;
    int status = workspace_measure(action, type, design_point, &needs, err);
    if (status)
        return status;
    struct terms said = terms_of(action, type, design_point);
    *terms = (struct wire_terms){.flops = said.flops,
                                 .bytes = said.bytes,
                                 .tolerance = said.tolerance,
                                 .arena_bytes = needs.arena_bytes,
                                 .output_bytes = needs.output_bytes};
    return 0;
}
