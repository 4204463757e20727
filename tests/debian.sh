#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/debian.sh BUILD RELEASE [VARIABLE=VALUE...]: `make check`, with those variables, of these sources in
# a fresh Debian of that RELEASE. The system stays in BUILD/debian/RELEASE, with the packages that
# tests/setup.sh has put there and what was compiled, for the next time.
#
# Where none can be had (no mmdebstrap, no mirror to be reached, no permission to change the root), it is skipped.
set -eu
unset MAKEFLAGS MFLAGS MAKEOVERRIDES BENCHMAT_BUILD FONTCONFIG_FILE
build=$1
release=$2
shift 2
root=$build/debian/$release
skip() {
    echo "skipped: no new Debian $release can be had here: $*"
    exit 0
}

# With processes, devices and mounts that end with the command.
inside() {
    unshare --mount --pid --fork --kill-child sh -c 'mount -t proc proc "$0/proc" && mount --rbind /sys "$0/sys" &&
        mount --rbind /dev "$0/dev" && cp /etc/resolv.conf "$0/etc" && exec chroot "$0" /usr/bin/env -i \
        HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -c "$1"' "$root" "$1"
}

bring_sources() {
    rm -rf "$root/src"
    mkdir "$root/src"
    tar -c --exclude=./build --exclude='./build-*' --exclude="./$build" --exclude=./.git . | tar -x -C "$root/src"
}

if [ ! -e "$root/src" ]; then
    [ "$(id -u)" -eq 0 ] || skip "only root may change the root"
    command -v mmdebstrap >/dev/null || skip "mmdebstrap is not installed"
    # What an earlier try that broke off has left would be refused, and the test be skipped for ever.
    rm -rf --one-file-system "$root"
    mkdir -p "$root"
    # A mirror may be one that stands still, as those of unstable releases soon do.
    mmdebstrap --variant=apt --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='Acquire::Retries "3"' \
        "$release" "$root" >"$root.log" 2>&1 || skip "$(grep '^E: ' "$root.log" | head -1)"
    inside true 2>"$root.log" || skip "$(head -1 "$root.log")"
    mkdir "$root/tests"
    cp tests/setup.sh tests/packages "$root/tests"
    if ! inside 'tests/setup.sh build check' >"$root.log" 2>&1; then
        rm -rf --one-file-system "$root"
        tail -20 "$root.log"
        exit 1
    fi
    rm -r "$root/tests"
fi
bring_sources
inside "cd src && make check BUILD=/build $*"
