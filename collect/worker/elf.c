/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/elf.h"

#include <stdint.h>
#include <string.h>

/* The value of the first entry of that TAG, 0 for none. Addresses have been relocated by glibc. */
static ElfW(Addr) value(const struct link_map *object, ElfW(Sxword) tag) {
    for (const ElfW(Dyn) *entry = object->l_ld; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == tag)
            return entry->d_un.d_ptr;
    return 0;
}

static const void *table(const struct link_map *object, ElfW(Sxword) tag) {
    return (const void *)value(object, tag); /* NOLINT: that is what the ABI says it is */
}

const char *elf_soname(const struct link_map *object) {
    const char *strings = table(object, DT_STRTAB);
    ElfW(Addr) name = value(object, DT_SONAME);
    return strings && name ? strings + name : NULL;
}

void elf_each_needed(const struct link_map *object, void (*visit)(void *context, const char *name),
                     void *context) {
    const char *strings = table(object, DT_STRTAB);
    for (const ElfW(Dyn) *entry = object->l_ld; strings && entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_NEEDED)
            visit(context, strings + entry->d_un.d_val);
}

typedef void reference_visitor(void *context, const char *symbol, const void *address);

static void each_of(const struct link_map *object, const ElfW(Rela) * relocations, size_t bytes,
                    reference_visitor *visit, void *context) {
    const char *strings = table(object, DT_STRTAB);
    const ElfW(Sym) *symbols = table(object, DT_SYMTAB);
    for (size_t i = 0; relocations && i < bytes / sizeof *relocations; i++) {
        const ElfW(Rela) *relocation = &relocations[i];
        const ElfW(Sym) *symbol = &symbols[ELF64_R_SYM(relocation->r_info)];
        uintptr_t address;
        if (ELF64_R_SYM(relocation->r_info) == 0 || ELF64_ST_TYPE(symbol->st_info) == STT_TLS)
            continue;
        memcpy(&address, (const char *)object->l_addr + relocation->r_offset, sizeof address);
        visit(context, strings + symbol->st_name,
              (const void *)(address - (uintptr_t)relocation->r_addend));
    }
}

void elf_each_reference(const struct link_map *object, reference_visitor *visit, void *context) {
    each_of(object, table(object, DT_RELA), value(object, DT_RELASZ), visit, context);
    if (value(object, DT_PLTREL) == DT_RELA)
        each_of(object, table(object, DT_JMPREL), value(object, DT_PLTRELSZ), visit, context);
}
