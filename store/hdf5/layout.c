/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/hdf5/layout.h"

#include <stddef.h>
#include <string.h>

const char *const layout_own_fields[LAYOUT_OWN_FIELDS] = {
    LAYOUT_SIZES, LAYOUT_SEEDS, LAYOUT_ROUND, LAYOUT_SEED, LAYOUT_DETAILS,
};

int layout_is_own(const char *field) {
    for (size_t i = 0; i < LAYOUT_OWN_FIELDS; i++)
        if (strcmp(field, layout_own_fields[i]) == 0)
            return 1;
    return 0;
}
