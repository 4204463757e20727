/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/measures.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analyze/aggregate/scaling.h"
#include "plot/axes/label.h"

struct interval_words {
    char text[48];
};

static int has_number(const struct row *row, const struct column *column) {
    double space;
    const void *value = column_value(column, row, &space);
    return column->type != COLUMN_REAL || isfinite(*(const double *)value);
}

/* The reference's own ratio, which always has one, counts only where it is alone. */
static int has_interval(const struct measured *of) {
    char low[64];
    size_t counted = 0;
    snprintf(low, sizeof low, "%s_low", of->measure->column);
    const struct column *column = column_find(&row_columns, low);
    for (size_t i = 0; column && i < of->section->row_count; i++) {
        const struct row *row = &of->table->rows[of->section->first_row + i];
        if (of->measure->has_level && row->is_reference)
            continue;
        if (has_number(row, column))
            return 1;
        counted++;
    }
    return counted == 0;
}

/* Rows that come without their archive do not say the level. */
static struct interval_words interval_words(const struct measured *of, const char *whose) {
    struct interval_words words;
    if (of->section->confidence > 0)
        snprintf(words.text, sizeof words.text, "%s%g %% interval", whose,
                 100 * of->section->confidence);
    else
        snprintf(words.text, sizeof words.text, "%sinterval", whose);
    return words;
}

static struct interval_words interval_of(const struct measured *of) {
    return interval_words(of, "");
}

/* Where it is drawn: a single sample has none. */
static struct interval_words own_interval_of(const struct measured *of) {
    return has_interval(of) ? interval_words(of, "its ") : (struct interval_words){"no interval"};
}

/* --- time --- */

static const char *time_title(struct chart_set *set, const struct measured *of) {
    (void)of;
    return chart_set_text(set, "mean time per call");
}

static const char *time_subtitle(struct chart_set *set, const struct measured *of) {
    return chart_set_text(set, "mean of all samples with %s; lower is faster",
                          own_interval_of(of).text);
}

const struct measure measure_time = {.name = "mean time",
                                     .column = "mean",
                                     .y = {.unit = UNIT_SECONDS},
                                     .shows_caches = 1,
                                     .title = time_title,
                                     .subtitle = time_subtitle};

/* --- against the reference --- */

static const char *reference_of(const struct measured *of) {
    return of->section->reference ? of->section->reference : "the reference";
}

/* Beside means, which samples far from the others move, it has to be said that this is none. */
static const char *ratio_statistic(const struct measured *of) {
    static const char *const words[] = {[PAIRING_UNKNOWN] = "trimmed mean",
                                        [PAIRING_PAIRED] = "trimmed mean of pairs",
                                        [PAIRING_UNPAIRED] = "trimmed means, unpaired"};
    return words[of->section->pairing];
}

static const char *noise_words(struct chart_set *set, const struct measured *of) {
    return of->section->controlled ? chart_set_text(set, "\ngrey: noise floor, %s against itself",
                                                    of->section->controlled)
                                   : "";
}

static const char *ratio_title(struct chart_set *set, const struct measured *of) {
    return chart_set_text(set, "typical time relative to %s", reference_of(of));
}

static const char *ratio_subtitle(struct chart_set *set, const struct measured *of) {
    const char *noise = noise_words(set, of);
    return noise ? chart_set_text(set, "t(library) / t(%s), %s, with %s; lower is faster%s",
                                  reference_of(of), ratio_statistic(of), own_interval_of(of).text,
                                  noise)
                 : NULL;
}

static const char *speedup_title(struct chart_set *set, const struct measured *of) {
    return chart_set_text(set, "typical speed-up over %s", reference_of(of));
}

static const char *speedup_subtitle(struct chart_set *set, const struct measured *of) {
    const char *noise = noise_words(set, of);
    return noise ? chart_set_text(set, "t(%s) / t(library), %s, with %s; higher is faster%s",
                                  reference_of(of), ratio_statistic(of), own_interval_of(of).text,
                                  noise)
                 : NULL;
}

const struct measure measure_ratio = {.name = "typical ratio",
                                      .column = "ratio",
                                      .y = {.unit = UNIT_RATIO},
                                      .has_level = 1,
                                      .level = 1,
                                      .noise = NOISE_AS_IT_IS,
                                      .shows_caches = 1,
                                      .title = ratio_title,
                                      .subtitle = ratio_subtitle};

const struct measure measure_speedup = {.name = "typical speed-up",
                                        .column = "speedup",
                                        .y = {.unit = UNIT_RATIO},
                                        .has_level = 1,
                                        .level = 1,
                                        .noise = NOISE_TURNED_OVER,
                                        .shows_caches = 1,
                                        .title = speedup_title,
                                        .subtitle = speedup_subtitle};

/* --- rates --- */

/* Of the rows of a section; NaN where it has none. */
static double largest_of(const struct measured *of, size_t offset) {
    double largest = NAN;
    for (size_t i = 0; i < of->section->row_count; i++) {
        const struct row *row = &of->table->rows[of->section->first_row + i];
        largest = fmax(largest, *(const double *)(const void *)((const char *)row + offset));
    }
    return largest;
}

static double round_to(double value, int digits) {
    double unit = pow(10, floor(log10(value)) + 1 - digits);
    return round(value / unit) * unit;
}

static int peak_line(struct chart_set *set, const struct measured *of, enum rates_kind kind,
                     size_t offset, struct mark *mark) {
    char words[LABEL_BYTES];
    double peak = of->peak ? rates_peak_value(of->peak, kind, largest_of(of, offset)) : NAN;
    if (!(peak > 0))
        return 0;
    label_prefixed(words, &(struct tick){.value = round_to(peak, 3)});
    *mark = (struct mark){.at = peak,
                          .label = chart_set_text(
                              set, "%s %s%s", of->peak->values[kind] > 0 ? "peak" : "best measured",
                              words, rates_unit(kind))};
    return mark->label != NULL;
}

static const char no_rate[] = "neither operations nor bytes are known";

static const char *flop_title(struct chart_set *set, const struct measured *of) {
    (void)of;
    return chart_set_text(set, "operations per second");
}

static const char *flop_subtitle(struct chart_set *set, const struct measured *of) {
    return chart_set_text(set,
                          "flop/s: operations of a call over its mean time, %s; higher "
                          "is faster",
                          interval_of(of).text);
}

static int flop_line(struct chart_set *set, const struct measured *of, struct mark *mark) {
    return peak_line(set, of, RATES_FLOPS, offsetof(struct row, flop_rate), mark);
}

static const struct measure measure_flops = {.name = "flop/s",
                                             .column = "flop_rate",
                                             .y = {.unit = UNIT_RATE},
                                             .shows_caches = 1,
                                             .absent = no_rate,
                                             .title = flop_title,
                                             .subtitle = flop_subtitle,
                                             .line = flop_line};

static const char *byte_title(struct chart_set *set, const struct measured *of) {
    (void)of;
    return chart_set_text(set, "bytes per second");
}

static const char *byte_subtitle(struct chart_set *set, const struct measured *of) {
    return chart_set_text(set, "B/s: bytes a call moves over its mean time, %s; higher is faster",
                          interval_of(of).text);
}

static int byte_line(struct chart_set *set, const struct measured *of, struct mark *mark) {
    return peak_line(set, of, RATES_BYTES, offsetof(struct row, byte_rate), mark);
}

static const struct measure measure_bytes = {.name = "B/s",
                                             .column = "byte_rate",
                                             .y = {.unit = UNIT_RATE},
                                             .shows_caches = 1,
                                             .title = byte_title,
                                             .subtitle = byte_subtitle,
                                             .line = byte_line};

/* Operations where the action says them, else bytes. */
static const struct measure *settle_rate(const struct measured *of) {
    int has_flops = largest_of(of, offsetof(struct row, flops)) > 0;
    int has_bytes = largest_of(of, offsetof(struct row, bytes)) > 0;
    return has_bytes && !has_flops ? &measure_bytes : &measure_flops;
}

const struct measure measure_rate = {.name = "rate", .column = "flop_rate", .settle = settle_rate};

/* --- accuracy --- */

/* Half the distance from 1 to the next number: no rounding to nearest is off by more. */
static double roundoff_of(const struct measured *of) {
    const char *type = of->section->type ? of->section->type : "d";
    return *type == 's' || *type == 'c' ? FLT_EPSILON / 2.0 : DBL_EPSILON / 2;
}

static const char *error_title(struct chart_set *set, const struct measured *of) {
    (void)of;
    return chart_set_text(set, "error of the answers");
}

static const char *error_subtitle(struct chart_set *set, const struct measured *of) {
    (void)of;
    return chart_set_text(set, "relative error: max |difference| / max |right answer|; lower is "
                               "better; below the unit roundoff drawn at it");
}

static int roundoff_line(struct chart_set *set, const struct measured *of, struct mark *mark) {
    (void)set;
    *mark = (struct mark){.at = roundoff_of(of), .label = "unit roundoff"};
    return 1;
}

static const struct measure measure_error = {.name = "relative error",
                                             .column = "relative_error",
                                             .y = {.unit = UNIT_ERROR},
                                             .is_untimed = 1,
                                             .absent = "no errors of answers are known",
                                             .title = error_title,
                                             .subtitle = error_subtitle,
                                             .least = roundoff_of,
                                             .line = roundoff_line};

static const char *residual_title(struct chart_set *set, const struct measured *of) {
    (void)of;
    return chart_set_text(set, "residual of the answers");
}

static const char *residual_subtitle(struct chart_set *set, const struct measured *of) {
    (void)of;
    return chart_set_text(set, "how far an answer is from solving the problem, in roundoffs as "
                               "the action scales it; lower is better; below 0.01 drawn at it");
}

/* What is as good as none. */
static double least_residual(const struct measured *of) {
    (void)of;
    return 0.01;
}

/* That of LAPACK's own test programs, by which answers are judged. */
static int threshold_line(struct chart_set *set, const struct measured *of, struct mark *mark) {
    (void)set;
    (void)of;
    *mark = (struct mark){.at = 30, .label = "30: wrong above"};
    return 1;
}

static const struct measure measure_residual = {.name = "residual",
                                                .column = "residual",
                                                .y = {.unit = UNIT_ERROR},
                                                .is_untimed = 1,
                                                .title = residual_title,
                                                .subtitle = residual_subtitle,
                                                .least = least_residual,
                                                .line = threshold_line};

/* The residual decides, where an action has one. */
static const struct measure *settle_accuracy(const struct measured *of) {
    double residual = largest_of(of, offsetof(struct row, reports.residual));
    return isnan(residual) ? &measure_error : &measure_residual;
}

const struct measure measure_accuracy = {
    .name = "accuracy", .column = "relative_error", .settle = settle_accuracy};

/* --- threads --- */

static const char no_threads[] = "not measured with several numbers of threads";

static double fewest_threads(const struct measured *of) {
    const struct parameter_grid_axis *threads =
        parameter_grid_find(of->section->space, SCALING_AXIS);
    double fewest = NAN;
    for (size_t p = 0; threads && p < of->section->space->points; p++)
        fewest = fmin(fewest, threads->values[p]);
    return fewest;
}

static const char *scaling_title(struct chart_set *set, const struct measured *of) {
    (void)of;
    return chart_set_text(set, "speed-up by threads");
}

static const char *scaling_subtitle(struct chart_set *set, const struct measured *of) {
    double fewest = fewest_threads(of);
    return chart_set_text(set,
                          "t(%g thread%s) / t(threads) of the same library, %s; "
                          "dashed: ideal",
                          fewest, fewest == 1 ? "" : "s", interval_of(of).text);
}

const struct measure measure_scaling = {.name = "typical speed-up",
                                        .column = "scaling",
                                        .y = {.unit = UNIT_RATIO},
                                        .absent = no_threads,
                                        .title = scaling_title,
                                        .subtitle = scaling_subtitle};

static const char *efficiency_title(struct chart_set *set, const struct measured *of) {
    (void)of;
    return chart_set_text(set, "efficiency of threads");
}

static const char *efficiency_subtitle(struct chart_set *set, const struct measured *of) {
    return fewest_threads(of) == 1
               ? chart_set_text(set, "speed-up / threads: 100 %% wastes none")
               : chart_set_text(set, "speed-up × %g / threads: 100 %% wastes none",
                                fewest_threads(of));
}

static int ideal_line(struct chart_set *set, const struct measured *of, struct mark *mark) {
    (void)set;
    (void)of;
    *mark = (struct mark){.at = 1, .label = ""};
    return 1;
}

const struct measure measure_thread_efficiency = {.name = "efficiency",
                                                  .column = "thread_efficiency",
                                                  .y = {.unit = UNIT_PART},
                                                  .absent = no_threads,
                                                  .title = efficiency_title,
                                                  .subtitle = efficiency_subtitle,
                                                  .line = ideal_line};

/* --- what is drawn of a section --- */

const struct measure *measure_known(const char *column) {
    static const struct measure *const known[] = {
        &measure_time,     &measure_ratio,   &measure_speedup,
        &measure_flops,    &measure_bytes,   &measure_error,
        &measure_residual, &measure_scaling, &measure_thread_efficiency};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i]->column, column) == 0)
            return known[i];
    return NULL;
}

struct measured measure_settle(const struct measure *measure, const struct table *table,
                               const struct section *section, const struct rates_peak *peak) {
    struct measured of = {measure, table, section, peak};
    if (measure->settle)
        of.measure = measure->settle(&of);
    return of;
}

int measure_is_absent(const struct measured *of) {
    struct column column = measure_column(of->measure);
    int has_any = !of->measure->absent;
    for (size_t i = 0; i < of->section->row_count && !has_any; i++)
        has_any = has_number(&of->table->rows[of->section->first_row + i], &column);
    return !has_any;
}
