/* SPDX-License-Identifier: GPL-3.0-or-later */
/* object.h: the groups and arrays of an archive, read without HDF5. Private.
 *
 * HDF5 takes some 0.1 ms for everything that it opens, which in an archive of ten thousand runs
 * adds up to minutes. So what our own writer makes, and nothing else, is understood here: headers
 * of version 2 with links and attributes inside, arrays of doubles or 64-bit integers in chunks of
 * one of our pipelines. Whatever else is met is no error, but left to HDF5. The forms are
 * those of "HDF5 File Format Specification Version 3.0" (The HDF Group, 2021), sections III.A.1 and
 * IV.A.
 *
 * Nothing here trusts the file, and all of it is still to be called inside a sandbox. */
#ifndef BENCHMAT_STORE_NATIVE_OBJECT_H
#define BENCHMAT_STORE_NATIVE_OBJECT_H

#include "formats/model/run.h"
#include "store/hdf5/array.h"
#include "store/native/chunk.h"
#include "store/native/file_view.h"

struct object_link {
    char *name;
    uint64_t address;
    uint64_t order; /* of creation */
};

struct object_attribute {
    const unsigned char *message; /* in the object's bytes */
    size_t size;
    unsigned order;
};

enum object_kind { OBJECT_GROUP, OBJECT_ARRAY };

/* An array's place in the file. */
struct object_place {
    int rank, chunk_rank; /* alike */
    hsize_t dims[ARRAY_MAX_RANK], chunk[ARRAY_MAX_RANK];
    enum array_type type;
    size_t element; /* bytes: 8, or 2 of a text */
    enum chunk_pipeline pipeline;
    uint64_t index; /* address of the tree of chunks */
};

/* Zero-initialised is empty. */
struct object {
    enum object_kind kind;
    struct object_link *links; /* of a group, in the order of their creation */
    size_t link_count;
    struct object_attribute *attributes; /* likewise */
    size_t attribute_count;
    struct object_place place; /* of an array */

    unsigned char **blocks; /* the header's bytes */
    size_t block_count;
};

/* Reads the object at ADDRESS; on success to be given to object_release. Returns 0, or -1 when
 * it is to be left to HDF5. */
int object_read(struct file_view *image, uint64_t address, struct object *object);
void object_release(struct object *object);

/* The link of that name, or NULL. */
const struct object_link *object_find(const struct object *group, const char *name);

/* Sets TEXT to that of the attribute NAME, to be freed, or to NULL when there is none. Returns 0,
 * or -1 as above. */
int object_text(const struct object *object, const char *name, char **text);
/* Adds the object's facts, as attribute_read_facts does. */
int object_facts(const struct object *object, struct facts *facts);

/* A chunk of an array. */
struct object_chunk {
    uint64_t address;
    size_t size; /* in the file */
};

/* The chunks of an array, all of them, in the order of their coordinates, the last growing fastest;
 * to be freed. NULL when they are to be left to HDF5. */
struct object_chunk *object_chunks(struct file_view *image, const struct object_place *place,
                                   size_t *count);

#endif
