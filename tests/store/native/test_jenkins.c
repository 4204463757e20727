/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "store/native/jenkins.h"

/* From driver5 of Bob Jenkins's own lookup3.c. */
static void the_hash_is_that_of_its_author(void **state) {
    (void)state;
    static const char text[] = "Four score and seven years ago";
    assert_int_equal(jenkins_hash((const unsigned char *)text, 30), 0x17770551);
    assert_int_equal(jenkins_hash((const unsigned char *)"", 0), 0xdeadbeef);
}

static void every_byte_of_every_length_counts(void **state) {
    (void)state;
    unsigned char bytes[40] = {0};
    for (size_t size = 1; size <= sizeof bytes; size++)
        for (size_t i = 0; i < size; i++) {
            uint32_t before = jenkins_hash(bytes, size);
            bytes[i] = 1;
            assert_int_not_equal(jenkins_hash(bytes, size), before);
            bytes[i] = 0;
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hash_is_that_of_its_author),
        cmocka_unit_test(every_byte_of_every_length_counts),
    };
    return cmocka_run_group_tests_name("store/native/jenkins", tests, NULL, NULL);
}
