#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/setup.sh GROUP...: installs what is missing of those groups, by apt-get, dnf, pacman, zypper or apk.
# tests/setup.sh --names MANAGER GROUP...: prints their packages for apt, dnf, pacman, zypper or apk.
#
#   build   what it takes to compile benchmat
#   demo    libraries to measure, and a font for charts
#   check   what `make check` uses besides, and group demo
#   oracles what `make check-all` uses besides: other readers of our files, browsers, checkers
#   package what `make deb` and the test of its packages use besides
#   rpm     what `make rpm` uses besides
#   qemu    what tests/machine.sh uses besides, for other kinds of machines
#   bench   the tools that `make bench` sets ours beside
#
# The table tests/packages says what shows that a thing is there, and which package brings it. What is there
# is not touched, and when nothing is missing nothing is asked of the network. Only root may install: others
# get there by sudo, or are given the one line for an administrator. Where there is none of these package
# managers, what is missing is listed, which fails if something cannot be compiled without it.
set -eu
table=$(dirname "$0")/packages

say() {
    printf 'setup: %s\n' "$*"
}

fail() {
    printf 'setup: %s\n' "$*" >&2
    exit 1
}

misuse() {
    printf '%s\n' "$*" >&2
    exit 64
}

# --- the table ---
# A line for each row of the GROUPs: its groups, what shows it, and its package.
rows() {
    # shellcheck disable=SC2034 # named by $manager
    while read -r groups shown apt dnf pacman zypper apk; do
        for group; do
            case ,$groups, in
            *,"$group",*)
                eval "echo \"\$groups \$shown \$$manager\""
                break
                ;;
            esac
        done
    done <"$table"
}

found() {
    for path; do
        [ ! -e "$path" ] || return 0
    done
    return 1
}

shows() {
    # shellcheck disable=SC2086 # patterns
    case $1 in
    */*) found $1 ;;
    *.pc) "${PKG_CONFIG:-pkg-config}" --exists "${1%.pc}" 2>/dev/null ;;
    *.py) found /usr/lib*/python3*/*-packages/"${1%.py}" ;;
    *.ttf) found /usr/share/fonts/*/"$1" /usr/share/fonts/*/*/"$1" ;;
    lib*) found /usr/lib/$1 /usr/local/lib/$1 /usr/lib64/$1 /usr/lib64/*/$1 /usr/lib/*-linux-*/$1 /usr/lib/*-linux-*/*/$1 ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

is_there() {
    rest=$1,
    while [ -n "$rest" ]; do
        ! shows "${rest%%,*}" || return 0
        rest=${rest#*,}
    done
    return 1
}

missing() {
    rows "$@" | while read -r groups shown package; do
        is_there "$shown" || $has "$package" >/dev/null 2>&1 || echo "$groups $shown $package"
    done
}

# --- package managers ---
# has NAME succeeds if a package is installed under another name than the table knows its files by; offers NAME
# also prints something where there is one to install; $lists are the files that it looks into.
deb_is_here() {
    dpkg-query -W -f '${db:Status-Abbrev}' "$1" | grep -q '^ii'
}

choose() {
    lists=/
    refresh=true
    unasked=-y
    case $1 in
    apt)
        has=deb_is_here
        offers='apt-cache show --no-all-versions'
        lists='/var/lib/apt/lists/*Packages*'
        refresh='apt-get -o DPkg::Lock::Timeout=300 update -qq'
        install='apt-get install --no-install-recommends'
        unasked='-q -y --no-remove -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0'
        ;;
    dnf)
        has='rpm -q --whatprovides'
        offers='dnf -q repoquery --whatprovides'
        install='dnf install --setopt=install_weak_deps=False'
        ;;
    pacman)
        has='pacman -Q'
        offers='pacman -Si'
        lists='/var/lib/pacman/sync/*.db'
        # New lists would ask for an upgrade of the whole system.
        # shellcheck disable=SC2086 # a pattern
        found $lists || refresh='pacman -Sy'
        install='pacman -S --needed'
        unasked=--noconfirm
        ;;
    zypper)
        has='rpm -q --whatprovides'
        offers='zypper -n -q search --match-exact --provides'
        install='zypper install --no-recommends'
        ;;
    apk)
        has='apk info -e'
        offers='apk search -q -e'
        lists='/var/cache/apk/APKINDEX*'
        refresh='apk update -q'
        install='apk add'
        unasked=
        ;;
    *) return 1 ;;
    esac
    manager=$1
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

# Sets $offered and $lacking, of the packages that are missing and of things without a package.
look_for_offers() {
    offered=
    lacking=
    while read -r _ shown package; do
        case " $offered $lacking " in
        *" $package "*) ;;
        *)
            if [ "$package" = - ]; then
                lacking="$lacking ${shown%%,*}"
            elif text=$($offers "$package" 2>/dev/null) && [ -n "$text" ]; then
                offered="$offered $package"
            else
                lacking="$lacking $package"
            fi
            ;;
        esac
    done <<LINES
$absent
LINES
}

say_what_lacks() {
    if [ -z "$offered" ] && printf '%s\n' "$absent" | grep -q '^build[^ ]* [^ ]*\.pc'; then
        fail "it takes these to compile, and this system offers none of them; has it lists of packages?$lacking"
    fi
    [ -z "$lacking" ] || say "this system offers no package for these; going on without them:$lacking"
}

# shellcheck disable=SC2086 # one word a package or option
install_absent() {
    look_for_offers
    if [ -z "$offered" ] && found $lists; then
        say_what_lacks
        return
    fi
    if [ "$(id -u)" -ne 0 ] && ! { command -v sudo >/dev/null && as_root true 2>/dev/null; }; then
        fail "packages are missing; please have an administrator run:
$install${offered:-$lacking}"
    fi
    as_root $refresh || say "no fresh package lists; going on with those at hand"
    look_for_offers
    say_what_lacks
    [ -n "$offered" ] || return 0
    say "installing the missing packages:$offered"
    as_root env DEBIAN_FRONTEND=noninteractive $install $unasked $offered </dev/null || fail "could not be installed:$offered"
}

list_absent() {
    list=
    status=0
    while read -r groups shown _; do
        case $groups,$shown in
        build,* | *.pc) status=1 ;;
        esac
        shown=${shown%%,*}
        case $shown in
        *.pc) shown="${shown%.pc} (known to pkg-config)" ;;
        *.py) shown="${shown%.py} (of Python)" ;;
        esac
        list="$list${list:+, }$shown"
    done <<LINES
$absent
LINES
    say "there is none of apt-get, dnf, pacman, zypper and apk here; install what is missing: $list" >&$((status + 1))
    exit $status
}

# --- the command line ---
usage='usage: tests/setup.sh [--names apt|dnf|pacman|zypper|apk] build|demo|check|oracles|package|rpm|qemu|bench...'
has=false
manager=apt
only_names=
if [ "${1-}" = --names ]; then
    choose "${2-}" || misuse "$usage"
    only_names=1
    shift 2
fi
[ $# -gt 0 ] || misuse "$usage"
[ -r "$table" ] || fail "the table $table is missing, which belongs to this script"
for group; do
    [ -n "$(rows "$group")" ] || misuse "setup: no group is called \"$group\"
$usage"
done
if [ -n "$only_names" ]; then
    rows "$@" | awk '$3 != "-" && !seen[$3]++ { print $3 }'
    exit
fi
is_known=
for pair in apt:apt-get dnf:dnf pacman:pacman zypper:zypper apk:apk; do
    if command -v "${pair#*:}" >/dev/null; then
        choose "${pair%:*}"
        is_known=1
        break
    fi
done
absent=$(missing "$@")
if [ -z "$absent" ]; then
    exit 0
elif [ -n "$is_known" ]; then
    install_absent
else
    list_absent
fi
