#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/bench/run.sh BUILD [PART...]: our speed and exactness beside those of comparable tools, in one
# run. The parts are timing, truth, inputs, validity, same_library, placement, commands, honesty, chart, million, report, exactness, statistics, runs, samples, scaling, mat,
# append, trials, ranks and campaign; without any, all of them.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
shift
PATH=$build/bin:$build/tests/bench:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
. "$here/measure.sh"

[ $# -gt 0 ] || set -- timing truth inputs validity same_library placement commands honesty chart million report exactness statistics runs samples scaling mat append trials ranks campaign
for part; do
    mkdir "$work/$part"
    cd "$work/$part"
    . "$here/$part.sh"
    cd "$work"
    rm -rf "${work:?}/$part"
done
