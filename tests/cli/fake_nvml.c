/* SPDX-License-Identifier: GPL-3.0-or-later */
/* As much of NVIDIA's management library as a worker calls. Tests set what it tells. */
#include <stdio.h>

struct violation {
    unsigned long long reference, nanoseconds;
};

int fake_fails[4]; /* by policy */
unsigned long long fake_nanoseconds[4];

int nvmlInit_v2(void) {
    return 0;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char *bus, void **device) {
    *device = fake_fails;
    return !*bus;
}

int nvmlDeviceGetTemperature(void *device, int sensor, unsigned *degrees) {
    *degrees = 45;
    return !device || sensor;
}

int nvmlDeviceGetPowerManagementLimit(void *device, unsigned *milliwatts) {
    *milliwatts = 350000;
    return !device;
}

int nvmlDeviceGetClockInfo(void *device, int clock, unsigned *megahertz) {
    *megahertz = clock == 2 ? 2619 : 1;
    return !device;
}

int nvmlDeviceGetMaxClockInfo(void *device, int clock, unsigned *megahertz) {
    *megahertz = clock == 1 ? 1980 : 1;
    return !device;
}

int nvmlDeviceGetViolationStatus(void *device, int policy, struct violation *violation) {
    violation->nanoseconds = fake_nanoseconds[policy];
    return !device || fake_fails[policy];
}

int nvmlSystemGetDriverVersion(char *version, unsigned size) {
    snprintf(version, size, "555.42");
    return 0;
}
