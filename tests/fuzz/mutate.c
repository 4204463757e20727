/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mutate SECONDS|COUNTx SEED PRELOAD PROGRAM ARCHIVE...: has PROGRAM read mutations of the
 * archives, for so long or so many.
 *
 * Whatever is in a file, PROGRAM must end by itself, within its limits, with one of the exit
 * statuses of formats/text/err.h and at most one line on standard error, and leave the file as it
 * was and nothing beside it. PRELOAD is preloaded for most of them (see trusting.c). With SECONDS
 * of 0, the archives themselves are read, once each. Prints what came of how many; a mutation that
 * breaks the rules is kept, and named. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/fuzz/mutation.h"

/* The sandbox gives 60 seconds at most; a busy machine takes some for the rest. */
enum { LIMIT = 600, MOST_BYTES = 1 << 20 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void give_up(const char *what) {
    fprintf(stderr, "mutate: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* --- files --- */

static struct mutation_file read_file(const char *path) {
    struct mutation_file file = {calloc(1, MOST_BYTES), 0};
    FILE *f = fopen(path, "rb");
    if (!f || !file.bytes)
        give_up(path);
    file.size = fread(file.bytes, 1, MOST_BYTES, f);
    fclose(f);
    return file;
}

static void write_file(const char *path, const struct mutation_file *file) {
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(file->bytes, 1, file->size, f) != file->size || fclose(f))
        give_up(path);
}

static size_t count_entries(const char *directory) {
    DIR *open = opendir(directory);
    size_t count = 0;
    while (open && readdir(open))
        count++;
    if (open)
        closedir(open);
    return count;
}

/* --- one reading --- */

struct outcome {
    int status; /* as of wait */
    double seconds;
    char said[32768];
};

static void execute(const char *program, const char *path, const char *preload, int errors) {
    int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, STDIN_FILENO);
    dup2(nowhere, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    if (preload)
        setenv("LD_PRELOAD", preload, 1);
    alarm(LIMIT);
    execl(program, program, path, "--run", "all", (char *)NULL);
    _exit(127);
}

static struct outcome run(const char *program, const char *path, const char *preload) {
    struct outcome outcome = {.seconds = now()};
    FILE *errors = tmpfile();
    pid_t pid = errors ? fork() : -1;
    if (pid == 0)
        execute(program, path, preload, fileno(errors));
    if (pid < 0 || waitpid(pid, &outcome.status, 0) != pid)
        give_up(program);
    outcome.seconds = now() - outcome.seconds;
    rewind(errors);
    size_t length = fread(outcome.said, 1, sizeof outcome.said - 1, errors);
    outcome.said[length] = '\0';
    fclose(errors);
    return outcome;
}

/* A fault that a sanitizer has found; tests/fuzz/run.sh judges whose it is. */
static int is_reported(const struct outcome *outcome) {
    return strstr(outcome->said, "ERROR: AddressSanitizer") ||
           strstr(outcome->said, "runtime error: ");
}

/* A sanitizer also warns, of memory that it refuses. */
static int is_for_users(const struct outcome *outcome) {
    return !is_reported(outcome) && !strstr(outcome->said, "WARNING: AddressSanitizer");
}

static const char *broken_rule(const struct outcome *outcome, int is_unharmed) {
    char *line_end = strchr(outcome->said, '\n');
    if (WIFSIGNALED(outcome->status))
        return WTERMSIG(outcome->status) == SIGALRM ? "it hung" : "it crashed";
    int status = WEXITSTATUS(outcome->status);
    if (status != 0 && status != 1 && status != 2 && status != 64)
        return "its exit status is none of ours";
    if (status && !line_end)
        return "it failed without a word";
    if (line_end && line_end[1] && is_for_users(outcome))
        return "it said more than one line";
    return is_unharmed ? NULL : "it changed files";
}

/* --- counting --- */

static struct {
    const char *name, *said;
    unsigned long count;
} results[] = {
    {"crashes caught", ", crashed (SIG", 0},
    {"endless loops caught", ", did not end within", 0},
    {"killed", ", was killed (SIG", 0},
    {"forbidden calls caught", "reached for what", 0},
    {"other ends caught", "cannot be read: its reader", 0},
    {"found damaged", "", 0},
};
enum { RESULTS = sizeof results / sizeof *results };

static unsigned long total, whole, broken;
static double longest;

static void count(const struct outcome *outcome) {
    total++;
    longest = outcome->seconds > longest ? outcome->seconds : longest;
    if (outcome->status == 0) {
        whole++;
        return;
    }
    for (size_t i = 0; i < RESULTS; i++)
        if (strstr(outcome->said, results[i].said)) {
            results[i].count++;
            return;
        }
}

static void report(void) {
    printf("%lu archives read: %lu well", total, whole);
    for (size_t i = 0; i < RESULTS; i++)
        if (results[i].count)
            printf(", %lu %s", results[i].count, results[i].name);
    printf("; the longest took %.1f s; %lu broke the rules\n", longest, broken);
}

/* --- all of them --- */

static void keep_report(const struct outcome *outcome, const struct mutation_file *file) {
    static unsigned long reports;
    char path[60];
    snprintf(path, sizeof path, "report-%d-%lu", (int)getpid(), ++reports);
    write_file(path,
               &(struct mutation_file){(unsigned char *)outcome->said, strlen(outcome->said)});
    strcat(path, ".h5");
    write_file(path, file);
}

static void try(const char *directory, const struct mutation_file *file, const char *preload,
                const char *program) {
    char path[200], kept[200];
    snprintf(path, sizeof path, "%s/a.h5", directory);
    write_file(path, file);
    struct outcome outcome = run(program, path, preload);
    struct mutation_file after = read_file(path);
    int is_unharmed = after.size == file->size &&
                      memcmp(after.bytes, file->bytes, file->size) == 0 &&
                      count_entries(directory) == 3;
    const char *rule = broken_rule(&outcome, is_unharmed);
    free(after.bytes);
    count(&outcome);
    if (is_reported(&outcome))
        keep_report(&outcome, file);
    if (!rule)
        return;
    broken++;
    snprintf(kept, sizeof kept, "broke-a-rule-%d-%lu.h5", (int)getpid(), broken);
    write_file(kept, file);
    printf("%s: %s%s\n%s", kept, rule, preload ? " (preloaded)" : "", outcome.said);
}

static void try_mutation(const char *directory, const struct mutation_file *original,
                         const char *preload, const char *program) {
    struct mutation_file file = {malloc(original->size), original->size};
    if (!file.bytes)
        give_up("memory");
    memcpy(file.bytes, original->bytes, original->size);
    mutation_apply(&file);
    try(directory, &file, mutation_below(8) ? preload : NULL, program);
    free(file.bytes);
}

int main(int argc, char **argv) {
    char directory[] = "/tmp/benchmat-fuzz-XXXXXX", path[200];
    if (argc < 6) {
        fputs("usage: mutate SECONDS|COUNTx SEED PRELOAD PROGRAM ARCHIVE...\n", stderr);
        return 64;
    }
    char *unit;
    double amount = strtod(argv[1], &unit), end = now() + amount;
    int is_count = *unit == 'x';
    mutation_seed(strtoull(argv[2], NULL, 10));
    size_t files = (size_t)argc - 5;
    struct mutation_file *originals = calloc(files, sizeof *originals);
    if (!originals || !mkdtemp(directory))
        give_up(directory);
    for (size_t i = 0; i < files; i++)
        originals[i] = read_file(argv[5 + i]);
    for (size_t i = 0; i < files; i++)
        try(directory, &originals[i], argv[3], argv[4]);
    for (double i = 0; is_count ? i < amount : now() < end; i++)
        try_mutation(directory, &originals[mutation_below(files)], argv[3], argv[4]);
    report();
    for (size_t i = 0; i < files; i++)
        free(originals[i].bytes);
    free(originals);
    snprintf(path, sizeof path, "%s/a.h5", directory);
    unlink(path);
    rmdir(directory);
    return broken != 0;
}
