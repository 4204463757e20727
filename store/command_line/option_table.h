/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option_table.h: the options of a program, a line for each: what --help and completion say of it,
 * how its argument is read, and where its value goes. */
#ifndef BENCHMAT_STORE_COMMAND_LINE_OPTION_TABLE_H
#define BENCHMAT_STORE_COMMAND_LINE_OPTION_TABLE_H

#include <argp.h>
#include <stddef.h>
#include <stdint.h>

struct option_row;

/* Reads TEXT, the argument of ROW's option. Where it is none, ends the program by refuse
 * (access_options.h). */
typedef void option_read(struct argp_state *state, const struct option_row *row, char *text);

struct option_row {
    const char *name, *argument, *help; /* without NAME, HELP is the heading of the rows below */
    option_read *read;
    size_t place; /* offset of the value in the struct that is the input of argp_parse */
    /* What READ may want to know: */
    int value;
    uint64_t least, most;
    const char *const *words; /* ends with NULL */
    /* As in struct argp_option; a LETTER of 0 is none. */
    int letter, flags, group;
};

struct option_table {
    const struct option_row *rows;
    size_t count;
    int first_key; /* with the COUNT after it, keys of nobody else in the same program */
};

/* Which rows of a table the command line has. */
struct options_given {
    uint64_t bits[2];
};
enum { OPTION_TABLE_MOST = 128 }; /* rows */

/* Writes what argp wants to know of TABLE: OPTIONS has room for COUNT + 2. */
void option_table_describe(const struct option_table *table, struct argp_option *options);

/* For the parser of an argp: reads the argument TEXT of the option KEY, and notes it in GIVEN.
 * ARGP_ERR_UNKNOWN: KEY is no option of TABLE. */
error_t option_table_parse(const struct option_table *table, int key, char *text,
                           struct argp_state *state, struct options_given *given);

/* Whether option NAME, which TABLE has, is among GIVEN. */
int option_table_is_given(const struct option_table *table, const struct options_given *given,
                          const char *name);

/* The address of ROW's value. */
void *option_place(const struct argp_state *state, const struct option_row *row);

/* --- reading --- */

/* Sets an int to 1. */
option_read option_read_flag;
/* Sets a const char *. */
option_read option_read_text;
/* Sets an unsigned to the number of the text among WORDS, plus VALUE. */
option_read option_read_word;

#endif
