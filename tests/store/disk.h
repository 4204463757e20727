/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.h: a disk that fails when it is told to.
 *
 * It takes the place of the machine (store/file/system.h). Files live in memory: as programs see
 * them, and as they are on the platters, with what was written since the last sync in between. It
 * counts operations, and at one of them the process dies, or tears a write and dies, or the
 * operation fails, once or from then on. A loss of power drops, tears and reorders whatever was not
 * synced. A clone shows what would be there if the process died now.
 */
#ifndef BENCHMAT_TESTS_STORE_DISK_H
#define BENCHMAT_TESTS_STORE_DISK_H

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "store/file/system.h"

enum {
    DISK_FILES = 64,
    DISK_DESCRIPTORS = 4096,
    DISK_SECTOR = 512,
    DISK_NAMINGS = 64,
    DISK_SYNCS = 64
};

enum disk_fault { DISK_SOUND, DISK_DIES, DISK_TEARS, DISK_FAILS_ONCE, DISK_FAILS };

/* Something written and not synced; with no bytes, a truncation to OFFSET. */
struct disk_change {
    uint64_t offset;
    size_t size;
    unsigned char *bytes;
};

struct disk_file {
    char name[128]; /* as programs see it; empty: it has none */
    char lasting_name[128];
    int memory; /* its content, as programs see it */
    mode_t mode;
    unsigned char *lasting;
    size_t lasting_size;
    struct disk_change *changes;
    size_t change_count;
};

/* A name given or taken, and not synced: from nothing, a file was created; to nothing, removed. */
struct disk_naming {
    int file;
    char from[128], to[128];
};

struct disk {
    struct system system; /* must be first */
    struct disk_file files[DISK_FILES];
    int file_count;
    int file_of[DISK_DESCRIPTORS]; /* descriptor -> file + 1 */
    struct disk_naming namings[DISK_NAMINGS];
    int naming_count;
    long operations, syncs;
    long fault_at; /* the number of the operation, from 1 */
    enum disk_fault fault;
    int failure;       /* the errno value of what fails */
    long ignored_sync; /* the number of a sync that does nothing, from 1: for mutation tests */
    char synced[DISK_SYNCS][128]; /* what the first syncs were of */
    int dead;
    uint64_t chance, salt;
    void (*watch)(void *watcher); /* is called before each operation; may be NULL */
    void *watcher;
};

static inline uint64_t disk_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    uint64_t x = *state;
    x ^= x >> 33;
    x *= 0xFF51AFD7ED558CCDu;
    return x ^ x >> 33;
}

/* --- faults --- */

/* Counts an operation. Returns 0 when it is to be done, otherwise what it fails with. */
static inline int disk_operation(struct disk *d) {
    if (d->dead)
        return -EIO;
    if (d->watch)
        d->watch(d->watcher);
    d->operations++;
    if (d->fault == DISK_SOUND || d->operations < d->fault_at)
        return 0;
    if (d->operations > d->fault_at)
        return d->fault == DISK_FAILS ? -d->failure : 0;
    if (d->fault == DISK_DIES || d->fault == DISK_TEARS)
        d->dead = 1;
    return d->fault == DISK_TEARS ? 0 : -d->failure;
}

/* --- content --- */

static inline size_t disk_size(const struct disk_file *f) {
    off_t size = lseek(f->memory, 0, SEEK_END);
    return size < 0 ? 0 : (size_t)size;
}

/* The file's content, to be freed. */
static inline unsigned char *disk_content(const struct disk_file *f, size_t *size) {
    *size = disk_size(f);
    unsigned char *bytes = calloc(1, *size + 1);
    if (!bytes || pread(f->memory, bytes, *size, 0) != (ssize_t)*size)
        abort();
    return bytes;
}

static inline void disk_put(struct disk_file *f, uint64_t offset, const void *bytes, size_t size) {
    if (bytes ? pwrite(f->memory, bytes, size, (off_t)offset) != (ssize_t)size
              : ftruncate(f->memory, (off_t)offset) != 0)
        abort();
}

static inline void disk_note(struct disk_file *f, uint64_t offset, const void *bytes, size_t size) {
    f->changes = realloc(f->changes, (f->change_count + 1) * sizeof *f->changes);
    struct disk_change *change = &f->changes[f->change_count++];
    *change = (struct disk_change){offset, size, NULL};
    if (bytes) {
        change->bytes = malloc(size + 1);
        memcpy(change->bytes, bytes, size);
    }
    disk_put(f, offset, bytes, size);
}

static inline void disk_forget_changes(struct disk_file *f) {
    for (size_t i = 0; i < f->change_count; i++)
        free(f->changes[i].bytes);
    free(f->changes);
    f->changes = NULL;
    f->change_count = 0;
}

static inline void disk_settle(struct disk_file *f) {
    free(f->lasting);
    f->lasting = disk_content(f, &f->lasting_size);
    disk_forget_changes(f);
}

/* --- names --- */

/* Gives F the name TO (empty: none) in place of its own, as programs see it. */
static inline void disk_name(struct disk *d, struct disk_file *f, const char *to) {
    if (d->naming_count == DISK_NAMINGS)
        abort();
    struct disk_naming *naming = &d->namings[d->naming_count++];
    *naming = (struct disk_naming){.file = (int)(f - d->files)};
    memcpy(naming->from, f->name, sizeof naming->from);
    snprintf(naming->to, sizeof naming->to, "%s", to);
    memcpy(f->name, naming->to, sizeof f->name);
}

/* On the platters, where the file may have another name than it was taken from. */
static inline void disk_settle_naming(struct disk *d, const struct disk_naming *naming) {
    struct disk_file *f = &d->files[naming->file];
    for (int i = 0; i < d->file_count && *naming->to; i++)
        if (strcmp(d->files[i].lasting_name, naming->to) == 0)
            d->files[i].lasting_name[0] = '\0';
    if (*naming->to || strcmp(f->lasting_name, naming->from) == 0)
        memcpy(f->lasting_name, naming->to, sizeof f->lasting_name);
}

/* --- the functions of a system --- */

static inline struct disk *disk_of(const struct system *system) {
    return (struct disk *)(uintptr_t)system;
}

static inline struct disk_file *disk_file_of(const struct system *system, int fd) {
    struct disk *d = disk_of(system);
    return &d->files[d->file_of[fd] - 1];
}

static inline struct disk_file *disk_find(struct disk *d, const char *path) {
    for (int i = 0; i < d->file_count; i++)
        if (strcmp(d->files[i].name, path) == 0)
            return &d->files[i];
    return NULL;
}

static inline struct disk_file *disk_create(struct disk *d, const char *path) {
    if (d->file_count == DISK_FILES)
        abort();
    struct disk_file *f = &d->files[d->file_count++];
    *f = (struct disk_file){.memory = memfd_create("disk", MFD_CLOEXEC), .mode = 0644};
    disk_name(d, f, path);
    return f;
}

static inline int disk_do_open(const struct system *system, const char *path, int flags) {
    struct disk *d = disk_of(system);
    int failure = disk_operation(d);
    if (failure)
        return failure;
    struct disk_file *f = disk_find(d, path);
    if (!f && !(flags & O_CREAT))
        return -ENOENT;
    if (f && (flags & O_CREAT) && (flags & O_EXCL))
        return -EEXIST;
    if (!f)
        f = disk_create(d, path);
    int fd = fcntl(f->memory, F_DUPFD_CLOEXEC, 3);
    if (fd < 0 || fd >= DISK_DESCRIPTORS)
        abort();
    d->file_of[fd] = (int)(f - d->files) + 1;
    return fd;
}

static inline int disk_do_create_private(const struct system *system, const char *path) {
    int fd = disk_do_open(system, path, O_RDWR | O_CREAT | O_EXCL);
    if (fd >= 0)
        disk_file_of(system, fd)->mode = 0600 | S_ISVTX;
    return fd;
}

static inline void disk_do_close(const struct system *system, int fd) {
    disk_of(system)->file_of[fd] = 0;
    close(fd);
}

static inline void disk_describe(const struct disk *d, const struct disk_file *f,
                                 struct stat *found) {
    *found = (struct stat){.st_mode = S_IFREG | f->mode,
                           .st_dev = 7,
                           .st_ino = (ino_t)(f - d->files) + 1,
                           .st_nlink = 1,
                           .st_size = (off_t)disk_size(f)};
}

static inline int disk_do_inspect(const struct system *system, int fd, struct stat *found) {
    int failure = disk_operation(disk_of(system));
    if (!failure)
        disk_describe(disk_of(system), disk_file_of(system, fd), found);
    return failure;
}

static inline int disk_do_find(const struct system *system, const char *path, struct stat *found) {
    int failure = disk_operation(disk_of(system));
    struct disk_file *f = disk_find(disk_of(system), path);
    if (failure || !f)
        return failure ? failure : -ENOENT;
    disk_describe(disk_of(system), f, found);
    return 0;
}

static inline int disk_do_filesystem(const struct system *system, int fd, uint64_t *type) {
    (void)system;
    (void)fd;
    *type = 0xEF53;
    return 0;
}

static inline int disk_do_adopt(const struct system *system, int fd, int like) {
    int failure = disk_operation(disk_of(system));
    if (!failure)
        disk_file_of(system, fd)->mode = disk_file_of(system, like)->mode & 0777;
    return failure;
}

static inline int64_t disk_do_read(const struct system *system, int fd, void *bytes, size_t size,
                                   uint64_t offset) {
    int failure = disk_operation(disk_of(system));
    return failure ? failure : pread(fd, bytes, size, (off_t)offset);
}

static inline int64_t disk_do_write(const struct system *system, int fd, const void *bytes,
                                    size_t size, uint64_t offset) {
    struct disk *d = disk_of(system);
    int failure = disk_operation(d);
    if (failure)
        return failure;
    size_t part = d->dead ? disk_random(&d->chance) % (size + 1) : size;
    if (part)
        disk_note(disk_file_of(system, fd), offset, bytes, part);
    return d->dead ? -EIO : (int64_t)size;
}

static inline int disk_do_truncate(const struct system *system, int fd, uint64_t length) {
    int failure = disk_operation(disk_of(system));
    if (!failure)
        disk_note(disk_file_of(system, fd), length, NULL, 0);
    return failure;
}

static inline int disk_do_allocate(const struct system *system, int fd, uint64_t offset,
                                   uint64_t size) {
    return disk_do_truncate(system, fd, offset + size);
}

/* Returns whether that sync is to be done. */
static inline int disk_count_sync(struct disk *d, const char *of) {
    if (d->syncs < DISK_SYNCS)
        strcpy(d->synced[d->syncs], of);
    return ++d->syncs != d->ignored_sync;
}

static inline int disk_do_sync(const struct system *system, int fd) {
    struct disk *d = disk_of(system);
    int failure = disk_operation(d);
    if (!failure && disk_count_sync(d, disk_file_of(system, fd)->name))
        disk_settle(disk_file_of(system, fd));
    return failure;
}

/* All files of a disk are in one directory. */
static inline int disk_do_sync_directory(const struct system *system, const char *path) {
    struct disk *d = disk_of(system);
    int failure = disk_operation(d);
    if (failure || !disk_count_sync(d, path))
        return failure;
    for (int i = 0; i < d->naming_count; i++)
        disk_settle_naming(d, &d->namings[i]);
    d->naming_count = 0;
    return 0;
}

static inline int disk_do_unlink(const struct system *system, const char *path) {
    int failure = disk_operation(disk_of(system));
    struct disk_file *f = disk_find(disk_of(system), path);
    if (!failure && f)
        disk_name(disk_of(system), f, "");
    return failure ? failure : f ? 0 : -ENOENT;
}

static inline int disk_do_rename(const struct system *system, const char *from, const char *to) {
    struct disk *d = disk_of(system);
    int failure = disk_operation(d);
    struct disk_file *f = disk_find(d, from), *replaced = disk_find(d, to);
    if (failure || !f)
        return failure ? failure : -ENOENT;
    if (replaced)
        replaced->name[0] = '\0';
    disk_name(d, f, to);
    return 0;
}

static inline int disk_do_lock(const struct system *system, int fd, int type, uint64_t offset,
                               uint64_t size) {
    (void)system;
    (void)fd;
    (void)type;
    (void)offset;
    (void)size;
    return 0;
}

static inline int disk_do_lock_whole(const struct system *system, int fd, int operation) {
    (void)system;
    (void)fd;
    (void)operation;
    return 0;
}

static inline double disk_do_now(const struct system *system) {
    (void)system;
    return 0;
}

static inline void disk_do_sleep(const struct system *system, double seconds) {
    (void)system;
    (void)seconds;
}

static inline int disk_do_random(const struct system *system, void *bytes, size_t size) {
    struct disk *d = disk_of(system);
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)(disk_random(&d->salt) >> 24);
    return 0;
}

/* --- life --- */

static inline struct disk *disk_new(void) {
    struct disk *d = calloc(1, sizeof *d);
    d->failure = EIO;
    d->chance = 1;
    d->salt = 2;
    d->system = (struct system){
        .open = disk_do_open,
        .create_private = disk_do_create_private,
        .close = disk_do_close,
        .inspect = disk_do_inspect,
        .find = disk_do_find,
        .look = disk_do_find,
        .filesystem = disk_do_filesystem,
        .adopt = disk_do_adopt,
        .read = disk_do_read,
        .write = disk_do_write,
        .truncate = disk_do_truncate,
        .allocate = disk_do_allocate,
        .sync = disk_do_sync,
        .sync_directory = disk_do_sync_directory,
        .unlink = disk_do_unlink,
        .rename = disk_do_rename,
        .lock = disk_do_lock,
        .is_locked = disk_do_lock,
        .lock_whole = disk_do_lock_whole,
        .now = disk_do_now,
        .sleep = disk_do_sleep,
        .random = disk_do_random,
    };
    return d;
}

static inline void disk_free(struct disk *d) {
    for (int i = 0; i < d->file_count; i++) {
        close(d->files[i].memory);
        free(d->files[i].lasting);
        disk_forget_changes(&d->files[i]);
    }
    free(d);
}

static inline void *disk_duplicate(const void *bytes, size_t size) {
    void *copy = malloc(size + 1);
    return size ? memcpy(copy, bytes, size) : copy;
}

static inline void disk_clone_file(struct disk_file *f, const struct disk_file *from) {
    size_t size;
    unsigned char *bytes = disk_content(from, &size);
    *f = *from;
    f->memory = memfd_create("disk", MFD_CLOEXEC);
    disk_put(f, 0, bytes, size);
    f->lasting = disk_duplicate(from->lasting, from->lasting_size);
    f->changes = disk_duplicate(from->changes, from->change_count * sizeof *from->changes);
    for (size_t i = 0; i < f->change_count; i++)
        if (f->changes[i].bytes)
            f->changes[i].bytes = disk_duplicate(from->changes[i].bytes, from->changes[i].size);
    free(bytes);
}

/* A sound disk of the same content, synced and not, as the next process finds it. */
static inline struct disk *disk_clone(const struct disk *from) {
    struct disk *d = disk_new();
    d->chance = from->chance;
    d->salt = from->salt;
    for (int i = 0; i < from->file_count; i++)
        disk_clone_file(&d->files[i], &from->files[i]);
    d->file_count = from->file_count;
    memcpy(d->namings, from->namings, sizeof d->namings);
    d->naming_count = from->naming_count;
    return d;
}

/* The same, with all of it synced. */
static inline struct disk *disk_copy(const struct disk *from) {
    struct disk *d = disk_clone(from);
    for (int i = 0; i < d->file_count; i++) {
        disk_settle(&d->files[i]);
        memcpy(d->files[i].lasting_name, d->files[i].name, sizeof d->files[i].name);
    }
    d->naming_count = 0;
    return d;
}

/* The next process finds what the dead one left. */
static inline void disk_restart(struct disk *d) {
    d->dead = 0;
    d->fault = DISK_SOUND;
    d->ignored_sync = 0;
}

/* --- loss of power --- */

/* Part of a change may be there: whole sectors, in any order. */
static inline void disk_apply_torn(struct disk *d, struct disk_file *f,
                                   const struct disk_change *change) {
    for (size_t at = 0; at < change->size;) {
        size_t part = DISK_SECTOR - (change->offset + at) % DISK_SECTOR;
        part = part < change->size - at ? part : change->size - at;
        if (disk_random(&d->chance) % 2)
            disk_put(f, change->offset + at, change->bytes + at, part);
        at += part;
    }
}

static inline void disk_lose_file(struct disk *d, struct disk_file *f) {
    disk_put(f, 0, NULL, 0);
    disk_put(f, 0, f->lasting ? f->lasting : (const unsigned char *)"", f->lasting_size);
    /* Sometimes nothing gets lost but one, sometimes nearly everything. */
    uint64_t share = disk_random(&d->chance) % 5;
    for (size_t i = f->change_count; i > 1; i--) {
        size_t other = disk_random(&d->chance) % i;
        struct disk_change swapped = f->changes[i - 1];
        if (share) {
            f->changes[i - 1] = f->changes[other];
            f->changes[other] = swapped;
        }
    }
    for (size_t i = 0; i < f->change_count; i++) {
        uint64_t fate = disk_random(&d->chance) % 8;
        if (fate < 2 * share)
            continue;
        if (fate == 7 && f->changes[i].bytes)
            disk_apply_torn(d, f, &f->changes[i]);
        else
            disk_put(f, f->changes[i].offset, f->changes[i].bytes, f->changes[i].size);
    }
    disk_settle(f);
}

/* Each name that was given or taken is so, or not yet; a rename is never half done. */
static inline void disk_lose_names(struct disk *d) {
    for (int i = 0; i < d->naming_count; i++)
        if (disk_random(&d->chance) % 2)
            disk_settle_naming(d, &d->namings[i]);
    d->naming_count = 0;
    for (int i = 0; i < d->file_count; i++)
        memcpy(d->files[i].name, d->files[i].lasting_name, sizeof d->files[i].name);
}

/* What was not synced is there, or not, or in part. */
static inline void disk_lose_power(struct disk *d) {
    for (int i = 0; i < d->file_count; i++)
        disk_lose_file(d, &d->files[i]);
    disk_lose_names(d);
    disk_restart(d);
}

#endif
