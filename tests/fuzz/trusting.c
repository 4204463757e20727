/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trusting.c: takes away HDF5's checksums of metadata, in which nearly every mutation would end.
 * Whoever forges a file forges these too. To be preloaded, or linked before HDF5. */
#include <stddef.h>
#include <stdint.h>

int H5F_get_checksums(const uint8_t *bytes, size_t size, uint32_t *stored, uint32_t *computed);

int H5F_get_checksums(const uint8_t *bytes, size_t size, uint32_t *stored, uint32_t *computed) {
    (void)bytes;
    (void)size;
    if (stored)
        *stored = 0;
    if (computed)
        *computed = 0;
    return 0;
}
