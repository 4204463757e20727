/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/native/object.h"

#include <stdlib.h>
#include <string.h>

#include "store/native/encoding.h"
#include "store/native/jenkins.h"

#define MOST_BLOCKS    64
#define MOST_BLOCK     ((size_t)1 << 20)
#define MOST_LINKS     ((size_t)64)
#define CHECKSUM_BYTES 4
#define UNDEFINED      UINT64_MAX

/* --- what is in a header --- */

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
    MESSAGE_TABLE = 17, /* of the symbols of an old group */
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
    unsigned seen;   /* a bit per kind of message */
    size_t shuffled; /* bytes of an element, as the filter has it; 0 where there is none */
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

/* Only what has all its links inside. */
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

/* Of each: its number, how many values it has, its values. All ours are known by number. */
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

static int take_attribute(struct reading_header *h, const unsigned char *bytes, size_t size,
                          unsigned order) {
    struct object *o = h->object;
    if (grow((void **)&o->attributes, o->attribute_count, &h->attribute_room,
             sizeof *o->attributes))
        return -1;
    o->attributes[o->attribute_count++] = (struct object_attribute){bytes, size, order};
    return 0;
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
    if (type == MESSAGE_ATTRIBUTE)
        return flags & FLAG_SHARED ? -1 : take_attribute(h, bytes, size, order);
    if (type >= sizeof takers / sizeof *takers || !takers[type])
        return 0;
    return flags & FLAG_SHARED ? -1 : takers[type](h, &cursor);
}

/* What is too short for a message is a gap. */
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

/* A copy of SIZE bytes that end in their checksum; the object's. */
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
    return has(h, MESSAGE_SPACE) && has(h, MESSAGE_TYPE) && has(h, MESSAGE_FILTERS) &&
           p->rank == p->chunk_rank && p->element == (p->type == ARRAY_TEXT ? 2 : 8) &&
           (h->shuffled == 0 || h->shuffled == p->element);
}

static int find_kind(struct reading_header *h) {
    int is_group = has(h, MESSAGE_LINK_INFO), is_array = has(h, MESSAGE_LAYOUT);
    h->object->kind = is_group ? OBJECT_GROUP : OBJECT_ARRAY;
    return is_group != is_array && (is_group || is_whole_array(h)) ? 0 : -1;
}

/* They mostly are in order. */
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
