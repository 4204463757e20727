/* SPDX-License-Identifier: GPL-3.0-or-later */
/* target.h: what libFuzzer calls, and what has to be true of whatever a reader made of its input.
 */
#ifndef BENCHMAT_TESTS_FUZZ_TARGET_H
#define BENCHMAT_TESTS_FUZZ_TARGET_H

#include <math.h>
#include <stdint.h>

#include "formats/model/run.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

static inline void require(int is_so) {
    if (!is_so)
        __builtin_trap();
}

/* It is as run.h says. */
static inline void require_sound(const struct run *run) {
    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct measurement *m = &run->measurements[i];
        require(*m->name && m->points && m->rounds && m->max_seeds);
        for (size_t p = 0; p < m->points; p++)
            require(m->seeds[p] >= 0 && (size_t)m->seeds[p] <= m->max_seeds);
        for (size_t s = 0; s < m->series_count; s++)
            for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++)
                require(!(m->series[s].seconds[k] < 0) && !isinf(m->series[s].seconds[k]));
    }
}

#endif
