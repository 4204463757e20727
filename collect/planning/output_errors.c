/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/output_errors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_worth_telling(const struct cell *cell) {
    return cell->output_count > 1 ||
           (cell->output_count == 1 && strcmp(cell->outputs[0].name, "output 1") != 0);
}

/* No name shall look like two fields. */
static void write_name(FILE *out, const char *name) {
    for (; *name; name++)
        fputc(strchr(",\"\n", *name) ? '_' : *name, out);
}

static void write_cell(FILE *out, size_t point, const struct cell *cell) {
    for (size_t o = 0; o < cell->output_count; o++) {
        const struct output_error *error = &cell->outputs[o];
        fprintf(out, "%zu,", point);
        write_name(out, error->name);
        fprintf(out, ",%.17g,%.17g,%.17g\n", error->max, error->mean, error->total);
    }
}

void output_errors_record(struct series *series, const struct plan *plan, size_t i) {
    char *text = NULL;
    size_t length, told = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out) {
        series->facts.incomplete = 1;
        return;
    }
    fputs("point,output,max,mean,total\n", out);
    for (size_t p = 0; p < plan->count; p++) {
        const struct cell *cell = &plan->points[p].cells[i];
        if (is_worth_telling(cell)) {
            write_cell(out, p, cell);
            told++;
        }
    }
    fclose(out);
    if (told)
        facts_set_text(&series->facts, FACT_OUTPUT_ERRORS, text);
    free(text);
}
