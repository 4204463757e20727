/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal.h: a rollback journal, which keeps the old content of a file while it is changed.
 * Private.
 *
 * Before blocks of a file are overwritten, their old content goes to a second file beside it, which
 * is then sealed and synced. A sealed journal means that the file may be half changed, and says how
 * to restore it. Once the change is complete and synced, the journal is cleared.
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
 *          0     8  number of the block: its offset divided by 4096
 *          8     8  checksum of the salt after the change, the number and the content
 *         16  4096  content; zeros beyond the old length
 *
 * Checksums are FNV-1a, 64 bits. A journal counts as sealed only if everything in it is correct: an
 * incomplete journal is no journal, since the file had not been touched yet. The header's checksum
 * covers the records, so one sync is enough for all of it.
 *
 * A journal says what to write over an archive, so it counts only if nobody can have written it who
 * may not write the archive:
 *
 * - It is a regular file, with one name, and no symbolic link leads to it.
 * - It belongs to who asks, to root, or to a user who may write the archive (writers.h).
 * - Nobody else may write it.
 *
 * A new journal is made under a name that was free, and is private until it has the archive's owner
 * and permissions, so that nobody else ever had it open.
 *
 * So the file system vouches for a journal as it does for the archive, and there is no need for a
 * secret: one that is kept in the archive is known to all who may read that, and one that only
 * writers may read would hide from readers that a change was interrupted.
 *
 * Owner and permissions do not tell one journal of a user from another, so a journal must also fit
 * the file beside it, which somebody may have replaced by an older copy: every change gives the
 * file a new salt, 16 random bytes at JOURNAL_SALT_AT. Each byte of the file's salt must equal that
 * of the salt before or after the change. If there was no salt before, device and inode must match.
 * So a journal fits one state of one file, and what its change may have made of it. Of the last
 * change only the cleared header says that it is complete: who keeps a copy of its sealed journal,
 * and puts that back, undoes that change.
 *
 * Anything else is never opened for writing, cut or removed; and what is not a regular file, or is
 * a stranger's, is not even read. A file begins as a journal if it has the magic; or only the first
 * bytes of that, and zeros after them, as a crash leaves it. A cleared journal that others may
 * write or that has a second name is replaced by a new one.
 *
 * The journal's name is the file's with "-journal" added. A cleared journal stays, so that the next
 * change need not sync the directory: a header is only written after a sync of the directory, and
 * so proves that the journal's name is on disk. It proves this only for the file with the device
 * and inode in the header, and only if that file still has the length in the header: a process that
 * died may have left it longer, with that length not on disk. If the header does not match, the
 * next change syncs both the directory and the file.
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

/* Returns the name of the journal of the file PATH, which the caller must free; NULL if memory runs
 * out. */
char *journal_path(const char *path);

/* --- writing -------------------------------------------------------------------------------- */

/* The state to restore, and the salt that the change gives the file. */
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
    int file;       /* the file that it belongs to; borrowed */
    int is_made;    /* it was created, or was empty */
    int is_lasting; /* its name and the file's length are known to be on disk */
    struct journal_start start;
    uint64_t count, records; /* number of records, and the checksum over their checksums */
};

/* Opens the journal for writing, creating it if needed, with owner and permissions of the file FD.
 * -EPERM: what is there has a flaw (below). On success the caller calls journal_end. */
int journal_begin(struct journal *journal, const struct system *system, const char *path, int fd,
                  const struct journal_start *start);
/* Adds a block's old content; call it in ascending order of blocks. */
int journal_add(struct journal *journal, uint64_t number, const unsigned char content[BLOCKS_SIZE]);
/* Afterwards the file may be changed. SYNC_NAMES: the file's own name is new too. */
int journal_seal(struct journal *journal, int sync_names);
/* Makes the change permanent; the file is now LENGTH bytes long. */
int journal_clear(struct journal *journal, uint64_t length);
/* Frees the disk space of records that will never be sealed. */
void journal_give_up(const struct journal *journal);
void journal_end(struct journal *journal);

/* --- reading -------------------------------------------------------------------------------- */

enum journal_state {
    JOURNAL_NONE,    /* missing, cleared, or never sealed: the file is as it should be */
    JOURNAL_HOT,     /* sealed: the file must be restored */
    JOURNAL_FOREIGN, /* sealed, but of another file */
};

/* Why what lies in a journal's place is not used. */
struct journal_flaw {
    const char *what; /* after its name: "is not a regular file" */
    const char *way_out;
};

struct journal_finding {
    enum journal_state state;        /* with a flaw: what it would say if it could be believed */
    const struct journal_flaw *flaw; /* NULL: none */
};

/* Sets FINDING to what the journal PATH says about the file FD. Only a process that has locked FD
 * to read or prepare (lock.h) may call this, since a live writer has a sealed journal too while it
 * changes the file. */
int journal_examine(const struct system *system, const char *path, int fd,
                    struct journal_finding *finding);

/* Restores FD from a hot journal, and clears the journal. It is safe to repeat this wherever it
 * stopped. Checks the whole journal before using any of it: neither a block beyond the old length
 * nor a length that its content does not fill can do harm. -EPERM: it has a flaw. */
int journal_roll_back(const struct system *system, const char *path, int fd);

/* Removes the journal PATH, whatever it says, if nothing but a journal lies there that FD's owner
 * could have left. */
int journal_remove(const struct system *system, const char *path, int fd);

/* --- recovery --- */

/* Restores a file that was left half changed. Private. */

/* Examines the journal of LOCK's file (journal_examine). LOCK must be reading or preparing. */
int recovery_examine(const struct lock *lock, struct journal_finding *finding, struct err *err);

/* Undoes an interrupted change, if there is one, and tells LOCK's access. LOCK must be preparing,
 * and is so afterwards; its path has no symbolic links. Refuses a journal of another file, and what
 * is not a journal, as it would be overwritten. */
int recovery_run(struct lock *lock, struct err *err);

/* Refuses what recovery_run would refuse beside PATH, which need not exist yet. Takes no lock, and
 * changes nothing. */
int recovery_check_place(const char *path, const struct access *how, struct err *err);

/* Runs on PATH (without symbolic links) for a caller that only wants to read it. Refuses if
 * the caller may not write it, or is root and it is another user's. */
int recovery_run_at(const char *path, const struct access *how, struct err *err);

/* Tells HOW (may be NULL) "PATH LINE". */
void recovery_tell(const struct access *how, const char *path, const char *line);

#endif
