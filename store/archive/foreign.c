/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/archive/foreign.h"

#include "formats/foreign/registry.h"
#include "formats/mat_runs/mat.h"
#include "store/archive/archive.h"
#include "store/mat73/mat73.h"

struct foreign foreign_of(const struct format *format, const char *path) {
    int is_possible = (!format || format == &mat_format) && !format_is_stream(path);
    return (struct foreign){path, format, is_possible && mat73_is(path)};
}

int foreign_is(struct foreign *foreign, const char *path) {
    *foreign = (struct foreign){.path = path};
    if (format_is_stream(path))
        return 1;
    if (format_detect(path, &foreign->format, &(struct err){""}) != 0)
        return 0;
    foreign->is_mat73 = !foreign->format && mat73_is(path);
    return foreign->format || foreign->is_mat73;
}

/* An HDF5 file that is neither archive nor MAT-file is refused as by who reads archives. */
static int check_archive(const char *path, const struct access *how, struct err *err) {
    const struct format *format;
    struct archive *archive = NULL;
    if (format_is_stream(path) || format_detect(path, &format, NULL) != 0 || format)
        return 0;
    int code = archive_open_with(&archive, path, how, err);
    archive_close(archive);
    return code;
}

int foreign_read(const struct foreign *foreign, const struct format_options *options,
                 const struct access *how, struct runs *runs, struct err *err) {
    int code = foreign->format || foreign->is_mat73 ? 0 : check_archive(foreign->path, how, err);
    if (code) {
        *runs = (struct runs){0};
        return code;
    }
    return foreign->is_mat73 ? mat73_read(foreign->path, options, how, runs, err)
                             : format_read(foreign->format, foreign->path, options, runs, err);
}
