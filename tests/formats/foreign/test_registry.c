/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "formats/foreign/foreign.h"
#include "formats/csv/csv.h"
#include "formats/text/unicode.h"

static char directory[64], path[128];

static int set_up(void **state) {
    (void)state;
    strcpy(directory, "/tmp/benchmat-format-XXXXXX");
    return mkdtemp(directory) ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    DIR *open = opendir(directory);
    for (struct dirent *entry; (entry = readdir(open));) {
        snprintf(path, sizeof path, "%s/%.40s", directory, entry->d_name);
        if (*entry->d_name != '.')
            unlink(path);
    }
    closedir(open);
    return rmdir(directory);
}

/* Puts a file into the directory; PATH is it. */
static void put(const char *name, const char *text, size_t n) {
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "w");
    fwrite(text, 1, n, file);
    fclose(file);
}

static const struct format *detect(void) {
    const struct format *format = &csv_format;
    struct err err = {""};
    if (format_detect(path, &format, &err))
        fail_msg("%s", err.message);
    return format;
}

EACH_TEST(set_up, tear_down);

TEST_WITH(formats_are_found_by_name, NULL, NULL) {
    struct err err = {""};
    for (size_t f = 0; formats[f]; f++)
        assert_ptr_equal(format_find(formats[f]->name, &err), formats[f]);
    assert_null(format_find("xml", &err));
    assert_string_equal(err.message,
                        "unknown format 'xml'; formats are google-benchmark, jmh, pyperf, "
                        "pytest-benchmark, nanobench, hyperfine, criterion, catch2, go, "
                        "benchmarkdotnet, nvbench, asv, benchmark-ips, benchmarktools, vitest, "
                        "clickbench, mimalloc-bench, mat, btl, json, json-table, csv, tsv, "
                        "markdown, github-action, sqlite");
    assert_null(format_find("jsn", &err));
    assert_non_null(strstr(err.message, "; did you mean \"json\"?"));
}

TEST(content_counts_more_than_the_name) {
    static const char hyperfine[] = "{\"results\": [{\"command\": \"a\", \"times\": [1]}]}";
    static const char google[] = "{\"context\": {}, \"benchmarks\": []}";
    put("a.csv", hyperfine, strlen(hyperfine));
    assert_ptr_equal(detect(), &hyperfine_format);
    put("a.dat", google, strlen(google));
    assert_ptr_equal(detect(), &google_benchmark_format);
    put("a.txt", "size;seconds\n1;1\n", 17);
    assert_ptr_equal(detect(), &csv_format);
    put("bench_axpy_x.txt", "1 2\n", 4);
    assert_ptr_equal(detect(), &btl_format);
}

TEST(the_name_counts_where_content_says_nothing) {
    put("a.CSV", "x\n", 2);
    assert_ptr_equal(detect(), &csv_format);
    put("a.dat", "x\n", 2);
    assert_ptr_equal(detect(), &btl_format);
    put("a.csv", "", 0);
    assert_ptr_equal(detect(), &csv_format);
}

TEST(hdf5_is_no_format) {
    char block[2048] = "MATLAB 7.3 MAT-file";
    for (size_t at = 0; at <= 1024; at = at ? at * 2 : 512) {
        memcpy(block + at, "\211HDF\r\n\032\n", 8);
        put("a.csv", block, sizeof block);
        assert_null(detect());
        memset(block + at, 0, 8);
    }
    memcpy(block, "\211HDF\r\n\032\n", 8);
    put("a.csv", block, 8);
    struct err err = {""};
    struct runs runs;
    assert_int_equal(format_read(NULL, path, NULL, &runs, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "a.csv: an HDF5 file, which is read as an archive"));
}

TEST(what_is_not_recognised_is_refused) {
    const struct format *format;
    struct err err = {""};
    put("a.xyz", "\1\2\3\0\377", 5);
    assert_int_equal(format_detect(path, &format, &err), ERR_DAMAGED);
    assert_null(format);
    assert_non_null(strstr(err.message, "a.xyz: unrecognised format; `bench-store formats` lists "
                                        "what is read"));
    assert_int_equal(format_detect("/no/such", &format, &err), ERR_FAILED);
    assert_string_equal(err.message, "/no/such: no such file");
}

TEST(a_directory_is_one_run) {
    struct err err = {""};
    struct runs runs;
    put("bench_axpy_b.dat", "8 16\n9 18\n", 10);
    put("bench_axpy_a.dat", "8 8\n", 4);
    put("bench_aat_a.dat", "10 1000\n", 8);
    put("notes.txt", "x", 1);
    snprintf(path, sizeof path, "%s", directory);
    assert_ptr_equal(detect(), &btl_format);
    assert_int_equal(format_read(NULL, directory, NULL, &runs, &err), 0);
    struct run *run = foreign_only(&runs);
    assert_int_equal(run->measurement_count, 2);
    struct measurement *axpy = run_find(run, "axpy");
    assert_int_equal(axpy->points, 2);
    assert_true(foreign_seconds(axpy, "a", 0, 0, 0) == 2e-6);
    assert_true(foreign_seconds(axpy, "b", 1, 0, 0) == 1e-6);
    assert_int_equal(axpy->series[0].status[1], CELL_NOT_MEASURED);
    run_free(run);
    put("bench_axpy_c.dat", "x\n", 2);
    assert_int_equal(format_read(&btl_format, directory, NULL, &runs, &err), ERR_DAMAGED);
    assert_non_null(strstr(err.message, "bench_axpy_c.dat: line 1: not a size"));
}

TEST_WITH(reports_for_people_are_named, NULL, NULL) {
    static const char *const texts[][2] = {
        {"Load Average: 0.5\n"
         "-----------------------------------------------------\n"
         "Benchmark           Time             CPU   Iterations\n"
         "-----------------------------------------------------\n"
         "BM_a/8           12.3 ns         12.3 ns     55500000\n",
         "x.txt: Google Benchmark's report; give it --benchmark_format=json or csv"},
        {"Benchmark 1: ls\n  Time (mean \302\261 \317\203):  1.0 ms \302\261 0.1 ms\n",
         "x.txt: hyperfine's report; give it --export-json FILE"},
        {"\nreal\t0m1.234s\nuser\t0m1.1s\nsys\t0m0.1s\n",
         "x.txt: the shell's times; write it as a table, such as name,time_ms"},
        {"{\"metrics\":{\"http_req_duration\":{\"avg\":1.5}}}",
         "x.txt: k6's summary; write it as a table, such as name,time_ms"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        foreign_assert_refused(NULL, "x.txt", texts[i][0], NULL, texts[i][1]);
}
TEST(a_directory_without_results_is_refused) {
    struct err err = {""};
    struct runs runs;
    assert_int_equal(format_read(NULL, directory, NULL, &runs, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, ": no files of btl (.dat) in this directory"));
    assert_int_equal(format_read(&csv_format, directory, NULL, &runs, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "Is a directory"));
}

TEST_WITH(garbage_is_refused_by_every_format, NULL, NULL) {
    unsigned short seed[3] = {1, 2, 3};
    char garbage[512];
    for (int round = 0; round < 200; round++) {
        for (size_t i = 0; i < sizeof garbage; i++)
            garbage[i] = (char)nrand48(seed);
        for (size_t f = 0; formats[f]; f++)
            foreign_read_any(formats[f], "bench_axpy_x.dat", garbage, sizeof garbage);
    }
}

TEST(a_pipe_is_read_once) {
    int ends[2];
    struct err err = {""};
    struct runs runs;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "size,seconds\n8,1\n", 17), 17);
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    assert_int_equal(format_read(NULL, path, NULL, &runs, &err), 0);
    assert_int_equal(runs.items[0]->measurements[0].sizes[0], 8);
    runs_release(&runs);
    close(ends[0]);
}

TEST(a_file_without_end_is_refused) {
    struct err err = {""};
    struct runs runs;
    snprintf(path, sizeof path, "%s/long.csv", directory);
    put("long.csv", "", 0);
    assert_int_equal(truncate(path, (off_t)SOURCE_MOST_BYTES + 1), 0);
    assert_int_equal(format_read(&csv_format, path, NULL, &runs, &err), ERR_DAMAGED);
    assert_non_null(strstr(err.message, "long.csv: longer than 1024 MiB; read it in parts"));
}

/* The table of docs/formats.md has each of them, by its name in the first column. */
TEST_WITH(the_docs_list_all_formats, NULL, NULL) {
    struct source docs;
    struct err err = {""};
    if (source_read(&docs, "docs/formats.md", SOURCE_MOST_BYTES, &err))
        fail_msg("%s", err.message);
    char *text = strndup(docs.text, docs.length), *rest = text, *line;
    char names[2000] = " ";
    while ((line = strsep(&rest, "\n")))
        if (strncmp(line, "| ", 2) == 0 &&
            strlen(names) + strcspn(line + 2, "|") + 2 < sizeof names)
            strncat(strcat(names, " "), line + 2, strcspn(line + 2, "|"));
    for (char *comma; (comma = strchr(names, ','));)
        *comma = ' ';
    for (size_t f = 0; formats[f]; f++)
        if (!words_have(names, formats[f]->name))
            fail_msg("docs/formats.md does not list %s", formats[f]->name);
    free(text);
    source_release(&docs);
}

/* --- files in another dress --- */

/* Puts the source, in UTF-16 with a byte order mark, as PowerShell does it, and then by gzip. */
static void put_dressed(const char *name, const struct source *source, int is_utf16, int is_gzip) {
    char *text = strndup(source->text, source->length);
    uint16_t *units = calloc(source->length + 1, sizeof *units);
    size_t n = is_utf16 ? utf16_from_utf8(units + 1, text) : 0;
    units[0] = 0xfeff;
    const void *bytes = is_utf16 ? (const void *)units : text;
    size_t length = is_utf16 ? (n + 1) * sizeof *units : source->length;
    put(name, bytes, length);
    if (is_gzip) {
        gzFile file = gzopen(path, "wb");
        assert_int_equal(gzwrite(file, bytes, (unsigned)length), length);
        gzclose(file);
    }
    free(units);
    free(text);
}

static void assert_same(const struct run *a, const struct run *b) {
    assert_int_equal(a->measurement_count, b->measurement_count);
    for (size_t i = 0; i < a->measurement_count; i++) {
        const struct measurement *m = &a->measurements[i], *other = &b->measurements[i];
        assert_string_equal(m->name, other->name);
        assert_int_equal(m->series_count, other->series_count);
        for (size_t s = 0; s < m->series_count; s++)
            assert_memory_equal(m->series[s].seconds, other->series[s].seconds,
                                measurement_elements(m, PER_SAMPLE) * sizeof(double));
    }
}

TEST(what_is_compressed_or_utf16_is_read_as_it_is) {
    DIR *open = opendir(FOREIGN_SAMPLES);
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(open));) {
        char from[300], name[300], sample[201];
        struct err err = {""};
        struct source source;
        struct runs runs;
        snprintf(sample, sizeof sample, "%.200s", entry->d_name);
        snprintf(from, sizeof from, FOREIGN_SAMPLES "%s", sample);
        if (*entry->d_name == '.' || source_read(&source, from, SOURCE_MOST_BYTES, &err)) {
            source_release(&source);
            continue;
        }
        struct run *run = foreign_sample(NULL, sample, NULL);
        for (int dress = 1; dress < 4; dress++) {
            snprintf(name, sizeof name, "%s%s", sample, dress & 2 ? ".gz" : "");
            put_dressed(name, &source, dress & 1, dress & 2);
            assert_ptr_equal(detect(),
                             format_find(facts_text(&run->facts, FACT_SOURCE_FORMAT, ""), NULL));
            if (format_read(NULL, path, NULL, &runs, &err))
                fail_msg("%s", err.message);
            assert_string_equal(runs.items[0]->name, run->name);
            assert_same(run, runs.items[0]);
            runs_release(&runs);
        }
        run_free(run);
        source_release(&source);
        count++;
    }
    closedir(open);
    assert_true(count >= 10);
}
