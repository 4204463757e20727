/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts.h: the samples of a measurement that are too many for one answer, shown part by part.
 * Private. */
#ifndef BENCHMAT_STORE_ARCHIVE_PARTS_H
#define BENCHMAT_STORE_ARCHIVE_PARTS_H

#include "store/archive/archive.h"
#include "store/archive/choose.h"
#include "store/archive/window.h"

/* All borrowed. */
struct parts {
    struct archive *const *readers; /* of the same archive; none has an answer to come */
    size_t reader_count;
    const struct choice *choice;
    enum reader_extent wanted;
    struct window *window;
    uint64_t step;          /* see samples_step */
    const uint64_t *places; /* of its arrays in the file (samples_place): nothing is asked of the
                               readers then; NULL: not all of them have one */
    const struct choice_visitor *visitor;
    void *context;
};

/* Shows all of them to the visitor, by series where it takes them so. */
int parts_show(const struct parts *parts, struct err *err);

#endif
