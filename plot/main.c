/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c: bench-plot, the command line. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "formats/spill.h"
#include "plot/cmd_memory.h"
#include "plot/cmd_options.h"
#include "plot/cmd_outputs.h"
#include "plot/cmd_report.h"

static void compose(struct options *options, const struct chart_set *set) {
    struct figure *figure = &options->figure;
    figure->charts = set->charts;
    figure->chart_count = set->count;
    figure->columns = set->columns;
    figure->title = options->title ? options->title : set->title;
    figure->author = "bench-plot";
    figure->subject = set->caption;
    figure->is_grid = set->is_grid;
    figure->heading = options->title ? options->title : set->heading;
    figure->subtitle = set->subtitle;
    if (options->title && set->count == 1 && !set->is_grid) {
        set->charts[0].title = options->title;
        figure->heading = NULL;
    }
}

static int draw(struct options *options, struct err *err) {
    struct chart_set set = {0};
    int code = options->kind->make(&set, options->kind, options, err);
    if (code == 0) {
        if (set.left_out)
            fprintf(stderr, "bench-plot: left out, %s\n", set.left_out);
        compose(options, &set);
        code = outputs_write(&options->output, &options->figure, err);
    }
    chart_set_release(&set);
    return code;
}

static int report(struct options *options, struct err *err) {
    int code = cmd_report(options, err);
    if (code == 0 && strcmp(options->report, "-") != 0)
        printf("%s\n", options->report);
    return code;
}

/* A report alone needs no picture. */
static int write_all(struct options *options, struct err *err) {
    int code = options->output.count || !options->report ? draw(options, err) : 0;
    return code || !options->report ? code : report(options, err);
}

/* A limit on file sizes becomes an error that can be told. */
int main(int argc, char **argv) {
    signal(SIGXFSZ, SIG_IGN);
    memory_watch("bench-plot");
    struct options options;
    struct err err = {""};
    spill_limit(SPILL_USUAL);
    int code = options_parse(&options, argc, argv, &err);
    if (code == 0)
        code = write_all(&options, &err);
    if (code == 0 && (fflush(stdout) || ferror(stdout)))
        code = err_set(&err, ERR_FAILED, "the standard output cannot be written");
    if (code)
        fprintf(stderr, "bench-plot: %s\n", err.message);
    options_release(&options);
    return err_exit_status(code);
}
