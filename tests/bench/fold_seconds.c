/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fold_seconds ARCHIVE [-v]: reads the seconds of all runs and takes the mean and the standard
 * deviation of every cell, which it prints when asked to (-v); then how many cells there were and
 * the most memory that it and its readers held, in MiB. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "store/choose.h"

#define LANES ((size_t)8)
#define BLOCK ((size_t)512) /* stays in the cache between its two passes */

/* Count, mean, and sum of squared deviations. */
struct moments {
    double n, mean, squares;
};

struct fold {
    size_t cells;
    int is_verbose;
};

/* T. F. Chan, G. H. Golub and R. J. LeVeque, Algorithms for computing the sample variance, The
 * American Statistician 37 (1983), pages 242 to 247, equation (2.1). */
static void merge(struct moments *to, const struct moments *block) {
    double n = to->n + block->n, step = block->mean - to->mean;
    if (block->n == 0)
        return;
    to->mean += step * block->n / n;
    to->squares += block->squares + step * step * to->n * block->n / n;
    to->n = n;
}

/* What was not measured is NaN, and not counted. */
static struct moments fold_rest(const double *values, size_t count) {
    struct moments m = {0};
    for (size_t i = 0; i < count; i++)
        if (values[i] == values[i]) {
            struct moments one = {1, values[i], 0};
            merge(&m, &one);
        }
    return m;
}

/* COUNT is a multiple of LANES; several sums side by side, so that the compiler can take the
 * processor's vectors. A sum with a NaN in it is one. */
static struct moments fold_block(const double *values, size_t count) {
    double sums[LANES] = {0}, squares[LANES] = {0}, sum = 0, square = 0;
    for (size_t i = 0; i < count; i += LANES)
        for (size_t l = 0; l < LANES; l++)
            sums[l] += values[i + l];
    for (size_t l = 0; l < LANES; l++)
        sum += sums[l];
    if (sum != sum)
        return fold_rest(values, count);
    double mean = sum / (double)count;
    for (size_t i = 0; i < count; i += LANES)
        for (size_t l = 0; l < LANES; l++)
            squares[l] += (values[i + l] - mean) * (values[i + l] - mean);
    for (size_t l = 0; l < LANES; l++)
        square += squares[l];
    return (struct moments){(double)count, mean, square};
}

static void fold_cell(struct fold *fold, const double *values, size_t count) {
    struct moments all = {0};
    for (size_t i = 0, part; i < count; i += part) {
        size_t left = count - i;
        part = left >= BLOCK ? BLOCK : left >= LANES ? left - left % LANES : left;
        struct moments block =
            left >= LANES ? fold_block(values + i, part) : fold_rest(values + i, part);
        merge(&all, &block);
    }
    fold->cells++;
    if (fold->is_verbose)
        printf("%.17g %.17g\n", all.n > 0 ? all.mean : NAN,
               all.n > 1 ? sqrt(all.squares / (all.n - 1)) : NAN);
}

static int begin(void *context, const struct run *run, const struct measurement *whole,
                 struct err *err) {
    (void)context;
    (void)run;
    (void)whole;
    (void)err;
    return 0;
}

static int fold_points(void *context, const struct measurement *m, size_t first, struct err *err) {
    size_t per_cell = m->rounds * m->max_seeds;
    (void)first;
    (void)err;
    for (size_t p = 0; p < m->points; p++)
        for (size_t s = 0; s < m->series_count; s++)
            fold_cell(context, m->series[s].seconds + p * per_cell, per_cell);
    return 0;
}

static int end(void *context, struct err *err) {
    (void)context;
    (void)err;
    return 0;
}

static double peak(int who) {
    struct rusage usage;
    return getrusage(who, &usage) ? NAN : (double)usage.ru_maxrss / 1024;
}

int main(int argc, char **argv) {
    static const struct choice_visitor visitor = {begin, fold_points, end};
    struct fold fold = {.is_verbose = argc > 2 && strcmp(argv[2], "-v") == 0};
    struct archive *archive = NULL;
    struct choices choices = {0};
    struct err err = {""};
    if (argc < 2)
        return fputs("usage: fold_seconds ARCHIVE [-v]\n", stderr), 64;
    int code = archive_open(&archive, argv[1], &err);
    if (!code)
        code = archive_choose(archive, "all", NULL, &choices, &err);
    if (!code)
        code = choices_stream(archive, &choices, READER_SECONDS, &visitor, &fold, &err);
    choices_release(&choices);
    archive_close(archive);
    if (code)
        fprintf(stderr, "fold_seconds: %s\n", err.message);
    else
        printf("%zu cells, peak %.0f MiB, of a reader %.0f MiB\n", fold.cells, peak(RUSAGE_SELF),
               peak(RUSAGE_CHILDREN));
    return err_exit_status(code);
}
