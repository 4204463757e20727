/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parameter_grid.h: the points of a measurement: what differs between them, and their names.
 *
 * A point is a size and the values of the parameters, whatever else varies. Some actions have no
 * size: they name a parameter that takes its place, and all their sizes are 1. */
#ifndef BENCHMAT_ANALYZE_MODEL_PARAMETER_GRID_H
#define BENCHMAT_ANALYZE_MODEL_PARAMETER_GRID_H

#include <stdio.h>

#include "formats/model/run.h"
#include "formats/model/spellings.h"

/* A number for each point: its size, or a parameter. */
struct parameter_grid_axis {
    char *name;                 /* printable (unicode.h) */
    double *values;             /* [points]; NaN where undefined */
    int varies;                 /* 0: the same at all points */
    struct spelling *spellings; /* [spelling_count] how its file writes some of the values */
    size_t spelling_count;
};

struct parameter_grid {
    size_t points;
    struct parameter_grid_axis *axes; /* the size first, then the parameters */
    size_t axis_count;
    int has_size;
    size_t main; /* index of the horizontal axis of charts: the size, or the parameter that takes
                    its place */
};

/* Returns the points of M, which the caller must give to parameter_grid_free (NULL is fine). */
struct parameter_grid *parameter_grid_new(const struct measurement *m);
void parameter_grid_free(struct parameter_grid *space);

/* Keeps only the points to be shown: SHOWN [points] has the new index of each, in the same order;
 * negative for a point that is left out. Decides again which axes vary. */
void parameter_grid_keep(struct parameter_grid *space, const int *shown);

/* Returns the axis of that name, or NULL. "size" is the size, unless that has another name and a
 * parameter this one. */
const struct parameter_grid_axis *parameter_grid_find(const struct parameter_grid *space,
                                                      const char *name);

/* Compares two values of an axis. NaN comes last and equals itself. */
int parameter_grid_compare(double a, double b);

/* Returns what the size is called (FACT_SIZE_NAME); NULL if it is "size". */
const char *parameter_grid_size_name(const struct parameter_grid *space);

/* Writes the numbers in which POINT differs from others, such as "size 64, stride 8". If no numbers
 * differ, writes the size or, if there is none, the parameters, or else
 * "the only point". */
void parameter_grid_write_point(const struct parameter_grid *space, size_t point, FILE *file);

/* Writes the parameters that vary, without the size, such as "stride 8, threads 2". */
void parameter_grid_write_parameters(const struct parameter_grid *space, size_t point, FILE *file);

/* Writes the parameters that are the same at all points, each after BEFORE, except threads, which
 * belong to the conditions (conditions.h). */
void parameter_grid_write_constants(const struct parameter_grid *space, const char *before,
                                    FILE *file);

/* Returns "size" or "sizes" if points differ in nothing else, otherwise "point" or "points". */
const char *parameter_grid_word(const struct parameter_grid *space, size_t count);

enum { PARAMETER_GRID_NUMBER = 32 };
/* Writes a number of a point to a buffer of PARAMETER_GRID_NUMBER bytes: "8", "0.25", or "-" if it
 * is undefined. */
void parameter_grid_write_number(char *text, double value);
/* Returns how the file writes VALUE of AXIS, such as "1kB"; NULL: as digits. */
const char *parameter_grid_spelling(const struct parameter_grid_axis *axis, double value);
/* Writes VALUE of AXIS in the one way or the other, to a buffer of PARAMETER_GRID_NUMBER bytes. */
void parameter_grid_write_value(char *text, const struct parameter_grid_axis *axis, double value);

/* --- size words --- */

/* Write sizes for use in sentences. */

/* "512", "30,000": whole numbers from 10,000 on have commas. */
void size_words_exact(double size, FILE *file);

/* The same for a size that may lie between others: one that is not whole has two digits, such as
 * "180", "46,000" and "0.25". */
void size_words_about(double size, FILE *file);

/* Returns the name of the main axis of SPACE: "n" for a size that has no name of its own. */
const char *size_words_axis(const struct parameter_grid *space);

#endif
