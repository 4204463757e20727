/* SPDX-License-Identifier: GPL-3.0-or-later */
/* uuid.h: names that nobody else gives to anything. */
#ifndef BENCHMAT_FORMATS_TEXT_UUID_H
#define BENCHMAT_FORMATS_TEXT_UUID_H

enum { UUID_SIZE = 37 };

/* A random RFC 4122 version-4 UUID as text. */
void uuid_new(char text[UUID_SIZE]);

#endif
