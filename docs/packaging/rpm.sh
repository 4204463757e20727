#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# docs/packaging/rpm.sh VERSION FILE.tar.gz DIRECTORY: builds the RPM packages of that tarball in DIRECTORY, which it empties
# first. What the spec asks for is not looked up: on a system of other packages rpm knows of none.
set -eu
unset MAKEFLAGS MFLAGS MAKEOVERRIDES # what make was told is for another build
command -v rpmbuild >/dev/null || {
    echo 'rpm: rpmbuild is missing; run `tests/setup.sh build rpm`' >&2
    exit 1
}
rm -rf "$3"
mkdir -p "$3"
cp "$2" "$3"
cd "$3"
sed "s/@VERSION@/$1/" "$OLDPWD/docs/packaging/benchmat.spec" >benchmat.spec
rpmbuild --nodeps --define "_topdir $PWD/top" --define "_sourcedir $PWD" -ba benchmat.spec
mv top/RPMS/*/*.rpm top/SRPMS/*.rpm .
rm -rf top
