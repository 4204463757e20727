/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/model/size_words.h"

#include <inttypes.h>
#include <math.h>

static int is_whole(double size) {
    return fabs(size) < 1e15 && fabs(size - round(size)) <= 1e-9 * fabs(size);
}

static void write_groups(int64_t number, FILE *file) {
    if (number < 1000) {
        fprintf(file, "%" PRId64, number);
        return;
    }
    write_groups(number / 1000, file);
    fprintf(file, ",%03" PRId64, number % 1000);
}

void size_words_exact(double size, FILE *file) {
    char number[PARAMETER_GRID_NUMBER];
    if (is_whole(size) && size >= 10000) {
        write_groups((int64_t)round(size), file);
        return;
    }
    parameter_grid_write_number(number, size);
    fputs(number, file);
}

void size_words_about(double size, FILE *file) {
    double place = pow(10, floor(log10(fabs(size))) - 1);
    if (is_whole(size) || !isfinite(place))
        size_words_exact(size, file);
    else if (size >= 10)
        size_words_exact(round(size / place) * place, file);
    else
        fprintf(file, "%.2g", size);
}

const char *size_words_axis(const struct parameter_grid *space) {
    return space->main == 0 ? "n" : space->axes[space->main].name;
}
