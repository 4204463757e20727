# --- the same for all campaigns ---

refuse() {
    echo "$spool $1" >&2
    exit 1
}

# Goes into the spool and stays in it, whoever renames it meanwhile. It must be nobody else's.
enter() {
    test -e "$spool" || refuse "is not there; make it, where all nodes see it, by mkdir -m 700"
    cd -P "$spool" || exit 1
    test "$(basename "$(pwd -P)")" = "$(basename "$spool")" || refuse "is a link, which is not followed"
    case $(stat -c '%A %u' .) in
    d????[-]??[-]?" $(id -u)") ;;
    *" $(id -u)") refuse "can be written by others; if all in it is right, chmod go-w it" ;;
    *) refuse "is another user's" ;;
    esac
}

# Whether the files of these names that are there are regular ones of this user's, with one name each,
# that others cannot write. Nothing else is opened: a link would be followed, a FIFO waits.
plain() {
    odd=$(stat -c '%A %h %u %n' -- "$@" 2>/dev/null | grep -v "^-....-..-. [01] $(id -u) " | head -n 1)
    test -z "$odd" || {
        echo "$spool/${odd##* } is not a file of yours alone, so it is left alone; look at it, and move it away, or chmod go-w it"
        return 1
    }
}

# Whether the task has not begun again meanwhile: what Slurm has lost may still run.
is_last() {
    test -z "$beginning" || test "$(cat "$task.node" "$task.job")" = "$beginning"
}

# Copies what is measured so far; flock keeps the collector from writing meanwhile.
keep() {
    test -e "$file" || return 0
    if ! is_last; then
        echo "Slurm has begun this task on another node, or anew, so nothing more is kept of this one"
        return 1
    fi
    copy=$task.h5.$SLURMD_NODENAME
    flock --shared "$file" cp "$file" "$work/copy" || return
    ! cmp -s "$work/copy" "$task.h5" || return 0
    cp "$work/copy" "$copy" && rm -f "$task.merged" && mv -T "$copy" "$task.h5" && return
    rm -f "$copy"
    return 1
}

# The state of the last run in a file. If its collector was killed, the file is repaired.
state() {
    bench-store list "$1" 2>/dev/null | awk 'END { print $5 }'
}

measure() {
    task=$SLURM_ARRAY_TASK_ID
    plain "$task.log" >&2 || exit
    exec >>"$task.log" 2>&1
    plain "$task".* || exit
    status=1 beginning=
    trap '! is_last || echo "$status" >"$task.status"' EXIT
    trap 'status=130; exit' TERM
    echo "$(date '+%F %T') job $SLURM_JOB_ID on $SLURMD_NODENAME"
    rm -f "$task.status"
    echo "$SLURMD_NODENAME" >"$task.node" || exit
    # the second line tells this beginning from others on this node
    printf '%s\n' "${SLURM_ARRAY_JOB_ID}_$task" "$SLURM_JOB_ID.$SLURM_RESTART_COUNT.$$" >"$task.job" || exit
    beginning=$(cat "$task.node" "$task.job")
    rm -f "$task.h5".*
    (cd "$directory") || exit
    work=$(cd "$directory" && made=$(mktemp -d "${TMPDIR:-/tmp}/benchmat-XXXXXX") && realpath "$made") || exit
    file=$work/$task.h5
    test ! -e "$task.h5" || cp "$task.h5" "$file" || exit # it begins with what it has measured before
    { trap 'kill $!; exit' TERM; while sleep 30 & wait $!; do keep; done; } &
    keeper=$!
    trap : TERM # the collector keeps what it has, and ends by itself
    status=0
    case $(state "$file") in
    complete) ;;
    interrupted)
        (cd "$directory" && exec bench-collect --resume "$file") || status=$?
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

# Lists this user's jobs that wait or run. Fails, with the reason, unless squeue succeeds and gives a
# heading and whole lines: no answer does not mean that there is no job.
list_queue() {
    unset $(env | sed -n 's/^\(SQUEUE_[A-Z_]*\)=.*/\1/p') # they would leave jobs out
    said=$(squeue --array --user="$(id -u)" --format='%i|%T|' 2>&1) &&
        printf '%s\n' "$said" | awk -F'|' '
            $0 == "JOBID|STATE|" { is_list = 1; next }
            !is_list || /^(CLUSTER: .*)?$/ { next }
            !/^[0-9][0-9_+]*\|[A-Z_]+\|$/ { is_nonsense = 1 }
            $2 != "COMPLETING" { print $1 }
            END { exit !is_list || is_nonsense }' && return
    printf '%s\n' "${said:-it says nothing}" | head -n 1 >&2
    return 1
}

# Sets busy to the tasks that wait or run: under the job that began last, or one that was submitted.
ask_queue() {
    is_known=no busy=
    if list_queue >"$work/queue" 2>"$work/why"; then
        is_known=yes
        busy=$(find . -maxdepth 1 -name '[0-9]*.job' -type f -exec grep '' /dev/null {} + | sed 's|^\./\([0-9]*\)\.job:|\1 |' | cat - jobs 2>/dev/null |
            awk 'is_queue { jobs[$1]; next } $2 in jobs { print $1 }' is_queue=1 "$work/queue" is_queue=0 - |
            sort -u | tr '\n' ' ')
    else
        echo "squeue does not tell what is in the queue: $(cat "$work/why")"
    fi
}

lacks() {
    echo "task $task: $1"
    status=3 incomplete=$((incomplete + 1))
}

as_user() { # COMMAND...: for files that are not the spool's
    (umask "$mask" && "$@")
}

# Once the queue is asked a task may begin again: then its whole run replaces this part later.
merge_task() {
    case " $busy" in
    *" $task "*)
        lacks "it has not ended; merge again when it has"
        return
        ;;
    esac
    why=$(plain "$task".*) || { lacks "$why"; return; }
    test -e "$task.h5" || { lacks "nothing was measured"; return; }
    course=$(state "$task.h5")
    if test "$is_known" = no && test "$course" != complete; then
        lacks "it is not known whether it has ended; merge again when squeue answers"
    elif ! as_user bench-store merge -q "$into" "$task.h5"; then
        lacks "cannot be merged"
    else
        taken="$taken $task"
        test "$course" = complete || lacks "not all was measured"
    fi
}

merge() {
    plain merge.* jobs >&2 || exit
    exec 3>&1 >merge.log 2>&1
    status=1 work=
    trap 'echo "$status" >merge.status; cat merge.log >&3; rm -rf "$work"' EXIT
    rm -f merge.status
    work=$(mktemp -d "${TMPDIR:-/tmp}/benchmat-XXXXXX") || exit
    into=$archive
    if test "$has_locks" = no; then # an archive is not changed there, but replaced by a new one
        into=$work/all.h5
        test ! -e "$archive" || { test -f "$archive" && as_user cp "$archive" "$into"; } || exit
    fi
    ask_queue
    status=0 task=0 taken= incomplete=0
    while test "$task" -lt "$tasks"; do
        merge_task
        task=$((task + 1))
    done
    if test "$has_locks" = no && test -n "$taken"; then
        cp --preserve=mode "$into" merge.h5 && mv -T merge.h5 "$archive" || { rm -f merge.h5; status=1; exit; }
    fi
    for task in $taken; do : >"$task.merged"; done
    test "$incomplete" -lt 2 || echo "$incomplete tasks are incomplete; merge.log says why"
    exit "$status"
}

mask=$(umask)
umask go-w
enter
if test "${1:-measure}" = merge; then
    merge
elif test -n "$SLURM_ARRAY_TASK_ID"; then
    measure
else
    echo "submit this by sbatch, or, when its tasks have ended, run it with the word merge" >&2
fi
exit 1
