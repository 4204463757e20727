/* SPDX-License-Identifier: GPL-3.0-or-later */
/* samples.h: the arrays of samples of one measurement, read part by part. Private.
 *
 * They stand in one order: series by series, of each the seconds and then those details of a sample
 * that are wanted and that it has, in the order of series_details. Each is an array [S][R][K] of
 * doubles or of 64-bit integers.
 *
 * To be called inside a sandbox. */
#ifndef BENCHMAT_STORE_SCHEMA_SAMPLES_H
#define BENCHMAT_STORE_SCHEMA_SAMPLES_H

#include "store/native/chunk.h"
#include "store/native/object.h"
#include "store/schema/reader.h"

/* One array: HDF5 reads it, or we do. */
struct samples_array {
    hid_t array; /* negative: we do */
    struct object_place place;
    struct object_chunk *chunks;
    size_t chunk_count;
};

/* Zero-initialised is empty. */
struct samples {
    struct samples_array *arrays;
    size_t count;
    uint64_t *has; /* of each series, a bit for each of series_details that is among the arrays */
    size_t series_count;
    size_t dims[ARRAY_MAX_RANK];

    struct chunk_room room;
    unsigned char *stored; /* a chunk as it is in the file, and as it was written */
    double *values;
    size_t stored_room, value_room;
};

/* Adds a series that has no arrays yet, and arrays to the last of them: SECONDS is DETAIL NULL.
 * An ARRAY is then the samples' own. Returns 0, or -1 when there is no memory. */
int samples_add_series(struct samples *samples);
int samples_add(struct samples *samples, const struct series_detail *detail,
                const struct samples_array *array);

/* Finds the arrays of M, which was read out of the group ACTION, for HDF5 to read. Returns 0 or a
 * negative code with ERR filled. */
int samples_open(struct samples *samples, hid_t action, const struct measurement *m,
                 enum reader_extent extent, struct err *err);

/* Of how many points the first array has a chunk: parts of such length, and from such a point on,
 * are read without inflating anything twice. 1 where nothing is to be inflated. */
size_t samples_step(const struct samples *samples);

/* Where in the file, which has so many bytes, an array stands as it does in memory, one element
 * after the other; SAMPLES_NOWHERE for one that is in chunks, of numbers of another form, or cut
 * off. */
uint64_t samples_place(const struct samples *samples, size_t array, uint64_t bytes);
#define SAMPLES_NOWHERE UINT64_MAX

/* Reads COUNT elements of an array from FIRST on, both within it. */
int samples_read(struct samples *samples, struct file_view *image, size_t array, size_t first,
                 size_t count, void *values, struct err *err);

void samples_release(struct samples *samples);

#endif
