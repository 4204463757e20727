/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/commands/commands.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "formats/text/shell_words.h"
#include "formats/text/suggest.h"
#include "formats/text/unicode.h"

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
    return count == 0 ? "pipe" : commands->outputs[count == 1 || i >= count ? 0 : i];
}

/* --- adding --- */

/* The length of NAME in "NAME=COMMAND"; 0: there is none. */
static size_t name_length(const char *text) {
    size_t length = 0;
    if (!isalpha((unsigned char)*text))
        return 0;
    while (isalnum((unsigned char)text[length]) || (text[length] && strchr("._+-", text[length])))
        length++;
    return text[length] == '=' ? length : 0;
}

int commands_add(struct commands *commands, const char *text, struct err *err) {
    size_t length = name_length(text);
    const char *command = length ? text + length + 1 : text;
    if (commands->count == COMMANDS_MAX)
        return err_set(err, ERR_USAGE, "more than %d commands", COMMANDS_MAX);
    if (command[strspn(command, " \t\n")] == '\0')
        return err_set(err, ERR_USAGE, "'%.200s': the command is empty", text);
    struct command *added = &commands->items[commands->count];
    added->text = command;
    added->name = strndup(text, length ? length : strlen(text));
    if (!added->name)
        return err_set(err, ERR_FAILED, "no memory for a command");
    utf8_clean(added->name, '?');
    size_t number = commands->count++;
    for (size_t i = 0; i < number; i++)
        if (strcmp(commands->items[i].name, added->name) == 0)
            return err_set(err, ERR_USAGE,
                           "two commands are called %.200s; give one a name: NAME=COMMAND",
                           added->name);
    return 0;
}

void commands_release(struct commands *commands) {
    for (size_t i = 0; i < commands->count; i++)
        free(commands->items[i].name);
    commands->count = 0;
}

/* --- checking --- */

size_t
commands_placeholders(const char *const *parameters, size_t count,
                      struct placeholder placeholders[COMMANDS_USUAL + BENCH_MAX_PARAMETERS]) {
    static const char *const usual[COMMANDS_USUAL] = {[COMMANDS_SIZE] = "size",
                                                      [COMMANDS_SEED] = "seed",
                                                      [COMMANDS_ROUND] = "round",
                                                      [COMMANDS_THREADS] = "threads"};
    for (size_t i = 0; i < COMMANDS_USUAL; i++)
        placeholders[i] = (struct placeholder){.name = usual[i]};
    for (size_t i = 0; i < count; i++)
        placeholders[COMMANDS_USUAL + i] = (struct placeholder){.name = parameters[i]};
    return COMMANDS_USUAL + count;
}

static int check_text(const struct commands *commands, const char *text, struct err *err) {
    struct placeholder known[COMMANDS_USUAL + BENCH_MAX_PARAMETERS];
    size_t count = commands_placeholders(commands->parameters, commands->parameter_count, known);
    struct shell_words words;
    int status = placeholders_check(text, known, count, err);
    if (status || commands->shell)
        return status;
    const char *operator= shell_words_find_operator(text);
    if (operator)
        return err_set(err, ERR_USAGE,
                       "'%.200s': only a shell understands '%c'; give --shell, or quote it", text,
                       *operator);
    if (shell_words_split(&words, text, err))
        return err_set(err, ERR_USAGE, "'%.200s': a quote is not closed", text);
    size_t words_count = words.count;
    shell_words_release(&words);
    return words_count ? 0 : err_set(err, ERR_USAGE, "'%.200s': the command is empty", text);
}

static int check_output(const struct commands *commands, const char *word, struct err *err) {
    struct placeholder known[COMMANDS_USUAL + BENCH_MAX_PARAMETERS];
    size_t count = commands_placeholders(commands->parameters, commands->parameter_count, known);
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
    return placeholders_check(word, known, count, err);
}

static int check_outputs(const struct commands *commands, struct err *err) {
    if (commands->output_count > 1 && commands->output_count != commands->count)
        return err_set(err, ERR_USAGE,
                       "--stdout is given %zu times for %zu commands; give it once, or once for "
                       "each",
                       commands->output_count, commands->count);
    for (size_t i = 0; i < commands->output_count; i++)
        if (check_output(commands, commands->outputs[i], err))
            return err_prefix(err, ERR_USAGE, "--stdout");
    return 0;
}

int commands_check(const struct commands *commands, struct err *err) {
    if (commands->shell && commands->shell[strspn(commands->shell, " \t\n")] == '\0')
        return err_set(err, ERR_USAGE, "--shell: its name is empty; leave it out for /bin/sh");
    for (size_t i = 0; i < commands->count; i++)
        if (check_text(commands, commands->items[i].text, err))
            return err_prefix(err, ERR_USAGE, "--command");
    for (size_t i = 0; i < COMMANDS_HOOKS; i++)
        if (commands->hooks[i] && check_text(commands, commands->hooks[i], err))
            return err_prefix(err, ERR_USAGE, "--%s", commands_hook_name((enum commands_hook)i));
    return check_outputs(commands, err);
}

int commands_check_input(const struct commands *commands, struct err *err) {
    struct stat file;
    if (!commands->input)
        return 0;
    if (stat(commands->input, &file) != 0 || access(commands->input, R_OK) != 0)
        return err_set(err, ERR_FAILED, "--input %.200s: %s", commands->input, strerror(errno));
    return S_ISREG(file.st_mode) || S_ISCHR(file.st_mode)
               ? 0
               : err_set(err, ERR_FAILED,
                         "--input %.200s: only a file can be read again by every run",
                         commands->input);
}

int commands_use(const struct commands *commands, const char *name) {
    for (size_t i = 0; i < commands->count; i++)
        if (placeholders_have(commands->items[i].text, name))
            return 1;
    for (size_t i = 0; i < commands->output_count; i++)
        if (placeholders_have(commands->outputs[i], name))
            return 1;
    return placeholders_have(commands->checked_file, name);
}

int commands_hooks_use(const struct commands *commands, const char *name) {
    for (size_t i = 0; i < COMMANDS_HOOKS; i++)
        if (placeholders_have(commands->hooks[i], name))
            return 1;
    return 0;
}

static int has_point(const struct commands *commands, const char *text) {
    int has = placeholders_have(text, "size") || placeholders_have(text, "threads");
    for (size_t i = 0; i < commands->parameter_count; i++)
        has |= placeholders_have(text, commands->parameters[i]);
    return has;
}

int commands_have_point_hooks(const struct commands *commands) {
    return has_point(commands, commands->hooks[COMMANDS_SETUP]) ||
           has_point(commands, commands->hooks[COMMANDS_CLEANUP]);
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
enum { TEXTS = FIRST_PARAMETER + BENCH_MAX_PARAMETERS };

int commands_pack(const struct commands *commands, size_t i, struct wire_command *load,
                  struct err *err) {
    const char *texts[TEXTS] = {i < commands->count ? commands->items[i].text : NULL};
    memcpy(texts + FIRST_HOOK, commands->hooks, sizeof commands->hooks);
    texts[SHELL] = commands->shell;
    texts[INPUT] = commands->input;
    texts[OUTPUT] = commands_output(commands, i);
    texts[CHECKED_FILE] = commands->checked_file;
    memcpy(texts + FIRST_PARAMETER, commands->parameters,
           commands->parameter_count * sizeof *commands->parameters);
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
    return 1;
}
