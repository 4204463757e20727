/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat/mat_array.h"

#include <stdlib.h>
#include <string.h>

#include "formats/text/utf16.h"

typedef double number_at(const void *numbers, size_t i);

#define NUMBER(name, type)                                                                         \
    static double name##_at(const void *numbers, size_t i) {                                       \
        return (double)((const type *)numbers)[i];                                                 \
    }
NUMBER(double, double)
NUMBER(single, float)
NUMBER(int8, int8_t)
NUMBER(uint8, uint8_t)
NUMBER(int16, int16_t)
NUMBER(uint16, uint16_t)
NUMBER(int32, int32_t)
NUMBER(uint32, uint32_t)
NUMBER(int64, int64_t)
NUMBER(uint64, uint64_t)

static const struct {
    const char *name;
    size_t bytes;
    number_at *at;
} classes[MAT_CLASSES] = {
    [MAT_CELL] = {"cell", 0, NULL},          [MAT_STRUCT] = {"struct", 0, NULL},
    [MAT_OBJECT] = {"object", 0, NULL},      [MAT_CHAR] = {"char", 2, NULL},
    [MAT_SPARSE] = {"sparse", 0, NULL},      [MAT_DOUBLE] = {"double", 8, double_at},
    [MAT_SINGLE] = {"single", 4, single_at}, [MAT_INT8] = {"int8", 1, int8_at},
    [MAT_UINT8] = {"uint8", 1, uint8_at},    [MAT_INT16] = {"int16", 2, int16_at},
    [MAT_UINT16] = {"uint16", 2, uint16_at}, [MAT_INT32] = {"int32", 4, int32_at},
    [MAT_UINT32] = {"uint32", 4, uint32_at}, [MAT_INT64] = {"int64", 8, int64_at},
    [MAT_UINT64] = {"uint64", 8, uint64_at}, [MAT_FUNCTION] = {"function handle", 0, NULL},
    [MAT_OPAQUE] = {"opaque", 0, NULL},
};

static int is_class(enum mat_class class) {
    return class >= MAT_CELL && class < MAT_CLASSES;
}

const char *mat_class_name(enum mat_class class) {
    return is_class(class) ? classes[class].name : "unknown";
}

size_t mat_class_bytes(enum mat_class class) {
    return is_class(class) ? classes[class].bytes : 0;
}

int mat_class_is_numeric(enum mat_class class) {
    return is_class(class) && classes[class].at;
}

int mat_is_real(const struct mat_array *array) {
    return mat_class_is_numeric(array->class) && !array->is_logical && !array->is_complex;
}

double mat_number(const struct mat_array *array, size_t i) {
    return classes[array->class].at(array->real, i);
}

const struct mat_array *mat_field(const struct mat_array *array, const char *name) {
    if (!array || array->class != MAT_STRUCT || array->count != 1)
        return NULL;
    for (size_t f = 0; f < array->field_count; f++)
        if (strcmp(array->fields[f], name) == 0)
            return &array->items[f];
    return NULL;
}

char *mat_text(const struct mat_array *array) {
    if (!array || array->class != MAT_CHAR || (array->count && array->dims[0] != 1))
        return NULL;
    return utf16_to_utf8(array->real, array->count);
}
