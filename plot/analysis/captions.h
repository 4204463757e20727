/* SPDX-License-Identifier: GPL-3.0-or-later */
/* captions.h: titles, subtitles and captions for the charts of an analysis. */
#ifndef BENCHMAT_PLOT_ANALYSIS_CAPTIONS_H
#define BENCHMAT_PLOT_ANALYSIS_CAPTIONS_H

#include "plot/analysis/measures.h"

/* The parts of a chart's text; all but NAME and TITLE may be "". */
struct words {
    const char *name; /* "axpy, size 1000": the action, with the run if other sections have the same
                         action, and with the size if it is the same everywhere. "" for a chart
                         below one with the same name. */
    const struct provenance *provenance; /* of the section; NULL if names tell sections apart */
    const char *action, *facet;          /* "axpy"; "threads 4", or NULL (facets.h) */
    const char *title;                   /* the measure: "time per call" */
    const char *brief;                   /* the measure in a word: "time" */
    const char *subtitle;                /* the measure's unit and interval */
    const char *noise;    /* whose noise floor is shown; it is said once for all charts */
    const char *setting;  /* how it was measured: rounds, precision, machine */
    const char *losses;   /* the points where a library has no number */
    const char *warnings; /* short warnings */
};

/* Returns the words of one chart. SET owns the strings. */
struct words words_find(struct chart_set *set, const struct measured *of);

/* Returns "2 actions", or the action if all of WORDS [COUNT] have the same. */
const char *words_actions(struct chart_set *set, const struct words *words, size_t count);

/* Makes WORDS[k], for each k < COUNT, those of one chart called NAME that joins SECTIONS sections,
 * whose words are WORDS[k], WORDS[k + COUNT], ... */
void words_join(struct chart_set *set, struct words *words, size_t sections, size_t count,
                const char *name);

/* Sets the title and subtitle of every chart in SET; chart i uses WORDS[i]. Only the first chart of
 * each section shows the losses and warnings. */
void words_set(struct chart_set *set, const struct words *words);

/* Does the same for a grid: the text that all charts share goes into SET's heading and subtitle. */
void words_set_grid(struct chart_set *set, const struct words *words);

/* Sets SET's title and caption; the caption contains all words. */
void words_set_caption(struct chart_set *set, const struct words *words, const struct table *table);

/* Does the same for charts that already have their titles and subtitles. */
void words_set_caption_of_charts(struct chart_set *set, const struct table *table);

/* The following functions return single parts. */

/* Returns " (run_000002)" if TABLE has several sections with SECTION's action, else "". */
const char *words_run(struct chart_set *set, const struct table *table,
                      const struct section *section);
/* Returns rounds, state, conditions, precision and processor, each if known. */
const char *words_setting(struct chart_set *set, const struct section *section);
/* Returns the warnings as a line of their own, "\nwarning: few rounds", or "". */
const char *words_warnings(struct chart_set *set, const struct section *section);

#endif
