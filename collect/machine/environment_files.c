/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/machine/environment_files.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/text/utf8.h"

static size_t read_bytes(int fd, char *text, size_t size) {
    size_t used = 0;
    while (used < size) {
        ssize_t got = read(fd, text + used, size - used);
        if (got > 0)
            used += (size_t)got;
        else if (got == 0 || errno != EINTR)
            break;
    }
    return used;
}

int environment_files_read(const char *root, const char *path, char *text, size_t size) {
    char whole[4096];
    *text = '\0';
    if (snprintf(whole, sizeof whole, "%s%s", root, path) >= (int)sizeof whole)
        return 0;
    int fd = open(whole, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return 0;
    size_t used = read_bytes(fd, text, size - 1);
    close(fd);
    while (used > 0 && isspace((unsigned char)text[used - 1]))
        used--;
    text[used] = '\0';
    return *text != '\0';
}

int64_t environment_files_number(const char *root, const char *path) {
    char text[64], *end;
    environment_files_read(root, path, text, sizeof text);
    errno = 0;
    long long number = strtoll(text, &end, 10);
    return end == text || errno || number < 0 ? -1 : number;
}

/* Where the value begins, if LINE is about KEY. */
static const char *value_in_line(const char *line, const char *key, char separator) {
    size_t length = strlen(key);
    if (strncmp(line, key, length) != 0)
        return NULL;
    const char *at = line + length;
    at += strspn(at, " \t");
    if (separator == ' ')
        return at > line + length ? at : NULL;
    if (*at != separator)
        return NULL;
    at++;
    return at + strspn(at, " \t");
}

int environment_files_value(const char *text, const char *key, char separator, char *value,
                            size_t size) {
    *value = '\0';
    for (const char *line = text; *line; line += *line == '\n') {
        const char *found = value_in_line(line, key, separator);
        size_t length = strcspn(line, "\n");
        if (found) {
            snprintf(value, size, "%.*s", (int)strcspn(found, "\n"), found);
            return *value != '\0';
        }
        line += length;
    }
    return 0;
}

void environment_files_add(struct facts *facts, const char *name, const char *text) {
    if (!text || !*text)
        return;
    char *copy = strdup(text);
    if (copy) {
        utf8_clean(copy, '?');
        facts_set_text(facts, name, copy);
    } else {
        facts->incomplete = 1;
    }
    free(copy);
}
