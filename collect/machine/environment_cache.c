/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <hwloc.h>

#include "collect/machine/environment.h"
#include "collect/machine/environment_readers.h"

static const hwloc_obj_type_t levels[] = {
    HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L4CACHE, HWLOC_OBJ_L5CACHE,
};

static size_t largest_of(hwloc_topology_t topology, hwloc_obj_type_t level) {
    size_t largest = 0;
    hwloc_obj_t cache = NULL;
    while ((cache = hwloc_get_next_obj_by_type(topology, level, cache)))
        if (cache->attr->cache.size > largest)
            largest = cache->attr->cache.size;
    return largest;
}

size_t environment_cache_bytes(void) {
    hwloc_topology_t topology = environment_cpu_topology();
    size_t largest = 0;
    for (size_t i = 0; topology && i < sizeof levels / sizeof *levels; i++) {
        size_t size = largest_of(topology, levels[i]);
        if (size > largest)
            largest = size;
    }
    environment_cpu_topology_free(topology);
    return largest;
}
