/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sets that come with benchmat under many threads and sanitizers. */

#include "tests/collect/fake.h"
#include "tests/test.h"

static const char *const names[] = {"mutex",     "rwlock",        "striped",
                                    "lazy_list", "lockfree_list", "lockfree_hash"};
enum { SETS = sizeof names / sizeof *names };

/* Runs the stress over the C file SET, compiled with FLAGS. Returns its exit status. */
static int stress(const char *set, const char *flags, long operations) {
    char command[2048];
    snprintf(
        command, sizeof command,
        "cc -std=c11 -D_GNU_SOURCE -Wno-tsan -g %s -I. -o %s/stress tests/collect/sets/stress.c %s "
        "-lpthread && %s/stress %ld 2>%s/complaints",
        flags, fake_folder, set, fake_folder, operations, fake_folder);
    return system(command);
}

static void all_stand(const char *flags, long operations) {
    for (size_t i = 0; i < SETS; i++) {
        char set[64];
        snprintf(set, sizeof set, "collect/sets/%s.c", names[i]);
        if (stress(set, flags, operations)) {
            char command[512];
            snprintf(command, sizeof command, "head -50 %s/complaints >&2", fake_folder);
            assert_int_equal(system(command), 0);
            fail_msg("%s, %s", names[i], flags);
        }
    }
}

ALL_TESTS(fake_set_up, fake_tear_down);

TEST(all_sets_stand_eight_threads) {
    all_stand("-O3", 100000);
}

TEST(no_thread_races_with_another) {
    all_stand("-O1 -fsanitize=thread", 5000);
}

/* Nor is any memory of theirs lost. */
TEST(no_memory_is_used_after_it_is_freed) {
    all_stand("-O1 -fsanitize=address,undefined -fno-sanitize-recover=all", 20000);
}

/* A set of plain numbers, whose threads overwrite what others wrote. */
TEST(a_set_without_locks_does_not_stand) {
    char path[300];
    snprintf(path, sizeof path, "%s/racy.c", fake_folder);
    FILE *file = fopen(path, "w");
    fputs(
        "#include <stdlib.h>\n#include \"collect/set.h\"\n"
        "struct set { int64_t keys; char has[1000]; };\n"
        "struct set *set_create(int64_t keys) {\n"
        "    struct set *set = calloc(1, sizeof *set); set->keys = keys; return set; }\n"
        "int set_insert(struct set *set, int64_t key) {\n"
        "    int had = set->has[key]; set->has[key] = 1; return !had; }\n"
        "int set_remove(struct set *set, int64_t key) {\n"
        "    int had = set->has[key]; set->has[key] = 0; return had; }\n"
        "int set_contains(struct set *set, int64_t key) { return set->has[key]; }\n"
        "int64_t set_size(struct set *set) {\n"
        "    int64_t n = 0; for (int64_t i = 0; i < set->keys; i++) n += set->has[i]; return n; }\n"
        "void set_free(struct set *set) { free(set); }\n",
        file);
    fclose(file);
    assert_int_not_equal(stress(path, "-O1 -fsanitize=thread", 5000), 0);
}
