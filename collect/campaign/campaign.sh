# --- the same for all campaigns ---

# Copies what is measured so far; flock keeps the collector from writing meanwhile.
keep() {
    test -e "$file" || return 0
    if test "$(cat "$spool/$task.node")" != "$SLURMD_NODENAME"; then
        echo "Slurm has begun this task on another node, so nothing more is kept of this one"
        return 1
    fi
    copy=$spool/$task.h5.$SLURMD_NODENAME
    flock --shared "$file" cp "$file" "$work/copy" &&
        cp "$work/copy" "$copy" && mv "$copy" "$spool/$task.h5" && return
    rm -f "$copy"
    return 1
}

# The state of the last run in a file. If its collector was killed, the file is repaired.
state() {
    bench-store list "$1" 2>/dev/null | awk 'END { print $5 }'
}

# Begins with what the task has measured before, unless the archive has that by now.
recall() {
    if test -e "$spool/$task.merged"; then
        rm -f "$spool/$task.h5" && rm -f "$spool/$task.merged"
    elif test -e "$spool/$task.h5"; then
        cp "$spool/$task.h5" "$file"
    fi
}

measure() {
    task=$SLURM_ARRAY_TASK_ID
    exec >>"$spool/$task.log" 2>&1
    status=1
    trap 'echo "$status" >"$spool/$task.status"' EXIT
    trap 'status=130; exit' TERM
    echo "$(date '+%F %T') job $SLURM_JOB_ID on $SLURMD_NODENAME"
    rm -f "$spool/$task.status"
    echo "$SLURMD_NODENAME" >"$spool/$task.node" || exit
    echo "${SLURM_ARRAY_JOB_ID}_$task" >"$spool/$task.job" || exit
    rm -f "$spool/$task.h5".*
    cd "$directory" || exit
    work=$(mktemp -d "${TMPDIR:-/tmp}/benchmat-XXXXXX") || exit
    file=$work/$task.h5
    recall || exit
    { trap 'kill $!; exit' TERM; while sleep 30 & wait $!; do keep; done; } &
    keeper=$!
    trap : TERM # the collector keeps what it has, and ends by itself
    status=0
    case $(state "$file") in
    complete) ;;
    interrupted)
        bench-collect --resume "$file" || status=$?
        # refused, as on another node: this is a new run, and the other stays beside it
        test "$status" -ne 1 || { collect "$file" && status=0; } || status=$?
        ;;
    *) collect "$file" || status=$? ;;
    esac
    kill $keeper 2>/dev/null
    wait $keeper
    state "$file" >/dev/null
    if why=$(keep 2>&1); then
        rm -r "$work"
    else
        echo "$why; what was measured is in $file on $SLURMD_NODENAME"
        status=1
    fi
    exit "$status"
}

is_in_queue() {
    job=$(cat "$spool/$task.job" 2>/dev/null) &&
        test -n "$(squeue --noheader --array --states=PD,CF,R,S --jobs="$job" 2>/dev/null)"
}

lacks() {
    echo "task $task: $1"
    status=3 incomplete=$((incomplete + 1))
}

merge() {
    exec 3>&1 >"$spool/merge.log" 2>&1
    status=1
    trap 'echo "$status" >"$spool/merge.status"; cat "$spool/merge.log" >&3; rm -rf "$work"' EXIT
    rm -f "$spool/merge.status"
    work=$(mktemp -d "${TMPDIR:-/tmp}/benchmat-XXXXXX") || exit
    into=$archive
    if test "$has_locks" = no; then # an archive is not changed there, but replaced by a new one
        into=$work/all.h5
        test ! -e "$archive" || cp "$archive" "$into" || exit
    fi
    status=0 task=0 taken= incomplete=0
    while test "$task" -lt "$tasks"; do
        if is_in_queue; then
            lacks "it has not ended; merge again when it has"
        elif test ! -e "$spool/$task.h5"; then
            lacks "nothing was measured"
        elif ! bench-store merge -q "$into" "$spool/$task.h5"; then
            lacks "cannot be merged"
        else
            taken="$taken $task"
            test "$(state "$spool/$task.h5")" = complete || lacks "not all was measured"
        fi
        task=$((task + 1))
    done
    if test "$has_locks" = no && test -n "$taken"; then
        cp "$into" "$archive.new" && mv "$archive.new" "$archive" || { status=1; exit; }
    fi
    for task in $taken; do : >"$spool/$task.merged"; done
    test "$incomplete" -lt 2 || echo "$incomplete tasks are incomplete; merge.log says why"
    exit "$status"
}

if test ! -d "$spool"; then
    echo "$spool is not there; make it, where all nodes see it" >&2
elif test "${1:-measure}" = merge; then
    merge
elif test -n "$SLURM_ARRAY_TASK_ID"; then
    measure
else
    echo "submit this by sbatch, or, when its tasks have ended, run it with the word merge" >&2
fi
exit 1
