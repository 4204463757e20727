! axpy in Fortran: gfortran itself calls it daxpy_, as BLAS libraries do.
subroutine daxpy(n, a, x, incx, y, incy)
    implicit none
    integer, intent(in) :: n, incx, incy
    double precision, intent(in) :: a, x(*)
    double precision, intent(inout) :: y(*)
    y(1:n) = y(1:n) + a * x(1:n)
end subroutine
