/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/store/fixture.h"

#include "store/schema/root.h"

/* What follows on members of these names, created in this order. */
static void assert_next(const char *const *names, size_t count, unsigned order,
                        const char *expected) {
    char next[CONTENTS_NAME_SIZE];
    hid_t list = H5Pcreate(H5P_FILE_CREATE), access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_link_creation_order(list, order);
    H5Pset_fapl_core(access, 1 << 16, 0);
    hid_t file = H5Fcreate("nowhere", H5F_ACC_TRUNC, list, access);
    assert_true(file >= 0);
    for (size_t i = 0; i < count; i++)
        H5Gclose(H5Gcreate2(file, names[i], H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    assert_int_equal(next_run_number_next(file, next, NULL), 0);
    assert_string_equal(next, expected);
    H5Fclose(file);
    H5Pclose(access);
    H5Pclose(list);
}

#define NEXT(order, expected, ...)                                                                 \
    assert_next((const char *const[]){__VA_ARGS__},                                                \
                sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), order, expected)

enum { TRACKED = H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED };

TEST(numbers_go_on_from_the_highest) {
    h5_prepare();
    NEXT(TRACKED, "run_000001", "other");
    NEXT(TRACKED, "run_000002", "run_000001");
    NEXT(TRACKED, "run_000008", "run_000001", "run_000003", "run_000007", "notes");
    NEXT(TRACKED, "run_000008", "run_000007", "run_000003");
    NEXT(TRACKED, "run_1000001", "run_999999", "run_1000000");
    NEXT(0, "run_000008", "run_000007", "run_000003", "zebra", "run_x", "run_7");
}

TEST(a_number_that_is_taken_is_passed_over) {
    NEXT(0, "run_1000002", "run_1000000", "run_1000001", "run_999999");
}
