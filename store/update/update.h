/* SPDX-License-Identifier: GPL-3.0-or-later */
/* update.h: changes an archive in one transaction. Private.
 *
 * Changing an archive means that HDF5 parses it, and HDF5 is not safe from a hostile file. So two
 * processes share the work. The calling process has the transaction (transaction.h), with its
 * locks, its journal and the only descriptor that can write the file. HDF5 works in a sandboxed
 * child (sandbox.h), which can only read the file. What HDF5 writes stays in the child's memory
 * (write_buffer.h) and comes back with each answer, as bytes and their offsets in the file. After
 * the last request the calling process commits. A child that dies or exceeds its limits means a
 * damaged file, which stays as it was. */
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

/* An archive that is being changed. */
struct update {
    const char *path; /* without symbolic links */
    hid_t file;       /* open for writing; all ids obtained from it must be closed again */
    int is_back;      /* the archive has been restored to its state at the origin */

    /* The archive as it was before the change: what a request before the first that writes may
     * read without HDF5. */
    struct file_view *view;
};

/* Answers a request, as a sandbox_work does. If it returns nonzero, the archive is not changed. */
typedef int update_work(void *context, const struct update *change, struct message *request,
                        struct message *reply, struct err *err);

/* --- in the calling process ----------------------------------------------------------------- */

/* A change under way. */
struct update_course {
    const char *path; /* without symbolic links */
    int fd;           /* for its locks */
    int is_back;      /* as in struct update */
    struct message request, reply;

    struct transaction *transaction; /* private to update.c, like what follows */
    struct sandbox child;
};

/* Empties the request and returns it for the caller to fill. */
struct message *update_request(struct update_course *course);
/* Has the work answer the request; the caller then takes the answer from REPLY. If this returns
 * nonzero, the callback must return that code too. */
int update_ask(struct update_course *course, struct err *err);
/* The same for work that has nothing to answer. */
int update_do(struct update_course *course, struct err *err);
/* Call this if REPLY says something impossible; ends the child and returns a code with ERR
 * filled. */
int update_distrust(struct update_course *course, struct err *err);

/* Sends the requests of a change. If it returns nonzero, the archive is not changed. */
typedef int update_callback(void *context, struct update_course *course, struct err *err);

struct update_plan {
    update_work *work;
    update_callback *callback; /* NULL: sends one request; request and reply are empty */
    void *context;             /* of both; the child has a copy, from which nothing comes back */
    uint64_t more;             /* roughly how many bytes may be added: raises the child's limits */

    /* Set this for each of a series of changes; zero-initialise ORIGIN before the first. NULL: the
     * change is not part of a series. */
    struct transaction_origin *origin;
    /* First restores the archive to its state before the series, so that this change replaces the
     * whole series; skipped if somebody else has changed the archive meanwhile. */
    int is_anew;
};

/* Changes the archive PATH, creating it if needed, in one transaction. HOW may be NULL.
 * ERR_DAMAGED: the archive's content makes HDF5 fail. ERR_UNREADABLE: it makes HDF5 crash. */
int update_archive(const char *path, const struct access *how, const struct update_plan *plan,
                   struct err *err);

/* An archive that waits for its first run. Private members. */
struct founding {
    const struct system *system;
    int holder; /* a descriptor that keeps readers waiting; -1: none */
};

/* Makes PATH an archive without runs if it is missing or empty; otherwise leaves it alone. Readers
 * wait for the first run until update_founded, which the caller calls in any case. */
int update_found(struct founding *founding, const char *path, const struct access *how,
                 struct err *err);
void update_founded(struct founding *founding);

/* --- intake: runs from elsewhere -----------------------------------------------------------
 *
 * The process that has the runs sends each as a codec to the child that writes it. NAME is the name
 * that the run will have in the archive; if empty, it becomes the name of the next number. */

/* Sends RUN to be written. The request may already contain something that tells the work what is
 * asked. */
int intake_send(struct update_course *course, const struct run *run, char name[CONTENTS_NAME_SIZE],
                struct err *err);
/* Takes the run's name from the reply. */
int intake_take_name(struct update_course *course, char name[CONTENTS_NAME_SIZE], struct err *err);

/* Estimates how many bytes RUN takes in the child, for update_plan. */
uint64_t intake_bytes(const struct run *run);

/* --- intake: in the child --- */

/* Answers intake_send: writes the run. intake_work is the same as an update_work, for a change that
 * asks for nothing else. */
int intake_write(const struct update *change, struct message *request, struct message *reply,
                 struct err *err);
int intake_work(void *nothing, const struct update *change, struct message *request,
                struct message *reply, struct err *err);
/* Writes RUN, and puts its name into NAME and the reply. */
int intake_write_run(const struct update *change, char name[CONTENTS_NAME_SIZE],
                     const struct run *run, struct message *reply, struct err *err);

#endif
