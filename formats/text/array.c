/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/array.h"

#include <stdlib.h>

#include "formats/text/xalloc.h"

void *array_grow(void *items, size_t count, size_t size) {
    return count & (count - 1) ? items : reallocarray(items, count ? 2 * count : 1, size);
}

void *xarray_grow(void *items, size_t count, size_t size) {
    void *grown = array_grow(items, count, size);
    if (!grown)
        xalloc_die();
    return grown;
}
