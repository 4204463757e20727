/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/tools/object_scan.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/files/hdf5.h"
#include "store/hdf5/attribute.h"
#include "store/hdf5/driver.h"
#include "store/hdf5/h5.h"
#include "store/hdf5/members.h"
#include "store/sandbox/sandbox.h"
#include "store/schema/reader.h"
#include "store/schema/run_codec.h"

/* --- numbers --- */

static uint32_t word(const unsigned char *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static void put(unsigned char *bytes, uint64_t number, size_t size) {
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(number >> (8 * i));
}

/* --- Bob Jenkins' lookup3, hashlittle (burtleburtle.net/bob/c/lookup3.c, public domain) --- */

static uint32_t rotate(uint32_t x, unsigned by) {
    return x << by | x >> (32 - by);
}

static uint32_t checksum(const unsigned char *bytes, size_t size) {
    uint32_t start = 0xdeadbeef + (uint32_t)size, h[3] = {start, start, start};
    for (; size > 12; bytes += 12, size -= 12) {
        for (size_t i = 0; i < 3; i++)
            h[i] += word(bytes + 4 * i);

        static const unsigned by[6] = {4, 6, 8, 16, 19, 4};
        for (size_t i = 0; i < 6; i++) {
            uint32_t *a = &h[i % 3], *b = &h[(i + 1) % 3], *c = &h[(i + 2) % 3];
            *a = (*a - *c) ^ rotate(*c, by[i]);
            *c += *b;
        }
    }
    unsigned char rest[12] = {0};
    memcpy(rest, bytes, size);
    for (size_t i = 0; i < 3; i++)
        h[i] += word(rest + 4 * i);

    static const unsigned by[7] = {14, 11, 25, 16, 4, 14, 24};
    for (size_t i = 0; i < 7; i++) {
        uint32_t *to = &h[(i + 2) % 3], from = h[(i + 1) % 3];
        *to = (*to ^ from) - rotate(from, by[i]);
    }

    return h[2];
}

/* --- the superblock --- */

void superblock_make(unsigned char bytes[SUPERBLOCK_SIZE], uint64_t length, uint64_t extension,
                     uint64_t root) {
    static const unsigned char beginning[12] = HDF5_SIGNATURE "\x02\x08\x08";
    memcpy(bytes, beginning, sizeof beginning);
    put(bytes + 12, LAYOUT_USER_BLOCK, 8);
    put(bytes + 20, extension, 8);
    put(bytes + 28, length, 8);
    put(bytes + 36, root, 8);
    put(bytes + 44, checksum(bytes, 44), 4);
}

/* --- scanning --- */

#define SIGNATURE      "OHDR"
#define SIGNATURE_SIZE ((size_t)4)
#define BUFFER_SIZE    ((size_t)1 << 20)
#define BATCH          ((size_t)1000) /* candidates checked in one request */

/* HDF5 reads further than it needs near the end of the file. */
#define SLACK ((uint64_t)1 << 16)

enum question { QUESTION_IS_RUN, QUESTION_READ };

/* HDF5's addresses, which count from the end of the user block. */
struct addresses {
    uint64_t *items;
    size_t count;
};

struct object_scan {
    const char *path;
    int fd;
    uint64_t size;
    struct sandbox child;
    struct message request, reply;
    struct addresses runs;
};

/* --- in the child: making the file readable --- */

struct patched {
    struct driver_file file; /* must be first */
    int fd;
    unsigned char superblock[SUPERBLOCK_SIZE];
    int is_replaced; /* reads return this superblock in place of the file's own */

    const char *path;
    uint64_t size;
    hid_t opened; /* negative until it is open */
};

static int read_file(int fd, uint64_t offset, unsigned char *bytes, size_t size) {
    while (size) {
        ssize_t n = pread(fd, bytes, size, (off_t)offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        if (n == 0)
            break;
        offset += (uint64_t)n;
        bytes += n;
        size -= (size_t)n;
    }
    memset(bytes, 0, size);
    return 0;
}

static int patched_read(struct driver_file *file, uint64_t offset, void *bytes, size_t size) {
    const struct patched *p = (const struct patched *)file;
    if (read_file(p->fd, offset, bytes, size))
        return -1;
    for (size_t i = 0; p->is_replaced && i < SUPERBLOCK_SIZE; i++) {
        uint64_t at = LAYOUT_USER_BLOCK + i;
        if (at >= offset && at - offset < size)
            ((unsigned char *)bytes)[at - offset] = p->superblock[i];
    }
    return 0;
}

static void patched_write(struct driver_file *file, uint64_t offset, const void *bytes,
                          size_t size) {
    (void)file;
    (void)offset;
    (void)bytes;
    (void)size;
}

static hid_t try_to_open(struct patched *p) {
    hid_t access = driver_access_list(&p->file);
    hid_t file = H5Fopen(DRIVER_NAME, H5F_ACC_RDONLY, access);
    h5_close(access);
    H5Eclear2(H5E_DEFAULT);
    return file;
}

/* Tries the file's own superblock, then a new one, then a new one without the extension. */
static int open_patched(struct patched *p, struct err *err) {
    static const uint64_t extensions[] = {SUPERBLOCK_EXTENSION, SUPERBLOCK_NONE};
    p->opened = try_to_open(p);
    for (size_t i = 0; p->opened < 0 && i < sizeof extensions / sizeof *extensions; i++) {
        superblock_make(p->superblock, p->file.length, extensions[i], SUPERBLOCK_ROOT);
        p->is_replaced = 1;
        p->opened = try_to_open(p);
    }
    if (!(p->opened >= 0))
        return err_set(err, ERR_DAMAGED, "%s: HDF5 can make nothing of it", p->path);

    /* A file of a newer program is unknown, not damaged. */
    char *version = attribute_read_text(p->opened, LAYOUT_FORMAT_VERSION);
    int is_newer = version && strtol(version, NULL, 10) > LAYOUT_MAJOR;
    free(version);
    return is_newer ? err_set(err, ERR_FAILED,
                              "%s was written by a newer benchmat: use a newer program", p->path)
                    : 0;
}

/* --- in the child: answers --- */

static int holds_an_action(hid_t group) {
    char **names;
    size_t count;
    int found = 0;
    if (members_list(group, &names, &count, NULL))
        return 0;
    for (size_t i = 0; i < count && !found; i++) {
        char *action;
        reader_action_name(group, names[i], &action, NULL);
        found = action != NULL;
        free(action);
    }
    members_free(names, count);
    return found;
}

static int read_group(hid_t group, struct message *reply, struct err *err) {
    struct run *run = run_new();
    int code = run ? reader_read_run(group, READER_ALL, run, err)
                   : err_set(err, ERR_FAILED, "no memory for a run");
    if (!code)
        code = run_codec_put_run(reply, run, READER_ALL, err);
    run_free(run);
    return code;
}

static int answer(void *context, struct message *request, struct message *reply, struct err *err) {
    struct patched *p = context;
    int code = p->opened < 0 ? open_patched(p, err) : 0;
    if (code)
        return code;
    if (message_take_number(request) == QUESTION_READ) {
        unsigned long failures = h5_failures();
        hid_t group = H5Oopen_by_addr(p->opened, message_take_number(request));
        int status = group >= 0 ? read_group(group, reply, err)
                                : h5_error(err, ERR_DAMAGED, "it cannot be opened");
        h5_close(group);
        return h5_check(failures, status, p->path, err);
    }

    (void)err;
    size_t count = message_take_count(request, sizeof(uint64_t));
    for (size_t i = 0; i < count; i++) {
        uint64_t address = message_take_number(request);
        hid_t object = H5Oopen_by_addr(p->opened, address);
        int is = object >= 0 && H5Iget_type(object) == H5I_GROUP && holds_an_action(object);
        h5_close(object);
        H5Eclear2(H5E_DEFAULT);
        message_put_number(reply, (uint64_t)is);
    }
    return 0;
}

/* --- asking the child --- */

static int start_child(struct object_scan *c, struct err *err) {
    struct patched p = {
        .file = {.length = c->size + SLACK, .read = patched_read, .write = patched_write},
        .path = c->path,
        .fd = c->fd,
        .size = c->size,
        .opened = -1};
    const struct sandbox_terms terms = {.path = c->path,
                                        .descriptors = &c->fd,
                                        .descriptor_count = 1,
                                        .limits = sandbox_limits(c->size)};
    if (driver_init(&p.file))
        return h5_error(err, ERR_FAILED, "%s: HDF5 cannot be made ready", c->path);
    int code = sandbox_start(&c->child, &terms, answer, &p, err);
    driver_release(&p.file);
    return code;
}

static int ask(struct object_scan *c, struct err *err) {
    int code = c->child.pid > 0 ? 0 : start_child(c, err);
    return code ? code : sandbox_ask(&c->child, &c->request, &c->reply, err);
}

static int add(struct addresses *addresses, uint64_t address) {
    /* Doubles the array whenever the count reaches a power of two. */
    if ((addresses->count & (addresses->count - 1)) == 0) {
        size_t room = addresses->count ? 2 * addresses->count : 1;
        uint64_t *items = realloc(addresses->items, room * sizeof *items);
        if (!items)
            return -1;
        addresses->items = items;
    }
    addresses->items[addresses->count++] = address;
    return 0;
}

static int ask_about(struct object_scan *c, const uint64_t *candidates, size_t count,
                     struct err *err) {
    message_clear(&c->request);
    message_put_number(&c->request, QUESTION_IS_RUN);
    message_put_number(&c->request, count);
    for (size_t i = 0; i < count; i++)
        message_put_number(&c->request, candidates[i]);
    int code = ask(c, err);
    if (code)
        return code;
    if (message_left(&c->reply) != count * sizeof(uint64_t))
        return sandbox_distrust(&c->child, err);
    for (size_t i = 0; i < count; i++)
        if (message_take_number(&c->reply) && add(&c->runs, candidates[i]))
            return err_set(err, ERR_FAILED, "%s: no memory for its runs", c->path);
    return 0;
}

/* --- looking for candidates --- */

static int find_candidates(const struct object_scan *c, unsigned char *buffer,
                           struct addresses *found) {
    const size_t step = BUFFER_SIZE - (SIGNATURE_SIZE - 1);
    for (uint64_t offset = 0; offset < c->size; offset += step) {
        uint64_t left = c->size - offset;
        size_t size = left < BUFFER_SIZE ? (size_t)left : BUFFER_SIZE;
        if (read_file(c->fd, offset, buffer, size))
            return -1;

        const unsigned char *at = buffer, *end = buffer + size;
        while ((at = memmem(at, (size_t)(end - at), SIGNATURE, SIGNATURE_SIZE))) {
            uint64_t position = offset + (uint64_t)(at - buffer);
            if (position >= LAYOUT_USER_BLOCK && add(found, position - LAYOUT_USER_BLOCK))
                return -1;
            at++;
        }
    }
    return 0;
}

/* --- starting and ending --- */

int object_scan_begin(struct object_scan **carve, const char *path, int fd, uint64_t size,
                      struct err *err) {
    struct object_scan *c = calloc(1, sizeof *c);
    *carve = NULL;
    if (!c)
        return err_set(err, ERR_FAILED, "%s: no memory", path);
    *c = (struct object_scan){.path = path, .fd = fd, .size = size, .child = {.socket = -1}};

    struct addresses found = {0};
    unsigned char *buffer = malloc(BUFFER_SIZE);
    int code = ask_about(c, NULL, 0, err); /* checks whether HDF5 can open the file at all */
    if (!code && (!buffer || find_candidates(c, buffer, &found)))
        code = err_set(err, ERR_FAILED, "%s cannot be searched: %s", c->path, strerror(errno));
    for (size_t i = 0; i < found.count && !code; i += BATCH) {
        /* If the child dies, one of the candidates killed it: checks them one by one, and takes
         * those that kill it for no runs. */
        const uint64_t *candidates = found.items + i;
        size_t count = found.count - i < BATCH ? found.count - i : BATCH;
        int status = ask_about(c, candidates, count, err);
        if (!err_file_state(status))
            code = status;
        else {
            status = 0;
            for (size_t j = 0; j < count && !status; j++) {
                status = ask_about(c, &candidates[j], 1, err);
                if (err_file_state(status))
                    status = 0;
            }
            code = status;
        }
    }
    free(buffer);
    free(found.items);

    if (code)
        object_scan_end(c);
    else
        *carve = c;
    return code;
}

void object_scan_end(struct object_scan *c) {
    if (!c)
        return;
    sandbox_end(&c->child);
    message_release(&c->request);
    message_release(&c->reply);
    free(c->runs.items);
    free(c);
}

size_t object_scan_count(const struct object_scan *c) {
    return c->runs.count;
}

uint64_t object_scan_position(const struct object_scan *c, size_t run) {
    return c->runs.items[run] + LAYOUT_USER_BLOCK;
}

int object_scan_read(struct object_scan *c, size_t run, struct run **result, struct err *err) {
    *result = NULL;
    sandbox_end(&c->child); /* a new child for each run: see h5_failures */
    message_clear(&c->request);
    message_put_number(&c->request, QUESTION_READ);
    message_put_number(&c->request, c->runs.items[run]);
    int code = ask(c, err);
    if (!code)
        code = run_codec_take_run(&c->reply, READER_ALL, result, err);
    return code;
}
