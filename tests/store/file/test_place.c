/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>

#include "tests/store/many.h"

#include "store/file/place.h"
#include "store/tools/merge.h"
#include "store/file/reading.h"

/* --- file systems that cannot be trusted --- */

static int on_nfs(const struct system *system, int fd, uint64_t *type) {
    (void)system;
    (void)fd;
    *type = 0x6969;
    return 0;
}

EACH_TEST(enter, leave);

TEST(where_locks_mean_nothing_no_archive_is_changed) {
    struct system nfs = system_host;
    nfs.filesystem = on_nfs;
    const struct access how = {.system = &nfs};
    struct run *run = sample_run();
    struct err err = {""};
    assert_int_equal(archive_append_with(path, run, &how, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, path));
    assert_non_null(strstr(err.message, "NFS"));
    assert_non_null(strstr(err.message, "bench-store merge"));
    append(path, run);
    assert_int_equal(archive_append_with(path, run, &how, &err), ERR_FAILED);
    assert_int_equal(runs_in(path), 1);
    run_free(run);
}

/* "remote.h5" is over there, and all else here. */
static int on_nfs_if_remote(const struct system *system, int fd, uint64_t *type) {
    char link[40], name[300] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    assert_true(readlink(link, name, sizeof name - 1) > 0);
    return strstr(name, "/remote.h5") ? on_nfs(system, fd, type)
                                      : system_host.filesystem(system, fd, type);
}

static void ignore(void *context, const struct merge_finding *finding) {
    (void)context;
    (void)finding;
}

TEST(the_way_out_works) {
    char remote[150], *sources[] = {remote}, *locals[] = {path};
    struct system nfs = system_host;
    nfs.filesystem = on_nfs_if_remote;
    const struct access how = {.system = &nfs};
    struct err err = {""};
    snprintf(remote, sizeof remote, "%s/remote.h5", directory);
    append_numbered(remote, 1, 2);
    append_numbered(path, 3, 3);
    assert_int_equal(merge_archives(remote, locals, 1, &how, ignore, NULL, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "`bench-store merge LOCAL.h5 "));
    assert_non_null(strstr(err.message, "remote.h5` takes in what is here, and cp brings"));
    assert_int_equal(runs_in(remote), 2);
    assert_int_equal(merge_archives(path, sources, 1, &how, ignore, NULL, &err), 0);
    assert_int_equal(runs_in(path), 3);
    assert_int_equal(runs_in(remote), 2);
}

static int has_no_locks(const struct system *system, int fd, int type, uint64_t offset,
                        uint64_t size) {
    (void)system;
    (void)fd;
    (void)type;
    (void)offset;
    (void)size;
    return -ENOLCK;
}

TEST(there_it_can_still_be_read) {
    struct system nfs = system_host;
    nfs.lock = has_no_locks;
    const struct access how = {.system = &nfs};
    struct reading reading;
    struct err err;
    struct run *run = sample_run();
    append(path, run);
    assert_int_equal(reading_begin(&reading, path, &how, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "cannot be locked"));
    nfs.filesystem = on_nfs;
    assert_int_equal(reading_begin(&reading, path, &how, &err), 0);
    reading_end(&reading);
    run_free(run);
}

TEST(local_file_systems_are_not_refused) {
    const uint64_t local[] = {0xEF53 /* ext4 */,
                              0x58465342 /* XFS */,
                              0x9123683E /* btrfs */,
                              0x01021994 /* tmpfs */,
                              0x2FC12FC1 /* ZFS */,
                              0x794C7630 /* overlayfs */,
                              0xF2F52010 /* F2FS */};
    for (size_t i = 0; i < sizeof local / sizeof *local; i++)
        assert_null(filesystem_without_locks(local[i]));
    assert_string_equal(filesystem_without_locks(0xFF534D42), "SMB (cifs)");
    assert_string_equal(filesystem_without_locks(0x01021997), "9p");
    assert_string_equal(filesystem_without_locks(0x65735546), "FUSE");
}

/* --- names --- */

TEST(links_are_resolved) {
    char link[150], real[200];
    snprintf(link, sizeof link, "%s/link.h5", directory);
    snprintf(real, sizeof real, "%s/results.h5", directory);
    assert_int_equal(symlink("results.h5", link), 0);
    char *resolved = place_resolve(path, NULL);
    assert_string_equal(resolved, path);
    free(resolved);
    struct run *run = sample_run();
    append(path, run);
    resolved = place_resolve(link, NULL);
    assert_string_equal(resolved, real);
    free(resolved);
    run_free(run);
}

TEST(a_name_that_moved_on_is_noticed) {
    struct run *run = sample_run();
    append(path, run);
    int fd = open(path, O_RDONLY);
    assert_int_equal(place_is_named(&system_host, path, fd), 1);
    unlink(path);
    assert_int_equal(place_is_named(&system_host, path, fd), 0);
    append(path, run);
    assert_int_equal(place_is_named(&system_host, path, fd), 0);
    close(fd);
    run_free(run);
}
