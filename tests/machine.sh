#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/machine.sh BUILD ARCHITECTURE: these sources for a machine of another kind, s390x (big-endian) or arm64
# as Debian calls them: compiled and installed here. Its programs are run twice: the tests of `make
# check-machine` by qemu alone, where they have the programs and files of this system; and on a kernel of that
# machine, which filters system calls and limits memory, the programs and the tests of the sandbox.
#
# What is linked stays in BUILD/machines/ARCHITECTURE, with what was compiled. Where a compiler, qemu or a
# mirror is wanting, it is skipped.
set -eu
unset MAKEFLAGS MFLAGS MAKEOVERRIDES BENCHMAT_BUILD FONTCONFIG_FILE
case ${2-} in
s390x) triplet=s390x-linux-gnu cpu=s390x machine=s390-ccw-virtio console=ttysclp0 ;;
arm64) triplet=aarch64-linux-gnu cpu=aarch64 machine='virt -cpu max' console=ttyAMA0 ;;
*)
    echo 'usage: tests/machine.sh BUILD s390x|arm64' >&2
    exit 64
    ;;
esac
mkdir -p "$1/machines/$2"
build=$(cd "$1/machines/$2" && pwd)
architecture=$2
root=$build/root
suite=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
# libc-bin has the locale C.UTF-8; the last two are for a system of its own.
packages="libc6-dev libc-bin $(tests/setup.sh --names apt build | grep -e '-dev$' | tr '\n' ' ')libcmocka-dev
    linux-image-$architecture busybox-static"

skip() {
    echo "skipped: no new Debian of $architecture can be had here: $*"
    exit 0
}

for command in "$triplet-gcc" mmdebstrap cpio "qemu-system-$cpu"; do
    command -v "$command" >/dev/null || skip "$command is not installed"
done
emulator=$(command -v "qemu-$cpu-static" || command -v "qemu-$cpu") || skip "qemu-$cpu is not installed"
emulator="$emulator -L $root"

# --- its packages, unpacked only ---
if [ "$(cat "$root.packages" 2>/dev/null)" != "$suite $packages" ]; then
    rm -rf "$root" "$root.packages"
    mmdebstrap --variant=extract --architectures="$architecture" --include="$(echo "$packages" | tr -s ' \n' ,,)" \
        --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='Acquire::Retries "3"' \
        "$suite" "$root" >"$root.log" 2>&1 || skip "$(grep '^E: ' "$root.log" | head -1)"
    find "$root" -type l -lname '/*' | while read -r link; do
        ln -sfnr "$root$(readlink "$link")" "$link"
    done
    # What scripts of the packages would do.
    for directory in bin lib lib64; do
        [ -e "$root/$directory" ] || ln -s "usr/$directory" "$root/$directory"
    done
    hdf5=$root/usr/lib/$triplet/pkgconfig/hdf5.pc
    [ -e "$hdf5" ] || ln -s hdf5-serial.pc "$hdf5"
    echo "$suite $packages" >"$root.packages"
fi

# --- what is installed ---
cross() {
    make --no-print-directory BUILD="$build" CC="$triplet-gcc --sysroot=$root" AR="$triplet-ar" WERROR=1 \
        PKG_CONFIG="env PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$root/usr/lib/$triplet/pkgconfig:$root/usr/share/pkgconfig pkg-config" \
        EMULATOR="$emulator" "$@"
}
rm -rf "$build/system"
cross -j"$(nproc)" install "$build/tests/store/sandbox/tests" "$build/tests/store/archive/tests" \
    PREFIX=/usr DESTDIR="$build/system" >"$build/install.log" 2>&1 || {
    tail -30 "$build/install.log"
    exit 1
}
grep -m 1 '^benchmat: ' "$build/install.log" || true
case $architecture:$(cd "$build/system/usr" && find bin/bench-collect libexec include -maxdepth 0 2>/dev/null | wc -l) in
s390x:0 | arm64:3) ;;
*)
    echo "on $architecture there should be a collector where it is little-endian, and nowhere else"
    exit 1
    ;;
esac

# --- on a kernel of its own: the programs and tests, and the libraries that they load ---
cp -r --parents tests/data/hdf5 tests/fuzz/corpus "$build/system"
for room in sandbox archive; do
    install "$build/tests/store/$room/tests" "$build/system/bin/test_$room" -D
done
cp "$root/bin/busybox" "$build/system/bin"
find "$build/system" -type f -perm -100 | while read -r program; do
    $emulator -E LD_TRACE_LOADED_OBJECTS=1 "$program" </dev/null 2>/dev/null || true
done | sed -n 's,.*=> \(/.*\) (.*,\1,p; s,^\t\(/.*\) (.*,\1,p' | sort -u | while read -r library; do
    install -D "$root$library" "$build/system$library"
done
cat >"$build/system/init" <<'END'
#!/bin/busybox sh
/bin/busybox --install -s /bin
mkdir -p /proc /sys /dev /tmp
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs tmp /tmp
failures=0
try() {
    "$@" && return
    echo "status $?: $*"
    failures=$((failures + 1))
}
try test_sandbox sandbox
try test_archive hdf5_versions
try test_archive archive_ask
try bench-store merge /tmp/results.h5 /tests/data/hdf5/*.h5
if [ -e /usr/bin/bench-collect ]; then
    try bench-collect axpy builtin --sizes 100 --rounds 1 --stage-time 0.001 -q -o /tmp/results.h5
fi
try bench-store verify /tmp/results.h5
try bench-analyze --color never /tmp/results.h5
echo "failures: $failures"
poweroff -f
END
chmod +x "$build/system/init"
(cd "$build/system" && find . | cpio --quiet -o -H newc) >"$build/system.cpio"
# shellcheck disable=SC2086 # options
"qemu-system-$cpu" -M $machine -smp 2 -m 3072 -nic none -nographic -no-reboot -kernel "$root"/boot/vmlinuz-* \
    -initrd "$build/system.cpio" -append "console=$console rdinit=/init quiet" </dev/null 2>&1 |
    tr -d '\r' | tee "$build/system.log"
grep -q '^failures: 0$' "$build/system.log"

# --- by qemu alone ---
cross check-machine MACHINE="$architecture"
