#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# docs/packaging/dist.sh VERSION FILE.tar.gz: the sources as last committed, with the man pages, and a file VERSION,
# in which a tarball knows its version without git. The same commit gives the same bytes. Without git, in an
# unpacked tarball, everything is packed but what was built.
set -eu
unset MAKEFLAGS MFLAGS MAKEOVERRIDES # what make was told is for another build
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
top=$work/benchmat-$1
mkdir -p "$top" "$(dirname "$2")"
if [ -f VERSION ]; then
    date=$(date -r VERSION +%s)
    tar -cf - --exclude='./build' --exclude='./build-*' . | tar -xf - -C "$top"
else
    git rev-parse HEAD >/dev/null 2>&1 || {
        echo 'dist: it takes git and a clone, or the file VERSION of a tarball' >&2
        exit 1
    }
    git diff-index --quiet HEAD || echo 'dist: changes that are not committed are left out' >&2
    date=$(git log -1 --format=%ct)
    git archive HEAD | tar -xf - -C "$top"
    echo "$1" >"$top/VERSION"
    SOURCE_DATE_EPOCH=$date make -s -C "$top" BUILD=build NO_COLLECTOR= manuals >"$work/log" || {
        cat "$work/log" >&2
        exit 1
    }
    mv "$top"/build/man/* "$top/docs/man"
    rm -r "$top/build"
fi
tar -cf "${2%.gz}" --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime="@$date" -C "$work" "${top##*/}"
gzip -9nf "${2%.gz}"
