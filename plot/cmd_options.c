/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/cmd_options.h"

#include <argp.h>
#include <math.h>
#include <stdlib.h>

#include "analyze/interval.h"
#include "plot/limits.h"
#include "plot/theme.h"

const char *argp_program_version = "bench-plot (benchmat) " BENCHMAT_VERSION;

enum {
    KIND = 0x100,
    REF,
    ACTION,
    RUN,
    SIZE,
    DPI,
    FONT_SIZE,
    THEME,
    TITLE,
    CONFIDENCE,
    ACROSS,
    FORMAT,
    COLOR,
    REPORT
};

static const struct argp_option table[] = {
    {"output", 'o', "FILE", 0,
     "draw to FILE, a .png, .pdf, .svg, .ps or .eps, or to - for standard output; repeat for "
     "several "
     "(default: the terminal, or where there is none the archive's name as .png)",
     0},
    {"format", FORMAT, "FORMAT", 0,
     "what to draw where the FILE's name does not say it: png, pdf, svg, ps, eps, or terminal for "
     "a chart as text",
     0},
    {"color", COLOR, "WHEN", 0,
     "colours of a chart as text: auto (default: on a terminal, unless NO_COLOR is set), always or "
     "never",
     0},
    {"report", REPORT, "FILE", 0,
     "write a page to FILE, such as report.html: verdicts, charts, all numbers and how they were "
     "measured, in one file for any browser",
     0},
    {"kind", KIND, "KIND", 0, "time, ratio, or overview (default): both side by side", 0},
    {"ref", REF, "NAME", 0, "take ratios to this library (default: the run's own reference)", 0},
    {"action", ACTION, "ACTION", 0, "only this action, with or without \"action_\" before it", 0},
    {"run", RUN, "RUN", 0,
     "latest (default): each action's latest; all; a run's name or number; a span such as 3..7", 0},
    {"confidence", CONFIDENCE, "LEVEL", 0, "level of all intervals (default: 95%)", 0},
    {"x", ACROSS, "NAME", 0,
     "what goes across: size, threads or another parameter (default: what the action says)", 0},
    {"title", TITLE, "TEXT", 0, "a heading; over a single chart, in place of its title", 0},
    {"size", SIZE, "WxH", 0,
     "width and height in mm, such as 182x88mm (default: 88.9 wide for one chart, 182 for two; 70 "
     "high for each action)",
     0},
    {"dpi", DPI, "NUMBER", 0, "pixels per inch of a PNG (default: 300)", 0},
    {"font-size", FONT_SIZE, "PT", 0, "of labels, in points (default: 7.5)", 0},
    {"theme", THEME, "THEME", 0, "light (default) or dark", 0},
    {NULL, 'h', NULL, OPTION_HIDDEN, NULL, -1},
    {0},
};

/* ARGP_ERR_UNKNOWN for what is none of ours, otherwise 0 or what is wrong with ARGUMENT. */
static int parse_option(int key, char *argument, struct options *options, struct err *err) {
    struct figure *figure = &options->figure;
    switch (key) {
    case 'o':
        options->output.names[options->output.count++] = argument;
        return 0;
    case FORMAT:
        options->output.format = argument;
        return outputs_check_format(argument, err);
    case COLOR:
        return terminal_parse_color(argument, &options->output.color, err);
    case KIND:
        return kind_find(argument, &options->kind, err);
    case REF:
        options->table.reference = argument;
        return 0;
    case ACTION:
        options->terms.action = argument;
        return 0;
    case RUN:
        options->runs = argument;
        return 0;
    case CONFIDENCE:
        return interval_parse_confidence(argument, &options->table.confidence, err);
    case ACROSS:
        options->across = argument;
        return 0;
    case REPORT:
        options->report = argument;
        return 0;
    case TITLE:
        options->title = argument;
        return 0;
    case SIZE:
        return limit_parse_size(argument, &figure->width_mm, &figure->height_mm, err);
    case DPI:
        return limit_parse(&limit_dpi, argument, &figure->dpi, err);
    case FONT_SIZE:
        return limit_parse(&limit_font_size, argument, &figure->font_size, err);
    case THEME:
        return theme_parse(argument, &figure->theme, err);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *argument, struct argp_state *state) {
    struct options *options = state->input;
    struct err err = {""};
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->terms.access;
        return 0;
    case 'h':
        argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
        return 0;
    case ARGP_KEY_ARG:
        if (options->output.source)
            argp_error(state, "one file at a time: %s or %s?", options->output.source, argument);
        options->output.source = argument;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "no archive given, such as results.h5");
        return 0;
    }
    int code = parse_option(key, argument, options, &err);
    if (code < 0)
        argp_error(state, "%s", err.message);
    return code;
}

static const struct argp_child children[] = {{&cmd_access_argp, 0, NULL, 0}, {0}};

static const struct argp argp = {
    table,
    parse,
    "ARCHIVE",
    "Charts of the measurements in an archive: the time of a call and its ratio to the "
    "reference, against size or a parameter.",
    children,
    NULL,
    NULL};

int options_parse(struct options *options, int argc, char **argv, struct err *err) {
    *options = (struct options){.arguments = argv,
                                .terms = {.since = NAN, .access = {.program = "bench-plot"}},
                                .output = {.names = calloc((size_t)argc + 1, sizeof(char *))}};
    if (!options->output.names)
        return err_set(err, ERR_FAILED, "no memory for the command line");
    kind_find(NULL, &options->kind, err);
    argp_parse(&argp, argc, argv, 0, NULL, options);
    return outputs_check(&options->output, err);
}

void options_release(struct options *options) {
    free(options->output.names);
}
