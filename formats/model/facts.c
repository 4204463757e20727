/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/facts.h"

#include <stdlib.h>
#include <string.h>

#include "formats/text/err.h"

static struct fact *fact_slot(struct facts *facts, const char *name) {
    for (size_t i = 0; i < facts->count; i++)
        if (strcmp(facts->items[i].name, name) == 0)
            return &facts->items[i];
    struct fact *items = realloc(facts->items, (facts->count + 1) * sizeof *items);
    if (!items)
        return NULL;
    facts->items = items;
    struct fact *slot = &items[facts->count];
    *slot = (struct fact){.name = strdup(name)};
    if (!slot->name)
        return NULL;
    facts->count++;
    return slot;
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
    for (size_t i = 0; i < facts->count; i++)
        if (strcmp(facts->items[i].name, name) == 0)
            return &facts->items[i];
    return NULL;
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
    *facts = (struct facts){0};
}
