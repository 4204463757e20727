/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_samples.h: lists of samples in JSON: "times_ms": [1.5, 1.6], or "samples" beside a unit. */
#ifndef BENCHMAT_FORMATS_HARNESS_JSON_SAMPLES_H
#define BENCHMAT_FORMATS_HARNESS_JSON_SAMPLES_H

#include <stddef.h>

#include "formats/json/json_read.h"

/* Whether VALUE, called KEY in OBJECT, is a list of samples; some may be missing. One whose name
 * only may be that of samples, such as "runs", is none beside another. */
int json_samples_are(json_object *object, const char *key, json_object *value);

/* Whether some member of OBJECT is one. */
int json_samples_in(json_object *object);

/* Writes what a column with samples called KEY is called, among the keys of OBJECT, to NAME [SIZE]:
 * "value_ms" for "samples_ms". */
void json_samples_column(const char *key, json_object *object, char *name, size_t size);

#endif
