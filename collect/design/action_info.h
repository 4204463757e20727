/* SPDX-License-Identifier: GPL-3.0-or-later */
/* action_info.h: what the collector knows of an action, be it built in or a plug-in's.
 *
 * A built-in action is asked directly. A plug-in's code never runs in the collector: all there is
 * of it is what a worker has reported (action_process.h): a description, and an account of each
 * design point that was asked about. */
#ifndef BENCHMAT_COLLECT_DESIGN_ACTION_INFO_H
#define BENCHMAT_COLLECT_DESIGN_ACTION_INFO_H

#include <stddef.h>
#include <stdint.h>

#include "collect/action.h"
#include "collect/harness/design_point.h"
#include "collect/harness/wire.h"
#include "formats/text/err.h"
#include "formats/model/run.h"

enum { ACTION_INFO_MAX_IMPLEMENTATIONS = 64 };

struct query;

struct action_info_parameter {
    const char *name, *about;
    double value; /* by default */
};

/* What an action says of one design point. Threads do not matter to it. */
struct account {
    struct design_point design_point;
    struct terms terms;
    size_t arena_bytes, output_bytes; /* as struct workspace_needs */
    enum cell_status fate;            /* CELL_OK, or what became of it, unmeasured */
    char why[256];                    /* why not CELL_OK */
};

struct accounts {
    struct account *items;
    size_t count;
    size_t hangs; /* design points about which it did not answer in time */
};

struct action_info {
    const char *name, *about, *size_means; /* size_means: NULL where the action has no size */
    const char *types;                     /* all that it can do */
    const char *flops_formula, *bytes_formula;
    int64_t largest;
    char type; /* of these, the one to measure */
    int has_residual;
    int has_run; /* begin_run or end_run */
    int has_end; /* end_round */
    const char *implementations[ACTION_INFO_MAX_IMPLEMENTATIONS];
    size_t implementation_count; /* 0: libraries are compared */
    struct action_info_parameter parameters[BENCH_MAX_PARAMETERS];
    size_t parameter_count;

    enum cell_status fate; /* not CELL_OK: of all design points, and why */
    const char *why;

    const struct bench_action *builtin; /* NULL: a plug-in, and then */
    char *plugin;                       /* the shared object's real path */
    char digest[65];                    /* of the file, in hexadecimal digits; "" while not known */
    char *texts;                        /* in which all those above stand */
    struct accounts *accounts;
    struct query *query; /* who asks the plug-in, while that goes on */
};

/* ACTION, which is borrowed, in its default type. Need not be released. */
void action_info_of_builtin(struct action_info *info, const struct bench_action *action);

/* Makes INFO the plug-in at PATH, a real path, as a worker has described it. Names that are not
 * what action.h demands, and counts beyond the limits, are ERR_FAILED. The caller gives INFO to
 * action_info_release in any case. */
int action_info_of_plugin(struct action_info *info, const char *path,
                          const struct wire_described *described, struct err *err);
void action_info_release(struct action_info *info);

/* Sets the type: WANTED, or where that is 0 'd', or the first that the action has. ERR_USAGE where
 * it has not the type wanted. */
int action_info_choose_type(struct action_info *info, char wanted, struct err *err);

/* The number of the implementation of that NAME; SIZE_MAX for none. */
size_t action_info_find_implementation(const struct action_info *info, const char *name);

/* What the action says of DESIGN_POINT. Of one that a plug-in was not asked about, what it said of
 * the nearest size with the same parameters, in proportion to the size. */
struct account action_info_account(const struct action_info *info,
                                   const struct design_point *design_point);
struct terms action_info_terms(const struct action_info *info,
                               const struct design_point *design_point);

/* Whether a plug-in has been asked about DESIGN_POINT already. Built-in actions need not be asked.
 */
int action_info_knows(const struct action_info *info, const struct design_point *design_point);

/* Keeps what a plug-in said of a design point, in place of what was known of it. Returns 0, or
 * ERR_FAILED where there is no memory. */
int action_info_keep(const struct action_info *info, const struct account *account,
                     struct err *err);

/* Sets the facts of a measurement that say what was measured. */
void action_info_record(const struct action_info *info, struct facts *facts);

#endif
