/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/input/selection.h"

#include <string.h>
#include <time.h>

#include "analyze/statistics/interval.h"
#include "formats/csv/csv.h"
#include "formats/import/header_words.h"
#include "formats/import/split.h"
#include "analyze/statistics/outliers.h"
#include "analyze/aggregate/rates.h"
#include "analyze/model/scaling_axis.h"
#include "formats/text/date.h"
#include "store/command_line/completion.h"
#include "store/command_line/option_table.h"

static int read_action(void *at, const char *text, struct err *err) {
    struct selection_options *to = at;
    (void)err;
    to->terms->action = text;
    return 0;
}

static int read_libraries(void *at, const char *text, struct err *err) {
    struct selection_options *to = at;
    return filter_add_libraries(to->filter, text, err);
}

static int read_sizes(void *at, const char *text, struct err *err) {
    struct selection_options *to = at;
    return filter_add_condition(to->filter, "size", strlen("size"), text, err);
}

static int read_points(void *at, const char *text, struct err *err) {
    struct selection_options *to = at;
    return filter_add_parameter(to->filter, text, err);
}

static int read_runs(void *at, const char *text, struct err *err) {
    struct selection_options *to = at;
    (void)err;
    *to->runs = text;
    return 0;
}

static int read_since(void *at, const char *text, struct err *err) {
    struct selection_options *to = at;
    return date_parse(text, (double)time(NULL), &to->terms->since, err);
}

static int read_host(void *at, const char *text, struct err *err) {
    struct selection_options *to = at;
    to->terms->host = text;
    return *text ? 0
                 : err_set(err, ERR_USAGE,
                           "--host: the name is empty; leave the option out, or give a name");
}

static int read_measure(void *at, const char *text, struct err *err) {
    struct selection_options *to = at;
    return quantity_find(text, &to->table->quantity, err);
}

static int read_over(void *at, const char *text, struct err *err) {
    struct selection_options *to = at;
    to->table->over = text;
    return scaling_axis_check(text, err);
}

static int read_size_param(void *at, const char *text, struct err *err) {
    struct selection_options *to = at;
    to->terms->size_param = text;
    return *text ? 0
                 : err_set(err, ERR_USAGE,
                           "--size-param: the name is empty; leave the option out, or give a name");
}

static int read_split(void *at, const char *text, struct err *err) {
    struct selection_options *to = at;
    to->terms->split = text ? text : "";
    return split_check(to->terms->split, err);
}

static int read_unit(void *at, const char *text, struct err *err) {
    struct selection_options *to = at;
    to->terms->unit = text;
    return measured_unit_check(text, err);
}

static int read_as(void *at, const char *text, struct err *err) {
    struct selection_options *to = at;
    to->terms->as = text;
    return csv_check_as(text, err);
}

static int read_reference(void *at, const char *text, struct err *err) {
    struct selection_options *to = at;
    (void)err;
    to->table->reference = text;
    return 0;
}

static int read_statistic(void *at, const char *text, struct err *err) {
    struct selection_options *to = at;
    return statistic_parse(text, &to->table->statistic, err);
}

static int read_confidence(void *at, const char *text, struct err *err) {
    struct selection_options *to = at;
    return interval_parse_confidence(text, &to->table->confidence, err);
}

static int read_trim(void *at, const char *text, struct err *err) {
    struct selection_options *to = at;
    return outliers_parse_trim(text, &to->table->trim, err);
}

static int read_peak(void *at, const char *text, struct err *err) {
    struct selection_options *to = at;
    return rates_parse_peak(text, &to->table->peak, err);
}

/* clang-format off */
static const struct option_row rows[] = {
    {"action", "LIST", "only these actions, such as axpy,dot, or by a routine such as dgemm", .parse = read_action, .group = SELECTION_GROUP},
    {"library", "LIST", "only these libraries, such as openblas,blis or '*-serial'", .parse = read_libraries, .flags = OPTION_LISTED, .group = SELECTION_GROUP},
    {"sizes", "SIZES", "only these sizes: 64,128 or 100..1000 or '>=1000'", .parse = read_sizes, .flags = OPTION_LISTED, .group = SELECTION_GROUP},
    {"param", "CONDITION", "only points of which it holds: stride=8, 'threads>=2' or size=100..1000", .parse = read_points, .letter = 'p', .flags = OPTION_LISTED, .group = SELECTION_GROUP},
    {"at", NULL, NULL, .parse = read_points, .letter = 'p', .flags = OPTION_ALIAS, .group = SELECTION_GROUP},
    {"run", "RUN", "latest (default): each action's latest run; first; all; a run's name, number or uuid; -1 for the last; a span such as 3..7; a day such as 2026-11-25 or yesterday; several with commas", .parse = read_runs, .group = SELECTION_GROUP},
    {"since", "DATE", "only runs started since: 2026-11-20, yesterday, last-week, or a span before now as 7d", .parse = read_since, .group = SELECTION_GROUP},
    {"host", "NAME", "only runs measured on this machine", .parse = read_host, .group = SELECTION_GROUP},
#define QUANTITY(ID, name, detail, unit, better, per_cell, one, many, about) ", " #name
    {"measure", "NAME", "what is analysed of samples: seconds (default)"
#include "formats/model/detail.def"
     , .parse = read_measure, .group = SELECTION_GROUP},
    {"over", "NAME", "what scaling goes over, where several vary: threads, ranks or nodes", .parse = read_over, .group = SELECTION_GROUP},
    {"size-param", "NAME", "of a file of another program: the parameter that is the size", .parse = read_size_param, .group = SELECTION_GROUP},
    {"split", "PATTERN", "of a file of another program: its benchmarks are libraries to be compared, by a pattern such as ACTION_LIBRARY (default: as their names tell)", .parse = read_split, .flags = OPTION_ARG_OPTIONAL, .group = SELECTION_GROUP},
    {"unit", "UNIT", "of a table of another program: the unit of numbers whose header does not say it, such as ms", .parse = read_unit, .group = SELECTION_GROUP},
    {"as", "COLUMN=ROLE", "of a table of another program: what a column is in spite of its name: library, variant, action, size, parameter, sample, round, seed, run, calls, nothing, or a unit such as ms (several with commas)", .parse = read_as, .group = SELECTION_GROUP},
    {"ref", "NAME", "take ratios to this library (default: the run's own reference)", .parse = read_reference, .group = SELECTION_JUDGE_GROUP},
    {"statistic", "STATISTIC", "what ratios, verdicts, gates and charts are of: typical (default), mean, median, or a quantile such as p99", .parse = read_statistic, .group = SELECTION_JUDGE_GROUP},
    {"confidence", "LEVEL", "level of intervals and verdicts (default: 95%)", .parse = read_confidence, .group = SELECTION_JUDGE_GROUP},
    {"trim", "RULE", "drop outliers first: tukey, sigma, or a part from either end such as 10%", .parse = read_trim, .group = SELECTION_JUDGE_GROUP},
    {"peak", "RATE", "what rates are held against: 50Gflop/s, 20GB/s, or measured (repeatable)", .parse = read_peak, .flags = OPTION_LISTED, .group = SELECTION_JUDGE_GROUP},
};
/* clang-format on */

static const struct option_table table = {rows, sizeof rows / sizeof *rows, 0x3000};

static error_t parse(int key, char *argument, struct argp_state *state) {
    struct selection_options *to = state->input;
    if (key == ARGP_KEY_END && to->table->statistic.kind == STATISTIC_QUANTILE &&
        to->table->trim.rule != TRIM_NONE)
        argp_error(state, "--trim takes away what a quantile is about; leave one of the two out");
    error_t code = option_table_parse(&table, key, argument, state, NULL);
    if (code == 0)
        to->terms->picks = to->filter->library_count || to->filter->condition_count;
    return code;
}

const struct argp *selection_argp(void) {
    static struct argp_option options[sizeof rows / sizeof *rows + 2];
    static const struct argp argp = {.options = options, .parser = parse};
    option_table_describe(&table, options);
    return &argp;
}
