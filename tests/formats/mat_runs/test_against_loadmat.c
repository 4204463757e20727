/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The MAT-files that SciPy's own tests read, which MATLAB 4 to 8 wrote on four systems, beside what
 * SciPy's loadmat reads in them. Skipped where they are missing. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/formats/mat_dump.h"
#include "tests/test.h"

#define SCRIPT "/usr/bin/python3 tests/formats/against_loadmat.py"
enum { NO_SCIPY = 77, FEWEST = 100, LONGEST = 4096 };

static int dump_file(FILE *to, const char *path) {
    struct source source;
    struct err err = {""};
    int rc = source_read(&source, path, SOURCE_MOST_BYTES, &err);
    fprintf(to, "file %s\n", path);
    if (rc == 0)
        rc = dump_memory(to, path, source.text, source.length, &err);
    if (rc)
        fprintf(to, "refused %s\n", err.message);
    source_release(&source);
    return rc;
}

/* Each is read or refused as SciPy does, and every number is the same; but for what the script says
 * of a few. */
TEST(every_number_is_that_of_loadmat) {
    char path[LONGEST];
    int files = 0, refused = 0;
    signal(SIGPIPE, SIG_IGN);
    FILE *list = popen(SCRIPT " list", "r"), *scipy = popen(SCRIPT " compare", "w");
    assert_true(list && scipy);
    for (; fgets(path, sizeof path, list); files++) {
        path[strcspn(path, "\n")] = '\0';
        refused += dump_file(scipy, path) != 0;
    }
    int listed = pclose(list), status = pclose(scipy);
    if (WIFEXITED(listed) && WEXITSTATUS(listed) == NO_SCIPY)
        skip_for("python3-scipy is not installed, or without its tests");
    assert_int_equal(status, 0);
    assert_true(files >= FEWEST && refused > 0 && refused < files / 10);
}
