/* SPDX-License-Identifier: GPL-3.0-or-later */
/* failpoints.c: bench-collect with named moments, for tests only. The linker puts these functions
 * in front of those that the program calls (--wrap), so what users have knows nothing of them.
 *
 * BENCHMAT_FAILPOINTS has a line for each: a place, a space, and a command for sh. When the
 * collector comes to that place for the first time it runs the command and waits for it; $PPID is
 * the collector.
 *
 *   planning                  about to plan an action
 *   refused:N                 the archive could not be begun for the Nth time
 *   begun:ACTION              the archive has the action's measurement, and no cell of it yet
 *   kept:ACTION:SIZE:ROUND    that cell is on disk, and all before it; ROUND counts from 1
 *
 * An unknown place ends the program at once with status 70; so does one that it never came to, at
 * its end.
 *
 * A command that fails ends the program likewise.
 *
 * With BENCHMAT_CHARTS set, a chart of --plot is due after every round, whatever charts take. A
 * call has a minute at least, unless --timeout says otherwise: on a busy machine none shall seem to
 * hang. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/cli/live_chart.h"
#include "collect/design/settings.h"
#include "collect/planning/plan.h"
#include "store/archive/archive_append.h"

enum { FAILPOINTS_MAX = 8, WRONG_STATUS = 70 };

static struct failpoint {
    char *place, *command;
    int is_reached;
} failpoints[FAILPOINTS_MAX];
static size_t count;
static pid_t collector;

static int is_place(const char *place) {
    char action[64];
    int64_t size;
    size_t round;
    int end = 0;
    if (strcmp(place, "planning") == 0)
        return 1;
    if (sscanf(place, "refused:%zu%n", &round, &end) == 1 && !place[end])
        return 1;
    if (sscanf(place, "begun:%63[^:]%n", action, &end) == 1 && !place[end])
        return 1;
    return sscanf(place, "kept:%63[^:]:%" SCNd64 ":%zu%n", action, &size, &round, &end) == 3 &&
           !place[end];
}

static void refuse(const char *place, const char *why) {
    fprintf(stderr, "failpoint %s: %s\n", place, why);
    _exit(WRONG_STATUS);
}

__attribute__((constructor)) static void read_failpoints(void) {
    char *text = getenv("BENCHMAT_FAILPOINTS");
    text = text ? strdup(text) : NULL;
    collector = getpid();
    for (char *rest, *line = text ? strtok_r(text, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest)) {
        char *space = strchr(line, ' ');
        if (!space || count == FAILPOINTS_MAX)
            refuse(line, space ? "one too many" : "it has no command");
        *space = '\0';
        if (!is_place(line))
            refuse(line, "there is no such place");
        failpoints[count++] = (struct failpoint){line, space + 1, 0};
    }
    unsetenv("BENCHMAT_FAILPOINTS");
}

__attribute__((destructor)) static void look_for_missed(void) {
    for (size_t i = 0; i < count && getpid() == collector; i++)
        if (!failpoints[i].is_reached)
            refuse(failpoints[i].place, "the collector never came there");
}

static void run(const char *command) {
    fflush(NULL);
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) != child && errno == EINTR)
        continue;
    if (child < 0 || (WIFEXITED(status) && WEXITSTATUS(status) != 0))
        refuse(command, "its command failed");
}

static struct failpoint *find(const char *place) {
    for (size_t i = 0; i < count; i++)
        if (!failpoints[i].is_reached && strcmp(failpoints[i].place, place) == 0)
            return &failpoints[i];
    return NULL;
}

static void reach(const char *place) {
    struct failpoint *failpoint = find(place);
    if (!failpoint)
        return;
    failpoint->is_reached = 1;
    run(failpoint->command);
}

/* --- the places --- */

/* What wraps a function NAME of the program is called __wrap_NAME, and __real_NAME is the function.
 */
__typeof__(plan_make) __real_plan_make, __wrap_plan_make;
__typeof__(archive_run_begin) __real_archive_run_begin, __wrap_archive_run_begin;
__typeof__(archive_run_resume) __real_archive_run_resume, __wrap_archive_run_resume;
__typeof__(archive_run_add) __real_archive_run_add, __wrap_archive_run_add;
__typeof__(archive_run_defer) __real_archive_run_defer, __wrap_archive_run_defer;
__typeof__(settings_limit) __real_settings_limit, __wrap_settings_limit;
__typeof__(live_chart_is_due) __real_live_chart_is_due, __wrap_live_chart_is_due;

static struct run *measured;
static size_t refusals;

static int begun(int status) {
    char place[80];
    if (status || measured->measurement_count == 0)
        return status;
    snprintf(place, sizeof place, "begun:%s",
             measured->measurements[measured->measurement_count - 1].name);
    reach(place);
    return 0;
}

int __wrap_plan_make(struct plan *plan, struct worker_pool *pool, size_t library_count,
                     size_t builtin, size_t reference, const struct settings *settings,
                     const struct design_points *design_points, double budget,
                     struct observer *observer, struct err *err) {
    reach("planning");
    return __real_plan_make(plan, pool, library_count, builtin, reference, settings, design_points,
                            budget, observer, err);
}

int __wrap_archive_run_begin(struct archive_run **writer, const char *path, struct run *run,
                             const struct access *how, struct err *err) {
    char place[40];
    measured = run;
    int status = __real_archive_run_begin(writer, path, run, how, err);
    snprintf(place, sizeof place, "refused:%zu", refusals += status != 0);
    if (status)
        reach(place);
    return begun(status);
}

int __wrap_archive_run_resume(struct archive_run **writer, const char *path, struct run *run,
                              const char *digest, const struct access *how, struct err *err) {
    measured = run;
    return __real_archive_run_resume(writer, path, run, digest, how, err);
}

int __wrap_archive_run_add(struct archive_run *writer, struct err *err) {
    return begun(__real_archive_run_add(writer, err));
}

/* The collector writes several cells at once, and later. */
int __wrap_archive_run_defer(struct archive_run *writer, size_t measurement, size_t point,
                             size_t round, struct err *err) {
    const struct measurement *m = &measured->measurements[measurement];
    char place[128];
    int status = __real_archive_run_defer(writer, measurement, point, round, err);
    snprintf(place, sizeof place, "kept:%s:%" PRId64 ":%zu", m->name, m->sizes[point], round + 1);
    if (status || !find(place))
        return status;
    status = archive_run_flush(writer, err);
    if (status == 0)
        reach(place);
    return status;
}

int __wrap_live_chart_is_due(const struct live_chart *chart) {
    struct live_chart asked = *chart;
    if (getenv("BENCHMAT_CHARTS"))
        asked.begin = -INFINITY;
    return __real_live_chart_is_due(&asked);
}

double __wrap_settings_limit(const struct settings *settings, const struct terms *terms,
                             double expected) {
    double limit = __real_settings_limit(settings, terms, expected);
    return settings->timeout > 0 ? limit : fmax(limit, 60);
}
