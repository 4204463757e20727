/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/shell_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* A backslash before the end of a line makes one line of two. */
static int is_joint(const char *text) {
    return text[0] == '\\' && text[1] == '\n';
}

/* What separates words may have joints, which are no words. */
static const char *skip_between(const char *text) {
    while (is_between(*text) || is_joint(text))
        text += 1 + is_joint(text);
    return text;
}

/* Whether C opens a quote, or closes the one that is open: QUOTE, or 0. */
static int is_quote(char c, char quote) {
    return quote ? c == quote : c == '\'' || c == '"';
}

/* Takes one character of a word from *TEXT, by the quotes around it: 0, '\'' or '"'. Returns the
 * number of characters that it adds to WORD. */
static size_t take_character(const char **text, char quote, char *word) {
    const char *at = *text;
    int is_escape = *at == '\\' && quote != '\'' && at[1] && (!quote || strchr("$`\"\\\n", at[1]));
    *text = at + 1 + is_escape;
    if (is_escape && is_joint(at))
        return 0;
    *word = at[is_escape];
    return 1;
}

/* Writes the word at *TEXT to WORD, which has room for it, and moves *TEXT to its end. Returns
 * whether its quotes are closed. */
static int take_word(const char **text, char *word) {
    char quote = 0;
    while (**text && (quote || !is_between(**text))) {
        if (is_quote(**text, quote)) {
            quote = quote ? 0 : **text;
            ++*text;
        } else {
            word += take_character(text, quote, word);
        }
    }
    *word = '\0';
    return !quote;
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
    for (text = skip_between(text); !code && *text; text = skip_between(text))
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

/* --- operators --- */

const char *shell_words_find_operator(const char *text) {
    char quote = 0, ignored;
    const char *begin = skip_between(text); /* of the latest word */
    while (*text) {
        const char *at = text;
        if (!quote && is_between(*at)) {
            begin = text = skip_between(at);
            continue;
        }
        if (is_quote(*at, quote)) {
            quote = quote ? 0 : *at;
            text++;
            continue;
        }
        take_character(&text, quote, &ignored);
        int is_escape = text - at > 1;
        const char *operators = !quote ? "|&;<>()$`*?[" : quote == '"' ? "$`" : "";
        int begins_word = !quote && at == begin && strchr("~#", *at);
        if (!is_escape && (begins_word || strchr(operators, *at)))
            return at;
    }
    return NULL;
}
