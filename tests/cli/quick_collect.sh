# SPDX-License-Identifier: GPL-3.0-or-later
# quick_collect.sh COLLECT CHOICES ARGUMENT...: bench-collect, installed at COLLECT, with these arguments.
# It measures shortly where they do not say how long. CHOICES has lines "FAMILY PATH": that library is
# measured where a family is named, and all of linear algebra where no library is. When it is empty, nothing is
# chosen. No numerical library has what threads are measured with.
collect=$1 choices=$2 short='--stage-time 0.002' rounds='--rounds 2'
shift 2

chosen() {
    awk -v family="$1" '$1 == family { print $1 "=" $2 }' "$choices"
}

case $1 in
counter | queue | barrier | thread_create | prime_count | concurrent_set | allocate | ./locks.so)
    short='--trial 0.05' choices=/dev/null
    ;;
esac
case $1,$2 in
[!./-]*, | [!./-]*,-*)
    action=$1
    shift
    set -- "$action" $(awk '$1 !~ /fftw/ { print $1 }' "$choices") "$@"
    ;;
esac
for word; do
    shift
    case $word in
    ${short%% *} | ${short%% *}=*) short= ;;
    --rounds | --rounds=*) rounds= ;;
    esac
    library=$(chosen "$word")
    set -- "$@" "${library:-$word}"
done
exec "$collect" $short $rounds "$@"
