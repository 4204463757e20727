/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat/mat_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/digits.h"

static void write_number(FILE *file, double value) {
    if (isfinite(value))
        fputs(digits_shortest(value).text, file);
    else
        fputs(isnan(value) ? "NaN" : value < 0 ? "-Inf" : "Inf", file);
}

/* Row by row, where the array has one column after the other. */
static void write_matrix(FILE *file, const struct mat_array *array) {
    size_t rows = array->dims[0], columns = array->dims[1];
    putc('[', file);
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < columns; c++) {
            fputs(c > 0 ? " " : r > 0 ? "; " : "", file);
            write_number(file, mat_number(array, c * rows + r));
        }
    putc(']', file);
}

static void write_kind(FILE *file, const struct mat_array *array) {
    fprintf(file, "%s%s",
            array->is_logical   ? "logical"
            : array->is_complex ? "complex "
                                : "",
            array->is_logical ? "" : mat_class_name(array->class));
    for (size_t d = 0; d < array->rank; d++)
        fprintf(file, "%s%zu", d ? "x" : ", ", array->dims[d]);
}

static char *words(const struct mat_array *array,
                   void (*write)(FILE *file, const struct mat_array *array)) {
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    if (!file)
        return NULL;
    write(file, array);
    if (fclose(file) == 0)
        return text;
    free(text);
    return NULL;
}

char *mat_words(const struct mat_array *array) {
    int is_matrix = mat_class_is_numeric(array->class) && !array->is_complex && array->rank == 2 &&
                    array->count <= MAT_WORDS_MOST;
    return is_matrix ? words(array, write_matrix) : NULL;
}

int mat_words_list(char **list, const char *name, const char *why) {
    size_t length = *list ? strlen(*list) : 0;
    char *longer = NULL;
    if (length > MAT_WORDS_LIST)
        return 1;
    int is_full = length + strlen(name) + strlen(why) > MAT_WORDS_LIST;
    if (asprintf(&longer, "%s%s%s (%s)%s", length ? *list : "", length ? ", " : "", name, why,
                 is_full ? ", ..." : "") < 0)
        return 0;
    free(*list);
    *list = longer;
    return 1;
}

char *mat_words_kind(const struct mat_array *array) {
    return words(array, write_kind);
}
