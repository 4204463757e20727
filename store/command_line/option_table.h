/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option_table.h: the options of a program, a line for each: what --help and completion say of it,
 * how its argument is read, and where its value goes. */
#ifndef BENCHMAT_STORE_COMMAND_LINE_OPTION_TABLE_H
#define BENCHMAT_STORE_COMMAND_LINE_OPTION_TABLE_H

#include <argp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "formats/text/err.h"

struct option_row;

/* Reads TEXT, the argument of an option, NULL for none, into AT. ERR_USAGE, with a message that
 * names the option, if it cannot be read. */
typedef int option_parse(void *at, const char *text, struct err *err);

/* The same for one that ROW tells more about, or whose argument is kept. */
typedef int option_read(void *at, const struct option_row *row, char *text, struct err *err);

struct option_row {
    const char *name, *argument, *help; /* without NAME, HELP is the heading of the rows below */
    void (*list)(FILE *file);           /* writes what stands for the {} in HELP; NULL: nothing */
    option_parse *parse;                /* this, or READ */
    option_read *read;
    size_t place; /* offset of AT in the struct that is the input of argp_parse */
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

/* Writes NAME as number I of COUNT in "a, b or c" to FILE; WORD is "or", or what stands there. */
void option_list_name(FILE *file, const char *name, size_t i, size_t count, const char *word);

/* For the parser of an argp: reads the argument TEXT of the option KEY, and notes it in GIVEN,
 * unless that is NULL. ARGP_ERR_UNKNOWN: KEY is no option of TABLE. After a mistake it says so, and
 * ends the program with status 64. */
error_t option_table_parse(const struct option_table *table, int key, char *text,
                           struct argp_state *state, struct options_given *given);

/* The row of the option KEY, or NULL. */
const struct option_row *option_table_find(const struct option_table *table, int key);

/* Whether option NAME, which TABLE has, is among GIVEN. */
int option_table_is_given(const struct option_table *table, const struct options_given *given,
                          const char *name);

/* --- reading --- */

/* Sets an int to VALUE, or to 1 where that is 0. */
option_read option_read_flag;
/* Sets a const char *. */
option_read option_read_text;
/* Sets an unsigned to the number of the text among WORDS, plus VALUE. */
option_read option_read_word;

#endif
