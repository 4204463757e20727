/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>

#include "collect/libraries/library_links.h"
#include "collect/harness/random.h"
#include "tests/collect/fake.h"
#include "tests/test.h"

struct names {
    char text[4096];
    size_t count;
};

static void take(void *context, const char *name) {
    struct names *names = context;
    size_t used = strlen(names->text);
    assert_true(strlen(name) <= NEEDED_NAME_MOST);
    snprintf(names->text + used, sizeof names->text - used, "%s ", name);
    names->count++;
}

static int ask(const char *path, struct names *names, struct err *err) {
    *names = (struct names){.count = 0};
    return needed_each(path, take, names, err);
}

static const char *two_needs(void) {
    const char *lower = fake_link("lower", "int lower;\n", "-Wl,-soname,libsomething.so.7");
    char flags[1024];
    snprintf(flags, sizeof flags, "-Wl,--no-as-needed %s", lower);
    return fake_link("upper", "int upper;\n", flags);
}

ALL_TESTS(fake_set_up, fake_tear_down);

TEST(names_come_as_the_linker_wrote_them) {
    struct names names;
    struct err err = {""};
    if (ask(two_needs(), &names, &err))
        fail_msg("%s", err.message);
    assert_ptr_equal(strstr(names.text, "libsomething.so.7 "), names.text);
    assert_non_null(strstr(names.text, "libm.so.6 "));
    assert_int_equal(
        ask(fake_link("alone", "int alone;\n", "-nostdlib -Wl,--as-needed"), &names, &err), 0);
    assert_int_equal(names.count, 0);
}

TEST(what_is_no_shared_object_is_refused_by_name) {
    const char *const paths[] = {"Makefile", "/dev/null", "tests", "/nowhere/at all"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct names names;
        struct err err = {""};
        assert_int_equal(ask(paths[i], &names, &err), ERR_FAILED);
        assert_ptr_equal(strstr(err.message, paths[i]), err.message);
    }
}

static size_t read_all(const char *path, char *bytes, size_t size) {
    int fd = open(path, O_RDONLY);
    ssize_t got = read(fd, bytes, size);
    close(fd);
    assert_true(got > 0);
    return (size_t)got;
}

static void write_all(const char *path, const char *bytes, size_t size) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_int_equal(write(fd, bytes, size), size);
    close(fd);
}

/* A header, a dynamic section or a name table that lies. */
TEST(a_file_that_contradicts_itself_does_no_harm) {
    static char right[1 << 16], wrong[sizeof right];
    size_t size = read_all(two_needs(), right, sizeof right);
    char path[512];
    struct random random = {1};
    unsigned refused = 0;
    snprintf(path, sizeof path, "%s/wrong.so", fake_folder);
    for (int i = 0; i < 2000; i++) {
        struct names names;
        size_t head = i % 2 ? 1024 : size;
        memcpy(wrong, right, size);
        for (uint64_t n = 1 + random_below(&random, 20); n-- > 0;)
            wrong[random_below(&random, head)] = (char)random_below(&random, 256);
        write_all(path, wrong, i % 5 ? size : 1 + random_below(&random, size));
        refused += ask(path, &names, NULL) != 0;
        assert_true(names.count <= 1024);
    }
    assert_uint_in_range(refused, 500, 1999);
}
