/* SPDX-License-Identifier: GPL-3.0-or-later */
/* action_query.h: asks a plug-in about itself, in a worker that has no library.
 *
 * What the plug-in does to that worker is its own affair: one that crashes, hangs or refuses while
 * it is asked about a design point loses that design point, and the next one is asked about in a
 * new worker. */
#ifndef BENCHMAT_COLLECT_PROCESSES_ACTION_QUERY_H
#define BENCHMAT_COLLECT_PROCESSES_ACTION_QUERY_H

#include "collect/processes/process.h"
#include "collect/design/action_info.h"

/* Has the plug-in at PATH, a real path, described, and makes SUBJECT of it; what keeps it from that
 * is an ERR_FAILED that names the file. The worker stays for further questions. CONDITIONS are
 * borrowed until the query ends. The caller gives SUBJECT to action_query_end and to
 * action_info_release in any case. */
int action_query_begin(struct action_info *subject, const char *path,
                       const struct process_conditions *conditions, struct err *err);
void action_query_end(struct action_info *subject);

/* Asks what the action says of SPOT, unless that is known, for action_info_account to tell. The
 * fate of a design point of which it does not tell is why: crashed, hung, failed; after two that
 * hung the others are not asked about. Returns 0; ERR_INTERRUPTED; or ERR_FAILED where there is no
 * memory. */
int action_query_ask(const struct action_info *subject, const struct design_point *design_point,
                     struct err *err);

#endif
