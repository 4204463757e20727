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

/* Durstenfeld's shuffle, Communications of the ACM 7 (1964), algorithm 235. */
static void shuffle(struct random *random, size_t count, size_t *order) {
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    for (size_t i = count; i > 1; i--) {
        size_t j = random_below(random, (uint32_t)i), kept = order[i - 1];
        order[i - 1] = order[j];
        order[j] = kept;
    }
}

void order_turns(struct random *random, size_t seed, size_t count, size_t *square, size_t *turns) {
    size_t row = seed % count;
    if (row == 0)
        shuffle(random, count, square);
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

/* --- builds --- */

size_t builds_draw(uint64_t seed, const char *action, const char *name, size_t count,
                   size_t round) {
    size_t order[BUILDS_MOST];
    uint64_t of_action = random_derive_word(random_derive_word(seed, "builds"), action);
    struct random random = {random_derive(random_derive_word(of_action, name), round / count)};
    shuffle(&random, count, order);
    return order[round % count];
}

/* How code was placed in ROUNDS rounds. Two libraries are compared, or more. */
static void describe_placement(const struct participant *participants, size_t rounds,
                               struct measurement *m) {
    size_t libraries = 0, files = 0, alone = 0, few = 0;
    const char *lone = NULL;
    for (size_t i = 0; i < m->series_count; i++) {
        size_t count = participants[i].library->relink ? rounds : participants[i].build_count;
        int is_control = facts_find(&m->series[i].facts, FACT_CONTROL_OF) != NULL;
        libraries += !is_control;
        files += count && !is_control;
        if (count == 1 && !is_control && !participants[i].library->relink) {
            lone = m->series[i].name;
            alone++;
        }
        few += count && count < rounds;
    }
    char text[200];
    if (!files || libraries < 2)
        return;
    if (alone)
        snprintf(text, sizeof text, "one build of %.100s", alone == libraries ? "each" : lone);
    facts_set_text(&m->facts, FACT_CODE_PLACEMENT,
                   alone ? text
                   : few ? PLACED_IN_TURNS
                         : PLACED_ANEW);
}

void builds_describe(const struct settings *settings, const struct participant *participants,
                     size_t rounds, struct measurement *m) {
    for (size_t i = 0; i < m->series_count; i++) {
        struct series *series = &m->series[i];
        size_t count = participants[i].build_count, size;
        char *text = NULL;
        FILE *out = count > 1 ? open_memstream(&text, &size) : NULL;
        for (size_t round = 0; out && round < rounds; round++)
            fprintf(out, "%s%zu", round ? " " : "",
                    builds_draw(settings->seed, m->name, series->name, count, round) + 1);
        if (out && fclose(out) == 0)
            facts_set_text(&series->facts, FACT_BUILDS_DRAWN, text);
        else
            series->facts.incomplete |= count > 1;
        free(text);
    }
    describe_placement(participants, rounds, m);
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
            groups->items[groups->count++] =
                (struct thread_group){.threads = threads,
                                      .begin = p,
                                      .disturbance = {.interruptions = plan->interruptions.rate}};
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
