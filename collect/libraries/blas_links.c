/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/libraries/blas_links.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/libraries/needed.h"

/* The names by which a LAPACK asks for what stands at that place of its chain, from the bottom up:
 * a new storey is a new row. libatlas.so is none of these: it is ATLAS's kernels, and no BLAS. */
static const char *const storeys[][8] = {
    {"libblas*.so*", "libopenblas*.so*", "libblis*.so*", "libf77blas*.so*", "libcblas*.so*",
     "libflexiblas*.so*", "libmkl_rt*.so*"},
};
enum { STOREYS = sizeof storeys / sizeof *storeys };

static int is_of_storey(const char *name, size_t storey) {
    for (size_t i = 0; i < sizeof *storeys / sizeof **storeys && storeys[storey][i]; i++)
        if (fnmatch(storeys[storey][i], name, 0) == 0)
            return 1;
    return 0;
}

/* --- making --- */

struct making {
    const struct blas_links *links;
    const struct library *library;
    size_t object, made;
    int status;
    struct err *err;
};

static void link_needed(void *context, const char *name) {
    struct making *making = context;
    char path[2 * PATH_MAX];
    for (size_t lower = 0; lower < making->object && lower < STOREYS; lower++) {
        if (!is_of_storey(name, lower) || strchr(name, '/') || making->status)
            continue;
        snprintf(path, sizeof path, "%s/%s", making->links->directory, name);
        if (symlink(making->library->paths[lower], path) != 0 && errno != EEXIST)
            making->status = err_set(making->err, ERR_FAILED, "%s: %s", path, strerror(errno));
        making->made++;
    }
}

static int link_chain(struct blas_links *links, const struct library *library, struct err *err) {
    for (size_t i = 1; i < library->path_count; i++) {
        struct making making = {.links = links, .library = library, .object = i, .err = err};
        int status = needed_each(library->paths[i], link_needed, &making, err);
        if (status || making.status)
            return ERR_FAILED;
        if (making.made == 0)
            return err_set(err, ERR_FAILED,
                           "the LAPACK asks for no BLAS, so that none can be put under it");
    }
    return 0;
}

/* ':' and ';' part the entries of LD_LIBRARY_PATH, '$' begins what the loader replaces. */
static int choose_parent(char *path, size_t size, struct err *err) {
    const char *parent = getenv("TMPDIR");
    parent = parent && *parent ? parent : "/tmp";
    char *real = realpath(parent, NULL);
    int status = 0;
    if (!real)
        status = err_set(err, ERR_FAILED, "TMPDIR is %s: %s", parent, strerror(errno));
    else if (strpbrk(real, ":;$") || strlen(real) + 32 > size)
        status =
            err_set(err, ERR_FAILED,
                    "TMPDIR is %s, in which the loader cannot be made to look; set another", real);
    else
        snprintf(path, size, "%s/benchmat-links-XXXXXX", real);
    free(real);
    return status;
}

int blas_links_make(struct blas_links *links, const struct library *library, struct err *err) {
    char path[PATH_MAX];
    links->directory[0] = '\0';
    int status = choose_parent(path, sizeof path, err);
    if (status)
        return status;
    if (!mkdtemp(path))
        return err_set(err, ERR_FAILED, "%s: %s", path, strerror(errno));
    strcpy(links->directory, path);
    status = library->is_chain ? link_chain(links, library, err) : 0;
    if (status)
        blas_links_remove(links);
    return status;
}

/* --- removing --- */

void blas_links_remove(struct blas_links *links) {
    if (!links->directory[0])
        return;
    DIR *stream = opendir(links->directory);
    for (struct dirent *entry; stream && (entry = readdir(stream));)
        unlinkat(dirfd(stream), entry->d_name, 0);
    if (stream)
        closedir(stream);
    rmdir(links->directory);
    links->directory[0] = '\0';
}
