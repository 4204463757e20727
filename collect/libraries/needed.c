/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/libraries/needed.h"

#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

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

/* Where in the file stands what is loaded at ADDRESS; 0 for nowhere. */
static uint64_t offset_of(const struct object *object, uint64_t address) {
    for (size_t i = 0; i < object->segment_count; i++) {
        const ElfW(Phdr) *segment = &object->segments[i];
        if (segment->p_type == PT_LOAD && address >= segment->p_vaddr &&
            address - segment->p_vaddr < segment->p_filesz)
            return segment->p_offset + (address - segment->p_vaddr);
    }
    return 0;
}

static uint64_t find_strings(const struct object *object) {
    for (size_t i = 0; i < object->entry_count && object->entries[i].d_tag != DT_NULL; i++)
        if (object->entries[i].d_tag == DT_STRTAB)
            return offset_of(object, object->entries[i].d_un.d_ptr);
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
    return is_object ? 0 : err_set(err, ERR_FAILED, "%s is no shared object of this machine", path);
}
