/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sorting.c: functions whose time depends on their numbers, for both sides of inputs.sh. */
#include <stddef.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void libc_sort(double *x, size_t n) {
    qsort(x, n, sizeof *x, ascending);
}

void quick_sort(double *x, size_t n) {
    if (n < 2)
        return;
    double pivot = x[n / 2];
    size_t i = 0, j = n - 1;
    for (;; i++, j--) {
        while (x[i] < pivot)
            i++;
        while (x[j] > pivot)
            j--;
        if (i >= j)
            break;
        double y = x[i];
        x[i] = x[j];
        x[j] = y;
    }
    quick_sort(x, i);
    quick_sort(x + i, n - i);
}

/* The action's, as is lower_bound. */
void sort(double *x, size_t n) {
    quick_sort(x, n);
}

size_t lower_bound(const double *x, size_t n, double key) {
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

/* The barrier keeps the compiler from counting without a branch. */
size_t count_positive(size_t n, const double *x) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (x[i] > 0) {
            count++;
            __asm__ volatile("" ::: "memory");
        }
    return count;
}

void scale(size_t n, double *x) {
    for (size_t i = 0; i < n; i++)
        x[i] *= 1.0000001;
}
