/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assemble.h: a run out of gathered samples. */
#ifndef BENCHMAT_FORMATS_IMPORT_ASSEMBLE_H
#define BENCHMAT_FORMATS_IMPORT_ASSEMBLE_H

#include "formats/import/import_builder.h"

enum {
    /* Arrays have room for every library at every point in every round with every seed: so many
     * places at most, and so many for each sample that there is. Few samples with many different
     * seeds must not ask for the memory of all combinations. */
    ASSEMBLE_MOST_PLACES = 1 << 26,
    ASSEMBLE_PLACES_PER_SAMPLE = 64,
    ASSEMBLE_FREE_PLACES = 1 << 16,
};

/* Makes runs, one for each gathering in the chain that begins with GATHER, whose facts go to them.
 *
 * Points stand as curves: ordered by their parameters, each curve by ascending size. Rounds
 * keep their order but are numbered from 0, and so are seeds: at each point, or where some time of
 * the action is not paired, in each cell. Where all are, FACT_PAIRED_BY says so. A measurement has
 * a parameter for each that was given, but threads that are the same everywhere are its fact; the
 * axis is the first parameter where there is no size. An action of several types becomes a
 * measurement for each, whose names tell them apart: "axpy_float", "axpy_double". A cell is CELL_OK
 * where it has a time and nothing else was said of it.
 *
 * ERR_DAMAGED: there is no sample, two are of the same place, or they lie too far apart. RUNS is
 * empty then. */
int assemble_runs(struct import_builder *builder, struct runs *runs, struct err *err);

#endif
