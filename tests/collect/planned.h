/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planned.h: what tests of actions share: plans of one answer each, judged by the last library of
 * the rig. */
#ifndef BENCHMAT_TESTS_COLLECT_PLANNED_H
#define BENCHMAT_TESTS_COLLECT_PLANNED_H

#include "collect/planning/plan.h"
#include "tests/collect/rig.h"
#include "tests/test.h"

static struct rig rig;
static struct libraries installed;

static inline int planned_begin(void **state) {
    (void)state;
    rig_begin(&rig);
    rig.settings.max_seeds = 1;
    rig.settings.stage_time = 1e-4;
    rig.settings.timeout = 60;
    return library_find_installed(&installed, NULL);
}

static inline int planned_end(void **state) {
    (void)state;
    rig_end(&rig);
    libraries_release(&installed);
    return rig_is_childless() ? 0 : -1;
}

/* The first of the installed libraries whose name begins with HOUSE, or NULL. */
static inline const struct library *planned_installed(const char *house) {
    for (size_t l = 0; l < installed.count; l++)
        if (strncmp(installed.items[l].name, house, strlen(house)) == 0)
            return &installed.items[l];
    return NULL;
}

/* Adds a copy of the installed LIBRARY. */
static inline void planned_add(const struct library *library) {
    size_t i = rig_add(&rig, library->name, library->paths[0]);
    rig.items[i].path_count = library->path_count;
    for (size_t p = 1; p < library->path_count; p++)
        rig.items[i].paths[p] = strdup(library->paths[p]);
}

static inline void planned_add_installed(void) {
    for (size_t l = 0; l < installed.count; l++)
        planned_add(&installed.items[l]);
}

/* Plans ACTION for all libraries of the rig but the last, which is to judge. With NO_JUDGE nobody
 * judges, and the residual alone decides. */
static inline struct plan planned(const char *action, char type, const char *sizes,
                                  int no_verifier) {
    struct worker_pool pool;
    struct plan plan = {0};
    struct err err = {""};
    size_t judge = rig.libraries.count - 1;
    rig_sizes(&rig, sizes);
    struct design_points design_points = rig_design_points(&rig, action);
    rig.settings.type = type;
    rig_pool(&rig, &pool, action, type, 1, (size_t)256 << 20);
    if (plan_make(&plan, &pool, judge, no_verifier ? PLAN_NOBODY : judge, PLAN_NOBODY,
                  &rig.settings, &design_points, 0, &rig.observer, &err))
        fail_msg("%s", err.message);
    design_points_release(&design_points);
    worker_pool_end(&pool);
    return plan;
}

/* All libraries of the rig but the last must be right at every one of SIZES. */
static inline void planned_all_right(const char *action, char type, const char *sizes) {
    struct plan plan = planned(action, type, sizes, 0);
    for (size_t p = 0; p < plan.count; p++)
        for (size_t i = 0; i < plan.library_count; i++) {
            const struct cell *cell = &plan.points[p].cells[i];
            if (cell->status != CELL_OK && !strstr(cell->fault, "lacks"))
                fail_msg("%s: %s %c: %s", rig.items[i].name, action, type, cell->fault);
        }
    plan_release(&plan);
}

/* The first one must be right by its residual alone. */
static inline void planned_first_right(const char *action, char type, const char *sizes) {
    struct plan plan = planned(action, type, sizes, 1);
    for (size_t p = 0; p < plan.count; p++)
        if (plan.points[p].cells[0].status != CELL_OK)
            fail_msg("%s %c: %s", action, type, plan.points[p].cells[0].fault);
    plan_release(&plan);
}

/* All must be wrong. */
static inline void planned_all_wrong(const char *action, char type, const char *sizes,
                                     int no_verifier) {
    struct plan plan = planned(action, type, sizes, no_verifier);
    for (size_t p = 0; p < plan.count; p++)
        for (size_t i = 0; i < plan.library_count; i++)
            if (plan.points[p].cells[i].status != CELL_WRONG)
                fail_msg("%s %c: %s at n = %d is not found out", action, type, rig.items[i].name,
                         (int)plan.points[p].design_point.size);
    plan_release(&plan);
}

#endif
