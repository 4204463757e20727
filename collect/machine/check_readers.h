/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check_readers.h: how each check finds out.
 *
 * A reader writes to FOUND what is the case, and returns whether that is a finding. SOURCE says
 * where it reads; what that means is the reader's own. */
#ifndef BENCHMAT_COLLECT_MACHINE_CHECK_READERS_H
#define BENCHMAT_COLLECT_MACHINE_CHECK_READERS_H

#include "collect/machine/check.h"

typedef enum check_state check_reader(const struct check_machine *machine, const char *source,
                                      char found[CHECK_FOUND_SIZE]);

/* check_cpu.c: the CPUs that workers run on */
check_reader check_cpu_governor;
check_reader check_cpu_sibling;
check_reader check_cpu_isolation;
check_reader check_cpu_collectors;
check_reader check_cpu_steal;
check_reader check_cpu_processes;

/* check_system.c: the system as a whole */
check_reader check_system_choice; /* SOURCE: "PATH WORD...": the words that are findings */
check_reader check_system_number; /* SOURCE: "PATH NUMBER": the number that is a finding */
check_reader check_system_load;
check_reader check_system_quota;
check_reader check_system_swap;
check_reader check_system_memory;
check_reader check_system_addresses;
check_reader check_system_balancing;
check_reader check_system_power;

#endif
