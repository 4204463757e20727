/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/archive_append.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "store/archive.h"
#include "store/change.h"
#include "store/intake.h"
#include "store/place.h"

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

struct append {
    const struct run *run; /* the child finds it in its copy of our memory */
    char name[CONTENTS_NAME_SIZE];
};

static int write_run(void *context, const struct change *change, struct message *request,
                     struct message *reply, struct err *err) {
    const struct append *a = context;
    (void)request;
    return intake_write_run(change, a->name, a->run, reply, err);
}

static int append(void *context, struct change_course *course, struct err *err) {
    struct append *a = context;
    int code = change_ask(course, err);
    return code ? code : intake_take_name(course, a->name, err);
}

int archive_append_with(const char *path, struct run *run, const struct access *how,
                        struct err *err) {
    if (run->measurement_count == 0)
        return err_set(err, ERR_FAILED, "%s: a run without measurements is not kept", path);
    struct append a = {.run = run};
    const struct change_plan plan = {
        .work = write_run, .conduct = append, .context = &a, .more = intake_bytes(run)};
    int code = change_archive(path, how, &plan, err);
    if (code)
        return code;
    free(run->name);
    run->name = strdup(a.name);
    return run->name
               ? 0
               : err_set(err, ERR_FAILED, "%s: appended %s, but no memory is left", path, a.name);
}

int archive_append(const char *path, struct run *run, struct err *err) {
    return archive_append_with(path, run, NULL, err);
}
