#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/tarball.sh BUILD: the tarball has the same bytes each time, also without git, and man pages for where there is no
# scdoc; it and a clone have the version that the last tag says.
set -eu
unset MAKEFLAGS MFLAGS MAKEOVERRIDES
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    printf 'tarball: %s\n' "$*" >&2
    exit 1
}

tarball=$(make -s dist BUILD="$build")
cp "$tarball" "$work/first.tar.gz"
sleep 1
make -s dist BUILD="$work/build" >/dev/null
cmp "$work/first.tar.gz" "$work/build/${tarball##*/}" || fail "make dist gives other bytes the second time"
mkdir "$work/source"
tar -xzf "$tarball" -C "$work/source" --strip-components=1
version=$(cat "$work/source/VERSION")
case ${tarball##*/} in
"benchmat-$version.tar.gz") ;;
*) fail "$tarball has version $version" ;;
esac
again=$(make -s -C "$work/source" dist)
cmp "$tarball" "$work/source/$again" || fail "a tarball of a tarball has other bytes"
make -s -C "$work/source" SCDOC= manuals >"$work/log" || fail "man pages are not made of the tarball's without scdoc"
echo "make dist: $(wc -c <"$tarball") bytes, the same twice"

is_in_clone() {
    make -s -C "$work/clone" --eval='say-version: ; @echo $(VERSION)' say-version | grep -qx "$1"
}
if [ ! -f VERSION ]; then
    git clone -q --depth 1 --no-tags "file://$PWD" "$work/clone"
    git -C "$work/clone" tag v98.7.6
    is_in_clone '98\.7\.6' || fail "the tag v98.7.6 makes another version"
    git -C "$work/clone" -c user.name=x -c user.email=x@localhost commit -q --allow-empty -m later
    is_in_clone '98\.7\.6+1\.g[0-9a-f]*' || fail "a commit after the tag v98.7.6 has no version of its own"
fi
