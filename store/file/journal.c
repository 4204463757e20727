/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/file/journal.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/file/place.h"
#include "store/file/writers.h"

#define HEADER_SIZE 128
#define VERSION     1
#define MAGIC_SIZE  8
#define MOST_LENGTH ((uint64_t)1 << 60)

enum { CLEARED, SEALED };

/* The first bytes of a journal. */
#define MAGIC                                                                                      \
    "\x89"                                                                                         \
    "BMJ\r\n\x1a\n"

struct header {
    char magic[MAGIC_SIZE];
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

/* --- finding --- */

/* What is called as the journal would be. */
struct found {
    const struct system *system;
    int fd; /* negative: it is missing, or was not opened */
    uint64_t size;
    struct stat file; /* what it lies beside */
    const struct journal_flaw *flaw;
    struct header header; /* in the machine's byte order */
};

static const struct journal_flaw irregular = {"is not a regular file", "remove or rename it"};
static const struct journal_flaw strange = {
    "belongs to a user who may not write the archive",
    "have it removed, or move the archive to a directory of your own"};
static const struct journal_flaw linked = {"has a second name, by a hard link",
                                           "remove the other name"};
static const struct journal_flaw exposed = {
    "may be written by users who may not write the archive",
    "if it is yours, take that permission away with chmod go-w, else remove it"};
static const struct journal_flaw other = {"is not a journal", "rename it"};

static const struct journal_flaw *flaw_of(const struct stat *journal, const struct stat *file) {
    if (!S_ISREG(journal->st_mode))
        return &irregular;
    if (journal->st_uid != geteuid() && !writers_include(file, journal->st_uid))
        return &strange;
    if (journal->st_nlink > 1)
        return &linked;
    return writers_are_more(journal, file) ? &exposed : NULL;
}

/* Opens the file JOURNAL; what has taken its name since is neither followed, where it is a symbolic
 * link, nor waited for, where it is a named pipe. */
static int open_journal(const struct system *s, const char *path, int flags,
                        const struct stat *journal) {
    struct stat st;
    int fd = s->open(s, path, flags | O_NOFOLLOW | O_NONBLOCK);
    int failure = fd < 0 ? fd : s->inspect(s, fd, &st);
    if (!failure && (st.st_dev != journal->st_dev || st.st_ino != journal->st_ino))
        failure = -ESTALE;
    if (failure && fd >= 0)
        s->close(s, fd);
    return failure ? failure : fd;
}

/* Returns 1 if the file begins as a journal does: with the magic, or, where a process died or power
 * was lost, with as much of it as was written, and then zeros up to the end of the header. */
static int begins_as_journal(const struct found *f) {
    unsigned char bytes[HEADER_SIZE];
    int64_t n = system_read(f->system, f->fd, bytes, sizeof bytes, 0), same = 0;
    if (n < 0)
        return (int)n;
    while (same < n && same < MAGIC_SIZE && bytes[same] == (unsigned char)MAGIC[same])
        same++;
    for (int64_t i = same; i < n && same < MAGIC_SIZE; i++)
        if (bytes[i])
            return 0;
    return 1;
}

/* Opens it with FLAGS, if it is a journal that may be read. What has a flaw is never opened for
 * writing; what is not a regular file, or a stranger's, is not opened at all. */
static int open_found(struct found *f, const char *path, int flags, const struct stat *journal) {
    const struct system *s = f->system;
    f->fd = open_journal(s, path, O_RDONLY, journal);
    if (f->fd < 0)
        return f->fd;
    int right = begins_as_journal(f);
    f->flaw = right == 0 ? &other : f->flaw;
    if (right > 0 && flags == O_RDONLY)
        return 0;
    s->close(s, f->fd);
    f->fd = right > 0 && !f->flaw ? open_journal(s, path, flags, journal) : -1;
    return right < 0 ? right : f->flaw || f->fd >= 0 ? 0 : f->fd;
}

/* Finds the journal PATH of what F is to lie beside; one that is empty is only opened to be
 * written. */
static int find_beside(struct found *f, const char *path, int flags) {
    struct stat journal;
    int failure = f->system->look(f->system, path, &journal);
    if (failure)
        return failure == -ENOENT ? 0 : failure;
    f->flaw = flaw_of(&journal, &f->file);
    f->size = (uint64_t)journal.st_size;
    if (f->flaw == &irregular || f->flaw == &strange)
        return 0;
    if (f->size || flags != O_RDONLY)
        return open_found(f, path, flags, &journal);
    f->flaw = NULL;
    return 0;
}

/* Finds the journal PATH of the file FD. */
static int find(struct found *f, const struct system *system, const char *path, int flags, int fd) {
    *f = (struct found){.system = system, .fd = -1};
    int failure = system->inspect(system, fd, &f->file);
    return failure ? failure : find_beside(f, path, flags);
}

/* --- writing --- */

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

/* Makes way for a journal that others cannot write or have by another name: what is there says
 * nothing, since recovery_run was here. */
static int replace_found(struct found *f, const char *path) {
    if (f->flaw != &linked && f->flaw != &exposed)
        return 0;
    f->flaw = NULL;
    f->size = 0;
    return f->system->unlink(f->system, path);
}

/* A new journal is made under a name that nobody has, and at first nobody else may open it: who
 * opened it once could write to it ever after. */
int journal_begin(struct journal *journal, const struct system *system, const char *path, int fd,
                  const struct journal_start *start) {
    struct found found;
    *journal = (struct journal){.system = system, .path = path, .file = fd, .start = *start};
    journal->records = FNV_START;
    int failure = find(&found, system, path, O_RDWR, fd);
    if (!failure)
        failure = replace_found(&found, path);
    journal->fd = failure        ? failure
                  : found.flaw   ? -EPERM
                  : found.fd < 0 ? system->create_private(system, path)
                                 : found.fd;
    if (journal->fd < 0)
        return journal->fd;
    journal->is_made = found.size == 0;
    journal->is_lasting = !journal->is_made && is_lasting(journal);
    failure = journal->is_made ? system->adopt(system, journal->fd, fd) : 0;
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

static int belongs(const struct found *f, int fd) {
    static const unsigned char none[JOURNAL_SALT];
    unsigned char salt[JOURNAL_SALT] = {0};
    int64_t n = system_read(f->system, fd, salt, sizeof salt, JOURNAL_SALT_AT);
    if (n < 0)
        return (int)n;
    if (memcmp(f->header.old_salt, none, sizeof none) == 0 &&
        (f->header.device != f->file.st_dev || f->header.inode != f->file.st_ino))
        return 0;

    /* Compares byte by byte, as the write of a new salt may have been torn anywhere. */
    for (int i = 0; i < JOURNAL_SALT; i++)
        if (salt[i] != f->header.old_salt[i] && salt[i] != f->header.new_salt[i])
            return 0;
    return 1;
}

/* Sets STATE to what an open journal says about the file FD. */
static int judge(struct found *f, int fd, enum journal_state *state) {
    int right = f->size >= HEADER_SIZE ? take_header(f) : 0;
    if (right <= 0)
        return right;
    int own = belongs(f, fd);
    if (own < 0)
        return own;
    right = check_records(f, own ? (uint64_t)f->file.st_size : f->header.length);
    if (right > 0)
        *state = own ? JOURNAL_HOT : JOURNAL_FOREIGN;
    return right < 0 ? right : 0;
}

/* Closes what was found to be in STATE. */
static struct journal_finding conclude(const struct found *f, enum journal_state state) {
    if (f->fd >= 0)
        f->system->close(f->system, f->fd);
    int says_nothing = f->fd >= 0 && state == JOURNAL_NONE;
    return (struct journal_finding){state, says_nothing ? NULL : f->flaw};
}

int journal_examine(const struct system *system, const char *path, int fd,
                    struct journal_finding *finding) {
    struct found f;
    enum journal_state state = JOURNAL_NONE;
    int failure = find(&f, system, path, O_RDONLY, fd);
    if (!failure && f.fd >= 0)
        failure = judge(&f, fd, &state);
    *finding = conclude(&f, state);
    return failure;
}

/* What lies in the place of the journal of a file that is still to be made by who asks. A journal
 * of no file may be another process's, which makes that file just now: that says "length 0". */
static int examine_alone(const struct system *system, const char *path,
                         struct journal_finding *finding) {
    struct found f = {.system = system, .fd = -1};
    f.file = (struct stat){.st_mode = S_IFREG | S_IRUSR | S_IWUSR, .st_uid = geteuid()};
    int failure = find_beside(&f, path, O_RDONLY);
    int right = failure || f.fd < 0 || f.size < HEADER_SIZE ? failure : take_header(&f);
    *finding = conclude(&f, right > 0 && f.header.length ? JOURNAL_FOREIGN : JOURNAL_NONE);
    return right < 0 ? right : 0;
}

/* --- rolling back --- */

static int restore(struct found *f, int fd) {
    const struct system *s = f->system;
    int failure = 0;
    for (uint64_t i = 0; i < f->header.count && !failure; i++) {
        struct record record;
        int right = take_record(f, i, &record);
        uint64_t at = record.number * BLOCKS_SIZE, left = f->header.length - at;
        failure = right < 0 ? right : right == 0 ? -EIO : 0;
        if (!failure)
            failure = system_write(s, fd, record.content,
                                   left < BLOCKS_SIZE ? (size_t)left : BLOCKS_SIZE, at);
    }
    if (!failure)
        failure = s->truncate(s, fd, f->header.length);
    return failure ? failure : s->sync(s, fd);
}

int journal_roll_back(const struct system *system, const char *path, int fd) {
    struct found f;
    enum journal_state state = JOURNAL_NONE;
    int failure = find(&f, system, path, O_RDWR, fd);
    if (failure || f.fd < 0)
        return f.flaw ? -EPERM : failure;
    failure = judge(&f, fd, &state);
    if (!failure && state == JOURNAL_HOT) {
        failure = restore(&f, fd);
        struct journal journal = {.system = system, .path = path, .fd = f.fd};
        if (!failure)
            failure = journal_clear(&journal, f.header.length);
    }
    system->close(system, f.fd);
    return failure;
}

int journal_remove(const struct system *system, const char *path, int fd) {
    struct found f;
    int failure = find(&f, system, path, O_RDONLY, fd);
    if (f.fd >= 0)
        system->close(system, f.fd);
    if (failure || f.flaw)
        return failure;
    failure = system->unlink(system, path);
    return failure == -ENOENT ? 0 : failure;
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

static int cannot_be_read(const char *path, const char *journal, int failure, struct err *err) {
    return failure == -EACCES
               ? err_set(
                     err, ERR_FAILED,
                     "%s cannot be read (%s), and only that tells whether the archive is whole; "
                     "ask the owner of %s to open it, or for permission to read both",
                     journal, strerror(EACCES), path)
               : place_error(err, journal, "this journal cannot be read", failure);
}

int recovery_examine(const struct lock *lock, struct journal_finding *finding, struct err *err) {
    char *journal = journal_path(lock->path);
    if (!journal)
        return no_memory(lock->path, err);
    int failure = journal_examine(lock->system, journal, lock->fd, finding);
    int code = failure ? cannot_be_read(lock->path, journal, failure, err) : 0;
    free(journal);
    return code;
}

/* Refuses what may not be overwritten in the place of PATH's journal. */
static int check_finding(const char *path, const struct journal_finding *finding, struct err *err) {
    if (finding->flaw)
        return err_set(err, ERR_FAILED,
                       "%s-journal %s, and what lies in the journal's place is not written to: %s, "
                       "or choose another name for the archive",
                       path, finding->flaw->what, finding->flaw->way_out);
    return finding->state == JOURNAL_FOREIGN
               ? err_set(err, ERR_FAILED,
                         "%s-journal is of another file that once had this name; put that file "
                         "back, or remove the journal",
                         path)
               : 0;
}

/* Whether PATH names the file FD, or if that is negative, nothing. */
static int is_still_named(const struct system *s, const char *path, int fd) {
    struct stat st;
    return fd < 0 ? s->find(s, path, &st) == -ENOENT : place_is_named(s, path, fd) > 0;
}

int recovery_check_place(const char *path, const struct access *how, struct err *err) {
    const struct system *s = how && how->system ? how->system : &system_host;
    struct journal_finding finding;
    char *file = place_resolve(path, err), *journal = file ? journal_path(file) : NULL;
    if (!journal) {
        free(file);
        return file ? no_memory(path, err) : ERR_FAILED;
    }
    int fd = s->open(s, file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    int failure = fd >= 0         ? journal_examine(s, journal, fd, &finding)
                  : fd == -ENOENT ? examine_alone(s, journal, &finding)
                                  : fd;
    int code = failure                       ? cannot_be_read(file, journal, failure, err)
               : is_still_named(s, file, fd) ? check_finding(file, &finding, err)
                                             : 0;
    if (fd >= 0)
        s->close(s, fd);
    free(journal);
    free(file);
    return code;
}

int recovery_run(struct lock *lock, struct err *err) {
    struct journal_finding finding;
    int code = recovery_examine(lock, &finding, err);
    if (!code)
        code = check_finding(lock->path, &finding, err);
    if (code || finding.state == JOURNAL_NONE)
        return code;

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

/* Root may write everywhere, but that it wants to read what another user put somewhere is no reason
 * to do so. */
static int check_reader(const struct system *s, const char *path, int fd, struct err *err) {
    struct stat st;
    int failure = s->inspect(s, fd, &st);
    if (failure)
        return place_error(err, path, "cannot be reached", failure);
    if (geteuid() != 0 || st.st_uid == 0)
        return 0;
    return err_set(err, ERR_FAILED,
                   "%s was left in the middle of a change, and is another user's, which root does "
                   "not put right; ask its owner to open it, or copy it and %s-journal and open "
                   "the copy",
                   path, path);
}

int recovery_run_at(const char *path, const struct access *how, struct err *err) {
    const struct system *s = how && how->system ? how->system : &system_host;
    int fd = s->open(s, path, O_RDWR | O_NOFOLLOW);
    if (fd < 0)
        return err_set(
            err, ERR_FAILED,
            "%s was left in the middle of a change, and cannot be put right here (%s); copy it and "
            "%s-journal to where they can be written, or ask its owner to open it",
            path, strerror(-fd), path);
    struct lock lock;
    lock_init(&lock, fd, path, how);
    int code = check_reader(s, path, fd, err);
    if (!code)
        code = lock_to_prepare(&lock, err);
    if (!code && place_is_named(s, path, fd) > 0)
        code = recovery_run(&lock, err);
    lock_release(&lock);
    s->close(s, fd);
    return code;
}
