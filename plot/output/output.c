/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/output/output.h"

#include <stdio.h>
#include <string.h>

static const struct output_format *const formats[] = {&output_png, &output_pdf, &output_svg,
                                                      &output_ps, &output_eps};
enum { FORMATS = sizeof formats / sizeof *formats };

static const char *extension_of(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    return dot ? dot : "";
}

static void list_extensions(char *list, size_t size) {
    size_t used = 0;
    for (int i = 0; i < FORMATS && used < size; i++)
        used += (size_t)snprintf(list + used, size - used, "%s%s",
                                 i == 0             ? ""
                                 : i == FORMATS - 1 ? " or "
                                                    : ", ",
                                 formats[i]->extension);
}

int output_find(const char *path, const struct output_format **format, struct err *err) {
    const char *extension = extension_of(path);
    for (int i = 0; i < FORMATS; i++) {
        *format = formats[i];
        if (strcasecmp(extension, formats[i]->extension) == 0)
            return 0;
    }
    char known[64];
    list_extensions(known, sizeof known);
    return err_set(err, ERR_USAGE, "%s: the name must end in %s, which says what to draw", path,
                   known);
}

const struct output_format *output_find_name(const char *name) {
    for (int i = 0; i < FORMATS; i++)
        if (strcmp(name, formats[i]->name) == 0)
            return formats[i];
    return NULL;
}

void output_list_names(char *list, size_t size, const char *before) {
    size_t used = 0;
    for (int i = 0; i < FORMATS && used < size; i++)
        used += (size_t)snprintf(list + used, size - used, "%s%s", before, formats[i]->name);
}
