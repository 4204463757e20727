/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ratios of several machines: bench-analyze --by host and --across hosts, and the forest plot
 * of bench-plot. */
#include <math.h>

#include "tests/cli/table.h"
#include "tests/test.h"

enum { NODES = 5, ROUNDS = 5, SEEDS = 5 };

static double scatter(unsigned short seed[3]) {
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += erand48(seed);
    return sum;
}

/* node1.csv to node5.csv, of one system with a node of Slurm each: fast takes 0.8 times as long as
 * plain, or so; alike as long. node10 has other seeds. */
static void write_node(struct shell *shell, int number, const char *libraries[3], double fast) {
    static const double factors[] = {1, 0, 1};
    unsigned short seed[3] = {3, 1, (unsigned short)number};
    char name[32];
    snprintf(name, sizeof name, "node%d.csv", number);
    FILE *table = table_begin(shell, name,
                              "action,library,size,round,seed,seconds,host,slurm_node,cpu_model");
    for (int size = 64; size <= 4096; size *= 64) {
        double at = exp(0.03 * scatter(seed));
        for (int r = 0; r < ROUNDS; r++) {
            double own[3];
            for (int l = 0; l < 3; l++)
                own[l] = (factors[l] > 0 ? factors[l] : fast * at) * exp(0.01 * scatter(seed));
            for (int k = 0; k < SEEDS; k++) {
                double common = 1e-9 * size * exp(0.02 * scatter(seed));
                for (int l = 0; l < 3; l++)
                    fprintf(table, "axpy,%s,%d,%d,%d,%.17g,front,node%d,%s\n", libraries[l], size,
                            r, k, common * own[l] * exp(0.003 * scatter(seed)), number,
                            number % 2 ? "Processor X" : "Processor Y");
            }
        }
    }
    table_end(table);
}

static const char *usual[3] = {"plain", "fast", "alike"};

static int write_nodes(void **state) {
    if (shell_begin(state))
        return -1;
    for (int i = 1; i <= NODES; i++)
        write_node(*state, i, usual, 0.8);
    shell_expect(*state, 0, "bench-store import -q -o cluster.h5 node[1-5].csv");
    return 0;
}

/* --- by host --- */

ALL_TESTS(write_nodes, shell_end);

TEST(hosts_stand_side_by_side) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze --by host node[12].csv");
    assert_has(shell->out, "axpy: 2 hosts side by side\n");
    assert_has(shell->out, "Processor X (node1) · Processor Y (node2)\n");
    assert_has(shell->out, "ratio: time over that of plain on the same host");
    assert_has(shell->out, "point      library  node1                      node2");
    assert_has(shell->out, "size 4096  fast     0.");
    assert_has(shell->out, "≈");
    shell_expect(shell, 0,
                 "grep -v ',fast,\\|,alike,' node3.csv >none.csv; "
                 "bench-analyze --by host node1.csv none.csv");
    assert_has(shell->out, "library  node1                      node3\n");
    shell_expect(shell, 0, "bench-analyze --by host cluster.h5 --width 60");
    assert_has(shell->out, "\nhost 1 of 5\n");
    assert_has(shell->out, "\nhost 5 of 5\n");
    for (const char **format = (const char *[]){"markdown", "latex", NULL}; *format; format++) {
        char command[100];
        snprintf(command, sizeof command, "bench-analyze --by host cluster.h5 --format %s",
                 *format);
        shell_expect(shell, 0, command);
        assert_has(shell->out, "node4");
        assert_has(shell->out, "node5");
    }
}

TEST(each_ratio_is_that_of_its_own_table) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "for n in 1 2 3 4 5; do bench-analyze node$n.csv --library fast,alike --format csv "
        "--columns size,library,ratio,ratio_low,ratio_high | tail -n +2 | sort; done >own; "
        "bench-analyze --by host cluster.h5 --format csv --columns "
        "host,size,library,ratio,ratio_low,ratio_high | tail -n +2 | sort | cut -d, -f2- "
        "| cmp - own && wc -l <own");
    assert_string_equal(shell->out, "20\n");
}

/* Each table has the hosts that measured its action. */
TEST(actions_have_tables_of_their_own) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "for n in 3 4; do sed 's/^axpy/dot/' node$n.csv >dot$n.csv; done; "
                 "bench-analyze --by host node1.csv node2.csv dot3.csv dot4.csv");
    assert_has(shell->out,
               "axpy: 2 hosts side by side\nProcessor X (node1) · Processor Y (node2)\n");
    assert_has(shell->out,
               "dot: 2 hosts side by side\nProcessor X (node3) · Processor Y (node4)\n");
    assert_has(shell->out, "library  node3                      node4\n");
    shell_expect(shell, 0, "bench-analyze --across hosts node1.csv node2.csv dot3.csv dot4.csv");
    assert_has(shell->out, "dot: 2 hosts together\n");
}

TEST(rows_can_be_listed_by_host) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "bench-analyze --by host cluster.h5 --library fast --size 64 --sort -host "
                 "--columns host,verdict");
    assert_has(shell->out, "node5  faster\nnode4  faster\n");
    shell_expect(shell, 64, "bench-analyze --by host cluster.h5 --columns mean,nonesuch");
    assert_has(shell->err, "nonesuch");
}

TEST(node10_comes_after_node9) {
    struct shell *shell = *state;
    write_node(shell, 10, usual, 0.8);
    shell_expect(shell, 0,
                 "bench-analyze --by host node10.csv node2.csv node1.csv --format csv "
                 "--columns host --library fast --size 64");
    assert_string_equal(shell->out, "host\nnode1\nnode2\nnode10\n");
    shell_expect(shell, 0, "rm node10.csv");
}

TEST(only_the_latest_run_of_a_host_counts) {
    struct shell *shell = *state;
    write_node(shell, 11, usual, 0.5);
    shell_expect(shell, 0,
                 "sed 's/node11/node1/; s/1$/&/' node11.csv >again.csv; rm node11.csv; "
                 "bench-analyze --by host node1.csv again.csv --format csv --columns host,run "
                 "--library fast --size 64");
    assert_string_equal(shell->out, "host,run\nnode1,again\n");
    shell_expect(shell, 0, "bench-analyze --by host node1.csv again.csv");
    assert_has(shell->out, "4 ratios of earlier runs of the same host not shown");
    shell_expect(shell, 0, "bench-analyze --by host again.csv again.csv");
    shell_expect(shell, 0, "cp cluster.h5 copy.h5; bench-analyze --by host cluster.h5 copy.h5");
    assert_lacks(shell->out, "earlier runs");
}

TEST(the_node_is_the_name_of_the_machine) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze cluster.h5 --host node3 --summary --format csv");
    assert_has(shell->out, "run_000003");
    shell_expect(shell, 64, "bench-analyze cluster.h5 --host front");
    shell_expect(shell, 0, "bench-store list cluster.h5");
    assert_has(shell->out, " node5 ");
    shell_expect(shell, 0, "bench-store info cluster.h5");
    assert_has(shell->out, "node5");
}

/* --- across hosts --- */

TEST(hosts_are_combined) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze --across hosts cluster.h5");
    assert_has(shell->out, "axpy: 5 hosts together\n");
    assert_has(shell->out, "another host");
    assert_has(shell->out, "fast         5  0.");
    assert_has(shell->out, "faster");
    assert_has(shell->out, "alike        5  ");
    assert_lacks(shell->out, "one host");
    shell_expect(shell, 0,
                 "bench-analyze --across hosts cluster.h5 --format csv "
                 "--columns size,library,hosts,verdict");
    assert_string_equal(shell->out, "size,library,hosts,verdict\n"
                                    "64,fast,5,faster\n64,alike,5,not_shown\n"
                                    "4096,fast,5,faster\n4096,alike,5,not_shown\n");
    shell_expect(shell, 0,
                 "bench-analyze --across hosts cluster.h5 --min-effect 60% --format csv "
                 "--columns library,verdict --size 64");
    assert_string_equal(shell->out, "library,verdict\nfast,not_shown\nalike,not_shown\n");
}

TEST(numbers_are_those_of_scipy_from_the_samples) {
    struct shell *shell = *state;
    char command[PATH_MAX + 200], root[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    shell_expect(shell, 0,
                 "for q in '--by host' '--across hosts'; do bench-analyze $q cluster.h5 "
                 "--format json | tr -d '\\n'; echo; done >rows.json");
    snprintf(command, sizeof command,
             "/usr/bin/python3 '%s/tests/analyze/random_effects.py' rows.json node[1-5].csv", root);
    int status = shell_run(shell, command);
    if (status == 77)
        skip_for("python3-scipy is not installed");
    if (status != 0)
        fail_msg("%s%s", shell->out, shell->err);
}

TEST(few_hosts_claim_little) {
    struct shell *shell = *state;
    shell_expect(shell, 0, "bench-analyze --across hosts node1.csv node2.csv");
    assert_has(shell->out, "4 rows are of two hosts: their interval is wide");
    assert_lacks(shell->out, "another host  ");
    shell_expect(shell, 0,
                 "grep -v ',4096,' node3.csv >small.csv; "
                 "bench-analyze --across hosts node1.csv small.csv --format csv "
                 "--columns size,library,hosts,ratio_low,verdict | grep 4096");
    assert_string_equal(shell->out, "4096,fast,1,,one_host\n4096,alike,1,,one_host\n");
    shell_expect(shell, 0, "bench-analyze --across hosts node1.csv small.csv");
    assert_has(shell->out, "2 rows are of one host only: nothing can be claimed of others");
}

TEST(a_single_round_is_told) {
    struct shell *shell = *state;
    shell_expect(shell, 0,
                 "awk -F, 'NR == 1 || $4 == 0' node3.csv >single.csv; "
                 "bench-analyze --across hosts node1.csv node2.csv single.csv");
    assert_has(shell->out, "4 ratios are of a single round");
    shell_expect(
        shell, 0,
        "for n in 1 2 3; do awk -F, 'NR == 1 || ($4 == 0 && $5 == 0)' node$n.csv >lone$n.csv; "
        "done; bench-analyze --across hosts lone?.csv --format csv "
        "--columns hosts,ratio,verdict --library fast --size 64");
    assert_string_equal(shell->out, "hosts,ratio,verdict\n0,,none\n");
    shell_expect(shell, 0, "bench-analyze --by host lone?.csv");
    assert_has(shell->out, "one process only");
    shell_expect(shell, 0,
                 "bench-store import -q -o lone.h5 lone?.csv; bench-plot lone.h5 --kind forest "
                 "--library fast --format terminal -o -");
    assert_has(shell->out, "no mean: no host has several rounds or samples");
}

/* node2's own answer is wrong; on node3 the reference's is. */
TEST(wrong_answers_do_not_count) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "spoil() { awk -F, -v OFS=, -v spoiled=$2 'NR == 1 { print $0, \"status\"; next } "
        "{ print $0, $2 == spoiled && $3 == 64 ? \"wrong\" : \"ok\" }' $1.csv >$1_w.csv; }; "
        "spoil node1 none; spoil node2 fast; spoil node3 plain; spoil node4 none; "
        "bench-analyze --across hosts node?_w.csv --format csv "
        "--columns size,library,hosts");
    assert_string_equal(shell->out, "size,library,hosts\n64,fast,2\n64,alike,3\n4096,fast,4\n"
                                    "4096,alike,4\n");
    shell_expect(shell, 0,
                 "bench-analyze --by host node?_w.csv --size 64 --library fast --format csv "
                 "--columns host,ratio,verdict,status,weight | sed 's/,0[.0-9]*/,x/g'");
    assert_string_equal(shell->out, "host,ratio,verdict,status,weight\nnode1,x,faster,ok,x\n"
                                    "node2,,none,wrong,x\nnode3,,none,ok,x\nnode4,x,faster,ok,x\n");
    shell_expect(shell, 0, "bench-analyze --across hosts node?_w.csv");
    assert_has(shell->out, "3 ratios are left out: without right answers");
    shell_expect(shell, 0, "bench-analyze --by host node?_w.csv");
    assert_has(shell->out, "corrected for 13 ratios");
    assert_has(shell->out, "wrong");
    assert_has(shell->out, "no ratio");
    shell_expect(shell, 0,
                 "bench-store import -q -o wrong.h5 node?_w.csv; bench-plot wrong.h5 --kind forest "
                 "--library fast --at size=64 --format terminal -o -");
    assert_has(shell->out, "wrong\n");
    assert_has(shell->out, "no ratio\n");
}

/* --- what cannot be done --- */

TEST(mistakes_have_a_way_out) {
    struct shell *shell = *state;
    static const struct {
        const char *command, *says;
    } mistakes[] = {
        {"--by nodes node1.csv", "--by 'nodes': only hosts can be set beside each other; say --by "
                                 "host"},
        {"--across size node1.csv", "say --across hosts"},
        {"--across hosts node1.csv", "all runs are of one host, node1; combining takes two"},
        {"--across hosts --by host cluster.h5", "one question at a time"},
        {"--by host --summary cluster.h5", "--summary would change nothing here"},
        {"--across hosts --test sign cluster.h5", "--test would change nothing here"},
        {"--by host --each cluster.h5", "--each would change nothing here"},
        {"--across hosts --ref mkl cluster.h5",
         "axpy (run_000001 on node1) has no library \"mkl\" to be the reference; it has plain"},
        {"--across hosts node1.csv other.csv",
         "axpy: ratios are to plain on node1 and to quick on node7; --ref names one that all have"},
        {"--across hosts node1.csv apart.csv", "share no ratio of the same action"},
        {"--by host nowhere.csv", "nowhere.csv: nowhere does not say which machine it is of"},
    };
    write_node(shell, 7, (const char *[]){"quick", "fast", "alike"}, 0.8);
    shell_expect(
        shell, 0,
        "mv node7.csv other.csv; sed 's/^axpy/dot/; s/node1,/node8,/' node1.csv >apart.csv; "
        "cut -d, -f1-6 node1.csv >nowhere.csv");
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        char command[200];
        snprintf(command, sizeof command, "bench-analyze %s", mistakes[i].command);
        shell_expect(shell, 64, command);
        assert_has(shell->err, mistakes[i].says);
        assert_string_equal(shell->out, "");
    }
    shell_expect(shell, 0, "bench-analyze --by host node1.csv apart.csv");
    assert_has(shell->out, "no cell was measured on two hosts");
}

/* --- the forest plot --- */

TEST(a_forest_plot_is_drawn) {
    struct shell *shell = *state;
    shell_expect(
        shell, 0,
        "bench-plot cluster.h5 --kind forest --library fast -o forest.png -o forest.pdf && "
        "test -s forest.png && head -c 5 forest.pdf | grep %PDF-");
    shell_expect(shell, 0,
                 "bench-plot cluster.h5 --kind forest --library fast --format terminal -o -");
    assert_has(shell->out, "axpy — fast by host at size 4096");
    assert_has(shell->out, "node1");
    assert_has(shell->out, "mean of 5");
    assert_has(shell->out, "another host");
    shell_expect(shell, 0,
                 "bench-plot cluster.h5 --kind forest --at size=64 --format terminal -o -");
    assert_has(shell->out, "axpy — alike by host at size 64");
    shell_expect(
        shell, 0,
        "for n in 1 2 3; do sed \"s/front,node$n/rack-a-slot-$n-of-the-old-hall.a.example.org,/\""
        " node$n.csv >long$n.csv; done; bench-store import -q -o long.h5 long?.csv; "
        "bench-plot long.h5 --kind forest --library fast --format terminal -o -");
    assert_has(shell->out, "…2…");
    shell_expect(shell, 0,
                 "for n in 1 2 3; do sed \"s/front,node$n/slot-$n.of.the.old.hall.a.example.org,/\""
                 " node$n.csv >long$n.csv; done; bench-store import -q -o domain.h5 long?.csv; "
                 "bench-plot domain.h5 --kind forest --library fast --format terminal -o -");
    assert_has(shell->out, " slot-3 │");
    shell_expect(shell, 64, "bench-plot cluster.h5 --kind forest --speedup");
    assert_has(shell->err, "--speedup changes nothing in --kind forest");
    shell_expect(shell, 64, "bench-plot cluster.h5 --kind forest --host node1");
    assert_has(shell->err, "all runs are of one host, node1");
}

/* The words of 40 rows stay apart, so the picture grows. */
TEST(many_hosts_make_a_taller_picture) {
    struct shell *shell = *state;
    for (int i = 1; i <= 40; i++)
        write_node(shell, 100 + i, usual, 0.8);
    shell_expect(shell, 0,
                 "bench-store import -q -o many.h5 node1??.csv; rm node1??.csv; for a in cluster "
                 "many; do bench-plot $a.h5 --kind forest --library fast -o $a.svg >/dev/null; "
                 "sed -n 's/.*<svg[^>]* height=\"\\([0-9]*\\).*/\\1/p' $a.svg; done");
    int few, many;
    assert_int_equal(sscanf(shell->out, "%d %d", &few, &many), 2);
    assert_true(few < 200 && many > 350);
}
