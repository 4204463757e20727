/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/sandbox/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "formats/processes/child.h"

#if defined __SANITIZE_ADDRESS__
#    define HAS_ASAN 1
#elif defined __has_feature
#    if __has_feature(address_sanitizer)
#        define HAS_ASAN 1
#    endif
#endif
#ifndef HAS_ASAN
#    define HAS_ASAN 0
#endif

/* --- valgrind --- */

/* Valgrind is a second program in the process: the filter would hit its own system calls, and the
 * limits its reports. */
static int is_under_valgrind(void) {
    const char *preloaded = getenv("LD_PRELOAD");
    return preloaded && strstr(preloaded, "/vgpreload_");
}

/* --- descriptors --- */

static int by_value(const void *a, const void *b) {
    int left = *(const int *)a, right = *(const int *)b;
    return left < right ? -1 : left > right;
}

static int close_others(const struct confinement *c) {
    size_t count = 0;
    int *kept = calloc(c->descriptor_count + 2, sizeof *kept);
    if (!kept)
        return -1;
    for (size_t i = 0; i < c->descriptor_count; i++)
        kept[count++] = c->descriptors[i];
    if (HAS_ASAN)
        kept[count++] = STDERR_FILENO;
    qsort(kept, count, sizeof *kept, by_value);
    int next = 0;
    for (size_t i = 0; i < count; i++) {
        close_descriptors(next, kept[i] - 1);
        next = kept[i] + 1;
    }
    close_descriptors(next, INT32_MAX);
    free(kept);
    return 0;
}

/* --- signals and limits --- */

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP, SIGXCPU};

/* Never raises the existing limits; the parent can renew a soft limit up to HARD. */
static int set_limit(int resource, rlim_t soft, rlim_t hard) {
    struct rlimit now;
    if (getrlimit(resource, &now))
        return -1;
    now.rlim_max = hard < now.rlim_max ? hard : now.rlim_max;
    now.rlim_cur = soft < now.rlim_max ? soft : now.rlim_max;
    return setrlimit(resource, &now);
}

/* Limits memory beyond what is mapped already. If that is unknown, limits only private memory, of
 * which the process has next to none, unlike shared windows and libraries. */
static int limit_memory(const struct confinement *c) {
    /* MAPPED is 0 if there is no /proc. */
    char text[64] = "";
    int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    (void)n;
    if (fd >= 0)
        close(fd);
    uint64_t mapped = strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t memory = c->memory < RLIM_INFINITY - mapped ? mapped + c->memory : RLIM_INFINITY;
    return set_limit(mapped ? RLIMIT_AS : RLIMIT_DATA, memory, memory);
}

static int set_limits(const struct confinement *c) {
    int failed = set_limit(RLIMIT_CPU, c->processing, RLIM_INFINITY) ||
                 set_limit(RLIMIT_NPROC, 0, 0) || set_limit(RLIMIT_CORE, 0, 0);
    if (HAS_ASAN || is_under_valgrind())
        return failed;
    failed |= limit_memory(c) || set_limit(RLIMIT_NOFILE, 0, 0);
    return failed || set_limit(RLIMIT_FSIZE, 0, 0);
}

/* --- the filter of system calls --- */

enum who { ALL, SANITIZERS };

/* A permitted system call, if all its conditions hold. */
struct permission {
    int call;
    enum who who;
    unsigned condition_count;
    struct scmp_arg_cmp conditions[2];
};

#undef pread64 /* with musl it is another name of pread */
#define CALL(name) .call = SCMP_SYS(name)
#define IF(argument, mask, value)                                                                  \
    { argument, SCMP_CMP_MASKED_EQ, mask, value }
#define EVERY_BIT (~(scmp_datum_t)0)

/* There is no fstat: glibc's fstat is newfstatat, which takes names. Memory can be mapped neither
 * from a file nor as executable, but on s390x, where mmap has its arguments in memory, which a
 * filter cannot read: what it sees are those of the C library's function. */
static const struct permission permissions[] = {
    {CALL(recvfrom)},
    {CALL(sendto)},
    {CALL(recv)}, /* on s390x, by socketcall */
    {CALL(send)},
    {CALL(read)},
    {CALL(pread64)},
    {CALL(lseek)},
    {CALL(close)},
    {CALL(brk)},
    {CALL(mmap), .condition_count = 2,
     .conditions = {IF(2, PROT_EXEC, 0), IF(3, MAP_ANONYMOUS, MAP_ANONYMOUS)}},
    {CALL(mprotect), .condition_count = 1, .conditions = {IF(2, PROT_EXEC, 0)}},
    {CALL(mremap)},
    {CALL(munmap)},
    {CALL(madvise)},
    {CALL(futex)},
    {CALL(restart_syscall)},
    {CALL(rt_sigreturn)},
    {CALL(rt_sigprocmask)},
    {CALL(clock_gettime)},
    {CALL(gettimeofday)},
    {CALL(time)},
    {CALL(getrandom)},
    {CALL(sysinfo)}, /* used by qsort */
    {CALL(getpid)},
    {CALL(gettid)},
    {CALL(exit)},
    {CALL(exit_group)},

    {CALL(write), .who = SANITIZERS, .condition_count = 1,
     .conditions = {IF(0, EVERY_BIT, STDERR_FILENO)}},
    {CALL(sigaltstack), .who = SANITIZERS},
    {CALL(rt_sigaction), .who = SANITIZERS},
    {CALL(sched_yield), .who = SANITIZERS},
};

/* Calls that honest code never makes by accident. */
static const int crimes[] = {
    SCMP_SYS(open),           SCMP_SYS(openat),
    SCMP_SYS(openat2),        SCMP_SYS(creat),
    SCMP_SYS(socket),         SCMP_SYS(socketpair),
    SCMP_SYS(connect),        SCMP_SYS(bind),
    SCMP_SYS(sendmsg),        SCMP_SYS(execve),
    SCMP_SYS(execveat),       SCMP_SYS(fork),
    SCMP_SYS(vfork),          SCMP_SYS(clone),
    SCMP_SYS(clone3),         SCMP_SYS(kill),
    SCMP_SYS(ptrace),         SCMP_SYS(unlink),
    SCMP_SYS(unlinkat),       SCMP_SYS(rename),
    SCMP_SYS(renameat),       SCMP_SYS(renameat2),
    SCMP_SYS(link),           SCMP_SYS(linkat),
    SCMP_SYS(symlink),        SCMP_SYS(symlinkat),
    SCMP_SYS(truncate),       SCMP_SYS(chmod),
    SCMP_SYS(fchmodat),       SCMP_SYS(mkdir),
    SCMP_SYS(mkdirat),        SCMP_SYS(process_vm_readv),
    SCMP_SYS(io_uring_setup), SCMP_SYS(process_vm_writev),
};

static int permit(scmp_filter_ctx filter, const struct permission *p) {
    return seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, p->call, p->condition_count,
                                  p->conditions);
}

static int add_rules(scmp_filter_ctx filter) {
    int failed = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) != 0;
    for (size_t i = 0; i < sizeof permissions / sizeof *permissions; i++)
        if (permissions[i].who == ALL || HAS_ASAN)
            failed |= permit(filter, &permissions[i]) != 0;
    for (size_t i = 0; i < sizeof crimes / sizeof *crimes; i++)
        failed |= seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, crimes[i], 0) != 0;

    /* Lets abort() signal its own process, so that the parent can tell it from a crash: by tgkill
     * in glibc, by tkill in musl. */
    const struct permission aborts[] = {
        {CALL(tgkill), .condition_count = 1,
         .conditions = {IF(0, EVERY_BIT, (scmp_datum_t)getpid())}},
        {CALL(tkill), .condition_count = 1,
         .conditions = {IF(0, EVERY_BIT, (scmp_datum_t)getpid())}},
    };
    for (size_t i = 0; i < sizeof aborts / sizeof *aborts; i++)
        failed |= permit(filter, &aborts[i]) != 0;
    return failed;
}

/* --- confining the process --- */

enum confine_strength confine_self(const struct confinement *c, int parent) {
    sigset_t blocked;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        signal(faults[i], SIG_DFL);
        sigdelset(&blocked, faults[i]);
    }
    sigprocmask(SIG_SETMASK, &blocked, NULL);

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        return CONFINE_NOTHING;
    prctl(PR_SET_DUMPABLE, 0);

    static const char first[] = "1000";
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (!(fd < 0)) {
        ssize_t written = write(fd, first, sizeof first - 1);
        (void)written;
        close(fd);
    }

    int failed = close_others(c) || set_limits(c) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (failed)
        return CONFINE_NOTHING;
    scmp_filter_ctx filter = is_under_valgrind() ? NULL : seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
    int filter_failed = !filter || add_rules(filter) || seccomp_load(filter) != 0;
    seccomp_release(filter);
    return filter_failed ? CONFINE_LIMITS : CONFINE_FILTER;
}

void confine_renew(pid_t pid, unsigned processing) {
    struct rlimit limit;
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &used) ||
        getrlimit(RLIMIT_CPU, &limit))
        return;
    rlim_t soft = (rlim_t)used.tv_sec + processing + 1;
    limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
    prlimit(pid, RLIMIT_CPU, &limit, NULL);
}
