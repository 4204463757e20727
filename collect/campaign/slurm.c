/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/campaign/slurm.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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

static int start(char *const *words, int pipe_end, pid_t *pid) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipe_end, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, pipe_end, STDERR_FILENO);
    int failure = posix_spawnp(pid, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

/* Runs WORDS, which end with NULL, and sets SAID to what it says, which the caller frees. */
static int ask(char *const *words, char **said, struct err *err) {
    int ends[2], state = 0;
    pid_t pid;
    *said = NULL;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return err_set(err, ERR_FAILED, "no pipe: %s", strerror(errno));
    int failure = start(words, ends[1], &pid);
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
    for (char *c = *said; (c = strchr(c, '\n'));)
        *c = c[1] ? ';' : '\0';
    utf8_clean(*said, '?');
    return err_set(err, ERR_FAILED, "%s", **said ? *said : "Slurm did not answer");
}

/* Lists of words are put together from parts. */
struct line {
    char *words[64];
    size_t count;
};

static void add(struct line *line, const char *word) {
    if (line->count + 1 < sizeof line->words / sizeof *line->words)
        line->words[line->count++] = (char *)(uintptr_t)word;
}

static void add_all(struct line *line, char *const *words) {
    for (; words && *words; words++)
        add(line, *words);
}

/* --- nodes --- */

static void commas_to_spaces(char *text) {
    for (char *c = text; *c; c++)
        if (*c == ',' || *c == '\n')
            *c = ' ';
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
    if (status == 0 && !nodes->count)
        status = err_set(err, ERR_USAGE, "there is no node in it");
    return status;
}

/* --- jobs --- */

int slurm_submit(char job[CAMPAIGN_NAME], const char *script, char *const *options,
                 struct err *err) {
    struct line line = {.words = {"sbatch", "--parsable"}, .count = 2};
    char *said;
    add_all(&line, options);
    add(&line, script);
    int status = ask(line.words, &said, err);
    /* "12" or "12;cluster", perhaps after a warning */
    if (status == 0) {
        char *last = strrchr(said, '\n');
        if (last && !last[1]) {
            *last = '\0';
            last = strrchr(said, '\n');
        }
        const char *number = last ? last + 1 : said;
        size_t length = strspn(number, "0123456789");
        if (length == 0 || length >= CAMPAIGN_NAME)
            status = err_set(err, ERR_FAILED, "sbatch said \"%.200s\", not a job's number", number);
        else
            snprintf(job, CAMPAIGN_NAME, "%.*s", (int)length, number);
    }
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

int slurm_queue(struct queue *queue, struct err *err) {
    char *const question[] = {"squeue", "--noheader", "--array", "--me", "-o", "%i|%T|%N|%r", NULL};
    char *said, *rest;
    *queue = (struct queue){0};
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

int slurm_sees(const char *path, char *const *options, char blind[CAMPAIGN_NAME], struct err *err) {
    static const char test[] = "test -e \"$0\" || echo \"blind: $SLURMD_NODENAME\"";
    struct line line = {.words = {"srun", "--immediate=15", "--time=1", "--ntasks-per-node=1",
                                  "--mpi=none", "--chdir=/"},
                        .count = 6};
    char *said;
    add_all(&line, options);
    add(&line, "sh");
    add(&line, "-c");
    add(&line, test);
    add(&line, path);
    int status = ask(line.words, &said, err);
    const char *found = status == 0 ? strstr(said, "blind: ") : NULL;
    if (found)
        sscanf(found, "blind: %63s", blind);
    free(said);
    return status ? -1 : found == NULL;
}
