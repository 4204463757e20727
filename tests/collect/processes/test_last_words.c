/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What compilers' runtimes really print: rustc 1.63 and 1.95, Go 1.19, g++ and gfortran 12.2, and
 * glibc 2.36. Stacks are cut after a few lines. */
#include <string.h>

#include "collect/processes/last_words.h"
#include "tests/test.h"

struct death {
    const char *output, *words;
};

static void check(const struct death *deaths, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char words[400];
        last_words(deaths[i].output, words, sizeof words);
        assert_string_equal(words, deaths[i].words);
    }
}

#define CHECK(deaths) check(deaths, sizeof(deaths) / sizeof *(deaths))

TEST(a_panic_of_rust_is_told_with_its_place_and_message) {
    static const struct death deaths[] = {
        {"thread '<unnamed>' panicked at 'index out of bounds: the len is 3 but the index is 10', "
         "index.rs:1:210\n"
         "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n"
         "fatal runtime error: failed to initiate panic, error 5\n",
         "thread '<unnamed>' panicked at 'index out of bounds: the len is 3 but the index is 10', "
         "index.rs:1:210"},
        {"thread '<unnamed>' panicked at 'assertion failed: `(left == right)`\n"
         "  left: `10`,\n"
         " right: `11`: the size', assert.rs:1:154\n"
         "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n"
         "fatal runtime error: failed to initiate panic, error 5\n",
         "thread '<unnamed>' panicked at 'assertion failed: `(left == right)`"},
        {"\n"
         "thread '<unnamed>' (21854) panicked at index.rs:1:211:\n"
         "index out of bounds: the len is 3 but the index is 10\n"
         "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n"
         "fatal runtime error: failed to initiate panic, error 5, aborting\n",
         "thread '<unnamed>' (21854) panicked at index.rs:1:211: index out of bounds: the len is 3 "
         "but the index is 10"},
        {"\n"
         "thread 'helper' (17191) panicked at thread.rs:1:213:\n"
         "in a thread\n"
         "stack backtrace:\n"
         "   0: std::panicking::begin_panic::<&str>\n"
         "note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose "
         "backtrace.\n"
         "\n"
         "thread '<unnamed>' (17190) panicked at thread.rs:1:252:\n"
         "called `Result::unwrap()` on an `Err` value: Any { .. }\n"
         "fatal runtime error: failed to initiate panic, error 5, aborting\n",
         "thread 'helper' (17191) panicked at thread.rs:1:213: in a thread"},
        {"memory allocation of 1125899906842624 bytes failed\n"
         "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
         "memory allocation of 1125899906842624 bytes failed"},
    };
    CHECK(deaths);
}

TEST(a_panic_of_go_is_told_without_its_goroutines) {
    static const struct death deaths[] = {
        {"panic: runtime error: index out of range [10] with length 3\n"
         "\n"
         "goroutine 17 [running, locked to thread]:\n"
         "main.daxpy_(...)\n"
         "\t/home/me/index.go:8\n",
         "panic: runtime error: index out of range [10] with length 3"},
        {"panic: runtime error: invalid memory address or nil pointer dereference\n"
         "[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x7f140484af64]\n"
         "\n"
         "goroutine 17 [running, locked to thread]:\n"
         "main.daxpy_(...)\n"
         "\t/home/me/nil.go:8\n",
         "panic: runtime error: invalid memory address or nil pointer dereference"},
        {"panic: first [recovered]\n"
         "\tpanic: first\n"
         "\n"
         "goroutine 17 [running, locked to thread]:\n",
         "panic: first [recovered]"},
        {"fatal error: concurrent map writes\n"
         "\n"
         "goroutine 5 [running]:\n"
         "main.daxpy_.func1()\n",
         "fatal error: concurrent map writes"},
        {"runtime: goroutine stack exceeds 1000000000-byte limit\n"
         "runtime: sp=0xc0200e0398 stack=[0xc0200e0000, 0xc0400e0000]\n"
         "fatal error: stack overflow\n"
         "\n"
         "runtime stack:\n",
         "fatal error: stack overflow"},
    };
    CHECK(deaths);
}

TEST(an_uncaught_exception_of_cxx_is_told_with_what_it_says) {
    static const struct death deaths[] = {
        {"terminate called after throwing an instance of 'std::out_of_range'\n"
         "  what():  vector::_M_range_check: __n (which is 10) >= this->size() (which is 3)\n",
         "terminate called after throwing an instance of 'std::out_of_range': what():  "
         "vector::_M_range_check: __n (which is 10) >= this->size() (which is 3)"},
        {"terminate called after throwing an instance of 'std::runtime_error'\n"
         "  what():  out of luck\n"
         "for good\n",
         "terminate called after throwing an instance of 'std::runtime_error': what():  out of "
         "luck"},
        {"terminate called after throwing an instance of 'int'\n",
         "terminate called after throwing an instance of 'int'"},
        {"pure virtual method called\n"
         "terminate called without an active exception\n",
         "pure virtual method called"},
    };
    CHECK(deaths);
}

TEST(an_error_of_fortran_is_told_with_its_place) {
    static const struct death deaths[] = {
        {"At line 8 of file bound.f90\n"
         "Fortran runtime error: Index '11' of dimension 1 of array 'y' above upper bound of 10\n"
         "\n"
         "Error termination. Backtrace:\n"
         "#0  0x7f6fd2a23960 in ???\n",
         "At line 8 of file bound.f90: Fortran runtime error: Index '11' of dimension 1 of array "
         "'y' above upper bound of 10"},
        {"At line 8 of file io.f90 (unit = 99, file = 'fort.99')\n"
         "Fortran runtime error: End of file\n",
         "At line 8 of file io.f90 (unit = 99, file = 'fort.99'): Fortran runtime error: End of "
         "file"},
        {"In file 'alloc.f90', around line 9: Error allocating 9007199254740992 bytes: Cannot "
         "allocate memory\n",
         "In file 'alloc.f90', around line 9: Error allocating 9007199254740992 bytes: Cannot "
         "allocate memory"},
        {"ERROR STOP out of luck\n", "ERROR STOP out of luck"},
    };
    CHECK(deaths);
}

TEST(an_error_of_java_is_told_without_its_stack) {
    static const struct death deaths[] = {
        {"Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 5 out of "
         "bounds for length 2\n"
         "\tat T.main(T.java:1)\n"
         "\tat java.base/java.lang.reflect.Method.invoke(Method.java:569)\n",
         "Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 5 out of "
         "bounds for length 2"},
        {"Axpy.java:4: error: class, interface, enum, or record expected\n"
         "public klass Axpy {\n"
         "       ^\n"
         "1 error\n"
         "error: compilation failed\n",
         "Axpy.java:4: error: class, interface, enum, or record expected"},
    };
    CHECK(deaths);
}

TEST(a_sanitizer_is_told_by_its_finding) {
    static const struct death deaths[] = {
        {"=================================================================\n"
         "==22042==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x607000000150 at pc "
         "0x7f95cff05279 bp 0x7fff38f23e00 sp 0x7fff38f23df8\n"
         "READ of size 8 at 0x607000000150 thread T0\n"
         "    #0 0x7f95cff05278 in daxpy_ /home/me/asan.cc:10\n"
         "\n"
         "SUMMARY: AddressSanitizer: heap-buffer-overflow /home/me/asan.cc:10 in daxpy_\n"
         "Shadow bytes around the buggy address:\n"
         "  0x0c0e7fff7fd0: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00\n"
         "==22042==ABORTING\n",
         "SUMMARY: AddressSanitizer: heap-buffer-overflow /home/me/asan.cc:10 in daxpy_"},
        {"ub.cc:10:23: runtime error: signed integer overflow: 2147483647 + 10 cannot be "
         "represented in type 'int'\n"
         "    #0 0x7f0b2a1ff1c1 in daxpy_ /home/me/ub.cc:10\n",
         "ub.cc:10:23: runtime error: signed integer overflow: 2147483647 + 10 cannot be "
         "represented in type 'int'"},
    };
    CHECK(deaths);
}

TEST(of_anything_else_it_is_the_last_line) {
    static const struct death deaths[] = {
        {"", ""},
        {"\n \n", ""},
        {"one\nout of luck", "out of luck"},
        {"one\nout of luck \r\n\n \n", "out of luck"},
        {"free(): double free detected in tcache 2\n", "free(): double free detected in tcache 2"},
        {"call: assert.cc:10: void daxpy_(): Assertion `*n == 11' failed.\n",
         "call: assert.cc:10: void daxpy_(): Assertion `*n == 11' failed."},
        {"no panic: all is well\nat the end\n", "at the end"},
        {"thread 'a' is done\nAt line 3 of the table\nend\n", "end"},
    };
    CHECK(deaths);
}

TEST(a_report_may_end_anywhere) {
    static const struct death deaths[] = {
        {"thread 'a' panicked at b.rs:1:2:", "thread 'a' panicked at b.rs:1:2:"},
        {"thread 'a' panicked at b.rs:1:2:\n\n", "thread 'a' panicked at b.rs:1:2:"},
        {"At line 3 of file a.f90\nand so on\n", "At line 3 of file a.f90"},
        {"panic: ", "panic:"},
    };
    CHECK(deaths);
}

TEST(what_does_not_fit_is_cut_between_characters) {
    char words[12];
    last_words("one\npanic: 0123456789", words, sizeof words);
    assert_string_equal(words, "panic: 0...");
    last_words("0123456\u00e9789", words, sizeof words);
    assert_string_equal(words, "0123456...");
    last_words("01234567890", words, sizeof words);
    assert_string_equal(words, "01234567890");
}
