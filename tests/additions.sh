#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/additions.sh BUILD: what is often added to benchmat is added in few places, and is whole.
#
# Each file of tests/additions/ makes up something: an option, a column, a format. It must be added in as many
# files of the product as its goal allows, which are all but tests, docs and CHANGELOG. With all of them added
# at once, a copy of this tree is compiled, and what was made up must work wherever such things appear.
set -eu
unset MAKEFLAGS MFLAGS MAKEOVERRIDES
build=$(cd "$1" && pwd)
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

fail() {
    printf 'additions: %s\n' "$*" >&2
    status=1
}

# --- adding ---

mkdir "$work/tree"
tar -cf - --exclude=./build --exclude='./build-*' --exclude=./.git . | tar -xf - -C "$work/tree"
cd "$work/tree"
for added in "$here"/tests/additions/*.add; do
    name=$(basename "$added" .add)
    LC_ALL=C awk -f "$here/tests/additions/add.awk" "$added" >"$work/touched" || exit 1
    touched=$(grep -vE '^(tests/|docs/|CHANGELOG$)' "$work/touched")
    count=$(echo "$touched" | wc -l) goal=$(sed -n 's/^goal //p' "$added")
    echo "$name: $count of at most $goal files:" $touched
    [ "$count" -le "$goal" ] || fail "$name touches $count files, more than $goal"
done

# --- compiling: what nothing was added to is taken from BUILD as it is ---

for floor in formats store analyze plot collect; do
    [ ! -d "$build/obj/$floor" ] || { mkdir -p build/obj && cp -a "$build/obj/$floor" build/obj; }
done

make -s -j"$(nproc)" BUILD=build CFLAGS=-O0 WERROR= SANITIZE= FRAMES= HDF5=shared all >"$work/log" 2>&1 || {
    grep -A 5 -E 'error|\*\*\*' "$work/log" >&2
    fail 'it does not compile with what was added'
    exit 1
}
PATH=$work/tree/build/bin:$PATH

# --- trying ---

# has WORDS COMMAND...: the command succeeds and prints a line with WORDS, an extended regular expression.
has() {
    printed=$1
    shift
    "$@" >"$work/out" 2>"$work/err" </dev/null && grep -qE -- "$printed" "$work/out" || {
        fail "no '$printed' from $*"
        head -n 5 "$work/out" "$work/err" >&2
    }
}
# refuses WORDS COMMAND...: the command is used wrongly, and says why.
refuses() {
    printed=$1
    shift
    ! "$@" 2>"$work/err" >/dev/null </dev/null && grep -qE -- "$printed" "$work/err" || fail "not refused: $*"
}
# draws WORDS OPTION...: bench-plot draws results.h5 with these words.
draws() {
    drawn=$1
    shift
    has drawn.svg bench-plot results.h5 "$@" -o drawn.svg
    grep -qE -- "$drawn" drawn.svg || fail "no '$drawn' is drawn with $*"
}
# in_all_formats COLUMNS HEADING COMMAND...: bench-analyze prints them as text, CSV, JSON, Markdown and LaTeX.
in_all_formats() {
    column=$1 heading=$2
    shift 2
    has "$heading" "$@" --format text
    has "(^|,)$column(,|$)" "$@" --format csv
    has "\"$column\": *[0-9]" "$@" --format json
    has "$heading" "$@" --format markdown
    has "$heading" "$@" --format latex
}

mkdir "$work/files"
cd "$work/files"
has 'polynomial' bench-collect polynomial --sizes 10,100 --rounds 2 --stage-time 0.002 --note 'made up' -o results.h5
has commands.h5 bench-collect --command ': > file' --command ':' --shell --rounds 2 -o commands.h5

# An option is in --help, in what shells complete and in the manual, and does what it says.
for option in 'bench-collect --note' 'bench-analyze --no-heading' 'bench-plot --author' 'bench-store export --verbose'; do
    command=${option% *} option=${option##* }
    has "^ +$option" $command --help
    has "^$option	" ${command%% *} --complete ${command#"${command%% *}"} "$option"
    sh "$here/tests/cli/manual_options.sh" entries "$work"/tree/docs/man/"${command%% *}"*.scd | grep -qx -- "$option" ||
        fail "the manual does not have $option"
done
has 'note +made up' bench-store show results.h5
! bench-analyze results.h5 --format csv --no-heading | grep -q size || fail '--no-heading has a heading'
has drawn.pdf bench-plot results.h5 --author 'A. Nobody' -o drawn.pdf
has 'A\. Nobody' strings drawn.pdf
bench-store export results.h5 --verbose -o samples.csv 2>told
has '1 measurements' cat told

# A column is in tables of all formats, in charts, in the list of columns and in what shells complete; a table
# with it is read again, and it is no parameter there.
in_all_formats quartile_range 'quartile range' bench-analyze results.h5 --columns size,library,mean,quartile_range
draws 'quartile range' --y quartile_range
has '^  quartile_range' bench-analyze --columns help
has '^quartile_range	' bench-analyze --complete results.h5 --columns quart
bench-analyze results.h5 --format csv >table.csv
has '^archive,action,run,type,size,library,mean,' bench-analyze table.csv --format csv

# A format is recognised, listed, and converted.
printf 'lap times\nanna 1.5\nanna 1.7\nemil 2.5\n' >today.laps
has 'anna' bench-analyze today.laps
has '^lap_times ' bench-store formats
has '^lap_times	' bench-store --complete import --from lap
has 'lap' bench-store import today.laps -o laps.h5
has 'emil' bench-analyze laps.h5 --format csv

# An action is listed and completed; it was measured.
has '^  polynomial ' bench-collect --list
has '^polynomial	' bench-collect --complete poly
has 'horner' bench-analyze results.h5

# A kind of chart is in --help, in what shells complete, and is drawn.
has 'variation' bench-plot --help
has '^variation	' bench-plot --complete results.h5 --kind vari
draws 'coefficient of variation' --kind variation

# A measure is kept in archives, exported and read again, and takes the place of times.
in_all_formats output_blocks 'blocks' bench-analyze commands.h5 --columns library,output_blocks
has 'output_blocks' bench-analyze commands.h5 --measure output_blocks --format csv
has '^output_blocks	' bench-analyze --complete commands.h5 --measure output_bl
bench-store export commands.h5 --samples -o commands.csv
has output_blocks head -n 1 commands.csv
in_all_formats output_blocks 'blocks' bench-analyze commands.csv --columns library,output_blocks
has '^--counters.*alignment faults' bench-collect --complete --counters
has '^alignment_faults	' bench-plot --complete results.h5 --measure align
has '^  alignment_faults' bench-analyze --columns help

# A question is in --help, is asked alone, has columns of its own, and is answered in all formats.
has '^ +--outcomes' bench-analyze --help
in_all_formats right right bench-analyze results.h5 --outcomes
has '^cells	' bench-analyze --complete results.h5 --outcomes --columns c
has '^Of each library of an action, with --outcomes' bench-analyze --columns help
refuses 'one question at a time: .*--outcomes' bench-analyze results.h5 --outcomes --profile

for program in bench-analyze bench-collect bench-plot; do
    sh "$here/tests/cli/manual_options.sh" help $program | while read -r option; do
        sh "$here/tests/cli/manual_options.sh" entries "$work/tree/docs/man/$program-reference.7.scd" |
            grep -qx -- "$option" || echo "$program $option"
    done >"$work/out"
    [ ! -s "$work/out" ] || fail "the manual lacks $(cat "$work/out")"
done
exit "$status"
