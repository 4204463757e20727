/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/loaded.h"

#include <dlfcn.h>
#include <stdlib.h>

struct listing {
    const struct link_map *first;
    size_t room;
    struct loaded *loaded;
};

static int add(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    struct listing *listing = context;
    struct loaded_object object = {.begin = UINTPTR_MAX, .map = listing->first};
    uintptr_t dynamic = 0;
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + segment->p_vaddr, end = begin + segment->p_memsz;
        if (segment->p_type == PT_DYNAMIC)
            dynamic = begin;
        if (segment->p_type == PT_LOAD && begin < object.begin)
            object.begin = begin;
        if (segment->p_type == PT_LOAD && end > object.end)
            object.end = end;
    }
    while (object.map && (uintptr_t)object.map->l_ld != dynamic)
        object.map = object.map->l_next;
    if (object.map && listing->loaded->count < listing->room)
        listing->loaded->items[listing->loaded->count++] = object;
    return 0;
}

static int by_address(const void *a, const void *b) {
    const struct loaded_object *left = a, *right = b;
    return left->begin < right->begin ? -1 : left->begin > right->begin;
}

int loaded_list(struct loaded *loaded) {
    struct link_map *first = NULL;
    void *self = dlopen(NULL, RTLD_LAZY);
    *loaded = (struct loaded){0};
    if (self)
        dlinfo(self, RTLD_DI_LINKMAP, &first);
    struct listing listing = {.first = first, .loaded = loaded};
    for (const struct link_map *map = first; map; map = map->l_next)
        listing.room++;
    loaded->items = calloc(listing.room + 1, sizeof *loaded->items);
    if (!loaded->items)
        return 0;
    dl_iterate_phdr(add, &listing);
    qsort(loaded->items, loaded->count, sizeof *loaded->items, by_address);
    return 1;
}

void loaded_release(struct loaded *loaded) {
    free(loaded->items);
    *loaded = (struct loaded){0};
}

static int by_place(const void *key, const void *item) {
    const struct loaded_object *object = item;
    uintptr_t address = *(const uintptr_t *)key;
    return address < object->begin ? -1 : address >= object->end;
}

const struct link_map *loaded_at(const struct loaded *loaded, const void *address) {
    uintptr_t number = (uintptr_t)address;
    const struct loaded_object *object =
        bsearch(&number, loaded->items, loaded->count, sizeof *loaded->items, by_place);
    return object ? object->map : NULL;
}
