/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat73.c: a libFuzzer target: what the sandboxed reader does with a MAT-file of version 7.3,
 * without the sandbox, and what its answer is taken for. As in reader.c, HDF5 has faults of its
 * own. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "store/hdf5/h5.h"
#include "store/mat73/mat73.h"
#include "store/schema/run_codec.h"
#include "tests/fuzz/target.h"

/* An answer of our own is one that is believed. */
static void take_runs(struct message *reply) {
    size_t count = message_take_count(reply, sizeof(uint64_t));
    require(count > 0);
    for (size_t i = 0; i < count; i++) {
        struct run *run = NULL;
        struct err err = {""};
        free(message_take_text(reply));
        int rc = run_codec_take_next(reply, READER_ALL, &run, &err);
        require(rc != ERR_DAMAGED);
        if (rc == 0)
            require_sound(run);
        run_free(run);
    }
    require(message_is_done(reply));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct mat73_file file = {.path = "input.mat",
                              .fd = memfd_create("input", MFD_CLOEXEC),
                              .size = size,
                              .text = "MATLAB 7.3 MAT-file",
                              .options = {.memory = (size_t)64 << 20}};
    struct message request = {0}, reply = {0};
    struct err err = {""};
    h5_prepare();
    message_put_number(&request, MAT73_READ);
    if (file.fd >= 0 && write(file.fd, data, size) == (ssize_t)size) {
        if (mat73_answer(&file, &request, &reply, &err) == 0)
            take_runs(&reply);
        else
            require(*err.message && !strchr(err.message, '\n'));
    }
    message_release(&request);
    message_release(&reply);
    close(file.fd);
    return 0;
}
