/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/options_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/text/shell_words.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* --- what goes together --- */

static void check_together(struct argp_state *state, const struct options *options) {
    const struct settings *settings = &options->settings;
    if (options->run && !options->resume)
        refuse(state, "--run says which run --resume is to finish; give that too");
    if (options->resume && options->action_count)
        refuse(state, "--resume goes on with what the run was to measure; leave ACTION and "
                      "LIBRARY out, or measure a new run without --resume");
    if (options->resume && options->alone)
        refuse(state,
               "--resume goes on as the run was begun; leave --%s out, or measure a new "
               "run without --resume",
               options->alone);
    if (options->list && options->action_count &&
        (options->action_count > 1 || options->actions[0].builtin))
        refuse(state, "--list shows all built-in actions, or describes one plug-in");
    if (!options->action_count && !options->commands.count && !options->functions.text &&
        !options->resume && !options->list && !options->check_system && !options->campaign)
        refuse(state, "an ACTION is needed, or --function or --command; bench-collect --list shows "
                      "all actions");
    if (settings->scaling == SIZE_SCALING_WEAK && settings->sizes_wanted != SIZES_GIVEN)
        refuse(state, "--scaling weak needs the sizes with one thread; give --sizes, such as "
                      "--sizes 256,512");
    if (settings->max_time > 0 && !(settings_half_width(settings) > 0))
        refuse(state, "--max-time bounds --precision or --plan-for, which are not given; --time "
                      "plans everything to end in about so many seconds");
    if (settings->precision > 0 && settings->plan_for > 0)
        refuse(state, "--precision adds rounds until it is reached, --plan-for fixes their number "
                      "before; leave one of them out");
    if (settings->plan_for > 0 && settings->time > 0)
        refuse(state, "--plan-for decides how long it takes, and so does --time; bound --plan-for "
                      "by --max-time");
    if (settings->plan_for > 0 && settings->rounds < 2)
        refuse(state, "--rounds 1: a single round tells --plan-for nothing of how processes "
                      "differ; 2 or more are needed, and 5 are usual");
    if (settings->precision > 0 && settings->time > 0)
        refuse(state, "--precision decides how long it takes, and so does --time; bound "
                      "--precision by --max-time");
    if (settings->time > 0 && (settings->fixed & SETTINGS_FIX_ALL) == SETTINGS_FIX_ALL &&
        settings->sizes_wanted == SIZES_GIVEN)
        refuse(state, "--sizes, --rounds, --max-seeds and --stage-time leave nothing for "
                      "--time to choose; leave one of them out");
}

/* --- campaigns --- */

/* Options of sbatch that are not for the user. */
static const struct {
    const char *name, *letter, *why;
} own_of_sbatch[] = {
    {"--array", "-a", "--nodes and --array decide that"},
    {"--nodelist", "-w", "--nodes decides that"},
    {"--output", "-o", "logs are in the spool"},
    {"--wrap", NULL, "what is submitted is a script"},
    {"--wait", "-W", "bench-collect --campaign shows how it goes"},
    {"--test-only", NULL, "--submit print submits nothing"},
    {"--clusters", "-M", "jobs are asked for on this cluster alone"},
    {"--help", "-h", "it submits nothing"},
    {"--usage", NULL, "it submits nothing"},
    {"--version", "-V", "it submits nothing"},
};

/* Whether WORD is the option NAME, of which sbatch understands any clear beginning, or LETTER. */
static int is_sbatch_option(const char *word, const char *name, const char *letter) {
    size_t length = strcspn(word, "=");
    return (length > 3 && strncmp(word, name, length) == 0) ||
           (letter && strncmp(word, letter, 2) == 0);
}

static void check_sbatch(struct argp_state *state, const char *text) {
    struct shell_words words = {0};
    struct err err;
    if (strchr(text, '\n'))
        refuse(state, "--sbatch: the options must be in one line");
    if (shell_words_split(&words, text, &err))
        refuse(state, "--sbatch: %s", err.message);
    for (size_t i = 0; i < words.count; i++)
        for (size_t k = 0; k < COUNT(own_of_sbatch); k++)
            if (is_sbatch_option(words.items[i], own_of_sbatch[k].name, own_of_sbatch[k].letter))
                refuse(state, "--sbatch %s: leave %s out; %s", text, words.items[i],
                       own_of_sbatch[k].why);
    shell_words_release(&words);
}

static void check_campaign(struct argp_state *state, const struct options *options) {
    const struct {
        int is_given;
        const char *name;
    } others[] = {{options->list, "list"},
                  {options->check_system, "check-system"},
                  {options->dry_run, "dry-run"},
                  {options->has_plot, "plot"},
                  {options->resume != NULL, "resume"},
                  {options->campaign != NULL, "campaign"}};
    for (size_t i = 0; i < COUNT(others) && options->submit; i++)
        if (others[i].is_given)
            refuse(state, "--submit measures in jobs; leave --%s out", others[i].name);
    if (!options->submit && (options->nodes || options->array || options->sbatch))
        refuse(state, "--%s is for --submit; give that too",
               options->nodes   ? "nodes"
               : options->array ? "array"
                                : "sbatch");
    if (options->nodes && options->array)
        refuse(state, "--nodes says how many tasks there are; leave --array out");
    if (options->campaign && (options->action_count || options->commands.count))
        refuse(state, "--campaign shows what was submitted; leave ACTION and LIBRARY out");
    if (options->sbatch)
        check_sbatch(state, options->sbatch);
}

/* --- modes --- */

/* Enough calls for p99.9 if one takes up to a millisecond. */
static void choose_call_counts(struct argp_state *state, struct settings *settings) {
    const double stage_time = 0.2; /* in each of five rounds */
    const uint64_t most_calls = 2000;
    if (!(settings->fixed & SETTINGS_FIX_STAGE_TIME))
        settings->stage_time = stage_time;
    if (!(settings->fixed & SETTINGS_FIX_MAX_SEEDS))
        settings->max_seeds = most_calls;
    if (settings->max_seeds > SETTINGS_MOST_CALLS)
        refuse(state, "--max-seeds %llu: with --mode sample a round keeps at most %d calls",
               (unsigned long long)settings->max_seeds, SETTINGS_MOST_CALLS);
}

/* Only commands take them; the first that is no number says what is needed. */
static void refuse_words(struct argp_state *state, const struct settings *settings) {
    struct factor none;
    struct err err;
    for (size_t i = 0; i < settings->parameter_count; i++)
        for (size_t w = 0; w < settings->parameters[i].word_count; w++)
            if (factor_parse_values(&none, settings->parameters[i].words[w], &err))
                refuse(state, "-p %s: %s", settings->parameters[i].name, err.message);
            else
                factor_release(&none);
}

/* --- commands --- */

/* Options that mean nothing for commands. */
static void check_conflicts(struct argp_state *state, const struct options *options) {
    const struct settings *settings = &options->settings;
    const struct {
        int is_given;
        const char *name;
    } of_libraries[] = {
        {settings->type != 0, "type"},
        {settings->placement != PLACEMENT_COMMON, "layout"},
        {settings->cache != CACHE_WARM, "cache"},
        {settings->memory != 0, "memory"},
        {!isnan(settings->tolerance), "tolerance"},
        {(settings->fixed & SETTINGS_FIX_TRIAL) != 0, "trial"},
        {settings->pinning != PINNING_CORES, "pin"},
        {settings->ranks.count > 0, "ranks"},
        {settings->oversubscribes, "oversubscribe"},
        {settings->launcher != NULL, "launcher"},
        {settings->device != NULL, "device"},
        {settings->transfers != TRANSFERS_EXCLUDED, "transfers"},
        {settings->inputs != INPUTS_AUTO, "inputs"},
        {settings->alignment != ALIGNMENT_LINE, "align"},
        {options->relink_count > 0, "relink"},
        {options->list, "list"},
    };
    for (size_t i = 0; i < COUNT(of_libraries); i++)
        if (of_libraries[i].is_given)
            refuse(state, "--%s is for libraries, not for commands", of_libraries[i].name);
    if (settings->mode == MODE_FIRST)
        refuse(state, "--mode first changes nothing for commands: each run is a process of its "
                      "own; leave it out");
    if (options->action_count)
        refuse(state, "--command takes the place of ACTION and LIBRARY; leave %s out",
               options->actions[0].word);
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Of the file itself, or, while there is none, of the directory where it would be. Returns whether
 * there is either. */
static int find_file(const char *path, struct stat *found) {
    if (stat(path, found) == 0)
        return 1;
    size_t length = (size_t)(base_name(path) - path);
    char *directory = length ? strndup(path, length) : strdup(".");
    int status = directory ? stat(directory, found) : -1;
    free(directory);
    return status == 0;
}

/* Whether both names mean one file, or would if there were one. */
static int are_same_file(const char *one, const char *other) {
    struct stat a, b;
    return find_file(one, &a) && find_file(other, &b) && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino &&
           (S_ISREG(a.st_mode) || strcmp(base_name(one), base_name(other)) == 0);
}

/* Archives and what commands print are easily taken for one another. */
static void check_outputs(struct argp_state *state, const struct options *options) {
    static const char *const words[] = {"pipe", "null", "inherit"};
    const struct commands *commands = &options->commands;
    for (size_t i = 0; i < COUNT(words); i++)
        if (strcmp(options->output, words[i]) == 0)
            refuse(state,
                   "--output %s names the archive; --stdout says where commands print, and ./%s is "
                   "an archive of that name",
                   words[i], words[i]);
    for (size_t i = 0; i < commands->output_count; i++)
        if (commands_output_of(commands->outputs[i]) == COMMANDS_FILE &&
            are_same_file(commands->outputs[i], options->output))
            refuse(state, "--stdout %s: that is the archive; choose another file",
                   commands->outputs[i]);
}

static void check_sizes(struct argp_state *state, const struct options *options) {
    const struct commands *commands = &options->commands;
    int has_size = commands_use(commands, "size") || commands_hooks_use(commands, "size");
    if (has_size && options->settings.sizes_wanted != SIZES_GIVEN)
        refuse(state, "a command has {size}; give --sizes, such as --sizes 1k,1M");
    if (!has_size && options->settings.sizes_wanted != SIZES_THINNED)
        refuse(state, "no command has {size}; write it where --sizes should appear");
}

/* --- functions --- */

static void finish_functions(struct argp_state *state, struct options *options) {
    struct functions *functions = &options->functions;
    const struct settings *settings = &options->settings;
    struct err err;
    const struct {
        int is_given;
        const char *name;
    } others[] = {
        {settings->type != 0, "type"},
        {(settings->fixed & SETTINGS_FIX_TRIAL) != 0, "trial"},
        {settings->ranks.count > 0, "ranks"},
        {settings->oversubscribes, "oversubscribe"},
        {settings->launcher != NULL, "launcher"},
        {settings->device != NULL, "device"},
        {settings->transfers != TRANSFERS_EXCLUDED, "transfers"},
        {options->commands.count > 0, "command"},
        {options->list, "list"},
    };
    for (size_t i = 0; i < COUNT(others); i++)
        if (others[i].is_given)
            refuse(state, "--%s means nothing for a --function; leave one of them out",
                   others[i].name);
    if (!options->library_count && !options->relink_count)
        refuse(state,
               "--function needs the files that have it, as in bench-collect ./loops.so "
               "--function '%s'",
               functions->text);
    for (size_t i = 0; i < settings->parameter_count; i++) {
        const struct factor *given = &settings->parameters[i];
        if (functions_give(functions, given->name, given->values, given->count, &err))
            refuse(state, "-p %s: %s", given->name, err.message);
    }
    if (functions_check(functions, &err))
        refuse(state, "--function %s", err.message);
}

/* About as much time per command as hyperfine takes. */
static void choose_run_counts(struct settings *settings) {
    const double stage_time = 0.6; /* in each of five rounds */
    const uint64_t most_runs = 100;
    if (!(settings->fixed & SETTINGS_FIX_STAGE_TIME))
        settings->stage_time = stage_time;
    if (!(settings->fixed & SETTINGS_FIX_MAX_SEEDS))
        settings->max_seeds = most_runs;
    settings->placement = PLACEMENT_FREE;
}

static void finish_commands(struct argp_state *state, struct options *options) {
    struct commands *commands = &options->commands;
    struct settings *settings = &options->settings;
    struct err err;
    static const char *const usual[] = {"size", "seed", "round", "threads"};
    check_conflicts(state, options);
    if (commands_name(commands, &err))
        refuse(state, "--command: %s", err.message);
    for (size_t i = 0; i < settings->parameter_count; i++) {
        const char *name = settings->parameters[i].name;
        for (size_t k = 0; k < COUNT(usual); k++)
            if (strcmp(name, usual[k]) == 0)
                refuse(state, "-p %s: {%s} has a meaning of its own; choose another name", name,
                       name);
        if (!commands_use(commands, name) && !commands_hooks_use(commands, name))
            refuse(state, "-p %s: no command has {%s}", name, name);
        const struct factor *given = &settings->parameters[i];
        if (given->word_count) {
            if (commands_vary(commands, name, given->words, given->word_count, &err))
                refuse(state, "-p %s: %s", name, err.message);
            continue;
        }
        if (commands->parameter_count == BENCH_MAX_PARAMETERS)
            refuse(state, "-p: more than %d placeholders", BENCH_MAX_PARAMETERS);
        commands->spellings[commands->parameter_count] = given->spellings;
        commands->parameters[commands->parameter_count++] = name;
    }
    if (commands_resolve_input(commands, &err) || commands_check(commands, &err))
        refuse(state, "%s", err.message);
    check_outputs(state, options);
    check_sizes(state, options);
    commands->timeout = settings->timeout;
    choose_run_counts(settings);
}

void options_check(struct argp_state *state, struct options *options) {
    if (options->name)
        refuse(state, "--name %s names the --command after it; there is none", options->name);
    check_campaign(state, options);
    check_together(state, options);
    if (!options->commands.count)
        refuse_words(state, &options->settings);
    if (options->functions.text)
        finish_functions(state, options);
    if (!options->commands.count && options->commands.output_count)
        refuse(state, "--stdout is for commands; give --command, or leave it out");
    if (options->commands.count)
        finish_commands(state, options);
    else if (options->settings.mode == MODE_SAMPLE)
        choose_call_counts(state, &options->settings);
}
