/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/update/transaction.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "store/file/dirty_pages.h"
#include "store/hdf5/h5.h"
#include "store/file/place.h"
#include "store/file/journal.h"
#include "store/sandbox/write_buffer.h"

enum phase {
    OPENING,   /* the old state of the file is not known yet */
    PREPARING, /* the old content of the file is unchanged */
    SEALED,    /* the journal is sealed; the file may be half changed */
    FINISHED,  /* committed, or unsure with nothing left to do */
};

struct transaction {
    struct dirty_pages draft;
    const struct system *system;
    struct lock lock;
    char *path, *journal_name;
    int is_new; /* transaction_begin created the file */
    enum phase phase;
    struct journal journal;
    struct transaction_origin *origin; /* may be NULL */
};

/* --- beginning --- */

static void close_file(struct transaction *t) {
    lock_release(&t->lock);
    t->system->close(t->system, t->draft.fd);
    t->draft.fd = -1;
}

/* By the time the lock is held, PATH may name another file or none; then tries again. */
static int open_locked(struct transaction *t, const struct access *how, struct err *err) {
    for (;;) {
        const struct system *s = t->system;
        t->is_new = 0;
        t->draft.fd = s->open(s, t->path, O_RDWR | O_NOFOLLOW);
        if (t->draft.fd == -ENOENT) {
            t->draft.fd = s->open(s, t->path, O_RDWR | O_CREAT | O_EXCL);
            t->is_new = t->draft.fd >= 0;
        }
        int failure = t->draft.fd;
        /* Somebody created or removed it between our two attempts. */
        if (failure == -EEXIST)
            continue;
        if (failure < 0)
            return place_error(err, t->path, "cannot be opened for writing", failure);
        lock_init(&t->lock, t->draft.fd, t->path, how);
        int status = place_check_file(t->system, t->path, t->draft.fd, err);
        if (!status)
            status = place_check_locks(t->system, t->path, t->draft.fd, err);
        int code = status ? status : lock_to_prepare(&t->lock, err);
        int named = code ? 0 : place_is_named(t->system, t->path, t->draft.fd);
        if (named < 0)
            code = place_error(err, t->path, "cannot be reached", named);
        /* Without the lock somebody else may already use the file, so it must not be removed. */
        if (code)
            t->is_new = 0;
        if (code || named)
            return code;
        close_file(t);
    }
}

static int begin_journal(struct transaction *t) {
    struct journal_start start = {.length = t->draft.old_length};
    struct stat st;
    int failure = t->system->inspect(t->system, t->draft.fd, &st);
    if (!failure && t->draft.old_length >= LAYOUT_USER_BLOCK)
        failure = dirty_pages_read_file(&t->draft, JOURNAL_SALT_AT, start.old_salt, JOURNAL_SALT);
    if (!failure)
        failure = t->system->random(t->system, start.new_salt, JOURNAL_SALT);
    if (failure)
        return failure;
    start.device = st.st_dev;
    start.inode = st.st_ino;
    return journal_begin(&t->journal, t->system, t->journal_name, t->draft.fd, &start);
}

static int seal_journal(struct transaction *t) {
    int failure = journal_seal(&t->journal, t->draft.old_length == 0);
    /* Even after a failure the journal may be sealed, so it is rolled back as if it were. */
    t->phase = SEALED;
    return failure;
}

static int begin_new(struct transaction *t, struct err *err) {
    int code = lock_to_change(&t->lock, err);
    if (code)
        return code;
    int failure = begin_journal(t);
    if (!failure)
        failure = seal_journal(t);
    return failure ? place_error(err, t->journal_name, "cannot be written", failure) : 0;
}

static int begin(struct transaction *t, const struct access *how, struct err *err) {
    struct stat st;
    int code = open_locked(t, how, err);
    if (!code)
        code = recovery_run(&t->lock, err);
    if (code)
        return code;
    int failure = t->system->inspect(t->system, t->draft.fd, &st);
    if (failure)
        return place_error(err, t->path, "cannot be reached", failure);
    dirty_pages_start(&t->draft, t->system, t->draft.fd, (uint64_t)st.st_size);
    t->is_new &= t->draft.old_length == 0;
    t->phase = PREPARING;
    return t->draft.old_length ? 0 : begin_new(t, err);
}

static int set_names(struct transaction *t, const char *path, struct err *err) {
    int code = place_check_writable(path, err);
    if (code)
        return code;
    t->path = place_resolve(path, err);
    t->journal_name = t->path ? journal_path(t->path) : NULL;
    return t->journal_name ? 0 : ERR_FAILED;
}

int transaction_begin(struct transaction **transaction, const char *path, const struct access *how,
                      struct err *err) {
    *transaction = NULL;
    struct transaction *t = calloc(1, sizeof *t);
    if (!t)
        return err_set(err, ERR_FAILED, "%s: no memory", path);
    t->system = how && how->system ? how->system : &system_host;
    t->journal.fd = -1;
    t->draft.fd = -1;
    int code = set_names(t, path, err);
    if (!code)
        code = begin(t, how, err);
    if (code)
        transaction_end(t);
    else
        *transaction = t;
    return code;
}

const char *transaction_path(const struct transaction *t) {
    return t->path;
}

int transaction_descriptor(const struct transaction *t) {
    return t->draft.fd;
}

uint64_t transaction_old_length(const struct transaction *t) {
    return t->draft.old_length;
}

void transaction_write(struct transaction *t, uint64_t offset, const void *bytes, size_t size) {
    dirty_pages_write(&t->draft, offset, bytes, size);
}

struct dirty_pages *transaction_draft(struct transaction *t) {
    return &t->draft;
}

/* The reading process must not share the descriptor that holds the locks. */
int transaction_open_reading(const struct transaction *t, struct err *err) {
    const struct system *s = t->system;
    struct stat ours, opened;
    int fd = s->open(s, t->path, O_RDONLY);
    int failure = fd < 0 ? fd : s->inspect(s, fd, &opened);
    if (!failure)
        failure = s->inspect(s, t->draft.fd, &ours);
    if (!failure && (ours.st_dev != opened.st_dev || ours.st_ino != opened.st_ino))
        failure = -ESTALE;
    if (!failure)
        return fd;
    if (fd >= 0)
        s->close(s, fd);
    return place_error(err, t->path, "cannot be opened for reading", failure);
}

void transaction_close_reading(const struct transaction *t, int fd) {
    t->system->close(t->system, fd);
}

int transaction_take(struct transaction *t, struct message *message, struct err *err) {
    int code = write_buffer_take(&t->draft, message);
    return code == ERR_FAILED ? place_error(err, t->path, "cannot be written", t->draft.failure)
                              : code;
}

/* --- committing --- */

static int journal_block(struct transaction *t, uint64_t number) {
    unsigned char old[BLOCKS_SIZE];
    int failure = dirty_pages_read_old(&t->draft, number, old);
    if (failure || !dirty_pages_has_changed(&t->draft, number, old))
        return failure;

    /* If the commit fails after this, the kept block still equals what is in the file. */
    struct transaction_origin *o = t->origin;
    if (!o || number * BLOCKS_SIZE >= o->length || blocks_find(&o->blocks, number))
        failure = 0;
    else {
        unsigned char *kept = blocks_add(&o->blocks, number);
        if (kept)
            memcpy(kept, old, BLOCKS_SIZE);
        failure = kept ? 0 : -ENOMEM;
    }

    return failure ? failure : journal_add(&t->journal, number, old);
}

static int change_file(struct transaction *t) {
    uint64_t *numbers = blocks_numbers(&t->draft.blocks);
    int failure = numbers ? 0 : -ENOMEM;
    if (!failure && t->phase != SEALED) {
        /* Journals the changed blocks, then all blocks from the new end of the file on. */
        uint64_t cut = t->draft.length / BLOCKS_SIZE;
        failure = 0;
        for (size_t i = 0; i < t->draft.blocks.count && numbers[i] < cut && !failure; i++)
            failure = journal_block(t, numbers[i]);
        for (uint64_t number = cut; number < t->draft.old_blocks && !failure; number++)
            failure = journal_block(t, number);

        if (!failure)
            failure = seal_journal(t);
    }
    if (!failure)
        failure = dirty_pages_apply(&t->draft, numbers);
    if (!failure)
        failure = t->system->sync(t->system, t->draft.fd);
    free(numbers);
    return failure;
}

static int prepare_journal(struct transaction *t, struct err *err) {
    if (t->phase == SEALED)
        return 0;
    int code = lock_to_change(&t->lock, err);
    if (code)
        return code;
    int failure = begin_journal(t);
    return failure ? place_error(err, t->journal_name, "cannot be written", failure) : 0;
}

int transaction_commit(struct transaction *t, struct err *err) {
    if (!t->draft.failure && t->draft.length < LAYOUT_USER_BLOCK)
        return err_set(err, ERR_FAILED, "%s: nothing was written into it", t->path);
    if (!t->draft.failure)
        t->draft.failure = dirty_pages_take_room(&t->draft);
    if (t->draft.failure)
        return place_error(err, t->path, "cannot be written", t->draft.failure);
    int code = prepare_journal(t, err);
    if (code)
        return code;
    transaction_write(t, JOURNAL_SALT_AT, t->journal.start.new_salt, JOURNAL_SALT);
    if (!t->draft.failure)
        t->draft.failure = change_file(t);
    if (t->draft.failure)
        return place_error(err, t->path, "cannot be written", t->draft.failure);

    /* If the file cannot be inspected, there is no way back: nobody could tell whether others
     * changed it. */
    struct transaction_origin *o = t->origin;
    struct stat st = {0};
    if (o) {
        if (t->system->inspect(t->system, t->draft.fd, &st))
            o->length = 0;
        o->last_length = (uint64_t)st.st_size;
        o->last_modified = st.st_mtim;
        memcpy(o->salt, t->journal.start.new_salt, JOURNAL_SALT);
    }

    /* The new content is on disk; clearing the journal makes it permanent. */
    int failure = journal_clear(&t->journal, t->draft.length);
    if (failure)
        failure = journal_clear(&t->journal, t->draft.length);
    t->phase = FINISHED;
    return failure ? err_set(err, ERR_UNSURE,
                             "%s: the disk failed at the last step (%s); the change may be there "
                             "or not: look before doing it again",
                             t->path, strerror(-failure))
                   : 0;
}

/* --- going back --- */

static int is_unchanged(const struct transaction *t, const struct transaction_origin *o) {
    unsigned char salt[JOURNAL_SALT];
    struct stat st;
    return o->length && t->system->inspect(t->system, t->draft.fd, &st) == 0 &&
           (uint64_t)st.st_size == o->last_length && st.st_mtim.tv_sec == o->last_modified.tv_sec &&
           st.st_mtim.tv_nsec == o->last_modified.tv_nsec &&
           dirty_pages_read_file(&t->draft, JOURNAL_SALT_AT, salt, sizeof salt) == 0 &&
           memcmp(salt, o->salt, sizeof salt) == 0;
}

void transaction_follow(struct transaction *t, struct transaction_origin *o) {
    if (o->length == 0 && o->last_length == 0)
        o->length = t->draft.old_length;
    else if (!is_unchanged(t, o))
        o->length = 0;
    t->origin = o;
}

int transaction_go_back(struct transaction *t, const struct transaction_origin *o) {
    if (!is_unchanged(t, o))
        return 0;
    for (size_t i = 0; i < o->blocks.room; i++) {
        const struct blocks_slot *slot = &o->blocks.slots[i];
        if (slot->bytes)
            dirty_pages_write(&t->draft, slot->number * BLOCKS_SIZE, slot->bytes, BLOCKS_SIZE);
    }
    t->draft.length = o->length;
    return 1;
}

void transaction_forget(struct transaction_origin *o) {
    blocks_release(&o->blocks);
    *o = (struct transaction_origin){0};
}

/* --- ending --- */

static int undo(struct transaction *t) {
    if (t->phase != SEALED)
        journal_give_up(&t->journal);
    journal_end(&t->journal);
    int failure =
        t->phase == SEALED ? journal_roll_back(t->system, t->journal_name, t->draft.fd) : 0;
    return failure || t->phase == OPENING ? failure : dirty_pages_cut_back(&t->draft);
}

void transaction_end(struct transaction *t) {
    if (!t)
        return;
    if (t->phase != FINISHED && undo(t) == 0) {
        /* Removes the journal first: once the file has no name, somebody may create a new file and
         * its journal. What was not begun may be no journal. */
        const struct system *s = t->system;
        struct stat st;
        if ((t->is_new || t->journal.is_made) && !s->inspect(s, t->draft.fd, &st) &&
            place_is_named(s, t->path, t->draft.fd) > 0) {
            int is_empty_new = t->is_new && st.st_size == 0;
            if (t->journal.is_made || (is_empty_new && t->phase != OPENING))
                s->unlink(s, t->journal_name);
            if (is_empty_new)
                s->unlink(s, t->path);
        }
    }
    journal_end(&t->journal);
    if (t->draft.fd >= 0)
        close_file(t);
    free(t->journal_name);
    dirty_pages_release(&t->draft);
    free(t->path);
    free(t);
}
