/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "formats/text/xalloc.h"
#include "tests/test.h"

static void copy_a_text(void) {
    char *text = xasprintf("%d of %s", 3, "axpy");
    assert_string_equal(text, "3 of axpy");
    char *copy = xstrdup(text);
    assert_string_equal(copy, text);
    free(copy);
    copy = xmemdup(text, 2);
    assert_memory_equal(copy, "3 ", 2);
    free(copy);
    free(text);
}

TEST(what_is_asked_for_is_there) {
    copy_a_text();
    double *numbers = xcalloc(3, sizeof *numbers);
    assert_float_equal(numbers[2], 0, 0);
    numbers[2] = 5;
    numbers = xreallocarray(numbers, 100, sizeof *numbers);
    assert_float_equal(numbers[2], 5, 0);
    free(numbers);
}

TEST(what_is_written_to_memory_is_there) {
    char *text;
    size_t size;
    FILE *stream = xopen_memstream(&text, &size);
    fprintf(stream, "%d of %s", 3, "axpy");
    xclose_memstream(stream);
    assert_int_equal(size, 9);
    assert_string_equal(text, "3 of axpy");
    free(text);
}

TEST(nothing_has_an_address_too) {
    void *none[] = {xmalloc(0),
                    xcalloc(0, 8),
                    xcalloc(8, 0),
                    xreallocarray(NULL, 0, 8),
                    xreallocarray(xmalloc(8), 8, 0),
                    xmemdup(NULL, 0)};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_non_null(none[i]);
        free(none[i]);
    }
}

static void ask_for_all(void) {
    free(xmalloc(SIZE_MAX / 4));
}

static void ask_for_more_than_can_be_counted(void) {
    free(xcalloc(SIZE_MAX / 2, 4));
}

static void ask_for_more_of_it(void) {
    free(xreallocarray(xmalloc(8), SIZE_MAX / 2, 4));
}

TEST(one_line_ends_the_program_where_there_is_none) {
    static void (*const asking[])(void) = {ask_for_all, ask_for_more_than_can_be_counted,
                                           ask_for_more_of_it, xalloc_die};
#ifdef ADDRESS_SANITIZER
    skip_for("sanitizers end what asks for too much");
#endif
    for (size_t i = 0; i < sizeof asking / sizeof *asking; i++) {
        int ends[2], status;
        assert_int_equal(pipe(ends), 0);
        fflush(NULL); /* what is there would be written by both */
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            dup2(ends[1], STDERR_FILENO);
            asking[i]();
            _exit(0);
        }
        close(ends[1]);
        FILE *told = fdopen(ends[0], "r");
        char line[200] = "", more[200];
        assert_non_null(fgets(line, sizeof line, told));
        assert_non_null(strstr(line, ": memory is exhausted: "));
        assert_null(fgets(more, sizeof more, told));
        fclose(told);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(WEXITSTATUS(status), EXIT_FAILURE);
    }
}
