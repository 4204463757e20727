/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/archive/archive_append.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "store/archive/archive.h"
#include "store/update/update.h"
#include "store/schema/contents.h"
#include "store/update/intake.h"
#include "store/hdf5/members.h"
#include "store/file/place.h"

int archive_check_appendable(const char *path, const struct access *how, struct err *err) {
    int code = place_check_writable(path, err);
    struct stat st;
    if (code || stat(path, &st) || st.st_size == 0)
        return code;
    struct archive *archive;
    code = archive_open_with(&archive, path, how, err);
    archive_close(archive);
    return code;
}

/* What update_archive's work returns when there is nothing to change. */
#define IS_THERE 1

struct append {
    const struct run *run; /* the child finds it in its copy of our memory */
    const char *uuid;      /* of RUN, if a run that has it is to be kept instead; may be NULL */
    char name[CONTENTS_NAME_SIZE];
};

/* --- in the child --- */

/* Of a run that does not tell its uuid, which may be the one looked for. */
static int tell_way_out(const struct update *change, int code, struct err *err) {
    const struct err why = *err;
    return err_set(err, code, "%s: %.600s; bench-store repair saves the other runs", change->path,
                   why.message);
}

/* Sets NAME to that of the first run that has this uuid; empty where none has. */
static int find_run(const struct update *change, const char *uuid, char name[CONTENTS_NAME_SIZE],
                    struct err *err) {
    struct contents_run *runs;
    size_t count;
    int code = contents_list_runs(change->path, change->file, &runs, &count, err);
    if (code)
        return code;
    *name = '\0';
    for (size_t i = 0; i < count && !code && !*name; i++) {
        char *found = NULL;
        code = members_text(change->file, runs[i].name, H5I_GROUP, FACT_UUID, &found, err);
        if (found && strcmp(found, uuid) == 0)
            snprintf(name, CONTENTS_NAME_SIZE, "%s", runs[i].name);
        free(found);
    }
    contents_free_runs(runs, count);
    return code ? tell_way_out(change, code, err) : 0;
}

/* -> whether it is there, its name */
static int write_run(void *context, const struct update *change, struct message *request,
                     struct message *reply, struct err *err) {
    const struct append *a = context;
    char name[CONTENTS_NAME_SIZE] = "";
    (void)request;
    int code = a->uuid ? find_run(change, a->uuid, name, err) : 0;
    if (code)
        return code;
    message_put_number(reply, *name != '\0');
    if (*name)
        message_put_text(reply, name);
    return *name ? 0 : intake_write_run(change, a->name, a->run, reply, err);
}

/* --- in the calling process --- */

static int append(void *context, struct update_course *course, struct err *err) {
    struct append *a = context;
    int code = update_ask(course, err);
    if (code)
        return code;
    uint64_t is_there = message_take_number(&course->reply);
    if (is_there > (a->uuid != NULL))
        return update_distrust(course, err);
    code = intake_take_name(course, a->name, err);
    return code ? code : is_there ? IS_THERE : 0;
}

static int append_run(const char *path, struct run *run, const char *uuid, const struct access *how,
                      struct err *err) {
    if (run->measurement_count == 0)
        return err_set(err, ERR_FAILED, "%s: a run without measurements is not kept", path);
    struct append a = {.run = run, .uuid = uuid};
    const struct update_plan plan = {
        .work = write_run, .callback = append, .context = &a, .more = intake_bytes(run)};
    int code = update_archive(path, how, &plan, err);
    if (code < 0)
        return code;
    free(run->name);
    run->name = strdup(a.name);
    return run->name
               ? code
               : err_set(err, ERR_FAILED, "%s: appended %s, but no memory is left", path, a.name);
}

int archive_append_with(const char *path, struct run *run, const struct access *how,
                        struct err *err) {
    return append_run(path, run, NULL, how, err);
}

int archive_append(const char *path, struct run *run, struct err *err) {
    return archive_append_with(path, run, NULL, err);
}

int archive_append_once(const char *path, struct run *run, const struct access *how, int *was_there,
                        struct err *err) {
    int code = append_run(path, run, facts_text(&run->facts, FACT_UUID, NULL), how, err);
    *was_there = code == IS_THERE;
    return *was_there ? 0 : code;
}
