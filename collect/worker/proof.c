/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/proof.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/worker/identify.h"
#include "collect/worker/loaded.h"

/* --- elf --- */

/* The value of the first entry with that TAG; 0: none. glibc has relocated the addresses. */
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

/* --- proof --- */

enum { MOST_OBJECTS = 128 };

static const char no_memory[] = "no memory to list what is loaded";

/* An object of the library's own, and how many references the current caller makes to it. */
struct object {
    const struct link_map *map;
    unsigned needed_by; /* bit i: file number i is it, or needs it directly or indirectly */
    size_t references;
};

struct proof {
    const struct binding *binding;
    struct loaded loaded;
    struct object objects[MOST_OBJECTS];
    size_t count;
    unsigned file; /* the file whose needs are being followed */
    const struct object *caller;
    struct facts *facts;
    struct err *err;
    int status;
};

/* --- which objects are the library's own --- */

static const struct link_map *map_of_handle(void *handle) {
    struct link_map *map;
    return dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 ? map : NULL;
}

static int was_before(const struct proof *proof, const struct link_map *map) {
    for (const struct link_map *m = proof->binding->newest_before; m; m = m->l_prev)
        if (m == map)
            return 1;
    return 0;
}

static struct object *find(struct proof *proof, const struct link_map *map) {
    for (size_t i = 0; i < proof->count; i++)
        if (proof->objects[i].map == map)
            return &proof->objects[i];
    return NULL;
}

static void follow_need(void *context, const char *name);

static void add(struct proof *proof, const struct link_map *map) {
    if (!map || was_before(proof, map))
        return;
    struct object *object = find(proof, map);
    if (!object && proof->count == MOST_OBJECTS) {
        proof->status =
            err_set(proof->err, ERR_FAILED, "comes with more than %d shared objects", MOST_OBJECTS);
        return;
    }
    if (!object)
        *(object = &proof->objects[proof->count++]) = (struct object){.map = map};
    if (object->needed_by & 1u << proof->file)
        return;
    object->needed_by |= 1u << proof->file;
    elf_each_needed(map, follow_need, proof);
}

/* The loader finds loaded objects by soname, whoever asks; so does this. */
static void follow_need(void *context, const char *name) {
    void *handle = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    if (!handle)
        return;
    add(context, map_of_handle(handle));
    dlclose(handle);
}

/* --- the routines that the action calls --- */

/* The file without links, such as those of Debian's alternatives. The text is valid until four more
 * are asked for. */
static const char *file_of(const struct link_map *map) {
    static char files[4][PATH_MAX];
    static unsigned next;
    if (!map || !map->l_name[0])
        return "the worker itself";
    char *file = files[next++ % 4];
    return realpath(map->l_name, file) ? file : map->l_name;
}

static int prove_routine(struct proof *proof, const char *name, bench_function routine) {
    const void *address;
    memcpy(&address, &routine, sizeof address);
    const struct link_map *map = loaded_at(&proof->loaded, address);
    if (map && find(proof, map))
        return 0;
    return err_set(proof->err, ERR_FAILED,
                   "%s is bound to another library's code: it lies in %s, which %s is not and did "
                   "not bring along",
                   name, file_of(map), proof->binding->paths[0]);
}

static int prove_routines(struct proof *proof, const struct bench_action *action, char type) {
    char text[4096] = "", name[128];
    for (size_t i = 0; bind_name(proof->binding, &action->routines[i], type, name, sizeof name);
         i++) {
        if (prove_routine(proof, name, proof->binding->routines[i]))
            return ERR_FAILED;
        const void *address;
        size_t used = strlen(text);
        memcpy(&address, &proof->binding->routines[i], sizeof address);
        snprintf(text + used, sizeof text - used, "%s%s in %s", used ? "; " : "", name,
                 file_of(loaded_at(&proof->loaded, address)));
    }
    facts_set_text(proof->facts, "bindings", text);
    return 0;
}

/* --- the routines that the library's objects call from one another --- */

/* Returns a given file that has SYMBOL itself, although the symbol was bound to BOUND, which is not
 * a given file or an object that this one needs; NULL: none. BOUND is NULL for an object that is
 * not the library's. */
static const char *passed_over(const struct proof *proof, const char *symbol,
                               const struct object *bound) {
    const struct binding *binding = proof->binding;
    for (size_t i = 0; bound && i < binding->count; i++)
        if (map_of_handle(binding->handles[i]) == bound->map)
            return NULL;
    for (size_t i = 0; i < binding->count; i++) {
        const void *address = dlsym(binding->handles[i], symbol);
        if (!(bound && bound->needed_by & 1u << i) && address &&
            loaded_at(&proof->loaded, address) == map_of_handle(binding->handles[i]))
            return binding->paths[i];
    }
    return NULL;
}

/* The worker's xerbla_ replaces everybody's. */
static int is_worker_itself(const struct link_map *map) {
    return !map->l_name[0];
}

static void see_reference(void *context, const char *symbol, const void *address) {
    struct proof *proof = context;
    const struct link_map *map = address ? loaded_at(&proof->loaded, address) : NULL;
    if (proof->status || !map || map == proof->caller->map || is_worker_itself(map))
        return;
    struct object *object = find(proof, map);
    const char *owner = passed_over(proof, symbol, object);
    if (owner)
        proof->status = err_set(proof->err, ERR_FAILED,
                                "%s, which %s calls, is bound to another library's code: it "
                                "lies in %s and not in %s",
                                symbol, file_of(proof->caller->map), file_of(map), owner);
    else if (object)
        object->references++;
}

/* The current caller is given file number FILE. References to what the lower file brought along do
 * not count, because both use the Fortran run-time library. */
static int prove_level(struct proof *proof, size_t file) {
    if (!proof->binding->is_chain || file == 0)
        return 0;
    const struct object *lower = find(proof, map_of_handle(proof->binding->handles[file - 1]));
    if (lower && lower->references > 0)
        return 0;
    return err_set(proof->err, ERR_FAILED, "the LAPACK calls nothing of the BLAS");
}

static int prove_references(struct proof *proof) {
    char text[4096] = "";
    for (size_t i = 0; i < proof->count && !proof->status; i++) {
        proof->caller = &proof->objects[i];
        for (size_t o = 0; o < proof->count; o++)
            proof->objects[o].references = 0;
        elf_each_reference(proof->caller->map, see_reference, proof);

        /* The number of the given file that MAP is; their count: none. */
        const struct link_map *map = proof->caller->map;
        size_t file = 0;
        while (file < proof->binding->count && map_of_handle(proof->binding->handles[file]) != map)
            file++;

        if (!proof->status && file < proof->binding->count) {
            /* Appends to TEXT what the caller uses of the others. */
            size_t size = sizeof text;
            for (size_t j = 0; j < proof->count; j++) {
                const struct object *object = &proof->objects[j];
                size_t used = strlen(text);
                if (object->references && used < size)
                    snprintf(text + used, size - used, "%s%s uses %zu of %s", used ? "; " : "",
                             file_of(proof->caller->map), object->references, file_of(object->map));
            }

            proof->status = prove_level(proof, file);
        }
    }
    if (!proof->status && text[0])
        facts_set_text(proof->facts, "references", text);
    return proof->status;
}

/* --- more conditions for a chain --- */

/* Some BLAS routines that every LAPACK calls, without the letter of the type (Dongarra et al., ACM
 * Trans. Math. Software 14 (1988) 1 and 16 (1990) 1). */
static const char *const blas_names[] = {"gemm_", "trsm_", "trmm_", "gemv_",
                                         "trmv_", "axpy_", "scal_", "swap_"};

/* A LAPACK that contains a BLAS calls that one directly. */
static int prove_emptiness(const struct proof *proof, char type) {
    const struct binding *binding = proof->binding;
    for (size_t i = 0; i < sizeof blas_names / sizeof *blas_names; i++) {
        char name[16];
        snprintf(name, sizeof name, "%c%s", type, blas_names[i]);
        const void *address = bind_routine(binding, name, 0);
        for (size_t upper = 1; address && upper < binding->count; upper++)
            if (loaded_at(&proof->loaded, address) == map_of_handle(binding->handles[upper]))
                return err_set(proof->err, ERR_FAILED,
                               "the LAPACK has %s in itself, and so does not need the BLAS's",
                               name);
    }
    return 0;
}

int proof_bindings(const struct binding *binding, const struct bench_action *action, char type,
                   struct facts *facts, struct err *err) {
    struct proof proof = {.binding = binding, .facts = facts, .err = err};
    if (!loaded_list(&proof.loaded))
        return err_set(err, ERR_FAILED, no_memory);
    for (size_t i = 0; i < proof.binding->count; i++) {
        proof.file = (unsigned)i;
        add(&proof, map_of_handle(proof.binding->handles[i]));
    }
    int status = proof.status;
    if (status == 0)
        status = prove_routines(&proof, action, type);
    if (status == 0)
        status = prove_references(&proof);
    if (status == 0 && binding->is_chain)
        status = prove_emptiness(&proof, type);
    loaded_release(&proof.loaded);
    return status;
}

int proof_integers(const struct binding *chain, struct err *err) {
    int blas = identify_integer_bits(chain), lapack = identify_lapack_integer_bits(chain);
    if (!blas || !lapack || blas == lapack)
        return 0;
    return err_set(
        err, ERR_FAILED,
        "the LAPACK has integers of %d bits and the BLAS of %d, which do not go together", lapack,
        blas);
}

/* --- preloaded libraries --- */

int proof_preloaded(const struct binding *binding, const struct bench_action *action, char type,
                    struct facts *facts, struct err *err) {
    const struct link_map *map = map_of_handle(binding->handles[0]);
    struct loaded loaded;
    char text[4096] = "", name[256];
    size_t used = 0;
    int status = loaded_list(&loaded) ? 0 : err_set(err, ERR_FAILED, no_memory);
    for (size_t i = 0;
         status == 0 && bind_name(binding, &action->routines[i], type, name, sizeof name); i++) {
        void *address = dlsym(binding->handles[0], name);
        if (!address || loaded_at(&loaded, address) != map)
            status = err_set(err, ERR_FAILED, "%s is not in %s itself", name, binding->paths[0]);
        else if (dlsym(RTLD_DEFAULT, name) != address)
            status = err_set(err, ERR_FAILED,
                             "%s of %s has not taken the place of the C library's in its process",
                             name, binding->paths[0]);
        else if (used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s in %s", i ? "; " : "",
                                     name, binding->paths[0]);
    }
    loaded_release(&loaded);
    if (status == 0)
        facts_set_text(facts, "bindings", text);
    return status;
}
