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

const char *argp_program_version = "bench-collect (benchmat) " BENCHMAT_VERSION;

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum key {
    KEY_SIZES = 256,
    KEY_ROUNDS,
    KEY_MAX_SEEDS,
    KEY_STAGE_TIME,
    KEY_TRIAL,
    KEY_PIN,
    KEY_TYPE,
    KEY_THREADS,
    KEY_RANKS,
    KEY_OVERSUBSCRIBE,
    KEY_LAUNCHER,
    KEY_SCALING,
    KEY_TOLERANCE,
    KEY_TIMEOUT,
    KEY_REF,
    KEY_SEED,
    KEY_LIST,
    KEY_SCHEDULE,
    KEY_LAYOUT,
    KEY_CACHE,
    KEY_MODE,
    KEY_COUNTERS,
    KEY_DEVICE,
    KEY_TRANSFERS,
    KEY_INPUTS,
    KEY_ALIGN,
    KEY_NO_CONTROL,
    KEY_PRECISION,
    KEY_PLAN_FOR,
    KEY_MAX_TIME,
    KEY_TIME,
    KEY_MEMORY,
    KEY_ENV,
    KEY_PRELOAD,
    KEY_CHECK_SYSTEM,
    KEY_RESUME,
    KEY_RUN,
    KEY_X,
    KEY_FUNCTION,
    KEY_RELINK,
    KEY_COMMAND,
    KEY_NAME,
    KEY_SETUP,
    KEY_PREPARE,
    KEY_CONCLUDE,
    KEY_CLEANUP,
    KEY_SHELL,
    KEY_INPUT,
    KEY_STDOUT,
    KEY_CHECK,
    KEY_SUBMIT,
    KEY_NODES,
    KEY_ARRAY,
    KEY_SBATCH,
    KEY_CAMPAIGN,
    KEY_PLOT,
};

static const struct argp_option table[] = {
    {0, 0, 0, 0, "What to measure:", 1},
    {"sizes", KEY_SIZES, "SIZES", 0,
     "8,16,32 or FROM:TO:STEPS (steps of equal ratio) or FROM:TO:+STEP, or full for all classic "
     "sizes (default: a "
     "quarter of these, as many as take about a minute)",
     0},
    {"type", KEY_TYPE, "s|d|c|z", 0,
     "single or double precision, or complex numbers of these (default: d, or what an action has "
     "instead)",
     0},
    {"parameter", 'p', "NAME=VALUES", OPTION_LISTED,
     "the values of one of the action's parameters, 1,8,0.5, FROM:TO:STEPS or FROM:TO:+STEP; each "
     "combination of "
     "parameters, sizes and threads is measured (default: as the action says)",
     0},
    {"x", KEY_X, "NAME", 0,
     "draw charts over this parameter (default: over the size, where the action has one)", 0},
    {"threads", KEY_THREADS, "LIST", 0,
     "threads of every library, or of the team of a throughput action, and CPUs: one number or "
     "several, such as 1,2 (default: 1)",
     0},
    {"ranks", KEY_RANKS, "LIST", 0,
     "ranks of a parallel action, on a CPU each: one number or several, such as 1,2 (default: 1)",
     0},
    {"oversubscribe", KEY_OVERSUBSCRIBE, 0, 0, "allow more ranks than CPUs", 0},
    {"launcher", KEY_LAUNCHER, "WORDS", 0,
     "launch ranks by this, followed by -n RANKS (default: by the launcher of the library's MPI, "
     "or by srun in a Slurm job)",
     0},
    {"scaling", KEY_SCALING, "strong|weak", 0,
     "with several numbers of threads: the same sizes with all of them (default), or sizes that "
     "grow, "
     "from --sizes with one thread, so that the work per thread stays the same",
     0},
    {"pin", KEY_PIN, "cores|compact|scatter|none", 0,
     "where a team's threads run: each on a core of its own (default), as near to one another as "
     "possible, as far from one another as possible, or anywhere",
     0},
    {"ref", KEY_REF, "NAME", 0,
     "hold answers against this library's and take ratios to it (default: answers against the "
     "built-in library's, ratios to the first library)",
     0},
    {"tolerance", KEY_TOLERANCE, "X", 0,
     "accept answers that are off by at most X (default: by the action's error bound)", 0},
    {"function", KEY_FUNCTION, "PROTOTYPE", OPTION_LISTED,
     "in the place of an ACTION: measure a plain function of shared objects, as in 'double "
     "{sum,sum4}(size_t n, const double *x)'. n is the size, const pointers are inputs, others "
     "outputs, other numbers are drawn or given by -p",
     0},
    {"relink", KEY_RELINK, "[NAME=]COMMAND", OPTION_LISTED,
     "measure a library that this links anew for each round, so that a change is told from where "
     "its code lies, as in 'old=cc -shared -o {out} {pad} old.o'. {out} is the library, {pad} an "
     "object file that moves the code, {seed} a number for linkers that shuffle; give it for each "
     "library",
     0},
    {0, 0, 0, 0, "Commands, in the place of an ACTION:", 1},
    {"command", KEY_COMMAND, "[NAME=]COMMAND", OPTION_LISTED,
     "measure this command, from launch to exit; give it for each. {size}, {seed}, {round}, "
     "{threads} and the names of -p stand for their values, {{ for a brace",
     0},
    {"name", KEY_NAME, "NAME", OPTION_LISTED, "call the --command after this so, spaces and all",
     0},
    {"setup", KEY_SETUP, "COMMAND", OPTION_LISTED, "run this before all", 0},
    {"prepare", KEY_PREPARE, "COMMAND", OPTION_LISTED, "run this, untimed, before each run", 0},
    {"conclude", KEY_CONCLUDE, "COMMAND", OPTION_LISTED, "run this, untimed, after each run", 0},
    {"cleanup", KEY_CLEANUP, "COMMAND", OPTION_LISTED, "run this at the end", 0},
    {"shell", KEY_SHELL, "SHELL", OPTION_ARG_OPTIONAL,
     "run commands by a shell (default: /bin/sh), whose start is then part of the time", 0},
    {"input", KEY_INPUT, "FILE", 0,
     "give commands this file to read, which may have placeholders (default: nothing)", 0},
    {"stdout", KEY_STDOUT, "pipe|null|FILE", OPTION_LISTED,
     "let commands print into a pipe (default), to /dev/null, which makes some do less, or to a "
     "FILE, which each run writes anew; give it once, or for each",
     0},
    {"check", KEY_CHECK, "stdout|FILE", OPTION_LISTED,
     "compare what a command prints, or the FILE that it writes, with the reference's", 0},
    {"ignore-failure", 'i', 0, 0, "an exit status other than 0 is not a fault", 0},
    {0, 0, 0, 0, "How to measure:", 2},
    {"schedule", KEY_SCHEDULE, "interleaved|blocked", 0,
     "all libraries in turn at every size and seed (default), or library after library", 0},
    {"layout", KEY_LAYOUT, "common|fixed|free", 0,
     "one memory layout for all libraries, drawn anew each round (default); one for all rounds; "
     "the system's own",
     0},
    {"cache", KEY_CACHE, "warm|cold", 0,
     "call again and again (default), or evict the caches before each call", 0},
    {"mode", KEY_MODE, "MODE", 0,
     "what a sample is: average (default), what is typical of a batch of calls; first, the first "
     "call in a process of its own; sample, each call; throughput, as average, but shown as calls "
     "per second. JMH's names for these work too, long and short",
     0},
    {"counters", KEY_COUNTERS, 0, 0,
     "count cycles, instructions, cache and branch misses, page faults and migrations as well", 0},
    {"device", KEY_DEVICE, "N|NAME", 0,
     "the device of libraries such as clblast and cublas: its number from 0, or a part of its name "
     "(default: the first GPU, or else the first)",
     0},
    {"transfers", KEY_TRANSFERS, "excluded|included", 0,
     "data lie on the device before a call (default), or each call brings what it reads and takes "
     "back what it writes",
     0},
    {"inputs", KEY_INPUTS, "auto|fresh|same", 0,
     "give each call other numbers, or all calls of a batch the same (default: auto, fresh for "
     "functions "
     "and where times depend on the numbers)",
     0},
    {"align", KEY_ALIGN, "16|64|page", 0,
     "have arrays begin at multiples of so many bytes: 16 and no more, as malloc gives, 64 "
     "(default), or those of a page",
     0},
    {"no-control", KEY_NO_CONTROL, 0, 0, "do not measure the reference a second time", 0},
    {"memory", KEY_MEMORY, "SIZE", 0,
     "bytes for inputs and outputs, such as 512M or 4G (default: what is available)", 0},
    {"env", KEY_ENV, "NAME[=VALUE]", OPTION_LISTED,
     "pass this variable on to libraries and programs, with the value that it has here or another; "
     "give it for each",
     0},
    {"preload", KEY_PRELOAD, "FILE", OPTION_LISTED,
     "load this shared object before all others into every worker, such as another malloc; give it "
     "for each",
     0},
    {0, 0, 0, 0, "How long to measure:", 3},
    {"time", KEY_TIME, "SECONDS", 0, "plan everything to take about so long, such as 40 or 5m", 0},
    {"precision", KEY_PRECISION, "P%", 0,
     "add rounds until every ratio's 95 % interval is within P percent", 0},
    {"plan-for", KEY_PLAN_FOR, "P%", 0,
     "plan how many rounds bring every ratio's 95 % interval within P percent: from the latest run "
     "in the archive if it measured the same on this machine, otherwise from the first 5 rounds",
     0},
    {"max-time", KEY_MAX_TIME, "SECONDS", 0,
     "with --precision or --plan-for: begin no round after so long (default: 3600)", 0},
    {"rounds", KEY_ROUNDS, "N", 0,
     "passes, each with fresh processes (default: 5, and more until a difference of 2 % would be "
     "shown in the median cell, or the run has taken a minute)",
     0},
    {"max-seeds", KEY_MAX_SEEDS, "N", 0,
     "most different inputs per size (default: 8); with --mode sample most calls per "
     "size and round (default: 2000)",
     0},
    {"stage-time", KEY_STAGE_TIME, "SECONDS", 0, "time per library, size and round (default: 0.03)",
     0},
    {"trial", KEY_TRIAL, "SECONDS", 0,
     "time for which the team of a throughput action operates (default: 0.5)", 0},
    {"timeout", KEY_TIMEOUT, "SECONDS", 0,
     "give a library up that does not answer for so long (default: by the operations asked for)",
     0},
    {"seed", KEY_SEED, "N", 0, "repeat the order and memory layout of an earlier run", 0},
    {0, 0, 0, 0, "On a cluster:", 4},
    {"submit", KEY_SUBMIT, "slurm|print", 0,
     "measure in jobs of Slurm, which are merged into --output at the end; or print the batch "
     "script",
     0},
    {"nodes", KEY_NODES, "LIST", 0, "one task on each of these nodes, such as node[1-4]", 0},
    {"array", KEY_ARRAY, "N", 0, "N tasks, on any nodes (default: 1)", 0},
    {"sbatch", KEY_SBATCH, "OPTIONS", 0, "more options for sbatch, such as '--partition=long'", 0},
    {"campaign", KEY_CAMPAIGN, "FILE", 0,
     "say what has become of the tasks that were submitted for this archive, and end", 0},
    {0, 0, 0, 0, "Where and what to say:", ACCESS_OPTIONS_GROUP},
    /* The last counts: the script of a campaign adds its own. */
    {"output", 'o', "FILE", OPTION_LISTED, "append to this archive (default: results.h5)", 0},
    {"plot", KEY_PLOT, "FILE", OPTION_ARG_OPTIONAL,
     "draw what is measured so far after each round: on the terminal, or into FILE, a .png, .pdf "
     "or "
     ".svg",
     0},
    {"resume", KEY_RESUME, "FILE", 0,
     "finish the latest run in this archive that was interrupted, as it was planned", 0},
    {"run", KEY_RUN, "RUN", 0, "with --resume: this run", 0},
    {"dry-run", 'n', 0, 0, "say what would be measured, and end", 0},
    {"list", KEY_LIST, 0, 0,
     "list actions and installed libraries, or describe the plug-in ACTION, and end", 0},
    {"check-system", KEY_CHECK_SYSTEM, 0, 0,
     "say what about this system makes measurements noisy, and end", 0},
    {"quiet", 'q', 0, 0, "say nothing but errors", 0},
    {"verbose", 'v', 0, 0,
     "say what each library is, how it was bound, what is on disk, and what the time was spent on",
     0},
    {0, 'h', 0, OPTION_HIDDEN, 0, -1},
    {0},
};

static char read_type(struct argp_state *state, const char *text) {
    if (strlen(text) != 1 || !strchr("sdcz", text[0]))
        refuse(state,
               "--type %s: s (single), d (double precision), c or z (complex numbers of these) "
               "is needed",
               text);
    return text[0];
}

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

static void refuse_action(struct argp_state *state, const char *word) {
    struct suggestion suggestion = {.wanted = word};
    for (const struct bench_action *const *a = actions; *a; a++)
        consider_action(&suggestion, (*a)->name);
    for (const struct action_alias *a = action_aliases; a->alias; a++)
        consider_action(&suggestion, a->alias);
    refuse(state, "unknown action '%s'; --list shows all, and plug-ins have paths%s", word,
           suggest_words(&suggestion).text);
}

static void choose_type(struct argp_state *state, const char *word, char type,
                        struct options *options) {
    if (options->settings.type && options->settings.type != type)
        refuse(state, "%s asks for type %c, but type %c was asked for before", word, type,
               options->settings.type);
    options->settings.type = type;
}

/* A routine's name, such as dgemm, says the type as well. */
static const struct bench_action *find_action(struct argp_state *state, const char *word,
                                              struct options *options) {
    char type = 0;
    const struct bench_action *action = actions_find(word);
    if (!action)
        action = actions_find_routine(word, &type);
    if (!action)
        refuse_action(state, word);
    if (type)
        choose_type(state, word, type, options);
    return action;
}

static void read_actions(struct argp_state *state, const char *text, struct options *options) {
    char *rest = options->words = strdup(text);
    for (char *word; rest && (word = strsep(&rest, ","));) {
        struct options_action action = {word,
                                        is_plugin(word) ? NULL : find_action(state, word, options)};
        for (size_t i = 0; i < options->action_count; i++)
            if (are_same(&options->actions[i], &action))
                refuse(state, "action %s is named twice", word);
        if (options->action_count == OPTIONS_MAX_ACTIONS)
            refuse(state, "more than %d actions", OPTIONS_MAX_ACTIONS);
        options->actions[options->action_count++] = action;
    }
}

/* The destination of a plain value. */
struct plain {
    int key;
    size_t offset; /* in struct options */
};

static const struct plain flags[] = {
    {KEY_OVERSUBSCRIBE, offsetof(struct options, settings.oversubscribes)},
    {'n', offsetof(struct options, dry_run)},
    {KEY_LIST, offsetof(struct options, list)},
    {KEY_CHECK_SYSTEM, offsetof(struct options, check_system)},
    {'q', offsetof(struct options, quiet)},
    {'v', offsetof(struct options, verbose)},
    {KEY_COUNTERS, offsetof(struct options, settings.counters)},
    {KEY_NO_CONTROL, offsetof(struct options, settings.without_control)},
    {'i', offsetof(struct options, commands.ignores_failure)},
};

/* An option whose values are words: the position of the word is the value. */
static const struct {
    struct plain plain;
    const char *name;
    const char *words[5];
} choices[] = {
    {{KEY_SCHEDULE, offsetof(struct options, settings.schedule)},
     "schedule",
     {[SCHEDULE_INTERLEAVED] = "interleaved", [SCHEDULE_BLOCKED] = "blocked"}},
    {{KEY_LAYOUT, offsetof(struct options, settings.placement)},
     "layout",
     {[PLACEMENT_COMMON] = "common", [PLACEMENT_FIXED] = "fixed", [PLACEMENT_FREE] = "free"}},
    {{KEY_CACHE, offsetof(struct options, settings.cache)},
     "cache",
     {[CACHE_WARM] = "warm", [CACHE_COLD] = "cold"}},
    {{KEY_TRANSFERS, offsetof(struct options, settings.transfers)},
     "transfers",
     {[TRANSFERS_EXCLUDED] = "excluded", [TRANSFERS_INCLUDED] = "included"}},
    {{KEY_INPUTS, offsetof(struct options, settings.inputs)},
     "inputs",
     {[INPUTS_AUTO] = "auto", [INPUTS_FRESH] = "fresh", [INPUTS_SAME] = "same"}},
    {{KEY_ALIGN, offsetof(struct options, settings.alignment)},
     "align",
     {[ALIGNMENT_LINE] = "64", [ALIGNMENT_HEAP] = "16", [ALIGNMENT_PAGE] = "page"}},
    {{KEY_PIN, offsetof(struct options, settings.pinning)},
     "pin",
     {[PINNING_CORES] = "cores",
      [PINNING_COMPACT] = "compact",
      [PINNING_SCATTER] = "scatter",
      [PINNING_NONE] = "none"}},
};

static const struct plain texts[] = {
    {'o', offsetof(struct options, output)},
    {KEY_REF, offsetof(struct options, settings.reference)},
    {KEY_X, offsetof(struct options, settings.axis)},
    {KEY_LAUNCHER, offsetof(struct options, settings.launcher)},
    {KEY_DEVICE, offsetof(struct options, settings.device)},
    {KEY_RESUME, offsetof(struct options, resume)},
    {KEY_RUN, offsetof(struct options, run)},
    {KEY_NODES, offsetof(struct options, nodes)},
    {KEY_SBATCH, offsetof(struct options, sbatch)},
    {KEY_CAMPAIGN, offsetof(struct options, campaign)},
    {KEY_INPUT, offsetof(struct options, commands.input)},
};

/* FIXED: enum settings_fixed; 0 if --time never chooses it. */
static const struct {
    struct plain plain;
    const char *name;
    uint64_t least, most;
    unsigned fixed;
} counts[] = {
    {{KEY_ROUNDS, offsetof(struct options, settings.rounds)},
     "rounds",
     1,
     100000,
     SETTINGS_FIX_ROUNDS},
    {{KEY_MAX_SEEDS, offsetof(struct options, settings.max_seeds)},
     "max-seeds",
     1,
     100000,
     SETTINGS_FIX_MAX_SEEDS},
    {{KEY_SEED, offsetof(struct options, settings.seed)}, "seed", 0, INT64_MAX, 0},
    {{KEY_ARRAY, offsetof(struct options, array)}, "array", 1, CAMPAIGN_MOST_TASKS, 0},
};

static const struct {
    struct plain plain;
    const char *name;
    unsigned fixed;
} times[] = {
    {{KEY_TIME, offsetof(struct options, settings.time)}, "time", 0},
    {{KEY_MAX_TIME, offsetof(struct options, settings.max_time)}, "max-time", 0},
    {{KEY_STAGE_TIME, offsetof(struct options, settings.stage_time)},
     "stage-time",
     SETTINGS_FIX_STAGE_TIME},
    {{KEY_TRIAL, offsetof(struct options, settings.trial)}, "trial", SETTINGS_FIX_TRIAL},
    {{KEY_TIMEOUT, offsetof(struct options, settings.timeout)}, "timeout", 0},
};

/* The destination of KEY's value; NULL: none. */
static void *find_plain(const struct plain *rows, size_t count, int key, struct options *options) {
    for (size_t i = 0; i < count; i++)
        if (rows[i].key == key)
            return (char *)options + rows[i].offset;
    return NULL;
}

static int parse_number(int key, const char *text, struct options *options,
                        struct argp_state *state) {
    for (size_t i = 0; i < COUNT(counts); i++) {
        uint64_t *count = find_plain(&counts[i].plain, 1, key, options);
        if (count) {
            *count = values_count(state, counts[i].name, text, counts[i].least, counts[i].most);
            options->settings.fixed |= counts[i].fixed;
            return 1;
        }
    }
    for (size_t i = 0; i < COUNT(times); i++) {
        double *seconds = find_plain(&times[i].plain, 1, key, options);
        if (seconds) {
            *seconds = values_seconds(state, times[i].name, text);
            options->settings.fixed |= times[i].fixed;
            return 1;
        }
    }
    return 0;
}

static int parse_choice(int key, const char *text, struct options *options,
                        struct argp_state *state) {
    for (size_t i = 0; i < COUNT(choices); i++) {
        unsigned *choice = find_plain(&choices[i].plain, 1, key, options);
        if (choice) {
            *choice = values_word(state, choices[i].name, choices[i].words, text);
            return 1;
        }
    }
    return 0;
}

/* Sets the value of KEY if it is a plain one. Returns whether it is. */
static int parse_plain(int key, char *text, struct options *options, struct argp_state *state) {
    int *flag = find_plain(flags, COUNT(flags), key, options);
    char **string = find_plain(texts, COUNT(texts), key, options);
    if (flag)
        *flag = 1;
    if (string)
        *string = text;
    return flag || string || parse_choice(key, text, options, state) ||
           parse_number(key, text, options, state);
}

static const struct {
    int key;
    enum commands_hook hook;
} hooks[] = {{KEY_SETUP, COMMANDS_SETUP},
             {KEY_PREPARE, COMMANDS_PREPARE},
             {KEY_CONCLUDE, COMMANDS_CONCLUDE},
             {KEY_CLEANUP, COMMANDS_CLEANUP}};

static int parse_hook(int key, const char *text, struct options *options,
                      struct argp_state *state) {
    struct err err;
    for (size_t i = 0; i < COUNT(hooks); i++)
        if (hooks[i].key == key) {
            if (commands_add_hook(&options->commands, hooks[i].hook, text, &err))
                refuse(state, "--%s: %s", commands_hook_name(hooks[i].hook), err.message);
            return 1;
        }
    return 0;
}

/* The option with KEY; NULL: it is none of ours. */
static const struct argp_option *find_option(int key) {
    for (size_t i = 0; i < COUNT(table); i++)
        if (table[i].name && table[i].key == key)
            return &table[i];
    return NULL;
}

/* An option that does not go with --resume. */
static void note_alone(int key, struct options *options) {
    static const int beside[] = {'q', 'v', KEY_RESUME, KEY_RUN, KEY_PLOT};
    for (size_t i = 0; i < COUNT(beside); i++)
        if (key == beside[i])
            return;
    const struct argp_option *option = find_option(key);
    options->alone = option ? option->name : options->alone;
}

static enum mode read_mode(struct argp_state *state, const char *text) {
    enum mode mode = mode_find(text);
    if (mode == MODES)
        refuse(state,
               "--mode %s: average, first, sample or throughput is needed, or JMH's name for one%s",
               text,
               suggest_among(text, "average, first, sample, throughput, AverageTime, "
                                   "SingleShotTime, SampleTime or Throughput")
                   .text);
    return mode;
}

/* Whole numbers from 1 to DESIGN_POINTS_MOST_THREADS, such as "1,2", replace those in FACTOR. */
static void parse_threads(struct argp_state *state, const char *option, const char *text,
                          struct factor *factor) {
    struct err err;
    char dashed[32];
    snprintf(dashed, sizeof dashed, "--%s", option);
    factor_release(factor);
    if (factor_parse_values(factor, text, &err))
        refuse(state, "--%s: %s", option, err.message);
    for (size_t i = 0; i < factor->count; i++)
        if (factor->values[i] != floor(factor->values[i]) || factor->values[i] < 1 ||
            factor->values[i] > DESIGN_POINTS_MOST_THREADS)
            refuse(state, "--%s %s: whole numbers from 1 to %d are needed", option, text,
                   DESIGN_POINTS_MOST_THREADS);
    values_say_repeated(dashed, factor);
}

/* No NAME has a blank, and commands have some before any '='. */
static void add_relink(struct argp_state *state, char *text, struct options *options) {
    size_t length = strcspn(text, "=/ \t\n");
    struct relink relink = {text, text[length] == '=' ? text + length + 1 : text};
    struct err err;
    if (options->relink_count == OPTIONS_MAX_RELINKS)
        refuse(state, "--relink: more than %d libraries", OPTIONS_MAX_RELINKS);
    if (relink_check(relink.command, &err))
        refuse(state, "--relink %s", err.message);
    options->relinks[options->relink_count++] = relink;
}

static void add_variable(struct argp_state *state, const char *text, struct options *options) {
    char *variable = values_variable(state, "env", text);
    size_t length = strcspn(variable, "=") + 1;
    for (size_t i = 0; i < options->variable_count; i++)
        if (strncmp(options->variables[i], variable, length) == 0)
            refuse(state, "--env %.*s is given twice", (int)length - 1, variable);
    char **all = reallocarray(options->variables, options->variable_count + 1, sizeof *all);
    if (!all)
        refuse(state, "--env: no memory");
    options->variables = all;
    all[options->variable_count++] = variable;
}

static void add_preload(struct argp_state *state, char *text, struct options *options) {
    char **all = reallocarray(options->preloads, options->preload_count + 1, sizeof *all);
    if (!all)
        refuse(state, "--preload: no memory");
    options->preloads = all;
    all[options->preload_count++] = text;
}

static error_t parse(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    note_alone(key, options);
    if (parse_plain(key, text, options, state) || parse_hook(key, text, options, state))
        return 0;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->access;
        state->child_inputs[1] = &collect_completions;
        return 0;
    case KEY_SIZES:
        values_sizes(state, text, &options->settings);
        return 0;
    case KEY_SUBMIT: {
        static const char *const words[] = {"slurm", "print", NULL};
        options->submit = SUBMIT_SLURM + values_word(state, "submit", words, text);
        return 0;
    }
    case KEY_SCALING: {
        static const char *const words[] = {"strong", "weak", NULL};
        options->settings.scaling =
            SIZE_SCALING_STRONG + values_word(state, "scaling", words, text);
        return 0;
    }
    case 'p':
        values_parameter(state, text, &options->settings);
        return 0;
    case KEY_THREADS:
        parse_threads(state, "threads", text, &options->settings.threads);
        return 0;
    case KEY_RANKS:
        parse_threads(state, "ranks", text, &options->settings.ranks);
        return 0;
    case KEY_MODE:
        options->settings.mode = read_mode(state, text);
        return 0;
    case KEY_PRECISION:
        options->settings.precision = values_part(state, "precision", text);
        return 0;
    case KEY_PLAN_FOR:
        options->settings.plan_for = values_part(state, "plan-for", text);
        return 0;
    case KEY_TOLERANCE:
        options->settings.tolerance = values_positive(state, "tolerance", text);
        return 0;
    case KEY_MEMORY:
        options->settings.memory = values_bytes(state, "memory", text);
        return 0;
    case KEY_TYPE:
        choose_type(state, "--type", read_type(state, text), options);
        return 0;
    case 'h':
        argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
        return 0;
    case ARGP_KEY_ARG:
        if (options->action_count || options->functions.text)
            return ARGP_ERR_UNKNOWN;
        read_actions(state, text, options);
        return 0;
    case ARGP_KEY_ARGS:
        options->libraries = state->argv + state->next;
        options->library_count = (size_t)(state->argc - state->next);
        return 0;
    case KEY_FUNCTION: {
        struct err err;
        if (functions_add(&options->functions, text, &err))
            refuse(state, "--function %s", err.message);
        return 0;
    }
    case KEY_RELINK:
        add_relink(state, text, options);
        return 0;
    case KEY_COMMAND: {
        struct err err;
        if (commands_add(&options->commands, options->name, text, &err))
            refuse(state, "--command: %s", err.message);
        options->name = NULL;
        return 0;
    }
    case KEY_NAME:
        if (options->name)
            refuse(state, "--name %s: a --command is missing between it and --name %s",
                   options->name, text);
        options->name = text;
        return 0;
    case KEY_ENV:
        add_variable(state, text, options);
        return 0;
    case KEY_PRELOAD:
        add_preload(state, text, options);
        return 0;
    case KEY_SHELL:
        options->commands.shell = text ? text : "/bin/sh";
        return 0;
    case KEY_PLOT:
        if (text && !*text)
            refuse(state, "--plot: the file's name is empty");
        options->has_plot = 1;
        options->plot = text;
        return 0;
    case KEY_STDOUT:
        if (options->commands.output_count == COMMANDS_MAX)
            refuse(state, "--stdout is given more than %d times", COMMANDS_MAX);
        options->commands.outputs[options->commands.output_count++] = text;
        return 0;
    case KEY_CHECK: {
        struct commands *commands = &options->commands;
        int is_output = strcmp(text, "stdout") == 0;
        if (is_output ? commands->checks_output : commands->checked_file != NULL)
            refuse(state, "--check %s: %s is compared already; stdout and one FILE can be", text,
                   is_output ? "that" : commands->checked_file);
        if (is_output)
            commands->checks_output = 1;
        else
            commands->checked_file = text;
        return 0;
    }
    case ARGP_KEY_END:
        options_check(state, options);
        settings_add_rounds(&options->settings);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {
    {&access_options_argp, 0, 0, 0}, {&completion_argp, 0, 0, 0}, {0}};

static const struct argp argp = {
    table,
    parse,
    "ACTION[,ACTION...] [LIBRARY...]\n--function PROTOTYPE LIBRARY...\n--command COMMAND --command "
    "COMMAND...\n--resume FILE [--run "
    "RUN]\n--submit slurm [--nodes LIST|--array N] ACTION [LIBRARY...]\n--campaign FILE\n--list "
    "[ACTION.so]",
    "Measures an action over several libraries, with the same inputs, in an order that makes them "
    "comparable; checks the answers; appends the seconds to an archive."
    "\vAn ACTION is a built-in one, or the path of a plug-in. A LIBRARY is a path, NAME=path, or "
    "the name of an installed one; with none given, all that "
    "are installed; or the name of an implementation that a plug-in has. Then: bench-analyze "
    "results.h5, bench-plot results.h5.",
    children,
    0,
    0};

void options_parse(struct options *options, int argc, char **argv) {
    uint32_t seed = 0;
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
