/* SPDX-License-Identifier: GPL-3.0-or-later */
/* object.h: reads the groups and arrays of an archive without HDF5. Private.
 *
 * HDF5 takes some 0.1 ms for every object that it opens, which adds up to minutes in an archive of
 * ten thousand runs: a history of 2,000 runs takes 4 to 6 times as long without this room, the
 * whole command. So this code understands what our own writer makes, and nothing else: headers of
 * version 2 with links and attributes inside, arrays of doubles or 64-bit integers in chunks of one
 * of our pipelines or without filters. Anything else is not an error, but left to HDF5. The
 * encodings are those of "HDF5 File Format Specification Version 3.0" (The HDF Group, 2021),
 * sections III.A.1 and IV.A.
 *
 * Nothing here trusts the file; even so, call it only inside a sandbox. */
#ifndef BENCHMAT_STORE_NATIVE_OBJECT_H
#define BENCHMAT_STORE_NATIVE_OBJECT_H

#include "formats/model/run.h"
#include "store/hdf5/array.h"
#include "store/native/chunk.h"
#include "store/native/file_view.h"

struct object_link {
    char *name;
    uint64_t address;
    uint64_t order; /* position in the order of creation */
};

struct object_attribute {
    const unsigned char *message; /* within the object's blocks */
    size_t size;
    unsigned order;
};

enum object_kind { OBJECT_GROUP, OBJECT_ARRAY };

/* Shape, encoding and place in the file of an array. */
struct object_place {
    int rank, chunk_rank; /* equal */
    hsize_t dims[ARRAY_MAX_RANK], chunk[ARRAY_MAX_RANK];
    enum array_type type;
    size_t element; /* bytes: 8, or 2 for a text */
    enum chunk_pipeline pipeline;
    uint64_t index; /* address of the tree of chunks */
};

/* Zero-initialised is empty. */
struct object {
    enum object_kind kind;
    struct object_link *links; /* of a group, in the order of creation */
    size_t link_count;
    struct object_attribute *attributes; /* likewise */
    size_t attribute_count;
    struct object_place place; /* of an array */

    unsigned char **blocks; /* the header's bytes */
    size_t block_count;
};

/* Reads the object at ADDRESS; on success the caller gives it to object_release. Returns 0, or -1
 * if HDF5 must read it instead. */
int object_read(struct file_view *image, uint64_t address, struct object *object);
void object_release(struct object *object);

/* Returns the link of that name, or NULL. */
const struct object_link *object_find(const struct object *group, const char *name);

/* Sets TEXT to the text of the attribute NAME, which the caller must free, or to NULL if there is
 * none. Returns 0, or -1 as above. */
int object_text(const struct object *object, const char *name, char **text);
/* Adds the object's facts, as attribute_read_facts does. */
int object_facts(const struct object *object, struct facts *facts);

/* A chunk of an array. */
struct object_chunk {
    uint64_t address;
    size_t size; /* in the file */
};

/* Returns all chunks of an array in the order of their coordinates, the last coordinate growing
 * fastest; the caller must free them. NULL if HDF5 must read them instead. */
struct object_chunk *object_chunks(struct file_view *image, const struct object_place *place,
                                   size_t *count);

#endif
