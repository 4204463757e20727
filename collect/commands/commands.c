/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/commands/commands.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/libraries/program.h"
#include "formats/text/shell_words.h"
#include "formats/text/suggest.h"
#include "formats/text/unicode.h"

#define VARIABLE_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

const char *commands_hook_name(enum commands_hook hook) {
    static const char *const names[COMMANDS_HOOKS] = {
        [COMMANDS_SETUP] = "setup",
        [COMMANDS_PREPARE] = "prepare",
        [COMMANDS_CONCLUDE] = "conclude",
        [COMMANDS_CLEANUP] = "cleanup",
    };
    return names[hook];
}

/* --- where they print --- */

enum commands_output commands_output_of(const char *word) {
    if (strcmp(word, "pipe") == 0)
        return COMMANDS_PIPE;
    return strcmp(word, "null") == 0 || strcmp(word, "/dev/null") == 0 ? COMMANDS_NULL
                                                                       : COMMANDS_FILE;
}

const char *commands_output(const struct commands *commands, size_t i) {
    size_t count = commands->output_count;
    return count > 1 ? commands->outputs[i] : count ? commands->outputs[0] : "pipe";
}

/* --- adding --- */

/* Checks that what is given COUNT times is for all commands, or for each. */
static int check_count(const struct commands *commands, size_t count, struct err *err) {
    if (count < 2 || count == commands->count)
        return 0;
    return err_set(err, ERR_USAGE,
                   "given %zu times for %zu command%s; give it once for all, or once for each",
                   count, commands->count, commands->count == 1 ? "" : "s");
}

static int is_empty(const char *text) {
    return text[strspn(text, " \t\n")] == '\0';
}

int commands_add(struct commands *commands, const char *name, const char *text, struct err *err) {
    if (commands->count == COMMANDS_MAX)
        return err_set(err, ERR_USAGE, "more than %d commands", COMMANDS_MAX);
    if (name && is_empty(name))
        return err_set(err, ERR_USAGE, "'%.200s': its name is empty", text);
    if (is_empty(text))
        return err_set(err, ERR_USAGE, "'%.200s': the command is empty", text);
    struct command *added = &commands->items[commands->count++];
    *added = (struct command){.name = name ? strdup(name) : NULL, .text = text};
    return name && !added->name ? err_set(err, ERR_FAILED, "no memory for a command") : 0;
}

void commands_release(struct commands *commands) {
    for (size_t i = 0; i < commands->count; i++)
        free(commands->items[i].name);
    commands->count = 0;
    free(commands->input_memory);
    commands->input = commands->input_memory = NULL;
}

/* --- hooks --- */

int commands_add_hook(struct commands *commands, enum commands_hook hook, const char *text,
                      struct err *err) {
    struct commands_hooks *hooks = &commands->hooks[hook];
    if (hooks->count == COMMANDS_MAX)
        return err_set(err, ERR_USAGE, "more than %d", COMMANDS_MAX);
    hooks->texts[hooks->count++] = text;
    return 0;
}

const char *commands_hook(const struct commands *commands, enum commands_hook hook, size_t i) {
    const struct commands_hooks *hooks = &commands->hooks[hook];
    return hooks->count > 1 ? hooks->texts[i] : hooks->count ? hooks->texts[0] : NULL;
}

static int uses(const struct commands_hooks *hooks, const char *name) {
    for (size_t i = 0; i < hooks->count; i++)
        if (placeholders_have(hooks->texts[i], name))
            return 1;
    return 0;
}

size_t commands_run_hooks(const struct commands *commands) {
    const struct commands_hooks *setup = &commands->hooks[COMMANDS_SETUP];
    const struct commands_hooks *cleanup = &commands->hooks[COMMANDS_CLEANUP];
    for (size_t k = 0; k < commands->word_name_count; k++)
        if (uses(setup, commands->word_names[k]) || uses(cleanup, commands->word_names[k]))
            return commands->count;
    return setup->count > cleanup->count ? setup->count : cleanup->count;
}

/* --- naming --- */

/* Whether C is a letter of any script, a digit or '_'. */
static int is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* The length of NAME in "NAME=COMMAND"; 0: there is none. */
static size_t name_length(const char *text) {
    size_t length = 0;
    while (is_letter(text[length]) || (length && text[length] && strchr(".+-", text[length])))
        length++;
    return text[length] == '=' ? length : 0;
}

/* The length of the variable in "VARIABLE=VALUE ..."; 0: there is none. */
static size_t variable_length(const char *text) {
    size_t length = isdigit((unsigned char)*text) ? 0 : strspn(text, VARIABLE_CHARACTERS);
    return text[length] == '=' ? length : 0;
}

/* The second of the words in TEXT, which the caller must free; NULL: there is none. */
static char *second_word(const char *text) {
    struct shell_words words;
    struct err ignored;
    if (shell_words_split(&words, text, &ignored))
        return NULL;
    char *second = words.count > 1 ? strdup(words.items[1]) : NULL;
    shell_words_release(&words);
    return second;
}

static int is_program(const char *word) {
    struct stat file;
    char *path = program_find(word);
    int is = path && stat(path, &file) == 0 && S_ISREG(file.st_mode) && access(path, X_OK) == 0;
    free(path);
    return is;
}

/* Whether what begins as if it had a name may set a variable before it starts a program. */
static int may_set_variable(const char *text) {
    char *second = variable_length(text) ? second_word(text) : NULL;
    int may = second && is_program(second);
    free(second);
    return may;
}

static int name(const struct commands *commands, struct command *command, struct err *err) {
    const char *text = command->text;
    int is_variable = variable_length(text) > 0;
    size_t length = is_variable && commands->shell ? 0 : name_length(text);
    if (!commands->shell && may_set_variable(text))
        return err_set(err, ERR_USAGE,
                       "'%.200s': %.*s may be a name or a variable; write --name %.*s --command "
                       "'%.200s', or --command 'env %.200s'",
                       text, (int)length, text, (int)length, text, text + length + 1, text);
    command->text = length ? text + length + 1 : text;
    if (is_empty(command->text))
        return err_set(err, ERR_USAGE, "'%.200s': the command is empty", text);
    command->name = strndup(text, length ? length : strlen(text));
    return command->name ? 0 : err_set(err, ERR_FAILED, "no memory for a command");
}

int commands_name(struct commands *commands, struct err *err) {
    for (size_t i = 0; i < commands->count; i++) {
        struct command *command = &commands->items[i];
        int status = command->name ? 0 : name(commands, command, err);
        if (status)
            return status;
        utf8_clean(command->name, '?');
        for (size_t k = 0; k < i; k++)
            if (strcmp(commands->items[k].name, command->name) == 0)
                return err_set(err, ERR_USAGE,
                               "two commands are called %.200s; give one another name by --name "
                               "NAME before its --command",
                               command->name);
    }
    return 0;
}

/* --- varying --- */

static int has_shared(const struct commands *commands, const char *name) {
    int has =
        placeholders_have(commands->input, name) || placeholders_have(commands->checked_file, name);
    has |= commands->output_count == 1 && placeholders_have(commands->outputs[0], name);
    for (size_t h = 0; h < COMMANDS_HOOKS; h++)
        has |= commands->hooks[h].count == 1 && uses(&commands->hooks[h], name);
    return has;
}

static int has_own(const struct commands *commands, size_t i, const char *name) {
    int has = placeholders_have(commands->items[i].text, name) ||
              placeholders_have(commands_output(commands, i), name);
    for (size_t h = 0; h < COMMANDS_HOOKS; h++)
        has |= placeholders_have(commands_hook(commands, (enum commands_hook)h, i), name);
    return has;
}

/* What the command that was called BEFORE is called with WORD; the caller must free it. */
static char *vary_name(const char *before, const char *name, const char *word) {
    const struct placeholder placeholder = {.name = name, .word = word};
    char *varied;
    if (placeholders_have(before, name))
        return placeholders_fill(before, &placeholder, 1);
    return asprintf(&varied, "%s %s=%s", before, name, word) < 0 ? NULL : varied;
}

/* Adds command I of BEFORE, with WORD, or, if that is NULL, as it is. */
static int add_varied(struct commands *commands, const struct commands *before, size_t i,
                      const char *name, const char *word, struct err *err) {
    if (commands->count == COMMANDS_MAX)
        return err_set(err, ERR_USAGE, "more than %d commands with all its words", COMMANDS_MAX);
    struct command *added = &commands->items[commands->count];
    *added = before->items[i];
    added->name = word ? vary_name(added->name, name, word) : strdup(added->name);
    added->words[before->word_name_count] = word;
    for (size_t h = 0; h < COMMANDS_HOOKS; h++)
        if (before->hooks[h].count > 1)
            commands->hooks[h].texts[commands->hooks[h].count++] = before->hooks[h].texts[i];
    if (before->output_count > 1)
        commands->outputs[commands->output_count++] = before->outputs[i];
    commands->count++;
    if (!added->name)
        return err_set(err, ERR_FAILED, "no memory for a command");
    utf8_clean(added->name, '?');
    return 0;
}

int commands_vary(struct commands *commands, const char *name, char *const *words, size_t count,
                  struct err *err) {
    struct commands before = *commands;
    int status = 0;
    if (before.word_name_count == BENCH_MAX_PARAMETERS)
        return err_set(err, ERR_USAGE, "more than %d placeholders", BENCH_MAX_PARAMETERS);
    for (size_t h = 0; h < COMMANDS_HOOKS; h++) {
        if (check_count(commands, commands->hooks[h].count, err))
            return err_prefix(err, ERR_USAGE, "--%s", commands_hook_name((enum commands_hook)h));
        commands->hooks[h].count *= before.hooks[h].count == 1;
    }
    if (check_count(commands, commands->output_count, err))
        return err_prefix(err, ERR_USAGE, "--stdout");
    commands->output_count *= before.output_count == 1;
    commands->count = 0;
    for (size_t i = 0; status == 0 && i < before.count; i++) {
        int is_varied = has_shared(&before, name) || has_own(&before, i, name);
        for (size_t w = 0; status == 0 && w < (is_varied ? count : 1); w++)
            status = add_varied(commands, &before, i, name, is_varied ? words[w] : NULL, err);
    }
    commands->word_names[commands->word_name_count++] = name;
    for (size_t i = 0; i < before.count; i++)
        free(before.items[i].name);
    return status;
}

/* --- telling --- */

/* Whether the first word of TEXT has what only a shell understands: then it is no name. */
static int needs_shell_at_once(const char *text) {
    const char *operator= shell_words_find_operator(text);
    return operator&& operator<text + strcspn(text, " \t\n");
}

int commands_tell_variable(const struct commands *commands, char *line, size_t size) {
    for (size_t i = 0; commands->shell && i < commands->count; i++) {
        const struct command *command = &commands->items[i];
        size_t length = variable_length(command->text);
        if (!length || strcmp(command->name, command->text) != 0 ||
            needs_shell_at_once(command->text))
            continue;
        snprintf(line, size,
                 "'%.200s': with --shell %.*s= sets a variable; --name %.*s before --command gives "
                 "a name",
                 command->text, (int)length, command->text, (int)length, command->text);
        return 1;
    }
    return 0;
}

/* --- checking --- */

size_t commands_placeholders(const struct commands_texts *texts,
                             struct placeholder placeholders[COMMANDS_MAX_PLACEHOLDERS]) {
    static const char *const usual[COMMANDS_USUAL] = {[COMMANDS_SIZE] = "size",
                                                      [COMMANDS_SEED] = "seed",
                                                      [COMMANDS_ROUND] = "round",
                                                      [COMMANDS_THREADS] = "threads"};
    for (size_t i = 0; i < COMMANDS_USUAL; i++)
        placeholders[i] = (struct placeholder){.name = usual[i]};
    size_t count = COMMANDS_USUAL;
    for (size_t i = 0; i < BENCH_MAX_PARAMETERS && texts->parameters[i]; i++)
        placeholders[count++] =
            (struct placeholder){.name = texts->parameters[i], .spellings = texts->spellings[i]};
    for (size_t i = 0; i < BENCH_MAX_PARAMETERS; i++)
        if (texts->word_names[i])
            placeholders[count++] =
                (struct placeholder){.name = texts->word_names[i], .word = texts->words[i]};
    return count;
}

/* Checks that each placeholder of TEXT is one that some command has. */
static int check_placeholders(const struct commands *commands, const char *text, struct err *err) {
    struct placeholder known[COMMANDS_MAX_PLACEHOLDERS];
    struct commands_texts texts = {0};
    memcpy(texts.parameters, commands->parameters, sizeof texts.parameters);
    memcpy(texts.word_names, commands->word_names, sizeof texts.word_names);
    return placeholders_check(text, known, commands_placeholders(&texts, known), err);
}

static int check_text(const struct commands *commands, const char *text, struct err *err) {
    struct shell_words words;
    int status = check_placeholders(commands, text, err);
    if (status || commands->shell)
        return status;
    const char *operator= shell_words_find_operator(text);
    if (operator)
        return err_set(err, ERR_USAGE,
                       "'%.200s': only a shell understands '%c'; give --shell, or quote it", text,
                       *operator);
    int variable = (int)variable_length(text);
    if (variable)
        return err_set(err, ERR_USAGE,
                       "'%.200s': only a shell sets %.*s; write 'env %.200s', or give --shell",
                       text, variable, text, text);
    if (shell_words_split(&words, text, err))
        return err_set(err, ERR_USAGE, "'%.200s': a quote is not closed", text);
    size_t words_count = words.count;
    shell_words_release(&words);
    return words_count ? 0 : err_set(err, ERR_USAGE, "'%.200s': the command is empty", text);
}

static int check_hooks(const struct commands *commands, const struct commands_hooks *hooks,
                       struct err *err) {
    if (check_count(commands, hooks->count, err))
        return ERR_USAGE;
    for (size_t i = 0; i < hooks->count; i++)
        if (check_text(commands, hooks->texts[i], err))
            return ERR_USAGE;
    return 0;
}

static int check_output(const struct commands *commands, const char *word, struct err *err) {
    if (!*word)
        return err_set(err, ERR_USAGE, "the name is empty; it is pipe, null or a FILE");
    struct suggest_words meant = suggest_among(word, "pipe or null");
    if (commands_output_of(word) == COMMANDS_FILE && *meant.text)
        return err_set(err, ERR_USAGE, "%s%s ./%s is a file of that name", word, meant.text, word);
    if (strcmp(word, "inherit") == 0)
        return err_set(err, ERR_USAGE,
                       "inherit: commands have no terminal; it is pipe, null or a FILE, and "
                       "./inherit is one");
    if (commands->checks_output && commands_output_of(word) == COMMANDS_NULL)
        return err_set(err, ERR_USAGE,
                       "%s: --check stdout looks at what is timed, and nothing can be read there; "
                       "pipe or a FILE is needed",
                       word);
    return check_placeholders(commands, word, err);
}

static int check_outputs(const struct commands *commands, struct err *err) {
    if (check_count(commands, commands->output_count, err))
        return ERR_USAGE;
    for (size_t i = 0; i < commands->output_count; i++)
        if (check_output(commands, commands->outputs[i], err))
            return ERR_USAGE;
    return 0;
}

int commands_check(const struct commands *commands, struct err *err) {
    if (commands->shell && commands->shell[strspn(commands->shell, " \t\n")] == '\0')
        return err_set(err, ERR_USAGE, "--shell: its name is empty; leave it out for /bin/sh");
    for (size_t i = 0; i < commands->count; i++)
        if (check_text(commands, commands->items[i].text, err))
            return err_prefix(err, ERR_USAGE, "--command");
    if (commands->input && check_placeholders(commands, commands->input, err))
        return err_prefix(err, ERR_USAGE, "--input");
    if (commands->checked_file && check_placeholders(commands, commands->checked_file, err))
        return err_prefix(err, ERR_USAGE, "--check");
    for (size_t i = 0; i < COMMANDS_HOOKS; i++)
        if (check_hooks(commands, &commands->hooks[i], err))
            return err_prefix(err, ERR_USAGE, "--%s", commands_hook_name((enum commands_hook)i));
    return check_outputs(commands, err) ? err_prefix(err, ERR_USAGE, "--stdout") : 0;
}

static int is_own_descriptor(const char *path) {
    static const char *const begins[] = {"/dev/stdin", "/dev/fd/", "/proc/self/fd/"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(path, begins[i], strlen(begins[i])) == 0)
            return 1;
    return 0;
}

/* Whether what STATUS is of can be read again and again, if it is no terminal. */
static int is_repeatable(const struct stat *status) {
    return S_ISREG(status->st_mode) || S_ISCHR(status->st_mode);
}

static int is_terminal(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    int is = file >= 0 && isatty(file);
    if (file >= 0)
        close(file);
    return is;
}

int commands_resolve_input(struct commands *commands, struct err *err) {
    const char *input = commands->input;
    struct stat read, found;
    if (!input || !is_own_descriptor(input))
        return 0;
    if (stat(input, &read) != 0)
        return err_set(err, ERR_USAGE, "--input %.200s: %s", input, strerror(errno));
    if (!is_repeatable(&read) || is_terminal(input))
        return err_set(err, ERR_USAGE,
                       "--input %.200s: %s, which cannot be read again by every run; write it to a "
                       "file",
                       input, is_repeatable(&read) ? "a terminal" : "a pipe");
    char *path = realpath(input, NULL);
    if (!path || stat(path, &found) != 0 || found.st_ino != read.st_ino ||
        found.st_dev != read.st_dev) {
        free(path);
        return err_set(err, ERR_USAGE,
                       "--input %.200s: its file has no name any more; write it to another", input);
    }
    commands->input = commands->input_memory = path;
    return 0;
}

int commands_check_input(const struct commands *commands, struct err *err) {
    struct stat file;
    struct err has_placeholders;
    if (!commands->input || placeholders_check(commands->input, NULL, 0, &has_placeholders))
        return 0;
    char *path = placeholders_fill(commands->input, NULL, 0);
    int status = 0;
    if (!path)
        status = err_set(err, ERR_FAILED, "no memory for the name of the input");
    else if (stat(path, &file) != 0 || access(path, R_OK) != 0)
        status = err_set(err, ERR_FAILED, "--input %.200s: %s", path, strerror(errno));
    else if (!is_repeatable(&file))
        status = err_set(err, ERR_FAILED,
                         "--input %.200s: only a file can be read again by every run", path);
    free(path);
    return status;
}

int commands_use(const struct commands *commands, const char *name) {
    for (size_t i = 0; i < commands->count; i++)
        if (placeholders_have(commands->items[i].text, name))
            return 1;
    for (size_t i = 0; i < commands->output_count; i++)
        if (placeholders_have(commands->outputs[i], name))
            return 1;
    return placeholders_have(commands->checked_file, name) ||
           placeholders_have(commands->input, name);
}

int commands_hooks_use(const struct commands *commands, const char *name) {
    for (size_t i = 0; i < COMMANDS_HOOKS; i++)
        if (uses(&commands->hooks[i], name))
            return 1;
    return 0;
}

static int use_point(const struct commands *commands, const struct commands_hooks *hooks) {
    int use = uses(hooks, "size") || uses(hooks, "threads");
    for (size_t i = 0; i < commands->parameter_count; i++)
        use |= uses(hooks, commands->parameters[i]);
    return use;
}

int commands_have_point_hooks(const struct commands *commands) {
    return use_point(commands, &commands->hooks[COMMANDS_SETUP]) ||
           use_point(commands, &commands->hooks[COMMANDS_CLEANUP]);
}

/* --- what a worker gets --- */

/* The texts of a struct wire_command, in their order. */
enum {
    FIRST_HOOK = 1,
    SHELL = FIRST_HOOK + COMMANDS_HOOKS,
    INPUT,
    OUTPUT,
    CHECKED_FILE,
    FIRST_PARAMETER
};
enum { FIRST_SPELLING = FIRST_PARAMETER + BENCH_MAX_PARAMETERS };
enum { FIRST_WORD_NAME = FIRST_SPELLING + BENCH_MAX_PARAMETERS };
enum { FIRST_WORD = FIRST_WORD_NAME + BENCH_MAX_PARAMETERS };
enum { TEXTS = FIRST_WORD + BENCH_MAX_PARAMETERS };

/* Whether a command before number I has the same words in TEXT. */
static int is_repeated(const struct commands *commands, const char *text, size_t i) {
    int is_same = 0;
    for (size_t j = 0; j < i && !is_same; j++) {
        is_same = 1;
        for (size_t k = 0; k < commands->word_name_count; k++)
            is_same &= !placeholders_have(text, commands->word_names[k]) ||
                       commands->items[i].words[k] == commands->items[j].words[k];
    }
    return is_same;
}

int commands_pack(const struct commands *commands, size_t i, struct wire_command *load,
                  struct err *err) {
    const char *texts[TEXTS] = {commands->items[i].text};
    for (size_t h = 0; h < COMMANDS_HOOKS; h++) {
        const char *text = commands_hook(commands, (enum commands_hook)h, i);
        int is_of_all =
            commands->hooks[h].count == 1 && (h == COMMANDS_SETUP || h == COMMANDS_CLEANUP);
        texts[FIRST_HOOK + h] = is_of_all && is_repeated(commands, text, i) ? NULL : text;
    }
    texts[SHELL] = commands->shell;
    texts[INPUT] = commands->input;
    texts[OUTPUT] = commands_output(commands, i);
    texts[CHECKED_FILE] = commands->checked_file;
    memcpy(texts + FIRST_PARAMETER, commands->parameters,
           commands->parameter_count * sizeof *commands->parameters);
    memcpy(texts + FIRST_SPELLING, commands->spellings,
           commands->parameter_count * sizeof *commands->spellings);
    for (size_t k = 0; k < commands->word_name_count; k++) {
        texts[FIRST_WORD_NAME + k] = commands->items[i].words[k] ? commands->word_names[k] : NULL;
        texts[FIRST_WORD + k] = commands->items[i].words[k];
    }
    *load = (struct wire_command){.is_there = 1,
                                  .checks_output = commands->checks_output,
                                  .ignores_failure = commands->ignores_failure,
                                  .parameter_count = (uint32_t)commands->parameter_count,
                                  .timeout = commands->timeout};
    for (size_t t = 0; t < TEXTS; t++) {
        size_t bytes = texts[t] ? strlen(texts[t]) + 1 : 1;
        if (bytes > sizeof load->texts - load->texts_length)
            return err_set(err, ERR_USAGE, "the command and its hooks have more than %zu bytes",
                           sizeof load->texts);
        memcpy(load->texts + load->texts_length, texts[t] ? texts[t] : "", bytes);
        load->texts_length += (uint32_t)bytes;
    }
    return 0;
}

int commands_unpack(const struct wire_command *load, struct commands_texts *texts) {
    const char *all[TEXTS], *next = load->texts;
    if (load->texts_length > sizeof load->texts || load->parameter_count > BENCH_MAX_PARAMETERS)
        return 0;
    const char *end = load->texts + load->texts_length;
    for (size_t t = 0; t < TEXTS; t++) {
        const char *nul = next < end ? memchr(next, 0, (size_t)(end - next)) : NULL;
        if (!nul)
            return 0;
        all[t] = nul > next ? next : NULL;
        next = nul + 1;
    }
    texts->command = all[0];
    memcpy(texts->hooks, all + FIRST_HOOK, sizeof texts->hooks);
    texts->shell = all[SHELL];
    texts->input = all[INPUT];
    texts->output = all[OUTPUT];
    texts->checked_file = all[CHECKED_FILE];
    memcpy(texts->parameters, all + FIRST_PARAMETER, sizeof texts->parameters);
    memcpy(texts->spellings, all + FIRST_SPELLING, sizeof texts->spellings);
    memcpy(texts->word_names, all + FIRST_WORD_NAME, sizeof texts->word_names);
    memcpy(texts->words, all + FIRST_WORD, sizeof texts->words);
    return 1;
}
