/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/facts.h"

#include <stdlib.h>
#include <string.h>

#include "formats/text/err.h"

/* So many are looked through as fast as they are found by an index. */
enum { FEW = 32 };

static int is_called(const void *facts, uint32_t number, const void *name) {
    return strcmp(((const struct facts *)facts)->items[number].name, name) == 0;
}

static uint64_t hash_of(const char *name) {
    return slots_hash_text(slots_hash(), name);
}

/* Returns COUNT if none is called so. */
static size_t number_of(const struct facts *facts, const char *name) {
    size_t i = 0;
    if (facts->index.count)
        i = slots_find(&facts->index, hash_of(name), is_called, facts, name);
    else
        while (i < facts->count && !is_called(facts, (uint32_t)i, name))
            i++;
    return i < facts->count ? i : facts->count;
}

/* Puts the facts that are not in the index into it. */
static int bring_index_up_to_date(struct facts *facts) {
    size_t known = facts->index.count;
    int ok = facts->count < SLOTS_NONE;
    for (size_t i = known; ok && i < facts->count; i++)
        ok = slots_add(&facts->index, hash_of(facts->items[i].name), (uint32_t)i);
    if (!ok && !known)
        slots_release(&facts->index);
    return ok;
}

static struct fact *fact_slot(struct facts *facts, const char *name) {
    size_t i = number_of(facts, name);
    if (i == facts->count && i >= facts->room) {
        size_t room = 2 * facts->count + 8;
        struct fact *items = realloc(facts->items, room * sizeof *items);
        if (!items)
            return NULL;
        facts->items = items;
        facts->room = room;
    }
    struct fact *slot = &facts->items[i];
    if (i < facts->count)
        return slot;
    *slot = (struct fact){.name = strdup(name)};
    if (!slot->name)
        return NULL;
    facts->count++;
    if (facts->count <= FEW || bring_index_up_to_date(facts))
        return slot;
    free(slot->name);
    facts->count--;
    return NULL;
}

static void facts_set(struct facts *facts, const char *name, struct fact value) {
    struct fact *slot = fact_slot(facts, name);
    if (!slot) {
        facts->incomplete = 1;
        free(value.text);
        return;
    }
    free(slot->text);
    value.name = slot->name;
    *slot = value;
}

void facts_set_text(struct facts *facts, const char *name, const char *text) {
    if (!text)
        return;
    char *copy = strdup(text);
    if (copy)
        facts_set(facts, name, (struct fact){.kind = FACT_TEXT, .text = copy});
    else
        facts->incomplete = 1;
}

void facts_set_integer(struct facts *facts, const char *name, int64_t integer) {
    facts_set(facts, name, (struct fact){.kind = FACT_INTEGER, .integer = integer});
}

void facts_set_real(struct facts *facts, const char *name, double real) {
    facts_set(facts, name, (struct fact){.kind = FACT_REAL, .real = real});
}

const struct fact *facts_find(const struct facts *facts, const char *name) {
    size_t i = number_of(facts, name);
    return i < facts->count ? &facts->items[i] : NULL;
}

const char *facts_text(const struct facts *facts, const char *name, const char *otherwise) {
    const struct fact *fact = facts_find(facts, name);
    return fact && fact->kind == FACT_TEXT ? fact->text : otherwise;
}

int facts_copy(struct facts *to, const struct facts *from) {
    for (size_t i = 0; i < from->count; i++) {
        struct fact value = from->items[i];
        value.text = value.text ? strdup(value.text) : NULL;
        if (from->items[i].text && !value.text)
            to->incomplete = 1;
        else
            facts_set(to, from->items[i].name, value);
    }
    return to->incomplete || from->incomplete ? ERR_FAILED : 0;
}

void facts_release(struct facts *facts) {
    for (size_t i = 0; i < facts->count; i++) {
        struct fact *fact = &facts->items[i];
        free(fact->name);
        free(fact->text);
    }
    free(facts->items);
    slots_release(&facts->index);
    *facts = (struct facts){0};
}
