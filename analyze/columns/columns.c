/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/columns/columns.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/columns/column_table.h"
#include "analyze/columns/format_number.h"
#include "analyze/model/parameter_grid.h"
#include "formats/text/xalloc.h"

#define ROW(member, type, unit, needs, about) COLUMN(row, #member, member, type, unit, needs, about)
#define SUMMARY(member, type, unit, needs, about)                                                  \
    COLUMN(summary_row, #member, member, type, unit, needs, about)
#define REPORT(member, unit, about)                                                                \
    COLUMN(row, #member, reports.member, REAL, unit, NEED_REPORTS, about)
#define WARNINGS(record)                                                                           \
    COLUMN(record, "warnings", warned, WARNED, "", NEED_WARNINGS | NEED_VERDICT,                   \
           "what is to be known before believing it")

static const char *verdict_word(int value) {
    int is_known = value >= VERDICT_NONE && value < VERDICTS;
    return is_known ? verdict_name((enum verdict)value) : "unknown";
}

static void show_size(const void *record, char *text, size_t size) {
    const struct row *row = record;
    const char *word =
        row->space ? parameter_grid_spelling(&row->space->axes[0], (double)row->size) : NULL;
    if (word)
        snprintf(text, size, "%s", word);
    else
        snprintf(text, size, "%" PRId64, row->size);
}

/* clang-format off */
static const struct column of_rows[] = {
    {ROW(archive, TEXT, "", NEED_TIMES, "file the run is in")},
    {ROW(action, TEXT, "", NEED_TIMES, "what was calculated")},
    {ROW(run, TEXT, "", NEED_TIMES, "name of the run")},
    {ROW(type, TEXT, "", NEED_TIMES, "precision: s or d")},
    {ROW(size, INTEGER, "1", NEED_TIMES, "problem size"), USUAL("size", .once = 1, SHOWN("r", show_size))},
    {ROW(library, TEXT, "", NEED_TIMES, "library"), USUAL("library", .align = "l")},
    {ROW(mean, INTERVAL, column_measured, NEED_TIMES, "mean of all samples; of typical times, where a sample is typical of a batch"), USUAL("mean ±", SHOWN("rll", format_number_mean))},
    ENDS(row, "mean", mean, column_measured, NEED_TIMES, "the mean's"),
    {ROW(se, REAL, column_measured, NEED_TIMES, "standard error of the mean, over rounds")},
    {ROW(batch_mean, INTERVAL, "s", NEED_BATCHES, "elapsed time over calls: slow calls count in full"), ASKED("mean", .number = number_amount)},
    SEEN_ENDS(row, "batch_mean", batch_mean, "s", NEED_BATCHES, "its", "mean", .number = number_amount),
    {ROW(throughput, INTERVAL, "call/s", NEED_BATCHES, "calls over elapsed time: 1 / batch_mean"), ASKED("throughput", .number = number_rate)},
    SEEN_ENDS(row, "throughput", throughput, "call/s", NEED_BATCHES, "its", "throughput", .number = number_rate),
    {REPORT(whole, "s", "mean of the whole call, where the action times a part of it"), USUAL("whole", SHOWN("rl", format_number_whole))},
    {REPORT(overhead, "s", "mean of the whole call minus that part"), USUAL("overhead", SHOWN("rl", format_number_overhead))},
    {ROW(median, INTERVAL, column_measured, NEED_ORDER, "median of all samples"), WIDE("median", SHOWN("rl", format_number_median))},
    {COLUMN(row, "median_low", median.low, REAL, column_measured, NEED_ORDER, "lower end of the median's interval, over rounds")},
    {COLUMN(row, "median_high", median.high, REAL, column_measured, NEED_ORDER, "upper end of the median's interval")},
    {ROW(mad, REAL, column_measured, NEED_ORDER, "median distance of the samples from the median")},
    {ROW(sd, REAL, column_measured, NEED_TIMES, "standard deviation of all samples"), WIDE("sd", SHOWN("rl", format_number_sd))},
    {ROW(cv, REAL, "1", NEED_TIMES, "coefficient of variation: sd over mean"), ASKED("cv", .number = number_percent)},
    {ROW(round_sd, REAL, column_measured, NEED_TIMES, "standard deviation of the rounds' means")},
    {ROW(skewness, REAL, "1", NEED_SHAPE, "skewness of the samples"), ASKED("skewness", .number = number_plain)},
    {ROW(kurtosis, REAL, "1", NEED_SHAPE, "excess kurtosis of the samples"), ASKED("kurtosis", .number = number_plain)},
    {ROW(min, REAL, column_measured, NEED_EXTREMES, "smallest sample")},
    {ROW(max, REAL, column_measured, NEED_EXTREMES, "largest sample")},
    {ROW(n, COUNT, "1", NEED_TIMES, "samples measured"), WIDE("n", .align = "r")},
    {ROW(trimmed, COUNT, "1", NEED_TIMES, "samples that --trim took away")},
    {ROW(outliers, COUNT, "1", NEED_ORDER, "samples outside of Tukey's fences")},
    {ROW(sigma_outliers, COUNT, "1", NEED_ORDER, "samples beyond two standard deviations"), ASKED("2σ outliers", .align = "r")},
    {REPORT(cpus, "1", "processor time over time of the batch: how many CPUs were busy"), USUAL("cpus", SHOWN("r", format_number_cpus))},
    {REPORT(user, "s", "processor time of a command, in its own code"), USUAL("user", .number = number_amount)},
    {REPORT(system, "s", "processor time of the kernel for a command"), USUAL("system", .number = number_amount)},
    {REPORT(memory, "B", "largest resident set of a command"), USUAL("memory", .number = number_rate)},
    {REPORT(minor_faults, "1", "page faults of a command that needed no disk, per run"), ASKED("minor faults", .number = number_count)},
    {REPORT(major_faults, "1", "page faults of a command that waited for a disk, per run"), ASKED("major faults", .number = number_count)},
    {REPORT(voluntary_switches, "1", "times that a command waited, per run"), ASKED("voluntary switches", .number = number_count)},
    {REPORT(involuntary_switches, "1", "times that a command was made to wait, per run"), ASKED("involuntary switches", .number = number_count)},
    {REPORT(exit_status, "1", "largest exit status of a command"), ASKED("exit status", .number = number_count)},
    {REPORT(output_bytes, "B", "bytes that a command printed, per run"), ASKED("output", .number = number_rate)},
    {REPORT(cycles, "1", "processor cycles per call"), USUAL("cycles", .number = number_count)},
    {REPORT(instructions, "1", "instructions per call"), USUAL("instructions", .number = number_count)},
    {REPORT(cache_misses, "1", "misses of the last-level cache per call"), USUAL("cache misses", .number = number_count)},
    {REPORT(branch_misses, "1", "mispredicted branches per call"), USUAL("branch misses", .number = number_count)},
    {REPORT(page_faults, "1", "page faults per call"), ASKED("page faults", .number = number_plain)},
    {REPORT(migrations, "1", "moves of threads to another CPU per call"), ASKED("migrations", .number = number_plain)},
    {REPORT(iterations, "1", "iterations per call, as the action counted them"), USUAL("iterations", .number = number_count)},
    {REPORT(operations, "1", "operations per call, as the action counted them"), ASKED("operations", .number = number_count)},
    {REPORT(rate, "1/s", "operations counted per second"), USUAL("rate", .number = number_rate)},
    {ROW(flops, REAL, "1", NEED_TIMES, "floating-point operations of a call, as the action says"), ASKED("flops", .number = number_count)},
    {ROW(bytes, REAL, "byte", NEED_TIMES, "bytes that a call moves, as the action says"), ASKED("bytes", .number = number_count)},
    {ROW(flop_rate, INTERVAL, "flop/s", NEED_TIMES, "flops per second"), WIDE("flop/s", .number = number_rate, .is_alone = 1)},
    ENDS(row, "flop_rate", flop_rate, "flop/s", NEED_TIMES, "its"),
    {ROW(byte_rate, INTERVAL, "B/s", NEED_TIMES, "bytes per second"), WIDE("B/s", .number = number_rate, .is_alone = 1)},
    ENDS(row, "byte_rate", byte_rate, "B/s", NEED_TIMES, "its"),
    {ROW(efficiency, REAL, "1", NEED_TIMES, "rate over that of --peak"), USUAL("of --peak", .number = number_percent)},
    {ROW(scaling, INTERVAL, "1", NEED_TIMES, "time with the fewest threads over the time"), ASKED("scaling", .number = number_ratio, .is_alone = 1)},
    SEEN_ENDS(row, "scaling", scaling, "1", NEED_TIMES, "its", "scaling", .number = number_ratio),
    {ROW(thread_efficiency, INTERVAL, "1", NEED_TIMES, "scaling over how many times as many threads there are"), ASKED("of threads", .number = number_percent, .is_alone = 1)},
    SEEN_ENDS(row, "thread_efficiency", thread_efficiency, "1", NEED_TIMES, "its", "of threads", .number = number_percent),
    {ROW(scaled_speedup, INTERVAL, "1", NEED_TIMES, "weak_efficiency times how many times as many threads there are"), ASKED("scaled speed-up", .number = number_ratio, .is_alone = 1)},
    SEEN_ENDS(row, "scaled_speedup", scaled_speedup, "1", NEED_TIMES, "its", "scaled speed-up", .number = number_ratio),
    {ROW(weak_efficiency, INTERVAL, "1", NEED_TIMES, "time with the fewest threads, at the same work per thread, over the time"), ASKED("weak efficiency", .number = number_percent, .is_alone = 1)},
    SEEN_ENDS(row, "weak_efficiency", weak_efficiency, "1", NEED_TIMES, "its", "weak efficiency", .number = number_percent),
    {ROW(weak_size, REAL, "1", NEED_TIMES, "size with the fewest threads at the same work per thread"), ASKED("of size", .number = number_plain, .align = "r")},
    {ROW(weak_work, REAL, "1", NEED_TIMES, "work per thread over that with the fewest threads"), ASKED("work", .number = number_plain)},
    {ROW(rounds, COUNT, "1", NEED_TIMES, "rounds with samples")},
    {COLUMN(row, "value", chosen, INTERVAL, column_measured, NEED_TIMES, "the mean or quantile that --statistic names"), ON_REQUEST("value", .number = number_amount, .align = "rll")},
    SEEN_ENDS(row, "value", chosen, column_measured, NEED_TIMES, "its", "value", .is_on_request = 1, .number = number_amount),
    {ROW(ratio, INTERVAL, "1", NEED_RATIO | NEED_NOISE, "time, or what --measure says, over that of the reference"), USUAL("ratio", SHOWN("rlll", format_number_ratio), .tone = format_number_verdict_tone)},
    SEEN_ENDS(row, "ratio", ratio, "1", NEED_RATIO, "the ratio's", "ratio", .number = number_ratio),
    {ROW(ratio_se, REAL, "1", NEED_RATIO, "standard error of ln ratio, behind its interval and p"), ASKED("se of ln ratio", .number = number_plain)},
    {ROW(ratio_degrees, REAL, "1", NEED_RATIO, "its degrees of freedom"), ASKED("degrees", .number = number_plain)},
    {ROW(mean_ratio, INTERVAL, "1", NEED_RATIO, "mean over the reference's: slow samples count in full"), ASKED("ratio of means", SHOWN("rll", format_number_ratio_of_means), .tone = format_number_means_tone)},
    SEEN_ENDS(row, "mean_ratio", mean_ratio, "1", NEED_RATIO, "its", "ratio of means", .number = number_ratio),
    {ROW(speedup, INTERVAL, "1", NEED_RATIO, "the reference's time, or what --measure says, over the library's: 1 / ratio"), ASKED("speedup", .otherwise = "1 / ratio", SHOWN("rll", format_number_speedup))},
    {COLUMN(row, "speedup_low", speedup.low, REAL, "1", NEED_RATIO, "lower end of its interval"), ASKED("speedup low", .otherwise = "1 / ratio low", .number = number_ratio)},
    {COLUMN(row, "speedup_high", speedup.high, REAL, "1", NEED_RATIO, "upper end of its interval"), ASKED("speedup high", .otherwise = "1 / ratio high", .number = number_ratio)},
    {ROW(difference, INTERVAL, column_measured, NEED_RATIO, "time, or what --measure says, minus that of the reference"), ASKED("difference", SHOWN("rll", format_number_difference))},
    SEEN_ENDS(row, "difference", difference, column_measured, NEED_RATIO, "its", "difference", .number = number_amount),
    {COLUMN(row, "noise", noise.ratio, INTERVAL, "1", NEED_NOISE, "the reference over itself, measured twice"), ASKED("noise", .number = number_ratio)},
    SEEN_ENDS(row, "noise", noise.ratio, "1", NEED_NOISE, "its", "noise", .number = number_ratio),
    {COLUMN(row, "noise_floor", noise.floor, REAL, "1", NEED_NOISE, "its end farthest from 1, as a factor"), ASKED("noise floor", .number = number_ratio)},
    {ROW(p, REAL, "1", NEED_VERDICT, "probability of such samples where there is no difference"), ASKED("p", .number = number_p_value)},
    {ROW(p_adjusted, REAL, "1", NEED_VERDICT, "the same, corrected for the number of rows"), ASKED("adjusted p", .number = number_p_value)},
    {ROW(p_equal, REAL, "1", NEED_VERDICT, "probability of a ratio so near to 1 where the difference is that of --equal"), ASKED("p of equality", .number = number_p_value)},
    {ROW(p_equal_adjusted, REAL, "1", NEED_VERDICT, "the same, corrected for the number of rows"), ASKED("adjusted p of equality", .number = number_p_value)},
    {ROW(detectable, REAL, "1", NEED_VERDICT, "difference that would have been shown here with a power of 80 %"), ASKED("detectable", .number = number_percent)},
    {ROW(verdict, WORD, "", NEED_VERDICT, "faster (less, of another measure), slower (more), not_shown or one_process; with --equal also equal or inconclusive"), .word = verdict_word, USUAL("verdict", SHOWN("l", format_number_verdict), .tone = format_number_verdict_tone)},
    {ROW(p_fastest, REAL, "1", NEED_RATIO | NEED_FASTEST, "probability of the smallest typical time at this point"), ON_REQUEST("p fastest", .number = number_probability, .align = "rl")},
    {ROW(reference, TEXT, "", NEED_TIMES, "library the ratio is taken to")},
    {ROW(samples_are, TEXT, "", NEED_TIMES, "what its samples are, if not times of single calls or means of batches of them"), ASKED("samples are", .align = "l")},
    {ROW(pairing, WORD, "", NEED_TIMES, "paired or unpaired: its samples and the reference's"), .word = pairing_name},
    {REPORT(max_error, "1", "largest error of an output"), USUAL("max error", SHOWN("r", format_number_max_error))},
    {REPORT(mean_error, "1", "mean error of the outputs"), WIDE("mean error", SHOWN("r", format_number_mean_error))},
    {REPORT(total_error, "1", "sum of the errors of the outputs"), WIDE("total error", SHOWN("r", format_number_total_error))},
    {REPORT(relative_error, "1", "largest error of an output over its largest number"), ASKED("relative error", .number = number_error)},
    {REPORT(residual, "1", "how far the answer is from right, as the action measures it"), ASKED("residual", .number = number_plain)},
    {REPORT(tolerance, "1", "largest error accepted as right"), ASKED("tolerance", .number = number_error)},
    {WARNINGS(row)},
    {ROW(status, WORD, "", NEED_TIMES, "ok, or what went wrong"), .word = cell_status_name, USUAL("status", SHOWN("l", format_number_status), .tone = format_number_status_tone)},
};

#define PARTIAL(name, member, where)                                                               \
    {COLUMN(summary_row, name, member.ratio, INTERVAL, "1", NEED_RATIO, "the same over the sizes that are " where), WIDE(where, SHOWN("rll", format_number_##member))}, \
    SEEN_ENDS(summary_row, name, member.ratio, "1", NEED_RATIO, "its", name, .number = number_ratio), \
    {COLUMN(summary_row, name "_sizes", member.sizes, COUNT, "1", NEED_RATIO, "sizes it is taken over")}

static const struct column of_summaries[] = {
    {SUMMARY(archive, TEXT, "", NEED_TIMES, "file the run is in")},
    {SUMMARY(action, TEXT, "", NEED_TIMES, "what was calculated")},
    {SUMMARY(run, TEXT, "", NEED_TIMES, "name of the run")},
    {SUMMARY(type, TEXT, "", NEED_TIMES, "precision: s or d")},
    {SUMMARY(library, TEXT, "", NEED_TIMES, "library"), USUAL("library", .align = "l")},
    {SUMMARY(ratio, INTERVAL, "1", NEED_RATIO | NEED_NOISE, "geometric mean of the ratios"), USUAL("ratio", SHOWN("rlll", format_number_mean_ratio), .tone = format_number_mean_ratio_tone)},
    SEEN_ENDS(summary_row, "ratio", ratio, "1", NEED_RATIO, "its", "ratio", .number = number_ratio),
    {COLUMN(summary_row, "mean_ratio", means.ratio, INTERVAL, "1", NEED_RATIO, "geometric mean of the ratios of means"), ASKED("ratio of means", SHOWN("rll", format_number_means))},
    SEEN_ENDS(summary_row, "mean_ratio", means.ratio, "1", NEED_RATIO, "its", "ratio of means", .number = number_ratio),
    {SUMMARY(speedup, INTERVAL, "1", NEED_RATIO, "1 / ratio"), ASKED("speedup", .otherwise = "1 / ratio", SHOWN("rll", format_number_mean_speedup))},
    {COLUMN(summary_row, "speedup_low", speedup.low, REAL, "1", NEED_RATIO, "lower end of its interval"), ASKED("speedup low", .otherwise = "1 / ratio low", .number = number_ratio)},
    {COLUMN(summary_row, "speedup_high", speedup.high, REAL, "1", NEED_RATIO, "upper end of its interval"), ASKED("speedup high", .otherwise = "1 / ratio high", .number = number_ratio)},
    {COLUMN(summary_row, "faster", verdicts[VERDICT_FASTER], COUNT, "1", NEED_VERDICT, "points at which it is shown to be faster, or to need less"), ON_REQUEST("verdicts", SHOWN("l", format_number_verdicts))},
    {COLUMN(summary_row, "slower", verdicts[VERDICT_SLOWER], COUNT, "1", NEED_VERDICT, "points at which it is shown to be slower, or to need more"), ON_REQUEST("slower", .align = "r")},
    {SUMMARY(sizes, COUNT, "1", NEED_RATIO, "sizes it is taken over"), WIDE("sizes", .align = "r")},
    PARTIAL("in_cache", in_cache, "in cache"),
    PARTIAL("out_of_cache", out_of_cache, "out of cache"),
    {COLUMN(summary_row, "noise", noise.ratio, INTERVAL, "1", NEED_NOISE, "geometric mean of the control's ratios"), ASKED("noise", .number = number_ratio)},
    SEEN_ENDS(summary_row, "noise", noise.ratio, "1", NEED_NOISE, "its", "noise", .number = number_ratio),
    {COLUMN(summary_row, "noise_floor", noise.floor, REAL, "1", NEED_NOISE, "its end farthest from 1, as a factor"), ASKED("noise floor", .number = number_ratio)},
    {SUMMARY(reference, TEXT, "", NEED_TIMES, "library the ratios are taken to")},
    {WARNINGS(summary_row)},
};
/* clang-format on */

const char column_measured[] = "s";

const struct column_set row_columns = COLUMN_SET(of_rows, struct row);
const struct column_set summary_columns = COLUMN_SET(of_summaries, struct summary_row);

const struct column *column_find(const struct column_set *set, const char *name) {
    for (size_t c = 0; c < set->count; c++)
        if (strcmp(set->columns[c].name, name) == 0)
            return &set->columns[c];
    return NULL;
}

/* --- values --- */

static double parameter_of(const struct column *column, const struct row *row) {
    const struct parameter_grid_axis *axis = parameter_grid_find(row->space, column->parameter);
    return axis ? axis->values[row->point] : NAN;
}

static double quantile_of(const struct column *column, const struct row *row) {
    return row->quantiles ? row->quantiles[column->quantile - 1] : NAN;
}

const void *column_value(const struct column *column, const void *record, double *workspace) {
    if (column->constant)
        return &column->constant;
    if (column->is_size_name) {
        const struct parameter_grid *space = ((const struct row *)record)->space;
        static const char *const none = NULL;
        return space && parameter_grid_size_name(space) ? (const void *)&space->axes[0].name
                                                        : (const void *)&none;
    }
    if (!column->parameter && !column->quantile)
        return (const char *)record + column->offset;
    *workspace = column->parameter ? parameter_of(column, record) : quantile_of(column, record);
    return workspace;
}

int column_is_real(const struct column *column) {
    return column->type == COLUMN_REAL || column->type == COLUMN_INTERVAL;
}

struct interval column_interval(const struct column *column, const void *record) {
    double workspace;
    const void *value = column_value(column, record, &workspace);
    return column->type == COLUMN_INTERVAL ? *(const struct interval *)value
                                           : interval_alone(*(const double *)value);
}

/* --- presentation for people --- */

static void show_text(const struct column *column, const void *value, char *text, size_t size) {
    const char *what = *(const char *const *)value;
    (void)column;
    snprintf(text, size, "%s", what ? what : "");
}

static void show_integer(const struct column *column, const void *value, char *text, size_t size) {
    (void)column;
    snprintf(text, size, "%" PRId64, *(const int64_t *)value);
}

static void show_count(const struct column *column, const void *value, char *text, size_t size) {
    (void)column;
    snprintf(text, size, "%zu", *(const size_t *)value);
}

static void show_word(const struct column *column, const void *value, char *text, size_t size) {
    snprintf(text, size, "%s", column->word(*(const int *)value));
}

static void show_warned(const struct column *column, const void *value, char *text, size_t size) {
    const struct warned *warned = value;
    size_t length = 0;
    (void)column;
    *text = '\0';
    for (size_t i = 0; warned->of && i < warned->of->count && length < size; i++)
        if (warned_has(warned, &warned->of->items[i]))
            length += (size_t)snprintf(text + length, size - length, "%s%s", length ? " " : "",
                                       warned->of->items[i].rule);
}

static void (*const shows[COLUMN_TYPES])(const struct column *, const void *, char *, size_t) = {
    [COLUMN_TEXT] = show_text, [COLUMN_INTEGER] = show_integer, [COLUMN_COUNT] = show_count,
    [COLUMN_WORD] = show_word, [COLUMN_WARNED] = show_warned,
};

static int is_measured(const struct column *column) {
    return column->is_measured || column->unit == column_measured;
}

/* Chosen by the unit; NULL for an amount of the quantity, which is written in the unit of its row.
 */
static number_function *number_of(const struct column *column) {
    size_t length = strlen(column->unit);
    if (column->number)
        return column->number;
    if (is_measured(column))
        return column->type == COLUMN_INTERVAL ? number_amount : NULL;
    return length > 2 && strcmp(column->unit + length - 2, "/s") == 0 ? number_rate : number_plain;
}

/* As the file of the measurement has it. TEXT [PARAMETER_GRID_NUMBER]. */
static void show_parameter(const struct column *column, const struct row *row, char *text) {
    const struct parameter_grid_axis *axis = parameter_grid_find(row->space, column->parameter);
    double value = axis ? axis->values[row->point] : NAN;
    if (axis)
        parameter_grid_write_value(text, axis, value);
    else
        parameter_grid_write_number(text, value);
}

void column_show(const struct column *column, const void *record, char *text, size_t size) {
    double workspace;
    if (column->show)
        column->show(record, text, size);
    else if (column_is_real(column)) {
        struct interval value = column_interval(column, record);
        number_function *number = number_of(column);
        if (column->parameter)
            show_parameter(column, record, text);
        else if (number)
            number(column->is_alone ? interval_alone(value.estimate) : value, column->unit, text,
                   size);
        else
            format_number_in_unit(record, value.estimate, text, size);
        if (!*text && column->is_asked_for)
            snprintf(text, size, "-");
    } else
        shows[column->type](column, column_value(column, record, &workspace), text, size);
}

const char *column_heading(const struct column *column) {
    return column->heading ? column->heading : column->name;
}

static const char *align_of_real(const struct column *column) {
    static const struct {
        number_function *number;
        const char *align;
    } aligns[] = {{NULL, "rl"},           {number_plain, "rl"}, {number_ratio, "rll"},
                  {number_amount, "rll"}, {number_rate, "rll"}, {number_percent, "rll"},
                  {number_p_value, "r"},  {number_error, "r"},  {number_count, "r"}};
    number_function *number = number_of(column);
    for (size_t i = 0; i < sizeof aligns / sizeof *aligns; i++)
        if (aligns[i].number == number)
            return aligns[i].align;
    return "r";
}

const char *column_align(const struct column *column) {
    static const char *const aligns[COLUMN_TYPES] = {
        [COLUMN_TEXT] = "l", [COLUMN_INTEGER] = "r", [COLUMN_COUNT] = "r",
        [COLUMN_WORD] = "l", [COLUMN_WARNED] = "l",
    };
    if (column->align)
        return column->align;
    return column_is_real(column) ? align_of_real(column) : aligns[column->type];
}

enum terminal_tone column_tone(const struct column *column, const void *record) {
    return column->tone ? column->tone(record) : TERMINAL_PLAIN;
}

/* --- quantities --- */

struct column column_for_quantity(const struct column *column, enum quantity quantity) {
    struct column fitting = *column;
    if (column->unit == column_measured) {
        fitting.unit = quantity_words(quantity)->unit;
        fitting.is_measured = 1;
    }
    if (!quantity_is_speed(quantity) && column->otherwise)
        fitting.heading = column->otherwise;
    if (quantity_sense(quantity) == SENSE_WORTH && column->for_worth)
        fitting.heading = column->for_worth;
    return fitting;
}

/* --- columns that are not members --- */

struct column column_of_size_name(void) {
    return (struct column){.name = COLUMN_SIZE_NAME,
                           .type = COLUMN_TEXT,
                           .unit = "",
                           .about = "what the file calls the size",
                           .is_size_name = 1};
}

struct column column_of_text(const char *name, const char *text, const char *about) {
    return (struct column){
        .name = name, .type = COLUMN_TEXT, .unit = "", .about = about, .constant = text};
}

char *column_free_name(const struct column_set *set, const char *parameter) {
    char *name = xstrdup(parameter);
    for (int n = 2; column_find(set, name) || column_find(&row_columns, name); n++) {
        free(name);
        name = xasprintf("%s_%d", parameter, n);
    }
    return name;
}

struct column column_of_parameter(const char *name, const char *parameter) {
    return (struct column){.name = name,
                           .type = COLUMN_REAL,
                           .unit = "",
                           .about = "a parameter",
                           .align = "r",
                           .once = 1,
                           .parameter = parameter};
}

struct column column_of_quantile(const char *name, size_t number) {
    return (struct column){.name = name,
                           .type = COLUMN_REAL,
                           .unit = column_measured,
                           .needs = NEED_ORDER,
                           .about = "quantile of all samples, in percent",
                           .quantile = number + 1};
}
