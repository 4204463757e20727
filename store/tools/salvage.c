/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/tools/salvage.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/archive/archive_ask.h"
#include "store/tools/object_scan.h"
#include "store/schema/digest.h"
#include "store/update/update.h"
#include "store/tools/provenance.h"
#include "store/file/reading.h"

/* A run that was saved. */
struct saved {
    char *uuid; /* the uuid as it was found */
    char name[CONTENTS_NAME_SIZE], digest[DIGEST_TEXT];
};

struct salvage {
    const char *path, *target;
    salvage_report *report;
    void *context;
    struct archive *archive;   /* if its list of runs can be read */
    struct object_scan *carve; /* if it cannot */
    struct saved *runs;        /* the saved runs that have a uuid */
    size_t run_count;
    size_t saved;
    int is_unreadable; /* a reader failed, at the file or at a run of it */
};

static void tell_saved(struct salvage *s, const char *run, uint64_t position, const char *name,
                       const char *twin) {
    const struct salvage_finding finding = {
        .run = run, .position = position, .saved = name, .twin = twin};
    s->saved++;
    s->report(s->context, &finding);
}

/* CODE is one that err_file_state knows. */
static void tell_lost(struct salvage *s, const char *run, uint64_t position, int code,
                      const struct err *fault) {
    const struct salvage_finding finding = {
        .run = run, .position = position, .fault = fault->message};
    s->is_unreadable |= code == ERR_UNREADABLE;
    s->report(s->context, &finding);
}

static int end(const struct salvage *s, struct err *err) {
    if (s->saved)
        return 0;
    return s->is_unreadable
               ? err_set(err, ERR_UNREADABLE,
                         "%s: no run in it could be read, so %s was not made; a benchmat with "
                         "another version of HDF5 may read them",
                         s->path, s->target)
               : err_set(err, ERR_DAMAGED,
                         "%s: no run in it is whole, so %s was not made; take it from a backup",
                         s->path, s->target);
}

/* --- runs that are listed --- */

static int no_memory(const struct salvage *s, struct err *err) {
    return err_set(err, ERR_FAILED, "%s: no memory for its runs", s->path);
}

/* Doubles the array whenever the count reaches a power of two. */
static int note_saved(struct salvage *s, const char *uuid, const char *name, const char *digest,
                      struct err *err) {
    size_t count = s->run_count;
    if (!uuid)
        return 0;
    if ((count & (count - 1)) == 0) {
        struct saved *runs = realloc(s->runs, (count ? 2 * count : 1) * sizeof *runs);
        if (!runs)
            return no_memory(s, err);
        s->runs = runs;
    }
    struct saved *saved = &s->runs[count];
    snprintf(saved->name, sizeof saved->name, "%s", name);
    snprintf(saved->digest, sizeof saved->digest, "%s", digest);
    saved->uuid = strdup(uuid);
    s->run_count += saved->uuid != NULL;
    return saved->uuid ? 0 : no_memory(s, err);
}

/* Of the saved runs with this uuid, returns the one that is equal, or else the first. */
static const struct saved *find_twin(const struct salvage *s, const char *uuid,
                                     const char *digest) {
    const struct saved *twin = NULL;
    for (size_t i = 0; i < s->run_count && uuid; i++) {
        int has_uuid = strcmp(s->runs[i].uuid, uuid) == 0;
        if (has_uuid && strcmp(s->runs[i].digest, digest) == 0)
            return &s->runs[i];
        twin = has_uuid && !twin ? &s->runs[i] : twin;
    }
    return twin;
}

static int save_unless_twin(struct salvage *s, struct update_course *course, struct run *run,
                            char name[CONTENTS_NAME_SIZE], struct err *err) {
    char digest[DIGEST_TEXT], twin_name[CONTENTS_NAME_SIZE] = "";
    int code = digest_run(run, digest, err);
    const char *uuid = facts_text(&run->facts, FACT_UUID, NULL);
    const struct saved *twin = code ? NULL : find_twin(s, uuid, digest);
    if (twin)
        snprintf(twin_name, sizeof twin_name, "%s", twin->name);
    if (twin && strcmp(twin->digest, digest) == 0) {
        s->report(s->context, &(struct salvage_finding){.run = name, .twin = twin_name});
        return 0;
    }
    if (!code)
        code = note_saved(s, uuid, name, digest, err);
    if (twin)
        provenance_uuid(run, digest);
    update_request(course);
    if (!code)
        code = intake_send(course, run, name, err);
    if (!code)
        tell_saved(s, name, 0, name, *twin_name ? twin_name : NULL);
    return code;
}

static int save_listed(struct salvage *s, struct update_course *course, size_t number,
                       struct err *err) {
    char name[CONTENTS_NAME_SIZE];
    snprintf(name, sizeof name, "%s", archive_run_name(s->archive, number));
    struct err fault = {""};
    struct run *run;
    int code = archive_read_run(s->archive, number, NULL, &run, &fault);
    if (err_file_state(code)) {
        tell_lost(s, name, 0, code, &fault);
        return 0;
    }
    if (code)
        return err_set(err, code, "%s", fault.message);
    code = save_unless_twin(s, course, run, name, err);
    run_free(run);
    return code;
}

static int save_all_listed(void *context, struct update_course *course, struct err *err) {
    struct salvage *s = context;
    int code = 0;
    for (size_t i = 0; i < archive_run_count(s->archive) && !code; i++)
        code = save_listed(s, course, i, err);
    return code ? code : end(s, err);
}

/* --- runs that are searched for --- */

/* What is needed to choose among several states of the same run. */
struct candidate {
    char *uuid; /* NULL: no uuid */
    size_t samples;
    int is_complete, is_whole, is_outdone;
};

static size_t count_samples(const struct run *run) {
    size_t count = 0;
    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct measurement *m = &run->measurements[i];
        for (size_t k = 0; k < m->series_count; k++)
            for (size_t e = 0; e < measurement_elements(m, PER_SAMPLE); e++)
                count += !isnan(m->series[k].seconds[e]);
    }
    return count;
}

static int is_fuller(const struct candidate *a, const struct candidate *b) {
    if (a->is_complete != b->is_complete)
        return a->is_complete;
    return a->samples >= b->samples;
}

static int consider(struct salvage *s, size_t number, struct candidate *candidates,
                    struct err *err) {
    struct candidate *c = &candidates[number];
    struct err fault = {""};
    struct run *run;
    int code = object_scan_read(s->carve, number, &run, &fault);
    if (err_file_state(code)) {
        tell_lost(s, NULL, object_scan_position(s->carve, number), code, &fault);
        return 0;
    }
    if (code)
        return err_set(err, code, "%s", fault.message);
    const char *uuid = facts_text(&run->facts, FACT_UUID, NULL);
    c->uuid = uuid ? strdup(uuid) : NULL;
    c->samples = count_samples(run);
    c->is_complete = strcmp(facts_text(&run->facts, FACT_STATE, ""), "complete") == 0;
    c->is_whole = 1;

    struct candidate *late = &candidates[number];
    for (size_t i = 0; i < number && late->uuid; i++) {
        struct candidate *early = &candidates[i];
        if (!early->uuid || early->is_outdone || strcmp(early->uuid, late->uuid) != 0)
            continue;
        if (is_fuller(late, early))
            early->is_outdone = 1;
        else
            late->is_outdone = 1;
    }

    run_free(run);
    return uuid && !c->uuid ? err_set(err, ERR_FAILED, "%s: no memory", s->path) : 0;
}

static int save_fullest(struct salvage *s, struct update_course *course,
                        struct candidate *candidates, size_t count, struct err *err) {
    int code = 0;
    for (size_t i = 0; i < count && !code; i++)
        code = consider(s, i, candidates, err);
    for (size_t i = 0; i < count && !code; i++)
        if (candidates[i].is_whole && !candidates[i].is_outdone) {
            /* Nobody still measures a run that was found by searching. */
            char name[CONTENTS_NAME_SIZE] = "";
            struct run *run;
            code = object_scan_read(s->carve, i, &run, err);
            if (!code && strcmp(facts_text(&run->facts, FACT_STATE, ""), "running") == 0)
                facts_set_text(&run->facts, FACT_STATE, "interrupted");
            update_request(course);
            if (!code)
                code = intake_send(course, run, name, err);
            if (!code)
                tell_saved(s, NULL, object_scan_position(s->carve, i), name, NULL);
            run_free(run);
        }
    return code ? code : end(s, err);
}

static int save_all_found(void *context, struct update_course *course, struct err *err) {
    struct salvage *s = context;
    size_t count = object_scan_count(s->carve);
    struct candidate *candidates = calloc(count + 1, sizeof *candidates);
    int code = candidates ? save_fullest(s, course, candidates, count, err)
                          : err_set(err, ERR_FAILED, "%s: no memory", s->path);
    for (size_t i = 0; candidates && i < count; i++)
        free(candidates[i].uuid);
    free(candidates);
    return code;
}

/* --- both ways --- */

int salvage_archive(const char *path, const char *target, const struct access *how,
                    salvage_report *reporter, void *context, struct err *err) {
    struct salvage s = {.path = path, .target = target, .report = reporter, .context = context};
    if (access(target, F_OK) == 0)
        return err_set(err, ERR_USAGE, "%s exists already; name a new file to save to", target);
    int code = archive_open_with(&s.archive, path, how, err);
    if (!code) {
        const struct update_plan plan = {.work = intake_work,
                                         .callback = save_all_listed,
                                         .context = &s,
                                         .more = archive_size(s.archive)};
        code = update_archive(s.target, how, &plan, err);
    } else if (err_file_state(code)) {
        struct reading file;
        s.is_unreadable = code == ERR_UNREADABLE;
        code = reading_begin(&file, s.path, how, err);
        if (!code)
            code = object_scan_begin(&s.carve, s.path, file.fd, file.size, err);
        if (!code && object_scan_count(s.carve) == 0)
            code = end(&s, err);
        const struct update_plan plan = {
            .work = intake_work, .callback = save_all_found, .context = &s, .more = file.size};
        if (!code)
            code = update_archive(s.target, how, &plan, err);
        object_scan_end(s.carve);
        reading_end(&file);
    }
    for (size_t i = 0; i < s.run_count; i++)
        free(s.runs[i].uuid);
    free(s.runs);
    archive_close(s.archive);
    return code;
}
