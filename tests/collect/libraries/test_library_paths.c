/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "collect/libraries/library.h"
#include "tests/collect/tree.h"

static void the_loaders_configuration_is_followed(void **state) {
    (void)state;
    make_file("one/x.so");
    make_file("two/x.so");
    make_file("three/y.so");
    char conf[4200];
    int length = snprintf(conf, sizeof conf,
                          "# a comment\ninclude conf.d/*.conf\n  %s # here\n%s:%s\nhwcap 1 %s\n"
                          "relative/path\n%s\ninclude ld.so.conf\n",
                          at("two"), at("missing"), at("one/../two"), at("three"), at("one/x.so"));
    write_file("ld.so.conf", conf, (size_t)length);
    write_file("conf.d/a.conf", at("one"), strlen(at("one")));
    write_file("conf.d/a.other", at("three"), strlen(at("three")));
    struct library_paths paths = {0};
    library_paths_add_conf(&paths, at("ld.so.conf"));
    assert_int_equal(paths.count, 2);
    assert_string_equal(paths.items[0], at("one"));
    assert_string_equal(paths.items[1], at("two"));
    char *found = library_paths_search(&paths, "x.so");
    assert_string_equal(found, at("one/x.so"));
    free(found);
    assert_null(library_paths_search(&paths, "y.so"));
    library_paths_release(&paths);
    library_paths_add_conf(&paths, at("no.conf"));
    assert_int_equal(paths.count, 0);
}

static void the_loaders_path_comes_first(void **state) {
    (void)state;
    make_file("one/x.so");
    make_file("two/x.so");
    char list[3100];
    snprintf(list, sizeof list, "%s::%s;%s", at("two"), at("missing"), at("one"));
    setenv("LD_LIBRARY_PATH", list, 1);
    struct library_paths paths = {0};
    library_paths_find(&paths);
    unsetenv("LD_LIBRARY_PATH");
    assert_uint_in_range(paths.count, 2, LIBRARY_PATHS_MAX);
    assert_string_equal(paths.items[0], at("two"));
    assert_string_equal(paths.items[1], at("one"));
    library_paths_release(&paths);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_loaders_configuration_is_followed, make_tree,
                                        remove_tree),
        cmocka_unit_test_setup_teardown(the_loaders_path_comes_first, make_tree, remove_tree),
    };
    return cmocka_run_group_tests_name("collect/libraries/library_paths", tests, NULL, NULL);
}
