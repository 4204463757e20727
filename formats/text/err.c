/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/err.h"

#include <errno.h>
#include <stdio.h>

#include "formats/text/unicode.h"

static void print_message(struct err *err, const char *format, va_list arguments) {
    vsnprintf(err->message, sizeof err->message, format, arguments);
    utf8_clean(err->message, '?');
}

int err_set(struct err *err, int code, const char *format, ...) {
    if (err) {
        va_list arguments;
        va_start(arguments, format);
        print_message(err, format, arguments);
        va_end(arguments);
    }
    return code;
}

int err_prefix(struct err *err, int code, const char *format, ...) {
    if (err) {
        struct err inner = *err;
        va_list arguments;
        va_start(arguments, format);
        print_message(err, format, arguments);
        va_end(arguments);
        struct err outer = *err;
        snprintf(err->message, sizeof err->message, "%.*s: %.*s", 400, outer.message, 600,
                 inner.message);
    }
    return code;
}

const char *err_room_question(int number) {
    return number == EFBIG ? "does ulimit -f limit the size of files?" : "is the disk full?";
}

const char *err_file_state(int code) {
    return code == ERR_DAMAGED      ? "damaged"
           : code == ERR_UNREADABLE ? "unreadable"
           : code == ERR_REWRITTEN  ? "rewritten"
                                    : NULL;
}

static const struct {
    int code, status;
} exit_statuses[] = {
    {0, 0},           {ERR_USAGE, 64},     {ERR_ABSENT, 64},
    {ERR_DAMAGED, 2}, {ERR_UNMEASURED, 3}, {ERR_INTERRUPTED, 130},
};

int err_exit_status(int code) {
    for (unsigned i = 0; i < sizeof exit_statuses / sizeof *exit_statuses; i++)
        if (exit_statuses[i].code == code)
            return exit_statuses[i].status;
    return 1;
}
