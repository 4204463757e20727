/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foreign.h: files that are no archives, whether formats/ reads them or, as HDF5, the store. */
#ifndef BENCHMAT_STORE_ARCHIVE_FOREIGN_H
#define BENCHMAT_STORE_ARCHIVE_FOREIGN_H

#include "formats/import/format.h"
#include "store/file/access.h"

struct foreign {
    const char *path;            /* borrowed */
    const struct format *format; /* NULL: told while it is read */
    int is_mat73;                /* a MAT-file of HDF5, which a child reads (mat73.h) */
};

/* Whether the file, or pipe, at PATH is one; FOREIGN says of what kind. Otherwise it is an archive,
 * or nothing that anybody knows. */
int foreign_is(struct foreign *foreign, const char *path);

/* That file of FORMAT, whatever it looks like; NULL: as it looks. */
struct foreign foreign_of(const struct format *format, const char *path);

/* As format_read; OPTIONS and HOW, whom mat73_read may tell something, may be NULL. */
int foreign_read(const struct foreign *foreign, const struct format_options *options,
                 const struct access *how, struct runs *runs, struct err *err);

#endif
