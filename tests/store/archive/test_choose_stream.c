/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <endian.h>

#include "tests/store/fixture.h"

#include "store/archive/choose.h"
#include "store/hdf5/h5.h"
#include "store/schema/reader.h"

/* Holds what comes in windows against the run as it was written. */
struct held {
    const struct run *expected;
    enum reader_extent wanted;
    const struct measurement *whole;
    size_t next, windows, measurements;
    int stop_at; /* which window is refused; 0: none */
};

static const struct measurement *expected_of(const struct held *h) {
    return run_find(h->expected, h->whole->name);
}

static void assert_array(const struct series *got, const struct series *expected,
                         const struct series_detail *detail, const struct measurement *window,
                         size_t before) {
    const double *a = series_detail_values(got, detail),
                 *b = series_detail_values(expected, detail);
    size_t count = measurement_elements(window, detail->shape);
    if (!b) {
        assert_null(a);
        return;
    }
    assert_non_null(a);
    assert_memory_equal(a, b + before, count * sizeof *a);
}

static void assert_series(const struct held *h, const struct measurement *window, size_t series,
                          size_t first) {
    const struct measurement *m = expected_of(h);
    const struct series *got = &window->series[series], *expected = &m->series[series];
    size_t per_point = m->rounds * m->max_seeds;
    assert_string_equal(got->name, expected->name);
    assert_memory_equal(got->seconds, expected->seconds + first * per_point,
                        window->points * per_point * sizeof(double));
    for (size_t d = 0; d < DETAILS; d++) {
        const struct series_detail *detail = &series_details[d];
        size_t before = detail->shape == PER_POINT ? first : first * per_point;
        if (reader_wants(h->wanted, detail) && detail->shape != PER_THREAD)
            assert_array(got, expected, detail, window, before);
        else
            assert_null(series_detail_values(got, detail));
    }
}

static int begin(void *context, const struct run *run, const struct measurement *whole,
                 struct err *err) {
    struct held *h = context;
    (void)err;
    h->whole = whole;
    h->next = 0;
    const struct measurement *m = expected_of(h);
    assert_ptr_equal(whole, &run->measurements[0]);
    assert_int_equal(run->measurement_count, 1);
    assert_int_equal(whole->series_count, m->series_count);
    assert_string_equal(facts_text(&run->facts, FACT_UUID, ""),
                        facts_text(&h->expected->facts, FACT_UUID, ""));
    assert_string_equal(facts_text(&whole->facts, FACT_ABOUT, ""), "y := a x + y");
    assert_int_equal(whole->parameter_count, m->parameter_count);
    for (size_t i = 0; i < m->series_count; i++)
        assert_null(whole->series[i].seconds);
    return 0;
}

static int points(void *context, const struct measurement *window, size_t first, struct err *err) {
    struct held *h = context;
    const struct measurement *m = expected_of(h);
    assert_int_equal(first, h->next);
    assert_memory_equal(window->sizes, m->sizes + first, window->points * sizeof *m->sizes);
    assert_memory_equal(window->seeds, m->seeds + first, window->points * sizeof *m->seeds);
    for (size_t i = 0; i < m->parameter_count; i++)
        assert_same_reals(window->parameters[i].values, m->parameters[i].values + first,
                          window->points);
    for (size_t i = 0; i < m->series_count; i++)
        assert_series(h, window, i, first);
    h->next += window->points;
    h->windows++;
    return h->stop_at && h->windows == (size_t)h->stop_at
               ? err_set(err, ERR_INTERRUPTED, "that is enough")
               : 0;
}

static int end(void *context, struct err *err) {
    struct held *h = context;
    (void)err;
    assert_int_equal(h->next, h->whole->points);
    h->measurements++;
    return 0;
}

static const struct choice_terms everything = {.runs = "all", .since = NAN};

static int stream_of(struct archive *archive, struct held *h, struct err *err) {
    static const struct choice_visitor visitor = {.begin = begin, .points = points, .end = end};
    struct choices choices;
    assert_int_equal(archive_choose(archive, &everything, &choices, err), 0);
    int code = choices_stream(archive, &choices, h->wanted, &visitor, h, err);
    choices_release(&choices);
    return code;
}

/* Only the arrays of one series are there. */
static int series(void *context, const struct measurement *window, size_t first, size_t number,
                  struct err *err) {
    struct held *h = context;
    const struct measurement *m = expected_of(h);
    (void)err;
    assert_int_equal(number, h->windows % m->series_count);
    assert_int_equal(first, h->next);
    assert_memory_equal(window->sizes, m->sizes + first, window->points * sizeof *m->sizes);
    assert_series(h, window, number, first);
    for (size_t i = 0; i < m->series_count; i++)
        assert_true(i == number || !window->series[i].seconds);
    h->windows++;
    h->next += h->windows % m->series_count ? 0 : window->points;
    return 0;
}

static const enum reader_extent extents[] = {READER_SECONDS, READER_TIMES, READER_ALL};

/* Streams the archive, whose runs all are EXPECTED. Returns the windows. */
static size_t assert_extent_streamed(const struct run *expected, enum reader_extent extent,
                                     size_t measurements) {
    struct held h = {.expected = expected, .wanted = extent};
    struct err err = {""};
    struct archive *archive = open_archive(path);
    if (stream_of(archive, &h, &err))
        fail_msg("%s", err.message);
    assert_int_equal(h.measurements, measurements);
    archive_close(archive);
    return h.windows;
}

/* Likewise in the first COUNT extents. Returns the windows of the one that has the most. */
static size_t assert_some_streamed(const struct run *expected, size_t measurements, size_t count) {
    size_t most = 0;
    for (size_t i = 0; i < count; i++) {
        size_t windows = assert_extent_streamed(expected, extents[i], measurements);
        most = windows > most ? windows : most;
    }
    return most;
}

static size_t assert_streamed(const struct run *expected, size_t measurements) {
    return assert_some_streamed(expected, measurements, sizeof extents / sizeof *extents);
}

EACH_TEST(enter, leave);

TEST(small_runs_come_whole) {
    struct run *run = sample_run();
    sample_parameters(run);
    sample_team(run);
    append(path, run);
    assert_int_equal(assert_streamed(run, 3), 3);
    run_free(run);
}

SOAK_TEST(many_runs_come_in_order) {
    struct run *run = sample_run();
    for (int i = 0; i < 80; i++)
        append(path, run);
    assert_int_equal(assert_streamed(run, 80), 80);
    run_free(run);
}

static struct run *large_run(size_t points, size_t rounds, size_t seeds) {
    static const char *const libraries[] = {"openblas", "blis"};
    struct run *run = run_new();
    facts_set_text(&run->facts, FACT_UUID, "0b8f6b9e-0000-4000-8000-000000000002");
    sample_measurement(run, "axpy", points, rounds, seeds, libraries, 2);
    return run;
}

/* Chunks of 128 * 1024 elements: of several points, of a part of a round, and neither. */
TEST(large_runs_come_in_windows_of_whole_points) {
    struct run *run = large_run(40, 3, 1200);
    append(path, run);
    assert_true(assert_streamed(run, 1) > 2);
    run_free(run);
}

SOAK_TEST(rounds_larger_than_a_chunk_are_put_together) {
    struct run *run = large_run(2, 2, 135 * 1000);
    append(path, run);
    assert_true(assert_streamed(run, 1) > 1);
    run_free(run);
}

SOAK_TEST(a_point_larger_than_a_window_comes_whole) {
    struct run *run = large_run(2, 1, 530 * 1000);
    append(path, run);
    assert_int_equal(assert_streamed(run, 1), 2);
    run_free(run);
}

/* Streams RUN, which is in the archive, by series, rewritten by h5repack with OPTIONS; NULL: as it
 * is. Returns the windows. */
static size_t stream_by_series(const struct run *run, enum reader_extent wanted,
                               const char *options) {
    static const struct choice_visitor visitor = {begin, points, series, end};
    struct held h = {.expected = run, .wanted = wanted};
    struct choices choices;
    struct err err = {""};
    if (options)
        h5repack(options);
    struct archive *archive = open_archive(path);
    assert_int_equal(archive_choose(archive, &everything, &choices, &err), 0);
    if (choices_stream(archive, &choices, wanted, &visitor, &h, &err))
        fail_msg("%s", err.message);
    assert_int_equal(h.measurements, 1);
    choices_release(&choices);
    archive_close(archive);
    return h.windows;
}

/* Each from that before it. */
static const char *const ways[] = {NULL, "-f NONE", "-f NONE -l /run_000001/axpy/blis:CONTI",
                                   "-f NONE -l CONTI"};

SOAK_TEST(series_come_alone_to_who_takes_them) {
    struct run *run = large_run(3, 1, 90 * 1000);
    append(path, run);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        assert_int_equal(stream_by_series(run, READER_SECONDS, ways[i]), 6);
    run_free(run);
    unlink(path);
    run = large_run(3, 1, 30 * 1000);
    append(path, run);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        assert_uint_in_range(stream_by_series(run, READER_ALL, ways[i]), 2, 6);
    run_free(run);
}

SOAK_TEST(series_that_are_larger_than_a_window_come_together) {
    struct run *run = large_run(3, 1, 1100 * 1000);
    append(path, run);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        assert_int_equal(stream_by_series(run, READER_SECONDS, ways[i]), 3);
    run_free(run);
}

TEST(a_run_that_is_being_measured_is_read_too) {
    struct run *run = large_run(20, 5, 1400);
    struct archive_run *open;
    struct err err = {""};
    if (archive_run_begin(&open, path, run, NULL, &err))
        fail_msg("%s", err.message);
    assert_true(assert_streamed(run, 1) > 1);
    assert_int_equal(archive_run_end(open, "complete", &err), 0);
    run_free(run);
}

SOAK_TEST(what_other_tools_have_rewritten_is_read_too) {
    static const char *const options[] = {"-f NONE -l CONTI", "-f GZIP=1", "-f SHUF -f FLET"};
    struct run *run = large_run(20, 3, 2300);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        unlink(path);
        append(path, run);
        h5repack(options[i]);
        assert_true(assert_streamed(run, 1) > 1);
    }
    run_free(run);
}

/* Several rows and points in a chunk, chunks that extend beyond the array's end, rows too long to
 * be copied together, and windows that cut rows and chunks; with the filters that RUN has, and
 * without any. */
static void assert_streamed_in_chunks(struct run *run, const char *const *shapes, size_t count) {
    static const char *const filters[] = {"", "-f NONE"};
    char options[200];
    unlink(path);
    append(path, run);
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++)
        for (size_t k = 0; k < count; k++) {
            snprintf(options, sizeof options,
                     "%s -l /run_000001/axpy/openblas,/run_000001/axpy/blis:CHUNK=%s", filters[i],
                     shapes[k]);
            h5repack(options);
            assert_uint_in_range(assert_extent_streamed(run, READER_SECONDS, 1), 1, 5);
        }
    run_free(run);
}

SOAK_TEST(chunks_of_any_shape_are_put_together) {
    static const char *const small[] = {"1x3x1000", "4x2x999", "2x7x4300", "2x7x4299"};
    static const char *const large[] = {"1x3x5000", "1x2x70001", "1x1x400000"};
    assert_streamed_in_chunks(large_run(5, 7, 4300), small, sizeof small / sizeof *small);
    assert_streamed_in_chunks(large_run(1, 3, 400 * 1000), large, sizeof large / sizeof *large);
}

static int pass(void *context, const struct run *run, const struct measurement *m,
                struct err *err) {
    (void)context;
    (void)run;
    (void)m;
    (void)err;
    return 0;
}

static int pass_points(void *context, const struct measurement *m, size_t first, struct err *err) {
    return pass(context, NULL, m + 0 * first, err);
}

static int pass_end(void *context, struct err *err) {
    return pass(context, NULL, NULL, err);
}

/* --- arrays without filters --- */

static int cut_short(void *context, const struct measurement *window, size_t first,
                     struct err *err) {
    (void)window;
    (void)err;
    if (first == 0)
        assert_int_equal(truncate(context, 100 * 1000), 0);
    return 0;
}

static int stream_to(int (*visit)(void *, const struct measurement *, size_t, struct err *),
                     struct err *err) {
    const struct choice_visitor visitor = {.begin = pass, .points = visit, .end = pass_end};
    struct choices choices;
    struct archive *archive = open_archive(path);
    assert_int_equal(archive_choose(archive, &everything, &choices, err), 0);
    int code = choices_stream(archive, &choices, READER_SECONDS, &visitor, path, err);
    choices_release(&choices);
    archive_close(archive);
    return code;
}

static const char *const plain[] = {
    "-f NONE -l CONTI", "-f NONE -l /run_000001/axpy/openblas,/run_000001/axpy/blis:CHUNK=1x3x100"};

SOAK_TEST(a_file_that_becomes_shorter_is_damaged) {
    struct run *run = large_run(40, 3, 2300);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        struct err err = {""};
        unlink(path);
        append(path, run);
        h5repack(plain[i]);
        assert_int_equal(stream_to(cut_short, &err), ERR_DAMAGED);
        assert_non_null(strstr(err.message, "bench-store repair saves"));
        assert_null(strstr(err.message, "ended too early"));
    }
    run_free(run);
}

/* Where BLIS's samples begin, or their first chunk at the last point. */
static uint64_t address_of_samples(void) {
    static const hsize_t last[] = {39, 0, 0};
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    hid_t array = H5Dopen2(file, "/run_000001/axpy/blis", H5P_DEFAULT);
    hid_t list = H5Dget_create_plist(array);
    unsigned skipped;
    haddr_t chunk = 0;
    hsize_t size;
    if (H5Pget_layout(list) == H5D_CHUNKED)
        assert_true(H5Dget_chunk_info_by_coord(array, last, &skipped, &chunk, &size) >= 0);
    uint64_t address = chunk ? chunk : H5Dget_offset(array);
    H5Pclose(list);
    H5Dclose(array);
    H5Fclose(file);
    return address;
}

/* The file's addresses are little-endian and count from the end of the user block. HDF5 tells those
 * of chunks likewise, or from the begin of the file, depending on its version. */
static void put_address(uint64_t before, uint64_t after) {
    enum { MOST = 64 << 20 };
    unsigned char *bytes = malloc(MOST);
    FILE *file = fopen(path, "r+b");
    size_t size = fread(bytes, 1, MOST, file);
    uint64_t inside = htole64(before - LAYOUT_USER_BLOCK), whole = htole64(before);
    unsigned char *found = memmem(bytes, size, &inside, sizeof inside);
    found = found ? found : memmem(bytes, size, &whole, sizeof whole);
    after = htole64(after);
    assert_non_null(found);
    assert_int_equal(fseek(file, found - bytes, SEEK_SET), 0);
    assert_int_equal(fwrite(&after, sizeof after, 1, file), 1);
    fclose(file);
    free(bytes);
}

SOAK_TEST(samples_beyond_the_end_are_damage) {
    static const uint64_t beyond[] = {1000, 1 << 20, UINT64_MAX / 2, UINT64_MAX - 8};
    struct run *run = large_run(40, 3, 2300);
    for (size_t i = 0; i < 8; i++) {
        struct err err = {""};
        uint64_t far = beyond[i / 2];
        unlink(path);
        append(path, run);
        h5repack(plain[i % 2]);
        struct stat st;
        assert_int_equal(stat(path, &st), 0);
        put_address(address_of_samples(), far < UINT64_MAX / 2 ? (uint64_t)st.st_size + far : far);
        assert_int_equal(stream_to(pass_points, &err), ERR_DAMAGED);
        assert_non_null(strstr(err.message, path));
        assert_non_null(strstr(err.message, "run_000001"));
        assert_non_null(strstr(err.message, "--run chooses other runs"));
    }
    run_free(run);
}

/* Many measurements, of which that number HUGE has a point that is larger than a window. */
static struct run *run_with_huge(size_t huge) {
    static const char *const libraries[] = {"openblas", "blis"};
    struct run *run = run_new();
    facts_set_text(&run->facts, FACT_UUID, "0b8f6b9e-0000-4000-8000-000000000003");
    for (size_t i = 0; i < 40; i++) {
        char name[20];
        snprintf(name, sizeof name, "action%02zu", i);
        sample_measurement(run, name, 2, 1, i == huge ? 530 * 1000 : 10, libraries, 2);
    }
    return run;
}

/* What is read ahead meanwhile is in the same memory. */
SOAK_TEST(small_ones_beside_a_huge_one_are_what_they_were) {
    static const size_t places[] = {31, 0, 33};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct run *run = run_with_huge(places[i]);
        unlink(path);
        append(path, run);
        assert_some_streamed(run, 40, sizeof extents / sizeof *extents);
        h5repack("-f NONE -l CONTI");
        assert_some_streamed(run, 40, sizeof extents / sizeof *extents);
        run_free(run);
    }
}

/* --- what comes beside the samples --- */

/* Of the second series, alone, what it is the control of; its version is not asked for. */
static int assert_facts(void *context, const struct run *run, const struct measurement *got,
                        struct err *err) {
    const struct measurement *m = context;
    (void)err;
    assert_string_equal(facts_text(&run->facts, FACT_HOST, ""), "here");
    assert_string_equal(facts_text(&got->facts, FACT_SIZE_MEANS, ""), "length of x and y");
    assert_same_reals(got->flops, m->flops, m->points);
    assert_null(got->bytes);
    assert_memory_equal(got->seeds, m->seeds, m->points * sizeof *m->seeds);
    assert_memory_equal(got->series[1].status, m->series[1].status, m->points * sizeof(int64_t));
    assert_int_equal(got->series[0].facts.count, 0);
    assert_int_equal(got->series[1].facts.count, 1);
    assert_string_equal(facts_text(&got->series[1].facts, FACT_CONTROL_OF, ""), "openblas");
    return 0;
}

static void assert_facts_streamed(struct measurement *m) {
    static const struct choice_visitor visitor = {.begin = assert_facts};
    struct archive *archive = open_archive(path);
    struct choices choices;
    struct err err = {""};
    assert_int_equal(archive_choose(archive, &everything, &choices, &err), 0);
    if (choices_stream(archive, &choices, READER_TIMES | READER_HEAD, &visitor, m, &err))
        fail_msg("%s", err.message);
    choices_release(&choices);
    archive_close(archive);
}

TEST(few_facts_of_a_series_come_with_its_times) {
    struct run *run = sample_run();
    struct measurement *m = &run->measurements[0];
    facts_release(&m->series[0].facts);
    facts_release(&m->series[1].facts);
    measurement_add_term(m, "flops", NULL)[1] = 40;
    m->series[1].status[1] = CELL_HUNG;
    facts_set_text(&m->series[1].facts, FACT_CONTROL_OF, "openblas");
    facts_set_text(&m->series[1].facts, "version", "0.3.21");
    append(path, run);
    assert_facts_streamed(m);
    h5repack("-f NONE -l CONTI");
    assert_facts_streamed(m);
    run_free(run);
}

TEST(the_visitor_may_end_it_and_the_archive_stays_usable) {
    struct run *run = large_run(40, 3, 1200);
    append(path, run);
    struct archive *archive = open_archive(path);
    struct held h = {.expected = run, .wanted = READER_SECONDS, .stop_at = 1};
    struct err err = {""};
    assert_int_equal(stream_of(archive, &h, &err), ERR_INTERRUPTED);
    assert_string_equal(err.message, "that is enough");
    h.stop_at = 0;
    if (stream_of(archive, &h, &err))
        fail_msg("%s", err.message);
    struct run *read = read_run(archive, 0, NULL);
    assert_memory_equal(read->measurements[0].series[1].seconds,
                        run->measurements[0].series[1].seconds, 40 * 3 * 1200 * sizeof(double));
    run_free(read);
    run_free(run);
    archive_close(archive);
}

/* A bit of a chunk of BLIS's seconds. */
static void flip_a_bit(const char *name) {
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    hid_t array = H5Dopen2(file, name, H5P_DEFAULT);
    const hsize_t at[] = {0, 0, 0};
    hsize_t size;
    uint32_t skipped;
    assert_true(H5Dget_chunk_storage_size(array, at, &size) >= 0);
    unsigned char *bytes = malloc(size);
    assert_true(H5Dread_chunk(array, H5P_DEFAULT, at, &skipped, bytes) >= 0);
    bytes[size / 2] ^= 4;
    assert_true(H5Dwrite_chunk(array, H5P_DEFAULT, 0, at, size, bytes) >= 0);
    free(bytes);
    H5Dclose(array);
    H5Fclose(file);
}

static void assert_damaged(struct run *run, const char *name) {
    static const struct choice_visitor visitor = {
        .begin = pass, .points = pass_points, .end = pass_end};
    append(path, run);
    flip_a_bit(name);
    for (size_t i = 0; i < sizeof extents / sizeof *extents; i++) {
        struct choices choices;
        struct err err = {""};
        struct archive *archive = open_archive(path);
        assert_int_equal(archive_choose(archive, &everything, &choices, &err), 0);
        int code = choices_stream(archive, &choices, extents[i], &visitor, NULL, &err);
        assert_int_equal(code, ERR_DAMAGED);
        assert_non_null(strstr(err.message, path));
        assert_non_null(strstr(err.message, "run_000001"));
        assert_non_null(strstr(err.message, "--run chooses other runs"));
        choices_release(&choices);
        archive_close(archive);
    }
    unlink(path);
    run_free(run);
}

TEST(a_flipped_bit_is_damage) {
    assert_damaged(sample_run(), "/run_000001/axpy/blis");
    assert_damaged(sample_run(), "/run_000001/axpy/details/blis/status");
    assert_damaged(large_run(40, 3, 1200), "/run_000001/axpy/blis");
}
