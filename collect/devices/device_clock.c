/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/devices/device_clock.h"

#include <stddef.h>

#include "collect/devices/device.h"

static struct {
    const struct device_api *api;
    void *queue;
} own;

static const char *failure(void) {
    if (device_failure())
        device_end_if_lost(device_failure());
    return device_failure();
}

static const char *begin(enum bench_device kind, void *queue) {
    static struct err err;
    own.api = device_api_of(kind);
    if (!own.api)
        return "it times a device of an unknown kind";
    if (own.api->load(&err))
        return err.message;
    device_forget();
    device_check(own.api, own.api->mark(queue, 0), "marking the beginning");
    own.queue = queue;
    return failure();
}

static const char *end(double *seconds) {
    if (!device_check(own.api, own.api->mark(own.queue, 1), "marking the end"))
        device_check(own.api, own.api->elapsed(seconds), "waiting for the device");
    return failure();
}

const struct workspace_devices device_clock = {begin, end};
