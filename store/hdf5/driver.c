/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/hdf5/driver.h"

#include <stdlib.h>
#include <string.h>

#include "store/file/system.h"

#if H5_VERSION_GE(1, 13, 0)
#    include <H5FDdevelop.h>
#endif

#define MAX_ADDR (((haddr_t)1 << 60) - 1)

/* HDF5 opens a file twice when it creates it, first tentatively, so this owns nothing. */
struct opened {
    H5FD_t hdf5; /* must be first */
    struct driver_file *file;
    haddr_t eoa;
};

static struct driver_file *file_of(const H5FD_t *opened) {
    return ((const struct opened *)opened)->file;
}

static H5FD_t *driver_open(const char *name, unsigned flags, hid_t access, haddr_t max_addr) {
    (void)max_addr;
    struct driver_file *const *info = H5Pget_driver_info(access);
    if (!info || strcmp(name, DRIVER_NAME) != 0)
        return NULL;
    if ((flags & H5F_ACC_TRUNC) && (*info)->length > 0)
        return NULL;
    struct opened *opened = calloc(1, sizeof *opened);
    if (!opened)
        return NULL;
    opened->file = *info;
    opened->file->opened++;
    return &opened->hdf5;
}

static herr_t driver_close(H5FD_t *opened) {
    file_of(opened)->opened--;
    free(opened);
    return 0;
}

/* HDF5 needs this to notice that a file is opened twice. */
static int driver_compare(const H5FD_t *a, const H5FD_t *b) {
    uintptr_t left = (uintptr_t)file_of(a), right = (uintptr_t)file_of(b);
    return left < right ? -1 : left > right;
}

static herr_t driver_query(const H5FD_t *opened, unsigned long *flags) {
    (void)opened;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

static haddr_t driver_get_eoa(const H5FD_t *opened, H5FD_mem_t type) {
    (void)type;
    return ((const struct opened *)opened)->eoa;
}

static herr_t driver_set_eoa(H5FD_t *opened, H5FD_mem_t type, haddr_t eoa) {
    (void)type;
    ((struct opened *)opened)->eoa = eoa;
    return 0;
}

static haddr_t driver_get_eof(const H5FD_t *opened, H5FD_mem_t type) {
    (void)type;
    return file_of(opened)->length;
}

static herr_t driver_read(H5FD_t *opened, H5FD_mem_t type, hid_t transfer, haddr_t offset,
                          size_t size, void *bytes) {
    (void)type;
    (void)transfer;
    struct driver_file *file = file_of(opened);
    return offset > MAX_ADDR - size || file->read(file, offset, bytes, size) ? -1 : 0;
}

static herr_t driver_write(H5FD_t *opened, H5FD_mem_t type, hid_t transfer, haddr_t offset,
                           size_t size, const void *bytes) {
    (void)type;
    (void)transfer;
    struct driver_file *file = file_of(opened);
    if (offset > MAX_ADDR - size)
        return -1;
    file->write(file, offset, bytes, size);
    if (offset + size > file->length)
        file->length = offset + size;
    return 0;
}

static herr_t driver_truncate(H5FD_t *opened, hid_t transfer, hbool_t closing) {
    (void)transfer;
    (void)closing;
    file_of(opened)->length = ((struct opened *)opened)->eoa;
    return 0;
}

/* If a driver has no locks, HDF5 does not maintain its own consistency flags either. */
static herr_t driver_lock(H5FD_t *opened, hbool_t exclusive) {
    (void)opened;
    (void)exclusive;
    return 0;
}

static herr_t driver_unlock(H5FD_t *opened) {
    (void)opened;
    return 0;
}

/* The driver writes no superblock entry, so that every HDF5 reads the file with its own driver. */
static const H5FD_class_t driver = {
#ifdef H5FD_CLASS_VERSION
    .version = H5FD_CLASS_VERSION,
    .value = (H5FD_class_value_t)600,
#endif
    .name = "benchmat",
    .maxaddr = MAX_ADDR,
    .fc_degree = H5F_CLOSE_SEMI,
    .fapl_size = sizeof(struct driver_file *),
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
    .fl_map = H5FD_FLMAP_SINGLE,
};

/* HDF5 uses the class even after it has released its id, so FILE keeps one. */
int driver_init(struct driver_file *file) {
    h5_prepare();
    file->driver = H5FDregister(&driver);
    return file->driver < 0 ? -1 : 0;
}

void driver_release(struct driver_file *file) {
    h5_close(file->driver);
}

/* With H5F_CLOSE_SEMI, closing the file fails if an id into it is left, instead of leaving it
 * open. */
hid_t driver_access_list(struct driver_file *file) {
    hid_t list = H5Pcreate(H5P_FILE_ACCESS);
    int failed = list < 0 || H5Pset_driver(list, file->driver, &file) < 0 ||
                 H5Pset_fclose_degree(list, H5F_CLOSE_SEMI) < 0 ||
                 H5Pset_libver_bounds(list, H5F_LIBVER_V18, H5F_LIBVER_V18) < 0;
    if (!failed)
        return list;
    h5_close(list);
    return -1;
}

/* --- files in S3 --- */

/* Stands in for the driver of HDF5 1.14 that reads files in S3: a program with HDF5 in it would
 * bring curl, OpenSSL and thirty libraries more. */
hid_t H5FD_ros3_init(void);
hid_t H5FD_ros3_init(void) {
    return H5I_INVALID_HID;
}

/* --- read-only driver --- */

struct readonly_driver {
    struct driver_file file; /* must be first */
    int fd;
    uint64_t size;
};

/* Fills with zeros beyond the end that the file had when it was opened. */
static int read_bytes(struct driver_file *file, uint64_t offset, void *bytes, size_t size) {
    const struct readonly_driver *o = (const struct readonly_driver *)file;
    size_t inside = offset >= o->size ? 0 : size < o->size - offset ? size : o->size - offset;
    if (system_read(&system_host, o->fd, bytes, inside, offset) != (int64_t)inside)
        return -1; /* the file has become shorter */
    memset((char *)bytes + inside, 0, size - inside);
    return 0;
}

static void drop_bytes(struct driver_file *file, uint64_t offset, const void *bytes, size_t size) {
    (void)file;
    (void)offset;
    (void)bytes;
    (void)size;
}

struct readonly_driver *readonly_driver_new(int fd, uint64_t size) {
    struct readonly_driver *o = calloc(1, sizeof *o);
    if (o) {
        *o = (struct readonly_driver){
            .file = {.length = size, .read = read_bytes, .write = drop_bytes},
            .fd = fd,
            .size = size};
        if (driver_init(&o->file) == 0)
            return o;
    }
    free(o);
    return NULL;
}

void readonly_driver_free(struct readonly_driver *o) {
    if (!o)
        return;
    driver_release(&o->file);
    free(o);
}

hid_t readonly_driver_access_list(struct readonly_driver *o) {
    hid_t list = driver_access_list(&o->file);
    if (list < 0 || H5Pset_libver_bounds(list, H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST) >= 0)
        return list;
    h5_close(list);
    return -1;
}
