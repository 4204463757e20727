/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/library.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/library_family.h"
#include "collect/library_list.h"
#include "collect/library_paths.h"
#include "formats/utf8.h"

/* --- what is installed --- */

/* The beginning of an ELF file, which is alike for 32 and 64 bits. */
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

/* Systems may hold libraries for other processors beside their own. */
static int is_for_this_machine(const char *path) {
    struct elf_start own, other;
    return read_elf_start("/proc/self/exe", &own) && read_elf_start(path, &other) &&
           other.ident[EI_CLASS] == own.ident[EI_CLASS] &&
           other.ident[EI_DATA] == own.ident[EI_DATA] && other.type == ET_DYN &&
           other.machine == own.machine;
}

static int consider(struct library_list *list, const char *path, struct err *err) {
    char *real = realpath(path, NULL);
    int code = real && is_for_this_machine(real)
                   ? library_list_add(list, real, NAMED_BY_FILE, NULL, err)
                   : 0;
    free(real);
    return code;
}

enum { HOUSES = 1 }; /* how deep families keep directories of their own */

static int scan(struct library_list *list, const char *directory, int depth, struct err *err) {
    DIR *stream = opendir(directory);
    int code = 0;
    for (struct dirent *entry; stream && !code && (entry = readdir(stream));) {
        char path[8192];
        if (snprintf(path, sizeof path, "%s/%s", directory, entry->d_name) >= (int)sizeof path)
            continue;
        if (library_family_expects(path))
            code = consider(list, path, err);
        else if (depth < HOUSES && library_family_lives_in(entry->d_name))
            code = scan(list, path, depth + 1, err);
    }
    if (stream)
        closedir(stream);
    return code;
}

static int find_installed(const struct library_paths *paths, struct library_list *list,
                          struct err *err) {
    for (size_t i = 0; i < paths->count; i++) {
        int code = scan(list, paths->items[i], 0, err);
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
    int code = find_installed(&paths, &list, err);
    if (!code)
        code = library_list_export(&list, found, err);
    library_list_release(&list);
    library_paths_release(&paths);
    return code;
}

/* --- what a command line means --- */

struct request {
    struct library_paths paths;
    struct library_list installed, chosen;
    const char *builtin_path;
};

/* "atlas, blis and builtin", for a message. */
static void list_names(const struct request *request, char *text, size_t size) {
    size_t used = 0;
    *text = '\0';
    for (size_t i = 0; i < request->installed.count && used + LIBRARY_NAME_SIZE + 16 < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "",
                                 request->installed.items[i].name);
    snprintf(text + used, size - used, "%sbuiltin", used ? " and " : "");
}

static int refuse(const struct request *request, const char *argument, const char *why,
                  struct err *err) {
    char names[512];
    list_names(request, names, sizeof names);
    return err_set(err, ERR_USAGE, "%.300s: %s; known by name are %s", argument, why, names);
}

static int add_file(struct request *request, const char *path, const char *name, struct err *err) {
    struct stat status;
    char *real = realpath(path, NULL);
    int code;
    if (!real || stat(real, &status) != 0)
        code = refuse(request, path, strerror(errno), err);
    else if (S_ISDIR(status.st_mode))
        code =
            err_set(err, ERR_USAGE,
                    "%s: a directory; name the shared objects in it, such as %s/*.so", path, path);
    else if (!S_ISREG(status.st_mode))
        code = err_set(err, ERR_USAGE, "%s: not a file that can be loaded", path);
    else if (access(real, R_OK) != 0)
        code =
            err_set(err, ERR_USAGE, "%s: %s; it takes the right to read it", path, strerror(errno));
    else
        code = library_list_add(&request->chosen, real, name ? NAMED_BY_USER : NAMED_BY_FILE, name,
                                err);
    free(real);
    return code;
}

/* What an argument can mean. Each tries to add what ARGUMENT means to what is chosen, under NAME
 * unless that is NULL, and returns how many libraries it means: 0 lets the next one try. */
typedef int meaning(struct request *request, const char *argument, const char *name,
                    struct err *err);

static int mean_builtin(struct request *request, const char *argument, const char *name,
                        struct err *err) {
    if (strcmp(argument, "builtin") != 0)
        return 0;
    char *real = realpath(request->builtin_path, NULL);
    if (!real)
        return err_set(err, ERR_FAILED, "%s: %s; benchmat is not installed completely",
                       request->builtin_path, strerror(errno));
    int code = library_list_add(&request->chosen, real, name ? NAMED_BY_USER : NAMED_AS_INSTALLED,
                                name ? name : argument, err);
    free(real);
    return code ? code : 1;
}

static int mean_path(struct request *request, const char *argument, const char *name,
                     struct err *err) {
    if (!strchr(argument, '/'))
        return 0;
    int code = add_file(request, argument, name, err);
    return code ? code : 1;
}

static int mean_file_name(struct request *request, const char *argument, const char *name,
                          struct err *err) {
    if (!library_family_is_shared_object(argument))
        return 0;
    char *path = access(argument, F_OK) == 0 ? strdup(argument)
                                             : library_paths_search(&request->paths, argument);
    int code = path ? add_file(request, path, name, err) : 0;
    int found = path != NULL;
    free(path);
    return code ? code : found;
}

static int add_installed(struct request *request, const struct library_entry *entry,
                         const char *name, struct err *err) {
    return library_list_add(&request->chosen, entry->paths[0],
                            name ? NAMED_BY_USER : NAMED_AS_INSTALLED, name ? name : entry->name,
                            err);
}

static int mean_installed(struct request *request, const char *argument, const char *name,
                          struct err *err) {
    for (size_t i = 0; i < request->installed.count; i++)
        if (strcmp(request->installed.items[i].name, argument) == 0) {
            int code = add_installed(request, &request->installed.items[i], name, err);
            return code ? code : 1;
        }
    return 0;
}

/* "openblas" or "openblas-pthread", however many of them there are. */
static int is_of_family(const struct library_identity *identity, const char *argument) {
    size_t length = strlen(identity->family);
    return strncmp(argument, identity->family, length) == 0 &&
           (!argument[length] ||
            (argument[length] == '-' && strcmp(argument + length + 1, identity->flavour) == 0));
}

static int mean_family(struct request *request, const char *argument, const char *name,
                       struct err *err) {
    const struct library_entry *first = NULL;
    int found = 0, code = 0;
    for (size_t i = 0; i < request->installed.count && !code; i++) {
        const struct library_entry *entry = &request->installed.items[i];
        if (!is_of_family(&entry->identity, argument))
            continue;
        if (name && first)
            return err_set(err, ERR_USAGE, "%s=%.200s: which of them, %s or %s?", name, argument,
                           first->name, entry->name);
        code = add_installed(request, entry, name, err);
        first = first ? first : entry;
        found++;
    }
    return code ? code : found;
}

static meaning *const meanings[] = {mean_builtin, mean_path, mean_file_name, mean_installed,
                                    mean_family};

static int add_argument(struct request *request, const char *argument, const char *name,
                        struct err *err) {
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        int found = meanings[i](request, argument, name, err);
        if (found)
            return found < 0 ? found : 0;
    }
    return refuse(request, argument, "neither a file nor an installed library", err);
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

static int choose(struct request *request, char *const *arguments, size_t count, struct err *err) {
    int code = 0;
    for (size_t i = 0; i < count && !code; i++) {
        size_t name_length = strcspn(arguments[i], "=/"); /* "./a=b.so" is a path */
        code = arguments[i][name_length] == '=' ? add_named(request, arguments[i], name_length, err)
                                                : add_argument(request, arguments[i], NULL, err);
    }
    return code;
}

static int choose_all(struct request *request, struct err *err) {
    if (!request->installed.count)
        return add_argument(request, "builtin", NULL, err);
    int code = 0;
    for (size_t i = 0; i < request->installed.count && !code; i++)
        code = add_installed(request, &request->installed.items[i], NULL, err);
    return code;
}

int library_resolve(char *const *arguments, size_t count, const char *builtin_path,
                    struct libraries *libraries, struct err *err) {
    struct request request = {.builtin_path = builtin_path};
    *libraries = (struct libraries){0};
    library_paths_find(&request.paths);
    int code = find_installed(&request.paths, &request.installed, err);
    if (!code)
        code = count ? choose(&request, arguments, count, err) : choose_all(&request, err);
    if (!code)
        code = library_list_name(&request.chosen, err);
    if (!code)
        code = library_list_export(&request.chosen, libraries, err);
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
