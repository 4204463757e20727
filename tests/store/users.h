/* SPDX-License-Identifier: GPL-3.0-or-later */
/* users.h: an archive of one user in a directory that all may write, sound or left in the middle of
 * a change by a process that was killed, and another user's commands on it. */
#ifndef BENCHMAT_TESTS_STORE_USERS_H
#define BENCHMAT_TESTS_STORE_USERS_H

#include <fcntl.h>

#include "tests/store/commands.h"
#include "tests/store/planted.h"
#include "tests/test.h"

enum { USERS_ROOT = 0, USERS_SOME = PLANTED_STRANGER, USERS_OTHER = PLANTED_STRANGER - 1 };

static const uid_t users[] = {USERS_ROOT, USERS_SOME, USERS_OTHER};

/* Whose archive it is, and who else may use it. */
static const struct users_archive {
    uid_t owner;
    mode_t mode;
} users_archives[] = {
    {USERS_ROOT, 0644}, {USERS_ROOT, 0600}, {USERS_ROOT, 0666},
    {USERS_SOME, 0644}, {USERS_SOME, 0600}, {USERS_SOME, 0666},
};

enum {
    USERS = sizeof users / sizeof *users,
    USERS_ARCHIVES = sizeof users_archives / sizeof *users_archives
};

/* A user's command on an archive. */
struct users_case {
    const struct users_archive *archive;
    uid_t user;
    int is_hot; /* it was left in the middle of a change */
    size_t command;
};

static inline void users_need_root(struct shell *shell) {
    if (geteuid() != 0 || shell_run(shell, "setpriv --reuid=1 --clear-groups bench-store -V") != 0)
        skip_for("only root, with setpriv, can become two users");
}

/* Leaves whole.h5, and half.h5 with its journal, which is whole.h5 and half of another run. */
static inline void users_prepare(struct shell *shell) {
    char archive[200];
    snprintf(archive, sizeof archive, "%s/results.h5", shell->directory);
    planted_prepare(shell->directory);
    commands_prepare(shell);
    shell_expect(shell, 0, "cp results.h5 whole.h5");
    planted_check(dying_append(archive, 2), archive);
    shell_expect(shell, 0,
                 "! cmp -s results.h5 whole.h5 && mv results.h5 half.h5 && "
                 "mv results.h5-journal half.h5-journal && chmod 644 *.csv *.h5");
}

static inline int users_may(const struct users_case *c, mode_t what) {
    const struct users_archive *a = c->archive;
    return c->user == USERS_ROOT || c->user == a->owner || (a->mode & what);
}

/* Root does not follow what another user has left, only because it reads. */
static inline int users_may_put_right(const struct users_case *c) {
    return users_may(c, 02) && (c->user != USERS_ROOT || c->archive->owner == USERS_ROOT);
}

static inline int users_is_one_line(const char *text) {
    const char *end = strchr(text, '\n');
    return end && !end[1];
}

/* What is told instead of an answer. */
static inline const char *users_refusal(const struct users_case *c) {
    return users_may(c, 04) ? "ask its owner to open it" : "Permission denied";
}

/* Who may not read, or would have to change it for that and may not, is told so in one line and
 * gets no number; everybody else reads what was there before the change. */
static inline int users_check_reader(const struct shell *shell, const struct users_case *c) {
    if (!users_may(c, 04) || (c->is_hot && !users_may_put_right(c)))
        return shell->status == 1 && !*shell->out && users_is_one_line(shell->err) &&
               strstr(shell->err, users_refusal(c));
    return shell->status == 0 && strcmp(shell->out, alone[c->command]) == 0 &&
           !strstr(shell->err, "undone") == !c->is_hot;
}

/* Who may write it may be refused all the same, as nobody replaces another's file in a directory
 * such as /tmp; perhaps after the change was undone. */
static inline int users_check_writer(const struct shell *shell, const struct users_case *c) {
    const char *told = strstr(shell->err, "that change was undone\n");
    const char *rest = told && c->is_hot ? strchr(told, '\n') + 1 : shell->err;
    return (shell->status == 0 && users_may(c, 02)) ||
           (shell->status == 1 && users_is_one_line(rest));
}

/* Whether the command did what it should; says so if not. */
static inline int users_try(struct shell *shell, const struct users_case *c) {
    char line[1000], archive[200], journal[200];
    int writes = commands[c->command].writes;
    snprintf(archive, sizeof archive, "%s/results.h5", shell->directory);
    snprintf(journal, sizeof journal, "%s/results.h5-journal", shell->directory);
    commands_tidy(shell);
    snprintf(line, sizeof line,
             "rm -f results.h5*; cp %s.h5 results.h5; cp %s results.h5-journal; "
             "chown %d:%d results.h5*; chmod %o results.h5*",
             c->is_hot ? "half" : "whole", c->is_hot ? "half.h5-journal" : "cleared",
             (int)c->archive->owner, (int)c->archive->owner, (unsigned)c->archive->mode);
    shell_expect(shell, 0, line);
    struct planted_state file = planted_look(archive), beside = planted_look(journal);
    snprintf(line, sizeof line, "setpriv --reuid=%d --regid=%d --clear-groups %s", (int)c->user,
             (int)c->user, commands[c->command].line);
    shell_run(shell, line);
    int right = writes ? users_check_writer(shell, c) : users_check_reader(shell, c);
    int is_left = !users_may(c, 02) || (!writes && c->is_hot && !users_may_put_right(c));
    int is_same = planted_is_untouched(&file, archive);
    is_same &= planted_is_untouched(&beside, journal);
    if (!right || (is_left && !is_same))
        printf("user %d, archive of %d with mode %o, %s: %s%s: %d\n%.300s\n%s", (int)c->user,
               (int)c->archive->owner, (unsigned)c->archive->mode,
               c->is_hot ? "half changed" : "sound", commands[c->command].line,
               is_left && !is_same ? " (touched)" : "", shell->status, shell->out, shell->err);
    /* Its owner finds it whole, whatever that was. */
    snprintf(line, sizeof line,
             "setpriv --reuid=%d --regid=%d --clear-groups bench-store verify -q >verified 2>&1 && "
             "test -z \"$(ls | grep '^results.h5-' | grep -v '^results.h5-journal$')\"",
             (int)c->archive->owner, (int)c->archive->owner);
    int is_whole = shell_run(shell, line) == 0;
    if (!is_whole)
        printf("user %d: %s: it is not whole then\n", (int)c->user, commands[c->command].line);
    return right && is_whole && !(is_left && !is_same);
}

/* Has each user try COUNT of the commands on each archive; returns how often that went wrong. */
static inline long users_try_all(struct shell *shell, int is_hot, const size_t *chosen,
                                 size_t count) {
    long wrong = 0;
    for (size_t a = 0; a < USERS_ARCHIVES; a++)
        for (size_t u = 0; u < USERS; u++)
            for (size_t i = 0; i < count; i++) {
                const struct users_case c = {&users_archives[a], users[u], is_hot, chosen[i]};
                wrong += !users_try(shell, &c);
            }
    printf("%zu cases of two users, archives %s: %ld wrong\n", USERS_ARCHIVES * USERS * count,
           is_hot ? "half changed" : "sound", wrong);
    return wrong;
}

#endif
