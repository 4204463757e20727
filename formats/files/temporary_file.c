/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/files/temporary_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum place { IN_MEMORY, IN_FILE, IN_REGION };

/* In front of each array. */
struct header {
    _Alignas(max_align_t) size_t size; /* bytes, this header included */
    enum place place;
};

static size_t limit = SIZE_MAX;
static atomic_size_t in_memory;

void spill_limit(size_t bytes) {
    limit = bytes;
}

/* --- files --- */

static const char *directory(void) {
    const char *chosen = getenv("TMPDIR");
    return chosen && *chosen ? chosen : "/var/tmp";
}

/* Not all file systems make files without a name. */
static int open_nameless(void) {
    int file = open(directory(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    char path[4096];
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR))
        return file;
    int length = snprintf(path, sizeof path, "%s/benchmat-XXXXXX", directory());
    if (length < 0 || (size_t)length >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    file = mkostemp(path, O_CLOEXEC);
    if (file >= 0)
        unlink(path);
    return file;
}

/* Gives a file all its length at once. Returns 0 or what errno would be. */
static int reserve(int file, size_t bytes) {
    int failure;
    do
        failure = posix_fallocate(file, 0, (off_t)bytes);
    while (failure == EINTR);
    return failure;
}

static int set_length(int file, size_t bytes) {
    return ftruncate(file, (off_t)bytes) ? errno : 0;
}

/* NULL on failure, with errno set. */
static void *map_file(size_t bytes, int (*give_length)(int file, size_t bytes)) {
    int file = open_nameless();
    if (file < 0)
        return NULL;
    int failure = give_length(file, bytes);
    void *place =
        failure ? MAP_FAILED : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (place == MAP_FAILED && !failure)
        failure = errno;
    close(file);
    errno = failure;
    return place == MAP_FAILED ? NULL : place;
}

/* --- the region --- */

static struct {
    unsigned char *start;
    size_t size, used, arrays;
} region;

struct spill_region spill_region_new(size_t size) {
    struct rlimit most;
    if (getrlimit(RLIMIT_FSIZE, &most) == 0 && most.rlim_cur < size)
        size = most.rlim_cur;
    unsigned char *start = size && limit < SIZE_MAX ? map_file(size, set_length) : NULL;
    return (struct spill_region){start, start ? size : 0};
}

void spill_region_free(struct spill_region *r) {
    if (r->start)
        munmap(r->start, r->size);
    *r = (struct spill_region){0};
}

void spill_use_region(const struct spill_region *r) {
    if (!r->start)
        limit = SIZE_MAX;
    region.start = r->start;
    region.size = r->size;
    region.used = region.arrays = 0;
}

static size_t aligned(size_t bytes) {
    return (bytes + sizeof(struct header) - 1) / sizeof(struct header) * sizeof(struct header);
}

/* Zeros, as nothing is used twice before the region is emptied. */
static void *take_of_region(size_t bytes) {
    if (aligned(bytes) > region.size - region.used)
        return NULL;
    void *place = region.start + region.used;
    region.used += aligned(bytes);
    region.arrays++;
    return place;
}

/* Behind the last array there is room for it to grow. Returns 0 where it is another, or too large.
 */
static int extend_in_region(struct header *array, size_t bytes) {
    size_t first = (size_t)((unsigned char *)array - region.start);
    if (first + aligned(array->size) != region.used || aligned(bytes) > region.size - first)
        return 0;
    region.used = first + aligned(bytes);
    array->size = bytes;
    return 1;
}

static void leave_region(void) {
    if (--region.arrays)
        return;
    if (madvise(region.start, region.size, MADV_REMOVE))
        memset(region.start, 0, region.used);
    region.used = 0;
}

/* --- arrays --- */

static struct header *header_of(void *array) {
    return (struct header *)array - 1;
}

static void *with_header(void *place, size_t size, enum place where) {
    if (!place)
        return NULL;
    struct header *header = place;
    *header = (struct header){size, where};
    if (where == IN_MEMORY)
        in_memory += size;
    return header + 1;
}

static int fits_memory(size_t bytes, size_t most) {
    size_t used = in_memory;
    return used < most && bytes <= most - used;
}

static int stays_in_memory(size_t bytes) {
    return bytes < SPILL_LARGE || fits_memory(bytes, limit);
}

static void *new_in_memory(size_t bytes) {
    return with_header(calloc(1, bytes), bytes, IN_MEMORY);
}

static void *new_in_region(size_t bytes) {
    return region.start ? with_header(take_of_region(bytes), bytes, IN_REGION) : NULL;
}

/* Where there is no place for files, more stays in memory, but not everything. */
static void *new_in_file(size_t bytes) {
    void *array = with_header(map_file(bytes, reserve), bytes, IN_FILE);
    int failure = errno;
    if (!array && failure != ENOMEM && fits_memory(bytes, SPILL_WITHOUT_FILES * limit))
        return new_in_memory(bytes);
    errno = failure;
    return array;
}

static void *new_outside(size_t bytes) {
    void *array = new_in_region(bytes);
    return array ? array : region.start ? new_in_memory(bytes) : new_in_file(bytes);
}

/* Header and array; 0 where there can be no such array. */
static size_t bytes_of(size_t count, size_t size) {
    size_t header = sizeof(struct header);
    if (size && count > (PTRDIFF_MAX - header) / size)
        return 0;
    return header + count * size;
}

void *spill_new(size_t count, size_t size) {
    size_t bytes = bytes_of(count, size);
    if (!bytes) {
        errno = ENOMEM;
        return NULL;
    }
    return stays_in_memory(bytes) ? new_in_memory(bytes) : new_outside(bytes);
}

static void *grow_in_memory(struct header *old, size_t bytes) {
    size_t before = old->size;
    struct header *larger = realloc(old, bytes);
    if (!larger)
        return NULL;
    in_memory -= before;
    return with_header(larger, bytes, IN_MEMORY);
}

void *spill_grow(void *array, size_t count, size_t size) {
    if (!array)
        return spill_new(count, size);
    struct header *old = header_of(array);
    size_t bytes = bytes_of(count, size);
    if (bytes && bytes <= old->size)
        return array;
    if (bytes && old->place == IN_MEMORY && stays_in_memory(bytes))
        return grow_in_memory(old, bytes);
    if (bytes && old->place == IN_REGION && extend_in_region(old, bytes))
        return array;
    void *larger = spill_new(count, size);
    if (larger) {
        memcpy(larger, array, old->size - sizeof *old);
        spill_free(array);
    }
    return larger;
}

void spill_free(void *array) {
    if (!array)
        return;
    struct header *header = header_of(array);
    switch (header->place) {
    case IN_MEMORY:
        in_memory -= header->size;
        free(header);
        break;
    case IN_FILE:
        munmap(header, header->size);
        break;
    case IN_REGION:
        leave_region();
        break;
    }
}

int spill_error(struct err *err, const char *what, ...) {
    int failure = errno;
    char text[256];
    va_list arguments;
    va_start(arguments, what);
    vsnprintf(text, sizeof text, what, arguments);
    va_end(arguments);
    return failure == ENOMEM
               ? err_set(err, ERR_FAILED, "%s: no memory", text)
               : err_set(err, ERR_FAILED,
                         "%s: %s has no room for temporary files: %s; set TMPDIR to a directory "
                         "that has",
                         text, directory(), strerror(failure));
}
