// axpy as Eigen does it, behind the interface that BLAS libraries have.
#include <Eigen/Core>

using Vector = Eigen::Map<Eigen::VectorXd>;
using ConstVector = Eigen::Map<const Eigen::VectorXd>;

extern "C" void daxpy_(const int *n, const double *a, const double *x, const int *, double *y,
                       const int *) {
    Vector(y, *n) += *a * ConstVector(x, *n);
}
