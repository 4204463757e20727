/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/hdf5/overlay.h"

#include <stdlib.h>
#include <string.h>

#include "store/hdf5/driver.h"
#include "store/file/system.h"

struct overlay {
    struct driver_file file; /* must be first */
    int fd;
    uint64_t size;
    char *name;
};

/* Zeros beyond the end. */
static int read_bytes(struct driver_file *file, uint64_t offset, void *bytes, size_t size) {
    const struct overlay *o = (const struct overlay *)file;
    size_t inside = offset >= o->size ? 0 : size < o->size - offset ? size : o->size - offset;
    int64_t n = system_read(&system_host, o->fd, bytes, inside, offset);
    if (n < 0)
        return -1;
    memset((char *)bytes + n, 0, size - (size_t)n);
    return 0;
}

static void drop_bytes(struct driver_file *file, uint64_t offset, const void *bytes, size_t size) {
    (void)file;
    (void)offset;
    (void)bytes;
    (void)size;
}

struct overlay *overlay_new(int fd, uint64_t size, const char *name) {
    struct overlay *o = calloc(1, sizeof *o);
    char *copy = strdup(name);
    if (o && copy) {
        *o = (struct overlay){
            .file = {.name = copy, .length = size, .read = read_bytes, .write = drop_bytes},
            .fd = fd,
            .size = size,
            .name = copy};
        if (driver_init(&o->file) == 0)
            return o;
    }
    free(copy);
    free(o);
    return NULL;
}

void overlay_free(struct overlay *o) {
    if (!o)
        return;
    driver_release(&o->file);
    free(o->name);
    free(o);
}

hid_t overlay_access_list(struct overlay *o) {
    return driver_access_list(&o->file);
}
