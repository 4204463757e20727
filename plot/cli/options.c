/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/cli/options.h"

#include <argp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/bands.h"
#include "formats/text/xalloc.h"
#include "plot/cli/appearance.h"
#include "plot/cli/completions.h"
#include "plot/cli/outputs.h"
#include "plot/figure/figure.h"
#include "plot/output/output.h"
#include "formats/files/stream.h"
#include "store/archive/choose.h"
#include "formats/text/suggest.h"
#include "plot/kinds/kinds.h"

/* --- which options change which kinds of chart --- */

typedef int is_given(const struct options *options);

static int asks_for_range(const struct axis_terms *terms) {
    return terms->low < terms->high;
}

static int gives_x(const struct options *options) {
    return options->axes.x != NULL;
}

static int gives_scale_x(const struct options *options) {
    return options->axes.across.scale != AXIS_USUAL;
}

static int gives_scale_y(const struct options *options) {
    return options->axes.up.scale != AXIS_USUAL;
}

static int gives_range(const struct options *options) {
    return asks_for_range(&options->axes.across) || asks_for_range(&options->axes.up);
}

static int gives_speedup(const struct options *options) {
    return options->axes.is_speedup;
}

static int gives_facet(const struct options *options) {
    return options->facet != NULL;
}

static int gives_grid(const struct options *options) {
    return options->grid_columns > 0;
}

static int gives_peak(const struct options *options) {
    return rates_has_peak(&options->table.peak);
}

static int gives_measure(const struct options *options) {
    return options->table.quantity != QUANTITY_SECONDS;
}

static int gives_statistic(const struct options *options) {
    return options->table.statistic.kind != STATISTIC_TYPICAL;
}

static int gives_bands(const struct options *options) {
    return options->table.are_simultaneous;
}

static int gives_kind(const struct options *options) {
    return options->is_kind_given;
}

static int gives_words(const struct options *options) {
    const struct wording *wording = &options->wording;
    return wording->label_count || wording->across_count || wording->up_count;
}

static int gives_highlight(const struct options *options) {
    return options->wording.highlight_count > 0;
}

static int gives_looks(const struct options *options) {
    return options->figure.font || options->figure.legend != LEGEND_USUAL ||
           options->wording.header != HEADER_FULL || options->wording.has_letters ||
           options->figure.has_outlines;
}

static int gives_y(const struct options *options) {
    return options->axes.y != NULL;
}

static const struct {
    const char *name;
    is_given *is_given;
    unsigned taken_as;   /* what a kind must take for the option to matter; 0: any kind will do */
    int is_for_pictures; /* has no effect on a report */
} effects[] = {
    {"--kind", gives_kind, 0, 1},
    {"--y", gives_y, 0, 1},
    {"--label", gives_words, 0, 1},
    {"--highlight", gives_highlight, 0, 1},
    {"--font, --legend, --header, --letters or --outlines", gives_looks, 0, 1},
    {"--x", gives_x, KIND_TAKES_AXES, 0},
    {"--scale-x", gives_scale_x, KIND_TAKES_AXES, 1},
    {"--scale-y", gives_scale_y, KIND_TAKES_AXES, 1},
    {"--range", gives_range, KIND_TAKES_AXES, 1},
    {"--grid", gives_grid, KIND_TAKES_AXES, 1},
    {"--facet", gives_facet, KIND_TAKES_FACETS, 1},
    {"--speedup", gives_speedup, KIND_TAKES_SPEEDUP, 1},
    {"--peak", gives_peak, KIND_TAKES_PEAK, 0},
    {"--measure", gives_measure, KIND_TAKES_QUANTITY, 0},
    {"--bands", gives_bands, KIND_TAKES_BANDS, 1},
    {"--statistic", gives_statistic, KIND_TAKES_STATISTIC, 1},
};
enum { EFFECTS = sizeof effects / sizeof *effects };

/* --- options without effect --- */

/* Returns ERR_USAGE if an option was given that has no effect on the chosen kind, or on a report
 * without pictures; the message says what the option is for. To add an option, add a line to
 * effects. */
static int effects_check(const struct options *options, struct err *err) {
    int is_report_alone = options->report && options->output.count == 0;
    for (size_t i = 0; i < EFFECTS; i++) {
        unsigned as = effects[i].taken_as;
        if (!effects[i].is_given(options))
            continue;
        if (is_report_alone && effects[i].is_for_pictures)
            return err_set(err, ERR_USAGE,
                           "%s changes nothing in a report; it is for a picture, which -o names",
                           effects[i].name);
        /* With --y, rows.c checks --speedup instead, when it looks up the column. */
        if (!is_report_alone && as && !options->axes.y && !(options->kind->takes & as)) {
            char kinds[256];
            kind_list(kinds, sizeof kinds, effects[i].taken_as);
            return err_set(err, ERR_USAGE, "%s changes nothing in --kind %s; it is for --kind %s",
                           effects[i].name, options->kind->name, kinds);
        }
    }
    return 0;
}

static int check_outlines(const struct options *options, struct err *err) {
    const struct output_terms *output = &options->output;
    const struct output_format *format = NULL;
    int has_svg = output->format && strcmp(output->format, output_svg.name) == 0;
    for (size_t i = 0; i < output->count; i++)
        has_svg |= output_find(output->names[i], &format, NULL) == 0 && format == &output_svg;
    return has_svg || !options->figure.has_outlines
               ? 0
               : err_set(err, ERR_USAGE,
                         "--outlines changes nothing without an SVG, such as -o figure%s",
                         output_svg.extension);
}

/* Other columns do not depend on the statistic. */
static int check_statistic(const struct options *options, struct err *err) {
    static const char *const columns[] = {"ratio", "speedup", "difference", "value"};
    const char *y = options->axes.y;
    int has = !y;
    for (size_t i = 0; !has && i < sizeof columns / sizeof *columns; i++)
        has = strcmp(y, columns[i]) == 0;
    if (!gives_statistic(options) || (has && !options->report))
        return 0;
    return options->report ? err_set(err, ERR_USAGE,
                                     "a report is of typical times; leave --statistic "
                                     "out, or draw pictures by a command of their own")
                           : err_set(err, ERR_USAGE,
                                     "--statistic changes nothing in --y %s; it is for --y ratio, "
                                     "speedup, difference or value",
                                     y);
}

/* --- parsing --- */

const char *argp_program_version = "bench-plot (benchmat) " BENCHMAT_VERSION;

enum {
    KIND = 0x100,
    SIZE,
    DPI,
    FONT_SIZE,
    THEME,
    GRID,
    FORMAT,
    COLOR,
    REPORT,
    SCALING,
    BANDS,
    FACET
};

static const struct argp_option table[] = {
    {"output", 'o', "FILE", OPTION_LISTED,
     "draw to FILE, a .png, .pdf, .svg, .ps, .eps or .tikz, or to - for standard output; repeat "
     "for "
     "several (default: the terminal, or where there is none the archive's name as .png)",
     0},
    {"format", FORMAT, "FORMAT", 0,
     "what to draw where the FILE's name does not say it: png, pdf, svg, ps, eps, tikz (axes and "
     "data of pgfplots for \\input), or terminal for a chart as text",
     0},
    {"color", COLOR, "WHEN", 0,
     "colours of a chart as text: auto (default: on a terminal, unless NO_COLOR is set), always or "
     "never",
     0},
    {"report", REPORT, "FILE", 0,
     "write a page to FILE, such as report.html: verdicts, charts, all numbers and how they were "
     "measured, in one file for any browser",
     0},
    {"kind", KIND, "KIND", OPTION_LISTED,
     "overview (default): the rate, or the ratio where operations are unknown, beside the time; "
     "time, ratio, speedup, rate, accuracy, threads, scaling, weak, ecdf, histogram, box, "
     "sequence (samples in their order), history, "
     "forest (the ratio by host), profile (how "
     "often each library is within a factor of the fastest), summary (mean ratios by action), "
     "panels (rates of all actions), winner (who is fastest at each point of --x and --y) or "
     "roofline (what the machine could do); two of time, ratio, speedup, rate and accuracy stand "
     "side by side",
     0},
    {"scaling", SCALING, "strong|weak", 0,
     "speed-up and efficiency by threads, ranks or nodes: at the same size (as --kind threads), or "
     "at the same work for each (as --kind weak)",
     0},
    {"bands", BANDS, "BANDS", 0,
     "simultaneous: intervals of times, rates and ratios that hold along whole curves (default: "
     "pointwise)",
     0},
    {"size", SIZE, "WxH", 0,
     "width and height in mm, such as 182x88mm, or the width alone, such as 84; charts that have "
     "no "
     "room side by side stand below each other (default: 88.9 wide for one chart, 182 for two; 70 "
     "high for each action, on several pages or files if one would be higher than A4)",
     0},
    {"facet", FACET, "NAME", 0,
     "small charts with the same axes, one for each value of a parameter, such as threads "
     "(default: where a chart would have more than 8 lines); none: all lines in one chart",
     0},
    {"grid", GRID, "CxR", 0,
     "small charts in that many columns and rows, such as 4x3, under one legend; 4 alone takes as "
     "many rows as there must be",
     0},
    {"dpi", DPI, "NUMBER", 0, "pixels per inch of a PNG (default: 300)", 0},
    {"font-size", FONT_SIZE, "PT", 0, "of labels, in points (default: 7.5)", 0},
    {"theme", THEME, "THEME", 0, "light (default) or dark", 0},
    {NULL, 'h', NULL, OPTION_HIDDEN, NULL, -1},
    {0},
};

enum { GRID_MOST = 100 };

/* A second kind is drawn beside the first. */
static int add_kind(const char *name, struct options *options, struct err *err) {
    const struct kind *before = options->kind;
    int code = kind_find(name, &options->kind, err);
    options->is_kind_given = 1;
    if (code || !before)
        return code;
    if (before == &options->joined)
        return err_set(err, ERR_USAGE, "--kind %s: two kinds stand side by side, not three", name);
    code = kind_join(&options->joined, before, options->kind, err);
    options->kind = &options->joined;
    return code;
}

/* Returns 0, or ARGP_ERR_UNKNOWN if KEY belongs to another parser, or an error if ARGUMENT is
 * wrong. */
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
        return add_kind(argument, options, err);
    case SCALING:
        if (strcmp(argument, "strong") != 0 && strcmp(argument, "weak") != 0)
            return err_set(err, ERR_USAGE, "--scaling %s: strong or weak is needed%s", argument,
                           suggest_among(argument, "strong or weak").text);
        options->scaling = argument;
        return 0;
    case BANDS:
        return bands_parse(argument, &options->table.are_simultaneous, err);
    case REPORT:
        options->report = argument;
        return 0;
    case FACET:
        options->facet = argument;
        return 0;
    case GRID: {
        /* ARGUMENT is "4x3" or "4". */
        unsigned columns = 0, rows = 0;
        int used = 0, read = sscanf(argument, "%3u%n", &columns, &used);
        if (read == 1 && (argument[used] == 'x' || argument[used] == 'X')) {
            const char *second = argument + used + 1;
            read = sscanf(second, "%3u%n", &rows, &used);
            read = read == 1 && rows > 0 && second[used] == '\0';
        } else if (read == 1) {
            read = argument[used] == '\0';
        }
        if (read != 1 || columns == 0 || columns > GRID_MOST || rows > GRID_MOST ||
            strchr(argument, '-'))
            return err_set(
                err, ERR_USAGE,
                "--grid: invalid grid '%s'; give columns x rows from 1 to %d, as 4x3, or "
                "the columns alone",
                argument, GRID_MOST);
        options->grid_columns = columns;
        options->grid_rows = rows;
        return 0;
    }
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

/* Whether all files are of programs whose benchmarks are one library, as those of Google Benchmark
 * are: each file is a library then, and a chart sets them side by side. */
static int are_of_programs(const struct options *options) {
    int are = 1;
    for (size_t i = 0; are && i < options->source_count; i++) {
        struct foreign file;
        are = foreign_is(&file, options->sources[i]) && file.format && file.format->has_families;
    }
    return are;
}

static error_t parse(int key, char *argument, struct argp_state *state) {
    struct options *options = state->input;
    struct err err = {""};
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->terms.access;
        state->child_inputs[1] = &options->selection;
        state->child_inputs[2] = &options->axes;
        state->child_inputs[3] = options;
        state->child_inputs[4] = &plot_completions;
        return 0;
    case 'h':
        argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
        return 0;
    case ARGP_KEY_ARG:
        options->sources[options->source_count++] = stream_path(argument);
        options->output.source = options->sources[0];
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "no archive given, such as results.h5");
        return 0;
    case ARGP_KEY_END:
        if (options->scaling && options->kind)
            argp_error(state, "--scaling %s or --kind %s: each says what to draw", options->scaling,
                       options->kind->name);
        if (options->scaling && options->axes.y)
            argp_error(state, "--scaling %s or --y %s: each says what goes up", options->scaling,
                       options->axes.y);
        if (options->scaling) {
            options->is_kind_given = 1;
            kind_find(strcmp(options->scaling, "weak") == 0 ? "weak" : "threads", &options->kind,
                      &err);
        }
        if (options->source_count == 2 && !options->is_kind_given && !are_of_programs(options) &&
            (!options->report || options->output.count))
            kind_find("change", &options->kind, &err);
        if (options->source_count > 1 &&
            (options->axes.y || (options->kind && !(options->kind->takes & KIND_TAKES_FILES)))) {
            char kinds[256];
            kind_list(kinds, sizeof kinds, KIND_TAKES_FILES);
            argp_error(state, "one file at a time: %s or %s? --kind %s takes several",
                       options->sources[0], options->sources[1], kinds);
        }
        if (options->kind && options->axes.y && !(options->kind->takes & KIND_TAKES_UP))
            argp_error(state, "--kind %s or --y %s: each says what goes up", options->kind->name,
                       options->axes.y);
        return 0;
    }
    int code = parse_option(key, argument, options, &err);
    if (code < 0)
        argp_error(state, "%s", err.message);
    return code;
}

static const struct argp_child children[] = {
    {&access_options_argp, 0, NULL, 0}, {&selection_argp, 0, NULL, 0},
    {&axis_options_argp, 0, NULL, 0},   {&appearance_argp, 0, NULL, 0},
    {&completion_argp, 0, NULL, 0},     {0}};

static const struct argp argp = {
    table,
    parse,
    "ARCHIVE...",
    "Charts of the measurements in an archive: the time of a call and its ratio to the "
    "reference, or any other statistic, against size or a parameter.",
    children,
    NULL,
    NULL};

/* Returns ERR_USAGE if the page has an empty name or shares its name with a picture, or if the page
 * goes to standard output and there are pictures. */
static int check_report(const struct options *options, struct err *err) {
    int is_standard = strcmp(options->report, "-") == 0;
    if (!*options->report)
        return err_set(err, ERR_USAGE, "--report: name the page, such as report.html");
    for (size_t i = 0; i < options->output.count; i++)
        if (is_standard || strcmp(options->output.names[i], options->report) == 0)
            return err_set(err, ERR_USAGE,
                           "--report %s: a picture goes there as well; give it another name, or "
                           "draw it by a command of its own",
                           options->report);
    return 0;
}

int options_parse(struct options *options, int argc, char **argv, struct err *err) {
    *options = (struct options){.arguments = argv,
                                .terms = {.since = NAN, .access = {.program = "bench-plot"}},
                                .output = {.names = xcalloc((size_t)argc + 1, sizeof(char *))}};
    options->sources = xcalloc((size_t)argc + 1, sizeof(char *));
    options->wording = (struct wording){.labels = xcalloc((size_t)argc + 1, sizeof(char *)),
                                        .across = xcalloc((size_t)argc + 1, sizeof(char *)),
                                        .up = xcalloc((size_t)argc + 1, sizeof(char *)),
                                        .highlights = xcalloc((size_t)argc + 1, sizeof(char *))};
    options->selection = (struct selection_options){&options->terms, &options->runs,
                                                    &options->table, &options->filter};
    argp_parse(&argp, argc, argv, 0, NULL, options);
    options->terms.suggests = options->source_count == 1;
    if (options->source_count)
        options->table.quantity =
            input_settle_quantity(&options->terms, options->sources[0], options->table.quantity);
    int code = options->kind ? 0 : kind_find(NULL, &options->kind, err);
    if (code == 0 && options->report)
        code = check_report(options, err);
    code = code ? code : check_statistic(options, err);
    code = code ? code : check_outlines(options, err);
    code = code ? code : effects_check(options, err);
    for (size_t i = options->source_count; code == 0 && i-- > 0;) {
        options->output.source = options->sources[i];
        code = outputs_check(&options->output, err);
    }
    return code;
}

void options_release(struct options *options) {
    filter_release(&options->filter);
    free(options->output.names);
    free(options->sources);
    free(options->wording.labels);
    free(options->wording.across);
    free(options->wording.up);
    free(options->wording.highlights);
}
