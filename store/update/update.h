/* SPDX-License-Identifier: GPL-3.0-or-later */
/* update.h: one change to an archive, all or nothing. Private.
 *
 * An archive that is changed is parsed by HDF5, which is not safe from a hostile file. So two
 * processes share the work: the calling one has the transaction (transaction.h), with its locks,
 * its journal and the only descriptor by which the file can be written; and HDF5 works in a
 * sandboxed child (sandbox.h), which can read the file and no more. What HDF5 writes stays in the
 * child's memory (write_buffer.h) and comes back with each of its answers, as bytes at their place
 * in the file. When nothing is left to ask for, the calling process commits. A child that dies or
 * goes beyond its limits is a damaged file, which stays as it was. */
#ifndef BENCHMAT_STORE_UPDATE_UPDATE_H
#define BENCHMAT_STORE_UPDATE_UPDATE_H

#include "formats/model/run.h"
#include "formats/processes/message.h"
#include "formats/text/err.h"
#include "store/file/lock.h"
#include "store/hdf5/h5.h"
#include "store/sandbox/sandbox.h"
#include "store/schema/contents.h"
#include "store/update/transaction.h"

/* --- in the child --------------------------------------------------------------------------- */

/* An archive while it is changed. */
struct update {
    const char *path; /* without symbolic links */
    hid_t file;       /* open for writing; all ids got from it are to be closed again */
    int is_back;      /* the archive is as it was at the origin */
};

/* Answers a request, as a sandbox_work does. Unless it returns 0, the archive is not changed. */
typedef int update_work(void *context, const struct update *change, struct message *request,
                        struct message *reply, struct err *err);

/* --- in the calling process ----------------------------------------------------------------- */

/* A change under way. */
struct update_course {
    const char *path; /* without symbolic links */
    int fd;           /* for its locks */
    int is_back;      /* as in struct update */
    struct message request, reply;

    struct transaction *transaction; /* update.c's own, like what follows */
    struct sandbox child;
};

/* Empties the request, to be filled. */
struct message *update_request(struct update_course *course);
/* Has it answered by the work; what that put is next to be taken from REPLY. Whatever code it
 * returns but 0 is to be returned by the conductor as well. */
int update_ask(struct update_course *course, struct err *err);
/* For what REPLY says but cannot be; returns a code with ERR filled. */
int update_distrust(struct update_course *course, struct err *err);

/* Asks for what is to be done. Unless it returns 0, the archive is not changed. */
typedef int update_callback(void *context, struct update_course *course, struct err *err);

struct update_plan {
    update_work *work;
    update_callback *callback; /* NULL: one request, and nothing in it nor in the reply */
    void *context;             /* of both; the child has a copy, nothing in which comes back */
    uint64_t more; /* about how many bytes may be added: the child's limits grow by it */

    /* For one of a row of changes, the first of which found ORIGIN zero-initialised; NULL: none. */
    struct transaction_origin *origin;
    /* If nobody else has changed the archive meanwhile, it is first made what it was before that
     * row, and so this change takes the place of the whole row. */
    int is_anew;
};

/* Changes the archive PATH, or creates it where there is none, in one transaction. HOW may be NULL.
 * ERR_DAMAGED when HDF5 does not survive what is in it. */
int update_archive(const char *path, const struct access *how, const struct update_plan *plan,
                   struct err *err);

/* Makes PATH an archive without runs where there is none; leaves what there is as it is. */
int update_found(const char *path, const struct access *how, struct err *err);

/* --- intake: runs from elsewhere -----------------------------------------------------------
 *
 * The process that has them sends each to the child that writes it, as a codec. NAME is what the
 * run is to be called in the archive; where that is empty, it becomes the name of the next number.
 */

/* Has RUN written. The request may have something in it already, by which the work tells apart what
 * it is asked. */
int intake_send(struct update_course *course, const struct run *run, char name[CONTENTS_NAME_SIZE],
                struct err *err);
/* Takes the name out of a reply. */
int intake_take_name(struct update_course *course, char name[CONTENTS_NAME_SIZE], struct err *err);

/* About how many bytes RUN takes in the child, for update_plan. */
uint64_t intake_bytes(const struct run *run);

/* In the child. */

/* What intake_send asks for; and the same as a work, for a change that asks for nothing else. */
int intake_write(const struct update *change, struct message *request, struct message *reply,
                 struct err *err);
int intake_work(void *nothing, const struct update *change, struct message *request,
                struct message *reply, struct err *err);
/* Writes RUN and puts its name into the reply. */
int intake_write_run(const struct update *change, const char *name, const struct run *run,
                     struct message *reply, struct err *err);

#endif
