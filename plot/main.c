/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c: bench-plot, the command line. */
#include <stdio.h>
#include <stdlib.h>

#include "analyze/cmd_input.h"
#include "plot/cmd_options.h"
#include "plot/figure.h"
#include "plot/cmd_sections.h"
#include "plot/target.h"
#include "plot/text.h"

static int take(void *context, struct table *table, struct err *err) {
    return table_take(context, table) ? 0 : err_set(err, ERR_FAILED, "no memory for what is drawn");
}

static int read_table(struct table *table, const struct options *options, struct err *err) {
    struct input input = {.terms = &options->terms,
                          .file = options->archive,
                          .runs = options->runs,
                          .table = options->table,
                          .visit = take,
                          .context = table};
    input.table.spared = NEED_ALL & ~(NEED_RATIO | NEED_NOISE | NEED_WARNINGS | NEED_REPORTS);
    return input_read(&input, err);
}

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

static void compose(struct options *options, struct section_charts *charts) {
    struct figure *figure = &options->figure;
    figure->charts = charts->charts;
    figure->chart_count = charts->count;
    figure->columns = options->kind_count;
    figure->title = options->title ? options->title : charts->title;
    figure->author = "bench-plot";
    figure->subject = charts->caption;
    if (options->title && charts->count == 1)
        charts->charts[0].title = options->title;
    else
        figure->heading = options->title;
}

/* Fonts are prepared once the archive has been read: its reader is forked, which the locks of a
 * second thread may not survive. */
static int draw(struct options *options, struct err *err) {
    struct table table = {0};
    struct section_charts charts = {0};
    int code = read_table(&table, options, err);
    if (code == 0) {
        text_prepare();
        code = sections_chart(
            &charts, &table,
            &(struct sections_options){options->kinds, options->kind_count, options->across}, err);
    }
    if (code == 0) {
        compose(options, &charts);
        code = write_all(options, err);
    }
    sections_release(&charts);
    table_release(&table);
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
