/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/terms_record.h"

#include <math.h>
#include <stdio.h>

/* Where a term stands in struct terms and in struct measurement. */
static const struct row {
    const char *name;
    size_t said, recorded;
} rows[] = {
    {"flops", offsetof(struct terms, flops), offsetof(struct measurement, flops)},
    {"bytes", offsetof(struct terms, bytes), offsetof(struct measurement, bytes)},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* NaN where the action does not say. */
static double said_of(const struct terms *terms, const struct row *row) {
    double number = *(const double *)((const char *)terms + row->said);
    return number > 0 && number < INFINITY ? number : NAN;
}

static double recorded_of(const struct measurement *m, const struct row *row, size_t point) {
    const double *values = *(double *const *)((const char *)m + row->recorded);
    return values ? values[point] : NAN;
}

static struct terms ask(const struct action_info *action, const struct design_point *design_point) {
    return action_info_knows(action, design_point) ? action_info_terms(action, design_point)
                                                   : (struct terms){0};
}

int terms_record(struct measurement *m, size_t point, const struct action_info *action,
                 const struct design_point *design_point, struct err *err) {
    struct terms terms = ask(action, design_point);
    for (size_t i = 0; i < ROWS; i++) {
        double said = said_of(&terms, &rows[i]);
        if (isnan(said))
            continue;
        double *values = measurement_add_term(m, rows[i].name, err);
        if (!values)
            return ERR_FAILED;
        values[point] = said;
    }
    return 0;
}

void terms_compare(const struct measurement *m, size_t point, const struct action_info *action,
                   const struct design_point *design_point, char *line, size_t size) {
    struct terms terms = ask(action, design_point);
    *line = '\0';
    for (size_t i = 0; i < ROWS && !*line; i++) {
        double now = said_of(&terms, &rows[i]), then = recorded_of(m, &rows[i], point);
        if (!isnan(now) && !isnan(then) && now != then)
            snprintf(line, size, "%s of a call were %.15g and are %.15g", rows[i].name, then, now);
    }
}
