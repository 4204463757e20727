/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values.h: reads the values of bench-collect's options. Each function ends the program with one
 * line that names OPTION and what it takes if TEXT is invalid. */
#ifndef BENCHMAT_COLLECT_CLI_VALUES_H
#define BENCHMAT_COLLECT_CLI_VALUES_H

#include <argp.h>
#include <stdint.h>

#include "collect/design/settings.h"

/* A time above 0 and at most SETTINGS_MOST_SECONDS, in seconds or with its unit: "40", "90s", "5m",
 * "2h", "20ms". */
double values_seconds(struct argp_state *state, const char *option, const char *text);

double values_positive(struct argp_state *state, const char *option, const char *text);

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

/* "NAME=VALUE", or "NAME" with the value that it has here: a variable for workers, as "NAME=VALUE".
 * The caller must free it. */
char *values_variable(struct argp_state *state, const char *option, const char *text);

/* Reads "full" or a list of sizes, which replaces the sizes in SETTINGS. */
void values_sizes(struct argp_state *state, const char *text, struct settings *settings);

/* Says it if the list of FACTOR, which OPTION gave, has a number twice. */
void values_say_repeated(const char *option, const struct factor *factor);

/* Adds "NAME=VALUES" to the parameters in SETTINGS, each name once. */
void values_parameter(struct argp_state *state, const char *text, struct settings *settings);

#endif
