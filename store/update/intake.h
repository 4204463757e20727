/* SPDX-License-Identifier: GPL-3.0-or-later */
/* intake.h: runs from elsewhere, one after the other, into an archive that is changed. Private.
 *
 * The process that has them sends each to the child that writes it (update.h), as a codec. */
#ifndef BENCHMAT_STORE_UPDATE_INTAKE_H
#define BENCHMAT_STORE_UPDATE_INTAKE_H

#include "formats/model/run.h"
#include "store/update/update.h"
#include "store/schema/contents.h"

/* NAME is what the run is to be called in the archive; where that is empty, it becomes the name of
 * the next number. */

/* --- in the calling process ----------------------------------------------------------------- */

/* Has RUN written. The request may have something in it already, by which the work tells apart what
 * it is asked. */
int intake_send(struct update_course *course, const struct run *run, char name[CONTENTS_NAME_SIZE],
                struct err *err);
/* Takes the name out of a reply. */
int intake_take_name(struct update_course *course, char name[CONTENTS_NAME_SIZE], struct err *err);

/* About how many bytes RUN takes in the child, for update_plan. */
uint64_t intake_bytes(const struct run *run);

/* --- in the child --------------------------------------------------------------------------- */

/* What intake_send asks for; and the same as a work, for a change that asks for nothing else. */
int intake_write(const struct update *change, struct message *request, struct message *reply,
                 struct err *err);
int intake_work(void *nothing, const struct update *change, struct message *request,
                struct message *reply, struct err *err);
/* Writes RUN and puts its name into the reply. */
int intake_write_run(const struct update *change, const char *name, const struct run *run,
                     struct message *reply, struct err *err);

#endif
