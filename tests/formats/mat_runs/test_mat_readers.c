/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every other program that reads MAT-files finds in ours the same names, shapes and numbers as we
 * do: all of them are held against what mat_dump.h says. */
#include "tests/formats/mat_made.h"

#include "tests/formats/mat_run.h"
#include "tests/scipy.h"

enum { FILES = 4 };

static char directory[64], paths[FILES][96], *expected;

/* --- files of all kinds --- */

static struct mat_array numbers(struct mat_build *build, enum mat_class class) {
    static const struct {
        double real[2];
        float single[2];
        int64_t whole[2];
    } values = {{1.0 / 3, -2}, {0.1F, -2}, {0x0102030405060708, -7}};
    const void *from = class == MAT_DOUBLE   ? (const void *)values.real
                       : class == MAT_SINGLE ? (const void *)values.single
                                             : (const void *)values.whole;
    return mat_build_numbers(build, class, from, (size_t[]){1, 2}, 2);
}

/* A variable of each class that we write. */
static void write_classes(const char *path, enum mat_version version) {
    static const size_t dims[2] = {1, 2};
    struct made made;
    made_begin(&made, version);
    struct mat_build *build = &made.build;
    for (enum mat_class class = MAT_DOUBLE; class <= MAT_UINT64; class ++) {
        char name[16];
        snprintf(name, sizeof name, "a_%s", mat_class_name(class));
        made_add(&made, name, numbers(build, class));
    }
    struct mat_array array = numbers(build, MAT_DOUBLE);
    array.is_complex = 1;
    array.imaginary = array.real;
    made_add(&made, "complex_", array);
    array = mat_build_numbers(build, MAT_UINT8, "\1\0", (size_t[]){2, 1}, 2);
    array.is_logical = 1;
    made_add(&made, "logical_", array);
    const struct mat_array cells[2] = {mat_build_text(build, "text"), numbers(build, MAT_INT8)};
    made_add(
        &made, "cell_",
        (struct mat_array){.class = MAT_CELL, .rank = 2, .dims = dims, .count = 2, .items = cells});
    made_end(&made);
    FILE *file = fopen(path, "wb");
    assert_true(file && fwrite(made.bytes, made.n, 1, file) == 1 && fclose(file) == 0);
    free(made.bytes);
}

static void dump_file(FILE *to, const char *path) {
    struct source source;
    struct err err = {""};
    fprintf(to, "file %s\n", path);
    assert_int_equal(source_read(&source, path, SOURCE_MOST_BYTES, &err), 0);
    assert_int_equal(dump_memory(to, path, source.text, source.length, &err), 0);
    source_release(&source);
}

static int write_files(void **state) {
    (void)state;
    size_t length;
    strcpy(directory, "/tmp/benchmat-mat-XXXXXX");
    assert_non_null(mkdtemp(directory));
    for (size_t f = 0; f < FILES; f++)
        snprintf(paths[f], sizeof paths[f], "%s/%zu.mat", directory, f);
    struct run *run = mat_run_made(1), *both = mat_run_made(2);
    mat_run_write(run, paths[0], WRITING_SAMPLES);
    mat_run_write(both, paths[1], WRITING_USUAL);
    write_classes(paths[2], MAT_V6);
    write_classes(paths[3], MAT_V7);
    run_free(run);
    run_free(both);
    FILE *to = open_memstream(&expected, &length);
    for (size_t f = 0; f < FILES; f++)
        dump_file(to, paths[f]);
    return fclose(to);
}

static int remove_files(void **state) {
    (void)state;
    char program[96];
    for (size_t f = 0; f < FILES; f++)
        unlink(paths[f]);
    snprintf(program, sizeof program, "%s/matio_dump", directory);
    unlink(program);
    free(expected);
    return rmdir(directory);
}

/* --- other programs --- */

/* What COMMAND prints when it is given the files; to be freed. */
static char *output(const char *command) {
    char whole[2048], *text = NULL;
    size_t length, n;
    snprintf(whole, sizeof whole, "%s %s %s %s %s", command, paths[0], paths[1], paths[2],
             paths[3]);
    FILE *pipe = popen(whole, "r"), *to = open_memstream(&text, &length);
    assert_true(pipe && to);
    while ((n = fread(whole, 1, sizeof whole, pipe)) > 0)
        fwrite(whole, 1, n, to);
    fclose(to);
    assert_int_equal(pclose(pipe), 0);
    return text;
}

/* Word by word: the same, or the same number. */
static void assert_same_words(char *found, char *wanted) {
    char *rest = NULL, *rest_wanted = NULL, *end;
    char *word = strtok_r(found, " ", &rest), *other = strtok_r(wanted, " ", &rest_wanted);
    while (word && other) {
        double number = strtod(word, &end), same = strtod(other, NULL);
        if (*end || (number != same && !(isnan(number) && isnan(same))))
            assert_string_equal(word, other);
        word = strtok_r(NULL, " ", &rest);
        other = strtok_r(NULL, " ", &rest_wanted);
    }
    assert_true(!word && !other);
}

/* Line by line, so that a difference can be seen. */
static void assert_same_lines(char *found, char *wanted) {
    char *rest = NULL, *rest_wanted = NULL;
    char *line = strtok_r(found, "\n", &rest), *other = strtok_r(wanted, "\n", &rest_wanted);
    size_t lines = 0;
    for (; line && other; lines++) {
        if (strcmp(line, other) != 0)
            assert_same_words(line, other);
        line = strtok_r(NULL, "\n", &rest);
        other = strtok_r(NULL, "\n", &rest_wanted);
    }
    assert_true(!line && !other && lines > 100);
    free(found);
    free(wanted);
}

ALL_TESTS(write_files, remove_files);

TEST(octave_reads_our_numbers) {
    assert_same_lines(output("octave-cli -qf tests/formats/mat_octave_dump.m 2>/dev/null"),
                      strdup(expected));
}

TEST(matio_reads_our_numbers) {
    char command[512];
    snprintf(command, sizeof command,
             "cc -o %s/matio_dump tests/formats/mat_matio_dump.c "
             "$(pkg-config --cflags --libs matio) && %s/matio_dump",
             directory, directory);
    assert_same_lines(output(command), strdup(expected));
}

TEST(scipy_reads_our_numbers) {
    FILE *scipy = scipy_begin("tests/formats/against_loadmat.py compare");
    fputs(expected, scipy);
    scipy_agrees(scipy);
}
