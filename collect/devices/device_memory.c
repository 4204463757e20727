/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/devices/device_memory.h"

#include <stdio.h>
#include <string.h>

#include "collect/harness/number.h"

enum { VALUE_BYTES = 64, MOST_RANGES = 4 };

struct range {
    void *host;
    struct device_place place;
    size_t bytes;
};

static struct {
    const struct device_api *api;
    const struct device_errors *errors;
    const struct workspace *workspace;      /* NULL: nothing is allocated */
    uintptr_t arrays[WORKSPACE_MAX_ARRAYS]; /* of arrays that are not renewed; 0: none */
    int is_written[WORKSPACE_MAX_ARRAYS];   /* by calls, since they were uploaded */
    uintptr_t originals, copies;            /* of what is renewed; 0: nothing is */
    uintptr_t value;
    int includes_transfers, wants_values;
    struct range written[MOST_RANGES]; /* by the call at hand */
    size_t written_count;
} own;

void device_memory_on(const struct device_api *api, const struct device_errors *errors,
                      int includes_transfers) {
    own.api = api;
    own.errors = errors;
    own.includes_transfers = includes_transfers;
    own.written_count = 0;
}

/* --- allocating --- */

static void bytes_in_words(size_t bytes, char *text, size_t size) {
    if (bytes < 1000000)
        snprintf(text, size, "%zu bytes", bytes);
    else
        snprintf(text, size, "%.4g %s", (double)bytes / (bytes < 1000000000 ? 1e6 : 1e9),
                 bytes < 1000000000 ? "MB" : "GB");
}

static uintptr_t allocate(size_t bytes) {
    uintptr_t buffer = 0;
    char amount[32], doing[64];
    if (device_failure())
        return 0;
    bytes_in_words(bytes, amount, sizeof amount);
    snprintf(doing, sizeof doing, "asked for %s", amount);
    if (device_check(own.api, own.api->allocate(bytes ? bytes : 1, &buffer), doing))
        buffer = 0;
    return buffer;
}

static size_t copies_bytes(const struct workspace *w) {
    return (size_t)workspace_max_copies(w, WORKSPACE_COPY_BYTES) * w->bench.copy_stride;
}

void device_memory_allocate(const struct workspace *w) {
    device_memory_release();
    own.workspace = w;
    own.written_count = 0; /* a call that failed may have left some */
    for (size_t i = 0; i < w->array_count; i++)
        if (!w->arrays[i].is_renewed && w->arrays[i].is_of_numbers)
            own.arrays[i] = allocate(w->arrays[i].bytes);
    if (w->image_bytes) {
        own.originals = allocate(w->image_bytes);
        own.copies = allocate(copies_bytes(w));
    }
    own.value = allocate(VALUE_BYTES);
}

static void release(uintptr_t *buffer) {
    if (*buffer)
        own.api->release(*buffer);
    *buffer = 0;
}

void device_memory_release(void) {
    if (!own.workspace)
        return;
    for (size_t i = 0; i < WORKSPACE_MAX_ARRAYS; i++)
        release(&own.arrays[i]);
    release(&own.originals);
    release(&own.copies);
    release(&own.value);
    own.workspace = NULL;
}

/* --- places --- */

/* NULL if there are none. */
static char *copies_of(const struct workspace *w) {
    return w->arena ? w->arena + w->fixed_bytes + w->bench.copy_stride : NULL;
}

enum { NO_ARRAY = WORKSPACE_MAX_ARRAYS }; /* it is renewed, and written by every call */

/* The place of the address HOST, in ROOM the bytes from there to the end of its buffer, and in
 * ARRAY the number of its array. A place without a buffer: there is none. */
static struct device_place place_of(const void *host, size_t *room, size_t *array) {
    const struct workspace *w = own.workspace;
    size_t inside = (uintptr_t)host - (uintptr_t)copies_of(w);
    *array = NO_ARRAY;
    if (own.copies && inside < copies_bytes(w)) {
        *room = copies_bytes(w) - inside;
        return (struct device_place){own.copies, inside};
    }
    for (size_t i = 0; i < w->array_count; i++) {
        inside = (uintptr_t)host - (uintptr_t)(w->arena + w->arrays[i].offset);
        *room = w->arrays[i].bytes - inside;
        *array = i;
        if (own.arrays[i] && inside < w->arrays[i].bytes)
            return (struct device_place){own.arrays[i], inside};
    }
    return (struct device_place){0, 0};
}

/* --- moving everything --- */

static void finish(const char *doing) {
    device_check(own.api, own.api->finish(), doing);
}

void device_memory_upload(void) {
    static const char doing[] = "copying inputs to the device";
    const struct workspace *w = own.workspace;
    memset(own.is_written, 0, sizeof own.is_written);
    for (size_t i = 0; i < w->array_count && !device_failure(); i++)
        if (own.arrays[i])
            device_check(own.api,
                         own.api->upload((struct device_place){own.arrays[i], 0},
                                         w->arena + w->arrays[i].offset, w->arrays[i].bytes),
                         doing);
    if (own.originals && !device_failure())
        device_check(own.api,
                     own.api->upload((struct device_place){own.originals, 0},
                                     w->arena + w->fixed_bytes, w->image_bytes),
                     doing);
    if (!device_failure())
        finish(doing);
}

void device_memory_renew(int64_t copies) {
    static const char doing[] = "renewing arrays on the device";
    const struct workspace *w = own.workspace;
    for (int64_t c = 0; own.copies && c < copies && !device_failure(); c++)
        device_check(
            own.api,
            own.api->copy((struct device_place){own.copies, (size_t)c * w->bench.copy_stride},
                          (struct device_place){own.originals, 0}, w->image_bytes),
            doing);
    if (own.copies && !device_failure())
        finish(doing);
}

void device_memory_download(void) {
    static const char doing[] = "copying answers from the device";
    const struct workspace *w = own.workspace;
    for (size_t i = 0; i < w->output_count && !device_failure(); i++) {
        char *host = w->arena + w->outputs[i].offset;
        size_t bytes = (size_t)w->outputs[i].count * number_bytes(w->outputs[i].type), room, array;
        struct device_place place = place_of(host, &room, &array);
        if (place.buffer && (array == NO_ARRAY || own.is_written[array]))
            device_check(own.api, own.api->download(host, place, bytes), doing);
    }
    if (!device_failure())
        finish(doing);
}

/* --- calls --- */

struct device_place device_memory_use(const void *host, size_t bytes, unsigned access) {
    static const struct device_place nowhere = {0, 0};
    size_t room = 0, array;
    if (device_failure())
        return nowhere;
    struct device_place place = place_of(host, &room, &array);
    if (!place.buffer || bytes > room) {
        device_fail("a routine was given memory that is not on the device");
        return nowhere;
    }
    if (array != NO_ARRAY && access & DEVICE_WRITES)
        own.is_written[array] = 1;
    if (own.includes_transfers && access & DEVICE_READS)
        device_check(own.api, own.api->upload(place, host, bytes), "copying to the device");
    if (own.includes_transfers && access & DEVICE_WRITES) {
        if (own.written_count == MOST_RANGES)
            device_fail("a routine writes more arrays than can be copied from the device");
        else
            own.written[own.written_count++] =
                (struct range){(void *)(uintptr_t)host, place, bytes};
    }
    return place;
}

int device_memory_check(int code, const char *doing) {
    return device_check_library(own.api, own.errors, code, doing);
}

void device_memory_done(int code, const char *doing) {
    device_memory_check(code, doing);
    for (size_t i = 0; i < own.written_count && !device_failure(); i++)
        device_check(
            own.api,
            own.api->download(own.written[i].host, own.written[i].place, own.written[i].bytes),
            "copying from the device");
    own.written_count = 0;
}

/* --- values --- */

struct device_place device_memory_value(void) {
    return (struct device_place){own.value, 0};
}

void device_memory_want_values(int wanted) {
    own.wants_values = wanted;
}

void device_memory_read_value(void *value, size_t bytes) {
    memset(value, 0, bytes);
    if ((!own.wants_values && !own.includes_transfers) || device_failure())
        return;
    device_check(own.api, own.api->download(value, device_memory_value(), bytes),
                 "copying from the device");
    finish("copying from the device");
}
