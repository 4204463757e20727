/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/foreign/google_benchmark_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/model/cell_summary.h"
#include "formats/json/json_write.h"
#include "formats/model/point_name.h"
#include "formats/import/writing.h"

static const double nanoseconds = 1e9;

/* One benchmark. */
struct cell {
    FILE *file;
    const struct measurement *m;
    const struct series *series;
    size_t point;
    char *name;
    struct cell_summary summary;
};

static FILE *file_of(const struct writing *writing) {
    return writing->destination.file;
}

static void write_context(FILE *file, const struct run *run) {
    static const struct {
        const char *key, *fact;
    } known[] = {{"date", FACT_STARTED}, {"host_name", FACT_HOST}, {"benchmat_cpu", FACT_CPU}};
    fputs("{\n  \"context\": {\"executable\": \"bench-collect\"", file);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const char *text = facts_text(&run->facts, known[i].fact, NULL);
        if (!text)
            continue;
        fprintf(file, ", \"%s\": ", known[i].key);
        json_write_text(file, text);
    }
    fputs(", \"benchmat_run\": ", file);
    json_write_text(file, run->name);
    fputs(", \"caches\": []},\n  \"benchmarks\": [", file);
}

/* What each entry begins with. */
static void begin_entry(const struct cell *cell, const char *suffix, const char *type) {
    fputs("\n    {\"name\": ", cell->file);
    char *name = NULL;
    if (asprintf(&name, "%s%s", cell->name, suffix) < 0)
        name = NULL;
    json_write_text(cell->file, name ? name : cell->name);
    free(name);
    fputs(", \"run_name\": ", cell->file);
    json_write_text(cell->file, cell->name);
    fprintf(cell->file, ", \"run_type\": \"%s\", \"repetitions\": %zu, \"threads\": 1", type,
            cell->summary.n);
}

static void write_time(FILE *file, const char *key, double seconds, double scale) {
    fprintf(file, ", \"%s\": ", key);
    json_write_real(file, seconds * scale);
}

static void write_sample(const struct cell *cell, size_t number, size_t at) {
    double seconds = cell->series->seconds[at];
    double cpu = cell->series->cpu_seconds ? cell->series->cpu_seconds[at] : NAN;
    int64_t calls = cell->series->calls[cell->point];
    begin_entry(cell, "", "iteration");
    fprintf(cell->file, ", \"repetition_index\": %zu, \"iterations\": %lld", number,
            (long long)(calls > 0 ? calls : 1));
    write_time(cell->file, "real_time", seconds, nanoseconds);
    write_time(cell->file, "cpu_time", isfinite(cpu) ? cpu : seconds, nanoseconds);
    fputs(", \"time_unit\": \"ns\"},", cell->file);
}

static int ascending(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* NaN when there is no memory, or no sample. */
static double median_of(const struct cell *cell) {
    const struct measurement *m = cell->m;
    const double *seconds = cell->series->seconds + measurement_index(m, cell->point, 0, 0);
    double *sorted = malloc((cell->summary.n + 1) * sizeof *sorted), median = NAN;
    size_t n = 0;
    for (size_t i = 0; sorted && i < m->rounds * m->max_seeds; i++)
        if (isfinite(seconds[i]))
            sorted[n++] = seconds[i];
    if (n) {
        qsort(sorted, n, sizeof *sorted, ascending);
        median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }
    free(sorted);
    return median;
}

static void write_aggregate(const struct cell *cell, const char *name, double value, double scale,
                            const char *end) {
    char suffix[32];
    snprintf(suffix, sizeof suffix, "_%s", name);
    begin_entry(cell, suffix, "aggregate");
    fprintf(cell->file,
            ", \"aggregate_name\": \"%s\", \"aggregate_unit\": \"%s\", \"iterations\": %zu", name,
            scale == 1 ? "percentage" : "time", cell->summary.n);
    write_time(cell->file, "real_time", value, scale);
    write_time(cell->file, "cpu_time", value, scale);
    fprintf(cell->file, ", \"time_unit\": \"ns\"}%s", end);
}

static void write_error(const struct cell *cell) {
    begin_entry(cell, "", "iteration");
    fputs(", \"iterations\": 0, \"error_occurred\": true, \"error_message\": ", cell->file);
    json_write_text(cell->file, cell_status_name((int)cell->series->status[cell->point]));
    fputs(", \"real_time\": 0, \"cpu_time\": 0, \"time_unit\": \"ns\"}", cell->file);
}

static void write_cell(const struct cell *cell) {
    const struct measurement *m = cell->m;
    size_t number = 0;
    if (!cell->summary.n || cell->series->status[cell->point] != CELL_OK) {
        write_error(cell);
        return;
    }
    for (size_t i = 0; i < m->rounds * m->max_seeds; i++) {
        size_t at = measurement_index(m, cell->point, 0, 0) + i;
        if (isfinite(cell->series->seconds[at]))
            write_sample(cell, number++, at);
    }
    write_aggregate(cell, "mean", cell->summary.mean, nanoseconds, ",");
    write_aggregate(cell, "median", median_of(cell), nanoseconds, ",");
    write_aggregate(cell, "stddev", cell->summary.n > 1 ? cell->summary.sd : 0, nanoseconds, ",");
    write_aggregate(cell, "cv", cell->summary.n > 1 ? cell->summary.sd / cell->summary.mean : 0, 1,
                    "");
}

static int add_cell(struct writing *writing, const struct measurement *m,
                    const struct series *series, size_t point, int is_first, struct err *err) {
    struct cell cell = {
        file_of(writing), m, series, point, NULL, cell_summary_of(m, series, point)};
    size_t size = 0;
    FILE *name = open_memstream(&cell.name, &size);
    if (name)
        point_words_write(name, m, series, point);
    if (!name || fclose(name) != 0)
        return err_set(err, ERR_FAILED, "no memory to write JSON");
    fputs(is_first ? "" : ",", cell.file);
    write_cell(&cell);
    free(cell.name);
    return 0;
}

static int add(struct writing *writing, const struct run *run, const struct measurement *m,
               struct err *err) {
    int code = 0;
    if (!writing->measurements)
        write_context(file_of(writing), run);
    for (size_t s = 0; s < m->series_count; s++)
        for (size_t p = 0; p < m->points && code == 0; p++)
            code = add_cell(writing, m, &m->series[s], p, !writing->measurements && !s && !p, err);
    return code;
}

static int end(struct writing *writing, struct err *err) {
    (void)err;
    fputs("\n  ]\n}\n", file_of(writing));
    return 0;
}

const struct format_writer google_benchmark_writer = {
    .shapes = 1 << WRITING_SAMPLES, .add = add, .end = end};
