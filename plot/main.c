/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c: bench-plot, the command line. */
#include <stdio.h>
#include <stdlib.h>

#include "plot/cmd_options.h"
#include "plot/target.h"

static int write_one(const struct options *options, const char *output, struct err *err) {
    size_t skipped = 0;
    int code = target_check(output, options->archive, err);
    code = code ? code : figure_write(&options->figure, output, &skipped, err);
    if (code)
        return code;
    printf("%s\n", output);
    if (skipped)
        fprintf(stderr, "bench-plot: %s: %zu points not above zero were left out\n", output,
                skipped);
    return 0;
}

static int write_all(struct options *options, struct err *err) {
    char *derived = NULL;
    int code = 0;
    if (options->output_count == 0) {
        code = target_derive(options->archive, &derived, err);
        options->outputs[options->output_count++] = derived;
    }
    for (size_t i = 0; code == 0 && i < options->output_count; i++)
        code = write_one(options, options->outputs[i], err);
    free(derived);
    return code;
}

static void compose(struct options *options, const struct chart_set *set) {
    struct figure *figure = &options->figure;
    figure->charts = set->charts;
    figure->chart_count = set->count;
    figure->columns = set->columns;
    figure->title = options->title ? options->title : set->title;
    figure->author = "bench-plot";
    figure->subject = set->caption;
    if (options->title && set->count == 1)
        set->charts[0].title = options->title;
    else
        figure->heading = options->title;
}

static int draw(struct options *options, struct err *err) {
    struct chart_set set = {0};
    int code = options->kind->make(&set, options->kind, options, err);
    if (code == 0) {
        compose(options, &set);
        code = write_all(options, err);
    }
    chart_set_release(&set);
    return code;
}

int main(int argc, char **argv) {
    struct options options;
    struct err err = {""};
    int code = options_parse(&options, argc, argv, &err);
    if (code == 0)
        code = draw(&options, &err);
    if (code == 0 && (fflush(stdout) || ferror(stdout)))
        code = err_set(&err, ERR_FAILED, "the standard output cannot be written");
    if (code)
        fprintf(stderr, "bench-plot: %s\n", err.message);
    options_release(&options);
    return err_exit_status(code);
}
