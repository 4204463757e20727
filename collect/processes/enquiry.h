/* SPDX-License-Identifier: GPL-3.0-or-later */
/* enquiry.h: asks a plug-in about itself, in a worker that has no library.
 *
 * What the plug-in does to that worker is its own affair: one that crashes, hangs or refuses while
 * it is asked about a spot loses that spot, and the next one is asked about in a new worker. */
#ifndef BENCHMAT_COLLECT_PROCESSES_ENQUIRY_H
#define BENCHMAT_COLLECT_PROCESSES_ENQUIRY_H

#include "collect/processes/process.h"
#include "collect/design/subject.h"

/* Has the plug-in at PATH, a real path, described, and makes SUBJECT of it; what keeps it from that
 * is an ERR_FAILED that names the file. The worker stays for further questions. CONDITIONS are
 * borrowed until the enquiry ends. The caller gives SUBJECT to enquiry_end and to subject_release
 * in any case. */
int enquiry_begin(struct subject *subject, const char *path,
                  const struct process_conditions *conditions, struct err *err);
void enquiry_end(struct subject *subject);

/* Asks what the action says of SPOT, unless that is known, for subject_account to tell. The fate of
 * a spot of which it does not tell is why: crashed, hung, failed; after two that hung the others
 * are not asked about. Returns 0; ERR_INTERRUPTED; or ERR_FAILED where there is no memory. */
int enquiry_ask(const struct subject *subject, const struct spot *spot, struct err *err);

#endif
