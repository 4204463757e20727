/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <fcntl.h>

#include "store/schema/digest.h"
#include "store/file/lock.h"
#include "store/tools/verify.h"
#include "tests/store/fixture.h"
#include "tests/store/put.h"
#include "tests/store/unsure.h"
#include "tests/test.h"

#include <hdf5.h>

EACH_TEST(enter, leave);

TEST(links_and_permissions_are_kept) {
    char link[150];
    struct stat st;
    snprintf(link, sizeof link, "%s/link.h5", directory);
    struct run *run = sample_run();
    append(path, run);
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(symlink("results.h5", link), 0);
    append(link, run);
    assert_int_equal(lstat(link, &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0640);
    assert_int_equal(runs_in(path), 2);
    run_free(run);
}

/* --- failing disks --- */

static size_t files_in(const char *where) {
    char command[200], text[32] = "";
    snprintf(command, sizeof command, "ls -A '%s' | wc -l", where);
    FILE *pipe = popen(command, "r");
    assert_non_null(fgets(text, sizeof text, pipe));
    pclose(pipe);
    return strtoul(text, NULL, 10);
}

static void *contents(const char *file, size_t *size) {
    FILE *f = fopen(file, "rb");
    assert_non_null(f);
    char *bytes = malloc(1 << 22);
    *size = fread(bytes, 1, 1 << 22, f);
    fclose(f);
    return bytes;
}

/* A run that does not compress to nothing. */
static struct run *big_run(void) {
    static const char *const libraries[] = {"a", "b", "c", "d", "e"};
    struct run *run = run_new();
    sample_measurement(run, "axpy", 20, 5, 20, libraries, 5);
    return run;
}

/* Appends until it fails: every failure must leave the file as it was, and nothing beside it. */
static void assert_failing_append_harms_nothing(const char *where, const char *file,
                                                const char *way_out) {
    struct run *run = big_run();
    struct err err = {""};
    int code = 0;
    size_t size = 0;
    for (int i = 0; i < 100 && !code; i++) {
        size_t before = 0;
        void *bytes = i ? contents(file, &before) : NULL;
        code = archive_append(file, run, &err);
        if (code && i) {
            void *after = contents(file, &size);
            assert_int_equal(size, before);
            assert_memory_equal(after, bytes, size);
            free(after);
        }
        free(bytes);
    }
    assert_int_equal(code, ERR_FAILED);
    assert_non_null(strstr(err.message, file));
    assert_non_null(strstr(err.message, way_out));
    assert_int_equal(files_in(where), size ? 2 : 0); /* with the journal */
    if (size)
        assert_true(runs_in(file) > 0);
    run_free(run);
}

TEST(a_file_size_limit_harms_nothing) {
    struct rlimit old, limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    const rlim_t sizes[] = {1, 4096, 100000, 700000, 1000000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unlink(path);
        limit = (struct rlimit){sizes[i], old.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        assert_failing_append_harms_nothing(directory, path, "ulimit -f");
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    }
    signal(SIGXFSZ, handler);
}

/* Where the test may not mount, the file size limit above has to do. */
TEST(a_full_disk_harms_nothing) {
    const char *const options[] = {"size=64k", "size=1m", "size=2m"};
    for (size_t i = 0; i < 3; i++) {
        if (mount("none", directory, "tmpfs", 0, options[i]))
            skip_for("this user may not mount");
        unlink(path);
        assert_failing_append_harms_nothing(directory, path, "make room");
        assert_int_equal(umount(directory), 0);
    }
}

/* --- two at once --- */

static void append_ten(void) {
    struct run *run = sample_run();
    for (int i = 0; i < 10; i++) {
        struct err err;
        facts_set_integer(&run->facts, "process", getpid());
        if (archive_append(path, run, &err)) {
            fprintf(stderr, "%s\n", err.message);
            _exit(1);
        }
    }
    run_free(run);
    _exit(0);
}

TEST(two_processes_lose_nothing) {
    pid_t children[2];
    for (int i = 0; i < 2; i++)
        if ((children[i] = fork()) == 0)
            append_ten();
    for (int i = 0; i < 2; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    struct archive *archive = open_archive(path);
    assert_int_equal(archive_run_count(archive), 20);
    int of_first = 0;
    for (size_t i = 0; i < 20; i++) {
        struct run *read = read_run(archive, i, NULL);
        of_first += facts_find(&read->facts, "process")->integer == children[0];
        run_free(read);
    }
    assert_int_equal(of_first, 10);
    assert_int_equal(files_in(directory), 2);
    archive_close(archive);
}

/* --- bit by bit --- */

static const struct access impatient = {.lock_timeout = 0.05};

static struct run *blank_run(void) {
    struct run *run = sample_run();
    struct measurement *m = &run->measurements[0];
    for (size_t i = 0; i < m->series_count; i++)
        for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++)
            m->series[i].seconds[k] = NAN;
    return run;
}

static struct archive_run *begin(struct run *run) {
    struct archive_run *writer;
    struct err err = {""};
    if (archive_run_begin(&writer, path, run, &impatient, &err))
        fail_msg("%s", err.message);
    return writer;
}

/* The cell is measured. */
static void measure(struct run *run, size_t point, size_t round) {
    struct measurement *m = &run->measurements[0];
    for (size_t i = 0; i < m->series_count; i++) {
        size_t at = measurement_index(m, point, round, 0);
        m->series[i].calls[point] = (int64_t)(100 * point + round);
        for (size_t k = 0; k < m->max_seeds; k++) {
            m->series[i].seconds[at + k] = sample_real(at + k, i);
            m->series[i].order[at + k] = (int64_t)k;
        }
    }
}

static void put(struct archive_run *writer, size_t point, size_t round) {
    struct err err = {""};
    if (put_cell(writer, 0, point, round, &err))
        fail_msg("%s", err.message);
}

static void finish(struct archive_run *writer, const char *end) {
    struct err err = {""};
    if (archive_run_end(writer, end, &err))
        fail_msg("%s", err.message);
}

static void assert_digest(const struct run *expected, size_t number) {
    struct archive *archive = open_archive(path);
    struct run *read = read_run(archive, number, NULL);
    char left[DIGEST_TEXT], right[DIGEST_TEXT];
    assert_int_equal(digest_run(expected, left, NULL), 0);
    assert_int_equal(digest_run(read, right, NULL), 0);
    assert_string_equal(left, right);
    run_free(read);
    archive_close(archive);
}

TEST(each_cell_is_there_once_it_was_put) {
    struct run *run = blank_run();
    struct archive_run *writer = begin(run);
    assert_string_equal(run->name, "run_000001");
    assert_string_equal(facts_text(&run->facts, FACT_STATE, ""), "running");
    assert_digest(run, 0);
    for (size_t round = 0; round < 3; round++)
        for (size_t point = 0; point < 4; point++) {
            measure(run, point, round);
            put(writer, point, round);
            assert_digest(run, 0);
        }
    facts_set_text(&run->measurements[0].series[1].facts, "faults", "n = 10: it crashed");
    facts_set_text(&run->facts, FACT_FINISHED, "2026-01-02T03:04:05+00:00");
    finish(writer, "complete");
    assert_string_equal(facts_text(&run->facts, FACT_STATE, ""), "complete");
    assert_digest(run, 0);
    run_free(run);
}

TEST(actions_can_be_added_to_a_run) {
    static const char *const libraries[] = {"details", "topology", "blis"};
    struct run *run = blank_run();
    char *text = calloc(1, 5001);
    memset(text, 'x', 5000);
    facts_set_text(&run->facts, "dot", text);
    free(text);
    struct archive_run *writer = begin(run);
    sample_measurement(run, "dot", 3, 2, 600, libraries, 3);
    struct err err = {""};
    assert_int_equal(put_cell(writer, 1, 0, 0, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "was not added"));
    assert_int_equal(archive_run_add(writer, &err), 0);
    assert_digest(run, 0);
    run->measurements[1].series[0].seconds[measurement_index(&run->measurements[1], 2, 1, 599)] = 7;
    run->measurements[1].series[2].status[2] = CELL_HUNG;
    assert_int_equal(put_cell(writer, 1, 2, 1, &err), 0);
    assert_digest(run, 0);
    finish(writer, "complete");
    assert_digest(run, 0);
    run_free(run);
}

TEST(two_runs_grow_side_by_side) {
    struct run *one = blank_run(), *two = blank_run(), *three = sample_run();
    facts_set_text(&two->facts, FACT_UUID, "0b8f6b9e-0000-4000-8000-000000000002");
    struct archive_run *first = begin(one), *second = begin(two);
    assert_string_equal(two->name, "run_000002");
    for (size_t point = 0; point < 4; point++) {
        measure(one, point, 0);
        put(first, point, 0);
        measure(two, point, 1);
        put(second, point, 1);
    }
    append(path, three);
    finish(first, "complete");
    assert_digest(two, 1);
    measure(two, 0, 2);
    put(second, 0, 2);
    finish(second, "interrupted");
    assert_digest(one, 0);
    assert_digest(two, 1);
    assert_digest(three, 2);
    run_free(one);
    run_free(two);
    run_free(three);
}

TEST(a_cell_that_cannot_be_put_is_put_later) {
    struct run *run = blank_run();
    struct archive_run *writer = begin(run);
    struct archive *archive = open_archive(path);
    struct err err = {""};
    measure(run, 0, 0);
    assert_int_equal(put_cell(writer, 0, 0, 0, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "in use by a program that reads it"));
    archive_close(archive);
    measure(run, 1, 0);
    put(writer, 1, 0);
    assert_digest(run, 0);
    finish(writer, "complete");
    run_free(run);
}

TEST(a_run_whose_writer_died_is_interrupted) {
    struct run *run = blank_run();
    pid_t child = fork();
    if (child == 0) {
        struct archive_run *writer = begin(run);
        measure(run, 2, 1);
        put(writer, 2, 1);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    measure(run, 2, 1);
    facts_set_text(&run->facts, FACT_STATE, "interrupted");
    assert_digest(run, 0);
    run_free(run);
}

TEST(a_run_that_was_replaced_is_not_written_to) {
    struct run *run = blank_run(), *other = sample_run();
    struct archive_run *writer = begin(run);
    unlink(path);
    facts_set_text(&other->facts, FACT_UUID, "0b8f6b9e-0000-4000-8000-000000000009");
    append(path, other);
    struct err err = {""};
    measure(run, 0, 0);
    assert_int_equal(put_cell(writer, 0, 0, 0, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "no longer the run run_000001"));
    assert_int_equal(archive_run_end(writer, "complete", &err), ERR_FAILED);
    assert_digest(other, 0);
    run_free(run);
    run_free(other);
}

static off_t size_of(const char *file) {
    struct stat st;
    assert_int_equal(stat(file, &st), 0);
    return st.st_size;
}

TEST(a_run_put_bit_by_bit_takes_no_more_room_than_a_whole_one) {
    struct run *whole = sample_run(), *run = blank_run();
    append(path, whole);
    off_t before = size_of(path);
    append(path, whole);
    off_t taken = size_of(path) - before;
    struct archive_run *writer = begin(run);
    for (size_t point = 0; point < 4; point++) {
        measure(run, point, 0);
        put(writer, point, 0);
    }
    assert_true(size_of(path) > before + taken);
    finish(writer, "complete");
    assert_true(size_of(path) <= before + 2 * taken + 1024);
    assert_digest(whole, 1);
    assert_digest(run, 2);
    run_free(whole);
    run_free(run);
}

/* With a program that knows nothing of us. */
TEST(what_others_changed_meanwhile_stays) {
    struct run *run = blank_run();
    struct archive_run *writer = begin(run);
    measure(run, 0, 0);
    put(writer, 0, 0);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), space = H5Screate(H5S_SCALAR);
    assert_true(file >= 0);
    H5Aclose(H5Acreate2(file, "note", H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(space);
    assert_true(H5Fclose(file) >= 0);
    finish(writer, "complete");
    assert_digest(run, 0);
    file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(H5Aexists(file, "note") > 0);
    H5Fclose(file);
    run_free(run);
}

/* --- damaged archives --- */

/* One bit of the header of the object NAME, which begins with a signature of four bytes. */
static void damage_header(const char *name) {
    H5O_info_t info;
    unsigned char byte;
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(H5Oget_info_by_name2(file, name, &info, H5O_INFO_BASIC, H5P_DEFAULT) >= 0);
    H5Fclose(file);
    int fd = open(path, O_RDWR);
    off_t at = 512 + (off_t)info.addr + 8;
    assert_int_equal(pread(fd, &byte, 1, at), 1);
    byte ^= 1;
    assert_int_equal(pwrite(fd, &byte, 1, at), 1);
    close(fd);
}

/* Whether that is the run that would be appended cannot be known. */
TEST(a_damaged_run_is_named_with_the_way_out) {
    struct run *run = sample_run();
    struct err err = {""};
    int was_there;
    append(path, run);
    append(path, run);
    damage_header("run_000002");
    facts_set_text(&run->facts, FACT_UUID, "0b8f6b9e-0000-4000-8000-000000000009");
    assert_int_equal(archive_append_once(path, &run, 1, NULL, &was_there, &err), ERR_DAMAGED);
    assert_non_null(strstr(err.message, "\"run_000002\" cannot be opened"));
    assert_non_null(strstr(err.message, "; bench-store repair saves the other runs"));
    run_free(run);
}

/* --- several runs --- */

static struct run *run_with(const char *uuid) {
    struct run *run = sample_run();
    facts_set_text(&run->facts, FACT_UUID, uuid);
    return run;
}

/* Of four runs the archive has one, and two are the same. */
TEST(several_runs_are_appended_once_each) {
    static const char *const uuids[] = {
        "0b8f6b9e-0000-4000-8000-000000000001", "0b8f6b9e-0000-4000-8000-000000000002",
        "0b8f6b9e-0000-4000-8000-000000000003", "0b8f6b9e-0000-4000-8000-000000000002"};
    static const char *const names[] = {"run_000002", "run_000001", "run_000003", "run_000001"};
    struct run *runs[4], *there = run_with(uuids[1]);
    int were_there[4];
    struct err err = {""};
    unlink(path);
    append(path, there);
    for (int i = 0; i < 4; i++)
        runs[i] = run_with(uuids[i]);
    runs[3]->measurement_count--; /* such a run is not kept, and so none is */
    assert_int_equal(archive_append_once(path, runs, 4, NULL, were_there, &err), ERR_FAILED);
    assert_int_equal(runs_in(path), 1);
    runs[3]->measurement_count++;
    for (int again = 0; again < 2; again++) {
        assert_int_equal(archive_append_once(path, runs, 4, NULL, were_there, &err), 0);
        assert_int_equal(runs_in(path), 3);
        for (int i = 0; i < 4; i++) {
            assert_string_equal(runs[i]->name, names[i]);
            assert_int_equal(were_there[i], again || i % 2);
        }
    }
    for (int i = 0; i < 4; i++)
        run_free(runs[i]);
    run_free(there);
}

/* --- commits that are unsure --- */

static const enum unsure_outcome outcomes[] = {UNSURE_THERE, UNSURE_GONE};

/* The archive has the run of another already. Then a run is begun, after SOUND more commits. */
static struct archive_run *begin_unsurely(struct run *run, enum unsure_outcome outcome, int sound) {
    static struct system system;
    struct run *other = sample_run();
    struct archive_run *writer;
    struct err err = {""};
    unlink(path);
    facts_set_text(&other->facts, FACT_UUID, "0b8f6b9e-0000-4000-8000-000000000009");
    append(path, other);
    run_free(other);
    system = unsure_system();
    const struct access how = {.lock_timeout = 0.05, .system = &system};
    unsure_begin(outcome, sound);
    assert_int_equal(archive_run_begin(&writer, path, run, &how, &err), sound ? 0 : ERR_UNSURE);
    assert_non_null(writer);
    return writer;
}

static void see_no_fault(void *context, const struct verify_finding *finding) {
    (void)context;
    if (finding->fault)
        fail_msg("%s", finding->fault);
}

static void assert_whole(struct run *run) {
    assert_int_equal(runs_in(path), 2);
    assert_int_equal(verify_archive(path, NULL, see_no_fault, NULL, NULL), 0);
    assert_digest(run, 1);
    assert_string_equal(run->name, "run_000002");
    run_free(run);
}

TEST(a_beginning_that_was_unsure_is_begun_once) {
    for (size_t i = 0; i < 2; i++) {
        struct run *run = blank_run();
        struct err err = {""};
        struct archive_run *writer = begin_unsurely(run, outcomes[i], 0);
        assert_int_equal(runs_in(path), outcomes[i] == UNSURE_THERE ? 2 : 1);
        measure(run, 0, 0);
        assert_int_equal(archive_run_add(writer, &err), 0);
        assert_digest(run, 1);
        measure(run, 1, 0);
        put(writer, 1, 0);
        assert_digest(run, 1);
        finish(writer, "complete");
        assert_whole(run);
    }
}

TEST(a_beginning_that_was_unsure_is_ended_once) {
    for (size_t i = 0; i < 2; i++) {
        struct run *run = blank_run();
        struct archive_run *writer = begin_unsurely(run, outcomes[i], 0);
        measure(run, 0, 0);
        finish(writer, "complete");
        assert_whole(run);
    }
}

/* Its number may be another's by then. */
TEST(what_came_meanwhile_is_not_replaced) {
    struct run *run = blank_run(), *other = sample_run();
    struct archive_run *writer = begin_unsurely(run, UNSURE_GONE, 0);
    facts_set_text(&other->facts, FACT_UUID, "0b8f6b9e-0000-4000-8000-000000000008");
    append(path, other);
    measure(run, 0, 0);
    finish(writer, "complete");
    assert_string_equal(run->name, "run_000003");
    assert_digest(other, 1);
    assert_digest(run, 2);
    run_free(run);
    run_free(other);
}

TEST(an_action_whose_addition_was_unsure_is_added_once) {
    static const char *const libraries[] = {"blis"};
    for (size_t i = 0; i < 2; i++) {
        struct run *run = blank_run();
        struct err err = {""};
        struct archive_run *writer = begin_unsurely(run, outcomes[i], 1);
        measure(run, 0, 0);
        assert_int_equal(archive_run_defer(writer, 0, 0, 0, &err), 0);
        sample_measurement(run, "dot", 3, 2, 4, libraries, 1);
        assert_int_equal(archive_run_add(writer, &err), ERR_UNSURE);
        run->measurements[1].series[0].seconds[0] = 7;
        assert_int_equal(archive_run_add(writer, &err), 0);
        assert_digest(run, 1);
        assert_int_equal(archive_run_flush(writer, &err), 0);
        put(writer, 1, 0);
        finish(writer, "complete");
        assert_whole(run);
    }
}

/* --- going on with a run --- */

/* The archive has a run that was interrupted after one cell, between two others. */
static void leave_interrupted(void) {
    struct run *run = blank_run(), *other = sample_run();
    facts_set_text(&other->facts, FACT_UUID, "0b8f6b9e-0000-4000-8000-000000000009");
    append(path, other);
    struct archive_run *writer = begin(run);
    measure(run, 2, 1);
    put(writer, 2, 1);
    finish(writer, "interrupted");
    append(path, other);
    run_free(run);
    run_free(other);
}

static struct run *read_interrupted(char digest[DIGEST_TEXT]) {
    struct archive *archive = open_archive(path);
    struct run *run = read_run(archive, 1, NULL);
    assert_int_equal(digest_run(run, digest, NULL), 0);
    archive_close(archive);
    return run;
}

static struct archive_run *go_on(struct run *run, const char *digest) {
    struct archive_run *writer;
    struct err err = {""};
    if (archive_run_resume(&writer, path, run, digest, &impatient, &err))
        fail_msg("%s", err.message);
    return writer;
}

TEST(a_run_goes_on_under_its_name) {
    static const char *const libraries[] = {"blis"};
    char digest[DIGEST_TEXT];
    struct err err = {""};
    leave_interrupted();
    struct run *run = read_interrupted(digest);
    facts_set_text(&run->facts, FACT_RESUMED, "2026-01-02T03:04:05+00:00 on CPUs 1");
    assert_int_equal(measurement_extend_rounds(&run->measurements[0], 9, &err), 0);
    struct archive_run *writer = go_on(run, digest);
    assert_string_equal(run->name, "run_000002");
    assert_string_equal(facts_text(&run->facts, FACT_STATE, ""), "running");
    assert_digest(run, 1);
    measure(run, 3, 8);
    put(writer, 3, 8);
    assert_digest(run, 1);
    sample_measurement(run, "dot", 3, 2, 4, libraries, 1);
    assert_int_equal(archive_run_add(writer, &err), 0);
    assert_int_equal(archive_run_add(writer, &err), 0);
    assert_digest(run, 1);
    finish(writer, "complete");
    assert_digest(run, 1);
    assert_int_equal(runs_in(path), 3);
    run_free(run);
}

TEST(one_that_goes_on_and_dies_keeps_what_it_had) {
    char digest[DIGEST_TEXT];
    leave_interrupted();
    struct run *run = read_interrupted(digest);
    pid_t child = fork();
    if (child == 0) {
        struct archive_run *writer = go_on(run, digest);
        measure(run, 0, 0);
        put(writer, 0, 0);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    measure(run, 0, 0);
    assert_digest(run, 1);
    run_free(run);
    run = read_interrupted(digest);
    struct archive_run *writer = go_on(run, digest);
    finish(writer, "complete");
    assert_digest(run, 1);
    run_free(run);
}

static void assert_no_going_on(struct run *run, const char *digest, const char *why) {
    struct archive_run *writer;
    struct err err = {""};
    assert_int_equal(archive_run_resume(&writer, path, run, digest, &impatient, &err), ERR_FAILED);
    if (!strstr(err.message, why))
        fail_msg("%s", err.message);
    assert_null(writer);
}

TEST(two_cannot_go_on_with_one_run) {
    char digest[DIGEST_TEXT], same[DIGEST_TEXT];
    leave_interrupted();
    struct run *one = read_interrupted(digest), *two = read_interrupted(same);
    assert_string_equal(digest, same);
    struct archive_run *writer = go_on(one, digest);
    assert_no_going_on(two, same, "run_000002 is still being measured");
    measure(one, 0, 0);
    put(writer, 0, 0);
    finish(writer, "interrupted");
    assert_no_going_on(two, same, "run_000002 is no longer what it was");
    assert_digest(one, 1);
    run_free(one);
    run_free(two);
}

TEST(one_that_is_gone_does_not_go_on) {
    char digest[DIGEST_TEXT];
    leave_interrupted();
    struct run *run = read_interrupted(digest);
    unlink(path);
    assert_no_going_on(run, digest, "run_000002 is no longer what it was");
    assert_int_not_equal(access(path, F_OK), 0);
    run_free(run);
}
