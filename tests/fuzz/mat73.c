/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mat73.c: a libFuzzer target: what the sandboxed reader does with a MAT-file of version 7.3,
 * without the sandbox, and what its answer is taken for. As in reader.c, HDF5 has faults of its
 * own. */
#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "store/h5.h"
#include "store/mat73_serve.h"
#include "store/parcel.h"
#include "tests/fuzz/mutation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

/* Libfuzzer's own mutations move what follows, and nothing in the file is found any more. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
    struct mutation_file file = {data, size};
    (void)most;
    mutation_seed(seed);
    mutation_apply(&file);
    return file.size;
}

static void require(int is_so) {
    if (!is_so)
        __builtin_trap();
}

static void require_sound(const struct run *run) {
    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct measurement *m = &run->measurements[i];
        for (size_t s = 0; s < m->series_count; s++)
            for (size_t k = 0; k < measurement_elements(m, PER_SAMPLE); k++)
                require(!(m->series[s].seconds[k] < 0) && !isinf(m->series[s].seconds[k]));
    }
}

/* An answer of our own is one that is believed. */
static void take_runs(struct message *reply) {
    size_t count = message_take_count(reply, sizeof(uint64_t));
    require(count > 0);
    for (size_t i = 0; i < count; i++) {
        struct run *run = NULL;
        struct err err = {""};
        free(message_take_text(reply));
        int rc = parcel_take_next(reply, READER_ALL, &run, &err);
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
