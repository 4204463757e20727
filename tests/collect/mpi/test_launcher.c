/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/mpi/launcher.h"
#include "tests/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char directory[] = "/tmp/benchmat-launcher-XXXXXX";

/* PATH is a directory with both launchers. */
static int begin(void **state) {
    static const char *const names[] = {"mpirun.openmpi", "mpirun.mpich"};
    (void)state;
    if (!mkdtemp(directory))
        return -1;
    for (size_t i = 0; i < 2; i++) {
        char path[100];
        snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        FILE *file = fopen(path, "w");
        if (!file || fputs("#!/bin/sh\nexit 7\n", file) < 0 || fclose(file) != 0 ||
            chmod(path, 0700) != 0)
            return -1;
    }
    unsetenv("SLURM_JOB_ID");
    return setenv("PATH", directory, 1);
}

static int end(void **state) {
    char line[100];
    (void)state;
    snprintf(line, sizeof line, "/bin/rm -r %s", directory);
    return system(line);
}

static const char *chosen(const char *library, const char *wanted, int ranks) {
    static struct launcher launcher;
    struct err err = {""};
    if (launcher_choose(&launcher, &library, 1, wanted, ranks, &err))
        fail_msg("%s", err.message);
    assert_string_equal(launcher.words[launcher.count - 2], "-n");
    assert_int_equal(atoi(launcher.words[launcher.count - 1]), ranks);
    return launcher.text;
}

ALL_TESTS(begin, end);

TEST(it_is_that_of_the_librarys_mpi) {
    assert_non_null(strstr(chosen("/usr/lib/libmpi.so.40", "", 3), "mpirun.openmpi "));
    assert_non_null(strstr(chosen("/usr/lib/libmpi.so.40", "", 3), "--host localhost:3"));
    assert_string_equal(chosen("/usr/lib/libmpich.so.12", "", 3), "mpirun.mpich -n 3");
    assert_string_equal(chosen("/opt/intel/libmpi.so.12", "", 3), "mpirun.mpich -n 3");
}

TEST(what_is_asked_for_is_taken) {
    assert_string_equal(chosen("/usr/lib/libm.so", "jsrun '-a b'", 12), "jsrun '-a b' -n 12");
}

TEST(in_a_job_of_slurm_it_is_srun) {
    setenv("SLURM_JOB_ID", "17", 1);
    assert_non_null(strstr(chosen("/usr/lib/libmpi.so.40", "", 2), "srun --overlap --mpi=pmix"));
    assert_non_null(strstr(chosen("/usr/lib/libmpich.so.12", "", 2), "srun --overlap --mpi=pmi2"));
    unsetenv("SLURM_JOB_ID");
}

static void refused(const char *library, const char *wanted, const char *why) {
    struct launcher launcher;
    struct err err = {""};
    assert_int_equal(launcher_choose(&launcher, &library, 1, wanted, 2, &err), ERR_FAILED);
    if (!strstr(err.message, why))
        fail_msg("%s", err.message);
}

TEST(what_cannot_be_launched_is_told) {
    char long_one[2 * LAUNCHER_TEXT];
    memset(long_one, 'x', sizeof long_one);
    long_one[LAUNCHER_TEXT - 100] = '\0';
    refused("/proc/self/exe", "", "it is linked with no MPI that is known here");
    refused("/usr/lib/libmpi.so.40", "mpirun 'open", "a quote that is not closed");
    setenv("PATH", "/nowhere", 1);
    refused("/usr/lib/libmpi.so.40", "", "mpirun.openmpi is not in PATH");
    setenv("PATH", directory, 1);
}

TEST(it_starts_and_ends) {
    struct launcher launcher;
    struct err err = {""};
    const char *library = "/usr/lib/libmpich.so.12";
    pid_t pid;
    int status;
    assert_int_equal(launcher_choose(&launcher, &library, 1, "", 1, &err), 0);
    assert_int_equal(launcher_start(&launcher, "/bin/true", &pid, &err), 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);

    assert_int_equal(
        launcher_choose(&launcher, &library, 1, "/bin/sh -c 'exec /bin/sleep 100'", 1, &err), 0);
    assert_int_equal(launcher_start(&launcher, "/bin/true", &pid, &err), 0);
    launcher_end(pid);
    assert_int_equal(kill(pid, 0), -1);

    assert_int_equal(launcher_choose(&launcher, &library, 1, "no-such-program", 1, &err), 0);
    assert_int_equal(launcher_start(&launcher, "/bin/true", &pid, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "no-such-program"));
}
