/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of LAPACK that are wrong in one number are found out. */

#include "tests/collect/fake.h"
#include "tests/collect/planned.h"
#include "tests/test.h"

#define SIZES       "1,2,3,17,100,250"
#define SMALL_SIZES "1,2,3,17,100"

/* Every action, and the places of spoiled_lapack.h at which one wrong number must be found out: at
 * all sizes, and from two rows and columns on. */
static const struct row {
    const char *action, *places[8], *beyond_one[3];
} rows[] = {
    {"cholesky", {"LAST", "BELOW", "ABOVE", "INFO"}, {0}},
    {"partial_lu_decomp", {"LAST", "BELOW", "ABOVE", "PIVOT", "LAST_PIVOT", "INFO"}, {0}},
    {"complete_lu_decomp",
     {"LAST", "BELOW", "ABOVE", "PIVOT", "LAST_PIVOT", "COLUMN_PIVOT", "INFO"},
     {0}},
    {"lu_solve", {"LAST", "BELOW", "ABOVE", "SECOND", "PIVOT", "LAST_PIVOT", "INFO"}, {0}},
    {"qr", {"LAST", "BELOW", "ABOVE", "SECOND", "THIRD", "INFO"}, {0}},
    {"least_squares", {"LAST", "BELOW", "INFO"}, {0}},
    {"hessenberg", {"LAST", "BELOW", "ABOVE", "INFO"}, {"SECOND", "THIRD"}},
    {"tridiagonalization", {"LAST", "BELOW", "ABOVE", "SECOND", "INFO"}, {"THIRD", "FOURTH"}},
    {"symmetric_eigen", {"LAST", "BELOW", "ABOVE", "SECOND", "THIRD", "INFO"}, {0}},
    {"svd", {"LAST", "BELOW", "ABOVE", "SECOND", "THIRD", "FOURTH", "INFO"}, {0}},
    {"general_eigen", {"LAST", "BELOW", "ABOVE", "SECOND", "THIRD", "FOURTH", "INFO"}, {0}},
};
enum { ROWS = sizeof rows / sizeof *rows };
static const char *const types = "sdcz";

/* Adds a library that spoils PLACE of an installed library's answers by these. */
static void add_spoiled(const char *place, const char *by_single, const char *by_double) {
    const struct library *behind = planned_installed("openblas");
    char name[64], source[2048];
    if (!behind)
        skip_for("no OpenBLAS is installed");
    snprintf(name, sizeof name, "%s_%s", place, *by_single == 'N' ? "nan" : "off");
    snprintf(source, sizeof source,
             "#include <math.h>\n#define PLACE %s\n#define BY_S %s\n#define BY_D %s\n"
             "#define BEHIND \"%s\"\n#include \"tests/collect/spoiled_lapack.h\"\n",
             place, by_single, by_double, behind->paths[0]);
    rig_add(&rig, name, fake_compile(name, source));
}

/* Forgets the libraries of the action before. */
static void begin_again(void) {
    rig_end(&rig);
    rig.libraries.count = 0;
    rig.settings.sizes = (struct sizes){0};
}

/* By a thousandth in double precision, by one in single. */
static void add_all_spoiled(const char *const *places) {
    begin_again();
    for (size_t i = 0; places[i]; i++)
        add_spoiled(places[i], "1", "1e-3");
    rig_add(&rig, "nobody", rig.builtin);
}

/* In the largest it is hardest to find in single precision. */
static void assert_all_wrong_at_every_size(const char *action, int beyond_one) {
    for (const char *type = types; *type; type++)
        planned_all_wrong(action, *type, (*type == 's' ? SIZES : SMALL_SIZES) + 2 * beyond_one, 1);
}

EACH_TEST(planned_begin, planned_end);
ALL_TESTS(fake_set_up, fake_tear_down);

SOAK_TEST(a_number_that_is_off_is_found_at_every_size) {
    for (size_t r = 0; r < ROWS; r++) {
        add_all_spoiled(rows[r].places);
        assert_all_wrong_at_every_size(rows[r].action, 0);
    }
}

TEST(a_number_that_only_larger_matrices_have_is_found) {
    for (size_t r = 0; r < ROWS; r++) {
        add_all_spoiled(rows[r].beyond_one);
        if (rows[r].beyond_one[0])
            assert_all_wrong_at_every_size(rows[r].action, 1);
    }
}

SOAK_TEST(no_number_is_found_everywhere) {
    add_spoiled("LAST", "NAN", "NAN");
    rig_add(&rig, "nobody", rig.builtin);
    for (size_t r = 0; r < ROWS; r++)
        for (const char *type = types; *type; type++)
            planned_all_wrong(rows[r].action, *type, "1,2,17", 1);
}

/* What the tests above find wrong is what was spoiled, not the way there. */
SOAK_TEST(what_is_not_spoiled_is_right) {
    add_spoiled("NOWHERE", "1", "1");
    rig_add(&rig, "nobody", rig.builtin);
    for (size_t r = 0; r < ROWS; r++)
        for (const char *type = types; *type; type++)
            planned_first_right(rows[r].action, *type, "1,2,17");
}
