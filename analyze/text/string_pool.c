/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/text/string_pool.h"

#include <stdlib.h>
#include <string.h>

#include "formats/text/utf8.h"

enum { FEWEST_SLOTS = 16 };

static uint64_t hash(const char *text) {
    uint64_t h = 0xcbf29ce484222325U;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 0x100000001b3U;
    return h;
}

/* Where TEXT stands, or else may be put. */
static size_t slot_of(const struct string_pool *texts, const char *text) {
    size_t mask = texts->slot_count - 1, at = (size_t)hash(text) & mask;
    while (texts->slots[at] && strcmp(texts->items[texts->slots[at] - 1], text) != 0)
        at = (at + 1) & mask;
    return at;
}

/* Room for one more. Returns 0 when there is no memory. */
static int grow(struct string_pool *texts) {
    if (2 * ((size_t)texts->count + 1) <= texts->slot_count)
        return 1;
    size_t slot_count = texts->slot_count ? 2 * texts->slot_count : FEWEST_SLOTS;
    char **items = realloc(texts->items, slot_count / 2 * sizeof *items);
    if (!items)
        return 0;
    texts->items = items;
    uint32_t *slots = calloc(slot_count, sizeof *slots);
    if (!slots)
        return 0;
    free(texts->slots);
    texts->slots = slots;
    texts->slot_count = slot_count;
    for (uint32_t i = 0; i < texts->count; i++)
        slots[slot_of(texts, texts->items[i])] = i + 1;
    return 1;
}

uint32_t string_pool_number(struct string_pool *texts, const char *text) {
    uint32_t known = string_pool_find(texts, text);
    if (known != STRING_POOL_NONE)
        return known;
    char *copy = texts->count < STRING_POOL_NONE - 1 && grow(texts) ? utf8_escape(text) : NULL;
    if (!copy)
        return STRING_POOL_NONE;
    uint32_t *slot = &texts->slots[slot_of(texts, copy)];
    if (*slot) {
        free(copy);
        return *slot - 1;
    }
    texts->items[texts->count] = copy;
    *slot = ++texts->count;
    return *slot - 1;
}

uint32_t string_pool_find(const struct string_pool *texts, const char *text) {
    uint32_t slot = texts->slot_count ? texts->slots[slot_of(texts, text)] : 0;
    return slot ? slot - 1 : STRING_POOL_NONE;
}

const char *string_pool_text(const struct string_pool *texts, uint32_t number) {
    return number < texts->count ? texts->items[number] : NULL;
}

void string_pool_release(struct string_pool *texts) {
    for (uint32_t i = 0; i < texts->count; i++)
        free(texts->items[i]);
    free(texts->items);
    free(texts->slots);
    *texts = (struct string_pool){0};
}

int kept_text_begin(struct kept_text *written) {
    *written = (struct kept_text){0};
    written->file = open_memstream(&written->text, &written->size);
    return written->file != NULL;
}

int kept_text_end(struct kept_text *written, struct string_pool *texts, const char **kept) {
    int ok = fclose(written->file) == 0, is_any = ok && *written->text;
    *kept = is_any ? string_pool_text(texts, string_pool_number(texts, written->text)) : NULL;
    free(written->text);
    return ok && (*kept || !is_any);
}
