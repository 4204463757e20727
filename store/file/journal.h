/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal.h: what a file was before it was changed. Private.
 *
 * A rollback journal: before blocks of a file are overwritten, their old content goes to a second
 * file beside it, which is then sealed and synced. A sealed journal means that the file may be half
 * changed, and how to make it what it was. Once the change is complete and synced, the journal is
 * cleared.
 *
 *     offset  size  header, 128 bytes, numbers little-endian
 *          0     8  magic: 89 'B' 'M' 'J' 0D 0A 1A 0A
 *          8     4  version: 1
 *         12     4  state: 0 cleared, 1 sealed
 *         16     8  length of the file before the change
 *         24     8  number of records
 *         32    16  salt of the file before the change
 *         48    16  salt of the file after it
 *         64     8  device and
 *         72     8  inode of the file
 *         80     8  checksum over the records' checksums
 *         88    32  zero
 *        120     8  checksum of the bytes before
 *
 *     then the records, 4112 bytes each, in ascending order of block numbers
 *          0     8  number of the block: it was at 4096 times that
 *          8     8  checksum of salt after, number and content
 *         16  4096  content; zeros beyond the old length
 *
 * A checksum is FNV-1a, 64 bits. A journal counts as sealed only when everything in it is right, so
 * that one that had not reached the disk whole is no journal: then the file had not been touched
 * yet. Since the header's checksum covers the records, one sync is enough for all of it.
 *
 * A journal must prove that it belongs to the file that it lies beside (which may be an older copy,
 * put back by somebody): every change gives the file a new salt, 16 random
 * bytes at JOURNAL_SALT_AT. Each byte of the file's salt must be that of before or of after. Where
 * there was no salt before, device and inode must be the same.
 *
 * The journal's name is the file's, and "-journal". Cleared, it stays, so that the next change need
 * not sync the directory: a header is only ever written after a sync of the directory, and so
 * proves that the journal's name is on disk. It proves it only for the file whose device and inode
 * it has, and only where that file still has the length that the header says: a process that died
 * may have left it longer, and that length not on disk. Where the header does not fit, the next
 * change syncs both the directory and the file.
 *
 * Functions return 0 or a negative errno value. */
#ifndef BENCHMAT_STORE_FILE_JOURNAL_H
#define BENCHMAT_STORE_FILE_JOURNAL_H

#include <stdint.h>

#include "formats/text/err.h"
#include "store/file/dirty_pages.h"
#include "store/file/lock.h"
#include "store/file/system.h"

#define JOURNAL_SALT    16
#define JOURNAL_SALT_AT 128 /* within the user block that HDF5 leaves alone */

/* The name of the journal of the file PATH, to be freed; NULL when there is no memory. */
char *journal_path(const char *path);

/* --- writing -------------------------------------------------------------------------------- */

/* The state that a file is to return to, and what it is about to become. */
struct journal_start {
    uint64_t length;
    unsigned char old_salt[JOURNAL_SALT], new_salt[JOURNAL_SALT];
    uint64_t device, inode;
};

/* A journal being written. */
struct journal {
    const struct system *system;
    const char *path; /* of the journal; borrowed */
    int fd;
    int file;       /* what it is of; borrowed */
    int is_made;    /* it was not there before, or empty */
    int is_lasting; /* its name and the file's length are known to be on disk */
    struct journal_start start;
    uint64_t count, records; /* how many records, and the checksum over theirs */
};

/* Opens the journal for writing, making it where there is none, with owner and permissions of the
 * file FD. Who has begun calls journal_end. */
int journal_begin(struct journal *journal, const struct system *system, const char *path, int fd,
                  const struct journal_start *start);
/* Adds a block's old content; blocks in ascending order. */
int journal_add(struct journal *journal, uint64_t number, const unsigned char content[BLOCKS_SIZE]);
/* From here on the file may be changed. With SYNC_NAMES also the file's own name is new. */
int journal_seal(struct journal *journal, int sync_names);
/* From here on the change is to stay, and the file is LENGTH bytes long. */
int journal_clear(struct journal *journal, uint64_t length);
/* Gives back the room that records take which are never to be sealed. */
void journal_give_up(const struct journal *journal);
void journal_end(struct journal *journal);

/* --- reading -------------------------------------------------------------------------------- */

enum journal_state {
    JOURNAL_NONE,    /* none, or a cleared one, or one never sealed: the file is as it should be */
    JOURNAL_HOT,     /* sealed: the file must be made what it was */
    JOURNAL_FOREIGN, /* sealed, but of another file */
};

/* What the journal PATH says of the file FD. Only to be asked by who has FD locked to read or
 * prepare (lock.h), as a writer that lives has a sealed journal too, while it changes. */
int journal_examine(const struct system *system, const char *path, int fd,
                    enum journal_state *state);

/* Makes FD what it was by a hot journal, and clears that. Repeating it, wherever it stopped, does
 * no harm. Nothing of the journal is believed before all of it was checked: neither a block beyond
 * the old length nor a length that its content does not fill can do harm. */
int journal_roll_back(const struct system *system, const char *path, int fd);

/* --- recovery --- */

/* A file that was left half changed is made what it was. Private. */

/* What the journal of LOCK's file says (journal_examine). LOCK is reading or preparing. */
int recovery_examine(const struct lock *lock, enum journal_state *state, struct err *err);

/* Puts right what an interrupted change left, if any did, and tells LOCK's access so. LOCK is
 * preparing, before and after; its path has no symbolic links. A journal of another file is
 * refused, as it would be overwritten. */
int recovery_run(struct lock *lock, struct err *err);

/* Puts PATH (without symbolic links) right, for who wants but to read it. */
int recovery_run_at(const char *path, const struct access *how, struct err *err);

/* Tells HOW (may be NULL) that PATH is what LINE says: "PATH LINE". */
void recovery_tell(const struct access *how, const char *path, const char *line);

#endif
