/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/native/object.h"

#include <stdlib.h>
#include <string.h>

#include "store/hdf5/members.h"
#include "store/native/chunk.h"
#include "store/native/jenkins.h"

#define MOST_BLOCKS    64
#define MOST_BLOCK     ((size_t)1 << 20)
#define MOST_LINKS     ((size_t)64)
#define CHECKSUM_BYTES 4
#define UNDEFINED      UINT64_MAX

/* --- messages in a header --- */

enum {
    MESSAGE_SPACE = 1,
    MESSAGE_LINK_INFO = 2,
    MESSAGE_TYPE = 3,
    MESSAGE_LINK = 6,
    MESSAGE_FILES = 7,
    MESSAGE_LAYOUT = 8,
    MESSAGE_FILTERS = 11,
    MESSAGE_ATTRIBUTE = 12,
    MESSAGE_CONTINUATION = 16,
    MESSAGE_TABLE = 17, /* the symbol table of an old group */
    MESSAGE_ATTRIBUTE_INFO = 21
};

#define FLAG_SHARED 2

/* A header being read. */
struct reading_header {
    struct file_view *image;
    struct object *object;
    unsigned flags;
    struct {
        uint64_t address, size;
    } continued[MOST_BLOCKS];
    size_t continued_count;
    unsigned seen;   /* a bit for each kind of message */
    size_t shuffled; /* bytes per element according to the shuffle filter; 0: no such filter */
    size_t link_room, attribute_room;
};

static int grow(void **items, size_t count, size_t *room, size_t size) {
    if (count < *room)
        return 0;
    size_t more = *room ? 2 * *room : 16;
    void *larger = realloc(*items, more * size);
    if (!larger)
        return -1;
    *items = larger;
    *room = more;
    return 0;
}

/* Accepts only groups with all links inside the header. */
static int take_link_info(struct reading_header *h, struct cursor *c) {
    (void)h;
    unsigned version = (unsigned)cursor_number(c, 1), flags = (unsigned)cursor_number(c, 1);
    cursor_take(c, flags & 1 ? 8 : 0);
    return !c->failed && version == 0 && cursor_number(c, 8) == UNDEFINED ? 0 : -1;
}

static int take_attribute_info(struct reading_header *h, struct cursor *c) {
    (void)h;
    unsigned version = (unsigned)cursor_number(c, 1), flags = (unsigned)cursor_number(c, 1);
    cursor_take(c, flags & 1 ? 2 : 0);
    return !c->failed && version == 0 && cursor_number(c, 8) == UNDEFINED ? 0 : -1;
}

static int take_link(struct reading_header *h, struct cursor *c) {
    struct object *o = h->object;
    unsigned version = (unsigned)cursor_number(c, 1), flags = (unsigned)cursor_number(c, 1);
    unsigned type = flags & 8 ? (unsigned)cursor_number(c, 1) : 0;
    uint64_t order = flags & 4 ? cursor_number(c, 8) : o->link_count;
    cursor_take(c, flags & 16 ? 1 : 0);
    size_t length = cursor_number(c, (size_t)1 << (flags & 3));
    const unsigned char *name = cursor_take(c, length);
    uint64_t address = cursor_number(c, 8);
    if (c->failed || version != 1 || type != 0 || length == 0 || memchr(name, 0, length) ||
        o->link_count == MOST_LINKS ||
        grow((void **)&o->links, o->link_count, &h->link_room, sizeof *o->links))
        return -1;
    char *copy = strndup((const char *)name, length);
    if (!copy)
        return -1;
    o->links[o->link_count++] = (struct object_link){copy, address, order};
    return 0;
}

static int take_space(struct reading_header *h, struct cursor *c) {
    struct object_place *p = &h->object->place;
    p->rank = encoding_space(c, p->dims);
    return p->rank > 0 ? 0 : -1;
}

static int take_type(struct reading_header *h, struct cursor *c) {
    struct object_place *p = &h->object->place;
    p->type = encoding_is_real(c->at, c->left)      ? ARRAY_REAL
              : encoding_is_integer(c->at, c->left) ? ARRAY_INTEGER
                                                    : ARRAY_TEXT;
    return p->type != ARRAY_TEXT || encoding_is_character(c->at, c->left) ? 0 : -1;
}

static int take_layout(struct reading_header *h, struct cursor *c) {
    struct object_place *p = &h->object->place;
    unsigned version = (unsigned)cursor_number(c, 1), class = (unsigned)cursor_number(c, 1);
    unsigned rank = (unsigned)cursor_number(c, 1);
    if (c->failed || version != 3 || class != 2 || rank < 2 || rank > ARRAY_MAX_RANK + 1)
        return -1;
    p->index = cursor_number(c, 8);
    for (unsigned i = 0; i + 1 < rank; i++)
        p->chunk[i] = cursor_number(c, 4);
    p->element = cursor_number(c, 4);
    p->chunk_rank = (int)rank - 1;
    return c->failed ? -1 : 0;
}

/* A filter has its number, its count of values, and its values. All of ours have numbers without
 * names. */
static int take_filters(struct reading_header *h, struct cursor *c) {
    static const uint64_t deflated[] = {H5Z_FILTER_SHUFFLE, H5Z_FILTER_DEFLATE,
                                        H5Z_FILTER_FLETCHER32};
    unsigned version = (unsigned)cursor_number(c, 1), count = (unsigned)cursor_number(c, 1);
    if (c->failed || version != 2 || (count != 1 && count != 3))
        return -1;
    h->object->place.pipeline = count == 1 ? CHUNK_CHECKED : CHUNK_DEFLATED;
    for (unsigned i = 0; i < count; i++) {
        uint64_t filter = cursor_number(c, 2);
        cursor_number(c, 2);
        uint64_t values = cursor_number(c, 2), first = values ? cursor_number(c, 4) : 0;
        if (filter != deflated[count == 1 ? 2 : i] || values > 1)
            return -1;
        h->shuffled = filter == H5Z_FILTER_SHUFFLE ? first : h->shuffled;
    }
    return c->failed ? -1 : 0;
}

static int take_continuation(struct reading_header *h, struct cursor *c) {
    uint64_t address = cursor_number(c, 8), size = cursor_number(c, 8);
    if (c->failed || h->continued_count == MOST_BLOCKS || size > MOST_BLOCK)
        return -1;
    h->continued[h->continued_count].address = address;
    h->continued[h->continued_count++].size = size;
    return 0;
}

static int take_strange(struct reading_header *h, struct cursor *c) {
    (void)h;
    (void)c;
    return -1;
}

static int take_message(struct reading_header *h, unsigned type, unsigned flags, unsigned order,
                        const unsigned char *bytes, size_t size) {
    static int (*const takers[])(struct reading_header *, struct cursor *) = {
        [MESSAGE_SPACE] = take_space,     [MESSAGE_LINK_INFO] = take_link_info,
        [MESSAGE_TYPE] = take_type,       [MESSAGE_LINK] = take_link,
        [MESSAGE_FILES] = take_strange,   [MESSAGE_LAYOUT] = take_layout,
        [MESSAGE_FILTERS] = take_filters, [MESSAGE_CONTINUATION] = take_continuation,
        [MESSAGE_TABLE] = take_strange,   [MESSAGE_ATTRIBUTE_INFO] = take_attribute_info,
    };
    struct cursor cursor = {bytes, size, 0};
    h->seen |= type < 32 ? 1u << type : 0;
    if (type == MESSAGE_ATTRIBUTE) {
        if (flags & FLAG_SHARED)
            return -1;

        struct object *o = h->object;
        if (grow((void **)&o->attributes, o->attribute_count, &h->attribute_room,
                 sizeof *o->attributes))
            return -1;
        o->attributes[o->attribute_count++] = (struct object_attribute){bytes, size, order};
        return 0;
    }
    if (type >= sizeof takers / sizeof *takers || !takers[type])
        return 0;
    return flags & FLAG_SHARED ? -1 : takers[type](h, &cursor);
}

/* Bytes too few for a message are a gap. */
static int take_messages(struct reading_header *h, const unsigned char *bytes, size_t size) {
    struct cursor c = {bytes, size, 0};
    size_t prefix = h->flags & 4 ? 6 : 4;
    while (c.left >= prefix) {
        unsigned type = (unsigned)cursor_number(&c, 1);
        size_t length = cursor_number(&c, 2);
        unsigned flags = (unsigned)cursor_number(&c, 1);
        unsigned order = h->flags & 4 ? (unsigned)cursor_number(&c, 2) : 0;
        const unsigned char *message = cursor_take(&c, length);
        if (!message || take_message(h, type, flags, order, message, length))
            return -1;
    }
    return 0;
}

/* --- the blocks of a header --- */

/* Returns a copy of SIZE bytes that end in their checksum; the copy belongs to the object. */
static unsigned char *read_block(struct reading_header *h, uint64_t address, size_t size,
                                 const char *signature) {
    struct object *o = h->object;
    const unsigned char *bytes = size > 8 ? file_view_at(h->image, address, size) : NULL;
    if (!bytes || memcmp(bytes, signature, 4) != 0 ||
        jenkins_hash(bytes, size - CHECKSUM_BYTES) !=
            file_view_number(bytes + size - CHECKSUM_BYTES, CHECKSUM_BYTES))
        return NULL;
    unsigned char **blocks = realloc(o->blocks, (o->block_count + 1) * sizeof *blocks);
    if (!blocks)
        return NULL;
    o->blocks = blocks;
    unsigned char *copy = malloc(size);
    if (copy)
        o->blocks[o->block_count++] = memcpy(copy, bytes, size);
    return copy;
}

static int read_first_block(struct reading_header *h, uint64_t address) {
    const unsigned char *bytes = file_view_at(h->image, address, 8);
    if (!bytes || memcmp(bytes, "OHDR", 4) != 0 || bytes[4] != 2)
        return -1;
    h->flags = bytes[5];
    size_t width = (size_t)1 << (h->flags & 3);
    size_t begin = 6 + (h->flags & 32 ? 16 : 0) + (h->flags & 16 ? 4 : 0);
    bytes = file_view_at(h->image, address, begin + width);
    uint64_t size = bytes ? file_view_number(bytes + begin, width) : MOST_BLOCK + 1;
    if (size > MOST_BLOCK)
        return -1;
    begin += width;
    bytes = read_block(h, address, begin + (size_t)size + CHECKSUM_BYTES, "OHDR");
    return bytes ? take_messages(h, bytes + begin, (size_t)size) : -1;
}

static int read_blocks(struct reading_header *h, uint64_t address) {
    int failed = read_first_block(h, address);
    for (size_t i = 0; i < h->continued_count && !failed; i++) {
        size_t size = h->continued[i].size;
        const unsigned char *bytes = read_block(h, h->continued[i].address, size, "OCHK");
        failed = !bytes || take_messages(h, bytes + 4, size - 4 - CHECKSUM_BYTES);
    }
    return failed ? -1 : 0;
}

static int by_link_order(const void *a, const void *b) {
    uint64_t left = ((const struct object_link *)a)->order;
    uint64_t right = ((const struct object_link *)b)->order;
    return left < right ? -1 : left > right;
}

static int by_attribute_order(const void *a, const void *b) {
    unsigned left = ((const struct object_attribute *)a)->order;
    unsigned right = ((const struct object_attribute *)b)->order;
    return left < right ? -1 : left > right;
}

static int has(const struct reading_header *h, int type) {
    return (h->seen >> type & 1) != 0;
}

static int is_whole_array(const struct reading_header *h) {
    const struct object_place *p = &h->object->place;
    return has(h, MESSAGE_SPACE) && has(h, MESSAGE_TYPE) && p->rank == p->chunk_rank &&
           p->element == (p->type == ARRAY_TEXT ? 2 : 8) &&
           (h->shuffled == 0 || h->shuffled == p->element);
}

static int find_kind(struct reading_header *h) {
    int is_group = has(h, MESSAGE_LINK_INFO), is_array = has(h, MESSAGE_LAYOUT);
    h->object->kind = is_group ? OBJECT_GROUP : OBJECT_ARRAY;
    return is_group != is_array && (is_group || is_whole_array(h)) ? 0 : -1;
}

/* The items mostly are in order already. */
static void sort(void *items, size_t count, size_t size,
                 int (*compare)(const void *, const void *)) {
    const char *item = items;
    for (size_t i = 1; i < count; i++)
        if (compare(item + (i - 1) * size, item + i * size) > 0) {
            qsort(items, count, size, compare);
            return;
        }
}

int object_read(struct file_view *image, uint64_t address, struct object *o) {
    struct reading_header h = {.image = image, .object = o};
    *o = (struct object){0};
    if (read_blocks(&h, address) || find_kind(&h)) {
        object_release(o);
        return -1;
    }
    sort(o->links, o->link_count, sizeof *o->links, by_link_order);
    sort(o->attributes, o->attribute_count, sizeof *o->attributes, by_attribute_order);
    return 0;
}

void object_release(struct object *o) {
    for (size_t i = 0; i < o->link_count; i++)
        free(o->links[i].name);
    for (size_t i = 0; i < o->block_count; i++)
        free(o->blocks[i]);
    free(o->links);
    free(o->attributes);
    free(o->blocks);
    *o = (struct object){0};
}

const struct object_link *object_find(const struct object *group, const char *name) {
    for (size_t i = 0; i < group->link_count; i++)
        if (strcmp(group->links[i].name, name) == 0)
            return &group->links[i];
    return NULL;
}

/* --- attributes --- */

/* The parts of an attribute; they point into the object's bytes. */
struct parts {
    const char *name;
    const unsigned char *type, *value;
    size_t type_size, value_size;
    int is_single;
};

/* An attribute that is not a single value may have a space of a kind that is unknown here. */
static int take_parts(const struct object_attribute *a, struct parts *parts) {
    struct cursor c = {a->message, a->size, 0};
    hsize_t dims[ARRAY_MAX_RANK];
    unsigned version = (unsigned)cursor_number(&c, 1), flags = (unsigned)cursor_number(&c, 1);
    size_t name_size = cursor_number(&c, 2);
    parts->type_size = cursor_number(&c, 2);
    size_t space_size = cursor_number(&c, 2);
    cursor_number(&c, 1);
    const unsigned char *name = cursor_take(&c, name_size);
    parts->type = cursor_take(&c, parts->type_size);
    const unsigned char *space = cursor_take(&c, space_size);
    if (c.failed || version != 3 || flags != 0 || name_size == 0 || name[name_size - 1] ||
        parts->type_size < 8)
        return -1;
    struct cursor within = {space, space_size, 0};
    int rank = encoding_space(&within, dims);
    parts->is_single = rank >= 0;
    for (int i = 0; i < rank; i++)
        parts->is_single &= dims[i] == 1;
    parts->name = (const char *)name;
    parts->value = c.at;
    parts->value_size = c.left;
    return 0;
}

/* Takes a text of fixed length, terminated by a zero if it is shorter. */
static int take_text(const struct parts *p, char **text) {
    size_t size = file_view_number(p->type + 4, 4);
    if ((p->type[0] & 15) != ENCODING_TEXT || (p->type[1] & 15) > 1 || !p->is_single ||
        size > p->value_size)
        return -1;
    *text = strndup((const char *)p->value, size);
    return *text ? 0 : -1;
}

int object_text(const struct object *o, const char *name, char **text) {
    struct parts parts;
    *text = NULL;
    for (size_t i = 0; i < o->attribute_count; i++) {
        if (take_parts(&o->attributes[i], &parts))
            return -1;
        if (strcmp(parts.name, name) == 0)
            return take_text(&parts, text);
    }
    return 0;
}

static int add_value(struct facts *facts, const char *name, const struct parts *p) {
    int class = p->type[0] & 15;
    if (class == ENCODING_TEXT) {
        char *text;
        if (take_text(p, &text))
            return -1;
        facts_set_text(facts, name, text);
        free(text);
        return 0;
    }
    if (class != ENCODING_INTEGER && class != ENCODING_REAL)
        return 0;
    if (!p->is_single || p->value_size < sizeof(uint64_t))
        return -1;
    uint64_t bits = file_view_number(p->value, sizeof bits);
    double real;
    memcpy(&real, &bits, sizeof real);
    if (encoding_is_integer(p->type, p->type_size))
        facts_set_integer(facts, name, (int64_t)bits);
    else if (encoding_is_real(p->type, p->type_size))
        facts_set_real(facts, name, real);
    else
        return -1;
    return 0;
}

int object_facts(const struct object *o, struct facts *facts) {
    int failed = 0;
    for (size_t i = 0; i < o->attribute_count && !failed; i++) {
        const struct object_attribute *attribute = &o->attributes[i];
        struct parts parts;
        char *name = take_parts(attribute, &parts) ? NULL : strdup(parts.name);
        if (!name)
            failed = -1;
        else {
            int fact_failed = names_decode_fact(name) == 0 ? add_value(facts, name, &parts) : 0;
            free(name);
            failed = fact_failed || facts->incomplete ? -1 : 0;
        }
    }
    return failed;
}

/* --- chunks of an array --- */

#define NODE_BYTES    24 /* bytes before a node's entries */
#define MOST_LEVEL    8
#define NUMBER        sizeof(uint64_t)
#define DEFLATE_RATIO 1032  /* the most that deflate can shrink data */
#define MOST_SPREAD   32768 /* entries of a node: twice the largest order that HDF5 accepts */

/* Finds the chunks of one array. The tree has all of them, in the order of their coordinates. */
struct walk {
    struct file_view *image;
    const struct object_place *place;
    struct object_chunk *chunks;
    size_t count, found;
    size_t across[ARRAY_MAX_RANK]; /* number of chunks along each dimension */
    size_t raw;                    /* bytes of a chunk's numbers before the filters */
};

/* Whether KEY belongs to the next chunk. A key is the chunk's size, the filters that it skipped,
 * and its coordinates, of which the last counts the bytes of an element. */
static int is_next(const struct walk *w, const unsigned char *key) {
    size_t left = w->found;
    int is_right = file_view_number(key + 4, 4) == 0 &&
                   file_view_number(key + 8 + NUMBER * (size_t)w->place->rank, NUMBER) == 0;
    for (int i = w->place->rank - 1; i >= 0; i--) {
        uint64_t at = left % w->across[i] * w->place->chunk[i];
        is_right &= file_view_number(key + 8 + NUMBER * (size_t)i, NUMBER) == at;
        left /= w->across[i];
    }
    return is_right;
}

static int take_leaf(struct walk *w, const unsigned char *entry, uint64_t child) {
    uint64_t size = file_view_number(entry, 4);
    if (w->found == w->count || !is_next(w, entry))
        return -1;

    /* HDF5 stores the deflated form even if it is larger. */
    int is_possible = w->place->pipeline == CHUNK_PLAIN
                          ? size == w->raw
                          : size > CHUNK_CHECKSUM_BYTES && w->raw / DEFLATE_RATIO <= size &&
                                size <= w->raw + w->raw / 100 + 64;
    uint64_t end = w->image->size;
    if (!(is_possible && child < end && size <= end - child))
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

/* Every node has at least one chunk below it, so the number of chunks limits the number of
 * nodes. */
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

    /* The same limits as in array_check. */
    const struct object_place *p = w.place;
    hsize_t left = RUN_MAX_ELEMENTS;
    if (p->type == ARRAY_TEXT)
        return NULL;
    w.count = 1;
    w.raw = NUMBER;
    for (int i = 0; i < p->rank; i++) {
        if (p->dims[i] == 0 || p->dims[i] > left || p->chunk[i] == 0 || p->chunk[i] > p->dims[i])
            return NULL;
        left /= p->dims[i];
        w.across[i] = (size_t)((p->dims[i] + p->chunk[i] - 1) / p->chunk[i]);
        w.count *= w.across[i];
        w.raw *= (size_t)p->chunk[i];
    }
    /* An entry of the tree takes more bytes than that. */
    if (w.count > w.image->size / (4 * NUMBER))
        return NULL;

    w.chunks = malloc(w.count * sizeof *w.chunks);
    if (w.chunks && walk_tree(&w)) {
        free(w.chunks);
        w.chunks = NULL;
    }
    *count = w.count;
    return w.chunks;
}
