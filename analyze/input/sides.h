/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sides.h: reads the sides of comparisons, and the older runs that tell what runs differ by, and
 * compares the first side with each of the others. */
#ifndef BENCHMAT_ANALYZE_INPUT_SIDES_H
#define BENCHMAT_ANALYZE_INPUT_SIDES_H

#include "analyze/input/input.h"
#include "analyze/comparison/compared.h"

/* The runs of one file, or of several together. All but the table is borrowed. */
struct side {
    const char *const *files;
    size_t file_count;
    const char *runs; /* NULL: the latest */
    char *name;       /* private: for people */
    struct table table;
    struct own_names own; /* private: where it has those of the first side */
};

/* The caller sets `usual`, `options` and, after sides_begin, the files and runs of the items.
 * Zero-initialised otherwise. */
struct sides {
    const struct input *usual; /* terms and table options of all files */
    struct compared_options options;
    int with_warnings; /* the sides' sections have them */
    size_t count;
    struct side *items;
    struct table others;       /* older runs of the same files */
    struct compared *compared; /* [count - 1] */
};

/* The options of comparisons without a gate; DRIFT is NaN if it is not given. */
struct compared_options sides_options(const struct table_options *table, double drift);

/* Makes room for COUNT sides. The caller must call sides_release. */
void sides_begin(struct sides *sides, size_t count);
int sides_read(struct sides *sides, struct err *err);
/* Sets `compared`. */
int sides_compare(struct sides *sides, struct err *err);
void sides_release(struct sides *sides);

#endif
