/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/identify.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "collect/worker/proof.h"

/* --- query functions: one row per function, with the way to call it --- */

typedef char *text_function(void);
typedef int number_function(void);

static void text_query(void *function, const char *fact, struct facts *facts) {
    text_function *ask;
    memcpy(&ask, &function, sizeof ask);
    facts_set_text(facts, fact, ask());
}

static void openblas_threading(void *function, const char *fact, struct facts *facts) {
    static const char *const kinds[] = {"sequential", "pthreads", "OpenMP"};
    number_function *ask;
    memcpy(&ask, &function, sizeof ask);
    int kind = ask();
    facts_set_text(facts, fact, kind >= 0 && kind < 3 ? kinds[kind] : NULL);
}

/* ATLAS prints what it knows to the standard output. */
static void printing_query(void *function, const char *fact, struct facts *facts) {
    void (*print)(void);
    memcpy(&print, &function, sizeof print);
    int file = memfd_create("enquiry", MFD_CLOEXEC), standard_output = dup(STDOUT_FILENO);
    if (file >= 0 && standard_output >= 0) {
        fflush(stdout);
        dup2(file, STDOUT_FILENO);
        print();
        fflush(stdout);
        dup2(standard_output, STDOUT_FILENO);
        char text[2048];
        ssize_t length = pread(file, text, sizeof text - 1, 0);
        if (length > 0) {
            text[length] = '\0';
            facts_set_text(facts, fact, text);
            char *version = strstr(text, "ATLAS version ");
            if (version) {
                version += strlen("ATLAS version ");
                version[strcspn(version, " ,\n")] = '\0';
                facts_set_text(facts, "version", version);
            }
        }
    }
    close(file);
    close(standard_output);
}

static void mkl_query(void *function, const char *fact, struct facts *facts) {
    void (*ask)(char *buffer, int length);
    memcpy(&ask, &function, sizeof ask);
    char text[256] = "";
    ask(text, sizeof text - 1);
    facts_set_text(facts, fact, text);
}

/* FFTW has it in variables: "fftw-3.3.10-sse2-avx". */
static void fftw_variable(void *variable, const char *fact, struct facts *facts) {
    const char *text = variable;
    static const char name[] = "fftw-";
    facts_set_text(facts, fact,
                   strncmp(text, name, sizeof name - 1) == 0 ? text + sizeof name - 1 : text);
}

static const struct {
    const char *symbol;
    void (*ask)(void *function, const char *fact, struct facts *facts);
    const char *fact;
} queries[] = {
    {"openblas_get_config", text_query, "build"},
    {"openblas_get_corename", text_query, "kernel"},
    {"openblas_get_parallel", openblas_threading, "threading"},
    {"bli_info_get_version_str", text_query, "version"},
    {"ATL_buildinfo", printing_query, "build"},
    {"MKL_Get_Version_String", mkl_query, "version"},
    {"fftwf_version", fftw_variable, "version"},
    {"fftw_version", fftw_variable, "version"},
    {"fftw_cc", fftw_variable, "build"},
};

/* --- the object file --- */

static const ElfW(Nhdr) * next_note(const ElfW(Nhdr) * note) {
    size_t name = (note->n_namesz + 3u) & ~3u, description = (note->n_descsz + 3u) & ~3u;
    return (const void *)((const char *)(note + 1) + name + description);
}

static void build_id(const struct dl_phdr_info *info, const ElfW(Phdr) * header, const char *fact,
                     struct facts *facts) {
    const char *begin = (const char *)info->dlpi_addr + header->p_vaddr;
    const char *end = begin + header->p_memsz;
    for (const ElfW(Nhdr) *note = (const void *)begin; (const char *)(note + 1) < end;
         note = next_note(note)) {
        const unsigned char *id = (const unsigned char *)(note + 1) + ((note->n_namesz + 3u) & ~3u);
        if (note->n_type != NT_GNU_BUILD_ID || note->n_descsz > 32 ||
            (const char *)id + note->n_descsz > end)
            continue;
        char text[65] = "";
        for (unsigned i = 0; i < note->n_descsz; i++)
            snprintf(text + 2 * i, 3, "%02x", id[i]);
        facts_set_text(facts, fact, text);
        return;
    }
}

struct search {
    const char *path, *fact;
    struct facts *facts;
};

static int examine_object(struct dl_phdr_info *info, size_t size, void *data) {
    const struct search *search = data;
    (void)size;
    char *real = info->dlpi_name[0] ? realpath(info->dlpi_name, NULL) : NULL;
    int found = real && strcmp(real, search->path) == 0;
    free(real);
    for (int i = 0; found && i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_NOTE && !facts_find(search->facts, search->fact))
            build_id(info, &info->dlpi_phdr[i], search->fact, search->facts);
    return found;
}

void identify_file(const char *path, const char *fact, struct facts *facts) {
    struct stat status;
    struct tm utc;
    char moment[32], text[80];
    if (stat(path, &status) != 0 || !gmtime_r(&status.st_mtime, &utc))
        return;
    strftime(moment, sizeof moment, "%Y-%m-%dT%H:%M:%SZ", &utc);
    snprintf(text, sizeof text, "%lld bytes of %s", (long long)status.st_size, moment);
    facts_set_text(facts, fact, text);
}

static int list_object(struct dl_phdr_info *info, size_t size, void *data) {
    char *text = data;
    const char *path = bind_plain_path(info->dlpi_name);
    size_t used = strlen(text);
    (void)size;
    if (path[0] == '/' && used + strlen(path) + 2 < 4096)
        snprintf(text + used, 4096 - used, "%s%s", used ? " " : "", path);
    return 0;
}

/* Builds with suffixed names may or may not suffix these, too. */
static void *query(const struct binding *binding, const char *name) {
    void *function = bind_symbol(binding, name);
    return function ? function : bind_routine(binding, name, 0);
}

static void lapack_version(const struct binding *binding, struct facts *facts) {
    void (*ilaver)(int64_t * major, int64_t * minor, int64_t * patch);
    void *function = query(binding, "ilaver_");
    if (!function)
        return;
    memcpy(&ilaver, &function, sizeof ilaver);
    int64_t major = 0, minor = 0, patch = 0;
    ilaver(&major, &minor, &patch);
    char text[64];
    snprintf(text, sizeof text, "%d.%d.%d", (int)major, (int)minor, (int)patch);
    facts_set_text(facts, "lapack_version", text);
}

/* The library itself, without a LAPACK of another vendor. */
static struct binding without_lapack(const struct binding *binding) {
    struct binding own = *binding;
    own.count = binding->is_chain ? 1 : binding->count;
    return own;
}

static void ask_library(const struct binding *binding, struct facts *facts) {
    struct binding own = without_lapack(binding);
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        void *function = query(&own, queries[i].symbol);
        if (function)
            queries[i].ask(function, queries[i].fact, facts);
    }

    /* OpenBLAS's configuration begins with its name and version. */
    const char *build = facts_text(facts, "build", "");
    static const char name[] = "OpenBLAS ";
    if (strncmp(build, name, sizeof name - 1) == 0) {
        char version[64];
        snprintf(version, sizeof version, "%.*s", (int)strcspn(build + sizeof name - 1, " "),
                 build + sizeof name - 1);
        facts_set_text(facts, "version", version);
    }

    /* BLIS returns its choice as a number; another function knows the name. */
    void *query = bind_symbol(&own, "bli_arch_query_id");
    void *string = bind_symbol(&own, "bli_arch_string");
    if (query && string) {
        int (*query_id)(void);
        char *(*arch_string)(int id);
        memcpy(&query_id, &query, sizeof query);
        memcpy(&arch_string, &string, sizeof string);
        facts_set_text(facts, "kernel", arch_string(query_id()));
    }

    lapack_version(binding, facts);
    if (!facts_find(facts, "version") && !binding->is_chain)
        facts_set_text(facts, "version", facts_text(facts, "lapack_version", NULL));
}

static const char *const object_facts[][3] = {
    {"build_id", "file", "soname"},
    {"lapack_build_id", "lapack_file", "lapack_soname"},
};

void identify_library(const struct binding *binding, struct facts *facts) {
    if (!binding->count)
        return;
    ask_library(binding, facts);
    for (size_t i = 0; i < binding->count && i < 2; i++) {
        const char *const *fact = object_facts[i];
        const char *path = binding->paths[i];
        struct link_map *map;
        dl_iterate_phdr(examine_object, &(struct search){path, fact[0], facts});
        identify_file(path, fact[1], facts);
        if (dlinfo(binding->handles[i], RTLD_DI_LINKMAP, &map) == 0)
            facts_set_text(facts, fact[2], elf_soname(map));
    }
    char objects[4096] = "";
    dl_iterate_phdr(list_object, objects);
    facts_set_text(facts, "objects", objects);
}

int identify_integer_bits(const struct binding *binding) {
    static const double ones[] = {1, 1, 1};
    static const int64_t three = (int64_t)UINT64_C(0xFFFFFFFF00000003), one = 1;
    struct binding own = without_lapack(binding);
    void *fortran = bind_routine(&own, "dasum_", 0);
    void *c = bind_routine(&own, "cblas_dasum", 1);
    double sum;
    if (fortran) {
        double (*asum)(const int64_t *n, const double *x, const int64_t *inc);
        memcpy(&asum, &fortran, sizeof asum);
        sum = asum(&three, ones, &one);
    } else if (c) {
        double (*asum)(int64_t n, const double *x, int64_t inc);
        memcpy(&asum, &c, sizeof asum);
        sum = asum(three, ones, one);
    } else {
        return 0;
    }
    return sum == 3 ? 32 : 64;
}

int identify_lapack_integer_bits(const struct binding *binding) {
    static const int64_t one = (int64_t)UINT64_C(0xFFFFFFFF00000001);
    void *fortran = bind_routine(binding, "dlacpy_", 0);
    const double from = 1;
    double to = 0;
    if (!fortran)
        return 0;
    void (*lacpy)(const char *part, const int64_t *rows, const int64_t *columns, const double *a,
                  const int64_t *lda, double *b, const int64_t *ldb, size_t part_length);
    memcpy(&lacpy, &fortran, sizeof lacpy);
    lacpy("A", &one, &one, &from, &one, &to, &one, 1);
    return to == 1 ? 32 : 64;
}
