#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/fresh.sh BUILD SUITE [PART...]: in new systems of a Debian, such as trixie, all that a tarball promises where
# there is neither git nor scdoc.
#
#   readme     README's two commands
#   packages   the Debian packages, built with nothing but what they say that they need, and checked by lintian;
#              the RPM packages, which have the same files
#   container  the lines of the Containerfile, whose image has no more than the programs load
#
# Where no new system can be had (no mirror to be reached, no permission to change the root), that is said.
set -eu
unset MAKEFLAGS MFLAGS MAKEOVERRIDES
build=$1
suite=$2
shift 2
[ $# -gt 0 ] || set -- readme packages container
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    printf 'fresh: %s\n' "$*" >&2
    exit 1
}

# in_new NAME VARIANT [OPTION...]: runs $work/NAME/run in /root of a new system, with all that is in $work/NAME beside
# it; what it leaves in /root/out comes to $work/NAME/out.
in_new() {
    name=$1
    variant=$2
    shift 2
    begin=$(date +%s)
    mkdir "$work/$name/out"
    # A mirror may be one that stands still, as those of unstable releases soon do.
    if mmdebstrap --variant="$variant" --format=null --aptopt='Acquire::Check-Valid-Until "false"' \
        --aptopt='Acquire::Retries "3"' "$@" --customize-hook="sync-in $work/$name /root" \
        --customize-hook='chroot "$1" sh -c "cd /root && exec sh -eux ./run"' \
        --customize-hook="sync-out /root/out $work/$name/out" "$suite" /dev/null >"$work/log" 2>&1; then
        echo "fresh: $name works in a new Debian $suite, $(($(date +%s) - begin)) s"
    elif grep -q '^I: running special hook: sync-in' "$work/log"; then
        tail -60 "$work/log"
        fail "$name does not work in a new Debian $suite"
    else
        echo "skipped: no new Debian $suite can be had here: $(grep '^E: ' "$work/log" | head -1)"
        exit 0
    fi
}

tarball=$(make -s dist BUILD="$build")
version=${tarball##*/benchmat-}
version=${version%.tar.gz}

# begin NAME: what in_new NAME is given: the tarball, and a script that begins with the standard input.
begin() {
    mkdir "$work/$1"
    cp "$tarball" "$work/$1"
    {
        echo "version='$version'"
        cat
    } >"$work/$1/run"
}

readme() {
    begin readme <<'END'
tar -xzf benchmat-*.tar.gz
cd benchmat-*/
make -n all 2>&1 >/dev/null | tee complaints >&2
test ! -s complaints
make demo
test -s build/demo/demo.png
make install
! command -v git scdoc
bench-analyze --version | grep -F "(benchmat) $version"
head -n 1 /usr/local/share/man/man1/bench-plot.1 | grep -Fx "'\\\" t"
END
    in_new readme minbase --include=make
}

packages() {
    begin packages <<'END'
export DEBIAN_FRONTEND=noninteractive
tar -xzf benchmat-*.tar.gz
cd benchmat-*/
cp -R docs/packaging/debian debian
apt-get -q -y --no-install-recommends build-dep ./
rm -r debian
docs/packaging/deb.sh "$version" ../benchmat-*.tar.gz /root/out/deb
apt-get -q -y --no-install-recommends install lintian rpm
lintian --allow-root --fail-on error,warning --info /root/out/deb/*.changes
docs/packaging/rpm.sh "$version" ../benchmat-*.tar.gz /root/out/rpm
files() {
    sed 's/\.gz$//; s/vendor-completions/site-functions/' | grep -E '^/usr/(bin|include|libexec|share/[^dl])' | sort
}
rm /root/out/rpm/*.src.rpm
mkdir tree
dpkg-deb -x /root/out/deb/benchmat_*.deb tree
find tree ! -type d | sed 's/^tree//' | files >of-deb
rpm -qpl /root/out/rpm/benchmat-[0-9]*.rpm | while read -r path; do
    test -d "tree$path" || echo "$path"
done | files >of-rpm
test -s of-rpm
diff of-deb of-rpm
END
    in_new packages buildd
}

emit() {
    echo "$*" >>"$work/container$stage/run"
}

# Each stage of the Containerfile becomes a script; what the second takes from the first lies in build.
container() {
    stage=0
    taken=
    # shellcheck disable=SC2162 # lines are joined at backslashes
    while read word rest; do
        case $word in
        FROM)
            stage=$((stage + 1))
            begin "container$stage" <<'END'
export VERSION= DEBIAN_FRONTEND=noninteractive
mkdir context
tar -xzf benchmat-*.tar.gz -C context --strip-components=1
place() {
    mkdir -p "$2"
    test ! -d "$1" || set -- "$1/." "$2"
    cp -a "$1" "$2"
}
END
            ;;
        WORKDIR) emit "mkdir -p $rest; cd $rest" ;;
        RUN) emit "( $rest )" ;;
        COPY)
            from=context
            case $rest in
            --from=build*)
                from=build
                rest=${rest#* }
                taken="$taken ${rest% *}"
                ;;
            esac
            for source in ${rest% *}; do
                emit "place /root/$from/$source ${rest##* }"
            done
            ;;
        ARG | CMD | '' | '#'*) ;;
        *) fail "this does not know $word, which is in the Containerfile" ;;
        esac
    done <docs/packaging/Containerfile
    echo "cp -a $taken /root/out" >>"$work/container1/run"
    in_new container1 minbase
    mv "$work/container1/out" "$work/container2/build"
    cat >>"$work/container2/run" <<'END'
! command -v cc
for program in bench-collect bench-store bench-analyze bench-plot; do
    "$program" --version | grep -F "$program (benchmat) $version"
done
bench-collect -q axpy openblas builtin --sizes 10,100 --rounds 2 --stage-time 0.002
bench-plot results.h5 -o axpy.png -o axpy.svg
grep '<svg' axpy.svg
END
    in_new container2 minbase
}

for part; do
    "$part"
done
