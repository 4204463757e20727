/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/hdf5/members.h"

#include <stdlib.h>
#include <string.h>

#include "store/hdf5/attribute.h"

#define MOST_MEMBERS ((size_t)1 << 20)

struct members {
    char **names;
    haddr_t *addresses;
    size_t count;
    int is_foreign; /* a link leads out of the group */
};

static herr_t visit_member(hid_t group, const char *name, const H5L_info_t *info, void *data) {
    (void)group;
    struct members *members = data;
    members->is_foreign = info->type != H5L_TYPE_HARD;
    if (members->is_foreign || members->count == MOST_MEMBERS)
        return -1;
    /* Grown by doubling: at every power of two. */
    if ((members->count & (members->count - 1)) == 0) {
        size_t room = members->count ? 2 * members->count : 1;
        char **names = realloc(members->names, room * sizeof *names);
        if (!names)
            return -1;
        members->names = names;
        haddr_t *addresses = realloc(members->addresses, room * sizeof *addresses);
        if (!addresses)
            return -1;
        members->addresses = addresses;
    }
    members->addresses[members->count] = info->u.address;
    members->names[members->count] = strdup(name);
    return members->names[members->count] ? (int)(members->count++, 0) : -1;
}

void members_free(char **names, size_t count) {
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
}

static int visit_members(hid_t group, struct members *members) {
    hsize_t position = 0;
    *members = (struct members){0};
    if (H5Literate(group, h5_order_of_members(group), H5_ITER_INC, &position, visit_member,
                   members) >= 0)
        return 0;
    members_free(members->names, members->count);
    free(members->addresses);
    return -1;
}

int members_locate(hid_t group, char ***names, haddr_t **addresses, size_t *count,
                   struct err *err) {
    struct members members;
    if (visit_members(group, &members))
        return members.is_foreign ? err_set(err, ERR_DAMAGED,
                                            "a link in it leads elsewhere, which is not followed")
                                  : h5_error(err, ERR_DAMAGED, "its members cannot be listed");
    *names = members.names;
    *addresses = members.addresses;
    *count = members.count;
    return 0;
}

int members_list(hid_t group, char ***names, size_t *count, struct err *err) {
    haddr_t *addresses = NULL;
    int code = members_locate(group, names, &addresses, count, err);
    free(addresses);
    return code;
}

int members_text(hid_t group, const char *name, H5I_type_t type, const char *attribute, char **text,
                 struct err *err) {
    htri_t exists = H5Aexists_by_name(group, name, attribute, H5P_DEFAULT);
    *text = NULL;
    if (exists == 0)
        return 0;
    hid_t object = exists > 0 ? H5Oopen(group, name, H5P_DEFAULT) : -1;
    if (object < 0)
        return h5_error(err, ERR_DAMAGED, "\"%s\" cannot be opened", name);
    if (H5Iget_type(object) == type)
        *text = attribute_read_text(object, attribute);
    h5_close(object);
    return 0;
}
