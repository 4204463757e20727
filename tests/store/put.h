/* SPDX-License-Identifier: GPL-3.0-or-later */
/* put.h: a cell of a run that is being measured, kept at once. */
#ifndef BENCHMAT_TESTS_STORE_PUT_H
#define BENCHMAT_TESTS_STORE_PUT_H

#include "store/archive/archive_append.h"

static inline int put_cell(struct archive_run *writer, size_t measurement, size_t point,
                           size_t round, struct err *err) {
    int code = archive_run_defer(writer, measurement, point, round, err);
    return code ? code : archive_run_flush(writer, err);
}

#endif
