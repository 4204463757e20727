/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/axes/axis.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/model/ascending.h"
#include "formats/text/xalloc.h"
#include "plot/axes/label.h"
#include "plot/figure/look.h"
#include "plot/figure/scene.h"

/* Returns how many labels fit above each other. */
static int space_labels_up(const struct space *space) {
    int count = (int)(space->height / (1.7 * space->font_size));
    return count < 2 ? 2 : count > 9 ? 9 : count;
}

/* --- places --- */

enum { FEW_PLACES = 8 };

/* The different x values of a chart; at most FEW_PLACES + 1 of them are kept. */
struct places {
    double values[FEW_PLACES + 1];
    size_t count;
    int powers_of_two;
    struct range range;
};

static int is_power_of_two(double value) {
    int exponent;
    return frexp(value, &exponent) == 0.5;
}

static void note_place(struct places *places, double value) {
    range_include(&places->range, value);
    places->powers_of_two = places->powers_of_two && is_power_of_two(value);
    for (size_t i = 0; i < places->count && places->count <= FEW_PLACES; i++)
        if (places->values[i] == value)
            return;
    if (places->count <= FEW_PLACES)
        places->values[places->count++] = value;
}

/* A factor of 8 crowds half of the values at the left of a linear axis; for powers of two, a factor
 * of 4 does. */
static int asks_for_log(const struct places *places) {
    double ratio = places->range.high / places->range.low;
    return places->range.low > 0 && places->count > 2 && ratio >= (places->powers_of_two ? 4 : 8);
}

/* --- scales --- */

/* Returns the scale that the user asked for, or the unit's default; that of UNIT_NUMBER is linear.
 */
static enum scale_kind kind_of(const struct axis_terms *terms) {
    if (terms->scale != AXIS_USUAL)
        return terms->scale == AXIS_LINEAR ? SCALE_LINEAR : SCALE_LOG;
    return unit_find(terms->unit)->is_linear || terms->unit == UNIT_NUMBER ? SCALE_LINEAR
                                                                           : SCALE_LOG;
}

static int asks_for_range(const struct axis_terms *terms) {
    return terms->low < terms->high;
}

/* FROM_ZERO: a linear scale extends to zero. */
static struct scale choose_scale(const struct axis_terms *terms, enum scale_kind kind,
                                 struct range range, int from_zero) {
    const struct unit *unit = unit_find(terms->unit);
    struct scale scale = {.kind = kind};
    from_zero &= kind == SCALE_LINEAR;
    if (from_zero && range.low <= range.high)
        range_include(&range, 0);
    const double half_a_day = 43200;
    if (terms->unit == UNIT_DATE && range.low == range.high)
        range = (struct range){range.low - half_a_day, range.high + half_a_day};
    struct range shown = kind == SCALE_LOG ? range_padded(range, unit->least, unit->margin)
                                           : range_widened(range, 0.04);
    int is_never_below = kind == SCALE_LINEAR && range.low >= 0;
    scale.low = is_never_below ? fmax(shown.low, 0) : shown.low;
    scale.high = from_zero && range.high == 0 ? 0 : shown.high;

    /* An end that this scale cannot show is chosen from the data. */
    if (asks_for_range(terms)) {
        struct scale asked = scale;
        if (scale_shows(scale.kind, terms->low))
            asked.low = terms->low;
        if (scale_shows(scale.kind, terms->high))
            asked.high = terms->high;
        if (asked.low >= asked.high && isfinite(terms->low)) /* the range is beyond the data */
            asked.high = scale.kind == SCALE_LOG ? 10 * asked.low : asked.low + fabs(asked.low) + 1;
        else if (asked.low >= asked.high)
            asked.low =
                scale.kind == SCALE_LOG ? asked.high / 10 : asked.high - fabs(asked.high) - 1;
        scale = asked;
    }

    return scale;
}

/* --- ticks --- */

static void choose_ticks(struct axis *axis, const struct axis_terms *terms, int most) {
    const struct unit *unit = unit_find(terms->unit);
    const struct scale *scale = &axis->scale;
    axis->format = unit->label;
    if (terms->scale == AXIS_LOG2) {
        axis->format = terms->unit == UNIT_SIZE || terms->unit == UNIT_NUMBER ? label_power_of_two
                                                                              : unit->label;
        ticks_powers_of_two(&axis->ticks, scale->low, scale->high, most);
    } else {
        (scale->kind == SCALE_LOG ? unit->log_ticks : unit->linear_ticks)(&axis->ticks, scale->low,
                                                                          scale->high, most);
    }
    if (terms->unit == UNIT_SIZE) {
        /* Sizes are whole numbers, so even steps must not put ticks between them. */
        size_t kept = 0;
        for (size_t i = 0; i < axis->ticks.count; i++)
            if (fabs(axis->ticks.items[i].value - round(axis->ticks.items[i].value)) < 1e-6)
                axis->ticks.items[kept++] = axis->ticks.items[i];
        axis->ticks.count = kept;
    }
}

/* --- the values of rows --- */

/* A distance along a scale, as differences of these. */
static double along(enum scale_kind kind, double value) {
    return kind == SCALE_LOG ? log(value) : value;
}

static double value_at(enum scale_kind kind, double at) {
    return kind == SCALE_LOG ? exp(at) : at;
}

static int is_shown(enum scale_kind kind, double value) {
    return isfinite(value) && scale_shows(kind, value);
}

/* Returns three times the median length of the rows' intervals on either side of their estimates,
 * so that usual intervals are shown whole. */
static double usual_reach(const struct chart *chart, enum scale_kind kind) {
    size_t count = 0;
    double *reaches = xcalloc(2 * chart->row_count, sizeof *reaches);
    for (size_t i = 0; i < chart->row_count; i++) {
        const struct forest_row *row = &chart->rows[i];
        const double ends[] = {row->low, row->high};
        for (size_t e = 0; e < 2 && is_shown(kind, row->at); e++)
            if (is_shown(kind, ends[e]))
                reaches[count++] = fabs(along(kind, ends[e]) - along(kind, row->at));
    }
    qsort(reaches, count, sizeof *reaches, ascending_reals);
    double reach = count ? 3 * reaches[count / 2] : 0;
    free(reaches);
    return reach;
}

/* The range of the estimates, what they are compared with, and their intervals. */
static struct range range_of_rows(const struct chart *chart, enum scale_kind kind) {
    const double least_reach = 0.05; /* of ratios */
    struct range core = RANGE_EMPTY;
    double base = chart->x.unit == UNIT_RATIO ? 1 : 0;
    for (size_t i = 0; i < chart->row_count; i++)
        if (is_shown(kind, chart->rows[i].at))
            range_include(&core, chart->rows[i].at);
    for (size_t m = 0; m < chart->mark_count; m++)
        if (is_shown(kind, chart->marks[m].at))
            range_include(&core, chart->marks[m].at);
    if (is_shown(kind, base) && (core.low <= core.high || base == 1))
        range_include(&core, base);
    if (!(core.low <= core.high))
        return core;

    double length = along(kind, core.high) - along(kind, core.low);
    double reach = fmax(fmax(length, usual_reach(chart, kind)), base == 1 ? least_reach : 0);
    struct range most = {value_at(kind, along(kind, core.low) - reach),
                         value_at(kind, along(kind, core.high) + reach)};
    if (chart->rows[chart->row_count - 1].kind == FOREST_BAR && core.low >= 0)
        most.low = fmax(most.low, 0); /* of amounts */
    for (size_t i = 0; i < chart->row_count; i++) {
        const struct forest_row *row = &chart->rows[i];
        if (is_shown(kind, row->low))
            range_include(&core, fmax(row->low, most.low));
        if (is_shown(kind, row->high))
            range_include(&core, fmin(row->high, most.high));
    }
    return core;
}

/* --- the x axis --- */

static void choose_across_rows(struct axis *axis, const struct chart *chart, int most) {
    /* Zero or one alone says nothing; labels that would overlap are left out. */
    int fewest = unit_find(chart->x.unit)->is_wide ? 3 : 5;
    enum scale_kind kind = kind_of(&chart->x);
    struct range range = range_of_rows(chart, kind);
    axis->scale = choose_scale(&chart->x, kind, range, 0);
    choose_ticks(axis, &chart->x, most < fewest ? fewest : most);
    if (range.low > range.high && !asks_for_range(&chart->x))
        axis->ticks.count = 0;
}

static struct places places_of(const struct chart *chart, enum scale_kind kind, int is_up) {
    struct places places = {.powers_of_two = 1, .range = RANGE_EMPTY};
    for (size_t s = 0; s < chart->series_count; s++) {
        const double *values = is_up ? chart->series[s].y : chart->series[s].x;
        for (size_t i = 0; i < chart->series[s].count; i++)
            if (scale_shows(kind, values[i]))
                note_place(&places, values[i]);
    }
    places.powers_of_two &= places.count > 0;
    qsort(places.values, places.count, sizeof *places.values, ascending_reals);
    return places;
}

/* Puts ticks at values that the user chose, if they are few, or at powers of two if all are. */
static void prefer_places(struct axis *axis, const struct axis_terms *terms,
                          const struct places *places, int most) {
    const struct scale *scale = &axis->scale;
    int are_few = places->count > 0 && places->count <= FEW_PLACES;
    int are_doublings = places->powers_of_two && scale->kind == SCALE_LOG;
    if (!unit_find(terms->unit)->is_chosen)
        return;
    if (are_doublings)
        axis->format = label_power_of_two;
    else if (scale->kind == SCALE_LINEAR)
        axis->format = label_number;
    if (are_few)
        ticks_at(&axis->ticks, places->values, places->count, scale->low, scale->high);
    else if (are_doublings)
        ticks_powers_of_two(&axis->ticks, scale->low, scale->high, most);
}

static void choose_across(struct axis *axis, const struct chart *chart, const struct space *space) {
    const struct axis_terms *terms = &chart->x;
    enum scale_kind kind = kind_of(terms);
    int count = (int)(space->width / (2.7 * space->font_size));
    int most = count < 2 ? 2 : count > 6 ? 6 : count;
    if (unit_find(terms->unit)->is_wide && most > 3)
        most = 2 * most / 3;
    if (chart->row_count) {
        choose_across_rows(axis, chart, most);
        return;
    }

    struct places places = places_of(chart, kind, 0);
    if (terms->scale == AXIS_USUAL && terms->unit == UNIT_NUMBER && asks_for_log(&places))
        kind = SCALE_LOG;
    axis->scale = choose_scale(terms, kind, places.range, 0);
    choose_ticks(axis, terms, most);
    prefer_places(axis, terms, &places, most);
}

/* --- the y axis --- */

struct values {
    enum scale_kind kind;
    struct range core, all; /* of the values alone, and with their intervals */
};

static struct range limit_intervals(const struct values *values) {
    struct range core = values->core, all = values->all;
    if (!(core.low <= core.high))
        return core;
    if (values->kind == SCALE_LINEAR) {
        double more = fmax((core.high - core.low) / 2, fmax(fabs(core.high), fabs(core.low)) / 2);
        return (struct range){fmax(all.low, core.low - more), fmin(all.high, core.high + more)};
    }
    double more = fmax(sqrt(core.high / core.low), 2);
    return (struct range){fmax(all.low, core.low / more), fmin(all.high, core.high * more)};
}

static void include_series(struct values *values, const struct series_data *series,
                           const struct scale *x) {
    for (size_t i = 0; i < series->count; i++) {
        if (!scale_holds(x, series->x[i]) || !scale_shows(values->kind, series->y[i]))
            continue;
        range_include(&values->core, series->y[i]);
        range_include(&values->all, series->y[i]);
        if (series->low && scale_shows(values->kind, series->low[i]))
            range_include(&values->all, series->low[i]);
        if (series->high && scale_shows(values->kind, series->high[i]))
            range_include(&values->all, series->high[i]);
    }
}

void axes_choose(const struct chart *chart, const struct space *space, struct axes *axes) {
    choose_across(&axes->x, chart, space);
    enum scale_kind kind = kind_of(&chart->y);

    /* Only points within the x scale count. */
    struct values values = {kind, RANGE_EMPTY, RANGE_EMPTY};
    for (size_t s = 0; s < chart->series_count; s++) {
        include_series(&values, &chart->series[s], &axes->x.scale);
        if (chart->series[s].fit)
            include_series(&values, chart->series[s].fit, &axes->x.scale);
    }
    if (chart->guide)
        include_series(&values, chart->guide, &axes->x.scale);
    struct range range = limit_intervals(&values);
    if (unit_find(chart->y.unit)->begins_at_zero && values.core.low >= 0)
        range.low = fmax(range.low, 0); /* an amount, though its interval may go below zero */
    if (chart->has_level && scale_shows(kind, chart->level))
        range_include(&range, chart->level);
    for (size_t i = 0; i < chart->mark_count; i++)
        if (!chart->marks[i].is_vertical && scale_shows(kind, chart->marks[i].at))
            range_include(&range, chart->marks[i].at);

    axes->y.scale = choose_scale(&chart->y, kind, range, unit_find(chart->y.unit)->begins_at_zero);
    choose_ticks(&axes->y, &chart->y, space_labels_up(space));
    if (chart->style == STYLE_TILES) {
        struct places places = places_of(chart, kind, 1);
        prefer_places(&axes->y, &chart->y, &places, space_labels_up(space));
    }
    if (range.low > range.high && !asks_for_range(&chart->y))
        axes->y.ticks.count = 0; /* without values, every number would be made up */
    axes->x.terms = chart->x;
    axes->y.terms = chart->y;
    label_settle(&axes->x.ticks, unit_find(chart->x.unit), axes->x.format);
    label_settle(&axes->y.ticks, unit_find(chart->y.unit), axes->y.format);
}

void axes_place(struct axes *axes, const struct box *plot) {
    axes->x.scale.from = plot->x;
    axes->x.scale.to = plot->x + plot->width;
    axes->y.scale.from = plot->y + plot->height;
    axes->y.scale.to = plot->y;
}

/* --- drawing --- */

static struct text_style style_of_labels(const struct canvas *canvas) {
    return (struct text_style){.size = canvas->font_size};
}

void axis_label(char *label, const struct axis *axis, const struct tick *tick) {
    const struct axis_terms *terms = &axis->terms;
    for (size_t i = 0; i < terms->spelling_count; i++)
        if (terms->spellings[i].value == tick->value) {
            snprintf(label, LABEL_BYTES, "%s", terms->spellings[i].word);
            return;
        }
    axis->format(label, tick);
    size_t length = strlen(label);
    if (terms->base && tick->value != 0) /* "40 M" has a blank */
        snprintf(label + length, LABEL_BYTES - length, "%s%s", strchr(label, ' ') ? "" : " ",
                 terms->base);
}

double axis_label_width(const struct axis *axis, const struct canvas *canvas) {
    struct text_style style = style_of_labels(canvas);
    double widest = 0;
    for (size_t i = 0; i < axis->ticks.count; i++) {
        char label[LABEL_BYTES];
        if (!axis->ticks.items[i].labelled)
            continue;
        axis_label(label, axis, &axis->ticks.items[i]);
        widest = fmax(widest, text_measure(canvas->text, &style, label).width);
    }
    return widest;
}

static void grid_line(const struct canvas *canvas, const struct box *plot, int vertical,
                      double at) {
    scene_line(canvas->scene, vertical ? at : plot->x, vertical ? plot->y : at,
               vertical ? at : plot->x + plot->width, vertical ? plot->y + plot->height : at);
}

/* Draws all lines of one weight in one stroke, so that their crossings do not show. */
static void draw_grid(const struct axes *axes, const struct canvas *canvas, const struct box *plot,
                      int major) {
    const struct axis *both[] = {&axes->y, &axes->x};
    for (int vertical = 0; vertical < 2; vertical++) {
        const struct axis *axis = both[vertical];
        for (size_t i = 0; i < axis->ticks.count; i++)
            if (axis->ticks.items[i].major == major)
                grid_line(canvas, plot, vertical,
                          scale_map(&axis->scale, axis->ticks.items[i].value));
    }
    scene_stroke(canvas->scene, major ? ROLE_GRID : ROLE_FINE_GRID,
                 major ? LOOK_GRID : LOOK_FINE_GRID);
}

/* How much a label matters if there is no room for all. */
enum rank { RANK_REFERENCE, RANK_MAJOR, RANK_MINOR, RANKS };

static int is_power_of_ten(double value) {
    double exponent = log10(value);
    return fabs(exponent - round(exponent)) < 1e-9;
}

/* Of the values that the user chose, powers of ten say the most. */
static enum rank rank_of(const struct axis *axis, const struct tick *tick) {
    if (axis->format == label_ratio && fabs(tick->value - 1) < 1e-9)
        return RANK_REFERENCE;
    return tick->major && (tick->digits || is_power_of_ten(tick->value)) ? RANK_MAJOR : RANK_MINOR;
}

/* Shows the labels of ticks of RANK, except those that would overlap an earlier one: the COUNT
 * ranges TAKEN. The caller begins with those that matter most. */
static void choose_labels(const struct axis *axis, const struct canvas *canvas, enum rank rank,
                          struct range *taken, size_t *count, int *shown) {
    struct text_style style = style_of_labels(canvas);
    double gap = 0.7 * canvas->font_size;
    for (size_t i = 0; i < axis->ticks.count; i++) {
        const struct tick *tick = &axis->ticks.items[i];
        char label[LABEL_BYTES];
        if (!tick->labelled || rank_of(axis, tick) != rank)
            continue;
        axis_label(label, axis, tick);
        double half = text_measure(canvas->text, &style, label).width / 2;
        double at = scale_map(&axis->scale, tick->value);
        shown[i] = 1;
        for (size_t t = 0; t < *count; t++)
            shown[i] &= at + half + gap < taken[t].low || at - half - gap > taken[t].high;
        if (shown[i])
            taken[(*count)++] = (struct range){at - half, at + half};
    }
}

void axis_choose_labels(const struct axis *axis, const struct canvas *canvas, int *shown) {
    struct range taken[TICKS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < TICKS_MAX; i++)
        shown[i] = 0;
    for (enum rank rank = 0; rank < RANKS; rank++)
        choose_labels(axis, canvas, rank, taken, &count, shown);
}

void axis_overhang(const struct axis *axis, const struct canvas *canvas, double *left,
                   double *right) {
    struct text_style style = style_of_labels(canvas);
    int shown[TICKS_MAX];
    axis_choose_labels(axis, canvas, shown);
    *left = *right = 0;
    for (size_t i = 0; i < axis->ticks.count; i++) {
        char label[LABEL_BYTES];
        if (!shown[i])
            continue;
        axis_label(label, axis, &axis->ticks.items[i]);
        double half = text_measure(canvas->text, &style, label).width / 2;
        double at = scale_map(&axis->scale, axis->ticks.items[i].value);
        *left = fmax(*left, axis->scale.from - (at - half));
        *right = fmax(*right, at + half - axis->scale.to);
    }
}

static void draw_x_labels(const struct axis *axis, const struct canvas *canvas,
                          const struct box *plot) {
    struct text_style style = style_of_labels(canvas);
    struct text_extent line = text_measure(canvas->text, &style, "0");
    double baseline = plot->y + plot->height + 0.55 * canvas->font_size + line.cap;
    int shown[TICKS_MAX];
    axis_choose_labels(axis, canvas, shown);
    for (enum rank rank = 0; rank < RANKS; rank++)
        for (size_t i = 0; i < axis->ticks.count; i++) {
            const struct tick *tick = &axis->ticks.items[i];
            char label[LABEL_BYTES];
            if (!shown[i] || rank_of(axis, tick) != rank)
                continue;
            axis_label(label, axis, tick);
            scene_text(canvas->scene, &style, label, scale_map(&axis->scale, tick->value), baseline,
                       TEXT_IS_CENTRED, ROLE_INK);
        }
}

void axes_draw(const struct axes *axes, const struct canvas *canvas, const struct box *plot) {
    draw_grid(axes, canvas, plot, 0);
    draw_grid(axes, canvas, plot, 1);
    grid_line(canvas, plot, 0, plot->y + plot->height);
    scene_stroke(canvas->scene, ROLE_INK, LOOK_BASE);

    struct text_style style = style_of_labels(canvas);
    double half = text_measure(canvas->text, &style, "0").cap / 2;
    for (size_t i = 0; i < axes->y.ticks.count; i++) {
        char label[LABEL_BYTES];
        if (!axes->y.ticks.items[i].labelled)
            continue;
        axis_label(label, &axes->y, &axes->y.ticks.items[i]);
        scene_text(canvas->scene, &style, label, plot->x - 0.6 * canvas->font_size,
                   scale_map(&axes->y.scale, axes->y.ticks.items[i].value) + half, TEXT_ENDS,
                   ROLE_INK);
    }

    draw_x_labels(&axes->x, canvas, plot);
}
