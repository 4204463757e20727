/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/files/destination.h"

/* What is drawn here names its creator near its beginning, a PDF at its end. */
static int is_ours(FILE *file) {
    static const char creator[] = "bench-plot";
    char part[4096];
    size_t size = fread(part, 1, sizeof part, file);
    int is = memmem(part, size, creator, sizeof creator - 1) != NULL;
    if (!is && fseek(file, -(long)sizeof part, SEEK_END) == 0) {
        size = fread(part, 1, sizeof part, file);
        is = memmem(part, size, creator, sizeof creator - 1) != NULL;
    }
    return is;
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

int target_derive(const char *source, const char *extension, char **output, struct err *err) {
    size_t stem = stem_length(source);
    *output = malloc(stem + strlen(extension) + 1);
    if (!*output)
        return err_set(err, ERR_FAILED, "%s: no memory for its name", source);
    memcpy(*output, source, stem);
    strcpy(*output + stem, extension);
    int code = check_ours(*output, err);
    if (code) {
        free(*output);
        *output = NULL;
    }
    return code;
}

int target_check(const char *output, const char *source, struct err *err) {
    struct stat a, b;
    if (stat(output, &a) != 0)
        return 0;
    if (S_ISDIR(a.st_mode))
        return err_set(err, ERR_USAGE, "%s: is a directory; name a file in it", output);
    if (stat(source, &b) != 0 || a.st_dev != b.st_dev || a.st_ino != b.st_ino)
        return 0;
    return err_set(err, ERR_USAGE,
                   "%s: is what is to be drawn; choose another name for the picture", output);
}

int target_write(const char *output, const struct bytes *bytes, struct err *err) {
    struct destination destination;
    int code = destination_open(&destination, output, err);
    if (code)
        return code;
    fwrite(bytes->data, 1, bytes->size, destination.file); /* a failure shows at the commit */
    return destination_commit(&destination, err);
}
