/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a shared object exports is read from its file, whatever bytes that has. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/functions/exports.h"
#include "tests/test.h"

static char path[] = "/tmp/benchmat-exports-XXXXXX";
static char *bytes;
static size_t size;

static int read_builtin(void **state) {
    char builtin[4096];
    const char *build = getenv("BENCHMAT_BUILD");
    (void)state;
    snprintf(builtin, sizeof builtin, "%s/libexec/benchmat/builtin.so", build ? build : "build");
    FILE *file = fopen(builtin, "rb");
    bytes = malloc(1 << 20);
    size = file && bytes ? fread(bytes, 1, 1 << 20, file) : 0;
    if (file)
        fclose(file);
    int copy = mkstemp(path);
    if (copy >= 0)
        close(copy);
    return size > 0 && copy >= 0 ? 0 : -1;
}

static int remove_copy(void **state) {
    (void)state;
    free(bytes);
    return unlink(path);
}

static void put(const char *content, size_t length) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(content, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

struct found {
    size_t count;
    int has_daxpy, has_malloc;
};

static void look(void *context, const char *name) {
    struct found *found = context;
    found->count++;
    found->has_daxpy |= strcmp(name, "daxpy_") == 0;
    found->has_malloc |= strcmp(name, "malloc") == 0;
}

static int find(struct found *found, struct err *err) {
    *found = (struct found){0};
    return exports_each(path, look, found, err);
}

ALL_TESTS(read_builtin, remove_copy);

TEST(functions_are_found_and_those_of_others_are_not) {
    struct found found;
    struct err err;
    put(bytes, size);
    assert_int_equal(find(&found, &err), 0);
    assert_true(found.has_daxpy && !found.has_malloc && found.count > 10);
}

TEST(other_files_are_refused) {
    struct found found;
    struct err err;
    static const char *const texts[] = {"", "\177ELF", "int f(void) { return 1; }\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        put(texts[i], strlen(texts[i]));
        assert_int_equal(find(&found, &err), ERR_FAILED);
        assert_non_null(strstr(err.message, "is not a shared object of this machine"));
    }
    assert_int_equal(exports_each("/nowhere.so", look, &found, &err), ERR_FAILED);
    assert_int_equal(exports_each("/tmp", look, &found, &err), ERR_FAILED);
}

/* Any part may be missing, and any number wrong, in the headers above all. */
TEST(damaged_files_do_no_harm) {
    struct found found;
    struct err err;
    uint64_t random = 1;
    for (size_t length = 0; length < size; length += size / 97)
        put(bytes, length), find(&found, &err);
    char *damaged = malloc(size);
    assert_non_null(damaged);
    const uint64_t sections = *(const uint64_t *)(const void *)(bytes + 40);
    for (int i = 0; i < 600; i++) {
        memcpy(damaged, bytes, size);
        for (int k = 0; k < 1 + i % 4; k++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            size_t at = (size_t)(random >> 33);
            at = i % 2 ? at % size : sections + at % (size - sections);
            damaged[at] = (char)(random >> 25);
        }
        put(damaged, size);
        find(&found, &err);
    }
    free(damaged);
}
