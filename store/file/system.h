/* SPDX-License-Identifier: GPL-3.0-or-later */
/* system.h: the only interface to the machine for code that changes an archive. Private. system.c
 * is Linux's own; another system can fill the same table.
 *
 * All operations on a file that is being changed go through one table of functions, so that tests
 * can substitute a simulated disk: one that fails at the N-th operation, fills up, or loses power.
 * All functions return a negative errno value on failure, otherwise 0 unless stated. */
#ifndef BENCHMAT_STORE_FILE_SYSTEM_H
#define BENCHMAT_STORE_FILE_SYSTEM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

struct system {
    /* Returns a file descriptor. Creates files with mode 0666, less the umask. */
    int (*open)(const struct system *system, const char *path, int flags);
    /* The same for reading and writing a new file that only its owner may open, and which has the
     * sticky bit, which no other file has: it is unfinished until it adopts other permissions.
     * -EEXIST if the file exists. */
    int (*create_private)(const struct system *system, const char *path);
    void (*close)(const struct system *system, int fd);

    /* fstat, stat and lstat. */
    int (*inspect)(const struct system *system, int fd, struct stat *found);
    int (*find)(const struct system *system, const char *path, struct stat *found);
    int (*look)(const struct system *system, const char *path, struct stat *found);
    /* Sets TYPE to the kind of FD's file system: statfs's f_type. */
    int (*filesystem)(const struct system *system, int fd, uint64_t *type);

    /* Gives FD the permissions of the file LIKE, and its owner and group if the caller may. */
    int (*adopt)(const struct system *system, int fd, int like);

    /* Return the number of bytes transferred. */
    int64_t (*read)(const struct system *system, int fd, void *bytes, size_t size, uint64_t offset);
    int64_t (*write)(const struct system *system, int fd, const void *bytes, size_t size,
                     uint64_t offset);
    int (*truncate)(const struct system *system, int fd, uint64_t length);
    /* Ensures that there is disk space for those bytes, and that the file is long enough for
     * them. */
    int (*allocate)(const struct system *system, int fd, uint64_t offset, uint64_t size);

    /* Return when the content of FD, or the names in the directory of PATH, will survive a loss of
     * power. */
    int (*sync)(const struct system *system, int fd);
    int (*sync_directory)(const struct system *system, const char *path);
    int (*unlink)(const struct system *system, const char *path);
    /* Replaces TO by FROM; TO exists at every moment. */
    int (*rename)(const struct system *system, const char *from, const char *to);

    /* Open-file-description locks: F_RDLCK, F_WRLCK or F_UNLCK over SIZE bytes. -EAGAIN if somebody
     * else holds them; never waits. */
    int (*lock)(const struct system *system, int fd, int type, uint64_t offset, uint64_t size);
    /* Returns 1 if somebody else holds a lock that conflicts with a lock of TYPE there, otherwise
     * 0. */
    int (*is_locked)(const struct system *system, int fd, int type, uint64_t offset, uint64_t size);
    /* flock: LOCK_SH, LOCK_EX or LOCK_UN. -EAGAIN as above. */
    int (*lock_whole)(const struct system *system, int fd, int operation);

    double (*now)(const struct system *system); /* seconds since any start, never backward */
    void (*sleep)(const struct system *system, double seconds);
    int (*random)(const struct system *system, void *bytes, size_t size);
};

/* The machine itself. */
extern const struct system system_host;

/* --- kinds of file systems --- */

/* Sets TYPE to the kind of PATH's file system, as above. Returns 0. */
int filesystem_of(const char *path, uint64_t *type);

/* Returns the name of a file system on which two machines may hold the same lock, or a lock means
 * nothing, by its number (statfs's f_type, linux/magic.h); NULL for any other. FUSE is among them,
 * since what is behind it is unknown. The string is static. */
const char *filesystem_without_locks(uint64_t type);

/* --- complete transfers --- */

/* Reads until SIZE bytes are there or the file ends; returns the number of bytes. Repeats
 * interrupted calls. */
int64_t system_read(const struct system *system, int fd, void *bytes, size_t size, uint64_t offset);
/* Writes all SIZE bytes. Returns 0. */
int system_write(const struct system *system, int fd, const void *bytes, size_t size,
                 uint64_t offset);

#endif
