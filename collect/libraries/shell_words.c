/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/libraries/shell_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- joining --- */

static int is_plain(const char *text) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./=,:+@%";
    return *text && text[strspn(text, plain)] == '\0';
}

/* 'it'\''s': nothing but the quote itself is special between single quotes. */
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

/* Writes the word at *TEXT to WORD, which has room for it, and moves *TEXT behind it. Returns
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
