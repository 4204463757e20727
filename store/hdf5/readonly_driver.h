/* SPDX-License-Identifier: GPL-3.0-or-later */
/* readonly_driver.h: an open file descriptor that HDF5 reads. Private.
 *
 * The descriptor is opened before HDF5 parses a byte, and HDF5 can open no other file through it
 * (driver.h). What HDF5 would write is dropped: the file is never touched. */
#ifndef BENCHMAT_STORE_HDF5_READONLY_DRIVER_H
#define BENCHMAT_STORE_HDF5_READONLY_DRIVER_H

#include <stdint.h>

#include "store/hdf5/h5.h"

struct readonly_driver;

/* Over the first SIZE bytes of FD, which is borrowed and must stay open; NAME is the one file name
 * that HDF5 will be able to open through it. NULL when there is no memory. */
struct readonly_driver *readonly_driver_new(int fd, uint64_t size, const char *name);
/* To be called after HDF5 has closed the file. NULL is fine. */
void readonly_driver_free(struct readonly_driver *overlay);

/* A file access property list that makes H5Fopen use the overlay; to be closed by the caller,
 * before the overlay is freed. Negative on failure. */
hid_t readonly_driver_access_list(struct readonly_driver *overlay);

#endif
