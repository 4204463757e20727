/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values.h: reads the arguments of bench-collect's options (option_table.h). The message
 * about one that cannot be read names the option and says what it takes. */
#ifndef BENCHMAT_COLLECT_CLI_VALUES_H
#define BENCHMAT_COLLECT_CLI_VALUES_H

#include <argp.h>

#include "collect/design/settings.h"
#include "store/command_line/option_table.h"

/* A time above 0 and at most SETTINGS_MOST_SECONDS, in seconds or with its unit: "40", "90s", "5m",
 * "2h", "20ms"; sets a double to seconds. */
option_read values_seconds;

/* Sets a double to a number above 0. */
option_read values_positive;

/* Sets a uint64_t to a whole number from LEAST to MOST. */
option_read values_count;

/* "1%" or "0.01": sets a double to a part of one, more than 0 and less than 1. */
option_read values_part;

/* "512M", "4G" or "1000000": sets a uint64_t to bytes, in powers of 1024 with a unit; at least 1.
 */
option_read values_bytes;

/* "full" or a list of sizes, which replaces the sizes in a struct settings. */
option_read values_sizes;

/* Adds "NAME=VALUES" to the parameters in a struct settings, each name once. */
option_read values_parameter;

/* "NAME=VALUE", or "NAME" with the value that it has here: a variable for workers, as "NAME=VALUE".
 * The caller must free it; NULL, with a message that names OPTION, if it is none. */
char *values_variable(const char *option, const char *text, struct err *err);

/* Says it if the list of FACTOR, which OPTION gave, has a number twice. */
void values_say_repeated(const char *option, const struct factor *factor);

#endif
