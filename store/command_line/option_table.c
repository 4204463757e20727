/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/command_line/option_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/suggest.h"
#include "formats/text/xalloc.h"
#include "store/command_line/access_options.h"

static int key_of(const struct option_table *table, size_t row) {
    const struct option_row *option = &table->rows[row];
    return !option->name ? 0 : option->letter ? option->letter : table->first_key + (int)row;
}

void option_list_name(FILE *file, const char *name, size_t i, size_t count, const char *word) {
    if (i > 0 && i + 1 < count)
        fputs(", ", file);
    else if (i > 0)
        fprintf(file, " %s ", word);
    fputs(name, file);
}

/* The caller must not free it: --help shows it until the program ends. */
static const char *help_of(const struct option_row *row) {
    const char *place = row->list ? strstr(row->help, "{}") : NULL;
    char *text;
    size_t size;
    if (!place)
        return row->help;
    FILE *file = xopen_memstream(&text, &size);
    fprintf(file, "%.*s", (int)(place - row->help), row->help);
    row->list(file);
    fputs(place + strlen("{}"), file);
    xclose_memstream(file);
    return text;
}

void option_table_describe(const struct option_table *table, struct argp_option *options) {
    for (size_t i = 0; i < table->count; i++) {
        const struct option_row *row = &table->rows[i];
        options[i] = (struct argp_option){row->name,  key_of(table, i), row->argument,
                                          row->flags, help_of(row),     row->group};
    }
    options[table->count] = (struct argp_option){NULL, 'h', NULL, OPTION_HIDDEN, NULL, -1};
    options[table->count + 1] = (struct argp_option){0};
}

const struct option_row *option_table_find(const struct option_table *table, int key) {
    for (size_t i = 0; i < table->count; i++)
        if (table->rows[i].name && key == key_of(table, i))
            return &table->rows[i];
    return NULL;
}

error_t option_table_parse(const struct option_table *table, int key, char *text,
                           struct argp_state *state, struct options_given *given) {
    const struct option_row *row = option_table_find(table, key);
    struct err err = {""};
    if (key == 'h')
        argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
    if (!row)
        return ARGP_ERR_UNKNOWN;
    size_t number = (size_t)(row - table->rows);
    if (given)
        given->bits[number / 64] |= UINT64_C(1) << number % 64;
    void *at = (char *)state->input + row->place;
    int code = row->parse ? row->parse(at, text, &err) : row->read(at, row, text, &err);
    if (code == ERR_USAGE)
        refuse(state, "%s", err.message);
    else if (code)
        argp_failure(state, EXIT_FAILURE, 0, "%s", err.message);
    return 0;
}

int option_table_is_given(const struct option_table *table, const struct options_given *given,
                          const char *name) {
    for (size_t i = 0; i < table->count; i++)
        if (table->rows[i].name && strcmp(table->rows[i].name, name) == 0)
            return (int)(given->bits[i / 64] >> i % 64 & 1);
    return 0;
}

int option_read_flag(void *at, const struct option_row *row, char *text, struct err *err) {
    (void)text, (void)err;
    *(int *)at = row->value ? row->value : 1;
    return 0;
}

int option_read_text(void *at, const struct option_row *row, char *text, struct err *err) {
    (void)row, (void)err;
    *(const char **)at = text;
    return 0;
}

int option_read_word(void *at, const struct option_row *row, char *text, struct err *err) {
    char all[128] = "";
    unsigned i;
    for (i = 0; row->words[i] && strcmp(row->words[i], text) != 0; i++) {
        strcat(all, i ? " or " : "");
        strcat(all, row->words[i]);
    }
    if (!row->words[i])
        return err_set(err, ERR_USAGE, "--%s %s: %s is needed%s", row->name, text, all,
                       suggest_among(text, all).text);
    *(unsigned *)at = (unsigned)row->value + i;
    return 0;
}
