/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choose_foreign.h: the choice that choose.h makes in an archive, among the runs of a foreign file.
 */
#ifndef BENCHMAT_STORE_ARCHIVE_CHOOSE_FOREIGN_H
#define BENCHMAT_STORE_ARCHIVE_CHOOSE_FOREIGN_H

#include "store/archive/choose.h"

/* The runs are numbered from 1, as they stand in the file at PATH, and may have names of their own,
 * which come before numbers. In CHOICES the actions are those of RUNS. ERR_ABSENT where nothing is
 * what TERMS ask for. */
int foreign_choose(const struct runs *runs, const char *path, const struct choice_terms *terms,
                   struct choices *choices, struct err *err);

#endif
