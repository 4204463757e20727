/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "collect/timing/perf_events.h"
#include "tests/test.h"

enum { PAGES = 100 };

static int32_t errors[PERF_EVENTS];

/* Touches PAGES pages for the first time. */
static void *fault(void *argument) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = PAGES * page;
    (void)argument;
    volatile char *memory =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(memory != MAP_FAILED);
    madvise((void *)(uintptr_t)memory, bytes, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < PAGES; i++)
        memory[i * page] = 1;
    munmap((void *)(uintptr_t)memory, bytes);
    return NULL;
}

static double counted(enum perf_event event) {
    double counts[PERF_EVENTS];
    perf_events_read(counts);
    return counts[event];
}

/* A container may forbid all events. */
static void need(enum perf_event event) {
    if (errors[event])
        skip_for("the system lets nobody count this event");
}

static int open_events(void **state) {
    (void)state;
    double counts[PERF_EVENTS];
    perf_events_read(counts); /* nothing is open yet */
    for (int event = 0; event < PERF_EVENTS; event++)
        assert_true(isnan(counts[event]));
    perf_events_open(errors);
    return 0;
}

ALL_TESTS(open_events, NULL);

TEST(what_happens_between_start_and_stop_is_counted) {
    need(PERF_page_faults);
    perf_events_clear();
    fault(NULL);
    perf_events_start();
    fault(NULL);
    perf_events_stop();
    fault(NULL);
    assert_uint_in_range(counted(PERF_page_faults), PAGES, PAGES + 5);
    perf_events_start();
    fault(NULL);
    perf_events_stop();
    assert_uint_in_range(counted(PERF_page_faults), 2 * PAGES, 2 * PAGES + 10);
    perf_events_clear();
    perf_events_start();
    perf_events_stop();
    assert_uint_in_range(counted(PERF_page_faults), 0, 5);
}

TEST(threads_that_began_later_are_counted_too) {
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    need(PERF_page_faults);
    perf_events_clear();
    perf_events_start();
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, fault, NULL), 0);
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    perf_events_stop();
    assert_true(counted(PERF_page_faults) >= THREADS * PAGES);
    assert_true(counted(PERF_page_faults) < 2 * THREADS * PAGES);
}

TEST(a_loop_has_about_as_many_instructions_as_it_has) {
    enum { STEPS = 1000000 };
    need(PERF_instructions);
    perf_events_clear();
    perf_events_start();
    for (int i = 0; i < STEPS; i++)
        __asm__ volatile("" : "+r"(i));
    perf_events_stop();
    double instructions = counted(PERF_instructions);
    if (isnan(instructions))
        skip_for("another profiler has the processor's counters");
    assert_true(instructions > STEPS && instructions < 20.0 * STEPS);
}

TEST(an_event_that_is_not_there_is_unknown_and_not_zero) {
    perf_events_clear();
    perf_events_start();
    fault(NULL);
    perf_events_stop();
    for (int event = 0; event < PERF_EVENTS; event++)
        if (errors[event])
            assert_true(isnan(counted((enum perf_event)event)));
}
