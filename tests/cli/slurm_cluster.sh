# SPDX-License-Identifier: GPL-3.0-or-later
# slurm_cluster.sh DIRECTORY COMMAND...: runs the command on a cluster of Slurm's with four nodes that
# are this machine: node1 to node4. All of it lies in DIRECTORY and ends with the command.
#
# For the command SLURM_CONF is set, and CLUSTER, where the processes' numbers are: node3.child.
set -eu
cluster=$1
shift
mkdir -p "$cluster"
cluster=$(cd "$cluster" && pwd)
host=$(hostname)

free_port() { # FROM: the first of five that nobody listens to
    port=$1
    while ss -Hltn 2>/dev/null | awk -v from="$port" '{ n = $4; sub(/.*:/, "", n) }
        n >= from && n < from + 5 { found = 1 } END { exit !found }'; do
        port=$((port + 5))
    done
    echo "$port"
}

port=$(free_port $((20000 + $$ % 20000)))
cat >"$cluster/slurm.conf" <<END
ClusterName=benchmat
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
AuthType=auth/munge
AuthInfo=socket=$cluster/munge.socket,cred_expire=10
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/%n
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/%n.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/%n.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
ReturnToService=2
SlurmdTimeout=10
KillWait=10
MinJobAge=2
SchedulerParameters=batch_sched_delay=0,sched_interval=1,defer_batch
PropagateResourceLimits=NONE
END
for i in 1 2 3 4; do
    echo "NodeName=node$i NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + i)) CPUs=2 RealMemory=1000"
    mkdir -p "$cluster/node$i"
done >>"$cluster/slurm.conf"
echo "PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP" >>"$cluster/slurm.conf"
echo "CgroupPlugin=cgroup/v1" >"$cluster/cgroup.conf"
mkdir -p "$cluster/state" "$cluster/tmp"
export TMPDIR="$cluster/tmp" SLURM_CONF="$cluster/slurm.conf" CLUSTER="$cluster"

children=
end() {
    trap '' EXIT
    scancel --quiet --user="$(id -un)" 2>/dev/null || true
    for try in $(seq 150); do # jobs that end after their node leave processes behind
        test -n "$(squeue --noheader --states=R,CG 2>/dev/null)" || break
        sleep 0.1
    done
    children="$children $(cat "$cluster"/*.child 2>/dev/null)" # the command may have begun nodes anew
    for child in $children; do kill "$child" 2>/dev/null || true; done
    wait
}
trap end EXIT
trap 'exit 1' TERM INT HUP

dd if=/dev/urandom of="$cluster/munge.key" bs=128 count=1 2>/dev/null
chmod 400 "$cluster/munge.key"
munged --foreground --force --key-file="$cluster/munge.key" --socket="$cluster/munge.socket" \
    --pid-file="$cluster/munge.pid" --seed-file="$cluster/munge.seed" --log-file="$cluster/munge.log" 2>/dev/null &
children="$!"
for try in $(seq 50); do test ! -S "$cluster/munge.socket" || break; sleep 0.1; done
slurmctld -D >/dev/null 2>&1 &
children="$! $children"
for i in 1 2 3 4; do
    slurmd -N "node$i" -D >/dev/null 2>&1 &
    echo "$!" >"$cluster/node$i.child"
    children="$! $children"
done
for try in $(seq 200); do
    test "$(sinfo --noheader --states=idle --format=%D 2>/dev/null)" = 4 && break
    sleep 0.1
done
"$@"
