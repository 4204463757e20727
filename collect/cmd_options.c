/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cmd_options.h"

#include <argp.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "collect/actions.h"

const char *argp_program_version = "bench-collect (benchmat) " BENCHMAT_VERSION;

enum key {
    KEY_SIZES = 256,
    KEY_ROUNDS,
    KEY_MAX_SEEDS,
    KEY_STAGE_TIME,
    KEY_TYPE,
    KEY_THREADS,
    KEY_TOLERANCE,
    KEY_TIMEOUT,
    KEY_REF,
    KEY_SEED,
    KEY_LIST,
};

static const struct argp_option table[] = {
    {0, 0, 0, 0, "What to measure:", 1},
    {"sizes", KEY_SIZES, "SIZES", 0,
     "8,16,32 or FROM:TO:STEPS (steps of equal ratio), or full for all classic sizes (default: a "
     "quarter of these, as many as take about a minute)",
     0},
    {"type", KEY_TYPE, "s|d", 0, "Single or double precision (default: d)", 0},
    {"threads", KEY_THREADS, "N", 0, "Threads of every library, and CPUs (default: 1)", 0},
    {"ref", KEY_REF, "NAME", 0,
     "Hold answers against this library's and take ratios to it (default: answers against the "
     "built-in library's, ratios to the first library)",
     0},
    {"tolerance", KEY_TOLERANCE, "X", 0,
     "Accept answers that are off by at most X (default: by the action's error bound)", 0},
    {0, 0, 0, 0, "How long to measure:", 2},
    {"rounds", KEY_ROUNDS, "N", 0, "Passes, each with fresh processes (default: 5)", 0},
    {"max-seeds", KEY_MAX_SEEDS, "N", 0, "Most different inputs per size (default: 8)", 0},
    {"stage-time", KEY_STAGE_TIME, "SECONDS", 0, "Time per library, size and round (default: 0.03)",
     0},
    {"timeout", KEY_TIMEOUT, "SECONDS", 0,
     "Give a library up that does not answer for so long (default: by the operations asked for)",
     0},
    {"seed", KEY_SEED, "N", 0, "Repeat the order and memory layout of an earlier run", 0},
    {0, 0, 0, 0, "Where and what to say:", 3},
    {"output", 'o', "FILE", 0, "Append to this archive (default: results.h5)", 0},
    {"dry-run", 'n', 0, 0, "Say what would be measured, and end", 0},
    {"list", KEY_LIST, 0, 0, "List actions and installed libraries, and end", 0},
    {"quiet", 'q', 0, 0, "Say nothing but errors", 0},
    {"verbose", 'v', 0, 0, "Say what each library is and how it was bound", 0},
    {0, 'h', 0, OPTION_HIDDEN, 0, -1},
    {0},
};

/* Nothing here may last longer than a year. */
#define MOST_SECONDS 31557600.0

static double read_positive(struct argp_state *state, const char *option, const char *text,
                            double most) {
    char *end;
    errno = 0;
    double value = strtod(text, &end);
    if (end == text || *end || errno || !(value > 0 && value <= most))
        argp_error(state, "--%s %s: a number above 0 is needed, at most %g", option, text, most);
    return value;
}

static uint64_t read_count(struct argp_state *state, const char *option, const char *text,
                           uint64_t least, uint64_t most) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (end == text || *end || errno || text[strspn(text, " \t")] == '-' || value < least ||
        value > most)
        argp_error(state, "--%s %s: a whole number from %llu to %llu is needed", option, text,
                   (unsigned long long)least, (unsigned long long)most);
    return value;
}

static char read_type(struct argp_state *state, const char *text) {
    if (strcmp(text, "s") != 0 && strcmp(text, "d") != 0)
        argp_error(state, "--type %s: s (single) or d (double precision) is needed", text);
    return text[0];
}

static void read_sizes(struct argp_state *state, const char *text, struct settings *settings) {
    struct err err;
    sizes_release(&settings->sizes);
    if (strcmp(text, "full") == 0) {
        settings->sizes_wanted = SIZES_FULL;
        return;
    }
    settings->sizes_wanted = SIZES_GIVEN;
    if (sizes_parse(&settings->sizes, text, &err))
        argp_error(state, "--sizes: %s", err.message);
}

static void unknown_action(struct argp_state *state, const char *name) {
    char names[512] = "";
    for (const struct bench_action *const *a = actions; *a; a++) {
        strncat(names, a == actions ? "" : ", ", sizeof names - strlen(names) - 1);
        strncat(names, (*a)->name, sizeof names - strlen(names) - 1);
    }
    argp_error(state, "no action \"%s\"; there are %s", name, names);
}

static void read_actions(struct argp_state *state, const char *text, struct options *options) {
    char *names = strdup(text), *rest = names;
    for (char *name; names && (name = strsep(&rest, ","));) {
        const struct bench_action *action = actions_find(name);
        if (!action)
            unknown_action(state, name);
        for (size_t i = 0; i < options->action_count; i++)
            if (options->actions[i] == action)
                argp_error(state, "action %s is named twice", name);
        if (options->action_count == OPTIONS_MAX_ACTIONS)
            argp_error(state, "more than %d actions", OPTIONS_MAX_ACTIONS);
        options->actions[options->action_count++] = action;
    }
    free(names);
}

static error_t parse(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    struct settings *settings = &options->settings;
    switch (key) {
    case KEY_SIZES:
        read_sizes(state, text, settings);
        break;
    case KEY_TYPE:
        settings->type = read_type(state, text);
        break;
    case KEY_THREADS:
        settings->threads = (int)read_count(state, "threads", text, 1, 4096);
        break;
    case KEY_REF:
        settings->reference = text;
        break;
    case KEY_TOLERANCE:
        settings->tolerance = read_positive(state, "tolerance", text, DBL_MAX);
        break;
    case KEY_ROUNDS:
        settings->rounds = read_count(state, "rounds", text, 1, 100000);
        break;
    case KEY_MAX_SEEDS:
        settings->max_seeds = read_count(state, "max-seeds", text, 1, 100000);
        break;
    case KEY_STAGE_TIME:
        settings->stage_time = read_positive(state, "stage-time", text, MOST_SECONDS);
        break;
    case KEY_TIMEOUT:
        settings->timeout = read_positive(state, "timeout", text, MOST_SECONDS);
        break;
    case KEY_SEED:
        settings->seed = read_count(state, "seed", text, 0, INT64_MAX);
        break;
    case 'o':
        options->output = text;
        break;
    case 'n':
        options->dry_run = 1;
        break;
    case KEY_LIST:
        options->list = 1;
        break;
    case 'q':
        options->quiet = 1;
        break;
    case 'v':
        options->verbose = 1;
        break;
    case 'h':
        argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
        break;
    case ARGP_KEY_ARG:
        if (options->action_count)
            return ARGP_ERR_UNKNOWN;
        read_actions(state, text, options);
        break;
    case ARGP_KEY_ARGS:
        options->libraries = state->argv + state->next;
        options->library_count = (size_t)(state->argc - state->next);
        break;
    case ARGP_KEY_END:
        if (!options->action_count && !options->list)
            argp_error(state, "an ACTION is needed; bench-collect --list shows them");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp argp = {
    table,
    parse,
    "ACTION[,ACTION...] [LIBRARY...]",
    "Measures an action over several libraries, with the same inputs, in an order that makes them "
    "comparable; checks the answers; appends the seconds to an archive."
    "\vA LIBRARY is a path, NAME=path, or the name of an installed one; with none given, all that "
    "are installed. Then: bench-analyze results.h5, bench-plot results.h5.",
    0,
    0,
    0};

void options_parse(struct options *options, int argc, char **argv) {
    uint32_t seed = 0;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
        seed = 1;
    *options = (struct options){.settings = SETTINGS_DEFAULT, .output = "results.h5"};
    options->settings.seed = seed;
    argp_parse(&argp, argc, argv, 0, 0, options);
}
