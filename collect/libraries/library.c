/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/libraries/library.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/libraries/library_family.h"
#include "collect/libraries/library_list.h"
#include "collect/libraries/library_word.h"
#include "collect/libraries/program.h"
#include "formats/text/unicode.h"

/* --- library paths --- */

static const char *const usual[] = {
    "/usr/local/lib64",
    "/usr/local/lib",
    "/usr/lib64",
    "/usr/lib",
    "/opt/OpenBLAS/lib",
    "/opt/intel/oneapi/mkl/latest/lib",
    "/opt/intel/oneapi/mkl/latest/lib/intel64",
    "/opt/intel/mkl/lib/intel64",
    "/opt/AMD/aocl/*/*/lib*",
    "/opt/AMD/aocl/*/lib*",
    "/opt/arm/armpl*/lib",
    "/opt/nvidia/hpc_sdk/*/*/math_libs/nvpl/lib",
};

/* --- directories --- */

static int is_directory(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static int is_known(const struct library_paths *paths, const char *path) {
    for (size_t i = 0; i < paths->count; i++)
        if (strcmp(paths->items[i], path) == 0)
            return 1;
    return 0;
}

static void add_directory(struct library_paths *paths, const char *path) {
    char *real = realpath(path, NULL);
    if (!real || paths->count == LIBRARY_PATHS_MAX || !is_directory(real) ||
        is_known(paths, real)) {
        free(real);
        return;
    }
    char **items = realloc(paths->items, (paths->count + 1) * sizeof *items);
    if (!items) {
        paths->incomplete = 1;
        free(real);
        return;
    }
    paths->items = items;
    items[paths->count++] = real;
}

static void for_each_match(const char *pattern, struct library_paths *paths, int depth,
                           void (*visit)(struct library_paths *, const char *, int)) {
    glob_t matches;
    if (glob(pattern, 0, NULL, &matches) == 0)
        for (size_t i = 0; i < matches.gl_pathc; i++)
            visit(paths, matches.gl_pathv[i], depth);
    globfree(&matches);
}

static void visit_directory(struct library_paths *paths, const char *path, int depth) {
    (void)depth;
    add_directory(paths, path);
}

static void add_each(struct library_paths *paths, char *list, const char *separators) {
    char *rest;
    for (char *path = strtok_r(list, separators, &rest); path;
         path = strtok_r(NULL, separators, &rest))
        add_directory(paths, path);
}

/* --- ld.so.conf --- */

enum { MAX_INCLUDE_DEPTH = 4 };

static void read_conf(struct library_paths *paths, const char *file, int depth);

static void read_conf_line(struct library_paths *paths, const char *file, char *line, int depth) {
    line[strcspn(line, "#\n")] = '\0';
    line += strspn(line, " \t");
    size_t word = strcspn(line, " \t");
    if (word == strlen("include") && strncmp(line, "include", word) == 0) {
        char *patterns = line + word;
        const char *slash = strrchr(file, '/');
        char *rest;
        for (char *pattern = strtok_r(patterns, " \t", &rest); pattern;
             pattern = strtok_r(NULL, " \t", &rest)) {
            char path[8192];
            int in_same = *pattern != '/' && slash;
            snprintf(path, sizeof path, "%.*s%s", in_same ? (int)(slash + 1 - file) : 0, file,
                     pattern);
            for_each_match(path, paths, depth + 1, read_conf);
        }
    } else if (*line == '/')
        add_each(paths, line, ":, \t");
}

static void read_conf(struct library_paths *paths, const char *file, int depth) {
    struct stat status;
    if (depth > MAX_INCLUDE_DEPTH || stat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return;
    FILE *stream = fopen(file, "re");
    if (!stream)
        return;
    char line[4096];
    for (int lines = 0; lines < 1000 && fgets(line, sizeof line, stream); lines++)
        read_conf_line(paths, file, line, depth);
    fclose(stream);
}

void library_paths_add_conf(struct library_paths *paths, const char *file) {
    read_conf(paths, file, 0);
}

/* --- finding --- */

void library_paths_find(struct library_paths *paths) {
    const char *list = getenv("LD_LIBRARY_PATH");
    if (list) {
        char *copy = strdup(list);
        if (copy)
            add_each(paths, copy, ":;");
        else
            paths->incomplete = 1;
        free(copy);
    }

    library_paths_add_conf(paths, "/etc/ld.so.conf");
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        for_each_match(usual[i], paths, 0, visit_directory);
}

char *library_paths_search(const struct library_paths *paths, const char *file) {
    for (size_t i = 0; i < paths->count; i++) {
        char *path;
        if (asprintf(&path, "%s/%s", paths->items[i], file) < 0)
            return NULL;
        if (access(path, F_OK) == 0)
            return path;
        free(path);
    }
    return NULL;
}

void library_paths_release(struct library_paths *paths) {
    for (size_t i = 0; i < paths->count; i++)
        free(paths->items[i]);
    free(paths->items);
    *paths = (struct library_paths){0};
}

/* --- what is installed --- */

/* The beginning of an ELF file, which is the same for 32 and 64 bits. */
struct elf_start {
    unsigned char ident[EI_NIDENT];
    uint16_t type, machine;
};

static int read_elf_start(const char *path, struct elf_start *start) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return 0;
    ssize_t got = read(fd, start, sizeof *start);
    close(fd);
    return got == sizeof *start && memcmp(start->ident, ELFMAG, SELFMAG) == 0;
}

/* Systems may have libraries for other processors besides their own. */
static int is_for_this_machine(const char *path) {
    struct elf_start own, other;
    return read_elf_start("/proc/self/exe", &own) && read_elf_start(path, &other) &&
           other.ident[EI_CLASS] == own.ident[EI_CLASS] &&
           other.ident[EI_DATA] == own.ident[EI_DATA] && other.type == ET_DYN &&
           other.machine == own.machine;
}

enum { HOUSES = 1 }; /* how deep families keep their own directories */

static int scan(struct library_list *list, enum library_kind kinds, const char *directory,
                int depth, struct err *err) {
    DIR *stream = opendir(directory);
    int code = 0;
    for (struct dirent *entry; stream && !code && (entry = readdir(stream));) {
        char path[8192];
        if (snprintf(path, sizeof path, "%s/%s", directory, entry->d_name) >= (int)sizeof path)
            continue;
        if (library_family_expects(path)) {
            char *real = realpath(path, NULL);
            code = real && is_for_this_machine(real) && (library_family_kind(real) & kinds)
                       ? library_list_add(list, real, NAMED_BY_FILE, NULL, err)
                       : 0;
            free(real);
        } else if (depth < HOUSES && library_family_lives_in(entry->d_name))
            code = scan(list, kinds, path, depth + 1, err);
    }
    if (stream)
        closedir(stream);
    return code;
}

static int find_installed(const struct library_paths *paths, enum library_kind kinds,
                          struct library_list *list, struct err *err) {
    for (size_t i = 0; i < paths->count; i++) {
        int code = scan(list, kinds, paths->items[i], 0, err);
        if (code)
            return code;
    }
    library_list_drop_generic(list);
    int code = library_list_name(list, err);
    library_list_sort(list);
    return code;
}

int library_find_installed(struct libraries *found, struct err *err) {
    struct library_paths paths = {0};
    struct library_list list = {0};
    *found = (struct libraries){0};
    library_paths_find(&paths);
    int code = find_installed(&paths, KIND_NUMERICAL, &list, err);
    if (!code)
        code = library_list_export(&list, found, err);
    if (code)
        libraries_release(found);
    library_list_release(&list);
    library_paths_release(&paths);
    return code;
}

/* --- what a command line means --- */

struct request {
    struct library_paths paths;
    struct library_list installed, chosen;
    struct library_words words;
};

static enum library_naming naming_of(const char *wanted, const char *found) {
    return wanted ? NAMED_BY_USER : *found ? NAMED_AS_INSTALLED : NAMED_BY_FILE;
}

static int is_installed(const struct request *request, const char *path) {
    for (size_t i = 0; i < request->installed.count; i++)
        for (size_t p = 0; p < request->installed.items[i].path_count; p++)
            if (strcmp(request->installed.items[i].paths[p], path) == 0)
                return 1;
    return 0;
}

static int add_own_file(struct request *request, const char *path, enum library_naming naming,
                        const char *name, struct err *err) {
    struct builds builds = {0};
    int code = builds_add(&builds, path, err);
    if (!code)
        code = library_list_add_builds(&request->chosen, &builds, naming, name, err);
    builds_release(&builds);
    return code;
}

static int add_builds(struct request *request, const char *pattern, const char *name,
                      struct err *err) {
    struct builds builds = {0};
    if (!name)
        return err_set(err, ERR_USAGE,
                       "%.200s: several builds of one source need a name: NAME='%.200s'; without "
                       "quotes each is a library of its own",
                       pattern, pattern);
    int code = builds_find(&builds, pattern, err);
    for (size_t i = 0; i < builds.count && !code; i++)
        if (!is_for_this_machine(builds.items[i].path))
            code = err_set(err, ERR_USAGE, "%.300s: not a shared object of this machine",
                           builds.items[i].path);
    if (!code)
        code = library_list_add_builds(&request->chosen, &builds, NAMED_BY_USER, name, err);
    builds_release(&builds);
    return code ? err_prefix(err, code, "%s", name) : 0;
}

static int add_libraries(struct request *request, const char *word, const char *name,
                         struct err *err) {
    struct library_files files = {0};
    int code = library_word_files(&request->words, word, ROLE_BLAS, 0, &files, err);
    if (!code && name && files.count > 1)
        code = err_set(err, ERR_USAGE, "%s=%.200s: which of them, %s or %s?", name, word,
                       files.items[0].name, files.items[1].name);
    for (size_t i = 0; i < files.count && !code; i++) {
        const char *path = files.items[i].path, *known = files.items[i].name;
        enum library_naming naming = naming_of(name, known);
        const char *own = name ? name : *known ? known : NULL;
        char *command;
        code = program_of_file(path, &command, err);
        if (!code && command)
            code = library_list_add_program(&request->chosen, path, command, naming, own, err);
        else if (!code && !*known && !is_installed(request, path))
            code = add_own_file(request, path, naming, own, err);
        else if (!code)
            code = library_list_add(&request->chosen, path, naming, own, err);
        free(command);
    }
    library_files_release(&files);
    return code;
}

static int add_command(struct request *request, const char *word, const char *name,
                       struct err *err) {
    char *path, *command;
    int code = program_of_command(word, &path, &command, err);
    if (!code)
        code = library_list_add_program(&request->chosen, path, command, naming_of(name, ""), name,
                                        err);
    free(path);
    free(command);
    return code;
}

/* --- chains --- */

/* Writes "lapack+openblas" if names asked for both and the result is not too long; else "". */
static void join_names(const struct library_file *upper, const struct library_file *lower,
                       char name[LIBRARY_NAME_SIZE]) {
    char joined[2 * LIBRARY_NAME_SIZE] = "";
    if (*upper->name && *lower->name)
        snprintf(joined, sizeof joined, "%s+%s", upper->name, lower->name);
    *name = '\0';
    if (strlen(joined) < LIBRARY_NAME_SIZE)
        strcpy(name, joined);
}

static int find_parts(struct request *request, const char *word, const char *plus,
                      struct library_files *upper, struct library_files *lower, struct err *err) {
    char *lapack = strndup(word, (size_t)(plus - word));
    if (!lapack)
        return err_set(err, ERR_FAILED, "no memory for the list of libraries");
    int code = library_word_files(&request->words, lapack, ROLE_LAPACK, 1, upper, err);
    free(lapack);
    if (code)
        return code;
    if (!plus[1])
        return err_set(err, ERR_USAGE, "%.300s: a BLAS is missing after '+'", word);
    if (library_word_plus(&request->words, plus + 1))
        return err_set(err, ERR_USAGE, "%.300s: a chain is LAPACK+BLAS; nothing stands on a LAPACK",
                       word);
    return library_word_files(&request->words, plus + 1, ROLE_BLAS, 1, lower, err);
}

/* --- arguments --- */

static int add_argument(struct request *request, const char *argument, const char *name,
                        struct err *err) {
    if (program_is_command(argument))
        return add_command(request, argument, name, err);
    if (builds_are_meant(argument))
        return add_builds(request, argument, name, err);
    const char *plus = library_word_plus(&request->words, argument);
    if (!plus)
        return add_libraries(request, argument, name, err);

    struct library_files upper = {0}, lower = {0}, middle = {0};
    int code = find_parts(request, argument, plus, &upper, &lower, err);
    if (!code && name && upper.count * lower.count > 1)
        code = err_set(err, ERR_USAGE, "%s=%.200s: that means %zu libraries, which have one name",
                       name, argument, upper.count * lower.count);
    for (size_t u = 0; u < upper.count && !code; u++)
        for (size_t l = 0; l < lower.count && !code; l++) {
            /* A ScaLAPACK stands on a LAPACK, too: netlib's, which stands on any BLAS. */
            int has_middle = library_family_kind(upper.items[u].path) == KIND_PARALLEL_ALGEBRA;
            if (has_middle && !middle.count)
                code = library_word_files(&request->words, "lapack", ROLE_LAPACK, 1, &middle, err);
            if (code)
                break;
            const char *paths[3] = {lower.items[l].path};
            size_t count = 1;
            if (has_middle)
                paths[count++] = middle.items[0].path;
            paths[count++] = upper.items[u].path;
            char joined[LIBRARY_NAME_SIZE];
            join_names(&upper.items[u], &lower.items[l], joined);
            code = library_list_add_chain(&request->chosen, paths, count, naming_of(name, joined),
                                          name      ? name
                                          : *joined ? joined
                                                    : NULL,
                                          err);
        }
    library_files_release(&middle);
    library_files_release(&upper);
    library_files_release(&lower);
    return code;
}

static int add_named(struct request *request, const char *argument, size_t length,
                     struct err *err) {
    char name[LIBRARY_NAME_SIZE];
    if (length == 0 || length >= sizeof name)
        return err_set(err, ERR_USAGE, "%s: a NAME before '=' has 1 to %zu bytes", argument,
                       sizeof name - 1);
    snprintf(name, sizeof name, "%.*s", (int)length, argument);
    if (!utf8_is_clean(name))
        return err_set(err, ERR_USAGE,
                       "%s: a NAME before '=' is UTF-8 text without control characters", argument);
    if (argument[length + 1] == '\0')
        return err_set(err, ERR_USAGE, "%s: a path is missing after '='", argument);
    return add_argument(request, argument + length + 1, name, err);
}

/* The sets that come with benchmat lie beside its builtin library. */
static void add_sets_directory(struct library_paths *paths, const char *builtin_path) {
    const char *slash = strrchr(builtin_path, '/');
    char *directory;
    if (asprintf(&directory, "%.*s/sets", slash ? (int)(slash - builtin_path) : 0, builtin_path) <
        0)
        return;
    add_directory(paths, directory);
    free(directory);
}

/* All installed libraries of the KINDS, and the builtin one to sort, and in place of a BLAS. */
static int add_installed(struct request *request, enum library_kind kinds, struct err *err) {
    int status = 0, is_short = (kinds & (KIND_LINEAR_ALGEBRA | KIND_SORTING)) != 0;
    for (size_t i = 0; i < request->installed.count && !status; i++) {
        const struct library_entry *entry = &request->installed.items[i];
        enum library_kind kind = library_family_kind(entry->paths[0]);
        if (kind & KIND_LINEAR_ALGEBRA)
            is_short = (kinds & KIND_SORTING) != 0;
        if (kind & kinds)
            status = add_libraries(request, entry->name, NULL, err);
    }
    return status || !is_short ? status : add_libraries(request, "builtin", NULL, err);
}

int library_resolve(char *const *arguments, size_t count, const char *builtin_path,
                    enum library_kind kinds, struct libraries *libraries, struct err *err) {
    struct request request = {.words = {.builtin_path = builtin_path}};
    request.words.paths = &request.paths;
    request.words.installed = &request.installed;
    *libraries = (struct libraries){0};
    library_paths_find(&request.paths);
    add_sets_directory(&request.paths, builtin_path);
    int code = find_installed(&request.paths, KIND_ANY, &request.installed, err);
    if (!code) {
        if (!count) {
            code = add_installed(&request, kinds, err);
        } else {
            code = 0;
            for (size_t i = 0; i < count && !code; i++) {
                size_t name_length = strcspn(arguments[i], "=/"); /* "./a=b.so" is a path */
                code = arguments[i][name_length] == '='
                           ? add_named(&request, arguments[i], name_length, err)
                           : add_argument(&request, arguments[i], NULL, err);
                for (size_t k = 0; k < request.chosen.count; k++)
                    if (!request.chosen.items[k].word)
                        request.chosen.items[k].word = (int)i + 1;
            }
        }
    }
    if (!code)
        code = library_list_name(&request.chosen, err);
    if (!code)
        code = library_list_export(&request.chosen, libraries, err);
    for (size_t i = 0; i < libraries->count; i++)
        libraries->items[i].was_found = count == 0;
    if (code)
        libraries_release(libraries);
    library_list_release(&request.chosen);
    library_list_release(&request.installed);
    library_paths_release(&request.paths);
    return code;
}

/* --- names and memory --- */

void library_name(const char *path, char *name, size_t name_size, char *flavour,
                  size_t flavour_size) {
    struct library_identity identity;
    library_family_identify(path, &identity);
    snprintf(name, name_size, "%s", identity.family);
    snprintf(flavour, flavour_size, "%s", *identity.flavour ? identity.flavour : identity.version);
}

static int is_same_command(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

int library_is_same(const struct library *a, const struct library *b) {
    if (a->is_chain != b->is_chain || a->path_count != b->path_count ||
        !is_same_command(a->command, b->command) || a->implementation != b->implementation ||
        !builds_are_same(&a->builds, &b->builds))
        return 0;
    for (size_t i = 0; i < a->path_count; i++)
        if (strcmp(a->paths[i], b->paths[i]) != 0)
            return 0;
    return 1;
}

int libraries_append_copy(struct libraries *libraries, const struct library *library,
                          struct err *err) {
    struct library *copy = &libraries->items[libraries->count++];
    *copy = *library;
    copy->name = strdup(library->name);
    copy->command = library->command ? strdup(library->command) : NULL;
    copy->relink = library->relink ? strdup(library->relink) : NULL;
    int is_whole =
        copy->name && (copy->command || !library->command) && (copy->relink || !library->relink);
    is_whole &= builds_copy(&copy->builds, &library->builds, NULL) == 0;
    for (size_t i = 0; i < library->path_count; i++)
        is_whole &= (copy->paths[i] = strdup(library->paths[i])) != NULL;
    return is_whole ? 0 : err_set(err, ERR_FAILED, "no memory for the list of libraries");
}

int libraries_have_program(const struct libraries *libraries) {
    for (size_t i = 0; i < libraries->count; i++)
        if (libraries->items[i].command)
            return 1;
    return 0;
}

int libraries_have_device(const struct libraries *libraries) {
    for (size_t i = 0; i < libraries->count; i++)
        if (libraries->items[i].path_count &&
            library_family_kind(libraries->items[i].paths[0]) == KIND_DEVICE)
            return 1;
    return 0;
}

void libraries_release(struct libraries *libraries) {
    for (size_t i = 0; i < libraries->count; i++) {
        free(libraries->items[i].name);
        free(libraries->items[i].command);
        free(libraries->items[i].relink);
        builds_release(&libraries->items[i].builds);
        for (size_t j = 0; j < libraries->items[i].path_count; j++)
            free(libraries->items[i].paths[j]);
    }
    free(libraries->items);
    *libraries = (struct libraries){0};
}
