/* SPDX-License-Identifier: GPL-3.0-or-later */
/* size_choice.h: which of the arguments of benchmarks is their size. One name alone does not tell:
 * what an argument is, is decided once for all benchmarks of an action. */
#ifndef BENCHMAT_FORMATS_IMPORT_SIZE_CHOICE_H
#define BENCHMAT_FORMATS_IMPORT_SIZE_CHOICE_H

#include "formats/import/import_builder.h"

/* Makes a parameter of ACTION its size, if its samples leave that open (IMPORT_BUILDER_ANY_SIZE)
 * and one can be: its values are whole, at least 1 and known at every point, and its name is not
 * that of another parameter, such as "threads" (header_words.h). Of several it is the one that is
 * named so, the likeliest word first; else the one with the most values with which times grow,
 * while all others stay; else the one with the most values; else the last.
 *
 * Sets size_name, unless the size has only its place for a name, as the 8 of "f/8". Returns 0 if
 * memory runs out. */
int size_choice_make(struct gathered_action *action);

#endif
