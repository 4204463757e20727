/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of other harnesses: what the programs read is what Python reads in the same file. */
#include "tests/cli/shell.h"

static int set_up(void **state) {
    char here[4096], command[13000];
    if (!getcwd(here, sizeof here) || shell_begin(state))
        return -1;
    snprintf(command, sizeof command,
             "cp -r %s/tests/formats/samples %s/tests/formats/foreign_values.py .", here, here);
    return shell_run(*state, command) == 0 ? 0 : -1;
}

#define EXPECT(status, command) shell_expect(shell, status, command)

/* Prints the samples of an exported table as foreign_values.py does. */
#define ROWS                                                                                       \
    "/usr/bin/python3 -c 'import csv, sys; print(*sorted(\"|\".join((r[\"action\"], "              \
    "r[\"library\"], r[\"size\"], repr(float(r[\"seconds\"])))) for r in "                         \
    "csv.DictReader(sys.stdin)), sep=\"\\n\")'"

static void values_are_those_that_python_reads(void **state) {
    struct shell *shell = *state;
    static const char *const files[] = {"catch2-2.13.10.xml", "nanobench-4.6.json",
                                        "pytest-benchmark-3.2.2.json",
                                        "pytest-benchmark-3.2.2-stats.json", "criterion"};
    char command[1024];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(command, sizeof command,
                 "bench-store export samples/%s --to csv -o - | " ROWS " >ours.txt && "
                 "/usr/bin/python3 foreign_values.py samples/%s | LC_ALL=C sort >theirs.txt && "
                 "LC_ALL=C sort ours.txt | diff - theirs.txt && test -s ours.txt && "
                 "bench-store import samples/%s -q -o x.h5",
                 files[i], files[i], files[i]);
        EXPECT(0, command);
    }
    EXPECT(0, "bench-store verify x.h5 && bench-store list x.h5 | grep -c run_00");
    assert_string_equal(shell->out + strlen(shell->out) - 2, "5\n");
}

/* A directory's digests are those of its files, also of those that lie deeper. */
static void a_directory_is_recognised_when_it_comes_again(void **state) {
    struct shell *shell = *state;
    EXPECT(0, "bench-store import samples/criterion -o c.h5");
    EXPECT(0, "bench-store import samples/criterion -o c.h5");
    assert_has(shell->out, "where it is already");
    EXPECT(
        0,
        "sum=$(sha256sum <samples/criterion/flat_one/vec/new/sample.json | cut -c1-64) && "
        "bench-store show c.h5 1 --format json | grep -F \"$sum  flat_one/vec/new/sample.json\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_that_python_reads),
        cmocka_unit_test(a_directory_is_recognised_when_it_comes_again),
    };
    return cmocka_run_group_tests_name("cli/foreign", tests, set_up, shell_end);
}
