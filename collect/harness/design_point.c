/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/harness/design_point.h"

#include <math.h>

#include "collect/harness/number.h"

static double number_of(double (*ask)(const struct bench *bench), const struct bench *bench) {
    double number = ask ? ask(bench) : 0;
    return number > 0 && number < INFINITY ? number : 0;
}

struct terms terms_of(const struct bench_action *action, char type,
                      const struct design_point *design_point) {
    const struct bench bench = {.size = design_point->size,
                                .type = type,
                                .element = number_bytes(type),
                                .parameters = design_point->parameters,
                                .ranks = action->is_parallel ? design_point->threads : 1};
    double tolerance = action->tolerance ? action->tolerance(&bench) : NAN;
    return (struct terms){.flops = number_of(action->flops, &bench),
                          .bytes = number_of(action->bytes, &bench),
                          .tolerance = tolerance >= 0 ? tolerance : NAN};
}
