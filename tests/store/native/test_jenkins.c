/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "store/native/jenkins.h"
#include "tests/test.h"

/* From driver5 of Bob Jenkins's own lookup3.c. */
TEST(the_hash_is_that_of_its_author) {
    static const char text[] = "Four score and seven years ago";
    assert_int_equal(jenkins_hash((const unsigned char *)text, 30), 0x17770551);
    assert_int_equal(jenkins_hash((const unsigned char *)"", 0), 0xdeadbeef);
}

TEST(every_byte_of_every_length_counts) {
    unsigned char bytes[40] = {0};
    for (size_t size = 1; size <= sizeof bytes; size++)
        for (size_t i = 0; i < size; i++) {
            uint32_t before = jenkins_hash(bytes, size);
            bytes[i] = 1;
            assert_int_not_equal(jenkins_hash(bytes, size), before);
            bytes[i] = 0;
        }
}
