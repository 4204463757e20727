/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <sys/socket.h>

#include "tests/store/fixture.h"
#include "tests/store/put.h"

#include "store/update/update.h"
#include "store/tools/merge.h"
#include "store/tools/removal.h"

/* --- what is in a file --- */

struct image {
    unsigned char *bytes;
    size_t size;
};

static struct image image_of(const char *file) {
    struct image image = {malloc(1 << 22), 0};
    FILE *f = fopen(file, "rb");
    assert_non_null(image.bytes);
    assert_non_null(f);
    image.size = fread(image.bytes, 1, 1 << 22, f);
    fclose(f);
    return image;
}

static void assert_image(struct image expected, const char *file) {
    struct image found = image_of(file);
    assert_int_equal(found.size, expected.size);
    assert_memory_equal(found.bytes, expected.bytes, found.size);
    free(found.bytes);
}

static void assert_is_one_line_about(const struct err *err, const char *file) {
    assert_non_null(strstr(err->message, file));
    assert_null(strchr(err->message, '\n'));
}

/* --- changes of many steps --- */

enum { STEPS = 12 };

static struct run *step_run(int step) {
    static const char *const libraries[] = {"openblas", "blis", "atlas"};
    struct run *run = run_new();
    facts_set_integer(&run->facts, "step", step);
    sample_measurement(run, "axpy", 20, 5, (size_t)(10 + step), libraries, 3);
    return run;
}

static int send_runs(void *context, struct update_course *course, struct err *err) {
    int code = 0;
    (void)context;
    for (int step = 0; step < STEPS && !code; step++) {
        char name[CONTENTS_NAME_SIZE] = "";
        struct run *run = step_run(step);
        update_request(course);
        code = intake_send(course, run, name, err);
        run_free(run);
    }
    return code;
}

EACH_TEST(enter, leave);

TEST(what_many_steps_write_is_all_there) {
    const struct update_plan plan = {.work = intake_work, .callback = send_runs};
    struct err err = {""};
    for (int time = 0; time < 2; time++)
        assert_int_equal(update_archive(path, NULL, &plan, &err), 0);
    struct archive *archive = open_archive(path);
    assert_int_equal(archive_run_count(archive), 2 * STEPS);
    for (int i = 0; i < 2 * STEPS; i++) {
        char expected[DIGEST_TEXT], found[DIGEST_TEXT];
        struct run *run = step_run(i % STEPS), *read = read_run(archive, (size_t)i, NULL);
        assert_int_equal(digest_run(run, expected, NULL), 0);
        assert_int_equal(digest_run(read, found, NULL), 0);
        assert_string_equal(found, expected);
        run_free(read);
        run_free(run);
    }
    archive_close(archive);
}

/* --- children that go wrong, once they have changed something --- */

#define WORK(name)                                                                                 \
    static int name(void *context, const struct update *change, struct message *request,           \
                    struct message *reply, struct err *err)
#define UNUSED (void)context, (void)request, (void)reply, (void)err, (void)change

static int delete_all(const struct update *change) {
    return H5Ldelete(change->file, "run_000001", H5P_DEFAULT) < 0;
}

WORK(crash) {
    UNUSED;
    delete_all(change);
    signal(SIGABRT, SIG_DFL);
    abort();
}

WORK(end_early) {
    UNUSED;
    delete_all(change);
    _exit(0);
}

WORK(give_up) {
    UNUSED;
    delete_all(change);
    return err_set(err, ERR_FAILED, "%s: no more of this", change->path);
}

/* An answer of its own: of a work that went well, with a stretch that is not there. */
WORK(lie) {
    UNUSED;
    const uint64_t numbers[] = {7 * sizeof(uint64_t), 0, UINT64_MAX, 1 << 20, 1, 3, 1, 0};
    for (int fd = 0; fd < 64; fd++)
        if (send(fd, numbers, sizeof numbers, MSG_NOSIGNAL) == (ssize_t)sizeof numbers)
            break;
    return 0;
}

/* Whatever descriptor it has. */
WORK(write_itself) {
    UNUSED;
    int done = 0;
    for (int fd = 3; fd < 64; fd++)
        done |= pwrite(fd, "overwritten", 11, 0) > 0 || ftruncate(fd, 0) == 0;
    return err_set(err, ERR_FAILED, "%s: written: %d", change->path, done);
}

/* All its ids are left open. */
WORK(keep_it_open) {
    UNUSED;
    H5Gopen2(change->file, "/", H5P_DEFAULT);
    return delete_all(change);
}

TEST(a_child_that_goes_wrong_leaves_the_archive_as_it_was) {
    static const struct {
        update_work *work;
        int code;
        const char *message;
    } wrongs[] = {
        {crash, ERR_UNREADABLE, "crashed (SIGABRT)"},
        {end_early, ERR_UNREADABLE, "ended too early"},
        {give_up, ERR_FAILED, "no more of this"},
        {lie, ERR_DAMAGED, "impossible answer"},
        {write_itself, ERR_FAILED, "written: 0"},
        {keep_it_open, ERR_DAMAGED, "cannot finish"},
    };
    struct run *run = sample_run();
    append(path, run);
    struct image before = image_of(path);
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        const struct update_plan plan = {.work = wrongs[i].work};
        struct err err = {""};
        int code = update_archive(path, NULL, &plan, &err);
        if (code != wrongs[i].code || !strstr(err.message, wrongs[i].message))
            fail_msg("%s: %d, not %d: %s", wrongs[i].message, code, wrongs[i].code, err.message);
        assert_is_one_line_about(&err, path);
        assert_image(before, path);
    }
    append(path, run);
    assert_int_equal(runs_in(path), 2);
    free(before.bytes);
    run_free(run);
}

TEST(a_new_archive_that_goes_wrong_is_not_made) {
    const struct update_plan plan = {.work = crash};
    struct err err = {""};
    assert_int_equal(update_archive(path, NULL, &plan, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "cannot be made: its writer, with HDF5 "));
    assert_int_not_equal(access(path, F_OK), 0);
}

/* --- conductors that do not want it after all --- */

static int think_better_of_it(void *context, struct update_course *course, struct err *err) {
    int code = send_runs(context, course, err);
    return code ? code : 7;
}

TEST(what_was_written_beyond_the_end_is_taken_back) {
    const struct update_plan plan = {.work = intake_work, .callback = think_better_of_it};
    struct run *run = sample_run();
    struct err err = {""};
    append(path, run);
    struct image before = image_of(path);
    assert_int_equal(update_archive(path, NULL, &plan, &err), 7);
    assert_image(before, path);
    free(before.bytes);
    run_free(run);
}

/* --- hostile archives --- */

static int append_to(const char *file, struct err *err) {
    struct run *run = sample_run();
    int code = archive_append(file, run, err);
    run_free(run);
    return code;
}

static int collect_into(const char *file, struct err *err) {
    struct run *run = sample_run();
    struct archive_run *writer;
    int code = archive_run_begin(&writer, file, run, NULL, err);
    if (!code)
        code = put_cell(writer, 0, 0, 0, err);
    if (!code)
        code = archive_run_end(writer, "complete", err);
    run_free(run);
    return code;
}

static void report_nothing(void *context, const struct merge_finding *finding) {
    (void)context;
    (void)finding;
}

static int merge_into(const char *file, struct err *err) {
    char source[160];
    snprintf(source, sizeof source, "%s/source.h5", directory);
    return merge_archives(file, (char *[]){source}, 1, NULL, report_nothing, NULL, err);
}

static int delete_from(const char *file, struct err *err) {
    static const char *const names[] = {"run_000001"};
    return removal_remove(file, names, 1, NULL, err);
}

static void make_copy(const char *from, const char *to) {
    struct image image = image_of(from);
    FILE *f = fopen(to, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(image.bytes, 1, image.size, f), image.size);
    fclose(f);
    free(image.bytes);
}

TEST(a_hostile_archive_is_not_changed) {
    static const char *const wild[] = {"tests/fuzz/corpus/wild-read.h5",
                                       "tests/fuzz/corpus/wild-close.h5",
                                       "tests/fuzz/corpus/wild-free.h5"};
    static int (*const changes[])(const char *, struct err *) = {append_to, collect_into,
                                                                 merge_into, delete_from};
    char source[160];
    snprintf(source, sizeof source, "%s/source.h5", directory);
    struct run *run = sample_run();
    append(source, run);
    run_free(run);
    for (size_t w = 0; w < sizeof wild / sizeof *wild; w++)
        for (size_t c = 0; c < sizeof changes / sizeof *changes; c++) {
            struct err err = {""};
            make_copy(wild[w], path);
            struct image before = image_of(path);
            int code = changes[c](path, &err);
            assert_true(code == 0 || err_file_state(code));
            if (code) {
                assert_is_one_line_about(&err, path);
                assert_image(before, path);
            }
            free(before.bytes);
        }
}
