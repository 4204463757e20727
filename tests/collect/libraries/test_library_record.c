/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "collect/libraries/library_record.h"
#include "formats/model/left_out.h"
#include "tests/collect/fake.h"
#include "tests/test.h"

static char paths[4][400];

/* Files that are there; nobody loads them. */
static void make_files(void) {
    static const char *const names[] = {"one.so", "it's two=.so", "two lapack.so", "three.so"};
    for (size_t i = 0; i < 4; i++) {
        snprintf(paths[i], sizeof paths[i], "%s/%s", fake_folder, names[i]);
        FILE *file = fopen(paths[i], "w");
        assert_non_null(file);
        fclose(file);
    }
}

static struct facts recorded(void) {
    struct library items[] = {
        {.name = "one", .paths = {paths[0]}, .path_count = 1},
        {.name = "two", .paths = {paths[1], paths[2]}, .path_count = 2},
        {.name = "drei", .paths = {paths[3]}, .path_count = 1},
        {.name = "again", .paths = {paths[3]}, .path_count = 1},
        {.name = "a+b", .paths = {paths[1], paths[2]}, .path_count = 2, .is_chain = 1}};
    struct libraries libraries = {items, 5};
    struct facts facts = {0};
    make_files();
    library_record(&libraries, &facts);
    return facts;
}

ALL_TESTS(fake_set_up, fake_tear_down);

TEST(names_and_files_come_back_in_their_order) {
    struct facts facts = recorded();
    struct libraries found;
    assert_int_equal(library_recall(&facts, &found, NULL), 0);
    assert_int_equal(found.count, 5);
    assert_string_equal(found.items[1].name, "two");
    assert_int_equal(found.items[1].path_count, 2);
    assert_string_equal(found.items[1].paths[0], paths[1]);
    assert_string_equal(found.items[1].paths[1], paths[2]);
    assert_string_equal(found.items[2].name, "drei");
    assert_string_equal(found.items[3].name, "again");
    assert_string_equal(found.items[3].paths[0], paths[3]);
    assert_string_equal(found.items[4].name, "a+b");
    assert_string_equal(found.items[4].paths[1], paths[2]);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(found.items[i].is_chain, i == 4);
    libraries_release(&found);
    facts_release(&facts);
}

/* What was found on the system, and what a word with others means, need not be measured again. */
TEST(those_that_were_missed_are_missed_again) {
    struct facts facts = recorded();
    struct libraries found;
    left_out_add(&facts, &(struct left_out){"axpy", "two", "it lacks daxpy_"});
    assert_int_equal(library_recall(&facts, &found, NULL), 0);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(found.items[i].was_found, i != 1);
    libraries_release(&found);
    facts_release(&facts);
}

TEST(builds_come_back_together) {
    struct library items[] = {{.name = "one", .paths = {paths[0]}, .path_count = 1},
                              {.name = "old", .paths = {paths[1]}, .path_count = 1}};
    struct libraries libraries = {items, 2}, found;
    struct facts facts = {0};
    make_files();
    for (size_t i = 1; i < 4; i++) {
        FILE *file = fopen(paths[i], "w");
        fprintf(file, "%zu", i);
        fclose(file);
        assert_int_equal(builds_add(&items[1].builds, paths[i], NULL), 0);
    }
    assert_int_equal(builds_add(&items[0].builds, paths[0], NULL), 0);
    library_record(&libraries, &facts);
    assert_int_equal(library_recall(&facts, &found, NULL), 0);
    assert_int_equal(found.count, 2);
    assert_int_equal(found.items[1].path_count, 1);
    assert_string_equal(found.items[1].paths[0], paths[1]);
    assert_true(builds_are_same(&found.items[1].builds, &items[1].builds));
    libraries_release(&found);
    facts_release(&facts);
    for (size_t i = 0; i < 2; i++)
        builds_release(&items[i].builds);
}

TEST(a_file_that_is_gone_is_named) {
    struct facts facts = recorded();
    struct libraries found;
    struct err err = {""};
    unlink(paths[2]);
    assert_int_equal(library_recall(&facts, &found, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "the library two was"));
    assert_non_null(strstr(err.message, "two lapack.so: No such file"));
    assert_int_equal(found.count, 0);
    facts_release(&facts);
}

TEST(what_is_no_list_of_libraries_is_refused) {
    make_files();
    static const char *const lists[] = {"",
                                        "one",
                                        "=/bin/sh",
                                        "one=relative",
                                        "'one=/bin/sh",
                                        "one=+",
                                        "one=+sh",
                                        "one=++/bin/sh",
                                        "one=/bin/sh one=+/bin/sh"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        struct facts facts = {0};
        struct libraries found;
        facts_set_text(&facts, "libraries", lists[i]);
        assert_int_equal(library_recall(&facts, &found, NULL), ERR_DAMAGED);
        facts_release(&facts);
    }
    struct facts facts = {0};
    struct libraries found;
    struct err err = {""};
    facts_set_text(&facts, "libraries", "a=/bin/sh a=/bin/sh a=/bin/sh a=/bin/sh a=/bin/sh");
    assert_int_equal(library_recall(&facts, &found, &err), ERR_DAMAGED);
    assert_non_null(strstr(err.message, "too many files"));
    facts_release(&facts);
}
