/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/command_line/option_table.h"

#include <stdio.h>
#include <string.h>

#include "formats/text/suggest.h"
#include "store/command_line/access_options.h"

static int key_of(const struct option_table *table, size_t row) {
    const struct option_row *option = &table->rows[row];
    return !option->name ? 0 : option->letter ? option->letter : table->first_key + (int)row;
}

void option_table_describe(const struct option_table *table, struct argp_option *options) {
    for (size_t i = 0; i < table->count; i++) {
        const struct option_row *row = &table->rows[i];
        options[i] = (struct argp_option){row->name,  key_of(table, i), row->argument,
                                          row->flags, row->help,        row->group};
    }
    options[table->count] = (struct argp_option){NULL, 'h', NULL, OPTION_HIDDEN, NULL, -1};
    options[table->count + 1] = (struct argp_option){0};
}

error_t option_table_parse(const struct option_table *table, int key, char *text,
                           struct argp_state *state, struct options_given *given) {
    if (key == 'h')
        argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
    for (size_t i = 0; i < table->count; i++)
        if (table->rows[i].name && key == key_of(table, i)) {
            given->bits[i / 64] |= UINT64_C(1) << i % 64;
            table->rows[i].read(state, &table->rows[i], text);
            return 0;
        }
    return ARGP_ERR_UNKNOWN;
}

int option_table_is_given(const struct option_table *table, const struct options_given *given,
                          const char *name) {
    for (size_t i = 0; i < table->count; i++)
        if (table->rows[i].name && strcmp(table->rows[i].name, name) == 0)
            return (int)(given->bits[i / 64] >> i % 64 & 1);
    return 0;
}

void *option_place(const struct argp_state *state, const struct option_row *row) {
    return (char *)state->input + row->place;
}

void option_read_flag(struct argp_state *state, const struct option_row *row, char *text) {
    (void)text;
    *(int *)option_place(state, row) = 1;
}

void option_read_text(struct argp_state *state, const struct option_row *row, char *text) {
    *(const char **)option_place(state, row) = text;
}

void option_read_word(struct argp_state *state, const struct option_row *row, char *text) {
    char all[128] = "";
    unsigned i;
    for (i = 0; row->words[i] && strcmp(row->words[i], text) != 0; i++) {
        strcat(all, i ? " or " : "");
        strcat(all, row->words[i]);
    }
    if (!row->words[i])
        refuse(state, "--%s %s: %s is needed%s", row->name, text, all,
               suggest_among(text, all).text);
    *(unsigned *)option_place(state, row) = (unsigned)row->value + i;
}
