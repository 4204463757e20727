/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/hdf5/mat_text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/utf16.h"
#include "store/hdf5/array.h"

#define LONGEST_TEXT ((hsize_t)64 * 1024 * 1024)

static int set_decode(hid_t array, struct err *err) {
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t attribute =
        H5Acreate2(array, "MATLAB_int_decode", H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT);
    int bytes = 2;
    int failed = attribute < 0 || H5Awrite(attribute, H5T_NATIVE_INT, &bytes) < 0;
    h5_close(attribute);
    h5_close(space);
    return failed ? h5_error(err, ERR_DAMAGED, "MATLAB_int_decode cannot be written") : 0;
}

hid_t mat_text_write(hid_t group, const char *name, const char *text, struct err *err) {
    uint16_t *units = malloc((strlen(text) + 1) * sizeof *units);
    if (!units)
        return err_set(err, ERR_FAILED, "no memory for the text of \"%s\"", name);
    struct array_shape row = {.rank = 2, .dims = {utf16_from_utf8(units, text), 1}};
    hid_t array = array_write(group, name, ARRAY_TEXT, &row, units, err);
    free(units);
    int code = array >= 0 ? set_decode(array, err) : (int)array;
    if (!code)
        return array;
    h5_close(array);
    return code;
}

static int read_units(hid_t array, const char *name, size_t count, char **text, struct err *err) {
    uint16_t *units = malloc(count * sizeof *units);
    int code = units ? array_read(array, name, ARRAY_TEXT, units, err) : 0;
    *text = units && code == 0 ? utf16_to_utf8(units, count) : NULL;
    free(units);
    if (code == 0 && !*text)
        code = err_set(err, ERR_FAILED, "no memory for the text of \"%s\"", name);
    return code;
}

int mat_text_read(hid_t group, const char *name, char **text, struct err *err) {
    struct array_shape row = {.rank = 2};
    hid_t array = array_open(group, name, ARRAY_TEXT, &row, err);
    if (array < 0)
        return (int)array;
    int code = row.dims[1] == 1 && row.dims[0] <= LONGEST_TEXT
                   ? read_units(array, name, row.dims[0], text, err)
                   : err_set(err, ERR_DAMAGED, "\"%s\" is no line of text", name);
    h5_close(array);
    return code;
}
