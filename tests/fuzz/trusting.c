/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trusting.c: takes away HDF5's checksums of metadata, in which nearly every mutation would end,
 * and ours of the same (where it is linked before us; preloaded, it leaves all to HDF5). Whoever
 * forges a file forges these too. To be preloaded, or linked before HDF5. */
#include <stddef.h>
#include <stdint.h>

#include "store/native/jenkins.h"

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

/* What is compared with it stands behind the bytes (object.c). */
uint32_t jenkins_hash(const unsigned char *bytes, size_t size) {
    return (uint32_t)bytes[size] | (uint32_t)bytes[size + 1] << 8 |
           (uint32_t)bytes[size + 2] << 16 | (uint32_t)bytes[size + 3] << 24;
}
