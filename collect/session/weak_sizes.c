/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/session/weak_sizes.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/processes/action_process.h"

static const char *many(const struct job *job) {
    return job->action->is_parallel ? "ranks" : "threads";
}

static const char *one_of(const struct job *job) {
    return job->action->is_parallel ? "rank" : "thread";
}

int weak_sizes_check_threads(const struct job *job, struct err *err) {
    const struct design_points *all = &job->design_points;
    for (size_t i = 1; i < all->count; i++)
        if (all->items[i].threads != all->items[0].threads)
            return 0;
    return err_set(err, ERR_USAGE,
                   "--scaling: %.64s has a single number of %s, so nothing scales; give several, "
                   "such as --%s 1,2",
                   job->action->name, many(job), many(job));
}

/* --- work --- */

/* Sets WORK to that of a call, over the number of threads: flops or bytes, as asked. */
static int get_work(const struct job *job, const struct design_point *point, int has_flops,
                    double *work, struct err *err) {
    int status = action_query_ask(job->action, point, err);
    if (status)
        return status;
    struct terms terms = action_info_terms(job->action, point);
    *work = (has_flops ? terms.flops : terms.bytes) / point->threads;
    return 0;
}

/* Sets WORK to that of ONE, which has one thread, and HAS_FLOPS. */
static int get_wanted(const struct job *job, const struct design_point *one, int *has_flops,
                      double *work, struct err *err) {
    *has_flops = 1;
    int status = get_work(job, one, 1, work, err);
    if (status == 0 && !(*work > 0)) {
        *has_flops = 0;
        status = get_work(job, one, 0, work, err);
    }
    if (status || *work > 0)
        return status;
    return err_set(err, ERR_USAGE,
                   "--scaling weak: %.64s tells neither the operations nor the bytes of a call, so "
                   "the size with the same work per %s is not known; leave --scaling weak out",
                   job->action->name, one_of(job));
}

/* --- sizes --- */

/* Sizes below and above the one looked for, with their work over that wanted. */
struct bracket {
    int64_t low, high;
    double low_work, high_work;
};

static int try_size(const struct job *job, struct design_point *point, int64_t size, int has_flops,
                    double wanted, double *work, struct err *err) {
    point->size = size;
    int status = get_work(job, point, has_flops, work, err);
    *work /= wanted;
    return status;
}

/* Doubles the upper end until it has work enough, and then halves the distance. */
static int find_bracket(const struct job *job, struct design_point *point, int has_flops,
                        double wanted, struct bracket *bracket, struct err *err) {
    *bracket = (struct bracket){.high = point->size};
    int status = try_size(job, point, bracket->high, has_flops, wanted, &bracket->high_work, err);
    while (status == 0 && !(bracket->high_work >= 1) && bracket->high < SIZES_LARGEST_INT) {
        bracket->low = bracket->high;
        bracket->low_work = bracket->high_work;
        bracket->high =
            bracket->high < SIZES_LARGEST_INT / 2 ? 2 * bracket->high : SIZES_LARGEST_INT;
        status = try_size(job, point, bracket->high, has_flops, wanted, &bracket->high_work, err);
    }
    while (status == 0 && bracket->high - bracket->low > 1) {
        int64_t middle = bracket->low + (bracket->high - bracket->low) / 2;
        double work;
        status = try_size(job, point, middle, has_flops, wanted, &work, err);
        *(work >= 1 ? &bracket->high : &bracket->low) = middle;
        *(work >= 1 ? &bracket->high_work : &bracket->low_work) = work;
    }
    return status;
}

/* Gives POINT the size nearest in work per thread to its own with one thread, and widens OFF. */
static int grow(const struct job *job, struct design_point *point, double *off, struct err *err) {
    struct design_point one = *point;
    struct bracket bracket;
    double wanted;
    int has_flops;
    one.threads = 1;
    int status = get_wanted(job, &one, &has_flops, &wanted, err);
    if (status || point->threads == 1)
        return status;
    status = find_bracket(job, point, has_flops, wanted, &bracket, err);
    if (status)
        return status;
    int is_low = fabs(log(bracket.low_work)) < fabs(log(bracket.high_work));
    double work = is_low ? bracket.low_work : bracket.high_work;
    point->size = is_low ? bracket.low : bracket.high;
    *off = fmax(*off, fabs(work - 1));
    if (fabs(log(work)) <= log1p(WEAK_SIZES_TOLERANCE))
        return 0;
    return err_set(err, ERR_USAGE,
                   "--scaling weak: %.64s at n = %" PRId64 " has no size with the same work per %s "
                   "with %d %s: the nearest, %" PRId64 ", has %.3g times as much; choose larger "
                   "--sizes",
                   job->action->name, one.size, one_of(job), point->threads, many(job), point->size,
                   work);
}

/* --- all points --- */

/* "n = 100 becomes n = 126, 2 threads; n = 159, 4 threads" */
static void tell(const struct job *job, const int64_t *before, int64_t size, double off,
                 struct observer *observer) {
    char *line = NULL, where[DESIGN_POINTS_TEXT];
    size_t length;
    FILE *file = open_memstream(&line, &length);
    if (!file)
        return;
    fprintf(file, "%.64s: weak scaling: n = %" PRId64 " becomes", job->action->name, size);
    const char *between = " ";
    for (size_t i = 0; i < job->design_points.count; i++) {
        const struct design_point *point = &job->design_points.items[i];
        if (before[i] != size || point->threads == 1)
            continue;
        design_points_describe(job->action, point, where);
        fprintf(file, "%s%s", between, where);
        between = "; ";
    }
    fprintf(file, "; work per %s the same within %.2g %%", one_of(job), 100 * off);
    if (fclose(file) == 0)
        observer->note(observer, NOTE_PLAN, line);
    free(line);
}

int weak_sizes_choose(struct job *job, struct observer *observer, struct err *err) {
    struct design_points *all = &job->design_points;
    int status = weak_sizes_check_threads(job, err);
    if (status == 0 && !job->action->size_means)
        status = err_set(err, ERR_USAGE,
                         "--scaling weak: %.64s has no size that could grow with the %s; leave "
                         "it out",
                         job->action->name, many(job));
    int64_t *before = calloc(all->count + 1, sizeof *before);
    double off = 0;
    if (status == 0 && !before)
        status = err_set(err, ERR_FAILED, "no memory for %zu sizes", all->count);
    for (size_t i = 0; status == 0 && i < all->count; i++) {
        before[i] = all->items[i].size;
        status = grow(job, &all->items[i], &off, err);
    }
    size_t sizes = all->count ? design_points_end_curve(all, 0) : 0;
    for (size_t i = 0; status == 0 && i < sizes; i++)
        tell(job, before, before[i], off, observer);
    free(before);
    return status;
}
