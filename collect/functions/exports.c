/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/functions/exports.h"

#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file's bytes, which may be anything. */
struct image {
    const char *bytes;
    size_t size;
};

/* COUNT elements of BYTES bytes at OFFSET; NULL: the file does not have them. */
static const void *part(const struct image *image, uint64_t offset, uint64_t count,
                        uint64_t bytes) {
    uint64_t size;
    if (__builtin_mul_overflow(count, bytes, &size) || offset > image->size ||
        size > image->size - offset || offset % 8)
        return NULL;
    return image->bytes + offset;
}

static int is_function(const ElfW(Sym) * symbol) {
    int type = ELF64_ST_TYPE(symbol->st_info), binding = ELF64_ST_BIND(symbol->st_info);
    int visibility = ELF64_ST_VISIBILITY(symbol->st_other);
    return symbol->st_shndx != SHN_UNDEF && (type == STT_FUNC || type == STT_GNU_IFUNC) &&
           (binding == STB_GLOBAL || binding == STB_WEAK) &&
           (visibility == STV_DEFAULT || visibility == STV_PROTECTED);
}

static int by_address(const void *a, const void *b) {
    const ElfW(Sym) *one = a, *other = b;
    return one->st_value < other->st_value ? -1 : one->st_value > other->st_value;
}

static int visit_symbols(const struct image *image, const ElfW(Shdr) * table,
                         const ElfW(Shdr) * names, void (*visit)(void *context, const char *name),
                         void *context) {
    uint64_t count = table->sh_size / sizeof(ElfW(Sym));
    const ElfW(Sym) *symbols = part(image, table->sh_offset, count, sizeof *symbols);
    if (!symbols || names->sh_offset > image->size ||
        names->sh_size > image->size - names->sh_offset)
        return 0;
    const char *texts = image->bytes + names->sh_offset;
    ElfW(Sym) *sorted = malloc(count * sizeof *sorted + 1);
    uint64_t kept = 0;
    for (uint64_t i = 0; sorted && i < count; i++)
        if (is_function(&symbols[i]))
            sorted[kept++] = symbols[i];
    if (kept)
        qsort(sorted, kept, sizeof *sorted, by_address);
    int is_whole = sorted != NULL;
    for (uint64_t i = 0; is_whole && i < kept; i++) {
        uint64_t at = sorted[i].st_name;
        is_whole = at < names->sh_size && memchr(texts + at, 0, names->sh_size - at);
        if (is_whole)
            visit(context, texts + at);
    }
    free(sorted);
    return is_whole;
}

static int visit_image(const struct image *image, void (*visit)(void *context, const char *name),
                       void *context) {
    const ElfW(Ehdr) *header = part(image, 0, 1, sizeof *header);
    if (!header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) ||
        header->e_type != ET_DYN || header->e_shentsize != sizeof(ElfW(Shdr)))
        return 0;
    const ElfW(Shdr) *sections = part(image, header->e_shoff, header->e_shnum, sizeof *sections);
    for (size_t i = 0; sections && i < header->e_shnum; i++)
        if (sections[i].sh_type == SHT_DYNSYM && sections[i].sh_link < header->e_shnum)
            return visit_symbols(image, &sections[i], &sections[sections[i].sh_link], visit,
                                 context);
    return 0;
}

int exports_each(const char *path, void (*visit)(void *context, const char *name), void *context,
                 struct err *err) {
    struct image image = {NULL, 0};
    struct stat file;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), is_read = 0;
    if (fd >= 0 && fstat(fd, &file) == 0 && S_ISREG(file.st_mode) && file.st_size > 0) {
        image.size = (size_t)file.st_size;
        void *bytes = mmap(NULL, image.size, PROT_READ, MAP_PRIVATE, fd, 0);
        image.bytes = bytes == MAP_FAILED ? NULL : bytes;
    }
    if (image.bytes) {
        is_read = visit_image(&image, visit, context);
        munmap((void *)(uintptr_t)image.bytes, image.size);
    }
    if (fd >= 0)
        close(fd);
    return is_read
               ? 0
               : err_set(
                     err, ERR_FAILED,
                     "%s is not a shared object of this machine; cc -O2 -shared -fPIC makes one",
                     path);
}
