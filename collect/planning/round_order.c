/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/planning/round_order.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/harness/random.h"

/* --- turns --- */

struct random order_stream(uint64_t seed, const char *action, size_t round, size_t point) {
    uint64_t of_action = random_derive_word(random_derive_word(seed, "order"), action);
    return (struct random){random_derive(random_derive(of_action, round), point)};
}

void order_turns(struct random *random, size_t seed, size_t count, size_t *square, size_t *turns) {
    size_t row = seed % count;
    if (row == 0) {
        for (size_t i = 0; i < count; i++)
            square[i] = i;
        /* Durstenfeld's shuffle, Communications of the ACM 7 (1964), algorithm 235. */
        for (size_t i = count; i > 1; i--) {
            size_t j = random_below(random, (uint32_t)i), kept = square[i - 1];
            square[i - 1] = square[j];
            square[j] = kept;
        }
    }
    for (size_t i = 0; i < count; i++)
        turns[i] = square[(i + row) % count];
}

/* --- memory layout --- */

uint64_t memory_layout_layout(const struct settings *settings, const char *action, size_t round) {
    if (settings->placement == PLACEMENT_FREE)
        return 0;
    uint64_t of_action = random_derive_word(random_derive_word(settings->seed, "layout"), action);
    uint64_t layout =
        random_derive(of_action, settings->placement == PLACEMENT_FIXED ? 0 : 1 + round);
    return layout ? layout : 1;
}

void memory_layout_describe(const struct settings *settings, const char *action, size_t rounds,
                            struct facts *facts) {
    static const char *const names[] = {
        [PLACEMENT_COMMON] = "common",
        [PLACEMENT_FIXED] = "fixed",
        [PLACEMENT_FREE] = "free",
    };
    char *text = NULL;
    size_t size, drawn = rounds;
    facts_set_text(facts, "layout", names[settings->placement]);
    if (settings->placement == PLACEMENT_FREE)
        return;
    if (settings->placement == PLACEMENT_FIXED)
        drawn = 1;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    for (size_t round = 0; round < drawn; round++)
        fprintf(out, "%s%016" PRIx64, round ? " " : "",
                memory_layout_layout(settings, action, round));
    fclose(out);
    facts_set_text(facts, "layouts", text);
    free(text);
}

/* --- thread groups --- */

int thread_groups_find(struct thread_groups *groups, const struct plan *plan, struct err *err) {
    size_t count = plan_count_thread_groups(plan) + 1;
    *groups = (struct thread_groups){.items = calloc(count, sizeof *groups->items),
                                     .turns = calloc(count, sizeof *groups->turns),
                                     .square = calloc(count, sizeof *groups->square)};
    if (!groups->items || !groups->turns || !groups->square)
        return err_set(err, ERR_FAILED, "no memory for the order of %zu numbers of threads", count);
    for (size_t p = 0; p < plan->count; p++) {
        int threads = plan->points[p].design_point.threads;
        if (p == 0 || plan->points[p - 1].design_point.threads != threads)
            groups->items[groups->count++] = (struct thread_group){.threads = threads, .begin = p};
        groups->items[groups->count - 1].end = p + 1;
    }
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
