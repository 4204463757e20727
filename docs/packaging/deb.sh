#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# docs/packaging/deb.sh VERSION FILE.tar.gz DIRECTORY: builds the Debian packages of that tarball in DIRECTORY, which
# it empties first, and has lintian check them where there is lintian. DEBFULLNAME and DEBEMAIL, if set,
# are the maintainer.
set -eu
version=$1
unset MAKEFLAGS MFLAGS # what make was told is for another build
command -v dh >/dev/null || {
    echo 'deb: debhelper is missing; run `tests/setup.sh build package`' >&2
    exit 1
}
rm -rf "$3"
mkdir -p "$3"
cp "$2" "$3/benchmat_$version.orig.tar.gz"
cd "$3"
tar -xzf "benchmat_$version.orig.tar.gz"
cd "benchmat-$version"
cp -R docs/packaging/debian debian
[ -z "${DEBEMAIL-}" ] ||
    sed -i "s|^Maintainer: .*|Maintainer: ${DEBFULLNAME:-$DEBEMAIL} <$DEBEMAIL>|" debian/control
cat >debian/changelog <<END
benchmat ($version-1~local) unstable; urgency=medium

  * Built from the sources of benchmat $version.

 -- $(sed -n 's/^Maintainer: //p' debian/control)  $(date -R -u -r VERSION)
END
dpkg-buildpackage -us -uc
cd ..
rm -rf "benchmat-$version"
if command -v lintian >/dev/null; then
    as_user=$([ "$(id -u)" -ne 0 ] || echo --allow-root)
    # shellcheck disable=SC2086 # one word or none
    lintian $as_user --fail-on error,warning --info ./*.changes
    echo 'deb: lintian has no complaint'
else
    echo 'deb: there is no lintian here, so nothing has checked the packages'
fi
