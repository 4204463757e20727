/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/thread_groups.h"

#include <stdio.h>
#include <stdlib.h>

#include "collect/planning/order.h"

static void fill(struct thread_groups *groups, const struct plan *plan) {
    for (size_t p = 0; p < plan->count; p++) {
        int threads = plan->points[p].design_point.threads;
        if (p == 0 || plan->points[p - 1].design_point.threads != threads)
            groups->items[groups->count++] = (struct thread_group){.threads = threads, .begin = p};
        groups->items[groups->count - 1].end = p + 1;
    }
}

int thread_groups_find(struct thread_groups *groups, const struct plan *plan, struct err *err) {
    size_t count = plan_count_thread_groups(plan) + 1;
    *groups = (struct thread_groups){.items = calloc(count, sizeof *groups->items),
                                     .turns = calloc(count, sizeof *groups->turns),
                                     .square = calloc(count, sizeof *groups->square)};
    if (!groups->items || !groups->turns || !groups->square)
        return err_set(err, ERR_FAILED, "no memory for the order of %zu numbers of threads", count);
    fill(groups, plan);
    return 0;
}

void thread_groups_release(struct thread_groups *groups) {
    free(groups->items);
    free(groups->turns);
    free(groups->square);
    *groups = (struct thread_groups){0};
}

void thread_groups_draw(struct thread_groups *groups, uint64_t seed, const char *action,
                        size_t round) {
    struct random random = order_stream(seed, action, round, ORDER_ALL_THREADS);
    order_turns(&random, 0, groups->count, groups->square, groups->turns);
}

void thread_groups_describe(struct thread_groups *groups, uint64_t seed, const char *action,
                            size_t rounds, struct facts *facts) {
    char *text = NULL;
    size_t size;
    FILE *out = groups->count > 1 ? open_memstream(&text, &size) : NULL;
    if (!out)
        return;
    for (size_t round = 0; round < rounds; round++) {
        thread_groups_draw(groups, seed, action, round);
        for (size_t t = 0; t < groups->count; t++)
            fprintf(out, "%s%d",
                    t       ? ","
                    : round ? " "
                            : "",
                    groups->items[groups->turns[t]].threads);
    }
    fclose(out);
    facts_set_text(facts, "thread_orders", text);
    free(text);
}
