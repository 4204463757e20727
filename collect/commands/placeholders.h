/* SPDX-License-Identifier: GPL-3.0-or-later */
/* placeholders.h: texts with placeholders, such as the command "sort --parallel={threads} {size}".
 *
 * "{name}" stands for a value, "{{" for a brace. Any other brace stands for itself: "awk '{ print
 * }'" has no placeholder. */
#ifndef BENCHMAT_COLLECT_COMMANDS_PLACEHOLDERS_H
#define BENCHMAT_COLLECT_COMMANDS_PLACEHOLDERS_H

#include <stddef.h>

#include "formats/text/decimal.h"
#include "formats/text/err.h"

struct placeholder {
    const char *name; /* letters, digits, underscores */
    double value;
    const char *spellings; /* "007,0.10": values that are not spelled as usual; NULL: none */
    const char *word;      /* in the place of the value; NULL: it is a number */
};

/* How VALUE is usually spelled: a whole number without a decimal point. */
struct digits placeholders_spell(double value);

/* Whether TEXT, which may be NULL, has "{NAME}". */
int placeholders_have(const char *text, const char *name);

/* Checks that each placeholder of TEXT is one of the COUNT KNOWN ones. ERR_USAGE names it and lists
 * those. */
int placeholders_check(const char *text, const struct placeholder *known, size_t count,
                       struct err *err);

/* Returns TEXT with the values of the COUNT KNOWN placeholders, as they are spelled, which the
 * caller must free. NULL: memory runs out. */
char *placeholders_fill(const char *text, const struct placeholder *known, size_t count);

#endif
