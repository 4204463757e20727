/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/terms.h"

#include <math.h>

#include "collect/number.h"

struct terms terms_of(const struct bench_action *action, char type, int64_t size) {
    const struct bench bench = {.size = size, .type = type, .element = number_bytes(type)};
    return (struct terms){
        .flops = action->flops ? action->flops(&bench) : 0,
        .bytes = action->bytes ? action->bytes(&bench) : 0,
        .tolerance = action->tolerance ? action->tolerance(&bench) : NAN,
    };
}
