/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planted.h: an archive in a directory where everybody may make files, and what somebody puts there
 * under a name that a program of ours would use.
 *
 *     results.h5   two runs, of the user who runs the test
 *     sealed       a sealed journal of that archive, which would take the second run away
 *     victim       what links lead to
 */
#ifndef BENCHMAT_TESTS_STORE_PLANTED_H
#define BENCHMAT_TESTS_STORE_PLANTED_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/test.h"
#include "tests/store/dying.h"

enum planted_form {
    PLANTED_TEXT,  /* twenty thousand bytes */
    PLANTED_NOTE,  /* four */
    PLANTED_ZEROS, /* zeros, and then text */
    PLANTED_EMPTY,
    PLANTED_SEALED,
    PLANTED_CLEARED,
    PLANTED_ARCHIVE,
    PLANTED_HUGE, /* text, and a hole of 64 GiB */
    PLANTED_LINK, /* to the victim */
    PLANTED_LINK_TO_NOTHING,
    PLANTED_LINK_TO_SEALED,
    PLANTED_FIFO,
    PLANTED_SOCKET,
    PLANTED_DIRECTORY,
    PLANTED_DEVICE,
};

enum { PLANTED_STRANGER = 65534, PLANTED_HUGE_SIZE = 36 /* as a power of two */ };

struct planted {
    const char *name;
    enum planted_form form;
    uid_t owner; /* 0: who runs the test */
    mode_t mode;
    int has_second_name;
    int stops_readers; /* it may be a journal all the same, so that the archive is not read */
};

static const struct planted planted[] = {
    {"notes", PLANTED_TEXT, 0, 0644, 0, 0},
    {"a short note", PLANTED_NOTE, 0, 0644, 0, 0},
    {"zeros and text", PLANTED_ZEROS, 0, 0644, 0, 0},
    {"an archive", PLANTED_ARCHIVE, 0, 0644, 0, 0},
    {"a huge file", PLANTED_HUGE, 0, 0644, 0, 0},
    {"a link", PLANTED_LINK, 0, 0, 0, 0},
    {"a link to nothing", PLANTED_LINK_TO_NOTHING, 0, 0, 0, 0},
    {"a link to a journal", PLANTED_LINK_TO_SEALED, 0, 0, 0, 0},
    {"a named pipe", PLANTED_FIFO, 0, 0644, 0, 0},
    {"a socket", PLANTED_SOCKET, 0, 0644, 0, 0},
    {"a directory", PLANTED_DIRECTORY, 0, 0755, 0, 0},
    {"a journal of two names", PLANTED_SEALED, 0, 0644, 1, 1},
    {"a journal that all may write", PLANTED_SEALED, 0, 0666, 0, 1},
    {"a journal that a group may write", PLANTED_SEALED, 0, 0664, 0, 1},
    {"a stranger's journal", PLANTED_SEALED, PLANTED_STRANGER, 0644, 0, 0},
    {"a stranger's open journal", PLANTED_SEALED, PLANTED_STRANGER, 0666, 0, 0},
    {"a stranger's hidden journal", PLANTED_SEALED, PLANTED_STRANGER, 0600, 0, 0},
    {"a stranger's journal of two names", PLANTED_SEALED, PLANTED_STRANGER, 0644, 1, 0},
    {"a stranger's cleared journal", PLANTED_CLEARED, PLANTED_STRANGER, 0666, 0, 0},
    {"a stranger's empty file", PLANTED_EMPTY, PLANTED_STRANGER, 0666, 0, 0},
    {"a stranger's unfinished file", PLANTED_EMPTY, PLANTED_STRANGER, 01600, 0, 0},
    {"a stranger's huge file", PLANTED_HUGE, PLANTED_STRANGER, 0666, 0, 0},
    {"a stranger's link", PLANTED_LINK, PLANTED_STRANGER, 0, 0, 0},
    {"a stranger's named pipe", PLANTED_FIFO, PLANTED_STRANGER, 0666, 0, 0},
    {"a device", PLANTED_DEVICE, 0, 0666, 0, 0},
};

enum { PLANTED_KINDS = sizeof planted / sizeof *planted };

/* Whether it has another owner than the archive, or where a group may write it, another group. */
static inline int planted_is_strange(const struct planted *p) {
    return p->owner || p->mode == 0664;
}

/* Whether it can be put into the directory WHERE here; says so if not. */
static inline int planted_is_possible(const struct planted *p, const char *where) {
    char file[200];
    snprintf(file, sizeof file, "%s/device", where);
    int is_device = p->form == PLANTED_DEVICE;
    int is_possible = is_device ? mknod(file, S_IFCHR | 0600, makedev(1, 5)) == 0
                                : geteuid() == 0 || !planted_is_strange(p);
    unlink(file);
    if (!is_possible && is_device)
        leave_out("no new device can be had here");
    else if (!is_possible)
        leave_out("only root can put %s there", p->name);
    return is_possible;
}

static inline void planted_check(int right, const char *what) {
    if (right)
        return;
    perror(what);
    abort();
}

/* --- content --- */

static inline unsigned char *planted_read(const char *file, size_t most, size_t *size) {
    unsigned char *bytes = malloc(most + 1);
    FILE *f = fopen(file, "rb");
    planted_check(bytes && f, file);
    *size = fread(bytes, 1, most, f);
    fclose(f);
    return bytes;
}

static inline void planted_write(const char *file, const void *bytes, size_t size) {
    FILE *f = fopen(file, "wb");
    planted_check(f && fwrite(bytes, 1, size, f) == size && fclose(f) == 0, file);
}

static inline void planted_copy(const char *where, const char *from, size_t most, const char *to) {
    char source[300];
    size_t size;
    snprintf(source, sizeof source, "%s/%s", where, from);
    unsigned char *bytes = planted_read(source, most, &size);
    planted_write(to, bytes, size);
    free(bytes);
}

static inline void planted_write_text(const char *file, size_t zeros, size_t size) {
    char text[20000] = "";
    for (size_t i = zeros; i < size; i++)
        text[i] = "notes of mine\n"[i % 14];
    planted_write(file, text, size);
}

static inline void planted_make_socket(const char *file) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    size_t length = strlen(file);
    planted_check(length < sizeof address.sun_path, file);
    memcpy(address.sun_path, file, length);
    planted_check(bind(fd, (const struct sockaddr *)&address, sizeof address) == 0, file);
    close(fd);
}

/* --- planting --- */

static inline void planted_put(const struct planted *p, const char *where, const char *file) {
    char other[300];
    unlink(file);
    rmdir(file);
    snprintf(other, sizeof other, "%s/%s", where,
             p->form == PLANTED_LINK_TO_SEALED    ? "sealed"
             : p->form == PLANTED_LINK_TO_NOTHING ? "nothing"
                                                  : "victim");
    switch (p->form) {
    case PLANTED_TEXT:
    case PLANTED_HUGE:
        planted_write_text(file, 0, 20000);
        break;
    case PLANTED_NOTE:
        planted_write_text(file, 0, 4);
        break;
    case PLANTED_ZEROS:
        planted_write_text(file, 100, 20000);
        break;
    case PLANTED_EMPTY:
        planted_write_text(file, 0, 0);
        break;
    case PLANTED_SEALED:
        planted_copy(where, "sealed", 1 << 20, file);
        break;
    case PLANTED_CLEARED:
        planted_copy(where, "cleared", 1 << 20, file);
        break;
    case PLANTED_ARCHIVE:
        planted_copy(where, "results.h5", 1 << 20, file);
        break;
    case PLANTED_LINK:
    case PLANTED_LINK_TO_NOTHING:
    case PLANTED_LINK_TO_SEALED:
        planted_check(symlink(other, file) == 0, file);
        break;
    case PLANTED_FIFO:
        planted_check(mkfifo(file, 0600) == 0, file);
        break;
    case PLANTED_SOCKET:
        planted_make_socket(file);
        break;
    case PLANTED_DIRECTORY:
        planted_check(mkdir(file, 0700) == 0, file);
        break;
    case PLANTED_DEVICE:
        planted_check(mknod(file, S_IFCHR | 0600, makedev(1, 5)) == 0, file);
    }
    if (p->form == PLANTED_HUGE)
        planted_check(truncate(file, (off_t)1 << PLANTED_HUGE_SIZE) == 0, file);
    if (p->has_second_name) {
        snprintf(other, sizeof other, "%s/second", where);
        unlink(other);
        planted_check(link(file, other) == 0, other);
    }
    if (planted_is_strange(p))
        planted_check(lchown(file, p->owner, PLANTED_STRANGER) == 0, file);
    if (p->mode)
        planted_check(chmod(file, p->mode) == 0, file);
}

/* --- whether it was touched --- */

struct planted_state {
    struct stat st;
    size_t size; /* of the begin of a regular file */
    unsigned char *bytes;
};

static inline struct planted_state planted_look(const char *file) {
    struct planted_state state = {.size = 0};
    planted_check(lstat(file, &state.st) == 0, file);
    if (S_ISREG(state.st.st_mode))
        state.bytes = planted_read(file, 1 << 20, &state.size);
    return state;
}

/* Releases STATE. */
static inline int planted_is_untouched(struct planted_state *state, const char *file) {
    struct planted_state now = planted_look(file);
    const struct stat *a = &state->st, *b = &now.st;
    int is = a->st_ino == b->st_ino && a->st_mode == b->st_mode && a->st_uid == b->st_uid &&
             a->st_gid == b->st_gid && a->st_nlink == b->st_nlink && a->st_size == b->st_size &&
             a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec &&
             state->size == now.size &&
             (now.size == 0 || memcmp(state->bytes, now.bytes, now.size) == 0);
    free(state->bytes);
    free(now.bytes);
    return is;
}

/* --- the scene --- */

static inline void planted_prepare(const char *where) {
    char archive[200], journal[200], sealed[200], cleared[200], victim[200];
    snprintf(archive, sizeof archive, "%s/results.h5", where);
    snprintf(journal, sizeof journal, "%s/results.h5-journal", where);
    snprintf(sealed, sizeof sealed, "%s/sealed", where);
    snprintf(cleared, sizeof cleared, "%s/cleared", where);
    snprintf(victim, sizeof victim, "%s/victim", where);
    struct run *run = sample_run();
    facts_set_text(&run->facts, FACT_UUID, "0b8f6b9e-0000-4000-8000-000000000002");
    planted_check(archive_append(archive, run, NULL) == 0, archive);
    run_free(run);
    planted_copy(where, "results.h5-journal", 1 << 20, cleared);
    planted_check(dying_append(archive, 2), archive);
    planted_check(rename(journal, sealed) == 0, sealed);
    planted_write_text(victim, 0, 20000);
    planted_check(chmod(where, 01777) == 0, where);
    dying_told_count = 0;
}

#endif
