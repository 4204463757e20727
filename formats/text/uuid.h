/* SPDX-License-Identifier: GPL-3.0-or-later */
/* uuid.h: makes unique identifiers. */
#ifndef BENCHMAT_FORMATS_TEXT_UUID_H
#define BENCHMAT_FORMATS_TEXT_UUID_H

enum { UUID_SIZE = 37 };

/* Writes a random RFC 4122 version 4 UUID to TEXT. */
void uuid_new(char text[UUID_SIZE]);

#endif
