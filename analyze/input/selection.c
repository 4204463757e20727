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

typedef int read_argument(struct selection_options *to, const char *text, struct err *err);

static int read_action(struct selection_options *to, const char *text, struct err *err) {
    (void)err;
    to->terms->action = text;
    return 0;
}

static int read_libraries(struct selection_options *to, const char *text, struct err *err) {
    return filter_add_libraries(to->filter, text, err);
}

static int read_sizes(struct selection_options *to, const char *text, struct err *err) {
    return filter_add_condition(to->filter, "size", strlen("size"), text, err);
}

static int read_points(struct selection_options *to, const char *text, struct err *err) {
    return filter_add_parameter(to->filter, text, err);
}

static int read_runs(struct selection_options *to, const char *text, struct err *err) {
    (void)err;
    *to->runs = text;
    return 0;
}

static int read_since(struct selection_options *to, const char *text, struct err *err) {
    return date_parse(text, (double)time(NULL), &to->terms->since, err);
}

static int read_host(struct selection_options *to, const char *text, struct err *err) {
    to->terms->host = text;
    return *text ? 0
                 : err_set(err, ERR_USAGE,
                           "--host: the name is empty; leave the option out, or give a name");
}

static int read_measure(struct selection_options *to, const char *text, struct err *err) {
    return quantity_find(text, &to->table->quantity, err);
}

static int read_over(struct selection_options *to, const char *text, struct err *err) {
    to->table->over = text;
    return scaling_axis_check(text, err);
}

static int read_size_param(struct selection_options *to, const char *text, struct err *err) {
    to->terms->size_param = text;
    return *text ? 0
                 : err_set(err, ERR_USAGE,
                           "--size-param: the name is empty; leave the option out, or give a name");
}

static int read_split(struct selection_options *to, const char *text, struct err *err) {
    to->terms->split = text ? text : "";
    return split_check(to->terms->split, err);
}

static int read_unit(struct selection_options *to, const char *text, struct err *err) {
    to->terms->unit = text;
    return measured_unit_check(text, err);
}

static int read_as(struct selection_options *to, const char *text, struct err *err) {
    to->terms->as = text;
    return csv_check_as(text, err);
}

static int read_reference(struct selection_options *to, const char *text, struct err *err) {
    (void)err;
    to->table->reference = text;
    return 0;
}

static int read_statistic(struct selection_options *to, const char *text, struct err *err) {
    return statistic_parse(text, &to->table->statistic, err);
}

static int read_confidence(struct selection_options *to, const char *text, struct err *err) {
    return interval_parse_confidence(text, &to->table->confidence, err);
}

static int read_trim(struct selection_options *to, const char *text, struct err *err) {
    return outliers_parse_trim(text, &to->table->trim, err);
}

static int read_peak(struct selection_options *to, const char *text, struct err *err) {
    return rates_parse_peak(text, &to->table->peak, err);
}

enum { FIRST_KEY = 0x3000 }; /* distinct from the keys of any parent */
enum {
    ACTION = FIRST_KEY,
    LIBRARY,
    SIZES,
    RUN,
    SINCE,
    HOST,
    MEASURE,
    OVER,
    SIZE_PARAM,
    SPLIT,
    UNIT,
    AS,
    REF,
    STATISTIC,
    CONFIDENCE,
    TRIM,
    PEAK
};

/* clang-format off */
static const struct argp_option options[] = {
    {"action", ACTION, "LIST", 0, "only these actions, such as axpy,dot, or by a routine such as dgemm", SELECTION_GROUP},
    {"library", LIBRARY, "LIST", OPTION_LISTED, "only these libraries, such as openblas,blis or '*-serial'", SELECTION_GROUP},
    {"sizes", SIZES, "SIZES", OPTION_LISTED, "only these sizes: 64,128 or 100..1000 or '>=1000'", SELECTION_GROUP},
    {"param", 'p', "CONDITION", OPTION_LISTED, "only points of which it holds: stride=8, 'threads>=2' or size=100..1000", SELECTION_GROUP},
    {"at", 'p', NULL, OPTION_ALIAS, NULL, SELECTION_GROUP},
    {"run", RUN, "RUN", 0, "latest (default): each action's latest run; first; all; a run's name, number or uuid; -1 for the last; a span such as 3..7; a day such as 2026-11-25 or yesterday; several with commas", SELECTION_GROUP},
    {"since", SINCE, "DATE", 0, "only runs started since: 2026-11-20, yesterday, last-week, or a span before now as 7d", SELECTION_GROUP},
    {"host", HOST, "NAME", 0, "only runs measured on this machine", SELECTION_GROUP},
    {"measure", MEASURE, "NAME", 0, "analyse this in place of the seconds: user, system, cpu, memory, minor_faults, major_faults, voluntary_switches, involuntary_switches, whole, operations, iterations, cycles, instructions, cache_misses, branch_misses, page_faults, migrations, rate or byte_rate", SELECTION_GROUP},
    {"over", OVER, "NAME", 0, "what scaling goes over, where several vary: threads, ranks or nodes", SELECTION_GROUP},
    {"size-param", SIZE_PARAM, "NAME", 0, "of a file of another program: the parameter that is the size", SELECTION_GROUP},
    {"split", SPLIT, "PATTERN", OPTION_ARG_OPTIONAL, "of a file of another program: its benchmarks are libraries to be compared, by a pattern such as ACTION_LIBRARY (default: as their names tell)", SELECTION_GROUP},
    {"unit", UNIT, "UNIT", 0, "of a table of another program: the unit of numbers whose header does not say it, such as ms", SELECTION_GROUP},
    {"as", AS, "COLUMN=ROLE", 0, "of a table of another program: what a column is in spite of its name: library, variant, action, size, parameter, sample, round, seed, run, calls, nothing, or a unit such as ms (several with commas)", SELECTION_GROUP},
    {"ref", REF, "NAME", 0, "take ratios to this library (default: the run's own reference)", SELECTION_JUDGE_GROUP},
    {"statistic", STATISTIC, "STATISTIC", 0, "what ratios, verdicts, gates and charts are of: typical (default), mean, median, or a quantile such as p99", SELECTION_JUDGE_GROUP},
    {"confidence", CONFIDENCE, "LEVEL", 0, "level of intervals and verdicts (default: 95%)", SELECTION_JUDGE_GROUP},
    {"trim", TRIM, "RULE", 0, "drop outliers first: tukey, sigma, or a part from either end such as 10%", SELECTION_JUDGE_GROUP},
    {"peak", PEAK, "RATE", OPTION_LISTED, "what rates are held against: 50Gflop/s, 20GB/s, or measured (repeatable)", SELECTION_JUDGE_GROUP},
    {0},
};
/* clang-format on */

static const struct {
    int key;
    read_argument *read;
} readers[] = {
    {ACTION, read_action},
    {LIBRARY, read_libraries},
    {SIZES, read_sizes},
    {'p', read_points},
    {RUN, read_runs},
    {SINCE, read_since},
    {HOST, read_host},
    {MEASURE, read_measure},
    {OVER, read_over},
    {SIZE_PARAM, read_size_param},
    {SPLIT, read_split},
    {UNIT, read_unit},
    {AS, read_as},
    {REF, read_reference},
    {STATISTIC, read_statistic},
    {CONFIDENCE, read_confidence},
    {TRIM, read_trim},
    {PEAK, read_peak},
};

static error_t parse(int key, char *argument, struct argp_state *state) {
    struct selection_options *to = state->input;
    struct err err = {""};
    if (key == ARGP_KEY_END && to->table->statistic.kind == STATISTIC_QUANTILE &&
        to->table->trim.rule != TRIM_NONE)
        argp_error(state, "--trim takes away what a quantile is about; leave one of the two out");
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (key == readers[i].key) {
            if (readers[i].read(to, argument, &err))
                argp_error(state, "%s", err.message);
            to->terms->picks = to->filter->library_count || to->filter->condition_count;
            return 0;
        }
    return ARGP_ERR_UNKNOWN;
}

const struct argp selection_argp = {.options = options, .parser = parse};
