! SPDX-License-Identifier: MIT
!
! Copyright (c) 2026 the benchmat authors
!
! Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
! associated documentation files (the "Software"), to deal in the Software without restriction,
! including without limitation the rights to use, copy, modify, merge, publish, distribute,
! sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
! furnished to do so, subject to the following conditions:
!
! The above copyright notice and this permission notice shall be included in all copies or
! substantial portions of the Software.
!
! THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
! NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
! NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
! DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
! OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

! action.f90: action.h for Fortran 2008. That header says what all members and functions mean; here
! stands only what differs.
!
! A plug-in is this file and one of its own, which defines the subroutine bench_describe:
!
!     subroutine bench_describe(action) bind(C)
!         use benchmat
!         type(bench_action), intent(inout) :: action
!         action%name = bench_text('saxpy')
!         action%setup = c_funloc(setup)
!         ...
!
! Fortran has no constant that holds the address of a procedure, so the table is filled when the
! plug-in is loaded: the linker must be told -Wl,-init,bench_fill_plugin, and
! `pkg-config --variable=fortran benchmat` names this file together with that option.
module benchmat
    use, intrinsic :: iso_c_binding
    implicit none
    public

    integer(c_int32_t), parameter :: BENCH_ACTION_ABI = 7
    integer, parameter :: BENCH_MAX_PARAMETERS = 8
    integer, parameter :: BENCH_MAX_COUNTERS = 8

    ! --- what an action is given ------------------------------------------------------------------

    type, bind(C) :: bench
        integer(c_int64_t) :: size
        character(kind=c_char) :: type
        integer(c_size_t) :: element
        type(c_ptr) :: parameters ! bench_parameter_value
        type(c_ptr) :: routines   ! bench_function
        integer(c_int) :: c_interface
        type(c_ptr) :: state
        integer(c_size_t) :: copy_stride ! bench_copy
        type(c_ptr) :: services
        integer(c_int) :: rank
        integer(c_int) :: ranks
        type(c_ptr) :: mpi
    end type

    type, bind(C) :: bench_mpi
        integer(c_intptr_t) :: world
        integer(c_intptr_t) :: byte
        integer(c_intptr_t) :: single_
        integer(c_intptr_t) :: double_
        integer(c_intptr_t) :: sum
        integer(c_intptr_t) :: ignored_status
    end type

    enum, bind(C)
        enumerator :: BENCH_OPERATIONS, BENCH_ITERATIONS
    end enum

    type, bind(C) :: bench_services
        type(c_funptr) :: allocate
        type(c_funptr) :: output
        type(c_funptr) :: original
        type(c_funptr) :: uniform
        type(c_funptr) :: fill
        type(c_funptr) :: fill_symmetric
        type(c_funptr) :: set_seconds
        type(c_funptr) :: begin_region
        type(c_funptr) :: end_region
        type(c_funptr) :: count
        type(c_funptr) :: give_up
        type(c_funptr) :: wrong
        type(c_funptr) :: fill_part
        type(c_funptr) :: sum
        type(c_funptr) :: device_begin
        type(c_funptr) :: device_end
    end type

    type, bind(C) :: bench_thread
        type(c_ptr) :: bench
        integer(c_int) :: number
        integer(c_int) :: count
        type(c_ptr) :: state
        integer(c_int64_t) :: counters(BENCH_MAX_COUNTERS)
        integer(c_int64_t) :: operations
        integer(c_int64_t) :: random
        type(c_ptr) :: stop
    end type

    ! --- what an action is ------------------------------------------------------------------------

    ! An array of these three ends with an element that has only the default values:
    ! bench_routine(), bench_implementation(), bench_parameter().
    type, bind(C) :: bench_routine
        type(c_ptr) :: fortran = c_null_ptr
        type(c_ptr) :: c = c_null_ptr
    end type

    type, bind(C) :: bench_implementation
        type(c_ptr) :: name = c_null_ptr
        type(c_funptr) :: function = c_null_funptr
    end type

    type, bind(C) :: bench_parameter
        type(c_ptr) :: name = c_null_ptr
        type(c_ptr) :: about = c_null_ptr
        real(c_double) :: value = 0
    end type

    ! Texts come from bench_text, procedures from c_funloc, and arrays, which have the attributes
    ! target and save, from c_loc. Functions that C declares with `const struct bench *` take a
    ! type(bench), too.
    type, bind(C) :: bench_action
        integer(c_int32_t) :: abi
        integer(c_int32_t) :: struct_bytes
        type(c_ptr) :: name
        type(c_ptr) :: about
        type(c_ptr) :: size_means
        integer(c_int64_t) :: largest
        type(c_ptr) :: types
        type(c_ptr) :: routines
        type(c_ptr) :: implementations
        type(c_ptr) :: parameters
        integer(c_size_t) :: state_bytes
        type(c_funptr) :: begin_run
        type(c_funptr) :: end_run
        type(c_funptr) :: setup
        type(c_funptr) :: begin_round
        type(c_funptr) :: end_round
        type(c_funptr) :: initialize
        type(c_funptr) :: begin_batch
        type(c_funptr) :: end_batch
        type(c_funptr) :: calculate
        type(c_funptr) :: residual
        type(c_funptr) :: tolerance
        type(c_funptr) :: flops
        type(c_funptr) :: bytes
        type(c_ptr) :: flops_formula
        type(c_ptr) :: bytes_formula
        type(c_funptr) :: operate
        type(c_funptr) :: prefill
        type(c_funptr) :: level
        type(c_funptr) :: check
        integer(c_size_t) :: thread_bytes
        type(c_ptr) :: counters
        integer(c_int) :: is_preloaded
        integer(c_int) :: is_parallel
        integer(c_int) :: is_collective
        integer(c_int64_t) :: smallest_power
        type(c_funptr) :: renew
    end type

    type(bench_action), bind(C, name='bench_plugin'), target, save :: bench_plugin

    ! --- the services, as C has them --------------------------------------------------------------

    private :: services_of, c_string

    abstract interface
        type(c_ptr) function allocate_service(b, count, bytes, renewed) bind(C)
            import :: bench, c_ptr, c_size_t, c_int
            type(bench) :: b
            integer(c_size_t), value :: count, bytes
            integer(c_int), value :: renewed
        end function

        ! The type is an integer because gfortran before version 13 passes no character by value.
        subroutine output_service(b, name, array, count, type) bind(C)
            import :: bench, c_ptr, c_size_t, c_signed_char
            type(bench) :: b
            type(c_ptr), value :: name, array
            integer(c_size_t), value :: count
            integer(c_signed_char), value :: type
        end subroutine

        type(c_ptr) function original_service(b, array) bind(C)
            import :: bench, c_ptr
            type(bench) :: b
            type(c_ptr), value :: array
        end function

        real(c_double) function uniform_service(b) bind(C)
            import :: bench, c_double
            type(bench) :: b
        end function

        subroutine fill_service(b, array, count) bind(C)
            import :: bench, c_ptr, c_size_t
            type(bench) :: b
            type(c_ptr), value :: array
            integer(c_size_t), value :: count
        end subroutine

        subroutine fill_symmetric_service(b, matrix, n, diagonal) bind(C)
            import :: bench, c_ptr, c_size_t, c_double
            type(bench) :: b
            type(c_ptr), value :: matrix
            integer(c_size_t), value :: n
            real(c_double), value :: diagonal
        end subroutine

        subroutine set_seconds_service(b, seconds) bind(C)
            import :: bench, c_double
            type(bench) :: b
            real(c_double), value :: seconds
        end subroutine

        subroutine region_service(b) bind(C)
            import :: bench
            type(bench) :: b
        end subroutine

        subroutine count_service(b, what, number) bind(C)
            import :: bench, c_int, c_double
            type(bench) :: b
            integer(c_int), value :: what
            real(c_double), value :: number
        end subroutine

        subroutine give_up_service(b, why) bind(C)
            import :: bench, c_ptr
            type(bench) :: b
            type(c_ptr), value :: why
        end subroutine
    end interface

contains

    function services_of(b) result(services)
        type(bench), intent(in) :: b
        type(bench_services), pointer :: services
        call c_f_pointer(b%services, services)
    end function

    function c_string(text) result(string)
        character(*), intent(in) :: text
        character(kind=c_char) :: string(len_trim(text) + 1)
        string = transfer(trim(text) // c_null_char, string)
    end function

    ! --- for bench_describe -----------------------------------------------------------------------

    ! TEXT as C has it, without blanks at its end. It stays as long as the plug-in.
    function bench_text(text) result(address)
        character(*), intent(in) :: text
        type(c_ptr) :: address
        character(kind=c_char), pointer :: copy(:)
        allocate (copy(len_trim(text) + 1))
        copy = c_string(text)
        address = c_loc(copy)
    end function

    ! --- for setup --------------------------------------------------------------------------------

    ! These return addresses, for c_f_pointer.
    function bench_array(b, count) result(array)
        type(bench) :: b
        integer(c_size_t), intent(in) :: count
        type(c_ptr) :: array
        array = bench_memory(b, count, b%element)
    end function

    function bench_renewed_array(b, count) result(array)
        type(bench) :: b
        integer(c_size_t), intent(in) :: count
        type(c_ptr) :: array
        procedure(allocate_service), pointer :: allocate_array
        type(bench_services), pointer :: services
        services => services_of(b)
        call c_f_procpointer(services%allocate, allocate_array)
        array = allocate_array(b, count, b%element, 1_c_int)
    end function

    function bench_memory(b, count, bytes) result(memory)
        type(bench) :: b
        integer(c_size_t), intent(in) :: count, bytes
        type(c_ptr) :: memory
        procedure(allocate_service), pointer :: allocate_memory
        type(bench_services), pointer :: services
        services => services_of(b)
        call c_f_procpointer(services%allocate, allocate_memory)
        memory = allocate_memory(b, count, bytes, 0_c_int)
    end function

    function bench_output(b, array, count) result(same_array)
        type(bench) :: b
        type(c_ptr), intent(in) :: array
        integer(c_size_t), intent(in) :: count
        type(c_ptr) :: same_array
        call bench_output_of(b, '', array, count, b%type)
        same_array = array
    end function

    subroutine bench_output_of(b, name, array, count, type)
        type(bench) :: b
        character(*), intent(in) :: name
        type(c_ptr), intent(in) :: array
        integer(c_size_t), intent(in) :: count
        character(kind=c_char), intent(in) :: type
        character(kind=c_char), target :: string(len_trim(name) + 1)
        procedure(output_service), pointer :: output
        type(bench_services), pointer :: services
        services => services_of(b)
        call c_f_procpointer(services%output, output)
        string = c_string(name)
        call output(b, c_loc(string), array, count, int(iachar(type), c_signed_char))
    end subroutine

    ! --- for initialize ---------------------------------------------------------------------------

    subroutine bench_fill(b, array, count)
        type(bench) :: b
        type(c_ptr), intent(in) :: array
        integer(c_size_t), intent(in) :: count
        procedure(fill_service), pointer :: fill
        type(bench_services), pointer :: services
        services => services_of(b)
        call c_f_procpointer(services%fill, fill)
        call fill(b, array, count)
    end subroutine

    function bench_uniform(b) result(number)
        type(bench) :: b
        real(c_double) :: number
        procedure(uniform_service), pointer :: uniform
        type(bench_services), pointer :: services
        services => services_of(b)
        call c_f_procpointer(services%uniform, uniform)
        number = uniform(b)
    end function

    subroutine bench_fill_symmetric(b, matrix, n, diagonal)
        type(bench) :: b
        type(c_ptr), intent(in) :: matrix
        integer(c_size_t), intent(in) :: n
        real(c_double), intent(in) :: diagonal
        procedure(fill_symmetric_service), pointer :: fill_symmetric
        type(bench_services), pointer :: services
        services => services_of(b)
        call c_f_procpointer(services%fill_symmetric, fill_symmetric)
        call fill_symmetric(b, matrix, n, diagonal)
    end subroutine

    ! --- for residual -----------------------------------------------------------------------------

    function bench_original(b, array) result(original_array)
        type(bench) :: b
        type(c_ptr), intent(in) :: array
        type(c_ptr) :: original_array
        procedure(original_service), pointer :: original
        type(bench_services), pointer :: services
        services => services_of(b)
        call c_f_procpointer(services%original, original)
        original_array = original(b, array)
    end function

    ! --- for calculate ----------------------------------------------------------------------------

    ! Routine NUMBER, from 1, for c_f_procpointer.
    function bench_function(b, number) result(address)
        type(bench), intent(in) :: b
        integer, intent(in) :: number
        type(c_funptr) :: address
        type(c_funptr), pointer :: routines(:)
        call c_f_pointer(b%routines, routines, [number])
        address = routines(number)
    end function

    ! The value of parameter NUMBER, from 1.
    function bench_parameter_value(b, number) result(value)
        type(bench), intent(in) :: b
        integer, intent(in) :: number
        real(c_double) :: value
        real(c_double), pointer :: parameters(:)
        call c_f_pointer(b%parameters, parameters, [number])
        value = parameters(number)
    end function

    ! The copy of the renewed ARRAY that call number CALL, from 1, works on.
    function bench_copy(b, array, call) result(copy)
        type(bench), intent(in) :: b
        type(c_ptr), intent(in) :: array
        integer(c_int64_t), intent(in) :: call
        type(c_ptr) :: copy
        copy = transfer(transfer(array, 0_c_intptr_t) + (call - 1) * b%copy_stride, copy)
    end function

    subroutine bench_fail(b, why)
        type(bench) :: b
        character(*), intent(in) :: why
        character(kind=c_char), target :: string(len_trim(why) + 1)
        procedure(give_up_service), pointer :: give_up
        type(bench_services), pointer :: services
        services => services_of(b)
        call c_f_procpointer(services%give_up, give_up)
        string = c_string(why)
        call give_up(b, c_loc(string))
    end subroutine

    ! WHAT is BENCH_OPERATIONS or BENCH_ITERATIONS.
    subroutine bench_count(b, what, number)
        type(bench) :: b
        integer(c_int), intent(in) :: what
        real(c_double), intent(in) :: number
        procedure(count_service), pointer :: count
        type(bench_services), pointer :: services
        services => services_of(b)
        call c_f_procpointer(services%count, count)
        call count(b, what, number)
    end subroutine

    subroutine bench_begin_region(b)
        type(bench) :: b
        procedure(region_service), pointer :: begin_region
        type(bench_services), pointer :: services
        services => services_of(b)
        call c_f_procpointer(services%begin_region, begin_region)
        call begin_region(b)
    end subroutine

    subroutine bench_end_region(b)
        type(bench) :: b
        procedure(region_service), pointer :: end_region
        type(bench_services), pointer :: services
        services => services_of(b)
        call c_f_procpointer(services%end_region, end_region)
        call end_region(b)
    end subroutine

    subroutine bench_set_seconds(b, seconds)
        type(bench) :: b
        real(c_double), intent(in) :: seconds
        procedure(set_seconds_service), pointer :: set_seconds
        type(bench_services), pointer :: services
        services => services_of(b)
        call c_f_procpointer(services%set_seconds, set_seconds)
        call set_seconds(b, seconds)
    end subroutine

end module

! What the loader calls.
subroutine bench_fill_plugin() bind(C)
    use benchmat
    implicit none
    interface
        subroutine bench_describe(action) bind(C)
            import :: bench_action
            type(bench_action), intent(inout) :: action
        end subroutine
    end interface
    bench_plugin%abi = BENCH_ACTION_ABI
    bench_plugin%struct_bytes = int(c_sizeof(bench_plugin), c_int32_t)
    call bench_describe(bench_plugin)
end subroutine
