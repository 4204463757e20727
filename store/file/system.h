/* SPDX-License-Identifier: GPL-3.0-or-later */
/* system.h: the one seam between changing an archive and the machine. Private.
 *
 * Whatever touches a file that is being changed goes through one table of functions, so that tests
 * can put a simulated disk in its place: one that fails at the N-th operation, fills up, or loses
 * power. All of them return a negative errno value on failure, otherwise 0 or what is said. */
#ifndef BENCHMAT_STORE_FILE_SYSTEM_H
#define BENCHMAT_STORE_FILE_SYSTEM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

struct system {
    /* Returns a file descriptor. Files are created with mode 0666, less the umask. */
    int (*open)(const struct system *system, const char *path, int flags);
    /* The same for reading and writing a new file that only its owner may open. -EEXIST where there
     * is one already. */
    int (*create_private)(const struct system *system, const char *path);
    void (*close)(const struct system *system, int fd);

    /* fstat and stat. */
    int (*inspect)(const struct system *system, int fd, struct stat *found);
    int (*find)(const struct system *system, const char *path, struct stat *found);
    /* The kind of the file system that FD is on: statfs's f_type. */
    int (*filesystem)(const struct system *system, int fd, uint64_t *type);

    /* Gives FD the permissions of the file LIKE, and its owner where the caller may. */
    int (*adopt)(const struct system *system, int fd, int like);

    /* How many bytes were transferred. */
    int64_t (*read)(const struct system *system, int fd, void *bytes, size_t size, uint64_t offset);
    int64_t (*write)(const struct system *system, int fd, const void *bytes, size_t size,
                     uint64_t offset);
    int (*truncate)(const struct system *system, int fd, uint64_t length);
    /* Makes sure that there is room for those bytes, and the file long enough for them. */
    int (*allocate)(const struct system *system, int fd, uint64_t offset, uint64_t size);

    /* Return when the content of FD, or the names in the directory of PATH, will survive a loss of
     * power. */
    int (*sync)(const struct system *system, int fd);
    int (*sync_directory)(const struct system *system, const char *path);
    int (*unlink)(const struct system *system, const char *path);
    /* The file TO is from then on what FROM was; at no time is there none. */
    int (*rename)(const struct system *system, const char *from, const char *to);

    /* Open-file-description locks: F_RDLCK, F_WRLCK or F_UNLCK over SIZE bytes. -EAGAIN when
     * somebody else holds them; never waits. */
    int (*lock)(const struct system *system, int fd, int type, uint64_t offset, uint64_t size);
    /* Whether somebody else holds a lock there that a lock of TYPE would have to wait for: 1 or 0.
     */
    int (*is_locked)(const struct system *system, int fd, int type, uint64_t offset, uint64_t size);
    /* flock: LOCK_SH, LOCK_EX or LOCK_UN. -EAGAIN as above. */
    int (*lock_whole)(const struct system *system, int fd, int operation);

    double (*now)(const struct system *system); /* seconds, from any start, never backward */
    void (*sleep)(const struct system *system, double seconds);
    int (*random)(const struct system *system, void *bytes, size_t size);
};

/* The machine itself. */
extern const struct system system_host;

/* Reads until SIZE bytes are there or the file ends; returns how many. Calls that were interrupted
 * are repeated. */
int64_t system_read(const struct system *system, int fd, void *bytes, size_t size, uint64_t offset);
/* Writes all. Returns 0. */
int system_write(const struct system *system, int fd, const void *bytes, size_t size,
                 uint64_t offset);

#endif
