/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/tools/verify.h"

#include <stdlib.h>
#include <string.h>

#include "store/archive/archive_survey.h"

struct verify {
    struct archive *archive;
    verify_report *report;
    void *context;
    char **uuids; /* of each run; NULL: no uuid */
};

/* CODE is 0 or one that err_file_state knows, of which FAULT tells. */
static void report(struct verify *v, const char *run, const char *digest, int code,
                   const struct err *fault) {
    v->report(v->context, &(struct verify_finding){run, code ? NULL : digest, code,
                                                   code ? fault->message : NULL});
}

/* --- uuids --- */

static int take_uuid(void *context, size_t run, const struct run *summary,
                     const struct archive_fault *fault, struct err *err) {
    struct verify *v = context;
    const char *uuid = fault ? NULL : facts_text(&summary->facts, FACT_UUID, NULL);
    if (!uuid)
        return 0;
    v->uuids[run] = strdup(uuid);
    return v->uuids[run] ? 0 : err_set(err, ERR_FAILED, "no memory for the runs' uuids");
}

struct owner {
    const char *uuid;
    size_t run;
};

static int by_uuid(const void *a, const void *b) {
    const struct owner *left = a, *right = b;
    int order = strcmp(left->uuid, right->uuid);
    return order ? order : (left->run > right->run) - (left->run < right->run);
}

/* Sets TWIN of each run to the first run with the same uuid, or to itself. */
static int find_twins(const struct verify *v, size_t *twin, struct err *err) {
    size_t runs = archive_run_count(v->archive), count = 0;
    struct owner *owners = calloc(runs + 1, sizeof *owners);
    if (!owners)
        return err_set(err, ERR_FAILED, "no memory for the runs' uuids");
    for (size_t i = 0; i < runs; i++) {
        twin[i] = i;
        if (v->uuids[i])
            owners[count++] = (struct owner){v->uuids[i], i};
    }
    qsort(owners, count, sizeof *owners, by_uuid);
    for (size_t i = 1; i < count; i++)
        if (strcmp(owners[i - 1].uuid, owners[i].uuid) == 0)
            twin[owners[i].run] = twin[owners[i - 1].run];
    free(owners);
    return 0;
}

/* --- runs --- */

static int verify_runs(struct verify *v, struct err *err) {
    size_t count = archive_run_count(v->archive), *twins = calloc(count + 1, sizeof *twins);
    v->uuids = calloc(count + 1, sizeof *v->uuids);
    int code = twins && v->uuids ? archive_survey(v->archive, take_uuid, v, err)
                                 : err_set(err, ERR_FAILED, "no memory for the runs");
    if (!code)
        code = find_twins(v, twins, err);
    for (size_t i = 0; i < count && !code; i++) {
        size_t twin = twins[i];
        char digest[DIGEST_TEXT];
        struct err fault = {""};
        int status = archive_inspect_run(v->archive, i, digest, &fault);
        if (!status && twin != i)
            status =
                err_set(&fault, ERR_DAMAGED,
                        "%s: %s has the uuid of %s; if they are the same, bench-store delete one",
                        archive_path(v->archive), archive_run_name(v->archive, i),
                        archive_run_name(v->archive, twin));
        if (status && !err_file_state(status))
            code = err_set(err, status, "%s", fault.message);
        else
            report(v, archive_run_name(v->archive, i), digest, status, &fault);
    }
    for (size_t i = 0; v->uuids && i < count; i++)
        free(v->uuids[i]);
    free(v->uuids);
    free(twins);
    return code;
}

/* --- the archive --- */

int verify_archive(const char *path, const struct access *how, verify_report *reporter,
                   void *context, struct err *err) {
    struct verify v = {.report = reporter, .context = context};
    struct err fault = {""};
    int code = archive_open_with(&v.archive, path, how, &fault);
    if (!code)
        code = archive_inspect_root(v.archive, &fault);
    if (code && !err_file_state(code))
        err_set(err, code, "%s", fault.message);
    else {
        report(&v, NULL, NULL, code, &fault);
        code = v.archive ? verify_runs(&v, err) : 0;
    }
    archive_close(v.archive);
    return code;
}
