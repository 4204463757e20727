/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/mpi/launcher.h"

#include <errno.h>
#include <fnmatch.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/libraries/library_links.h"
#include "formats/processes/child.h"
#include "formats/text/shell_words.h"

/* --- the MPIs --- */

/* LIBRARIES are patterns of the names by which libraries ask for it; the first MPI that matches is
 * taken. %d stands for the number of ranks. */
static const struct mpi {
    const char *name, *libraries[3], *launchers[4], *options, *srun;
} mpis[] = {
    {"MPICH",
     {"libmpich.so*", "libmpi.so.12*"}, /* Intel's and others are like it */
     {"mpirun.mpich", "mpiexec.hydra", "mpirun"},
     "-n %d",
     "srun --overlap --mpi=pmi2 -n %d"},
    /* By default it binds ranks to cores that others have, and counts a core's threads as one. */
    {"Open MPI",
     {"libmpi.so*"},
     {"mpirun.openmpi", "mpirun"},
     "--bind-to none --host localhost:%d -n %d",
     "srun --overlap --mpi=pmix -n %d"},
};
enum { MPIS = sizeof mpis / sizeof *mpis };

static const struct mpi *mpi_called(const char *name) {
    for (size_t i = 0; i < MPIS; i++)
        for (const char *const *pattern = mpis[i].libraries; *pattern; pattern++)
            if (fnmatch(*pattern, name, 0) == 0)
                return &mpis[i];
    return NULL;
}

static void look_at_needed(void *context, const char *name) {
    const struct mpi **found = context;
    if (!*found)
        *found = mpi_called(name);
}

/* The MPI of the library at PATH, which is one or needs one; NULL: none that is known. */
static const struct mpi *mpi_of(const char *path) {
    const char *slash = strrchr(path, '/');
    const struct mpi *found = mpi_called(slash ? slash + 1 : path);
    struct err ignored;
    if (!found)
        needed_each(path, look_at_needed, &found, &ignored);
    return found;
}

/* --- choosing --- */

static int is_in_path(const char *program) {
    char room[LAUNCHER_TEXT], file[2 * LAUNCHER_TEXT], *rest = room;
    const char *path = getenv("PATH");
    snprintf(room, sizeof room, "%s", path ? path : "/usr/local/bin:/usr/bin:/bin");
    for (char *directory; (directory = strsep(&rest, ":"));) {
        snprintf(file, sizeof file, "%s/%s", *directory ? directory : ".", program);
        if (access(file, X_OK) == 0)
            return 1;
    }
    return 0;
}

/* Splits TEXT, which has no quotes that the caller did not give. */
static int take_words(struct launcher *launcher, const char *text, struct err *err) {
    struct shell_words words = {0};
    size_t used = 0;
    int status = shell_words_split(&words, text, err);
    if (status)
        return err_set(err, ERR_FAILED, "the launcher \"%s\" has a quote that is not closed", text);
    for (size_t i = 0; i < words.count && status == 0; i++) {
        size_t bytes = strlen(words.items[i]) + 1;
        if (launcher->count == LAUNCHER_MOST_WORDS || bytes > sizeof launcher->room - used)
            status = err_set(err, ERR_FAILED, "the launcher \"%.60s...\" is too long", text);
        else {
            launcher->words[launcher->count++] =
                memcpy(launcher->room + used, words.items[i], bytes);
            used += bytes;
        }
    }
    shell_words_release(&words);
    snprintf(launcher->text, sizeof launcher->text, "%s", text);
    return status;
}

static int choose_mpirun(char *text, const struct mpi *mpi, int ranks, struct err *err) {
    const char *const *program = mpi->launchers;
    while (*program && !is_in_path(*program))
        program++;
    if (!*program)
        return err_set(err, ERR_FAILED,
                       "%s's launcher %s is not in PATH; install it, or name one by --launcher",
                       mpi->name, mpi->launchers[0]);
    int used = snprintf(text, LAUNCHER_TEXT, "%s ", *program);
    /* We run as root because the user wants that. */
    if (strstr(mpi->name, "Open") && geteuid() == 0)
        used += snprintf(text + used, LAUNCHER_TEXT - (size_t)used, "--allow-run-as-root ");
    snprintf(text + used, LAUNCHER_TEXT - (size_t)used, mpi->options, ranks, ranks);
    return 0;
}

int launcher_choose(struct launcher *launcher, const char *const *paths, size_t path_count,
                    const char *wanted, int ranks, struct err *err) {
    char text[LAUNCHER_TEXT];
    const struct mpi *mpi = NULL;
    *launcher = (struct launcher){.count = 0};
    if (*wanted) {
        snprintf(text, sizeof text, "%s -n %d", wanted, ranks);
        return take_words(launcher, text, err);
    }
    for (size_t i = path_count; i-- > 0 && !mpi;)
        mpi = mpi_of(paths[i]);
    if (!mpi)
        return err_set(err, ERR_FAILED,
                       "it is linked with no MPI that is known here; name its launcher by "
                       "--launcher");
    launcher->is_local = !getenv("SLURM_JOB_ID");
    int status = 0;
    if (launcher->is_local)
        status = choose_mpirun(text, mpi, ranks, err);
    else
        snprintf(text, sizeof text, mpi->srun, ranks);
    return status ? status : take_words(launcher, text, err);
}

/* --- starting and ending --- */

int launcher_start(const struct launcher *launcher, const char *program, pid_t *pid,
                   struct err *err) {
    char *words[LAUNCHER_MOST_WORDS + 2];
    memcpy(words, launcher->words, launcher->count * sizeof *words);
    words[launcher->count] = (char *)program;
    words[launcher->count + 1] = NULL;
    volatile int reason = 0; /* in memory that both share until the launcher begins */
    *pid = vfork();
    if (*pid == 0) {
        setpgid(0, 0); /* it is to end in order, also if our group is killed */
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        for (int i = 0; i < ENDING_SIGNALS; i++)
            signal(ending_signals[i], SIG_DFL);
        execvp(words[0], words);
        reason = errno;
        _exit(127);
    }
    if (*pid < 0)
        reason = errno;
    if (!reason)
        return 0;
    if (*pid > 0)
        waitpid(*pid, NULL, 0);
    *pid = 0;
    return err_set(err, ERR_FAILED, "cannot start the launcher %s: %s", words[0], strerror(reason));
}

/* Returns whether the launcher ends within MILLISECONDS. */
static int ends_within(pid_t pid, int milliseconds) {
    for (int i = 0; i <= milliseconds; i++) {
        if (waitpid(pid, NULL, WNOHANG) != 0)
            return 1;
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    return 0;
}

void launcher_end(pid_t pid) {
    if (pid <= 0 || ends_within(pid, 400))
        return;
    kill(pid, SIGCONT);
    kill(pid, SIGTERM);
    if (!ends_within(pid, 400)) {
        kill(-pid, SIGKILL);
        waitpid(pid, NULL, 0);
    }
}

/* --- which CPU --- */

/* The variables by which launchers tell a rank its number on its machine, and how many are there.
 */
static const struct {
    const char *number, *count;
} local_ranks[] = {
    {"OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"},
    {"MPI_LOCALRANKID", "MPI_LOCALNRANKS"},
};

void launcher_pin_rank(void) {
    cpu_set_t mask, own;
    for (size_t i = 0; i < sizeof local_ranks / sizeof *local_ranks; i++) {
        const char *number = getenv(local_ranks[i].number), *count = getenv(local_ranks[i].count);
        if (!number || !count || sched_getaffinity(0, sizeof mask, &mask) != 0)
            continue;
        int wanted = atoi(number);
        if (wanted < 0 || CPU_COUNT(&mask) < atoi(count))
            return;
        CPU_ZERO(&own);
        for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
            if (CPU_ISSET(cpu, &mask) && wanted-- == 0)
                CPU_SET(cpu, &own);
        if (CPU_COUNT(&own) == 1)
            sched_setaffinity(0, sizeof own, &own);
        return;
    }
}
