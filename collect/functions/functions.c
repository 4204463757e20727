/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/functions/functions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/functions/exports.h"
#include "formats/text/suggest.h"

/* --- prototypes --- */

/* Adds the names of MORE. */
static int add_names(struct prototype *prototype, const struct prototype *more, struct err *err) {
    for (size_t i = 0; i < more->name_count; i++) {
        for (size_t k = 0; k < prototype->name_count; k++)
            if (strcmp(prototype->names[k], more->names[i]) == 0)
                return err_set(err, ERR_USAGE, "%s is named twice", more->names[i]);
        if (prototype->name_count == PROTOTYPE_NAMES)
            return err_set(err, ERR_USAGE, "more than %d functions", PROTOTYPE_NAMES);
        strcpy(prototype->names[prototype->name_count++], more->names[i]);
    }
    return 0;
}

int functions_add(struct functions *functions, const char *text, struct err *err) {
    struct prototype prototype;
    int status = prototype_parse(&prototype, text, err);
    if (status)
        return status;
    if (!functions->text) {
        functions->text = text;
        functions->prototype = prototype;
        return 0;
    }
    if (!prototype_is_same(&functions->prototype, &prototype))
        return err_set(err, ERR_USAGE,
                       "'%.200s' and '%.200s' differ in more than names; what is compared has one "
                       "prototype",
                       functions->text, text);
    return add_names(&functions->prototype, &prototype, err);
}

/* --- values --- */

int functions_give(struct functions *functions, const char *name, const double *values,
                   size_t count, struct err *err) {
    const struct prototype *prototype = &functions->prototype;
    size_t i = prototype_find(prototype, name);
    if (i == SIZE_MAX)
        return 0;
    const struct prototype_argument *argument = &prototype->arguments[i];
    if (i == prototype->size)
        return err_set(err, ERR_USAGE, "%s is the size; give its values by --sizes", name);
    if (strcmp(name, "size") == 0 || strcmp(name, "threads") == 0 || strcmp(name, "ranks") == 0)
        return err_set(err, ERR_USAGE, "%s has a meaning of its own; call that argument otherwise",
                       name);
    if (argument->is_array)
        return err_set(err, ERR_USAGE, "%s is an array, which is filled with random numbers", name);
    if (argument->has_range)
        return err_set(err, ERR_USAGE, "%s is drawn from %s to %s; leave that or its values out",
                       name, argument->low, argument->high);
    for (size_t k = 0; k < count; k++)
        if (!prototype_type_has(argument->type, values[k]))
            return err_set(err, ERR_USAGE, "%s is of type %s, and %g is none of that", name,
                           argument->type->name, values[k]);
    functions->parameters[functions->parameter_count++] = name;
    return 0;
}

static int is_given(const struct functions *functions, const char *name) {
    for (size_t i = 0; i < functions->parameter_count; i++)
        if (strcmp(functions->parameters[i], name) == 0)
            return 1;
    return 0;
}

int functions_check(const struct functions *functions, struct err *err) {
    const struct prototype *prototype = &functions->prototype;
    for (size_t i = 0; i < prototype->argument_count; i++) {
        const struct prototype_argument *argument = &prototype->arguments[i];
        if (i != prototype->size && prototype_is_integer(argument) && argument->type->kind != 'b' &&
            !argument->has_range && !is_given(functions, argument->name))
            return err_set(err, ERR_USAGE,
                           "'%.200s': the size is %s; which values %s has cannot be told: give "
                           "them, as in -p %s=1, or write 'int %s in 1..%s'",
                           functions->text, prototype->arguments[prototype->size].name,
                           argument->name, argument->name, argument->name,
                           prototype->arguments[prototype->size].name);
    }
    return 0;
}

/* --- what files have --- */

enum { MOST_SHOWN = 8 };

/* The search for a function among a file's. */
struct search {
    const char *wanted;
    int is_there, is_mangled; /* is_mangled: as a function of C++ */
    struct suggestion suggestion;
    char names[560]; /* those of the file, as a list for people */
    size_t count;
};

/* "_Z3sumPKdm" is a function sum of C++. */
static int is_mangled(const char *name, const char *wanted) {
    char *end;
    if (strncmp(name, "_Z", 2) != 0)
        return 0;
    size_t length = strtoul(name + 2, &end, 10);
    return length == strlen(wanted) && strncmp(end, wanted, length) == 0;
}

static void look_at(void *context, const char *name) {
    struct search *search = context;
    size_t used = strlen(search->names);
    search->is_there |= strcmp(name, search->wanted) == 0;
    search->is_mangled |= is_mangled(name, search->wanted);
    if (name[0] == '_')
        return;
    if (search->count++ < MOST_SHOWN)
        snprintf(search->names + used, sizeof search->names - used, "%s%.63s", used ? "," : "",
                 name);
    suggest_consider(&search->suggestion, name);
}

/* Refuses FUNCTION, which PATH lacks, with the prototype as it may have been meant. */
static int refuse_missing(const struct functions *functions, const char *path,
                          const struct search *search, struct err *err) {
    const struct prototype *prototype = &functions->prototype;
    const char *text = functions->text;
    if (search->is_mangled)
        return err_set(err, ERR_USAGE,
                       "%.200s: %s is a function of C++ there; declare it extern \"C\"", path,
                       search->wanted);
    if (!search->count)
        return err_set(err, ERR_USAGE, "%.200s has no functions for others; make them visible",
                       path);
    if (search->count > MOST_SHOWN)
        return err_set(err, ERR_USAGE, "%.200s has no function %s, but %zu others, such as %s%s",
                       path, search->wanted, search->count, search->names,
                       suggest_words(&search->suggestion).text);
    return err_set(err, ERR_USAGE,
                   "%.200s has no function %s, but %s; for all of them: --function '%.*s{%s}%s'",
                   path, search->wanted, search->names, (int)prototype->names_begin, text,
                   search->names, text + prototype->names_end);
}

static int check_library(const struct functions *functions, const struct library *library,
                         struct err *err) {
    const struct prototype *prototype = &functions->prototype;
    if (library->command)
        return err_set(err, ERR_USAGE,
                       "%.200s: a program; --function calls functions in shared "
                       "objects",
                       library->paths[0]);
    for (size_t i = 0; i < prototype->name_count; i++) {
        struct search search = {.wanted = prototype->names[i]};
        search.suggestion.wanted = search.wanted;
        for (size_t p = 0; p < library->path_count; p++) {
            int status = exports_each(library->paths[p], look_at, &search, err);
            if (status)
                return status;
        }
        if (!search.is_there)
            return refuse_missing(functions, library->paths[0], &search, err);
        for (size_t b = 1; b < library->builds.count; b++) {
            const char *path = library->builds.items[b].path;
            struct search other = {.wanted = search.wanted,
                                   .suggestion = {.wanted = search.wanted}};
            int status = exports_each(path, look_at, &other, err);
            if (status)
                return status;
            if (!other.is_there)
                return refuse_missing(functions, path, &other, err);
        }
    }
    return 0;
}

/* --- participants --- */

static int name_participant(const struct functions *functions, size_t library_count,
                            struct function *function, struct err *err) {
    const char *library = function->library->name, *symbol = function->symbol;
    int is_both = functions->prototype.name_count > 1 && library_count > 1;
    int length =
        snprintf(function->name, sizeof function->name, "%s%s%s", library_count > 1 ? library : "",
                 is_both ? ":" : "", library_count == 1 || is_both ? symbol : "");
    return length < (int)sizeof function->name
               ? 0
               : err_set(err, ERR_USAGE,
                         "%s:%s is too long a name; give the file a shorter one: "
                         "NAME=%.200s",
                         library, symbol, function->library->paths[0]);
}

int functions_combine(struct functions *functions, const struct libraries *libraries,
                      struct err *err) {
    int status = 0;
    functions->count = 0;
    if (libraries->count * functions->prototype.name_count > FUNCTIONS_MAX)
        return err_set(err, ERR_USAGE, "more than %d functions in all files together",
                       FUNCTIONS_MAX);
    for (size_t l = 0; status == 0 && l < libraries->count; l++) {
        status = check_library(functions, &libraries->items[l], err);
        for (size_t i = 0; status == 0 && i < functions->prototype.name_count; i++) {
            struct function *function = &functions->items[functions->count++];
            *function = (struct function){.symbol = functions->prototype.names[i],
                                          .library = &libraries->items[l]};
            status = name_participant(functions, libraries->count, function, err);
        }
    }
    return status;
}

double functions_most_numbers(const struct functions *functions, int64_t size,
                              const double *parameters) {
    const struct prototype *prototype = &functions->prototype;
    int64_t values[PROTOTYPE_ARGUMENTS] = {0};
    double most = 0;
    for (size_t i = 0; i < prototype->argument_count; i++)
        values[i] = i == prototype->size ? size : 1;
    for (size_t p = 0; p < functions->parameter_count; p++) {
        size_t i = prototype_find(prototype, functions->parameters[p]);
        if (prototype_is_integer(&prototype->arguments[i]))
            values[i] = (int64_t)parameters[p];
    }
    for (size_t i = 0; i < prototype->argument_count; i++)
        if (prototype->arguments[i].is_array)
            most =
                fmax(most, (double)prototype_length(prototype, &prototype->arguments[i], values));
    return most;
}

int functions_have_reals(const struct functions *functions) {
    const struct prototype *prototype = &functions->prototype;
    int have = prototype->returned->kind == 'f';
    for (size_t i = 0; i < prototype->argument_count; i++)
        have |= prototype->arguments[i].type->kind == 'f';
    return have;
}

int functions_tell_renewed(const struct functions *functions, char *line, size_t size) {
    const struct prototype *prototype = &functions->prototype;
    const struct prototype_argument *first = NULL;
    size_t used = 0;
    for (size_t i = 0; i < prototype->argument_count && used < size; i++) {
        const struct prototype_argument *argument = &prototype->arguments[i];
        if (!prototype_is_renewed(argument))
            continue;
        used +=
            (size_t)snprintf(line + used, size - used, "%s%s", first ? ", " : "", argument->name);
        first = first ? first : argument;
    }
    if (first && used < size)
        snprintf(line + used, size - used,
                 ": renewed for every call, in case it is read before it is written; if not, write "
                 "'out %s *%s'",
                 first->type->name, first->name);
    return first != NULL;
}

void functions_pack(const struct functions *functions, size_t i, struct wire_function *load) {
    *load = (struct wire_function){.is_there = 1,
                                   .parameter_count = (uint32_t)functions->parameter_count};
    snprintf(load->prototype, sizeof load->prototype, "%s", functions->text);
    if (i < functions->count)
        snprintf(load->symbol, sizeof load->symbol, "%s", functions->items[i].symbol);
    for (size_t p = 0; p < functions->parameter_count; p++)
        snprintf(load->parameters[p], sizeof load->parameters[p], "%s", functions->parameters[p]);
}
