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
    struct access_options access;
    int list, check_system, dry_run, quiet, verbose;
};

/* Reads the command line; on a mistake says so and ends the program with status 64. The caller
 * gives OPTIONS to options_release. */
void options_parse(struct options *options, int argc, char **argv);
void options_release(struct options *options);

#endif
