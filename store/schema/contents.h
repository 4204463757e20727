/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contents.h: what an archive contains, as read by HDF5. Private.
 *
 * HDF5 is not safe from a hostile file: call every function that takes an HDF5 id only inside a
 * sandbox. PATH is the archive's name, for messages. Functions that take ERR return 0 or a negative
 * code with ERR filled. */
#ifndef BENCHMAT_STORE_SCHEMA_CONTENTS_H
#define BENCHMAT_STORE_SCHEMA_CONTENTS_H

#include <stddef.h>
#include <stdint.h>

#include "formats/model/run.h"
#include "store/schema/digest.h"
#include "store/hdf5/h5.h"
#include "store/hdf5/members.h"
#include "store/native/file_view.h"
#include "store/schema/reader.h"

/* Checks whether FD, a file of SIZE bytes, might be an HDF5 file: it has the signature at an offset
 * where HDF5 looks for it. Parses nothing. ERR_DAMAGED if not, or if the file is empty. */
int contents_check_signature(const char *path, int fd, uint64_t size, struct err *err);

/* Checks whether FD is of the form in which archives are written. HDF5 reads it in any case, but
 * changes no file of a newer form, ERR_REWRITTEN, such as h5py makes with libver='latest'. */
int contents_check_form(const char *path, int fd, uint64_t size, struct err *err);

/* Opens the file of a driver (driver.h), whose access list is ACCESS, by H5Fopen with FLAGS, and
 * checks that it is an archive of a version that this program knows. PATH is for messages. The
 * caller closes FILE by H5Fclose. */
int contents_open(const char *path, unsigned flags, hid_t access, hid_t *file, struct err *err);

/* One run as the root lists it. */
struct contents_run {
    char *name;           /* "run_000001" */
    unsigned long number; /* 1 */
    haddr_t address;      /* of its group */
};

#define CONTENTS_NAME_SIZE   40
#define CONTENTS_MOST_NUMBER 999999999ul
/* Writes the name of the run with that number. */
void contents_run_name(char name[CONTENTS_NAME_SIZE], unsigned long number);
/* Returns the number of the run with that name; 0 if NAME is not a run's name. */
unsigned long contents_run_number(const char *name);

/* Lists all runs, sorted by number. The caller gives them to contents_free_runs. */
int contents_list_runs(const char *path, hid_t file, struct contents_run **runs, size_t *count,
                       struct err *err);
void contents_free_runs(struct contents_run *runs, size_t count);

/* Sets UUID to the uuid of RUN, which the caller must free, or to NULL if it has none. It is read
 * from VIEW, which takes a tenth of the time, where object.h can, and otherwise by HDF5. */
int contents_run_uuid(struct file_view *view, hid_t file, const struct contents_run *run,
                      char **uuid, struct err *err);

/* Returns a view of FD, a file of SIZE bytes that HDF5 has opened as FILE. The caller gives it to
 * file_view_release. */
struct file_view contents_view(int fd, uint64_t size, hid_t file);

/* Lists the names of the actions that the run called NAME has measured, sorted. The caller gives
 * them to members_free. */
int contents_list_actions(const char *path, hid_t file, const char *name, char ***actions,
                          size_t *count, struct err *err);

/* Reads all of the run called NAME, as reader_read_run does; or its ACTION, unless that is NULL, as
 * reader_read_action does. The caller gives RESULT to run_free. */
int contents_read_run(const char *path, hid_t file, const char *name, const char *action,
                      struct reader_common *common, struct run **result, struct err *err);

/* Reads its summary (run_summary.h); the caller gives RESULT to run_free. */
int contents_outline_run(const char *path, hid_t file, const char *name, struct run **result,
                         struct err *err);

/* Checks whether the run called NAME is intact (inspect.h); sets DIGEST to the digest of its
 * content. */
int contents_inspect_run(const char *path, hid_t file, const char *name, char digest[DIGEST_TEXT],
                         struct err *err);

#endif
