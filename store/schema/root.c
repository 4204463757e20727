/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/schema/root.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "store/hdf5/attribute.h"
#include "store/hdf5/layout.h"

/* RFC 4122, version 4. */
static int new_uuid(char text[37]) {
    unsigned char b[16];
    if (getrandom(b, sizeof b, 0) != (ssize_t)sizeof b)
        return -1;
    b[6] = (unsigned char)((b[6] & 0x0F) | 0x40);
    b[8] = (unsigned char)((b[8] & 0x3F) | 0x80);
    snprintf(text, 37, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0],
             b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
             b[14], b[15]);
    return 0;
}

int root_found(hid_t file, const char *creator, struct err *err) {
    char uuid[37];
    if (new_uuid(uuid))
        return err_set(err, ERR_FAILED, "the system gives no random numbers");
    const char *const attributes[][2] = {{LAYOUT_FORMAT_NAME, LAYOUT_NAME},
                                         {LAYOUT_FORMAT_VERSION, LAYOUT_VERSION},
                                         {LAYOUT_CREATOR, creator},
                                         {LAYOUT_UUID, uuid}};
    int code = 0;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes && !code; i++)
        code = attribute_write_text(file, attributes[i][0], attributes[i][1], err);
    return code;
}

/* Of the same major version, or it would not have been opened. */
int root_is_newer(const char *version) {
    const char *ours = strchr(LAYOUT_VERSION, '.'), *theirs = strchr(version, '.');
    return theirs && atol(theirs + 1) > atol(ours + 1);
}

int root_raise_version(hid_t file, struct err *err) {
    char *version = attribute_read_text(file, LAYOUT_FORMAT_VERSION);
    int is_older = version && !root_is_newer(version) && strcmp(version, LAYOUT_VERSION) != 0;
    free(version);
    if (!is_older)
        return 0;
    if (H5Adelete(file, LAYOUT_FORMAT_VERSION) < 0)
        return h5_error(err, ERR_DAMAGED, "its format version cannot be written");
    return attribute_write_text(file, LAYOUT_FORMAT_VERSION, LAYOUT_VERSION, err);
}
