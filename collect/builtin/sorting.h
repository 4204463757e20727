/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sorting.h: the routines of routines.h that put real numbers in order, and find them there. */

static void NAME(swap)(REAL *x, REAL *y) {
    REAL kept = *x;
    *x = *y;
    *y = kept;
}

/* Moves x[i] down in the heap of N numbers until none below it is larger. */
static void NAME(sift)(REAL *x, size_t n, size_t i) {
    for (size_t child; (child = 2 * i + 1) < n; i = child) {
        child += child + 1 < n && x[child] < x[child + 1];
        if (!(x[i] < x[child]))
            return;
        NAME(swap)(x + i, x + child);
    }
}

static void NAME(heap_sort)(REAL *x, size_t n) {
    for (size_t i = n / 2; i-- > 0;)
        NAME(sift)(x, n, i);
    while (n-- > 1) {
        NAME(swap)(x, x + n);
        NAME(sift)(x, n, 0);
    }
}

static void NAME(insertion_sort)(REAL *x, size_t n) {
    for (size_t i = 1; i < n; i++) {
        REAL moved = x[i];
        size_t k = i;
        for (; k > 0 && moved < x[k - 1]; k--)
            x[k] = x[k - 1];
        x[k] = moved;
    }
}

static REAL NAME(median_of_three)(REAL x, REAL y, REAL z) {
    if (x < y)
        return y < z ? y : x < z ? z : x;
    return x < z ? x : y < z ? z : y;
}

/* Splits N numbers, at least three, into those before the number that it returns, none of which is
 * larger than any of the others. Neither part is empty (C. A. R. Hoare: Quicksort, Comput. J. 5
 * (1962) 10). */
static size_t NAME(split)(REAL *x, size_t n) {
    REAL pivot = NAME(median_of_three)(x[0], x[n / 2], x[n - 1]);
    size_t i = 0, j = n - 1;
    for (;; i++, j--) {
        while (x[i] < pivot)
            i++;
        while (pivot < x[j])
            j--;
        if (i >= j)
            return i;
        NAME(swap)(x + i, x + j);
    }
}

/* A quicksort that turns to a heapsort after DEPTH bad splits (D. R. Musser: Introspective sorting
 * and selection algorithms, Softw. Pract. Exp. 27 (1997) 983). */
static void NAME(sort_within)(REAL *x, size_t n, int depth) {
    while (n > 16) {
        if (depth-- == 0) {
            NAME(heap_sort)(x, n);
            return;
        }
        size_t lower = NAME(split)(x, n);
        NAME(sort_within)(x, lower, depth);
        x += lower;
        n -= lower;
    }
    NAME(insertion_sort)(x, n);
}

void SORT(REAL *x, size_t n) {
    int depth = 0;
    for (size_t left = n; left > 1; left /= 2)
        depth += 2;
    NAME(sort_within)(x, n, depth);
}

/* The place of the first of N ascending numbers that is not below KEY; N: all are. */
size_t BOUND(const REAL *x, size_t n, REAL key) {
    size_t low = 0;
    while (low < n) {
        size_t middle = low + (n - low) / 2;
        if (x[middle] < key)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}
