/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/harness/name_settings.h"

#include <stdlib.h>
#include <string.h>

/* A benchmark apart from its settings, and those of the first one. */
struct noted_name {
    uint64_t key, settings;
};

/* The benchmarks of one action. */
struct noted_family {
    uint64_t key;
    char *common; /* the settings that all of them have */
    int are_told_apart;
};

static uint64_t family_key(const struct benchmark_name *name) {
    return slots_hash_number(slots_hash_text(slots_hash(), name->action), (uint64_t)name->type);
}

static uint64_t name_key(const struct benchmark_name *name, double threads) {
    uint64_t key = slots_hash_number(family_key(name), (uint64_t)(int64_t)threads);
    key = slots_hash_number(key, (uint64_t)name->size);
    for (size_t i = 0; i < name->parameter_count; i++) {
        uint64_t bits;
        memcpy(&bits, &name->parameters[i].value, sizeof bits);
        key = slots_hash_number(slots_hash_text(key, name->parameters[i].name), bits);
    }
    return key;
}

/* --- words --- */

/* Returns the length of the first of WORDS, which each have a slash before them. */
static size_t word_length(const char *words) {
    return 1 + strcspn(words + 1, "/");
}

static int has_word(const char *words, const char *word, size_t length) {
    while (*words && (word_length(words) != length || strncmp(words, word, length) != 0))
        words += word_length(words);
    return *words != '\0';
}

/* Takes from WORDS those that are, or are not, among OTHERS. */
static void keep(char *words, const char *others, int are_among) {
    char *to = words;
    for (const char *at = words; *at;) {
        size_t length = word_length(at);
        if (has_word(others, at, length) == are_among) {
            memmove(to, at, length);
            to += length;
        }
        at += length;
    }
    *to = '\0';
}

/* --- names --- */

static int is_name(const void *things, uint32_t number, const void *key) {
    return ((const struct noted_name *)things)[number].key == *(const uint64_t *)key;
}

static int is_family(const void *things, uint32_t number, const void *key) {
    return ((const struct noted_family *)things)[number].key == *(const uint64_t *)key;
}

/* Returns ITEMS, COUNT of them, with room for one more, doubled when COUNT is a power of two; NULL
 * if memory runs out. */
static void *with_room(void *items, size_t count, size_t size) {
    return (count & (count - 1)) ? items : reallocarray(items, count ? 2 * count : 1, size);
}

/* Returns the family of NAME, which is new if it is not noted; NULL if memory runs out. */
static struct noted_family *family_of(struct name_settings *settings,
                                      const struct benchmark_name *name) {
    uint64_t key = family_key(name);
    uint32_t at = slots_find(&settings->families, key, is_family, settings->family, &key);
    if (at != SLOTS_NONE)
        return &settings->family[at];
    struct noted_family *family =
        with_room(settings->family, settings->family_count, sizeof *family);
    if (!family)
        return NULL;
    settings->family = family;
    family += settings->family_count;
    *family = (struct noted_family){key, strdup(name->settings), 0};
    if (!family->common || !slots_add(&settings->families, key, (uint32_t)settings->family_count)) {
        free(family->common);
        return NULL;
    }
    settings->family_count++;
    return family;
}

int name_settings_note(struct name_settings *settings, const struct benchmark_name *name,
                       double threads) {
    struct noted_family *family = family_of(settings, name);
    uint64_t key = name_key(name, threads), own = slots_hash_text(slots_hash(), name->settings);
    uint32_t at = slots_find(&settings->names, key, is_name, settings->noted, &key);
    if (!family)
        return 0;
    keep(family->common, name->settings, 1);
    if (at != SLOTS_NONE) {
        family->are_told_apart |= settings->noted[at].settings != own;
        return 1;
    }
    struct noted_name *noted = with_room(settings->noted, settings->noted_count, sizeof *noted);
    if (!noted)
        return 0;
    settings->noted = noted;
    noted[settings->noted_count] = (struct noted_name){key, own};
    return slots_add(&settings->names, key, (uint32_t)settings->noted_count++);
}

void name_settings_join(const struct name_settings *settings, struct benchmark_name *name) {
    uint64_t key = family_key(name);
    uint32_t at = slots_find(&settings->families, key, is_family, settings->family, &key);
    if (at == SLOTS_NONE || !settings->family[at].are_told_apart)
        return;
    keep(name->settings, settings->family[at].common, 0);
    for (size_t used = strlen(name->action), i = 0; name->settings[i]; i++, used++) {
        name->action[used] = name->settings[i]; /* both are parts of one name, which has room */
        name->action[used + 1] = '\0';
    }
}

void name_settings_release(struct name_settings *settings) {
    for (size_t i = 0; i < settings->family_count; i++)
        free(settings->family[i].common);
    slots_release(&settings->names);
    slots_release(&settings->families);
    free(settings->noted);
    free(settings->family);
    *settings = (struct name_settings){0};
}
