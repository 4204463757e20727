/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/live_chart.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/harness/clock.h"
#include "formats/processes/child.h"
#include "formats/text/seconds.h"
#include "formats/text/terminal.h"
#include "formats/text/unicode.h"

/* What a chart takes as long as none was drawn, in seconds. */
static const double usual = 0.1;

/* Whoever waits longer for a lock, or draws longer, is ended; in milliseconds. */
enum { PATIENCE = 60000 };

/* --- running bench-plot --- */

/* What it said, and how it ended; both texts are never NULL, and released by said_release. */
struct said {
    char *out, *err;
    int state;
};

static void said_release(struct said *said) {
    free(said->out);
    free(said->err);
    *said = (struct said){0};
}

/* The environment with COLUMNS, if there is a number of them; the caller frees the array alone. */
static char **environment_of(char columns[32], size_t count) {
    size_t own = 0, kept = 0;
    while (environ[own])
        own++;
    char **copy = calloc(own + 2, sizeof *copy);
    snprintf(columns, 32, "COLUMNS=%zu", count);
    for (size_t i = 0; copy && i < own; i++)
        if (!count || strncmp(environ[i], "COLUMNS=", strlen("COLUMNS=")) != 0)
            copy[kept++] = environ[i];
    if (copy && count)
        copy[kept] = columns;
    return copy;
}

/* Returns all that FD has; the caller frees it. */
static char *read_back(int fd) {
    char *text = NULL, part[4096];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ssize_t got;
    off_t at = 0;
    for (; out && (got = pread(fd, part, sizeof part, at)) > 0; at += got)
        fwrite(part, 1, (size_t)got, out);
    if (out)
        fclose(out);
    return text;
}

/* Both outputs go to memory, so that nobody has to read while the program runs. Returns 0 if it
 * could not be run. */
static int run_plot(char *const *words, size_t columns, struct said *said) {
    char variable[32];
    char **environment = environment_of(variable, columns);
    int out = memfd_create("chart", MFD_CLOEXEC), err = memfd_create("messages", MFD_CLOEXEC);
    pid_t pid;
    *said = (struct said){0};
    int ok = environment && out >= 0 && err >= 0 &&
             child_start(&pid, words, environment, -1, out, err) == 0;
    if (ok) {
        said->state = child_end(pid, PATIENCE);
        said->out = read_back(out);
        said->err = read_back(err);
        ok = said->out && said->err;
    }
    if (out >= 0)
        close(out);
    if (err >= 0)
        close(err);
    free(environment);
    if (!ok)
        said_release(said);
    return ok;
}

/* The first line of what it said, without its name. */
static const char *first_line(struct said *said) {
    static const char name[] = "bench-plot: ";
    said->err[strcspn(said->err, "\n")] = '\0';
    utf8_clean(said->err, '?');
    return strncmp(said->err, name, strlen(name)) == 0 ? said->err + strlen(name) : said->err;
}

static void tell_once(struct live_chart *chart, const char *why) {
    char line[700];
    if (!chart->has_failed) {
        snprintf(line, sizeof line, "--plot: %.600s (measuring goes on)", why);
        chart->console->observer.note(&chart->console->observer, NOTE_SKIPPED, line);
    }
    chart->has_failed = 1;
}

/* --- beginning --- */

/* It is installed beside this program. */
static int find_program(char path[PATH_MAX]) {
    static const char name[] = "/bench-plot";
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - sizeof name);
    if (length > 0) {
        path[length] = '\0';
        strcpy(strrchr(path, '/'), name);
    }
    if (length > 0 && access(path, X_OK) == 0)
        return 1;
    *path = '\0';
    return 0;
}

/* Whether files can be written where FILE is to be. */
static int check_directory(const char *file, struct err *err) {
    char directory[PATH_MAX];
    const char *slash = strrchr(file, '/');
    int length = slash ? slash == file ? 1 : (int)(slash - file) : 1;
    snprintf(directory, sizeof directory, "%.*s", length, slash ? file : ".");
    if (access(directory, W_OK | X_OK) == 0)
        return 0;
    return err_set(err, ERR_USAGE, "--plot=%.300s: nothing can be written into %.300s: %s", file,
                   directory, strerror(errno));
}

/* bench-plot looks at the names of files before it reads anything. */
static int check_file(struct live_chart *chart, struct err *err) {
    enum { USAGE = 64 };
    char input[] = "/dev/null", option[] = "-o";
    char *file = (char *)(uintptr_t)chart->file;
    char *words[] = {chart->program, input, option, file, NULL};
    struct said said;
    int status = check_directory(file, err);
    if (status || !run_plot(words, 0, &said))
        return status;
    if (WIFEXITED(said.state) && WEXITSTATUS(said.state) == USAGE)
        status = err_set(err, ERR_USAGE, "--plot=%s", first_line(&said));
    said_release(&said);
    return status;
}

int live_chart_begin(struct live_chart *chart, const char *file, const char *archive,
                     struct console *console, struct err *err) {
    *chart = (struct live_chart){.file = file,
                                 .archive = archive,
                                 .console = console,
                                 .begin = wall_clock_now(),
                                 .last = usual};
    if (!find_program(chart->program))
        tell_once(chart, "no charts, as bench-plot is not installed beside bench-collect");
    return *chart->program && file ? check_file(chart, err) : 0;
}

int live_chart_is_due(const struct live_chart *chart) {
    double elapsed = wall_clock_now() - chart->begin;
    return *chart->program &&
           (chart->file || (chart->console->is_terminal && !chart->console->quiet)) &&
           chart->spent + chart->last <= LIVE_CHART_SHARE * elapsed;
}

/* --- drawing --- */

static size_t count_lines(const char *text) {
    size_t count = 0;
    for (; *text; text++)
        count += *text == '\n';
    return count;
}

/* Lines of the terminal that a chart may have, above the progress line. */
static size_t most_lines(void) {
    struct winsize window;
    int is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_row > 1;
    return is_known ? window.ws_row - 1U : SIZE_MAX;
}

/* Removes what stands between the title and the chart of TEXT. */
static void remove_subtitle(char *text) {
    char *second = strchr(text, '\n'), *blank = strstr(text, "\n\n");
    if (second && blank > second)
        memmove(second, blank, strlen(blank) + 1);
}

/* Sets SAID to what bench-plot draws with WORDS as text. */
static int draw_text(struct live_chart *chart, char *const *words, struct said *said) {
    const struct terminal terminal = terminal_of(STDERR_FILENO);
    size_t width = terminal_width(&terminal, 0);
    return run_plot(words, chart->columns && chart->columns < width ? chart->columns : width, said);
}

static int has_drawn(const struct said *said) {
    return WIFEXITED(said->state) && WEXITSTATUS(said->state) == 0;
}

/* A chart is a quarter as high as it is wide. So it is made narrower until it fits, at most twice;
 * otherwise its end is shown. */
static void show(struct live_chart *chart, char *const *words, struct said *said) {
    enum { COLUMNS_PER_LINE = 4, TRIES = 2 };
    const struct terminal terminal = terminal_of(STDERR_FILENO);
    size_t most = most_lines();
    for (int i = 0; i <= TRIES && has_drawn(said); i++) {
        size_t lines = count_lines(said->out);
        if (lines > most)
            remove_subtitle(said->out);
        lines = count_lines(said->out);
        if (lines <= most || i == TRIES)
            break;
        size_t width = chart->columns ? chart->columns : terminal_width(&terminal, 0);
        size_t less = COLUMNS_PER_LINE * (lines - most);
        chart->columns = width > less + TERMINAL_LEAST_WIDTH ? width - less : TERMINAL_LEAST_WIDTH;
        said_release(said);
        if (!draw_text(chart, words, said))
            return;
    }
    const char *text = said->out;
    for (size_t lines = count_lines(text); lines > most; lines--)
        text = strchr(text, '\n') + 1;
    if (has_drawn(said))
        console_show_chart(chart->console, text);
}

static int has_positive(const double *values, size_t count) {
    for (size_t i = 0; values && i < count; i++)
        if (values[i] > 0)
            return 1;
    return 0;
}

/* The first chart of those that bench-plot draws if it is not told which; both do not fit on a
 * terminal. */
static const char *kind_option(const struct measurement *measurement) {
    size_t libraries = 0;
    for (size_t i = 0; i < measurement->series_count; i++)
        libraries += facts_find(&measurement->series[i].facts, "control_of") == NULL;
    return has_positive(measurement->flops, measurement->points) ||
                   has_positive(measurement->bytes, measurement->points)
               ? "--kind=rate"
           : libraries > 1 ? "--kind=ratio"
                           : "--kind=time";
}

/* The words of a command line that draws MEASUREMENT as text, or a picture of all of RUN. */
struct drawing_command {
    char *words[16];
    char archive[PATH_MAX + 2]; /* never like an option */
};

static void make_command(struct drawing_command *command, const struct live_chart *chart,
                         const char *run, const struct measurement *measurement) {
    const struct terminal terminal = terminal_of(STDERR_FILENO);
    int is_colored = terminal_is_colored(&terminal, TERMINAL_AUTO);
    *command = (struct drawing_command){.words = {0}};
    snprintf(command->archive, sizeof command->archive, "%s%s", *chart->archive == '-' ? "./" : "",
             chart->archive);
    const char *picture[] = {chart->program, command->archive, "--run", run,
                             "-o",           chart->file,      NULL};
    const char *text[] = {chart->program,
                          command->archive,
                          "--run",
                          run,
                          "-o",
                          "-",
                          "--format=terminal",
                          is_colored ? "--color=always" : "--color=never",
                          kind_option(measurement),
                          "--action",
                          measurement->name,
                          NULL};
    const char *const *words = chart->file ? picture : text;
    for (size_t i = 0; words[i]; i++)
        command->words[i] = (char *)(uintptr_t)words[i];
}

static void draw(struct live_chart *chart, const char *run, const struct measurement *measurement,
                 struct said *said) {
    struct drawing_command command;
    make_command(&command, chart, run, measurement);
    double begin = wall_clock_now();
    int ok = chart->file ? run_plot(command.words, 0, said) : draw_text(chart, command.words, said);
    if (!ok)
        tell_once(chart, "bench-plot could not be run");
    else if (!has_drawn(said) && !(WIFSIGNALED(said->state) && WTERMSIG(said->state) == SIGINT))
        tell_once(chart, *said->err ? first_line(said) : "bench-plot was ended by a signal");
    else if (has_drawn(said) && !chart->file)
        show(chart, command.words, said);
    chart->last = wall_clock_now() - begin;
    chart->spent += chart->last;
    chart->count++;
}

void live_chart_draw(struct live_chart *chart, const char *run,
                     const struct measurement *measurement) {
    struct said said = {0};
    draw(chart, run, measurement, &said);
    said_release(&said);
}

void live_chart_end(struct live_chart *chart, const struct run *run) {
    struct said said = {0};
    if (!*chart->program || !run->measurement_count)
        return;
    draw(chart, run->name, &run->measurements[run->measurement_count - 1], &said);
    if (!chart->file && !chart->console->is_terminal && !chart->console->quiet && said.out &&
        has_drawn(&said))
        fputs(said.out, stderr);
    said_release(&said);
    char line[100], took[32];
    snprintf(line, sizeof line, "%zu chart%s drawn in %s", chart->count,
             chart->count == 1 ? "" : "s", seconds_format(took, sizeof took, chart->spent, 2));
    chart->console->observer.note(&chart->console->observer, NOTE_DETAIL, line);
}
