/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dlfcn.h>
#include <string.h>

#include "collect/worker/proof.h"
#include "tests/collect/fake.h"
#include "tests/test.h"

static const struct link_map *opened(const char *path) {
    struct link_map *map = NULL;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0)
        fail_msg("%s", dlerror());
    return map;
}

struct found {
    const char *name;
    int count;
    const void *address;
};

static void see_need(void *context, const char *name) {
    struct found *found = context;
    found->count += strstr(name, found->name) != NULL;
}

static void see_reference(void *context, const char *symbol, const void *address) {
    struct found *found = context;
    if (strcmp(symbol, found->name) != 0)
        return;
    found->count++;
    found->address = address;
}

ALL_TESTS(fake_set_up, fake_tear_down);

TEST(the_soname_is_read) {
    const char *with = fake_link("with", "int a;\n", "-Wl,-soname,libmine.so.7");
    assert_string_equal(elf_soname(opened(with)), "libmine.so.7");
    assert_null(elf_soname(opened(fake_compile("without", "int b;\n"))));
}

TEST(what_is_needed_is_visited) {
    struct found there = {.name = "libthere.so"}, gone = {.name = "libgone"};
    char flags[1200];
    snprintf(flags, sizeof flags, "-Wl,--no-as-needed %s", fake_compile("there", "int c;\n"));
    const struct link_map *map = opened(fake_link("needing", "int d;\n", flags));
    elf_each_needed(map, see_need, &there);
    elf_each_needed(map, see_need, &gone);
    assert_int_equal(there.count, 1);
    assert_int_equal(gone.count, 0);
}

/* Called by way of the loader, as an address in data, and as an address some way behind. */
TEST(a_reference_has_the_address_it_was_bound_to) {
    const struct link_map *map =
        opened(fake_compile("calling", "#include <stdlib.h>\n"
                                       "extern char **environ;\n"
                                       "void go(void);\nvoid go(void) { abort(); }\n"
                                       "void (*pointer)(int) = exit;\n"
                                       "char *behind = (char *)&environ + 4;\n"));
    struct found called = {.name = "abort"}, pointed = {.name = "exit"}, data = {.name = "environ"},
                 none = {.name = "qsort"};
    elf_each_reference(map, see_reference, &called);
    elf_each_reference(map, see_reference, &pointed);
    elf_each_reference(map, see_reference, &data);
    elf_each_reference(map, see_reference, &none);
    assert_int_equal(called.count, 1);
    assert_ptr_equal(called.address, dlsym(RTLD_DEFAULT, "abort"));
    assert_int_equal(pointed.count, 1);
    assert_ptr_equal(pointed.address, dlsym(RTLD_DEFAULT, "exit"));
    assert_int_equal(data.count, 1);
    assert_ptr_equal(data.address, dlsym(RTLD_DEFAULT, "environ"));
    assert_int_equal(none.count, 0);
}
