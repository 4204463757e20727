/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/aggregate/replication.h"

#include <math.h>
#include <string.h>

#include "analyze/statistics/distribution.h"

static const struct round_scatter unknown_scatter = {NAN, NAN, 1};

size_t replication_seeds(size_t choice, size_t measured) {
    static const size_t others[REPLICATION_CHOICES - 1] = {3, 4, 5, 6, 8, 10, 12, 16, 24, 32};
    if (choice == 0)
        return measured;
    return others[choice - 1] < measured ? others[choice - 1] : 0;
}

/* At a point with SEEDS of MEASURED seeds. */
static size_t seeds_at(size_t choice, size_t measured, size_t seeds) {
    size_t wanted = replication_seeds(choice, measured);
    double here = round((double)wanted * (double)seeds / (double)measured);
    return choice == 0 ? seeds : here > 1 ? (size_t)here : wanted > 0;
}

/* --- what samples say --- */

/* Logarithms of the samples, or of the ratios of the pairs. */
static struct sample_table take(const struct replication_samples *samples, int of_ratios,
                                double *values) {
    for (size_t i = 0; i < samples->rounds * samples->seeds; i++) {
        values[i] = logarithm_of(samples->library[i]);
        if (of_ratios)
            values[i] -= logarithm_of(samples->reference[i]);
    }
    return sample_table_complete((struct sample_table){values, samples->rounds, samples->seeds});
}

/* Each of two unpaired libraries has rounds of its own. */
static struct round_scatter unpaired_scatter(const struct row *row) {
    double rounds = (double)row->ratio_rounds;
    if (row->ratio_rounds < 2)
        return unknown_scatter;
    return (struct round_scatter){row->log_ratio_se * row->log_ratio_se * rounds,
                                  row->log_ratio_degrees, row->log_ratio_degrees / (rounds - 1)};
}

void replication_basis_of(struct replication_basis *basis, const struct row *row,
                          const struct replication_samples *samples, double *workspace) {
    size_t count = samples->rounds * samples->seeds;
    double *scratch = workspace + count;
    struct sample_table table = take(samples, 0, workspace);
    for (size_t c = 0; c < REPLICATION_CHOICES; c++)
        basis->scatters[c] = unknown_scatter;
    basis->seeds = table.seeds;
    basis->times = variance_components_of(table, samples->is_paired, samples->confidence, scratch);
    basis->ratio =
        variance_components_of((struct sample_table){0}, 1, samples->confidence, scratch);
    if (!samples->reference || row->is_reference || !row->both_right)
        return;
    if (!samples->is_paired) {
        basis->scatters[0] = unpaired_scatter(row);
        return;
    }
    table = take(samples, 1, workspace);
    basis->seeds = table.seeds;
    basis->ratio = variance_components_of(table, 1, samples->confidence, scratch);
    for (size_t c = 0; c < REPLICATION_CHOICES && table.seeds; c++) {
        size_t seeds = seeds_at(c, samples->most_seeds, table.seeds);
        if (seeds)
            basis->scatters[c] = round_scatter_of(table, seeds, scratch);
    }
}

/* --- costs --- */

double replication_round_seconds(const struct section *section, size_t choice) {
    double measured = 0, chosen = 0;
    for (size_t i = 0; i < section->row_count; i++) {
        const struct replication_basis *basis = &section->bases[i];
        if (!basis->seeds || isnan(basis->weight))
            continue;
        measured += basis->weight;
        chosen += basis->weight * (double)seeds_at(choice, section->most_seeds, basis->seeds) /
                  (double)basis->seeds;
    }
    double start = section->round_start_seconds, seeds = section->round_seconds - start;
    return choice == 0 ? section->round_seconds : start + seeds * chosen / measured;
}

/* --- choosing --- */

struct question {
    const struct section *section;
    const struct row *rows;
    const struct replication_basis *bases;
    size_t count;
    const struct replication_terms *terms;
    struct round_terms rounds;
};

/* Whether the row has a ratio that can be made more precise by rounds. */
static int counts(const struct question *q, size_t i) {
    const struct row *row = &q->rows[i];
    return !row->is_reference && row->both_right && !isnan(row->log_ratio) &&
           !isnan(q->bases[i].scatters[0].variance) &&
           !(row->log_resolution > log1p(q->terms->half_width));
}

/* The rounds that all ratios need; 0 if more than REPLICATION_ROUNDS. */
static size_t all_need(const struct question *q, size_t choice) {
    double half = log1p(q->terms->half_width);
    size_t most = 0;
    for (size_t i = 0; i < q->count; i++) {
        if (!counts(q, i))
            continue;
        size_t needed = rounds_needed(&q->bases[i].scatters[choice], &q->rounds, half,
                                      q->terms->least, REPLICATION_ROUNDS);
        if (!needed)
            return 0;
        most = needed > most ? needed : most;
    }
    return most;
}

/* Finds the widest of all ratios after ROUNDS. */
static double widest(const struct question *q, size_t choice, size_t rounds, size_t *row) {
    double half = -1;
    for (size_t i = 0; i < q->count; i++) {
        double here = counts(q, i)
                          ? rounds_half_width(&q->bases[i].scatters[choice], &q->rounds, rounds)
                          : NAN;
        if (here > half) {
            half = here;
            *row = i;
        }
    }
    return half < 0 ? NAN : expm1(half);
}

static void count_ratios(const struct question *q, struct replication *found) {
    for (size_t i = 0; i < q->count; i++) {
        const struct row *row = &q->rows[i];
        if (row->is_reference || !row->both_right || isnan(row->log_ratio))
            continue;
        int is_known = !isnan(q->bases[i].scatters[0].variance);
        found->ratios += (size_t)counts(q, i);
        found->unknown += !is_known;
        if (is_known && !counts(q, i) && !found->coarse++)
            found->coarse_row = i;
    }
}

static int inputs_differ(const struct question *q, size_t ratios) {
    double half = log1p(q->terms->half_width);
    for (size_t i = 0; i < q->count; i++) {
        const struct variance_components *c = &q->bases[i].ratio;
        double effects = (c->ms_seeds - c->ms_rest) / (double)c->rounds;
        if (counts(q, i) && c->seeds_p * (double)ratios < 1 - q->terms->confidence &&
            effects > half * half)
            return 1;
    }
    return 0;
}

/* Chooses the seeds with which the rounds needed take the least time. */
static size_t choose(const struct question *q, struct replication *found) {
    size_t best = 0;
    found->needed = all_need(q, 0);
    double least =
        found->needed ? (double)found->needed * replication_round_seconds(q->section, 0) : INFINITY;
    found->inputs_differ = inputs_differ(q, found->ratios);
    if (q->terms->keeps_seeds || found->inputs_differ || isnan(least))
        return 0;
    for (size_t c = 1; c < REPLICATION_CHOICES; c++) {
        size_t needed = replication_seeds(c, q->section->most_seeds) ? all_need(q, c) : 0;
        double seconds = (double)needed * replication_round_seconds(q->section, c);
        if (needed && seconds < least) {
            least = seconds;
            best = c;
            found->needed = needed;
        }
    }
    return best;
}

struct replication replication_of(const struct table *table, const struct section *section,
                                  size_t first, size_t count,
                                  const struct replication_terms *terms) {
    const struct question q = {
        section, table->rows + section->first_row + first,           section->bases + first, count,
        terms,   {terms->confidence, ROUNDS_ASSURANCE, terms->pilot}};
    struct replication found = {.seconds = NAN, .half_width = NAN};
    count_ratios(&q, &found);
    if (!found.ratios)
        return found;
    size_t choice = choose(&q, &found), allowed = terms->most;
    double each = replication_round_seconds(section, choice);
    if (terms->most_seconds > 0 && each > 0 && terms->most_seconds / each < (double)allowed)
        allowed = (size_t)(terms->most_seconds / each);
    allowed = allowed < 2 ? 2 : allowed;
    allowed = allowed < terms->pilot ? terms->pilot : allowed;
    found.is_reached = found.needed > 0 && found.needed <= allowed;
    found.rounds = found.is_reached ? found.needed : allowed;
    found.seeds = replication_seeds(choice, section->most_seeds);
    found.seconds = (double)found.rounds * each;
    found.half_width = widest(&q, choice, found.rounds, &found.row);
    found.row += first;
    found.coarse_row += first;
    return found;
}
