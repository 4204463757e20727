/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counted.h: workers on whose clock 20 ns pass with every reading, and no time otherwise. What
 * spins for a time takes that time there, to a reading, however busy the machine is. After fake.h
 * and rig.h. */
#ifndef BENCHMAT_TESTS_COLLECT_COUNTED_H
#define BENCHMAT_TESTS_COLLECT_COUNTED_H

#include <sys/stat.h>

#include "tests/test.h"

#define COUNTED_STEP 20e-9

static const char counted_source[] =
    "#include <dlfcn.h>\n#include <time.h>\n"
    "int clock_gettime(clockid_t clock, struct timespec *now) {\n"
    "    static long long passed = 1000000000;\n"
    "    static int (*other)(clockid_t, struct timespec *);\n"
    "    if (clock != CLOCK_MONOTONIC) {\n"
    "        if (!other) other = (int (*)(clockid_t, struct timespec *))"
    "dlsym(RTLD_NEXT, \"clock_gettime\");\n"
    "        return other(clock, now);\n"
    "    }\n"
    "    long long time = __atomic_add_fetch(&passed, 20, __ATOMIC_RELAXED);\n"
    "    now->tv_sec = time / 1000000000;\n"
    "    now->tv_nsec = time % 1000000000;\n"
    "    return 0;\n"
    "}\n";

/* The rig's workers are started by a script, for they get no more of our environment than users'
 * do. */
static inline void counted_begin(struct rig *own) {
    char script[sizeof own->worker];
    snprintf(script, sizeof script, "%s/counted-worker", fake_folder);
    const char *clock = fake_compile("counted_clock", counted_source);
    FILE *file = fopen(script, "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\nLD_PRELOAD='%s' exec '%s'\n", clock, own->worker);
    fclose(file);
    assert_int_equal(chmod(script, 0700), 0);
    memcpy(own->worker, script, sizeof script);
}

/* Whether SECONDS on that clock are EXPECTED, but for fewer than so many READINGS of it. */
static inline int counted_takes(double seconds, double expected, int readings) {
    return seconds > expected - 1e-9 && seconds < expected + readings * COUNTED_STEP;
}

#endif
