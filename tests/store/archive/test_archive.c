/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/store/fixture.h"

#include <hdf5.h>

/* --- comparing --- */

static void assert_same_facts(const struct facts *a, const struct facts *b) {
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const struct fact *left = &a->items[i], *right = facts_find(b, left->name);
        assert_non_null(right);
        assert_int_equal(left->kind, right->kind);
        if (left->kind == FACT_TEXT)
            assert_string_equal(left->text, right->text);
        else if (left->kind == FACT_INTEGER)
            assert_int_equal(left->integer, right->integer);
        else
            assert_memory_equal(&left->real, &right->real, sizeof left->real);
    }
}

static void assert_same_series(const struct measurement *m, const struct series *a,
                               const struct series *b) {
    assert_string_equal(a->name, b->name);
    assert_same_facts(&a->facts, &b->facts);
    assert_same_reals(a->seconds, b->seconds, measurement_elements(m, PER_SAMPLE));
    for (size_t d = 0; d < DETAILS; d++) {
        size_t count = measurement_elements(m, series_details[d].shape);
        const void *left = a->details[d];
        const void *right = b->details[d];
        assert_int_equal(!left, !right);
        if (!left)
            continue;
        if (series_details[d].type == DETAIL_REAL)
            assert_same_reals(left, right, count);
        else
            assert_memory_equal(left, right, count * sizeof(int64_t));
    }
}

static void assert_same_measurement(const struct measurement *a, const struct measurement *b) {
    assert_string_equal(a->name, b->name);
    assert_same_facts(&a->facts, &b->facts);
    assert_int_equal(a->points, b->points);
    assert_int_equal(a->rounds, b->rounds);
    assert_int_equal(a->max_seeds, b->max_seeds);
    assert_int_equal(a->team, b->team);
    assert_memory_equal(a->sizes, b->sizes, a->points * sizeof *a->sizes);
    assert_memory_equal(a->seeds, b->seeds, a->points * sizeof *a->seeds);
    for (size_t i = 0; i < MEASUREMENT_TERMS; i++) {
        const double *left = measurement_term_values(a, &measurement_terms[i]);
        const double *right = measurement_term_values(b, &measurement_terms[i]);
        assert_int_equal(!left, !right);
        if (left)
            assert_same_reals(left, right, a->points);
    }
    assert_int_equal(a->parameter_count, b->parameter_count);
    for (size_t i = 0; i < a->parameter_count; i++) {
        assert_string_equal(a->parameters[i].name, b->parameters[i].name);
        assert_same_reals(a->parameters[i].values, b->parameters[i].values, a->points);
    }
    assert_int_equal(a->series_count, b->series_count);
    for (size_t i = 0; i < a->series_count; i++)
        assert_same_series(a, &a->series[i], &b->series[i]);
}

static void assert_same_run(const struct run *a, const struct run *b) {
    assert_string_equal(a->name, b->name);
    assert_same_facts(&a->facts, &b->facts);
    assert_int_equal(a->measurement_count, b->measurement_count);
    for (size_t i = 0; i < a->measurement_count; i++)
        assert_same_measurement(&a->measurements[i], &b->measurements[i]);
}

/* --- round trips --- */

/* Odd names, names that collide once they are identifiers, long texts, everything undefined. */
static struct run *odd_run(void) {
    static char name_80[81], other_80[81];
    memset(name_80, 'n', 80);
    memcpy(other_80, name_80, 80);
    other_80[79] = 'm';
    const char *const libraries[] = {
        "openblas", "my lib-2 (copy)", "my_lib-2_(copy)", name_80, other_80, "sizes", "details",
        "end",      "2blas",           "libé/../x.so",    "",      "round"};
    struct run *run = sample_run();
    char *text = malloc(200001);
    for (int i = 0; i < 200000; i++)
        text[i] = "<object os=\"1\"/>\n"[i % 17];
    text[200000] = '\0';
    facts_set_text(&run->facts, FACT_TOPOLOGY, text);
    text[4096] = '\0';
    facts_set_text(&run->facts, "just short enough", text);
    strcpy(text + 4096, "é€😀");
    facts_set_text(&run->facts, "just too long: é", text);
    facts_set_text(&run->facts, "empty", "");
    facts_set_text(&run->facts, "CLASS", "a name that dimension scales use");
    facts_set_text(&run->facts, "_Netcdf4Dimid", "a name that netCDF uses");
    facts_set_text(&run->facts, "100% odd/name\n", "é€😀");
    facts_set_integer(&run->facts, "least", INT64_MIN);
    facts_set_real(&run->facts, "undefined", NAN);
    struct measurement *m = sample_measurement(run, "gemm-3 (half)", 3, 1, 1, libraries, 12);
    text[5000] = '\0';
    facts_set_text(&m->facts, "long", text);
    facts_set_text(&m->series[1].facts, "bindings", text);
    facts_set_text(&m->series[1].facts, "library", "a name of our own");
    facts_set_text(&m->series[1].facts, "units", "another");
    for (size_t i = 0; i < m->points; i++)
        m->series[2].seconds[i] = NAN;
    sample_measurement(run, "nothing", 1, 1, 1, NULL, 0);
    measurement_add_series(run_find(run, "nothing"), "never measured", NULL);
    struct measurement *empty = sample_measurement(run, "no library", 2, 2, 2, NULL, 0);
    measurement_add_parameter(empty, "details", NULL)->values[1] = -0.5;
    sample_parameters(run);
    sample_team(run);
    free(text);
    return run;
}

EACH_TEST(enter, leave);

TEST(a_run_comes_back_as_it_was) {
    struct run *run = odd_run();
    append(path, run);
    assert_string_equal(run->name, "run_000001");
    struct archive *archive = open_archive(path);
    struct run *read = read_run(archive, 0, NULL);
    assert_same_run(run, read);
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(run->facts.items[i].name, read->facts.items[i].name);
    run_free(read);
    archive_close(archive);
    run_free(run);
}

static struct measurement *named_alike(struct run *run, const char *action) {
    static const char *const libraries[] = {"flops", "bytes"};
    struct measurement *m = sample_measurement(run, action, 3, 1, 1, libraries, 2);
    facts_set_text(&m->series[0].facts, "term", "flops");
    return m;
}

static void say(struct measurement *m, const char *term, double number) {
    double *values = measurement_add_term(m, term, NULL);
    for (size_t p = 0; p < m->points; p++)
        values[p] = number * (double)m->sizes[p];
}

/* With none of the terms, either, or both: who is stored as "flops" differs. */
TEST(what_is_called_like_a_term_is_told_apart) {
    struct run *run = run_new();
    named_alike(run, "silent");
    say(named_alike(run, "counts operations"), "flops", 2);
    say(named_alike(run, "counts bytes"), "bytes", 24);
    struct measurement *m = named_alike(run, "counts both");
    measurement_add_parameter(m, "bytes", NULL)->values[1] = 7;
    say(m, "flops", 2);
    say(m, "bytes", 24);
    append(path, run);
    struct archive *archive = open_archive(path);
    struct run *read = read_run(archive, 0, NULL);
    assert_same_run(run, read);
    run_free(read);
    archive_close(archive);
    run_free(run);
}

TEST(one_action_can_be_read_alone) {
    struct run *run = odd_run(), *read;
    append(path, run);
    struct archive *archive = open_archive(path);
    read = read_run(archive, 0, "gemm-3 (half)");
    assert_int_equal(read->measurement_count, 1);
    assert_same_measurement(run_find(run, "gemm-3 (half)"), &read->measurements[0]);
    run_free(read);
    struct err err;
    assert_int_equal(archive_read_run(archive, 0, "foo", &read, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "run_000001"));
    assert_non_null(strstr(err.message, "foo"));
    const char *const *actions;
    size_t count;
    assert_int_equal(archive_run_actions(archive, 0, &actions, &count, &err), 0);
    assert_int_equal(count, 6);
    assert_string_equal(actions[0], "axpy");
    assert_string_equal(actions[1], "gemm-3 (half)");
    assert_string_equal(actions[2], "no library");
    archive_close(archive);
    run_free(run);
}

TEST(arrays_of_many_chunks_come_back) {
    static const char *const libraries[] = {"openblas"};
    struct run *run = run_new();
    sample_measurement(run, "axpy", 700, 11, 97, libraries, 1);
    append(path, run);
    struct archive *archive = open_archive(path);
    struct run *read = read_run(archive, 0, NULL);
    assert_same_run(run, read);
    run_free(read);
    archive_close(archive);
    run_free(run);
}

TEST(a_second_run_is_appended_to_the_first) {
    struct run *first = sample_run(), *second = odd_run();
    append(path, first);
    append(path, second);
    assert_string_equal(second->name, "run_000002");
    struct archive *archive = open_archive(path);
    assert_int_equal(archive_run_count(archive), 2);
    assert_string_equal(archive_run_name(archive, 0), "run_000001");
    assert_int_equal(archive_run_number(archive, 1), 2);
    struct run *read = read_run(archive, 0, NULL);
    assert_same_run(first, read);
    run_free(read);
    read = read_run(archive, 1, NULL);
    assert_same_run(second, read);
    run_free(read);
    archive_close(archive);
    run_free(first);
    run_free(second);
}

TEST(nobody_appends_to_what_is_being_read) {
    const struct access impatient = {.lock_timeout = 0.05};
    struct run *run = sample_run();
    struct err err = {""};
    append(path, run);
    struct archive *archive = open_archive(path);
    assert_int_equal(archive_append_with(path, run, &impatient, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "in use by a program that reads it"));
    struct run *read = read_run(archive, 0, NULL);
    run_free(read);
    archive_close(archive);
    assert_int_equal(runs_in(path), 1);
    append(path, run);
    assert_int_equal(runs_in(path), 2);
    run_free(run);
}

/* --- bad input --- */

static void write_file(const char *file, const void *bytes, size_t size) {
    FILE *f = fopen(file, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

/* Opening FILE fails with CODE and a message that names it and says WHAT. */
static void assert_refused(const char *file, int code, const char *what) {
    struct archive *archive;
    struct err err = {""};
    assert_int_equal(archive_open(&archive, file, &err), code);
    assert_null(archive);
    if (!strstr(err.message, file) || !strstr(err.message, what))
        fail_msg("\"%s\" does not say \"%s\"", err.message, what);
    assert_null(strchr(err.message, '\n'));
}

TEST(what_is_no_archive_is_refused_by_name) {
    assert_refused(path, ERR_FAILED, "no such file");
    assert_refused(directory, ERR_FAILED, "is a directory");
    assert_refused("/dev/null", ERR_FAILED, "not a regular file");
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_refused(path, ERR_FAILED, "not a regular file");
    unlink(path);
    write_file(path, "", 0);
    assert_refused(path, ERR_DAMAGED, "is empty");
    write_file(path, "size,seconds\n1,2\n", 17);
    assert_refused(path, ERR_DAMAGED, "a file of the format csv");
    H5Fclose(H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
    assert_refused(path, ERR_DAMAGED, "not an archive");
}

TEST(an_unreadable_file_is_refused) {
    struct run *run = sample_run();
    append(path, run);
    run_free(run);
    assert_int_equal(chmod(path, 0), 0);
    assert_int_equal(chmod(directory, 0755), 0);
    pid_t child = fork();
    if (child == 0) {
        struct archive *archive;
        struct err err;
        if (getuid() == 0 && setuid(65534))
            _exit(9);
        int code = archive_open(&archive, path, &err);
        _exit(code == ERR_FAILED && strstr(err.message, "Permission denied") ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void set_version(const char *version) {
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), type = H5Tcopy(H5T_C_S1);
    hid_t space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, strlen(version));
    H5Adelete(file, "format_version");
    hid_t attribute = H5Acreate2(file, "format_version", type, space, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Awrite(attribute, type, version) >= 0);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
    H5Fclose(file);
}

TEST(only_a_newer_major_version_is_refused) {
    struct run *run = sample_run();
    append(path, run);
    set_version("1.9");
    assert_int_equal(runs_in(path), 1);
    set_version("2.0");
    assert_refused(path, ERR_DAMAGED, "newer");
    struct err err;
    assert_int_equal(archive_append(path, run, &err), ERR_DAMAGED);
    assert_int_equal(archive_check_appendable(path, NULL, &err), ERR_DAMAGED);
    set_version("x");
    assert_refused(path, ERR_DAMAGED, "version");
    run_free(run);
}

/* --- what cannot be appended to --- */

static void assert_not_appendable(const char *file, const char *what) {
    struct err err = {""};
    struct run *run = sample_run();
    assert_true(archive_check_appendable(file, NULL, &err) < 0);
    if (!strstr(err.message, what))
        fail_msg("\"%s\" does not say \"%s\"", err.message, what);
    assert_true(archive_append(file, run, &err) < 0);
    assert_non_null(strstr(err.message, what));
    assert_null(run->name);
    run_free(run);
}

TEST(what_cannot_be_appended_to_is_said_beforehand) {
    char file[200];
    assert_int_equal(archive_check_appendable(path, NULL, NULL), 0);
    assert_int_equal(access(path, F_OK), -1);
    snprintf(file, sizeof file, "%s/none/results.h5", directory);
    assert_not_appendable(file, "directory does not exist");
    assert_not_appendable(directory, "is a directory");
    assert_not_appendable("/dev/full", "not a regular file");
    assert_not_appendable("", "empty");
    snprintf(file, sizeof file, "%s/dangling", directory);
    assert_int_equal(symlink("nowhere", file), 0);
    assert_not_appendable(file, "symbolic link");
    write_file(path, "precious", 8);
    assert_not_appendable(path, "unrecognised format");
    char kept[9] = "";
    int fd = open(path, O_RDONLY);
    assert_int_equal(read(fd, kept, 9), 8);
    assert_string_equal(kept, "precious");
    close(fd);
    write_file(path, "", 0);
    assert_int_equal(archive_check_appendable(path, NULL, NULL), 0);
    struct run *run = sample_run();
    append(path, run);
    assert_int_equal(archive_check_appendable(path, NULL, NULL), 0);
    run_free(run);
}

TEST(incomplete_and_empty_runs_are_refused) {
    struct err err;
    struct run *run = sample_run(), *empty = run_new();
    run->measurements[0].series[1].facts.incomplete = 1;
    assert_int_equal(archive_append(path, run, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "memory ran out"));
    assert_non_null(strstr(err.message, "blis"));
    assert_int_equal(archive_append(path, empty, &err), ERR_FAILED);
    assert_int_equal(access(path, F_OK), -1);
    run_free(run);
    run_free(empty);
}
