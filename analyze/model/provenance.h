/* SPDX-License-Identifier: GPL-3.0-or-later */
/* provenance.h: what is known of a measurement besides its numbers, kept beyond the measurement. */
#ifndef BENCHMAT_ANALYZE_MODEL_PROVENANCE_H
#define BENCHMAT_ANALYZE_MODEL_PROVENANCE_H

#include "formats/model/run.h"

struct provenance_library {
    char *name; /* as it was recorded */
    struct facts facts;
};

struct provenance {
    char *run; /* its name */
    struct facts run_facts, action_facts;
    struct provenance_library *libraries; /* all series, controls as well */
    size_t library_count;
};

/* NULL when there is no memory; to be given to provenance_free (NULL is fine). */
struct provenance *provenance_new(const struct run *run, const struct measurement *m);
void provenance_free(struct provenance *provenance);

/* The facts of the library of that name; NULL where there is none. */
const struct facts *provenance_facts(const struct provenance *provenance, const char *library);

#endif
