/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/cli/arguments.h"

#include <stdlib.h>
#include <string.h>

#include "formats/foreign/registry.h"
#include "formats/text/xalloc.h"
#include "store/command_line/access_options.h"
#include "store/command_line/completion.h"
#include "store/archive/run_words.h"
#include "formats/text/suggest.h"

enum { FORMAT = 0x1000 };

static const struct argp_option plain[] = {
    {NULL, 'h', NULL, OPTION_HIDDEN, NULL, -1},
    {0},
};

static const struct argp_option formatted[] = {
    {"format", FORMAT, "FORMAT", 0, "text (default) or json", 0},
    {NULL, 'h', NULL, OPTION_HIDDEN, NULL, -1},
    {0},
};

/* --- completion --- */

/* [ARCHIVE] [RUN...] */
static void offer_arguments(struct completion *completion) {
    completion_offer_files(completion);
    if (completion_argument_count(completion))
        completion_runs(completion);
}

static void offer_formats(struct completion *completion) {
    for (const struct format *const *format = formats; *format; format++)
        completion_offer(completion, (*format)->name, (*format)->about);
}

static void offer_outputs(struct completion *completion) {
    completion_offer_words(completion, "text, json");
}

static void offer_units(struct completion *completion) {
    completion_offer_words(completion, "s, mflops");
}

static const struct completion_rule rules[] = {
    {NULL, offer_arguments},   {"to", offer_formats}, {"from", offer_formats},
    {"format", offer_outputs}, {"unit", offer_units}, {0},
};

static struct completion_terms completions = {.rules = rules};

/* --- parsing --- */

static error_t parse(int key, char *argument, struct argp_state *state) {
    struct arguments *line = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        line->common.program = "bench-store";
        state->child_inputs[0] = &line->common;
        state->child_inputs[1] = &completions;
        return 0;
    case FORMAT:
        line->is_json = strcmp(argument, "json") == 0;
        if (!line->is_json && strcmp(argument, "text") != 0)
            refuse(state, "no format \"%s\"; there are text and json%s", argument,
                   suggest_among(argument, "text, json").text);
        return 0;
    case 'h':
        argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
        return 0;
    case ARGP_KEY_ARG:
        if (line->takes_runs && run_words_are_valid(argument)) {
            line->runs = xreallocarray(line->runs, line->run_count + 1, sizeof *line->runs);
            line->runs[line->run_count++] = argument;
        } else if (line->archive && line->takes_runs) {
            struct err err = {""};
            run_words_refuse(argument, NULL, &err);
            refuse(state, "%s", err.message);
        } else if (line->archive)
            refuse(state, "one archive at a time: %s or %s?%s", line->archive, argument,
                   line->writes ? " -o FILE says what to write" : "");
        else
            line->archive = argument;
        return 0;
    case ARGP_KEY_END:
        if (!line->archive)
            line->archive = COMMAND_LINE_ARCHIVE;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child common[] = {
    {&access_options_argp, 0, NULL, 0}, {&completion_argp, 0, NULL, 0}, {0}};
static const struct argp argp_plain = {.options = plain, .parser = parse, .children = common};
static const struct argp argp_formatted = {
    .options = formatted, .parser = parse, .children = common};

const struct argp_child arguments_plain[] = {{&argp_plain, 0, NULL, 0}, {0}};
const struct argp_child arguments_formatted[] = {{&argp_formatted, 0, NULL, 0}, {0}};

error_t arguments_parse(int key, char *argument, struct argp_state *state) {
    (void)argument;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[0] = state->input;
    return 0;
}

int arguments_read_format(void *at, const char *text, struct err *err) {
    const struct format **format = at;
    *format = format_find(text, err);
    return *format ? 0 : ERR_USAGE;
}

void arguments_release(struct arguments *line) {
    free(line->runs);
    line->runs = NULL;
}
