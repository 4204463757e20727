/* SPDX-License-Identifier: GPL-3.0-or-later */
/* elide.h: names that are too long for their place: an ellipsis takes the place of a part, so that
 * brackets stay in pairs, as in "sort<…, less>", and that what differs still does. */
#ifndef BENCHMAT_FORMATS_TEXT_ELIDE_H
#define BENCHMAT_FORMATS_TEXT_ELIDE_H

#include <stddef.h>

/* Whether each bracket among the N bytes at TEXT, of (), [], {} and <>, has its partner there. */
int elide_are_paired(const char *text, size_t n);

/* Whether TEXT has room. */
typedef int elide_fits(void *context, const char *text);

/* Returns NAME, which has no room, with an ellipsis, as FITS says of it that it has room. It ends
 * words where it can, keeps brackets in pairs if all of NAME are, and could be none of OTHERS
 * [COUNT], which are in UTF-8 like NAME and may contain it. NULL: there is no such text, NAME has
 * more than some 200 characters, or memory runs out. The caller must free the result. */
char *elide(const char *name, const char *const *others, size_t count, elide_fits *fits,
            void *context);

#endif
