/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sandbox.h: work on a file that cannot be trusted, in a child that can do nothing else. Private.
 *
 * HDF5 is not safe from a hostile file: it can be made to crash, to allocate without end, to loop
 * for ever, and to run what the file contains. So whatever parses an archive does so in a child
 * process that has first given up all else (see confine.h), and the parent takes its answers for
 * bytes that may lie. A child that dies, or goes beyond its limits, is a damaged file.
 *
 * The child is forked, so that its work finds in memory whatever the parent had there; nothing it
 * changes there comes back but its reply, and what it writes into memory that the parent had mapped
 * as shared: bytes that may change while they are looked at. */
#ifndef BENCHMAT_STORE_SANDBOX_SANDBOX_H
#define BENCHMAT_STORE_SANDBOX_SANDBOX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "formats/text/err.h"
#include "store/sandbox/confine.h"
#include "formats/processes/message.h"

/* What one request may take. */
struct sandbox_limits {
    uint64_t memory;     /* bytes, for all of the child's life, beyond those of the parent */
    unsigned processing; /* seconds of processor time */
    double waiting;      /* seconds until the whole answer is there */
    uint64_t reply;      /* bytes of the answer */
};

/* Limits that no honest archive of SIZE bytes comes near. */
struct sandbox_limits sandbox_limits(uint64_t size);

#define SANDBOX_MOST_DESCRIPTORS 16

struct sandbox_terms {
    const char *path;       /* the file worked on, for messages; borrowed while the child lives */
    const int *descriptors; /* all that the child keeps open, at most SANDBOX_MOST_DESCRIPTORS */
    size_t descriptor_count;
    int is_new;     /* the file is yet to be made: what goes wrong is no damage, but a failure */
    int is_foreign; /* it is no archive, so that bench-store repair does not help */
    struct sandbox_limits limits;
    void (*meanwhile)(void); /* called while the child makes itself ready; NULL: nothing */
};

/* The child's work: takes REQUEST apart and puts its answer into REPLY. Returns 0, or a negative
 * code of formats/text/err.h with ERR filled; then there is no reply. CONTEXT stays between
 * requests. It can compute, allocate, and use the descriptors by read, pread and lseek (for a size:
 * there is no fstat). */
typedef int sandbox_work(void *context, struct message *request, struct message *reply,
                         struct err *err);

struct sandbox {
    const char *path;
    struct sandbox_limits limits;
    enum confine_strength strength; /* CONFINE_LIMITS: no filter here; worth a word to the user */
    int is_new, is_foreign;
    pid_t pid; /* 0: there is none */
    int socket;
};

/* Starts a child and waits until it is confined. On success the caller ends it by sandbox_end. */
int sandbox_start(struct sandbox *sandbox, const struct sandbox_terms *terms, sandbox_work *work,
                  void *context, struct err *err);

/* Has REQUEST answered. Returns what the work returned; what it put is next to be taken from REPLY.
 * A child that met damage answers nothing more: when the work returned ERR_DAMAGED, or 0 with ERR
 * filled (which has it answered in part), or when HDF5 failed at anything (h5.h), the child is
 * ended, and a new one is to be started for the next request.
 *
 * When the child died, broke its limits or lied, it is ended, and the code is ERR_DAMAGED with a
 * message that says so; later requests get the like. So it is when the work failed as its limit of
 * memory ran out, unless that is the machine's own. Where a limit of the user's (ulimit -d, -v)
 * leaves it less memory than that, dying or running out of memory is ERR_FAILED, and the message
 * names the limit. A request of more than half of that memory is refused with ERR_FAILED, and the
 * child goes on. */
int sandbox_ask(struct sandbox *sandbox, const struct message *request, struct message *reply,
                struct err *err);
/* The two halves of that, for who has several children at work at once. */
int sandbox_send(struct sandbox *sandbox, const struct message *request, struct err *err);
int sandbox_receive(struct sandbox *sandbox, struct message *reply, struct err *err);

/* For what REPLY says but cannot be: ends the child; returns ERR_DAMAGED. */
int sandbox_distrust(struct sandbox *sandbox, struct err *err);

/* Ends the child, whatever it is doing. Safe on one that has ended. */
void sandbox_end(struct sandbox *sandbox);

#endif
