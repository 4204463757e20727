/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/writing.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/words.h"

static int check_options(const struct format *format, const struct writing_options *options,
                         struct err *err) {
    static const char *const shapes[WRITING_SHAPES] = {"", "all samples", "a summary",
                                                       "a column for each library"};
    const struct format_writer *writer = format->writer;
    if (!writer)
        return err_set(err, ERR_USAGE, "%s is a format that is only read", format->name);
    if (options->shape != WRITING_USUAL && !(writer->shapes & 1u << options->shape))
        return err_set(err, ERR_USAGE, "%s cannot hold %s", format->name, shapes[options->shape]);
    if (!options->unit || (writer->units && words_have(writer->units, options->unit)))
        return 0;
    return writer->units ? err_set(err, ERR_USAGE, "%s has no unit %s; it has: %s", format->name,
                                   options->unit, writer->units)
                         : err_set(err, ERR_USAGE, "%s has no choice of units", format->name);
}

/* Makes the directory, unless it is there. */
static int make_directory(const char *path, struct err *err) {
    struct stat status;
    if (!path || strcmp(path, "-") == 0)
        return err_set(err, ERR_USAGE, "a directory is written: name it");
    if (mkdir(path, 0777) == 0 || (stat(path, &status) == 0 && S_ISDIR(status.st_mode)))
        return 0;
    return err_set(err, ERR_FAILED, "%s: it cannot be made a directory: %s", path, strerror(errno));
}

static void release(struct writing *writing) {
    if (writing->format->writer->release)
        writing->format->writer->release(writing->state);
    writing->state = NULL;
}

int writing_begin(struct writing *writing, const struct format *format, const char *path,
                  const struct writing_options *options, struct err *err) {
    *writing = (struct writing){.format = format, .options = options, .path = path};
    int code = check_options(format, options, err);
    if (code)
        return code;
    code = format->writer->writes_directories ? make_directory(path, err)
                                              : destination_open(&writing->destination, path, err);
    if (code == 0 && format->writer->begin) {
        code = format->writer->begin(writing, err);
        code = code ? writing_end(writing, code, err) : 0;
    }
    return code;
}

int writing_wants_plan(const struct writing *writing) {
    return writing->format->writer->plan != NULL;
}

int writing_plan(struct writing *writing, const struct run *run, const struct measurement *whole,
                 struct err *err) {
    return writing->format->writer->plan(writing, run, whole, err);
}

int writing_add(struct writing *writing, const struct run *run, const struct measurement *m,
                struct err *err) {
    int code = writing->format->writer->add(writing, run, m, err);
    writing->measurements += code == 0;
    return code;
}

int writing_end(struct writing *writing, int code, struct err *err) {
    const struct format_writer *writer = writing->format->writer;
    if (code == 0 && !writing->measurements)
        code = err_set(err, ERR_USAGE, "there is nothing to be written");
    if (code == 0 && writer->end)
        code = writer->end(writing, err);
    release(writing);
    if (writer->writes_directories)
        return code;
    if (code == 0)
        return destination_commit(&writing->destination, err);
    destination_abandon(&writing->destination);
    return code;
}
