/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wire_check.h: whether an answer in the messages of wire.h can be one.
 *
 * A library can write over all that its worker has, so that nothing which comes from there is
 * believed before: texts have an end and counts a limit, types are known, and times and counts are
 * such as there are. */
#ifndef BENCHMAT_COLLECT_HARNESS_WIRE_CHECK_H
#define BENCHMAT_COLLECT_HARNESS_WIRE_CHECK_H

#include "collect/harness/wire.h"
#include "formats/model/facts.h"

/* Returns what is impossible in REPLY, the struct that answers a question of KIND, or that of
 * WIRE_FAILED: "an output is of an unknown type"; NULL if nothing is. */
const char *wire_flaw(uint32_t kind, const void *reply);

/* Whether LEFT can be. */
int wire_left_may_be(const struct wire_left *left);

/* Adds the facts of LOADED, in which wire_flaw finds nothing. */
void wire_take_facts(const struct wire_loaded *loaded, struct facts *facts);

#endif
