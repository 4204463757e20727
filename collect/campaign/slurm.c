/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/campaign/slurm.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "formats/processes/child.h"
#include "formats/text/unicode.h"

extern char **environ;

/* --- asking a program --- */

/* All that is said up to its end. */
static char *read_all(int from) {
    char *text = NULL, part[4096];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ssize_t got;
    while ((got = read(from, part, sizeof part)) > 0 || (got < 0 && errno == EINTR))
        if (out && got > 0)
            fwrite(part, 1, (size_t)got, out);
    if (out)
        fclose(out);
    return text;
}

/* What PROGRAM said becomes one line. */
static int fail(const char *said, const char *program, int state, struct err *err) {
    char line[600] = "";
    size_t used = 0;
    for (const char *c = said; *c && used + 3 < sizeof line; c++) {
        line[used++] = *c == '\n' ? ';' : *c;
        if (*c == '\n')
            line[used++] = ' ';
    }
    while (used && strchr("; ", line[used - 1]))
        used--;
    line[used] = '\0';
    utf8_clean(line, '?');
    if (!used && WIFSIGNALED(state))
        return err_set(err, ERR_FAILED, "%s was interrupted", program);
    return err_set(err, ERR_FAILED, "%s", used ? line : "Slurm did not answer");
}

/* Runs WORDS, which end with NULL, and sets SAID to what it says, which the caller frees. */
static int ask(char *const *words, char **said, struct err *err) {
    int ends[2], state = 0;
    pid_t pid;
    *said = NULL;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return err_set(err, ERR_FAILED, "no pipe: %s", strerror(errno));
    int failure = child_start(&pid, words, environ, ends[1], ends[1]);
    close(ends[1]);
    if (failure) {
        close(ends[0]);
        return err_set(err, ERR_FAILED, "Slurm's program %s: %s", words[0], strerror(failure));
    }
    *said = read_all(ends[0]);
    close(ends[0]);
    while (waitpid(pid, &state, 0) < 0 && errno == EINTR)
        ;
    if (!*said)
        return err_set(err, ERR_FAILED, "no memory for what %s says", words[0]);
    if (WIFEXITED(state) && WEXITSTATUS(state) == 0)
        return 0;
    return fail(*said, words[0], state, err);
}

/* The words of a command line, which are borrowed. */
struct line {
    char **words; /* end with NULL */
    size_t count;
    int has_failed; /* no memory */
};

static void add(struct line *line, const char *word) {
    char **words = reallocarray(line->words, line->count + 2, sizeof *words);
    line->has_failed |= !words;
    line->words = words ? words : line->words;
    if (line->has_failed)
        return;
    line->words[line->count++] = (char *)(uintptr_t)word;
    line->words[line->count] = NULL;
}

static void add_all(struct line *line, char *const *words) {
    for (; words && *words; words++)
        add(line, *words);
}

static int ask_line(struct line *line, char **said, struct err *err) {
    *said = NULL;
    int status = line->has_failed ? err_set(err, ERR_FAILED, "no memory for a command line")
                                  : ask(line->words, said, err);
    free(line->words);
    *line = (struct line){0};
    return status;
}

/* --- nodes --- */

static void commas_to_spaces(char *text) {
    for (char *c = text; *c; c++)
        if (*c == ',' || *c == '\n')
            *c = ' ';
}

static int check_names(const struct shell_words *nodes, struct err *err) {
    if (!nodes->count)
        return err_set(err, ERR_USAGE, "there is no node in it");
    if (nodes->count > CAMPAIGN_MOST_TASKS)
        return err_set(err, ERR_USAGE, "these are %zu nodes, and at most %d can be used",
                       nodes->count, CAMPAIGN_MOST_TASKS);
    for (size_t i = 1; i < nodes->count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(nodes->items[i], nodes->items[k]) == 0)
                return err_set(err, ERR_USAGE, "%s is in it twice", nodes->items[i]);
    return 0;
}

int slurm_nodes(struct shell_words *nodes, const char *list, struct err *err) {
    char *const question[] = {"scontrol", "show", "hostnames", (char *)(uintptr_t)list, NULL};
    char *said;
    int status = 0;
    if (strchr(list, '['))
        status = ask(question, &said, err);
    else
        said = strdup(list);
    if (status == 0 && said) {
        commas_to_spaces(said);
        status = shell_words_split(nodes, said, err);
    }
    free(said);
    if (status)
        return status;
    status = check_names(nodes, err);
    if (status)
        shell_words_release(nodes);
    return status;
}

/* --- jobs --- */

/* Sets JOB to the number in "12" or "12;cluster", perhaps after a warning. */
static int read_number(char job[CAMPAIGN_NAME], char *said, struct err *err) {
    char *last = strrchr(said, '\n');
    if (last && !last[1]) {
        *last = '\0';
        last = strrchr(said, '\n');
    }
    const char *number = last ? last + 1 : said;
    size_t length = strspn(number, "0123456789");
    if (length == 0 || length >= CAMPAIGN_NAME)
        return err_set(err, ERR_FAILED, "sbatch said \"%.200s\", not a job's number", number);
    snprintf(job, CAMPAIGN_NAME, "%.*s", (int)length, number);
    return 0;
}

int slurm_submit(char job[CAMPAIGN_NAME], const char *script, const char *more,
                 char *const *options, struct err *err) {
    struct line line = {0};
    struct shell_words words = {0};
    char *said = NULL;
    int status = shell_words_split(&words, more, err);
    if (status == 0) {
        add(&line, "sbatch");
        add(&line, "--parsable");
        add_all(&line, words.items);
        add_all(&line, options);
        add(&line, script);
        status = ask_line(&line, &said, err);
    }
    if (status == 0)
        status = read_number(job, said, err);
    shell_words_release(&words);
    free(said);
    return status;
}

void slurm_cancel(const char *job) {
    char *const words[] = {"scancel", (char *)(uintptr_t)job, NULL};
    struct err ignored;
    char *said;
    ask(words, &said, &ignored);
    free(said);
}

/* --- the queue --- */

/* "12_3|RUNNING|node1|None" */
static int take_line(struct queue *queue, char *line) {
    struct job_state *items = realloc(queue->items, (queue->count + 1) * sizeof *items);
    if (!items)
        return -1;
    queue->items = items;
    const char *fields[4];
    for (size_t i = 0; i < 4; i++)
        fields[i] = line ? strsep(&line, "|") : "";
    struct job_state *job = &items[queue->count++];
    *job = (struct job_state){.is_running = strcmp(fields[1], "RUNNING") == 0 ||
                                            strcmp(fields[1], "COMPLETING") == 0};
    snprintf(job->job, sizeof job->job, "%s", fields[0]);
    snprintf(job->node, sizeof job->node, "%s", fields[2]);
    snprintf(job->why, sizeof job->why, "%s", strcmp(fields[3], "None") ? fields[3] : "");
    utf8_clean(job->node, '?');
    utf8_clean(job->why, '?');
    return 0;
}

int slurm_queue(struct queue *queue, uid_t owner, struct err *err) {
    char users[64], *const question[] = {"squeue", "--noheader",  "--array", users,
                                         "-o",     "%i|%T|%N|%r", NULL};
    char *said, *rest;
    *queue = (struct queue){0};
    snprintf(users, sizeof users, "--user=%u,%u", (unsigned)owner, (unsigned)getuid());
    int status = ask(question, &said, err);
    rest = said;
    for (char *line; status == 0 && rest && (line = strsep(&rest, "\n"));)
        if (*line && take_line(queue, line))
            status = err_set(err, ERR_FAILED, "no memory for the queue");
    free(said);
    if (status)
        free(queue->items);
    return status;
}

/* --- the spool --- */

/* Adds those of the WORDS for sbatch that say which nodes may be had, in the way srun knows them.
 */
static void add_places(struct line *line, char *const *words) {
    static const struct {
        const char *name, *letter;
    } places[] = {{"--partition", "-p"},  {"--account", "-A"}, {"--qos", "-q"},
                  {"--constraint", "-C"}, {"--exclude", "-x"}, {"--reservation", "--reservation"}};
    for (; words && *words; words++)
        for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
            size_t length = strlen(places[i].name);
            int is_name = strncmp(*words, places[i].name, length) == 0;
            int is_alone =
                strcmp(*words, places[i].name) == 0 || strcmp(*words, places[i].letter) == 0;
            int is_whole = (is_name && (*words)[length] == '=') ||
                           ((*words)[1] != '-' && strncmp(*words, places[i].letter, 2) == 0);
            if (!is_alone && !is_whole)
                continue;
            add(line, *words);
            if (is_alone && words[1])
                add(line, *++words);
            break;
        }
}

int slurm_sees(char *const *paths, const char *more, char *const *options,
               struct slurm_blind *blind, struct err *err) {
    static const char test[] =
        "for path; do test -e \"$path\" || echo \"blind: $SLURMD_NODENAME $path\"; done";
    struct line line = {0};
    struct shell_words words = {0};
    char *said;
    int status = shell_words_split(&words, more, err);
    if (status)
        return -1;
    for (char *const *word = (char *[]){"srun", "--immediate=15", "--time=1", "--ntasks-per-node=1",
                                        "--mpi=none", "--chdir=/", NULL};
         *word; word++)
        add(&line, *word);
    add_places(&line, words.items);
    add_all(&line, options);
    add(&line, "sh");
    add(&line, "-c");
    add(&line, test);
    add(&line, "sh");
    add_all(&line, paths);
    status = ask_line(&line, &said, err);
    const char *found = status == 0 ? strstr(said, "blind: ") : NULL;
    if (found)
        sscanf(found, "blind: %63s %4095[^\n]", blind->node, blind->path);
    free(said);
    shell_words_release(&words);
    return status ? -1 : found == NULL;
}
