# SPDX-License-Identifier: GPL-3.0-or-later
# manual_files.sh FAMILIES CHOICES: makes the libraries, archives and other files that the examples of
# the man pages name. ROOT is the source, COLLECT where bench-collect is installed. FAMILIES has the
# installed libraries; CHOICES gets them, and the built-in library for those that examples name and
# that are not installed (see quick_collect.sh).
set -e
families=$1 choices=$2
installed=$(dirname "$COLLECT")/../libexec/benchmat
cp "$families" "$choices"
for family in openblas blis netlib; do
    grep -q "^$family " "$choices" || echo "$family $installed/builtin.so" >>"$choices"
done
cp "$installed/builtin.so" libold.so
cp "$installed/builtin.so" libnew.so
# A set and a BLAS: it is named by itself, and as one of lib*.so.
cc -std=gnu11 -O2 -shared -fPIC -I"$ROOT" "$ROOT/collect/sets/striped.c" "$ROOT/collect/builtin/builtin.c" \
    -o libmine.so -lm
mkdir include
ln -s "$ROOT/collect" include/benchmat
cc -O2 -shared -fPIC "$ROOT/docs/examples/loops.c" -o loops.so
cc -O2 -shared -fPIC -Iinclude "$ROOT/docs/examples/saxpy.c" -o saxpy.so

libraries='openblas=./libold.so blis=./libnew.so netlib=./libnew.so'
quickly='-q --rounds 2 --stage-time 0.001'
for run in 1 2 3 4 5 6 7; do
    bench-collect axpy,dot $libraries --sizes 100,1000,10000 $quickly
done
for archive in old old2 new new2 laptop server; do
    bench-collect axpy $libraries --sizes 100,1000 $quickly -o $archive.h5
done
bench-collect axpy old=./libold.so new=./libnew.so --sizes 100,1000 $quickly -o pull_request.h5
bench-collect axpy $libraries --sizes 100 --mode sample --max-seeds 1000 --rounds 2 -q -o calls.h5
bench-collect --command true --command 'sh -c :' $quickly -o commands.h5

cp "$ROOT/docs/examples/threads.csv" times.csv
bench-store import -q times.csv -o threads.h5
cp "$ROOT/tests/data/independent/hyperfine.json" times.json
benchmark() {
    printf '{"name": "%s", "run_name": "%s", "run_type": "iteration", "iterations": 9, ' $1 $1
    printf '"real_time": %s, "cpu_time": %s, "time_unit": "ns"}' $2 $2
}
echo "{\"context\": {}, \"benchmarks\": [$(benchmark BM_loop/100 50), $(benchmark BM_simd/100 20)]}" \
    >gbench.json
