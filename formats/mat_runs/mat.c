/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat_runs/mat.h"

#include "formats/mat/mat_file.h"
#include "formats/mat_runs/mat_theirs.h"
#include "formats/mat_runs/mat_write.h"

static int recognises(const char *head, size_t n, const char *path) {
    (void)path;
    return mat_recognises(head, n);
}

static int add_all(struct mat_variables *variables, const struct mat_load *load, const char *path,
                   struct err *err) {
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < load->count; i++) {
        const struct mat_header *header = &load->items[i].header;
        rc = header->skipped
                 ? mat_variables_skip(variables, header->name, header->skipped, path, err)
                 : mat_variables_add(variables, header->name, &load->items[i].variable.array, path,
                                     err);
    }
    return rc;
}

static int read_runs(struct runs *runs, const struct source *source,
                     const struct format_options *options, struct err *err) {
    struct mat_file file;
    struct mat_load load = {0};
    struct mat_variables variables = {0};
    const struct mat_origin origin = {source->path, file.text, options, &file.budget};
    int rc = mat_open(&file, source->path, source->text, source->length, options->memory, err);
    if (rc == 0)
        rc = mat_load(&file, 0, &load, err);
    if (rc == 0)
        rc = add_all(&variables, &load, source->path, err);
    if (rc == 0)
        rc = mat_variables_read(&variables, &origin, runs, err);
    mat_variables_release(&variables);
    mat_load_release(&load);
    mat_close(&file);
    return rc;
}

const struct format mat_format = {
    .name = "mat",
    .about = "MAT-files of MATLAB, Octave and SciPy: v4, v6, v7, v7.3",
    .extensions = "mat",
    .recognises = recognises,
    .read_runs = read_runs,
    .writer = &mat_writer_of_runs,
};
