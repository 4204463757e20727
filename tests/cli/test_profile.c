/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Performance profiles, the probability of being the fastest, and simultaneous bands, from
 * bench-analyze and bench-plot; beside what NumPy and SciPy make of the same samples. */
#include <math.h>

#include "tests/cli/table.h"

enum { ROUNDS = 5, SEEDS = 6, LIBRARIES = 4, NO_SCIPY = 77 };

static double scatter(unsigned short seed[3]) {
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += erand48(seed);
    return sum;
}

static const char columns[] = "action,library,size,round,seed,status,seconds,host";

/* What became of a library at a size: the reference is wrong at one, another crashes at one. */
static const char *status_of(int action, int library, int size) {
    if (action == 1 && library == 0 && size == 64)
        return "wrong";
    if (action == 0 && library == 3 && size == 256)
        return "crashed";
    return action == 2 && library == 2 && size == 16 ? "wrong" : "ok";
}

static void write_round(FILE *table, int action, int size, int round, const double *factors,
                        const char *host, unsigned short seed[3]) {
    static const char *const libraries[LIBRARIES] = {"plain", "fast", "even", "late"},
                             *const actions[] = {"axpy", "dot", "scal"};
    double own[LIBRARIES], layout = 0.03 * scatter(seed);
    for (int l = 0; l < LIBRARIES; l++)
        own[l] = 0.01 * scatter(seed);
    for (int k = 0; k < SEEDS; k++) {
        double common = 1e-9 * size * exp(layout + 0.02 * scatter(seed));
        for (int l = 0; l < LIBRARIES; l++) {
            const char *status = status_of(action, l, size);
            int is_lost = strcmp(status, "crashed") == 0;
            double seconds = common * factors[l] * exp(own[l] + 0.005 * scatter(seed));
            if (l == 3 && action == 2)
                continue; /* late does not have this action */
            fprintf(table, "%s,%s,%d,%d,%d,%s,", actions[action], libraries[l], size, round, k,
                    status);
            if (is_lost)
                fprintf(table, ",%s\n", host);
            else
                fprintf(table, "%.17g,%s\n", seconds, host);
        }
    }
}

/* Three actions of eight sizes; factors differ from size to size. */
static void write_times(struct shell *shell, const char *name, const char *host, int rounds) {
    unsigned short seed[3] = {3, 1, (unsigned short)*host};
    FILE *table = table_begin(shell, name, columns);
    for (int action = 0; action < 3; action++)
        for (int size = 2; size <= 256; size *= 2) {
            double factors[LIBRARIES];
            for (int l = 0; l < LIBRARIES; l++)
                factors[l] = exp((l == 2 ? 0.01 : 0.4 * (l - 0.5)) * scatter(seed));
            for (int r = 0; r < rounds; r++)
                write_round(table, action, size, r, factors, host, seed);
        }
    table_end(table);
}

static int write_tables(void **state) {
    if (shell_begin(state))
        return -1;
    write_times(*state, "times.csv", "node1", ROUNDS);
    write_times(*state, "other.csv", "xode2", ROUNDS);
    write_times(*state, "single.csv", "node1", 1);
    return 0;
}

ALL_TESTS(write_tables, shell_end);

TEST(all_numbers_are_those_of_numpy) {
    struct shell *shell = *state;
    int status = shell_run(
        shell,
        "bench-analyze times.csv --profile --format csv >profile && "
        "bench-analyze times.csv --format csv --columns action,size,library,p_fastest >p && "
        "for b in pointwise simultaneous; do bench-analyze times.csv --format csv --bands $b "
        "--columns action,size,library,mean_low,mean_high,ratio_low,ratio_high >$b || exit 1; done "
        "&& /usr/bin/python3 \"$OLDPWD/tests/cli/profile.py\" times.csv profile p pointwise "
        "simultaneous");
    if (status == NO_SCIPY)
        skip_for("python3-scipy is not installed");
    if (status)
        fail_msg("%s%s", shell->out, shell->err);
}

TEST(people_get_a_table_and_its_limits) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze times.csv --profile");
    assert_has(shell->out, "performance profile: 24 problems of axpy, dot and scal\n");
    assert_has(shell->out, "library  area               fastest");
    assert_has(shell->out, "late failed in 1, not measured in 8");
    assert_has(shell->out, "plain wrong in 1");
    assert_has(shell->out, "1 problem without a right answer of the reference: there means of "
                           "rounds are compared");
    shell_expect(shell, 0,
                 "bench-analyze times.csv --profile --format json | "
                 "/usr/bin/python3 -m json.tool >/dev/null");
    shell_expect(shell, 0, "bench-analyze times.csv --profile --format markdown");
    assert_has(shell->out, "≤ 1.1×");
    shell_expect(shell, 0, "bench-analyze times.csv --profile --sort library --columns library");
    assert_has(shell->out, "even\nfast\nlate\nplain\n");
    shell_expect(shell, 0, "bench-analyze times.csv other.csv --profile --at size=2..64");
    assert_has(shell->out, "36 problems");
    assert_has(shell->out, "warning: problems of 2 machines in one profile: node1 and xode2");
    shell_expect(shell, 0, "bench-analyze times.csv times.csv --profile");
    assert_has(shell->out, "24 problems");
    shell_expect(shell, 0, "bench-analyze single.csv --profile");
    assert_has(shell->out, "24 problems of a single round");
    assert_lacks(shell->out, "not slower  ");
}

TEST(what_cannot_be_is_an_error) {
    struct shell *shell = *state;
    shell_expect(shell, 64, "bench-analyze times.csv --profile --library plain");
    assert_has(shell->err, "compares libraries, and there is only plain");
    shell_expect(shell, 64,
                 "bench-analyze times.csv --profile --library plain,late --action dot "
                 "--at size=64");
    assert_has(shell->err, "none of the 1 was solved by two libraries");
    shell_expect(shell, 64, "bench-analyze times.csv --profile --fastest");
    assert_has(shell->err, "one question at a time");
    shell_expect(shell, 64, "bench-analyze times.csv --profile --columns mean");
    shell_expect(shell, 64, "bench-analyze times.csv --profile --summary");
    shell_expect(shell, 64, "bench-analyze times.csv --profile --bands simultaneous");
    shell_expect(shell, 64, "bench-analyze times.csv --summary --bands simultaneous");
    shell_expect(shell, 64, "bench-analyze times.csv --bands wide");
    assert_has(shell->err, "--bands 'wide': say simultaneous");
}

TEST(probabilities_are_shown_where_they_are_asked_for) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze times.csv --action axpy --columns +p_fastest");
    assert_has(shell->out, "p fastest: probability of the smallest typical time");
    shell_expect(shell, 0, "bench-analyze single.csv --action axpy --columns +p_fastest");
    assert_has(shell->out, "p fastest is blank: a single round does not tell");
    shell_expect(shell, 0, "bench-analyze times.csv --format csv | head -1");
    assert_lacks(shell->out, "p_fastest");
    shell_expect(shell, 0, "bench-analyze times.csv --action axpy --fastest");
    assert_has(shell->out, "  probability  ");
    shell_expect(shell, 0, "bench-analyze single.csv --action axpy --fastest");
    assert_lacks(shell->out, "  probability  ");
    assert_has(shell->out, "a single round tells little of how sure this is, and no probability");
}

TEST(bands_say_what_they_are) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze times.csv --action axpy --bands simultaneous");
    assert_has(shell->out, "95 % intervals, simultaneous over the sizes of a library");
    shell_expect(shell, 0,
                 "bench-plot times.csv --action axpy --bands simultaneous --kind ratio "
                 "-o - --format terminal");
    assert_has(shell->out, "95 % band, simultaneous over the curve");
    shell_expect(shell, 0,
                 "bench-plot times.csv --action axpy --y throughput --bands simultaneous "
                 "-o - --format terminal");
    shell_expect(shell, 64, "bench-plot times.csv --y cv --bands simultaneous -o x.png");
    assert_has(shell->err, "--bands simultaneous is for times, rates, ratios and differences");
    shell_expect(shell, 64, "bench-plot times.csv --kind ecdf --bands simultaneous -o x.png");
    shell_expect(shell, 64, "bench-plot times.csv --x date --bands simultaneous -o x.png");
}

TEST(profiles_are_drawn_in_every_format) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-plot times.csv --kind profile -o p.png -o p.pdf -o p.svg && "
                 "head -c 4 p.png p.pdf | tr -dc 'A-Z' && grep -c '<path' p.svg");
    assert_has(shell->out, "PNG");
    assert_has(shell->out, "PDF");
    shell_expect(shell, 0, "bench-plot times.csv other.csv --kind profile -o - --format terminal");
    assert_has(shell->out, "performance profile — 48 problems of axpy, dot and scal");
    assert_has(shell->out, "warning: problems of 2 machines");
    shell_expect(shell, 64, "bench-plot times.csv other.csv --kind rate -o x.png");
    assert_has(shell->err, "profile, summary or change takes several");
    shell_expect(shell, 64, "bench-plot times.csv other.csv --kind profile -o other.csv");
    assert_has(shell->err, "other.csv: is what is to be drawn");
}
