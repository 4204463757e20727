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
#include "plot/figure/text.h"
#include "plot/output/output.h"
#include "formats/files/stream.h"
#include "store/archive/choose.h"
#include "formats/text/suggest.h"
#include "plot/kinds/kinds.h"

/* --- reading --- */

const char *argp_program_version = "bench-plot (benchmat) " BENCHMAT_VERSION;

static int read_output(void *at, const char *text, struct err *err) {
    struct options *options = at;
    (void)err;
    options->output.names[options->output.count++] = text;
    return 0;
}

static int read_format(void *at, const char *text, struct err *err) {
    struct options *options = at;
    options->output.format = text;
    return outputs_check_format(text, err);
}

static int read_color(void *at, const char *text, struct err *err) {
    return terminal_parse_color(text, at, err);
}

/* A second kind is drawn beside the first. */
static int read_kind(void *at, const char *name, struct err *err) {
    struct options *options = at;
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

static int read_scaling(void *at, const char *text, struct err *err) {
    struct options *options = at;
    options->scaling = text;
    return strcmp(text, "strong") == 0 || strcmp(text, "weak") == 0
               ? 0
               : err_set(err, ERR_USAGE, "--scaling %s: strong or weak is needed%s", text,
                         suggest_among(text, "strong or weak").text);
}

static int read_bands(void *at, const char *text, struct err *err) {
    struct options *options = at;
    return bands_parse(text, &options->table.are_simultaneous, err);
}

/* TEXT is "4x3" or "4". */
static int read_grid(void *at, const char *text, struct err *err) {
    enum { MOST = 100 };
    struct options *options = at;
    unsigned columns = 0, rows = 0;
    int used = 0, read = sscanf(text, "%3u%n", &columns, &used);
    if (read == 1 && (text[used] == 'x' || text[used] == 'X')) {
        const char *second = text + used + 1;
        read = sscanf(second, "%3u%n", &rows, &used);
        read = read == 1 && rows > 0 && second[used] == '\0';
    } else if (read == 1) {
        read = text[used] == '\0';
    }
    if (read != 1 || columns == 0 || columns > MOST || rows > MOST || strchr(text, '-'))
        return err_set(err, ERR_USAGE,
                       "--grid: invalid grid '%s'; give columns x rows from 1 to %d, as 4x3, or "
                       "the columns alone",
                       text, MOST);
    options->grid_columns = columns;
    options->grid_rows = rows;
    return 0;
}

static int read_size(void *at, const char *text, struct err *err) {
    struct figure *figure = at;
    return limit_parse_size(text, &figure->width_mm, &figure->height_mm, err);
}

static int read_dpi(void *at, const char *text, struct err *err) {
    return limit_parse(&limit_dpi, text, at, err);
}

static int read_font_size(void *at, const char *text, struct err *err) {
    return limit_parse(&limit_font_size, text, at, err);
}

static int read_theme(void *at, const char *text, struct err *err) {
    return theme_parse(text, at, err);
}

/* --- axes --- */

static int read_scale(void *at, const struct option_row *row, char *text, struct err *err) {
    return axes_parse_scale(row->name, text, at, err);
}

static int read_range(void *at, const char *text, struct err *err) {
    struct axes_asked *asked = at;
    int is_named = (*text == 'x' || *text == 'y') && text[1] == '=';
    if (!is_named)
        return err_set(err, ERR_USAGE, "--range: '%s' names no axis; give it as x=1..100 or y=..50",
                       text);
    return axes_parse_range("range", text + 2, *text == 'x' ? &asked->across : &asked->up, err);
}

static int read_range_of_axis(void *at, const struct option_row *row, char *text, struct err *err) {
    return axes_parse_range(row->name, text, at, err);
}

/* --- words --- */

static const char *const headers[] = {
    [HEADER_FULL] = "full", [HEADER_SHORT] = "short", [HEADER_NONE] = "none", NULL};

static int read_font(void *at, const char *family, struct err *err) {
    char taken[128];
    if (*family && strspn(family, "0123456789.") == strlen(family))
        return err_set(err, ERR_USAGE, "--font takes a family; the size %s is --font-size %s",
                       family, family);
    *(const char **)at = family;
    return font_check(family, taken, sizeof taken, err);
}

static int read_label(void *at, const char *text, struct err *err) {
    struct wording *wording = at;
    const char *sign = strchr(text, '=');
    if (!sign || sign == text || !sign[1])
        return err_set(
            err, ERR_USAGE,
            "--label: '%s' gives no library a name; give NAME=TEXT, as openblas=OpenBLAS", text);
    wording->labels[wording->label_count++] = text;
    return 0;
}

static int read_highlight(void *at, const char *text, struct err *err) {
    struct wording *wording = at;
    (void)err;
    wording->highlights[wording->highlight_count++] = text;
    return 0;
}

static int read_x_label(void *at, const char *text, struct err *err) {
    struct wording *wording = at;
    (void)err;
    wording->across[wording->across_count++] = text;
    return 0;
}

static int read_y_label(void *at, const char *text, struct err *err) {
    struct wording *wording = at;
    (void)err;
    wording->up[wording->up_count++] = text;
    return 0;
}

static int read_legend(void *at, const char *text, struct err *err) {
    return legend_parse(text, at, err);
}

/* --- the table --- */

#define AT(member) .place = offsetof(struct options, member)

/* clang-format off */
static const struct option_row rows[] = {
    {"output", "FILE", "draw to FILE, a .png, .pdf, .svg, .ps, .eps or .tikz, or to - for standard output; repeat for several (default: the terminal, or where there is none the archive's name as .png)", .parse = read_output, .letter = 'o', .flags = OPTION_LISTED},
    {"format", "FORMAT", "what to draw where the FILE's name does not say it: png, pdf, svg, ps, eps, tikz (axes and data of pgfplots for \\input), or terminal for a chart as text", .parse = read_format},
    {"color", "WHEN", "colours of a chart as text: auto (default: on a terminal, unless NO_COLOR is set), always or never", .parse = read_color, AT(output.color)},
    {"report", "FILE", "write a page to FILE, such as report.html: verdicts, charts, all numbers and how they were measured, in one file for any browser", .read = option_read_text, AT(report)},
    {"kind", "KIND", "{}", .list = kind_write_help, .parse = read_kind, .flags = OPTION_LISTED},
    {"scaling", "strong|weak", "speed-up and efficiency by threads, ranks or nodes: at the same size (as --kind threads), or at the same work for each (as --kind weak)", .parse = read_scaling},
    {"bands", "BANDS", "simultaneous: intervals of times, rates and ratios that hold along whole curves (default: pointwise)", .parse = read_bands},
    {"size", "WxH", "width and height in mm, such as 182x88mm, or the width alone, such as 84; charts that have no room side by side stand below each other (default: 88.9 wide for one chart, 182 for two; 70 high for each action, on several pages or files if one would be higher than A4)", .parse = read_size, AT(figure)},
    {"facet", "NAME", "small charts with the same axes, one for each value of a parameter, such as threads (default: where a chart would have more than 8 lines); none: all lines in one chart", .read = option_read_text, AT(facet)},
    {"grid", "CxR", "small charts in that many columns and rows, such as 4x3, under one legend; 4 alone takes as many rows as there must be", .parse = read_grid},
    {"dpi", "NUMBER", "pixels per inch of a PNG (default: 300)", .parse = read_dpi, AT(figure.dpi)},
    {"font-size", "PT", "of labels, in points (default: 7.5)", .parse = read_font_size, AT(figure.font_size)},
    {"theme", "THEME", "light (default) or dark", .parse = read_theme, AT(figure.theme)},

    {"x", "NAME", "what goes across: size, threads or another parameter, or date: the runs by their start (default: what the action says)", .read = option_read_text, AT(axes.x)},
    {"y", "COLUMN", "what goes up: any column of numbers of bench-analyze, or a quantile such as p99, in place of a kind", .read = option_read_text, AT(axes.y)},
    {"scale-x", "SCALE", "linear, log or log2 (default: what suits the values)", .read = read_scale, AT(axes.across)},
    {"scale-y", "SCALE", "the same", .read = read_scale, AT(axes.up)},
    {"range", "AXIS=A..B", "only that part of an axis: x=1..100, y=1e-6.. (repeatable; --range-x A..B and --range-y A..B are the same)", .parse = read_range, AT(axes), .flags = OPTION_LISTED},
    {"range-x", "A..B", NULL, .read = read_range_of_axis, AT(axes.across), .flags = OPTION_HIDDEN},
    {"range-y", "A..B", NULL, .read = read_range_of_axis, AT(axes.up), .flags = OPTION_HIDDEN},
    {"speedup", NULL, "speed-ups over the reference instead of ratios: higher is faster", .read = option_read_flag, AT(axes.is_speedup)},

    {"title", "TEXT", "a heading; over a single chart, in place of its title; '' for nothing above the charts", .read = option_read_text, AT(title)},
    {"header", "HOW", "what stands above charts: full (default), short for titles and what is shown, or none; the file's description has the rest", .read = option_read_word, AT(wording.header), .words = headers},
    {"letters", NULL, "(a), (b) and so on before the titles of charts", .read = option_read_flag, AT(wording.has_letters)},
    {"font", "FAMILY", "family of all letters, such as 'Latin Modern Roman' or serif (default: DejaVu Sans)", .parse = read_font, AT(figure.font)},
    {"outlines", NULL, "the letters of an SVG as shapes: they need no font, and cannot be searched or copied", .read = option_read_flag, AT(figure.has_outlines)},
    {"label", "NAME=TEXT", "call a library TEXT wherever the figure names it (repeatable)", .parse = read_label, AT(wording), .flags = OPTION_LISTED},
    {"highlight", "NAMES", "libraries, such as blis,openblas, in colour; the others are thin grey lines (repeatable; default: from 12 libraries on, the reference, the fastest and others that win)", .parse = read_highlight, AT(wording), .flags = OPTION_LISTED},
    {"x-label", "TEXT", "under the x axis, in place of what the action says; repeat for one a column, a row or a chart", .parse = read_x_label, AT(wording), .flags = OPTION_LISTED},
    {"y-label", "TEXT", "above the y axis; likewise", .parse = read_y_label, AT(wording), .flags = OPTION_LISTED},
    {"legend", "WHERE", "right: each line named at its end (default); above (default of a grid), below, inside a chart, or none", .parse = read_legend, AT(figure.legend)},
};
/* clang-format on */

static const struct option_table table = {rows, sizeof rows / sizeof *rows, 0x100};
_Static_assert(sizeof rows / sizeof *rows <= OPTION_TABLE_MOST,
               "struct options_given has a bit for each");

/* --- options without effect --- */

/* Options that the kind of chart, or a report, may have no use for. */
static const struct {
    const char *name;
    unsigned taken_as;   /* what a kind must take for the option to matter; 0: any kind will do */
    int is_for_pictures; /* has no effect on a report */
} effects[] = {
    {"kind", 0, 1},
    {"scaling", 0, 1},
    {"y", 0, 1},
    {"label", 0, 1},
    {"x-label", 0, 1},
    {"y-label", 0, 1},
    {"highlight", 0, 1},
    {"font", 0, 1},
    {"legend", 0, 1},
    {"header", 0, 1},
    {"letters", 0, 1},
    {"outlines", 0, 1},
    {"x", KIND_TAKES_AXES, 0},
    {"scale-x", KIND_TAKES_AXES, 1},
    {"scale-y", KIND_TAKES_AXES, 1},
    {"range", KIND_TAKES_AXES, 1},
    {"range-x", KIND_TAKES_AXES, 1},
    {"range-y", KIND_TAKES_AXES, 1},
    {"grid", KIND_TAKES_AXES, 1},
    {"facet", KIND_TAKES_FACETS, 1},
    {"speedup", KIND_TAKES_SPEEDUP, 1},
    {"peak", KIND_TAKES_PEAK, 0},
    {"measure", KIND_TAKES_QUANTITY, 0},
    {"bands", KIND_TAKES_BANDS, 1},
    {"statistic", KIND_TAKES_STATISTIC, 1},
};
enum { EFFECTS = sizeof effects / sizeof *effects };

/* Those of selection.h may say what is so by default. */
static int is_given(const struct options *options, const char *name) {
    return strcmp(name, "peak") == 0        ? rates_has_peak(&options->table.peak)
           : strcmp(name, "measure") == 0   ? options->table.quantity != QUANTITY_SECONDS
           : strcmp(name, "statistic") == 0 ? options->table.statistic.kind != STATISTIC_TYPICAL
                                            : option_table_is_given(&table, &options->given, name);
}

/* Returns ERR_USAGE if an option was given that has no effect on the chosen kind, or on a report
 * without pictures; the message says what the option is for. To add an option, add a line to
 * effects. */
static int effects_check(const struct options *options, struct err *err) {
    int is_report_alone = options->report && options->output.count == 0;
    for (size_t i = 0; i < EFFECTS; i++) {
        unsigned as = effects[i].taken_as;
        if (!is_given(options, effects[i].name))
            continue;
        if (is_report_alone && effects[i].is_for_pictures)
            return err_set(err, ERR_USAGE,
                           "--%s changes nothing in a report; it is for a picture, which -o names",
                           effects[i].name);
        /* With --y, rows.c checks --speedup instead, when it looks up the column. */
        if (!is_report_alone && as && !options->axes.y && !(options->kind->takes & as)) {
            char kinds[256];
            kind_list(kinds, sizeof kinds, effects[i].taken_as);
            return err_set(err, ERR_USAGE, "--%s changes nothing in --kind %s; it is for --kind %s",
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
    if (!is_given(options, "statistic") || (has && !options->report))
        return 0;
    return options->report ? err_set(err, ERR_USAGE,
                                     "a report is of typical times; leave --statistic "
                                     "out, or draw pictures by a command of their own")
                           : err_set(err, ERR_USAGE,
                                     "--statistic changes nothing in --y %s; it is for --y ratio, "
                                     "speedup, difference or value",
                                     y);
}

/* --- all --- */

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
        state->child_inputs[2] = &plot_completions;
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
    return option_table_parse(&table, key, argument, state, &options->given);
}

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
    static struct argp_option described[sizeof rows / sizeof *rows + 2];
    const struct argp_child children[] = {{&access_options_argp, 0, NULL, 0},
                                          {selection_argp(), 0, NULL, 0},
                                          {&completion_argp, 0, NULL, 0},
                                          {0}};
    const struct argp argp = {
        described,
        parse,
        "ARCHIVE...",
        "Charts of the measurements in an archive: the time of a call and its ratio to the "
        "reference, or any other statistic, against size or a parameter.",
        children,
        NULL,
        NULL};
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
    option_table_describe(&table, described);
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
