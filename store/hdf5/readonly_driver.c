/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/hdf5/readonly_driver.h"

#include <stdlib.h>
#include <string.h>

#include "store/hdf5/driver.h"
#include "store/file/system.h"

struct readonly_driver {
    struct driver_file file; /* must be first */
    int fd;
    uint64_t size;
    char *name;
};

/* Zeros beyond the end. */
static int read_bytes(struct driver_file *file, uint64_t offset, void *bytes, size_t size) {
    const struct readonly_driver *o = (const struct readonly_driver *)file;
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

struct readonly_driver *readonly_driver_new(int fd, uint64_t size, const char *name) {
    struct readonly_driver *o = calloc(1, sizeof *o);
    char *copy = strdup(name);
    if (o && copy) {
        *o = (struct readonly_driver){
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

void readonly_driver_free(struct readonly_driver *o) {
    if (!o)
        return;
    driver_release(&o->file);
    free(o->name);
    free(o);
}

hid_t readonly_driver_access_list(struct readonly_driver *o) {
    return driver_access_list(&o->file);
}
