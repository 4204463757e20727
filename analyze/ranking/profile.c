/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/ranking/profile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "analyze/aggregate/point_draws.h"
#include "analyze/columns/column_table.h"
#include "analyze/model/conditions.h"
#include "analyze/model/variants.h"
#include "analyze/ranking/fastest.h"
#include "formats/model/ascending.h"
#include "formats/text/date.h"
#include "formats/text/natural.h"
#include "formats/text/xalloc.h"

const double profile_factors[PROFILE_FACTORS] = {1, 1.1, 1.5, 2, 5, PROFILE_MOST};

/* --- columns --- */

/* As a rule whole per cent, but 0.4 % is not 0. */
static void write_percent(double share, char *text, size_t size) {
    double percent = 100 * share;
    *text = '\0';
    if (!isnan(share))
        snprintf(text, size, "%.*f\t %%", percent > 0 && percent < 1 ? 1 : 0, percent);
}

static void write_with_interval(const struct interval *share, char *text, size_t size) {
    char percent[32];
    write_percent(share->estimate, percent, sizeof percent);
    snprintf(text, size, "%s\t %s", percent, number_ends(*share, 0.01, 0).text);
}

#define SHOW_WITHIN(i)                                                                             \
    static void show_within_##i(const void *record, char *text, size_t size) {                     \
        write_percent(((const struct profile_row *)record)->within[i].estimate, text, size);       \
    }
SHOW_WITHIN(1)
SHOW_WITHIN(2)
SHOW_WITHIN(3)
SHOW_WITHIN(4)
SHOW_WITHIN(5)

static void show_best(const void *record, char *text, size_t size) {
    write_with_interval(&((const struct profile_row *)record)->within[0], text, size);
}

static void show_not_slower(const void *record, char *text, size_t size) {
    write_percent(((const struct profile_row *)record)->not_shown_slower, text, size);
}

static void show_solved(const void *record, char *text, size_t size) {
    write_percent(((const struct profile_row *)record)->part_solved.estimate, text, size);
}

static void show_area(const void *record, char *text, size_t size) {
    const struct interval *area = &((const struct profile_row *)record)->area;
    snprintf(text, size, "%.2f\t %s", area->estimate, number_ends(*area, 1, 2).text);
}

#define PART(name, member, about) COLUMN(profile_row, name, member, INTERVAL, "1", 0, about)
#define COUNTED(member, about)    COLUMN(profile_row, #member, member, COUNT, "1", 0, about)

/* clang-format off */
static const struct column of_libraries[] = {
    {COLUMN(profile_row, "library", library, TEXT, "", 0, "library"), USUAL("library", .once = 0)},
    {COUNTED(problems, "problems in all")},
    {PART("area", area, "area under the profile from 1 to 10 on a logarithmic axis: 1 always the fastest, 0 never within 10"), USUAL("area", SHOWN("rl", show_area))},
    ENDS(profile_row, "area", area, "1", 0, "its"),
    {PART("best", within[0], "share of the problems in which it is the fastest"), USUAL("fastest", .otherwise = "least", .for_worth = "best", SHOWN("rll", show_best))},
    ENDS(profile_row, "best", within[0], "1", 0, "its"),
    {COLUMN(profile_row, "not_shown_slower", not_shown_slower, REAL, "1", 0, "share in which it is not shown to be slower than any other"), USUAL("not slower", .otherwise = "not more", .for_worth = "not worse", SHOWN("rl", show_not_slower))},
    {PART("within_1.1", within[1], "share in which it is within 1.1 times the fastest"), USUAL("≤ 1.1×", SHOWN("rl", show_within_1))},
    ENDS(profile_row, "within_1.1", within[1], "1", 0, "its"),
    {PART("within_1.5", within[2], "share within 1.5 times"), USUAL("≤ 1.5×", SHOWN("rl", show_within_2))},
    ENDS(profile_row, "within_1.5", within[2], "1", 0, "its"),
    {PART("within_2", within[3], "share within twice"), USUAL("≤ 2×", SHOWN("rl", show_within_3))},
    ENDS(profile_row, "within_2", within[3], "1", 0, "its"),
    {PART("within_5", within[4], "share within 5 times"), USUAL("≤ 5×", SHOWN("rl", show_within_4))},
    ENDS(profile_row, "within_5", within[4], "1", 0, "its"),
    {PART("within_10", within[5], "share within 10 times"), USUAL("≤ 10×", SHOWN("rl", show_within_5))},
    ENDS(profile_row, "within_10", within[5], "1", 0, "its"),
    {PART("part_solved", part_solved, "share with a right answer: where the profile ends"), USUAL("solved", SHOWN("rl", show_solved))},
    ENDS(profile_row, "part_solved", part_solved, "1", 0, "its"),
    {COUNTED(solved, "problems with a right answer")},
    {COUNTED(wrong, "problems with a wrong answer"), ASKED("wrong", .align = "r")},
    {COUNTED(failed, "problems in which it crashed, hung, exited or could not be set up"), ASKED("failed", .align = "r")},
    {COUNTED(missing, "problems in which it was not measured"), ASKED("not measured", .align = "r")},
};
/* clang-format on */

const struct column_set profile_columns = COLUMN_SET(of_libraries, struct profile_row);

/* --- problems --- */

enum fate { MISSING, SOLVED, WRONG, FAILED };

/* One problem: a point of a section. Arrays are [libraries] of the section. */
struct profile_problem {
    size_t libraries;
    uint32_t *names; /* numbers in profile.libraries */
    unsigned char *fates, *not_slower;
    struct location_draws draws; /* of ln of the libraries that solved it */
    int is_by_means, is_single;
    double started;
    uint32_t uuid; /* of the run; STRING_POOL_NONE if unknown */
};

static void release_problem(struct profile_problem *problem) {
    free(problem->names);
    free(problem->fates);
    free(problem->not_slower);
    location_draws_release(&problem->draws);
}

static enum fate fate_of(const struct row *row) {
    switch (row->status) {
    case CELL_OK:
        return row->n ? SOLVED : MISSING;
    case CELL_NOT_MEASURED:
        return MISSING;
    case CELL_WRONG:
        return WRONG;
    default:
        return FAILED;
    }
}

/* Ranks the libraries by the means of their rounds, where the reference has no right answer.
 * Intervals decide, corrected for all points and pairs. */
static void rank_by_means(const struct profile_problem *problem, const struct section *section,
                          const struct row *rows, size_t point, enum crossing_rank *ranks) {
    size_t libraries = problem->libraries, rounds = section->rounds_wanted;
    double *logs = xcalloc(libraries * rounds, sizeof *logs);
    struct unpaired *sides = xcalloc(libraries, sizeof *sides);
    for (size_t i = 0; i < libraries * rounds; i++)
        logs[i] = problem->fates[i / rounds] == SOLVED
                      ? section->round_logs[point * libraries * rounds + i]
                      : NAN;
    for (size_t l = 0; l < libraries; l++)
        if (problem->fates[l] == SOLVED)
            sides[l].rounds = sides[l].samples =
                welch_side_of(rows[l].log_mean, rows[l].log_se, rows[l].rounds);
    const struct crossing_size size = {.round_means = logs,
                                       .libraries = libraries,
                                       .rounds = rounds,
                                       .reference = libraries,
                                       .sides = section->sides ? sides : NULL};
    struct student student;
    student_init(&student,
                 crossing_confidence(section->confidence,
                                     section->space->points * libraries * (libraries - 1) / 2));
    crossing_rank(&size, &student, ranks);
    free(logs);
    free(sides);
}

/* Fills PROBLEM from one point, whose RANKS are those of --fastest. */
static void fill(struct profile *profile, struct profile_problem *problem,
                 const struct section *section, const struct row *rows, size_t point,
                 enum crossing_rank *ranks) {
    size_t libraries = section->summary_count, solved = 0, located = 0;
    *problem = (struct profile_problem){.libraries = libraries};
    problem->names = xcalloc(libraries, sizeof *problem->names);
    problem->fates = xcalloc(libraries, 1);
    problem->not_slower = xcalloc(libraries, 1);
    point_draws_typical(&problem->draws, section, rows, point);
    for (size_t l = 0; l < libraries; l++) {
        problem->names[l] = xstring_pool_number(&profile->libraries, rows[l].library);
        problem->fates[l] = (unsigned char)fate_of(&rows[l]);
        solved += problem->fates[l] == SOLVED;
        located += isfinite(problem->draws.means[l]);
    }
    if (solved && !located) {
        problem->is_by_means = 1;
        location_draws_release(&problem->draws);
        point_draws_of_means(&problem->draws, section, rows, point);
        rank_by_means(problem, section, rows, point, ranks);
    }
    problem->is_single = solved && !location_draws_exist(&problem->draws);
    for (size_t l = 0; l < libraries; l++)
        problem->not_slower[l] = problem->fates[l] == SOLVED && ranks[l] != CROSSING_UNKNOWN &&
                                 ranks[l] != CROSSING_SLOWER &&
                                 ranks[l] != CROSSING_SLOWER_BY_MEANS;
}

/* Returns whether a library with a right answer has no location, as samples of 0 have none. */
static int is_unclear(const struct profile_problem *problem) {
    for (size_t l = 0; l < problem->libraries; l++)
        if (problem->fates[l] == SOLVED && !isfinite(problem->draws.means[l]))
            return 1;
    return 0;
}

/* Returns the number of the problem with that key, which is new if it is profile.problem_count. */
static uint32_t number_of(struct profile *profile, const struct section *section, size_t point,
                          const char *host) {
    char *at = point_key(section->space, point, &section->provenance->action_facts);
    const char *const key[] = {host, section->action, section->type, at};
    uint32_t number = xkey_index_number_of_texts(&profile->keys, key, 4);
    free(at);
    return number;
}

/* Takes over PROBLEM. A later run replaces an earlier one of the same machine. */
static void put(struct profile *profile, uint32_t number, struct profile_problem *problem) {
    if (number < profile->problem_count) {
        struct profile_problem *before = &profile->problems[number];
        int is_copy = problem->uuid != STRING_POOL_NONE && problem->uuid == before->uuid;
        int is_earlier = is_copy || problem->started < before->started;
        profile->older += !is_copy;
        release_problem(is_earlier ? problem : before);
        if (!is_earlier)
            *before = *problem;
        return;
    }
    profile->problems =
        xreallocarray(profile->problems, profile->problem_count + 1, sizeof *profile->problems);
    profile->problems[profile->problem_count++] = *problem;
}

void profile_add(struct profile *profile, const struct table *table,
                 const struct section *section) {
    const struct facts *run = &section->provenance->run_facts;
    const char *host = run_machine(run);
    const struct row *rows = table->rows + section->first_row;
    enum crossing_rank *ranks = fastest_ranks(table, section);
    size_t libraries = section->summary_count;
    const char *uuid = facts_text(run, FACT_UUID, NULL);
    uint32_t seen = uuid ? xstring_pool_number(&profile->runs, uuid) : STRING_POOL_NONE;
    xstring_pool_number(&profile->actions, section->action);
    if (*host)
        xstring_pool_number(&profile->hosts, host);
    profile->quantity = section->quantity;
    for (size_t i = 0; i < section->row_count; i += libraries) {
        struct profile_problem problem;
        fill(profile, &problem, section, &rows[i], i / libraries, ranks + i);
        problem.started = date_read(facts_text(run, FACT_STARTED, NULL));
        problem.uuid = seen;
        if (is_unclear(&problem)) {
            profile->unclear++;
            release_problem(&problem);
            continue;
        }
        put(profile, number_of(profile, section, rows[i].point, host), &problem);
    }
    free(ranks);
}

void profile_release(struct profile *profile) {
    for (size_t i = 0; i < profile->problem_count; i++)
        release_problem(&profile->problems[i]);
    for (size_t l = 0; profile->curves && l < profile->library_count; l++)
        free(profile->curves[l].x);
    free(profile->problems);
    free(profile->rows);
    free(profile->curves);
    free(profile->reversals);
    string_pool_release(&profile->actions);
    string_pool_release(&profile->hosts);
    string_pool_release(&profile->libraries);
    key_index_release(&profile->keys);
    string_pool_release(&profile->runs);
    *profile = (struct profile){0};
}

/* --- ratios to the fastest --- */

/* Sets RATIOS [all libraries] to ln r of one problem, infinite without a right answer, from the
 * LOCATIONS [libraries of the problem]. MEMBERS [all libraries] are those that count; NULL for all.
 */
static void ratios_of(const struct profile_problem *problem, const double *locations,
                      const unsigned char *members, double *ratios, size_t all) {
    double least = INFINITY;
    for (size_t l = 0; l < all; l++)
        ratios[l] = INFINITY;
    for (size_t l = 0; l < problem->libraries; l++)
        if (problem->fates[l] == SOLVED && (!members || members[problem->names[l]]))
            least = fmin(least, locations[l]);
    for (size_t l = 0; l < problem->libraries; l++)
        if (problem->fates[l] == SOLVED && (!members || members[problem->names[l]]))
            ratios[problem->names[l]] = locations[l] - least;
}

static double score_of(double log_ratio) {
    return fmax(0, 1 - log_ratio / log(PROFILE_MOST));
}

/* --- statistics --- */

/* Twice as long is within twice, however the logarithm is rounded. */
static const double rounding = 1e-12;

/* What is summed up of each library: rho at the factors, the share solved, the area, and rho at the
 * steps of its curve. */
enum { PART_SOLVED = PROFILE_FACTORS, AREA, CURVE };

struct sums {
    const struct profile *profile;
    size_t libraries, width;      /* WIDTH: numbers of each library */
    struct profile_curve *curves; /* NULL: none */
    double *values;               /* [libraries][width] */
};

/* Adds one problem of that WEIGHT, with its ln r. Steps of curves take what ends there; they are
 * added up at the end. */
static void add(struct sums *sums, const double *ratios, double weight) {
    for (size_t l = 0; l < sums->libraries; l++) {
        double *values = sums->values + l * sums->width;
        if (isinf(ratios[l]))
            continue;
        for (size_t k = 0; k < PROFILE_FACTORS; k++)
            values[k] += ratios[l] <= log(profile_factors[k]) + rounding ? weight : 0;
        values[PART_SOLVED] += weight;
        values[AREA] += weight * score_of(ratios[l]);
        if (!sums->curves)
            continue;
        const struct profile_curve *curve = &sums->curves[l];
        size_t begin = 0, end = curve->count;
        while (begin < end) {
            size_t middle = (begin + end) / 2;
            if (curve->x[middle] < ratios[l] - rounding)
                begin = middle + 1;
            else
                end = middle;
        }
        if (begin < curve->count)
            values[CURVE + begin] += weight;
    }
}

static void add_up_curves(struct sums *sums) {
    for (size_t l = 0; sums->curves && l < sums->libraries; l++)
        for (size_t i = 1; i < sums->curves[l].count; i++)
            sums->values[l * sums->width + CURVE + i] +=
                sums->values[l * sums->width + CURVE + i - 1];
}

/* --- draws --- */

/* One draw of all problems' weights and times. WORKSPACE holds twice as many numbers as there are
 * libraries. Returns the weight of the unseen problem; the others are in SUMS, all divided by their
 * sum. */
static double draw(struct sums *sums, gsl_rng *rng, double *workspace) {
    const struct profile *profile = sums->profile;
    double *locations = workspace, *ratios = workspace + sums->libraries;
    double unseen = gsl_ran_exponential(rng, 1), total = unseen;
    memset(sums->values, 0, sums->libraries * sums->width * sizeof *sums->values);
    for (size_t i = 0; i < profile->problem_count; i++) {
        double weight = gsl_ran_exponential(rng, 1);
        const struct profile_problem *problem = &profile->problems[i];
        total += weight;
        location_draws_take(&problem->draws, rng, locations);
        ratios_of(problem, locations, NULL, ratios, sums->libraries);
        add(sums, ratios, weight);
    }
    add_up_curves(sums);
    for (size_t i = 0; i < sums->libraries * sums->width; i++)
        sums->values[i] /= total;
    return unseen / total;
}

/* Sets the ends of SHARES [libraries][width] to quantiles over all draws, at least around the
 * estimates. Overwrites the values of SUMS. */
static void draw_intervals(struct sums *sums, double confidence, struct interval *shares) {
    size_t width = sums->libraries * sums->width;
    double *draws = xcalloc(width * PROFILE_DRAWS, sizeof *draws);
    double *unseen = xcalloc(PROFILE_DRAWS, sizeof *unseen);
    double *one = xcalloc(PROFILE_DRAWS, sizeof *one);
    double *workspace = xcalloc(2 * sums->libraries, sizeof *workspace);
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
    for (size_t d = 0; d < PROFILE_DRAWS; d++) {
        unseen[d] = draw(sums, rng, workspace);
        memcpy(draws + d * width, sums->values, width * sizeof *draws);
    }
    for (size_t i = 0; i < width; i++) {
        for (size_t d = 0; d < PROFILE_DRAWS; d++)
            one[d] = draws[d * width + i];
        gsl_sort(one, 1, PROFILE_DRAWS);
        double low =
            gsl_stats_quantile_from_sorted_data(one, 1, PROFILE_DRAWS, (1 - confidence) / 2);
        for (size_t d = 0; d < PROFILE_DRAWS; d++)
            one[d] = draws[d * width + i] + unseen[d];
        gsl_sort(one, 1, PROFILE_DRAWS);
        double high =
            gsl_stats_quantile_from_sorted_data(one, 1, PROFILE_DRAWS, (1 + confidence) / 2);
        shares[i].low = fmin(shares[i].estimate, low);
        shares[i].high = fmin(1, fmax(shares[i].estimate, high));
    }
    gsl_rng_free(rng);
    free(draws);
    free(unseen);
    free(one);
    free(workspace);
}

/* --- curves --- */

/* Sets the steps of a curve, as logarithms until fill_rows: 0, and the ln ratios R [COUNT] of the
 * library, at most PROFILE_STEPS of them, evenly chosen. Sorts R. */
static void begin_curve(struct profile_curve *curve, double *r, size_t count) {
    size_t kept = count < PROFILE_STEPS ? count : PROFILE_STEPS;
    double *memory = xcalloc(4 * (kept + 1), sizeof *memory);
    curve->x = memory;
    curve->y = memory + (kept + 1);
    curve->low = memory + 2 * (kept + 1);
    curve->high = memory + 3 * (kept + 1);
    curve->x[curve->count++] = 0;
    qsort(r, count, sizeof *r, ascending_reals);
    for (size_t i = 0; i < kept; i++) {
        double x = r[kept > 1 ? i * (count - 1) / (kept - 1) : 0];
        if (x > curve->x[curve->count - 1] + rounding)
            curve->x[curve->count++] = x;
    }
}

/* RATIOS [problems][libraries]. */
static void begin_curves(struct profile *profile, const double *ratios) {
    size_t libraries = profile->libraries.count;
    double *r = xcalloc(profile->problem_count, sizeof *r);
    profile->curves = xcalloc(libraries, sizeof *profile->curves);
    for (size_t l = 0; l < libraries; l++) {
        size_t count = 0;
        for (size_t p = 0; p < profile->problem_count; p++)
            if (isfinite(ratios[p * libraries + l]))
                r[count++] = ratios[p * libraries + l];
        begin_curve(&profile->curves[l], r, count);
        profile->curves[l].library = string_pool_text(&profile->libraries, (uint32_t)l);
    }
    free(r);
}

/* --- rows --- */

static void count_fates(struct profile *profile) {
    size_t libraries = profile->libraries.count;
    for (size_t l = 0; l < libraries; l++)
        profile->rows[l] =
            (struct profile_row){.library = string_pool_text(&profile->libraries, (uint32_t)l),
                                 .problems = profile->problem_count};
    for (size_t p = 0; p < profile->problem_count; p++) {
        const struct profile_problem *problem = &profile->problems[p];
        size_t solved = 0;
        for (size_t l = 0; l < problem->libraries; l++) {
            struct profile_row *row = &profile->rows[problem->names[l]];
            row->solved += problem->fates[l] == SOLVED;
            row->wrong += problem->fates[l] == WRONG;
            row->failed += problem->fates[l] == FAILED;
            row->not_shown_slower += problem->not_slower[l];
            solved += problem->fates[l] == SOLVED;
        }
        profile->shared += solved > 1;
        profile->unsolved += solved == 0;
        profile->by_means += (size_t)problem->is_by_means;
        profile->single += (size_t)problem->is_single;
    }
    for (size_t l = 0; l < libraries; l++) {
        struct profile_row *row = &profile->rows[l];
        row->missing = row->problems - row->solved - row->wrong - row->failed;
        row->not_shown_slower =
            profile->single ? NAN : row->not_shown_slower / (double)row->problems;
    }
}

static void fill_rows(struct profile *profile, const struct sums *sums,
                      const struct interval *shares) {
    for (size_t l = 0; l < sums->libraries; l++) {
        const struct interval *own = &shares[l * sums->width];
        struct profile_row *row = &profile->rows[l];
        memcpy(row->within, own, sizeof row->within);
        row->part_solved = own[PART_SOLVED];
        row->area = own[AREA];
        for (size_t i = 0; profile->curves && i < profile->curves[l].count; i++) {
            profile->curves[l].x[i] = exp(profile->curves[l].x[i]);
            profile->curves[l].y[i] = own[CURVE + i].estimate;
            profile->curves[l].low[i] = own[CURVE + i].low;
            profile->curves[l].high[i] = own[CURVE + i].high;
        }
    }
}

static int by_area(const void *a, const void *b) {
    const struct profile_row *left = a, *right = b;
    if (left->area.estimate != right->area.estimate)
        return left->area.estimate > right->area.estimate ? -1 : 1;
    return natural_compare(left->library, right->library);
}

/* Puts the curves into the order of the rows. */
static void sort_curves(struct profile *profile) {
    for (size_t i = 0; i < profile->library_count; i++)
        for (size_t k = i; k < profile->library_count; k++)
            if (profile->curves[k].library == profile->rows[i].library) {
                struct profile_curve moved = profile->curves[k];
                profile->curves[k] = profile->curves[i];
                profile->curves[i] = moved;
                break;
            }
}

/* --- all of it --- */

/* RATIOS [problems][libraries] receives ln r by the means. */
static void sum_up(struct profile *profile, double *ratios, int with_curves) {
    size_t libraries = profile->libraries.count, problems = profile->problem_count;
    for (size_t p = 0; p < problems; p++)
        ratios_of(&profile->problems[p], profile->problems[p].draws.means, NULL,
                  ratios + p * libraries, libraries);
    if (with_curves)
        begin_curves(profile, ratios);
    struct sums sums = {.profile = profile,
                        .libraries = libraries,
                        .width = CURVE + (with_curves ? PROFILE_STEPS + 1 : 0),
                        .curves = profile->curves};
    size_t width = libraries * sums.width;
    struct interval *shares = xcalloc(width, sizeof *shares);
    sums.values = xcalloc(width, sizeof *sums.values);
    for (size_t p = 0; p < problems; p++)
        add(&sums, ratios + p * libraries, 1);
    add_up_curves(&sums);
    for (size_t i = 0; i < width; i++)
        shares[i].estimate = sums.values[i] / (double)problems;
    draw_intervals(&sums, profile->confidence, shares);
    fill_rows(profile, &sums, shares);
    free(shares);
    free(sums.values);
}

static double area_among(const struct profile *profile, const unsigned char *members,
                         size_t library, double *ratios) {
    double area = 0;
    for (size_t p = 0; p < profile->problem_count; p++) {
        ratios_of(&profile->problems[p], profile->problems[p].draws.means, members, ratios,
                  profile->libraries.count);
        area += isinf(ratios[library]) ? 0 : score_of(ratios[library]);
    }
    return area;
}

/* Finds pairs whose areas are in the other order if the two are alone. Rows are sorted. */
static void find_reversals(struct profile *profile) {
    size_t count = profile->library_count;
    unsigned char *members = xcalloc(count, 1);
    double *ratios = xcalloc(count, sizeof *ratios);
    profile->reversals = xcalloc(count * count, sizeof *profile->reversals);
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count; k++) {
            size_t a = string_pool_find(&profile->libraries, profile->rows[i].library);
            size_t b = string_pool_find(&profile->libraries, profile->rows[k].library);
            members[a] = members[b] = 1;
            if (profile->rows[i].area.estimate > profile->rows[k].area.estimate &&
                area_among(profile, members, a, ratios) < area_among(profile, members, b, ratios))
                profile->reversals[profile->reversal_count++] =
                    (struct profile_reversal){profile->rows[i].library, profile->rows[k].library};
            members[a] = members[b] = 0;
        }
    free(members);
    free(ratios);
}

/* What a profile needs. */
static int check(const struct profile *profile, struct err *err) {
    if (!profile->problem_count)
        return err_set(err, ERR_USAGE,
                       "a performance profile needs problems; nothing of what is "
                       "asked for was measured");
    if (profile->libraries.count < 2)
        return err_set(err, ERR_USAGE,
                       "a performance profile compares libraries, and there is only %s",
                       string_pool_text(&profile->libraries, 0));
    if (profile->unsolved == profile->problem_count)
        return err_set(
            err, ERR_USAGE,
            "a performance profile needs right answers; in none of the %zu problem%s has "
            "any library one",
            profile->problem_count, profile->problem_count == 1 ? "" : "s");
    if (!profile->shared)
        return err_set(err, ERR_USAGE,
                       "a performance profile needs common problems; none of the %zu was solved by "
                       "two libraries",
                       profile->problem_count);
    return 0;
}

int profile_conclude(struct profile *profile, double confidence, int with_curves, struct err *err) {
    size_t libraries = profile->libraries.count, problems = profile->problem_count;
    profile->rows = xcalloc(libraries, sizeof *profile->rows);
    profile->library_count = libraries;
    profile->confidence = confidence;
    count_fates(profile);
    int code = check(profile, err);
    if (code)
        return code;
    double *ratios = xcalloc(libraries * problems, sizeof *ratios);
    sum_up(profile, ratios, with_curves);
    free(ratios);
    qsort(profile->rows, libraries, sizeof *profile->rows, by_area);
    if (profile->curves)
        sort_curves(profile);
    find_reversals(profile);
    return 0;
}
