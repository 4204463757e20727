/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <pwd.h>

#include "store/file/writers.h"
#include "tests/test.h"

enum { OWNER = 1234567, STRANGER = 1234568, GROUP = 1234567, OTHER_GROUP = 1234568 };

static struct stat file_of(mode_t mode, gid_t group) {
    return (struct stat){.st_mode = S_IFREG | mode, .st_uid = OWNER, .st_gid = group};
}

TEST(owner_and_root_may_write_and_others_if_permitted) {
    const struct stat private = file_of(0400, GROUP), open = file_of(0666, GROUP);
    assert_true(writers_include(&private, OWNER));
    assert_true(writers_include(&private, 0));
    assert_false(writers_include(&private, STRANGER));
    assert_true(writers_include(&open, STRANGER));
}

TEST(so_may_the_members_of_its_group) {
    const struct passwd *nobody = getpwnam("nobody");
    if (!nobody)
        skip_for("there is no user nobody");
    const struct stat theirs = file_of(0664, nobody->pw_gid), read = file_of(0644, nobody->pw_gid),
                      others = file_of(0664, OTHER_GROUP);
    assert_true(writers_include(&theirs, nobody->pw_uid));
    assert_false(writers_include(&read, nobody->pw_uid));
    assert_false(writers_include(&others, nobody->pw_uid));
    assert_false(writers_include(&theirs, STRANGER)); /* of whom the system knows nothing */
}

TEST(who_else_may_write_is_found_by_the_permissions) {
    static const struct {
        mode_t other;
        gid_t group;
        mode_t file;
        int are_more;
    } cases[] = {
        {0644, GROUP, 0644, 0},       {0600, OTHER_GROUP, 0644, 0}, {0664, GROUP, 0644, 1},
        {0664, GROUP, 0664, 0},       {0664, OTHER_GROUP, 0664, 1}, {0666, GROUP, 0664, 1},
        {0664, OTHER_GROUP, 0666, 0}, {0666, OTHER_GROUP, 0666, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct stat file = file_of(cases[i].file, GROUP),
                          other = file_of(cases[i].other, cases[i].group);
        assert_int_equal(!!writers_are_more(&other, &file), cases[i].are_more);
    }
}
