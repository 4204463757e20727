/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/cli/refuse.h"

#include <stdarg.h>
#include <stdio.h>

#include "formats/text/utf8.h"

void cmd_refuse(const struct argp_state *state, const char *format, ...) {
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    utf8_clean(message, '?');
    argp_error(state, "%s", message);
}
