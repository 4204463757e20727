/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/analysis/measures.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analyze/model/scaling_axis.h"
#include "analyze/columns/view.h"
#include "formats/model/sample_words.h"
#include "plot/analysis/thread_fits.h"
#include "formats/text/suggest.h"
#include "plot/axes/label.h"

/* A quantile has the same name as in a list of columns. */
double measure_quantile(const struct measure *measure) {
    struct view view = {0};
    double probability = NAN;
    if (!column_find(&row_columns, measure->column) &&
        view_set_columns(&view, measure->column, &(struct err){""}) == 0 &&
        view.quantile_count == 1 && view.columns.count == 1 && !view.columns.items[0].sign)
        probability = view.quantiles[0];
    view_release(&view);
    return probability;
}

struct column measure_column(const struct measure *measure) {
    const struct column *found = column_find(&row_columns, measure->column);
    return found ? *found : column_of_quantile(measure->column, 0);
}

struct interval_words {
    char text[80];
};

static int has_number(const struct row *row, const struct column *column) {
    return !column_is_real(column) || isfinite(column_interval(column, row).estimate);
}

/* Names the interval with its confidence level. WHOSE is "" or "its ". Rows that come without their
 * archive have no known level. */
static struct interval_words interval_of(const struct measured *of, const char *whose) {
    struct interval_words words;
    if (of->section->confidence > 0)
        snprintf(words.text, sizeof words.text, "%s%g %% %s", whose, 100 * of->section->confidence,
                 of->section->are_simultaneous ? "band, simultaneous over the curve" : "interval");
    else
        snprintf(words.text, sizeof words.text, "%sinterval", whose);
    return words;
}

/* Does the same for an interval that the chart draws; says "no interval" if no row has one, as with
 * a single sample. The reference's ratio to itself always has an interval and counts only if the
 * section has no other library. */
static struct interval_words own_interval_of(const struct measured *of) {
    const struct column column = measure_column(of->measure);
    size_t counted = 0;
    for (size_t i = 0; column.type == COLUMN_INTERVAL && i < of->section->row_count; i++) {
        const struct row *row = &of->table->rows[of->section->first_row + i];
        if (of->measure->has_level && row->is_reference)
            continue;
        if (isfinite(column_interval(&column, row).low))
            return interval_of(of, "its ");
        counted++;
    }
    return counted ? (struct interval_words){"no interval"} : interval_of(of, "its ");
}

/* --- the quantity --- */

static int is_of_seconds(const struct measured *of) {
    return of->section->quantity == QUANTITY_SECONDS;
}

static const struct quantity_words *quantity_of(const struct measured *of) {
    return quantity_words(of->section->quantity);
}

/* Returns whether the measure is in the quantity's unit. */
static int is_measured(const struct measured *of) {
    return measure_column(of->measure).unit == column_measured;
}

void spell_axis(struct chart_set *set, struct axis_terms *terms,
                const struct parameter_grid_axis *axis) {
    struct spelling *spellings = chart_set_alloc(set, axis->spelling_count, sizeof *spellings);
    for (size_t i = 0; i < axis->spelling_count; i++)
        spellings[i] = axis->spellings[i];
    terms->spellings = spellings;
    terms->spelling_count = axis->spelling_count;
}

struct axis_terms quantity_axis(enum quantity quantity) {
    static const struct {
        const char *unit;
        enum axis_unit axis;
    } plain[] = {{"s", UNIT_SECONDS}, {"B", UNIT_BYTES}, {"1", UNIT_COUNT}};
    const char *unit = quantity_words(quantity)->unit;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(unit, plain[i].unit) == 0)
            return (struct axis_terms){.unit = plain[i].axis};
    return (struct axis_terms){.unit = UNIT_RATE, .base = unit + (*unit == '1')};
}

struct axis_terms measure_axis(const struct measured *of) {
    struct axis_terms terms = of->measure->y;
    if (is_measured(of) && !is_of_seconds(of))
        terms = quantity_axis(of->section->quantity);
    return terms;
}

/* The word for the column "mean", as the tables head it. */
static const char *average_word(struct chart_set *set, const struct measured *of) {
    char of_calls[SAMPLE_STATISTIC];
    const char *statistic = sample_statistic_word(of->section->samples_are, of_calls);
    return of->section->are_typical ? "typical"
           : statistic              ? chart_set_text(set, "%s", statistic)
                                    : "mean";
}

/* What an amount is for in a file that says so ("byte"), or NULL. */
static const char *per_of(const struct measured *of) {
    return sample_per(of->section->samples_are);
}

const char *measure_name(struct chart_set *set, const struct measured *of) {
    const char *name = of->measure->name;
    static const char typical[] = "typical ";
    struct statistic statistic = of->section->statistic;
    if (statistic.kind != STATISTIC_TYPICAL && strncmp(name, typical, strlen(typical)) == 0) {
        char text[STATISTIC_NAME];
        statistic_name(statistic, text);
        return chart_set_text(set, "%s %s", text, name + strlen(typical));
    }
    if (of->measure == &measure_time) {
        const char *per = per_of(of);
        return chart_set_text(set, "%s %s%s%s", average_word(set, of), quantity_of(of)->one,
                              per ? SAMPLES_ARE_PER : "", per ? per : "");
    }
    return is_of_seconds(of) || !is_measured(of)
               ? chart_set_text(set, "%s", name)
               : chart_set_text(set, "%s %s", name, quantity_of(of)->one);
}

/* --- the statistic --- */

struct statistic_words {
    char text[STATISTIC_NAME];
};

static struct statistic_words statistic_of(const struct measured *of) {
    struct statistic_words words;
    statistic_name(of->section->statistic, words.text);
    return words;
}

static int is_of_quantile(const struct measured *of) {
    return of->section->statistic.kind == STATISTIC_QUANTILE;
}

/* "typical time", "mean time", "p99 of the time". */
static const char *statistic_text(struct chart_set *set, const struct measured *of) {
    return chart_set_text(set, "%s%s %s", statistic_of(of).text,
                          is_of_quantile(of) ? " of the" : "", quantity_of(of)->one);
}

/* --- time --- */

/* What a time is of. */
static const char *unit_of_work(const struct measured *of) {
    const char *sample = of->section->sample_word ? of->section->sample_word : "";
    return per_of(of)                   ? per_of(of)
           : of->section->has_trials    ? "operation"
           : strcmp(sample, "run") == 0 ? "run"
                                        : "call";
}

static const char *time_title(struct chart_set *set, const struct measured *of) {
    return is_of_seconds(of) || per_of(of)
               ? chart_set_text(set, "%s %s per %s", average_word(set, of), quantity_of(of)->one,
                                unit_of_work(of))
               : chart_set_text(set, "mean %s: %s", quantity_of(of)->one, quantity_of(of)->about);
}

/* What the amounts themselves tell: ratios are of costs, of which less is better. */
static const char *direction_of(struct chart_set *set, const struct measured *of) {
    return quantity_of(of)->is_rate ? chart_set_text(set, "; higher is %s", quantity_of(of)->less)
           : is_of_seconds(of)      ? "; lower is faster"
                                    : "";
}

static const char *time_subtitle(struct chart_set *set, const struct measured *of) {
    return chart_set_text(set, "mean of all %s with %s%s",
                          of->section->are_typical ? "batches' typical times" : "samples",
                          own_interval_of(of).text, direction_of(set, of));
}

static const char *quantile_title(struct chart_set *set, const struct measured *of) {
    return is_of_seconds(of) || per_of(of)
               ? chart_set_text(set, "%s of the %s per %s", statistic_of(of).text,
                                quantity_of(of)->one, unit_of_work(of))
               : chart_set_text(set, "%s of the %s: %s", statistic_of(of).text,
                                quantity_of(of)->one, quantity_of(of)->about);
}

static const char *quantile_subtitle(struct chart_set *set, const struct measured *of) {
    return chart_set_text(set, "%s of all samples with %s%s", statistic_of(of).text,
                          own_interval_of(of).text, direction_of(set, of));
}

static const struct measure measure_time_quantile = {.name = "quantile of time",
                                                     .column = "value",
                                                     .y = {.unit = UNIT_SECONDS},
                                                     .shows_caches = 1,
                                                     .absent = "too few samples for that quantile",
                                                     .word_title = quantile_title,
                                                     .word_subtitle = quantile_subtitle};

static const struct measure *settle_time(const struct measured *of) {
    return is_of_quantile(of) ? &measure_time_quantile : &measure_time;
}

const struct measure measure_time = {.name = "mean time",
                                     .column = "mean",
                                     .y = {.unit = UNIT_SECONDS},
                                     .shows_caches = 1,
                                     .settle = settle_time,
                                     .word_title = time_title,
                                     .word_subtitle = time_subtitle};

/* --- against the reference --- */

static const char *reference_of(const struct measured *of) {
    return of->section->reference ? of->section->reference : "the reference";
}

static const char *ratio_title(struct chart_set *set, const struct measured *of) {
    const char *what = statistic_text(set, of);
    int is_over_reference = of->measure->noise != NOISE_TURNED_OVER;
    if (is_over_reference != quantity_of(of)->is_rate)
        return chart_set_text(set, "%s relative to %s", what, reference_of(of));
    return is_of_seconds(of)
               ? chart_set_text(set, "%s speed-up over %s", statistic_of(of).text, reference_of(of))
               : chart_set_text(set, "%s of %s relative to others", what, reference_of(of));
}

/* Names the statistic, because the times beside it are means, which outliers affect. */
static const char *ratio_subtitle(struct chart_set *set, const struct measured *of) {
    static const char *const statistics[] = {[PAIRING_UNKNOWN] = "trimmed mean",
                                             [PAIRING_PAIRED] = "trimmed mean of pairs",
                                             [PAIRING_UNPAIRED] = "trimmed means, unpaired",
                                             [PAIRING_BY_ROUND] = ""};
    const struct section *section = of->section;
    const size_t longest = 20; /* the title has its name */
    const char *reference = strlen(reference_of(of)) > longest ? "reference" : reference_of(of);
    const char *statistic = statistics[section->pairing];
    if (section->statistic.kind != STATISTIC_TYPICAL)
        statistic = chart_set_text(set, "%s%s", statistic_of(of).text,
                                   section->pairing == PAIRING_UNPAIRED ? ", unpaired" : "");
    const char *one = quantity_of(of)->one;
    const char *letter = is_of_seconds(of) ? "t" : strchr(one, ' ') ? quantity_of(of)->name : one;
    const char *less = quantity_of(of)->less,
               *any = strcmp(unit_of_work(of), "run") == 0 ? "command" : "library";
    int is_turned = of->measure->noise == NOISE_TURNED_OVER;
    int is_over_reference = is_turned == quantity_of(of)->is_rate;
    return chart_set_text(set, "%s(%s) / %s(%s), %s, with %s; %s is %s", letter,
                          is_over_reference ? any : reference, letter,
                          is_over_reference ? reference : any, statistic, own_interval_of(of).text,
                          is_turned ? "higher" : "lower", less);
}

const struct measure measure_ratio = {.name = "typical ratio",
                                      .column = "ratio",
                                      .y = {.unit = UNIT_RATIO},
                                      .has_level = 1,
                                      .level = 1,
                                      .noise = NOISE_AS_IT_IS,
                                      .shows_caches = 1,
                                      .shows_lead = 1,
                                      .word_title = ratio_title,
                                      .word_subtitle = ratio_subtitle};

const struct measure measure_speedup = {.name = "typical speed-up",
                                        .column = "speedup",
                                        .y = {.unit = UNIT_RATIO},
                                        .has_level = 1,
                                        .level = 1,
                                        .noise = NOISE_TURNED_OVER,
                                        .shows_caches = 1,
                                        .shows_lead = 1,
                                        .word_title = ratio_title,
                                        .word_subtitle = ratio_subtitle};

/* --- rates --- */

/* Returns the largest value of the member at OFFSET in the rows of the section; NaN if none has
 * one. */
static double largest_of(const struct measured *of, size_t offset) {
    double largest = NAN;
    for (size_t i = 0; i < of->section->row_count; i++) {
        const struct row *row = &of->table->rows[of->section->first_row + i];
        largest = fmax(largest, *(const double *)(const void *)((const char *)row + offset));
    }
    return largest;
}

static int peak_line(struct chart_set *set, const struct measured *of, enum rates_kind kind,
                     size_t offset, struct mark *mark) {
    char words[LABEL_BYTES];
    double peak = of->peak ? rates_peak_value(of->peak, kind, largest_of(of, offset)) : NAN;
    if (!(peak > 0))
        return 0;
    double third_digit = pow(10, floor(log10(peak)) + 1 - 3);
    label_prefixed(words, &(struct tick){.value = round(peak / third_digit) * third_digit});
    *mark = (struct mark){.at = peak,
                          .label = chart_set_text(
                              set, "%s %s%s", of->peak->values[kind] > 0 ? "peak" : "best measured",
                              words, rates_unit(kind))};
    return 1;
}

static const char no_rate[] = "neither operations nor bytes are known";

static const char *flop_subtitle(struct chart_set *set, const struct measured *of) {
    return chart_set_text(set, "flop/s: operations per call / %s time, %s; higher is faster",
                          average_word(set, of), interval_of(of, "").text);
}

static int flop_line(struct chart_set *set, const struct measured *of, struct mark *mark) {
    return peak_line(set, of, RATES_FLOPS, offsetof(struct row, flop_rate.estimate), mark);
}

static const struct measure measure_flops = {.name = "flop/s",
                                             .column = "flop_rate",
                                             .y = {.unit = UNIT_RATE},
                                             .y_label = "flop/s",
                                             .shows_caches = 1,
                                             .shows_lead = 1,
                                             .absent = no_rate,
                                             .title = "operations per second",
                                             .word_subtitle = flop_subtitle,
                                             .line = flop_line};

static const char *byte_subtitle(struct chart_set *set, const struct measured *of) {
    return chart_set_text(set, "B/s: bytes moved per call / %s time, %s; higher is faster",
                          average_word(set, of), interval_of(of, "").text);
}

static int byte_line(struct chart_set *set, const struct measured *of, struct mark *mark) {
    return peak_line(set, of, RATES_BYTES, offsetof(struct row, byte_rate.estimate), mark);
}

static const struct measure measure_bytes = {.name = "B/s",
                                             .column = "byte_rate",
                                             .y = {.unit = UNIT_RATE},
                                             .y_label = "B/s",
                                             .shows_caches = 1,
                                             .shows_lead = 1,
                                             .title = "bytes per second",
                                             .word_subtitle = byte_subtitle,
                                             .line = byte_line};

/* Chooses bytes if the action reports only bytes, else operations. */
static const struct measure *settle_rate(const struct measured *of) {
    int has_flops = largest_of(of, offsetof(struct row, flops)) > 0;
    int has_bytes = largest_of(of, offsetof(struct row, bytes)) > 0;
    return has_bytes && !has_flops ? &measure_bytes : &measure_flops;
}

const struct measure measure_rate = {
    .name = "rate", .column = "flop_rate", .shows_lead = 1, .settle = settle_rate};

/* --- accuracy --- */

/* Unit roundoff: half the distance from 1 to the next number, the largest relative error of
 * rounding to nearest. */
static double roundoff_of(const struct measured *of) {
    const char *type = of->section->type ? of->section->type : "d";
    return *type == 's' || *type == 'c' ? FLT_EPSILON / 2.0 : DBL_EPSILON / 2;
}

static int roundoff_line(struct chart_set *set, const struct measured *of, struct mark *mark) {
    (void)set;
    *mark = (struct mark){.at = roundoff_of(of), .label = "unit roundoff"};
    return 1;
}

static const struct measure measure_error = {
    .name = "relative error",
    .column = "relative_error",
    .y = {.unit = UNIT_ERROR},
    .is_untimed = 1,
    .absent = "no errors of answers are known",
    .title = "error of the answers",
    .subtitle = "relative error: max |difference| / max |right answer|; lower is "
                "better; smaller errors are drawn at the unit roundoff",
    .least = roundoff_of,
    .line = roundoff_line};

/* A smaller residual is as good as 0. */
static double least_residual(const struct measured *of) {
    (void)of;
    return 0.01;
}

/* LAPACK's own test programs use this threshold. */
static int threshold_line(struct chart_set *set, const struct measured *of, struct mark *mark) {
    (void)set;
    (void)of;
    *mark = (struct mark){.at = 30, .label = "wrong above 30"};
    return 1;
}

static const struct measure measure_residual = {
    .name = "residual",
    .column = "residual",
    .y = {.unit = UNIT_ERROR},
    .is_untimed = 1,
    .title = "residual of the answers",
    .subtitle = "how far an answer is from solving the problem, in units of roundoff "
                "(scaled by the action); lower is better; smaller values are drawn at 0.01",
    .least = least_residual,
    .line = threshold_line};

/* Chooses the residual if the action has one. */
static const struct measure *settle_accuracy(const struct measured *of) {
    double residual = largest_of(of, offsetof(struct row, reports.residual));
    return isnan(residual) ? &measure_error : &measure_residual;
}

const struct measure measure_accuracy = {
    .name = "accuracy", .column = "relative_error", .settle = settle_accuracy};

/* --- threads --- */

static const char no_threads[] = "not measured with several numbers of threads, ranks or nodes";

static const struct scaling_axis *words_of(const struct measured *of) {
    return scaling_axis_words(of->section->space, of->section->over);
}

static double fewest_threads(const struct measured *of) {
    const struct parameter_grid_axis *threads =
        scaling_axis_find(of->section->space, of->section->over);
    double fewest = NAN;
    for (size_t p = 0; threads && p < of->section->space->points; p++)
        fewest = fmin(fewest, threads->values[p]);
    return fewest;
}

/* What is drawn besides the points, as a line of its own; "" for nothing. */
static const char *fits_words(struct chart_set *set, const struct measured *of) {
    struct mark cpus;
    int has_fits = of->measure->fit && thread_fits_exist(of);
    int has_zone = thread_fits_mark_cpus(set, of, &cpus) && cpus.is_zone;
    return chart_set_text(set, "%s%s%s%s", has_fits || has_zone ? "\n" : "",
                          has_fits ? "thin lines: universal scalability law (USL), fitted" : "",
                          has_fits && has_zone ? "; " : "",
                          has_zone ? "grey: more threads than CPUs" : "");
}

static const char *speedup_title(struct chart_set *set, const struct measured *of) {
    return chart_set_text(set, "speed-up by %s", words_of(of)->name);
}

static const char *throughput_title(struct chart_set *set, const struct measured *of) {
    return chart_set_text(set, "throughput by %s", words_of(of)->name);
}

static const char *efficiency_title(struct chart_set *set, const struct measured *of) {
    return chart_set_text(set, "efficiency of %s", words_of(of)->name);
}

static const char *scaling_subtitle(struct chart_set *set, const struct measured *of) {
    double fewest = fewest_threads(of);
    return chart_set_text(set, "t(%g %s) / t(n %s) of the same library, %s; dashed: ideal%s",
                          fewest, fewest == 1 ? words_of(of)->one : words_of(of)->name,
                          words_of(of)->name, interval_of(of, "").text, fits_words(set, of));
}

const struct measure measure_scaling = {.name = "typical speed-up",
                                        .column = "scaling",
                                        .y = {.unit = UNIT_RATIO},
                                        .absent = no_threads,
                                        .word_title = speedup_title,
                                        .word_subtitle = scaling_subtitle,
                                        .line = thread_fits_mark_cpus};

static const char *thread_throughput_subtitle(struct chart_set *set, const struct measured *of) {
    return chart_set_text(set, "%ss per second: 1 / mean time, %s; higher is faster%s",
                          unit_of_work(of), own_interval_of(of).text, fits_words(set, of));
}

const struct measure measure_thread_throughput = {.name = "throughput",
                                                  .column = "throughput",
                                                  .y = {.unit = UNIT_RATE},
                                                  .word_title = throughput_title,
                                                  .word_subtitle = thread_throughput_subtitle,
                                                  .line = thread_fits_mark_cpus,
                                                  .fit = thread_fits_add};

const struct measure measure_thread_speedup = {.name = "typical speed-up",
                                               .column = "scaling",
                                               .y = {.unit = UNIT_RATIO},
                                               .absent = no_threads,
                                               .word_title = speedup_title,
                                               .word_subtitle = scaling_subtitle,
                                               .line = thread_fits_mark_cpus,
                                               .fit = thread_fits_add};

static const char *efficiency_subtitle(struct chart_set *set, const struct measured *of) {
    return fewest_threads(of) == 1
               ? chart_set_text(set, "speed-up / %s; 100 %% is ideal", words_of(of)->name)
               : chart_set_text(set, "speed-up × %g / %s; 100 %% is ideal", fewest_threads(of),
                                words_of(of)->name);
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
                                                  .word_title = efficiency_title,
                                                  .word_subtitle = efficiency_subtitle,
                                                  .line = ideal_line};

/* --- weak scaling --- */

static const char no_pairs[] =
    "no two numbers of threads, ranks or nodes have the same work for each";

static const char *scaled_title(struct chart_set *set, const struct measured *of) {
    return chart_set_text(set, "scaled speed-up by %s", words_of(of)->name);
}

static const char *scaled_subtitle(struct chart_set *set, const struct measured *of) {
    double fewest = fewest_threads(of);
    const struct scaling_axis *words = words_of(of);
    struct mark cpus;
    int has_zone = thread_fits_mark_cpus(set, of, &cpus) && cpus.is_zone;
    const char *factor = fewest == 1 ? "" : chart_set_text(set, " / %g", fewest);
    return chart_set_text(set,
                          "n%s × t(%g %s) / t(n), where work grows in proportion to n "
                          "from this size\n%s; dashed: ideal%s",
                          factor, fewest, fewest == 1 ? words->one : words->name,
                          interval_of(of, "").text,
                          has_zone ? "; grey: more threads than CPUs" : "");
}

const struct measure measure_scaled_speedup = {.name = "scaled speed-up",
                                               .column = "scaled_speedup",
                                               .y = {.unit = UNIT_RATIO},
                                               .absent = no_pairs,
                                               .word_title = scaled_title,
                                               .word_subtitle = scaled_subtitle,
                                               .line = thread_fits_mark_cpus};

static const char *weak_title(struct chart_set *set, const struct measured *of) {
    return chart_set_text(set, "weak-scaling efficiency of %s", words_of(of)->name);
}

static const char *weak_subtitle(struct chart_set *set, const struct measured *of) {
    double fewest = fewest_threads(of);
    return chart_set_text(set, "t(%g %s) / t(n) at the same work per %s; 100 %% is ideal", fewest,
                          fewest == 1 ? words_of(of)->one : words_of(of)->name, words_of(of)->one);
}

const struct measure measure_weak_efficiency = {.name = "efficiency",
                                                .column = "weak_efficiency",
                                                .y = {.unit = UNIT_PART},
                                                .absent = no_pairs,
                                                .word_title = weak_title,
                                                .word_subtitle = weak_subtitle,
                                                .line = ideal_line};

/* --- the measure to draw of a section --- */

static const struct measure *measure_known(const char *column) {
    static const struct measure *const known[] = {
        &measure_time,           &measure_ratio,          &measure_speedup,
        &measure_flops,          &measure_bytes,          &measure_error,
        &measure_residual,       &measure_scaling,        &measure_thread_efficiency,
        &measure_scaled_speedup, &measure_weak_efficiency};
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

/* --- measures of any column --- */

/* Returns whether the name of COLUMN begins with one of NAMES. */
static int is_of(const struct column *column, const char *const *names) {
    for (; *names; names++)
        if (strncmp(column->name, *names, strlen(*names)) == 0)
            return 1;
    return 0;
}

/* For the unit "1" the column's type, number format or name decides what kind of number it is.
 * Differences may be negative, so they get a linear axis. */
static struct axis_terms terms_of(const struct column *column) {
    static const char *const ratios[] = {"ratio", "speedup", NULL};
    static const char *const errors[] = {"max_error", "mean_error", "total_error", "relative_error",
                                         "tolerance", "residual",   NULL};
    static const char *const signed_times[] = {"difference", "overhead", NULL};
    static const struct {
        const char *unit;
        enum axis_unit axis;
    } units[] = {{"s", UNIT_SECONDS}, {"B", UNIT_BYTES},  {"flop/s", UNIT_RATE},
                 {"B/s", UNIT_RATE},  {"1/s", UNIT_RATE}, {"byte", UNIT_RATE}};
    struct axis_terms terms = {.unit = UNIT_NUMBER};
    if (column->type == COLUMN_COUNT)
        terms.unit = UNIT_COUNT;
    else if (column->number == number_percent || column->number == number_probability)
        terms.unit = UNIT_PART;
    else if (column->number == number_ratio || is_of(column, ratios))
        terms.unit = UNIT_RATIO;
    else if (is_of(column, errors))
        terms.unit = UNIT_ERROR;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(column->unit, units[i].unit) == 0)
            terms.unit = units[i].axis;
    if (is_of(column, signed_times))
        terms.scale = AXIS_LINEAR;
    return terms;
}

static const char *column_subtitle(struct chart_set *set, const struct measured *of) {
    struct column column = measure_column(of->measure);
    double quantile = measure_quantile(of->measure);
    const char *unit = strcmp(column.unit, "1") == 0 || !*column.unit ? "" : column.unit;
    const char *interval =
        column.type == COLUMN_INTERVAL
            ? chart_set_text(set, ", with its %g %% interval", 100 * of->section->confidence)
            : "";
    if (!isnan(quantile))
        return chart_set_text(set, "%s that %g %% of all samples do not exceed",
                              quantity_of(of)->one, 100 * quantile);
    return chart_set_text(set, "%s%s%s%s", *unit && strcmp(unit, "s") != 0 ? unit : "",
                          *unit && strcmp(unit, "s") != 0 ? ": " : "", column.about, interval);
}

static const char *column_title(struct chart_set *set, const struct measured *of) {
    return is_of_seconds(of) || !is_measured(of)
               ? chart_set_text(set, "%s", of->measure->column)
               : chart_set_text(set, "%s of %s: %s", of->measure->column, quantity_of(of)->one,
                                quantity_of(of)->about);
}

static int is_drawable(const struct column *column) {
    return column_is_real(column) || column->type == COLUMN_COUNT;
}

static struct suggest_words nearest_column(const char *wanted) {
    struct suggestion suggestion = {.wanted = wanted};
    for (size_t c = 0; c < row_columns.count; c++)
        if (is_drawable(&row_columns.columns[c]))
            suggest_consider(&suggestion, row_columns.columns[c].name);
    return suggest_words(&suggestion);
}

int measure_of_column(struct measure *measure, const char *column, struct err *err) {
    const struct column *found = column_find(&row_columns, column);
    const struct measure *known = measure_known(column);
    if (known) {
        *measure = *known;
        return 0;
    }
    *measure = (struct measure){.name = column,
                                .column = column,
                                .y = {.unit = UNIT_SECONDS},
                                .absent = "no numbers in that column",
                                .word_title = column_title,
                                .word_subtitle = column_subtitle};
    if (!isnan(measure_quantile(measure))) {
        measure->absent = "too few samples for that quantile";
        return 0;
    }
    if (found && is_drawable(found)) {
        measure->y = terms_of(found);
        return 0;
    }
    return err_set(err, ERR_USAGE,
                   "--y: no column of numbers '%s'; bench-analyze --columns help lists all%s",
                   column, nearest_column(column).text);
}
