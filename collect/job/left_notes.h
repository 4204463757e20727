/* SPDX-License-Identifier: GPL-3.0-or-later */
/* left_notes.h: what users are told of processes that were left running and ended. */
#ifndef BENCHMAT_COLLECT_JOB_LEFT_NOTES_H
#define BENCHMAT_COLLECT_JOB_LEFT_NOTES_H

#include "collect/job/job.h"
#include "formats/model/facts.h"

/* Who hears of what is left outside of the rounds, where there is no cell to mark: when a plug-in
 * is asked, by the hooks of a run, by planning and by calibration. Tells an observer of the first
 * time for each library and action. */
struct left_notes {
    struct left_watch watch; /* first */
    struct observer *observer;
    struct facts told; /* the names of those that were told */
};

/* From now on conditions may have WATCH of NOTES, until left_notes_end. OBSERVER is borrowed. */
void left_notes_begin(struct left_notes *notes, struct observer *observer);
void left_notes_end(struct left_notes *notes);

enum { LEFT_NOTES_LINE = 500 };

/* Writes to LINE who LEFT what: "axpy: openblas at n = 10 left 2 processes running (sh), which were
 * ended; OUTCOME". WHERE may be ""; LIBRARY may be none, which has no name. */
void left_notes_line(char line[LEFT_NOTES_LINE], const struct action_info *action,
                     const struct library *library, const char *where, const struct wire_left *left,
                     const char *outcome);

#endif
