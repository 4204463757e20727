/* SPDX-License-Identifier: GPL-3.0-or-later */
/* github_action.c: writes what the action benchmark-action/github-action-benchmark reads as
 * "customSmallerIsBetter", a list of
 *
 *     {"name": "axpy/openblas/8", "unit": "ns", "value": 12.3, "range": "± 0.4",
 *      "extra": "40 samples"}
 *
 * with the mean of all samples and their standard deviation; the unit is "ns/byte" where times are
 * per byte. */
#include "formats/foreign/foreign.h"

#include <math.h>
#include <stdlib.h>

#include "formats/model/run.h"
#include "formats/model/sample_words.h"
#include "formats/json/json_write.h"
#include "formats/import/benchmark_name.h"
#include "formats/import/format.h"

/* Leaves out cells without a time or with another status than CELL_OK: the action cannot express
 * them. */
static int add(struct writing *writing, const struct run *run, const struct measurement *m,
               struct err *err) {
    const char *per = sample_per(facts_text(&m->facts, FACT_SAMPLES_ARE, NULL));
    size_t *written = writing->state;
    char unit[64];
    int code = 0;
    (void)run;
    snprintf(unit, sizeof unit, "ns%s%s", per ? "/" : "", per ? per : "");
    for (size_t s = 0; s < m->series_count; s++)
        for (size_t p = 0; p < m->points && code == 0; p++) {
            const struct cell_summary summary = cell_summary_of(m, &m->series[s], p);
            if (!summary.n || m->series[s].status[p] != CELL_OK)
                continue;
            fputs((*written)++ ? ",\n" : "[\n", writing->destination.file);

            FILE *file = writing->destination.file;
            const struct series *series = &m->series[s];
            char *name = NULL;
            size_t size = 0;
            FILE *words = open_memstream(&name, &size);
            if (words)
                point_words_write(words, m, series, p);
            if (!words || fclose(words) != 0)
                code = err_set(err, ERR_FAILED, "no memory to write JSON");
            else {
                fputs("  {\"name\": ", file);
                json_write_text(file, name);
                fputs(", \"unit\": ", file);
                json_write_text(file, unit);
                fputs(", \"value\": ", file);
                json_write_real(file, 1e9 * summary.mean);
                if (isfinite(summary.sd))
                    fprintf(file, ", \"range\": \"± %.3g\"", 1e9 * summary.sd);
                fprintf(file, ", \"extra\": \"%zu samples\"}", summary.n);
                free(name);
                code = 0;
            }
        }
    return code;
}

static int begin(struct writing *writing, struct err *err) {
    writing->state = calloc(1, sizeof(size_t));
    return writing->state ? 0 : err_set(err, ERR_FAILED, "no memory to write JSON");
}

static int end(struct writing *writing, struct err *err) {
    (void)err;
    fputs(*(const size_t *)writing->state ? "\n]\n" : "[]\n", writing->destination.file);
    return 0;
}

static const struct format_writer writer = {
    .begin = begin, .add = add, .end = end, .release = free};

const struct format github_action_format = {
    .name = "github-action",
    .about = "github-action-benchmark: customSmallerIsBetter",
    .extensions = "",
    .writer = &writer,
};
