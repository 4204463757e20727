/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loaded.h: tells which loaded object an address lies in. dladdr does so too, but searches the
 * object's symbols each time, and there are tens of thousands of references. */
#ifndef BENCHMAT_COLLECT_WORKER_LOADED_H
#define BENCHMAT_COLLECT_WORKER_LOADED_H

#include <link.h>
#include <stddef.h>
#include <stdint.h>

struct loaded_object {
    uintptr_t begin, end;
    const struct link_map *map;
};

/* Zero-initialised: empty. */
struct loaded {
    struct loaded_object *items; /* by address */
    size_t count;
};

/* Lists the objects that are loaded now; none of them may be unloaded while the list is used. The
 * caller must call loaded_release in any case. Returns 0 if memory runs out. */
int loaded_list(struct loaded *loaded);
void loaded_release(struct loaded *loaded);

/* Returns the object of the list that ADDRESS lies in; NULL: none. */
const struct link_map *loaded_at(const struct loaded *loaded, const void *address);

#endif
