/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/bands.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/aggregate/row.h"
#include "analyze/inference/simultaneous.h"
#include "formats/text/suggest.h"
#include "formats/text/xalloc.h"

int bands_parse(const char *text, int *are_simultaneous, struct err *err) {
    *are_simultaneous = strcmp(text, "simultaneous") == 0;
    return *are_simultaneous || strcmp(text, "pointwise") == 0
               ? 0
               : err_set(err, ERR_USAGE,
                         "--bands '%s': say simultaneous, for bands that hold whole curves, or "
                         "pointwise%s",
                         text, suggest_among(text, "simultaneous, pointwise").text);
}

int bands_have(const char *column) {
    static const char *const columns[] = {"mean",      "batch_mean", "throughput",
                                          "flop_rate", "byte_rate",  "ratio",
                                          "speedup",   "mean_ratio", "difference"};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (strcmp(column, columns[i]) == 0)
            return 1;
    return 0;
}

/* --- statistics --- */

/* The estimate itself stays as it is. */
static struct interval spread_logarithm(struct interval interval, double factor) {
    struct interval spread = interval_exp(interval_spread(interval_log(interval), factor));
    return (struct interval){interval.estimate, spread.low, spread.high};
}

static void spread_mean(struct row *row, double factor) {
    row->mean = interval_spread(row->mean, factor);
    row->batch_mean = interval_spread(row->batch_mean, factor);
    if (row->quantity == QUANTITY_SECONDS)
        row_fold_rates(row, row->flops, row->bytes);
}

static void spread_ratio(struct row *row, double factor) {
    row->ratio = spread_logarithm(row->ratio, factor);
    row->speedup = spread_logarithm(row->speedup, factor);
    row->difference = interval_spread(row->difference, factor);
}

static void spread_mean_ratio(struct row *row, double factor) {
    row->mean_ratio = spread_logarithm(row->mean_ratio, factor);
}

static double degrees_of_mean(const struct row *row) {
    return (double)(row->rounds > 1 ? row->rounds : row->n) - 1;
}

static double degrees_of_ratio(const struct row *row) {
    double degrees = isnan(row->ratio_degrees) ? row->log_ratio_degrees : row->ratio_degrees;
    return row->is_reference ? NAN : degrees;
}

static double degrees_of_mean_ratio(const struct row *row) {
    return row->is_reference ? NAN : row->mean_side.degrees;
}

/* A statistic with the numbers of its rounds, [rows][rounds_wanted]; without ROUNDS_TELL they do
 * not tell what its errors have in common. */
struct banded {
    const double *rounds;
    int rounds_tell;
    double (*degrees)(const struct row *row);
    void (*spread)(struct row *row, double factor);
};

/* --- widening --- */

/* Widens the intervals of one LIBRARY. ROUNDS has room for [points][rounds_wanted]. */
static void widen(const struct section *section, struct row *rows, size_t library,
                  const struct banded *statistic, double *rounds) {
    size_t libraries = section->summary_count, count = section->rounds_wanted, points = 0;
    int is_known = section->pairing != PAIRING_UNPAIRED && section->pairing != PAIRING_UNKNOWN &&
                   statistic->rounds_tell;
    for (size_t i = library; i < section->row_count; i += libraries) {
        if (!(statistic->degrees(&rows[i]) > 0))
            continue;
        memcpy(rounds + points++ * count, statistic->rounds + i * count, count * sizeof *rounds);
        for (size_t r = 0; r < count; r++)
            is_known &= isfinite(statistic->rounds[i * count + r]);
    }
    double alpha = 1 - section->confidence;
    double level = simultaneous_level(rounds, points, is_known ? count : 0, alpha);
    for (size_t i = library; i < section->row_count; i += libraries) {
        double factor = simultaneous_factor(alpha, level, statistic->degrees(&rows[i]));
        if (!isnan(factor))
            statistic->spread(&rows[i], factor);
    }
}

void bands_widen(const struct section *section, struct row *rows) {
    const struct banded statistics[] = {
        {section->round_logs, 1, degrees_of_mean, spread_mean},
        {section->round_ratios, !section->error_model, degrees_of_ratio, spread_ratio},
        {section->round_mean_ratios, 1, degrees_of_mean_ratio, spread_mean_ratio}};
    double *rounds = xcalloc(section->space->points * section->rounds_wanted, sizeof *rounds);
    for (size_t l = 0; l < section->summary_count; l++)
        for (size_t s = 0; s < sizeof statistics / sizeof *statistics; s++)
            widen(section, rows, l, &statistics[s], rounds);
    free(rounds);
}
