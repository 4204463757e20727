/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat_runs/mat_points.h"

#include "formats/text/decimal.h"

int mat_points_find(const struct mat_array *array, size_t points, struct mat_points *layout) {
    size_t rows = array->dims[0], columns = array->dims[1];
    if (array->rank == 2 && array->count == points && (rows == 1 || columns == 1)) {
        *layout = (struct mat_points){1, 1, 0, 0, 1};
        return 1;
    }
    if (array->rank == 3) {
        *layout = (struct mat_points){rows, columns, 1, rows, rows * columns};
        return array->dims[2] == points && array->count > 0;
    }
    if (array->rank != 2 || !array->count)
        return 0;
    *layout = columns == points ? (struct mat_points){rows, 1, 1, 0, rows}
                                : (struct mat_points){columns, 1, rows, 0, 1};
    return columns == points || rows == points;
}

int mat_points_whole(const struct mat_array *array, size_t i, int64_t *whole) {
    if (array->class == MAT_INT64) {
        *whole = ((const int64_t *)array->real)[i];
        return 1;
    }
    return decimal_is_whole(mat_number(array, i), whole);
}
