/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/diagnostics/modes.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_sort.h>

#include "analyze/statistics/dip.h"
#include "analyze/statistics/order.h"

/* The samples used, round by round. */
struct sight {
    struct modes_workspace *workspace;
    size_t n, rounds;
    uint64_t random; /* state of the random generator */
};

/* --- random numbers --- */

/* Returns a random number from 0 to below 1. */
static double draw(struct sight *sight) {
    uint64_t z = sight->random += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* Draws a rank below N from part NUMBER of COUNT equal parts. */
static size_t draw_rank(struct sight *sight, size_t number, size_t count, size_t n) {
    size_t low = number * n / count, high = (number + 1) * n / count;
    return low + (size_t)(draw(sight) * (double)(high - low));
}

/* --- samples --- */

static size_t count_finite(const double *seconds, size_t n) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += isfinite(seconds[i]) != 0;
    return count;
}

static void take(struct sight *sight, const double *seconds, size_t finite, size_t most) {
    size_t count = finite < most ? finite : most, rank = 0;
    for (size_t taken = 0; taken < count; taken++, seconds++) {
        size_t wanted = draw_rank(sight, taken, count, finite);
        while (!isfinite(*seconds) || rank++ < wanted)
            seconds++;
        sight->workspace->values[sight->n++] = *seconds;
    }
    sight->workspace->ends[sight->rounds++] = sight->n;
}

struct census {
    size_t samples, most,
        rounds; /* finite samples; most in one round; rounds with at least MODES_FEWEST */
};

/* --- the clock --- */

static int differ(double low, double high) {
    return high - low > 1e-12 * fabs(high);
}

/* ORDER sorts the values. */
static double find_granule(const struct sight *sight, const size_t *order) {
    double granule = INFINITY;
    for (size_t i = 1; i < sight->n; i++) {
        double low = sight->workspace->values[order[i - 1]],
               high = sight->workspace->values[order[i]];
        if (differ(low, high))
            granule = fmin(granule, high - low);
    }
    return isfinite(granule) ? granule : 0;
}

static void spread(struct sight *sight) {
    double *values = sight->workspace->values;
    size_t *order = sight->workspace->ranks;
    gsl_sort_index(order, values, 1, sight->n);
    double granule = find_granule(sight, order);
    for (size_t first = 0, end; first < sight->n; first = end) {
        for (end = first + 1;
             end < sight->n && !differ(values[order[end - 1]], values[order[end]]);)
            end++;

        size_t *places = order + first;
        size_t n = end - first;
        for (size_t i = n; i > 1; i--) {
            size_t other = (size_t)(draw(sight) * (double)i), place = places[i - 1];
            places[i - 1] = places[other];
            places[other] = place;
        }

        for (size_t k = first; k < end; k++) {
            double part = (double)(k - first) + draw(sight);
            sight->workspace->residuals[order[k]] =
                values[order[k]] + granule * (part / (double)(end - first) - 0.5);
        }
    }
    memcpy(values, sight->workspace->residuals, sight->n * sizeof *values);
}

/* --- residuals --- */

/* Writes the residuals of N sorted samples of a round, at least MODES_FEWEST: each less a centre of
 * the others. */
typedef void centre_function(struct sight *sight, const double *sorted, size_t n,
                             double *residuals);

/* The mean without an eighth of the others at either end, at least one. */
static void from_trimmed_means(struct sight *sight, const double *sorted, size_t n,
                               double *residuals) {
    size_t others = n - 1, cut = others / 8 ? others / 8 : 1, high = others - cut;
    double *sums = sight->workspace->sums;
    sums[0] = 0;
    for (size_t i = 0; i < n; i++)
        sums[i + 1] = sums[i] + (sorted[i] - sorted[0]);
    for (size_t i = 0; i < n; i++) {
        double sum = sums[high + (i < high)] - sums[cut + (i < cut)];
        if (i >= cut && i < high)
            sum -= sorted[i] - sorted[0];
        residuals[i] = sorted[i] - sorted[0] - sum / (double)(high - cut);
    }
}

/* Picks either of two middle samples: halfway between them might lie between two modes, where there
 * is no sample. */
static void from_medians(struct sight *sight, const double *sorted, size_t n, double *residuals) {
    size_t others = n - 1;
    for (size_t i = 0; i < n; i++) {
        size_t middle = others / 2;
        middle -= others % 2 == 0 && draw(sight) < 0.5;
        residuals[i] = sorted[i] - sorted[middle + (i <= middle)];
    }
}

/* --- the test --- */

static struct modes judge(double *values, size_t n, size_t *scratch) {
    gsl_sort(values, 1, n);
    double dip = dip_of_sorted(values, n, scratch);
    return (struct modes){dip, dip_probability(dip, n), n};
}

static struct modes modes_from(struct sight *sight, centre_function *centre) {
    struct modes_workspace *workspace = sight->workspace;
    for (size_t i = 0, first = 0; i < sight->rounds; first = workspace->ends[i++])
        centre(sight, workspace->values + first, workspace->ends[i] - first,
               workspace->residuals + first);
    return judge(workspace->residuals, sight->n, workspace->ranks);
}

struct modes modes_of_cell(const struct modes_samples *samples, struct modes_workspace *workspace) {
    struct sight sight = {.workspace = workspace};
    struct census census = {0, 0, 0};
    for (size_t r = 0; r < samples->rounds; r++) {
        size_t n = count_finite(samples->seconds + r * samples->seeds, samples->seeds);
        census.samples += n;
        census.most = n > census.most ? n : census.most;
        census.rounds += n >= MODES_FEWEST;
    }

    if (census.most == 1)
        take(&sight, samples->seconds, census.samples, MODES_MOST);
    else if (census.rounds) {
        size_t rounds = census.rounds;
        size_t each = MODES_MOST / rounds > MODES_ENOUGH ? MODES_MOST / rounds : MODES_ENOUGH;
        each = each < samples->seeds ? each : samples->seeds;
        size_t used = MODES_MOST / each < rounds ? MODES_MOST / each : rounds, rank = 0;
        const double *seconds = samples->seconds;
        for (size_t i = 0, n; i < used; i++, seconds += samples->seeds) {
            size_t wanted = draw_rank(&sight, i, used, rounds);
            while ((n = count_finite(seconds, samples->seeds)) < MODES_FEWEST || rank++ < wanted)
                seconds += samples->seeds;
            take(&sight, seconds, n, each);
        }
    }

    /* Seed the generator from all values, so that a difference in a single sample changes what
     * follows. */
    for (size_t i = 0; i < sight.n; i++) {
        uint64_t bits;
        memcpy(&bits, &sight.workspace->values[i], sizeof bits);
        sight.random = (sight.random ^ bits) * 0x100000001b3;
        sight.random ^= sight.random >> 29;
    }

    spread(&sight);
    if (sight.rounds < 2)
        return judge(workspace->values, sight.n, workspace->ranks);
    for (size_t i = 0, first = 0; i < sight.rounds; first = workspace->ends[i++])
        gsl_sort(workspace->values + first, 1, workspace->ends[i] - first);
    struct modes mean = modes_from(&sight, from_trimmed_means);
    struct modes median = modes_from(&sight, from_medians);
    struct modes modes = median.p_value < mean.p_value ? median : mean;
    modes.p_value = fmin(1, 2 * modes.p_value);
    return modes;
}

/* The median of the first MODES_MOST finite ones of N samples; NaN if there is none. */
static double median_of(const double *seconds, size_t n, double *scratch) {
    size_t count = 0;
    for (size_t i = 0; i < n && count < MODES_MOST; i++)
        if (isfinite(seconds[i]))
            scratch[count++] = seconds[i];
    return order_median(scratch, count);
}

/* --- whether a round's samples are of one group --- */

/* The middle of the widest gap between neighbours of N sorted medians, of those that leave an
 * eighth of them on either side. */
static double split_of(const double *medians, size_t n) {
    size_t least = n / 8 ? n / 8 : 1, widest = least;
    for (size_t i = least; i <= n - least; i++)
        if (medians[i] - medians[i - 1] > medians[widest] - medians[widest - 1])
            widest = i;
    return medians[widest - 1] + (medians[widest] - medians[widest - 1]) / 2;
}

/* Makes ODDS [0] to [MOST], the probabilities of each number of samples that are not of their
 * round's larger group, count a round of N samples more, each of which is beyond the split with
 * probability PART. */
static void add_round(double *odds, size_t most, size_t n, double part) {
    double of_round[MODES_ENOUGH / 2 + 1] = {0};
    for (size_t k = 0; k <= n; k++)
        of_round[k < n - k ? k : n - k] += gsl_ran_binomial_pdf((unsigned)k, part, (unsigned)n);
    for (size_t i = most + 1; i-- > 0;) {
        double sum = 0;
        for (size_t k = 0; k <= n / 2 && k <= i; k++)
            sum += odds[i - k] * of_round[k];
        odds[i] = sum;
    }
}

/* The probability that the samples of each round are as much of one group as they are, if each
 * draws its group by itself. Takes at most AGREEING rounds, and MODES_ENOUGH samples of each. */
static double chance_agreement(const struct modes_samples *samples, double split) {
    enum { AGREEING = 100 };
    size_t stride = (samples->rounds + AGREEING - 1) / AGREEING, all = 0, beyond = 0, odd = 0;
    size_t sizes[AGREEING], rounds = 0;
    double odds[AGREEING * MODES_ENOUGH / 2 + 1] = {1}, sum = 0;
    for (size_t r = 0; r < samples->rounds; r += stride) {
        const double *seconds = samples->seconds + r * samples->seeds;
        size_t n = 0, high = 0;
        for (size_t k = 0; k < samples->seeds && n < MODES_ENOUGH; k++)
            if (isfinite(seconds[k])) {
                n++;
                high += seconds[k] > split;
            }
        all += n;
        beyond += high;
        odd += high < n - high ? high : n - high;
        sizes[rounds++] = n;
    }
    for (size_t r = 0; r < rounds; r++)
        add_round(odds, odd, sizes[r], (double)beyond / (double)all);
    for (size_t i = 0; i <= odd; i++)
        sum += odds[i];
    return fmin(1, sum);
}

struct modes modes_of_rounds(const struct modes_samples *samples,
                             struct modes_workspace *workspace) {
    size_t stride = (samples->rounds + MODES_MOST - 1) / MODES_MOST, count = 0;
    for (size_t r = 0; samples->seeds > 1 && r < samples->rounds; r += stride) {
        double median =
            median_of(samples->seconds + r * samples->seeds, samples->seeds, workspace->values);
        if (isfinite(median))
            workspace->medians[count++] = median;
    }
    if (count < MODES_ROUNDS)
        return (struct modes){NAN, 1, 0};
    struct modes modes =
        modes_of_cell(&(struct modes_samples){workspace->medians, count, 1}, workspace);
    if (modes.p_value > MODES_LEVEL)
        return modes;
    gsl_sort(workspace->medians, 1, count);
    double chance = chance_agreement(samples, split_of(workspace->medians, count));
    modes.p_value = fmax(modes.p_value, chance);
    return modes;
}
