/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planted.h: things that somebody has put where a campaign's file should be, and the file of a
 * victim that must stay as it is. After cmocka.h. */
#ifndef BENCHMAT_TESTS_COLLECT_CAMPAIGN_PLANTED_H
#define BENCHMAT_TESTS_COLLECT_CAMPAIGN_PLANTED_H

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/test.h"

#define PLANTED_USER 65534 /* nobody */

enum planted_kind {
    PLANTED_LINK,
    PLANTED_LOOSE_LINK, /* to what is not there */
    PLANTED_HARD_LINK,
    PLANTED_FIFO,
    PLANTED_SOCKET,
    PLANTED_DIRECTORY,
    PLANTED_OPEN_FILE, /* that others can write */
    PLANTED_ANOTHERS,  /* needs root, and so does */
    PLANTED_DEVICE,
    PLANTED_KINDS
};

static const char planted_text[] = "what a victim has written\n";

static inline int planted_can(int kind) {
    return kind < PLANTED_ANOTHERS || geteuid() == 0;
}

static inline void planted_write(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static inline int planted_victim_make(const char *directory) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/victim", directory);
    planted_write(path, planted_text);
    return 0;
}

static inline void planted_victim_check(const char *directory) {
    char path[PATH_MAX], text[100] = "";
    snprintf(path, sizeof path, "%s/victim", directory);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, planted_text);
    snprintf(path, sizeof path, "%s/nowhere", directory);
    assert_int_equal(access(path, F_OK), -1);
}

static inline void planted_socket(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_true(fd >= 0 && strlen(path) < sizeof address.sun_path);
    strcpy(address.sun_path, path);
    assert_int_equal(bind(fd, (const struct sockaddr *)&address, sizeof address), 0);
    close(fd);
}

/* Puts it at PATH; what it leads to is in DIRECTORY. */
static inline void planted_put(int kind, const char *directory, const char *path) {
    char victim[PATH_MAX], nowhere[PATH_MAX];
    snprintf(victim, sizeof victim, "%s/victim", directory);
    snprintf(nowhere, sizeof nowhere, "%s/nowhere", directory);
    switch (kind) {
    case PLANTED_LINK:
        assert_int_equal(symlink(victim, path), 0);
        break;
    case PLANTED_LOOSE_LINK:
        assert_int_equal(symlink(nowhere, path), 0);
        break;
    case PLANTED_HARD_LINK:
        assert_int_equal(link(victim, path), 0);
        break;
    case PLANTED_FIFO:
        assert_int_equal(mkfifo(path, 0600), 0);
        break;
    case PLANTED_SOCKET:
        planted_socket(path);
        break;
    case PLANTED_DIRECTORY:
        assert_int_equal(mkdir(path, 0700), 0);
        break;
    case PLANTED_OPEN_FILE:
        planted_write(path, "0\n");
        assert_int_equal(chmod(path, 0666), 0);
        break;
    case PLANTED_ANOTHERS:
        planted_write(path, "0\n");
        assert_int_equal(chown(path, PLANTED_USER, PLANTED_USER), 0);
        break;
    default:
        assert_int_equal(mknod(path, S_IFCHR | 0600, makedev(1, 3)), 0); /* null */
    }
}

#endif
