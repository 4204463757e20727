/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ground.h: what a program needs of the system before anything else. */
#ifndef BENCHMAT_STORE_COMMAND_LINE_GROUND_H
#define BENCHMAT_STORE_COMMAND_LINE_GROUND_H

/* Ends PROGRAM with one line and status 1 if it may have too little stack, with which it would
 * crash somewhere; or, if it STARTS_OTHERS, if there is no /dev/null for their input and output.
 * Call it first. Want of memory (xalloc.h) names PROGRAM then. */
void ground_check(const char *program, int starts_others);

#endif
