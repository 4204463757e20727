/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/files/sha256.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

void sha256_write(struct sha256_ctx *hash, char text[SHA256_TEXT]) {
    uint8_t bytes[SHA256_DIGEST_SIZE];
    sha256_digest(hash, sizeof bytes, bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
}

int sha256_of_file(const char *path, char text[SHA256_TEXT], struct err *err) {
    struct sha256_ctx hash;
    uint8_t bytes[8192];
    size_t got;
    FILE *file = fopen(path, "rb");
    sha256_init(&hash);
    while (file && (got = fread(bytes, 1, sizeof bytes, file)) > 0)
        sha256_update(&hash, got, bytes);
    int failed = !file || ferror(file);
    if (failed)
        err_set(err, ERR_FAILED, "%s: %s", path, strerror(errno));
    if (file)
        fclose(file);
    if (!failed)
        sha256_write(&hash, text);
    return failed ? ERR_FAILED : 0;
}
