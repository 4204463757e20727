/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/schema/root.h"

#include <stdlib.h>
#include <string.h>

#include "formats/text/uuid.h"
#include "store/hdf5/attribute.h"
#include "store/hdf5/h5.h"

int root_found(hid_t file, const char *creator, struct err *err) {
    char uuid[UUID_SIZE];
    uuid_new(uuid);
    const char *const attributes[][2] = {{LAYOUT_FORMAT_NAME, LAYOUT_NAME},
                                         {LAYOUT_FORMAT_VERSION, LAYOUT_VERSION},
                                         {LAYOUT_CREATOR, creator},
                                         {LAYOUT_UUID, uuid}};
    int code = 0;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes && !code; i++)
        code = attribute_write_text(file, attributes[i][0], attributes[i][1], err);
    return code;
}

/* The major version is the same, or the archive would not have been opened. */
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

/* --- the next run's number --- */

/* Returns the number of the run that is SKIPPED places before the last member in that order; 0 if
 * that member is not a run. */
static unsigned long number_at(hid_t file, H5_index_t index, hsize_t skipped) {
    char name[CONTENTS_NAME_SIZE];
    ssize_t length =
        H5Lget_name_by_idx(file, ".", index, H5_ITER_DEC, skipped, name, sizeof name, H5P_DEFAULT);
    return length > 0 && (size_t)length < sizeof name ? contents_run_number(name) : 0;
}

/* Finds the last run after skipping the last SKIPPED members, and moves SKIPPED past it: members
 * that are not runs may follow it. Returns 0 if there is none. */
static unsigned long find(hid_t file, H5_index_t index, hsize_t members, hsize_t *skipped) {
    unsigned long number = 0;
    while (*skipped < members && !number)
        number = number_at(file, index, (*skipped)++);
    return number;
}

/* In a file that some tool rewrote, the order of creation may be lost, or differ from that of the
 * numbers. Uses the order of names only then, since HDF5 sorts all members for it, each time. */
static unsigned long latest(hid_t file) {
    H5G_info_t info;
    if (H5Gget_info(file, &info) < 0)
        return 0;
    hsize_t by_age = 0, by_name = 0;
    unsigned long last = 0;
    if (h5_order_of_members(file) == H5_INDEX_CRT_ORDER)
        last = find(file, H5_INDEX_CRT_ORDER, info.nlinks, &by_age);
    if (last > find(file, H5_INDEX_CRT_ORDER, last ? info.nlinks : 0, &by_age))
        return last;
    unsigned long highest = find(file, H5_INDEX_NAME, info.nlinks, &by_name);
    return highest > last ? highest : last;
}

int next_run_number_next(hid_t file, char name[CONTENTS_NAME_SIZE], struct err *err) {
    unsigned long number = latest(file);
    htri_t is_taken;
    do {
        if (++number > CONTENTS_MOST_NUMBER)
            return err_set(err, ERR_FAILED, "there is no number left for another run");
        contents_run_name(name, number);
        is_taken = H5Lexists(file, name, H5P_DEFAULT);
    } while (is_taken > 0);
    return is_taken < 0 ? h5_error(err, ERR_DAMAGED, "its runs cannot be looked up") : 0;
}
