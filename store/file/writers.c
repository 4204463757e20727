/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/file/writers.h"

#include <grp.h>
#include <pwd.h>
#include <stdlib.h>

#define ENTRY_ROOM  ((size_t)1 << 16)
#define MOST_GROUPS 65536 /* a process cannot have more */

static int has_group(const char *name, gid_t first, gid_t group) {
    int count = MOST_GROUPS;
    gid_t *groups = malloc(MOST_GROUPS * sizeof *groups);
    if (!groups || getgrouplist(name, first, groups, &count) < 0)
        count = 0;
    int has = 0;
    for (int i = 0; i < count && !has; i++)
        has = groups[i] == group;
    free(groups);
    return has;
}

static int is_member(uid_t user, gid_t group) {
    struct passwd entry, *found = NULL;
    char *room = malloc(ENTRY_ROOM);
    int is = room && getpwuid_r(user, &entry, room, ENTRY_ROOM, &found) == 0 && found &&
             has_group(found->pw_name, found->pw_gid, group);
    free(room);
    return is;
}

int writers_include(const struct stat *file, uid_t user) {
    return user == 0 || user == file->st_uid || file->st_mode & S_IWOTH ||
           (file->st_mode & S_IWGRP && is_member(user, file->st_gid));
}

int writers_are_more(const struct stat *other, const struct stat *file) {
    int is_same_group = other->st_gid == file->st_gid && file->st_mode & S_IWGRP;
    return !(file->st_mode & S_IWOTH) &&
           (other->st_mode & S_IWOTH || (other->st_mode & S_IWGRP && !is_same_group));
}
