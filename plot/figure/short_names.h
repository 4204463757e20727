/* SPDX-License-Identifier: GPL-3.0-or-later */
/* short_names.h: names that are too long for their place keep what tells them apart.
 *
 * What all names of a figure begin with is dropped, then what all end with, both at full stops,
 * slashes and the like; then they get a wider place; then both are dropped at capital letters, as
 * in "getAll". No bracket is dropped whose partner stays. Only what is still too long is left to be
 * cut by an ellipsis, between words where it can be, and with brackets in pairs (elide.h). Those
 * that would look the same then begin with an ellipsis, where they differ. */
#ifndef BENCHMAT_PLOT_FIGURE_SHORT_NAMES_H
#define BENCHMAT_PLOT_FIGURE_SHORT_NAMES_H

#include <stddef.h>

#include "plot/figure/figure.h"

/* Empty if zero-initialised. */
struct short_names {
    struct chart *charts;       /* copies with other names; NULL if all names fit */
    struct series_data *series; /* of all CHARTS */
    char **names;               /* [count] */
    size_t count;
    int is_wide; /* they need the wider place */
    char *note;  /* says what is dropped; NULL for nothing */
};

/* Returns whether NAME has room where CHART shows its names or, if IS_WIDE, in a wider place. */
typedef int short_names_fits(void *context, const struct chart *chart, const char *name,
                             int is_wide);

/* Makes copies of CHARTS [COUNT] if FITS says that a name is too long; they borrow all but names.
 * Names of tiles, headings and faint lines stay as they are. The caller must pass
 * SHORTENED to short_names_release. */
void short_names_make(struct short_names *shortened, const struct chart *charts, size_t count,
                      short_names_fits *fits, void *context);
void short_names_release(struct short_names *shortened);

#endif
