/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/devices/nvml.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "collect/devices/device.h"

enum { INIT, FIND, TEMPERATURE, POWER_LIMIT, CLOCK, LARGEST_CLOCK, VIOLATION, VERSION, FUNCTIONS };

static const char *const names[FUNCTIONS] = {
    "nvmlInit_v2",
    "nvmlDeviceGetHandleByPciBusId_v2",
    "nvmlDeviceGetTemperature",
    "nvmlDeviceGetPowerManagementLimit",
    "nvmlDeviceGetClockInfo",
    "nvmlDeviceGetMaxClockInfo",
    "nvmlDeviceGetViolationStatus",
    "nvmlSystemGetDriverVersion",
};

/* Numbers of nvml.h. */
enum { GPU_SENSOR = 0, CLOCK_SM = 1, CLOCK_MEMORY = 2, POLICY_THERMAL = 1, POLICY_BOARD = 3 };

struct violation {
    unsigned long long reference, nanoseconds;
};

typedef int start(void);
typedef int find(const char *bus, void **device);
typedef int get_number(void *device, unsigned *number);
typedef int get_number_of(void *device, int what, unsigned *number);
typedef int get_violation(void *device, int policy, struct violation *violation);
typedef int get_version(char *version, unsigned size);

enum { POLICIES = 2 };

static struct {
    bench_function functions[FUNCTIONS];
    void *device; /* NULL: none */
    struct {
        int is_known;
        unsigned long long nanoseconds;
    } last[POLICIES]; /* when nvml_throttled was last called */
} own;

#define CALL(type, function) ((type *)own.functions[function])

void nvml_open(const char *bus) {
    static const char *const libraries[] = {"libnvidia-ml.so.1", NULL};
    struct err ignored;
    if (device_load(libraries, names, own.functions, FUNCTIONS, "NVML", &ignored) ||
        CALL(start, INIT)() || CALL(find, FIND)(bus, &own.device))
        own.device = NULL;
}

void nvml_describe(struct facts *facts) {
    static const struct {
        const char *fact;
        int function, clock;
    } clocks[] = {{"device_largest_clock_hertz", LARGEST_CLOCK, CLOCK_SM},
                  {"device_memory_clock_hertz", CLOCK, CLOCK_MEMORY}};
    unsigned number;
    char version[96] = "", driver[256];
    if (!own.device)
        return;
    if (CALL(get_version, VERSION)(version, sizeof version) == 0) {
        snprintf(driver, sizeof driver, "%s, driver %s", facts_text(facts, "device_driver", ""),
                 version);
        facts_set_text(facts, "device_driver", driver);
    }
    if (CALL(get_number, POWER_LIMIT)(own.device, &number) == 0)
        device_add_number(facts, "device_power_limit_watts", number / 1e3);
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
        if (CALL(get_number_of, clocks[i].function)(own.device, clocks[i].clock, &number) == 0)
            device_add_number(facts, clocks[i].fact, number * 1e6);
    if (isfinite(nvml_temperature()))
        device_add_number(facts, "device_temperature", nvml_temperature());
}

double nvml_temperature(void) {
    unsigned degrees;
    if (!own.device || CALL(get_number_of, TEMPERATURE)(own.device, GPU_SENSOR, &degrees))
        return NAN;
    return degrees;
}

/* Each counter by itself: one may be told now and not later. */
double nvml_throttled(void) {
    static const int policies[POLICIES] = {POLICY_THERMAL, POLICY_BOARD};
    unsigned long long sum = 0;
    for (size_t i = 0; own.device && i < POLICIES; i++) {
        struct violation now = {0, 0};
        int is_known = CALL(get_violation, VIOLATION)(own.device, policies[i], &now) == 0;
        if (is_known && own.last[i].is_known && now.nanoseconds > own.last[i].nanoseconds)
            sum += now.nanoseconds - own.last[i].nanoseconds;
        own.last[i].is_known = is_known;
        own.last[i].nanoseconds = now.nanoseconds;
    }
    return 1e-9 * (double)sum;
}
