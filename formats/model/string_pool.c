/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/string_pool.h"

#include <stdlib.h>
#include <string.h>

#include "formats/text/unicode.h"
#include "formats/text/xalloc.h"

enum { FIRST_ROOM = 16 };

static int is_text(const void *items, uint32_t number, const void *text) {
    return strcmp(((char *const *)items)[number], text) == 0;
}

uint32_t string_pool_find(const struct string_pool *texts, const char *text) {
    return slots_find(&texts->slots, slots_hash_text(slots_hash(), text), is_text, texts->items,
                      text);
}

/* Adds TEXT, which the pool then owns. Returns 0, and does not take TEXT, if memory runs out. */
static int add(struct string_pool *texts, char *text) {
    if (texts->count == STRING_POOL_NONE - 1)
        return 0;
    if (texts->count == texts->room) {
        size_t room = texts->room ? 2 * texts->room : FIRST_ROOM;
        char **items = realloc(texts->items, room * sizeof *items);
        if (!items)
            return 0;
        texts->items = items;
        texts->room = room;
    }
    if (!slots_add(&texts->slots, slots_hash_text(slots_hash(), text), texts->count))
        return 0;
    texts->items[texts->count++] = text;
    return 1;
}

uint32_t string_pool_number(struct string_pool *texts, const char *text) {
    uint32_t known = string_pool_find(texts, text);
    if (known != STRING_POOL_NONE)
        return known;
    char *copy = utf8_escape(text);
    known = copy ? string_pool_find(texts, copy) : STRING_POOL_NONE;
    if (known == STRING_POOL_NONE && copy && add(texts, copy))
        return texts->count - 1;
    free(copy);
    return known;
}

uint32_t xstring_pool_number(struct string_pool *texts, const char *text) {
    uint32_t number = string_pool_number(texts, text);
    if (number == STRING_POOL_NONE)
        xalloc_die();
    return number;
}

const char *string_pool_text(const struct string_pool *texts, uint32_t number) {
    return number < texts->count ? texts->items[number] : NULL;
}

struct known_words string_pool_known(const struct string_pool *texts, const char *wanted,
                                     const char *has) {
    struct known_names names = {.suggestion = {.wanted = wanted}};
    for (uint32_t i = 0; i < texts->count; i++)
        known_names_add(&names, texts->items[i]);
    return known_words(&names, has);
}

void string_pool_release(struct string_pool *texts) {
    for (uint32_t i = 0; i < texts->count; i++)
        free(texts->items[i]);
    free(texts->items);
    slots_release(&texts->slots);
    *texts = (struct string_pool){0};
}

void kept_text_begin(struct kept_text *written) {
    written->file = xopen_memstream(&written->text, &written->size);
}

const char *kept_text_end(struct kept_text *written, struct string_pool *texts) {
    xclose_memstream(written->file);
    const char *kept =
        *written->text ? string_pool_text(texts, xstring_pool_number(texts, written->text)) : NULL;
    free(written->text);
    return kept;
}
