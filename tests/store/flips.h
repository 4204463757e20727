/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flips.h: one bit of an archive is flipped, here and there: never a crash, and never another run
 * without an error. */
#ifndef BENCHMAT_TESTS_STORE_FLIPS_H
#define BENCHMAT_TESTS_STORE_FLIPS_H

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/archive/archive.h"
#include "store/schema/digest.h"
#include "store/hdf5/h5.h"
#include "store/tools/verify.h"

struct flips {
    long tried, found, wrong;
};

/* What is done to each spoilt archive: returns whether the damage was found; -1 when it was not and
 * something has changed. */
typedef int flips_look(const char *file, const void *right);

static inline int flips_flip(int fd, off_t at, unsigned char bit) {
    unsigned char byte;
    if (pread(fd, &byte, 1, at) != 1)
        return -1;
    byte ^= bit;
    return pwrite(fd, &byte, 1, at) == 1 ? 0 : -1;
}

/* Every STRIDE-th byte from FROM on loses a bit and gets it back. */
static inline struct flips flips_try(const char *file, off_t from, off_t stride, flips_look *look,
                                     const void *right) {
    struct flips flips = {0};
    int fd = open(file, O_RDWR);
    for (off_t at = from; at < lseek(fd, 0, SEEK_END); at += stride) {
        unsigned char bit = (unsigned char)(1 << at % 8);
        if (flips_flip(fd, at, bit))
            break;
        int found = look(file, right);
        flips.tried++;
        flips.found += found > 0;
        flips.wrong += found < 0;
        if (found < 0)
            fprintf(stderr, "bit %d of byte %lld: unnoticed\n", (int)(at % 8), (long long)at);
        if (flips_flip(fd, at, bit))
            break;
    }
    close(fd);
    return flips;
}

/* --- as a run is read --- */

static inline int flips_is_same(const double *a, const double *b, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i] && !(isnan(a[i]) && isnan(b[i])))
            return 0;
    return 1;
}

static inline int flips_has_same_seconds(const struct run *run, const struct run *right) {
    const struct measurement *m = run_find(run, "axpy");
    for (size_t i = 0; m && i < m->series_count; i++) {
        const struct series *was = measurement_find(&right->measurements[0], m->series[i].name);
        if (!was ||
            !flips_is_same(m->series[i].seconds, was->seconds, measurement_elements(m, PER_SAMPLE)))
            return 0;
    }
    return 1;
}

/* RIGHT is the only run that the archive had. */
static inline int flips_read(const char *file, const void *right) {
    struct archive *archive;
    struct run *run = NULL;
    int failed = archive_open(&archive, file, NULL) || archive_run_count(archive) != 1 ||
                 archive_read_run(archive, 0, "axpy", &run, NULL);
    int result = failed ? 1 : flips_has_same_seconds(run, right) ? 0 : -1;
    run_free(run);
    archive_close(archive);
    return result;
}

/* --- as it is verified --- */

struct flips_digests {
    size_t count, faults;
    char digests[2][DIGEST_TEXT];
};

static inline void flips_take(void *context, const struct verify_finding *finding) {
    struct flips_digests *d = context;
    if (finding->run && finding->digest && d->count < 2)
        strcpy(d->digests[d->count], finding->digest);
    d->count += finding->run != NULL;
    d->faults += finding->fault != NULL;
}

/* RIGHT has the digests of the two runs that the archive had. */
static inline int flips_verify(const char *file, const void *right) {
    const struct flips_digests *was = right;
    struct flips_digests is = {0};
    if (verify_archive(file, NULL, flips_take, &is, NULL) || is.faults)
        return 1;
    return is.count == 2 && memcmp(is.digests, was->digests, sizeof is.digests) == 0 ? 0 : -1;
}

/* --- both --- */

static inline struct flips flips_of_reading(const char *file, const struct run *run, off_t stride) {
    return flips_try(file, LAYOUT_USER_BLOCK, stride, flips_read, run);
}

static inline struct flips flips_of_verifying(const char *file, off_t stride) {
    struct flips_digests right = {0};
    if (verify_archive(file, NULL, flips_take, &right, NULL) || right.faults)
        return (struct flips){.wrong = 1};
    return flips_try(file, 0, stride, flips_verify, &right);
}

#endif
