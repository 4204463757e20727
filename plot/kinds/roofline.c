/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/kinds/roofline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/xalloc.h"
#include "plot/analysis/captions.h"
#include "plot/analysis/facets.h"
#include "plot/analysis/kind_table.h"
#include "plot/axes/label.h"
#include "plot/marks/mark.h"

static int is_ceiling(const char *action) {
    return strcmp(action, ROOFLINE_PEAK) == 0 || strcmp(action, ROOFLINE_BANDWIDTH) == 0;
}

static const struct row *first_row(const struct table *table, const struct section *section) {
    return &table->rows[section->first_row];
}

/* What LIBRARY calculates on in SECTION; "": the CPU. */
static const char *device_of(const struct section *section, const char *library) {
    const struct facts *facts =
        section->provenance ? provenance_facts(section->provenance, library) : NULL;
    return facts ? facts_text(facts, FACT_DEVICE, "") : "";
}

/* --- roof --- */

/* The roof that is measured is one thread's, or a whole device's. */
static int suits_roof(const char *device, const struct row *row) {
    const struct parameter_grid_axis *threads = parameter_grid_find(row->space, "threads");
    return *device || !threads || !(threads->values[row->point] > 1);
}

/* The rows that a ceiling is found among. */
struct sought {
    const char *action, *device;
    enum rates_kind kind;
    int is_largest; /* only the largest size in each section */
    int is_any;     /* several threads as well */
};

static int is_sought(const struct sought *sought, const struct section *section,
                     const struct row *row) {
    return row->status == CELL_OK && (sought->is_any || suits_roof(sought->device, row)) &&
           strcmp(device_of(section, row->library), sought->device) == 0;
}

static void raise_to_rates(double *best, const char **by, const struct table *table,
                           const struct section *section, const struct sought *sought) {
    const struct row *rows = first_row(table, section);
    int64_t largest = 0;
    for (size_t i = 0; i < section->row_count; i++)
        if (rows[i].size > largest && is_sought(sought, section, &rows[i]))
            largest = rows[i].size;
    for (size_t i = 0; i < section->row_count; i++) {
        double rate =
            sought->kind == RATES_FLOPS ? rows[i].flop_rate.estimate : rows[i].byte_rate.estimate;
        if (rate > *best && (!sought->is_largest || rows[i].size == largest) &&
            is_sought(sought, section, &rows[i])) {
            *best = rate;
            *by = rows[i].library;
        }
    }
}

/* Returns the highest rate, and BY what library; 0 if there is none. */
static double highest_rate(const struct table *table, const struct sought *sought,
                           const char **by) {
    double best = 0;
    for (size_t s = 0; s < table->section_count; s++)
        if (strcmp(table->sections[s].action, sought->action) == 0)
            raise_to_rates(&best, by, table, &table->sections[s], sought);
    return best;
}

static void find_ceilings(struct roof *roof, const struct table *table, const char *device) {
    const struct sought peak = {ROOFLINE_PEAK, device, RATES_FLOPS, 0, 0},
                        bandwidth = {ROOFLINE_BANDWIDTH, device, RATES_BYTES, 1, 0};
    *roof = (struct roof){.device = device};
    roof->peak = highest_rate(table, &peak, &roof->peak_by);
    roof->bandwidth = highest_rate(table, &bandwidth, &roof->bandwidth_by);
}

static int is_on_device(const struct table *table, const struct section *section) {
    for (size_t i = 0; i < section->row_count; i++)
        if (*device_of(section, first_row(table, section)[i].library))
            return 1;
    return 0;
}

static int has_devices(const struct table *table) {
    for (size_t s = 0; s < table->section_count; s++)
        if (is_on_device(table, &table->sections[s]))
            return 1;
    return 0;
}

double roofline_peak(const struct table *table) {
    const char *by;
    const struct sought peak = {ROOFLINE_PEAK, "", RATES_FLOPS, 0, 1};
    return has_devices(table) ? 0 : highest_rate(table, &peak, &by);
}

int roofline_find(struct roof *roof, const struct table *table, const char *device,
                  const struct rates_peak *given, struct err *err) {
    find_ceilings(roof, table, device);
    if (given->values[RATES_FLOPS] > 0) {
        roof->peak = given->values[RATES_FLOPS];
        roof->peak_by = NULL;
    }
    if (given->values[RATES_BYTES] > 0) {
        roof->bandwidth = given->values[RATES_BYTES];
        roof->bandwidth_by = NULL;
    }
    int lacks_peak = !(roof->peak > 0);
    if (!lacks_peak && roof->bandwidth > 0)
        return 0;
    return err_set(err, ERR_ABSENT,
                   "a roofline needs %s: measure it into the same archive by bench-collect %s, or "
                   "give it, as --peak %s",
                   lacks_peak ? "the peak of operations of one thread"
                              : "the bandwidth of memory of one thread",
                   lacks_peak ? ROOFLINE_PEAK : ROOFLINE_BANDWIDTH,
                   lacks_peak ? "50Gflop/s" : "20GB/s");
}

/* --- points --- */

/* What the sections share. */
static const char *host_of(const struct section *section) {
    return section->provenance ? facts_text(&section->provenance->run_facts, FACT_HOST, "") : "";
}

static const char *type_of(const struct section *section) {
    return section->type ? section->type : "";
}

static const char *condition_of(const struct section *section, const char *fact,
                                const char *usual) {
    return section->provenance ? facts_text(&section->provenance->action_facts, fact, usual)
                               : usual;
}

static const char *transfers_of(const struct section *section) {
    return condition_of(section, FACT_TRANSFERS, "excluded");
}

static const char *caches_of(const struct section *section) {
    return condition_of(section, FACT_CACHE_STATE, "warm");
}

/* Two sections and what they are measured with, each by its own words. */
static int refuse_two(const struct section *first, const char *its, const struct section *other,
                      const char *others, const char *what, struct err *err) {
    return err_set(err, ERR_USAGE,
                   "%s is measured with %s %s, %s with %s %s, and each has a roof of its own; "
                   "choose runs of one kind by --run",
                   first->action, its, what, other->action, others, what);
}

/* Libraries on the CPU bring nothing anywhere: only sections with a device are held together. */
static int check_transfers(const struct table *table, struct err *err) {
    const struct section *first = NULL;
    for (size_t s = 0; s < table->section_count; s++) {
        const struct section *other = &table->sections[s];
        if (!is_on_device(table, other))
            continue;
        if (!first)
            first = other;
        if (strcmp(transfers_of(first), transfers_of(other)) != 0)
            return refuse_two(first, transfers_of(first), other, transfers_of(other), "transfers",
                              err);
    }
    return 0;
}

static int check_alike(const struct table *table, struct err *err) {
    const struct section *first = &table->sections[0];
    for (size_t s = 1; s < table->section_count; s++) {
        const struct section *other = &table->sections[s];
        if (strcmp(host_of(first), host_of(other)) != 0)
            return err_set(err, ERR_USAGE,
                           "%s and %s are measured on the machines %s and %s, which have different "
                           "roofs; choose one by --host",
                           first->action, other->action, host_of(first), host_of(other));
        if (strcmp(type_of(first), type_of(other)) != 0)
            return err_set(
                err, ERR_USAGE,
                "%s is of type %s, %s of type %s, and each has a roof of its own; choose "
                "runs of one type by --run",
                first->action, type_of(first), other->action, type_of(other));
        if (strcmp(caches_of(first), caches_of(other)) != 0)
            return refuse_two(first, caches_of(first), other, caches_of(other), "caches", err);
    }
    return check_transfers(table, err);
}

static int is_below(const struct roof *roof, const struct row *row) {
    int is_given = !roof->peak_by && !roof->bandwidth_by;
    return is_given || suits_roof(roof->device, row);
}

struct dot {
    const struct section *section;
    const struct row *row;
    double intensity;
};

static int has_dot(const struct roof *roof, const struct row *row) {
    return row->status == CELL_OK && row->flop_rate.estimate > 0 && row->bytes > 0 &&
           is_below(roof, row);
}

/* Fills DOTS with the largest size of each library on the roof's device in each section; returns
 * how many there are. */
static size_t find_dots(struct dot *dots, const struct table *table, const struct roof *roof) {
    size_t count = 0;
    for (size_t s = 0; s < table->section_count; s++) {
        const struct section *section = &table->sections[s];
        const struct row *rows = first_row(table, section);
        size_t first = count;
        for (size_t i = 0; i < section->row_count && !is_ceiling(section->action); i++) {
            if (!has_dot(roof, &rows[i]) ||
                strcmp(device_of(section, rows[i].library), roof->device) != 0)
                continue;
            size_t d = first;
            while (d < count && strcmp(dots[d].row->library, rows[i].library) != 0)
                d++;
            if (d == count || rows[i].size > dots[d].row->size)
                dots[d] = (struct dot){section, &rows[i], rows[i].flops / rows[i].bytes};
            count += d == count;
        }
    }
    return count;
}

static int by_intensity(const void *a, const void *b) {
    const struct dot *left = a, *right = b;
    return (left->intensity > right->intensity) - (left->intensity < right->intensity);
}

/* --- series --- */

struct numbers {
    double *x, *y, *low, *high;
};

static struct numbers alloc_numbers(struct chart_set *set, size_t count) {
    double *all = chart_set_alloc(set, 4 * count, sizeof *all);
    return (struct numbers){all, all + count, all + 2 * count, all + 3 * count};
}

/* A series for each library; DOTS are in the order of their intensities. */
static void add_series(struct chart_set *set, struct chart *chart, const struct dot *dots,
                       size_t count) {
    struct series_data *series = chart_set_alloc(set, count, sizeof *series);
    struct numbers *numbers = chart_set_alloc(set, count, sizeof *numbers);
    chart->series = series;
    for (size_t d = 0; d < count; d++) {
        const struct row *row = dots[d].row;
        size_t s = 0;
        while (s < chart->series_count && strcmp(series[s].name, row->library) != 0)
            s++;
        if (s == chart->series_count) {
            numbers[s] = alloc_numbers(set, count);
            series[s].colour = chart_set_colour(set, row->library);
            series[s].name = row->library;
            series[s].x = numbers[s].x;
            series[s].y = numbers[s].y;
            series[s].low = numbers[s].low;
            series[s].high = numbers[s].high;
            chart->series_count++;
        }
        size_t i = series[s].count++;
        numbers[s].x[i] = dots[d].intensity;
        numbers[s].y[i] = row->flop_rate.estimate;
        numbers[s].low[i] = row->flop_rate.low;
        numbers[s].high[i] = row->flop_rate.high;
    }
    set->library_count = set->coloured_count;
}

static int is_whole(const struct roof *roof) {
    return roof->peak > 0 && roof->bandwidth > 0;
}

/* The guide is the roof, from half the least intensity to beyond the ridge and the dots. */
static void add_roof(struct chart_set *set, struct chart *chart, const struct roof *roof,
                     const struct dot *dots, size_t count) {
    struct series_data *guide = chart_set_alloc(set, 1, sizeof *guide);
    struct numbers at = alloc_numbers(set, 3);
    double ridge = roof->peak / roof->bandwidth;
    at.x[0] = fmin(dots[0].intensity, ridge) / 2;
    at.x[1] = ridge;
    at.x[2] = fmax(dots[count - 1].intensity, ridge) * 2;
    for (size_t i = 0; i < 3; i++)
        at.y[i] = fmin(roof->peak, roof->bandwidth * at.x[i]);
    *guide = (struct series_data){.name = "roof", .count = 3, .x = at.x, .y = at.y};
    chart->guide = guide;
    chart->x.low = at.x[0];
    chart->x.high = at.x[2];
}

/* The parts by which two intensities differ that share a label. */
static const double same_intensity = 0.01;

/* A line for each intensity, named after its actions. Neighbours' names are in different rows. */
static void add_marks(struct chart_set *set, struct chart *chart, const struct dot *dots,
                      size_t count) {
    struct mark *marks = chart_set_alloc(set, count, sizeof *marks);
    const char *before = "";
    chart->marks = marks;
    for (size_t d = 0; d < count; d++) {
        const char *action = dots[d].row->action;
        struct mark *last = &marks[chart->mark_count ? chart->mark_count - 1 : 0];
        if (!chart->mark_count || dots[d].intensity > last->at * (1 + same_intensity))
            marks[chart->mark_count++] =
                (struct mark){.is_vertical = 1, .at = dots[d].intensity, .label = action};
        else if (strcmp(before, action) != 0)
            last->label = chart_set_text(set, "%s, %s", last->label, action);
        before = action;
    }
    for (size_t m = 0; m < chart->mark_count; m++)
        marks[m].row = (int)(m % MARKS_MOST_ROWS);
}

/* --- words --- */

static const char *rate_words(struct chart_set *set, double rate, enum rates_kind kind,
                              const char *by) {
    char words[LABEL_BYTES];
    double third_digit = pow(10, floor(log10(rate)) - 2);
    label_prefixed(words, &(struct tick){.value = round(rate / third_digit) * third_digit});
    return chart_set_text(set, "%s%s%s%s", words, rates_unit(kind), by ? " by " : "", by ? by : "");
}

/* What the roof is, or how to measure it as the points of SECTION are. */
static const char *roof_words(struct chart_set *set, const struct roof *roof, const char *library,
                              const struct section *section) {
    if (!is_whole(roof))
        return chart_set_text(
            set, "no roof: bench-collect %s,%s %s%s%s%s measures it into the same archive",
            ROOFLINE_PEAK, ROOFLINE_BANDWIDTH, library,
            strcmp(type_of(section), "s") == 0 ? " --type s" : "",
            *roof->device && strcmp(transfers_of(section), "included") == 0
                ? " --transfers included"
                : "",
            strcmp(caches_of(section), "cold") == 0 ? " --cache cold" : "");
    const char *peak = rate_words(set, roof->peak, RATES_FLOPS, roof->peak_by);
    const char *bandwidth = rate_words(set, roof->bandwidth, RATES_BYTES, roof->bandwidth_by);
    return chart_set_text(set, "roof: %s, memory %s", peak, bandwidth);
}

static void word_chart(struct chart_set *set, struct chart *chart, const struct section *section,
                       const struct roof *roof, const char *library) {
    const char *under = roof_words(set, roof, library, section);
    const char *setting = words_setting(set, section);
    chart->title =
        *roof->device
            ? chart_set_text(set, "roofline of %s \u2014 operations per second", roof->device)
            : "roofline \u2014 operations per second";
    chart->subtitle = chart_set_text(
        set, "flop/s of each action at its largest size, %g %% intervals%s\n%s%s%s",
        100 * section->confidence, is_whole(roof) ? "; above the roof: data in a cache" : "", under,
        *setting ? "\n" : "", setting);
    chart->x_label = "operations per byte moved";
    chart->y_label = "flop/s";
}

/* --- chart --- */

static int no_points(struct err *err) {
    return err_set(err, ERR_ABSENT,
                   "no action of one thread has operations and bytes, such as axpy or "
                   "matrix_matrix_product, to be drawn under the roof");
}

int roofline_chart(struct chart_set *set, const struct table *table, const struct roof *roof,
                   struct err *err) {
    struct dot *dots = chart_set_alloc(set, table->row_count, sizeof *dots);
    int code = check_alike(table, err);
    if (code)
        return code;
    size_t count = find_dots(dots, table, roof);
    if (!count)
        return no_points(err);
    qsort(dots, count, sizeof *dots, by_intensity);
    struct chart *chart = chart_set_add(set);
    chart->style = STYLE_LEVELS;
    chart->x = (struct axis_terms){.unit = UNIT_RATE, .scale = AXIS_LOG};
    chart->y = (struct axis_terms){.unit = UNIT_RATE, .scale = AXIS_LOG};
    add_series(set, chart, dots, count);
    if (is_whole(roof))
        add_roof(set, chart, roof, dots, count);
    add_marks(set, chart, dots, count);
    word_chart(set, chart, dots[0].section, roof, dots[0].row->library);
    return 0;
}

/* --- one for each device --- */

/* Fills DEVICES with the names of those in TABLE, the CPU first; returns how many there are. */
static size_t find_devices(const char **devices, const struct table *table) {
    size_t count = 1;
    devices[0] = "";
    for (size_t s = 0; s < table->section_count; s++)
        for (size_t i = 0; i < table->sections[s].row_count; i++) {
            const struct section *section = &table->sections[s];
            const char *device = device_of(section, first_row(table, section)[i].library);
            size_t d = 0;
            while (d < count && strcmp(devices[d], device) != 0)
                d++;
            devices[d] = device;
            count += d == count;
        }
    return count;
}

static int has_dots(const struct table *table, const char *device) {
    const struct roof any = {.device = device};
    for (size_t s = 0; s < table->section_count; s++) {
        const struct section *section = &table->sections[s];
        const struct row *rows = first_row(table, section);
        for (size_t i = 0; i < section->row_count && !is_ceiling(section->action); i++)
            if (has_dot(&any, &rows[i]) && strcmp(device_of(section, rows[i].library), device) == 0)
                return 1;
    }
    return 0;
}

static void finish_set(struct chart_set *set) {
    chart_set_caption(set);
    set->columns = set->count < 2 ? 1 : 2;
    if (set->count > 1)
        facets_share_axes(set->charts, set->count, 1);
    set->title = xstrdup(set->charts[0].title);
}

int roofline_charts(struct chart_set *set, const struct table *table,
                    const struct rates_peak *given, struct err *err) {
    const struct rates_peak nothing = {{NAN, NAN}, 0};
    const char **devices = chart_set_alloc(set, table->row_count + 1, sizeof *devices);
    size_t count = find_devices(devices, table);
    int is_of_cpu = count == 1 || has_dots(table, ""), code = 0;
    for (size_t d = is_of_cpu ? 0 : 1; d < count && code == 0; d++) {
        struct roof roof;
        if (d && !has_dots(table, devices[d]))
            continue;
        code = roofline_find(&roof, table, devices[d], d && is_of_cpu ? &nothing : given, err);
        if (code == 0 || (d && code == ERR_ABSENT))
            code = roofline_chart(set, table, &roof, err);
    }
    if (code == 0 && !set->count)
        code = no_points(err);
    if (code == 0)
        finish_set(set);
    return code;
}

int roofline_make(struct chart_set *set, const struct kind *kind, const struct options *options,
                  struct err *err) {
    int code;
    (void)kind;
    const struct table *table = kind_table_read(set, options, 0, &code, err);
    return code ? code : roofline_charts(set, table, &options->table.peak, err);
}
