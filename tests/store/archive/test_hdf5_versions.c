/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives that were written with each version of HDF5, as tests/data/hdf5 names them: a run that
 * was imported, and one that was measured, whose arrays are written in place. */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/archive/archive_survey.h"
#include "tests/store/fixture.h"

static const char *const versions[] = {"1.10.8", "1.14.5", "2.2.0"};
enum { VERSIONS = sizeof versions / sizeof *versions };

static const char imported[] = "219b3ddbbfce906eeeaa99278141863250eb5f448a9570a651cb056535612821";

static void copy_of(const char *version) {
    char command[300];
    snprintf(command, sizeof command, "rm -f '%s'*; cp tests/data/hdf5/%s.h5 '%s'", path, version,
             path);
    assert_int_equal(system(command), 0);
}

static void assert_runs_are_whole(size_t count) {
    struct archive *archive = open_archive(path);
    char digest[DIGEST_TEXT];
    struct err err = {""};
    assert_int_equal(archive_run_count(archive), count);
    for (size_t i = 0; i < count; i++) {
        if (archive_inspect_run(archive, i, digest, &err))
            fail_msg("%s", err.message);
        if (i == 0)
            assert_string_equal(digest, imported);
    }
    archive_close(archive);
}

EACH_TEST(enter, leave);

TEST(every_version_reads_what_each_has_written) {
    for (size_t v = 0; v < VERSIONS; v++) {
        copy_of(versions[v]);
        assert_runs_are_whole(2);
        struct archive *archive = open_archive(path);
        struct run *run = read_run(archive, 0, NULL);
        const double a[] = {1.25e-9, 1.5e-9, 1e-8, NAN}, b[] = {2e-9, 2.25e-9, 0.1, NAN};
        assert_same_reals(run->measurements[0].series[0].seconds, a, 4);
        assert_same_reals(run->measurements[0].series[1].seconds, b, 4);
        run_free(run);
        run = read_run(archive, 1, NULL);
        assert_string_equal(run->measurements[0].series[0].name, "builtin");
        run_free(run);
        archive_close(archive);
    }
}

TEST(every_version_goes_on_where_another_stopped) {
    struct run *run = sample_run();
    for (size_t v = 0; v < VERSIONS; v++) {
        copy_of(versions[v]);
        append(path, run);
        assert_runs_are_whole(3);
    }
    run_free(run);
}

/* Deeper than the room that HDF5 2.2 has for the working directory. */
TEST(an_archive_may_lie_deep) {
    struct run *run = sample_run();
    int before = open(".", O_RDONLY);
    assert_int_equal(chdir(directory), 0);
    for (int i = 0; i < 30; i++) {
        static const char name[] = "a-directory-of-a-name-that-is-not-exactly-short";
        assert_int_equal(mkdir(name, 0700), 0);
        assert_int_equal(chdir(name), 0);
    }
    append("deep.h5", run);
    append("deep.h5", run);
    assert_int_equal(runs_in("deep.h5"), 2);
    assert_int_equal(fchdir(before), 0);
    close(before);
    run_free(run);
}
