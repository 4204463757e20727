/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jmh.h: what jmh.c, which reads files of the Java Microbenchmark Harness, and jmh_write.c, which
 * writes them, both know. */
#ifndef BENCHMAT_FORMATS_FOREIGN_JMH_H
#define BENCHMAT_FORMATS_FOREIGN_JMH_H

#include "formats/foreign/foreign.h"

/* Before the action, in the name of a benchmark that we wrote. */
#define JMH_PREFIX "benchmat."

/* The params of such a benchmark that are no parameters, and what stands before the name of a
 * parameter that is called like one of these. */
#define JMH_LIBRARY        "library"
#define JMH_SIZE           "size"
#define JMH_TYPE           "type"
#define JMH_PARAMETER_MARK "parameter:"

/* The member that says that samples of one round and seed belong together: then "NaN" stands for
 * one that was not measured. */
#define JMH_PAIRED "benchmatPaired"
/* The member with the name of the library that this one is a second measurement of. */
#define JMH_CONTROL_OF "benchmatControlOf"

/* Whether a parameter called NAME needs that mark. */
int jmh_param_is_taken(const char *name);

/* In what the results of ours are, which are the times or the detail of that name. */
struct jmh_unit {
    const char *measured; /* as in FACT_MEASURED, or "seconds" */
    const char *mode, *name;
    size_t offset; /* of the array in struct series */
};

/* Returns the unit of what was MEASURED, or of results whose unit is called NAME; NULL if there is
 * none. */
const struct jmh_unit *jmh_unit_of(const char *measured);
const struct jmh_unit *jmh_unit_called(const char *name);
/* Returns the results [S][R][K] of SERIES in UNIT; NULL if it has none. */
const double *jmh_results(const struct series *series, const struct jmh_unit *unit);

#endif
