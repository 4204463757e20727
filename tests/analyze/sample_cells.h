/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample_cells.h: rows as a table has them, of one measurement with sizes 10, 20, 30 ... */
#ifndef BENCHMAT_TESTS_ANALYZE_SAMPLE_CELLS_H
#define BENCHMAT_TESTS_ANALYZE_SAMPLE_CELLS_H

#include <math.h>

#include "analyze/aggregate/table.h"
#include "tests/analyze/sample_run.h"

struct sample_cells {
    struct run *run;
    struct parameter_grid *space;
};

static inline struct sample_cells sample_cells(size_t points) {
    struct run *run = sample_run(points, 1, 1);
    return (struct sample_cells){run, parameter_grid_new(&run->measurements[0])};
}

/* To be asked for again when a parameter or size was set. */
static inline void sample_cells_renew(struct sample_cells *cells) {
    parameter_grid_free(cells->space);
    cells->space = parameter_grid_new(&cells->run->measurements[0]);
}

static inline void sample_cells_release(struct sample_cells *cells) {
    parameter_grid_free(cells->space);
    run_free(cells->run);
}

static inline struct row sample_cell(const struct sample_cells *cells, const char *library,
                                     size_t point, double mean) {
    return (struct row){.action = "axpy",
                        .type = "d",
                        .library = library,
                        .size = cells->run->measurements[0].sizes[point],
                        .space = cells->space,
                        .point = point,
                        .mean = {mean, 0.99 * mean, 1.02 * mean}};
}

#endif
