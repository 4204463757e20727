/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/hdf5/h5.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static unsigned long failures;

static herr_t note_failure(hid_t stack, void *unused) {
    (void)stack;
    (void)unused;
    failures++;
    return 0;
}

unsigned long h5_failures(void) {
    return failures;
}

int h5_check(unsigned long before, int code, const char *path, struct err *err) {
    return code || failures == before
               ? code
               : h5_error(err, ERR_DAMAGED, "%s is damaged: not all of it can be read", path);
}

void h5_prepare(void) {
    H5open();
    H5Eset_auto2(H5E_DEFAULT, note_failure, NULL);
    H5PLset_loading_state(0);

    /* HDF5 1.14 offers a file that it cannot open to all plug-ins that it finds, even if it may not
     * load them. */
    unsigned places;
    while (H5PLsize(&places) >= 0 && places > 0 && H5PLremove(0) >= 0)
        ;
}

static herr_t note_cause(unsigned n, const H5E_error2_t *entry, void *cause) {
    if (n == 0 && entry->desc)
        snprintf(cause, 200, "%s", entry->desc);
    return 0;
}

int h5_error(struct err *err, int code, const char *format, ...) {
    char what[600], cause[200] = "";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    /* Walking upward begins with the innermost entry, which has the cause. */
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, note_cause, cause);
    H5Eclear2(H5E_DEFAULT);
    return *cause ? err_set(err, code, "%s (HDF5: %s)", what, cause)
                  : err_set(err, code, "%s", what);
}

void h5_close(hid_t id) {
    if (id >= 0)
        H5Idec_ref(id);
}

hid_t h5_string_type(size_t length) {
    hid_t type = H5Tcopy(H5T_C_S1);
    if (H5Tset_size(type, length ? length : 1) < 0 || H5Tset_cset(type, H5T_CSET_UTF8) < 0 ||
        H5Tset_strpad(type, H5T_STR_NULLTERM) < 0) {
        h5_close(type);
        return -1;
    }
    return type;
}

H5_index_t h5_order_of_members(hid_t group) {
    unsigned flags = 0;
    hid_t self = H5Gopen2(group, ".", H5P_DEFAULT), list = H5Gget_create_plist(self);
    H5Pget_link_creation_order(list, &flags);
    h5_close(list);
    h5_close(self);
    return flags & H5P_CRT_ORDER_TRACKED ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
}

/* HDF5 looks through all attributes that are in an object's header for each that it adds or opens;
 * more than these it keeps in an index, which takes more room. */
#define MOST_IN_HEADER 256

int h5_keep_attributes(hid_t creation) {
    return H5Pset_attr_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED) <
                       0 ||
                   H5Pset_attr_phase_change(creation, MOST_IN_HEADER, 0) < 0 ||
                   H5Pset_obj_track_times(creation, 0) < 0
               ? -1
               : 0;
}

/* --- names in the format --- */

const char *const layout_own_fields[LAYOUT_OWN_FIELDS] = {
    LAYOUT_SIZES, LAYOUT_SEEDS, LAYOUT_ROUND, LAYOUT_SEED, LAYOUT_DETAILS,
};

int layout_is_own(const char *field) {
    for (size_t i = 0; i < LAYOUT_OWN_FIELDS; i++)
        if (strcmp(field, layout_own_fields[i]) == 0)
            return 1;
    return 0;
}
