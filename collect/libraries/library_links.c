/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/libraries/library_links.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- needed --- */

enum { MOST_SEGMENTS = 64, MOST_ENTRIES = 1024 };

struct object {
    int fd;
    ElfW(Phdr) segments[MOST_SEGMENTS];
    size_t segment_count;
    ElfW(Dyn) entries[MOST_ENTRIES];
    size_t entry_count;
};

static int read_at(int fd, void *bytes, size_t size, uint64_t offset) {
    return offset <= INT64_MAX - size && pread(fd, bytes, size, (off_t)offset) == (ssize_t)size;
}

static int is_own_kind(const ElfW(Ehdr) * header) {
    return memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
           header->e_ident[EI_CLASS] == (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) &&
           header->e_type == ET_DYN && header->e_phentsize == sizeof(ElfW(Phdr)) &&
           header->e_phnum <= MOST_SEGMENTS;
}

static const ElfW(Phdr) * find_dynamic(const struct object *object) {
    for (size_t i = 0; i < object->segment_count; i++)
        if (object->segments[i].p_type == PT_DYNAMIC)
            return &object->segments[i];
    return NULL;
}

static int read_object(struct object *object) {
    ElfW(Ehdr) header;
    if (!read_at(object->fd, &header, sizeof header, 0) || !is_own_kind(&header))
        return 0;
    object->segment_count = header.e_phnum;
    if (!read_at(object->fd, object->segments, header.e_phnum * sizeof *object->segments,
                 header.e_phoff))
        return 0;
    const ElfW(Phdr) *dynamic = find_dynamic(object);
    if (!dynamic)
        return 0;
    size_t count = dynamic->p_filesz / sizeof *object->entries;
    object->entry_count = count < MOST_ENTRIES ? count : MOST_ENTRIES;
    return read_at(object->fd, object->entries, object->entry_count * sizeof *object->entries,
                   dynamic->p_offset);
}

static uint64_t find_strings(const struct object *object) {
    for (size_t i = 0; i < object->entry_count && object->entries[i].d_tag != DT_NULL; i++)
        if (object->entries[i].d_tag == DT_STRTAB) {
            /* The offset in the file of what is loaded at ADDRESS. */
            uint64_t address = object->entries[i].d_un.d_ptr;
            for (size_t j = 0; j < object->segment_count; j++) {
                const ElfW(Phdr) *segment = &object->segments[j];
                if (segment->p_type == PT_LOAD && address >= segment->p_vaddr &&
                    address - segment->p_vaddr < segment->p_filesz)
                    return segment->p_offset + (address - segment->p_vaddr);
            }
            return 0;
        }
    return 0;
}

static int visit_needed(const struct object *object, void (*visit)(void *context, const char *name),
                        void *context) {
    uint64_t strings = find_strings(object);
    for (size_t i = 0; i < object->entry_count && object->entries[i].d_tag != DT_NULL; i++) {
        char name[NEEDED_NAME_MOST + 1];
        uint64_t at = object->entries[i].d_un.d_val;
        if (object->entries[i].d_tag != DT_NEEDED)
            continue;
        if (!strings || at > INT64_MAX - strings)
            return 0;
        ssize_t got = pread(object->fd, name, sizeof name, (off_t)(strings + at));
        if (got <= 0 || !memchr(name, '\0', (size_t)got))
            return 0;
        visit(context, name);
    }
    return 1;
}

int needed_each(const char *path, void (*visit)(void *context, const char *name), void *context,
                struct err *err) {
    static struct object object;
    object.fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int is_object = object.fd >= 0 && read_object(&object) && visit_needed(&object, visit, context);
    if (object.fd >= 0)
        close(object.fd);
    return is_object ? 0
                     : err_set(err, ERR_FAILED, "%s: not a shared object of this machine", path);
}

/* --- blas links --- */

/* The names by which a LAPACK or ScaLAPACK asks for the object at each level of its chain, from the
 * bottom up; a new level is a new row. libatlas.so is not among them: it contains ATLAS's kernels,
 * not a BLAS. */
static const char *const levels[][8] = {
    {"libblas*.so*", "libopenblas*.so*", "libblis*.so*", "libf77blas*.so*", "libcblas*.so*",
     "libflexiblas*.so*", "libmkl_rt*.so*"},
    {"liblapack*.so*"},
};
enum { LEVELS = sizeof levels / sizeof *levels };

static int is_of_level(const char *name, size_t level) {
    for (size_t i = 0; i < sizeof *levels / sizeof **levels && levels[level][i]; i++)
        if (fnmatch(levels[level][i], name, 0) == 0)
            return 1;
    return 0;
}

/* --- making --- */

struct making {
    const struct library_links *links;
    const struct library *library;
    size_t object, made;
    int status;
    struct err *err;
};

static void link_needed(void *context, const char *name) {
    struct making *making = context;
    char path[2 * PATH_MAX];
    for (size_t lower = 0; lower < making->object && lower < LEVELS; lower++) {
        if (!is_of_level(name, lower) || strchr(name, '/') || making->status)
            continue;
        snprintf(path, sizeof path, "%s/%s", making->links->directory, name);
        if (symlink(making->library->paths[lower], path) != 0 && errno != EEXIST)
            making->status = err_set(making->err, ERR_FAILED, "%s: %s", path, strerror(errno));
        making->made++;
    }
}

static int link_chain(struct library_links *links, const struct library *library, struct err *err) {
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

static int link_preload(const struct library_links *links, const struct library *library,
                        struct err *err) {
    char path[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", links->directory, LIBRARY_LINKS_PRELOAD);
    if (library->path_count == 0 || symlink(library->paths[0], path) == 0)
        return 0;
    return err_set(err, ERR_FAILED, "%s: %s", path, strerror(errno));
}

int library_links_make(struct library_links *links, const struct library *library, int preloads,
                       struct err *err) {
    char path[PATH_MAX];
    links->directory[0] = '\0';

    /* ':' and ';' separate the entries of LD_LIBRARY_PATH, ':' and ' ' those of LD_PRELOAD, and '$'
     * begins what the loader replaces. */
    const char *special = preloads ? ":;$ " : ":;$";
    size_t size = sizeof path;
    const char *parent = getenv("TMPDIR");
    parent = parent && *parent ? parent : "/tmp";
    char *real = realpath(parent, NULL);
    int status = 0;
    if (!real)
        status = err_set(err, ERR_FAILED, "TMPDIR is %s: %s", parent, strerror(errno));
    else if (strpbrk(real, special) || strlen(real) + 32 > size)
        status =
            err_set(err, ERR_FAILED,
                    "TMPDIR is %s, in which the loader cannot be made to look; set another", real);
    else
        snprintf(path, size, "%s/benchmat-links-XXXXXX", real);
    free(real);

    if (status)
        return status;
    if (!mkdtemp(path))
        return err_set(err, ERR_FAILED, "%s: %s", path, strerror(errno));
    strcpy(links->directory, path);
    status = library->is_chain ? link_chain(links, library, err) : 0;
    if (status == 0 && preloads)
        status = link_preload(links, library, err);
    if (status)
        library_links_remove(links);
    return status;
}

/* --- removing --- */

void library_links_remove(struct library_links *links) {
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
