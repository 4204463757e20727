/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/statistics/numeric_errors.h"

#include <gsl/gsl_errno.h>

void numeric_errors_are_results(void) {
    gsl_set_error_handler_off();
}
