/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/processes/last_words.h"

#include <stdio.h>
#include <string.h>

#include "formats/text/unicode.h"

/* How reports begin: a line that starts with `start` and has `within` in it. The next line belongs
 * to the report if it starts with `next`; NULL: it never does. The first row that fits is used. */
static const struct report {
    const char *start, *within, *next;
} reports[] = {
    {"thread '", " panicked at '", NULL}, /* Rust up to 1.72 has the message behind `at` */
    {"thread '", " panicked at ", ""},
    {"memory allocation of ", " bytes failed", NULL}, /* Rust */
    {"panic: ", "", NULL},                            /* Go */
    {"fatal error: ", "", NULL},                      /* Go */
    {"terminate called ", "", "  what():"},           /* libstdc++ */
    {"pure virtual method called", "", NULL},         /* libstdc++ */
    {"At line ", " of file ", "Fortran runtime error:"},
    {"Exception in thread ", "", NULL}, /* Java */
    {"", ".java:", NULL},               /* what it cannot compile */
    {"SUMMARY: AddressSanitizer:", "", NULL},
    {"", ": runtime error: ", NULL}, /* UndefinedBehaviorSanitizer */
};

struct line {
    const char *text; /* NULL: there is no line */
    size_t length;    /* without blanks at its end */
};

static struct line line_at(const char *text) {
    size_t length = strcspn(text, "\n");
    while (length && strchr(" \t\r", text[length - 1]))
        length--;
    return (struct line){text, length};
}

static struct line line_after(struct line line) {
    const char *end = strchr(line.text, '\n');
    return end ? line_at(end + 1) : (struct line){NULL, 0};
}

static int begins(struct line line, const char *start) {
    return line.text && strncmp(line.text, start, strlen(start)) == 0;
}

static const struct report *report_at(struct line line) {
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
        const char *within = reports[i].within;
        if (begins(line, reports[i].start) &&
            memmem(line.text, line.length, within, strlen(within)))
            return &reports[i];
    }
    return NULL;
}

/* Writes LINE and, unless it is empty, what MORE has behind its blanks. */
static void quote(struct line line, struct line more, char *words, size_t size) {
    size_t blanks = more.length ? strspn(more.text, " \t") : 0;
    const char *between = line.text[line.length - 1] == ':' ? " " : ": ";
    int written =
        snprintf(words, size, "%.*s%s%.*s", (int)line.length, line.text, more.length ? between : "",
                 (int)(more.length - blanks), more.length ? more.text + blanks : "");
    if ((size_t)written >= size)
        utf8_end_in(words, size, "...");
}

void last_words(const char *output, char *words, size_t size) {
    struct line last = {NULL, 0};
    for (struct line line = line_at(output); line.text; line = line_after(line)) {
        const struct report *report = report_at(line);
        if (report) {
            struct line next = line_after(line);
            int is_of_it = report->next && begins(next, report->next);
            quote(line, is_of_it ? next : (struct line){NULL, 0}, words, size);
            return;
        }
        if (line.length)
            last = line;
    }
    words[0] = '\0';
    if (last.text)
        quote(last, (struct line){NULL, 0}, words, size);
}
