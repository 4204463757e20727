/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/plugin.h"

#include <ctype.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/text/unicode.h"

/* --- names and texts --- */

/* Whether TEXT is a name of letters, digits and the characters in ALSO. */
static int is_name(const char *text, const char *also) {
    size_t length = text ? strnlen(text, PLUGIN_MAX_NAME + 1) : 0;
    if (length == 0 || length > PLUGIN_MAX_NAME)
        return 0;
    for (size_t i = 0; i < length; i++)
        if (!(isascii(text[i]) && isalnum(text[i])) && !strchr(also, text[i]))
            return 0;
    return 1;
}

static int is_text(const char *text) {
    return strnlen(text, PLUGIN_MAX_TEXT + 1) <= PLUGIN_MAX_TEXT && utf8_is_clean(text);
}

static int check_name(const struct bench_action *action, struct err *err) {
    if (is_name(action->name, "_"))
        return 0;
    return err_set(err, ERR_FAILED,
                   "the action needs a name of at most %d letters, digits and underscores",
                   PLUGIN_MAX_NAME);
}

static int check_texts(const struct bench_action *action, struct err *err) {
    const struct {
        const char *member, *text;
        int is_needed;
    } texts[] = {
        {"about", action->about, 1},
        {"size_means", action->size_means, 0},
        {"flops_formula", action->flops_formula, 0},
        {"bytes_formula", action->bytes_formula, 0},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (!texts[i].text && texts[i].is_needed)
            return err_set(err, ERR_FAILED, "%s has no `%s`", action->name, texts[i].member);
        if (texts[i].text && !is_text(texts[i].text))
            return err_set(err, ERR_FAILED,
                           "%s: `%s` has more than %d bytes, or is not UTF-8 without control "
                           "characters",
                           action->name, texts[i].member, PLUGIN_MAX_TEXT);
    }
    return 0;
}

/* --- the other members --- */

static int check_functions(const struct bench_action *action, struct err *err) {
    const struct {
        const char *member;
        int is_missing;
    } functions[] = {
        {"setup", !action->setup},
        {"calculate", !action->calculate && !action->operate},
        {"check", action->operate && !action->check},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (functions[i].is_missing)
            return err_set(err, ERR_FAILED, "%s has no function `%s`", action->name,
                           functions[i].member);
    const char *other = action->calculate ? "calculate" : action->residual ? "residual" : NULL;
    if (action->operate && other)
        return err_set(err, ERR_FAILED, "%s has both `operate` and `%s`", action->name, other);
    return 0;
}

/* --- teams --- */

size_t plugin_count_counters(const struct bench_action *action) {
    size_t count = 0;
    while (action->counters && count <= BENCH_MAX_COUNTERS && action->counters[count])
        count++;
    return count;
}

static int check_counter(const struct bench_action *action, size_t number, struct err *err) {
    const char *name = action->counters[number];
    if (!is_name(name, "_"))
        return err_set(err, ERR_FAILED,
                       "%s: counter number %zu needs a name of at most %d letters, digits and "
                       "underscores",
                       action->name, number + 1, PLUGIN_MAX_NAME);
    for (size_t i = 0; i < number; i++)
        if (strcmp(action->counters[i], name) == 0)
            return err_set(err, ERR_FAILED, "%s has two counters called %s", action->name, name);
    return 0;
}

static int check_team(const struct bench_action *action, struct err *err) {
    size_t count = plugin_count_counters(action);
    if (count > BENCH_MAX_COUNTERS)
        return err_set(err, ERR_FAILED, "%s has more than %d counters", action->name,
                       BENCH_MAX_COUNTERS);
    for (size_t i = 0; i < count; i++)
        if (check_counter(action, i, err))
            return ERR_FAILED;
    if (action->thread_bytes > PLUGIN_MAX_THREAD_STATE)
        return err_set(err, ERR_FAILED, "%s: `thread_bytes` is %zu, and may be %d at most",
                       action->name, action->thread_bytes, PLUGIN_MAX_THREAD_STATE);
    if (action->is_preloaded && !action->routines)
        return err_set(err, ERR_FAILED, "%s: `is_preloaded` is for `routines` of libraries",
                       action->name);
    return 0;
}

static int check_types(const struct bench_action *action, struct err *err) {
    const char *types = action->types;
    if (!types || (strspn(types, "sdcz") == strnlen(types, 5) && types[0] && strlen(types) <= 4))
        return 0;
    return err_set(err, ERR_FAILED, "%s: `types` must be letters of \"sdcz\"", action->name);
}

static int check_sizes(const struct bench_action *action, struct err *err) {
    if (action->size_means && action->largest < 1)
        return err_set(err, ERR_FAILED,
                       "%s: `largest`, its largest default size, must be 1 or more", action->name);
    if (action->smallest_power < 0 ||
        (action->smallest_power & (action->smallest_power - 1)) != 0 ||
        (action->size_means && action->smallest_power > action->largest))
        return err_set(err, ERR_FAILED,
                       "%s: `smallest_power` must be 0 or a power of two up to `largest`",
                       action->name);
    if (action->state_bytes > PLUGIN_MAX_STATE)
        return err_set(err, ERR_FAILED,
                       "%s: `state_bytes` is %zu, and may be %d at most; arrays come from "
                       "bench_array",
                       action->name, action->state_bytes, PLUGIN_MAX_STATE);
    return 0;
}

/* --- what the action compares --- */

size_t plugin_count_implementations(const struct bench_action *action) {
    size_t count = 0;
    while (action->implementations && count <= PLUGIN_MAX_IMPLEMENTATIONS &&
           (action->implementations[count].name || action->implementations[count].function))
        count++;
    return count;
}

static int is_twice(const struct bench_action *action, size_t number) {
    for (size_t i = 0; i < number; i++)
        if (strcmp(action->implementations[i].name, action->implementations[number].name) == 0)
            return 1;
    return 0;
}

static int check_implementation(const struct bench_action *action, size_t number, struct err *err) {
    const struct bench_implementation *implementation = &action->implementations[number];
    if (!is_name(implementation->name, "_-."))
        return err_set(err, ERR_FAILED,
                       "%s: implementation number %zu needs a name of at most %d letters, digits "
                       "and _ - .",
                       action->name, number + 1, PLUGIN_MAX_NAME);
    if (!implementation->function)
        return err_set(err, ERR_FAILED, "%s: implementation %s has no function", action->name,
                       implementation->name);
    if (is_twice(action, number))
        return err_set(err, ERR_FAILED, "%s has two implementations called %s", action->name,
                       implementation->name);
    return 0;
}

static int check_compared(const struct bench_action *action, struct err *err) {
    if (!action->routines == !action->implementations)
        return err_set(err, ERR_FAILED,
                       "%s must have either `routines`, of libraries, or `implementations` of its "
                       "own",
                       action->name);
    if (action->routines) {
        size_t routines_count = 0;
        while (routines_count <= BIND_MAX_ROUTINES &&
               (action->routines[routines_count].fortran || action->routines[routines_count].c))
            routines_count++;
        if (routines_count <= BIND_MAX_ROUTINES)
            return 0;
        return err_set(err, ERR_FAILED, "%s: `routines` has more than %d rows", action->name,
                       BIND_MAX_ROUTINES);
    }

    size_t count = plugin_count_implementations(action);
    if (count == 0 || count > PLUGIN_MAX_IMPLEMENTATIONS)
        return err_set(err, ERR_FAILED, "%s: `implementations` has no row, or more than %d",
                       action->name, PLUGIN_MAX_IMPLEMENTATIONS);
    for (size_t i = 0; i < count; i++)
        if (check_implementation(action, i, err))
            return ERR_FAILED;
    return 0;
}

/* --- parameters --- */

size_t plugin_count_parameters(const struct bench_action *action) {
    size_t count = 0;
    while (action->parameters && count <= BENCH_MAX_PARAMETERS && action->parameters[count].name)
        count++;
    return count;
}

static int check_parameter(const struct bench_action *action,
                           const struct bench_parameter *parameter, struct err *err) {
    if (!is_name(parameter->name, "_") || strcmp(parameter->name, "size") == 0 ||
        strcmp(parameter->name, "threads") == 0 || strcmp(parameter->name, "ranks") == 0)
        return err_set(err, ERR_FAILED,
                       "%s: a parameter needs a name of at most %d letters, digits and "
                       "underscores, and not \"size\", \"threads\" or \"ranks\"",
                       action->name, PLUGIN_MAX_NAME);
    for (const struct bench_parameter *p = action->parameters; p < parameter; p++)
        if (strcmp(p->name, parameter->name) == 0)
            return err_set(err, ERR_FAILED, "%s has two parameters called %s", action->name,
                           parameter->name);
    if (parameter->about && !is_text(parameter->about))
        return err_set(err, ERR_FAILED,
                       "%s: what parameter %s is about is too long, or has control characters",
                       action->name, parameter->name);
    if (!isfinite(parameter->value))
        return err_set(err, ERR_FAILED, "%s: parameter %s has no finite default value",
                       action->name, parameter->name);
    return 0;
}

static int check_parameters(const struct bench_action *action, struct err *err) {
    size_t count = plugin_count_parameters(action);
    if (count > BENCH_MAX_PARAMETERS)
        return err_set(err, ERR_FAILED, "%s has more than %d parameters", action->name,
                       BENCH_MAX_PARAMETERS);
    for (size_t i = 0; i < count; i++)
        if (check_parameter(action, &action->parameters[i], err))
            return ERR_FAILED;
    return 0;
}

/* --- ranks --- */

static int check_ranks(const struct bench_action *action, struct err *err) {
    const struct {
        const char *name;
        int is_there;
    } others[] = {
        {"begin_run", action->begin_run != NULL},     {"end_run", action->end_run != NULL},
        {"begin_batch", action->begin_batch != NULL}, {"end_batch", action->end_batch != NULL},
        {"operate", action->operate != NULL},         {"implementations", !action->routines},
        {"is_preloaded", action->is_preloaded},
    };
    for (size_t i = 0; action->is_parallel && i < sizeof others / sizeof *others; i++)
        if (others[i].is_there)
            return err_set(err, ERR_FAILED, "%s is parallel, and so cannot have `%s`", action->name,
                           others[i].name);
    if (action->is_collective && !action->is_parallel)
        return err_set(err, ERR_FAILED, "%s: only a parallel action can be collective",
                       action->name);
    return 0;
}

/* --- the whole plug-in --- */

/* Must come before any other member is read, because another ABI has them at other offsets. */
static int check_abi(const struct bench_action *action, struct err *err) {
    if (action->abi == 0 && action->struct_bytes == 0)
        return err_set(
            err, ERR_FAILED,
            "its bench_plugin is empty: use BENCH_ACTION_HEAD, or in Fortran the options "
            "of `pkg-config --variable=fortran benchmat`");
    if (action->abi != BENCH_ACTION_ABI)
        return err_set(err, ERR_FAILED,
                       "was compiled for version %u of benchmat/action.h, this is %d; compile it "
                       "anew, with BENCH_ACTION_HEAD",
                       action->abi, BENCH_ACTION_ABI);
    if (action->struct_bytes != sizeof *action)
        return err_set(err, ERR_FAILED,
                       "its struct bench_action has %u bytes, this one's has %zu; compile it anew, "
                       "with BENCH_ACTION_HEAD",
                       action->struct_bytes, sizeof *action);
    return 0;
}

int plugin_check(const struct bench_action *action, struct err *err) {
    static int (*const checks[])(const struct bench_action *action, struct err *err) = {
        check_abi,   check_name,     check_texts,      check_functions, check_types,
        check_sizes, check_compared, check_parameters, check_team,      check_ranks,
    };
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        int status = checks[i](action, err);
        if (status)
            return status;
    }
    return 0;
}

int plugin_load(const char *path, const struct bench_action **action, struct err *err) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return err_set(err, ERR_FAILED, "cannot load the plug-in: %s", dlerror());
    *action = dlsym(handle, "bench_plugin");
    if (!*action)
        return err_set(err, ERR_FAILED, "%s lacks bench_plugin; see docs/writing-an-action.md",
                       path);
    int status = plugin_check(*action, err);
    return status ? err_prefix(err, status, "%s", path) : 0;
}

int plugin_can_do(const struct bench_action *action, char type) {
    return type && strchr(action->types ? action->types : "sd", type) != NULL;
}

/* Records that FUNCTION, called NAME unless its file has another name for it, is in that file. */
static int record_binding(bench_function function, const char *name, struct facts *facts,
                          struct err *err) {
    const void *address;
    Dl_info info;
    memcpy(&address, &function, sizeof address);
    if (!dladdr(address, &info) || !info.dli_fname)
        return err_set(err, ERR_FAILED, "%s lies in no file", name);

    /* A static function has no name in the file. */
    char text[4096];
    snprintf(text, sizeof text, "%s in %s",
             info.dli_sname && info.dli_saddr == address ? info.dli_sname : name,
             bind_plain_path(info.dli_fname));
    facts_set_text(facts, "bindings", text);
    return 0;
}

int plugin_bind_function(struct binding *binding, const char *const *paths, size_t count,
                         int is_chain, const char *symbol, struct facts *facts, struct err *err) {
    if (bind_load(binding, paths, count, err))
        return ERR_FAILED;
    binding->is_chain = is_chain;
    binding->c_interface = 1;
    void *address = bind_symbol(binding, symbol);
    if (!address)
        return err_set(err, ERR_FAILED, "%s has no function %s", paths[0], symbol);
    memcpy(&binding->routines[0], &address, sizeof address);
    return record_binding(binding->routines[0], symbol, facts, err);
}

int plugin_bind(struct binding *binding, const char *path, const struct bench_action *action,
                size_t number, struct facts *facts, struct err *err) {
    if (number >= plugin_count_implementations(action))
        return err_set(err, ERR_FAILED, "%s has no implementation number %zu", action->name,
                       number + 1);
    const struct bench_implementation *implementation = &action->implementations[number];
    if (bind_load(binding, &path, path[0] != '\0', err))
        return ERR_FAILED;
    binding->routines[0] = implementation->function;
    binding->c_interface = 1;
    int status = record_binding(implementation->function, implementation->name, facts, err);
    return status ? err_prefix(err, status, "%s: implementation", action->name) : 0;
}
