/* SPDX-License-Identifier: GPL-3.0-or-later */
/* two_faults.c: preloaded into bench-plot, this library makes two threads fault at the same time:
 * the main thread when it draws its first text, the other one while the first tells about it. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NO_FAULT, FIRST_DRAWS, FIRST_TELLS, SECOND_WAITS };
static atomic_int moment;

static void wait_for(int wanted) {
    while (moment < wanted)
        sched_yield();
}

static void *fault_second(void *nothing) {
    wait_for(FIRST_TELLS);
    raise(SIGSEGV);
    return nothing;
}

void pango_cairo_show_layout(void *cairo, void *layout) {
    pthread_t second;
    (void)cairo, (void)layout;
    pthread_create(&second, NULL, fault_second, NULL);
    moment = FIRST_DRAWS;
    raise(SIGSEGV);
}

ssize_t write(int file, const void *bytes, size_t count) {
    if (moment == FIRST_DRAWS) {
        moment = FIRST_TELLS;
        wait_for(SECOND_WAITS);
    }
    return syscall(SYS_write, file, bytes, count);
}

int pause(void) {
    moment = SECOND_WAITS;
    for (;;)
        sleep(1000);
}
