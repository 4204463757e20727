/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assemble.h: makes runs from gathered samples. */
#ifndef BENCHMAT_FORMATS_IMPORT_ASSEMBLE_H
#define BENCHMAT_FORMATS_IMPORT_ASSEMBLE_H

#include "formats/import/import_builder.h"

enum {
    /* Arrays have a place for every library at every point in every round with every seed. All runs
     * of a file may take ASSEMBLE_MOST_PLACES, and each run ASSEMBLE_PLACES_PER_SAMPLE for each of
     * its samples besides its share of ASSEMBLE_FREE_PLACES: a few samples with many different
     * seeds must not claim memory for all combinations. */
    ASSEMBLE_MOST_PLACES = 1 << 26,
    ASSEMBLE_PLACES_PER_SAMPLE = 64,
    ASSEMBLE_FREE_PLACES = 1 << 16,
};

/* Makes a run from each builder in the chain that begins with BUILDER, and gives it a copy of the
 * builder's facts.
 *
 * Points are ordered as curves: by their parameters, then by ascending size. Rounds keep their
 * order and are renumbered from 0. So are seeds: at each point, or in each cell if some time of the
 * action is unpaired. If all are paired, FACT_PAIRED_BY says so. A measurement has a parameter for
 * each one in the file, but a number of threads that is the same everywhere becomes a fact, and one
 * may be the size (size_choice.h). Without a size, the first parameter is the axis. An action of
 * several types becomes a measurement for each type, whose names say which: "axpy_float",
 * "axpy_double". A cell is CELL_OK if it has a time and the file says nothing else about it. Where
 * the first library went wrong more often than another, FACT_REFERENCE is the first of those that
 * did so least often.
 *
 * ERR_DAMAGED: there is no sample, two samples have the same place, two actions would have the same
 * name, or the samples lie too far apart; ERR_FAILED: no memory. RUNS is empty then. */
int assemble_runs(struct import_builder *builder, struct runs *runs, struct err *err);

#endif
