! multiply: three ways to do C := A B with matrices that lie in memory column by column.
module multiply
    use benchmat
    implicit none

    abstract interface
        subroutine multiplication(n, a, b, c) bind(C)
            import :: c_int64_t, c_double
            integer(c_int64_t), value :: n
            real(c_double), intent(in) :: a(n, n), b(n, n)
            real(c_double), intent(out) :: c(n, n)
        end subroutine
    end interface

    real(c_double), pointer, contiguous :: a(:, :), b(:, :), c(:, :)

contains

    subroutine intrinsic(n, a, b, c) bind(C)
        integer(c_int64_t), value :: n
        real(c_double), intent(in) :: a(n, n), b(n, n)
        real(c_double), intent(out) :: c(n, n)
        c = matmul(a, b)
    end subroutine

    subroutine by_columns(n, a, b, c) bind(C)
        integer(c_int64_t), value :: n
        real(c_double), intent(in) :: a(n, n), b(n, n)
        real(c_double), intent(out) :: c(n, n)
        integer :: j, k
        c = 0
        do j = 1, int(n)
            do k = 1, int(n)
                c(:, j) = c(:, j) + a(:, k) * b(k, j)
            end do
        end do
    end subroutine

    subroutine by_rows(n, a, b, c) bind(C)
        integer(c_int64_t), value :: n
        real(c_double), intent(in) :: a(n, n), b(n, n)
        real(c_double), intent(out) :: c(n, n)
        integer :: i, j
        do i = 1, int(n)
            do j = 1, int(n)
                c(i, j) = dot_product(a(i, :), b(:, j))
            end do
        end do
    end subroutine

    integer(c_int) function setup(self) bind(C)
        type(bench) :: self
        integer(c_int64_t) :: n
        n = self%size
        call c_f_pointer(bench_array(self, n * n), a, [n, n])
        call c_f_pointer(bench_array(self, n * n), b, [n, n])
        call c_f_pointer(bench_output(self, bench_array(self, n * n), n * n), c, [n, n])
        setup = 0
    end function

    subroutine calculate(self, calls) bind(C)
        type(bench) :: self
        integer(c_int64_t), value :: calls
        procedure(multiplication), pointer :: routine
        integer(c_int64_t) :: i
        call c_f_procpointer(bench_function(self, 1), routine)
        do i = 1, calls
            call routine(self%size, a, b, c)
        end do
    end subroutine

    real(c_double) function flops(self) bind(C)
        type(bench) :: self
        flops = 2 * real(self%size, c_double)**3
    end function
end module

subroutine bench_describe(action) bind(C)
    use multiply
    implicit none
    type(bench_action), intent(inout) :: action
    type(bench_implementation), target, save :: implementations(4)
    implementations = [bench_implementation(bench_text('intrinsic'), c_funloc(intrinsic)), &
                       bench_implementation(bench_text('by_columns'), c_funloc(by_columns)), &
                       bench_implementation(bench_text('by_rows'), c_funloc(by_rows)), &
                       bench_implementation()]
    action%name = bench_text('multiply')
    action%about = bench_text('C := A B')
    action%size_means = bench_text('rows and columns of A, B and C')
    action%largest = 1000
    action%types = bench_text('d')
    action%implementations = c_loc(implementations)
    action%setup = c_funloc(setup)
    action%calculate = c_funloc(calculate)
    action%flops = c_funloc(flops)
    action%flops_formula = bench_text('2 n^3')
end subroutine
