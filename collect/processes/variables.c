/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/processes/variables.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/libraries/library_links.h"
#include "formats/text/unicode.h"

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

/* Takes VARIABLE, which is NULL if memory has run out. */
static int environment_append(struct variables *environment, char *variable) {
    char **all =
        variable ? reallocarray(environment->items, environment->count + 2, sizeof *all) : NULL;
    if (!all) {
        free(variable);
        return -1;
    }
    environment->items = all;
    all[environment->count++] = variable;
    all[environment->count] = NULL;
    return 0;
}

static int environment_add(struct variables *environment, const char *name, const char *value) {
    char *variable;
    return environment_append(environment,
                              asprintf(&variable, "%s=%s", name, value) < 0 ? NULL : variable);
}

/* The place of the variable NAME, of LENGTH bytes; NULL: it has none. */
static char **environment_find(const struct variables *environment, const char *name,
                               size_t length) {
    for (size_t i = 0; i < environment->count; i++)
        if (strncmp(environment->items[i], name, length) == 0 &&
            environment->items[i][length] == '=')
            return &environment->items[i];
    return NULL;
}

/* Adds VARIABLE, "NAME=VALUE", or puts it in the place of another value. */
static int environment_set(struct variables *environment, const char *variable) {
    char *copy = strdup(variable);
    char **place = environment_find(environment, variable, strcspn(variable, "="));
    if (!place || !copy)
        return environment_append(environment, copy);
    free(*place);
    *place = copy;
    return 0;
}

void variables_release(struct variables *environment) {
    for (size_t i = 0; i < environment->count; i++)
        free(environment->items[i]);
    free(environment->items);
}

/* Adds LD_LIBRARY_PATH. An empty part of this list would mean the working directory. */
static int add_library_path(struct variables *environment, const char *first) {
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
static int add_preload(struct variables *environment, const char *paths) {
    static const char name[] = "LD_PRELOAD";
    char **place = environment_find(environment, name, sizeof name - 1), *all;
    const char *others = place ? *place + sizeof name : "";
    if (asprintf(&all, "%s=%s%s%s", name, paths, *others ? ":" : "", others) < 0)
        return -1;
    int status = environment_set(environment, all);
    free(all);
    return status;
}

static int add_links_preload(struct variables *environment, const char *directory) {
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/%s", directory, LIBRARY_LINKS_PRELOAD);
    return add_preload(environment, path);
}

/* All of our own variables; but THREADS, unless 0, decides about threads. */
static int environment_copy(struct variables *environment, int threads) {
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
static int add_named(struct variables *environment, const char *const *names, size_t count) {
    int status = 0;
    for (char **variable = environ; *variable; variable++)
        for (size_t i = 0; i < count; i++)
            if (is_named(*variable, names[i])) {
                status |= environment_append(environment, strdup(*variable));
                break;
            }
    return status;
}

static int add_devices(struct variables *environment, const struct process_conditions *conditions) {
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
static int add_wanted(struct variables *environment, const struct process_conditions *conditions) {
    int status = 0;
    for (size_t i = 0; i < conditions->variable_count; i++)
        status |= environment_set(environment, conditions->variables[i]);
    if (conditions->preload)
        status |= add_preload(environment, conditions->preload);
    return status;
}

int variables_make(struct variables *environment, const struct process_conditions *conditions,
                   const char *directory) {
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

int variables_are_of_threads(const char *name) {
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

void variables_tell_ignored(const struct process_conditions *conditions, char *text, size_t size,
                            char *threads, size_t threads_size) {
    struct variables environment = {0};
    *text = *threads = '\0';
    if (variables_make(&environment, conditions, NULL) == 0)
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
    variables_release(&environment);
}

void variables_record(const struct process_conditions *conditions, struct facts *facts) {
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
