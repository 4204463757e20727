/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dlfcn.h>
#include <stdlib.h>

#include "collect/worker/loaded.h"
#include "tests/collect/fake.h"
#include "tests/test.h"

static const struct link_map *opened(const char *path, void **handle) {
    struct link_map *map = NULL;
    *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!*handle || dlinfo(*handle, RTLD_DI_LINKMAP, &map) != 0)
        fail_msg("%s", dlerror());
    return map;
}

ALL_TESTS(fake_set_up, fake_tear_down);

TEST(code_and_data_lie_in_their_object) {
    static int own;
    void *first, *second, *math;
    const char source[] = "int table[5000] = {1};\nchar room[70000];\nint go(void);\n"
                          "int go(void) { return table[room[0]]; }\n";
    const struct link_map *a = opened(fake_compile("one", source), &first),
                          *b = opened(fake_compile("two", source), &second),
                          *m = opened("libm.so.6", &math);
    struct loaded loaded;
    assert_int_equal(loaded_list(&loaded), 1);
    const char *names[] = {"go", "table", "room"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_ptr_equal(loaded_at(&loaded, dlsym(first, names[i])), a);
        assert_ptr_equal(loaded_at(&loaded, dlsym(second, names[i])), b);
    }
    assert_ptr_equal(loaded_at(&loaded, (char *)dlsym(first, "room") + 69999), a);
    assert_ptr_equal(loaded_at(&loaded, dlsym(math, "cos")), m);
    /* The program itself, which has no name. */
    assert_string_equal(loaded_at(&loaded, &own)->l_name, "");
    loaded_release(&loaded);
}

TEST(other_memory_lies_in_none) {
    struct loaded loaded;
    int local;
    void *piece = malloc(100);
    assert_int_equal(loaded_list(&loaded), 1);
    assert_null(loaded_at(&loaded, piece));
    assert_null(loaded_at(&loaded, &local));
    assert_null(loaded_at(&loaded, NULL));
    assert_null(loaded_at(&loaded, (void *)UINTPTR_MAX)); /* NOLINT: it is nobody's */
    loaded_release(&loaded);
    free(piece);
}

/* Everything that is loaded is listed, in the order of its addresses, and ends where it ends. */
TEST(no_object_is_left_out) {
    struct loaded loaded;
    size_t count = 0;
    void *self;
    for (const struct link_map *map = opened(NULL, &self); map; map = map->l_next)
        count++;
    assert_int_equal(loaded_list(&loaded), 1);
    assert_int_equal(loaded.count, count);
    for (size_t i = 0; i < loaded.count; i++) {
        const struct loaded_object *object = &loaded.items[i];
        uintptr_t last = object->end - 1;
        assert_ptr_equal(loaded_at(&loaded, (void *)object->begin), object->map);   /* NOLINT */
        assert_ptr_equal(loaded_at(&loaded, (void *)last), object->map);            /* NOLINT */
        assert_ptr_not_equal(loaded_at(&loaded, (void *)object->end), object->map); /* NOLINT */
        if (i)
            assert_true(object->begin >= loaded.items[i - 1].end);
    }
    loaded_release(&loaded);
    assert_int_equal(loaded.count, 0);
}
