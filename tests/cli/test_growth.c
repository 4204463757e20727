/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What reads files of others, and our own other than archives: its work grows as the file does. */
#include "tests/cli/growth.h"

enum { USUAL = 200 };

struct growth_file {
    const char *kind, *file;
    unsigned count; /* 0: USUAL */
};

static const struct growth_file tables[] = {
    {"csv_words", "f.csv", 0},
    {"mat5_structs", "f.mat", 0},
};

static const struct growth_file others[] = {
    {"google_benchmarks", "f.json", 0},
    {"hyperfine", "f.json", 0},
    {"pyperf_runs", "f.json", 0},
    {"jmh_measures", "f.json", 0},
    {"go", "f.txt", 0},
    {"markdown", "f.md", 0},
    {"csv_wide", "f.csv", 0},
    {"json_points", "f.json", 0},
    {"mat4", "f.mat", 0},
    {"google_facts", "f.json", 0},
    {"google_sizes", "f.json", 0},
    {"google_parameters", "f.json", 0},
    {"google_words", "f.json", 0},
    {"google_types", "f.json", 0},
    {"google_repeated", "f.json", 0},
    {"google_counters", "f.json", 0},
    {"hyperfine_parameters", "f.json", 0},
    {"pyperf_facts", "f.json", 0},
    {"pyperf_benchmarks", "f.json", 0},
    {"jmh_parameters", "f.json", 0},
    {"go_packages", "f.txt", 0},
    {"go_facts", "f.txt", 0},
    {"go_units", "f.txt", 0},
    {"go_json", "f.json", 60},
    {"btl", "bench_axpy_l.dat", 0},
    {"csv_libraries", "f.csv", 0},
    {"csv_samples", "f.csv", 0},
    {"csv_sizes", "f.csv", 0},
    {"csv_actions", "f.csv", 0},
    {"csv_parameters", "f.csv", 0},
    {"csv_rounds", "f.csv", 0},
    {"csv_columns", "f.csv", 0},
    {"csv_facts", "f.csv", 0},
    {"csv_runs", "f.csv", 0},
    {"json_facts", "f.json", 0},
    {"json_actions", "f.json", 0},
    {"json_libraries", "f.json", 0},
    {"json_runs", "f.json", 0},
    {"mat4_sizes", "f.mat", 0},
    {"mat5", "f.mat", 0},
    {"mat5_deviations", "f.mat", 0},
    {"mat5_fields", "f.mat", 0},
    {"mat5_cells", "f.mat", 0},
};

ALL_TESTS(growth_set_up, shell_end);

static void check(struct shell *shell, const struct growth_file *files, size_t count) {
    char command[100];
    growth_need_valgrind();
    for (size_t i = 0; i < count; i++) {
        snprintf(command, sizeof command, "bench-store import --dry-run %s", files[i].file);
        growth_check(shell, &(struct growth){files[i].kind, files[i].file, "true", command,
                                             files[i].count ? files[i].count : USUAL});
    }
}

TEST(a_table_of_many_things_is_read_in_proportion) {
    check(*state, tables, sizeof tables / sizeof *tables);
}

SOAK_TEST(a_file_of_many_things_is_read_in_proportion) {
    check(*state, others, sizeof others / sizeof *others);
}
