! SPDX-License-Identifier: GPL-3.0-or-later
! services: an action in Fortran that calls every function of action.f90, and has every member of
! bench_action. Its residual is 0 if all is well, and otherwise the number of a check that failed.
module services
    use benchmat
    implicit none

    real(c_double), pointer, contiguous :: filled(:), doubled(:), symmetric(:, :)
    integer(c_int32_t), pointer :: answer
    type(c_ptr) :: renewed
    integer :: runs = 0, rounds = 0, batches = 0

contains

    integer(c_int) function begin_run(self) bind(C)
        type(bench) :: self
        runs = runs + 1
        begin_run = merge(0, 1, runs == 1)
    end function

    subroutine end_run(self) bind(C)
        type(bench) :: self
        runs = runs - 1
    end subroutine

    integer(c_int) function setup(self) bind(C)
        type(bench) :: self
        integer(c_int64_t) :: n
        type(c_ptr) :: memory
        n = self%size
        call c_f_pointer(bench_output(self, bench_array(self, n), n), filled, [n])
        renewed = bench_renewed_array(self, n)
        call bench_output_of(self, 'doubled', renewed, n, 'd')
        call c_f_pointer(bench_memory(self, n * n, 8_c_size_t), symmetric, [n, n])
        memory = bench_memory(self, 1_c_size_t, 4_c_size_t)
        call bench_output_of(self, 'answer', memory, 1_c_size_t, 'i')
        call c_f_pointer(memory, answer)
        setup = 0
    end function

    integer(c_int) function begin_round(self) bind(C)
        type(bench) :: self
        rounds = rounds + 1
        begin_round = 0
    end function

    subroutine end_round(self) bind(C)
        type(bench) :: self
        rounds = rounds - 1
    end subroutine

    subroutine initialize(self, seed) bind(C)
        type(bench) :: self
        integer(c_int64_t), value :: seed
        integer :: i
        call bench_fill(self, c_loc(filled), int(self%size, c_size_t))
        call c_f_pointer(renewed, doubled, [self%size])
        do i = 1, int(self%size)
            doubled(i) = bench_uniform(self)
        end do
        call bench_fill_symmetric(self, c_loc(symmetric), int(self%size, c_size_t), 5.0_c_double)
        answer = int(iand(seed, 0_c_int64_t), c_int32_t)
    end subroutine

    integer(c_int) function begin_batch(self) bind(C)
        type(bench) :: self
        batches = batches + 1
        begin_batch = 0
    end function

    subroutine end_batch(self) bind(C)
        type(bench) :: self
        batches = batches - 1
    end subroutine

    subroutine twice(x) bind(C)
        real(c_double), intent(inout) :: x(*)
        x(1:10) = 2 * x(1:10)
    end subroutine

    subroutine calculate(self, calls) bind(C)
        type(bench) :: self
        integer(c_int64_t), value :: calls
        abstract interface
            subroutine doubling(x) bind(C)
                import :: c_double
                real(c_double), intent(inout) :: x(*)
            end subroutine
        end interface
        procedure(doubling), pointer :: routine
        integer(c_int64_t) :: i, now, end, rate
        call c_f_procpointer(bench_function(self, 1), routine)
        do i = 1, calls
            call c_f_pointer(bench_copy(self, renewed, i), doubled, [self%size])
            call bench_begin_region(self)
            call routine(doubled)
            call bench_end_region(self)
            call system_clock(now, rate)
            end = now + rate / 1000
            do while (now < end)
                call system_clock(now)
            end do
            call bench_set_seconds(self, 0.001_c_double)
            call bench_count(self, BENCH_OPERATIONS, 1.0e6_c_double)
        end do
        answer = 42
        if (bench_parameter_value(self, 2) > 0) call bench_fail(self, 'as the parameter asks')
    end subroutine

    real(c_double) function residual(self) bind(C)
        type(bench) :: self
        real(c_double), pointer :: before(:)
        logical :: is_right(6)
        call c_f_pointer(bench_original(self, renewed), before, [self%size])
        call c_f_pointer(renewed, doubled, [self%size])
        is_right(1) = all(doubled == 2 * before) .and. all(abs(before) <= 1) .and. any(before /= 0)
        is_right(2) = all(abs(filled) <= 1) .and. all(filled /= before)
        is_right(3) = all(symmetric == transpose(symmetric)) .and. symmetric(1, 1) >= 4
        is_right(4) = bench_parameter_value(self, 1) == 3.5_c_double
        is_right(5) = self%type == 'd' .and. self%element == 8 .and. self%c_interface == 1
        is_right(6) = rounds == 1 .and. batches <= 1
        residual = 100 * findloc(is_right, .false., 1)
    end function

    real(c_double) function tolerance(self) bind(C)
        type(bench) :: self
        tolerance = real(self%size, c_double)
    end function

    real(c_double) function flops(self) bind(C)
        type(bench) :: self
        flops = real(self%size, c_double)
    end function
end module

subroutine bench_describe(action) bind(C)
    use services
    implicit none
    type(bench_action), intent(inout) :: action
    type(bench_implementation), target, save :: implementations(2)
    type(bench_parameter), target, save :: parameters(3)
    implementations = [bench_implementation(bench_text('twice'), c_funloc(twice)), &
                       bench_implementation()]
    parameters = [bench_parameter(bench_text('half'), bench_text('seven halves'), 3.5_c_double), &
                  bench_parameter(bench_text('failing'), bench_text('1: it fails'), 0.0_c_double), &
                  bench_parameter()]
    action%name = bench_text('services')
    action%about = bench_text('x := 2 x')
    action%size_means = bench_text('length of x')
    action%largest = 10
    action%types = bench_text('d')
    action%implementations = c_loc(implementations)
    action%parameters = c_loc(parameters)
    action%begin_run = c_funloc(begin_run)
    action%end_run = c_funloc(end_run)
    action%setup = c_funloc(setup)
    action%begin_round = c_funloc(begin_round)
    action%end_round = c_funloc(end_round)
    action%initialize = c_funloc(initialize)
    action%begin_batch = c_funloc(begin_batch)
    action%end_batch = c_funloc(end_batch)
    action%calculate = c_funloc(calculate)
    action%residual = c_funloc(residual)
    action%tolerance = c_funloc(tolerance)
    action%flops = c_funloc(flops)
    action%bytes = c_funloc(flops)
    action%flops_formula = bench_text('n')
    action%bytes_formula = bench_text('n elements')
end subroutine
