/* SPDX-License-Identifier: GPL-3.0-or-later */
/* changes.c: how often bench-analyze --history, looked at after every run, calls an unchanged
 * series changed at any time, how soon it shows a step, and how well it places it; beside PELT and
 * E-Divisive. Values are ln of times. */
#include <stdlib.h>

#include "analyze/history/change_points.h"
#include "formats/model/ascending.h"
#include "tests/analyze/noise.h"
#include "tests/soak/simulation.h"

enum { MOST = 1000, SERIES = 4000, LONG_SERIES = 1000, RIVALS = 300, USUAL = 100, WITHIN = 10 };

static unsigned short seed[3];
static double values[MOST];

/* --- noises --- */

/* N values in standard deviations. */
typedef void noise_function(size_t n, double parameter);

static void draw_normal(size_t n, double parameter) {
    (void)parameter;
    for (size_t i = 0; i < n; i++)
        values[i] = noise_normal(seed);
}

static void draw_heavy(size_t n, double parameter) {
    for (size_t i = 0; i < n; i++)
        values[i] = noise_heavy(seed) / sqrt(parameter);
}

static void draw_cauchy(size_t n, double parameter) {
    for (size_t i = 0; i < n; i++)
        values[i] = parameter * noise_cauchy(seed);
}

static void draw_skew(size_t n, double parameter) {
    for (size_t i = 0; i < n; i++)
        values[i] = noise_skew(seed) / parameter;
}

static void draw_outliers(size_t n, double parameter) {
    (void)parameter;
    for (size_t i = 0; i < n; i++)
        values[i] = noise_outliers(seed);
}

static void draw_doubled(size_t n, double parameter) {
    for (size_t i = 0; i < n; i++)
        values[i] = noise_normal(seed) + (erand48(seed) < 1.0 / 8 ? parameter : 0);
}

static void draw_rounded(size_t n, double parameter) {
    for (size_t i = 0; i < n; i++)
        values[i] = noise_coarse(seed) * parameter;
}

/* Two modes, five standard deviations of each apart; PARAMETER of the runs are slow. */
static void draw_modes(size_t n, double parameter) {
    for (size_t i = 0; i < n; i++)
        values[i] = 0.25 * noise_normal(seed) + (erand48(seed) < parameter ? 2.5 : 0);
}

static void draw_alike(size_t n, double phi) {
    double mood = noise_normal(seed);
    for (size_t i = 0; i < n; i++) {
        values[i] = mood;
        mood = phi * mood + sqrt(1 - phi * phi) * noise_normal(seed);
    }
}

/* Spells of 5 to 15 runs that are slower by one unit, 10 to 60 runs after each other. */
static void draw_spells(size_t n, double scatter) {
    size_t left = (size_t)(40 * erand48(seed)), spell = 0;
    for (size_t i = 0; i < n; i++) {
        if (!left) {
            spell = !spell;
            left = spell ? 5 + (size_t)(11 * erand48(seed)) : 10 + (size_t)(51 * erand48(seed));
        }
        left--;
        values[i] = scatter * noise_normal(seed) + (double)spell;
    }
}

/* Four runs a day share its level. */
static void draw_days(size_t n, double scatter) {
    double day = 0;
    for (size_t i = 0; i < n; i++) {
        day = i % 4 ? day : 0.75 * noise_normal(seed);
        values[i] = day + scatter * noise_normal(seed);
    }
}

/* A rise by PARAMETER a run. */
static void draw_drift(size_t n, double parameter) {
    for (size_t i = 0; i < n; i++)
        values[i] = 0.5 * noise_normal(seed) + parameter * (double)i;
}

enum noise_name {
    NORMAL,
    HEAVY,
    CAUCHY,
    LOGNORMAL,
    OUTLIERS,
    DOUBLED,
    ROUNDED,
    MODES,
    SLOW_MODE,
    ALIKE_3,
    ALIKE_5,
    ALIKE_7,
    ALIKE_9,
    SPELLS_03,
    SPELLS_1,
    SPELLS_2,
    DAYS,
    RISE,
    STEEP_RISE,
    NOISES
};

static const struct noise {
    const char *name;
    noise_function *draw;
    double parameter;
    double limit; /* of false alarms in 100 runs; 1: none is claimed */
    double loud;  /* the same for five times the noise */
} noises[NOISES] = {
    [NORMAL] = {"normal", draw_normal, 0, 0.05, 0.05},
    [HEAVY] = {"Student's t with 3 degrees of freedom", draw_heavy, 3, 0.05, 0.05},
    [CAUCHY] = {"Cauchy", draw_cauchy, 0.5, 0.05, 0.05},
    [LOGNORMAL] = {"lognormal", draw_skew, 2.16, 0.05, 0.05},
    [OUTLIERS] = {"1 in 20 off by 10 standard deviations", draw_outliers, 0, 0.05, 0.05},
    [DOUBLED] = {"1 in 8 runs takes twice as long", draw_doubled, 35, 0.05, 0.05},
    [ROUNDED] = {"rounded to half a standard deviation", draw_rounded, 0.5, 0.05, 0.05},
    [MODES] = {"two modes, half and half", draw_modes, 0.5, 0.05, 0.05},
    [SLOW_MODE] = {"two modes, one in ten slow", draw_modes, 0.1, 0.05, 0.05},
    [ALIKE_3] = {"AR(1), 0.3", draw_alike, 0.3, 0.05, 0.06},
    [ALIKE_5] = {"AR(1), 0.5", draw_alike, 0.5, 0.05, 1},
    [ALIKE_7] = {"AR(1), 0.7", draw_alike, 0.7, 0.05, 1},
    [ALIKE_9] = {"AR(1), 0.9", draw_alike, 0.9, 1, 1},
    [SPELLS_03] = {"slow spells, 2 % in scatter of 0.3 %", draw_spells, 0.15, 0.05, 1},
    [SPELLS_1] = {"slow spells, 2 % in scatter of 1 %", draw_spells, 0.5, 0.05, 1},
    [SPELLS_2] = {"slow spells, 2 % in scatter of 2 %", draw_spells, 1, 0.05, 1},
    [DAYS] = {"days of four runs, which differ by 1.5 % and runs by 1 %", draw_days, 0.5, 1, 1},
    [RISE] = {"steady rise, 1 % in 100 runs of scatter 1 %", draw_drift, 0.005, 1, 1},
    [STEEP_RISE] = {"steady rise, 2 % in 100 runs of scatter 1 %", draw_drift, 0.01, 1, 1},
};

/* One unit is 2 %. */
static void draw(const struct noise *noise, size_t n) {
    noise->draw(n, noise->parameter);
    for (size_t i = 0; i < n; i++)
        values[i] *= 0.02;
}

static void add_step(size_t first, size_t n, double size) {
    for (size_t i = first; i < n; i++)
        values[i] += log1p(size);
}

/* --- PELT --- */

/* Returns whether the best segmentation of N values into levels has a change. The cost of a level
 * is the sum of the squared distances from its mean over the variance, which comes from first
 * differences; each change costs 3 ln n, and a level has 3 values at least. R. Killick, P.
 * Fearnhead, I. A. Eckley, J. Amer. Statist. Assoc. 107 (2012) 1590-1598; without the pruning,
 * which changes only the time. */
static int pelt_changes(size_t n) {
    static double sums[MOST + 1], squares[MOST + 1], cost[MOST + 1], steps[MOST];
    static size_t changes[MOST + 1];
    for (size_t i = 0; i < n; i++) {
        sums[i + 1] = sums[i] + values[i];
        squares[i + 1] = squares[i] + values[i] * values[i];
        if (i)
            steps[i - 1] = fabs(values[i] - values[i - 1]);
    }
    qsort(steps, n - 1, sizeof *steps, ascending_reals);
    double scale = fmax(steps[(n - 1) / 2] / (0.6745 * sqrt(2)), 1e-9);
    double penalty = 3 * log((double)n);
    cost[0] = -penalty;
    for (size_t end = 1; end <= n; end++) {
        cost[end] = HUGE_VAL;
        for (size_t from = 0; from + 3 <= end; from++) {
            double length = (double)(end - from), sum = sums[end] - sums[from];
            double own = (squares[end] - squares[from] - sum * sum / length) / (scale * scale);
            if (cost[from] + own + penalty < cost[end]) {
                cost[end] = cost[from] + own + penalty;
                changes[end] = changes[from] + (from > 0);
            }
        }
    }
    return changes[n] > 0;
}

/* --- E-Divisive --- */

enum { PERMUTATIONS = 39 };

/* Returns the largest energy of a split of the values in ORDER; parts have 3 values at least. */
static double energy(const size_t *order, size_t n, double (*distances)[USUAL + 20]) {
    double before = 0, across = 0, after = 0, most = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            after += distances[order[i]][order[j]];
    for (size_t k = 1; k + 3 <= n; k++) {
        double left = 0, right = 0; /* of the value that changes sides */
        for (size_t i = 0; i < n; i++)
            *(i < k - 1 ? &left : &right) += distances[order[k - 1]][order[i]];
        before += left;
        across += right - left;
        after -= right;
        double m = (double)k, l = (double)(n - k);
        if (k >= 3)
            most = fmax(most, m * l / (m + l) *
                                  (2 * across / (m * l) - 2 * before / (m * (m - 1)) -
                                   2 * after / (l * (l - 1))));
    }
    return most;
}

/* Returns whether E-Divisive calls N values changed at 5 %: D. S. Matteson, N. A. James, J. Amer.
 * Statist. Assoc. 109 (2014) 334-345, with alpha = 1; its first change decides. */
static int energy_changes(size_t n) {
    static double distances[USUAL + 20][USUAL + 20];
    size_t order[USUAL + 20];
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            distances[i][j] = fabs(values[i] - values[j]);
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    double own = energy(order, n, distances);
    int larger = 0;
    for (int p = 0; p < PERMUTATIONS && larger < 2; p++) {
        for (size_t i = n - 1; i > 0; i--) {
            size_t j = (size_t)(erand48(seed) * (double)(i + 1)), kept = order[i];
            order[i] = order[j];
            order[j] = kept;
        }
        larger += energy(order, n, distances) >= own;
    }
    return larger < 2;
}

/* Returns whether CHANGES is true after any run from number FROM to number END. */
static int any_look(int changes(size_t n), size_t from, size_t end, size_t every) {
    for (size_t n = from; n <= end; n += every)
        if (n >= 6 && changes(n))
            return 1;
    return 0;
}

/* --- unchanged series --- */

/* Counts alarms at any time in N runs, with FACTOR times the noise. */
static size_t false_alarms(const struct noise *noise, double factor, size_t n, size_t series) {
    size_t alarms = 0;
    for (size_t s = 0; s < series; s++) {
        draw(noise, n);
        for (size_t i = 0; i < n; i++)
            values[i] *= factor;
        alarms += change_points_probability(values, n) <= 0.05;
    }
    return alarms;
}

static double percent(size_t hits, size_t n) {
    return 100 * (double)hits / (double)n;
}

static int measure_steady(void) {
    int status = 0;
    puts("| noise | 100 runs | 1000 runs | 100 runs, all 5 times as large | PELT | E-Divisive "
         "|\n|---|---|---|---|---|---|");
    for (size_t k = 0; k < NOISES; k++) {
        const struct noise *noise = &noises[k];
        size_t alarms = false_alarms(noise, 1, USUAL, SERIES), pelt = 0, divisive = 0;
        for (int s = 0; s < RIVALS; s++) {
            draw(noise, USUAL);
            pelt += (size_t)any_look(pelt_changes, 6, USUAL, 1);
            divisive += (size_t)any_look(energy_changes, 10, USUAL, 5);
        }
        size_t later = false_alarms(noise, 1, MOST, LONG_SERIES);
        size_t loud = false_alarms(noise, 5, USUAL, SERIES);
        printf("| %s | %.1f | %.1f | %.1f | %.0f | %.0f |\n", noise->name, percent(alarms, SERIES),
               percent(later, LONG_SERIES), percent(loud, SERIES), percent(pelt, RIVALS),
               percent(divisive, RIVALS));
        status |= simulation_exceeds(noise->name, loud, SERIES, noise->loud);
        status |= simulation_exceeds(noise->name, alarms, SERIES, noise->limit);
        status |= simulation_exceeds(noise->name, later, LONG_SERIES, fmin(3 * noise->limit, 1));
    }
    return status;
}

/* --- steps --- */

/* The test of whoever knows the noise, AR(1) with PHI of standard deviation 2 %: the largest |z| of
 * the generalised least squares of a step before the last 3 or more of N runs, after 3 at least. */
static double known_z(size_t n, double phi) {
    double s2 = 1 - phi * phi, own = 1 - phi, mm = 1, mu = values[0], most = 0;
    for (size_t i = 1; i < n; i++) {
        mm += own * own / s2;
        mu += own * (values[i] - phi * values[i - 1]) / s2;
    }
    double beyond = 0, along = 0; /* of the runs after the first one of the step, over own */
    for (size_t i = n - 1; i >= 3; i--) {
        double u = values[i] - phi * values[i - 1];
        double dd = (1 + own * own * beyond) / s2, md = (own + own * own * beyond) / s2;
        double du = (u + own * along) / s2;
        if (i + 3 <= n)
            most = fmax(most, fabs(du - mu * md / mm) / sqrt(dd - md * md / mm) / 0.02);
        beyond++;
        along += u;
    }
    return most;
}

/* The largest of known_z after any of the runs FROM to END. */
static double known_most(size_t from, size_t end, double phi) {
    double most = 0;
    for (size_t n = from; n <= end; n++)
        most = fmax(most, known_z(n, phi));
    return most;
}

/* Returns the limit that this exceeds in 5 % of unchanged series of 100 runs. */
static double known_limit(const struct noise *noise, double phi) {
    static double most[SERIES / 2];
    for (size_t s = 0; s < SERIES / 2; s++) {
        draw(noise, USUAL);
        most[s] = known_most(6, USUAL, phi);
    }
    qsort(most, SERIES / 2, sizeof *most, ascending_reals);
    return most[(size_t)(0.95 * SERIES / 2)];
}

/* How a step of 5 % after QUIET runs is shown. */
struct steps {
    enum noise_name noise;
    size_t quiet;
    double limit; /* of what is shown in 10 runs; 0: nothing is claimed */
};

static int measure_step(const struct steps *step, double known_beyond) {
    const struct noise *noise = &noises[step->noise];
    size_t quiet = step->quiet, end = quiet + WITHIN, series = SERIES / 2;
    size_t soon = 0, later = 0, pelt = 0, divisive = 0, known = 0;
    for (size_t s = 0; s < series; s++) {
        draw(noise, quiet + 2 * WITHIN);
        add_step(quiet, quiet + 2 * WITHIN, 0.05);
        soon += change_points_probability(values, end) <= 0.05;
        later += change_points_probability(values, end + WITHIN) <= 0.05;
        known += known_most(quiet + 3, end, noise->parameter) > known_beyond;
        if (s < RIVALS) {
            pelt += (size_t)any_look(pelt_changes, quiet + 1, end, 1);
            divisive += (size_t)any_look(energy_changes, quiet + 5, end, 5);
        }
    }
    printf("| %s | %zu | %.0f | %.0f | %.0f | %.0f | %.0f |\n", noise->name, quiet,
           percent(soon, series), percent(later, series), percent(known, series),
           percent(pelt, RIVALS), percent(divisive, RIVALS));
    return simulation_falls_short(noise->name, soon, series, step->limit);
}

static int measure_steps(void) {
    static const struct steps steps[] = {
        {NORMAL, 20, 0},  {NORMAL, 30, 0.9}, {NORMAL, 50, 0.95}, {NORMAL, 100, 0.95},
        {ALIKE_3, 20, 0}, {ALIKE_3, 30, 0},  {ALIKE_3, 50, 0},   {ALIKE_3, 100, 0.9},
        {ALIKE_5, 20, 0}, {ALIKE_5, 30, 0},  {ALIKE_5, 50, 0},   {ALIKE_5, 100, 0},
    };
    int status = 0;
    double known_beyond = 0;
    puts("\n| noise of 2 % | runs before | in 10 runs | in 20 | in 10 if the noise were known | "
         "PELT "
         "| E-Divisive |\n|---|---|---|---|---|---|---|");
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        const struct noise *noise = &noises[steps[k].noise];
        if (k == 0 || steps[k].noise != steps[k - 1].noise)
            known_beyond = known_limit(noise, noise->parameter);
        status |= measure_step(&steps[k], known_beyond);
    }
    return status;
}

/* --- places and sizes --- */

static const struct placing {
    const char *name;
    enum noise_name noise;
    size_t before, after;
    double size, scatter;
    double limit; /* of what is shown; 0: nothing is claimed */
} placings[] = {
    {"5 % in 1 %, 30 + 30 runs", NORMAL, 30, 30, 0.05, 0.5, 0.98},
    {"5 % in 2 %, 30 + 30 runs", NORMAL, 30, 30, 0.05, 1, 0.98},
    {"10 % in 2 %, 30 + 5 runs", NORMAL, 30, 5, 0.1, 1, 0},
    {"10 % in 2 %, 30 + 8 runs", NORMAL, 30, 8, 0.1, 1, 0.98},
    {"20 % in 2 %, 20 + 5 runs", NORMAL, 20, 5, 0.2, 1, 0},
    {"3 % in 2 %, 100 + 100 runs", NORMAL, 100, 100, 0.03, 1, 0.98},
    {"5 % in AR(1) 0.3 of 2 %, 50 + 50 runs", ALIKE_3, 50, 50, 0.05, 1, 0.95},
    {"5 % in AR(1) 0.5 of 2 %, 50 + 50 runs", ALIKE_5, 50, 50, 0.05, 1, 0.9},
    {"50 % in 2 %, 1 in 8 runs takes twice as long, 30 + 10 runs", DOUBLED, 30, 10, 0.5, 1, 0.9},
};

static int measure_placing(const struct placing *step) {
    const struct change_asked asked = {.level = 0.05, .confidence = 0.95};
    size_t n = step->before + step->after, series = SERIES / 4;
    size_t shown = 0, exact = 0, placed = 0, sized = 0;
    double length = 0;
    for (size_t s = 0; s < series; s++) {
        struct change_points found;
        draw(&noises[step->noise], n);
        for (size_t i = 0; i < n; i++)
            values[i] *= step->scatter;
        add_step(step->before, n, step->size);
        if (change_points_find(values, n, &asked, &found) == 0 && found.count == 1) {
            const struct change_point *point = &found.items[0];
            shown++;
            exact += point->first == step->before;
            placed += point->earliest < step->before && step->before <= point->latest;
            length += (double)(point->latest - point->earliest);
            sized += point->ratio.low <= 1 + step->size && 1 + step->size <= point->ratio.high;
        }
        change_points_release(&found);
    }
    printf("| %s | %.0f | %.0f | %.1f | %.1f | %.1f |\n", step->name, percent(shown, series),
           percent(exact, shown), percent(placed, shown), length / (double)shown,
           percent(sized, shown));
    return simulation_falls_short(step->name, shown, series, step->limit) |
           simulation_falls_short(step->name, placed, shown, 0.95) |
           simulation_falls_short(step->name, sized, shown, 0.9);
}

static int measure_places(void) {
    int status = 0;
    puts("\n| step | shown | at the right run | within the interval of runs | its length | size "
         "within its interval |\n|---|---|---|---|---|---|");
    for (size_t k = 0; k < sizeof placings / sizeof *placings; k++)
        status |= measure_placing(&placings[k]);
    return status;
}

/* --- many cells --- */

enum { CELLS = 100, LIBRARY = 20, HISTORIES = 400 };

/* The cells share MACHINE of the variance. CHANGED of them step by 5 % after 50 of 60 runs. Counts
 * histories with alarms among the others, and changed cells that are shown. Benjamini-Hochberg as
 * in history.h. */
static void judge_histories(const struct noise *noise, double machine, size_t changed, size_t runs,
                            size_t *any, size_t *shown) {
    static double shared[MOST], p[CELLS], sorted[CELLS];
    *any = *shown = 0;
    for (int h = 0; h < HISTORIES; h++) {
        draw(noise, runs);
        memcpy(shared, values, runs * sizeof *shared);
        for (size_t c = 0; c < CELLS; c++) {
            draw(noise, runs);
            for (size_t i = 0; i < runs; i++)
                values[i] = sqrt(1 - machine) * values[i] + sqrt(machine) * shared[i];
            if (c < changed)
                add_step(50, runs, 0.05);
            p[c] = sorted[c] = change_points_probability(values, runs);
        }
        qsort(sorted, CELLS, sizeof *sorted, ascending_reals);
        double reached = -1;
        for (size_t c = 0; c < CELLS; c++)
            if (sorted[c] <= 0.05 * (double)(c + 1) / CELLS)
                reached = 0.05 * (double)(c + 1) / CELLS;
        int is_false = 0;
        for (size_t c = 0; c < changed; c++)
            *shown += p[c] <= reached;
        for (size_t c = changed; c < CELLS; c++)
            is_false |= p[c] <= reached;
        *any += (size_t)is_false;
    }
}

static int measure_cells(void) {
    static const enum noise_name kinds[] = {NORMAL, HEAVY, ALIKE_5, ALIKE_7, SPELLS_2};
    static const double shares[] = {0, 0.5};
    int status = 0;
    puts("\n| noise of 100 cells | shared by all cells | any cell called changed in 100 runs | one "
         "library, 20 cells, 5 % slower: shown in 10 runs |\n|---|---|---|---|");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t s = 0; s < 2; s++) {
            size_t any, shown, unused;
            const struct noise *noise = &noises[kinds[k]];
            judge_histories(noise, shares[s], 0, USUAL, &any, &shown);
            status |= simulation_exceeds(noise->name, any, HISTORIES, 0.06);
            judge_histories(noise, shares[s], LIBRARY, 60, &unused, &shown);
            printf("| %s | %.0f %% | %.1f | %.0f |\n", noise->name, 100 * shares[s],
                   percent(any, HISTORIES), percent(shown, HISTORIES * LIBRARY));
        }
    return status;
}

int main(void) {
    simulation_seed(seed);
    int status = measure_steady();
    status |= measure_steps();
    status |= measure_places();
    return status | measure_cells();
}
