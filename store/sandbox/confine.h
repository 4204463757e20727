/* SPDX-License-Identifier: GPL-3.0-or-later */
/* confine.h: a process gives up what it will not need, for good. Private. */
#ifndef BENCHMAT_STORE_SANDBOX_CONFINE_H
#define BENCHMAT_STORE_SANDBOX_CONFINE_H

#include <stddef.h>
#include <stdint.h>

struct confinement {
    const int *descriptors; /* what it keeps; all others are closed */
    size_t descriptor_count;
    uint64_t memory;     /* bytes that it may map beyond those it has; without /proc, which tells
                            those, bytes of private memory in all */
    unsigned processing; /* seconds of processor time from now on; whoever started it may renew
                            them (by prlimit) */
};

/* How strong a confinement is. */
enum confine_strength {
    CONFINE_NOTHING, /* it failed */
    CONFINE_LIMITS,  /* no filter of system calls here: an old kernel, a container that does not
                        permit one. No new descriptor can be had, nor more memory and time, but what
                        needs neither can be done. (Under valgrind the time alone is limited.) */
    CONFINE_FILTER,  /* and system calls are filtered: it can compute, and read its descriptors */
};

/* Confines the calling process, which must be alone (one thread), has just been forked, and ends by
 * _exit. It dies with the process PARENT that forked it, leaves no core file, is the first that the
 * kernel kills when memory runs out, and takes no signals but those that end it: an interruption is
 * the parent's to deal with. A system call that opens, starts, names or signals anything outside
 * kills it by SIGSYS; any other that is not needed fails with ENOSYS.
 *
 * Built with AddressSanitizer, which maps terabytes and reports to standard error, only processor
 * time is limited, and that descriptor stays. */
enum confine_strength confine_self(const struct confinement *confinement, int parent);

#endif
