/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/keep.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/session/resumption.h"
#include "collect/harness/clock.h"

static void tell(void *context, const char *line) {
    struct keep *keep = context;
    keep->console->observer.note(&keep->console->observer, NOTE_SKIPPED, line);
}

/* --- writing --- */

static int begin_run(struct keep *keep, struct err *err) {
    int status = keep->writer
                     ? archive_run_add(keep->writer, err)
                     : archive_run_begin(&keep->writer, keep->path, keep->run, &keep->access, err);
    keep->is_begun = status == 0;
    return status;
}

static void tell_failure(struct keep *keep, const struct err *err) {
    char line[sizeof err->message + 64];
    if (keep->has_failed)
        return;
    snprintf(line, sizeof line, "not kept yet, will be tried again: %s", err->message);
    tell(keep, line);
}

static void set_patience(struct keep *keep, double lock_timeout) {
    keep->access.lock_timeout = lock_timeout;
    if (keep->writer)
        archive_run_set_patience(keep->writer, lock_timeout);
}

/* Writes "n = 100, stride 8, threads 2" to WHERE; nothing if the action has one point only. */
static void write_point(const struct measurement *m, size_t point, char *where, size_t size) {
    size_t used = 0;
    *where = '\0';
    if (facts_text(&m->facts, FACT_SIZE_MEANS, NULL))
        used = (size_t)snprintf(where, size, "n = %lld", (long long)m->sizes[point]);
    for (size_t j = 0; j < m->parameter_count && used < size; j++)
        used += (size_t)snprintf(where + used, size - used, "%s%s %g", used ? ", " : "",
                                 m->parameters[j].name, m->parameters[j].values[point]);
}

/* Call this only when CELL is on disk. */
static void note_kept(struct keep *keep, const struct archive_cell *cell) {
    const struct measurement *m = &keep->run->measurements[cell->measurement];
    char line[400], where[200];
    write_point(m, cell->point, where, sizeof where);
    snprintf(line, sizeof line, "kept in %s: %s%s%s, round %zu", keep->run->name, m->name,
             *where ? " at " : "", where, cell->round + 1);
    keep->console->observer.note(&keep->console->observer, NOTE_DETAIL, line);
}

/* After a failure this no longer waits for the lock. The time of the first failure does not delay
 * the next write. */
static void write_now(struct keep *keep) {
    struct err err;
    double begin = wall_clock_now();
    set_patience(keep, keep->has_failed ? -1 : keep->lock_timeout);
    int status = keep->is_begun ? 0 : begin_run(keep, &err);
    if (status == 0) {
        const struct archive_cell *cells;
        size_t count = archive_run_waiting(keep->writer, &cells);
        status = archive_run_flush(keep->writer, &err);
        for (size_t i = 0; status == 0 && i < count; i++)
            note_kept(keep, &cells[i]);
    }
    double end = wall_clock_now(), spent = status && !keep->has_failed ? 0 : end - begin;
    keep->due = end + spent * (1 / KEEPER_SHARE - 1);
    if (status)
        tell_failure(keep, &err);
    else {
        char line[80];
        if (keep->has_failed) {
            snprintf(line, sizeof line, "kept in %s: all that was measured so far",
                     keep->run->name);
            tell(keep, line);
        }
    }
    keep->has_failed = status != 0;
}

/* --- the keeper --- */

static void begin(struct keeper *keeper, struct run *run, size_t measurement) {
    struct keep *keep = (struct keep *)keeper;
    keep->run = run;
    keep->measurement = measurement;
    keep->is_begun = 0;
    write_now(keep);
}

/* What is measured before the run could be begun in the archive is written when it is begun. */
static void put(struct keeper *keeper, size_t point, size_t round) {
    struct keep *keep = (struct keep *)keeper;
    struct err err;
    if (keep->is_begun && archive_run_defer(keep->writer, keep->measurement, point, round, &err))
        tell_failure(keep, &err);
    if (wall_clock_now() >= keep->due)
        write_now(keep);
}

/* What is drawn is what the archive has. */
static void rest(struct keeper *keeper) {
    struct keep *keep = (struct keep *)keeper;
    const struct archive_cell *cells;
    if (!keep->chart || !live_chart_is_due(keep->chart))
        return;
    if (!keep->is_begun || archive_run_waiting(keep->writer, &cells))
        write_now(keep);
    if (!keep->has_failed)
        live_chart_draw(keep->chart, keep->run->name, &keep->run->measurements[keep->measurement]);
}

void keep_begin(struct keep *keep, const char *path, double lock_timeout, struct console *console) {
    *keep = (struct keep){.keeper = {begin, put, rest},
                          .path = path,
                          .access = {.lock_timeout = lock_timeout, .tell = tell, .context = keep},
                          .lock_timeout = lock_timeout,
                          .console = console};
}

int keep_check(const char *path, double lock_timeout, struct console *console, struct err *err) {
    struct keep keep;
    keep_begin(&keep, path, lock_timeout, console);
    return archive_check_appendable(path, &keep.access, err);
}

int keep_resume(struct keep *keep, struct run *run, const char *digest, struct err *err) {
    return archive_run_resume(&keep->writer, keep->path, run, digest, &keep->access, err);
}

/* --- a run that its archive cannot take --- */

/* Saves RUN in a new file in DIRECTORY, which others cannot read, and sets PATH to it. */
static int save_in(const char *directory, struct run *run, char path[PATH_MAX], struct err *err) {
    snprintf(path, PATH_MAX, "%s/benchmat-XXXXXX.h5", directory);
    int file = mkstemps(path, 3);
    if (file < 0)
        return err_set(err, ERR_FAILED, "%s: %s", path, strerror(errno));
    close(file);
    int status = archive_append(path, run, err);
    if (status)
        unlink(path);
    return status;
}

/* In TMPDIR, or beside the archive; not in /tmp, which a reboot empties, unless the user says so.
 */
static int save_elsewhere(const struct keep *keep, struct run *run, char path[PATH_MAX],
                          struct err *err) {
    const char *named = getenv("TMPDIR");
    char beside[PATH_MAX];
    if (named && *named && save_in(named, run, path, err) == 0)
        return 0;
    snprintf(beside, sizeof beside, "%s", keep->path);
    return save_in(dirname(beside), run, path, err);
}

static int has_uuid_of(const struct run *found, const struct run *run) {
    return strcmp(facts_text(&found->facts, FACT_UUID, ""),
                  facts_text(&run->facts, FACT_UUID, "none")) == 0;
}

/* Asks the archive itself, which may have been deleted or replaced meanwhile. */
static size_t count_kept(const struct keep *keep, const struct run *run) {
    struct archive *archive;
    const struct access at_once = {.lock_timeout = -1};
    size_t count = 0;
    if (!run->name || archive_open_with(&archive, keep->path, &at_once, NULL))
        return 0;
    for (size_t i = 0; i < archive_run_count(archive); i++) {
        struct run *found = NULL;
        if (strcmp(archive_run_name(archive, i), run->name) == 0 &&
            archive_read_run(archive, i, NULL, &found, NULL) == 0 && has_uuid_of(found, run))
            count = record_count_samples(found);
        run_free(found);
    }
    archive_close(archive);
    return count;
}

static void rescue(const struct keep *keep, struct run *run, struct err *err) {
    char path[PATH_MAX], loss[300];
    struct err why = *err, nor;
    if (save_elsewhere(keep, run, path, &nor) == 0) {
        err_set(err, 0, "%.600s; the run was saved to %.300s", why.message, path);
        return;
    }

    size_t kept = count_kept(keep, run);
    size_t size = sizeof loss;
    size_t count = record_count_samples(run);
    if (kept == 0)
        snprintf(loss, size, "the run is lost");
    else
        snprintf(loss, size,
                 "%zu of the run's %zu samples are lost, the others are in %s, which bench-collect "
                 "--resume goes on with",
                 count - kept, count, run->name);

    err_set(err, 0, "%s: %.400s; it could not be saved elsewhere either: %.*s", loss, why.message,
            (int)strcspn(nor.message, ";"), nor.message);
}

int keep_end(struct keep *keep, struct run *run, int is_complete, struct err *err) {
    set_patience(keep, keep->lock_timeout);
    int status = keep->writer
                     ? archive_run_end(keep->writer, is_complete ? "complete" : "interrupted", err)
                     : archive_append_with(keep->path, run, &keep->access, err);
    keep->writer = NULL;
    if (status)
        rescue(keep, run, err);
    return status;
}
