/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>

#include "tests/store/many.h"

#include "store/schema/contents.h"
#include "store/schema/writer.h"

struct seen {
    size_t count, damaged;
    size_t stop_at;
    char uuids[16][40];
    char fault[1024];
};

static int see(void *context, size_t run, const struct run *summary,
               const struct archive_fault *fault, struct err *err) {
    struct seen *seen = context;
    (void)err;
    assert_int_equal(run, seen->count++);
    assert_true((summary == NULL) == (fault != NULL));
    if (fault) {
        seen->damaged++;
        strcpy(seen->fault, fault->message);
    } else if (run < 16) {
        strcpy(seen->uuids[run], facts_text(&summary->facts, FACT_UUID, ""));
    }
    return seen->count == seen->stop_at ? 77 : 0;
}

static int check_outline(void *context, size_t number, const struct run *summary,
                         const struct archive_fault *fault, struct err *err) {
    (void)context;
    (void)err;
    assert_null(fault);
    assert_int_equal(number, 0);
    assert_string_equal(summary->name, "run_000001");
    assert_string_equal(facts_text(&summary->facts, FACT_HOST, ""), "here");
    assert_string_equal(facts_text(&summary->facts, FACT_STATE, ""), "complete");
    assert_int_equal(summary->measurement_count, 2);
    const struct measurement *m = &summary->measurements[0];
    assert_string_equal(m->name, "axpy");
    assert_string_equal(facts_text(&m->facts, FACT_TYPE, ""), "d");
    assert_int_equal(m->points, 4);
    assert_int_equal(m->sizes[3], 40);
    assert_int_equal(m->series_count, 2);
    assert_string_equal(m->series[1].name, "blis");
    assert_null(m->series[1].seconds);
    m = &summary->measurements[1];
    assert_string_equal(m->name, "gemm-3 (half)");
    assert_string_equal(m->series[0].name, "a b");
    assert_string_equal(m->series[1].name, "a_b");
    assert_string_equal(m->series[2].name, "2nd");
    assert_string_equal(m->series[3].name, "details");
    assert_int_equal(m->series_count, 4);
    return 0;
}

EACH_TEST(enter, leave);

/* Also where names had to be made fit, and among long facts. */
TEST(an_outline_has_what_a_list_shows) {
    static const char *const libraries[] = {"a b", "a_b", "2nd", "details"};
    char *text = calloc(1, 5001);
    memset(text, 't', 5000);
    struct run *run = sample_run();
    facts_set_text(&run->facts, FACT_TOPOLOGY, text);
    struct measurement *m = sample_measurement(run, "gemm-3 (half)", 2, 1, 1, libraries, 4);
    facts_set_text(&m->facts, "long", text);
    append(path, run);
    struct archive *archive = open_archive(path);
    assert_int_equal(archive_survey(archive, check_outline, NULL, NULL), 0);
    archive_close(archive);
    run_free(run);
    free(text);
}

TEST(every_run_is_visited_in_order) {
    struct seen seen = {0};
    append_numbered(path, 1, 5);
    struct archive *archive = open_archive(path);
    assert_int_equal(archive_survey(archive, see, &seen, NULL), 0);
    archive_close(archive);
    assert_int_equal(seen.count, 5);
    for (unsigned i = 0; i < 5; i++) {
        struct run *run = numbered_run(i + 1);
        assert_string_equal(seen.uuids[i], facts_text(&run->facts, FACT_UUID, ""));
        run_free(run);
    }
}

/* Four batches, the last not full of the survey. */
enum { RUNS = 800 };

static void write_more(unsigned long from, unsigned long to) {
    static const char *const libraries[] = {"one"};
    struct run *run = run_new();
    sample_measurement(run, "axpy", 1, 1, 1, libraries, 1);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    for (unsigned long number = from; number <= to; number++) {
        char name[CONTENTS_NAME_SIZE];
        contents_run_name(name, number);
        assert_int_equal(writer_write_run(file, name, run, NULL), 0);
    }
    assert_true(H5Fclose(file) >= 0);
    run_free(run);
}

SOAK_TEST(many_runs_are_visited_in_order_too) {
    struct seen seen = {0};
    append_numbered(path, 1, 1);
    write_more(2, RUNS);
    struct archive *archive = open_archive(path);
    assert_int_equal(archive_survey(archive, see, &seen, NULL), 0);
    assert_int_equal(seen.count, RUNS);
    /* Ended early, it leaves the archive's reader as it was. */
    struct seen stopped = {.stop_at = 400};
    assert_int_equal(archive_survey(archive, see, &stopped, NULL), 77);
    assert_int_equal(stopped.count, 400);
    struct run *run = read_run(archive, RUNS - 1, NULL);
    assert_string_equal(run->name, "run_000800");
    run_free(run);
    archive_close(archive);
}

SOAK_TEST(a_damaged_run_is_named_and_the_others_are_not_lost) {
    struct seen seen = {0};
    append_numbered(path, 1, 4);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(H5Ldelete(file, "/run_000003/axpy/sizes", H5P_DEFAULT) >= 0);
    assert_true(H5Fclose(file) >= 0);
    struct archive *archive = open_archive(path);
    assert_int_equal(archive_survey(archive, see, &seen, NULL), 0);
    archive_close(archive);
    assert_int_equal(seen.count, 4);
    assert_int_equal(seen.damaged, 1);
    assert_non_null(strstr(seen.fault, "run_000003"));
    assert_non_null(strstr(seen.fault, "sizes"));
    assert_true(strlen(seen.uuids[3]) == 36);
}

TEST(an_archive_says_what_it_is) {
    struct archive_description d;
    append_numbered(path, 1, 2);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    H5Gclose(H5Gcreate2(file, "notes", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    assert_true(H5Fclose(file) >= 0);
    struct archive *archive = open_archive(path);
    assert_int_equal(archive_describe(archive, &d, NULL), 0);
    archive_close(archive);
    assert_string_equal(facts_text(&d.facts, "format_version", ""), LAYOUT_VERSION);
    assert_int_equal(strlen(facts_text(&d.facts, "uuid", "")), 36);
    assert_int_equal(d.other_count, 1);
    assert_string_equal(d.others[0], "notes");
    assert_int_equal(d.size, size_of(path));
    archive_description_release(&d);
}

static int add_number(void *context, size_t run, const struct run *summary,
                      const struct archive_fault *fault, struct err *err) {
    (void)fault;
    (void)err;
    assert_non_null(summary);
    *(size_t *)context = 10 * *(size_t *)context + run;
    return 0;
}

TEST(the_latest_alone_can_be_visited) {
    static const size_t cases[][2] = {{2, 34}, {1, 4}, {5, 1234}, {9, 1234}, {0, 0}};
    append_numbered(path, 1, 5);
    struct archive *archive = open_archive(path);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t numbers = 0;
        assert_int_equal(archive_survey_latest(archive, cases[i][0], add_number, &numbers, NULL),
                         0);
        assert_int_equal(numbers, cases[i][1]);
    }
    archive_close(archive);
}
