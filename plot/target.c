/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A PNG drawn here names its creator right behind its header. */
static int is_ours(FILE *file) {
    static const char creator[] = "Software\0bench-plot";
    char start[512];
    size_t size = fread(start, 1, sizeof start, file);
    return memmem(start, size, creator, sizeof creator - 1) != NULL;
}

static int check_ours(const char *output, struct err *err) {
    struct stat status;
    if (stat(output, &status) != 0)
        return 0;
    FILE *file = S_ISREG(status.st_mode) ? fopen(output, "rb") : NULL;
    int ours = file && is_ours(file);
    if (file)
        fclose(file);
    if (ours)
        return 0;
    return err_set(err, ERR_FAILED,
                   "%s: is there already and was not drawn by bench-plot; name the chart with -o",
                   output);
}

/* The length of SOURCE without its extension; a name that begins with its only dot has none. */
static size_t stem_length(const char *source) {
    const char *slash = strrchr(source, '/');
    const char *name = slash ? slash + 1 : source, *dot = strrchr(name, '.');
    return dot && dot > name ? (size_t)(dot - source) : strlen(source);
}

int target_derive(const char *source, char **output, struct err *err) {
    size_t stem = stem_length(source);
    *output = malloc(stem + sizeof ".png");
    if (!*output)
        return err_set(err, ERR_FAILED, "%s: no memory for its name", source);
    memcpy(*output, source, stem);
    strcpy(*output + stem, ".png");
    int code = check_ours(*output, err);
    if (code) {
        free(*output);
        *output = NULL;
    }
    return code;
}

int target_check(const char *output, const char *source, struct err *err) {
    struct stat a, b;
    if (stat(output, &a) != 0 || stat(source, &b) != 0 || a.st_dev != b.st_dev ||
        a.st_ino != b.st_ino)
        return 0;
    return err_set(err, ERR_USAGE, "%s: is the archive itself; choose another name for the picture",
                   output);
}
