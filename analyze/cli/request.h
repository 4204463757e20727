/* SPDX-License-Identifier: GPL-3.0-or-later */
/* request.h: what a command line asks for, read from its files. */
#ifndef BENCHMAT_ANALYZE_CLI_REQUEST_H
#define BENCHMAT_ANALYZE_CLI_REQUEST_H

#include "analyze/cli/options.h"

/* The measurements that REQUEST means, of no file yet, of which NEEDS (need.h) are calculated, for
 * VISIT with CONTEXT. REQUEST is borrowed. */
struct input request_input(const struct request *request, unsigned needs, input_visit *visit,
                           void *context);

/* Has READ read INPUT of FILE, which is named in what comes of it. */
int request_read_file(struct input *input, const char *file, input_reader *read, struct err *err);

/* The same of all files of REQUEST. In INPUT's passed_over is the sum over them. */
int request_read_files(const struct request *request, struct input *input, input_reader *read,
                       struct err *err);

/* An input_visit: appends what is in TABLE to another, which is CONTEXT. */
int request_keep(void *context, struct table *table, struct err *err);

/* Prints SHEET unless CODE, of its making, is a failure, and releases it either way. */
int request_print(struct printer *printer, struct document *document, int code, struct err *err);

#endif
