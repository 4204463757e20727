/* SPDX-License-Identifier: GPL-3.0-or-later */
/* captions.h: what stands above the charts of an analysis. */
#ifndef BENCHMAT_PLOT_ANALYSIS_CAPTIONS_H
#define BENCHMAT_PLOT_ANALYSIS_CAPTIONS_H

#include "plot/analysis/measures.h"

/* The parts of a chart's words; all but NAME and TITLE may be "". */
struct words {
    const char *name;     /* "axpy": the action, the run where there are several, the size where it
                             is the same everywhere and something else goes across; "" for a chart
                             under another one that has said it */
    const char *title;    /* "time per call": the measure */
    const char *brief;    /* "time": the same in a word */
    const char *subtitle; /* its unit and interval */
    const char *setting;  /* how it was measured: rounds, precision, machine */
    const char *losses;   /* what a library has no number for */
    const char *warnings; /* what to beware of, in few words */
};

/* The axis number AXIS goes across. The texts are SET's. -1 when there is no memory, as for the
 * following. */
int words_find(struct words *words, struct chart_set *set, const struct measured *of, size_t axis);

/* Titles and subtitles of the charts of SET, of which number i has WORDS[i]. The reader is warned
 * once of each section. */
int words_set(struct chart_set *set, const struct words *words);

/* The same for a grid: what all charts have alike stands in SET's heading and subtitle. */
int words_set_grid(struct chart_set *set, const struct words *words);

/* SET's title and caption, which have it all. */
int words_set_caption(struct chart_set *set, const struct words *words, const struct table *table);

/* The same where the charts have their titles and subtitles already. */
int words_set_caption_of_charts(struct chart_set *set, const struct table *table);

/* --- parts of them, for whoever puts them together; NULL when there is no memory --- */

/* " (run_000002)" where TABLE has the action of SECTION more than once, else "". */
const char *words_run(struct chart_set *set, const struct table *table,
                      const struct section *section);
/* Rounds, precision, machine. */
const char *words_setting(struct chart_set *set, const struct section *section);
/* A line of its own: "\nbeware: few rounds", or "". */
const char *words_warnings(struct chart_set *set, const struct section *section);

#endif
