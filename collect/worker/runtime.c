/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/worker/runtime.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "collect/harness/clock.h"
#include "collect/harness/number.h"
#include "collect/worker/identify.h"
#include "collect/worker/java.h"
#include "collect/worker/plugin.h"
#include "collect/worker/runtime_process.h"
#include "formats/text/decimal.h"
#include "formats/text/shell_words.h"
#include "formats/text/unicode.h"

enum { VERSION = 1, REQUEST_SIZE = 1024 }; /* of the protocol; bytes */

/* The program of this process. */
static struct {
    struct shell_words words;
    const char *path;
    const struct bench_action *action; /* the C one */
    struct bench_action own;
    char type;
    int may_draw;          /* its set-up says that calls can get other numbers */
    char answered_to[128]; /* the runtime's name */
} own;

/* --- environment --- */

/* The variables in which runtimes look for what a program uses: lists of directories. */
static const char *const paths_of_runtimes[] = {"PYTHONPATH", "CLASSPATH", "NODE_PATH",
                                                "OCTAVE_PATH"};

/* Writes the directory of our helpers, ../../share/benchmat relative to this program. */
static void find_helpers(char directory[PATH_MAX]) {
    char self[PATH_MAX], relative[PATH_MAX + 32];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    directory[0] = '\0';
    if (length <= 0)
        return;
    self[length] = '\0';
    *strrchr(self, '/') = '\0';
    snprintf(relative, sizeof relative, "%s/../../share/benchmat", self);
    if (!realpath(relative, directory))
        directory[0] = '\0';
}

/* The program's own directory comes first, so that a helper that lies there is used. */
static void set_environment(void) {
    char helpers[PATH_MAX];
    const char *slash = strrchr(own.path, '/');
    find_helpers(helpers);
    setenv("BENCHMAT", helpers, 1);
    for (size_t i = 0; i < sizeof paths_of_runtimes / sizeof *paths_of_runtimes; i++) {
        static char text[4 * PATH_MAX];
        const char *before = getenv(paths_of_runtimes[i]);
        snprintf(text, sizeof text, "%.*s:%s%s%s", (int)(slash - own.path), own.path, helpers,
                 before && *before ? ":" : "", before ? before : "");
        setenv(paths_of_runtimes[i], text, 1);
    }
}

/* Returns what is behind "error " in LINE, or NULL. */
static const char *error_in(const char *line) {
    static const char word[] = "error";
    size_t length = sizeof word - 1;
    if (strncmp(line, word, length) != 0 || (line[length] && line[length] != ' '))
        return NULL;
    return line[length] && line[length + 1] ? line + length + 1 : "without a reason";
}

static int tell_error(const char *text, struct err *err) {
    char clean[300];
    snprintf(clean, sizeof clean, "%s", text);
    utf8_clean(clean, '?');
    return err_set(err, ERR_FAILED, "%s", clean);
}

/* Sends REQUEST, which ends with a newline, and takes the answer. It must begin with WORD, behind
 * which *REST points. */
static int ask(const char *request, const char *word, char **rest, struct err *err) {
    size_t length = strlen(word);
    char *line;
    *rest = NULL;
    int status = runtime_send(request, err);
    if (status == 0)
        status = runtime_take_line(&line, err);
    if (status)
        return status;
    const char *error = error_in(line);
    if (error)
        return tell_error(error, err);
    if (strncmp(line, word, length) != 0 || (line[length] && line[length] != ' '))
        return runtime_distrust(err, "answers \"%.60s\" to \"%.*s\", where \"%s\" is due", line,
                                (int)strcspn(request, "\n"), request, word);
    *rest = line[length] ? line + length + 1 : line + length;
    return 0;
}

/* --- the first exchanges --- */

static int greet(struct err *err) {
    char request[REQUEST_SIZE], *rest, *end;
    snprintf(request, sizeof request, "hello %d\n", VERSION);
    int status = ask(request, "hello", &rest, err);
    if (status)
        return status;
    long version = strtol(rest, &end, 10);
    if (end == rest || (*end && *end != ' '))
        return runtime_distrust(err, "answers \"hello %.60s\", without a version of the protocol",
                                rest);
    if (version != VERSION)
        return runtime_distrust(err, "speaks version %ld of the protocol, and this is version %d",
                                version, VERSION);
    snprintf(own.answered_to, sizeof own.answered_to, "%s", *end ? end + 1 : "");
    utf8_clean(own.answered_to, '?');
    return 0;
}

/* Asks whether the program can do the action. */
static int ask_for_action(struct err *err) {
    char request[REQUEST_SIZE], *types;
    snprintf(request, sizeof request, "describe %s\n", own.action->name);
    int status = ask(request, "describe", &types, err);
    if (status)
        return status;
    if (!*types)
        return err_set(err, ERR_FAILED, "it does not know %s", own.action->name);
    return strchr(types, own.type)
               ? 0
               : err_set(err, ERR_FAILED, "it does %s only for %.20s, not for %c", own.action->name,
                         types, own.type);
}

static int begin_program(struct err *err) {
    int status = runtime_process_start(own.words.items, err);
    if (status == 0)
        status = greet(err);
    if (status == 0)
        status = ask_for_action(err);
    return status;
}

/* --- the action --- */

static void fail(struct workspace *workspace, const struct err *err) {
    report_fail(&workspace->report, CELL_FAILED, err->message);
}

/* Has the program make the inputs of SEED, and others for each call if they are to be drawn. */
static int set_up(struct workspace *workspace, uint64_t seed, int is_drawn, struct err *err) {
    const struct bench *bench = &workspace->bench;
    char request[REQUEST_SIZE], *rest;
    size_t used = (size_t)snprintf(request, sizeof request, "setup %" PRId64 " %" PRIu64 " %c",
                                   bench->size, seed, bench->type);
    for (size_t i = 0; i < plugin_count_parameters(own.action); i++)
        used += (size_t)snprintf(request + used, sizeof request - used, " %s=%s",
                                 own.action->parameters[i].name,
                                 digits_shortest(bench->parameters[i]).text);
    snprintf(request + used, sizeof request - used, "%s\n", is_drawn ? " fresh" : "");
    int status = runtime_process_is_there() ? 0 : begin_program(err);
    if (status == 0)
        status = ask(request, "ready", &rest, err);
    own.may_draw = status == 0 && strcmp(rest, "fresh") == 0;
    return status;
}

static int setup(struct bench *bench) {
    struct workspace *workspace = (struct workspace *)bench;
    workspace->is_remote = 1;
    workspace->is_drawn_there = 0;
    return own.action->setup(bench);
}

/* Finds out whether each call can get other numbers, where the C action's could. */
static int begin_round(struct bench *bench) {
    struct workspace *workspace = (struct workspace *)bench;
    struct err err;
    workspace->is_drawn_there = !own.action->begin_batch;
    if (!workspace_may_be_fresh(workspace))
        return 0;
    int status = set_up(workspace, 0, 0, &err);
    workspace->is_drawn_there = own.may_draw;
    if (status)
        fail(workspace, &err);
    return status;
}

static void initialize(struct bench *bench, uint64_t seed) {
    struct workspace *workspace = (struct workspace *)bench;
    struct err err;
    if (own.action->initialize)
        own.action->initialize(bench, seed);
    else
        workspace_fill(workspace);
    if (set_up(workspace, seed, workspace->is_fresh && workspace_may_be_fresh(workspace), &err))
        fail(workspace, &err);
}

/* Reads the seconds of an answer. CALLS took at most PASSED seconds by our clock. */
static int read_seconds(const char *text, int64_t calls, double passed, double *seconds,
                        struct err *err) {
    /* Clocks may tick in microseconds, and be steered apart by half a thousandth (adjtimex(2)). */
    const double tick = 2e-6, drift = 1e-3;
    /* No call is shorter than part of a cycle; and no tick is that long. */
    const double shortest_call = 1e-10, longest_nothing = 1;
    if (!decimal_read(text, strlen(text), seconds) || !isfinite(*seconds))
        return runtime_distrust(
            err, "says that %" PRId64 " calls took \"%.40s\", which is not a time", calls, text);
    if (*seconds < 0)
        return runtime_distrust(err, "says that %" PRId64 " calls took %.3g s, which is negative",
                                calls, *seconds);
    if (*seconds > passed * (1 + drift) + tick)
        return runtime_distrust(err,
                                "says that %" PRId64 " calls took %.3g s, but only %.3g s passed",
                                calls, *seconds, passed);
    if (*seconds + tick < shortest_call * (double)calls)
        return runtime_distrust(err,
                                "says that %" PRId64 " calls took %.3g s, which nothing can be; "
                                "are they left out, perhaps by an optimiser?",
                                calls, *seconds);
    if (*seconds == 0 && passed > longest_nothing)
        return runtime_distrust(err, "says that %" PRId64 " calls took no time, but %.3g s passed",
                                calls, passed);
    return 0;
}

static void calculate(struct bench *bench, int64_t calls) {
    struct workspace *workspace = (struct workspace *)bench;
    char request[REQUEST_SIZE], *rest;
    double seconds;
    struct err err;
    if (!runtime_process_is_there()) /* it has failed before, which the report says */
        return;
    snprintf(request, sizeof request, "run %" PRId64 "\n", calls);
    struct instant began = clock_now();
    int status = ask(request, "seconds", &rest, &err);
    double passed = clock_seconds(began, clock_now());
    if (status == 0)
        status = read_seconds(rest, calls, passed, &seconds, &err);
    if (status)
        fail(workspace, &err);
    else
        report_set_seconds(&workspace->report, seconds);
}

int runtime_start(const char *words, const char *path, const struct bench_action *action, char type,
                  const struct bench_action **remote, struct facts *facts, struct err *err) {
    own.path = path;
    own.action = action;
    own.type = type;
    int status = shell_words_split(&own.words, words, err);
    if (status)
        return err_set(err, ERR_FAILED, "its command is not whole");
    set_environment();
    java_compile(&own.words, own.path);
    status = begin_program(err);
    if (status)
        return status;
    facts_set_text(facts, "runtime", own.answered_to[0] ? own.answered_to : NULL);
    identify_file(path, "file", facts);
    /* What the C code does around its calls concerns nobody. */
    own.own = *action;
    own.own.begin_batch = NULL;
    own.own.end_round = own.own.end_batch = NULL;
    own.own.setup = setup;
    own.own.begin_round = begin_round;
    own.own.initialize = initialize;
    own.own.calculate = calculate;
    *remote = &own.own;
    return 0;
}

int runtime_is_there(void) {
    return own.action != NULL;
}

/* --- outputs --- */

static int read_real(const char *text, double *value) {
    const char *digits = text + (*text == '-' || *text == '+');
    if (strcasecmp(digits, "nan") == 0) {
        *value = NAN;
        return 1;
    }
    return decimal_read(text, strlen(text), value);
}

static int read_whole(const char *text, int64_t *value) {
    char *end;
    errno = 0;
    *value = strtoll(text, &end, 10);
    return errno == 0 && end > text && *end == '\0';
}

/* Puts TEXT into part I of the numbers at ARRAY, of TYPE. Returns whether it is such a number. */
static int put_number(const char *text, char type, void *array, size_t i) {
    double real;
    int64_t whole;
    if (type == 'l')
        return read_whole(text, &((int64_t *)array)[i]);
    if (type == 'i') {
        int fits = read_whole(text, &whole) && whole >= INT32_MIN && whole <= INT32_MAX;
        ((int32_t *)array)[i] = fits ? (int32_t)whole : 0;
        return fits;
    }
    if (!read_real(text, &real))
        return 0;
    if (type == 's' || type == 'c')
        ((float *)array)[i] = (float)real;
    else
        ((double *)array)[i] = real;
    return 1;
}

/* Takes the line "output COUNT NUMBER..." for OUTPUT, whose numbers go to ARRAY. */
static int take_output(const struct workspace_output *output, void *array, struct err *err) {
    size_t count = (size_t)output->count * number_parts(output->type), i = 0;
    struct runtime_word word;
    int64_t given = -1;
    char *line;
    int status = runtime_take_word(&word, err);
    if (status)
        return status;
    if (strcmp(word.text, "error") == 0) {
        status = word.ends_line ? 0 : runtime_take_line(&line, err);
        return status ? status : tell_error(word.ends_line ? "without a reason" : line, err);
    }
    if (strcmp(word.text, "output") != 0 || word.ends_line)
        return runtime_distrust(err, "answers \"%.60s\" where \"output\" is due", word.text);
    status = runtime_take_word(&word, err);
    if (status)
        return status;
    if (!read_whole(word.text, &given) || given != (int64_t)count)
        return runtime_distrust(err, "%s has %.40s numbers where %zu are due", output->name,
                                word.text, count);
    for (; i < count && !word.ends_line; i++) {
        status = runtime_take_word(&word, err);
        if (status)
            return status;
        if (!put_number(word.text, output->type, array, i))
            return runtime_distrust(err, "%s has \"%.40s\" for a number", output->name, word.text);
    }
    if (i < count || !word.ends_line)
        return runtime_distrust(err, "%s has %s numbers than it says, %zu", output->name,
                                i < count ? "fewer" : "more", count);
    return 0;
}

int runtime_take_outputs(struct workspace *workspace, struct err *err) {
    int status = 0;
    for (size_t i = 0; status == 0 && i < workspace->output_count; i++) {
        const struct workspace_output *output = &workspace->outputs[i];
        char request[REQUEST_SIZE];
        snprintf(request, sizeof request, "output %zu\n", i + 1);
        status = runtime_send(request, err);
        if (status == 0)
            status = take_output(output, workspace->arena + output->offset, err);
    }
    return status;
}
