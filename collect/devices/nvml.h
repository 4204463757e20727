/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nvml.h: what NVIDIA's management library tells of a device: temperature, power, throttling. */
#ifndef BENCHMAT_COLLECT_DEVICES_NVML_H
#define BENCHMAT_COLLECT_DEVICES_NVML_H

#include "formats/model/run.h"

/* Finds the device on the PCI bus at BUS ("0000:3B:00.0"). Without the library, or without such a
 * device, the functions below know nothing. */
void nvml_open(const char *bus);

/* Adds device_power_limit_watts, device_largest_clock_hertz, device_memory_clock_hertz, and
 * device_temperature, in degrees Celsius now. */
void nvml_describe(struct facts *facts);

/* Degrees Celsius; NaN: unknown. */
double nvml_temperature(void);

/* Seconds for which heat or the board's power supply have slowed the device since it was last
 * asked; 0: unknown. What a power limit takes is not counted: that is how fast the device is. */
double nvml_throttled(void);

#endif
