/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/commands/relink.h"
#include "tests/collect/fake.h"
#include "tests/test.h"

/* --- the command --- */

static void assert_refused(const char *command, const char *why) {
    struct err err = {""};
    assert_int_equal(relink_check(command, &err), ERR_USAGE);
    if (!strstr(err.message, why))
        fail_msg("%s: %s", command, err.message);
}

TEST(a_command_makes_another_file_each_time) {
    struct err err;
    assert_int_equal(relink_check("cc -shared -o {out} {pad} a.o", &err), 0);
    assert_int_equal(relink_check("ld.lld '--shuffle-sections=*={seed}' -o {out} a.o", &err), 0);
    assert_refused("cc -shared -o a.so {pad} a.o", "has no {out}");
    assert_refused("cc -shared -o {out} a.o", "makes the same file each time");
    assert_refused("cc -shared -o {out} {pad} {size}.o", "there are {out}, {pad} and {seed}");
    assert_refused("cc -shared -o {out} {pad} *.o", "needs a shell for '*'");
    assert_refused("cc -shared -o {out} {pad} 'a.o", "quote");
}

/* --- what is made --- */

static const struct relink_limits no_limits;
static char out[512], command[1024];

static const char *make(const char *more) {
    snprintf(command, sizeof command, "cc -shared -o {out} {pad} '%s/f.o' %s", fake_folder, more);
    return command;
}

static int begin(void **state) {
    if (fake_set_up(state))
        return -1;
    snprintf(out, sizeof out, "%s/with a blank.so", fake_folder);
    snprintf(command, sizeof command,
             "echo 'int f(void) { return 7; }' | cc -O2 -fPIC -ffunction-sections -c -x c - -o "
             "'%s/f.o'",
             fake_folder);
    return system(command) == 0 ? 0 : -1;
}

/* Where f lies in its page. */
static size_t place_of_f(uint32_t seed, const char *more) {
    struct err err = {""};
    if (relink_make(make(more), seed, out, &no_limits, &err))
        fail_msg("%s", err.message);
    void *file = dlopen(out, RTLD_NOW | RTLD_LOCAL), *f = file ? dlsym(file, "f") : NULL;
    if (!f)
        fail_msg("%s", dlerror());
    int (*call)(void);
    memcpy(&call, &f, sizeof call);
    assert_int_equal(call(), 7);
    size_t place = (uintptr_t)f % 4096;
    dlclose(file);
    return place;
}

ALL_TESTS(begin, fake_tear_down);

TEST(a_longer_pad_moves_the_code) {
    static const char *const linkers[] = {"", "-Wl,--gc-sections", "-fuse-ld=lld",
                                          "-fuse-ld=lld -Wl,--gc-sections", "-fuse-ld=gold"};
    for (size_t i = 0; i < sizeof linkers / sizeof *linkers; i++) {
        char there[200];
        snprintf(there, sizeof there,
                 "echo 'int f;' | cc -shared %s -x c - -o /dev/null 2>/dev/null", linkers[i]);
        if (system(there) != 0) {
            print_message("no linker for '%s' here\n", linkers[i]);
            continue;
        }
        size_t first = place_of_f(0, linkers[i]);
        assert_int_equal(place_of_f(RELINK_SEEDS - 4096, linkers[i]), first);
        assert_int_equal(place_of_f(64, linkers[i]), (first + 64) % 4096);
        assert_int_equal(place_of_f(4096 + 4000, linkers[i]), (first + 4000) % 4096);
    }
}

TEST(nothing_else_is_left_behind) {
    struct stat status;
    char pad[600];
    place_of_f(5, "");
    snprintf(pad, sizeof pad, "%s.pad.o", out);
    assert_int_equal(stat(pad, &status), -1);
}

/* An executable stack would be refused by newer loaders. */
TEST(the_stack_stays_as_it_was) {
    struct err err;
    assert_int_equal(relink_make(make("-Wl,--fatal-warnings"), 100, out, &no_limits, &err), 0);
}

TEST(the_seed_is_a_number) {
    struct err err = {""};
    char text[64] = "";
    if (relink_make("sh -c 'echo {seed} >\"$1\"' sh {out}", 2147483647, out, &no_limits, &err))
        fail_msg("%s", err.message);
    FILE *file = fopen(out, "r");
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, "2147483647\n");
}

TEST(a_failure_is_quoted) {
    struct err err = {""};
    assert_int_equal(relink_make(make("nothing.o"), 1, out, &no_limits, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "cc failed: "));
    assert_non_null(strstr(err.message, "nothing.o"));
    assert_int_equal(relink_make("no-such-linker {out} {pad}", 1, out, &no_limits, &err),
                     ERR_FAILED);
    assert_non_null(strstr(err.message, "no-such-linker: No such file"));
    assert_int_equal(relink_make("sh -c 'exit 3' {out} {pad}", 1, out, &no_limits, &err),
                     ERR_FAILED);
    assert_non_null(strstr(err.message, "sh failed with status 3"));
    assert_int_equal(relink_make("true {out} {pad}", 1, out, &no_limits, &err), ERR_FAILED);
    assert_non_null(strstr(err.message, "true made no file {out}"));
}

static int is_alive(int pid) {
    char path[64], state = 'Z';
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
        state = 'Z';
    if (file)
        fclose(file);
    return state != 'Z';
}

/* With all that it has started, such as a linker by its compiler. */
TEST(what_does_not_end_is_ended) {
    static const char hangs[] = "sh -c 'sleep 1000 & echo $! >\"$1\"; wait' sh {out} {pad}";
    static const volatile sig_atomic_t stop = 1;
    static const struct {
        struct relink_limits limits;
        int code;
        const char *message;
    } cases[] = {{{0.3, NULL, NULL},
                  ERR_FAILED,
                  "sh did not end within 0.3 s; --timeout says how long it may take"},
                 {{0, &stop, NULL}, ERR_INTERRUPTED, "interrupted"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct err err = {""};
        unlink(out);
        assert_int_equal(relink_make(hangs, 1, out, &cases[i].limits, &err), cases[i].code);
        assert_string_equal(err.message, cases[i].message);
        int pid = 0;
        FILE *file = fopen(out, "r");
        if (file) {
            assert_true(fscanf(file, "%d", &pid) == 1 || feof(file));
            fclose(file);
        }
        while (pid && is_alive(pid))
            continue;
    }
}

/* Makes OUT BY a command. Returns how many processes that left; all have ended. */
static int count_left(const char *by, int code, const char *message) {
    struct wire_left left = {0};
    struct err err = {""};
    const struct relink_limits limits = {60, NULL, &left};
    assert_int_equal(relink_make(by, 1, out, &limits, &err), code);
    assert_string_equal(err.message, message);
    assert_int_equal(waitpid(-1, NULL, 0), -1);
    return left.count;
}

TEST(what_it_leaves_is_ended_and_told) {
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* as bench-collect is */
    assert_int_equal(count_left("sh -c 'touch \"$1\"' sh {out} {pad}", 0, ""), 0);
    assert_int_equal(
        count_left("sh -c 'sleep 1000 & setsid sleep 1000 & touch \"$1\"' sh {out} {pad}", 0, ""),
        2);
    /* What it stops goes on; and whom it kills others stand in for. */
    assert_int_equal(count_left("sh -c 'kill -STOP $PPID; touch \"$1\"' sh {out} {pad}", 0, ""), 0);
    assert_int_equal(count_left("sh -c 'setsid sleep 1000 & kill -KILL $PPID; exec sleep 1000' sh "
                                "{out} {pad}",
                                ERR_FAILED,
                                "something killed the process that ends what sh leaves"),
                     2);
}
