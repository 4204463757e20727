/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/foreign/go_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/foreign/foreign.h"
#include "formats/json/json_read.h"

enum { MOST_PACKAGES = 1000 };

/* The text of a package. */
struct output {
    char *name, *text;
    size_t length;
    FILE *stream;
};

struct outputs {
    struct output packages[MOST_PACKAGES];
    size_t count;
};

int go_json_is(const char *head, size_t n) {
    return n && *head == '{' && foreign_has(head, n, "\"Action\"") &&
           foreign_has(head, n, "\"Package\"");
}

/* Returns the package called NAME, which is the last one mostly; NULL if there are too many, or
 * memory runs out. */
static struct output *obtain(struct outputs *outputs, const char *name) {
    for (size_t i = outputs->count; i-- > 0;)
        if (strcmp(outputs->packages[i].name, name) == 0)
            return &outputs->packages[i];
    struct output *output = &outputs->packages[outputs->count];
    if (outputs->count == MOST_PACKAGES || !(output->name = strdup(name)))
        return NULL;
    output->stream = open_memstream(&output->text, &output->length);
    if (!output->stream) {
        free(output->name);
        return NULL;
    }
    outputs->count++;
    if (*name)
        fprintf(output->stream, "pkg: %s\n", name);
    return output;
}

static int refuse(const struct source *source, const char *line, const char *why, struct err *err) {
    return err_set(err, ERR_DAMAGED, "%s: line %zu: %s", source->path,
                   source_line(source, (size_t)(line - source->text)), why);
}

static int take_event(struct outputs *outputs, const struct source *source, const char *line,
                      size_t length, struct err *err) {
    const struct source one = {.path = source->path, .text = line, .length = length};
    struct err fault;
    json_object *event = json_text_parse(&one, &fault);
    const char *action = json_text_string(event, "Action");
    const char *package = json_text_string(event, "Package");
    const char *text = json_text_string(event, "Output");
    int rc = 0;
    if (!event)
        rc = refuse(source, line, "no event of go test -json", err);
    else if (action && text && strcmp(action, "output") == 0) {
        struct output *output = obtain(outputs, package ? package : "");
        if (!output)
            rc = refuse(source, line, "more packages than are read", err);
        else
            fputs(text, output->stream);
    }
    json_object_put(event);
    return rc;
}

/* Ends the texts, and joins them unless RC is an earlier failure. */
static int join(struct outputs *outputs, struct source *text, int rc, struct err *err) {
    size_t length = 0, used = 0;
    int is_whole = 1;
    for (size_t i = 0; i < outputs->count; i++) {
        is_whole &= fclose(outputs->packages[i].stream) == 0;
        length += outputs->packages[i].length + 1;
    }
    text->owned = rc || !is_whole ? NULL : malloc(length + 1);
    for (size_t i = 0; i < outputs->count; i++) {
        const struct output *output = &outputs->packages[i];
        if (text->owned) {
            memcpy(text->owned + used, output->text, output->length);
            used += output->length;
            text->owned[used++] = '\n';
        }
        free(output->text);
        free(output->name);
    }
    text->text = text->owned;
    text->length = used;
    if (rc || text->owned)
        return rc;
    return err_set(err, ERR_FAILED, "%s: no memory to read it", text->path);
}

int go_json_text(struct source *text, const struct source *source, struct err *err) {
    struct outputs *outputs = calloc(1, sizeof *outputs);
    int rc = 0;
    *text = (struct source){.path = source->path};
    if (!outputs)
        return err_set(err, ERR_FAILED, "%s: no memory to read it", source->path);
    for (size_t at = 0, length; rc == 0 && at < source->length; at += length + 1) {
        const char *line = source->text + at, *end = memchr(line, '\n', source->length - at);
        length = end ? (size_t)(end - line) : source->length - at;
        if (length && *line == '{')
            rc = take_event(outputs, source, line, length, err);
    }
    rc = join(outputs, text, rc, err);
    free(outputs);
    return rc;
}
