/* SPDX-License-Identifier: GPL-3.0-or-later */
/* captions.h: the words above the charts of an analysis. */
#ifndef BENCHMAT_PLOT_ANALYSIS_CAPTIONS_H
#define BENCHMAT_PLOT_ANALYSIS_CAPTIONS_H

#include "plot/analysis/measures.h"

/* The parts of a chart's words; all but NAME and TITLE may be "". */
struct words {
    const char *name;     /* "axpy": the action; the run if there are several; the size if it is the
                             same everywhere and another axis goes across. "" for a chart below one
                             that has the same name. */
    const char *title;    /* "time per call": the measure */
    const char *brief;    /* "time": the same in a word */
    const char *subtitle; /* its unit and interval */
    const char *setting;  /* how it was measured: rounds, precision, machine */
    const char *losses;   /* the points where a library has no number */
    const char *warnings; /* short warnings */
};

/* Finds the words of one chart; the axis number AXIS goes across. SET owns the strings. -1 when
 * there is no memory, as for the following. */
int words_find(struct words *words, struct chart_set *set, const struct measured *of, size_t axis);

/* Gives the charts of SET titles and subtitles; chart i has WORDS[i]. The first chart of each
 * section has its losses and warnings. */
int words_set(struct chart_set *set, const struct words *words);

/* The same for a grid: SET's heading and subtitle have the words that all charts share. */
int words_set_grid(struct chart_set *set, const struct words *words);

/* Gives SET its title and caption, which contain all words. */
int words_set_caption(struct chart_set *set, const struct words *words, const struct table *table);

/* The same for charts that have their titles and subtitles already. */
int words_set_caption_of_charts(struct chart_set *set, const struct table *table);

/* These return single parts; NULL when there is no memory. */

/* " (run_000002)" where TABLE has the action of SECTION more than once, else "". */
const char *words_run(struct chart_set *set, const struct table *table,
                      const struct section *section);
/* Rounds, precision, machine. */
const char *words_setting(struct chart_set *set, const struct section *section);
/* A line of its own: "\nbeware: few rounds", or "". */
const char *words_warnings(struct chart_set *set, const struct section *section);

#endif
