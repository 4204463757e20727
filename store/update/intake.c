/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/update/intake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/schema/run_codec.h"
#include "store/schema/root.h"
#include "store/schema/writer.h"

enum { ARRAY_HEADER = 1024 }; /* about, with its attributes */

/* --- sending --- */

int intake_take_name(struct update_course *course, char name[CONTENTS_NAME_SIZE], struct err *err) {
    char *text = message_take_text(&course->reply);
    int is_name = text && contents_run_number(text) && message_is_done(&course->reply);
    if (is_name)
        snprintf(name, CONTENTS_NAME_SIZE, "%s", text);
    free(text);
    return is_name ? 0 : update_distrust(course, err);
}

int intake_send(struct update_course *course, const struct run *run, char name[CONTENTS_NAME_SIZE],
                struct err *err) {
    message_put_text(&course->request, name);
    int code = run_codec_put_run(&course->request, run, READER_ALL, err);
    if (!code)
        code = update_ask(course, err);
    return code ? code : intake_take_name(course, name, err);
}

/* --- writing --- */

static int choose_name(const struct update *change, const char *wanted,
                       char name[CONTENTS_NAME_SIZE], struct err *err) {
    if (!*wanted)
        return next_run_number_next(change->file, name, err);
    snprintf(name, CONTENTS_NAME_SIZE, "%s", wanted);
    return 0;
}

int intake_write_run(const struct update *change, const char *wanted, const struct run *run,
                     struct message *reply, struct err *err) {
    char name[CONTENTS_NAME_SIZE] = "the next run";
    int code = choose_name(change, wanted, name, err);
    if (!code)
        code = writer_write_run(change->file, name, run, err);
    message_put_text(reply, name);
    return code ? err_prefix(err, code, "%s: %s", change->path, name) : 0;
}

int intake_write(const struct update *change, struct message *request, struct message *reply,
                 struct err *err) {
    char *wanted = message_take_text(request);
    struct run *run = NULL;
    int code = wanted ? run_codec_take_run(request, READER_ALL, &run, err)
                      : err_set(err, ERR_FAILED, "%s: no memory for a run", change->path);
    if (!code)
        code = intake_write_run(change, wanted, run, reply, err);
    free(wanted);
    run_free(run);
    return code;
}

int intake_work(void *nothing, const struct update *change, struct message *request,
                struct message *reply, struct err *err) {
    (void)nothing;
    return intake_write(change, request, reply, err);
}

/* --- how much it is --- */

/* Of an array also its header, which of a small one is what takes most. */
static uint64_t array_bytes(const struct measurement *m, enum detail_shape shape) {
    return ARRAY_HEADER + sizeof(double) * measurement_elements(m, shape);
}

static uint64_t measurement_bytes(const struct measurement *m) {
    uint64_t details = array_bytes(m, PER_SAMPLE);
    for (size_t i = 0; i < series_detail_count; i++)
        details += array_bytes(m, series_details[i].shape);
    return m->series_count * details;
}

uint64_t intake_bytes(const struct run *run) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < run->measurement_count; i++)
        bytes += measurement_bytes(&run->measurements[i]);
    return bytes;
}
