/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/foreign/btl_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/foreign/btl.h"
#include "formats/model/cell_summary.h"
#include "formats/text/digits.h"
#include "formats/text/utf8.h"
#include "formats/import/writing.h"

static int is_in_seconds(const struct writing *writing) {
    return writing->options->unit && strcmp(writing->options->unit, "s") == 0;
}

/* What stands beside the size; NaN where there is nothing. */
static double value_of(const struct writing *writing, const struct measurement *m,
                       const struct series *series, size_t point) {
    double seconds = cell_summary_of(m, series, point).mean;
    double counted = btl_operations(m->name, (double)m->sizes[point]);
    double operations = isnan(counted) && m->flops ? m->flops[point] : counted;
    return is_in_seconds(writing) ? seconds : operations / seconds / 1e6;
}

static int write_library(struct writing *writing, const struct measurement *m,
                         const struct series *series, struct err *err) {
    char *name = NULL;
    FILE *file = NULL;
    if (asprintf(&name, "bench_%s_%s.%s", btl_word(m->name), series->name,
                 is_in_seconds(writing) ? "seconds" : "dat") < 0)
        return err_set(err, ERR_FAILED, "no memory for the name of a file");
    char *escaped = utf8_escape(name);
    int code = escaped ? directory_begin_file(&writing->directory, escaped, &file, err)
                       : err_set(err, ERR_FAILED, "no memory for the name of a file");
    free(escaped);
    free(name);
    if (code)
        return code;
    for (size_t p = 0; p < m->points; p++) {
        double value = value_of(writing, m, series, p);
        if (isfinite(value) && series->status[p] == CELL_OK)
            fprintf(file, "%lld %s\n", (long long)m->sizes[p], digits_shortest(value).text);
    }
    return directory_end_file(&writing->directory, file, err);
}

static int check(const struct writing *writing, const struct measurement *m, struct err *err) {
    if (m->parameter_count || facts_find(&m->facts, FACT_AXIS))
        return err_set(err, ERR_USAGE,
                       "%s: its points differ in more than their size, for which BTL's files have "
                       "no place; export others with --action",
                       m->name);
    if (is_in_seconds(writing) || !isnan(btl_operations(m->name, 1)) || m->flops)
        return 0;
    return err_set(err, ERR_USAGE,
                   "%s: nobody says how many operations it has; export it with --unit s", m->name);
}

static int plan(struct writing *writing, const struct run *run, const struct measurement *whole,
                struct err *err) {
    (void)run;
    return check(writing, whole, err);
}

static int add(struct writing *writing, const struct run *run, const struct measurement *m,
               struct err *err) {
    int code = 0;
    (void)run;
    for (size_t s = 0; s < m->series_count && code == 0; s++)
        code = write_library(writing, m, &m->series[s], err);
    return code;
}

const struct format_writer btl_writer = {
    .units = "s mflops", .writes_directories = 1, .plan = plan, .add = add};
