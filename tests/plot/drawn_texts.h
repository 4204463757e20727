/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drawn_texts.h: draws made figures with the real program and looks at where their texts are. */
#ifndef BENCHMAT_TESTS_PLOT_DRAWN_TEXTS_H
#define BENCHMAT_TESTS_PLOT_DRAWN_TEXTS_H

#include <limits.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/plot/made_figures.h"
#include "tests/plot/text_boxes.h"

struct drawn_texts {
    char build[PATH_MAX], directory[64]; /* of the programs; of what is drawn */
    struct text_boxes boxes;
    size_t drawn, small, unfit, pages, texts, faults;
};

/* Returns 0, or -1 if there is no program or no directory. */
static inline int drawn_texts_open(struct drawn_texts *drawn) {
    const char *build = getenv("BENCHMAT_BUILD");
    *drawn = (struct drawn_texts){.directory = "/tmp/benchmat-texts-XXXXXX"};
    text_boxes_open(&drawn->boxes);
    return realpath(build ? build : "build", drawn->build) && mkdtemp(drawn->directory) ? 0 : -1;
}

static inline void drawn_texts_close(struct drawn_texts *drawn) {
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", drawn->directory);
    if (system(command) != 0)
        fprintf(stderr, "%s: is left\n", drawn->directory);
    text_boxes_close(&drawn->boxes);
}

/* All of the file NAME, to be freed; NULL if there is none. */
static inline char *drawn_texts_load(const struct drawn_texts *drawn, const char *name) {
    char path[PATH_MAX], part[65536], *text = NULL;
    size_t size, read;
    snprintf(path, sizeof path, "%s/%s", drawn->directory, name);
    FILE *file = fopen(path, "r"), *memory = file ? open_memstream(&text, &size) : NULL;
    while (memory && (read = fread(part, 1, sizeof part, file)) > 0)
        fwrite(part, 1, read, memory);
    if (memory)
        fclose(memory);
    if (file)
        fclose(file);
    return text;
}

/* Looks at the pages that the program has named. */
static inline size_t drawn_texts_look(struct drawn_texts *drawn, FILE *told) {
    size_t faults = 0;
    char *names = drawn_texts_load(drawn, "names");
    for (char *name = names ? strtok(names, "\n") : NULL; name; name = strtok(NULL, "\n")) {
        char *svg = drawn_texts_load(drawn, name);
        if (svg)
            text_boxes_read(&drawn->boxes, svg);
        faults += svg ? text_boxes_faults(&drawn->boxes, told) : 1;
        drawn->texts += drawn->boxes.lines;
        drawn->pages++;
        free(svg);
    }
    free(names);
    return faults;
}

/* Returns whether the program said what size would do. */
static inline int drawn_texts_are_too_large(const struct drawn_texts *drawn) {
    char *said = drawn_texts_load(drawn, "said");
    int is_size = said && strstr(said, "mm");
    free(said);
    return is_size;
}

/* Draws figure NUMBER; writes to TOLD what is wrong with its texts, and how it was drawn. A figure
 * that is refused as too small is none, nor is one whose options do not go together. Returns how
 * much is wrong. */
static inline size_t drawn_texts_draw(struct drawn_texts *drawn, size_t number, FILE *told) {
    struct made made;
    char arguments[1024], path[128], command[2 * PATH_MAX + 1024], *text = NULL;
    size_t size, faults = 0;
    made_choose(&made, arguments, sizeof arguments, number);
    snprintf(path, sizeof path, "%s/made.h5", drawn->directory);
    FILE *found = open_memstream(&text, &size);
    int status = made_write(made, path);
    snprintf(command, sizeof command,
             "cd '%s' && '%s/bin/bench-plot' made.h5 %s -o f%zu.svg >names 2>said",
             drawn->directory, drawn->build, arguments, number);
    status = status ? -1 : system(command);
    if (status == 0) {
        faults = drawn_texts_look(drawn, found);
        drawn->drawn++;
    } else if (status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 64) {
        *(drawn_texts_are_too_large(drawn) ? &drawn->small : &drawn->unfit) += 1;
    } else {
        fprintf(found, "  could not be drawn: %d\n", status);
        faults = 1;
    }
    fclose(found);
    if (faults)
        fprintf(told, "figure %zu (%zu libraries, %zu sizes, %zu threads, %zu actions): %s\n%s",
                number, made.libraries, made.sizes, made.threads, made.actions, arguments, text);
    free(text);
    drawn->faults += faults;
    return faults;
}

#endif
