/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/overlay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if H5_VERSION_GE(1, 13, 0)
#    include <H5FDdevelop.h>
#endif

#define BLOCK    ((uint64_t)64 * 1024)
#define MAX_ADDR (((haddr_t)1 << 63) - 1)

struct overlay {
    int fd;
    uint64_t base;   /* bytes of the file beneath that still show through */
    uint64_t length; /* of the file as HDF5 sees it */
    char *name;
    hid_t driver;           /* kept, as HDF5 uses the class even after it has let go of it */
    unsigned char **blocks; /* NULL where unchanged */
    size_t block_count;
    int failure; /* errno of the first change that could not be kept */
};

struct overlay_file {
    H5FD_t hdf5; /* must be first */
    struct overlay *overlay;
    haddr_t eoa;
};

/* --- bytes --- */

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* The file beneath, zeros beyond its end. */
static int read_base(const struct overlay *o, uint64_t offset, unsigned char *bytes, size_t size) {
    size_t inside = offset < o->base ? smaller(size, o->base - offset) : 0;
    size_t done = 0;
    while (done < inside) {
        ssize_t n = pread(o->fd, bytes + done, inside - done, (off_t)(offset + done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno;
        if (n == 0)
            break;
        done += (size_t)n;
    }
    memset(bytes + done, 0, size - done);
    return 0;
}

static const unsigned char *changed_block(const struct overlay *o, uint64_t number) {
    return number < o->block_count ? o->blocks[number] : NULL;
}

static int overlay_read(const struct overlay *o, uint64_t offset, unsigned char *bytes,
                        size_t size) {
    while (size) {
        uint64_t number = offset / BLOCK, within = offset % BLOCK;
        size_t part = smaller(size, BLOCK - within);
        const unsigned char *block = changed_block(o, number);
        int failure = 0;
        if (block)
            memcpy(bytes, block + within, part);
        else
            failure = read_base(o, offset, bytes, part);
        if (failure)
            return failure;
        offset += part;
        bytes += part;
        size -= part;
    }
    return 0;
}

static int make_room(struct overlay *o, uint64_t number) {
    if (number < o->block_count)
        return 0;
    size_t count = number + 1 + number / 2;
    unsigned char **blocks = realloc(o->blocks, count * sizeof *blocks);
    if (!blocks)
        return ENOMEM;
    memset(blocks + o->block_count, 0, (count - o->block_count) * sizeof *blocks);
    o->blocks = blocks;
    o->block_count = count;
    return 0;
}

static int change_block(struct overlay *o, uint64_t number) {
    int failure = make_room(o, number);
    if (failure || o->blocks[number])
        return failure;
    unsigned char *block = malloc(BLOCK);
    failure = block ? read_base(o, number * BLOCK, block, BLOCK) : ENOMEM;
    if (failure) {
        free(block);
        return failure;
    }
    o->blocks[number] = block;
    return 0;
}

void overlay_write(struct overlay *o, uint64_t offset, const void *bytes, size_t size) {
    const unsigned char *from = bytes;
    while (size && !o->failure) {
        uint64_t number = offset / BLOCK, within = offset % BLOCK;
        size_t part = smaller(size, BLOCK - within);
        o->failure = change_block(o, number);
        if (!o->failure)
            memcpy(o->blocks[number] + within, from, part);
        offset += part;
        from += part;
        size -= part;
        if (offset > o->length)
            o->length = offset;
    }
}

/* --- the driver --- */

static H5FD_t *driver_open(const char *name, unsigned flags, hid_t access, haddr_t max_addr) {
    (void)max_addr;
    struct overlay *const *info = H5Pget_driver_info(access);
    if (!info || strcmp(name, (*info)->name) != 0)
        return NULL;
    struct overlay_file *file = calloc(1, sizeof *file);
    if (!file)
        return NULL;
    file->overlay = *info;
    if (flags & H5F_ACC_TRUNC)
        file->overlay->base = file->overlay->length = 0;
    return &file->hdf5;
}

static herr_t driver_close(H5FD_t *file) {
    free(file);
    return 0;
}

static int driver_compare(const H5FD_t *a, const H5FD_t *b) {
    uintptr_t left = (uintptr_t)((const struct overlay_file *)a)->overlay;
    uintptr_t right = (uintptr_t)((const struct overlay_file *)b)->overlay;
    return left < right ? -1 : left > right;
}

static herr_t driver_query(const H5FD_t *file, unsigned long *flags) {
    (void)file;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

static haddr_t driver_get_eoa(const H5FD_t *file, H5FD_mem_t type) {
    (void)type;
    return ((const struct overlay_file *)file)->eoa;
}

static herr_t driver_set_eoa(H5FD_t *file, H5FD_mem_t type, haddr_t eoa) {
    (void)type;
    ((struct overlay_file *)file)->eoa = eoa;
    return 0;
}

static haddr_t driver_get_eof(const H5FD_t *file, H5FD_mem_t type) {
    (void)type;
    return ((const struct overlay_file *)file)->overlay->length;
}

static herr_t driver_read(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t offset,
                          size_t size, void *bytes) {
    (void)type;
    (void)transfer;
    if (offset > MAX_ADDR - size)
        return -1;
    return overlay_read(((struct overlay_file *)file)->overlay, offset, bytes, size) ? -1 : 0;
}

/* Reports success even where a change could not be kept: overlay_save refuses then. */
static herr_t driver_write(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t offset,
                           size_t size, const void *bytes) {
    (void)type;
    (void)transfer;
    if (offset > MAX_ADDR - size)
        return -1;
    overlay_write(((struct overlay_file *)file)->overlay, offset, bytes, size);
    return 0;
}

static herr_t driver_truncate(H5FD_t *file, hid_t transfer, hbool_t closing) {
    (void)transfer;
    (void)closing;
    struct overlay_file *f = (struct overlay_file *)file;
    f->overlay->length = f->eoa;
    f->overlay->base = smaller(f->overlay->base, f->eoa);
    return 0;
}

static herr_t driver_lock(H5FD_t *file, hbool_t exclusive) {
    (void)file;
    (void)exclusive;
    return 0;
}

static herr_t driver_unlock(H5FD_t *file) {
    (void)file;
    return 0;
}

/* No superblock entry, so that every HDF5 reads the file with its own driver. */
static const H5FD_class_t driver = {
#ifdef H5FD_CLASS_VERSION
    .version = H5FD_CLASS_VERSION,
    .value = (H5FD_class_value_t)600,
#endif
    .name = "benchmat_overlay",
    .maxaddr = MAX_ADDR,
    .fc_degree = H5F_CLOSE_SEMI,
    .fapl_size = sizeof(struct overlay *),
    .open = driver_open,
    .close = driver_close,
    .cmp = driver_compare,
    .query = driver_query,
    .get_eoa = driver_get_eoa,
    .set_eoa = driver_set_eoa,
    .get_eof = driver_get_eof,
    .read = driver_read,
    .write = driver_write,
    .truncate = driver_truncate,
    .lock = driver_lock,
    .unlock = driver_unlock,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

/* --- life --- */

struct overlay *overlay_new(int fd, uint64_t size, const char *name) {
    struct overlay *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    *o = (struct overlay){.fd = fd,
                          .base = size,
                          .length = size,
                          .name = strdup(name),
                          .driver = H5FDregister(&driver)};
    if (o->name && o->driver >= 0)
        return o;
    overlay_free(o);
    return NULL;
}

void overlay_free(struct overlay *o) {
    if (!o)
        return;
    for (size_t i = 0; i < o->block_count; i++)
        free(o->blocks[i]);
    free(o->blocks);
    h5_close(o->driver);
    free(o->name);
    free(o);
}

hid_t overlay_access_list(struct overlay *overlay) {
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    int failed = access < 0 || H5Pset_driver(access, overlay->driver, &overlay) < 0 ||
                 H5Pset_fclose_degree(access, H5F_CLOSE_SEMI) < 0 ||
                 H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18) < 0;
    if (failed) {
        h5_close(access);
        return -1;
    }
    return access;
}

uint64_t overlay_base(const struct overlay *o) {
    return o->base;
}

static int write_all(int fd, const unsigned char *bytes, uint64_t size, uint64_t offset) {
    while (size) {
        ssize_t n = pwrite(fd, bytes, size, (off_t)offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? errno : EIO;
        bytes += n;
        offset += (uint64_t)n;
        size -= (uint64_t)n;
    }
    return 0;
}

int overlay_save(const struct overlay *o, int fd) {
    if (o->failure)
        return o->failure;
    for (uint64_t i = 0; i < o->block_count && i * BLOCK < o->length; i++) {
        if (!o->blocks[i])
            continue;
        int failure = write_all(fd, o->blocks[i], smaller(BLOCK, o->length - i * BLOCK), i * BLOCK);
        if (failure)
            return failure;
    }
    return ftruncate(fd, (off_t)o->length) ? errno : 0;
}
