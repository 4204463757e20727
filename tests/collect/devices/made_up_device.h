/* SPDX-License-Identifier: GPL-3.0-or-later */
/* made_up_device.h: a device whose memory is the heap, for the tests. Places have a buffer and an
 * offset, as OpenCL's have. After cmocka.h. */
#ifndef BENCHMAT_TESTS_COLLECT_DEVICES_MADE_UP_DEVICE_H
#define BENCHMAT_TESTS_COLLECT_DEVICES_MADE_UP_DEVICE_H

#include <stdlib.h>
#include <string.h>

#include "collect/devices/device.h"

enum { MADE_UP_FULL = 2, MADE_UP_FAULT = 5, MADE_UP_LOST = 7 };

static struct {
    size_t most;    /* bytes that one buffer may have */
    size_t buffers; /* that are there */
    size_t uploads, downloads;
    int finishing; /* what waiting returns */
    int uploading; /* what copying to the device returns */
} made_up;

static inline int made_up_allocate(size_t bytes, uintptr_t *buffer) {
    if (bytes > made_up.most)
        return MADE_UP_FULL;
    *buffer = (uintptr_t)calloc(1, bytes);
    made_up.buffers++;
    return 0;
}

static inline void made_up_release(uintptr_t buffer) {
    free((void *)buffer);
    made_up.buffers--;
}

static inline char *made_up_at(struct device_place place) {
    return (char *)place.buffer + place.offset;
}

static inline int made_up_upload(struct device_place to, const void *from, size_t bytes) {
    memcpy(made_up_at(to), from, bytes);
    made_up.uploads++;
    return made_up.uploading;
}

static inline int made_up_download(void *to, struct device_place from, size_t bytes) {
    memcpy(to, made_up_at(from), bytes);
    made_up.downloads++;
    return 0;
}

static inline int made_up_copy(struct device_place to, struct device_place from, size_t bytes) {
    memcpy(made_up_at(to), made_up_at(from), bytes);
    return 0;
}

static inline int made_up_finish(void) {
    return made_up.finishing;
}

static inline const char *made_up_error(int number) {
    return number == MADE_UP_FULL    ? "MADE_UP_FULL"
           : number == MADE_UP_FAULT ? "MADE_UP_FAULT"
                                     : NULL;
}

static inline int made_up_is_full(int number) {
    return number == MADE_UP_FULL;
}

static inline int made_up_is_fatal(int number) {
    return number == MADE_UP_LOST;
}

static const struct device_api made_up_device = {
    .name = "made-up",
    .allocate = made_up_allocate,
    .release = made_up_release,
    .upload = made_up_upload,
    .download = made_up_download,
    .copy = made_up_copy,
    .finish = made_up_finish,
    .error = made_up_error,
    .is_out_of_memory = made_up_is_full,
    .is_fatal = made_up_is_fatal,
};

static const struct device_errors made_up_errors = {
    "libmadeup",
    (const struct device_error[]){{3, "no room", 1}, {4, "no luck", 0}, {0}},
};

#endif
