/* SPDX-License-Identifier: GPL-3.0-or-later */
/* many.h: archives of several runs that can be told apart. */
#ifndef BENCHMAT_TESTS_STORE_MANY_H
#define BENCHMAT_TESTS_STORE_MANY_H

#include "tests/store/fixture.h"

#include "store/archive/archive_survey.h"
#include "store/schema/digest.h"
#include "store/hdf5/h5.h"
#include "tests/test.h"

/* The sample run with a uuid and a host of its own, and one second and one count of bytes that are
 * its own too. */
static inline struct run *numbered_run(unsigned number) {
    char text[40];
    struct run *run = sample_run();
    snprintf(text, sizeof text, "%08x-0000-4000-8000-%012x", 0xabc00000 + number, number);
    facts_set_text(&run->facts, FACT_UUID, text);
    snprintf(text, sizeof text, "host-%u", number);
    facts_set_text(&run->facts, FACT_HOST, text);
    run->measurements[0].series[0].seconds[0] = number;
    measurement_add_term(&run->measurements[0], "bytes", NULL)[0] = 24 * number;
    return run;
}

/* The numbered run with a measurement of a team as well. */
static inline struct run *team_run(unsigned number) {
    struct run *run = numbered_run(number);
    sample_team(run);
    return run;
}

static inline void append_numbered(const char *file, unsigned from, unsigned to) {
    for (unsigned number = from; number <= to; number++) {
        struct run *run = numbered_run(number);
        append(file, run);
        run_free(run);
    }
}

/* The number that numbered_run gave to the run at POSITION. */
static inline unsigned number_of(const char *file, size_t position) {
    struct archive *archive = open_archive(file);
    struct run *run = read_run(archive, position, NULL);
    unsigned number = (unsigned)run->measurements[0].series[0].seconds[0];
    run_free(run);
    archive_close(archive);
    return number;
}

static inline void digest_in(const char *file, size_t position, char digest[DIGEST_TEXT]) {
    struct archive *archive = open_archive(file);
    struct run *run = read_run(archive, position, NULL);
    assert_int_equal(digest_run(run, digest, NULL), 0);
    run_free(run);
    archive_close(archive);
}

static inline char *beside(const char *name) {
    static char paths[4][128];
    static unsigned next;
    char *result = paths[next++ % 4];
    snprintf(result, sizeof paths[0], "%s/%s", directory, name);
    return result;
}

static inline void copy_file(const char *from, const char *to) {
    char command[400];
    snprintf(command, sizeof command, "cp '%s' '%s'", from, to);
    assert_int_equal(system(command), 0);
}

static inline int exists(const char *file) {
    return access(file, F_OK) == 0;
}

static inline long size_of(const char *file) {
    struct stat st;
    assert_int_equal(stat(file, &st), 0);
    return (long)st.st_size;
}

#endif
