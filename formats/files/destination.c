/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/files/destination.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/files/hdf5.h"
#include "formats/files/link.h"
#include "formats/processes/child.h"

/* --- unfinished files --- */

struct unfinished {
    char *path;
    struct unfinished *next;
};

/* Only the process that noted the paths, OWNER, removes them: a forked child has a copy of the
 * list. A signal may come to any thread, so who reads or changes the list takes it first, and
 * blocks the signals so that no thread waits for itself. */
static struct unfinished *latest;
static pid_t owner;
static atomic_flag is_taken = ATOMIC_FLAG_INIT;

static sigset_t list_take(void) {
    sigset_t set = ending_signals_set(ENDING_SIGNALS_OF_USERS), before;
    sigprocmask(SIG_BLOCK, &set, &before);
    while (atomic_flag_test_and_set(&is_taken))
        ;
    return before;
}

static void list_leave(sigset_t before) {
    atomic_flag_clear(&is_taken);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

void destination_remove_unfinished(void) {
    if (owner != getpid())
        return;
    sigset_t before = list_take();
    for (const struct unfinished *u = latest; u; u = u->next)
        if (unlink(u->path) != 0)
            rmdir(u->path);
    list_leave(before);
}

static void remove_all_and_end(int number) {
    destination_remove_unfinished();
    signal(number, SIG_DFL);
    raise(number); /* takes effect when this function returns */
}

/* Makes exit(), and the ending signals of users unless they are ignored or handled, remove PATH
 * before the process ends. The path noted last is removed first, so a directory must be noted
 * before its files. If memory runs out, PATH is not removed. */
static void unfinished_note(const char *path) {
    const struct sigaction action = {.sa_handler = remove_all_and_end};
    struct unfinished *u = malloc(sizeof *u);
    char *copy = u ? strdup(path) : NULL;
    if (!copy) {
        free(u);
        return;
    }
    sigset_t before = list_take();
    if (!owner)
        atexit(destination_remove_unfinished);
    *u = (struct unfinished){copy, latest};
    latest = u;
    owner = getpid();
    ending_signals_catch(ENDING_SIGNALS_OF_USERS, &action);
    list_leave(before);
}

/* Call this when PATH is finished or removed. */
static void unfinished_forget(const char *path) {
    sigset_t before = list_take();
    struct unfinished **place = &latest;
    while (*place && strcmp((*place)->path, path) != 0)
        place = &(*place)->next;
    struct unfinished *u = *place;
    if (u)
        *place = u->next;
    list_leave(before);
    if (u)
        free(u->path);
    free(u);
}

/* --- files --- */

static void release(struct destination *destination) {
    if (destination->temporary)
        unfinished_forget(destination->temporary);
    free(destination->path);
    free(destination->temporary);
    *destination = (struct destination){0};
}

static int fail(struct destination *destination, const char *what, const char *advice,
                struct err *err) {
    int reason = errno;
    if (destination->temporary)
        unlink(destination->temporary);
    int rc = err_set(err, ERR_FAILED, "%s: %s: %s; %s",
                     destination->path ? destination->path : "standard output", what,
                     strerror(reason), advice);
    release(destination);
    return rc;
}

/* A file of another user lends its permissions to ours only as far as a new one would have them. */
static mode_t permissions(const struct stat *there) {
    mode_t mask = umask(0);
    umask(mask);
    mode_t of_new = 0666 & ~mask, of_old = there ? there->st_mode & 0777 : of_new;
    return there && there->st_uid != geteuid() ? of_old & of_new : of_old;
}

static void open_aside(struct destination *destination, const struct stat *there) {
    if (asprintf(&destination->temporary, "%s.XXXXXX", destination->path) < 0) {
        destination->temporary = NULL;
        return;
    }
    int fd = mkstemp(destination->temporary);
    if (fd < 0) {
        free(destination->temporary);
        destination->temporary = NULL;
        return;
    }
    unfinished_note(destination->temporary);
    if (fchmod(fd, permissions(there)) != 0 || !(destination->file = fdopen(fd, "w")))
        close(fd);
}

/* MATLAB's and our user blocks have 512 bytes; larger ones are not checked. */
static int is_hdf5(const char *path) {
    static const long places[] = {0, 512};
    char found[HDF5_SIGNATURE_SIZE];
    FILE *file = fopen(path, "re");
    int is = 0;
    for (size_t i = 0; file && i < sizeof places / sizeof *places; i++)
        is |= fseek(file, places[i], SEEK_SET) == 0 && fread(found, sizeof found, 1, file) == 1 &&
              memcmp(found, HDF5_SIGNATURE, sizeof found) == 0;
    if (file)
        fclose(file);
    return is;
}

/* On failure destination->file is NULL, and errno says why. */
static void open_path(struct destination *destination, const struct stat *there) {
    destination->file = NULL;
    if (there && !S_ISREG(there->st_mode))
        destination->file = fopen(destination->path, "w");
    else if (!there || access(destination->path, W_OK) == 0)
        open_aside(destination, there);
}

int destination_open(struct destination *destination, const char *path, struct err *err) {
    *destination = (struct destination){.file = stdout};
    if (!path || strcmp(path, "-") == 0)
        return 0;
    if (!*path)
        return err_set(err, ERR_USAGE, "the file's name is empty");
    if (link_is_strange(path))
        return err_set(err, ERR_FAILED,
                       "%s is a symbolic link of another user, which is not followed; name another "
                       "file",
                       path);
    struct stat there;
    int exists = stat(path, &there) == 0;
    if (exists && !S_ISREG(there.st_mode) && link_is_planted(path, &there))
        return err_set(err, ERR_FAILED,
                       "%s is not a file, and of another user, in a directory where everybody may "
                       "write; name another file",
                       path);
    destination->path = exists ? realpath(path, NULL) : strdup(path);
    if (!destination->path)
        return err_set(err, ERR_FAILED, "%s: %s", path, strerror(errno));
    if (exists && S_ISREG(there.st_mode) && is_hdf5(path)) {
        release(destination);
        return err_set(err, ERR_USAGE, "%s is an HDF5 file, which is not replaced; name another",
                       path);
    }
    open_path(destination, exists ? &there : NULL);
    if (!destination->file)
        return fail(destination, "cannot be written",
                    "does its directory exist, may you write there?", err);
    return 0;
}

/* Returns whether everything was written; if not, errno says why. */
static int finish(struct destination *destination) {
    int arrived = fflush(destination->file) == 0 && !ferror(destination->file);
    if (destination->temporary && arrived)
        arrived = fsync(fileno(destination->file)) == 0;
    int reason = errno;
    if (destination->path && fclose(destination->file) != 0 && arrived)
        return 0;
    errno = reason;
    return arrived;
}

int destination_commit(struct destination *destination, struct err *err) {
    if (!finish(destination))
        return fail(destination, "not everything could be written", err_room_question(errno), err);
    if (destination->temporary && rename(destination->temporary, destination->path) != 0)
        return fail(destination, "cannot be put in its place", "may you write in its directory?",
                    err);
    release(destination);
    return 0;
}

void destination_abandon(struct destination *destination) {
    if (destination->path)
        fclose(destination->file);
    if (destination->temporary)
        unlink(destination->temporary);
    release(destination);
}

/* --- directories --- */

static const char *place(const struct directory *directory) {
    return directory->temporary ? directory->temporary : directory->path;
}

/* Calls FOR_PATH with the path of the file NAME in the directory. */
static void with_path(const struct directory *directory, const char *name,
                      void (*for_path)(const char *path)) {
    char *path;
    if (asprintf(&path, "%s/%s", place(directory), name) < 0)
        return;
    for_path(path);
    free(path);
}

static void directory_release(struct directory *directory) {
    for (size_t i = 0; i < directory->name_count; i++) {
        with_path(directory, directory->names[i], unfinished_forget);
        free(directory->names[i]);
    }
    if (directory->temporary)
        unfinished_forget(directory->temporary);
    free(directory->names);
    free(directory->path);
    free(directory->temporary);
    *directory = (struct directory){0};
}

static int no_memory(const struct directory *directory, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory for the names of its files", directory->path);
}

/* --- the directory --- */

static int is_entry(const struct dirent *entry) {
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

static int check_empty(const char *path, struct err *err) {
    struct dirent **entries = NULL;
    int count = scandir(path, &entries, is_entry, NULL);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    if (count > 0)
        return err_set(err, ERR_USAGE, "%s: is a directory with files in it; name a new one", path);
    return count == 0 ? 0
                      : err_set(err, errno == ENOTDIR ? ERR_USAGE : ERR_FAILED,
                                "%s: a directory is written, and this is %s; name a new one", path,
                                errno == ENOTDIR ? "none" : "one that cannot be read");
}

static int make_aside(struct directory *directory, struct err *err) {
    mode_t mask = umask(0);
    umask(mask);
    if (asprintf(&directory->temporary, "%s.XXXXXX", directory->path) < 0) {
        directory->temporary = NULL;
        return no_memory(directory, err);
    }
    if (mkdtemp(directory->temporary) && chmod(directory->temporary, 0777 & ~mask) == 0) {
        unfinished_note(directory->temporary);
        return 0;
    }
    return err_set(err, ERR_FAILED,
                   "%s: cannot be made a directory: %s; does its parent exist, "
                   "may you write there?",
                   directory->path, strerror(errno));
}

int directory_open(struct directory *directory, const char *path, struct err *err) {
    struct stat there;
    *directory = (struct directory){0};
    if (!path || strcmp(path, "-") == 0)
        return err_set(err, ERR_USAGE, "a directory is written: name it");
    if (!*path)
        return err_set(err, ERR_USAGE, "the directory's name is empty");
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    directory->path = strndup(path, length);
    if (!directory->path)
        return err_set(err, ERR_FAILED, "%s: no memory for its name", path);
    int code = lstat(directory->path, &there) == 0 ? check_empty(directory->path, err)
                                                   : make_aside(directory, err);
    if (code)
        directory_release(directory);
    return code;
}

/* --- its files --- */

static void clean(char *name) {
    for (; *name; name++)
        if (*name == '/' || (unsigned char)*name < ' ')
            *name = '_';
}

/* Records the name of a file that will be created, so that it can be removed. */
static int note(struct directory *directory, const char *name, struct err *err) {
    char **names = reallocarray(directory->names, directory->name_count + 1, sizeof *names);
    if (!names)
        return no_memory(directory, err);
    directory->names = names;
    if (!(names[directory->name_count] = strdup(name)))
        return no_memory(directory, err);
    clean(names[directory->name_count++]);
    return 0;
}

int directory_begin_file(struct directory *directory, const char *name, FILE **file,
                         struct err *err) {
    int code = note(directory, name, err);
    if (code)
        return code;
    const char *noted = directory->names[directory->name_count - 1];

    int parent = open(place(directory), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int fd = parent < 0 ? -1 : openat(parent, noted, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    int open_reason = errno;
    if (parent >= 0)
        close(parent);
    errno = open_reason;

    if (fd >= 0)
        with_path(directory, noted, unfinished_note);
    *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (*file)
        return 0;
    int reason = errno;
    if (fd >= 0)
        close(fd);
    else
        free(directory->names[--directory->name_count]);
    return reason == EEXIST ? err_set(err, ERR_USAGE,
                                      "%s: two files would be called %s; export one of them by "
                                      "itself",
                                      directory->path, name)
                            : err_set(err, ERR_FAILED, "%s: %s cannot be written: %s",
                                      directory->path, name, strerror(reason));
}

int directory_end_file(struct directory *directory, FILE *file, struct err *err) {
    int arrived = fflush(file) == 0 && !ferror(file) && fsync(fileno(file)) == 0;
    int reason = errno;
    if (fclose(file) != 0 && arrived) {
        arrived = 0;
        reason = errno;
    }
    return arrived ? 0
                   : err_set(err, ERR_FAILED, "%s: not everything could be written: %s; %s",
                             directory->path, strerror(reason), err_room_question(reason));
}

/* --- the end --- */

int directory_commit(struct directory *directory, struct err *err) {
    int code = 0;
    if (directory->temporary && rename(directory->temporary, directory->path) != 0) {
        code = err_set(err, ERR_FAILED, "%s: cannot be put in its place: %s", directory->path,
                       strerror(errno));
        directory_abandon(directory);
    }
    directory_release(directory);
    return code;
}

void directory_abandon(struct directory *directory) {
    int fd = directory->path ? open(place(directory), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    for (size_t i = 0; fd >= 0 && i < directory->name_count; i++)
        unlinkat(fd, directory->names[i], 0);
    if (fd >= 0)
        close(fd);
    if (directory->temporary)
        rmdir(directory->temporary);
    directory_release(directory);
}
