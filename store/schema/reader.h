/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader.h: reads runs from an open archive. Private. */
#ifndef BENCHMAT_STORE_SCHEMA_READER_H
#define BENCHMAT_STORE_SCHEMA_READER_H

#include "formats/model/run.h"
#include "store/schema/extent.h"
#include "store/hdf5/h5.h"

/* Whether EXTENT includes DETAIL. */
int reader_wants(enum reader_extent extent, const struct series_detail *detail);

/* Adds a series as measurement_add_series does; with READER_HEAD it has only the arrays that EXTENT
 * includes, and NULL for all others. */
struct series *reader_add_series(struct measurement *m, const char *name, enum reader_extent extent,
                                 struct err *err);

/* Whether the group ACTION has a dimension of threads. A library or parameter of the same name is
 * none. */
int reader_has_team(hid_t action);

/* Whether the member ACTION of RUN is the action of that name, as it usually is. Then the other
 * members need not be looked at, which takes long in a run with thousands. */
int reader_is_named(hid_t run, const char *action);

/* If the member NAME of a run's group is an action, sets ACTION to its true name, which the caller
 * must free; otherwise sets it to NULL. A member that cannot be opened is an error. */
int reader_action_name(hid_t run, const char *name, char **action, struct err *err);

/* What is read of a run once, for all of its actions. Zero-initialised: nothing yet. Private
 * members. */
struct reader_common {
    int has_facts;
    struct facts facts;
    char **fields, **names; /* [count] members of its group, and the actions that they are, or NULL;
                               NULL: not listed, as every member was called as its action so far */
    size_t count;
    struct slots by_name;
};

void reader_common_release(struct reader_common *common);

/* Reads ACTION of a run's group into RESULT, an empty run, and sets FIELD to its member there,
 * which is valid as long as COMMON and ACTION. COMMON is of the same group and EXTENT. */
int reader_read_action(hid_t run, const char *action, enum reader_extent extent,
                       struct reader_common *common, struct run *result, const char **field,
                       struct err *err);

/* Reads the facts and measurements of a run's group into RESULT, an empty run. */
int reader_read_run(hid_t run, enum reader_extent extent, struct run *result, struct err *err);

#endif
