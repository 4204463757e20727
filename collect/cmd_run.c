/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cmd_run.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "collect/cmd_console.h"
#include "collect/cmd_report.h"
#include "collect/record.h"
#include "store/archive.h"

enum { STATUS_FAULTS = 3 /* measured, but some cells are not ok */ };

/* A run that cannot be appended where it should be is not lost: it gets a file of its own. */
static int keep(struct run *run, const char *path, struct err *err) {
    char rescue[PATH_MAX];
    const char *directory = getenv("TMPDIR");
    struct err why;
    int status = archive_append(path, run, err);
    if (status == 0)
        return 0;
    snprintf(rescue, sizeof rescue, "%s/benchmat-XXXXXX.h5", directory ? directory : "/tmp");
    int file = mkstemps(rescue, 3);
    if (file >= 0)
        close(file);
    why = *err;
    if (file >= 0 && archive_append(rescue, run, NULL) == 0)
        return err_set(err, status, "%.600s; the run was saved to %.300s", why.message, rescue);
    if (file >= 0)
        unlink(rescue);
    *err = why;
    return status;
}

static int measure_jobs(const struct session *session, const struct job *jobs, size_t count,
                        struct run *run, struct err *err) {
    int status = session_calibrate(session, run, err);
    for (size_t i = 0; status == 0 && i < count; i++)
        status = session_measure(session, &jobs[i], run, err);
    return status;
}

/* What was measured is kept, also when the measuring ended early. */
static int measure_and_keep(const struct session *session, const struct job *jobs, size_t count,
                            const struct options *options, char **argv, struct err *err) {
    struct run *run = run_new();
    struct err keep_err;
    if (!run)
        return err_set(err, ERR_FAILED, "no memory for a run");
    record_begin(run, argv);
    int status = measure_jobs(session, jobs, count, run, err);
    record_end(run, status == 0);
    console_clear((struct console *)session->observer);
    int worth_keeping = status == 0 || record_count_samples(run);
    if (!worth_keeping && status == ERR_INTERRUPTED)
        err_set(err, status, "interrupted before anything was measured; nothing was written");
    int kept = worth_keeping ? keep(run, options->output, &keep_err) : 0;
    if (kept) {
        *err = keep_err;
        status = kept;
    } else if (worth_keeping && !options->quiet) {
        report_run(run, options->output);
    }
    if (status == 0 && record_count_faults(run))
        status = STATUS_FAULTS;
    run_free(run);
    return status;
}

int run_collect(struct session *session, const struct options *options, char **argv,
                struct err *err) {
    struct job jobs[OPTIONS_MAX_ACTIONS];
    size_t count = 0;
    int status = options->dry_run ? 0 : archive_check_appendable(options->output, err);
    while (status == 0 && count < options->action_count) {
        status = session_prepare(session, options->actions[count], &jobs[count], err);
        count++;
    }
    if (status == 0 && options->dry_run)
        report_plan(session, jobs, count);
    else if (status == 0)
        status = measure_and_keep(session, jobs, count, options, argv, err);
    for (size_t i = 0; i < count; i++)
        session_release(&jobs[i]);
    return status;
}
