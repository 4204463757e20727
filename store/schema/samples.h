/* SPDX-License-Identifier: GPL-3.0-or-later */
/* samples.h: reads the arrays of samples of one measurement, part by part. Private.
 *
 * The arrays have a fixed order: series by series, first the seconds, then the details of samples
 * that are wanted and that the series has, in the order of series_details. Each is an array
 * [S][R][K] of doubles or 64-bit integers.
 *
 * Where h5repack has rewritten an archive, HDF5 reads the groups, but our own code still finds the
 * chunks of most arrays of samples and reads them. HDF5 1.10 searches the whole index for each
 * chunk that it is asked about, and reads chunks row by row: 20 million samples in 2,000 chunks of
 * 1 x 10 x 1000 take the processor 54 ms instead of 86 without filters, and 143 ms instead of 362
 * if they are deflated (mean and sd, the whole command; in one piece without filters 45 ms).
 *
 * Call these only inside a sandbox. */
#ifndef BENCHMAT_STORE_SCHEMA_SAMPLES_H
#define BENCHMAT_STORE_SCHEMA_SAMPLES_H

#include "store/native/chunk.h"
#include "store/native/object.h"
#include "store/schema/reader.h"

#define SAMPLES_RANK 3

/* One array, read either by HDF5 or by our own code. */
struct samples_array {
    hid_t array; /* negative: our own code reads it, by the fields below */
    struct object_place place;
    struct object_chunk *chunks;
    size_t chunk_count;
};

/* Zero-initialised is empty. */
struct samples {
    struct samples_array *arrays;
    size_t count;
    struct detail_set *has; /* for each series, the details that are among the arrays */
    size_t series_count;
    size_t dims[SAMPLES_RANK];

    struct chunk_room room;
    unsigned char *stored; /* buffers for a chunk as stored in the file, and decoded */
    double *values;
    size_t stored_room, value_room;
};

/* samples_add_series adds a series without arrays; samples_add adds an array to the last series,
 * with DETAIL NULL for the seconds, and takes ownership of ARRAY. They return 0, or -1 if memory
 * runs out. */
int samples_add_series(struct samples *samples);
int samples_add(struct samples *samples, const struct series_detail *detail,
                const struct samples_array *array);

/* Finds the arrays of M, which was read from the group ACTION of the file IMAGE. Returns 0 or a
 * negative code with ERR filled. */
int samples_open(struct samples *samples, struct file_view *image, hid_t action,
                 const struct measurement *m, enum reader_extent extent, struct err *err);

/* How many points a chunk of the first array covers: reading parts of that length that begin at a
 * multiple of it inflates nothing twice. 1 if nothing needs to be inflated. */
size_t samples_step(const struct samples *samples);

/* Reads COUNT elements of an array from FIRST on, both within it. */
int samples_read(struct samples *samples, struct file_view *image, size_t array, size_t first,
                 size_t count, void *values, struct err *err);

void samples_release(struct samples *samples);

#endif
