/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/marks/separate_labels.h"

#include <math.h>
#include <stdlib.h>

#include "formats/text/xalloc.h"

struct block {
    double sum;
    size_t members;
};

static double mean(const struct block *block) {
    return block->sum / (double)block->members;
}

/* Appends VALUE as a block and pools backward while the means descend. Returns the number of
 * blocks. */
static size_t pool(struct block *blocks, size_t count, double value) {
    blocks[count++] = (struct block){value, 1};
    while (count > 1 && mean(&blocks[count - 2]) > mean(&blocks[count - 1])) {
        blocks[count - 2].sum += blocks[count - 1].sum;
        blocks[count - 2].members += blocks[count - 1].members;
        count--;
    }
    return count;
}

double separate_labels_apart(double *positions, size_t count, double distance, double low,
                             double high) {
    if (count == 0)
        return distance;
    if (count > 1)
        distance = fmin(distance, (high - low) / (double)(count - 1));
    struct block *blocks = xcalloc(count, sizeof *blocks);
    size_t pooled = 0;
    for (size_t i = 0; i < count; i++)
        pooled = pool(blocks, pooled, positions[i] - (double)i * distance);
    double highest = high - (double)(count - 1) * distance;
    for (size_t b = 0, i = 0; b < pooled; b++)
        for (size_t k = 0; k < blocks[b].members; k++, i++)
            positions[i] = fmax(low, fmin(highest, mean(&blocks[b]))) + (double)i * distance;
    free(blocks);
    return distance;
}
