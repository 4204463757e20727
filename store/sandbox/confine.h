/* SPDX-License-Identifier: GPL-3.0-or-later */
/* confine.h: makes a process permanently give up what it will not need. Private. confine.c is
 * Linux's own; another system can fill the same header. */
#ifndef BENCHMAT_STORE_SANDBOX_CONFINE_H
#define BENCHMAT_STORE_SANDBOX_CONFINE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct confinement {
    const int *descriptors; /* those that it keeps; all others are closed */
    size_t descriptor_count;
    uint64_t memory;     /* bytes that it may map beyond what it has mapped already; if /proc does
                            not tell how much that is, bytes of private memory in all */
    unsigned processing; /* seconds of processor time from now on; the parent may renew them
                            (confine_renew) */
};

/* How strong a confinement is. */
enum confine_strength {
    CONFINE_NOTHING, /* it failed */
    CONFINE_LIMITS,  /* no filter of system calls here: an old kernel, or a container that does not
                        permit one. The process cannot get new descriptors, nor more memory and
                        time, but can do anything that needs neither. (Under valgrind memory,
                        descriptors and file size are not limited.) */
    CONFINE_FILTER,  /* system calls are filtered too: it can compute, and read its descriptors */
};

/* Confines the calling process, which must have a single thread, have just been forked, and end by
 * _exit. It then dies with the process PARENT that forked it, leaves no core file, is the first
 * that the kernel kills when memory runs out, and takes no signals but those that end it: the
 * parent handles interruptions. A system call that opens, starts, names or signals anything outside
 * kills the process by SIGSYS; any other unneeded call fails with ENOSYS.
 *
 * AddressSanitizer maps terabytes and reports to standard error: when built with it, memory,
 * descriptors and file size are not limited, and standard error stays open. */
enum confine_strength confine_self(const struct confinement *confinement, int parent);

/* Gives the confined process PID, which has used some processor time, PROCESSING seconds from now
 * on. */
void confine_renew(pid_t pid, unsigned processing);

#endif
