/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jenkins.h: the checksum of HDF5's object headers. Private. */
#ifndef BENCHMAT_STORE_NATIVE_JENKINS_H
#define BENCHMAT_STORE_NATIVE_JENKINS_H

#include <stddef.h>
#include <stdint.h>

/* hashlittle by Bob Jenkins, lookup3.c (2006, public domain), with an initial value of 0. */
uint32_t jenkins_hash(const unsigned char *bytes, size_t size);

#endif
