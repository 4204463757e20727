/* ordered: functions whose time depends on their numbers, measured without an action. */
#include <stddef.h>

void insertion(double *x, size_t n) {
    for (size_t i = 1; i < n; i++) {
        double moved = x[i];
        size_t k = i;
        for (; k > 0 && moved < x[k - 1]; k--)
            x[k] = x[k - 1];
        x[k] = moved;
    }
}

void quick(double *x, size_t n) {
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
        double kept = x[i];
        x[i] = x[j];
        x[j] = kept;
    }
    quick(x, i);
    quick(x + i, n - i);
}

size_t binary(const double *x, size_t n, double key) {
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

size_t branchless(const double *x, size_t n, double key) {
    const double *low = x;
    for (; n > 1; n -= n / 2)
        low += (low[n / 2 - 1] < key) * (n / 2);
    return (size_t)(low - x) + (n == 1 && *low < key);
}

size_t one_by_one(const double *x, size_t n, double least) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (x[i] >= least) {
            count++;
            __asm__ volatile(""); /* or the compiler counts without a branch */
        }
    return count;
}

size_t all_alike(const double *x, size_t n, double least) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += x[i] >= least;
    return count;
}
