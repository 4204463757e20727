/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/ranking/crossover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/columns/column_table.h"
#include "analyze/model/parameter_grid.h"
#include "analyze/model/variants.h"
#include "analyze/ranking/fastest.h"
#include "analyze/statistics/distribution.h"
#include "formats/model/string_pool.h"
#include "formats/text/xalloc.h"

/* --- comparison --- */

static int is_measured(const struct crossing_size *size, size_t library) {
    if (size->sides)
        return size->sides[library].samples.units > 0;
    for (size_t r = 0; r < size->rounds; r++)
        if (isfinite(size->round_means[library * size->rounds + r]))
            return 1;
    return 0;
}

static int is_alone(const struct crossing_size *size, size_t a, size_t b) {
    return size->sides ? !unpaired_by_rounds(&size->sides[a], &size->sides[b])
                       : size->rows && (size->rows[a].rounds < 2 || size->rows[b].rounds < 2);
}

static struct welch_side samples_of(const struct crossing_size *size, size_t library) {
    return size->sides ? size->sides[library].samples : size->rows[library].typical;
}

/* Samples say nothing of the tails and means of other processes. */
static struct interval compare_samples(const struct crossing_size *size, size_t a, size_t b,
                                       double confidence) {
    struct welch welch = {NAN, NAN, NAN};
    if (size->rows && size->rows[a].statistic.kind == STATISTIC_TYPICAL) {
        struct welch_side of_a = samples_of(size, a), of_b = samples_of(size, b);
        welch = welch_between(&of_b, &of_a);
    }
    welch.difference = crossing_centre(size, a, b);
    return welch_interval(&welch, confidence);
}

static struct welford pairs_of(const double *a, const double *b, size_t rounds) {
    struct welford pairs = {0};
    for (size_t r = 0; r < rounds; r++)
        if (isfinite(a[r]) && isfinite(b[r]))
            welford_add(&pairs, a[r] - b[r]);
    return pairs;
}

struct interval crossing_log_ratio(const double *a, const double *b, size_t rounds,
                                   struct student *student) {
    struct welford pairs = pairs_of(a, b, rounds);
    return interval_of_mean(welford_mean(&pairs), &pairs, student);
}

static const double *means_of(const struct crossing_size *size, size_t library) {
    return size->round_means + library * size->rounds;
}

double crossing_centre(const struct crossing_size *size, size_t a, size_t b) {
    if (size->sides)
        return unpaired_between(&size->sides[a], &size->sides[b]).difference;
    struct welford pairs = pairs_of(means_of(size, a), means_of(size, b), size->rounds);
    return welford_mean(&pairs);
}

/* NaN with fewer than two rounds, as without a model. */
static struct welch error_of(const struct crossing_size *size, size_t a, size_t b) {
    if (!size->averaged)
        return error_model_cell(size->errors, a, b, size->point).error;
    struct welford pairs = pairs_of(means_of(size, a), means_of(size, b), size->rounds);
    return error_model_average(size->errors, &pairs, size->averaged);
}

struct interval crossing_compare(const struct crossing_size *size, size_t a, size_t b,
                                 struct student *student) {
    if (is_alone(size, a, b))
        return compare_samples(size, a, b, student->confidence);
    if (size->sides) {
        struct welch error = unpaired_between(&size->sides[a], &size->sides[b]);
        return welch_interval(&error, student->confidence);
    }
    if (size->errors) {
        struct welch error = error_of(size, a, b);
        return welch_interval(&error, student->confidence);
    }
    return crossing_log_ratio(means_of(size, a), means_of(size, b), size->rounds, student);
}

/* --- shown differences --- */

static int by_interval(const struct crossing_size *size, size_t a, size_t b,
                       struct student *student) {
    int alone = is_alone(size, a, b);
    double margin = fmax(alone ? size->margin_alone : size->margin, 0);
    if (size->errors && !size->sides && !alone) {
        struct welch error = error_of(size, a, b);
        if (!(fabs(error.difference) > margin))
            return 0;
        double p = welch_probability_outside(&error, margin);
        return p <= 1 - student->confidence ? (error.difference > 0) - (error.difference < 0) : 0;
    }
    return interval_side(crossing_compare(size, a, b, student), margin);
}

int crossing_shown(const struct crossing_size *size, size_t a, size_t b, struct student *student) {
    if (!size->shown || is_alone(size, a, b))
        return by_interval(size, a, b, student);
    int of_a = size->shown[a], of_b = size->shown[b];
    if (a == size->reference || b == size->reference || of_a * of_b < 0)
        return (of_a > of_b) - (of_a < of_b);
    return of_a || of_b ? by_interval(size, a, b, student) : 0;
}

/* --- ranks --- */

size_t crossing_fastest(const struct crossing_size *size) {
    size_t fastest = size->libraries;
    for (size_t l = 0; l < size->libraries; l++)
        if (is_measured(size, l) &&
            (fastest == size->libraries || crossing_centre(size, l, fastest) < 0))
            fastest = l;
    return fastest;
}

/* In which unit libraries are compared with those of a list, and whether verdicts say all. */
enum list {
    LIST_SINGLE,  /* of a single round: by samples */
    LIST_MANY,    /* of many, with those of a single one: by samples */
    LIST_LIKE,    /* of many, not shown to differ from the reference: by rounds */
    LIST_VERDICT, /* the others of many: by rounds */
    LISTS
};

/* An interval between two libraries is at least as wide, either way, as the sum of their HALF. */
struct reach {
    size_t library;
    double mean, half;
};

/* Libraries by ascending MEAN + HALF: which one is slower than, is seen from the first of them. */
struct ranking {
    const struct crossing_size *size;
    struct student *student;
    struct reach *items; /* NULL: every pair is compared */
    struct {
        size_t first, count;
        double margin, quantile;
    } lists[LISTS];
    size_t best; /* of those of many rounds, by verdict; LIBRARIES if there is none */
    size_t fastest;
};

static int has_many(const struct crossing_size *size, size_t library) {
    return size->sides && size->sides[library].rounds.units > 1;
}

static int is_of_list(const struct crossing_size *size, enum list list, size_t library) {
    if (!has_many(size, library))
        return list == LIST_SINGLE;
    int is_like = size->shown && !size->shown[library];
    return list == LIST_MANY || list == (is_like ? LIST_LIKE : LIST_VERDICT);
}

/* As crossing_compare takes it for a list. Without rows, samples tell nothing. */
static struct welch_side side_for(const struct crossing_size *size, enum list list,
                                  size_t library) {
    if (list == LIST_LIKE || list == LIST_VERDICT)
        return size->sides[library].rounds;
    if (!size->rows || size->rows[library].statistic.kind != STATISTIC_TYPICAL)
        return (struct welch_side){NAN, NAN, 0, NAN};
    struct welch_side side = samples_of(size, library);
    if (!size->sides)
        side.mean = size->round_means[library];
    return side;
}

/* As se^2 is the sum of both squares, se is at least the sum over sqrt(2); the degrees are at most
 * the sum of both. A thousandth makes up for rounding. */
static double least_quantile(const struct ranking *ranking, enum list list) {
    double most = 0;
    for (size_t l = 0; l < ranking->size->libraries; l++)
        if (list < LIST_LIKE || has_many(ranking->size, l)) {
            struct welch_side side = side_for(ranking->size, list, l);
            most = side.units > 1 ? fmax(most, side.degrees) : most;
        }
    struct welch unit = {0, 1, 2 * most};
    double quantile = most > 0 ? welch_interval(&unit, ranking->student->confidence).high : 0;
    return quantile > 0 && isfinite(quantile) ? 0.999 * quantile / sqrt(2) : 0;
}

static struct reach reach_of(const struct ranking *ranking, enum list list, size_t library) {
    struct welch_side side = side_for(ranking->size, list, library);
    double half = side.units > 1 ? side.se * ranking->lists[list].quantile : NAN;
    return (struct reach){library, side.mean, half};
}

static int by_reach(const void *left, const void *right) {
    const struct reach *a = left, *b = right;
    double one = a->mean + a->half, other = b->mean + b->half;
    return (one > other) - (one < other);
}

/* Pairs over several rounds are all compared, as the error model does as well. */
static void ranking_begin(struct ranking *ranking, const struct crossing_size *size,
                          struct student *student) {
    size_t used = 0;
    *ranking = (struct ranking){.size = size, .student = student, .best = size->libraries};
    if (!size->sides && !(size->rows && size->rounds == 1))
        return;
    ranking->items = xcalloc(2 * size->libraries, sizeof *ranking->items);
    for (int list = 0; list < LISTS; list++) {
        int is_alone = list < LIST_LIKE;
        ranking->lists[list].first = used;
        ranking->lists[list].margin = fmax(is_alone ? size->margin_alone : size->margin, 0);
        ranking->lists[list].quantile = least_quantile(ranking, list);
        for (size_t l = 0; l < size->libraries; l++) {
            struct reach reach = {0};
            if (is_of_list(size, list, l))
                reach = reach_of(ranking, list, l);
            if (is_of_list(size, list, l) && !isnan(reach.mean + reach.half))
                ranking->items[used++] = reach;
        }
        ranking->lists[list].count = used - ranking->lists[list].first;
        qsort(ranking->items + ranking->lists[list].first, ranking->lists[list].count,
              sizeof *ranking->items, by_reach);
    }
    for (size_t l = 0; size->shown && l < size->libraries; l++)
        if (has_many(size, l) &&
            (ranking->best == size->libraries || size->shown[l] < size->shown[ranking->best]))
            ranking->best = l;
}

static int is_slower_than(const struct ranking *ranking, size_t library, size_t other) {
    return other < ranking->size->libraries && other != library &&
           crossing_shown(ranking->size, library, other, ranking->student) > 0;
}

static int is_slower_in(const struct ranking *ranking, size_t library, enum list list) {
    const struct reach own = reach_of(ranking, list, library);
    const struct reach *items = ranking->items + ranking->lists[list].first;
    double margin = ranking->lists[list].margin;
    double rounding = 1e-12 * (fabs(own.mean) + own.half + margin);
    double limit = own.mean - own.half - margin + rounding;
    for (size_t i = 0; i < ranking->lists[list].count && items[i].mean + items[i].half < limit; i++)
        if (is_slower_than(ranking, library, items[i].library))
            return 1;
    return 0;
}

static int is_slower(const struct ranking *ranking, size_t library) {
    const struct crossing_size *size = ranking->size;
    int is = 0;
    if (!ranking->items) {
        is = is_slower_than(ranking, library, ranking->fastest); /* which mostly tells */
        for (size_t other = 0; other < size->libraries && !is; other++)
            is = is_slower_than(ranking, library, other);
        return is;
    }
    if (!has_many(size, library))
        return is_slower_in(ranking, library, LIST_SINGLE) ||
               is_slower_in(ranking, library, LIST_MANY);
    /* Of those that verdicts decide about, the reference and the best are enough. */
    if (size->shown && (is_slower_than(ranking, library, size->reference) ||
                        is_slower_than(ranking, library, ranking->best)))
        return 1;
    return is_slower_in(ranking, library, LIST_VERDICT) ||
           ((!size->shown || size->shown[library]) && is_slower_in(ranking, library, LIST_LIKE)) ||
           is_slower_in(ranking, library, LIST_SINGLE);
}

void crossing_rank(const struct crossing_size *size, struct student *student,
                   enum crossing_rank *ranks) {
    size_t fastest = crossing_fastest(size);
    struct ranking ranking;
    ranking_begin(&ranking, size, student);
    ranking.fastest = fastest;
    for (size_t l = 0; l < size->libraries; l++) {
        ranks[l] = CROSSING_UNKNOWN;
        if (fastest < size->libraries && !isnan(crossing_centre(size, l, fastest)))
            ranks[l] = is_slower(&ranking, l) ? CROSSING_SLOWER : CROSSING_NOT_SHOWN_SLOWER;
    }
    if (fastest < size->libraries)
        ranks[fastest] = CROSSING_FASTEST;
    free(ranking.items);
}

double crossing_confidence(double confidence, size_t comparisons) {
    return comparisons > 1 ? 1 - (1 - confidence) / (double)comparisons : confidence;
}

/* --- over sizes --- */

/* Returns the size of the crossing between FIRST and LAST, which are shown to differ in opposite
 * directions. */
static double crossing_size(const struct crossing_point *first, const struct crossing_point *last) {
    double size = NAN;
    int changes = 0;
    for (const struct crossing_point *p = first; p < last; p++) {
        if (isnan(p[1].log_ratio))
            return NAN;
        if ((p[0].log_ratio < 0) != (p[1].log_ratio < 0)) {
            const struct crossing_point *b = p + 1;
            double from = log(p->size), to = log(b->size);
            double part = p->log_ratio / (p->log_ratio - b->log_ratio);
            size = exp(from + part * (to - from));
            changes++;
        }
    }
    return changes == 1 ? size : NAN;
}

size_t crossing_find(const struct crossing_point *points, size_t count, struct crossing *crossings,
                     size_t most) {
    size_t found = 0, last = 0;
    int sign = 0;
    for (size_t i = 0; i < count; i++) {
        int now = points[i].shown;
        if (!now)
            continue;
        if (sign == -now && found++ < most)
            crossings[found - 1] = (struct crossing){
                {crossing_size(points + last, points + i), points[last].size, points[i].size},
                now < 0};
        sign = now;
        last = i;
    }
    return found;
}

/* --- crossover --- */

#define CROSSOVER(member, type, unit, about)                                                       \
    COLUMN(crossover, #member, member, type, unit, 0, about)

/* clang-format off */
static const struct column of_crossovers[] = {
    {CROSSOVER(archive, TEXT, "", "file the run is in")},
    {CROSSOVER(action, TEXT, "", "what was calculated")},
    {CROSSOVER(run, TEXT, "", "name of the run")},
    {CROSSOVER(type, TEXT, "", "precision: s or d")},
    {CROSSOVER(variant, TEXT, "", "parameters that tell this curve from others"), USUAL("with", .once = 1)},
    {CROSSOVER(faster, TEXT, "", "library that is faster from here on"), USUAL("faster", .otherwise = "less", .for_worth = "better", .align = "l")},
    {CROSSOVER(slower, TEXT, "", "library that was faster so far"), USUAL("slower", .otherwise = "more", .for_worth = "worse", .align = "l")},
    {COLUMN(crossover, "size", size.estimate, REAL, "1", 0, "where both are equal, between measured sizes"), USUAL("from", .number = number_plain)},
    {COLUMN(crossover, "low", size.low, REAL, "1", 0, "where the one was last shown to be faster"), USUAL("low", .number = number_count, .align = "r")},
    {COLUMN(crossover, "high", size.high, REAL, "1", 0, "where the other is first shown to be faster"), USUAL("high", .number = number_count, .align = "r")},
};
/* clang-format on */

const struct column_set crossover_columns = COLUMN_SET(of_crossovers, struct crossover);

/* Two libraries along a curve. */
struct pair {
    const struct table *table;
    const struct section *section;
    const size_t *order; /* indices of the variant's points */
    size_t count;        /* number of points in ORDER: their sizes are above 0 and ascend */
    size_t a, b;
    const char *variant;
};

/* Copies to ORDER the points of FROM that have a place on a logarithmic axis, one per place;
 * returns how many. */
static size_t keep_rising(const struct parameter_grid *space, const size_t *from, size_t count,
                          size_t *order) {
    const double *x = space->axes[space->main].values;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (has_logarithm(x[from[i]]) && (!kept || x[from[i]] > x[order[kept - 1]]))
            order[kept++] = from[i];
    return kept;
}

static void keep_crossings(struct crossovers *crossovers, const struct pair *pair,
                           const struct crossing *crossings, size_t count) {
    struct crossover *all = crossovers->items =
        xreallocarray(crossovers->items, crossovers->count + count, sizeof *all);
    const struct summary_row *libraries = pair->table->summaries + pair->section->first_summary;
    for (size_t i = 0; i < count; i++) {
        const struct crossing *crossing = &crossings[i];
        const struct summary_row *faster = &libraries[crossing->a_overtakes ? pair->a : pair->b];
        const struct summary_row *slower = &libraries[crossing->a_overtakes ? pair->b : pair->a];
        all[crossovers->count++] = (struct crossover){.archive = faster->archive,
                                                      .action = faster->action,
                                                      .run = faster->run,
                                                      .type = faster->type,
                                                      .quantity = faster->quantity,
                                                      .variant = pair->variant,
                                                      .faster = faster->library,
                                                      .slower = slower->library,
                                                      .size = crossing->size,
                                                      .space = pair->section->space};
    }
}

static int by_size(const void *left, const void *right) {
    const struct crossover *a = left, *b = right;
    if (a->size.low != b->size.low)
        return a->size.low > b->size.low ? 1 : -1;
    if (a->size.high != b->size.high)
        return a->size.high > b->size.high ? 1 : -1;
    int order = strcmp(a->faster, b->faster);
    return order ? order : strcmp(a->slower, b->slower);
}

/* Sets REACHES [libraries] of a size. Of libraries of many rounds nothing is told beforehand. */
static void reaches_of(const struct crossing_size *size, struct student *student,
                       struct reach *reaches) {
    struct ranking ranking;
    ranking_begin(&ranking, size, student);
    for (size_t l = 0; l < size->libraries; l++)
        reaches[l] = ranking.items && !has_many(size, l) ? reach_of(&ranking, LIST_SINGLE, l)
                                                         : (struct reach){l, 0, -INFINITY};
    free(ranking.items);
}

static int can_be_slower(const struct crossing_size *size, const struct reach *a,
                         const struct reach *b) {
    double margin = fmax(size->margin_alone, 0);
    double rounding = 1e-12 * (fabs(a->mean) + fabs(b->mean) + margin);
    return a->mean - b->mean - a->half - b->half > margin - rounding;
}

/* Whether either library of PAIR can be shown to be slower at some size. */
static int can_cross(const struct pair *pair, const struct crossing_size *sizes,
                     const struct reach *reaches) {
    int is_a = 0, is_b = 0;
    for (size_t i = 0; i < pair->count && !(is_a && is_b); i++) {
        const struct reach *at = reaches + i * sizes[i].libraries;
        is_a |= can_be_slower(&sizes[i], &at[pair->a], &at[pair->b]);
        is_b |= can_be_slower(&sizes[i], &at[pair->b], &at[pair->a]);
    }
    return is_a && is_b;
}

/* The same by what takes no quantile: a library is shown to be slower only if it is by the centre
 * of the ratio, or by verdicts. */
static int may_cross(const struct pair *pair, const struct crossing_size *sizes,
                     const struct crossing_point *points) {
    int is_a = 0, is_b = 0;
    for (size_t i = 0; i < pair->count && !(is_a && is_b); i++) {
        double least = fmin(fmax(sizes[i].margin, 0), fmax(sizes[i].margin_alone, 0));
        double rounding = 1e-12 * (1 + least), ratio = points[i].log_ratio;
        const int8_t *shown = sizes[i].shown;
        is_a |= ratio > least - rounding || (shown && shown[pair->a] > shown[pair->b]);
        is_b |= -ratio > least - rounding || (shown && shown[pair->b] > shown[pair->a]);
    }
    return is_a && is_b;
}

static void add_pairs(struct crossovers *crossovers, struct pair *pair) {
    struct crossing_point *points = xcalloc(pair->count, sizeof *points);
    struct crossing *crossings = xcalloc(pair->count, sizeof *crossings);
    struct crossing_size *sizes = xcalloc(pair->count, sizeof *sizes);
    struct student student;
    size_t first = crossovers->count;
    size_t libraries = pair->section->summary_count;
    struct reach *reaches = xcalloc(pair->count * libraries, sizeof *reaches);
    student_init(&student, fastest_confidence(pair->table, pair->section));
    for (size_t i = 0; i < pair->count; i++) {
        sizes[i] = fastest_size(pair->table, pair->section, pair->order[i]);
        reaches_of(&sizes[i], &student, reaches + i * libraries);
    }
    for (pair->a = 0; pair->a < pair->section->summary_count; pair->a++)
        for (pair->b = pair->a + 1; pair->b < pair->section->summary_count; pair->b++) {
            if (!can_cross(pair, sizes, reaches))
                continue;
            const struct parameter_grid *space = pair->section->space;
            for (size_t i = 0; i < pair->count; i++)
                points[i] =
                    (struct crossing_point){space->axes[space->main].values[pair->order[i]],
                                            crossing_centre(&sizes[i], pair->a, pair->b), 0};
            if (!may_cross(pair, sizes, points))
                continue;
            for (size_t i = 0; i < pair->count; i++)
                points[i].shown = crossing_shown(&sizes[i], pair->a, pair->b, &student);
            size_t found = crossing_find(points, pair->count, crossings, pair->count);
            keep_crossings(crossovers, pair, crossings, found);
        }
    if (crossovers->count > first)
        qsort(crossovers->items + first, crossovers->count - first, sizeof *crossovers->items,
              by_size);
    free(points);
    free(crossings);
    free(sizes);
    free(reaches);
}

static const char *name_variant(struct crossovers *crossovers, const struct pair *pair) {
    struct kept_text written;
    kept_text_begin(&written);
    variants_write(pair->section->space, pair->section->space->main, pair->order[0], written.file);
    return kept_text_end(&written, &crossovers->texts);
}

void crossovers_add(struct crossovers *crossovers, const struct table *table,
                    const struct section *section) {
    struct variants variants;
    if (!section->row_count)
        return;
    variants_find(&variants, section->space, &section->space->main, 1);
    size_t *order = xcalloc(variants.longest, sizeof *order);
    for (size_t v = 0; v < variants.count; v++) {
        struct pair pair = {.table = table, .section = section, .order = order};
        pair.count = keep_rising(section->space, variants.order + variants.first[v],
                                 variants.first[v + 1] - variants.first[v], order);
        if (pair.count < 2)
            continue;
        pair.variant = name_variant(crossovers, &pair);
        add_pairs(crossovers, &pair);
    }
    free(order);
    variants_release(&variants);
}

void crossovers_release(struct crossovers *crossovers) {
    free(crossovers->items);
    string_pool_release(&crossovers->texts);
    *crossovers = (struct crossovers){0};
}

static void write_range(const struct crossover *crossover, FILE *file) {
    size_words_exact(crossover->size.low, file);
    fputs(" and ", file);
    size_words_exact(crossover->size.high, file);
}

void crossover_write(const struct crossover *crossover, FILE *file) {
    const char *axis = size_words_axis(crossover->space);
    fprintf(file, "%s %s %s ", crossover->faster,
            quantity_sense(crossover->quantity) == SENSE_AMOUNT ? "undercuts" : "overtakes",
            crossover->slower);
    if (isnan(crossover->size.estimate)) {
        fprintf(file, "between %s = ", axis);
        write_range(crossover, file);
    } else {
        fprintf(file, "at %s ≈ ", axis);
        size_words_about(crossover->size.estimate, file);
        fputs(" (between ", file);
        write_range(crossover, file);
        fputc(')', file);
    }
    if (crossover->variant)
        fprintf(file, ", %s", crossover->variant);
}
