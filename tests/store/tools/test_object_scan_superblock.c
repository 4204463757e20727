/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/store/fixture.h"

#include "store/hdf5/h5.h"
#include "store/tools/object_scan.h"

EACH_TEST(enter, leave);

TEST(one_made_anew_is_that_of_hdf5) {
    unsigned char made[SUPERBLOCK_SIZE], found[SUPERBLOCK_SIZE];
    struct stat st;
    struct run *run = sample_run();
    for (int i = 0; i < 3; i++) {
        append(path, run);
        assert_int_equal(stat(path, &st), 0);
        FILE *file = fopen(path, "rb");
        assert_int_equal(fseek(file, LAYOUT_USER_BLOCK, SEEK_SET), 0);
        assert_int_equal(fread(found, sizeof found, 1, file), 1);
        fclose(file);
        superblock_make(made, (uint64_t)st.st_size, SUPERBLOCK_EXTENSION, SUPERBLOCK_ROOT);
        assert_memory_equal(made, found, sizeof found);
    }
    run_free(run);
}
