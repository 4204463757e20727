/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/devices/device_library.h"

#include <ctype.h>
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "collect/devices/device_transform.h"

static const struct device_library *const libraries[] = {
    &device_clblast, &device_cublas, &device_rocblas, &device_clfft, &device_cufft, &device_hipfft};

static struct {
    const struct device_library *kind; /* NULL: none is open */
    void *library;
} own;

const struct device_library *device_library_of(void *library) {
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        if (dlsym(library, libraries[i]->symbol))
            return libraries[i];
    return NULL;
}

int device_library_open(const struct device_library *kind, void *library, const char *wanted,
                        struct err *err) {
    int status = kind->api->open(wanted, err);
    if (status == 0)
        status = kind->open(library, err);
    if (status == 0 && kind->transforms)
        device_transform_by(kind->transforms);
    own.kind = status ? NULL : kind;
    own.library = library;
    return status;
}

/* Whether NAME is PATTERN with a letter of a type in the place of '?'; then *TYPE is its number. */
static int is_of_pattern(const char *name, const char *pattern, size_t *type) {
    static const char letters[] = "sdcz";
    size_t before = strcspn(pattern, "?");
    const char *letter = strlen(name) > before ? strchr(letters, name[before]) : NULL;
    *type = letter ? (size_t)(letter - letters) : 0;
    return letter && strncmp(name, pattern, before) == 0 &&
           strcmp(name + before + 1, pattern + before + 1) == 0;
}

static bench_function find(const struct device_routine *routine, char letter) {
    char name[64];
    snprintf(name, sizeof name, "%s", routine->library);
    *strchr(name, '?') = own.kind->has_capitals ? (char)toupper(letter) : letter;
    return device_function(own.library, name);
}

void *device_library_routine(const char *name) {
    static const size_t bytes[] = {4, 8, 8, 16};
    const struct device_routine *routines = own.kind ? own.kind->routines : NULL;
    if (own.kind && own.kind->transforms)
        return device_transform_routine(name);
    for (size_t i = 0, type; routines && routines[i].blas; i++) {
        if (!is_of_pattern(name, routines[i].blas, &type) || !routines[i].routines[type])
            continue;
        bench_function function = find(&routines[i], "sdcz"[type]);
        void *routine;
        if (!function)
            return NULL;
        own.kind->set(i, function, bytes[type]);
        memcpy(&routine, &routines[i].routines[type], sizeof routine);
        return routine;
    }
    return NULL;
}

int device_library_fits(int64_t n) {
    if (n <= INT_MAX)
        return 1;
    device_fail("the library's integers have 32 bits, too few for this size");
    return 0;
}
