/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/libraries/library.h"
#include "tests/collect/tree.h"
#include "tests/test.h"

EACH_TEST(make_tree, remove_tree);

TEST(the_loaders_configuration_is_followed) {
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

TEST(the_loaders_path_comes_first) {
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
