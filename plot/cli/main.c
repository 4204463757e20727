/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c: the program bench-plot. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "analyze/statistics/location.h"
#include "plot/cli/appearance.h"
#include "plot/cli/memory.h"
#include "plot/cli/options.h"
#include "plot/cli/outputs.h"
#include "plot/page/report.h"
#include "store/command_line/ground.h"

static int draw(struct options *options, struct err *err) {
    struct chart_set set = {0};
    int code = options->kind->make(&set, options->kind, options, err);
    if (code == 0) {
        if (set.left_out)
            fprintf(stderr, "bench-plot: left out, %s\n", set.left_out);

        code = appearance_apply(options, &set, err);
        code = code ? code : outputs_write(&options->output, &options->figure, err);
    }
    chart_set_release(&set);
    return code;
}

static int report(struct options *options, struct err *err) {
    options->table.are_simultaneous = 0; /* a page has tables, of pointwise intervals */
    int code = command_report(options, err);
    if (code == 0 && strcmp(options->report, "-") != 0)
        printf("%s\n", options->report);
    return code;
}

/* Ignores SIGXFSZ, so that a limit on file sizes causes an error that bench-plot can report. */
int main(int argc, char **argv) {
    ground_check("bench-plot", 0);
    signal(SIGXFSZ, SIG_IGN);
    numeric_errors_are_results();
    memory_watch("bench-plot");
    struct options options;
    struct err err = {""};
    int code = options_parse(&options, argc, argv, &err);
    if (code == 0) {
        /* If --report is the only output, bench-plot draws no picture. */
        int status = options.output.count || !options.report ? draw(&options, &err) : 0;
        code = status || !options.report ? status : report(&options, &err);
    }
    if (code == 0 && (fflush(stdout) || ferror(stdout)))
        code = err_set(&err, ERR_FAILED, "the standard output cannot be written");
    if (code)
        fprintf(stderr, "bench-plot: %s\n", err.message);
    options_release(&options);
    return err_exit_status(code);
}
