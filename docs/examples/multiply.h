/* multiply: the function that docs/tutorial.md measures. z_i := x_i y_i for n numbers. */
static void multiply(int n, const double *x, const double *y, double *z) {
    for (int i = 0; i < n; i++)
        z[i] = x[i] * y[i];
}
