/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h: the command line of bench-collect. */
#ifndef BENCHMAT_COLLECT_CLI_OPTIONS_H
#define BENCHMAT_COLLECT_CLI_OPTIONS_H

#include <argp.h>
#include <stdint.h>

#include "collect/action.h"
#include "collect/commands/commands.h"
#include "collect/design/settings.h"
#include "collect/functions/functions.h"
#include "store/command_line/access_options.h"
#include "store/command_line/option_table.h"

enum { OPTIONS_MAX_ACTIONS = 256, OPTIONS_MAX_RELINKS = 64 };

/* An action as the command line names it. */
struct options_action {
    const char *word;
    const struct bench_action *builtin; /* NULL: WORD is a plug-in's path */
};

/* A library that is linked anew for each round; both are borrowed. */
struct relink {
    const char *words;   /* "NAME=COMMAND" or "COMMAND" */
    const char *command; /* the part of WORDS that relink_make takes */
};

/* Whether to measure here, or in jobs of a batch system. */
enum submit { SUBMIT_NOT, SUBMIT_SLURM, SUBMIT_PRINT };

struct options {
    struct settings settings;
    struct options_action actions[OPTIONS_MAX_ACTIONS];
    size_t action_count;
    struct commands commands;   /* measured in the place of actions, if there are any */
    const char *name;           /* of the command that comes next; NULL: not given */
    struct functions functions; /* measured in the place of actions, if there are any */
    char *words;                /* the text that holds the actions' words */
    char **libraries;           /* the LIBRARY arguments, borrowed */
    size_t library_count;
    struct relink relinks[OPTIONS_MAX_RELINKS];
    size_t relink_count;
    char **variables; /* "NAME=VALUE", for workers */
    size_t variable_count;
    char **preloads; /* as given, borrowed */
    size_t preload_count;
    char *preload; /* their real paths, separated by ':'; NULL: none, or they are not found yet */
    const char *output;
    char *resume;      /* the archive with the run to resume; NULL: a new run */
    char *run;         /* the run to resume; NULL: the latest interrupted one */
    const char *alone; /* an option that conflicts with --resume; NULL: none */
    unsigned submit;   /* enum submit */
    char *nodes;       /* a task for each of these; NULL: ARRAY tasks anywhere */
    uint64_t array;    /* 0: not given */
    char *sbatch;      /* more options for sbatch */
    char *campaign;    /* the archive of the campaign to show; NULL: none */
    int has_plot;      /* draw a chart while measuring */
    char *plot;        /* into this file; NULL: on the terminal */
    struct access_options access;
    struct options_given given;
    int list, check_system, dry_run, quiet, verbose;
};

/* Reads the command line; after a mistake, reports it and ends the program with status 64. The
 * caller gives OPTIONS to options_release. */
void options_parse(struct options *options, int argc, char **argv);
void options_release(struct options *options);

/* Finds the files to preload. ERR_USAGE: one is not there, or the loader can take no such path. */
int options_find_preloads(struct options *options, struct err *err);

#endif
