/* SPDX-License-Identifier: GPL-3.0-or-later */
/* driver.h: bytes of our own that HDF5 takes for a file. Private.
 *
 * A virtual file driver for HDF5. HDF5 cannot open any other file through it (an external link
 * inherits the driver, and is refused), and is never told that a write failed: version 1.10 may
 * crash after that. Who provides the bytes remembers the failure and refuses later. */
#ifndef BENCHMAT_STORE_HDF5_DRIVER_H
#define BENCHMAT_STORE_HDF5_DRIVER_H

#include <stdint.h>

#include "store/hdf5/h5.h"

/* To be the first member of what provides the bytes. */
struct driver_file {
    const char *name; /* the one name that HDF5 can open; borrowed */
    uint64_t length;  /* as HDF5 sees it; it grows and shrinks as HDF5 says */
    /* All SIZE bytes, zeros where there never were any. Returns 0, or anything else on failure. */
    int (*read)(struct driver_file *file, uint64_t offset, void *bytes, size_t size);
    void (*write)(struct driver_file *file, uint64_t offset, const void *bytes, size_t size);

    hid_t driver; /* driver_init's */
    int opened;   /* how often HDF5 has it open */
};

/* NAME, LENGTH, READ and WRITE are to be set. Returns 0, or -1; then nothing is to be released. */
int driver_init(struct driver_file *file);
/* To be called once HDF5 has it open no more. */
void driver_release(struct driver_file *file);

/* A file access property list that makes H5Fopen and H5Fcreate take FILE; to be closed by the
 * caller, before FILE is released. What is there is never cut to nothing: creating needs a length
 * of 0. Negative on failure. */
hid_t driver_access_list(struct driver_file *file);

/* --- readonly driver --- */

/* An open file descriptor that HDF5 reads. Private.
 *
 * The descriptor is opened before HDF5 parses a byte, and HDF5 can open no other file through it
 * (driver.h). What HDF5 would write is dropped: the file is never touched. */

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
