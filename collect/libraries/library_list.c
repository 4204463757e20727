/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/libraries/library_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/unicode.h"

static int out_of_memory(struct err *err) {
    return err_set(err, ERR_FAILED, "no memory for the list of libraries");
}

/* --- entries --- */

static void entry_release(struct library_entry *entry) {
    for (size_t i = 0; i < entry->path_count; i++)
        free(entry->paths[i]);
    free(entry->command);
    builds_release(&entry->builds);
}

static void remove_entry(struct library_list *list, size_t index) {
    entry_release(&list->items[index]);
    list->count--;
    memmove(&list->items[index], &list->items[index + 1],
            (list->count - index) * sizeof *list->items);
}

static int has_path(const struct library_entry *entry, const char *path) {
    for (size_t i = 0; i < entry->path_count; i++)
        if (strcmp(entry->paths[i], path) == 0)
            return 1;
    return 0;
}

static size_t directory_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) : 0;
}

/* --- companions --- */

static int is_of_same_vendor(const struct library_identity *a, const struct library_identity *b) {
    return strcmp(a->family, b->family) == 0 && strcmp(a->flavour, b->flavour) == 0;
}

static char *companion_path(const struct library_entry *entry, const char *relative) {
    const char *own = entry->paths[0];
    char *path, *real;
    if (asprintf(&path, "%.*s/%s", (int)directory_length(own), own, relative) < 0)
        return NULL;
    real = realpath(path, NULL);
    free(path);
    return real;
}

/* --- adding --- */

static int append(struct library_list *list, const struct library_entry *entry) {
    struct library_entry *items = realloc(list->items, (list->count + 1) * sizeof *items);
    if (!items)
        return 0;
    list->items = items;
    items[list->count++] = *entry;
    return 1;
}

static int is_same_chain(const struct library_entry *a, const struct library_entry *b) {
    if (a->path_count != b->path_count)
        return 0;
    for (size_t i = 0; i < a->path_count; i++)
        if (strcmp(a->paths[i], b->paths[i]) != 0)
            return 0;
    return 1;
}

static int is_same_command(const struct library_entry *a, const struct library_entry *b) {
    return a->command && b->command ? strcmp(a->command, b->command) == 0
                                    : a->command == b->command;
}

/* Whether A contains everything that B is. */
static int covers(const struct library_entry *a, const struct library_entry *b) {
    if (a->is_chain != b->is_chain || !is_same_command(a, b))
        return 0;
    return a->is_chain ? is_same_chain(a, b) : has_path(a, b->paths[0]);
}

static int is_covered(const struct library_list *list, const struct library_entry *entry) {
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].naming != NAMED_BY_USER && covers(&list->items[i], entry))
            return 1;
    return 0;
}

static const struct library_entry *find_fixed_name(const struct library_list *list,
                                                   const char *name) {
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].naming != NAMED_BY_FILE && strcmp(list->items[i].name, name) == 0)
            return &list->items[i];
    return NULL;
}

/* Writes ENTRY as a command line can name it. */
static void describe(const struct library_entry *entry, char *text, size_t size) {
    size_t used = 0;
    if (entry->command) {
        snprintf(text, size, "'%s'", entry->command);
        return;
    }
    for (size_t i = entry->is_chain ? entry->path_count : 1; i-- > 0 && used < size;)
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s", used ? "+" : "", entry->paths[i]);
}

/* Whether the library is already in the list; an error if another library there has its name. */
static int is_present(const struct library_list *list, const struct library_entry *entry,
                      struct err *err) {
    const struct library_entry *namesake =
        entry->naming == NAMED_BY_FILE ? NULL : find_fixed_name(list, entry->name);
    if (namesake && (namesake->is_chain != entry->is_chain || !is_same_command(namesake, entry) ||
                     strcmp(namesake->paths[0], entry->paths[0]) != 0 ||
                     !builds_are_same(&namesake->builds, &entry->builds) ||
                     (entry->is_chain && !is_same_chain(namesake, entry)))) {
        const char *name = entry->name;
        char texts[2][512];
        describe(namesake, texts[0], sizeof texts[0]);
        describe(entry, texts[1], sizeof texts[1]);
        return err_set(err, ERR_USAGE,
                       "%s: the name of both %s and %s; give one another name, NAME=%s", name,
                       texts[0], texts[1], texts[1]);
    }
    return namesake || (entry->naming != NAMED_BY_USER && is_covered(list, entry));
}

/* Takes over ENTRY's paths. */
static int add(struct library_list *list, struct library_entry *entry, struct err *err) {
    int present = is_present(list, entry, err);
    if (!present && !entry->is_chain && !entry->command && entry->builds.count < 2) {
        const char *const *relative = library_family_companions(entry->identity.family);
        for (; *relative && entry->path_count < LIBRARY_MAX_OBJECTS; relative++) {
            char *real = companion_path(entry, *relative);
            if (!real)
                continue;
            struct library_identity identity;
            library_family_identify(real, &identity);
            if (is_of_same_vendor(&identity, &entry->identity) && !has_path(entry, real))
                entry->paths[entry->path_count++] = real;
            else
                free(real);
        }
    }
    if (!present && entry->naming != NAMED_BY_USER) {
        /* A LAPACK that was in the list by itself is now its BLAS's companion. */
        for (size_t i = list->count; i-- > 0;)
            if (list->items[i].naming != NAMED_BY_USER && covers(entry, &list->items[i]))
                remove_entry(list, i);
    }
    if (!present && append(list, entry))
        return 0;
    entry_release(entry);
    return present > 0 ? 0 : present < 0 ? present : out_of_memory(err);
}

int library_list_add(struct library_list *list, const char *path, enum library_naming naming,
                     const char *name, struct err *err) {
    struct library_entry entry = {.naming = naming, .paths = {strdup(path)}, .path_count = 1};
    if (!entry.paths[0])
        return out_of_memory(err);
    library_family_identify(path, &entry.identity);
    snprintf(entry.name, sizeof entry.name, "%s", name ? name : entry.identity.family);
    return add(list, &entry, err);
}

int library_list_add_builds(struct library_list *list, const struct builds *builds,
                            enum library_naming naming, const char *name, struct err *err) {
    const char *path = builds->items[0].path;
    struct library_entry entry = {.naming = naming, .paths = {strdup(path)}, .path_count = 1};
    int status = entry.paths[0] ? builds_copy(&entry.builds, builds, err) : out_of_memory(err);
    if (status) {
        entry_release(&entry);
        return status;
    }
    library_family_identify(path, &entry.identity);
    snprintf(entry.name, sizeof entry.name, "%s", name ? name : entry.identity.family);
    return add(list, &entry, err);
}

int library_list_add_program(struct library_list *list, const char *path, const char *command,
                             enum library_naming naming, const char *name, struct err *err) {
    struct library_entry entry = {
        .naming = naming, .paths = {strdup(path)}, .path_count = 1, .command = strdup(command)};
    if (!entry.paths[0] || !entry.command) {
        entry_release(&entry);
        return out_of_memory(err);
    }
    library_family_identify(path, &entry.identity);
    snprintf(entry.name, sizeof entry.name, "%s", name ? name : entry.identity.family);
    return add(list, &entry, err);
}

/* Without a vendor's name people mean netlib's LAPACK. */
static const char *name_in_chain(const struct library_identity *identity, size_t place) {
    return place > 0 && strcmp(identity->family, "netlib") == 0 ? "lapack" : identity->family;
}

int library_list_add_chain(struct library_list *list, const char *const *paths, size_t count,
                           enum library_naming naming, const char *name, struct err *err) {
    struct library_entry entry = {.naming = naming, .is_chain = 1};
    for (; entry.path_count < count; entry.path_count++)
        if (!(entry.paths[entry.path_count] = strdup(paths[entry.path_count]))) {
            entry_release(&entry);
            return out_of_memory(err);
        }

    char family[LIBRARY_NAME_SIZE] = "";
    size_t room = sizeof family, used = 0;
    for (size_t i = entry.path_count; i-- > 0;) {
        library_family_identify(entry.paths[i], &entry.identity);
        used += (size_t)snprintf(family + used, used < room ? room - used : 0, "%s%s",
                                 used ? "+" : "", name_in_chain(&entry.identity, i));
        used = used < room ? used : room - 1;
    }
    utf8_clean(family, '_'); /* a character may have been cut */
    strcpy(entry.identity.family, family);

    snprintf(entry.name, sizeof entry.name, "%s", name ? name : entry.identity.family);
    return add(list, &entry, err);
}

static int stands_in_for(const struct library_entry *generic, const struct library_entry *own) {
    const char *a = generic->paths[0], *b = own->paths[0];
    return generic->identity.is_generic && !own->identity.is_generic &&
           strcmp(generic->identity.family, own->identity.family) == 0 &&
           directory_length(a) == directory_length(b) && !strncmp(a, b, directory_length(a));
}

void library_list_drop_generic(struct library_list *list) {
    for (size_t i = list->count; i-- > 0;)
        for (size_t j = 0; j < list->count; j++)
            if (stands_in_for(&list->items[i], &list->items[j])) {
                remove_entry(list, i);
                break;
            }
}

/* --- names --- */

static void extend_name(char name[LIBRARY_NAME_SIZE], const char *base, const char *part) {
    size_t room = LIBRARY_NAME_SIZE - 1;
    size_t part_length = strlen(part) < room / 2 ? strlen(part) : room / 2;
    char extended[LIBRARY_NAME_SIZE];
    snprintf(extended, sizeof extended, "%.*s-%.*s", (int)(room - part_length - 1), base,
             (int)part_length, part);
    utf8_clean(extended, '_'); /* a character may have been cut */
    strcpy(name, extended);
}

static const char *flavour_of(const struct library_entry *entry) {
    return entry->identity.flavour;
}

static const char *version_of(const struct library_entry *entry) {
    return entry->identity.version;
}

static int are_of_one_family(const struct library_entry *a, const struct library_entry *b) {
    return a->naming != NAMED_BY_USER && b->naming != NAMED_BY_USER &&
           strcmp(a->identity.family, b->identity.family) == 0;
}

static int have_one_name(const struct library_entry *a, const struct library_entry *b) {
    return strcmp(a->name, b->name) == 0;
}

/* One way to distinguish libraries: entries that are alike get the part in which they differ. */
static const struct distinction {
    int (*are_alike)(const struct library_entry *, const struct library_entry *);
    const char *(*part)(const struct library_entry *);
} distinctions[] = {{are_of_one_family, flavour_of}, {have_one_name, version_of}};

static int needs_part(const struct library_list *list, size_t index,
                      const struct distinction *distinction) {
    const struct library_entry *entry = &list->items[index];
    if (entry->naming != NAMED_BY_FILE || !*distinction->part(entry))
        return 0;
    for (size_t i = 0; i < list->count; i++)
        if (i != index && distinction->are_alike(entry, &list->items[i]) &&
            strcmp(distinction->part(entry), distinction->part(&list->items[i])) != 0)
            return 1;
    return 0;
}

static int is_taken(const struct library_list *list, size_t index, const char *name) {
    for (size_t i = 0; i < list->count; i++)
        if ((i < index || list->items[i].naming != NAMED_BY_FILE) && i != index &&
            strcmp(list->items[i].name, name) == 0)
            return 1;
    return 0;
}

int library_list_name(struct library_list *list, struct err *err) {
    unsigned char *needed = calloc(list->count + 1, 1);
    if (!needed)
        return out_of_memory(err);
    for (size_t i = 0; i < sizeof distinctions / sizeof *distinctions; i++) {
        /* Asks for all before renaming any, so that the result does not depend on their order. */
        const struct distinction *distinction = &distinctions[i];
        for (size_t j = 0; j < list->count; j++)
            needed[j] = (unsigned char)needs_part(list, j, distinction);
        for (size_t j = 0; j < list->count; j++)
            if (needed[j])
                extend_name(list->items[j].name, list->items[j].name,
                            distinction->part(&list->items[j]));
    }
    free(needed);
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].naming == NAMED_BY_FILE) {
            struct library_entry *entry = &list->items[i];
            char name[LIBRARY_NAME_SIZE], part[16];
            strcpy(name, entry->name);
            for (unsigned n = 2; is_taken(list, i, name); n++) {
                snprintf(part, sizeof part, "%u", n);
                extend_name(name, entry->name, part);
            }
            strcpy(entry->name, name);
        }
    return 0;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(((const struct library_entry *)a)->name, ((const struct library_entry *)b)->name);
}

void library_list_sort(struct library_list *list) {
    if (list->count)
        qsort(list->items, list->count, sizeof *list->items, compare_names);
}

/* --- exporting --- */

int library_list_export(const struct library_list *list, struct libraries *libraries,
                        struct err *err) {
    *libraries = (struct libraries){.items = calloc(list->count + 1, sizeof(struct library))};
    int complete = libraries->items != NULL;
    for (; complete && libraries->count < list->count; libraries->count++) {
        const struct library_entry *entry = &list->items[libraries->count];
        struct library *library = &libraries->items[libraries->count];
        library->name = strdup(entry->name);
        library->command = entry->command ? strdup(entry->command) : NULL;
        complete = library->name && (library->command || !entry->command);
        for (size_t i = 0; i < entry->path_count; i++) {
            library->paths[i] = strdup(entry->paths[i]);
            complete &= library->paths[i] != NULL;
        }
        library->path_count = entry->path_count;
        library->is_chain = entry->is_chain;
        library->word = entry->word;
        complete &= builds_copy(&library->builds, &entry->builds, NULL) == 0;
    }
    return complete ? 0 : out_of_memory(err);
}

void library_list_release(struct library_list *list) {
    for (size_t i = 0; i < list->count; i++)
        entry_release(&list->items[i]);
    free(list->items);
    *list = (struct library_list){0};
}
