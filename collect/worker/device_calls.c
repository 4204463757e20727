/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/device_calls.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "collect/devices/device_kernel.h"
#include "collect/devices/device_library.h"
#include "collect/devices/device_memory.h"
#include "collect/devices/nvml.h"
#include "collect/harness/clock.h"

static struct {
    const struct device_api *api;      /* NULL: nothing is on a device */
    const struct bench_action *action; /* the action whose routines are called */
    struct bench_action on_device;
    int includes_transfers;
    int is_stale; /* the workspace has been filled since it was last brought to the device */
    double first_call;
    off_t printed; /* bytes that were printed before the calls */
} own;

int device_calls_are_there(void) {
    return own.api != NULL;
}

/* --- failures --- */

/* Copies the first line that was printed since the calls began to LINE: a compiler's error. */
static void quote(char *line, size_t size) {
    ssize_t length = pread(STDOUT_FILENO, line, size - 1, own.printed);
    line[length > 0 ? length : 0] = '\0';
    size_t used = 0, newlines = 0;
    for (size_t i = 0; line[i] && newlines < 3; i++) {
        newlines += line[i] == '\n';
        line[used] = isprint((unsigned char)line[i]) ? line[i] : ' ';
        used += used || line[used] != ' ';
    }
    line[used] = '\0';
}

static int tell(struct workspace *workspace) {
    char line[200], text[256];
    if (!device_failure())
        return 0;
    quote(line, sizeof line);
    snprintf(text, sizeof text, "%.180s%s%.70s", device_failure(), line[0] ? ": " : "", line);
    device_end_if_lost(text);
    device_forget();
    report_fail(&workspace->report, CELL_FAILED, text);
    return 1;
}

/* --- the action --- */

static void initialize(struct bench *bench, uint64_t seed) {
    struct workspace *workspace = (struct workspace *)bench;
    if (own.action->initialize)
        own.action->initialize(bench, seed);
    else
        workspace_fill(workspace);
    own.is_stale = 1;
}

static void renew(struct workspace *workspace, int64_t copies) {
    (void)workspace;
    if (own.is_stale)
        device_memory_upload();
    own.is_stale = 0;
    device_memory_renew(copies);
}

static void calculate(struct bench *bench, int64_t calls) {
    struct workspace *workspace = (struct workspace *)bench;
    double seconds = 0;
    own.printed = lseek(STDOUT_FILENO, 0, SEEK_END);
    if (tell(workspace)) /* bringing the data failed */
        return;
    device_check(own.api, own.api->mark(own.api->queue(), 0), "marking the beginning");
    own.action->calculate(bench, calls);
    if (!device_failure() &&
        !device_check(own.api, own.api->mark(own.api->queue(), 1), "marking the end"))
        device_check(own.api, own.api->elapsed(&seconds), "waiting for the device");
    if (!tell(workspace))
        report_set_device_seconds(&workspace->report, seconds);
}

/* The first call at a point is made here, where it may take as long as setting up may: it compiles
 * kernels. */
static int begin_round(struct bench *bench) {
    struct workspace *workspace = (struct workspace *)bench;
    device_memory_allocate(workspace);
    if (tell(workspace))
        return 1;
    workspace->renew = own.includes_transfers ? NULL : renew;
    int status = own.action->begin_round ? own.action->begin_round(bench) : 0;
    if (status)
        return status;
    if (tell(workspace)) /* planning failed */
        return 1;
    workspace_initialize(workspace, 0);
    /* Also what calls will bring themselves: CLBlast multiplies what it overwrites by 0, which must
     * not be NaN. */
    device_memory_upload();
    workspace_renew(workspace, 1);
    struct instant began = clock_now();
    calculate(bench, 1);
    own.first_call = clock_seconds(began, clock_now());
    return workspace->report.failure[0] != '\0';
}

static void end_round(struct bench *bench) {
    if (own.action->end_round)
        own.action->end_round(bench);
    device_memory_release();
}

static int begin_batch(struct bench *bench) {
    nvml_throttled(); /* from now on */
    return own.action->begin_batch ? own.action->begin_batch(bench) : 0;
}

int device_calls_can_do(const struct binding *binding) {
    return binding->count > 0 && device_library_of(binding->handles[0]) != NULL;
}

int device_calls_start(const struct wire_load *load, struct binding *binding,
                       const struct bench_action **action, struct facts *facts, struct err *err) {
    const struct device_library *kind = device_library_of(binding->handles[0]);
    int status = 0;
    if (device_library_open(kind, binding->handles[0], load->device, err))
        return ERR_ABSENT;
    if (!(*action)->routines)
        status =
            device_kernel_open(kind->api, (*action)->name, load->type, &binding->routines[0], err);
    if (status)
        return status;
    binding->c_interface = !(*action)->routines;
    kind->api->describe(facts);
    own.api = kind->api;
    own.action = *action;
    own.includes_transfers = load->includes_transfers != 0;
    own.on_device = **action;
    own.on_device.initialize = initialize;
    own.on_device.calculate = calculate;
    own.on_device.begin_round = begin_round;
    own.on_device.end_round = end_round;
    own.on_device.begin_batch = begin_batch;
    device_memory_on(kind->api, kind->errors, own.includes_transfers);
    binding->find = device_library_routine;
    *action = &own.on_device;
    return 0;
}

/* --- answers and samples --- */

void device_calls_keep_answer(int keeps) {
    device_memory_want_values(keeps);
}

int device_calls_take_outputs(struct workspace *workspace, double *first_call, struct err *err) {
    *first_call = fmax(*first_call, own.first_call);
    if (!own.includes_transfers)
        device_memory_download();
    tell(workspace);
    return report_status(&workspace->report, err);
}

int device_calls_have_temperature(void) {
    return own.api && isfinite(nvml_temperature());
}

void device_calls_tell(struct wire_sample *sample) {
    sample->throttled = nvml_throttled();
    sample->told.temperature = nvml_temperature();
}
