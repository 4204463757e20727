/* SPDX-License-Identifier: GPL-3.0-or-later */
/* column_table.h: macros for tables of columns (columns.h), one line per column: what it is and
 * then, if its type does not already imply it, how people see it. For the .c files that have such a
 * table. */
#ifndef BENCHMAT_ANALYZE_COLUMNS_COLUMN_TABLE_H
#define BENCHMAT_ANALYZE_COLUMNS_COLUMN_TABLE_H

#include "analyze/columns/columns.h"

#define COLUMN(record, name_, member, type_, unit_, needs_, about_)                                \
    .name = name_, .type = COLUMN_##type_, .offset = offsetof(struct record, member),              \
    .unit = unit_, .needs = needs_, .about = about_

/* The columns NAME_low and NAME_high of the ends of a COLUMN_INTERVAL, which stand behind its own.
 * WHOSE interval it is: "its", "the mean's". Of SEEN_ENDS what follows says how people see them. */
/* clang-format off */
#define END(record, name_, end, unit_, needs_, which, whose)                                       \
    COLUMN(record, name_, end, REAL, unit_, needs_, which " end of " whose " interval")
#define ENDS(record, name_, member, unit_, needs_, whose)                                          \
    {END(record, name_ "_low", member.low, unit_, needs_, "lower", whose)},                        \
    {END(record, name_ "_high", member.high, unit_, needs_, "upper", whose)}
#define SEEN_ENDS(record, name_, member, unit_, needs_, whose, heading_, ...)                      \
    {END(record, name_ "_low", member.low, unit_, needs_, "lower", whose), ASKED(heading_ " low", __VA_ARGS__)}, \
    {END(record, name_ "_high", member.high, unit_, needs_, "upper", whose), ASKED(heading_ " high", __VA_ARGS__)}
/* clang-format on */

/* How people see it: USUAL by default, WIDE with --wide, ASKED only on request. */
#define USUAL(heading_, ...) .is_usual = 1, .heading = heading_, __VA_ARGS__
#define WIDE(heading_, ...)  .is_wide = 1, .heading = heading_, __VA_ARGS__
#define ASKED(heading_, ...) .heading = heading_, __VA_ARGS__
/* Computed only if its name is in a list of columns, in formats for programs, too. */
#define ON_REQUEST(heading_, ...) .is_on_request = 1, ASKED(heading_, __VA_ARGS__)
#define SHOWN(align_, show_)      .align = align_, .show = show_

#define COLUMN_SET(columns, record)                                                                \
    { columns, sizeof columns / sizeof *columns, sizeof(record) }

#endif
