/* SPDX-License-Identifier: GPL-3.0-or-later */
/* device_memory.h: the arrays of a workspace, once more on the device.
 *
 * Each array has a buffer of its own, and all that is renewed is in one, with its copies as they
 * lie in the workspace. A routine gives an address in the workspace and gets the place on the
 * device. Usually data lie there before a call and stay there after it; if transfers are included,
 * each call brings what it reads and takes back what it writes. */
#ifndef BENCHMAT_COLLECT_DEVICES_DEVICE_MEMORY_H
#define BENCHMAT_COLLECT_DEVICES_DEVICE_MEMORY_H

#include "collect/devices/device.h"
#include "collect/harness/workspace.h"

/* All of this process are on this device, and used by a library with such ERRORS
 * (device_check_library). */
void device_memory_on(const struct device_api *api, const struct device_errors *errors,
                      int includes_transfers);

/* Allocates what WORKSPACE, which is borrowed, needs. Failures are kept by device_fail. */
void device_memory_allocate(const struct workspace *workspace);
void device_memory_release(void);

/* Copies all arrays of numbers from the workspace to the device, and waits. */
void device_memory_upload(void);

/* Restores the first COPIES copies of what is renewed, on the device, and waits. */
void device_memory_renew(int64_t copies);

/* Copies those of the workspace's outputs back that calls have written since the last upload. */
void device_memory_download(void);

enum device_access { DEVICE_READS = 1, DEVICE_WRITES = 2 };

/* The place of the BYTES bytes at the address HOST, which a call is about to ACCESS (a sum of enum
 * device_access). After a failure, which is kept, there is none, and nothing is moved. */
struct device_place device_memory_use(const void *host, size_t bytes, unsigned access);

/* A call has taken its place in the queue. CODE is what it returned, DOING what it is called. */
void device_memory_done(int code, const char *doing);

/* Keeps that the library returned CODE, if it is not 0, from DOING something else; returns CODE. */
int device_memory_check(int code, const char *doing);

/* A place for a number that a routine returns. Its value, as an array of COUNT floats or doubles,
 * is read only while WANTED (device_memory_want_values): to wait for it would be to time the way
 * back. */
struct device_place device_memory_value(void);
void device_memory_want_values(int wanted);
void device_memory_read_value(void *value, size_t bytes);

#endif
