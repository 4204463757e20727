/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output.h: what is asked of each measurement by itself: for people one document after the other,
 * for programs all in one list. */
#ifndef BENCHMAT_ANALYZE_CLI_OUTPUT_H
#define BENCHMAT_ANALYZE_CLI_OUTPUT_H

#include "analyze/cli/options.h"

/* Prints what it has to say of TABLE: of its only section for people, of all for programs. */
typedef int output_function(const struct request *request, const struct table *table,
                            struct printer *printer, struct err *err);

/* Reads every file of REQUEST and has its measurements printed, of which NEEDS (need.h) are
 * calculated. Tells people how many older measurements were passed over. */
int output_print(const struct request *request, unsigned needs, output_function *print,
                 struct printer *printer, struct err *err);

/* For people, below everything: how many older measurements were left out, if there are any. */
int output_print_passed_over(struct printer *printer, size_t count, struct err *err);

#endif
