/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mutator.c: how libFuzzer changes HDF5 files. Its own mutations move what follows, and nothing in
 * the file is found any more. */
#include "tests/fuzz/mutation.h"
#include "tests/fuzz/target.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
    struct mutation_file file = {data, size};
    (void)most;
    mutation_seed(seed);
    mutation_apply(&file);
    return file.size;
}
