/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat_files DIRECTORY: how fast MAT-files of version 7 are written and read, beside matio, on the
 * same data in the same process, turn by turn. Prints the medians over the turns of the seconds,
 * and of the ratios of matio's to ours, by the wall's clock and by processor time. */
#include <matio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "formats/mat/mat_file.h"
#include "formats/mat/mat_writer.h"
#include "formats/files/source.h"

enum { LARGE = 4, LARGE_COUNT = 4000000, SMALL = 2000, SMALL_COUNT = 20, TURNS = 5 };

static char their_file[512], our_file[512];
static double *values;

static void fail(const char *what) {
    fprintf(stderr, "mat_files: %s\n", what);
    exit(1);
}

/* Times such as a clock of few digits gives: 128 MB become about 27 MB. */
static void make_values(void) {
    uint64_t state = 42;
    values = malloc(LARGE_COUNT * sizeof *values);
    for (size_t i = 0; i < LARGE_COUNT; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        values[i] = (double)(1000 + (state >> 56)) * 1e-9;
    }
}

/* --- writing --- */

static void write_theirs(size_t variables, size_t count) {
    mat_t *file = Mat_CreateVer(their_file, NULL, MAT_FT_MAT5);
    size_t dims[2] = {count, 1};
    for (size_t i = 0; file && i < variables; i++) {
        char name[16];
        snprintf(name, sizeof name, "v%zu", i);
        matvar_t *v =
            Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, values, MAT_F_DONT_COPY_DATA);
        if (Mat_VarWrite(file, v, MAT_COMPRESSION_ZLIB))
            fail("matio cannot write");
        Mat_VarFree(v);
    }
    Mat_Close(file);
}

static void write_ours(size_t variables, size_t count) {
    FILE *file = fopen(our_file, "wb");
    struct mat_writer writer;
    const size_t dims[2] = {count, 1};
    struct mat_array array = {
        .class = MAT_DOUBLE, .rank = 2, .dims = dims, .count = count, .real = values};
    struct err err = {""};
    int failed = !file || mat_writer_begin(&writer, file, MAT_V7, "bench", &err);
    for (size_t i = 0; !failed && i < variables; i++) {
        char name[16];
        snprintf(name, sizeof name, "v%zu", i);
        failed = mat_writer_add(&writer, name, &array, &err);
    }
    mat_writer_end(&writer);
    if (failed || fclose(file))
        fail(err.message);
}

/* --- reading --- */

static double read_theirs(void) {
    double last = 0;
    mat_t *file = Mat_Open(their_file, MAT_ACC_RDONLY);
    for (matvar_t *v; (v = Mat_VarReadNext(file)); Mat_VarFree(v))
        last += ((const double *)v->data)[v->dims[0] - 1];
    Mat_Close(file);
    return last;
}

static double read_ours(size_t threads) {
    double last = 0;
    struct source source;
    struct mat_file file;
    struct mat_load load;
    struct err err = {""};
    if (source_read(&source, their_file, SOURCE_MOST_BYTES, &err) ||
        mat_open(&file, their_file, source.text, source.length, 0, &err) ||
        mat_load(&file, threads, &load, &err))
        fail(err.message);
    for (size_t i = 0; i < load.count; i++) {
        const struct mat_array *array = &load.items[i].variable.array;
        last += mat_number(array, array->count - 1);
    }
    mat_load_release(&load);
    mat_close(&file);
    source_release(&source);
    return last;
}

/* --- turns --- */

struct moment {
    double wall, processor;
};

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static struct moment moment(void) {
    return (struct moment){seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID)};
}

static struct moment since(struct moment begin) {
    struct moment end = moment();
    return (struct moment){end.wall - begin.wall, end.processor - begin.processor};
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *from) {
    double sorted[TURNS];
    memcpy(sorted, from, sizeof sorted);
    qsort(sorted, TURNS, sizeof *sorted, ascending);
    return sorted[TURNS / 2];
}

static void print(const char *what, const struct moment *theirs, const struct moment *ours) {
    double wall[TURNS], processor[TURNS], their_wall[TURNS], our_wall[TURNS];
    for (size_t t = 0; t < TURNS; t++) {
        wall[t] = theirs[t].wall / ours[t].wall;
        processor[t] = theirs[t].processor / ours[t].processor;
        their_wall[t] = theirs[t].wall;
        our_wall[t] = ours[t].wall;
    }
    printf("%-34s matio %8.4f s  ours %8.4f s  ratio %5.2f  of processor time %5.2f\n", what,
           median(their_wall), median(our_wall), median(wall), median(processor));
}

static void time_writing(const char *what, size_t variables, size_t count) {
    struct moment theirs[TURNS], ours[TURNS], begin;
    struct stat their_size, our_size;
    for (size_t t = 0; t < TURNS; t++) {
        begin = moment();
        write_theirs(variables, count);
        theirs[t] = since(begin);
        begin = moment();
        write_ours(variables, count);
        ours[t] = since(begin);
    }
    print(what, theirs, ours);
    if (stat(their_file, &their_size) || stat(our_file, &our_size))
        fail("a file is gone");
    printf("%-34s matio %8.3f MB ours %8.3f MB ratio %5.3f\n", "  size",
           1e-6 * (double)their_size.st_size, 1e-6 * (double)our_size.st_size,
           (double)our_size.st_size / (double)their_size.st_size);
}

static void time_reading(const char *what, size_t threads) {
    struct moment theirs[TURNS], ours[TURNS], begin;
    for (size_t t = 0; t < TURNS; t++) {
        begin = moment();
        double last = read_theirs();
        theirs[t] = since(begin);
        begin = moment();
        if (read_ours(threads) != last)
            fail("the numbers differ");
        ours[t] = since(begin);
    }
    print(what, theirs, ours);
}

int main(int argc, char **argv) {
    if (argc != 2)
        fail("which directory?");
    snprintf(their_file, sizeof their_file, "%s/matio.mat", argv[1]);
    snprintf(our_file, sizeof our_file, "%s/ours.mat", argv[1]);
    make_values();
    time_writing("write 4 x 4,000,000 numbers", LARGE, LARGE_COUNT);
    time_reading("read them, one thread", 1);
    time_reading("read them, two threads", 2);
    time_writing("write 2000 x 20 numbers", SMALL, SMALL_COUNT);
    time_reading("read them, one thread", 1);
    return 0;
}
