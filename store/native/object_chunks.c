/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "store/native/object.h"

#define NODE_BYTES    24 /* before its entries */
#define MOST_LEVEL    8
#define NUMBER        sizeof(uint64_t)
#define DEFLATE_RATIO 1032  /* the most that deflate can shrink anything */
#define MOST_SPREAD   32768 /* entries of a node: twice the largest order that HDF5 takes */

/* The chunks of one array, being found. They stand in the tree in the order of their coordinates,
 * all of them. */
struct walk {
    struct file_view *image;
    const struct object_place *place;
    struct object_chunk *chunks;
    size_t count, found;
    size_t across[ARRAY_MAX_RANK]; /* how many there are along each dimension */
    size_t raw;                    /* bytes of a chunk's numbers */
};

/* HDF5 deflates even what grows by it. */
static int is_possible(const struct walk *w, uint64_t address, uint64_t size) {
    uint64_t end = w->image->size;
    return size > CHUNK_CHECKSUM_BYTES && w->raw / DEFLATE_RATIO <= size &&
           size <= w->raw + w->raw / 100 + 64 && address < end && size <= end - address;
}

/* Whether KEY is that of the next chunk: its size, the filters that it skipped, its coordinates. */
static int is_next(const struct walk *w, const unsigned char *key) {
    size_t left = w->found;
    int is_right = file_view_number(key + 4, 4) == 0;
    for (int i = w->place->rank - 1; i >= 0; i--) {
        uint64_t at = left % w->across[i] * w->place->chunk[i];
        is_right &= file_view_number(key + 8 + NUMBER * (size_t)i, NUMBER) == at;
        left /= w->across[i];
    }
    return is_right;
}

static int take_leaf(struct walk *w, const unsigned char *entry, uint64_t child) {
    uint64_t size = file_view_number(entry, 4);
    if (w->found == w->count || !is_next(w, entry) || !is_possible(w, child, size))
        return -1;
    w->chunks[w->found++] = (struct object_chunk){child, (size_t)size};
    return 0;
}

static int walk_node(struct walk *w, uint64_t address, unsigned level);

static int walk_entries(struct walk *w, const unsigned char *entries, size_t used, unsigned level) {
    size_t key = 8 + NUMBER * ((size_t)w->place->rank + 1);
    int failed = 0;
    for (size_t i = 0; i < used && !failed; i++) {
        const unsigned char *entry = entries + i * (key + NUMBER);
        uint64_t child = file_view_number(entry + key, NUMBER);
        failed = level ? walk_node(w, child, level - 1) : take_leaf(w, entry, child);
    }
    return failed;
}

/* Every node below has at least one chunk, so that there are no more nodes than those. */
static int walk_node(struct walk *w, uint64_t address, unsigned level) {
    const unsigned char *node = file_view_at(w->image, address, NODE_BYTES);
    if (!node || memcmp(node, "TREE\1", 5) != 0 || node[5] != level)
        return -1;
    size_t used = file_view_number(node + 6, 2);
    size_t bytes = used * (8 + NUMBER * ((size_t)w->place->rank + 2));
    if (used == 0 || used > MOST_SPREAD || w->found == w->count)
        return -1;
    unsigned char *entries = malloc(bytes);
    node = entries ? file_view_at(w->image, address, NODE_BYTES + bytes) : NULL;
    if (node)
        memcpy(entries, node + NODE_BYTES, bytes);
    int failed = node ? walk_entries(w, entries, used, level) : -1;
    free(entries);
    return failed;
}

/* The same bounds as array_check's. */
static int measure(struct walk *w) {
    const struct object_place *p = w->place;
    hsize_t left = RUN_MAX_ELEMENTS;
    if (p->type == ARRAY_TEXT)
        return -1;
    w->count = 1;
    w->raw = NUMBER;
    for (int i = 0; i < p->rank; i++) {
        if (p->dims[i] == 0 || p->dims[i] > left || p->chunk[i] == 0 || p->chunk[i] > p->dims[i])
            return -1;
        left /= p->dims[i];
        w->across[i] = (size_t)((p->dims[i] + p->chunk[i] - 1) / p->chunk[i]);
        w->count *= w->across[i];
        w->raw *= (size_t)p->chunk[i];
    }
    /* An entry of the tree has more bytes than that. */
    return w->count <= w->image->size / (4 * NUMBER) ? 0 : -1;
}

static int walk_tree(struct walk *w) {
    const unsigned char *root = file_view_at(w->image, w->place->index, NODE_BYTES);
    unsigned level = root ? root[5] : MOST_LEVEL;
    return level < MOST_LEVEL && walk_node(w, w->place->index, level) == 0 && w->found == w->count
               ? 0
               : -1;
}

struct object_chunk *object_chunks(struct file_view *image, const struct object_place *place,
                                   size_t *count) {
    struct walk w = {.image = image, .place = place};
    if (measure(&w))
        return NULL;
    w.chunks = malloc(w.count * sizeof *w.chunks);
    if (w.chunks && walk_tree(&w)) {
        free(w.chunks);
        w.chunks = NULL;
    }
    *count = w.count;
    return w.chunks;
}
