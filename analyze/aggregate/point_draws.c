/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/point_draws.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/aggregate/row.h"
#include "formats/text/xalloc.h"

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

/* What all cells tell of the differences at one point. */
static void use_errors(struct location_draws *draws, const struct section *section, size_t point) {
    size_t libraries = section->summary_count, rounds = section->rounds_wanted;
    const double *ratios = section->round_ratios + point * libraries * rounds;
    struct welch *errors = xcalloc(libraries * libraries, sizeof *errors);
    unsigned char *known = xcalloc(libraries, sizeof *known);
    for (size_t i = 0; i < libraries * rounds; i++)
        known[i / rounds] |= (unsigned char)isfinite(ratios[i]);
    for (size_t a = 0; a < libraries; a++)
        for (size_t b = 0; b < a; b++)
            if (known[a] && known[b])
                errors[a * libraries + b] =
                    error_model_cell(section->error_model, a, b, point).error;
    location_draws_of_errors(draws, errors, known, libraries);
    free(errors);
    free(known);
}

void point_draws_typical(struct location_draws *draws, const struct section *section,
                         const struct row *rows, size_t point) {
    size_t libraries = section->summary_count, rounds = section->rounds_wanted;
    if (section->sides) {
        struct welch_side *sides = xcalloc(libraries, sizeof *sides);
        find_sides(section->sides + point * libraries, libraries, sides);
        location_draws_of_sides(draws, sides, libraries);
        free(sides);
    } else if (section->error_model) {
        use_errors(draws, section, point);
    } else {
        location_draws_of_rounds(draws, section->round_ratios + point * libraries * rounds,
                                 libraries, rounds);
    }
    add_steps(draws, rows);
}

void point_draws_of_means(struct location_draws *draws, const struct section *section,
                          const struct row *rows, size_t point) {
    size_t libraries = section->summary_count, rounds = section->rounds_wanted;
    if (section->sides) {
        struct welch_side *sides = xcalloc(libraries, sizeof *sides);
        for (size_t l = 0; l < libraries; l++)
            sides[l] = welch_side_of(rows[l].status == CELL_OK ? rows[l].log_mean : NAN,
                                     rows[l].log_se, rows[l].rounds);
        location_draws_of_sides(draws, sides, libraries);
        free(sides);
    } else {
        double *logs = xcalloc(libraries * rounds, sizeof *logs);
        for (size_t i = 0; i < libraries * rounds; i++)
            logs[i] = rows[i / rounds].status == CELL_OK
                          ? section->round_logs[point * libraries * rounds + i]
                          : NAN;
        location_draws_of_rounds(draws, logs, libraries, rounds);
        free(logs);
    }
    add_steps(draws, rows);
}

int point_draws_lack_logarithms(const struct section *section, const struct row *rows) {
    int lack = 0;
    for (size_t l = 0; l < section->summary_count; l++)
        lack |= rows[l].status == CELL_OK && rows[l].both_right &&
                isfinite(rows[l].mean.estimate) && isnan(rows[l].ratio.estimate);
    return lack;
}

int point_draws_are_left_out(const struct section *section) {
    return section->error_model && section->summary_count > POINT_DRAWS_MOST;
}

void point_draws_find_fastest(const struct section *section, struct row *rows) {
    size_t libraries = section->summary_count;
    if (point_draws_are_left_out(section)) /* P_FASTEST is NaN so far */
        return;
    double *probabilities = xcalloc(libraries, sizeof *probabilities);
    for (size_t i = 0; i < section->row_count; i += libraries) {
        struct location_draws draws;
        point_draws_typical(&draws, section, &rows[i], i / libraries);
        location_draws_fastest(&draws, probabilities);
        int lack = point_draws_lack_logarithms(section, &rows[i]);
        for (size_t l = 0; l < libraries; l++)
            rows[i + l].p_fastest = lack ? NAN : probabilities[l];
        location_draws_release(&draws);
    }
    free(probabilities);
}
