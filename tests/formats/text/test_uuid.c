/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/text/uuid.h"
#include "tests/test.h"

TEST(a_uuid_is_random_and_says_so) {
    static const char shape[] = "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx";
    char first[UUID_SIZE], second[UUID_SIZE];
    uuid_new(first);
    uuid_new(second);
    assert_string_not_equal(first, second);
    assert_int_equal(strlen(first), strlen(shape));
    for (size_t i = 0; shape[i]; i++)
        if (shape[i] == 'x')
            assert_non_null(strchr("0123456789abcdef", first[i]));
        else if (shape[i] == 'y')
            assert_non_null(strchr("89ab", first[i]));
        else
            assert_int_equal(first[i], shape[i]);
}
