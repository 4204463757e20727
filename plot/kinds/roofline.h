/* SPDX-License-Identifier: GPL-3.0-or-later */
/* roofline.h: the roofline of a machine, and the actions under it.
 *
 * A point is a library's rate in an action, against the action's arithmetic intensity: its
 * operations over the bytes it moves. No point whose data come from memory can be above
 *
 *     min(peak, bandwidth * intensity)
 *
 * S. Williams, A. Waterman, D. Patterson, "Roofline: an insightful visual performance model for
 * multicore architectures", Commun. ACM 52 (2009), no. 4, 65-76. Points above it have their data in
 * a cache. */
#ifndef BENCHMAT_PLOT_KINDS_ROOFLINE_H
#define BENCHMAT_PLOT_KINDS_ROOFLINE_H

#include "plot/analysis/axis_options.h"
#include "plot/kinds/kinds.h"

/* The actions that measure the ceilings. */
#define ROOFLINE_PEAK      "peak_flops"
#define ROOFLINE_BANDWIDTH "stream_triad"

/* The ceilings of one device: operations and bytes per second. */
struct roof {
    const char *device; /* its name; "": the CPU */
    double peak, bandwidth;
    const char *peak_by, *bandwidth_by; /* the implementations that reached them; NULL: given */
};

/* Returns the best rate of ROOFLINE_PEAK in TABLE, of any number of threads; 0 if it was not
 * measured, or if libraries of TABLE calculate on different devices, each of which has a peak of
 * its own. */
double roofline_peak(const struct table *table);

/* Sets ROOF to that of DEVICE: the peak is the highest rate of ROOFLINE_PEAK in TABLE, the
 * bandwidth the highest of ROOFLINE_BANDWIDTH at its largest size, both by libraries on that
 * device; the CPU's are those of one thread. What GIVEN has takes their place. Returns ERR_ABSENT
 * with what to measure if one is missing. */
int roofline_find(struct roof *roof, const struct table *table, const char *device,
                  const struct rates_peak *given, struct err *err);

/* Adds a chart of TABLE to SET, which borrows it: a point for each action and each library on the
 * device of ROOF, at the largest size at which the library has a rate. A device whose roof lacks a
 * ceiling has points without a roof, and says how to measure it. Returns ERR_USAGE if the sections
 * of TABLE are of several machines or precisions; ERR_ABSENT if no other action has operations and
 * bytes there. */
int roofline_chart(struct chart_set *set, const struct table *table, const struct roof *roof,
                   struct err *err);

/* Adds the charts of TABLE to SET: one for the CPU, one for each other device. What GIVEN has is
 * the CPU's, or, where nothing has a point there, the devices'. */
int roofline_charts(struct chart_set *set, const struct table *table,
                    const struct rates_peak *given, struct err *err);

/* Adds the charts of all measurements that OPTIONS choose. */
int roofline_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                  struct err *err);

#endif
