/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gates: what a gate within one run (gate.h) does with libraries that are all alike, and with one
 * that is slower by so much in all cells: how many runs regress, how many cells pass, and how many
 * are inconclusive. Prints the table of docs/continuous-integration.md. Fails if more than 5 % of
 * runs of equal libraries regress at a margin of 0, or if more than 2.5 % of the cells pass that
 * are slower by just more than the margin. */
#include "analyze/comparison/gate.h"
#include "tests/analyze/coverage.h"
#include "tests/soak/simulation.h"

enum { RUNS = 1000 };

static unsigned short seed[3];
static int wrong;

struct outcomes {
    size_t runs, regressed, cells, within, inconclusive; /* cells: of library 1 */
};

static void add_run(struct outcomes *all, const struct population *like, size_t rounds,
                    double margin) {
    const struct table_options options = {
        .reference = "library-0", .spared = NEED_ALL & ~(NEED_ORDER | NEED_VERDICT | NEED_RATIO)};
    struct run *run = coverage_run(like, rounds, seed);
    struct table table = coverage_table(run, &options);
    enum gate_outcome *outcomes = calloc(table.row_count + 1, sizeof *outcomes);
    struct gate gate;
    if (!outcomes)
        abort();
    gate_of_section(&gate, table.sections, table.rows, margin, outcomes);
    int has_regressed = 0;
    for (size_t i = 0; i < table.row_count; i++) {
        if (strcmp(table.rows[i].library, "library-1") != 0)
            continue;
        all->cells++;
        all->within += outcomes[i] == GATE_WITHIN;
        all->inconclusive += outcomes[i] == GATE_INCONCLUSIVE;
        has_regressed |= outcomes[i] == GATE_REGRESSED;
    }
    all->runs++;
    all->regressed += like->effect > 0 ? (size_t)has_regressed : gate.regressed > 0;
    free(outcomes);
    table_release(&table);
    run_free(run);
}

static double percent(size_t part, size_t of) {
    return 100 * (double)part / (double)of;
}

static void try_gate(const struct population *like, size_t rounds, double margin) {
    struct outcomes all = {0};
    for (size_t i = 0; i < RUNS; i++)
        add_run(&all, like, rounds, margin);
    printf("| %s | %g %% | %zu | %.1f | %.1f | %.1f |\n", like->name, 100 * margin, rounds,
           percent(all.regressed, all.runs), percent(all.within, all.cells),
           percent(all.inconclusive, all.cells));
    if (like->effect <= margin && !(like->is_blind && like->lasting > 0))
        wrong |= simulation_exceeds(like->name, all.regressed, all.runs, 0.05);
    if (like->effect > margin)
        wrong |= simulation_exceeds("cells that pass though they are slower", all.within, all.cells,
                                    0.025);
}

int main(void) {
    static const struct population populations[] = {
        {.name = "the same", .round = made_up_normal, .sample = made_up_normal},
        {.name = "the same, lasting differences of 0.5 %",
         .round = made_up_normal,
         .sample = made_up_normal,
         .lasting = 0.005},
        {.name = "slower by 1 %",
         .round = made_up_normal,
         .sample = made_up_normal,
         .effect = 0.01},
        {.name = "slower by 2.1 %",
         .round = made_up_normal,
         .sample = made_up_normal,
         .effect = 0.021},
        {.name = "slower by 3 %",
         .round = made_up_normal,
         .sample = made_up_normal,
         .effect = 0.03},
        {.name = "slower by 5 %",
         .round = made_up_normal,
         .sample = made_up_normal,
         .effect = 0.05},
    };
    /* By where code lies: what the linker chose once, which the control shares or not; or anew for
     * each round. */
    static const struct population placements[] = {
        {.name = "the same, linked once: 2.5 %",
         .round = made_up_normal,
         .sample = made_up_normal,
         .lasting = 0.025,
         .is_blind = 1},
        {.name = "the same, lasting differences of 2.5 %",
         .round = made_up_normal,
         .sample = made_up_normal,
         .lasting = 0.025},
        {.name = "the same, linked anew: 2.5 %",
         .round = made_up_normal,
         .sample = made_up_normal,
         .placed = 0.025,
         .is_blind = 1},
        {.name = "slower by 10 %, linked anew: 2.5 %",
         .round = made_up_normal,
         .sample = made_up_normal,
         .placed = 0.025,
         .is_blind = 1,
         .effect = 0.1},
    };
    simulation_seed(seed);
    puts("| the new library is | gate at | rounds | runs that regress | cells within | "
         "inconclusive |");
    puts("|---|---|---|---|---|---|");
    for (size_t i = 0; i < sizeof populations / sizeof *populations; i++)
        for (size_t rounds = 5; rounds <= 12; rounds += 7)
            try_gate(&populations[i], rounds, 0.02);
    for (size_t rounds = 5; rounds <= 12; rounds += 7)
        try_gate(&populations[0], rounds, 0);
    for (size_t i = 0; i < sizeof placements / sizeof *placements; i++)
        for (size_t rounds = 5; rounds <= 12; rounds += 7)
            try_gate(&placements[i], rounds, 0.05);
    return wrong;
}
