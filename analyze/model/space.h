/* SPDX-License-Identifier: GPL-3.0-or-later */
/* space.h: the points of a measurement: what differs from one to the next, and what each is called.
 *
 * A point is a size and the values of what varies beside it, the parameters. Some actions have no
 * size: they name a parameter to stand in its place, and all their sizes are 1. */
#ifndef BENCHMAT_ANALYZE_MODEL_SPACE_H
#define BENCHMAT_ANALYZE_MODEL_SPACE_H

#include <stdio.h>

#include "formats/model/run.h"

/* A number of each point: its size, or a parameter. */
struct space_axis {
    char *name;     /* printable (utf8.h) */
    double *values; /* [points]; NaN where undefined */
    int varies;     /* 0: it is the same at all points */
};

struct space {
    size_t points;
    struct space_axis *axes; /* the size, then the parameters */
    size_t axis_count;
    int has_size;
    size_t main; /* which axis charts have across: the size, or what stands in its place */
};

/* Those of M. To be given to space_free (NULL is fine); NULL when there is no memory. */
struct space *space_new(const struct measurement *m);
void space_free(struct space *space);

/* Keeps only the points that are to be shown: SHOWN [points] says where each stands among them, in
 * the same order; negative for one that is left out. What varies is judged anew. */
void space_keep(struct space *space, const int *shown);

/* The axis of that name, or NULL: "size" is the size, whatever else is called so. */
const struct space_axis *space_find(const struct space *space, const char *name);

/* Writes the numbers by which POINT differs from others, or whatever it has where none do:
 * "size 64, stride 8". */
void space_write_point(const struct space *space, size_t point, FILE *file);

/* Writes the parameters that are the same at all points, each with BEFORE in front, but no threads:
 * those belong to the conditions (conditions.h). */
void space_write_constants(const struct space *space, const char *before, FILE *file);

/* "size" or "sizes" where points differ in nothing else, otherwise "point" or "points". */
const char *space_word(const struct space *space, size_t count);

enum { SPACE_NUMBER = 32 };
/* The text of a number of a point, in a buffer of SPACE_NUMBER bytes: "8", "0.25", "-" where it is
 * undefined. */
void space_write_number(char *text, double value);

#endif
