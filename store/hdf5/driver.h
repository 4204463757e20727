/* SPDX-License-Identifier: GPL-3.0-or-later */
/* driver.h: lets HDF5 use bytes that we provide as a file. Private.
 *
 * This is a virtual file driver for HDF5. HDF5 cannot open any other file through it (an external
 * link inherits the driver, and is refused), and never learns that a write failed: version 1.10 may
 * crash after that. The provider of the bytes remembers the failure and reports it later. */
#ifndef BENCHMAT_STORE_HDF5_DRIVER_H
#define BENCHMAT_STORE_HDF5_DRIVER_H

#include <stdint.h>

#include "store/hdf5/h5.h"

/* The only name by which HDF5 can open a file through these drivers. It is absolute: HDF5 2.2 puts
 * the working directory before a relative one, and crashes where that is long or unknown. */
#define DRIVER_NAME "/archive"

/* Must be the first member of the structure that provides the bytes. */
struct driver_file {
    uint64_t length; /* the length that HDF5 sees; HDF5 makes it grow and shrink */
    /* Reads all SIZE bytes, with zeros where nothing was ever written. Returns 0, or nonzero on
     * failure. */
    int (*read)(struct driver_file *file, uint64_t offset, void *bytes, size_t size);
    void (*write)(struct driver_file *file, uint64_t offset, const void *bytes, size_t size);

    hid_t driver; /* set by driver_init */
    int opened;   /* how many times HDF5 has it open */
};

/* The caller sets LENGTH, READ and WRITE. Returns 0, or -1; then nothing must be released. */
int driver_init(struct driver_file *file);
/* Call this after HDF5 has closed the file. */
void driver_release(struct driver_file *file);

/* Returns a file access property list with which H5Fopen and H5Fcreate use FILE; the caller must
 * close it before releasing FILE. Existing content is never truncated: creating needs a length of
 * 0. Negative on failure. */
hid_t driver_access_list(struct driver_file *file);

/* --- read-only driver --- */

/* Lets HDF5 read an open file descriptor. Private.
 *
 * The descriptor is opened before HDF5 parses a byte, and HDF5 can open no other file through it.
 * Writes are dropped: the file is never changed. */

struct readonly_driver;

/* Provides the first SIZE bytes of FD, which is borrowed and must stay open. NULL if memory runs
 * out. */
struct readonly_driver *readonly_driver_new(int fd, uint64_t size);
/* Call this after HDF5 has closed the file. NULL is fine. */
void readonly_driver_free(struct readonly_driver *overlay);

/* Returns a file access property list with which H5Fopen uses the overlay, of whatever version the
 * file is; the caller must close it before freeing the overlay. Negative on failure. */
hid_t readonly_driver_access_list(struct readonly_driver *overlay);

#endif
