/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values.h: reads the values of options. A text that is none is a mistake: argp says so, naming
 * OPTION and what is needed, and ends the program. */
#ifndef BENCHMAT_COLLECT_CLI_VALUES_H
#define BENCHMAT_COLLECT_CLI_VALUES_H

#include <argp.h>
#include <stdint.h>

#include "collect/design/settings.h"

/* A number above 0, at most MOST. */
double values_positive(struct argp_state *state, const char *option, const char *text, double most);

/* A whole number from LEAST to MOST. */
uint64_t values_count(struct argp_state *state, const char *option, const char *text,
                      uint64_t least, uint64_t most);

/* "1%" or "0.01": a part of one, more than 0 and less than 1. */
double values_part(struct argp_state *state, const char *option, const char *text);

/* "512M", "4G" or "1000000": bytes, in powers of 1024 with a unit; at least 1. */
uint64_t values_bytes(struct argp_state *state, const char *option, const char *text);

/* The position of TEXT among WORDS, which end with NULL. */
unsigned values_word(struct argp_state *state, const char *option, const char *const *words,
                     const char *text);

/* "full" or the sizes themselves, in place of those that SETTINGS have. */
void values_sizes(struct argp_state *state, const char *text, struct settings *settings);

/* "1,2": whole numbers from 1 to DESIGN_POINTS_MOST_THREADS, in place of those that THREADS has. */
void values_threads(struct argp_state *state, const char *text, struct factor *threads);

/* "NAME=VALUES", to be added to the parameters in SETTINGS, each name once. */
void values_parameter(struct argp_state *state, const char *text, struct settings *settings);

#endif
