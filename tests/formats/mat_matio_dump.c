/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints what matio finds in the MAT-files it is given, as mat_dump.h does. Built and run by
 * test_mat_readers. */
#include <inttypes.h>
#include <matio.h>
#include <stdio.h>

static size_t elements(const matvar_t *v) {
    size_t count = 1;
    for (int i = 0; i < v->rank; i++)
        count *= v->dims[i];
    return count;
}

static const char *class_name(const matvar_t *v) {
    static const char *const names[] = {
        [MAT_C_CELL] = "cell",     [MAT_C_STRUCT] = "struct", [MAT_C_CHAR] = "char",
        [MAT_C_DOUBLE] = "double", [MAT_C_SINGLE] = "single", [MAT_C_INT8] = "int8",
        [MAT_C_UINT8] = "uint8",   [MAT_C_INT16] = "int16",   [MAT_C_UINT16] = "uint16",
        [MAT_C_INT32] = "int32",   [MAT_C_UINT32] = "uint32", [MAT_C_INT64] = "int64",
        [MAT_C_UINT64] = "uint64"};
    return v->isLogical ? "logical" : names[v->class_type];
}

static void print_number(enum matio_types type, const void *at, size_t i) {
    switch (type) {
    case MAT_T_DOUBLE:
        printf(" %a", ((const double *)at)[i]);
        break;
    case MAT_T_SINGLE:
        printf(" %a", (double)((const float *)at)[i]);
        break;
    case MAT_T_INT8:
        printf(" %a", (double)((const int8_t *)at)[i]);
        break;
    case MAT_T_UTF8:
    case MAT_T_UINT8:
        printf(" %a", (double)((const uint8_t *)at)[i]);
        break;
    case MAT_T_INT16:
        printf(" %a", (double)((const int16_t *)at)[i]);
        break;
    case MAT_T_UTF16:
    case MAT_T_UINT16:
        printf(" %a", (double)((const uint16_t *)at)[i]);
        break;
    case MAT_T_INT32:
        printf(" %a", (double)((const int32_t *)at)[i]);
        break;
    case MAT_T_UINT32:
        printf(" %a", (double)((const uint32_t *)at)[i]);
        break;
    case MAT_T_INT64:
        printf(" %" PRId64, ((const int64_t *)at)[i]);
        break;
    case MAT_T_UINT64:
        printf(" %" PRIu64, ((const uint64_t *)at)[i]);
        break;
    default:
        printf(" type %d", (int)type);
    }
}

static void print_numbers(const matvar_t *v) {
    const mat_complex_split_t *parts = v->data;
    for (size_t i = 0; i < elements(v); i++)
        print_number(v->data_type, v->isComplex ? parts->Re : v->data, i);
    for (size_t i = 0; v->isComplex && i < elements(v); i++)
        print_number(v->data_type, parts->Im, i);
    putchar('\n');
}

static void print(matvar_t *v) {
    printf("%s", class_name(v));
    for (int i = 0; i < v->rank; i++)
        printf("%c%zu", i ? 'x' : ' ', v->dims[i]);
    printf("%s:", v->isComplex ? " complex" : "");
    if (v->class_type == MAT_C_CELL) {
        putchar('\n');
        for (size_t i = 0; i < elements(v); i++)
            print(Mat_VarGetCell(v, (int)i));
    } else if (v->class_type == MAT_C_STRUCT) {
        unsigned fields = Mat_VarGetNumberOfFields(v);
        for (unsigned f = 0; f < fields; f++)
            printf(" %s", Mat_VarGetStructFieldnames(v)[f]);
        putchar('\n');
        for (unsigned f = 0; f < fields; f++)
            print(Mat_VarGetStructFieldByIndex(v, f, 0));
    } else
        print_numbers(v);
}

static int print_file(const char *path) {
    mat_t *file = Mat_Open(path, MAT_ACC_RDONLY);
    if (!file)
        return 1;
    printf("file %s\n", path);
    for (matvar_t *v; (v = Mat_VarReadNext(file)); Mat_VarFree(v)) {
        printf("variable %s\n", v->name);
        print(v);
    }
    return Mat_Close(file);
}

int main(int argc, char **argv) {
    int failed = 0;
    for (int i = 1; i < argc; i++)
        failed |= print_file(argv[i]);
    return failed;
}
