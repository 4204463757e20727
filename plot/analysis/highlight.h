/* SPDX-License-Identifier: GPL-3.0-or-later */
/* highlight.h: which libraries have colours and names among many; all others are thin grey lines.
 *
 * Who asks for none gets those of HIGHLIGHT_CHOSEN libraries where there are HIGHLIGHT_MANY or
 * more: the reference, the fastest other on average, and those that are the fastest at most points.
 */
#ifndef BENCHMAT_PLOT_ANALYSIS_HIGHLIGHT_H
#define BENCHMAT_PLOT_ANALYSIS_HIGHLIGHT_H

#include "analyze/aggregate/table.h"
#include "formats/text/err.h"
#include "plot/analysis/chart_set.h"

enum { HIGHLIGHT_MANY = 12, HIGHLIGHT_CHOSEN = 6 };

/* Sets SET's `chosen` to the libraries of TABLE that stand out, the most important first, if there
 * are too many to tell apart. */
void highlight_choose(struct chart_set *set, const struct table *table);

/* Returns whether highlight_apply with these LISTS [COUNT] leaves the library NAME its colour, not
 * counting references. SET knows the colours of all libraries. */
int highlight_has(const struct chart_set *set, const char *const *lists, size_t count,
                  const char *name);

/* Makes the lines of SET faint except those of the reference and of the libraries in LISTS [COUNT],
 * each a name or several with commas between or, if COUNT is 0, of `chosen`; a note says how many
 * others there are. If libraries outnumber the palette, those that stand out share it among
 * themselves, and SET's `palette` says how many there are. Returns ERR_USAGE, with a suggestion, if
 * SET has no library of a name. */
int highlight_apply(struct chart_set *set, const char *const *lists, size_t count, struct err *err);

#endif
