/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/campaign/slurm.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "formats/processes/child.h"
#include "formats/text/unicode.h"

extern char **environ;

/* --- asking a program --- */

enum { MOST_SAID = 64 << 20 }; /* bytes: ten times what squeue says of all tasks */

/* All that is said up to its end; NULL: there is no memory for it, or it is too much. */
static char *read_all(int from) {
    char *text = NULL, part[4096];
    size_t size = 0, all = 0;
    FILE *out = open_memstream(&text, &size);
    ssize_t got;
    while (all <= MOST_SAID &&
           ((got = read(from, part, sizeof part)) > 0 || (got < 0 && errno == EINTR))) {
        all += got > 0 ? (size_t)got : 0;
        if (out && got > 0)
            fwrite(part, 1, (size_t)got, out);
    }
    if (out)
        fclose(out);
    if (all <= MOST_SAID)
        return text;
    free(text);
    return NULL;
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

/* Runs WORDS, which end with NULL, lets it read INPUT (-1: nothing), and sets SAID to what it says,
 * which the caller frees. */
static int ask(char *const *words, char *const *environment, int input, char **said,
               struct err *err) {
    int ends[2], state = 0;
    pid_t pid;
    *said = NULL;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return err_set(err, ERR_FAILED, "no pipe: %s", strerror(errno));
    int failure = child_start(&pid, words, environment, input, ends[1], ends[1]);
    close(ends[1]);
    if (failure) {
        close(ends[0]);
        return err_set(err, ERR_FAILED, "Slurm's program %s: %s", words[0], strerror(failure));
    }
    *said = read_all(ends[0]);
    close(ends[0]);
    while (child_wait(pid, &state, 0) < 0 && errno == EINTR)
        ;
    if (!*said)
        return err_set(err, ERR_FAILED, "no room for all that %s says", words[0]);
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

static int ask_line(struct line *line, int input, char **said, struct err *err) {
    *said = NULL;
    int status = line->has_failed ? err_set(err, ERR_FAILED, "no memory for a command line")
                                  : ask(line->words, environ, input, said, err);
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
        status = ask(question, environ, -1, &said, err);
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
        return err_set(
            err, ERR_FAILED,
            "sbatch said \"%.200s\", not a job's number; look by squeue whether there is one",
            number);
    snprintf(job, CAMPAIGN_NAME, "%.*s", (int)length, number);
    return 0;
}

int slurm_cancel(const char *job, struct err *err) {
    char *const words[] = {"scancel", (char *)(uintptr_t)job, NULL};
    char *said;
    int status = ask(words, environ, -1, &said, err);
    free(said);
    return status;
}

void slurm_take_back(const char *job, struct err *err) {
    struct err why = *err, refusal;
    if (slurm_cancel(job, &refusal) != 0)
        err_set(err, ERR_FAILED, "%.600s; job %s may be in the queue still: `scancel %s` (%.200s)",
                why.message, job, job, refusal.message);
}

/* Takes back what sbatch has SAID that it submitted, though it failed; ERR says with what. */
static void take_back_said(const char *said, struct err *err) {
    for (const char *line = said; line && *line; line = strchr(line, '\n')) {
        char job[CAMPAIGN_NAME];
        line += *line == '\n';
        size_t length = strspn(line, "0123456789");
        if (length == 0 || length >= sizeof job || !strchr(";\n", line[length]))
            continue;
        snprintf(job, sizeof job, "%.*s", (int)length, line);
        slurm_take_back(job, err);
    }
}

/* A descriptor from which SCRIPT can be read, which no path leads to; -1 after a failure. */
static int script_input(const char *script) {
    size_t length = strlen(script), written = 0;
    int fd = memfd_create("script", MFD_CLOEXEC);
    while (fd >= 0 && written < length) {
        ssize_t put = write(fd, script + written, length - written);
        if (put < 0 && errno != EINTR) {
            close(fd);
            return -1;
        }
        written += put > 0 ? (size_t)put : 0;
    }
    if (fd >= 0)
        lseek(fd, 0, SEEK_SET);
    return fd;
}

int slurm_submit(char job[CAMPAIGN_NAME], const char *script, const char *more,
                 char *const *options, struct err *err) {
    struct line line = {0};
    struct shell_words words = {0};
    char *said = NULL;
    int input = script_input(script);
    int status = input >= 0
                     ? shell_words_split(&words, more, err)
                     : err_set(err, ERR_FAILED, "no file for the script: %s", strerror(errno));
    if (status == 0) {
        add(&line, "sbatch");
        add(&line, "--parsable");
        add_all(&line, words.items);
        add_all(&line, options);
        status = ask_line(&line, input, &said, err);
    }
    if (status == 0)
        status = read_number(job, said, err);
    else
        take_back_said(said, err);
    if (input >= 0)
        close(input);
    shell_words_release(&words);
    free(said);
    return status;
}

/* --- the queue --- */

/* What squeue prints by QUEUE_FORMAT before the jobs. An answer without it is none: a queue without
 * jobs has it too. */
#define QUEUE_FORMAT  "%i|%T|%N|%r"
#define QUEUE_HEADING "JOBID|STATE|NODELIST|REASON"

static int has_only(const char *text, const char *characters) {
    return *text && text[strspn(text, characters)] == '\0';
}

/* "12_3|RUNNING|node1|None" */
static int take_line(struct queue *queue, char *line, struct err *err) {
    enum { ID, STATE, NODE, REASON, FIELDS };
    char *fields[FIELDS] = {NULL}, whole[200];
    snprintf(whole, sizeof whole, "%s", line);
    for (size_t i = 0; i < FIELDS; i++)
        fields[i] = strsep(&line, "|");
    if (!fields[REASON] || !has_only(fields[ID], "0123456789_+") ||
        !has_only(fields[STATE], "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"))
        return err_set(err, ERR_FAILED, "squeue said \"%s\", which is no job", whole);
    struct job_state *items = realloc(queue->items, (queue->count + 1) * sizeof *items);
    if (!items)
        return err_set(err, ERR_FAILED, "no memory for the queue");
    queue->items = items;
    struct job_state *job = &items[queue->count++];
    *job = (struct job_state){.is_running = strcmp(fields[STATE], "RUNNING") == 0 ||
                                            strcmp(fields[STATE], "COMPLETING") == 0};
    snprintf(job->job, sizeof job->job, "%s", fields[ID]);
    snprintf(job->node, sizeof job->node, "%s", fields[NODE]);
    snprintf(job->why, sizeof job->why, "%s", strcmp(fields[REASON], "None") ? fields[REASON] : "");
    utf8_clean(job->node, '?');
    utf8_clean(job->why, '?');
    return 0;
}

/* Before the heading there may be warnings, and before each cluster's jobs its name. */
static int take_queue(struct queue *queue, char *said, struct err *err) {
    int has_heading = 0, status = 0, is_cut = *said && said[strlen(said) - 1] != '\n';
    char first[200];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(said, "\n"), said);
    for (char *line; status == 0 && said && (line = strsep(&said, "\n"));) {
        int is_heading = strcmp(line, QUEUE_HEADING) == 0;
        has_heading |= is_heading;
        if (has_heading && !is_heading && *line && strncmp(line, "CLUSTER: ", 9) != 0)
            status = take_line(queue, line, err);
    }
    if (status == 0 && (!has_heading || is_cut))
        status = err_set(err, ERR_FAILED, "squeue said \"%s\", not what is in the queue", first);
    return status;
}

/* Without squeue's own variables, which would leave jobs out. */
static char **environment_of_queue(void) {
    size_t count = 0, kept = 0;
    while (environ[count])
        count++;
    char **variables = calloc(count + 1, sizeof *variables);
    for (size_t i = 0; variables && i < count; i++)
        if (strncmp(environ[i], "SQUEUE_", 7) != 0)
            variables[kept++] = environ[i];
    return variables;
}

int slurm_queue(struct queue *queue, uid_t owner, struct err *err) {
    char users[64];
    char *const question[] = {"squeue", "--array", users, "--format=" QUEUE_FORMAT, NULL};
    char *said = NULL, **environment = environment_of_queue();
    *queue = (struct queue){0};
    snprintf(users, sizeof users, "--user=%u,%u", (unsigned)owner, (unsigned)getuid());
    int status = environment ? ask(question, environment, -1, &said, err)
                             : err_set(err, ERR_FAILED, "no memory for squeue's variables");
    if (status == 0)
        status = take_queue(queue, said, err);
    free(environment);
    free(said);
    if (status) {
        free(queue->items);
        *queue = (struct queue){.is_unknown = 1};
    }
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
    status = ask_line(&line, -1, &said, err);
    const char *found = status == 0 ? strstr(said, "blind: ") : NULL;
    if (found)
        sscanf(found, "blind: %63s %4095[^\n]", blind->node, blind->path);
    free(said);
    shell_words_release(&words);
    return status ? -1 : found == NULL;
}
