/* SPDX-License-Identifier: GPL-3.0-or-later */
/* action_info.h: what the collector knows about an action, built in or from a plug-in.
 *
 * A built-in action is asked directly. A plug-in's code never runs in the collector, which has only
 * what a worker has reported (action_process.h): a description, and an account of each design point
 * that the worker was asked about. */
#ifndef BENCHMAT_COLLECT_DESIGN_ACTION_INFO_H
#define BENCHMAT_COLLECT_DESIGN_ACTION_INFO_H

#include <stddef.h>
#include <stdint.h>

#include "collect/action.h"
#include "collect/commands/commands.h"
#include "collect/functions/functions.h"
#include "collect/harness/design_point.h"
#include "collect/harness/wire.h"
#include "formats/text/err.h"
#include "formats/model/run.h"

enum { ACTION_INFO_MAX_IMPLEMENTATIONS = 64 };

struct query;

struct action_info_parameter {
    const char *name, *about;
    double value; /* the default */
};

/* What an action says about one design point, whatever the number of threads, unless these are the
 * ranks of a parallel action. */
struct account {
    struct design_point design_point;
    struct terms terms;
    size_t arena_bytes, output_bytes; /* as in struct workspace_needs */
    enum cell_status fate;            /* CELL_OK, or why it will not be measured */
    char why[256];                    /* the reason if not CELL_OK */
};

struct accounts {
    struct account *items;
    size_t count;
    size_t hangs; /* design points about which the action did not answer in time */
};

struct action_info {
    const struct commands *commands;       /* what the implementations run; NULL: not commands */
    const struct functions *functions;     /* the implementations; NULL: not plain functions */
    const char *name, *about, *size_means; /* size_means: NULL if the action has no size */
    const char *types;                     /* all types that it supports */
    const char *flops_formula, *bytes_formula;
    int64_t largest, smallest_power; /* smallest_power: 0 unless default sizes are powers of 2 */
    char type;                       /* the one to measure */
    int has_residual;
    int has_run;                              /* it has begin_run or end_run */
    int has_end;                              /* it has end_round */
    int makes_trials;                         /* it is a throughput action */
    int is_parallel;                          /* ranks do its calculation together */
    int is_preloaded;                         /* its libraries replace functions of the C library */
    const char *counters[BENCH_MAX_COUNTERS]; /* of each thread of a trial */
    size_t counter_count;
    const char *implementations[ACTION_INFO_MAX_IMPLEMENTATIONS];
    size_t implementation_count; /* 0: libraries are compared */
    struct action_info_parameter parameters[BENCH_MAX_PARAMETERS];
    size_t parameter_count;

    enum cell_status fate; /* not CELL_OK: the fate of all design points */
    const char *why;

    const struct bench_action *builtin; /* NULL: a plug-in, which uses the members below */
    char *plugin;                       /* the shared object's real path */
    char digest[65];                    /* SHA-256 of the file, in hexadecimal; "" if unknown */
    char *texts;                        /* the memory of all texts above */
    struct accounts *accounts;
    struct query *query; /* the worker that asks the plug-in; NULL: none */
};

/* Sets INFO to ACTION, which is borrowed, in its default type. It need not be released. */
void action_info_of_builtin(struct action_info *info, const struct bench_action *action);

/* Sets INFO to the action whose implementations are COMMANDS, which are borrowed. It need not be
 * released. */
void action_info_of_commands(struct action_info *info, const struct commands *commands);

/* Sets INFO to the action whose implementations are FUNCTIONS, which are borrowed. It need not be
 * released. ERR_FAILED: as function_action_of. */
int action_info_of_functions(struct action_info *info, const struct functions *functions,
                             struct err *err);

/* Sets INFO to the plug-in at PATH, a real path, as a worker has described it. ERR_FAILED: names
 * that break the rules of action.h, or counts beyond the limits. The caller gives INFO to
 * action_info_release in any case. */
int action_info_of_plugin(struct action_info *info, const char *path,
                          const struct wire_described *described, struct err *err);
void action_info_release(struct action_info *info);

/* Sets the type to WANTED; if that is 0, to 'd' or else the first type of the action. ERR_USAGE:
 * the action lacks the type WANTED. */
int action_info_choose_type(struct action_info *info, char wanted, struct err *err);

/* Whether the type means anything: what is measured calculates with numbers of it. */
int action_info_has_type(const struct action_info *info);

/* Whether the action may be asked for SIZE, from the command line. What calls no routines of
 * libraries decides by itself, when it is set up. Else sizes begin at 1, and go beyond 32 bits only
 * for vectors of linear algebra, of which there are libraries with such integers. ERR_USAGE: it may
 * not. */
int action_info_check_size(const struct action_info *info, int64_t size, struct err *err);

/* The number of the implementation called NAME; SIZE_MAX: none. */
size_t action_info_find_implementation(const struct action_info *info, const char *name);

/* What the action says about DESIGN_POINT. If a plug-in was not asked about it: what it said about
 * the nearest size with the same parameters, in proportion to the size. */
struct account action_info_account(const struct action_info *info,
                                   const struct design_point *design_point);
struct terms action_info_terms(const struct action_info *info,
                               const struct design_point *design_point);

/* Whether a plug-in has already been asked about DESIGN_POINT; always true for built-in actions. */
int action_info_knows(const struct action_info *info, const struct design_point *design_point);

/* Keeps what a plug-in said about a design point, replacing what was known about it. Returns 0, or
 * ERR_FAILED if memory runs out. */
int action_info_keep(const struct action_info *info, const struct account *account,
                     struct err *err);

/* Sets the facts of a measurement that describe the action. */
void action_info_record(const struct action_info *info, struct facts *facts);

#endif
