/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The seconds of long calls on a device are nearly those of the harness's clock: a made-up driver's
 * whose device is this CPU (fake_cuda.c), and where they are installed, CLBlast's over pocl. And
 * clFFT in all types, for which pocl compiles for a minute. */
#include "tests/cli/shell.h"

#define QUICK " --no-control --rounds 2 --max-seeds 2 --stage-time 0.001 "

static void build(struct shell *shell) {
    char command[4 * PATH_MAX + 1024], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "cc -O2 -w -shared -fPIC '%s/tests/cli/fake_cuda.c' -o libcublas.so.12 && "
             "ln -sf libcublas.so.12 libcuda.so.1 && "
             "cp '%s/tests/cli/device_seconds.py' .",
             root, root);
    shell_expect(shell, 0, command);
    setenv("LD_LIBRARY_PATH", shell->directory, 1);
    unsetenv("CUDA_FAKE");
}

static int begin(void **state) {
    int status = shell_begin(state);
    build(*state);
    return status;
}

static int end(void **state) {
    unsetenv("LD_LIBRARY_PATH");
    return shell_end(state);
}

EACH_TEST(begin, end);

TEST(what_a_device_took_is_nearly_all_of_a_long_call) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-collect matrix_matrix_product ./libcublas.so.12 --sizes 300,500" QUICK
                 "&& python3 device_seconds.py results.h5 long");
    assert_has(shell->out, "4 long 4");
    shell_expect(shell, 0, "bench-analyze results.h5 --measure whole");
}

static void find(struct shell *shell, const char *library) {
    char command[128];
    snprintf(command, sizeof command, "bench-collect --list | grep '^  %s '", library);
    unsetenv("LD_LIBRARY_PATH");
    if (shell_run(shell, command) != 0 ||
        shell_run(shell, "ls /etc/OpenCL/vendors | grep pocl") != 0)
        skip_for("needs CLBlast, clFFT and pocl");
}

TEST(a_long_call_of_clblast_is_timed_as_a_whole) {
    struct shell *shell = *state;
    find(shell, "clblast");
    shell_expect(shell, 0,
                 "bench-collect axpy builtin clblast --sizes 1000,40M --max-seeds 2 --rounds 2 "
                 "--no-control && python3 device_seconds.py results.h5 long pocl");
    assert_null(strstr(shell->out, " 0\n")); /* some calls are long */
}

TEST(clblast_calculates_in_all_types) {
    struct shell *shell = *state;
    find(shell, "clblast");
    shell_expect(shell, 0,
                 "for type in s d c z; do bench-collect scal,dot,matrix_vector_product builtin "
                 "clblast --type $type --sizes 1,37" QUICK " || exit; done");
    shell_expect(shell, 0,
                 "for type in s z; do bench-collect axpy,dot builtin clblast --type $type "
                 "--transfers included --sizes 1,37" QUICK " || exit; done");
}

TEST(clfft_transforms_on_a_cpu_as_a_device) {
    struct shell *shell = *state;
    find(shell, "clfft");
    shell_expect(shell, 0,
                 "for what in 's --transfers included' z; do "
                 "bench-collect fft_1d,fft_2d,fft_3d clfft --type $what --sizes 15" QUICK
                 " || exit; done"); /* each length of each type is compiled for seconds */
    shell_expect(shell, 0, "python3 device_seconds.py results.h5 pocl");
    shell_expect(shell, 3, "bench-collect fft_2d clfft --sizes 16,17" QUICK);
    assert_has(shell->err, "fft_2d at n = 17, planning 1: planning: clFFT error 4097, lengths may "
                           "have no prime factors but 2, 3, 5, 7, 11 and 13");
    assert_has(shell->err, "1 of 2 cells are not ok: 1 failed");
}

TEST(clfft_transforms_all_types) {
    struct shell *shell = *state;
    find(shell, "clfft");
    shell_expect(shell, 0,
                 "for what in 's --transfers included' d 'c --transfers included' z; do "
                 "bench-collect fft_1d,fft_2d,fft_3d clfft --type $what --sizes 1,15" QUICK
                 " || exit; done && python3 device_seconds.py results.h5 pocl");
}
