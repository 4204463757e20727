/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grouped_name.h: names of benchmarks that a harness puts into groups to be compared: nanobench's
 * titles, Criterion's and pytest-benchmark's groups, Catch2's test cases.
 *
 * The group is the action and the benchmark's name the library, without its arguments, which
 * benchmark_name.h takes apart: "loop/100", "loop/n=100" and "loop 100" are the library "loop" at
 * size 100. Without a group the name is the action. */
#ifndef BENCHMAT_FORMATS_HARNESS_GROUPED_NAME_H
#define BENCHMAT_FORMATS_HARNESS_GROUPED_NAME_H

#include "formats/import/benchmark_name.h"
#include "formats/import/format.h"

/* What a file calls a benchmark. */
struct grouped_words {
    const char *group;   /* NULL or empty: it is in none */
    const char *name;    /* with its arguments */
    const char *variant; /* joins the name of the library, as in "loop (kind=list)"; may be NULL */
    const char *library; /* the library of benchmarks without a group, unless the user names one */
    size_t place;        /* the number of its entry */
};

struct grouped_name {
    struct benchmark_name name;
    char action[BENCHMARK_NAME_BYTES], library[2 * BENCHMARK_NAME_BYTES];
};

/* Takes WORDS apart, and notes for BUILDER whether the benchmark has the size parameter that
 * OPTIONS name. Sets SAMPLE to one of that name, which it borrows from GROUPED: of one round, with
 * the next seed, not measured. Its entry holds all samples of its cell. ERR_DAMAGED, with the
 * place, as benchmark_name_parse. */
int grouped_name_read(struct grouped_name *grouped, struct import_builder *builder,
                      const struct format_options *options, const struct grouped_words *words,
                      struct import_builder_sample *sample, struct err *err);

#endif
