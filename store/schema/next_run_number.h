/* SPDX-License-Identifier: GPL-3.0-or-later */
/* next_run_number.h: the number of the next run. Private. */
#ifndef BENCHMAT_STORE_SCHEMA_NEXT_RUN_NUMBER_H
#define BENCHMAT_STORE_SCHEMA_NEXT_RUN_NUMBER_H

#include "store/schema/contents.h"

/* The name of the run to be appended to FILE: a number higher than any there. Asks for the latest
 * only, as listing thousands would take longer than appending. */
int next_run_number_next(hid_t file, char name[CONTENTS_NAME_SIZE], struct err *err);

#endif
