/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gsl/gsl_sf_log.h>
#include <gsl/gsl_vector.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analyze/statistics/location.h"
#include "tests/analyze/close.h"
#include "tests/test.h"

/* By hand: 3 to 8 are kept, mean 5.5; winsorized 3 3 3 4 5 6 7 8 8 8, squares 42.5; h = 6. */
TEST(trimming_takes_a_fifth_from_either_end) {
    double values[] = {1000, 2, 3, 9, 5, 6, 7, 8, 4, -1000};
    struct trimmed t = location_trimmed(values, 10, 0.2);
    assert_true(t.mean == 5.5);
    assert_int_equal(t.kept, 6);
    assert_close(t.standard_error, sqrt(42.5 / 30), 1e-14);
}

TEST(fewer_than_five_are_not_trimmed) {
    double values[] = {1, 2, 3, 10};
    struct trimmed t = location_trimmed(values, 4, 0.2);
    assert_true(t.mean == 4);
    assert_int_equal(t.kept, 4);
    assert_close(t.standard_error, sqrt(50.0 / 12), 1e-14);
}

TEST(one_value_has_no_standard_error) {
    double one[] = {2};
    struct trimmed t = location_trimmed(one, 1, 0.2);
    assert_true(t.mean == 2);
    assert_true(isnan(t.standard_error));
    assert_true(isnan(location_trimmed(NULL, 0, 0.2).mean));
}

TEST(what_gsl_cannot_calculate_is_not_a_number) {
    numeric_errors_are_results();
    assert_true(isnan(gsl_sf_log(-1)));
}

TEST(where_gsl_has_no_memory_the_program_ends) {
    int status;
#ifdef ADDRESS_SANITIZER
    skip_for("sanitizers end what asks for too much");
#endif
    fflush(NULL); /* what is there would be written by both */
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        assert_non_null(freopen("/dev/null", "w", stderr));
        numeric_errors_are_results();
        gsl_vector_free(gsl_vector_alloc(SIZE_MAX / 16));
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), EXIT_FAILURE);
}
