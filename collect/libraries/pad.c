/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/libraries/pad.h"

#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#ifndef SHF_GNU_RETAIN
#    define SHF_GNU_RETAIN (1 << 21)
#endif

enum { NONE, TEXT, STACK, NAMES, SECTIONS };

/* Without the section about the stack, linkers make it executable. */
static const char names[] = "\0.text\0.note.GNU-stack\0.shstrtab";

static ElfW(Word) find_name(const char *name) {
    const char *at = names;
    while (strcmp(at, name) != 0)
        at += strlen(at) + 1;
    return (ElfW(Word))(at - names);
}

/* What this process's own file says of the machine and its calling convention. */
static int read_own_header(ElfW(Ehdr) * header) {
    FILE *own = fopen("/proc/self/exe", "rb");
    int is_read = own && fread(header, sizeof *header, 1, own) == 1;
    if (own)
        fclose(own);
    return is_read;
}

int pad_write(const char *path, size_t bytes, struct err *err) {
    ElfW(Ehdr) header;
    ElfW(Shdr) sections[SECTIONS] = {
        [TEXT] = {.sh_name = find_name(".text"),
                  .sh_type = SHT_PROGBITS,
                  .sh_flags = SHF_ALLOC | SHF_EXECINSTR | SHF_GNU_RETAIN,
                  .sh_offset = sizeof header + sizeof sections + sizeof names,
                  .sh_size = bytes,
                  .sh_addralign = 1},
        [STACK] = {.sh_name = find_name(".note.GNU-stack"),
                   .sh_type = SHT_PROGBITS,
                   .sh_offset = sizeof header + sizeof sections + sizeof names,
                   .sh_addralign = 1},
        [NAMES] = {.sh_name = find_name(".shstrtab"),
                   .sh_type = SHT_STRTAB,
                   .sh_offset = sizeof header + sizeof sections,
                   .sh_size = sizeof names,
                   .sh_addralign = 1},
    };
    FILE *file = read_own_header(&header) ? fopen(path, "wb") : NULL;
    if (!file)
        return err_set(err, ERR_FAILED, "%s: %s", path, strerror(errno));
    header.e_ident[EI_OSABI] = ELFOSABI_GNU; /* whose flag keeps the code */
    header.e_type = ET_REL;
    header.e_entry = header.e_phoff = 0;
    header.e_phentsize = header.e_phnum = 0;
    header.e_shoff = sizeof header;
    header.e_shentsize = sizeof *sections;
    header.e_shnum = SECTIONS;
    header.e_shstrndx = NAMES;
    int is_written = fwrite(&header, sizeof header, 1, file) == 1 &&
                     fwrite(sections, sizeof sections, 1, file) == 1 &&
                     fwrite(names, sizeof names, 1, file) == 1;
    for (size_t i = 0; is_written && i < bytes; i++)
        is_written = putc(0, file) != EOF;
    is_written &= fclose(file) == 0;
    return is_written ? 0 : err_set(err, ERR_FAILED, "%s: %s", path, strerror(errno));
}
