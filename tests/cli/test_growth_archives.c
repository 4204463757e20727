/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What writes and reads archives: its work grows as they do. */
#include "tests/cli/growth.h"

#define NEW "rm -f f.h5*"
#define IMPORTED                                                                                   \
    NEW " && { cp $things.h5 f.h5 2>/dev/null || "                                                 \
        "{ bench-store import -q f.json -o f.h5 && cp f.h5 $things.h5; }; }"

/* For each kind of things every program, and each way to go through them. Up to 64 members of a
 * group HDF5 keeps in its header, which takes less. */
static const struct growth growths[] = {
    {"json_libraries", "f.json", NEW, "bench-store import f.json -o f.h5", 200},
    {"json_libraries", "f.json", IMPORTED, "bench-store verify f.h5", 80},
    {"json_libraries", "f.json", IMPORTED, "bench-store export f.h5 --to csv -o -", 80},
    {"json_libraries", "f.json", IMPORTED, "bench-analyze f.h5", 80},
    {"json_libraries", "f.json", IMPORTED, "bench-analyze --fastest f.h5", 80},
    {"json_actions", "f.json", NEW, "bench-store import f.json -o f.h5", 200},
    {"json_actions", "f.json", IMPORTED, "bench-store export f.h5 --to mat -o -", 80},
    {"json_actions", "f.json", IMPORTED, "bench-analyze f.h5", 80},
    {"json_points", "f.json", NEW, "bench-store import f.json -o f.h5", 200},
    {"json_points", "f.json", IMPORTED, "bench-analyze --format csv f.h5", 100},
    {"json_points", "f.json", IMPORTED, "bench-plot f.h5 -o f.svg", 100},
    {"json_runs", "f.json", IMPORTED, "bench-store list f.h5", 80},
    {"json_runs", "f.json", IMPORTED, "bench-store info f.h5", 80},
    {"json_runs", "f.json", IMPORTED, "bench-store export f.h5 --run all --to json -o -", 80},
    {"json_runs", "f.json", IMPORTED, "bench-analyze --run all f.h5", 80},
    {"json_facts", "f.json", NEW, "bench-store import f.json -o f.h5", 400},
    {"json_facts", "f.json", IMPORTED, "bench-store show f.h5", 400},
    {"journal", "f.h5", "true", "bench-store list f.h5", 80},
};

ALL_TESTS(growth_set_up, shell_end);

TEST(an_archive_of_many_things_is_used_in_proportion) {
    struct shell *shell = *state;
    growth_need_valgrind();
    shell_expect(shell, 0, "./growing json_facts 1 f.json && bench-store import -q f.json -o f.h5");
    for (size_t i = 0; i < sizeof growths / sizeof *growths; i++)
        growth_check(shell, &growths[i]);
}

/* As many as HDF5 can count. */
TEST(what_is_kept_of_many_facts_can_be_read) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "./growing json_facts 64000 f.json && " NEW " && "
                 "bench-store import -q f.json -o f.h5 && bench-store verify f.h5 && bench-store "
                 "show f.h5 | grep -c '^  f[0-9]'");
    assert_has(shell->out, "\n64000\n");
    shell_expect(shell, 1,
                 "./growing json_facts 66000 f.json && rm f.h5* && "
                 "bench-store import -q f.json -o f.h5");
    assert_has(shell->err, "facts; an archive keeps no more than 65000");
    shell_expect(shell, 0, "! test -e f.h5");
}
