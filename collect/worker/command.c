/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/command.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nettle/sha2.h>

#include "collect/harness/number.h"
#include "collect/harness/workspace.h"
#include "collect/libraries/program.h"
#include "collect/worker/launch.h"
#include "formats/files/link.h"
#include "formats/text/shell_words.h"
#include "formats/text/unicode.h"

/* The seconds that a run or a hook may take without a --timeout. */
#define USUAL_LIMIT 3600.0

enum { DIGEST_NUMBERS = SHA256_DIGEST_SIZE / sizeof(int64_t) };

/* The command of this process. */
static struct {
    const struct wire_command *load;
    struct commands_texts texts;
    struct placeholder placeholders[COMMANDS_MAX_PLACEHOLDERS];
    size_t placeholder_count;
    int nothing; /* /dev/null */
    int keeps_answer, prints_to_null;
    double read_delay; /* of the latest run */
    struct wire_left left;
} own = {.nothing = -1};

/* --- a command that can be launched --- */

struct runnable {
    struct shell_words words;
    char *path;
};

static void runnable_release(struct runnable *runnable) {
    shell_words_release(&runnable->words);
    free(runnable->path);
    *runnable = (struct runnable){0};
}

/* Fills the placeholders of each word by itself, so that no value is split. */
static int fill_words(struct shell_words *words) {
    for (size_t i = 0; i < words->count; i++) {
        char *filled = placeholders_fill(words->items[i], own.placeholders, own.placeholder_count);
        if (!filled)
            return -1;
        free(words->items[i]);
        words->items[i] = filled;
    }
    return 0;
}

/* The caller must call runnable_release in any case. */
static int make_runnable(struct runnable *runnable, const char *text, struct err *err) {
    char *const shell[] = {(char *)(uintptr_t)own.texts.shell, (char[]){"-c"},
                           (char *)(uintptr_t)text, NULL};
    *runnable = (struct runnable){0};
    char *joined = own.texts.shell ? shell_words_join(shell) : NULL;
    int status = shell_words_split(&runnable->words, joined ? joined : text, err);
    free(joined);
    if (status == 0 && fill_words(&runnable->words))
        status = err_set(err, ERR_FAILED, "no memory for a command");
    if (status)
        return status;
    runnable->path = program_find(runnable->words.items[0]);
    return runnable->path ? 0
                          : err_set(err, ERR_FAILED, "no program \"%.200s\" in PATH",
                                    runnable->words.items[0]);
}

/* --- what it prints --- */

/* The first line of a text that comes in parts. */
struct first_line {
    char text[160];
    size_t length;
    int is_whole;
};

static void take_line(void *context, const char *bytes, size_t count) {
    struct first_line *line = context;
    for (size_t i = 0; i < count && !line->is_whole; i++) {
        if (bytes[i] == '\n' || line->length + 1 == sizeof line->text)
            line->is_whole = line->length > 0;
        else
            line->text[line->length++] = bytes[i];
    }
}

static void take_digest(void *context, const char *bytes, size_t count) {
    sha256_update(context, count, (const uint8_t *)bytes);
}

/* Nothing, in which there is nothing to compare, is as if nobody had written NUMBERS. */
static void finish_digest(struct sha256_ctx *hash, void *numbers) {
    uint8_t digest[SHA256_DIGEST_SIZE], of_nothing[SHA256_DIGEST_SIZE];
    struct sha256_ctx nothing;
    sha256_init(&nothing);
    sha256_digest(&nothing, sizeof of_nothing, of_nothing);
    sha256_digest(hash, sizeof digest, digest);
    memcpy(numbers, digest, sizeof digest);
    if (memcmp(digest, of_nothing, sizeof digest) == 0)
        number_unwrite(numbers, sizeof digest);
}

/* --- judging a run --- */

/* Writes what went wrong to WHY and returns its fate; CELL_OK: nothing. IGNORES_FAILURE: an exit
 * status other than 0 is nothing, nor is what was left running. LINE is the first line of its
 * errors. */
static enum cell_status judge(const struct launched *launched, double limit, int ignores_failure,
                              const char *line, char *why, size_t size) {
    const char *colon = *line ? ": " : "";
    int status = launched->status;
    if (launched->end == LAUNCH_TIMED_OUT || launched->end == LAUNCH_ABANDONED) {
        snprintf(why, size, "did not end within %.3g s", limit);
        return CELL_HUNG;
    }
    if (WIFSIGNALED(status)) {
        snprintf(why, size, "died of signal %d (%s)%s%s", WTERMSIG(status),
                 strsignal(WTERMSIG(status)), colon, line);
        return CELL_CRASHED;
    }
    if (WEXITSTATUS(status) && !ignores_failure) {
        snprintf(why, size, "exit status %d%s%s", WEXITSTATUS(status), colon, line);
        return CELL_EXITED;
    }
    if (launched->end == LAUNCH_LEFT_OVER && !ignores_failure) {
        snprintf(why, size,
                 "left a process running (%s), which was ended; measure it in the foreground",
                 launched->left.name);
        return CELL_FAILED;
    }
    return CELL_OK;
}

/* --- running --- */

static double time_limit(void) {
    return own.load->timeout > 0 ? own.load->timeout : USUAL_LIMIT;
}

/* What one run prints, where to, and what of it is wanted. */
struct answer {
    enum commands_output to;
    char *path; /* of a file that it prints to */
    int keeps_output, keeps_errors;
    struct sha256_ctx output;
    struct first_line errors;
    int pipes[2][2]; /* of output and errors; -1: none */
    int hook_errors; /* a file for them in the place of a pipe, which a server would outlive; 0:
                        none */
    int file;        /* -1: none */
    double bytes;    /* of output; NaN: nobody counted */
};

static int open_pipes(struct answer *answer, struct launch *launch) {
    int has_pipe = answer->to == COMMANDS_PIPE;
    sha256_init(&answer->output);
    if ((has_pipe && launch_pipe(answer->pipes[0]) != 0) ||
        (answer->keeps_errors && launch_pipe(answer->pipes[1]) != 0))
        return -1;
    if (has_pipe)
        launch->descriptors[1] = answer->pipes[0][1];
    if (answer->keeps_errors)
        launch->descriptors[2] = answer->pipes[1][1];
    launch->readers[0] = (struct launch_reader){
        answer->pipes[0][0], answer->keeps_output ? take_digest : NULL, &answer->output};
    launch->readers[1] = (struct launch_reader){answer->pipes[1][0], take_line, &answer->errors};
    return 0;
}

/* Opens and empties the file that a run prints to, which must not be its INPUT. */
static int open_file(struct answer *answer, int input, struct err *err) {
    struct stat file, other;
    int is_there = stat(answer->path, &file) == 0;
    if (is_there && !S_ISREG(file.st_mode))
        return err_set(err, ERR_FAILED, "--stdout %.200s: it is not a file", answer->path);
    if (is_there && fstat(input, &other) == 0 && file.st_dev == other.st_dev &&
        file.st_ino == other.st_ino)
        return err_set(err, ERR_FAILED, "--stdout %.200s: it is what --input reads", answer->path);
    if (link_is_strange(answer->path))
        return err_set(err, ERR_FAILED,
                       "--stdout %.200s: a symbolic link of another user, which is not followed",
                       answer->path);
    answer->file = open(answer->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return answer->file < 0
               ? err_set(err, ERR_FAILED, "--stdout %.200s: %s", answer->path, strerror(errno))
               : 0;
}

static int open_answer(struct answer *answer, struct launch *launch, struct err *err) {
    for (int i = 0; i < 2; i++)
        answer->pipes[i][0] = answer->pipes[i][1] = -1;
    answer->file = -1;
    answer->bytes = NAN;
    if (answer->to == COMMANDS_FILE) {
        int status = open_file(answer, launch->descriptors[0], err);
        if (status)
            return status;
        launch->descriptors[1] = answer->file;
    }
    return open_pipes(answer, launch) == 0
               ? 0
               : err_set(err, ERR_FAILED, "no pipe: %s", strerror(errno));
}

static void close_answer(struct answer *answer) {
    for (int i = 0; i < 4; i++)
        if (answer->pipes[i / 2][i % 2] >= 0)
            close(answer->pipes[i / 2][i % 2]);
    if (answer->file >= 0)
        close(answer->file);
}

/* How much the run has printed, after it. */
static double count_output(const struct answer *answer, const struct launched *launched) {
    struct stat file;
    if (answer->to == COMMANDS_FILE)
        return fstat(answer->file, &file) == 0 ? (double)file.st_size : NAN;
    return answer->to == COMMANDS_PIPE ? (double)launched->printed[0] : NAN;
}

/* Opens the file that TEXT, which may have placeholders, names; NULL: nothing. A pipe in its place
 * would wait for a writer. */
static int open_input(const char *text, struct err *err) {
    struct stat status;
    if (!text)
        return own.nothing;
    char *path = placeholders_fill(text, own.placeholders, own.placeholder_count);
    int file = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    if (file < 0)
        err_set(err, ERR_FAILED, "--input %.200s: %s", path ? path : text, strerror(errno));
    else if (fstat(file, &status) != 0 || !(S_ISREG(status.st_mode) || S_ISCHR(status.st_mode))) {
        err_set(err, ERR_FAILED, "--input %.200s: only a file can be read again by every run",
                path);
        close(file);
        file = -1;
    } else
        fcntl(file, F_SETFL, 0);
    free(path);
    return file;
}

/* Runs RUNNABLE once, with the file INPUT_TEXT to read, or NULL for nothing. ERR_FAILED: it cannot
 * be run. */
static int run(const struct runnable *runnable, const char *input_text, struct answer *answer,
               struct launched *launched, struct err *err) {
    struct launch launch = {.path = runnable->path,
                            .arguments = runnable->words.items,
                            .descriptors = {-1, own.nothing, own.nothing},
                            .cpus = own.load->is_free ? &own.load->cpus : NULL,
                            .limit = time_limit(),
                            .socket = WIRE_SOCKET,
                            .keeps = answer->hook_errors > 0,
                            .readers = {{.fd = -1}, {.fd = -1}}};
    int input = open_input(input_text, err);
    if (input < 0)
        return ERR_FAILED;
    launch.descriptors[0] = input;
    if (answer->hook_errors > 0)
        launch.descriptors[2] = answer->hook_errors;
    int status = open_answer(answer, &launch, err);
    if (status == 0)
        status = launch_run(&launch, launched, err);
    if (status == 0)
        answer->bytes = count_output(answer, launched);
    close_answer(answer);
    if (input != own.nothing)
        close(input);
    return status;
}

/* --- hooks --- */

/* Runs a hook, if there is one. It may leave a server running. */
static int run_hook(enum commands_hook hook, struct err *err) {
    struct runnable runnable;
    struct launched launched;
    struct answer answer = {.to = COMMANDS_NULL, .hook_errors = -1};
    char why[200] = "", errors[sizeof answer.errors.text];
    if (!own.texts.hooks[hook])
        return 0;
    int status = make_runnable(&runnable, own.texts.hooks[hook], err);
    if (status == 0 && (answer.hook_errors = memfd_create("errors", MFD_CLOEXEC)) < 0)
        status = err_set(err, ERR_FAILED, "no file for its errors: %s", strerror(errno));
    if (status == 0)
        status = run(&runnable, NULL, &answer, &launched, err);
    if (status == 0) {
        ssize_t count = pread(answer.hook_errors, errors, sizeof errors, 0);
        take_line(&answer.errors, errors, count > 0 ? (size_t)count : 0);
    }
    if (status == 0 && judge(&launched, time_limit(), 0, answer.errors.text, why, sizeof why))
        status = err_set(err, ERR_FAILED, "%s", why);
    if (answer.hook_errors >= 0)
        close(answer.hook_errors);
    runnable_release(&runnable);
    return status ? err_prefix(err, status, "--%s", commands_hook_name(hook)) : 0;
}

static void set_point(const double *parameters, int64_t size) {
    own.placeholders[COMMANDS_SIZE].value = (double)size;
    for (size_t i = 0; i < own.load->parameter_count; i++)
        own.placeholders[COMMANDS_USUAL + i].value = parameters[i];
}

int command_run_hook(enum commands_hook hook, const struct design_point *design_point,
                     struct err *err) {
    set_point(design_point->parameters, design_point->size);
    return run_hook(hook, err);
}

/* --- the action --- */

struct state {
    void *output, *file; /* digests; NULL if it is not compared */
};

static int setup(struct bench *bench) {
    struct state *state = bench->state;
    if (own.load->checks_output) {
        state->output = bench_memory(bench, DIGEST_NUMBERS, sizeof(int64_t));
        bench_output_of(bench, "standard output", state->output, DIGEST_NUMBERS, 'l');
    }
    if (own.texts.checked_file) {
        state->file = bench_memory(bench, DIGEST_NUMBERS, sizeof(int64_t));
        bench_output_of(bench, own.texts.checked_file, state->file, DIGEST_NUMBERS, 'l');
    }
    return 0;
}

static void initialize(struct bench *bench, uint64_t seed) {
    set_point(bench->parameters, bench->size);
    own.placeholders[COMMANDS_SEED].value = (double)seed;
}

/* The file that is compared: its state before a run tells whether that wrote it. */
struct checked {
    char *path;
    struct stat before;
};

static int is_written(const struct checked *checked) {
    struct stat now;
    return stat(checked->path, &now) == 0 &&
           (now.st_mtim.tv_sec != checked->before.st_mtim.tv_sec ||
            now.st_mtim.tv_nsec != checked->before.st_mtim.tv_nsec ||
            now.st_ino != checked->before.st_ino || now.st_size != checked->before.st_size);
}

static int digest_file(const char *path, void *numbers, struct err *err) {
    struct sha256_ctx hash;
    static char bytes[65536];
    FILE *file = fopen(path, "rb");
    sha256_init(&hash);
    for (size_t count; file && (count = fread(bytes, 1, sizeof bytes, file));)
        take_digest(&hash, bytes, count);
    int failed = !file || ferror(file);
    int reason = errno;
    if (file)
        fclose(file);
    if (failed)
        return err_set(err, ERR_FAILED, "%.200s: %s", path, strerror(reason));
    finish_digest(&hash, numbers);
    return 0;
}

static int digest_checked(const struct checked *checked, void *numbers, struct err *err) {
    return is_written(checked) ? digest_file(checked->path, numbers, err)
                               : err_set(err, ERR_FAILED, "did not write %.200s", checked->path);
}

static int digest_output(struct answer *answer, void *numbers, struct err *err) {
    if (answer->to == COMMANDS_FILE)
        return digest_file(answer->path, numbers, err);
    finish_digest(&answer->output, numbers);
    return 0;
}

static void report_usage(struct report *report, const struct launched *launched,
                         double output_bytes) {
    const struct rusage *used = &launched->usage;
    union reported *told = &report->used;
    reported_clear(told);
    told->user_seconds = (double)used->ru_utime.tv_sec + 1e-6 * (double)used->ru_utime.tv_usec;
    told->system_seconds = (double)used->ru_stime.tv_sec + 1e-6 * (double)used->ru_stime.tv_usec;
    told->max_memory = 1024 * (double)used->ru_maxrss;
    told->minor_faults = (double)used->ru_minflt;
    told->major_faults = (double)used->ru_majflt;
    told->voluntary_switches = (double)used->ru_nvcsw;
    told->involuntary_switches = (double)used->ru_nivcsw;
    told->exit_status = WEXITSTATUS(launched->status);
    told->output_bytes = output_bytes;
    report->has_used = 1;
}

/* Runs the command between its hooks and reports its time. Returns its fate; ERR has the reason. */
static enum cell_status run_once(struct workspace *workspace, const struct runnable *runnable,
                                 struct err *err) {
    const struct state *state = workspace->bench.state;
    struct answer answer = {.to = own.prints_to_null ? COMMANDS_NULL
                                                     : commands_output_of(own.texts.output),
                            .keeps_output = own.keeps_answer && own.load->checks_output,
                            .keeps_errors = own.keeps_answer};
    struct launched launched;
    struct checked checked = {0};
    char why[240] = "";
    if (run_hook(COMMANDS_PREPARE, err))
        return CELL_FAILED;
    if (own.keeps_answer && own.texts.checked_file) {
        checked.path =
            placeholders_fill(own.texts.checked_file, own.placeholders, own.placeholder_count);
        if (!checked.path || stat(checked.path, &checked.before) != 0)
            checked.before = (struct stat){0};
    }
    if (answer.to == COMMANDS_FILE)
        answer.path = placeholders_fill(own.texts.output, own.placeholders, own.placeholder_count);
    enum cell_status fate = CELL_FAILED;
    if (run(runnable, own.texts.input, &answer, &launched, err) == 0) {
        fate = judge(&launched, time_limit(), own.load->ignores_failure, answer.errors.text, why,
                     sizeof why);
        err_set(err, ERR_FAILED, "%s", why);
    }
    if (fate == CELL_OK) {
        bench_set_seconds(&workspace->bench, launched.seconds);
        report_usage(&workspace->report, &launched, answer.bytes);
        wire_left_add(&own.left, &launched.left);
        own.read_delay = launched.read_delay;
        if ((answer.keeps_output && digest_output(&answer, state->output, err)) ||
            (checked.path && digest_checked(&checked, state->file, err)))
            fate = CELL_FAILED;
    }
    free(checked.path);
    free(answer.path);
    if (fate == CELL_OK && run_hook(COMMANDS_CONCLUDE, err))
        fate = CELL_FAILED;
    return fate;
}

static void calculate(struct bench *bench, int64_t calls) {
    struct workspace *workspace = (struct workspace *)bench;
    struct runnable runnable;
    struct err err;
    if (make_runnable(&runnable, own.texts.command, &err))
        report_fail(&workspace->report, CELL_FAILED, err.message);
    for (int64_t c = 0; c < calls && !workspace->report.failure[0]; c++) {
        enum cell_status fate = run_once(workspace, &runnable, &err);
        launch_end_kept();
        if (fate != CELL_OK) {
            utf8_clean(err.message, '?');
            report_fail(&workspace->report, fate, err.message);
        }
    }
    runnable_release(&runnable);
}

int command_action(const struct bench_action **action, const struct wire_command *load,
                   struct err *err) {
    static const struct bench_implementation implementations[] = {{COMMANDS_ACTION, NULL},
                                                                  {NULL, NULL}};
    static struct bench_parameter parameters[BENCH_MAX_PARAMETERS + 1];
    static const struct bench_action command = {
        BENCH_ACTION_HEAD,
        .name = COMMANDS_ACTION,
        .implementations = implementations,
        .parameters = parameters,
        .state_bytes = sizeof(struct state),
        .setup = setup,
        .initialize = initialize,
        .calculate = calculate,
    };
    own.load = load;
    own.nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (own.nothing < 0)
        return err_set(err, ERR_FAILED, "/dev/null: %s", strerror(errno));
    if (!commands_unpack(load, &own.texts))
        return err_set(err, ERR_FAILED, "its command did not arrive");
    own.placeholder_count = commands_placeholders(&own.texts, own.placeholders);
    own.placeholders[COMMANDS_ROUND].value = (double)load->round;
    own.placeholders[COMMANDS_THREADS].value = load->threads;
    for (size_t i = 0; i < load->parameter_count; i++)
        parameters[i] = (struct bench_parameter){own.texts.parameters[i], "", 0};
    launch_prepare();
    *action = &command;
    return 0;
}

void command_keep_answer(int is_kept) {
    own.keeps_answer = is_kept;
}

double command_read_delay(void) {
    return own.read_delay;
}

void command_print_to_null(int is_null) {
    own.prints_to_null = is_null;
}

struct wire_left command_take_left(void) {
    struct wire_left left = own.left;
    own.left = (struct wire_left){0};
    return left;
}
