#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# docs/packaging/dist.sh VERSION FILE.tar.gz: the sources as last committed, and a file VERSION, in which a
# tarball knows its version without git. The same commit gives the same bytes. Without git, in an unpacked
# tarball, everything is packed but what was built.
set -eu
top=benchmat-$1
tar=${2%.gz}
mkdir -p "$(dirname "$2")"
if [ -f VERSION ]; then
    list=$(mktemp)
    trap 'rm -f "$list"' EXIT
    find . \( -path ./build -o -path './build-*' \) -prune -o -type f -print | LC_ALL=C sort >"$list"
    tar -cf "$tar" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime="$(date -R -r VERSION)" \
        --transform "s,^\.,$top," --files-from="$list"
else
    git diff-index --quiet HEAD || echo 'dist: changes that are not committed are left out' >&2
    git -c tar.umask=0022 archive --format=tar --prefix="$top/" \
        --add-virtual-file="$top/VERSION:$1
" --output="$tar" HEAD
fi
gzip -9nf "$tar"
