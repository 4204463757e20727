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
    {"type", KEY_TYPE, "s|d", 0, "single or double precision (default: d)", 0},
    {"threads", KEY_THREADS, "N", 0, "threads of every library, and CPUs (default: 1)", 0},
    {"ref", KEY_REF, "NAME", 0,
     "hold answers against this library's and take ratios to it (default: answers against the "
     "built-in library's, ratios to the first library)",
     0},
    {"tolerance", KEY_TOLERANCE, "X", 0,
     "accept answers that are off by at most X (default: by the action's error bound)", 0},
    {0, 0, 0, 0, "How long to measure:", 2},
    {"rounds", KEY_ROUNDS, "N", 0, "passes, each with fresh processes (default: 5)", 0},
    {"max-seeds", KEY_MAX_SEEDS, "N", 0, "most different inputs per size (default: 8)", 0},
    {"stage-time", KEY_STAGE_TIME, "SECONDS", 0, "time per library, size and round (default: 0.03)",
     0},
    {"timeout", KEY_TIMEOUT, "SECONDS", 0,
     "give a library up that does not answer for so long (default: by the operations asked for)",
     0},
    {"seed", KEY_SEED, "N", 0, "repeat the order and memory layout of an earlier run", 0},
    {0, 0, 0, 0, "Where and what to say:", 3},
    {"output", 'o', "FILE", 0, "append to this archive (default: results.h5)", 0},
    {"dry-run", 'n', 0, 0, "say what would be measured, and end", 0},
    {"list", KEY_LIST, 0, 0, "list actions and installed libraries, and end", 0},
    {"quiet", 'q', 0, 0, "say nothing but errors", 0},
    {"verbose", 'v', 0, 0, "say what each library is and how it was bound", 0},
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

/* Where a plain value goes. */
struct plain {
    int key;
    size_t offset; /* in struct options */
};

static const struct plain flags[] = {
    {'n', offsetof(struct options, dry_run)},
    {KEY_LIST, offsetof(struct options, list)},
    {'q', offsetof(struct options, quiet)},
    {'v', offsetof(struct options, verbose)},
};

static const struct plain texts[] = {
    {'o', offsetof(struct options, output)},
    {KEY_REF, offsetof(struct options, settings.reference)},
};

static const struct {
    struct plain plain;
    const char *name;
    uint64_t least, most;
} counts[] = {
    {{KEY_ROUNDS, offsetof(struct options, settings.rounds)}, "rounds", 1, 100000},
    {{KEY_MAX_SEEDS, offsetof(struct options, settings.max_seeds)}, "max-seeds", 1, 100000},
    {{KEY_THREADS, offsetof(struct options, settings.threads)}, "threads", 1, 4096},
    {{KEY_SEED, offsetof(struct options, settings.seed)}, "seed", 0, INT64_MAX},
};

static const struct {
    struct plain plain;
    const char *name;
    double most;
} reals[] = {
    {{KEY_STAGE_TIME, offsetof(struct options, settings.stage_time)}, "stage-time", MOST_SECONDS},
    {{KEY_TIMEOUT, offsetof(struct options, settings.timeout)}, "timeout", MOST_SECONDS},
    {{KEY_TOLERANCE, offsetof(struct options, settings.tolerance)}, "tolerance", DBL_MAX},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Where KEY's value goes, or NULL. */
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
            *count = read_count(state, counts[i].name, text, counts[i].least, counts[i].most);
            return 1;
        }
    }
    for (size_t i = 0; i < COUNT(reals); i++) {
        double *real = find_plain(&reals[i].plain, 1, key, options);
        if (real) {
            *real = read_positive(state, reals[i].name, text, reals[i].most);
            return 1;
        }
    }
    return 0;
}

/* Whether KEY has a plain value, which is then set. */
static int parse_plain(int key, char *text, struct options *options, struct argp_state *state) {
    int *flag = find_plain(flags, COUNT(flags), key, options);
    char **string = find_plain(texts, COUNT(texts), key, options);
    if (flag)
        *flag = 1;
    if (string)
        *string = text;
    return flag || string || parse_number(key, text, options, state);
}

static error_t parse(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    if (parse_plain(key, text, options, state))
        return 0;
    switch (key) {
    case KEY_SIZES:
        read_sizes(state, text, &options->settings);
        return 0;
    case KEY_TYPE:
        options->settings.type = read_type(state, text);
        return 0;
    case 'h':
        argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
        return 0;
    case ARGP_KEY_ARG:
        if (options->action_count)
            return ARGP_ERR_UNKNOWN;
        read_actions(state, text, options);
        return 0;
    case ARGP_KEY_ARGS:
        options->libraries = state->argv + state->next;
        options->library_count = (size_t)(state->argc - state->next);
        return 0;
    case ARGP_KEY_END:
        if (!options->action_count && !options->list)
            argp_error(state, "an ACTION is needed; bench-collect --list shows them");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
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
