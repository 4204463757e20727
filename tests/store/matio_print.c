/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints what matio finds in a MAT-file: a line for each variable and field, with its class, its
 * dimensions, and its elements in the order in which they lie. Built and run by test_readers. */
#include <inttypes.h>
#include <matio.h>
#include <stdio.h>

static size_t elements(const matvar_t *v) {
    size_t count = 1;
    for (int i = 0; i < v->rank; i++)
        count *= v->dims[i];
    return count;
}

static void print_element(const matvar_t *v, size_t i) {
    if (v->class_type == MAT_C_DOUBLE)
        printf(" %.17g", ((const double *)v->data)[i]);
    else if (v->class_type == MAT_C_INT64)
        printf(" %" PRId64, ((const int64_t *)v->data)[i]);
    else if (v->class_type == MAT_C_CHAR && v->data_type == MAT_T_UINT16)
        printf(" %u", (unsigned)((const uint16_t *)v->data)[i]);
}

static void print(const char *path, matvar_t *v) {
    char name[512];
    snprintf(name, sizeof name, "%s/%s", path, v->name);
    printf("%s class %d dims", name, (int)v->class_type);
    for (int i = 0; i < v->rank; i++)
        printf(" %zu", v->dims[i]);
    printf(" =");
    for (size_t i = 0; v->data && v->class_type != MAT_C_STRUCT && i < elements(v); i++)
        print_element(v, i);
    printf(" ;\n");
    if (v->class_type == MAT_C_STRUCT)
        for (unsigned i = 0; i < Mat_VarGetNumberOfFields(v); i++)
            print(name, Mat_VarGetStructFieldByIndex(v, i, 0));
}

int main(int argc, char **argv) {
    mat_t *file = argc == 2 ? Mat_Open(argv[1], MAT_ACC_RDONLY) : NULL;
    if (!file)
        return 1;
    for (matvar_t *v; (v = Mat_VarReadNext(file)); Mat_VarFree(v))
        print("", v);
    return Mat_Close(file);
}
