/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/command_line/ground.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "formats/text/err.h"
#include "formats/text/xalloc.h"

/* Of the first thread; others have their own (thread.h). */
#define LEAST_STACK ((rlim_t)128 << 10)

static _Noreturn void refuse(const char *program, const char *why) {
    fprintf(stderr, "%s: %s\n", program, why);
    exit(err_exit_status(ERR_FAILED));
}

static void check_stack(const char *program) {
    struct rlimit limit;
    char why[150];
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= LEAST_STACK)
        return;
    if (limit.rlim_max >= LEAST_STACK &&
        setrlimit(RLIMIT_STACK, &(struct rlimit){LEAST_STACK, limit.rlim_max}) == 0)
        return;
    snprintf(why, sizeof why,
             "it may have no more than %llu KB of stack, and needs %llu: raise ulimit -s",
             (unsigned long long)limit.rlim_cur >> 10, (unsigned long long)LEAST_STACK >> 10);
    refuse(program, why);
}

static void check_null(const char *program) {
    char why[150];
    int fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (fd >= 0) {
        close(fd);
        return;
    }
    snprintf(why, sizeof why, "/dev/null: %s; give it one, as by mounting /dev here",
             strerror(errno));
    if (errno != EMFILE && errno != ENFILE)
        refuse(program, why);
}

void ground_check(const char *program, int starts_others) {
    xalloc_name_program(program);
    check_stack(program);
    if (starts_others)
        check_null(program);
}
