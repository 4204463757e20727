/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fastest_sheet.h: the fastest library at each point, and crossovers, as a sheet. */
#ifndef BENCHMAT_ANALYZE_SHEETS_FASTEST_SHEET_H
#define BENCHMAT_ANALYZE_SHEETS_FASTEST_SHEET_H

#include "analyze/ranking/crossover.h"
#include "analyze/ranking/fastest.h"
#include "analyze/sheets/section_sheet.h"

struct fastest_found {
    struct fastest_rows rows;
    struct crossovers crossovers;
};

/* Bits of enum need. */
unsigned fastest_sheet_needs(int for_people);

/* For people: one section, of which FOUND are the points and the crossovers, with headings; the
 * crossovers as sentences. With HOW->summary_only these alone. */
int fastest_sheet(struct sheet *sheet, const struct section *section,
                  const struct fastest_found *found, const struct section_view *how,
                  struct err *err);
/* For programs: all points in one grid, or all crossovers with HOW->summary_only. */
int fastest_sheet_of_all(struct sheet *sheet, const struct fastest_found *found,
                         const struct section_view *how, struct err *err);

#endif
