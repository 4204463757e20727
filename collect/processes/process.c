/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/processes/process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/harness/clock.h"
#include "collect/libraries/library_links.h"
#include "collect/processes/last_words.h"
#include "formats/processes/child.h"
#include "formats/processes/message.h"
#include "formats/text/unicode.h"

/* --- starting --- */

static const char *const thread_variables[] = {
    "OMP_NUM_THREADS",  "OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS",
    "BLIS_NUM_THREADS", "MKL_NUM_THREADS",      "FLEXIBLAS_NUM_THREADS",
};
enum { THREAD_VARIABLES = sizeof thread_variables / sizeof *thread_variables };

/* Other variables that a library or its loader may read; passed on from our own environment. */
static const char *const passed_variables[] = {
    "OPENBLAS_CORETYPE", "BLIS_ARCH_TYPE", "MKL_ENABLE_INSTRUCTIONS", "OMP_PROC_BIND", "OMP_PLACES",
    "GLIBC_TUNABLES",    "ASAN_OPTIONS",   "UBSAN_OPTIONS",
};
enum { PASSED_VARIABLES = sizeof passed_variables / sizeof *passed_variables };

/* What decides what libraries do, and is not passed on: who sets it must know that. */
static const char *const deciding_variables[] = {
    "AOCL_", "ARMPL_", "ATLAS_",    "BLAS_",     "BLIS_", "FFTW_",     "FLEXIBLAS", "FLEXIBLAS_",
    "GOMP_", "GOTO_",  "JEMALLOC_", "KMP_",      "LD_",   "LIBXSMM_",  "MALLOC_",   "MIMALLOC_",
    "MKL_",  "NVPL_",  "OMP_",      "OPENBLAS_", "TBB_",  "TCMALLOC_",
};
enum { DECIDING_VARIABLES = sizeof deciding_variables / sizeof *deciding_variables };
static const char *const deciding_programs[] = {
    "DOTNET_",    "GODEBUG",      "GOGC",           "GOMAXPROCS",
    "GOMEMLIMIT", "PYTHONMALLOC", "PYTHONOPTIMIZE", "PYTHON_",
};
enum { DECIDING_PROGRAMS = sizeof deciding_programs / sizeof *deciding_programs };

/* What programs and their runtimes read besides. A name that ends with '_' stands for all that
 * begin so. All workers of a run with programs get them, because their lengths move the stack. */
static const char *const program_variables[] = {
    "PATH",       "HOME",       "USER",           "TMPDIR",  "TZ",
    "LANG",       "LC_",        "XDG_",           "JAVA_",   "JDK_",
    "_JAVA_",     "NODE_",      "NVM_",           "OCTAVE_", "CLASSPATH",
    "R_",         "CONDA_",     "VIRTUAL_ENV",    "PYENV_",  "JULIA_",
    "PYTHONPATH", "PYTHONHOME", "PYTHONHASHSEED",
};
enum { PROGRAM_VARIABLES = sizeof program_variables / sizeof *program_variables };

/* And what MPIs and their launchers read. */
static const char *const rank_variables[] = {
    "PATH",  "HOME",   "USER",  "TMPDIR", "SLURM_", "SLURMD_", "OMPI_", "PMIX_", "PMI_",
    "OPAL_", "MPICH_", "MPIR_", "HYDRA_", "I_MPI_", "FI_",     "UCX_",  "MV2_",  "PRTE_",
};
enum { RANK_VARIABLES = sizeof rank_variables / sizeof *rank_variables };

/* What drivers of devices read: where compilers are, which drivers there are, and which devices are
 * to be seen; and where they keep the kernels that they have compiled, unless the user says. */
static const char *const device_variables[] = {
    "PATH",  "OCL_",     "OPENCL_", "POCL_", "CUDA_", "CLBLAST_", "CLFFT_", "HIP_", "ROCR_",
    "ROCM_", "ROCBLAS_", "HSA_",    "AMD_",  "GPU_",  "ZE_",      "NEO_",   "cl_",
};
enum { DEVICE_VARIABLES = sizeof device_variables / sizeof *device_variables };
static const char *const kernel_variables[] = {
    "XDG_CACHE_HOME",        "POCL_CACHE_DIR", "CUDA_CACHE_PATH",
    "MESA_SHADER_CACHE_DIR", "NEO_CACHE_DIR",  "AMD_COMGR_CACHE_DIR",
};
enum { KERNEL_VARIABLES = sizeof kernel_variables / sizeof *kernel_variables };

struct environment {
    char **variables; /* COUNT of them, then a NULL */
    size_t count;
};

/* Takes VARIABLE, which is NULL if memory has run out. */
static int environment_append(struct environment *environment, char *variable) {
    char **all =
        variable ? reallocarray(environment->variables, environment->count + 2, sizeof *all) : NULL;
    if (!all) {
        free(variable);
        return -1;
    }
    environment->variables = all;
    all[environment->count++] = variable;
    all[environment->count] = NULL;
    return 0;
}

static int environment_add(struct environment *environment, const char *name, const char *value) {
    char *variable;
    return environment_append(environment,
                              asprintf(&variable, "%s=%s", name, value) < 0 ? NULL : variable);
}

/* The place of the variable NAME, of LENGTH bytes; NULL: it has none. */
static char **environment_find(const struct environment *environment, const char *name,
                               size_t length) {
    for (size_t i = 0; i < environment->count; i++)
        if (strncmp(environment->variables[i], name, length) == 0 &&
            environment->variables[i][length] == '=')
            return &environment->variables[i];
    return NULL;
}

/* Adds VARIABLE, "NAME=VALUE", or puts it in the place of another value. */
static int environment_set(struct environment *environment, const char *variable) {
    char *copy = strdup(variable);
    char **place = environment_find(environment, variable, strcspn(variable, "="));
    if (!place || !copy)
        return environment_append(environment, copy);
    free(*place);
    *place = copy;
    return 0;
}

static void environment_release(struct environment *environment) {
    for (size_t i = 0; i < environment->count; i++)
        free(environment->variables[i]);
    free(environment->variables);
}

/* Adds LD_LIBRARY_PATH. An empty part of this list would mean the working directory. */
static int add_library_path(struct environment *environment, const char *first) {
    static const char name[] = "LD_LIBRARY_PATH";
    const char *ours = getenv(name);
    char *both;
    if (!first)
        return ours ? environment_add(environment, name, ours) : 0;
    if (!ours || !*ours)
        return environment_add(environment, name, first);
    if (asprintf(&both, "%s:%s", first, ours) < 0)
        return -1;
    int status = environment_add(environment, name, both);
    free(both);
    return status;
}

/* Puts PATHS before what is to be preloaded already: ld.so(8). */
static int add_preload(struct environment *environment, const char *paths) {
    static const char name[] = "LD_PRELOAD";
    char **place = environment_find(environment, name, sizeof name - 1), *all;
    const char *others = place ? *place + sizeof name : "";
    if (asprintf(&all, "%s=%s%s%s", name, paths, *others ? ":" : "", others) < 0)
        return -1;
    int status = environment_set(environment, all);
    free(all);
    return status;
}

static int add_links_preload(struct environment *environment, const char *directory) {
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/%s", directory, LIBRARY_LINKS_PRELOAD);
    return add_preload(environment, path);
}

/* All of our own variables; but THREADS, unless 0, decides about threads. */
static int environment_copy(struct environment *environment, int threads) {
    int status = 0;
    for (char **variable = environ; *variable && status == 0; variable++) {
        int is_ours = 0;
        for (size_t i = 0; threads && i < THREAD_VARIABLES; i++) {
            size_t length = strlen(thread_variables[i]);
            is_ours |=
                strncmp(*variable, thread_variables[i], length) == 0 && (*variable)[length] == '=';
        }
        if (!is_ours)
            status = environment_append(environment, strdup(*variable));
    }
    return status;
}

static int is_named(const char *variable, const char *name) {
    size_t length = strlen(name);
    return strncmp(variable, name, length) == 0 &&
           (name[length - 1] == '_' || variable[length] == '=');
}

/* Adds those of our own variables that are among the COUNT NAMES. */
static int add_named(struct environment *environment, const char *const *names, size_t count) {
    int status = 0;
    for (char **variable = environ; *variable; variable++)
        for (size_t i = 0; i < count; i++)
            if (is_named(*variable, names[i])) {
                status |= environment_append(environment, strdup(*variable));
                break;
            }
    return status;
}

static int add_devices(struct environment *environment,
                       const struct process_conditions *conditions) {
    char number[16];
    int status = add_named(environment, device_variables, DEVICE_VARIABLES);
    for (size_t i = 0; conditions->kernels && i < KERNEL_VARIABLES; i++)
        if (!getenv(kernel_variables[i]))
            status |= environment_add(environment, kernel_variables[i], conditions->kernels);
    /* A CPU as a device is to have as many threads as a library. */
    snprintf(number, sizeof number, "%d", conditions->threads);
    if (!getenv("POCL_MAX_PTHREAD_COUNT"))
        status |= environment_add(environment, "POCL_MAX_PTHREAD_COUNT", number);
    return status;
}

/* What the user asks for besides. */
static int add_wanted(struct environment *environment,
                      const struct process_conditions *conditions) {
    int status = 0;
    for (size_t i = 0; i < conditions->variable_count; i++)
        status |= environment_set(environment, conditions->variables[i]);
    if (conditions->preload)
        status |= add_preload(environment, conditions->preload);
    return status;
}

static int environment_make(struct environment *environment,
                            const struct process_conditions *conditions, const char *directory) {
    char number[16];
    snprintf(number, sizeof number, "%d", conditions->is_team ? 1 : conditions->threads);
    int status = 0;
    if (conditions->launches)
        status =
            environment_copy(environment, conditions->free_cpu_count ? 0 : conditions->threads);
    for (size_t i = 0; !conditions->free_cpu_count && i < THREAD_VARIABLES; i++)
        status |= environment_add(environment, thread_variables[i], number);
    if (conditions->launches)
        return status | add_wanted(environment, conditions);
    status |= add_library_path(environment, directory);
    for (size_t i = 0; i < PASSED_VARIABLES; i++) {
        const char *value = getenv(passed_variables[i]);
        if (value)
            status |= environment_add(environment, passed_variables[i], value);
    }
    if (conditions->has_programs)
        status |= add_named(environment, program_variables, PROGRAM_VARIABLES);
    if (conditions->has_devices)
        status |= add_devices(environment, conditions);
    if (conditions->launches_ranks)
        status |= add_named(environment, rank_variables, RANK_VARIABLES);
    status |= add_wanted(environment, conditions);
    if (conditions->preloads && directory)
        status |= add_links_preload(environment, directory);
    return status;
}

/* --- what is not passed on --- */

int process_is_thread_variable(const char *name) {
    for (size_t i = 0; i < THREAD_VARIABLES; i++)
        if (strcmp(name, thread_variables[i]) == 0)
            return 1;
    return 0;
}

static int is_among(const char *variable, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (is_named(variable, names[i]))
            return 1;
    return 0;
}

/* Adds the name of VARIABLE to TEXT if it fits. */
static void list_name(char *text, size_t size, const char *variable) {
    size_t used = strlen(text), length = strcspn(variable, "=");
    if (used + length + 3 <= size)
        snprintf(text + used, size - used, "%s%.*s", used ? ", " : "", (int)length, variable);
}

void process_tell_ignored(const struct process_conditions *conditions, char *text, size_t size,
                          char *threads, size_t threads_size) {
    struct environment environment = {0};
    *text = *threads = '\0';
    if (environment_make(&environment, conditions, NULL) == 0)
        for (char **variable = environ; *variable; variable++) {
            char **passed = environment_find(&environment, *variable, strcspn(*variable, "="));
            int decides = is_among(*variable, deciding_variables, DECIDING_VARIABLES) ||
                          (conditions->has_programs &&
                           is_among(*variable, deciding_programs, DECIDING_PROGRAMS));
            if (passed && is_among(*variable, thread_variables, THREAD_VARIABLES) &&
                strcmp(*passed, *variable) != 0)
                list_name(threads, threads_size, *variable);
            else if (!passed && decides)
                list_name(text, size, *variable);
        }
    environment_release(&environment);
}

void process_record_environment(const struct process_conditions *conditions, struct facts *facts) {
    char *text = NULL;
    size_t size;
    FILE *lines = open_memstream(&text, &size);
    if (!lines) {
        facts->incomplete = 1;
        return;
    }
    for (size_t i = 0; i < conditions->variable_count; i++) {
        char *variable = strdup(conditions->variables[i]);
        if (variable) {
            utf8_clean(variable, '?');
            fprintf(lines, "%s%s", i ? "\n" : "", variable);
        }
        free(variable);
    }
    fclose(lines);
    if (conditions->variable_count)
        facts_set_text(facts, "passed_variables", text);
    facts_set_text(facts, "preload", conditions->preload);
    free(text);
}

static int pin(const int *cpus, size_t count) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (size_t i = 0; i < count; i++)
        if (cpus[i] < CPU_SETSIZE)
            CPU_SET(cpus[i], &set);
    return sched_setaffinity(0, sizeof set, &set);
}

/* Moves the three descriptors to where the worker looks for them, out of each other's way first.
 * Returns nonzero if no more descriptors are available. */
static int place_descriptors(int socket, int arena, int log) {
    int high_socket = fcntl(socket, F_DUPFD, 10), high_arena = fcntl(arena, F_DUPFD, 10);
    int high_log = fcntl(log, F_DUPFD, 10);
    int nothing = open("/dev/null", O_RDONLY);
    if (high_socket < 0 || high_arena < 0 || high_log < 0 || nothing < 0)
        return -1;
    dup2(high_log, STDOUT_FILENO);
    dup2(high_log, STDERR_FILENO);
    dup2(nothing, STDIN_FILENO);
    dup2(high_socket, WIRE_SOCKET);
    dup2(high_arena, WIRE_ARENA);
    close_descriptors(WIRE_ARENA + 1, INT_MAX);
    return 0;
}

int process_start(struct process *process, const struct process_conditions *conditions,
                  enum process_addresses addresses, const char *directory, int arena,
                  struct err *err) {
    *process = (struct process){
        .socket = -1, .log = -1, .launches = conditions->launches || conditions->launches_ranks};
    struct environment environment = {0};
    int ends[2] = {-1, -1};
    if (access(conditions->worker_path, X_OK) != 0)
        return err_set(err, ERR_FAILED, "%s: %s; is benchmat installed completely?",
                       conditions->worker_path, strerror(errno));
    process->log = memfd_create("worker-log", MFD_CLOEXEC);
    if (process->log < 0 || fcntl(process->log, F_SETFL, O_APPEND) != 0 ||
        environment_make(&environment, conditions, directory) ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        err_set(err, ERR_FAILED, "cannot prepare a worker: %s", strerror(errno));
        environment_release(&environment);
        process_end(process);
        return ERR_FAILED;
    }
    process->pid = fork();
    if (process->pid == 0) {
        int socket = ends[1];
        int log = process->log;
        char *arguments[] = {"bench-worker", NULL};
        sigset_t blocked = ending_signals_set(ENDING_SIGNALS); /* until it handles them */
        sigprocmask(SIG_SETMASK, &blocked, NULL);
        signal(SIGPIPE, SIG_DFL);
        signal(SIGXFSZ, SIG_DFL);
        setpgid(0, 0); /* the terminal's Ctrl-C is for the collector only */
        pin(conditions->cpus, conditions->cpu_count);
        /* Set it either way, because we may have been started without randomisation ourselves. If
         * it is refused, continue. */
        int now = personality(0xffffffff); /* only reads it */
        if (now >= 0)
            personality(addresses == ADDRESSES_FIXED
                            ? (unsigned long)now | ADDR_NO_RANDOMIZE
                            : (unsigned long)now & ~(unsigned long)ADDR_NO_RANDOMIZE);
        if (place_descriptors(socket, arena, log) == 0)
            execve(conditions->worker_path, arguments, environment.variables);
        else
            dprintf(log, "too few files may be open; raise ulimit -n\n");
        _exit(127);
    }
    environment_release(&environment);
    close(ends[1]);
    process->socket = ends[0];
    if (process->pid > 0) {
        setpgid(process->pid, process->pid); /* the worker does the same; either may be first */
        return 0;
    }
    int reason = errno;
    process->pid = 0;
    process_end(process);
    return err_set(err, ERR_FAILED, "cannot start a worker: %s", strerror(reason));
}

/* --- ending --- */

/* Kills its group too: a library may have started processes of its own. */
static void kill_group(pid_t pid) {
    kill(-pid, SIGKILL);
}

void process_end(struct process *process) {
    if (!process->is_busy || process->launches) {
        /* When told that there are no more requests, a worker lets its action end what it began, or
         * ends its command or the launcher of its ranks, which may answer a request first, and may
         * have to be killed. */
        int patience = process->launches ? 3000 : 1000; /* milliseconds */
        struct pollfd closed = {.fd = process->socket};
        if (process->pid > 0 && shutdown(process->socket, SHUT_WR) == 0) {
            kill(-process->pid, SIGCONT);
            poll(&closed, 1, patience);
        }
    }
    if (process->socket >= 0)
        close(process->socket);
    if (process->pid > 0) {
        kill_group(process->pid);
        child_end(process->pid, 0);
    }
    if (process->log >= 0)
        close(process->log);
    *process = (struct process){.socket = -1, .log = -1};
}

/* Whether the user wants to stop. A signal to all processes may reach the worker first, so wait a
 * moment. */
static int is_stopping(int status, const volatile sig_atomic_t *stop) {
    enum { GRACE = 20 }; /* hundredths of a second */
    sigset_t set = ending_signals_set(ENDING_SIGNALS);
    int is_ending = WIFSIGNALED(status) && sigismember(&set, WTERMSIG(status));
    for (int i = 0; is_ending && stop && !*stop && i < GRACE; i++)
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    return stop && *stop;
}

/* Puts the end of what the worker printed into TEXT, where a NUL would hide the rest. */
static void read_log(int log, char *text, size_t size) {
    off_t length = lseek(log, 0, SEEK_END), most = (off_t)size - 1;
    ssize_t got = length > 0 ? pread(log, text, size - 1, length > most ? length - most : 0) : 0;
    text[got > 0 ? got : 0] = '\0';
    for (ssize_t i = 0; i < got; i++)
        if (!text[i])
            text[i] = '?';
}

/* The worker has closed its end, so it should be gone in a moment. Reports what it died of. */
static int tell_death(struct process *process, const volatile sig_atomic_t *stop,
                      enum cell_status *fate, struct err *err) {
    enum { PATIENCE = 2000 };    /* milliseconds */
    static char output[1 << 16]; /* the stacks of all goroutines fit */
    char words[400];
    int status = child_end(process->pid, PATIENCE);
    kill_group(process->pid);
    process->pid = 0;
    read_log(process->log, output, sizeof output);
    last_words(output, words, sizeof words);
    process_end(process);
    if (is_stopping(status, stop))
        return err_set(err, ERR_INTERRUPTED, "interrupted");
    const char *colon = words[0] ? ": " : "";
    if (WIFSIGNALED(status)) {
        *fate = CELL_CRASHED;
        return err_set(err, ERR_FAILED, "crashed with signal %d (%s)%s%s", WTERMSIG(status),
                       strsignal(WTERMSIG(status)), colon, words);
    }
    *fate = CELL_EXITED;
    return err_set(err, ERR_FAILED, "ended the process with status %d%s%s", WEXITSTATUS(status),
                   colon, words);
}

/* --- asking --- */

/* Idle threads often wait in a busy loop, for up to a whole batch after their turn; a runtime's
 * compile and collect garbage. */
static void set_running(const struct process *process, const struct process_conditions *conditions,
                        int is_running) {
    if (process->pid > 0 && (conditions->threads > 1 || conditions->has_programs))
        kill(-process->pid, is_running ? SIGCONT : SIGSTOP);
}

static int ask(struct process *process, const struct process_conditions *conditions,
               const struct question *question, enum cell_status *fate, struct err *err) {
    static struct message message; /* shared by all workers: only one is asked at a time */
    const struct message_wait wait = {WIRE_MOST, question->limit, conditions->stop};
    process->is_busy = 1;
    message_clear(&message);
    message_put_number(&message, question->kind);
    message_put(&message, question->request, question->request_bytes);
    int failure = message_send(process->socket, &message, &wait);
    if (!failure)
        failure = message_receive(process->socket, &message, &wait);
    if (!failure) {
        struct wire_failed failed;
        uint64_t kind = message_take_number(&message);
        size_t length = message_left(&message);
        process->is_busy = 0;
        if (kind == WIRE_FAILED && length == sizeof failed) {
            message_take(&message, &failed, sizeof failed);
            *fate = (enum cell_status)failed.fate;
            return err_set(err, failed.lacks ? ERR_ABSENT : ERR_FAILED, "%.*s",
                           (int)sizeof failed.message, failed.message);
        }
        if (kind != question->kind || length != question->reply_bytes) {
            process_end(process);
            return err_set(err, ERR_FAILED, "the worker talks nonsense");
        }
        message_take(&message, question->reply, length);
        /* What a worker printed before it answered does not matter, and must not pile up. */
        int status = ftruncate(process->log, 0);
        (void)status;
        return 0;
    }
    if (failure == EPIPE)
        return tell_death(process, conditions->stop, fate, err);
    process_end(process);
    if (failure == EINTR)
        return err_set(err, ERR_INTERRUPTED, "interrupted");
    if (failure != ETIMEDOUT)
        return err_set(err, ERR_FAILED, "cannot talk to its worker: %s", strerror(failure));
    *fate = CELL_HUNG;
    return err_set(err, ERR_FAILED, "gave no answer within %.3g s; --timeout gives it longer",
                   question->limit);
}

int process_ask(struct process *process, const struct process_conditions *conditions,
                const struct question *question, enum cell_status *fate, struct err *err) {
    *fate = CELL_FAILED;
    if (process->pid <= 0)
        return err_set(err, ERR_FAILED, "its worker does not run");
    set_running(process, conditions, 1);
    int status = ask(process, conditions, question, fate, err);
    set_running(process, conditions, 0);
    return status;
}
