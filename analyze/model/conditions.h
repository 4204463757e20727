/* SPDX-License-Identifier: GPL-3.0-or-later */
/* conditions.h: what of a measurement is not as usual, in words: times of cold caches or several
 * threads must not be taken for the usual ones. */
#ifndef BENCHMAT_ANALYZE_MODEL_CONDITIONS_H
#define BENCHMAT_ANALYZE_MODEL_CONDITIONS_H

#include <stddef.h>

#include "analyze/model/parameter_grid.h"
#include "formats/model/facts.h"
#include "formats/model/run.h"

/* "2 threads, cold caches, stride 8", to be freed: conditions and the parameters that are the same
 * at all points. Empty where there are none; NULL when there is no memory. */
char *conditions_words(const struct measurement *m, const struct parameter_grid *space);

/* --- surroundings --- */

/* What besides a library's speed differs between two measurements.
 *
 * Times of two runs differ for many reasons. The facts that are known to matter are rows of a
 * table in conditions.c, each with its weight: another processor or a governor that lowers the
 * clock make a comparison doubtful; another version of a library is perhaps the very thing that is
 * compared, but whoever reads the result has to know it. */

enum surrounding_of { SURROUNDING_RUN, SURROUNDING_ACTION, SURROUNDING_LIBRARY };
enum surrounding_weight { SURROUNDING_DOUBTFUL, SURROUNDING_TO_KNOW };

struct surrounding {
    enum surrounding_of of;
    const char *fact;
    enum surrounding_weight weight;
    const char *words; /* what it is called for people */
};

extern const struct surrounding surroundings[];
extern const size_t surrounding_count;

struct difference {
    const struct surrounding *in;
    char *text; /* "CPU model: Processor X -> Processor Y", printable (unicode.h), of one line */
};

/* In the order of the table. Zero-initialised is none. */
struct differences {
    struct difference *items;
    size_t count;
};

/* Adds one if the texts differ; NULL is not known. Returns 0 when there is no memory. */
int differences_add(struct differences *differences, const struct surrounding *in,
                    const char *earlier, const char *later);

/* Adds those of the facts of two runs, actions or libraries. A fact that neither has is none; one
 * that one of them has is. Returns 0 when there is no memory. */
int differences_of(struct differences *differences, enum surrounding_of of,
                   const struct facts *earlier, const struct facts *later);

void differences_release(struct differences *differences);

/* A fact's value as text, to be freed; NULL for none, and when there is no memory. */
char *surroundings_value(const struct fact *fact);

/* --- provenance --- */

/* What is known of a measurement besides its numbers, kept beyond the measurement. */

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
