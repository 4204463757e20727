/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdf5.h: how an HDF5 file begins (HDF5 File Format Specification, II.A): with this signature, at
 * its start or after a user block of 512, 1024, 2048, ... bytes. */
#ifndef BENCHMAT_FORMATS_FILES_HDF5_H
#define BENCHMAT_FORMATS_FILES_HDF5_H

#define HDF5_SIGNATURE      "\x89HDF\r\n\x1a\n"
#define HDF5_SIGNATURE_SIZE (sizeof HDF5_SIGNATURE - 1)

#endif
