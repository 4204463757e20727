/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fake_cuda.h: the made-up CUDA driver and libraries of tests/cli/, in this process. A shared
 * object of the driver's name that is loaded is what dlopen finds by that name. After cmocka.h. */
#ifndef BENCHMAT_TESTS_COLLECT_DEVICES_FAKE_CUDA_H
#define BENCHMAT_TESTS_COLLECT_DEVICES_FAKE_CUDA_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/test.h"

/* The handle of tests/cli/SOURCE.c, compiled once as a shared object that calls itself NAME. */
static inline void *fake_library(const char *source, const char *name) {
    char directory[] = "/tmp/benchmat-fake-XXXXXX", command[512], path[128];
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    unsetenv("CUDA_FAKE");
    if (library)
        return library;
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/%s", directory, name);
    snprintf(command, sizeof command,
             "cc -O1 -w -shared -fPIC -Wl,-soname,%s tests/cli/%s.c -o %s -lm", name, source, path);
    assert_int_equal(system(command), 0);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    unlink(path);
    rmdir(directory);
    assert_non_null(library);
    return library;
}

/* Both driver and cuBLAS. */
static inline void *fake_cuda(void) {
    return fake_library("fake_cuda", "libcuda.so.1");
}

#endif
