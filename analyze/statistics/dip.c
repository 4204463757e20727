/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/statistics/dip.h"

#include <math.h>

/* Distances are in units of one number: F is I just below the number of rank I, and I + 1 from
 * there on. Minorant and majorant are stored as their knots, both as lines through points (number,
 * rank); comparisons add the step of 1 between them. */

enum side { CONVEX = 1, CONCAVE = -1 };

/* --- minorant and majorant --- */

static int bends(const double *x, size_t a, size_t b, size_t c, enum side side) {
    double before = (double)(b - a) * (x[c] - x[b]), after = (double)(c - b) * (x[b] - x[a]);
    return side == CONVEX ? before < after : before > after;
}

static void find_hull(const double *x, size_t low, size_t high, enum side side, size_t *knots) {
    size_t count = 0;
    for (size_t i = low; i <= high; i++) {
        while (count > 1 && !bends(x, knots[count - 2], knots[count - 1], i, side))
            count--;
        knots[count++] = i;
    }
}

/* Returns how far the line from A to B has risen above A's rank at X[AT]. */
static double rise(const double *x, size_t a, size_t b, size_t at) {
    return (x[at] - x[a]) / (x[b] - x[a]) * (double)(b - a);
}

/* --- the modal interval --- */

struct modal {
    double distance;
    size_t low, high; /* ranks */
};

static void consider(struct modal *modal, double distance, size_t low, size_t high) {
    if (distance >= modal->distance)
        *modal = (struct modal){distance, low, high};
}

/* Returns how far F is from the hull between the knots FROM and TO. */
static double farthest_from(const double *x, const size_t *knots, size_t from, size_t to,
                            enum side side) {
    double farthest = 1;
    while (*knots < from)
        knots++;
    for (; *knots < to; knots++)
        for (size_t i = knots[0] + 1; i < knots[1] && x[knots[0]] < x[knots[1]]; i++) {
            double above = (double)(i - knots[0]) - rise(x, knots[0], knots[1], i);
            farthest = fmax(farthest, side * above + 1);
        }
    return farthest;
}

double dip_of_sorted(const double *sorted, size_t n, size_t *scratch) {
    if (!n)
        return NAN;
    size_t *convex = scratch, *concave = scratch + n, low = 0, high = n - 1;
    double dip = 1;
    while (sorted[low] < sorted[high]) {
        find_hull(sorted, low, high, CONVEX, convex);
        find_hull(sorted, low, high, CONCAVE, concave);

        /* Finds where the hulls over LOW to HIGH are farthest apart, between a knot of each. */
        struct modal modal = {1, low, high};
        size_t i = 1, j = 1;
        while (convex[i] != concave[j]) {
            size_t g = convex[i], l = concave[j];
            if (l < g) {
                double above = (double)(l - convex[i - 1]) - rise(sorted, convex[i - 1], g, l);
                consider(&modal, above + 1, convex[i - 1], l);
                j++;
            } else {
                double above = rise(sorted, concave[j - 1], l, g) - (double)(g - concave[j - 1]);
                consider(&modal, above + 1, g, l);
                i++;
            }
        }

        if (modal.distance <= dip || (modal.low == low && modal.high == high))
            break;
        dip = fmax(dip, farthest_from(sorted, convex, low, modal.low, CONVEX));
        dip = fmax(dip, farthest_from(sorted, concave, modal.high, high, CONCAVE));
        low = modal.low;
        high = modal.high;
    }
    return dip / (2 * (double)n);
}

/* --- probability --- */

enum { COLUMNS = 14 };

static const double probabilities[COLUMNS] = {0.99, 0.9,  0.75, 0.5,   0.3,   0.2,   0.1,
                                              0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0001};

/* sqrt(n) dip that a uniform distribution exceeds with these probabilities, from a million
 * simulations each. */
static const struct row {
    size_t n;
    double scaled[COLUMNS];
} table[] = {
    {4,
     {0.2500, 0.2500, 0.2500, 0.2500, 0.2652, 0.3150, 0.3751, 0.4145, 0.4475, 0.4634, 0.4744,
      0.4844, 0.4890, 0.4968}},
    {5,
     {0.2237, 0.2237, 0.2237, 0.2721, 0.3297, 0.3604, 0.3954, 0.4168, 0.4330, 0.4395, 0.4432,
      0.4456, 0.4464, 0.4472}},
    {6,
     {0.2042, 0.2042, 0.2409, 0.3014, 0.3441, 0.3658, 0.3896, 0.4035, 0.4393, 0.4712, 0.4959,
      0.5223, 0.5380, 0.5737}},
    {7,
     {0.1890, 0.2170, 0.2624, 0.3120, 0.3452, 0.3616, 0.3821, 0.4232, 0.4635, 0.4867, 0.5048,
      0.5238, 0.5343, 0.5554}},
    {8,
     {0.1768, 0.2320, 0.2720, 0.3140, 0.3410, 0.3549, 0.4012, 0.4355, 0.4696, 0.4896, 0.5060,
      0.5284, 0.5505, 0.6084}},
    {9,
     {0.1839, 0.2414, 0.2769, 0.3126, 0.3378, 0.3688, 0.4095, 0.4399, 0.4713, 0.4927, 0.5179,
      0.5464, 0.5657, 0.6122}},
    {10,
     {0.1929, 0.2465, 0.2780, 0.3091, 0.3476, 0.3757, 0.4128, 0.4418, 0.4772, 0.5046, 0.5276,
      0.5547, 0.5714, 0.6188}},
    {12,
     {0.2043, 0.2507, 0.2762, 0.3155, 0.3565, 0.3812, 0.4158, 0.4502, 0.4894, 0.5144, 0.5369,
      0.5648, 0.5852, 0.6398}},
    {15,
     {0.2115, 0.2489, 0.2788, 0.3238, 0.3606, 0.3858, 0.4260, 0.4595, 0.4988, 0.5260, 0.5513,
      0.5813, 0.6034, 0.6645}},
    {20,
     {0.2120, 0.2540, 0.2867, 0.3279, 0.3689, 0.3953, 0.4352, 0.4707, 0.5121, 0.5403, 0.5663,
      0.5975, 0.6194, 0.6841}},
    {30,
     {0.2167, 0.2596, 0.2928, 0.3367, 0.3777, 0.4052, 0.4467, 0.4832, 0.5266, 0.5557, 0.5833,
      0.6176, 0.6425, 0.7174}},
    {50,
     {0.2222, 0.2669, 0.3004, 0.3457, 0.3876, 0.4159, 0.4586, 0.4966, 0.5418, 0.5727, 0.6017,
      0.6369, 0.6618, 0.7390}},
    {100,
     {0.2282, 0.2741, 0.3083, 0.3548, 0.3980, 0.4270, 0.4715, 0.5109, 0.5578, 0.5905, 0.6211,
      0.6590, 0.6865, 0.7719}},
    {200,
     {0.2333, 0.2797, 0.3145, 0.3618, 0.4058, 0.4356, 0.4807, 0.5209, 0.5691, 0.6031, 0.6345,
      0.6736, 0.7011, 0.7968}},
    {500,
     {0.2380, 0.2849, 0.3200, 0.3680, 0.4126, 0.4428, 0.4887, 0.5300, 0.5795, 0.6139, 0.6458,
      0.6868, 0.7151, 0.8031}},
    {2000,
     {0.2421, 0.2897, 0.3252, 0.3736, 0.4188, 0.4494, 0.4962, 0.5380, 0.5884, 0.6231, 0.6568,
      0.6971, 0.7258, 0.8136}},
};
enum { ROWS = sizeof table / sizeof *table };

double dip_probability(double dip, size_t n) {
    double scaled[COLUMNS], x = sqrt((double)n) * dip;
    if (isnan(dip))
        return NAN;
    if (n < table[0].n)
        return 1;

    size_t r = 1;
    while (r < ROWS - 1 && table[r].n < n)
        r++;
    double for_from = 1 / sqrt((double)table[r - 1].n), for_to = 1 / sqrt((double)table[r].n);
    double for_part = (1 / sqrt((double)n) - for_from) / (for_to - for_from);
    for (size_t c = 0; c < COLUMNS; c++)
        scaled[c] =
            table[r - 1].scaled[c] + for_part * (table[r].scaled[c] - table[r - 1].scaled[c]);

    if (x <= scaled[0])
        return 1;
    size_t c = 1;
    while (c < COLUMNS - 1 && scaled[c] < x)
        c++;
    double part = (x - scaled[c - 1]) / (scaled[c] - scaled[c - 1]);
    double from = log(probabilities[c - 1]), to = log(probabilities[c]);
    return exp(from + part * (to - from));
}
