/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reports.h: what harnesses print for people, which is not read, and how else they write it. */
#ifndef BENCHMAT_FORMATS_FOREIGN_REPORTS_H
#define BENCHMAT_FORMATS_FOREIGN_REPORTS_H

#include <stddef.h>

/* Returns whose report the N bytes at HEAD are, and the way out: "hyperfine's report; ..."; NULL if
 * they are none. */
const char *report_advice(const char *head, size_t n);

#endif
