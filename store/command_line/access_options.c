/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/command_line/access_options.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/unicode.h"

enum { LOCK_TIMEOUT = 0x2000 }; /* distinct from the keys of any parent */

static const struct argp_option options[] = {
    {"lock-timeout", LOCK_TIMEOUT, "SECONDS", 0,
     "wait so long for others who use the archive (default: 60)", ACCESS_OPTIONS_GROUP},
    {0},
};

static void tell(void *context, const char *line) {
    struct access_options *a = context;
    int is_warning = strcmp(line, ACCESS_UNFILTERED) == 0;
    if (!is_warning || !a->has_warned)
        fprintf(stderr, "%s: %s\n", a->program, line);
    a->has_warned |= is_warning;
}

static error_t parse(int key, char *argument, struct argp_state *state) {
    struct access_options *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        if (!a->access.tell) {
            a->access.tell = tell;
            a->access.context = a;
        }
        return 0;
    case LOCK_TIMEOUT: {
        /* In struct access 0 means the default, so a timeout of 0 is passed as -1. */
        char *end;
        double seconds = strtod(argument, &end);
        if (end == argument || *end || !(seconds >= 0 && seconds <= 1e9))
            refuse(state, "--lock-timeout %s: a number of seconds from 0 is needed", argument);
        a->access.lock_timeout = seconds > 0 ? seconds : -1;
    }
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp access_options_argp = {.options = options, .parser = parse};

#ifndef __GLIBC__
const struct argp_option no_options[] = {{0}};
#endif

/* --- errors in the command line --- */

void refuse(const struct argp_state *state, const char *format, ...) {
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    utf8_clean(message, '?');
    argp_error(state, "%s", message);
}
