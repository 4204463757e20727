/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/schema/head.h"

#include <stdlib.h>
#include <string.h>

#include "store/schema/native_header.h"
#include "store/hdf5/members.h"

static hid_t open_action(hid_t run, const char *action, struct err *err) {
    if (reader_is_named(run, action))
        return H5Gopen2(run, action, H5P_DEFAULT);
    char **names;
    size_t count;
    hid_t group = -1;
    if (members_list(run, &names, &count, err))
        return -1;
    for (size_t i = 0; i < count && group < 0; i++) {
        char *name = NULL;
        if (reader_action_name(run, names[i], &name, err) == 0 && name && strcmp(name, action) == 0)
            group = H5Gopen2(run, names[i], H5P_DEFAULT);
        free(name);
    }
    members_free(names, count);
    if (group < 0)
        h5_error(err, ERR_DAMAGED, "action \"%s\" cannot be opened", action);
    return group;
}

static int read_parts(struct head *head, hid_t run, const char *action, enum reader_extent extent,
                      struct err *err) {
    int code = reader_read_run(run, action, extent | READER_HEAD, head->run, err);
    if (code)
        return code;
    const struct measurement *m = &head->run->measurements[0];
    const size_t dims[] = {m->points, m->rounds, m->max_seeds};
    memcpy(head->samples.dims, dims, sizeof dims);
    hid_t group = open_action(run, action, err);
    if (group < 0)
        return ERR_DAMAGED;
    code = samples_open(&head->samples, group, m, extent, err);
    h5_close(group);
    return code ? err_prefix(err, code, "action \"%s\"", action) : 0;
}

static int read_by_hdf5(struct head *head, const struct head_place *place, const char *action,
                        enum reader_extent extent, struct err *err) {
    hid_t group = H5Gopen2(place->file, place->name, H5P_DEFAULT);
    head->run = run_new();
    int code = group < 0    ? h5_error(err, ERR_DAMAGED, "it cannot be opened")
               : !head->run ? err_set(err, ERR_FAILED, "no memory for it")
                            : read_parts(head, group, action, extent, err);
    h5_close(group);
    return code;
}

int head_read(struct head *head, const struct head_place *place, const char *action,
              enum reader_extent extent, struct err *err) {
    *head = (struct head){0};
    if (place->address != HADDR_UNDEF &&
        native_header_read(head, place->image, place->address, action, extent) == 0)
        return 0;
    head_release(head);
    int code = read_by_hdf5(head, place, action, extent, err);
    if (code)
        head_release(head);
    return code;
}

void head_release(struct head *head) {
    run_free(head->run);
    samples_release(&head->samples);
    *head = (struct head){0};
}
