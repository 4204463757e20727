/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/hdf5/mat.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/unicode.h"
#include "store/hdf5/array.h"

#define FIELDS_ATTRIBUTE "MATLAB_fields"

/* --- the header --- */

void mat_header(char block[LAYOUT_USER_BLOCK], const char *creator) {
    char text[117];
    int length = snprintf(
        text, sizeof text,
        "MATLAB 7.3 MAT-file, Platform: GLNXA64, Created by: %s HDF5 schema 1.00 .", creator);
    size_t used = (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
    memset(block, 0, LAYOUT_USER_BLOCK);
    memset(block, ' ', 116);
    memcpy(block, text, used);
    memcpy(block + 124, "\x00\x02IM", 4);
}

/* --- classes and structs --- */

/* The type must have the text's length and be NULLTERM: otherwise matio drops a character. */
int mat_set_class(hid_t object, const char *class, struct err *err) {
    hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, strlen(class));
    hid_t attribute = H5Acreate2(object, "MATLAB_class", type, space, H5P_DEFAULT, H5P_DEFAULT);
    int failed = attribute < 0 || H5Awrite(attribute, type, class) < 0;
    h5_close(attribute);
    h5_close(space);
    h5_close(type);
    return failed ? h5_error(err, ERR_DAMAGED, "MATLAB_class cannot be written") : 0;
}

int mat_struct_begin(struct mat_struct *s, hid_t parent, const char *name, struct err *err) {
    *s = (struct mat_struct){.group = -1};
    hid_t list = H5Pcreate(H5P_GROUP_CREATE);
    if (h5_keep_attributes(list) == 0 &&
        H5Pset_link_creation_order(list, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED) >= 0 &&
        H5Pset_link_phase_change(list, 64, 32) >= 0)
        s->group = H5Gcreate2(parent, name, H5P_DEFAULT, list, H5P_DEFAULT);
    h5_close(list);
    if (s->group < 0)
        return h5_error(err, ERR_DAMAGED, "group \"%s\" cannot be written", name);
    int code = mat_set_class(s->group, "struct", err);
    if (code)
        h5_close(s->group);
    return code;
}

const char *mat_struct_field(struct mat_struct *s, const char *true_name, struct err *err) {
    const char *field = identifiers_add(&s->fields, true_name);
    if (!field)
        err_set(err, ERR_FAILED, "no memory for the name of \"%s\"", true_name);
    return field;
}

static int list_fields(struct mat_struct *s, struct err *err) {
    if (s->fields.count == 0)
        return 0;
    hvl_t *list = malloc(s->fields.count * sizeof *list);
    if (!list)
        return err_set(err, ERR_FAILED, "no memory for the names of %zu fields", s->fields.count);
    for (size_t i = 0; i < s->fields.count; i++)
        list[i] = (hvl_t){strlen(s->fields.items[i]), s->fields.items[i]};

    hid_t group = s->group;
    hsize_t count = s->fields.count;
    hid_t type = H5Tvlen_create(H5T_C_S1), space = H5Screate_simple(1, &count, NULL);
    hid_t attribute = H5Acreate2(group, FIELDS_ATTRIBUTE, type, space, H5P_DEFAULT, H5P_DEFAULT);
    int failed = attribute < 0 || H5Awrite(attribute, type, list) < 0;
    h5_close(attribute);
    h5_close(space);
    h5_close(type);

    free(list);
    return failed ? h5_error(err, ERR_DAMAGED, "MATLAB_fields cannot be written") : 0;
}

int mat_struct_pause(struct mat_struct *s, int code, struct err *err) {
    if (!code)
        code = list_fields(s, err);
    h5_close(s->group);
    s->group = -1;
    return code;
}

void mat_struct_forget(struct mat_struct *s) {
    identifiers_release(&s->fields);
}

int mat_struct_end(struct mat_struct *s, int code, struct err *err) {
    code = mat_struct_pause(s, code, err);
    mat_struct_forget(s);
    return code;
}

/* --- existing structs --- */

int mat_struct_resume(struct mat_struct *s, hid_t parent, const char *name, struct err *err) {
    s->group = H5Gopen2(parent, name, H5P_DEFAULT);
    if (s->group >= 0 && (s->fields.count == 0 || H5Adelete(s->group, FIELDS_ATTRIBUTE) >= 0))
        return 0;
    h5_close(s->group);
    return h5_error(err, ERR_DAMAGED, "group \"%s\" cannot be written again", name);
}

static int remove_members(hid_t group) {
    H5G_info_t info;
    if (H5Gget_info(group, &info) < 0)
        return -1;
    for (hsize_t i = 0; i < info.nlinks; i++)
        if (H5Ldelete_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, 0, H5P_DEFAULT) < 0)
            return -1;
    return 0;
}

static int remove_attributes(hid_t group) {
    H5O_info_t info;
    if (H5Oget_info2(group, &info, H5O_INFO_NUM_ATTRS) < 0)
        return -1;
    for (hsize_t i = 0; i < info.num_attrs; i++)
        if (H5Adelete_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, 0, H5P_DEFAULT) < 0)
            return -1;
    return 0;
}

int mat_struct_renew(struct mat_struct *s, hid_t parent, const char *name, struct err *err) {
    *s = (struct mat_struct){.group = H5Gopen2(parent, name, H5P_DEFAULT)};
    if (s->group >= 0 && !remove_members(s->group) && !remove_attributes(s->group))
        return mat_set_class(s->group, "struct", err);
    h5_close(s->group);
    return h5_error(err, ERR_DAMAGED, "group \"%s\" cannot be written anew", name);
}

/* --- text --- */

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
                   : err_set(err, ERR_DAMAGED, "\"%s\" is not a line of text", name);
    h5_close(array);
    return code;
}
