/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/import/benchmark_name.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/import/format.h"
#include "formats/text/decimal.h"

/* --- taking names apart --- */

/* The arguments in their order; one of them becomes the size. */
struct arguments {
    struct import_builder_parameter items[BENCHMARK_NAME_MOST_ARGUMENTS];
    size_t count;
};

/* Whether WORD, with or without a value behind it, is one of SETTINGS. */
static int is_setting(const char *settings, const char *word) {
    char alone[BENCHMARK_NAME_BYTES];
    snprintf(alone, sizeof alone, "%.*s", (int)strcspn(word, ":"), word);
    return settings && words_have(settings, alone);
}

/* Ends the word at *TEXT at the next slash outside template arguments, and moves *TEXT behind it;
 * to NULL after the last word. */
static char *next_word(char **text) {
    char *word = *text, *at = word;
    for (int depth = 0; *at && (*at != '/' || depth > 0); at++)
        depth += (*at == '<') - (*at == '>');
    *text = *at ? at + 1 : NULL;
    *at = '\0';
    return word;
}

/* Returns the last colon or equals sign, which separates the name of an argument from its value;
 * NULL if there is none. */
static const char *find_separator(const char *word) {
    const char *last = NULL;
    for (; *word; word++)
        if (*word == ':' || *word == '=')
            last = word;
    return last;
}

/* Takes WORD if it is an argument such as "8", "n:8" or "n=8", and writes its name and its number
 * to ROOM. Returns whether it is one. */
static int take_argument(struct arguments *arguments, char *word, char *room, size_t size) {
    const char *separator = find_separator(word);
    const char *number = separator ? separator + 1 : word;
    struct import_builder_parameter *argument = &arguments->items[arguments->count];
    if (!decimal_read_amount(number, strlen(number), &argument->value))
        return 0;
    if (separator)
        snprintf(room, size, "%.*s", (int)(separator - word), word);
    else
        snprintf(room, size, "arg%zu", arguments->count);
    argument->name = room;
    size_t used = strlen(room) + 1;
    snprintf(room + used, size - used, "%s", number);
    argument->text = room + used;
    arguments->count++;
    return 1;
}

/* Appends SLASH and WORD to WORDS [BENCHMARK_NAME_BYTES]. */
static void append_word(char *words, const char *slash, const char *word) {
    size_t used = strlen(words);
    snprintf(words + used, BENCHMARK_NAME_BYTES - used, "%s%s", slash, word);
}

/* Moves a template argument that says the type from the name of the action to name->type. */
static void take_type(struct benchmark_name *name) {
    static const struct {
        const char *suffix;
        char type;
    } types[] = {{"<float>", 's'}, {"<double>", 'd'}};
    size_t length = strlen(name->action);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t end = strlen(types[i].suffix);
        if (length > end && strcmp(name->action + length - end, types[i].suffix) == 0) {
            name->action[length - end] = '\0';
            name->type = types[i].type;
            return;
        }
    }
}

static size_t find(const struct arguments *arguments, const char *name) {
    size_t i = 0;
    while (i < arguments->count && strcmp(arguments->items[i].name, name) != 0)
        i++;
    return i;
}

/* Moves the argument SIZE_PARAM to name->size, and the others to name->parameters. */
static int give_size(struct benchmark_name *name, const struct arguments *arguments,
                     const char *size_param, struct err *err) {
    size_t size = size_param ? find(arguments, size_param) : arguments->count;
    name->size = arguments->count ? IMPORT_BUILDER_ANY_SIZE : IMPORT_BUILDER_NO_SIZE;
    name->lacks_size_param = size_param && size == arguments->count;
    for (size_t i = 0; i < arguments->count; i++)
        if (i != size)
            name->parameters[name->parameter_count++] = arguments->items[i];
    if (size == arguments->count)
        return 0;
    name->size_name = arguments->items[size].name;
    name->size_text = arguments->items[size].text;
    if (decimal_is_whole(arguments->items[size].value, &name->size) && name->size >= 0)
        return 0;
    return err_set(err, ERR_DAMAGED, "%s: argument %s is not a size; choose another for it",
                   name->action, name->size_name);
}

int benchmark_name_parse(struct benchmark_name *name, const char *text, const char *size_param,
                         const char *settings, struct err *err) {
    char copy[BENCHMARK_NAME_BYTES], *rest = copy;
    struct arguments arguments = {.count = 0};
    size_t used = 0;
    *name = (struct benchmark_name){.size = IMPORT_BUILDER_NO_SIZE};
    if (strlen(text) >= sizeof copy)
        return err_set(err, ERR_DAMAGED, "%.60s...: too long a name", text);
    strcpy(copy, strncmp(text, "BM_", 3) == 0 && text[3] ? text + 3 : text);
    append_word(name->action, "", next_word(&rest));
    while (rest) {
        char *word = next_word(&rest), *room = name->room + used;
        if (is_setting(settings, word)) {
            append_word(name->settings, "/", word);
            continue;
        }
        if (arguments.count == BENCHMARK_NAME_MOST_ARGUMENTS)
            return err_set(err, ERR_DAMAGED, "%.60s...: too many arguments", text);
        if (take_argument(&arguments, word, room, sizeof name->room - used))
            used = (size_t)(arguments.items[arguments.count - 1].text - name->room) +
                   strlen(arguments.items[arguments.count - 1].text) + 1;
        else
            append_word(name->action, *name->action ? "/" : "", word);
    }
    take_type(name);
    return give_size(name, &arguments, size_param, err);
}

/* --- writing names --- */

/* Writes NAME with '_' for each slash, which would end the name. */
static void write_name(FILE *file, const char *name) {
    for (; *name; name++)
        fputc(*name == '/' ? '_' : *name, file);
}

void point_words_write(FILE *file, const struct measurement *m, const struct series *series,
                       size_t point) {
    const struct fact *threads = facts_find(&m->facts, FACT_THREADS);
    write_name(file, m->name);
    fputc('/', file);
    write_name(file, series->name);
    if (!facts_find(&m->facts, FACT_AXIS))
        fprintf(file, "/%s%lld", m->parameter_count ? "size:" : "", (long long)m->sizes[point]);
    for (size_t i = 0; i < m->parameter_count; i++) {
        double value = m->parameters[i].values[point];
        fputc('/', file);
        write_name(file, m->parameters[i].name);
        fprintf(file, ":%s", isfinite(value) ? digits_shortest(value).text : "nan");
    }
    if (threads && threads->kind == FACT_INTEGER && threads->integer > 1)
        fprintf(file, "/threads:%lld", (long long)threads->integer);
}
