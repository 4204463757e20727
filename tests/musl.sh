#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/musl.sh FOLDER FLAG...: what reads archives and draws asks nothing of glibc that other C libraries
# lack. Each file of formats, store, analyze and plot is checked, by musl's headers, twice: as for Linux
# (Alpine), and with what POSIX and the BSDs have alone (a Mac), save for the files that are Linux's own.
# FLAGs are those of the compiler; FOLDER gets the headers of the libraries, and none of glibc's.
set -eu
folder=$1
shift
own='store/file/system.c store/sandbox/confine.c'

command -v musl-gcc >/dev/null || {
    echo 'skipped: musl-gcc is not installed'
    echo '[  SKIPPED ] musl'
    exit 0
}

# --- headers that stand among glibc's: libraries', and the kernel's ---
rm -rf "$folder"
mkdir -p "$folder/bits"
for name in fontconfig gsl json-c libdeflate.h nettle seccomp.h seccomp-syscalls.h sqlite3.h zconf.h zlib.h \
    asm asm-generic linux; do
    for place in /usr/include "/usr/include/$(gcc -print-multiarch)"; do
        [ ! -e "$place/$name" ] || ln -sf "$place/$name" "$folder/$name"
    done
done

# argp-standalone has the same header as glibc, without what this defines.
: >"$folder/bits/floatn.h"
cat >"$folder/argp.h" <<'END'
#define __THROW
#define __BEGIN_DECLS
#define __END_DECLS
#define __error_t_defined
typedef int error_t;
#include "/usr/include/argp.h"
END

# In POSIX since 2024; musl shows it for _GNU_SOURCE alone.
cat >"$folder/posix.h" <<'END'
#include <stddef.h>
void *memmem(const void *, size_t, const void *, size_t);
END

check() { # check NAME FLAG...: the files that are read from standard input
    name=$1
    shift
    xargs -n 20 -P "$(nproc)" musl-gcc -fsyntax-only -I. -isystem "$folder" '-DBENCHMAT_VERSION=""' "$@" || {
        echo "[  FAILED  ] $name"
        exit 1
    }
    echo "[       OK ] $name"
}

files() {
    printf '%s\n' formats/*/*.c store/*/*.c analyze/*/*.c plot/*/*.c
}
files | check linux -D_GNU_SOURCE "$@"
files | grep -vxF "$(printf '%s\n' $own)" | check posix -D_XOPEN_SOURCE=700 -D_BSD_SOURCE -include posix.h "$@"
