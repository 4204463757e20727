/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-collect with libraries that calculate on a device: cuBLAS and cuFFT over a made-up driver
 * whose devices are this CPU (fake_cuda.c, fake_cufft.c), and, where they are installed, CLBlast
 * and clFFT over pocl. */
#include "tests/cli/shell.h"

#define QUICK   " --no-control --rounds 2 --max-seeds 2 --stage-time 0.001 "
#define ACTIONS "axpy,scal,dot,matrix_vector_product,matrix_matrix_product,trisolve_matrix"

static void build(struct shell *shell) {
    char command[4 * PATH_MAX + 1024], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "cc -O2 -w -shared -fPIC '%s/tests/cli/fake_cuda.c' -o libcublas.so.12 && "
             "cc -O2 -w -shared -fPIC '%s/tests/cli/fake_cufft.c' -o libcufft.so.12 -lm && "
             "ln -sf libcublas.so.12 libcuda.so.1 && "
             "cp '%s/tests/cli/device_seconds.py' '%s/tests/cli/whole_ratio.py' .",
             root, root, root, root);
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

/* --- cuBLAS --- */

EACH_TEST(begin, end);

SOAK_TEST(answers_of_a_device_are_right_in_both_precisions) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "for type in s d; do bench-collect " ACTIONS " builtin ./libcublas.so.12 "
                 "--type $type --sizes 1,37,100" QUICK "|| exit; done");
    shell_expect(shell, 0, "bench-store show results.h5 all");
    assert_has(shell->out, "device                First Fake");
    assert_has(shell->out, "device_driver         CUDA 12.4");
    assert_has(shell->out, "device_memory_bytes   4294967296");
    assert_has(shell->out, "device_compute_units  7");
    assert_has(shell->out, "device_clock_hertz    1500000000");
    assert_has(shell->out, "transfers             excluded");
    shell_expect(shell, 0, "python3 device_seconds.py results.h5");
}

SOAK_TEST(answers_are_right_where_each_call_brings_its_data) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-collect " ACTIONS " builtin ./libcublas.so.12 --transfers included "
                 "--sizes 1,37,100" QUICK);
    assert_has(shell->err, "transfers included");
    shell_expect(shell, 0, "bench-store show results.h5");
    assert_has(shell->out, "transfers             included");
    shell_expect(shell, 0, "bench-analyze results.h5");
    assert_has(shell->out, "included transfers");
    shell_expect(shell, 0, "python3 device_seconds.py results.h5");
}

/* Nothing but the calls is between the marks, and all of them are. */
TEST(what_a_device_took_is_the_time_of_its_calls) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "CUDA_FAKE=ticks bench-collect axpy ./libcublas.so.12 --sizes 1000,200000" QUICK
                 "&& bench-store export results.h5 --samples --to csv -o - | /usr/bin/python3 -c '"
                 "import csv, sys\n"
                 "rows = list(csv.DictReader(sys.stdin))\n"
                 "for row in rows:\n"
                 "    expected = 1e-12 * float(row[\"size\"])\n"
                 "    assert abs(float(row[\"seconds\"]) / expected - 1) < 1e-4, row\n"
                 "    assert float(row[\"whole_seconds\"]) > expected, row\n"
                 "assert {row[\"size\"] for row in rows} == {\"1000\", \"200000\"}\n'");
    shell_expect(shell, 0, "bench-analyze results.h5 --measure whole");
}

TEST(each_call_has_the_seconds_of_its_device_and_its_own) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-collect axpy ./libcublas.so.12 --sizes 1000,200000 --mode sample" QUICK
                 "&& python3 device_seconds.py results.h5");
    assert_string_not_equal(shell->out, "0\n");
    shell_expect(shell, 0,
                 "bench-store export results.h5 --samples -o samples.csv && "
                 "bench-analyze results.h5 --measure whole --columns size,p50,p99");
}

TEST(whole_times_of_a_device_are_held_against_the_cpu) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-collect axpy builtin ./libcublas.so.12 --sizes 100,10000 -q" QUICK
                 "&& /usr/bin/python3 whole_ratio.py results.h5 builtin cublas");
    assert_string_equal(shell->out, "2\n");
    shell_expect(shell, 0, "bench-plot results.h5 --measure whole -o whole.svg && cat whole.svg");
    assert_null(strstr(shell->out, "no result"));
    shell_expect(shell, 64,
                 "bench-collect axpy builtin --sizes 10 -o cpu.h5" QUICK
                 "&& bench-analyze cpu.h5 --measure whole");
    assert_has(shell->err, "no sample of axpy tells whole");
}

TEST(without_a_device_the_library_alone_is_left_out) {
    struct shell *shell = *state;
    shell_expect(shell, 3,
                 "CUDA_FAKE=none bench-collect axpy builtin ./libcublas.so.12 --sizes 10" QUICK);
    assert_has(shell->err,
               "cublas skipped for axpy: there is no CUDA device: the driver finds none");
    shell_expect(shell, 0, "bench-analyze results.h5");
    assert_has(shell->out, "builtin");
    shell_expect(shell, 3,
                 "CUDA_FAKE=none bench-collect axpy builtin ./libcublas.so.12 --sizes 10 "
                 "--dry-run" QUICK);
    shell_expect(shell, 3,
                 "mkdir alone && cp libcublas.so.12 alone && LD_LIBRARY_PATH= bench-collect axpy "
                 "builtin alone/libcublas.so.12 --sizes 10" QUICK
                 " || { code=$?; ldconfig -p | grep -q libcuda.so.1 && exit 3; exit $code; }");
    if (!strstr(shell->err, "CUDA_ERROR"))
        assert_has(shell->err, "there is no CUDA d");
}

TEST(one_of_two_devices_is_chosen_by_number_or_name) {
    struct shell *shell = *state;
    static const char *const choices[][2] = {
        {"", "First Fake"},
        {"--device 0", "First Fake"},
        {"--device 1", "Second Fake"},
        {"--device second", "Second Fake"},
        {"--device 'd F'", "Second Fake"},
    };
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "CUDA_FAKE=two bench-collect axpy ./libcublas.so.12 --sizes 10 -o %zu.h5 %s" QUICK
                 "&& bench-store show %zu.h5",
                 i, choices[i][0], i);
        shell_expect(shell, 0, command);
        assert_has(shell->out, choices[i][1]);
    }
    static const char *const none[] = {"2", "third", "-1", "1x"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "CUDA_FAKE=two bench-collect axpy builtin ./libcublas.so.12 --sizes 10 "
                 "--device=%s" QUICK,
                 none[i]);
        shell_expect(shell, 3, command);
        snprintf(command, sizeof command,
                 "no CUDA device is \"%s\"; there are 0 First Fake, 1 Second Fake", none[i]);
        assert_has(shell->err, command);
    }
}

SOAK_TEST(what_goes_wrong_costs_its_own_cells) {
    struct shell *shell = *state;
    static const struct {
        const char *fake, *fate, *said;
    } faults[] = {
        {"small", "100000 1 failed",
         "axpy at n = 100000: out of device memory: asked for 800000 bytes "
         "(CUDA_ERROR_OUT_OF_MEMORY)"},
        {"hang=100", "100 1 hung", "axpy at n = 100: gave no answer within 10 s"},
        {"lost=100", "100 1 exited",
         "axpy at n = 100: ended the process with status 70: the device was lost"},
        {"compile=100", "100 1 failed",
         "axpy at n = 100: axpy: cuBLAS error 13, execution failed: kernel.cl:3:9: error: use of "
         "'no_such'"},
        {"wrong=100", "100 1 wrong", "axpy at n = 100: wrong answer: off by"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "CUDA_FAKE=%s bench-collect axpy builtin ./libcublas.so.12 --sizes 10,100,100000 "
                 "--timeout %d -o %zu.h5" QUICK,
                 faults[i].fake, strstr(faults[i].fake, "hang") ? 10 : 100, i);
        shell_expect(shell, 3, command);
        assert_has(shell->err, faults[i].said);
        snprintf(command, sizeof command, "1 of 6 cells are not ok: %s",
                 strchr(faults[i].fate, ' ') + 1);
        assert_has(shell->err, command);
    }
    shell_expect(shell, 3,
                 "CUDA_FAKE=lost=100 bench-collect axpy builtin ./libcublas.so.12 --sizes 10,100 "
                 "--transfers included -o included.h5" QUICK);
    assert_has(shell->err,
               "axpy at n = 100: ended the process with status 70: the device was lost");
}

/* An action whose calculate has cuBLAS work on a stream of its own. */
static const char plugin[] =
    "#include <stdlib.h>\n#include <sys/stat.h>\n#include <unistd.h>\n"
    "#include <benchmat/action.h>\n"
    "int cublasCreate_v2(void **), cublasSetStream_v2(void *, void *), cuStreamCreate(void **, "
    "int);\n"
    "int cublasDaxpy_v2(void *, int, const double *, const double *, int, double *, int);\n"
    "static double *x, *y;\n"
    "static void *handle, *stream;\n"
    "static int setup(struct bench *b) {\n"
    "    x = bench_array(b, b->size);\n"
    "    y = bench_output(b, bench_array(b, b->size), b->size);\n"
    "    return 0;\n"
    "}\n"
    "static int begin_round(struct bench *b) {\n"
    "    return stream ? 0 : cuStreamCreate(&stream, 0) || cublasCreate_v2(&handle) ||\n"
    "                        cublasSetStream_v2(handle, stream);\n"
    "}\n"
    "static void calculate(struct bench *b, int64_t calls) {\n"
    "    double half = 0.5;\n"
    "    bench_device_begin(b, BENCH_CUDA, stream);\n"
    "    SLOWLY\n"
    "    while (calls--)\n"
    "        cublasDaxpy_v2(handle, b->size, &half, x, 1, y, 1);\n"
    "    bench_device_end(b);\n"
    "}\n"
    "static void own(void) {}\n"
    "const struct bench_action bench_plugin = {\n"
    "    BENCH_ACTION_HEAD, .name = \"own_axpy\", .about = \"y := a x + y\", .types = \"d\",\n"
    "    .size_means = \"n\", .largest = 100000, .setup = setup, .begin_round = begin_round,\n"
    "    .calculate = calculate, .implementations = (const struct bench_implementation[]){\n"
    "        BENCH_IMPLEMENTATION(own), {0}}};\n";

/* It is linked to LIBRARY; SLOWLY is what calculate does besides. */
static void build_plugin(struct shell *shell, const char *library, const char *slowly) {
    char command[2 * PATH_MAX + 512], root[PATH_MAX], path[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(path, sizeof path, "%s/own.c", shell->directory);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(plugin, file);
    assert_int_equal(fclose(file), 0);
    snprintf(command, sizeof command,
             "mkdir benchmat && cp '%s/collect/action.h' benchmat/ && "
             "cc -w -shared -fPIC -I. -DSLOWLY='%s' own.c -o own.so -L. -l:%s",
             root, slowly, library);
    shell_expect(shell, 0, command);
}

TEST(a_plug_in_that_loses_a_device_loses_its_own_cell_alone) {
    struct shell *shell = *state;
    build_plugin(shell, "libcuda.so.1", "");
    shell_expect(shell, 3,
                 "CUDA_FAKE=lost=100 bench-collect ./own.so --sizes 10,100,1000,10000" QUICK);
    assert_has(shell->err, "own_axpy at n = 100: ended the process with status 70: the device was "
                           "lost: marking the end: CUDA error 700, CUDA_ERROR_ILLEGAL_ADDRESS");
    assert_has(shell->err, "1 of 4 cells are not ok: 1 exited");
}

/* As one that compiles, and finds what it compiled when it is started again. It takes longer than
 * other calls may. */
SOAK_TEST(a_plug_in_on_a_device_may_compile_in_its_first_call) {
    struct shell *shell = *state;
    build_plugin(shell, "libcuda.so.1",
                 "if (mkdir(getenv(\"CUDA_COMPILED\"), 0700) == 0) sleep(6);");
    shell_expect(shell, 0, "CUDA_COMPILED=$PWD/compiled bench-collect ./own.so --sizes 10" QUICK);
    shell_expect(shell, 0, "ls -d compiled");
}

SOAK_TEST(a_first_call_on_a_device_has_the_time_that_is_given) {
    struct shell *shell = *state;
    build_plugin(shell, "libcuda.so.1", "pause();");
    shell_expect(shell, 3, "bench-collect ./own.so --sizes 10 --timeout 10" QUICK);
    assert_has(shell->err, "own_axpy at n = 10: gave no answer within 10 s");
}

SOAK_TEST(any_other_plug_in_has_its_usual_time) {
    struct shell *shell = *state;
    build_plugin(shell, "libcublas.so.12", "pause();"); /* which is no driver's name */
    shell_expect(shell, 3, "$users/bench-collect ./own.so --sizes 10" QUICK);
    assert_has(shell->err, "own_axpy at n = 10: gave no answer within 5 s");
}

TEST(a_routine_that_a_device_lacks_is_named) {
    struct shell *shell = *state;
    shell_expect(shell, 3, "bench-collect ger builtin ./libcublas.so.12 --sizes 10" QUICK);
    assert_has(shell->err, "cublas skipped for ger: lacks dger_ (Fortran) and cblas_dger (C)");
}

TEST(kernels_are_kept_while_a_run_lasts) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "mkdir t && TMPDIR=$PWD/t bench-collect axpy ./libcublas.so.12 --sizes 10" QUICK
                 ">/dev/null && ls t");
    assert_string_equal(shell->out, "");
}

TEST(devices_are_for_libraries_alone) {
    struct shell *shell = *state;
    shell_expect(shell, 64, "bench-collect --command true --device 1");
    assert_has(shell->err, "--device is for libraries, not for commands");
    shell_expect(shell, 64, "bench-collect axpy builtin --transfers some");
    assert_has(shell->err, "--transfers some");
    shell_expect(shell, 64, "bench-collect counter --device 1");
    assert_has(shell->err, "--device is for ");
    shell_expect(shell, 64,
                 "bench-collect axpy builtin --device 1 --transfers included --sizes 10");
    assert_has(shell->err,
               "--device is for libraries that calculate on a device, and none is named");
    shell_expect(shell, 64, "bench-collect axpy builtin --transfers included --sizes 10");
    assert_has(shell->err, "--transfers is for libraries that calculate on a device");
    shell_expect(shell, 64,
                 "bench-collect axpy builtin ./libcublas.so.12 --mode first --sizes 10 "
                 "-o first.h5 || { code=$?; test ! -e first.h5 && exit $code; }");
    assert_has(shell->err, "--mode first: a library on a device has made a call before");
    assert_has(shell->err, "\"first call\"");
    shell_expect(shell, 0, "bench-collect --list");
    assert_has(shell->out, "Libraries that calculate on a device, measured where they are named:");
    assert_has(shell->out, "\n  cublas");
}

/* --- cuFFT --- */

SOAK_TEST(transforms_of_a_device_are_right_in_all_types) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "for type in s d c z; do for transfers in excluded included; do "
                 "bench-collect fft_1d,fft_2d,fft_3d ./libcufft.so.12 --type $type --transfers "
                 "$transfers --sizes 1,2,9,16" QUICK " || exit; done; done");
    shell_expect(shell, 0, "python3 device_seconds.py results.h5");
    shell_expect(shell, 3, "bench-collect axpy builtin ./libcufft.so.12 --sizes 10" QUICK);
    assert_has(shell->err, "cufft skipped for axpy: lacks daxpy_ (Fortran) and cblas_daxpy (C)");
    shell_expect(shell, 3, "bench-collect fft_1d ./libcublas.so.12 --sizes 10" QUICK);
    assert_has(shell->err, "cublas skipped for fft_1d: lacks fftw_plan_dft_r2c_1d");
}

TEST(what_goes_wrong_with_transforms_costs_its_own_cells) {
    struct shell *shell = *state;
    static const struct {
        const char *fake, *said, *fate;
    } faults[] = {
        {"fft_full=9",
         "fft_1d at n = 9, planning 1: out of device memory: planning: cuFFT error 2, "
         "allocation failed",
         "failed"},
        {"fft_fail=9", "fft_1d at n = 9, planning 1: fft: cuFFT error 6, execution failed",
         "failed"},
        {"fft_wrong=9", "fft_1d at n = 9, planning 1: wrong answer: ", "wrong"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        char command[512];
        snprintf(
            command, sizeof command,
            "CUDA_FAKE=%s bench-collect fft_1d ./libcufft.so.12 --sizes 8,9,10 -o %zu.h5" QUICK,
            faults[i].fake, i);
        shell_expect(shell, 3, command);
        assert_has(shell->err, faults[i].said);
        snprintf(command, sizeof command, "1 of 3 cells are not ok: 1 %s", faults[i].fate);
        assert_has(shell->err, command);
    }
}

/* --- a kernel of a plug-in --- */

/* docs/examples/saxpy_device.c with mistakes in its kernel, of which the first is told. */
SOAK_TEST(a_kernel_of_a_plug_in_that_does_not_compile_is_told_by_its_log) {
    struct shell *shell = *state;
    char command[3 * PATH_MAX], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    if (shell_run(shell, "echo '#include <CL/cl.h>\n#include <clblast_c.h>' | cc -E - && "
                         "ls /etc/OpenCL/vendors | grep pocl") != 0)
        skip_for("needs the headers of OpenCL and CLBlast, and pocl");
    snprintf(command, sizeof command,
             "mkdir benchmat && cp '%s/collect/action.h' benchmat/ && "
             "sed 's/y.i. += a /y[i] += no_such + n1 + n2 + n3 + n4 /' "
             "'%s/docs/examples/saxpy_device.c' >broken.c && "
             "cc -w -shared -fPIC -I. broken.c -o broken.so -lOpenCL -lclblast && "
             "unset LD_LIBRARY_PATH && bench-collect ./broken.so --sizes 100,200" QUICK,
             root, root);
    shell_expect(shell, 3, command);
    assert_has(shell->err,
               "kernel: saxpy_device at n = 100: its begin_round failed with 1: error: ");
    assert_has(shell->err, ".cl:3:13: use of undeclared identifier 'no_such' ");
    assert_has(shell->err, "6 of 6 cells are not ok: 6 failed");
}

/* --- CLBlast and clFFT --- */

static void find(struct shell *shell, const char *library) {
    char command[128];
    snprintf(command, sizeof command, "bench-collect --list | grep '^  %s '", library);
    unsetenv("LD_LIBRARY_PATH");
    if (shell_run(shell, command) != 0 ||
        shell_run(shell, "ls /etc/OpenCL/vendors | grep pocl") != 0)
        skip_for("needs CLBlast, clFFT and pocl");
}

SOAK_TEST(clblast_calculates_on_a_cpu_as_a_device) {
    struct shell *shell = *state;
    find(shell, "clblast");
    shell_expect(shell, 0,
                 "bench-collect axpy builtin clblast --sizes 1000" QUICK
                 "&& python3 device_seconds.py results.h5 pocl");
    shell_expect(shell, 0, "bench-store show results.h5");
    assert_has(shell->out, "device_driver         OpenCL ");
    shell_expect(shell, 3, "bench-collect axpy builtin clblast --device no-such --sizes 10" QUICK);
    assert_has(shell->err, "no OpenCL device is \"no-such\"; there is 0 ");
    /* No device has room for it; no host either, where memory is not counted first. */
    shell_expect(
        shell, 3,
        "OCL_ICD_VENDORS=/nonexistent bench-collect axpy builtin clblast --sizes 10" QUICK);
    assert_has(shell->err, "there is no OpenCL device: no driver is installed");
}

/* --- ceilings --- */

/* All answers are held against those of the CPU. Each call does whole copies of 192 numbers, and
 * its rate is that of all. */
SOAK_TEST(a_device_has_ceilings_of_its_own) {
    struct shell *shell = *state;
    find(shell, "clblast");
    shell_expect(shell, 0,
                 "for what in s 'd --transfers included'; do bench-collect peak_flops,stream_triad "
                 "clblast --type $what --sizes 1,37,1000" QUICK " || exit; done");
    shell_expect(shell, 0, "python3 device_seconds.py results.h5 pocl");
    shell_expect(shell, 0,
                 "bench-analyze results.h5 --run all --action peak_flops --library clblast "
                 "--format csv --columns size,operations,mean,flop_rate | awk -F, "
                 "'/^(1|37|1000),/ { copies = $2 / (384 * $1); error = $4 * $3 / $2 - 1; "
                 "print (copies == int(copies) && copies >= 1 && "
                 "error * error < 1e-6) }'");
    assert_string_equal(shell->out, "1\n1\n1\n1\n1\n1\n");
    shell_expect(shell, 0,
                 "bench-analyze results.h5 --columns library,flop_rate --action "
                 "stream_triad --at size=1000");
    assert_has(shell->out, "clblast");
    shell_expect(
        shell, 0,
        "bench-collect axpy,peak_flops,stream_triad,pointer_chase builtin clblast --sizes 1000 "
        "-o roof.h5" QUICK " && bench-plot roof.h5 --kind roofline -o roof.svg && "
        "grep -o 'memory [^<]* by clblast' roof.svg");
    shell_expect(shell, 64, "bench-collect peak_flops openblas --sizes 10");
    assert_has(shell->err, "no implementation openblas of peak_flops; there are plain");
    shell_expect(shell, 64, "bench-collect peak_flops clblast nosuch --sizes 10");
    assert_has(shell->err, "no implementation nosuch of peak_flops; there are plain");
    shell_expect(shell, 64, "bench-collect pointer_chase clblast --sizes 10");
    assert_has(shell->err, "no implementation clblast of pointer_chase");
    shell_expect(shell, 3,
                 "bench-collect peak_flops clblast --device no-such --sizes 10 -o none.h5" QUICK);
    assert_has(shell->err, "clblast skipped for peak_flops: no OpenCL device is \"no-such\"");
}

/* The driver is made up, and runs the kernels by itself, an instruction after the other. */
SOAK_TEST(cuda_is_given_kernels_in_its_assembly_language) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "for what in s 'd --transfers included'; do bench-collect peak_flops,stream_triad "
                 "./libcublas.so.12 --type $what --sizes 1,8,37" QUICK " || exit; done");
    shell_expect(shell, 0,
                 "bench-analyze results.h5 --run all --action peak_flops --library cublas "
                 "--format csv --columns size,operations | awk -F, '/^(1|8|37),/ "
                 "{ print $2 / (384 * $1) }' | uniq");
    assert_string_equal(shell->out, "896\n"); /* 7 units of 2048 items, 16 in a copy */
    shell_expect(shell, 3,
                 "CUDA_FAKE=ptx bench-collect stream_triad ./libcublas.so.12 --sizes 10 "
                 "-o none.h5" QUICK);
    assert_has(shell->err, "cublas skipped for stream_triad: its kernel does not compile: CUDA "
                           "error 218, CUDA_ERROR: ptxas error in line 1");
}
