/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/cli/completions.h"

#include <stdio.h>

#include "analyze/input/completions.h"
#include "plot/analysis/facets.h"
#include "plot/kinds/kinds.h"
#include "plot/output/output.h"

static void offer_kinds(struct completion *completion) {
    const struct kind *kind;
    for (size_t i = 0; (kind = kind_at(i)); i++)
        completion_offer(completion, kind->name, kind->about);
}

static void offer_formats(struct completion *completion) {
    char names[128];
    output_list_names(names, sizeof names, ", ");
    completion_offer_words(completion, names);
    completion_offer(completion, "terminal", "a chart as text");
}

static void offer_themes(struct completion *completion) {
    completion_offer_words(completion, "light or dark");
}

static void offer_scales(struct completion *completion) {
    completion_offer_words(completion, "linear, log or log2");
}

static void offer_across(struct completion *completion) {
    completion_parameters(completion);
    completion_offer(completion, "date", "the runs by their start");
}

static void offer_facets(struct completion *completion) {
    completion_parameters(completion);
    completion_offer(completion, FACETS_NONE, "all lines in one chart");
}

static void offer_legends(struct completion *completion) {
    completion_offer_words(completion, "right, above, below, inside or none");
}

static void offer_headers(struct completion *completion) {
    completion_offer_words(completion, "full, short or none");
}

static const struct completion_rule rules[] = {
    {"header", offer_headers},
    {"kind", offer_kinds},
    {"format", offer_formats},
    {"theme", offer_themes},
    {"legend", offer_legends},
    {"highlight", completion_libraries},
    {"x", offer_across},
    {"facet", offer_facets},
    {"y", completions_columns},
    {"scale-x", offer_scales},
    {"scale-y", offer_scales},
    {"measure", completions_quantities},
    {"color", completions_colours},
    {"bands", completions_bands},
    {"trim", completions_trims},
    {"statistic", completions_statistics},
    {"since", completions_dates},
    {"peak", completions_peaks},
    {"over", completions_axes},
    {0},
};

struct completion_terms plot_completions = {.rules = rules};
