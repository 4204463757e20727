/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/design/action_info.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/functions/function_action.h"
#include "collect/harness/number.h"
#include "collect/harness/sizes.h"
#include "collect/harness/workspace.h"
#include "collect/libraries/library_family.h"
#include "formats/text/unicode.h"

/* --- built in --- */

void action_info_of_builtin(struct action_info *info, const struct bench_action *action) {
    *info = (struct action_info){
        .name = action->name,
        .about = action->about ? action->about : "",
        .size_means = action->size_means,
        .types = action->types ? action->types : "sd",
        .flops_formula = action->flops_formula ? action->flops_formula : "",
        .bytes_formula = action->bytes_formula ? action->bytes_formula : "",
        .largest = action->size_means ? action->largest : 1,
        .smallest_power = action->smallest_power,
        .has_residual = action->residual != NULL,
        .has_run = action->begin_run || action->end_run,
        .has_end = action->end_round != NULL,
        .makes_trials = action->operate != NULL,
        .is_parallel = action->is_parallel,
        .is_preloaded = action->is_preloaded,
        .builtin = action,
    };
    for (; action->counters && action->counters[info->counter_count] &&
           info->counter_count < BENCH_MAX_COUNTERS;
         info->counter_count++)
        info->counters[info->counter_count] = action->counters[info->counter_count];
    if (!action->routines) {
        const struct bench_implementation *implementation = action->implementations;
        size_t count = 0;
        for (; implementation && implementation->name && count < ACTION_INFO_MAX_IMPLEMENTATIONS;
             implementation++)
            info->implementations[count++] = implementation->name;
        info->implementation_count = count;
    }

    const struct bench_parameter *parameter = action->parameters;
    size_t count = 0;
    for (; parameter && parameter->name && count < BENCH_MAX_PARAMETERS; parameter++)
        info->parameters[count++] =
            (struct action_info_parameter){parameter->name, parameter->about, parameter->value};
    info->parameter_count = count;

    action_info_choose_type(info, 0, NULL);
}

/* --- commands --- */

void action_info_of_commands(struct action_info *info, const struct commands *commands) {
    int has_size = commands_use(commands, "size") || commands_hooks_use(commands, "size");
    *info = (struct action_info){
        .commands = commands,
        .name = COMMANDS_ACTION,
        .about = "a command, from launch to exit",
        .size_means = has_size ? "value of {size}" : NULL,
        .types = "d",
        .flops_formula = "",
        .bytes_formula = "",
        .largest = 1,
        .type = 'd',
        .has_run = commands_run_hooks(commands) > 0,
        .implementation_count = commands->count,
        .parameter_count = commands->parameter_count,
    };
    for (size_t i = 0; i < commands->count; i++)
        info->implementations[i] = commands->items[i].name;
    for (size_t i = 0; i < commands->parameter_count; i++)
        info->parameters[i] = (struct action_info_parameter){.name = commands->parameters[i],
                                                             .about = "a placeholder"};
}

/* --- functions --- */

int action_info_of_functions(struct action_info *info, const struct functions *functions,
                             struct err *err) {
    const struct bench_action *action;
    int status = function_action_of(&action, functions, err);
    if (status)
        return status;
    action_info_of_builtin(info, action);
    info->functions = functions;
    return 0;
}

/* --- plug-ins --- */

/* The texts of a description, one after the other. */
struct texts {
    char *next, *end;
};

static const char *take_text(struct texts *texts) {
    char *text = texts->next;
    char *nul = text < texts->end ? memchr(text, 0, (size_t)(texts->end - text)) : NULL;
    texts->next = nul ? nul + 1 : texts->end;
    if (nul)
        utf8_clean(text, '?');
    return nul ? text : NULL;
}

static int is_name(const char *name) {
    size_t length = 0;
    for (; name && name[length]; length++)
        if (!isalnum((unsigned char)name[length]) && name[length] != '_')
            return 0;
    return length > 0 && length < 64;
}

/* A name that fits on a command line and in a table. */
static int is_implementation(const char *name) {
    return name && *name && strlen(name) < 64 && !strpbrk(name, "=/,");
}

static int refuse(const struct action_info *info, const char *what, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: %s", info->plugin, what);
}

static int check_names(const struct action_info *info, struct err *err) {
    if (!is_name(info->name))
        return refuse(info, "an action's name is of 1 to 63 letters, digits and underscores", err);
    const char *types = info->types;

    if (!(types && *types && strlen(types) <= 4 && strspn(types, "sdcz") == strlen(types)))
        return refuse(info, "an action's types are of the letters s, d, c and z", err);
    for (size_t i = 0; i < info->implementation_count; i++)
        if (!is_implementation(info->implementations[i]) ||
            action_info_find_implementation(info, info->implementations[i]) != i)
            return refuse(info,
                          "implementations have different names of 1 to 63 bytes, without '=', "
                          "'/' and ','",
                          err);
    for (size_t i = 0; i < info->parameter_count; i++)
        if (!is_name(info->parameters[i].name))
            return refuse(info, "a parameter's name is of letters, digits and underscores", err);
    for (size_t i = 0; i < info->counter_count; i++)
        if (!is_name(info->counters[i]))
            return refuse(info, "a counter's name is of letters, digits and underscores", err);
    return 0;
}

int action_info_of_plugin(struct action_info *info, const char *path,
                          const struct wire_described *described, struct err *err) {
    size_t length = described->texts_length;
    *info = (struct action_info){.plugin = strdup(path),
                                 .texts = malloc(sizeof described->texts),
                                 .accounts = calloc(1, sizeof *info->accounts),
                                 .largest = described->largest > 0 ? described->largest : 1,
                                 .smallest_power = described->smallest_power,
                                 .has_residual = described->has_residual != 0,
                                 .has_run = described->has_run != 0,
                                 .has_end = described->has_end != 0,
                                 .makes_trials = described->makes_trials != 0,
                                 .is_parallel = described->is_parallel != 0,
                                 .is_preloaded = described->is_preloaded != 0};
    if (!info->plugin || !info->texts || !info->accounts)
        return err_set(err, ERR_FAILED, "no memory for an action");
    if (length > sizeof described->texts ||
        described->implementation_count > ACTION_INFO_MAX_IMPLEMENTATIONS ||
        described->parameter_count > BENCH_MAX_PARAMETERS ||
        described->counter_count > BENCH_MAX_COUNTERS)
        return refuse(info, "its description goes beyond all limits", err);
    memcpy(info->texts, described->texts, length);
    info->implementation_count = described->implementation_count;
    info->parameter_count = described->parameter_count;
    info->counter_count = described->counter_count;
    struct texts texts = {info->texts, info->texts + length};

    const char **const members[] = {&info->name,  &info->about,         &info->size_means,
                                    &info->types, &info->flops_formula, &info->bytes_formula};
    int is_whole = 1;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        is_whole &= (*members[i] = take_text(&texts)) != NULL;
    for (size_t i = 0; i < described->implementation_count; i++)
        is_whole &= (info->implementations[i] = take_text(&texts)) != NULL;
    for (size_t i = 0; i < described->parameter_count; i++) {
        struct action_info_parameter *parameter = &info->parameters[i];
        is_whole &= (parameter->name = take_text(&texts)) != NULL;
        is_whole &= (parameter->about = take_text(&texts)) != NULL;
        parameter->value = described->defaults[i];
    }
    for (size_t i = 0; i < described->counter_count; i++)
        is_whole &= (info->counters[i] = take_text(&texts)) != NULL;
    int status = is_whole ? 0 : refuse(info, "its description is not whole", err);
    if (status == 0)
        status = check_names(info, err);
    if (status)
        return status;
    if (!*info->size_means) {
        info->size_means = NULL;
        info->largest = 1;
    }
    return action_info_choose_type(info, 0, err);
}

void action_info_release(struct action_info *info) {
    free(info->plugin);
    free(info->texts);
    if (info->accounts)
        free(info->accounts->items);
    free(info->accounts);
    *info = (struct action_info){0};
}

/* --- choosing --- */

int action_info_choose_type(struct action_info *info, char wanted, struct err *err) {
    char names[64] = "";
    if (!wanted)
        wanted = strchr(info->types, 'd') ? 'd' : info->types[0];
    if (strchr(info->types, wanted)) {
        info->type = wanted;
        return 0;
    }
    for (const char *type = info->types; *type && strlen(names) + 4 < sizeof names; type++)
        sprintf(names + strlen(names), "%s%c", type == info->types ? "" : ", ", *type);
    return err_set(err, ERR_USAGE, "%s has no type %c; it has %s", info->name, wanted, names);
}

/* Whether its memory grows with the size, and not with the square of it, which would be beyond any
 * machine where sizes are. */
static int is_of_vectors(const struct action_info *info) {
    const double most_bytes = 1000; /* for each number of the size */
    struct design_point point = {.size = SIZES_LARGEST_INT, .threads = 1};
    struct workspace_needs needs;
    for (size_t i = 0; i < info->parameter_count; i++)
        point.parameters[i] = info->parameters[i].value;
    return workspace_measure(info->builtin, info->type, &point, &needs, NULL) == 0 &&
           (double)needs.arena_bytes < most_bytes * (double)SIZES_LARGEST_INT;
}

int action_info_check_size(const struct action_info *info, int64_t size, struct err *err) {
    if (!info->builtin || info->functions)
        return 0;
    const struct bench_routine *first = info->builtin->routines;
    const char *name = !first ? "" : first->c ? first->c : first->fortran;
    int is_wide =
        first && library_family_kind_of_routine(name) == KIND_LINEAR_ALGEBRA && is_of_vectors(info);
    int64_t most = is_wide ? SIZES_LARGEST : SIZES_LARGEST_INT;
    return size >= 1 && size <= most
               ? 0
               : err_set(err, ERR_USAGE, "size %lld: %s has sizes from 1 to %lld", (long long)size,
                         info->name, (long long)most);
}

int action_info_has_type(const struct action_info *info) {
    return !info->commands && !info->makes_trials &&
           (!info->functions || functions_have_reals(info->functions));
}

size_t action_info_find_implementation(const struct action_info *info, const char *name) {
    for (size_t i = 0; i < info->implementation_count; i++)
        if (strcmp(info->implementations[i], name) == 0)
            return i;
    return SIZE_MAX;
}

/* --- design points --- */

/* Whether the action has to say the same about them, but for their sizes. */
static int are_alike(const struct action_info *info, const struct design_point *a,
                     const struct design_point *b) {
    for (size_t i = 0; i < BENCH_MAX_PARAMETERS; i++)
        if (a->parameters[i] != b->parameters[i])
            return 0;
    return !info->is_parallel || a->threads == b->threads;
}

static struct account *find(const struct action_info *info,
                            const struct design_point *design_point) {
    struct accounts *accounts = info->accounts;
    for (size_t i = 0; accounts && i < accounts->count; i++)
        if (accounts->items[i].design_point.size == design_point->size &&
            are_alike(info, &accounts->items[i].design_point, design_point))
            return &accounts->items[i];
    return NULL;
}

static struct account silence(const struct design_point *design_point) {
    return (struct account){.design_point = *design_point, .terms = {0, 0, NAN}};
}

static struct account account_of_builtin(const struct action_info *info,
                                         const struct design_point *design_point) {
    struct account account = silence(design_point);
    struct workspace_needs needs = {0};
    struct err err;
    if (workspace_measure(info->builtin, info->type, design_point, &needs, &err)) {
        account.fate = CELL_FAILED;
        snprintf(account.why, sizeof account.why, "%.250s", err.message);
        return account;
    }
    account.terms = terms_of(info->builtin, info->type, design_point);
    account.arena_bytes = needs.arena_bytes;
    account.output_bytes = needs.output_bytes;
    return account;
}

static struct account guess(const struct action_info *info,
                            const struct design_point *design_point) {
    const struct account *nearest = NULL;
    for (size_t i = 0; info->accounts && i < info->accounts->count; i++) {
        const struct account *account = &info->accounts->items[i];
        if (account->fate == CELL_OK && are_alike(info, &account->design_point, design_point) &&
            (!nearest || llabs(account->design_point.size - design_point->size) <
                             llabs(nearest->design_point.size - design_point->size)))
            nearest = account;
    }

    struct account account = silence(design_point);
    if (nearest) {
        double share = (double)design_point->size / (double)nearest->design_point.size;
        account.terms = nearest->terms;
        account.terms.flops *= share;
        account.terms.bytes *= share;
    }
    return account;
}

struct account action_info_account(const struct action_info *info,
                                   const struct design_point *design_point) {
    const struct account *known = find(info, design_point);
    struct account account = known           ? *known
                             : info->builtin ? account_of_builtin(info, design_point)
                                             : guess(info, design_point);
    if (info->fate != CELL_OK) {
        account.fate = info->fate;
        snprintf(account.why, sizeof account.why, "%.250s", info->why);
    }
    return account;
}

struct terms action_info_terms(const struct action_info *info,
                               const struct design_point *design_point) {
    return info->builtin ? terms_of(info->builtin, info->type, design_point)
                         : action_info_account(info, design_point).terms;
}

int action_info_knows(const struct action_info *info, const struct design_point *design_point) {
    return info->builtin || find(info, design_point);
}

int action_info_keep(const struct action_info *info, const struct account *account,
                     struct err *err) {
    struct accounts *accounts = info->accounts;
    struct account *known = find(info, &account->design_point);
    if (!accounts)
        return 0;
    if (!known) {
        known = realloc(accounts->items, (accounts->count + 1) * sizeof *known);
        if (!known)
            return err_set(err, ERR_FAILED, "no memory for what %s says", info->name);
        accounts->items = known;
        known += accounts->count++;
    }
    *known = *account;
    return 0;
}

/* --- recording --- */

static void set_if_any(struct facts *facts, const char *name, const char *text) {
    if (text && *text)
        facts_set_text(facts, name, text);
}

void action_info_record(const struct action_info *info, struct facts *facts) {
    set_if_any(facts, FACT_ABOUT, info->about);
    set_if_any(facts, FACT_SIZE_MEANS, info->size_means);
    if (action_info_has_type(info))
        facts_set_text(facts, FACT_TYPE, (char[]){info->type, '\0'});
    set_if_any(facts, "flops_formula", info->flops_formula);
    set_if_any(facts, "bytes_formula", info->bytes_formula);
    for (size_t i = 0; info->commands && i < COMMANDS_HOOKS; i++)
        if (info->commands->hooks[i].count == 1) /* others are facts of each command */
            set_if_any(facts, commands_hook_name((enum commands_hook)i),
                       info->commands->hooks[i].texts[0]);
    if (info->commands) {
        set_if_any(facts, "shell", info->commands->shell);
        set_if_any(facts, "input", info->commands->input);
        if (info->commands->output_count < 2)
            facts_set_text(facts, FACT_STDOUT, commands_output(info->commands, 0));
        set_if_any(facts, "checked_file", info->commands->checked_file);
    }
    if (info->functions)
        facts_set_text(facts, "prototype", info->functions->text);
    if (info->plugin) {
        facts_set_text(facts, "plugin", info->plugin);
        set_if_any(facts, "plugin_sha256", info->digest);
    }
}
