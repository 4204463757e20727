/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c: the command line of bench-store. Each command has a file of its name. */
#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <argp.h>

#include "formats/text/unicode.h"
#include "formats/text/suggest.h"
#include "formats/text/xalloc.h"
#include "store/cli/command.h"
#include "store/command_line/ground.h"

const char *argp_program_version = "bench-store (benchmat) " BENCHMAT_VERSION;

static const struct command_entry *const commands[] = {
    &command_list,   &command_show,   &command_info,    &command_verify,
    &command_repair, &command_merge,  &command_delete,  &command_repack,
    &command_import, &command_export, &command_formats,
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static int no_such_command(const char *name) {
    struct err err;
    struct suggestion suggestion = {.wanted = name};
    err_set(&err, ERR_USAGE, "unknown command '%s'; commands are", name);
    fprintf(stderr, "bench-store: %s", err.message);
    for (size_t i = 0; i < COMMANDS; i++) {
        fprintf(stderr, " %s,", commands[i]->name);
        suggest_consider(&suggestion, commands[i]->name);
    }
    fprintf(stderr, " and help%s\n", suggest_words(&suggestion).text);
    return err_exit_status(ERR_USAGE);
}

static const struct command_entry *find(const char *name) {
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

/* A run counted from the last, "-1", is no option: with a blank before it, argp takes it for an
 * argument, and run_words.h for the same run. */
static void protect_numbers(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-' && isdigit((unsigned char)argv[i][1]))
            argv[i] = xasprintf(" %s", argv[i]);
}

/* argp takes the program's name, for messages and help, from the first argument. */
static int run(const struct command_entry *command, int argc, char **argv) {
    char name[40];
    struct err err = {""};
    snprintf(name, sizeof name, "bench-store %s", command->name);
    argv[0] = name;
    protect_numbers(argc, argv);
    int code = command->run(argc, argv, &err);
    if (code < 0)
        fprintf(stderr, "bench-store: %s\n", err.message);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "bench-store: not everything could be written to standard output\n");
        return 1;
    }
    return code > 0 ? code : err_exit_status(code);
}

static int help(int argc, char **argv) {
    const struct command_entry *command = argc > 2 ? find(argv[2]) : NULL;
    char asks_for_help[] = "--help";
    char *arguments[] = {argv[0], asks_for_help, NULL};
    if (command)
        return run(command, 2, arguments);
    if (argc > 2)
        return no_such_command(argv[2]);

    fputs("Usage: bench-store COMMAND [ARGUMENT...]\n"
          "Looks after archives of measurements.\n\n",
          stdout);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(stdout, "  %-8s %s\n", commands[i]->name, commands[i]->about);
    fputs("  help     what a command does and takes: bench-store help COMMAND\n\n"
          "An archive that is not named is results.h5.\n",
          stdout);

    return 0;
}

/* Any command, where the first WORD is being typed; else that command completes the others. */
static int complete(int count, char **words) {
    char question[] = "--complete";
    const struct command_entry *command = count > 1 ? find(words[0]) : NULL;
    if (command) {
        char **line = xcalloc((size_t)count + 2, sizeof *line);
        line[1] = question;
        memcpy(line + 2, words + 1, ((size_t)count - 1) * sizeof *line);
        int status = run(command, count + 1, line);
        free(line);
        return status;
    }
    const char *begun = count ? words[count - 1] : "";
    int is_first = count < 2 || (count == 2 && strcmp(words[0], "help") == 0);
    for (size_t i = 0; is_first && i < COMMANDS; i++)
        if (strncmp(commands[i]->name, begun, strlen(begun)) == 0)
            printf("%s\t%s\n", commands[i]->name, commands[i]->about);
    if (count < 2 && strncmp("help", begun, strlen(begun)) == 0)
        puts("help\twhat a command does and takes");
    return 0;
}

static int is_one_of(const char *word, const char *a, const char *b) {
    return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

int main(int argc, char **argv) {
    ground_check("bench-store", 0);
    /* Exceeding a file size limit becomes an error that can be reported. */
    signal(SIGXFSZ, SIG_IGN);
    utf8_know_widths();
    if (argc < 2) {
        fputs("bench-store: no command given; `bench-store help` lists them\n", stderr);
        return err_exit_status(ERR_USAGE);
    }
    if (is_one_of(argv[1], "-V", "--version")) {
        puts(argp_program_version);
        return 0;
    }
    if (is_one_of(argv[1], "-h", "--help") || is_one_of(argv[1], "help", "-?"))
        return help(strcmp(argv[1], "help") == 0 ? argc : 2, argv);
    if (strcmp(argv[1], "--complete") == 0)
        return complete(argc - 2, argv + 2);
    const struct command_entry *command = find(argv[1]);
    return command ? run(command, argc - 1, argv + 1) : no_such_command(argv[1]);
}
