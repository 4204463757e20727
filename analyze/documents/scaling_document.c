/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/documents/scaling_document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/columns/column_table.h"
#include "analyze/model/scaling_axis.h"
#include "analyze/model/variants.h"
#include "analyze/output/listing.h"
#include "formats/text/percent.h"
#include "formats/text/xalloc.h"

/* --- columns --- */

static const char *fit_word(int value) {
    static const char *const words[] = {[THREAD_FIT_NONE] = "too_few",
                                        [THREAD_FIT_UNCHECKED] = "unchecked",
                                        [THREAD_FIT_HOLDS] = "holds",
                                        [THREAD_FIT_POOR] = "poor"};
    return words[value];
}

static const char *choice_word(int value) {
    static const char *const words[] = {[THREAD_LAWS_UNKNOWN] = "unknown",
                                        [THREAD_LAWS_EITHER] = "either",
                                        [THREAD_LAWS_USL] = "usl"};
    return words[value];
}

/* 3.1* |  [2.8, 3.4], in units of ONE */
static void write_interval(struct interval value, double one, const char *mark, char *text,
                           size_t size) {
    char number[48];
    double half = interval_width(value) / 2 / one;
    double largest = isfinite(value.high) ? fmax(value.estimate, value.high) : value.estimate;
    int decimals = isinf(largest) ? 0 : number_decimals(largest / one, half);
    *text = '\0';
    if (isnan(value.estimate))
        return;
    number_write(number, sizeof number, value.estimate / one, decimals);
    snprintf(text, size, "%s%s%s%s", isinf(value.estimate) ? "∞" : number, mark,
             interval_has_ends(value) ? "\t " : "",
             interval_has_ends(value) ? number_ends(value, one, decimals).text : "");
}

static int is_usl(const struct scaling_row *row) {
    return strcmp(row->law, "usl") == 0;
}

static int is_extrapolated(const struct scaling_row *row) {
    return row->peak_is && strcmp(row->peak_is, "extrapolated") == 0;
}

static const struct {
    const char *law, *name;
} law_names[] = {{"amdahl", "Amdahl"}, {"usl", "USL"}, {"gustafson", "Gustafson"}};

static const char *law_name(const struct scaling_row *row) {
    size_t i = 0;
    while (strcmp(law_names[i].law, row->law) != 0)
        i++;
    return law_names[i].name;
}

static void show_law(const void *record, char *text, size_t size) {
    snprintf(text, size, "%s", law_name(record));
}

static const double percent = 0.01;

static void show_sigma(const void *record, char *text, size_t size) {
    const struct scaling_row *row = record;
    write_interval(row->fitted.sigma, percent, "", text, size);
}

/* Amdahl's is not fitted. */
static void show_kappa(const void *record, char *text, size_t size) {
    const struct scaling_row *row = record;
    *text = '\0';
    if (is_usl(row))
        write_interval(row->fitted.kappa, percent, "", text, size);
}

/* Both laws share a column, so that a terminal has room for it. */
static void show_peak(const void *record, char *text, size_t size) {
    const struct scaling_row *row = record;
    write_interval(is_usl(row) ? row->fitted.peak : row->fitted.limit, 1,
                   is_usl(row) && is_extrapolated(row) ? "*"
                   : is_usl(row)                       ? ""
                                                       : "×",
                   text, size);
}

static void show_limit(const void *record, char *text, size_t size) {
    const struct scaling_row *row = record;
    write_interval(row->fitted.limit, 1, "", text, size);
}

/* Rounding errors do not count as a deviation. */
static void write_deviation(struct interval value, const char *unit, char *text, size_t size) {
    value.estimate = value.estimate < 1e-6 ? 0 : value.estimate;
    number_percent(value, unit, text, size);
}

static void show_above_cpus(const void *record, char *text, size_t size) {
    const struct scaling_row *row = record;
    *text = '\0';
    if (row->above_cpus)
        snprintf(text, size, "%zu", row->above_cpus);
}

static void show_left_out(const void *record, char *text, size_t size) {
    const struct scaling_row *row = record;
    *text = '\0';
    if (row->left_out)
        snprintf(text, size, "%zu", row->left_out);
}

static void show_fit(const void *record, char *text, size_t size) {
    const struct scaling_row *row = record;
    snprintf(text, size, "%s",
             row->fitted.fit == THREAD_FIT_NONE ? "too few" : fit_word(row->fitted.fit));
}

static enum terminal_tone fit_tone(const void *record) {
    const struct scaling_row *row = record;
    return row->fitted.fit == THREAD_FIT_POOR ? TERMINAL_WARNING : TERMINAL_PLAIN;
}

#define SCALING(member, type, unit, about)                                                         \
    COLUMN(scaling_row, #member, member, type, unit, 0, about)
#define FITTED(member, type, unit, about)                                                          \
    COLUMN(scaling_row, #member, fitted.member, type, unit, 0, about)

/* clang-format off */
static const struct column of_scaling[] = {
    {SCALING(archive, TEXT, "", "file the run is in")},
    {SCALING(action, TEXT, "", "what was calculated")},
    {SCALING(run, TEXT, "", "name of the run")},
    {SCALING(type, TEXT, "", "precision: s or d")},
    {SCALING(variant, TEXT, "", "size and parameters that tell this curve from others"), USUAL("with", .once = 1)},
    {SCALING(library, TEXT, "", "library"), USUAL("library", .align = "l", .once = 1)},
    {SCALING(law, TEXT, "", "amdahl, usl or gustafson"), USUAL("law", .align = "l", .show = show_law)},
    {FITTED(fit, WORD, "", "holds (nothing shows that the law does not), poor, unchecked or too_few"), .word = fit_word, USUAL("fit", SHOWN("l", show_fit), .tone = fit_tone)},
    {FITTED(sigma, INTERVAL, "1", "part of the work that threads do one after the other; by gustafson: of the time"), USUAL("σ, %", .align = "rl", .show = show_sigma)},
    ENDS(scaling_row, "sigma", fitted.sigma, "1", 0, "its"),
    {FITTED(kappa, INTERVAL, "1", "cost of agreement for each pair of threads; 0 by the other laws"), USUAL("κ, %", .align = "rl", .show = show_kappa)},
    ENDS(scaling_row, "kappa", fitted.kappa, "1", 0, "its"),
    {FITTED(limit, INTERVAL, "1", "largest speed-up by Amdahl's law, 1 / sigma; undefined if it has no limit"), ASKED("limit", .align = "rl", .show = show_limit)},
    {COLUMN(scaling_row, "limit_low", fitted.limit.low, REAL, "1", 0, "lower end of its interval")},
    {COLUMN(scaling_row, "limit_high", fitted.limit.high, REAL, "1", 0, "upper end of its interval; undefined if there is none")},
    {FITTED(peak, INTERVAL, "1", "threads of the largest throughput by the USL; undefined if it has no peak"), USUAL("limit, or peak", .align = "rl", .show = show_peak)},
    {COLUMN(scaling_row, "peak_low", fitted.peak.low, REAL, "1", 0, "lower end of its interval")},
    {COLUMN(scaling_row, "peak_high", fitted.peak.high, REAL, "1", 0, "upper end of its interval; undefined if there is none")},
    {SCALING(peak_is, TEXT, "", "measured, extrapolated (beyond the threads fitted) or none")},
    {FITTED(probability, REAL, "1", "probability of such deviations where the law holds"), ASKED("p", .number = number_p_value)},
    {FITTED(rms, REAL, "1", "root mean square deviation of times from the law"), USUAL("off by", .number = write_deviation, .align = "rll")},
    {FITTED(lambda, INTERVAL, "1/s", "calls or operations per second with one thread, by the law"), USUAL("λ", .number = number_rate)},
    ENDS(scaling_row, "lambda", fitted.lambda, "1/s", 0, "its"),
    {SCALING(choice, WORD, "", "usl if kappa is shown to be above 0, either if not, or unknown"), .word = choice_word},
    {SCALING(points, COUNT, "1", "thread counts fitted"), USUAL("counts", .align = "r")},
    {SCALING(left_out, COUNT, "1", "thread counts that are not right"), USUAL("left out", .align = "r", .show = show_left_out)},
    {SCALING(above_cpus, COUNT, "1", "thread counts above the CPUs, left out without --all-threads"), USUAL("> CPUs", .align = "r", .show = show_above_cpus)},
    {SCALING(rounds, COUNT, "1", "rounds fitted")},
    {SCALING(fewest, REAL, "1", "fewest threads fitted")},
    {SCALING(most, REAL, "1", "most threads fitted")},
    {SCALING(cpus, REAL, "1", "CPUs that threads could run on")},
};
/* clang-format on */

const struct column_set scaling_columns = COLUMN_SET(of_scaling, struct scaling_row);

#define POINT(member, type, unit, about)                                                           \
    COLUMN(scaling_point, #member, member, type, unit, 0, about)

/* clang-format off */
static const struct column of_points[] = {
    {POINT(variant, TEXT, "", "size and parameters that tell this curve from others"), USUAL("with", .once = 1)},
    {POINT(library, TEXT, "", "library"), USUAL("library", .align = "l", .once = 1)},
    {POINT(at, TEXT, "", "number of threads, ranks or nodes"), USUAL("on", .align = "r")},
    {POINT(size, REAL, "1", "size, where it grows"), USUAL("size", .number = number_plain, .align = "r")},
    {POINT(mean, INTERVAL, "s", "mean time"), USUAL("time ±", .number = number_amount)},
    {POINT(speedup, INTERVAL, "1", "speed-up"), USUAL("speed-up", .number = number_ratio)},
    {POINT(efficiency, INTERVAL, "1", "efficiency"), USUAL("efficiency", .number = number_percent)},
};
/* clang-format on */

static const struct column_set point_columns = COLUMN_SET(of_points, struct scaling_point);

/* --- which scaling --- */

/* Whether a cell is held against another one. Those with the fewest threads are held against
 * themselves, exactly. */
static int has_strong(const struct row *row) {
    return isfinite(row->scaling.estimate) && (row->scaling.estimate != 1 || row->scaling.low != 1);
}

static int has_weak(const struct row *row) {
    return isfinite(row->weak_efficiency.estimate) &&
           (row->weak_efficiency.estimate != 1 || row->weak_efficiency.low != 1);
}

static size_t count_rows(const struct table *table, const struct section *section,
                         int (*has)(const struct row *row)) {
    size_t count = 0;
    for (size_t i = 0; i < section->row_count; i++)
        count += (size_t)has(&table->rows[section->first_row + i]);
    return count;
}

static int has_work(const struct row *row) {
    return row->flops > 0 || row->bytes > 0;
}

/* Sets IS_WEAK. Where sizes grow with the threads, one may by chance be the same twice; where all
 * sizes have all numbers of threads, some also have the same work for each. */
static int choose_mode(const struct table *table, const struct section *section,
                       enum scaling_mode mode, int *is_weak, struct err *err) {
    const struct scaling_axis *words = scaling_axis_words(section->space, section->over);
    size_t strong = count_rows(table, section, has_strong);
    size_t weak = count_rows(table, section, has_weak);
    *is_weak = mode == SCALING_WEAK || (mode == SCALING_GUESSED && weak > strong);
    if (mode == SCALING_STRONG && !strong && weak)
        return err_set(err, ERR_USAGE,
                       "%s: its sizes grow with the %s, so no size has a strong scaling; say "
                       "--scaling weak",
                       section->action, words->name);
    if (mode == SCALING_WEAK && !weak && !count_rows(table, section, has_work))
        return err_set(
            err, ERR_USAGE,
            "%s: neither the operations nor the bytes of a call are known, by which weak "
            "scaling tells the work per %s; say --scaling strong",
            section->action, words->one);
    if (mode == SCALING_WEAK && !weak)
        return err_set(err, ERR_USAGE,
                       "%s: no size has, with more %s, the work per %s of another with the fewest; "
                       "measure with bench-collect --scaling weak, or say --scaling strong",
                       section->action, words->name, words->one);
    return 0;
}

/* --- curves --- */

struct curve {
    const struct table *table;
    const struct section *section;
    const struct parameter_grid *space; /* whose size, if it is weak, is that of the base */
    const struct scaling_axis *words;
    size_t axis;
    int all_threads, is_weak;
    const size_t *order; /* indices of the variant's points */
    size_t count;
    double *threads, *steps, *logs; /* [count], [count], [count][rounds] */
};

static struct scaling_row row_of_library(const struct curve *curve, size_t library) {
    const struct section *section = curve->section;
    const struct summary_row *summary = &curve->table->summaries[section->first_summary + library];
    return (struct scaling_row){.archive = summary->archive,
                                .action = summary->action,
                                .run = summary->run,
                                .type = summary->type,
                                .library = summary->library,
                                .fewest = NAN,
                                .most = NAN,
                                .cpus = section->cpus};
}

/* More than any system has; nothing can be fitted to numbers that are no numbers of threads. */
static const double MOST_THREADS = 1e7;

static int is_right(const struct row *row, double threads) {
    return row->status == CELL_OK && isfinite(row->log_mean) && threads >= 1 &&
           threads <= MOST_THREADS;
}

/* Collects the points of LIBRARY that are fitted, and counts the others in ROW. */
static struct thread_curve collect(const struct curve *curve, size_t library,
                                   struct scaling_row *row) {
    const struct section *section = curve->section;
    size_t rounds = section->rounds_wanted;
    struct thread_curve found = {curve->threads, curve->logs, curve->steps, 0, rounds};
    for (size_t i = 0; i < curve->count; i++) {
        size_t cell = curve->order[i] * section->summary_count + library;
        const struct row *measured = &curve->table->rows[section->first_row + cell];
        double threads = curve->space->axes[curve->axis].values[curve->order[i]];
        int is_above = curve->words->shares_cpus && threads > section->cpus;
        int is_repeated = found.count && threads == curve->threads[found.count - 1];
        row->above_cpus += (size_t)is_above;
        if (is_above && !curve->all_threads)
            continue;
        if (is_repeated || !is_right(measured, threads)) {
            row->left_out++;
            continue;
        }
        curve->threads[found.count] = threads;
        curve->steps[found.count] = resolution_of_log_mean(&measured->resolution);
        memcpy(curve->logs + found.count * rounds, section->round_logs + cell * rounds,
               rounds * sizeof *curve->logs);
        found.count++;
    }
    row->points = found.count;
    if (found.count) {
        row->fewest = curve->threads[0];
        row->most = curve->threads[found.count - 1];
    }
    return found;
}

static void set_law(struct scaling_row *row, const char *name, const struct thread_law *law) {
    row->law = name;
    row->fitted = *law;
    row->peak_is = isnan(law->peak.estimate)        ? NULL
                   : isinf(law->peak.estimate)      ? "none"
                   : law->peak.estimate > row->most ? "extrapolated"
                                                    : "measured";
}

static void fit_laws(struct scaling_rows *rows, const struct curve *curve, struct scaling_row row,
                     const struct thread_curve *points) {
    struct thread_laws laws;
    struct thread_law law;
    double confidence = curve->section->confidence;
    if (curve->is_weak) {
        thread_laws_fit_gustafson(points, confidence, &law, &row.rounds);
        set_law(&row, "gustafson", &law);
        rows->items[rows->count++] = row;
        return;
    }
    thread_laws_fit(points, confidence, &laws);
    row.rounds = laws.rounds;
    row.choice = laws.choice;
    set_law(&row, "amdahl", &laws.amdahl);
    rows->items[rows->count++] = row;
    set_law(&row, "usl", &laws.usl);
    rows->items[rows->count++] = row;
}

static struct scaling_point point_of(const struct curve *curve, const struct row *row,
                                     const char *variant, const char *at) {
    struct scaling_point point = {.archive = row->archive,
                                  .action = row->action,
                                  .run = row->run,
                                  .type = row->type,
                                  .library = row->library,
                                  .variant = variant,
                                  .at = at,
                                  .size = NAN,
                                  .mean = row->mean,
                                  .speedup = row->scaling,
                                  .efficiency = row->thread_efficiency};
    if (!curve->is_weak)
        return point;
    point.size = (double)row->size;
    point.speedup = row->scaled_speedup;
    point.efficiency = row->weak_efficiency;
    return point;
}

static void add_points(struct scaling_rows *rows, const struct curve *curve, size_t library,
                       const char *variant) {
    const struct section *section = curve->section;
    struct scaling_point *points = rows->points =
        xreallocarray(rows->points, rows->point_count + curve->count, sizeof *points);
    for (size_t i = 0; i < curve->count; i++) {
        size_t cell = curve->order[i] * section->summary_count + library;
        const struct row *row = &curve->table->rows[section->first_row + cell];
        double number = curve->space->axes[curve->axis].values[curve->order[i]];
        struct kept_text written;
        if (!isfinite(curve->is_weak ? row->weak_efficiency.estimate : row->scaling.estimate))
            continue;
        kept_text_begin(&written);
        fprintf(written.file, "%.10g %s", number,
                number == 1 ? curve->words->one : curve->words->name);
        struct scaling_point *point = &points[rows->point_count++];
        *point = point_of(curve, row, variant, kept_text_end(&written, &rows->texts));
        int is_base = !(curve->is_weak ? has_weak(row) : has_strong(row));
        if (is_base) { /* exact */
            point->speedup = interval_alone(point->speedup.estimate);
            point->efficiency = interval_alone(point->efficiency.estimate);
        }
        if (curve->is_weak)
            rows->work_off = fmax(rows->work_off, fabs(row->weak_work - 1));
    }
}

static void add_rows(struct scaling_rows *rows, const struct curve *curve, size_t library) {
    struct scaling_row row = row_of_library(curve, library);
    struct thread_curve points = collect(curve, library, &row);
    struct kept_text written;
    kept_text_begin(&written);
    variants_write(curve->space, curve->axis, curve->order[0], written.file);
    row.variant = kept_text_end(&written, &rows->texts);
    rows->items = xreallocarray(rows->items, rows->count + 2, sizeof *rows->items);
    fit_laws(rows, curve, row, &points);
    add_points(rows, curve, library, row.variant);
}

static void add_curves(struct scaling_rows *rows, struct curve *curve) {
    struct variants variants;
    variants_find(&variants, curve->space, &curve->axis, 1);
    curve->threads = xcalloc(variants.longest, sizeof *curve->threads);
    curve->steps = xcalloc(variants.longest, sizeof *curve->steps);
    curve->logs = xcalloc(variants.longest * curve->section->rounds_wanted, sizeof *curve->logs);
    for (size_t v = 0; v < variants.count; v++) {
        curve->order = variants.order + variants.first[v];
        curve->count = variants.first[v + 1] - variants.first[v];
        int has_base = !isnan(curve->space->axes[0].values[curve->order[0]]);
        for (size_t l = 0; has_base && l < curve->section->summary_count; l++)
            add_rows(rows, curve, l);
    }
    free(curve->threads);
    free(curve->steps);
    free(curve->logs);
    variants_release(&variants);
}

/* Adds weak curves, whose size is that of their base. */
static void add_weak_curves(struct scaling_rows *rows, struct curve *curve) {
    const struct section *section = curve->section;
    struct parameter_grid space = *section->space;
    space.axes = xmemdup(space.axes, space.axis_count * sizeof *space.axes);
    double *sizes = xcalloc(space.points, sizeof *sizes), first = NAN;
    space.axes[0].values = sizes;
    space.axes[0].varies = 0;
    for (size_t p = 0; p < space.points; p++) {
        sizes[p] = curve->table->rows[section->first_row + p * section->summary_count].weak_size;
        first = isnan(first) ? sizes[p] : first;
        space.axes[0].varies |= !isnan(sizes[p]) && sizes[p] != first;
    }
    curve->space = &space;
    add_curves(rows, curve);
    free(space.axes);
    free(sizes);
}

int scaling_document_add_rows(struct scaling_rows *rows, const struct table *table,
                              const struct section *section, const struct section_view *how,
                              struct err *err) {
    const struct parameter_grid *space = section->space;
    const struct parameter_grid_axis *threads = scaling_axis_find(space, section->over);
    int is_weak = 0;
    if (scaling_axis_is_open(space, section->over))
        return err_set(err, ERR_USAGE,
                       "%s: more than one of threads, ranks and nodes varies; choose one with "
                       "--over",
                       section->action);
    if (!threads || !section->row_count || !section->round_logs)
        return 0;
    int code = threads->varies ? choose_mode(table, section, how->scaling, &is_weak, err) : 0;
    if (code)
        return code;
    struct curve curve = {.table = table,
                          .section = section,
                          .space = space,
                          .words = scaling_axis_words(space, section->over),
                          .axis = (size_t)(threads - space->axes),
                          .all_threads = how->all_threads,
                          .is_weak = is_weak};
    rows->are_weak = is_weak;
    if (is_weak)
        add_weak_curves(rows, &curve);
    else
        add_curves(rows, &curve);
    return 0;
}

void scaling_document_release_rows(struct scaling_rows *rows) {
    free(rows->items);
    free(rows->points);
    string_pool_release(&rows->texts);
    *rows = (struct scaling_rows){0};
}

/* --- notes --- */

/* What is to be known of some rows: each kind is one line that names their curves. */
struct note {
    enum document_kind kind;
    const char *text; /* in front of the names; */
    const char *rest; /* if not NULL, follows "thread", "rank" or "node" */
    int (*applies)(const struct scaling_row *row);
    int names_law;
};

static int is_poor(const struct scaling_row *row) {
    return row->fitted.fit == THREAD_FIT_POOR;
}

static int is_exact(const struct scaling_row *row) {
    return row->fitted.fit == THREAD_FIT_UNCHECKED && row->rounds > 1;
}

/* Of each curve one row is. */
static int is_last(const struct scaling_row *row) {
    return strcmp(row->law, "amdahl") != 0;
}

static int has_one_round(const struct scaling_row *row) {
    return is_last(row) && row->rounds == 1;
}

static int has_no_round(const struct scaling_row *row) {
    return is_last(row) && row->rounds == 0 && row->points >= 2;
}

static int has_few_counts(const struct scaling_row *row) {
    return is_usl(row) && row->points == 2;
}

static int has_no_counts(const struct scaling_row *row) {
    return is_last(row) && row->points < 2;
}

static int is_either(const struct scaling_row *row) {
    return is_usl(row) && row->fitted.fit != THREAD_FIT_POOR && row->choice == THREAD_LAWS_EITHER;
}

static int needs_usl(const struct scaling_row *row) {
    return is_usl(row) && row->fitted.fit != THREAD_FIT_POOR && row->choice == THREAD_LAWS_USL;
}

static const struct note notes[] = {
    {DOCUMENT_BAD, "poor: off by more than noise explains, so the intervals are wider", NULL,
     is_poor, 1},
    {DOCUMENT_NOTE, "κ is shown to be above 0, so the USL and not Amdahl's law", NULL, needs_usl,
     0},
    {DOCUMENT_NOTE, "cannot tell the USL from Amdahl's law, κ may be 0", NULL, is_either, 0},
    {DOCUMENT_NOTE, "*: extrapolated, the peak lies beyond the ", "s measured", is_extrapolated, 0},
    {DOCUMENT_NOTE, "unchecked: a law with as many parameters as ", " counts always fits", is_exact,
     1},
    {DOCUMENT_NOTE, "too few: the USL needs three ", " counts", has_few_counts, 0},
    {DOCUMENT_NOTE, "too few: a law needs two ", " counts", has_no_counts, 0},
    {DOCUMENT_NOTE, "too few: no round has all ", " counts", has_no_round, 0},
    {DOCUMENT_BAD, "a single round: no intervals, and no check of the fit", NULL, has_one_round, 0},
};

enum { MOST_NAMES = 8 };

static void write_note(const struct note *note, const struct scaling_rows *rows, const char *one,
                       FILE *file) {
    size_t count = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const struct scaling_row *row = &rows->items[i];
        if (!note->applies(row) || count++ >= MOST_NAMES)
            continue;
        if (count == 1)
            fprintf(file, "%s%s%s: ", note->text, note->rest ? one : "",
                    note->rest ? note->rest : "");
        else
            fputs(", ", file);
        fprintf(file, "%s%s%s", row->library, row->variant ? " with " : "",
                row->variant ? row->variant : "");
        if (note->names_law) {
            fprintf(file, " (%s", law_name(row));
            if (row->fitted.fit == THREAD_FIT_POOR)
                fprintf(file, ", %s", percent_of(row->fitted.rms).text);
            fputc(')', file);
        }
    }
    if (count > MOST_NAMES)
        fprintf(file, " and %zu more", count - MOST_NAMES);
}

struct noted {
    const struct note *note;
    const struct scaling_rows *rows;
    const char *one; /* "thread", "rank" or "node" */
};

static void write_noted(const void *context, FILE *file) {
    const struct noted *noted = context;
    write_note(noted->note, noted->rows, noted->one, file);
}

/* Says how thread counts above the number of CPUs were treated. */
static void add_cpus(struct document *document, const struct section *section,
                     const struct scaling_rows *rows, int all_threads) {
    size_t above = 0;
    for (size_t i = 0; i < rows->count; i++)
        above = rows->items[i].above_cpus > above ? rows->items[i].above_cpus : above;
    const char *one = section->cpus == 1 ? "" : "s";
    if (isnan(section->cpus))
        document_add(document, DOCUMENT_NOTE,
                     "the number of CPUs is not known: no thread count was left out for it");
    else if (above && all_threads)
        document_add(
            document, DOCUMENT_NOTE,
            "%zu thread count%s above the %.0f CPU%s fitted, too, where threads take turns", above,
            above == 1 ? "" : "s", section->cpus, one);
    else if (above)
        document_add(document, DOCUMENT_NOTE,
                     "%zu thread count%s above the %.0f CPU%s left out; --all-threads fits all",
                     above, above == 1 ? "" : "s", section->cpus, one);
}

/* --- documents --- */

unsigned scaling_document_needs(int for_people) {
    return for_people ? NEED_NOISE | NEED_WARNINGS : NEED_TIMES;
}

static void write_interval_words(const struct section *section, FILE *file) {
    fprintf(file, "± and [ ]: %.6g %% intervals", 100 * section->confidence);
}

static void write_meaning(const struct section *section, FILE *file) {
    const char *many = scaling_axis_words(section->space, section->over)->name;
    fprintf(file,
            "n %s make X(n) %s per second" DOCUMENT_SEPARATOR
            "Amdahl: X = λ n / (1 + σ (n − 1))" DOCUMENT_SEPARATOR
            "USL: X = λ n / (1 + σ (n − 1) + κ n (n − 1))" DOCUMENT_SEPARATOR
            "limit: of the speed-up, 1 / σ" DOCUMENT_SEPARATOR
            "peak: %s with the largest X" DOCUMENT_SEPARATOR,
            many, section->has_trials ? "operations" : "calls", many);
    write_interval_words(section, file);
}

static void write_weak_meaning(const struct section *section, FILE *file) {
    const char *many = scaling_axis_words(section->space, section->over)->name;
    fprintf(file,
            "weak scaling: n %s do n times the work in t(n)" DOCUMENT_SEPARATOR
            "speed-up: S = n t(1) / t(n)" DOCUMENT_SEPARATOR
            "efficiency: t(1) / t(n)" DOCUMENT_SEPARATOR
            "Gustafson: S = n − σ (n − 1)" DOCUMENT_SEPARATOR,
            many);
    write_interval_words(section, file);
}

static int add_grid(struct document *document, const struct scaling_rows *rows,
                    const struct view *view, int for_people, struct err *err) {
    return document_add_records(document, &scaling_columns, rows->items, rows->count, view,
                                for_people, err);
}

/* Says what speed-ups are held against, and how near the work per thread is to the same. */
static void add_base(struct document *document, const struct section *section,
                     const struct scaling_rows *rows) {
    const struct parameter_grid_axis *axis = scaling_axis_find(section->space, section->over);
    const struct scaling_axis *words = scaling_axis_words(section->space, section->over);
    double fewest = NAN;
    for (size_t p = 0; axis && p < section->space->points; p++)
        if (axis->values[p] > 0)
            fewest = fmin(fewest, axis->values[p]);
    if (fewest > 1)
        document_add(document, DOCUMENT_NOTE,
                     "one %s was not measured: speed-ups and efficiencies are over %.10g %s",
                     words->one, fewest, words->name);
    if (rows->are_weak)
        document_add(document, DOCUMENT_NOTE, "the work per %s is the same within %.2g %%",
                     words->one, rows->work_off / percent);
}

int scaling_sheet(struct document *document, const struct section *section,
                  const struct scaling_rows *rows, const struct section_view *how,
                  struct err *err) {
    const struct scaling_axis *words = scaling_axis_words(section->space, section->over);
    section_document_headings(document, section,
                              rows->are_weak ? write_weak_meaning : write_meaning, how);
    if (!rows->count) {
        document_add(document, DOCUMENT_CAPTION,
                     "the number of %s does not vary; measure with --%s 1,2,4", words->name,
                     words->name);
        return 0;
    }
    int code = 0;
    if (rows->point_count) {
        code = document_add_records(document, &point_columns, rows->points, rows->point_count, NULL,
                                    1, err);
        document_add(document, DOCUMENT_CAPTION, "laws");
    }
    code = code ? code : add_grid(document, rows, how->view, 1, err);
    if (code)
        return code;
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        document_write(document, notes[i].kind, write_noted,
                       &(struct noted){&notes[i], rows, words->one});
    add_base(document, section, rows);
    if (words->shares_cpus)
        add_cpus(document, section, rows, how->all_threads);
    return 0;
}

int scaling_document_of_all(struct document *document, const struct scaling_rows *rows,
                            const struct section_view *how, struct err *err) {
    return add_grid(document, rows, how->view, 0, err);
}
