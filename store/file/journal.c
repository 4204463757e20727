/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/file/journal.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/file/place.h"

#define HEADER_SIZE 128
#define VERSION     1
#define MOST_LENGTH ((uint64_t)1 << 60)

enum { CLEARED, SEALED };

/* The first bytes of a journal. */
#define MAGIC                                                                                      \
    "\x89"                                                                                         \
    "BMJ\r\n\x1a\n"

struct header {
    char magic[8];
    uint32_t version, state;
    uint64_t length, count;
    unsigned char old_salt[JOURNAL_SALT], new_salt[JOURNAL_SALT];
    uint64_t device, inode;
    uint64_t records;
    unsigned char unused[32];
    uint64_t checksum;
};

struct record {
    uint64_t number, checksum;
    unsigned char content[BLOCKS_SIZE];
};

_Static_assert(sizeof(struct header) == HEADER_SIZE, "the header has no gaps");
_Static_assert(sizeof(struct record) == 16 + BLOCKS_SIZE, "nor has a record");

/* --- checksums --- */

#define FNV_START 0xCBF29CE484222325u

static uint64_t fnv(uint64_t sum, const void *bytes, size_t size) {
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ b[i]) * 0x100000001B3u;
    return sum;
}

static uint64_t record_checksum(const unsigned char *salt, const struct record *record) {
    uint64_t sum = fnv(FNV_START, salt, JOURNAL_SALT);
    sum = fnv(sum, &record->number, sizeof record->number);
    return fnv(sum, record->content, sizeof record->content);
}

static uint64_t header_checksum(const struct header *header) {
    return htole64(fnv(FNV_START, header, offsetof(struct header, checksum)));
}

char *journal_path(const char *path) {
    char *result;
    return asprintf(&result, "%s-journal", path) < 0 ? NULL : result;
}

static uint64_t record_offset(uint64_t index) {
    return HEADER_SIZE + index * sizeof(struct record);
}

/* --- writing --- */

/* Does not follow a symbolic link, which might lead to a valuable file. */
static int open_journal(const struct system *s, const char *path, int flags, struct stat *found) {
    int fd = s->open(s, path, flags | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return fd;
    int failure = s->inspect(s, fd, found);
    if (!failure && !S_ISREG(found->st_mode))
        failure = -EINVAL;
    if (failure)
        s->close(s, fd);
    return failure ? failure : fd;
}

/* Whether the journal has a header written for this very file, and the file still has the length in
 * the header. A header is written only once the name is on disk; so neither is a copy, and no
 * process has died since and left a name or a length that is not on disk yet. */
static int is_lasting(const struct journal *journal) {
    const struct journal_start *start = &journal->start;
    struct header h;
    return system_read(journal->system, journal->fd, &h, sizeof h, 0) == (int64_t)sizeof h &&
           memcmp(h.magic, MAGIC, sizeof h.magic) == 0 && header_checksum(&h) == h.checksum &&
           le64toh(h.device) == start->device && le64toh(h.inode) == start->inode &&
           le64toh(h.length) == start->length;
}

int journal_begin(struct journal *journal, const struct system *system, const char *path, int fd,
                  const struct journal_start *start) {
    struct stat found;
    *journal = (struct journal){.system = system, .path = path, .file = fd, .start = *start};
    journal->records = FNV_START;
    journal->fd = open_journal(system, path, O_RDWR | O_CREAT, &found);
    if (journal->fd < 0)
        return journal->fd;
    journal->is_made = found.st_size == 0;
    journal->is_lasting = !journal->is_made && is_lasting(journal);
    int failure = journal->is_made ? system->adopt(system, journal->fd, fd) : 0;
    if (failure)
        journal_end(journal);
    return failure;
}

int journal_add(struct journal *journal, uint64_t number,
                const unsigned char content[BLOCKS_SIZE]) {
    struct record record = {.number = htole64(number)};
    memcpy(record.content, content, BLOCKS_SIZE);
    record.checksum = htole64(record_checksum(journal->start.new_salt, &record));
    journal->records = fnv(journal->records, &record.checksum, sizeof record.checksum);
    return system_write(journal->system, journal->fd, &record, sizeof record,
                        record_offset(journal->count++));
}

static int write_header(const struct journal *journal, uint32_t state) {
    const struct journal_start *start = &journal->start;
    struct header header = {.version = htole32(VERSION),
                            .state = htole32(state),
                            .length = htole64(start->length),
                            .count = htole64(journal->count),
                            .device = htole64(start->device),
                            .inode = htole64(start->inode),
                            .records = htole64(journal->records)};
    memcpy(header.magic, MAGIC, sizeof header.magic);
    memcpy(header.old_salt, start->old_salt, JOURNAL_SALT);
    memcpy(header.new_salt, start->new_salt, JOURNAL_SALT);
    header.checksum = header_checksum(&header);
    return system_write(journal->system, journal->fd, &header, sizeof header, 0);
}

/* First brings to disk what is_lasting relies on. */
int journal_seal(struct journal *journal, int sync_names) {
    const struct system *s = journal->system;
    int failure = 0;
    if (sync_names || !journal->is_lasting)
        failure = s->sync_directory(s, journal->path);
    if (!failure && !sync_names && !journal->is_lasting)
        failure = s->sync(s, journal->file);
    if (!failure)
        failure = write_header(journal, SEALED);
    return failure ? failure : s->sync(s, journal->fd);
}

/* Truncating only saves space; together with the header, it costs no extra sync. */
int journal_clear(struct journal *journal, uint64_t length) {
    const struct system *s = journal->system;
    journal->count = 0;
    journal->start.length = length;
    int failure = write_header(journal, CLEARED);
    if (!failure)
        failure = s->truncate(s, journal->fd, HEADER_SIZE);
    return failure ? failure : s->sync(s, journal->fd);
}

void journal_give_up(const struct journal *journal) {
    if (journal->fd >= 0 && journal->count)
        journal->system->truncate(journal->system, journal->fd, HEADER_SIZE);
}

void journal_end(struct journal *journal) {
    if (journal->fd >= 0)
        journal->system->close(journal->system, journal->fd);
    journal->fd = -1;
}

/* --- reading --- */

/* An existing journal. */
struct found {
    const struct system *system;
    int fd;
    uint64_t size;
    struct header header; /* in the machine's byte order */
};

/* Returns 1 if there is a header that says "sealed" and is consistent with itself and the size; 0
 * if not. */
static int take_header(struct found *f) {
    struct header *h = &f->header;
    int64_t n = system_read(f->system, f->fd, h, sizeof *h, 0);
    if (n < 0)
        return (int)n;
    if (n != sizeof *h || memcmp(h->magic, MAGIC, sizeof h->magic) != 0 ||
        header_checksum(h) != h->checksum)
        return 0;

    h->version = le32toh(h->version);
    h->state = le32toh(h->state);
    h->length = le64toh(h->length);
    h->count = le64toh(h->count);
    h->device = le64toh(h->device);
    h->inode = le64toh(h->inode);
    h->records = le64toh(h->records);

    return h->version == VERSION && h->state == SEALED && h->length < MOST_LENGTH &&
           h->count <= (f->size - HEADER_SIZE) / sizeof(struct record) &&
           h->count <= (h->length + BLOCKS_SIZE - 1) / BLOCKS_SIZE;
}

/* Reads record INDEX; returns 1 if it is valid. */
static int take_record(const struct found *f, uint64_t index, struct record *record) {
    int64_t n = system_read(f->system, f->fd, record, sizeof *record, record_offset(index));
    if (n < 0)
        return (int)n;
    if (n != sizeof *record ||
        le64toh(record->checksum) != record_checksum(f->header.new_salt, record))
        return 0;
    record->number = le64toh(record->number);
    return record->number < (f->header.length + BLOCKS_SIZE - 1) / BLOCKS_SIZE;
}

/* Returns 1 if all records are valid and include every block that a file of LENGTH bytes lacks. */
static int check_records(const struct found *f, uint64_t length) {
    uint64_t sum = FNV_START, next = 0, beyond = 0;
    for (uint64_t i = 0; i < f->header.count; i++) {
        struct record record;
        int right = take_record(f, i, &record);
        if (right <= 0)
            return right;
        if (record.number < next)
            return 0;
        next = record.number + 1;
        beyond += record.number >= length / BLOCKS_SIZE;
        sum = fnv(sum, &record.checksum, sizeof record.checksum);
    }
    uint64_t blocks = (f->header.length + BLOCKS_SIZE - 1) / BLOCKS_SIZE;
    return sum == f->header.records &&
           (length >= f->header.length || beyond == blocks - length / BLOCKS_SIZE);
}

static int belongs(const struct found *f, int fd, const struct stat *file) {
    static const unsigned char none[JOURNAL_SALT];
    unsigned char salt[JOURNAL_SALT] = {0};
    int64_t n = system_read(f->system, fd, salt, sizeof salt, JOURNAL_SALT_AT);
    if (n < 0)
        return (int)n;
    if (memcmp(f->header.old_salt, none, sizeof none) == 0 &&
        (f->header.device != file->st_dev || f->header.inode != file->st_ino))
        return 0;

    /* Compares byte by byte, as the write of a new salt may have been torn anywhere. */
    for (int i = 0; i < JOURNAL_SALT; i++)
        if (salt[i] != f->header.old_salt[i] && salt[i] != f->header.new_salt[i])
            return 0;
    return 1;
}

static int judge(struct found *f, int fd, enum journal_state *state) {
    struct stat file;
    *state = JOURNAL_NONE;
    int failure = f->system->inspect(f->system, fd, &file);
    if (failure)
        return failure;
    int right = take_header(f);
    if (right <= 0)
        return right;
    int own = belongs(f, fd, &file);
    if (own < 0)
        return own;
    right = check_records(f, own ? (uint64_t)file.st_size : f->header.length);
    if (right > 0)
        *state = own ? JOURNAL_HOT : JOURNAL_FOREIGN;
    return right < 0 ? right : 0;
}

static int find(struct found *f, const struct system *system, const char *path, int flags, int fd,
                enum journal_state *state) {
    struct stat st;
    *state = JOURNAL_NONE;
    *f = (struct found){.system = system};
    f->fd = open_journal(system, path, flags, &st);
    if (f->fd < 0)
        return f->fd == -ENOENT ? 0 : f->fd;
    f->size = (uint64_t)st.st_size;
    int failure = f->size >= HEADER_SIZE ? judge(f, fd, state) : 0;
    if (failure)
        system->close(system, f->fd);
    return failure;
}

int journal_examine(const struct system *system, const char *path, int fd,
                    enum journal_state *state) {
    struct found f;
    int failure = find(&f, system, path, O_RDONLY, fd, state);
    if (!failure && f.fd >= 0)
        system->close(system, f.fd);
    return failure;
}

/* --- rolling back --- */

int journal_roll_back(const struct system *system, const char *path, int fd) {
    struct found f;
    enum journal_state state;
    int failure = find(&f, system, path, O_RDWR, fd, &state);
    if (failure || f.fd < 0)
        return failure;
    if (state == JOURNAL_HOT) {
        const struct system *s = f.system;
        int back_failure = 0;
        for (uint64_t i = 0; i < f.header.count && !back_failure; i++) {
            struct record record;
            int right = take_record(&f, i, &record);
            uint64_t at = record.number * BLOCKS_SIZE, left = f.header.length - at;
            back_failure = right < 0 ? right : right == 0 ? -EIO : 0;
            if (!back_failure)
                back_failure = system_write(s, fd, record.content,
                                            left < BLOCKS_SIZE ? (size_t)left : BLOCKS_SIZE, at);
        }
        if (!back_failure)
            back_failure = s->truncate(s, fd, f.header.length);
        failure = back_failure ? back_failure : s->sync(s, fd);
        if (!failure) {
            struct journal journal = {.system = f.system, .path = path, .fd = f.fd};
            failure = journal_clear(&journal, f.header.length);
        }
    }
    system->close(system, f.fd);
    return failure;
}

/* --- recovery --- */

void recovery_tell(const struct access *how, const char *path, const char *line) {
    char text[1400];
    if (!how || !how->tell)
        return;
    snprintf(text, sizeof text, "%.1000s %.300s", path, line);
    how->tell(how->context, text);
}

static int no_memory(const char *path, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory", path);
}

int recovery_examine(const struct lock *lock, enum journal_state *state, struct err *err) {
    char *journal = journal_path(lock->path);
    if (!journal)
        return no_memory(lock->path, err);
    int failure = journal_examine(lock->system, journal, lock->fd, state);
    int code = failure ? place_error(err, journal, "this journal cannot be read", failure) : 0;
    free(journal);
    return code;
}

int recovery_run(struct lock *lock, struct err *err) {
    enum journal_state state;
    int code = recovery_examine(lock, &state, err);
    if (code || state == JOURNAL_NONE)
        return code;
    if (state == JOURNAL_FOREIGN) {
        const char *path = lock->path;
        return err_set(err, ERR_FAILED,
                       "%s-journal is of another file that once had this name; put that file back, "
                       "or remove the journal",
                       path);
    }

    char *journal = journal_path(lock->path);
    if (!journal)
        code = no_memory(lock->path, err);
    else {
        int status = lock_to_change(lock, err);
        if (!status) {
            int failure = journal_roll_back(lock->system, journal, lock->fd);
            if (failure)
                status =
                    place_error(err, lock->path, "an interrupted change cannot be undone", failure);
            lock_changed(lock);
        }
        free(journal);
        code = status;
    }

    if (!code)
        recovery_tell(lock->how, lock->path,
                      "was left in the middle of a change; that change was undone");
    return code;
}

int recovery_run_at(const char *path, const struct access *how, struct err *err) {
    const struct system *s = how && how->system ? how->system : &system_host;
    int fd = s->open(s, path, O_RDWR);
    if (fd < 0)
        return err_set(
            err, ERR_FAILED,
            "%s was left in the middle of a change, and cannot be put right here (%s); copy it and "
            "%s-journal to where they can be written, or ask its owner to open it",
            path, strerror(-fd), path);
    struct lock lock;
    lock_init(&lock, fd, path, how);
    int code = lock_to_prepare(&lock, err);
    if (!code && place_is_named(s, path, fd) > 0)
        code = recovery_run(&lock, err);
    lock_release(&lock);
    s->close(s, fd);
    return code;
}
