/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parameter_grid.h: the points of a measurement: what differs from one to the next, and what each
 * is called.
 *
 * A point is a size and the values of what varies beside it, the parameters. Some actions have no
 * size: they name a parameter to stand in its place, and all their sizes are 1. */
#ifndef BENCHMAT_ANALYZE_MODEL_PARAMETER_GRID_H
#define BENCHMAT_ANALYZE_MODEL_PARAMETER_GRID_H

#include <stdio.h>

#include "formats/model/run.h"

/* A number of each point: its size, or a parameter. */
struct parameter_grid_axis {
    char *name;     /* printable (unicode.h) */
    double *values; /* [points]; NaN where undefined */
    int varies;     /* 0: it is the same at all points */
};

struct parameter_grid {
    size_t points;
    struct parameter_grid_axis *axes; /* the size, then the parameters */
    size_t axis_count;
    int has_size;
    size_t main; /* which axis charts have across: the size, or what stands in its place */
};

/* Those of M. To be given to parameter_grid_free (NULL is fine); NULL when there is no memory. */
struct parameter_grid *parameter_grid_new(const struct measurement *m);
void parameter_grid_free(struct parameter_grid *space);

/* Keeps only the points that are to be shown: SHOWN [points] says where each stands among them, in
 * the same order; negative for one that is left out. What varies is judged anew. */
void parameter_grid_keep(struct parameter_grid *space, const int *shown);

/* The axis of that name, or NULL: "size" is the size, whatever else is called so. */
const struct parameter_grid_axis *parameter_grid_find(const struct parameter_grid *space,
                                                      const char *name);

/* Writes the numbers by which POINT differs from others, or whatever it has where none do:
 * "size 64, stride 8". */
void parameter_grid_write_point(const struct parameter_grid *space, size_t point, FILE *file);

/* Writes the parameters that are the same at all points, each with BEFORE in front, but no threads:
 * those belong to the conditions (conditions.h). */
void parameter_grid_write_constants(const struct parameter_grid *space, const char *before,
                                    FILE *file);

/* "size" or "sizes" where points differ in nothing else, otherwise "point" or "points". */
const char *parameter_grid_word(const struct parameter_grid *space, size_t count);

enum { PARAMETER_GRID_NUMBER = 32 };
/* The text of a number of a point, in a buffer of PARAMETER_GRID_NUMBER bytes: "8", "0.25", "-"
 * where it is undefined. */
void parameter_grid_write_number(char *text, double value);

/* --- size words --- */

/* Sizes in sentences. */

/* "512", "30,000": whole numbers as they are, from 10,000 on with commas. */
void size_words_exact(double size, FILE *file);

/* The same of a size that may lie between others: what is not whole in two digits, as "180",
 * "46,000" and "0.25". */
void size_words_about(double size, FILE *file);

/* What stands for the main axis of SPACE: "n" for the size, else the parameter's name. */
const char *size_words_axis(const struct parameter_grid *space);

#endif
