/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c: bench-analyze. */
#include <math.h>
#include <signal.h>
#include <stdio.h>

#include "analyze/cli/options.h"
#include "analyze/statistics/location.h"
#include "formats/processes/machine.h"
#include "formats/text/unicode.h"
#include "store/command_line/ground.h"

/* Memory that one measurement frees serves the next. With --history over runs of 300000 samples
 * this saves a sixth of the processor time (median of 30 pairs) and two thirds of the page faults;
 * for smaller runs and for tables no difference was measured. */
enum { KEPT_MEMORY = 4 << 20 };

int main(int argc, char **argv) {
    struct request request;
    struct err err = {""};
    ground_check("bench-analyze", 0);
    signal(SIGXFSZ, SIG_IGN);
    numeric_errors_are_results();
    machine_keep_memory(KEPT_MEMORY);
    utf8_know_widths();
    request_parse(&request, argc, argv);
    struct printer printer = {.format = request.format, .options = request.print};
    int has_gate = !isnan(request.regression); /* the first line says how it ended */
    if (request.format->is_for_people && !has_gate)
        request.terms.understood = &printer.opening;
    int code = printer_open(&printer, request.path, &err);
    if (code == 0) {
        code = questions[request.question]->answer(&request, &printer, &err);
        if (code < 0) {
            printer_abandon(&printer);
        } else {
            int written = printer_commit(&printer, &err);
            code = written ? written : code;
        }
    }
    if (code < 0)
        fprintf(stderr, "bench-analyze: %s\n", err.message);
    request_release(&request);
    return code > 0 ? code : err_exit_status(code);
}
