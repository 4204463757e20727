/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/libraries/library_record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- joining --- */

static int is_plain(const char *text) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./=,:+@%";
    return *text && text[strspn(text, plain)] == '\0';
}

/* 'it'\''s': between single quotes only the quote itself is special. */
static void write_quoted(FILE *out, const char *text) {
    if (is_plain(text)) {
        fputs(text, out);
        return;
    }
    fputc('\'', out);
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", out);
        else
            fputc(*text, out);
    fputc('\'', out);
}

char *shell_words_join(char *const *words) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    for (size_t i = 0; words[i]; i++) {
        if (i)
            fputc(' ', out);
        write_quoted(out, words[i]);
    }
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* --- splitting --- */

static int is_between(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}

/* Writes the word at *TEXT to WORD, which has room for it, and moves *TEXT to its end. Returns
 * whether its quotes are closed. */
static int take_word(const char **text, char *word) {
    const char *at = *text;
    int is_quoted = 0;
    for (; *at && (is_quoted || !is_between(*at)); at++) {
        if (*at == '\'')
            is_quoted = !is_quoted;
        else if (*at == '\\' && !is_quoted && at[1])
            *word++ = *++at;
        else
            *word++ = *at;
    }
    *word = '\0';
    *text = at;
    return !is_quoted;
}

static int add_word(struct shell_words *words, const char *word) {
    char **items = realloc(words->items, (words->count + 2) * sizeof *items);
    if (!items)
        return -1;
    words->items = items;
    items[words->count] = strdup(word);
    items[words->count + 1] = NULL;
    return items[words->count++] ? 0 : -1;
}

int shell_words_split(struct shell_words *words, const char *text, struct err *err) {
    char *word = malloc(strlen(text) + 1);
    int code = word ? 0 : err_set(err, ERR_FAILED, "no memory for words");
    *words = (struct shell_words){0};
    for (text += strspn(text, " \t\n"); !code && *text; text += strspn(text, " \t\n"))
        if (!take_word(&text, word))
            code = err_set(err, ERR_DAMAGED, "a quote is not closed: %.200s", word);
        else if (add_word(words, word))
            code = err_set(err, ERR_FAILED, "no memory for words");
    free(word);
    if (code)
        shell_words_release(words);
    return code;
}

void shell_words_release(struct shell_words *words) {
    for (size_t i = 0; i < words->count; i++)
        free(words->items[i]);
    free(words->items);
    *words = (struct shell_words){0};
}

/* --- library record --- */

static const char fact_name[] = "libraries";

/* --- recording --- */

static char *describe_object(const struct library *library, size_t object) {
    char *word;
    int length = asprintf(&word, "%s=%s%s", library->name, library->is_chain ? "+" : "",
                          library->paths[object]);
    return length < 0 ? NULL : word;
}

void library_record(const struct libraries *libraries, struct facts *facts) {
    struct shell_words words = {calloc(libraries->count * LIBRARY_MAX_OBJECTS + 1, sizeof(char *)),
                                0};
    for (size_t i = 0; words.items && i < libraries->count; i++)
        for (size_t p = 0; p < libraries->items[i].path_count; p++)
            words.items[words.count++] = describe_object(&libraries->items[i], p);
    int is_whole = words.items != NULL;
    for (size_t i = 0; i < words.count; i++)
        is_whole &= words.items[i] != NULL;
    char *text = is_whole ? shell_words_join(words.items) : NULL;
    if (text)
        facts_set_text(facts, fact_name, text);
    else
        facts->incomplete = 1;
    free(text);
    shell_words_release(&words);
}

/* --- recalling --- */

/* No name contains '=', and every path begins with a slash. */
static int add_object(struct libraries *libraries, char *word, struct err *err) {
    char *path = strchr(word, '=');
    struct library *last = libraries->count ? &libraries->items[libraries->count - 1] : NULL;
    int is_chain = path && path[1] == '+';
    if (!path || path == word || path[1 + is_chain] != '/')
        return err_set(err, ERR_DAMAGED, "\"%.200s\" is no library", word);
    *path = '\0';
    path += 1 + is_chain;
    if (access(path, R_OK))
        return err_set(err, ERR_FAILED, "the library %s was %.500s: %s", word, path,
                       strerror(errno));
    if (!last || strcmp(last->name, word) != 0) {
        struct library *items = realloc(libraries->items, (libraries->count + 1) * sizeof *items);
        if (!items)
            last = NULL;
        else {
            libraries->items = items;
            items[libraries->count] = (struct library){.name = strdup(word), .is_chain = is_chain};
            last = items[libraries->count].name ? &items[libraries->count++] : NULL;
        }
    }
    if (last && last->is_chain != is_chain)
        return err_set(err, ERR_DAMAGED, "the library %s is a chain and none", word);
    if (last && last->path_count == LIBRARY_MAX_OBJECTS)
        return err_set(err, ERR_DAMAGED, "the library %s has too many files", word);
    char *copy = last ? strdup(path) : NULL;
    if (!copy)
        return err_set(err, ERR_FAILED, "no memory for the libraries");
    last->paths[last->path_count++] = copy;
    return 0;
}

int library_recall(const struct facts *facts, struct libraries *libraries, struct err *err) {
    const char *text = facts_text(facts, fact_name, "");
    struct shell_words words;
    *libraries = (struct libraries){0};
    int code = shell_words_split(&words, text, err);
    for (size_t i = 0; !code && i < words.count; i++)
        code = add_object(libraries, words.items[i], err);
    if (!code && libraries->count == 0)
        code = err_set(err, ERR_DAMAGED, "it does not say which libraries it is of");
    shell_words_release(&words);
    if (code)
        libraries_release(libraries);
    return code;
}
