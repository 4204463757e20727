/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/model/left_running.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FACT_LEFT_RUNNING "left_running"

struct line {
    const char *begin, *points, *name;
    size_t length, name_length; /* of all, without the newline, and of the name */
};

/* Takes the line at *TEXT and moves that behind it. Returns 0 at the end. */
static int take_line(const char **text, struct line *line) {
    line->begin = *text;
    line->length = strcspn(*text, "\n");
    line->points = line->begin + strcspn(line->begin, " \n");
    line->points += *line->points == ' ';
    line->name = line->points + strcspn(line->points, " \n");
    line->name += *line->name == ' ';
    line->name_length = (size_t)(line->begin + line->length - line->name);
    *text = line->begin + line->length + (line->begin[line->length] == '\n');
    return *line->begin != '\0';
}

static int is_about(const struct line *line, const char *name) {
    return line->name_length == strlen(name) && memcmp(line->name, name, line->name_length) == 0;
}

/* Marks what TEXT says: "0-4,7 " */
static void mark(const char *text, size_t points, unsigned char *marks) {
    size_t first, last;
    int length = 0;
    while (sscanf(text, "%zu%n", &first, &length) == 1) {
        text += length;
        last = first;
        if (sscanf(text, "-%zu%n", &last, &length) == 1)
            text += length;
        for (size_t p = first; p <= last && p < points; p++)
            marks[p] = 1;
        if (*text++ != ',')
            return;
    }
}

int64_t left_running_recall(const struct facts *facts, const char *name, size_t points,
                            unsigned char *marks) {
    const char *text = facts_text(facts, FACT_LEFT_RUNNING, "");
    struct line line;
    int64_t count = 0;
    while (take_line(&text, &line))
        if (is_about(&line, name)) {
            mark(line.points, points, marks);
            count += strtoll(line.begin, NULL, 10);
        }
    return count;
}

void left_running_record(struct facts *facts, const char *name, int64_t count, size_t points,
                         const unsigned char *marks) {
    const char *before = facts_text(facts, FACT_LEFT_RUNNING, ""), *separator = "";
    struct line line;
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    while (file && take_line(&before, &line))
        if (!is_about(&line, name))
            fprintf(file, "%.*s\n", (int)line.length, line.begin);
    if (file)
        fprintf(file, "%" PRId64 " ", count);
    for (size_t p = 0, end; file && p < points; p = end) {
        for (end = p; end < points && marks[end]; end++)
            continue;
        if (end == p) {
            end++;
            continue;
        }
        fprintf(file, "%s%zu", separator, p);
        if (end > p + 1)
            fprintf(file, "-%zu", end - 1);
        separator = ",";
    }
    if (file)
        fprintf(file, " %s", name);
    int failed = !file || fclose(file) != 0;
    facts->incomplete |= failed;
    if (!failed)
        facts_set_text(facts, FACT_LEFT_RUNNING, text);
    free(text);
}
