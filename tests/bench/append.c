/* SPDX-License-Identifier: GPL-3.0-or-later */
/* append SOURCE REPEATS [NAME=ARCHIVE...]: how long it takes to append the first run of SOURCE, by
 * ours and by others, in turn. NAME is one of the ways below. Prints a line for each: its name, the
 * archive and the median of REPEATS, in seconds. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/bench/plain.h"
#include "tests/bench/rows.h"

/* --- ways to append --- */

struct contest {
    const struct way *way;
    char *path;
    sqlite3 *database;
    double *seconds; /* of each repeat */
};

static void append_ours(struct contest *c, struct run *run) {
    struct err err = {""};
    int code = archive_append(c->path, run, &err);
    plain_check(!code, c->path, &err);
}

static void append_plainly(struct contest *c, struct run *run) {
    hid_t file = plain_open(c->path);
    plain_write(file, run);
    plain_check(H5Fclose(file) >= 0, c->path, &(struct err){"HDF5 cannot close it"});
}

static void sync_path(const char *path, int flags) {
    int fd = open(path, flags);
    plain_check(fd >= 0 && fsync(fd) == 0, path, &(struct err){"cannot be synced"});
    close(fd);
}

static void append_and_sync(struct contest *c, struct run *run) {
    append_plainly(c, run);
    sync_path(c->path, O_RDWR);
}

static void copy(const char *from, const char *to) {
    static char buffer[1 << 20];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    plain_check(in && out, to, &(struct err){"cannot be copied to"});
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, in));)
        plain_check(fwrite(buffer, 1, n, out) == n, to, &(struct err){"cannot be written"});
    fclose(in);
    plain_check(fclose(out) == 0, to, &(struct err){"cannot be written"});
}

static void copy_and_rename(struct contest *c, struct run *run) {
    char aside[4096];
    struct contest other = {.path = aside};
    snprintf(aside, sizeof aside, "%s.aside", c->path);
    copy(c->path, aside);
    append_and_sync(&other, run);
    rename(aside, c->path);
    sync_path(".", O_RDONLY | O_DIRECTORY);
}

static void insert_rows(struct contest *c, struct run *run) {
    rows_insert_run(c->database, run);
}

static const struct way {
    const char *name;
    void (*append)(struct contest *c, struct run *run);
    const char *journal; /* of a database, which is made anew */
} ways[] = {
    {"ours", append_ours, NULL},
    {"plain", append_plainly, NULL},
    {"plain+fsync", append_and_sync, NULL},
    {"copy+rename", copy_and_rename, NULL},
    {"sqlite-delete", insert_rows, "DELETE"},
    {"sqlite-truncate", insert_rows, "TRUNCATE"},
    {"sqlite-persist", insert_rows, "PERSIST"},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* --- all of them, in turn --- */

static void enter(struct contest *c, char *argument, size_t repeats) {
    char *equals = strchr(argument, '=');
    for (size_t i = 0; equals && i < WAYS; i++)
        if (strlen(ways[i].name) == (size_t)(equals - argument) &&
            strncmp(argument, ways[i].name, (size_t)(equals - argument)) == 0)
            c->way = &ways[i];
    c->seconds = calloc(repeats, sizeof *c->seconds);
    plain_check(c->way && c->seconds, argument, &(struct err){"no such way"});
    c->path = equals + 1;
    c->database = c->way->journal ? rows_open(c->path, c->way->journal) : NULL;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void repeat_all(struct contest *contests, size_t count, size_t repeats, struct run *run) {
    for (size_t r = 0; r < repeats; r++)
        for (size_t i = 0; i < count; i++) {
            struct contest *c = &contests[(i + r) % count];
            plain_rename(run, (unsigned long)(r * count + i));
            double begin = now();
            c->way->append(c, run);
            c->seconds[r] = now() - begin;
        }
}

static int compare(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void print_median(struct contest *c, size_t repeats) {
    qsort(c->seconds, repeats, sizeof *c->seconds, compare);
    double median = (c->seconds[(repeats - 1) / 2] + c->seconds[repeats / 2]) / 2;
    printf("%s %s %.6f\n", c->way->name, c->path, median);
    if (c->database)
        sqlite3_close(c->database);
    free(c->seconds);
}

int main(int argc, char **argv) {
    size_t repeats = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    size_t count = argc > 3 ? (size_t)argc - 3 : 0;
    struct contest *contests = calloc(count + 1, sizeof *contests);
    if (!contests || !repeats || !count) {
        fputs("usage: append SOURCE REPEATS WAY=ARCHIVE...\n", stderr);
        return 64;
    }
    struct run *run = plain_take_run(argv[1]);
    for (size_t i = 0; i < count; i++)
        enter(&contests[i], argv[3 + i], repeats);
    repeat_all(contests, count, repeats, run);
    for (size_t i = 0; i < count; i++)
        print_median(&contests[i], repeats);
    run_free(run);
    free(contests);
    return 0;
}
