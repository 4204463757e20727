/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-worker: loads one library and times calls into it, for bench-collect. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "collect/devices/device_clock.h"
#include "collect/harness/wire.h"
#include "collect/worker/guardian.h"
#include "collect/worker/launch.h"
#include "collect/worker/rank.h"
#include "collect/worker/rank_wire.h"
#include "collect/worker/serve.h"
#include "formats/processes/child.h"

/* The Fortran libraries' own error handler ends the process with status 0, as if all were well.
 * Because this one is in the executable they call it instead. */
void xerbla_(const char *routine, const int *argument, size_t routine_length);

void xerbla_(const char *routine, const int *argument, size_t routine_length) {
    fprintf(stderr, "%.*s says that its argument %d is wrong\n",
            (int)(routine_length > 0 && routine_length < 32 ? routine_length : 6), routine,
            *argument);
    _exit(70);
}

enum { MOST_PRINTED = 16 << 20 };

static pid_t worker;

/* Ignores signals that end a run, because the collector will end us; but a signal that a library
 * sends to itself, or to a child that it forked, takes effect. It is a handler because a program
 * that a library executes would inherit an ignored signal. */
static void leave_to_collector(int number, siginfo_t *info, void *context) {
    (void)context;
    if (getpid() == worker && (info->si_code > 0 || info->si_pid != worker))
        return;
    signal(number, SIG_DFL);
    raise(number);
}

static int has_collector(void) {
    int type;
    socklen_t length = sizeof type;
    return getsockopt(WIRE_SOCKET, SOL_SOCKET, SO_TYPE, &type, &length) == 0 && type == SOCK_STREAM;
}

/* What a library prints is kept in memory, so limit it. */
static void limit_output(void) {
    struct rlimit printed = {0};
    getrlimit(RLIMIT_FSIZE, &printed);
    if (printed.rlim_max == RLIM_INFINITY || printed.rlim_max > MOST_PRINTED)
        printed.rlim_cur = MOST_PRINTED;
    setrlimit(RLIMIT_FSIZE, &printed);
}

int main(void) {
    const char *where = getenv(RANK_VARIABLE);
    if (!where && !has_collector()) {
        fputs("bench-worker is a helper that bench-collect starts; run bench-collect --help\n",
              stderr);
        return 64;
    }
    if (!where)
        guardian_begin();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    /* They have been blocked since before the fork, so that none can kill us before this. */
    sigset_t set = ending_signals_set(ENDING_SIGNALS);
    worker = getpid();
    ending_signals_catch(ENDING_SIGNALS, &(struct sigaction){.sa_sigaction = leave_to_collector,
                                                             .sa_flags = SA_SIGINFO | SA_RESTART});
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    signal(SIGXFSZ, SIG_IGN);
    if (where)
        _exit(rank_serve(where));
    limit_output();
    workspace_time_devices(&device_clock);
    /* _exit, so that no library's destructor can affect how this ends. */
    int status = serve(WIRE_SOCKET, WIRE_ARENA);
    launch_end_kept();
    _exit(status);
}
