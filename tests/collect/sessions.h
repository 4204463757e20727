/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sessions.h: what tests of whole sessions share: a job prepared and measured, and its cells. For
 * after cmocka.h. */
#ifndef BENCHMAT_TESTS_COLLECT_SESSIONS_H
#define BENCHMAT_TESTS_COLLECT_SESSIONS_H

#include "collect/session/resumption.h"
#include "collect/session/session.h"
#include "tests/collect/rig.h"
#include "tests/test.h"

static struct rig rig;
static struct run *run;
static struct job job;
static size_t descriptors;

static inline int sessions_begin(void **state) {
    (void)state;
    descriptors = rig_count_descriptors();
    rig_begin(&rig);
    run = run_new();
    job = (struct job){0};
    return 0;
}

static inline int sessions_end(void **state) {
    (void)state;
    run_free(run);
    session_release(&job);
    rig_end(&rig);
    if (rig_count_descriptors() != descriptors)
        print_error("descriptors were %zu and are %zu\n", descriptors, rig_count_descriptors());
    return rig_is_childless() && rig_count_descriptors() == descriptors ? 0 : -1;
}

static inline int prepare(const char *action, const char *sizes, struct err *err) {
    struct session session = rig_session(&rig);
    if (sizes)
        rig_sizes(&rig, sizes);
    return session_prepare(&session, rig_action(action), NULL, &job, err);
}

static inline int measure(struct err *err) {
    struct session session = rig_session(&rig);
    return session_measure(&session, &job, run, err);
}

static inline const struct measurement *collected(const char *action, const char *sizes) {
    struct err err = {""};
    if (prepare(action, sizes, &err) || measure(&err))
        fail_msg("%s", err.message);
    return &run->measurements[0];
}

static inline size_t count_samples(const struct measurement *m, const struct series *s,
                                   size_t point) {
    size_t count = 0;
    for (size_t k = 0; k < m->rounds * m->max_seeds; k++)
        count += !isnan(s->seconds[point * m->rounds * m->max_seeds + k]);
    return count;
}

/* Status and samples of a library at a size: measured fully where it is ok or wrong, not at all
 * where it is something else. */
static inline void assert_cell(const struct measurement *m, const char *library, size_t point,
                               enum cell_status status) {
    const struct series *s = measurement_find(m, library);
    assert_non_null(s);
    if (s->status[point] != (int64_t)status)
        fail_msg("%s at size %d is %s, not %s", library, (int)m->sizes[point],
                 cell_status_name((int)s->status[point]), cell_status_name((int)status));
    size_t expected =
        status == CELL_OK || status == CELL_WRONG ? m->rounds * (size_t)m->seeds[point] : 0;
    if (count_samples(m, s, point) != expected)
        fail_msg("%s at size %d has %zu samples, not %zu", library, (int)m->sizes[point],
                 count_samples(m, s, point), expected);
}

#endif
