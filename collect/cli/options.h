/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h: the command line of bench-collect. */
#ifndef BENCHMAT_COLLECT_CLI_OPTIONS_H
#define BENCHMAT_COLLECT_CLI_OPTIONS_H

#include <argp.h>
#include <stdint.h>

#include "collect/action.h"
#include "collect/design/settings.h"
#include "store/cli/access_options.h"

enum { OPTIONS_MAX_ACTIONS = 256 };

/* An action as it was asked for. */
struct options_action {
    const char *word;
    const struct bench_action *builtin; /* NULL: WORD is a plug-in's path */
};

struct options {
    struct settings settings;
    struct options_action actions[OPTIONS_MAX_ACTIONS];
    size_t action_count;
    char *words;      /* in which the actions' stand */
    char **libraries; /* the arguments, borrowed */
    size_t library_count;
    const char *output;
    char *resume; /* the archive whose interrupted run is to be gone on with; NULL: a new one */
    char *run;    /* of these; NULL: the latest */
    int alone;    /* the key of an option that has no place beside resume; 0: there is none */
    struct cmd_access access;
    int list, check_system, dry_run, quiet, verbose;
};

/* Reads the command line; on a mistake says so and ends the program with status 64. The caller
 * gives OPTIONS to options_release. */
void options_parse(struct options *options, int argc, char **argv);
void options_release(struct options *options);

/* --- values --- */

/* Reads the values of options. A text that is none is a mistake: argp says so, naming
 * OPTION and what is needed, and ends the program. */

/* A number above 0, at most MOST. */
double values_positive(struct argp_state *state, const char *option, const char *text, double most);

/* A whole number from LEAST to MOST. */
uint64_t values_count(struct argp_state *state, const char *option, const char *text,
                      uint64_t least, uint64_t most);

/* "1%" or "0.01": a part of one, more than 0 and less than 1. */
double values_part(struct argp_state *state, const char *option, const char *text);

/* "512M", "4G" or "1000000": bytes, in powers of 1024 with a unit; at least 1. */
uint64_t values_bytes(struct argp_state *state, const char *option, const char *text);

/* The position of TEXT among WORDS, which end with NULL. */
unsigned values_word(struct argp_state *state, const char *option, const char *const *words,
                     const char *text);

/* "full" or the sizes themselves, in place of those that SETTINGS have. */
void values_sizes(struct argp_state *state, const char *text, struct settings *settings);

/* "1,2": whole numbers from 1 to DESIGN_POINTS_MOST_THREADS, in place of those that THREADS has. */
void values_threads(struct argp_state *state, const char *text, struct factor *threads);

/* "NAME=VALUES", to be added to the parameters in SETTINGS, each name once. */
void values_parameter(struct argp_state *state, const char *text, struct settings *settings);

#endif
