/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/hdf5/attribute.h"

#include <stdlib.h>
#include <string.h>

#include "store/hdf5/h5.h"
#include "store/hdf5/members.h"

#define LONGEST_NAME ((size_t)255)   /* netCDF's NC_MAX_NAME without its terminator */
#define LONGEST_TEXT ((size_t)65536) /* an object header cannot hold more */

/* --- writing --- */

static int write_value(hid_t object, const char *name, hid_t file_type, hid_t memory_type,
                       const void *value, struct err *err) {
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t attribute = H5Acreate2(object, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT);
    int failed = attribute < 0 || H5Awrite(attribute, memory_type, value) < 0;
    h5_close(attribute);
    h5_close(space);
    return failed ? h5_error(err, ERR_DAMAGED, "attribute \"%s\" cannot be written", name) : 0;
}

int attribute_write_text(hid_t object, const char *name, const char *text, struct err *err) {
    hid_t type = h5_string_type(strlen(text));
    int code = write_value(object, name, type, type, text, err);
    h5_close(type);
    return code;
}

static int write_fact(hid_t object, const char *name, const struct fact *fact, struct err *err) {
    switch (fact->kind) {
    case FACT_INTEGER:
        return write_value(object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, &fact->integer, err);
    case FACT_REAL:
        return write_value(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &fact->real, err);
    case FACT_TEXT:
        break;
    }
    return attribute_write_text(object, name, fact->text, err);
}

int attribute_is_long(const struct fact *fact) {
    return fact->kind == FACT_TEXT && strlen(fact->text) > LAYOUT_ATTRIBUTE_BYTES;
}

static int write_named_fact(hid_t object, const struct fact *fact, struct err *err) {
    char *name = names_encode_fact(fact->name);
    size_t length = name ? strlen(name) : 0;
    int code;
    if (!name)
        code = err_set(err, ERR_FAILED, "no memory for \"%s\"", fact->name);
    else if (length == 0 || length > LONGEST_NAME)
        code = err_set(err, ERR_FAILED, "a fact named \"%s\" cannot be kept: %zu characters",
                       fact->name, length);
    else
        code = write_fact(object, name, fact, err);
    free(name);
    return code;
}

int attribute_write_facts(hid_t object, const struct facts *facts, struct err *err) {
    if (facts->incomplete)
        return err_set(err, ERR_FAILED, "memory ran out while its facts were gathered");
    if (facts->count > ATTRIBUTE_MOST_FACTS)
        return err_set(err, ERR_FAILED, "it has %zu facts; an archive keeps no more than %zu",
                       facts->count, ATTRIBUTE_MOST_FACTS);
    int code = 0;
    for (size_t i = 0; i < facts->count && !code; i++)
        if (!attribute_is_long(&facts->items[i]))
            code = write_named_fact(object, &facts->items[i], err);
    return code;
}

/* --- reading --- */

static int is_single(hid_t attribute) {
    hid_t space = H5Aget_space(attribute);
    int single = H5Sget_simple_extent_npoints(space) == 1;
    h5_close(space);
    return single;
}

/* Skips texts of variable length: HDF5 would allocate whatever length the file claims. */
static char *read_text(hid_t attribute, hid_t type) {
    size_t size = H5Tget_size(type);
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 || size > LONGEST_TEXT)
        return NULL;
    char *text = calloc(1, size + 1);
    if (text && H5Aread(attribute, type, text) < 0) {
        free(text);
        return NULL;
    }
    for (size_t end = size;
         text && H5Tget_strpad(type) == H5T_STR_SPACEPAD && end > 0 && text[end - 1] == ' '; end--)
        text[end - 1] = '\0';
    return text;
}

char *attribute_read_text(hid_t object, const char *name) {
    if (H5Aexists(object, name) <= 0)
        return NULL;
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT), type = H5Aget_type(attribute);
    char *text = attribute >= 0 && is_single(attribute) ? read_text(attribute, type) : NULL;
    h5_close(type);
    h5_close(attribute);
    return text;
}

static void add_text(struct facts *facts, const char *name, hid_t attribute, hid_t type) {
    char *text = read_text(attribute, type);
    facts_set_text(facts, name, text);
    free(text);
}

static void add_integer(struct facts *facts, const char *name, hid_t attribute, hid_t type) {
    int64_t value;
    if (H5Tget_size(type) <= sizeof value && H5Aread(attribute, H5T_NATIVE_INT64, &value) >= 0)
        facts_set_integer(facts, name, value);
}

static void add_real(struct facts *facts, const char *name, hid_t attribute, hid_t type) {
    double value;
    if (H5Tget_size(type) <= sizeof value && H5Aread(attribute, H5T_NATIVE_DOUBLE, &value) >= 0)
        facts_set_real(facts, name, value);
}

static const struct {
    H5T_class_t class;
    void (*add)(struct facts *, const char *, hid_t, hid_t);
} fact_classes[] = {{H5T_STRING, add_text}, {H5T_INTEGER, add_integer}, {H5T_FLOAT, add_real}};

static herr_t visit_attribute(hid_t object, const char *name, const H5A_info_t *info, void *data) {
    (void)info;
    struct facts *facts = data;
    char *true_name = facts->count < ATTRIBUTE_MOST_FACTS ? strdup(name) : NULL;
    if (!true_name)
        return -1;
    if (names_decode_fact(true_name) == 0) {
        hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
        if (attribute >= 0) {
            hid_t type = H5Aget_type(attribute);
            H5T_class_t class = H5Tget_class(type);
            for (size_t i = 0; i < sizeof fact_classes / sizeof *fact_classes; i++)
                if (fact_classes[i].class == class && is_single(attribute))
                    fact_classes[i].add(facts, true_name, attribute, type);
            h5_close(type);
        }
        h5_close(attribute);
    }
    free(true_name);
    return facts->incomplete ? -1 : 0;
}

/* Unlike members, attributes can be iterated by creation order even if the file does not track
 * it. */
int attribute_read_facts(hid_t object, struct facts *facts, struct err *err) {
    hsize_t position = 0;
    return H5Aiterate2(object, H5_INDEX_CRT_ORDER, H5_ITER_INC, &position, visit_attribute,
                       facts) >= 0
               ? 0
               : h5_error(err, ERR_DAMAGED, "its attributes cannot be read");
}
