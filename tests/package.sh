#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/package.sh BUILD: the packages are in order, and work in a system that has nothing but them and what they ask for.
#
# Without mmdebstrap, or where no fresh system can be had (no mirror to be reached, no permission to change
# the root), the packages are only built, and what is left out is said.
set -eu
unset MAKEFLAGS MFLAGS MAKEOVERRIDES
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

say() {
    printf 'package: %s\n' "$*"
}

fail() {
    printf 'package: %s\n' "$*" >&2
    exit 1
}

# Without the package of what debuggers want, which takes a minute.
DEB_CFLAGS_STRIP=-g DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS-} noautodbgsym" make -s deb BUILD="$build" >"$work/log" 2>&1 || {
    cat "$work/log"
    fail "make deb fails"
}
grep '^deb: ' "$work/log"
dpkg-deb -x "$build"/deb/benchmat_*.deb "$work/unpacked"
for program in "$work"/unpacked/usr/bin/* "$work/unpacked/usr/libexec/benchmat/bench-worker"; do
    readelf -hd "$program" >"$work/elf"
    grep -q 'Type: .*DYN' "$work/elf" && grep -q 'BIND_NOW\|FLAGS_1.*NOW' "$work/elf" &&
        readelf --dyn-syms -W "$program" | grep -q '__.*_chk@' || fail "${program##*/} is not hardened"
done

command -v mmdebstrap >/dev/null || {
    echo "skipped: there is no mmdebstrap, so the packages were not installed anywhere"
    exit 0
}
version=$(dpkg-deb -f "$build"/deb/benchmat_*.deb Version)
version=${version%-*}
suite=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
cp "$build"/deb/benchmat_*.deb "$build"/deb/benchmat-doc_*.deb "$work"
cp docs/packaging/debian/tests/demo "$work"
wanted=$(sed -n 's/^Depends: benchmat, //p' docs/packaging/debian/tests/control | tr -d ,)
cat >"$work/inside" <<END
#!/bin/sh
# In the new system.
set -eux
cd /root
export DEBIAN_FRONTEND=noninteractive
apt-get -q -y -o Acquire::Retries=3 --no-install-recommends install ./benchmat_*.deb ./benchmat-doc_*.deb $wanted
for program in bench-collect bench-store bench-analyze bench-plot; do
    "\$program" --version | grep -F "\$program (benchmat) $version"
    test -s /usr/share/man/man1/\$program.1.gz
    test "\$program" = bench-store || test -s /usr/share/man/man7/\$program-reference.7.gz
    test -s /usr/share/bash-completion/completions/\$program
done
ls /usr/share/doc/benchmat/copyright
bench-collect --complete axpy '' | grep '^openblas'
./demo
apt-get -q -y purge benchmat benchmat-doc
for path in bin/bench-collect libexec/benchmat share/benchmat share/doc/benchmat include/benchmat; do
    test ! -e /usr/\$path
done
END
chmod +x "$work/inside"
say "installing them in a new $suite"
if mmdebstrap --variant=apt --format=null \
    --customize-hook="copy-in $work/inside $work/demo $(echo "$work"/*.deb) /root" \
    --customize-hook='chroot "$1" /root/inside' "$suite" /dev/null >"$work/log" 2>&1; then
    say "installed, used and removed"
elif grep -q '^I: running special hook: copy-in' "$work/log"; then
    tail -60 "$work/log"
    fail "the packages do not work in a new $suite"
else
    echo "skipped: no new $suite can be had here, so the packages were not installed anywhere: $(grep '^E: ' "$work/log" | head -1)"
fi
