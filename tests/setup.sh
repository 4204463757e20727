#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/setup.sh GROUP...: installs the Debian packages of those groups that are missing.
#
#   build   what it takes to compile benchmat
#   check   what `make check` uses besides, and group demo
#   oracles what `make check-all` uses besides: other readers of our files, browsers, checkers
#   package what `make deb` and the test of its packages use besides
#   demo    libraries to measure
#   bench   the tools that `make bench` sets ours beside
#
# Packages that are there are not touched, and when none is missing nothing is asked of the network.
# Only root may install: others get there by sudo, or are given the one line for an administrator.
# Without apt-get it says what is needed and succeeds if pkg-config finds it.
set -eu

say() {
    printf 'setup: %s\n' "$*"
}

fail() {
    printf 'setup: %s\n' "$*" >&2
    exit 1
}

packages() {
    case $1 in
    build)
        echo build-essential pkg-config libhdf5-dev zlib1g-dev libgsl-dev libcairo2-dev \
            libpango1.0-dev libfontconfig-dev libpng-dev libhwloc-dev libjson-c-dev libdeflate-dev nettle-dev libseccomp-dev libsqlite3-dev fonts-dejavu-core scdoc
        ;;
    check)
        echo libcmocka-dev clang clang-format libclang-rt-dev hdf5-tools file poppler-utils libxml2-utils procps zstd xz-utils \
            python3-h5py python3-numpy libscalapack-openmpi2.2 libscalapack-mpich2.2 openmpi-bin mpich
        packages demo
        ;;
    oracles)
        echo valgrind musl-tools netcdf-bin python3-scipy python3-xarray python3-h5netcdf octave \
            libmatio-dev libbenchmark-tools man-db libeigen3-dev g++ gfortran chromium chromium-driver librsvg2-bin fonts-liberation fonts-lmodern texlive-latex-recommended texlive-pictures \
            default-jdk-headless nodejs r-base-core zsh fish slurmctld slurmd slurm-client munge iproute2 \
            pocl-opencl-icd libclblast-dev libclfft2 ocl-icd-opencl-dev opencl-c-headers
        ;;
    package)
        echo debhelper dpkg-dev fakeroot lintian mmdebstrap
        ;;
    demo)
        echo libopenblas0-pthread libblis4-pthread libatlas3-base libblas3 liblapack3 \
            libgslcblas0 libfftw3-double3 libfftw3-single3
        ;;
    bench)
        echo gnuplot-nox hyperfine zstd libbenchmark-dev g++ time libsqlite3-dev libmatio-dev strace hdf5-tools \
            python3-h5py python3-numpy python3-matplotlib chromium chromium-driver \
            slurmctld slurmd slurm-client munge iproute2
        ;;
    *)
        printf 'setup: no group is called "%s"; there are build, check, oracles, package, demo and bench\n' "$1" >&2
        exit 64
        ;;
    esac
}

# The same libraries as pkg-config knows them.
modules() {
    case $1 in
    build) echo hdf5 zlib gsl cairo pangocairo fontconfig libpng hwloc json-c libdeflate nettle libseccomp sqlite3 ;;
    check) echo cmocka ;;
    oracles) echo matio ;;
    bench) echo benchmark sqlite3 matio ;;
    esac
}

each() { # each COMMAND GROUP...: COMMAND of every group, every word once
    command=$1
    shift
    for group; do
        words=$("$command" "$group") || exit
        # shellcheck disable=SC2086 # one argument a word
        printf '%s ' $words
    done | tr ' ' '\n' | awk 'NF && !seen[$0]++'
}

is_installed() {
    dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

is_on_offer() {
    LC_ALL=C apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [^(]'
}

missing_packages() {
    for package in $(each packages "$@"); do
        is_installed "$package" || printf '%s ' "$package"
    done
}

ask_administrator() {
    fail "packages are missing; please have an administrator run:
apt-get install --no-install-recommends $1"
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

apt() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 \
        -o Dpkg::Use-Pty=0 "$@"
}

install_by_apt() {
    missing=$(missing_packages "$@")
    missing=${missing% }
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || ask_administrator "$missing"
        as_root true 2>/dev/null || ask_administrator "$missing"
    fi
    say "installing the missing packages: $missing"
    apt update -qq || say "no fresh package lists; going on with those at hand"
    wanted=
    for package in $missing; do
        if is_on_offer "$package"; then
            wanted="$wanted $package"
        else
            say "this system offers no package $package; going on without it"
        fi
    done
    [ -n "$wanted" ] || return 0
    # shellcheck disable=SC2086 # one word a package
    apt install -q -y --no-install-recommends --no-remove $wanted </dev/null ||
        fail "apt-get could not install:$wanted"
}

look_without_apt() {
    command -v pkg-config >/dev/null || fail "neither apt-get nor pkg-config is here; install" \
        "pkg-config, a C compiler and the libraries $(each modules "$@" | tr '\n' ' ')"
    absent=
    for module in $(each modules "$@"); do
        pkg-config --exists "$module" || absent="$absent $module"
    done
    [ -z "$absent" ] || fail "there is no apt-get here, and pkg-config does not find:$absent;" \
        "install these libraries with their headers"
    say "there is no apt-get here; pkg-config finds the libraries, going on"
    say "on Debian these packages would be installed: $(each packages "$@" | tr '\n' ' ')"
}

[ $# -gt 0 ] || {
    echo 'usage: tests/setup.sh build|check|oracles|package|demo|bench...' >&2
    exit 64
}
for group; do
    packages "$group" >/dev/null
done
if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    install_by_apt "$@"
else
    look_without_apt "$@"
fi
