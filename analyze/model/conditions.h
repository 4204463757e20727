/* SPDX-License-Identifier: GPL-3.0-or-later */
/* conditions.h: the unusual conditions of a measurement in words, what differs between the
 * surroundings of two measurements, and a copy of a measurement's facts. */
#ifndef BENCHMAT_ANALYZE_MODEL_CONDITIONS_H
#define BENCHMAT_ANALYZE_MODEL_CONDITIONS_H

#include <stddef.h>

#include "analyze/model/parameter_grid.h"
#include "formats/model/facts.h"
#include "formats/model/run.h"

/* Returns "2 threads, cold caches, stride 8", which the caller must free: the unusual conditions,
 * because times of cold caches or several threads must not be mistaken for the usual ones, and the
 * parameters that are the same at all points. Empty if there are none. */
char *conditions_words(const struct measurement *m, const struct parameter_grid *space);

/* What a sample is, if it is not what is typical of several calls: "first calls", "single calls".
 * NULL: it is, or nothing else is known. Static. */
const char *conditions_mode(const struct facts *action);

/* What the samples of a round at one point are counted in: "run" of a command, "call" if each call
 * is a sample, else "seed". Static. */
const char *conditions_sample_word(const struct measurement *m);

/* Whether M has several commands that were run in turns, each on caches that others had left. */
int conditions_take_turns(const struct measurement *m);

/* --- surroundings --- */

/* What differs between two measurements besides a library's speed.
 *
 * Times of two runs differ for many reasons. A table in conditions.c lists the facts that are known
 * to matter, each with its weight: another processor, or a governor that lowers the clock, makes a
 * comparison doubtful; another version of a library may be the very thing that is compared, but the
 * reader of the result has to know it. */

enum surrounding_of { SURROUNDING_RUN, SURROUNDING_ACTION, SURROUNDING_LIBRARY };
enum surrounding_weight { SURROUNDING_DOUBTFUL, SURROUNDING_TO_KNOW };

struct surrounding {
    enum surrounding_of of;
    const char *fact;
    enum surrounding_weight weight;
    const char *words; /* its name for people */
};

extern const struct surrounding surroundings[];
extern const size_t surrounding_count;

struct difference {
    const struct surrounding *in;
    char *text; /* "CPU model: Processor X -> Processor Y", one line, printable (unicode.h) */
};

/* In the order of the table. Zero-initialised: no differences. */
struct differences {
    struct difference *items;
    size_t count;
};

/* Adds a difference if the texts differ; NULL means unknown. */
void differences_add(struct differences *differences, const struct surrounding *in,
                     const char *earlier, const char *later);

/* Adds the differences between the facts of two runs, actions or libraries. A fact that only one of
 * them has is a difference; one that neither has is not. */
void differences_of(struct differences *differences, enum surrounding_of of,
                    const struct facts *earlier, const struct facts *later);

void differences_release(struct differences *differences);

/* Returns a fact's value as text, which the caller must free; NULL if FACT is NULL. */
char *surroundings_value(const struct fact *fact);

/* --- provenance --- */

/* What is known about a measurement besides its numbers; outlives the measurement. */

struct provenance_library {
    char *name; /* as recorded */
    struct facts facts;
};

struct provenance {
    char *run; /* name of the run */
    struct facts run_facts, action_facts;
    struct provenance_library *libraries; /* all series, including controls */
    size_t library_count;
};

/* Returns a copy of the facts of RUN and M, which the caller must give to provenance_free (NULL is
 * fine). */
struct provenance *provenance_new(const struct run *run, const struct measurement *m);
void provenance_free(struct provenance *provenance);

/* Returns the facts of the library of that name, or NULL. */
const struct facts *provenance_facts(const struct provenance *provenance, const char *library);

#endif
