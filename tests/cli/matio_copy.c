/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies a MAT-file by matio to one of version 7.3, compressed. Built and run by test_mat73. */
#include <matio.h>

int main(int argc, char **argv) {
    mat_t *from = argc == 3 ? Mat_Open(argv[1], MAT_ACC_RDONLY) : NULL;
    mat_t *to = from ? Mat_CreateVer(argv[2], NULL, MAT_FT_MAT73) : NULL;
    if (!to)
        return 1;
    for (matvar_t *v; (v = Mat_VarReadNext(from)); Mat_VarFree(v))
        if (Mat_VarWrite(to, v, MAT_COMPRESSION_ZLIB))
            return 1;
    return Mat_Close(from) || Mat_Close(to);
}
