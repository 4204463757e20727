/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sandbox.h: works on an untrusted file in a child process that can do nothing else. Private.
 *
 * HDF5 is not safe from a hostile file, which can make it crash, allocate or loop without end, and
 * run code that the file contains. So everything that parses an archive runs in a child process
 * that has first given up all other abilities (see confine.h), and the parent treats its answers as
 * bytes that may lie. A child that dies, or exceeds its limits, has met a damaged file or a
 * fault of HDF5: the file is then called unreadable, not damaged.
 *
 * The child is forked, so its work finds in memory whatever the parent had there. What the child
 * changes does not come back, except its reply, and what it writes into memory that the parent had
 * mapped as shared: bytes that may change while the parent reads them. */
#ifndef BENCHMAT_STORE_SANDBOX_SANDBOX_H
#define BENCHMAT_STORE_SANDBOX_SANDBOX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "formats/text/err.h"
#include "store/sandbox/confine.h"
#include "formats/processes/message.h"

/* Limits on one request. */
struct sandbox_limits {
    uint64_t memory;     /* bytes, for all of the child's life, beyond those of the parent */
    unsigned processing; /* seconds of processor time */
    double waiting;      /* seconds until the answer is complete */
    uint64_t reply;      /* bytes in the answer */
};

/* Returns limits that no honest archive of SIZE bytes comes near. */
struct sandbox_limits sandbox_limits(uint64_t size);

#define SANDBOX_MOST_DESCRIPTORS 16

struct sandbox_terms {
    const char *path;       /* the file, for messages; borrowed while the child lives */
    const int *descriptors; /* all descriptors that the child keeps open, at most
                               SANDBOX_MOST_DESCRIPTORS */
    size_t descriptor_count;
    int is_new;     /* the file is being created: errors are failures, not damage */
    int is_foreign; /* the file is not an archive, so bench-store repair does not help */
    struct sandbox_limits limits;
    void (*meanwhile)(void); /* called while the child gets ready; may be NULL */
};

/* The child's work: takes REQUEST apart and puts its answer into REPLY. Returns 0, or a negative
 * code of formats/text/err.h with ERR filled; then there is no reply. CONTEXT persists between
 * requests. The work can compute, allocate, and use the descriptors by read, pread and lseek (to
 * find a size: there is no fstat). */
typedef int sandbox_work(void *context, struct message *request, struct message *reply,
                         struct err *err);

struct sandbox {
    const char *path;
    struct sandbox_limits limits;
    enum confine_strength strength; /* CONFINE_LIMITS: no filter of system calls; tell the user */
    int is_new, is_foreign;
    pid_t pid; /* 0: no child */
    int socket;
};

/* Starts a child and waits until it is confined. On success the caller ends it by sandbox_end. */
int sandbox_start(struct sandbox *sandbox, const struct sandbox_terms *terms, sandbox_work *work,
                  void *context, struct err *err);

/* Sends REQUEST and waits for the answer. Returns what the work returned; the caller then takes the
 * work's answer from REPLY. A child that met damage answers nothing more: if the work returned
 * ERR_DAMAGED, or 0 with ERR filled (a partial answer), or if HDF5 failed at anything (h5.h), the
 * child is ended, and the caller must start a new one for the next request.
 *
 * If the child died or exceeded its limits, it is ended, and the code is ERR_UNREADABLE with a
 * message that says so; later requests fail likewise. If it lied, or if the work reached its memory
 * limit, unless that is all the machine has, the code is ERR_DAMAGED. If a limit of the user's
 * (ulimit -d, -v) leaves the child less memory than its own limit, dying or running out of memory
 * is ERR_FAILED, and the message names the user's limit. A request larger than half of the child's
 * memory limit is refused with ERR_FAILED, and the child lives on. */
int sandbox_ask(struct sandbox *sandbox, const struct message *request, struct message *reply,
                struct err *err);
/* The two halves of sandbox_ask, for a caller that has several children or requests at work at
 * once. That the child has ended is told by sandbox_receive. */
int sandbox_send(struct sandbox *sandbox, const struct message *request, struct err *err);
int sandbox_receive(struct sandbox *sandbox, struct message *reply, struct err *err);

/* Call this if REPLY says something impossible: ends the child; returns ERR_DAMAGED. */
int sandbox_distrust(struct sandbox *sandbox, struct err *err);

/* Ends the child, whatever it is doing. Safe if it has ended already. */
void sandbox_end(struct sandbox *sandbox);

#endif
