/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/point_draws.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/aggregate/row.h"

static void add_steps(struct location_draws *draws, const struct row *rows) {
    for (size_t l = 0; l < draws->libraries; l++)
        draws->steps[l] = row_log_step(&rows[l]);
}

/* By rounds, if all libraries have several; else by samples, which do not tell how processes differ
 * (unpaired.h). */
static void find_sides(const struct unpaired *unpaired, size_t libraries,
                       struct welch_side *sides) {
    int by_rounds = 1;
    for (size_t l = 0; l < libraries; l++)
        by_rounds &= unpaired[l].samples.units == 0 || unpaired[l].rounds.units > 1;
    for (size_t l = 0; l < libraries; l++)
        sides[l] = by_rounds ? unpaired[l].rounds : welch_side_of(unpaired[l].samples.mean, NAN, 1);
}

static int use_sides(struct location_draws *draws, const struct row *rows,
                     const struct welch_side *sides, size_t libraries) {
    int ok = location_draws_of_sides(draws, sides, libraries);
    if (ok)
        add_steps(draws, rows);
    return ok;
}

/* What all cells tell of the differences at one point. */
static int use_errors(struct location_draws *draws, const struct section *section, size_t point) {
    size_t libraries = section->summary_count, rounds = section->rounds_wanted;
    const double *ratios = section->round_ratios + point * libraries * rounds;
    struct welch *errors = calloc(libraries * libraries + 1, sizeof *errors);
    unsigned char *known = calloc(libraries + 1, sizeof *known);
    for (size_t i = 0; known && i < libraries * rounds; i++)
        known[i / rounds] |= (unsigned char)isfinite(ratios[i]);
    for (size_t a = 0; errors && known && a < libraries; a++)
        for (size_t b = 0; b < a; b++)
            if (known[a] && known[b])
                errors[a * libraries + b] =
                    error_model_cell(section->error_model, a, b, point).error;
    int ok = errors && known && location_draws_of_errors(draws, errors, known, libraries);
    free(errors);
    free(known);
    return ok;
}

int point_draws_typical(struct location_draws *draws, const struct section *section,
                        const struct row *rows, size_t point) {
    size_t libraries = section->summary_count, rounds = section->rounds_wanted;
    if (section->sides) {
        struct welch_side *sides = calloc(libraries + 1, sizeof *sides);
        if (sides)
            find_sides(section->sides + point * libraries, libraries, sides);
        int is_found = sides && use_sides(draws, rows, sides, libraries);
        free(sides);
        return is_found;
    }
    int ok =
        section->error_model
            ? use_errors(draws, section, point)
            : location_draws_of_rounds(draws, section->round_ratios + point * libraries * rounds,
                                       libraries, rounds);
    if (ok)
        add_steps(draws, rows);
    return ok;
}

int point_draws_of_means(struct location_draws *draws, const struct section *section,
                         const struct row *rows, size_t point) {
    size_t libraries = section->summary_count, rounds = section->rounds_wanted;
    if (section->sides) {
        struct welch_side *sides = calloc(libraries + 1, sizeof *sides);
        for (size_t l = 0; sides && l < libraries; l++)
            sides[l] = welch_side_of(rows[l].status == CELL_OK ? rows[l].log_mean : NAN,
                                     rows[l].log_se, rows[l].rounds);
        int is_found = sides && use_sides(draws, rows, sides, libraries);
        free(sides);
        return is_found;
    }
    double *logs = calloc(libraries * rounds + 1, sizeof *logs);
    for (size_t i = 0; logs && i < libraries * rounds; i++)
        logs[i] = rows[i / rounds].status == CELL_OK
                      ? section->round_logs[point * libraries * rounds + i]
                      : NAN;
    int ok = logs && location_draws_of_rounds(draws, logs, libraries, rounds);
    free(logs);
    if (ok)
        add_steps(draws, rows);
    return ok;
}

int point_draws_lack_logarithms(const struct section *section, const struct row *rows) {
    int lack = 0;
    for (size_t l = 0; l < section->summary_count; l++)
        lack |= rows[l].status == CELL_OK && rows[l].both_right && isfinite(rows[l].mean) &&
                isnan(rows[l].ratio);
    return lack;
}

int point_draws_are_left_out(const struct section *section) {
    return section->error_model && section->summary_count > POINT_DRAWS_MOST;
}

int point_draws_find_fastest(const struct section *section, struct row *rows) {
    size_t libraries = section->summary_count;
    if (point_draws_are_left_out(section)) /* P_FASTEST is NaN so far */
        return 1;
    double *probabilities = calloc(libraries + 1, sizeof *probabilities);
    int ok = probabilities != NULL;
    for (size_t i = 0; ok && i < section->row_count; i += libraries) {
        struct location_draws draws = {0};
        ok = point_draws_typical(&draws, section, &rows[i], i / libraries) &&
             location_draws_fastest(&draws, probabilities);
        int lack = point_draws_lack_logarithms(section, &rows[i]);
        for (size_t l = 0; ok && l < libraries; l++)
            rows[i + l].p_fastest = lack ? NAN : probabilities[l];
        location_draws_release(&draws);
    }
    free(probabilities);
    return ok;
}
