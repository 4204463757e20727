/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/harness/command_template.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/import/import_builder.h"
#include "formats/model/hash_table.h"

enum {
    MOST_OCCURRENCES = 10, /* of values in a command; the search tries each subset */
    MOST_WITNESSES = 24,   /* other settings that a subset is tried against */
    WITNESSES_EACH = 4,    /* of these, for each parameter, settings that differ only in it */
    MOST_FILLED = 1 << 13, /* bytes of a command */
    MOST_WORK = 1 << 26,   /* mostly bytes filled in; beyond, only whole words are replaced */
};

/* A place in a command that shows the value of a parameter. */
struct occurrence {
    size_t at, length, value;
    int is_word;
};

struct search {
    struct command *commands;
    size_t count;
    struct slots by_setting, by_text; /* find settings by values, commands by text and setting */
    uint32_t *settings;               /* [setting_count] a command with each setting */
    size_t setting_count, work;
    char text[MOST_FILLED]; /* the command that `fill` made last */
};

/* The search for the template of one command. */
struct attempt {
    const struct command *command;
    struct occurrence occurrences[MOST_OCCURRENCES];
    size_t count;
    uint32_t witnesses[MOST_WITNESSES]; /* indices of commands, one per setting */
    size_t witness_count;
};

/* --- settings --- */

/* Returns how many numbers differ, and sets LAST to the last of them; SIZE_MAX if the two cannot
 * have the same template. */
static size_t differences(const struct command *a, const struct command *b, size_t *last) {
    size_t count = 0;
    if (a->value_count != b->value_count)
        return SIZE_MAX;
    for (size_t i = 0; i < a->value_count; i++) {
        const struct command_value *x = &a->values[i], *y = &b->values[i];
        int is_same = strcmp(x->text, y->text) == 0;
        if (strcmp(x->name, y->name) != 0 || x->is_number != y->is_number ||
            (!x->is_number && !is_same))
            return SIZE_MAX;
        count += !is_same;
        *last = is_same ? *last : i;
    }
    return count;
}

static int is_setting(const void *things, uint32_t number, const void *key) {
    const struct search *search = things;
    size_t last;
    return differences(&search->commands[search->settings[number]], key, &last) == 0;
}

static int is_command(const void *things, uint32_t number, const void *key) {
    const struct command *command = &((const struct search *)things)->commands[number];
    const struct command *like = key;
    return command->setting == like->setting && strcmp(command->text, like->text) == 0;
}

static uint64_t hash_command(const char *text, uint32_t setting) {
    return slots_hash_number(slots_hash_text(slots_hash(), text), setting);
}

static uint32_t find_command(const struct search *search, const char *text, uint32_t setting) {
    const struct command like = {.text = text, .setting = setting};
    return slots_find(&search->by_text, hash_command(text, setting), is_command, search, &like);
}

static int list_all(struct search *search) {
    search->settings = malloc((search->count + 1) * sizeof *search->settings);
    for (size_t i = 0; search->settings && i < search->count; i++) {
        struct command *command = &search->commands[i];
        uint64_t hash = slots_hash();
        for (size_t j = 0; j < command->value_count; j++)
            hash = slots_hash_text(slots_hash_text(hash, command->values[j].name),
                                   command->values[j].text);
        command->setting = slots_find(&search->by_setting, hash, is_setting, search, command);
        if (command->setting == SLOTS_NONE) {
            command->setting = (uint32_t)search->setting_count++;
            search->settings[command->setting] = (uint32_t)i;
            if (!slots_add(&search->by_setting, hash, command->setting))
                return 0;
        }
        if (find_command(search, command->text, command->setting) == SLOTS_NONE &&
            !slots_add(&search->by_text, hash_command(command->text, command->setting),
                       (uint32_t)i))
            return 0;
    }
    return search->settings != NULL;
}

/* --- values in a command --- */

static int is_of_word(char c) {
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 || (c && strchr("_.-+", c));
}

static int is_word(const char *text, const char *at, size_t length) {
    return (at == text || !is_of_word(at[-1])) && !is_of_word(at[length]);
}

static int add_witness(struct attempt *attempt, uint32_t command) {
    for (size_t i = 0; i < attempt->witness_count; i++)
        if (attempt->witnesses[i] == command)
            return 1;
    if (attempt->witness_count == MOST_WITNESSES)
        return 0;
    attempt->witnesses[attempt->witness_count++] = command;
    return 1;
}

/* Chooses other settings: first, for each parameter, some that differ only in it. */
static void choose_witnesses(const struct search *search, struct attempt *attempt) {
    size_t of_value[MOST_WITNESSES] = {0}, last = 0;
    for (int alone = 1; alone >= 0; alone--)
        for (size_t s = 0; s < search->setting_count; s++) {
            size_t differ =
                differences(attempt->command, &search->commands[search->settings[s]], &last);
            if (differ == 0 || differ == SIZE_MAX || (alone && differ > 1))
                continue;
            if (alone && (last >= MOST_WITNESSES || of_value[last]++ >= WITNESSES_EACH))
                continue;
            if (!add_witness(attempt, search->settings[s]))
                return;
        }
}

/* --- replacing values --- */

/* Returns the occurrence in CHOSEN, a set of bits, that begins at AT; NULL if there is none. */
static const struct occurrence *chosen_at(const struct attempt *attempt, unsigned chosen,
                                          size_t at) {
    for (size_t o = 0; o < attempt->count; o++)
        if (chosen >> o & 1 && attempt->occurrences[o].at == at)
            return &attempt->occurrences[o];
    return NULL;
}

/* Returns the command, in search->text, with the CHOSEN values replaced by those of FILLED, or by
 * their names if FILLED is NULL. Returns NULL if it is too long. */
static const char *fill(struct search *search, const struct attempt *attempt, unsigned chosen,
                        const struct command *filled) {
    const struct command *command = attempt->command;
    char *text = search->text;
    size_t used = 0;
    for (size_t at = 0; command->text[at] && used < MOST_FILLED;) {
        const struct occurrence *o = chosen ? chosen_at(attempt, chosen, at) : NULL;
        if (!o) {
            text[used++] = command->text[at++];
            continue;
        }
        int length =
            filled
                ? snprintf(text + used, MOST_FILLED - used, "%s", filled->values[o->value].text)
                : snprintf(text + used, MOST_FILLED - used, "{%s}", command->values[o->value].name);
        used += (size_t)length;
        at += o->length;
    }
    if (used >= MOST_FILLED)
        return NULL;
    text[used] = 0;
    search->work += used;
    return text;
}

static int overlap(const struct attempt *attempt, unsigned chosen) {
    for (size_t a = 0; a < attempt->count; a++)
        for (size_t b = a + 1; b < attempt->count; b++) {
            const struct occurrence *x = &attempt->occurrences[a], *y = &attempt->occurrences[b];
            if (chosen >> a & 1 && chosen >> b & 1 && x->at < y->at + y->length &&
                y->at < x->at + x->length)
                return 1;
        }
    return 0;
}

/* Returns for how many witnesses the command with their values is one of the commands. */
static size_t support(struct search *search, const struct attempt *attempt, unsigned chosen) {
    size_t count = 0;
    for (size_t w = 0; w < attempt->witness_count; w++) {
        const struct command *witness = &search->commands[attempt->witnesses[w]];
        const char *text = fill(search, attempt, chosen, witness);
        count += text && find_command(search, text, witness->setting) != SLOTS_NONE;
    }
    return count;
}

static size_t count_chosen(const struct attempt *attempt, unsigned chosen, int only_parts) {
    size_t count = 0;
    for (size_t o = 0; o < attempt->count; o++)
        count += chosen >> o & 1 && !(only_parts && attempt->occurrences[o].is_word);
    return count;
}

static unsigned choose(struct search *search, const struct attempt *attempt) {
    unsigned best = 0;
    size_t best_support = support(search, attempt, 0);
    for (unsigned chosen = 1; chosen < 1u << attempt->count && search->work < MOST_WORK; chosen++) {
        if (overlap(attempt, chosen))
            continue;
        size_t here = support(search, attempt, chosen);
        size_t parts = count_chosen(attempt, chosen, 1),
               best_parts = count_chosen(attempt, best, 1);
        int is_better = here != best_support ? here > best_support
                        : parts != best_parts
                            ? parts < best_parts
                            : count_chosen(attempt, chosen, 0) < count_chosen(attempt, best, 0);
        best = is_better ? chosen : best;
        best_support = is_better ? here : best_support;
    }
    return best;
}

/* Whether occurrence O is a whole word that only one parameter can explain, and no chosen
 * occurrence shows this parameter already. */
static int is_sure(const struct attempt *attempt, unsigned chosen, size_t o) {
    const struct occurrence *word = &attempt->occurrences[o];
    for (size_t i = 0; i < attempt->count; i++)
        if ((chosen >> i & 1 && attempt->occurrences[i].value == word->value) ||
            (attempt->occurrences[i].at == word->at && i != o))
            return 0;
    return word->is_word;
}

/* Adds to CHOSEN the words that are the same in all commands that it yields. */
static unsigned add_constants(struct search *search, const struct attempt *attempt,
                              unsigned chosen) {
    size_t least = support(search, attempt, chosen);
    unsigned all = chosen;
    for (size_t o = 0; o < attempt->count; o++)
        if (is_sure(attempt, chosen, o) && !overlap(attempt, all | 1u << o) &&
            support(search, attempt, all | 1u << o) >= least)
            all |= 1u << o;
    return all;
}

/* --- all commands --- */

/* Gives TEMPLATE, which comes from CHOSEN, to all commands that it yields. Returns 0 if memory runs
 * out. */
static int assign(struct search *search, const struct attempt *attempt, unsigned chosen,
                  const char *template) {
    for (size_t s = 0; s < search->setting_count && search->work < MOST_WORK; s++) {
        const struct command *setting = &search->commands[search->settings[s]];
        size_t last;
        search->work++;
        if (differences(attempt->command, setting, &last) == SIZE_MAX)
            continue;
        const char *text = fill(search, attempt, chosen, setting);
        uint32_t made = text ? find_command(search, text, (uint32_t)s) : SLOTS_NONE;
        if (made != SLOTS_NONE && !search->commands[made].template &&
            !(search->commands[made].template = strdup(template)))
            return 0;
    }
    return 1;
}

static int find_template(struct search *search, struct command *command) {
    struct attempt attempt = {.command = command};
    if (strlen(command->text) <= IMPORT_BUILDER_MOST_NAME) {
        /* Whole words first, because there may be no room for all. */
        const struct command *occurrences_command = attempt.command;
        for (int words = 1; words >= 0; words--)
            for (size_t v = 0; v < occurrences_command->value_count; v++) {
                const char *value = occurrences_command->values[v].text,
                           *at = occurrences_command->text;
                size_t length = strlen(value);
                for (; occurrences_command->values[v].is_number && (at = strstr(at, value)); at++)
                    if (attempt.count < MOST_OCCURRENCES &&
                        is_word(occurrences_command->text, at, length) == words)
                        attempt.occurrences[attempt.count++] = (struct occurrence){
                            (size_t)(at - occurrences_command->text), length, v, words};
            }
    }
    if (attempt.count && search->work < MOST_WORK)
        choose_witnesses(search, &attempt);
    search->work += attempt.count ? search->setting_count : 0;
    unsigned chosen = attempt.count ? choose(search, &attempt) : 0;
    chosen = add_constants(search, &attempt, chosen);
    const char *template = fill(search, &attempt, chosen, NULL);
    command->template = strdup(template ? template : command->text);
    return command->template &&
           (!chosen || !template || assign(search, &attempt, chosen, command->template));
}

int command_templates_find(struct command *commands, size_t count) {
    struct search search = {.commands = commands, .count = count};
    int ok = count < SLOTS_NONE && list_all(&search);
    for (size_t i = 0; ok && i < count; i++)
        ok = commands[i].template || find_template(&search, &commands[i]);
    free(search.settings);
    slots_release(&search.by_setting);
    slots_release(&search.by_text);
    return ok;
}
