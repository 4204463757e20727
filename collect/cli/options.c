/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/options.h"

#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "collect/campaign/campaign.h"
#include "collect/cli/completions.h"
#include "collect/cli/options_check.h"
#include "collect/cli/values.h"
#include "collect/commands/relink.h"
#include "collect/design/actions.h"
#include "collect/design/design_points.h"
#include "formats/text/suggest.h"
#include "store/command_line/access_options.h"
#include "store/command_line/completion.h"
#include "store/command_line/option_table.h"

const char *argp_program_version = "bench-collect (benchmat) " BENCHMAT_VERSION;

#define COUNT(array) (sizeof(array) / sizeof *(array))

static int is_plugin(const char *word) {
    size_t length = strlen(word);
    return strchr(word, '/') || (length > 3 && strcmp(word + length - 3, ".so") == 0);
}

static int are_same(const struct options_action *a, const struct options_action *b) {
    return a->builtin ? a->builtin == b->builtin : strcmp(a->word, b->word) == 0;
}

/* Considers NAME, and the routine of that name whose type is what was typed begins with. */
static void consider_action(struct suggestion *suggestion, const char *name) {
    char routine[64], type;
    snprintf(routine, sizeof routine, "%c%s", *suggestion->wanted, name);
    suggest_consider(suggestion, name);
    if (actions_find_routine(routine, &type))
        suggest_consider(suggestion, routine);
}

static int refuse_action(const char *word, struct err *err) {
    struct suggestion suggestion = {.wanted = word};
    for (const struct bench_action *const *a = actions; *a; a++)
        consider_action(&suggestion, (*a)->name);
    for (const struct action_alias *a = action_aliases; a->alias; a++)
        consider_action(&suggestion, a->alias);
    return err_set(err, ERR_USAGE,
                   "unknown action '%s'; --list shows all, and plug-ins have paths%s", word,
                   suggest_words(&suggestion).text);
}

static int choose_type(struct options *options, const char *word, char type, struct err *err) {
    if (options->settings.type && options->settings.type != type)
        return err_set(err, ERR_USAGE, "%s asks for type %c, but type %c was asked for before",
                       word, type, options->settings.type);
    options->settings.type = type;
    return 0;
}

static int read_type(void *at, const struct option_row *row, char *text, struct err *err) {
    if (strlen(text) != 1 || !strchr("sdcz", text[0]))
        return err_set(
            err, ERR_USAGE,
            "--%s %s: s (single), d (double precision), c or z (complex numbers of these) "
            "is needed",
            row->name, text);
    return choose_type(at, "--type", text[0], err);
}

/* Sets ACTION to the built-in one that WORD names. A routine's name, such as dgemm, says the type
 * as well. */
static int find_action(struct options *options, const char *word,
                       const struct bench_action **action, struct err *err) {
    char type = 0;
    *action = actions_find(word);
    if (!*action)
        *action = actions_find_routine(word, &type);
    if (!*action)
        return refuse_action(word, err);
    return type ? choose_type(options, word, type, err) : 0;
}

static int read_actions(struct options *options, const char *text, struct err *err) {
    char *rest = options->words = strdup(text);
    int code = 0;
    for (char *word; code == 0 && rest && (word = strsep(&rest, ","));) {
        struct options_action action = {word, NULL};
        if (!is_plugin(word))
            code = find_action(options, word, &action.builtin, err);
        for (size_t i = 0; i < options->action_count && code == 0; i++)
            if (are_same(&options->actions[i], &action))
                code = err_set(err, ERR_USAGE, "action %s is named twice", word);
        if (options->action_count == OPTIONS_MAX_ACTIONS)
            code = err_set(err, ERR_USAGE, "more than %d actions", OPTIONS_MAX_ACTIONS);
        if (code == 0)
            options->actions[options->action_count++] = action;
    }
    return code;
}

static int read_mode(void *at, const struct option_row *row, char *text, struct err *err) {
    struct options *options = at;
    enum mode mode = mode_find(text);
    if (mode == MODES)
        return err_set(
            err, ERR_USAGE,
            "--%s %s: average, first, sample or throughput is needed, or JMH's name for one%s",
            row->name, text,
            suggest_among(text, "average, first, sample, throughput, AverageTime, "
                                "SingleShotTime, SampleTime or Throughput")
                .text);
    options->settings.mode = mode;
    return 0;
}

/* Whole numbers from 1 to DESIGN_POINTS_MOST_THREADS, such as "1,2", replace those in FACTOR. */
static int read_threads(void *at, const struct option_row *row, char *text, struct err *err) {
    struct factor *factor = at;
    char dashed[32];
    snprintf(dashed, sizeof dashed, "--%s", row->name);
    factor_release(factor);
    if (factor_parse_values(factor, text, err))
        return err_prefix(err, ERR_USAGE, "%s", dashed);
    for (size_t i = 0; i < factor->count; i++)
        if (factor->values[i] != floor(factor->values[i]) || factor->values[i] < 1 ||
            factor->values[i] > DESIGN_POINTS_MOST_THREADS)
            return err_set(err, ERR_USAGE, "%s %s: whole numbers from 1 to %d are needed", dashed,
                           text, DESIGN_POINTS_MOST_THREADS);
    values_say_repeated(dashed, factor);
    return 0;
}

/* No NAME has a blank, and commands have some before any '='. */
static int read_relink(void *at, const struct option_row *row, char *text, struct err *err) {
    struct options *options = at;
    size_t length = strcspn(text, "=/ \t\n");
    struct err why;
    struct relink relink = {text, text[length] == '=' ? text + length + 1 : text};
    if (options->relink_count == OPTIONS_MAX_RELINKS)
        return err_set(err, ERR_USAGE, "--%s: more than %d libraries", row->name,
                       OPTIONS_MAX_RELINKS);
    if (relink_check(relink.command, &why))
        return err_set(err, ERR_USAGE, "--%s %s", row->name, why.message);
    options->relinks[options->relink_count++] = relink;
    return 0;
}

static int read_variable(void *at, const struct option_row *row, char *text, struct err *err) {
    struct options *options = at;
    char *variable = values_variable(row->name, text, err);
    if (!variable)
        return ERR_USAGE;
    size_t length = strcspn(variable, "=") + 1;
    for (size_t i = 0; i < options->variable_count; i++)
        if (strncmp(options->variables[i], variable, length) == 0)
            return err_set(err, ERR_USAGE, "--%s %.*s is given twice", row->name, (int)length - 1,
                           variable);
    char **all = reallocarray(options->variables, options->variable_count + 1, sizeof *all);
    if (!all)
        return err_set(err, ERR_FAILED, "--%s: no memory", row->name);
    options->variables = all;
    all[options->variable_count++] = variable;
    return 0;
}

static int read_preload(void *at, const struct option_row *row, char *text, struct err *err) {
    struct options *options = at;
    char **all = reallocarray(options->preloads, options->preload_count + 1, sizeof *all);
    if (!all)
        return err_set(err, ERR_FAILED, "--%s: no memory", row->name);
    options->preloads = all;
    all[options->preload_count++] = text;
    return 0;
}

static int read_function(void *at, const struct option_row *row, char *text, struct err *err) {
    struct options *options = at;
    struct err why;
    if (functions_add(&options->functions, text, &why))
        return err_set(err, ERR_USAGE, "--%s %s", row->name, why.message);
    return 0;
}

static int read_command(void *at, const struct option_row *row, char *text, struct err *err) {
    struct options *options = at;
    if (commands_add(&options->commands, options->name, text, err))
        return err_prefix(err, ERR_USAGE, "--%s", row->name);
    options->name = NULL;
    return 0;
}

static int read_name(void *at, const struct option_row *row, char *text, struct err *err) {
    struct options *options = at;
    if (options->name)
        return err_set(err, ERR_USAGE, "--%s %s: a --command is missing between it and --%s %s",
                       row->name, options->name, row->name, text);
    options->name = text;
    return 0;
}

/* ROW's value is an enum commands_hook. */
static int read_hook(void *at, const struct option_row *row, char *text, struct err *err) {
    struct options *options = at;
    if (commands_add_hook(&options->commands, (enum commands_hook)row->value, text, err))
        return err_prefix(err, ERR_USAGE, "--%s", row->name);
    return 0;
}

static int read_shell(void *at, const char *text, struct err *err) {
    (void)err;
    *(const char **)at = text ? text : "/bin/sh";
    return 0;
}

static int read_stdout(void *at, const struct option_row *row, char *text, struct err *err) {
    struct commands *commands = at;
    if (commands->output_count == COMMANDS_MAX)
        return err_set(err, ERR_USAGE, "--%s is given more than %d times", row->name, COMMANDS_MAX);
    commands->outputs[commands->output_count++] = text;
    return 0;
}

static int read_check(void *at, const struct option_row *row, char *text, struct err *err) {
    struct commands *commands = at;
    int is_output = strcmp(text, "stdout") == 0;
    if (is_output ? commands->checks_output : commands->checked_file != NULL)
        return err_set(err, ERR_USAGE,
                       "--%s %s: %s is compared already; stdout and one FILE can be", row->name,
                       text, is_output ? "that" : commands->checked_file);
    if (is_output)
        commands->checks_output = 1;
    else
        commands->checked_file = text;
    return 0;
}

static int read_plot(void *at, const struct option_row *row, char *text, struct err *err) {
    struct options *options = at;
    if (text && !*text)
        return err_set(err, ERR_USAGE, "--%s: the file's name is empty", row->name);
    options->has_plot = 1;
    options->plot = text;
    return 0;
}

/* What --counters counts, as detail.def calls it. */
static void list_events(FILE *file) {
    static const char *const events[] = {
#define EVENT(id, unit, about) #id,
#include "formats/model/detail.def"
    };
    for (size_t i = 0; i < COUNT(events); i++) {
        char words[64];
        snprintf(words, sizeof words, "%s", events[i]);
        for (char *c = words; (c = strchr(c, '_'));)
            *c = ' ';
        option_list_name(file, words, i, COUNT(events), "and");
    }
}

/* --- the table --- */

static const char *const schedules[] = {
    [SCHEDULE_INTERLEAVED] = "interleaved", [SCHEDULE_BLOCKED] = "blocked", NULL};
static const char *const layouts[] = {
    [PLACEMENT_COMMON] = "common", [PLACEMENT_FIXED] = "fixed", [PLACEMENT_FREE] = "free", NULL};
static const char *const caches[] = {[CACHE_WARM] = "warm", [CACHE_COLD] = "cold", NULL};
static const char *const transfers[] = {
    [TRANSFERS_EXCLUDED] = "excluded", [TRANSFERS_INCLUDED] = "included", NULL};
static const char *const inputs[] = {
    [INPUTS_AUTO] = "auto", [INPUTS_FRESH] = "fresh", [INPUTS_SAME] = "same", NULL};
static const char *const alignments[] = {
    [ALIGNMENT_LINE] = "64", [ALIGNMENT_HEAP] = "16", [ALIGNMENT_PAGE] = "page", NULL};
static const char *const pinnings[] = {[PINNING_CORES] = "cores",
                                       [PINNING_COMPACT] = "compact",
                                       [PINNING_SCATTER] = "scatter",
                                       [PINNING_NONE] = "none",
                                       NULL};
static const char *const scalings[] = {"strong", "weak", NULL}; /* from SIZE_SCALING_STRONG on */
static const char *const submits[] = {"slurm", "print", NULL};  /* from SUBMIT_SLURM on */

#define AT(member) .place = offsetof(struct options, member)

/* clang-format off */
static const struct option_row rows[] = {
    {.help = "What to measure:", .group = 1},
    {"sizes", "SIZES", "8,16,32 or FROM:TO:STEPS (steps of equal ratio) or FROM:TO:+STEP, or full for all classic sizes (default: a quarter of these, as many as take about a minute)", .read = values_sizes, AT(settings)},
    {"type", "s|d|c|z", "single or double precision, or complex numbers of these (default: d, or what an action has instead)", .read = read_type},
    {"parameter", "NAME=VALUES", "the values of one of the action's parameters, 1,8,0.5, FROM:TO:STEPS or FROM:TO:+STEP; each combination of parameters, sizes and threads is measured (default: as the action says)", .read = values_parameter, AT(settings), .letter = 'p', .flags = OPTION_LISTED},
    {"x", "NAME", "draw charts over this parameter (default: over the size, where the action has one)", .read = option_read_text, AT(settings.axis)},
    {"threads", "LIST", "threads of every library, or of the team of a throughput action, and CPUs: one number or several, such as 1,2 (default: 1)", .read = read_threads, AT(settings.threads)},
    {"ranks", "LIST", "ranks of a parallel action, on a CPU each: one number or several, such as 1,2 (default: 1)", .read = read_threads, AT(settings.ranks)},
    {"oversubscribe", NULL, "allow more ranks than CPUs", .read = option_read_flag, AT(settings.oversubscribes)},
    {"launcher", "WORDS", "launch ranks by this, followed by -n RANKS (default: by the launcher of the library's MPI, or by srun in a Slurm job)", .read = option_read_text, AT(settings.launcher)},
    {"scaling", "strong|weak", "with several numbers of threads: the same sizes with all of them (default), or sizes that grow, from --sizes with one thread, so that the work per thread stays the same", .read = option_read_word, AT(settings.scaling), .words = scalings, .value = SIZE_SCALING_STRONG},
    {"pin", "cores|compact|scatter|none", "where a team's threads run: each on a core of its own (default), as near to one another as possible, as far from one another as possible, or anywhere", .read = option_read_word, AT(settings.pinning), .words = pinnings},
    {"ref", "NAME", "hold answers against this library's and take ratios to it (default: answers against the built-in library's, ratios to the first library)", .read = option_read_text, AT(settings.reference)},
    {"tolerance", "X", "accept answers that are off by at most X (default: by the action's error bound)", .read = values_positive, AT(settings.tolerance)},
    {"function", "PROTOTYPE", "in the place of an ACTION: measure a plain function of shared objects, as in 'double {sum,sum4}(size_t n, const double *x)'. n is the size, const pointers are inputs, others outputs, other numbers are drawn or given by -p", .read = read_function, .flags = OPTION_LISTED},
    {"relink", "[NAME=]COMMAND", "measure a library that this links anew for each round, so that a change is told from where its code lies, as in 'old=cc -shared -o {out} {pad} old.o'. {out} is the library, {pad} an object file that moves the code, {seed} a number for linkers that shuffle; give it for each library", .read = read_relink, .flags = OPTION_LISTED},
    {.help = "Commands, in the place of an ACTION:", .group = 1},
    {"command", "[NAME=]COMMAND", "measure this command, from launch to exit; give it for each. {size}, {seed}, {round}, {threads} and the names of -p stand for their values, {{ for a brace", .read = read_command, .flags = OPTION_LISTED},
    {"name", "NAME", "call the --command after this so, spaces and all", .read = read_name, .flags = OPTION_LISTED},
    {"setup", "COMMAND", "run this before all", .read = read_hook, .value = COMMANDS_SETUP, .flags = OPTION_LISTED},
    {"prepare", "COMMAND", "run this, untimed, before each run", .read = read_hook, .value = COMMANDS_PREPARE, .flags = OPTION_LISTED},
    {"conclude", "COMMAND", "run this, untimed, after each run", .read = read_hook, .value = COMMANDS_CONCLUDE, .flags = OPTION_LISTED},
    {"cleanup", "COMMAND", "run this at the end", .read = read_hook, .value = COMMANDS_CLEANUP, .flags = OPTION_LISTED},
    {"shell", "SHELL", "run commands by a shell (default: /bin/sh), whose start is then part of the time", .parse = read_shell, AT(commands.shell), .flags = OPTION_ARG_OPTIONAL},
    {"input", "FILE", "give commands this file to read, which may have placeholders (default: nothing)", .read = option_read_text, AT(commands.input)},
    {"stdout", "pipe|null|FILE", "let commands print into a pipe (default), to /dev/null, which makes some do less, or to a FILE, which each run writes anew; give it once, or for each", .read = read_stdout, AT(commands), .flags = OPTION_LISTED},
    {"check", "stdout|FILE", "compare what a command prints, or the FILE that it writes, with the reference's", .read = read_check, AT(commands), .flags = OPTION_LISTED},
    {"ignore-failure", NULL, "an exit status other than 0 is not a fault", .read = option_read_flag, AT(commands.ignores_failure), .letter = 'i'},
    {.help = "How to measure:", .group = 2},
    {"schedule", "interleaved|blocked", "all libraries in turn at every size and seed (default), or library after library", .read = option_read_word, AT(settings.schedule), .words = schedules},
    {"layout", "common|fixed|free", "one memory layout for all libraries, drawn anew each round (default); one for all rounds; the system's own", .read = option_read_word, AT(settings.placement), .words = layouts},
    {"cache", "warm|cold", "call again and again (default), or evict the caches before each call", .read = option_read_word, AT(settings.cache), .words = caches},
    {"mode", "MODE", "what a sample is: average (default), what is typical of a batch of calls; first, the first call in a process of its own; sample, each call; throughput, as average, but shown as calls per second. JMH's names for these work too, long and short", .read = read_mode},
    {"counters", NULL, "count {} as well", .list = list_events, .read = option_read_flag, AT(settings.counters)},
    {"device", "N|NAME", "the device of libraries such as clblast and cublas: its number from 0, or a part of its name (default: the first GPU, or else the first)", .read = option_read_text, AT(settings.device)},
    {"transfers", "excluded|included", "data lie on the device before a call (default), or each call brings what it reads and takes back what it writes", .read = option_read_word, AT(settings.transfers), .words = transfers},
    {"inputs", "auto|fresh|same", "give each call other numbers, or all calls of a batch the same (default: auto, fresh for functions and where times depend on the numbers)", .read = option_read_word, AT(settings.inputs), .words = inputs},
    {"align", "16|64|page", "have arrays begin at multiples of so many bytes: 16 and no more, as malloc gives, 64 (default), or those of a page", .read = option_read_word, AT(settings.alignment), .words = alignments},
    {"no-control", NULL, "do not measure the reference a second time", .read = option_read_flag, AT(settings.without_control)},
    {"memory", "SIZE", "bytes for inputs and outputs, such as 512M or 4G (default: what is available)", .read = values_bytes, AT(settings.memory)},
    {"env", "NAME[=VALUE]", "pass this variable on to libraries and programs, with the value that it has here or another; give it for each", .read = read_variable, .flags = OPTION_LISTED},
    {"preload", "FILE", "load this shared object before all others into every worker, such as another malloc; give it for each", .read = read_preload, .flags = OPTION_LISTED},
    {.help = "How long to measure:", .group = 3},
    {"time", "SECONDS", "plan everything to take about so long, such as 40 or 5m", .read = values_seconds, AT(settings.time)},
    {"precision", "P%", "add rounds until every ratio's 95 % interval is within P percent", .read = values_part, AT(settings.precision)},
    {"plan-for", "P%", "plan how many rounds bring every ratio's 95 % interval within P percent: from the latest run in the archive if it measured the same on this machine, otherwise from the first 5 rounds", .read = values_part, AT(settings.plan_for)},
    {"max-time", "SECONDS", "with --precision or --plan-for: begin no round after so long (default: 3600)", .read = values_seconds, AT(settings.max_time)},
    {"rounds", "N", "passes, each with fresh processes (default: 5, and more until a difference of 2 % would be shown in the median cell, or the run has taken a minute)", .read = values_count, AT(settings.rounds), .least = 1, .most = 100000},
    {"max-seeds", "N", "most different inputs per size (default: 8); with --mode sample most calls per size and round (default: 2000)", .read = values_count, AT(settings.max_seeds), .least = 1, .most = 100000},
    {"stage-time", "SECONDS", "time per library, size and round (default: 0.03)", .read = values_seconds, AT(settings.stage_time)},
    {"trial", "SECONDS", "time for which the team of a throughput action operates (default: 0.5)", .read = values_seconds, AT(settings.trial)},
    {"timeout", "SECONDS", "give a library up that does not answer for so long (default: by the operations asked for)", .read = values_seconds, AT(settings.timeout)},
    {"seed", "N", "repeat the order and memory layout of an earlier run", .read = values_count, AT(settings.seed), .least = 0, .most = INT64_MAX},
    {.help = "On a cluster:", .group = 4},
    {"submit", "slurm|print", "measure in jobs of Slurm, which are merged into --output at the end; or print the batch script", .read = option_read_word, AT(submit), .words = submits, .value = SUBMIT_SLURM},
    {"nodes", "LIST", "one task on each of these nodes, such as node[1-4]", .read = option_read_text, AT(nodes)},
    {"array", "N", "N tasks, on any nodes (default: 1)", .read = values_count, AT(array), .least = 1, .most = CAMPAIGN_MOST_TASKS},
    {"sbatch", "OPTIONS", "more options for sbatch, such as '--partition=long'", .read = option_read_text, AT(sbatch)},
    {"campaign", "FILE", "say what has become of the tasks that were submitted for this archive, and end", .read = option_read_text, AT(campaign)},
    {.help = "Where and what to say:", .group = ACCESS_OPTIONS_GROUP},
    /* The last counts: the script of a campaign adds its own. */
    {"output", "FILE", "append to this archive (default: results.h5)", .read = option_read_text, AT(output), .letter = 'o', .flags = OPTION_LISTED},
    {"plot", "FILE", "draw what is measured so far after each round: on the terminal, or into FILE, a .png, .pdf or .svg", .read = read_plot, .flags = OPTION_ARG_OPTIONAL},
    {"resume", "FILE", "finish the latest run in this archive that was interrupted, as it was planned", .read = option_read_text, AT(resume)},
    {"run", "RUN", "with --resume: this run", .read = option_read_text, AT(run)},
    {"dry-run", NULL, "say what would be measured, and end", .read = option_read_flag, AT(dry_run), .letter = 'n'},
    {"list", NULL, "list actions and installed libraries, or describe the plug-in ACTION, and end", .read = option_read_flag, AT(list)},
    {"check-system", NULL, "say what about this system makes measurements noisy, and end", .read = option_read_flag, AT(check_system)},
    {"quiet", NULL, "say nothing but errors", .read = option_read_flag, AT(quiet), .letter = 'q'},
    {"verbose", NULL, "say what each library is, how it was bound, what is on disk, and what the time was spent on", .read = option_read_flag, AT(verbose), .letter = 'v'},
};
/* clang-format on */

static const struct option_table options_table = {rows, COUNT(rows), 256};
_Static_assert(COUNT(rows) <= OPTION_TABLE_MOST, "struct options_given has a bit for each");

/* --- all --- */

/* What --time does not choose. */
static const struct {
    const char *option;
    enum settings_fixed fixed;
} fixing[] = {{"rounds", SETTINGS_FIX_ROUNDS},
              {"max-seeds", SETTINGS_FIX_MAX_SEEDS},
              {"stage-time", SETTINGS_FIX_STAGE_TIME},
              {"trial", SETTINGS_FIX_TRIAL}};

/* The first option given that does not go with --resume, or NULL. */
static const char *find_alone(const struct options_given *given) {
    static const char *const beside[] = {"quiet", "verbose", "resume", "run", "plot"};
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t b = 0;
        while (b < COUNT(beside) && rows[i].name && strcmp(rows[i].name, beside[b]) != 0)
            b++;
        if (rows[i].name && b == COUNT(beside) &&
            option_table_is_given(&options_table, given, rows[i].name))
            return rows[i].name;
    }
    return NULL;
}

static error_t parse(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    struct err err;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->access;
        state->child_inputs[1] = &collect_completions;
        return 0;
    case ARGP_KEY_ARG:
        if (options->action_count || options->functions.text)
            return ARGP_ERR_UNKNOWN;
        if (read_actions(options, text, &err))
            refuse(state, "%s", err.message);
        return 0;
    case ARGP_KEY_ARGS:
        options->libraries = state->argv + state->next;
        options->library_count = (size_t)(state->argc - state->next);
        return 0;
    case ARGP_KEY_END:
        for (size_t i = 0; i < COUNT(fixing); i++)
            if (option_table_is_given(&options_table, &options->given, fixing[i].option))
                options->settings.fixed |= fixing[i].fixed;
        options->alone = find_alone(&options->given);
        options_check(state, options);
        settings_add_rounds(&options->settings);
        return 0;
    default:
        return option_table_parse(&options_table, key, text, state, &options->given);
    }
}
static const struct argp_child children[] = {
    {&access_options_argp, 0, 0, 0}, {&completion_argp, 0, 0, 0}, {0}};

void options_parse(struct options *options, int argc, char **argv) {
    static struct argp_option described[COUNT(rows) + 2];
    static const struct argp argp = {
        described,
        parse,
        "ACTION[,ACTION...] [LIBRARY...]\n--function PROTOTYPE LIBRARY...\n--command COMMAND "
        "--command "
        "COMMAND...\n--resume FILE [--run "
        "RUN]\n--submit slurm [--nodes LIST|--array N] ACTION [LIBRARY...]\n--campaign "
        "FILE\n--list "
        "[ACTION.so]",
        "Measures an action over several libraries, with the same inputs, in an order that makes "
        "them "
        "comparable; checks the answers; appends the seconds to an archive."
        "\vAn ACTION is a built-in one, or the path of a plug-in. A LIBRARY is a path, NAME=path, "
        "or "
        "the name of an installed one; with none given, all that "
        "are installed; or the name of an implementation that a plug-in has. Then: bench-analyze "
        "results.h5, bench-plot results.h5.",
        children,
        0,
        0};
    uint32_t seed = 0;
    option_table_describe(&options_table, described);
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
        seed = 1;
    *options = (struct options){.settings = SETTINGS_DEFAULT,
                                .output = "results.h5",
                                .access = {.program = "bench-collect"}};
    options->settings.seed = seed;
    argp_parse(&argp, argc, argv, 0, 0, options);
}

/* A colon or a space ends a path for the loader, and a $ begins a name that it knows: ld.so(8). */
int options_find_preloads(struct options *options, struct err *err) {
    for (size_t i = 0; i < options->preload_count; i++) {
        char *path = realpath(options->preloads[i], NULL), *all;
        const char *before = options->preload;
        if (!path)
            return err_set(err, ERR_USAGE, "--preload %s: %s", options->preloads[i],
                           strerror(errno));
        int is_one = path[strcspn(path, ":$ \t\n")] == '\0', made = -1;
        if (is_one)
            made = asprintf(&all, "%s%s%s", before ? before : "", before ? ":" : "", path);
        else
            err_set(err, ERR_USAGE,
                    "--preload %s: the loader takes no path with a colon, a space or a $, such as "
                    "%s",
                    options->preloads[i], path);
        free(path);
        if (!is_one)
            return ERR_USAGE;
        if (made < 0)
            return err_set(err, ERR_FAILED, "--preload: no memory");
        free(options->preload);
        options->preload = all;
    }
    return 0;
}

void options_release(struct options *options) {
    settings_release(&options->settings);
    commands_release(&options->commands);
    for (size_t i = 0; i < options->variable_count; i++)
        free(options->variables[i]);
    free(options->variables);
    free(options->preloads);
    free(options->preload);
    free(options->words);
    options->words = NULL;
}
