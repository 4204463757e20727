! SPDX-License-Identifier: GPL-3.0-or-later
! Tells action_layout.c where the members of action.f90's types lie, in the order of action.h.
module layout
    use benchmat
    implicit none

    interface
        subroutine begin_type(address, bytes) bind(C)
            import :: c_ptr, c_size_t
            type(c_ptr), value :: address
            integer(c_size_t), value :: bytes
        end subroutine

        subroutine member(address, bytes) bind(C)
            import :: c_ptr, c_size_t
            type(c_ptr), value :: address
            integer(c_size_t), value :: bytes
        end subroutine
    end interface

contains

    subroutine tell_bench()
        type(bench), target :: t
        call begin_type(c_loc(t), c_sizeof(t))
        call member(c_loc(t%size), c_sizeof(t%size))
        call member(c_loc(t%type), c_sizeof(t%type))
        call member(c_loc(t%element), c_sizeof(t%element))
        call member(c_loc(t%parameters), c_sizeof(t%parameters))
        call member(c_loc(t%routines), c_sizeof(t%routines))
        call member(c_loc(t%c_interface), c_sizeof(t%c_interface))
        call member(c_loc(t%state), c_sizeof(t%state))
        call member(c_loc(t%copy_stride), c_sizeof(t%copy_stride))
        call member(c_loc(t%services), c_sizeof(t%services))
        call member(c_loc(t%rank), c_sizeof(t%rank))
        call member(c_loc(t%ranks), c_sizeof(t%ranks))
        call member(c_loc(t%mpi), c_sizeof(t%mpi))
    end subroutine

    subroutine tell_mpi()
        type(bench_mpi), target :: t
        call begin_type(c_loc(t), c_sizeof(t))
        call member(c_loc(t%world), c_sizeof(t%world))
        call member(c_loc(t%byte), c_sizeof(t%byte))
        call member(c_loc(t%single_), c_sizeof(t%single_))
        call member(c_loc(t%double_), c_sizeof(t%double_))
        call member(c_loc(t%sum), c_sizeof(t%sum))
        call member(c_loc(t%ignored_status), c_sizeof(t%ignored_status))
    end subroutine

    subroutine tell_services()
        type(bench_services), target :: t
        call begin_type(c_loc(t), c_sizeof(t))
        call member(c_loc(t%allocate), c_sizeof(t%allocate))
        call member(c_loc(t%output), c_sizeof(t%output))
        call member(c_loc(t%original), c_sizeof(t%original))
        call member(c_loc(t%uniform), c_sizeof(t%uniform))
        call member(c_loc(t%fill), c_sizeof(t%fill))
        call member(c_loc(t%fill_symmetric), c_sizeof(t%fill_symmetric))
        call member(c_loc(t%set_seconds), c_sizeof(t%set_seconds))
        call member(c_loc(t%begin_region), c_sizeof(t%begin_region))
        call member(c_loc(t%end_region), c_sizeof(t%end_region))
        call member(c_loc(t%count), c_sizeof(t%count))
        call member(c_loc(t%give_up), c_sizeof(t%give_up))
        call member(c_loc(t%wrong), c_sizeof(t%wrong))
        call member(c_loc(t%fill_part), c_sizeof(t%fill_part))
        call member(c_loc(t%sum), c_sizeof(t%sum))
    end subroutine

    subroutine tell_thread()
        type(bench_thread), target :: t
        call begin_type(c_loc(t), c_sizeof(t))
        call member(c_loc(t%bench), c_sizeof(t%bench))
        call member(c_loc(t%number), c_sizeof(t%number))
        call member(c_loc(t%count), c_sizeof(t%count))
        call member(c_loc(t%state), c_sizeof(t%state))
        call member(c_loc(t%counters), c_sizeof(t%counters))
        call member(c_loc(t%operations), c_sizeof(t%operations))
        call member(c_loc(t%random), c_sizeof(t%random))
        call member(c_loc(t%stop), c_sizeof(t%stop))
    end subroutine

    subroutine tell_rows()
        type(bench_routine), target :: routine
        type(bench_implementation), target :: implementation
        type(bench_parameter), target :: parameter
        call begin_type(c_loc(routine), c_sizeof(routine))
        call member(c_loc(routine%fortran), c_sizeof(routine%fortran))
        call member(c_loc(routine%c), c_sizeof(routine%c))
        call begin_type(c_loc(implementation), c_sizeof(implementation))
        call member(c_loc(implementation%name), c_sizeof(implementation%name))
        call member(c_loc(implementation%function), c_sizeof(implementation%function))
        call begin_type(c_loc(parameter), c_sizeof(parameter))
        call member(c_loc(parameter%name), c_sizeof(parameter%name))
        call member(c_loc(parameter%about), c_sizeof(parameter%about))
        call member(c_loc(parameter%value), c_sizeof(parameter%value))
    end subroutine

    subroutine tell_action()
        type(bench_action), target :: t
        call begin_type(c_loc(t), c_sizeof(t))
        call member(c_loc(t%abi), c_sizeof(t%abi))
        call member(c_loc(t%struct_bytes), c_sizeof(t%struct_bytes))
        call member(c_loc(t%name), c_sizeof(t%name))
        call member(c_loc(t%about), c_sizeof(t%about))
        call member(c_loc(t%size_means), c_sizeof(t%size_means))
        call member(c_loc(t%largest), c_sizeof(t%largest))
        call member(c_loc(t%types), c_sizeof(t%types))
        call member(c_loc(t%routines), c_sizeof(t%routines))
        call member(c_loc(t%implementations), c_sizeof(t%implementations))
        call member(c_loc(t%parameters), c_sizeof(t%parameters))
        call member(c_loc(t%state_bytes), c_sizeof(t%state_bytes))
        call member(c_loc(t%begin_run), c_sizeof(t%begin_run))
        call member(c_loc(t%end_run), c_sizeof(t%end_run))
        call member(c_loc(t%setup), c_sizeof(t%setup))
        call member(c_loc(t%begin_round), c_sizeof(t%begin_round))
        call member(c_loc(t%end_round), c_sizeof(t%end_round))
        call member(c_loc(t%initialize), c_sizeof(t%initialize))
        call member(c_loc(t%begin_batch), c_sizeof(t%begin_batch))
        call member(c_loc(t%end_batch), c_sizeof(t%end_batch))
        call member(c_loc(t%calculate), c_sizeof(t%calculate))
        call member(c_loc(t%residual), c_sizeof(t%residual))
        call member(c_loc(t%tolerance), c_sizeof(t%tolerance))
        call member(c_loc(t%flops), c_sizeof(t%flops))
        call member(c_loc(t%bytes), c_sizeof(t%bytes))
        call member(c_loc(t%flops_formula), c_sizeof(t%flops_formula))
        call member(c_loc(t%bytes_formula), c_sizeof(t%bytes_formula))
        call member(c_loc(t%operate), c_sizeof(t%operate))
        call member(c_loc(t%prefill), c_sizeof(t%prefill))
        call member(c_loc(t%level), c_sizeof(t%level))
        call member(c_loc(t%check), c_sizeof(t%check))
        call member(c_loc(t%thread_bytes), c_sizeof(t%thread_bytes))
        call member(c_loc(t%counters), c_sizeof(t%counters))
        call member(c_loc(t%is_preloaded), c_sizeof(t%is_preloaded))
        call member(c_loc(t%is_parallel), c_sizeof(t%is_parallel))
        call member(c_loc(t%is_collective), c_sizeof(t%is_collective))
        call member(c_loc(t%smallest_power), c_sizeof(t%smallest_power))
        call member(c_loc(t%renew), c_sizeof(t%renew))
    end subroutine
end module

subroutine tell_types() bind(C)
    use layout
    implicit none
    call tell_bench()
    call tell_mpi()
    call tell_services()
    call tell_thread()
    call tell_rows()
    call tell_action()
end subroutine

subroutine tell_constants(abi, max_parameters, max_counters, operations, iterations) bind(C)
    use benchmat
    implicit none
    integer(c_int), intent(out) :: abi, max_parameters, max_counters, operations, iterations
    abi = BENCH_ACTION_ABI
    max_parameters = BENCH_MAX_PARAMETERS
    max_counters = BENCH_MAX_COUNTERS
    operations = BENCH_OPERATIONS
    iterations = BENCH_ITERATIONS
end subroutine

subroutine bench_describe(action) bind(C)
    use benchmat
    implicit none
    type(bench_action), intent(inout) :: action
    action%name = bench_text('layout  ')
end subroutine
