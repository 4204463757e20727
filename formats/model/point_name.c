/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/point_name.h"

#include <math.h>
#include <string.h>

#include "formats/text/digits.h"

/* A slash in a name would end it. */
static void write_name(FILE *file, const char *name) {
    for (; *name; name++)
        fputc(*name == '/' ? '_' : *name, file);
}

void point_words_write(FILE *file, const struct measurement *m, const struct series *series,
                       size_t point) {
    const struct fact *threads = facts_find(&m->facts, FACT_THREADS);
    write_name(file, m->name);
    fputc('/', file);
    write_name(file, series->name);
    if (!facts_find(&m->facts, FACT_AXIS))
        fprintf(file, "/%s%lld", m->parameter_count ? "size:" : "", (long long)m->sizes[point]);
    for (size_t i = 0; i < m->parameter_count; i++) {
        double value = m->parameters[i].values[point];
        fputc('/', file);
        write_name(file, m->parameters[i].name);
        fprintf(file, ":%s", isfinite(value) ? digits_shortest(value).text : "nan");
    }
    if (threads && threads->kind == FACT_INTEGER && threads->integer > 1)
        fprintf(file, "/threads:%lld", (long long)threads->integer);
}
