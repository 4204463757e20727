/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Campaigns on a real Slurm: arrays of tasks, tasks that are killed, requeued or lose their node,
 * and what ends up in the archive. */
#include "tests/cli/shell.h"

/* Runs the lines SCRIPT on a cluster of four nodes (slurm_cluster.sh). They may use `try
 * TRIES CONDITION`, `settled` and `state TASK`. */
static void on_cluster(struct shell *shell, const char *script) {
    static const char tools[] =
        "set -eu\n"
        "fail() { echo \"failed: $*\"; bench-collect --campaign r.h5; cat r.h5.campaign/*.log; "
        "exit 1; }\n"
        "try() { tries=$1; shift; while ! eval \"$*\"; do tries=$((tries - 1)); "
        "test $tries -gt 0 || fail \"$*\"; sleep 0.2; done; }\n"
        "settled() { test -z \"$(squeue --noheader)\"; }\n"
        "state() { bench-collect --campaign r.h5 | awk -v task=\"$1\" '$1 == task { print $2 }'; "
        "}\n"
        "samples() { /usr/bin/python3 -c 'import h5py, numpy as np, sys\n"
        "f = h5py.File(sys.argv[1], \"r\")\n"
        "print(sum(int(np.isfinite(f[r][\"axpy/builtin\"][:]).sum()) for r in f if "
        "r.startswith(\"run_\")"
        " and \"axpy\" in f[r]))' \"$1\"; }\n";
    static const char submit[] = "campaign() { bench-collect axpy builtin --no-control --sizes "
                                 "100,1000 -o r.h5 --submit slurm \"$@\"; }\n";
    char root[PATH_MAX], command[PATH_MAX + 200], path[PATH_MAX];
    assert_non_null(getcwd(root, sizeof root));
    snprintf(path, sizeof path, "%s/script", shell->directory);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fprintf(file, "%s%s%s", tools, submit, script) > 0);
    assert_int_equal(fclose(file), 0);
    snprintf(command, sizeof command,
             "timeout 400 sh '%s/tests/cli/slurm_cluster.sh' cluster sh script >said 2>&1; "
             "status=$?; cat said; exit $status",
             root);
    shell_expect(shell, 0, command);
    shell_expect(shell, 0,
                 "for i in $(seq 100); do pgrep -f \"$PWD/cluster\" >/dev/null || exit 0; "
                 "sleep 0.1; done; pgrep -af \"$PWD/cluster\"; exit 1");
}

/* Why there can be no cluster here; NULL: there can. */
static const char *lacks(void) {
    if (system("command -v slurmctld slurmd munged sbatch >/dev/null") != 0)
        return "Slurm is not installed";
    return geteuid() != 0 ? "nodes of Slurm's need root" : NULL;
}

EACH_TEST(shell_begin, shell_end);
ALL_TESTS_SKIPPED_FOR(lacks);

TEST(each_task_measures_on_its_node_and_all_are_merged_once) {
    on_cluster(
        *state,
        "campaign --nodes 'node[2-3]' --rounds 30 >submitted\n"
        "grep -q 'submitted 2 tasks' submitted\n"
        "chmod 755 . r.h5.campaign\n"
        "setpriv --reuid=65534 --regid=65534 --clear-groups bench-collect --campaign r.h5 |\n"
        "    grep -q '2 tasks: [12] [pr][eu]n.*ing' || fail others see no queue\n"
        "try 100 'grep -q \"round 3 of\" r.h5.campaign/0.log'\n"
        "scontrol requeue $(awk '$1 == 0 { print $2 }' r.h5.campaign/jobs)\n"
        "try 1500 settled\n"
        "grep -q 'goes on,' r.h5.campaign/0.log || fail task 0 did not go on\n"
        "test \"$(state 0) $(state 1) $(state merge)\" = 'done done done'\n"
        "for i in 1 2; do bench-store show r.h5 run_00000$i; done >shown\n"
        "grep -q 'slurm_node *node2' shown && grep -q 'slurm_node *node3' shown\n"
        "grep -q 'slurm_partition *all' shown && grep -q 'slurm_array_task *1' shown\n"
        "grep -q 'slurm_job' shown\n"
        "sh r.h5.campaign/campaign.sh merge\n"
        "test \"$(bench-store list r.h5 | grep -c complete)\" = 2 || fail merged twice\n"
        "campaign --nodes 'node[2-3]' --rounds 30 | grep -q 'nothing to submit'\n"
        "! campaign --array 4 2>told\n"
        "grep -q 'is the spool of another campaign' told\n");
}

/* Of four tasks one is killed, one is requeued and one loses its node. */
TEST(what_was_measured_is_kept) {
    on_cluster(
        *state,
        "campaign --array 4 --rounds 60 --sbatch '--time=5'\n"
        "for i in 0 1 2 3; do try 100 'test \"$(state '$i')\" = running'; done\n"
        "for i in 0 1 2 3; do try 100 'grep -q \"round 3 of\" r.h5.campaign/'$i'.log'; done\n"
        "job() { awk -v task=$1 '$1 == task { print $2 }' r.h5.campaign/jobs; }\n"
        "scancel $(job 1)\n"
        "scontrol requeue $(job 2)\n"
        "node=$(squeue -h -o %N -j $(job 3))\n"
        "kill -KILL $(cat cluster/$node.child)\n"
        "pkill -KILL -f \"cluster/$node/job|slurmstepd: .$(squeue -h -o %A -j $(job 3))\"\n"
        "pkill -KILL -f -- '--output=.*/3.h5'\n"
        "scontrol update nodename=$node state=down reason=test\n"
        "try 50 'test \"$(state 1)\" = lost'\n"
        "bench-collect --campaign r.h5\n"
        "samples r.h5.campaign/1.h5 >kept\n"
        "test $(cat kept) -gt 0 || fail nothing was kept of the task that was killed\n"
        "try 1500 settled\n"
        "bench-collect --campaign r.h5\n"
        "test \"$(state 0) $(state 1) $(state 2) $(state 3)\" = 'done lost done done'\n"
        "grep -q 'task 1: not all was measured' r.h5.campaign/merge.log\n"
        "bench-collect --campaign r.h5 | grep -q 'merge *done.*task 1: not all was measured'\n"
        "for i in 0 1 2 3; do test ! -e r.h5.campaign/$i.h5 || samples r.h5.campaign/$i.h5; done "
        "|\n"
        "    awk '{ sum += $1 } END { print sum }' >parts\n"
        "samples r.h5 >all\n"
        "cmp parts all || fail cells were lost or doubled\n"
        "campaign --array 4 --rounds 60 --sbatch '--time=5' >again\n"
        "grep -q 'submitted 1 task,' again\n"
        "scancel --user=root\n"
        "try 1500 settled\n");
}

/* A node with a directory of its own in the place of the spool's. */
TEST(a_spool_that_nodes_do_not_see_is_refused) {
    on_cluster(
        *state,
        "mkdir shared\n"
        "kill $(cat cluster/node4.child)\n"
        "try 50 '! kill -0 $(cat cluster/node4.child) 2>/dev/null'\n"
        "scontrol update nodename=node4 state=down reason=test\n"
        "unshare --mount sh -c 'mount -t tmpfs none shared && exec slurmd -N node4 -D' "
        ">/dev/null 2>&1 &\n"
        "echo $! >cluster/node4.child\n"
        "try 100 'scontrol show node node4 | grep -q State=IDLE'\n"
        "! bench-collect axpy builtin -o shared/r.h5 --submit slurm --nodes node1,node4 2>told\n"
        "cat told\n"
        "grep -q 'node4 does not see .*/shared/r.h5.campaign' told\n"
        "try 100 settled\n"
        "kill $(cat cluster/node4.child); wait\n");
}

/* When there is room again the same command measures what was lost. */
TEST(a_full_spool_is_told) {
    on_cluster(
        *state,
        "mkdir full\n"
        "mount -t tmpfs -o size=100k none full\n"
        "trap 'umount --lazy full' EXIT\n"
        "campaign() { bench-collect axpy builtin --sizes 10 --rounds 2 -o full/r.h5 --submit "
        "slurm --nodes node1,node2; }\n"
        "campaign\n"
        "try 1500 settled\n"
        "bench-collect --campaign full/r.h5 >told\n"
        "cat told\n"
        "grep -q 'lost.*No space left on device' told\n"
        "mount -o remount,size=20M full\n"
        "campaign\n"
        "try 1500 settled\n"
        "bench-collect --campaign full/r.h5 | grep -q '2 tasks: 2 done'\n"
        "test $(bench-store list full/r.h5 | grep -c complete) = 2\n");
}

/* The lines of the page with the prompt "login$". */
TEST(commands_in_docs_work_on_a_cluster) {
    struct shell *shell = *state;
    char root[PATH_MAX], command[PATH_MAX + 200];
    if (shell_run(shell, "bench-collect --list | grep -q '^  openblas' && "
                         "bench-collect --list | grep -q '^  blis'") != 0)
        skip_for("openblas and blis are not both installed");
    assert_non_null(getcwd(root, sizeof root));
    snprintf(command, sizeof command,
             "sed -n 's/^    login\\$ //p' '%s/docs/clusters.md' >commands && test -s commands",
             root);
    shell_expect(shell, 0, command);
    on_cluster(shell, ". ./commands >told\n"
                      "cat told\n"
                      "grep -q 'submitted 4 tasks, and job [0-9]*, which merges them' told\n"
                      "grep -q 'cluster.h5: 4 tasks: ' told\n"
                      "try 1500 settled\n"
                      "test $(bench-store list cluster.h5 | grep -c complete) = 4\n");
}

/* By srun, or by a launcher of the user's. */
TEST(ranks_are_launched_within_jobs) {
    struct shell *shell = *state;
    if (shell_run(shell, "bench-collect --list | grep -q '^  mpich' && "
                         "bench-collect --list | grep -q '^  openmpi'") != 0)
        skip_for("MPICH and Open MPI are not both installed");
    skip_on_one_cpu();
    on_cluster(shell,
               "measure() { file=$1; shift; bench-collect ping_pong \"$@\" -o $file.h5 --ranks 2 "
               "--sizes 64 --rounds 1 --no-control --timeout 60 --submit slurm; }\n"
               "measure mpich mpich\n"
               "measure openmpi openmpi --launcher 'mpirun.openmpi --allow-run-as-root'\n"
               "try 1500 settled\n"
               "cat *.campaign/0.log\n"
               "for mpi in mpich openmpi; do\n"
               "    bench-collect --campaign $mpi.h5 | grep -q '1 task: 1 done'\n"
               "    bench-store list $mpi.h5 | grep -q complete\n"
               "done\n"
               "bench-store show mpich.h5 | grep -q 'launcher *srun --overlap --mpi=pmi2 -n 2'\n"
               "bench-store show openmpi.h5 | grep -q 'launcher *mpirun.openmpi .* -n 2'\n"
               "grep -q '^#SBATCH --ntasks=2' mpich.h5.campaign/campaign.sh\n");
}

TEST(what_slurm_refuses_is_told) {
    on_cluster(*state, "! campaign --array 2 --sbatch --partition=none 2>told\n"
                       "cat told\n"
                       "grep -q 'invalid partition' told\n"
                       "test -z \"$(squeue --noheader)\"\n"
                       "! campaign --nodes node9 2>told\n"
                       "cat told\n"
                       "grep -qi 'invalid node' told\n"
                       "test ! -e r.h5.campaign\n"
                       "test -z \"$(squeue --noheader)\"\n");
}
