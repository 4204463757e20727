/* SPDX-License-Identifier: GPL-3.0-or-later */
/* name_settings.h: whether what the names of benchmarks say of how they were measured tells
 * benchmarks of one file apart.
 *
 * "BM_a/64/real_time" is the benchmark "a" at 64. But beside "BM_a/64/manual_time" it is another
 * one than that, and so are all benchmarks of "a": "a/real_time" and "a/manual_time". */
#ifndef BENCHMAT_FORMATS_HARNESS_NAME_SETTINGS_H
#define BENCHMAT_FORMATS_HARNESS_NAME_SETTINGS_H

#include "formats/import/benchmark_name.h"
#include "formats/model/hash_table.h"

/* Zero-initialised: no names. The caller must call name_settings_release. */
struct name_settings {
    struct slots names, families;
    struct noted_name *noted;
    size_t noted_count;
    struct noted_family *family;
    size_t family_count;
};

/* Notes NAME and its settings; THREADS is a parameter, and no setting. Returns 0 if memory runs
 * out.
 */
int name_settings_note(struct name_settings *settings, const struct benchmark_name *name,
                       double threads);

/* Appends to the action of NAME those of its settings that not all benchmarks of the action have,
 * if they tell some of them apart. */
void name_settings_join(const struct name_settings *settings, struct benchmark_name *name);

void name_settings_release(struct name_settings *settings);

#endif
