/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/cli/options.h"

#include <argp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyze/cli/completions.h"
#include "formats/files/stream.h"
#include "formats/text/decimal.h"
#include "analyze/aggregate/bands.h"
#include "formats/text/suggest.h"
#include "formats/text/xalloc.h"
#include "store/archive/run_words.h"
#include "store/command_line/option_table.h"

const char *argp_program_version = "bench-analyze (benchmat) " BENCHMAT_VERSION;

/* --- option arguments --- */

static int read_sizes(void *at, const char *text, struct err *err) {
    struct request *r = at;
    return filter_add_condition(&r->filter, "size", strlen("size"), text, err);
}

static int read_format(void *at, const char *text, struct err *err) {
    struct request *r = at;
    r->format = print_format_find(text, err);
    return r->format ? 0 : ERR_USAGE;
}

static int read_regression(void *at, const char *text, struct err *err) {
    struct request *r = at;
    if (!percent_parse(text, &r->regression) || !(r->regression >= 0))
        return err_set(err, ERR_USAGE, "--fail-on-regression: invalid margin '%s'; say 5%% or 0.05",
                       text);
    if (r->regression >= 1 && !strchr(text, '%'))
        return err_set(err, ERR_USAGE, "--fail-on-regression: '%s' would be %s00 %%; say %s%%",
                       text, text, text);
    return 0;
}

static int read_inconclusive(void *at, const char *text, struct err *err) {
    struct request *r = at;
    r->policy = strcmp(text, "pass") == 0 ? GATE_NEEDS_NONE : GATE_NEEDS_ALL;
    if (r->policy == GATE_NEEDS_NONE || strcmp(text, "fail") == 0)
        return 0;
    return err_set(err, ERR_USAGE, "--inconclusive '%s': say pass or fail%s", text,
                   suggest_among(text, "pass, fail").text);
}

static int read_drift(void *at, const char *text, struct err *err) {
    struct request *r = at;
    if (percent_parse(text, &r->drift) && r->drift >= 0 && r->drift < 1)
        return 0;
    return err_set(err, ERR_USAGE, "--drift: '%s' must be from 0 to below 1; say 2%% or 0.02",
                   text);
}

static int read_effect(void *at, const char *text, struct err *err) {
    struct request *r = at;
    r->table.has_min_effect = 1;
    return verdict_parse_min_effect(text, &r->table.min_effect, err);
}

static int read_equal(void *at, const char *text, struct err *err) {
    struct request *r = at;
    return verdict_parse_equal(text, &r->table.equal, err);
}

static int read_bands(void *at, const char *text, struct err *err) {
    struct request *r = at;
    return bands_parse(text, &r->table.are_simultaneous, err);
}

static int read_test(void *at, const char *text, struct err *err) {
    struct request *r = at;
    char list[200] = "";
    struct suggestion suggestion = {.wanted = text};
    r->table.test = hypothesis_find(text);
    if (r->table.test)
        return 0;
    for (const struct hypothesis_test *test = hypothesis_tests; test->name; test++) {
        suggest_consider(&suggestion, test->name);
        strcat(strcat(list, *list ? ", " : ""), test->name);
    }
    return err_set(err, ERR_USAGE, "unknown test '%s'; tests are %s%s", text, list,
                   suggest_words(&suggestion).text);
}

static int read_columns(void *at, const char *text, struct err *err) {
    struct request *r = at;
    if (strcmp(text, "help") == 0) {
        questions_list_columns(stdout);
        exit(fflush(stdout) ? err_exit_status(ERR_FAILED) : 0);
    }
    return view_set_columns(&r->view, text, err);
}

static int read_sort(void *at, const char *text, struct err *err) {
    struct request *r = at;
    return view_set_sort(&r->view, text, err);
}

static int read_groups(void *at, const char *text, struct err *err) {
    struct request *r = at;
    return view_set_groups(&r->view, text, err);
}

static int read_width(void *at, const char *text, struct err *err) {
    struct request *r = at;
    return terminal_parse_width(text, &r->print.width, err);
}

static int read_color(void *at, const char *text, struct err *err) {
    struct request *r = at;
    return terminal_parse_color(text, &r->color, err);
}

static int ask(struct request *r, enum question_id question, struct err *err) {
    char options[256];
    if (r->question != ASK_TABLE && r->question != question) {
        questions_list_options(options, sizeof options);
        return err_set(err, ERR_USAGE, "one question at a time: %s", options);
    }
    r->question = question;
    return 0;
}

/* ROW's value is the question. */
static int read_question(void *at, const struct option_row *row, char *text, struct err *err) {
    (void)text;
    return ask(at, (enum question_id)row->value, err);
}

static int read_scaling(void *at, const char *text, struct err *err) {
    struct request *r = at;
    if (text && strcmp(text, "strong") != 0 && strcmp(text, "weak") != 0)
        return err_set(err, ERR_USAGE, "--scaling %s: strong or weak is needed, or neither%s", text,
                       suggest_among(text, "strong, weak").text);
    if (text)
        r->section.scaling = strcmp(text, "weak") == 0 ? SCALING_WEAK : SCALING_STRONG;
    return ask(r, ASK_SCALING, err);
}

/* Hosts are all that there is; one or several. */
static int read_hosts(void *at, const struct option_row *row, char *text, struct err *err) {
    if (strcmp(text, "host") != 0 && strcmp(text, "hosts") != 0)
        return err_set(
            err, ERR_USAGE, "--%s '%s': only hosts can be set beside each other; say --%s %s%s",
            row->name, text, row->name, row->argument, suggest_among(text, row->argument).text);
    return ask(at, (enum question_id)row->value, err);
}

static int read_plan(void *at, const char *text, struct err *err) {
    struct request *r = at;
    if (!percent_parse(text, &r->plan_for) || !(r->plan_for > 0 && r->plan_for < 1))
        return err_set(err, ERR_USAGE,
                       "--plan-for: '%s' must be above 0 and below 1; say 1%% or 0.01", text);
    r->table.with_bases = 1;
    return ask(r, ASK_PLAN, err);
}

static void add_against(struct request *r, const char *file) {
    r->against_files =
        xreallocarray(r->against_files, r->against_count + 1, sizeof *r->against_files);
    r->against_files[r->against_count++] = file;
}

/* A word that cannot mean a run of an archive is the name of a file, if there is one or if it looks
 * like one; else a run's of a file of another program. */
static int is_file(const char *text) {
    const char *end = strrchr(text, '.');
    return strcmp(text, "-") == 0 ||
           (!run_words_are_valid(text) &&
            (access(text, F_OK) == 0 || strchr(text, '/') || (end && strcmp(end, ".h5") == 0)));
}

static int read_against(void *at, const char *text, struct err *err) {
    struct request *r = at;
    if (!is_file(text))
        r->against = text;
    else
        add_against(r, stream_path(text));
    return ask(r, ASK_COMPARISON, err);
}

/* --- what --help lists --- */

static void list_tests(FILE *file) {
    size_t count = 0;
    while (hypothesis_tests[count].name)
        count++;
    for (size_t i = 0; i < count; i++) {
        option_list_name(file, hypothesis_tests[i].name, i, count, "or");
        fputs(&hypothesis_tests[i] == hypothesis_default(1) ? " (default)" : "", file);
    }
}

static void list_formats(FILE *file) {
    for (size_t i = 0; i < print_format_count; i++)
        option_list_name(file, print_formats[i].name, i, print_format_count, "or");
}

/* --- the options --- */

static int compares(const struct request *request) {
    int has_files = request->file_count > 1 && !request->are_each;
    return request->question == ASK_COMPARISON || (request->question == ASK_TABLE && has_files);
}

static int may_gate(const struct request *request) {
    return compares(request) || (request->question == ASK_TABLE && request->table.reference);
}

enum {
    SELECT = SELECTION_GROUP,
    ASK,
    JUDGE = SELECTION_JUDGE_GROUP,
    WRITE = 5
}; /* groups of the help; 4 belongs to access_options */

#define AT(member) .place = offsetof(struct request, member)

/* clang-format off */
static const struct option_row rows[] = {
    {"size", "SIZES", "the same as --sizes", .parse = read_sizes, .group = SELECT},

    {"summary", NULL, "only the geometric means of the ratios", .read = option_read_flag, AT(section.summary_only), .group = ASK},
    {"fastest", NULL, "which library is the fastest at which sizes, and where one overtakes another", .read = read_question, .value = ASK_FASTEST, .group = ASK},
    {"profile", NULL, "performance profile over all measurements: how often each library is the fastest, or within 1.1, 1.5, 2, 5 and 10 times the fastest", .read = read_question, .value = ASK_PROFILE, .group = ASK},
    {"complexity", NULL, "how the times grow with the size", .read = read_question, .value = ASK_COMPLEXITY, .group = ASK},
    {"scaling", "strong|weak", "efficiency and laws of scaling by threads, ranks or nodes: strong, at the same size, Amdahl's and the universal scalability law; weak, at the same work for each, Gustafson's (default: as measured)", .parse = read_scaling, .flags = OPTION_ARG_OPTIONAL, .group = ASK},
    {"all-threads", NULL, "with --scaling: fit more threads than CPUs, too", .read = option_read_flag, AT(section.all_threads), .group = ASK},
    {"plan-for", "P%", "how many rounds of how many seeds would bring every ratio's interval within P percent, and how long that takes", .parse = read_plan, .group = ASK},
    {"history", NULL, "when times have changed over the runs, of all of them unless --run says which", .read = read_question, .value = ASK_HISTORY, .group = ASK},
    {"by", "host", "the ratios of several machines side by side, each by its latest runs", .read = read_hosts, .value = ASK_BY_HOST, .group = ASK},
    {"across", "hosts", "the ratios of several machines combined: their mean, how machines differ, and what to expect of another", .read = read_hosts, .value = ASK_ACROSS_HOSTS, .group = ASK},
    {"against", "RUN|FILE...", "what has changed from that run to the one of --run; or from these files, as many as follow, to the others", .parse = read_against, .flags = OPTION_LISTED, .group = ASK},
    {"fail-on-regression", "EFFECT", "end with status 3 if anything is shown to be slower, or more of another --measure, by more than this, such as 5%: than before, or than --ref; with 5 if that cannot be told", .parse = read_regression, .group = ASK},
    {"inconclusive", "pass|fail", "what a gate does where a cell may be slower by more, but is not shown to be (default: fail if that is so for all cells, else pass)", .parse = read_inconclusive, .group = ASK},
    {"require-all", NULL, "of a gate, every cell must be shown to be within it: --inconclusive fail", .read = option_read_flag, AT(policy), .value = GATE_NEEDS_ALL, .group = ASK},
    {"each", NULL, "several files one after the other, instead of comparing them", .read = option_read_flag, AT(are_each), .group = ASK},
    {"together", NULL, "several files of other programs in one table, a library for each file, instead of comparing them", .read = option_read_flag, AT(are_together), .group = ASK},
    {"explain", NULL, "how each number of one cell came about; --action, --library and --size choose it", .read = read_question, .value = ASK_EXPLANATION, .group = ASK},

    {"test", "TEST", "of verdicts: {}", .list = list_tests, .parse = read_test, .group = JUDGE},
    {"min-effect", "EFFECT", "smallest difference that counts, such as 1% (default: 0, in a single round 25%)", .parse = read_effect, .group = JUDGE},
    {"equal", "EFFECT", "also show what is equal: which libraries differ by no more than this, such as 1%", .parse = read_equal, .group = JUDGE},
    {"drift", "DRIFT", "when comparing, what runs differ by, as a standard deviation (default: what the runs, older ones or the control tell; if nothing does, 2%)", .parse = read_drift, .group = JUDGE},
    {"bands", "BANDS", "simultaneous: intervals of times, rates and ratios that hold at all points of a library together (default: pointwise)", .parse = read_bands, .group = JUDGE},
    {"relative", NULL, "compare ratios to the reference, not times; also with --history", .read = option_read_flag, AT(is_relative), .group = JUDGE},

    {"format", "FORMAT", "{} (default: as FILE's extension tells, otherwise text)", .list = list_formats, .parse = read_format, .group = WRITE},
    {"columns", "LIST", "which columns, such as size,library,p99; +NAME and -NAME change the usual ones; help lists all", .parse = read_columns, .group = WRITE},
    {"wide", NULL, "more columns: also median, sd and n, and the means in and out of cache", .read = option_read_flag, AT(view.is_wide), .group = WRITE},
    {"speedup", NULL, "speedups instead of ratios", .read = option_read_flag, AT(is_speedup), .group = WRITE},
    {"difference", NULL, "differences of times beside the ratios", .read = option_read_flag, AT(is_difference), .group = WRITE},
    {"sort", "LIST", "sort rows by these columns; -NAME is descending", .parse = read_sort, .group = WRITE},
    {"group-by", "LIST", "rows with the same in these columns stand together", .parse = read_groups, .group = WRITE},
    {"width", "COLUMNS", "of text (default: the terminal's, else 100)", .parse = read_width, .group = WRITE},
    {"plain", NULL, "names as they are in CSV, even if a spreadsheet would calculate them, as =1+1", .read = option_read_flag, AT(print.is_plain), .group = WRITE},
    {"color", "WHEN", "of text: auto (default), always or never", .parse = read_color, .group = WRITE},
    {"verbose", NULL, "every warning in full, and how intervals and verdicts came about", .read = option_read_flag, AT(section.verbose), .letter = 'v', .group = WRITE},
    {"output", "FILE", "write to FILE instead of standard output", .read = option_read_text, AT(path), .letter = 'o', .group = WRITE},
};
/* clang-format on */

static const struct option_table table = {rows, sizeof rows / sizeof *rows, 0x100};
_Static_assert(sizeof rows / sizeof *rows <= OPTION_TABLE_MOST,
               "struct options_given has a bit for each");

/* GNU's optional arguments stand behind "=". The words strong and weak may also come next. */
static char *take_next(struct argp_state *state) {
    char *next = state->next < state->argc ? state->argv[state->next] : NULL;
    if (!next || (strcmp(next, "strong") != 0 && strcmp(next, "weak") != 0))
        return NULL;
    state->next++;
    return next;
}

/* Files that follow --against FILE, up to the next option, belong to it. */
static void take_files(struct request *request, struct argp_state *state) {
    while (state->next < state->argc && state->argv[state->next][0] != '-')
        add_against(request, stream_path(state->argv[state->next++]));
}

/* --- options without effect --- */

static const struct {
    const char *option;
    unsigned asks; /* bits 1 << enum question_id: questions on which it has no effect */
    const char *why;
} idle[] = {
#define ASK_BIT(question) (1u << (question))
    {"relative",
     ASK_BIT(ASK_TABLE) | ASK_BIT(ASK_FASTEST) | ASK_BIT(ASK_COMPLEXITY) | ASK_BIT(ASK_SCALING) |
         ASK_BIT(ASK_EXPLANATION) | ASK_BIT(ASK_BY_HOST) | ASK_BIT(ASK_ACROSS_HOSTS) |
         ASK_BIT(ASK_PLAN) | ASK_BIT(ASK_PROFILE),
     "it is for a comparison: of two files, or with --against; and for --history"},
    {"drift", ~ASK_BIT(ASK_COMPARISON), "it is for a comparison: of two files, or with --against"},
    {"test",
     ASK_BIT(ASK_COMPARISON) | ASK_BIT(ASK_HISTORY) | ASK_BIT(ASK_COMPLEXITY) |
         ASK_BIT(ASK_SCALING),
     "it is for verdicts between libraries; changes in time have tests of their own"},
    {"test", ASK_BIT(ASK_ACROSS_HOSTS),
     "it is for verdicts of one machine; those over machines have a test of their own"},
    {"speedup", ASK_BIT(ASK_BY_HOST) | ASK_BIT(ASK_ACROSS_HOSTS), "hosts have ratios"},
    {"difference", ASK_BIT(ASK_BY_HOST) | ASK_BIT(ASK_ACROSS_HOSTS), "hosts have ratios"},
    {"each", ASK_BIT(ASK_BY_HOST) | ASK_BIT(ASK_ACROSS_HOSTS),
     "the hosts of all files are in one table"},
    {"verbose", ASK_BIT(ASK_BY_HOST) | ASK_BIT(ASK_ACROSS_HOSTS), "nothing is left out"},
    {"min-effect", ASK_BIT(ASK_COMPLEXITY) | ASK_BIT(ASK_SCALING), "a law has no verdict"},
    {"min-effect", ASK_BIT(ASK_PLAN), "a plan has no verdict"},
    {"test", ASK_BIT(ASK_PLAN), "a plan has no verdict"},
    {"speedup", ASK_BIT(ASK_PLAN), "a plan is for ratios"},
    {"difference", ASK_BIT(ASK_PLAN), "a plan is for ratios"},
    {"equal",
     ASK_BIT(ASK_COMPLEXITY) | ASK_BIT(ASK_SCALING) | ASK_BIT(ASK_COMPARISON) |
         ASK_BIT(ASK_HISTORY) | ASK_BIT(ASK_BY_HOST) | ASK_BIT(ASK_ACROSS_HOSTS),
     "it is for verdicts between libraries of one run"},
    {"statistic", ASK_BIT(ASK_HISTORY), "a history is of geometric means of times"},
    {"statistic", ASK_BIT(ASK_COMPLEXITY) | ASK_BIT(ASK_SCALING), "laws are fitted to mean times"},
    {"statistic", ASK_BIT(ASK_PLAN), "a plan is for typical ratios"},
    {"statistic", ASK_BIT(ASK_PROFILE), "a profile is of typical times"},
    {"statistic", ASK_BIT(ASK_BY_HOST) | ASK_BIT(ASK_ACROSS_HOSTS), "hosts have typical ratios"},
    {"statistic", ASK_BIT(ASK_EXPLANATION), "--explain tells how typical ratios come about"},
    {"bands", ~ASK_BIT(ASK_TABLE), "only the table of one measurement has such intervals"},
    {"speedup", ASK_BIT(ASK_PROFILE), "a profile is of the ratio to the fastest"},
    {"difference", ASK_BIT(ASK_PROFILE), "a profile is of the ratio to the fastest"},
    {"each", ASK_BIT(ASK_PROFILE), "the measurements of all files are in one profile"},
    {"verbose", ASK_BIT(ASK_PROFILE), "nothing is left out"},
    {"summary", ASK_BIT(ASK_PROFILE), "there are no geometric means"},
    {"all-threads", ~ASK_BIT(ASK_SCALING), "it is for --scaling"},
    {"summary",
     ASK_BIT(ASK_HISTORY) | ASK_BIT(ASK_COMPLEXITY) | ASK_BIT(ASK_SCALING) |
         ASK_BIT(ASK_EXPLANATION) | ASK_BIT(ASK_BY_HOST) | ASK_BIT(ASK_ACROSS_HOSTS) |
         ASK_BIT(ASK_PLAN),
     "there are no geometric means"},
    {"columns", ASK_BIT(ASK_EXPLANATION), "--explain has no columns"},
    {"wide", ~ASK_BIT(ASK_TABLE),
     "only the table of one measurement has columns to add; --columns +NAME"},
    {"sort", ASK_BIT(ASK_EXPLANATION), "--explain has no columns"},
    {"group-by", ASK_BIT(ASK_EXPLANATION), "--explain has no columns"},
    {"speedup", ASK_BIT(ASK_EXPLANATION), "--explain has no columns"},
    {"difference", ASK_BIT(ASK_EXPLANATION), "--explain has no columns"},
#undef ASK_BIT
};

static const struct {
    enum question_id question;
    const char *option;
} not_of_rates[] = {{ASK_COMPLEXITY, "--complexity"},
                    {ASK_EXPLANATION, "--explain"},
                    {ASK_BY_HOST, "--by"},
                    {ASK_ACROSS_HOSTS, "--across"}};

static int is_given(const struct request *request, const char *option) {
    if (strcmp(option, "statistic") == 0) /* one of selection.h */
        return request->table.statistic.kind != STATISTIC_TYPICAL;
    return option_table_is_given(&table, &request->given, option);
}

static error_t parse(int key, char *argument, struct argp_state *state) {
    struct request *request = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request->terms.access;
        state->child_inputs[1] = &request->selection;
        state->child_inputs[2] = &analyze_completions;
        return 0;
    case ARGP_KEY_ARGS:
        request->files = state->argv + state->next;
        request->file_count = (size_t)(state->argc - state->next);
        for (size_t i = 0; i < request->file_count; i++)
            request->files[i] = (char *)stream_path(request->files[i]);
        if (request->are_together && request->against_count)
            argp_error(state, "--together or --against: each says what to do with the files");
        if (request->are_together) {
            request->more_files = (const char *const *)request->files + 1;
            request->more_count = request->file_count - 1;
            request->file_count = 1;
        }
        return 0;
    case ARGP_KEY_NO_ARGS:
        if (request->against_count)
            argp_error(state, "all files follow --against; those to be compared with them come "
                              "before it");
        argp_error(state, "no archive given, such as results.h5");
        return 0;
    case ARGP_KEY_END:
        if (!isnan(request->regression) && !may_gate(request))
            argp_error(state, "--fail-on-regression needs a comparison: two files, --against, or "
                              "--ref with the library that the others are held against");
        if (isnan(request->regression) && request->policy != GATE_NEEDS_ONE)
            argp_error(state, "--inconclusive and --require-all are for --fail-on-regression");
        request->table.quantity =
            input_settle_quantity(&request->terms, request->files[0], request->table.quantity);
        for (size_t i = 0; quantity_words(request->table.quantity)->is_rate &&
                           i < sizeof not_of_rates / sizeof *not_of_rates;
             i++)
            if (request->question == not_of_rates[i].question)
                argp_error(state,
                           "%s is of times and amounts, not of rates, of which more is "
                           "better",
                           not_of_rates[i].option);
        if (request->table.quantity != QUANTITY_SECONDS && rates_has_peak(&request->table.peak))
            argp_error(state, "--peak is of rates, which are of seconds; without --measure there "
                              "are some");
        if (request->table.are_simultaneous && request->section.summary_only)
            argp_error(state, "--bands is for the rows of a table, and --summary leaves them out");
        if (request->question == ASK_SCALING && request->table.quantity != QUANTITY_SECONDS)
            argp_error(state, "--scaling is of calls per second; leave --measure out");
        if (request->table.statistic.kind != STATISTIC_TYPICAL && request->table.test &&
            !request->table.test->is_of_t)
            argp_error(state,
                       "--test %s is of typical times; for another --statistic choose moderated-t, "
                       "paired-t or welch-t",
                       request->table.test->name);
        if (request->question == ASK_PLAN && request->table.trim.rule != TRIM_NONE)
            argp_error(state, "--plan-for is of all samples; leave --trim out");
        if (request->question == ASK_PLAN && request->table.quantity != QUANTITY_SECONDS)
            argp_error(state, "--plan-for is of ratios of times; leave --measure out");
        enum question_id question = compares(request) ? ASK_COMPARISON : request->question;
        for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
            if (idle[i].asks >> question & 1 && is_given(request, idle[i].option))
                argp_error(state, "--%s would change nothing here: %s", idle[i].option,
                           idle[i].why);
        return 0;
    }
    const struct option_row *row = option_table_find(&table, key);
    if (row && !argument && row->flags & OPTION_ARG_OPTIONAL)
        argument = take_next(state);
    error_t code = option_table_parse(&table, key, argument, state, &request->given);
    if (row && row->parse == read_against && request->against_count)
        take_files(request, state);
    return code;
}

void request_parse(struct request *request, int argc, char **argv) {
    static struct argp_option options[sizeof rows / sizeof *rows + 2];
    const struct argp_child children[] = {{&access_options_argp, 0, NULL, 0},
                                          {selection_argp(), 0, NULL, 0},
                                          {&completion_argp, 0, NULL, 0},
                                          {0}};
    const struct argp argp = {
        options,
        parse,
        "FILE...",
        "Statistics of the measurements in archives: per library and size the time of a call, its "
        "ratio to the reference, and what can be said of it. Two or more files are compared.",
        children,
        NULL,
        NULL};
    option_table_describe(&table, options);
    *request = (struct request){
        .terms = {.since = NAN, .access = {.program = "bench-analyze"}},
        .drift = NAN,
        .regression = NAN,
        .table = {.filter = &request->filter},
        .selection = {&request->terms, &request->runs, &request->table, &request->filter}};
    argp_parse(&argp, argc, argv, 0, NULL, request);
    if (!request->format)
        request->format = print_format_of_path(request->path);
    request->terms.picks |= request->filter.condition_count > 0;
    request->terms.suggests =
        request->file_count == 1 && !request->more_count && !request->against_count;

    /* --speedup and --difference add columns, unless --columns replaces the usual ones. */
    struct err err = {""};
    const struct view_list *columns = &request->view.columns;
    int adds = !columns->count || columns->items[0].sign;
    if (request->is_speedup && adds)
        view_add_columns(&request->view, "+speedup,-ratio", &err);
    if (request->is_difference && adds && !request->section.summary_only)
        view_add_columns(&request->view, "+difference", &err);
    view_add_mode_quantiles(&request->view);
    request->section.view = &request->view;
    request->view.quantity = request->table.quantity;
    request->view.statistic = request->table.statistic;
    request->table.probabilities = request->view.quantiles;
    request->table.quantile_count = request->view.quantile_count;
    request->table.mode_quantiles = request->view.mode_quantiles;

    /* A file is not a terminal. */
    int is_file = request->path && strcmp(request->path, "-") != 0;
    struct terminal terminal = terminal_of(is_file ? -1 : STDOUT_FILENO);
    request->print.width = terminal_width(&terminal, request->print.width);
    request->section.width = request->print.width;
    request->print.is_terminal = terminal.is_terminal;
    request->print.is_colored = terminal_is_colored(&terminal, request->color);

    if (compares(request))
        request->question = ASK_COMPARISON;
}

void request_release(struct request *request) {
    filter_release(&request->filter);
    view_release(&request->view);
    free(request->against_files);
}
