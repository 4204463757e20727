/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thread_fits.h: the universal scalability law (thread_laws.h) as curves of a chart over threads,
 * and the CPUs of the machine as a mark. */
#ifndef BENCHMAT_PLOT_ANALYSIS_THREAD_FITS_H
#define BENCHMAT_PLOT_ANALYSIS_THREAD_FITS_H

#include "plot/analysis/curves.h"

/* Returns whether the law can be fitted to any library of the section. */
int thread_fits_exist(const struct measured *of);

/* Gives each series of CHART, which SET owns, the law that bench-analyze --scaling fits to it, over
 * the threads that were fitted; none to a series that has too few of them. CURVES made the series,
 * whose values are calls per second, or a speed-up by threads. */
void thread_fits_add(struct chart_set *set, const struct measured *of, const struct curves *curves,
                     struct chart *chart);

/* Sets MARK to the number of CPUs, with a zone beyond it if more threads were measured, which take
 * turns. Returns whether that many threads were measured, or more. */
int thread_fits_mark_cpus(struct chart_set *set, const struct measured *of, struct mark *mark);

#endif
