/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/foreign.h"

#include "formats/mat.h"
#include "store/mat73.h"

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

int foreign_read(const struct foreign *foreign, const struct format_options *options,
                 const struct access *how, struct runs *runs, struct err *err) {
    return foreign->is_mat73 ? mat73_read(foreign->path, options, how, runs, err)
                             : format_read(foreign->format, foreign->path, options, runs, err);
}
