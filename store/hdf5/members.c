/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/hdf5/members.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/model/identifiers.h"
#include "store/hdf5/attribute.h"
#include "store/hdf5/h5.h"

#define MOST_MEMBERS ((size_t)1 << 20)

struct members {
    char **names;
    haddr_t *addresses;
    size_t count;
    int is_foreign; /* a link is not a hard link to an object in this file */
};

static herr_t visit_member(hid_t group, const char *name, const H5L_info_t *info, void *data) {
    (void)group;
    struct members *members = data;
    members->is_foreign = info->type != H5L_TYPE_HARD;
    if (members->is_foreign || members->count == MOST_MEMBERS)
        return -1;
    /* Doubles the arrays whenever the count reaches a power of two. */
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

/* --- names of attributes --- */

static const char *const used_words[] = {
    "CLASS",       "NAME",         "DIMENSION_LIST", "REFERENCE_LIST", "DIMENSION_LABELS",
    LAYOUT_ACTION, LAYOUT_LIBRARY, LAYOUT_FACT,      LAYOUT_UNITS,     NULL,
};

static int is_used(const char *name) {
    for (const char *const *word = used_words; *word; word++)
        if (strcmp(*word, name) == 0)
            return 1;
    return *name == '_' || strncmp(name, "MATLAB_", 7) == 0;
}

char *names_encode_fact(const char *true_name) {
    char *attribute = malloc(3 * strlen(true_name) + 1), *to = attribute;
    if (!attribute)
        return NULL;
    int escape = is_used(true_name);
    for (const char *from = true_name; *from; from++, escape = 0)
        if (!escape && (identifiers_may_have(*from) || *from == '.' || *from == '-'))
            *to++ = *from;
        else
            to += snprintf(to, 4, "%%%02X", (unsigned)(unsigned char)*from);
    *to = '\0';
    return attribute;
}

static int hexadecimal(char c) {
    static const char digits[] = "0123456789ABCDEF";
    const char *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

int names_decode_fact(char *attribute) {
    if (!*attribute || is_used(attribute))
        return -1;
    char *to = attribute;
    for (const char *from = attribute; *from; from++) {
        if (*from != '%') {
            *to++ = *from;
            continue;
        }
        int high = hexadecimal(from[1]), low = high < 0 ? -1 : hexadecimal(from[2]);
        if (low < 0 || high + low == 0)
            return -1;
        *to++ = (char)(high << 4 | low);
        from += 2;
    }
    *to = '\0';
    return 0;
}
