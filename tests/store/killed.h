/* SPDX-License-Identifier: GPL-3.0-or-later */
/* killed.h: several bench-collect write one archive, and get killed: at a place that is named
 * (tests/failpoints.c), or at any moment.
 *
 * Each writes to a log of its own, by -v, what it has kept; whoever ends, by itself or not, is
 * followed by another. In the end every cell that any log names must be in the archive. */
#ifndef BENCHMAT_TESTS_STORE_KILLED_H
#define BENCHMAT_TESTS_STORE_KILLED_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

#include "store/archive/archive.h"
#include "tests/store/sample.h"

/* Three sizes in twelve rounds: see killed_collect. */
enum { KILLED_COLLECTORS = 3, KILLED_LOGS = 4096, KILLED_CELLS = 256, KILLED_SIZES = 3 };

struct killed {
    const char *directory; /* of the logs */
    char archive[160];
    struct {
        pid_t pid;
        int log;
    } slots[KILLED_COLLECTORS];
    int logs;
    char was_killed[KILLED_LOGS]; /* by log */
    uint64_t chance;
    long kills, ended, acknowledged, interrupted;
};

/* What a log says that it kept. */
struct killed_claim {
    char run[80], action[80];
    long long sizes[KILLED_CELLS];
    size_t rounds[KILLED_CELLS], count;
    int has_ended; /* and that the run was complete */
};

static inline unsigned killed_random(struct killed *k) {
    k->chance = k->chance * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(k->chance >> 33);
}

static inline void killed_log_path(const struct killed *k, int log, char path[200]) {
    snprintf(path, 200, "%s/log-%d", k->directory, log);
}

static inline const char *killed_build(void) {
    const char *build = getenv("BENCHMAT_BUILD");
    return build ? build : "build";
}

/* --- collectors --- */

/* A FAILPOINT, if it is not NULL, is what kills it. */
static inline void killed_collect(const struct killed *k, int log, const char *failpoint) {
    char path[200], program[4096];
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    killed_log_path(k, log, path);
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
    dup2(fd, STDOUT_FILENO);
    dup2(fd, STDERR_FILENO);
    snprintf(program, sizeof program, "%s/%sbin/bench-collect", killed_build(),
             failpoint ? "failpoints/" : "");
    if (failpoint)
        setenv("BENCHMAT_FAILPOINTS", failpoint, 1);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execl(program, program, "-v", "axpy", "builtin", "--sizes", "8,16,32", "--rounds", "12",
          "--stage-time", "0.004", "--max-seeds", "2", "--timeout", "60", "-o", k->archive,
          (char *)NULL);
    _exit(127);
}

static inline void killed_start(struct killed *k, int slot, const char *failpoint) {
    if (k->logs == KILLED_LOGS)
        abort();
    k->slots[slot].log = k->logs++;
    k->slots[slot].pid = fork();
    if (k->slots[slot].pid == 0)
        killed_collect(k, k->slots[slot].log, failpoint);
}

static inline void killed_init(struct killed *k, const char *directory, uint64_t chance) {
    *k = (struct killed){.directory = directory, .chance = chance};
    snprintf(k->archive, sizeof k->archive, "%s/results.h5", directory);
}

static inline void killed_begin(struct killed *k, const char *directory, uint64_t chance) {
    sigset_t children;
    killed_init(k, directory, chance);
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    sigprocmask(SIG_BLOCK, &children, NULL);
    for (int i = 0; i < KILLED_COLLECTORS; i++)
        killed_start(k, i, NULL);
}

/* Puts others in the place of those that ended; counts those that did not end well. */
static inline long killed_replace_ended(struct killed *k) {
    long wrong = 0;
    for (int i = 0; i < KILLED_COLLECTORS; i++) {
        int status;
        if (waitpid(k->slots[i].pid, &status, WNOHANG) != k->slots[i].pid)
            continue;
        if (status != 0)
            fprintf(stderr, "log-%d ended by itself with status %d\n", k->slots[i].log, status);
        wrong += status != 0;
        k->ended++;
        killed_start(k, i, NULL);
    }
    return wrong;
}

/* Looks after the collectors for a while. */
static inline long killed_wait(struct killed *k, unsigned microseconds) {
    struct timespec now, end, left;
    sigset_t children;
    long wrong = 0;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    clock_gettime(CLOCK_MONOTONIC, &end);
    int64_t until = end.tv_sec * INT64_C(1000000000) + end.tv_nsec + microseconds * INT64_C(1000);
    for (;;) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        int64_t rest = until - now.tv_sec * INT64_C(1000000000) - now.tv_nsec;
        if (rest <= 0)
            return wrong;
        left = (struct timespec){rest / 1000000000, rest % 1000000000};
        sigtimedwait(&children, NULL, &left);
        wrong += killed_replace_ended(k);
    }
}

/* Waits until one ends, by itself and well, or killed. Returns its slot, or -1. */
static inline int killed_await(struct killed *k) {
    int status, slot = 0;
    pid_t pid = waitpid(-1, &status, 0);
    while (slot < KILLED_COLLECTORS && k->slots[slot].pid != pid)
        slot++;
    if (slot == KILLED_COLLECTORS || (status != 0 && status != SIGKILL)) {
        fprintf(stderr, "log-%d ended with status %d\n", k->slots[slot % KILLED_COLLECTORS].log,
                status);
        return -1;
    }
    k->was_killed[k->slots[slot].log] = status == SIGKILL;
    k->kills += status == SIGKILL;
    k->ended += status == 0;
    return slot;
}

/* --- what they say --- */

/* Reads a log; a line without an end was not said. Returns 1 when it contradicts itself. */
static inline int killed_read_log(const struct killed *k, int log, struct killed_claim *claim) {
    char path[200], line[400], run[80];
    *claim = (struct killed_claim){.run = ""};
    killed_log_path(k, log, path);
    FILE *file = fopen(path, "r");
    int wrong = 0;
    while (file && fgets(line, sizeof line, file) && strchr(line, '\n') && !wrong) {
        size_t i = claim->count;
        claim->has_ended |= strstr(line, " has axpy (") != NULL;
        if (sscanf(line, "kept in %79[^:]: %79s at n = %lld, round %zu", run, claim->action,
                   &claim->sizes[i], &claim->rounds[i]) != 4)
            continue;
        wrong = (i && strcmp(run, claim->run) != 0) || i + 1 == KILLED_CELLS;
        strcpy(claim->run, run);
        claim->count++;
    }
    if (file)
        fclose(file);
    return wrong;
}

/* How many cells all have said that they kept. */
static inline long killed_kept(const struct killed *k) {
    long cells = 0;
    for (int log = 0; log < k->logs; log++) {
        struct killed_claim claim;
        killed_read_log(k, log, &claim);
        cells += (long)claim.count;
    }
    return cells;
}

/* --- killing --- */

/* Its workers have process groups of their own. */
static inline void killed_kill_workers(pid_t collector) {
    char path[80];
    long worker;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)collector, (int)collector);
    FILE *children = fopen(path, "r");
    while (children && fscanf(children, "%ld", &worker) == 1)
        kill((pid_t)worker, SIGKILL);
    if (children)
        fclose(children);
}

/* Kills the collector in SLOT, one time in four with its workers at the same moment. Returns 0, or
 * 1 if it ended badly just before. */
static inline long killed_kill(struct killed *k, int slot) {
    int status;
    pid_t pid = k->slots[slot].pid;
    if (killed_random(k) % 4 == 0) {
        kill(pid, SIGSTOP);
        killed_kill_workers(pid);
    }
    kill(pid, SIGKILL);
    if (waitpid(pid, &status, 0) != pid)
        return 1;
    if (WIFEXITED(status))
        return WEXITSTATUS(status) != 0;
    k->was_killed[k->slots[slot].log] = 1;
    k->kills++;
    return 0;
}

/* Kills any of them, once more cells have been kept than collectors were killed before, and a while
 * after that; and starts another. Counts what was wrong. */
static inline long killed_kill_one(struct killed *k, unsigned most_microseconds) {
    enum { NAP = 10000 }; /* microseconds */
    long wrong = 0;
    while (killed_kept(k) <= k->kills && !wrong)
        wrong += killed_wait(k, NAP);
    wrong += killed_wait(k, killed_random(k) % most_microseconds);
    int slot = (int)(killed_random(k) % KILLED_COLLECTORS);
    wrong += killed_kill(k, slot);
    killed_start(k, slot, NULL);
    return wrong;
}

static inline long killed_end(struct killed *k) {
    long wrong = 0;
    for (int i = 0; i < KILLED_COLLECTORS; i++)
        wrong += killed_kill(k, i);
    return wrong;
}

/* --- what is in the archive --- */

static inline int killed_has_cell(const struct measurement *m, long long size, size_t round) {
    for (size_t p = 0; p < m->points && round >= 1 && round <= m->rounds; p++) {
        if (m->sizes[p] != size)
            continue;
        for (size_t s = 0; s < m->series_count; s++)
            for (int64_t i = 0; i < m->seeds[p]; i++)
                if (!(m->series[s].seconds[measurement_index(m, p, round - 1, (size_t)i)] > 0))
                    return 0;
        return m->series_count > 0 && m->seeds[p] > 0;
    }
    return 0;
}

/* Counts the cells that RUN lacks. */
static inline long killed_count_lost(const struct run *run, const struct killed_claim *claim) {
    long lost = 0;
    const struct measurement *m = run->measurement_count ? &run->measurements[0] : NULL;
    for (size_t i = 0; i < claim->count; i++)
        lost += !m || strcmp(m->name, claim->action) != 0 ||
                !killed_has_cell(m, claim->sizes[i], claim->rounds[i]);
    return lost;
}

static inline long killed_judge_run(struct killed *k, struct archive *archive, int log,
                                    const struct killed_claim *claim, char *claimed) {
    struct run *run = NULL;
    struct err err = {""};
    size_t number = 0;
    while (number < archive_run_count(archive) &&
           strcmp(archive_run_name(archive, number), claim->run) != 0)
        number++;
    if (number == archive_run_count(archive) || claimed[number]++ ||
        archive_read_run(archive, number, NULL, &run, &err)) {
        fprintf(stderr, "log-%d: %s is lost, or another's too %s\n", log, claim->run, err.message);
        return 1;
    }
    long wrong = killed_count_lost(run, claim);
    const char *state = facts_text(&run->facts, FACT_STATE, "");
    int is_complete = strcmp(state, "complete") == 0;
    wrong += is_complete ? 0 : claim->has_ended || !k->was_killed[log];
    wrong += !is_complete && strcmp(state, "interrupted") != 0;
    k->interrupted += !is_complete;
    if (wrong)
        fprintf(stderr, "log-%d: %s is %s, and lacks some of %zu cells\n", log, claim->run, state,
                claim->count);
    run_free(run);
    return wrong;
}

/* Counts what is wrong: cells that were acknowledged and are not there, runs in a wrong state, and
 * an archive that bench-store does not find in order. */
static inline long killed_wrong(struct killed *k) {
    struct archive *archive;
    struct err err = {""};
    char command[4500];
    snprintf(command, sizeof command, "'%s/bin/bench-store' verify -q '%s'", killed_build(),
             k->archive);
    long wrong = system(command) != 0;
    if (archive_open(&archive, k->archive, &err)) {
        fprintf(stderr, "%s\n", err.message);
        return wrong + 1;
    }
    char *claimed = calloc(archive_run_count(archive) + 1, 1);
    for (int log = 0; log < k->logs; log++) {
        struct killed_claim claim;
        wrong += killed_read_log(k, log, &claim);
        k->acknowledged += (long)claim.count;
        if (claim.count)
            wrong += killed_judge_run(k, archive, log, &claim, claimed);
    }
    free(claimed);
    archive_close(archive);
    return wrong;
}

#endif
