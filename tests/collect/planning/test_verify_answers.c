/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include <string.h>

#include "collect/action.h"
#include "collect/harness/number.h"
#include "collect/planning/verify_answers.h"
#include "tests/test.h"

/* --- differences --- */

TEST_WITH(differences_are_measured, NULL, NULL) {
    struct differences d =
        answers_compare('d', (double[]){1, 2.5, -8, 4}, (double[]){1, 2, -10, 4.25}, 4);
    assert_true(d.max == 2);
    assert_true(d.total == 2.75);
    assert_true(d.mean == 2.75 / 4);
    assert_true(d.largest == 10);
    assert_true(d.relative == 0.2);
    assert_int_equal(d.count, 4);
}

TEST_WITH(floats_are_compared_as_floats, NULL, NULL) {
    struct differences d = answers_compare('s', (float[]){1, 3}, (float[]){1, 2}, 2);
    assert_true(d.max == 1 && d.total == 1 && d.relative == 0.5);
}

TEST_WITH(what_is_not_finite_is_no_largest_number, NULL, NULL) {
    static const double reference[] = {INFINITY, 2, NAN, -3, -INFINITY};
    struct differences d = answers_compare('d', reference, reference, 5);
    assert_true(d.max == 0 && d.mean == 0 && d.total == 0 && d.relative == 0 && d.largest == 3);
}

TEST_WITH(what_cannot_be_said_is_nan, NULL, NULL) {
    assert_true(isnan(answers_compare('d', (double[]){1}, (double[]){0}, 1).relative));
    assert_true(isnan(answers_compare('d', (double[]){1}, (double[]){NAN}, 1).relative));
    assert_true(isnan(answers_compare('d', NULL, NULL, 0).mean));
}

/* --- a member that gives answers --- */

enum { NUMBERS = 4, MOST_PARTS = 2 * NUMBERS, OUTPUT_BYTES = 16 * NUMBERS };

static _Alignas(16) char memory[2 * OUTPUT_BYTES];
static double bound; /* of the action; NaN: it has none */
static struct bench_action action;
static struct action_info info;
static const struct library library = {.name = "reference"};
static struct member member;
static struct arena arena;
static struct worker_pool pool;
static struct settings settings;
static struct verify_answers verifier;
static struct verdict verdict;

static double say_bound(const struct bench *bench) {
    (void)bench;
    return bound;
}

static void add_output(const char *name, char type) {
    struct wire_ready *ready = &member.ready;
    struct workspace_output *output = &ready->outputs[ready->output_count];
    *output = (struct workspace_output){
        .offset = OUTPUT_BYTES * ready->output_count++, .count = NUMBERS, .type = type};
    strcpy(output->name, name);
}

/* An action of TYPE whose answers are NUMBERS numbers of that type. */
static void set_up(char type) {
    verify_answers_forget(&verifier);
    bound = NAN;
    action = (struct bench_action){BENCH_ACTION_HEAD, .name = "any", .tolerance = say_bound};
    info = (struct action_info){.builtin = &action, .name = "any", .type = type};
    member = (struct member){.library = &library, .design_point = {.size = NUMBERS, .threads = 1}};
    arena = (struct arena){.memory = memory};
    pool = (struct worker_pool){.action = &info,
                                .layout = 1,
                                .arenas = &arena,
                                .arena_count = 1,
                                .arena_bytes = sizeof memory,
                                .members = &member,
                                .count = 1};
    settings = SETTINGS_DEFAULT;
    add_output("y", type);
}

static int tear_down(void **state) {
    (void)state;
    verify_answers_forget(&verifier);
    return 0;
}

/* Stands for a number that nobody writes. */
static const double left = 0x1.badp-200;

/* Puts VALUE, as near as the type comes, at part I of output O. */
static void put_part(size_t o, size_t i, double value) {
    const struct workspace_output *output = &member.ready.outputs[o];
    size_t bytes = number_bytes(output->type) / number_parts(output->type);
    char *at = memory + output->offset + i * bytes;
    const float single = (float)value;
    const double both = value;
    const int32_t narrow = (int32_t)fmin(fmax(value, INT32_MIN), INT32_MAX);
    const int64_t wide = (int64_t)value;
    int is_integer = number_epsilon(output->type) == 0;
    if (value == left)
        number_unwrite(at, bytes);
    else if (is_integer)
        memcpy(at, bytes == 4 ? (const void *)&narrow : (const void *)&wide, bytes);
    else
        memcpy(at, bytes == 4 ? (const void *)&single : (const void *)&both, bytes);
}

static size_t parts_of(size_t o) {
    return NUMBERS * number_parts(member.ready.outputs[o].type);
}

/* Gives output O NUMBERS numbers, of complex ones the same as real and as imaginary part. */
static void put(size_t o, const double *numbers) {
    size_t parts = number_parts(member.ready.outputs[o].type);
    for (size_t i = 0; i < parts_of(o); i++)
        put_part(o, i, numbers[i / parts]);
}

static void put_everywhere(size_t o, double value) {
    put(o, (double[]){value, value, value, value});
}

static void learn(void) {
    assert_int_equal(verify_answers_learn(&verifier, &pool, 0, NULL), 0);
}

static enum cell_status decide(void) {
    verify_answers_decide(&verifier, &pool, 0, &settings, NAN, &verdict);
    assert_int_equal(verdict.status == CELL_OK, !*verdict.message);
    return verdict.status;
}

/* --- whatever the reference holds --- */

static const double of_reals[][NUMBERS] = {
    {0.5, -0.25, 3, 1},
    {1e3, -2e3, 5e3, 1e-3},
    {INFINITY, 1, -2, 0.5},
    {1, -INFINITY, INFINITY, 0.5},
    {INFINITY, INFINITY, INFINITY, INFINITY},
    {-INFINITY, INFINITY, INFINITY, -INFINITY},
    {NAN, 1, -2, 0.5},
    {1, NAN, INFINITY, -INFINITY},
    {NAN, NAN, NAN, NAN},
    {0, 0, 0, 0},
    {0, 0, NAN, INFINITY},
    {1e-20, -2e-20, 3e-20, 1e-21},
    {1e-6, -2e-6, 3e-6, 1e-6},
    {1e-16, NAN, 0, -1e-16},
    {1e-45, 0, 0, 0},
    {1e38, -3e38, 2e38, 1},
    {left, 1, -2, left},
    {left, NAN, left, INFINITY},
};

/* Of doubles alone. */
static const double of_doubles[][NUMBERS] = {
    {1.7e308, -1.7e308, 1e306, 1}, {5e-324, 0, 0, 0}, {1e-300, 2e-300, -1e-300, 1e-300}};

static const double of_integers[][NUMBERS] = {
    {1, 2, 3, -1},       {0, 0, 0, 0},     {INT32_MAX, INT32_MIN, 0, 1},
    {left, 5, left, -7}, {-1, -1, -1, -1}, {42, -7, 0, 41},
};
static const double of_wide_integers[][NUMBERS] = {{0x1p62, -0x1p63, 0x1p53, 1}};

#define WITH_COUNT(rows) rows, sizeof(rows) / sizeof *(rows)
static const struct kind {
    const char *types;
    const double (*references)[NUMBERS];
    size_t count;
} kinds[] = {{"sdcz", WITH_COUNT(of_reals)},
             {"dz", WITH_COUNT(of_doubles)},
             {"il", WITH_COUNT(of_integers)},
             {"l", WITH_COUNT(of_wide_integers)}};

/* The bounds of actions, and tolerances of users; NaN: none. */
static const double bounds[] = {NAN, 0, 4, 1e6};

/* Calls VISIT with each reference of each type, learned and in place, under each of the bounds. */
static void each_reference(void (*visit)(const double *reference)) {
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (const char *type = kinds[k].types; *type; type++)
            for (size_t r = 0; r < kinds[k].count; r++)
                for (size_t b = 0; b < sizeof bounds / sizeof *bounds; b++) {
                    set_up(*type);
                    bound = bounds[b];
                    put(0, kinds[k].references[r]);
                    learn();
                    visit(kinds[k].references[r]);
                }
}

static void expect_right(const double *reference) {
    (void)reference;
    if (decide() != CELL_OK)
        fail_msg("a copy of type %c: %s", info.type, verdict.message);
    assert_true(verdict.differences.max == 0 && verdict.differences.total == 0);
    assert_true(verdict.tolerance >= 0 && verdict.tolerance < INFINITY);
}

EACH_TEST(NULL, tear_down);

TEST(a_copy_is_right) {
    each_reference(expect_right);
}

static const double garbage[] = {42, -7, 0};

static int holds_only(const double *reference, double value) {
    for (size_t i = 0; i < NUMBERS; i++)
        if (reference[i] != value)
            return 0;
    return 1;
}

static void expect_garbage_wrong(const double *reference) {
    for (size_t g = 0; g < sizeof garbage / sizeof *garbage; g++) {
        put_everywhere(0, garbage[g]);
        if (decide() != CELL_WRONG && !holds_only(reference, garbage[g]))
            fail_msg("%g of type %c for %g, %g, %g, %g is right, within %g", garbage[g], info.type,
                     reference[0], reference[1], reference[2], reference[3], verdict.tolerance);
    }
}

TEST(garbage_is_wrong) {
    each_reference(expect_garbage_wrong);
}

/* Where the reference is not finite, or was not written, and where it is finite beside such. */
static void expect_each_part_to_matter(const double *reference) {
    double largest = 0;
    for (size_t i = 0; i < NUMBERS; i++)
        largest = isfinite(reference[i]) ? fmax(largest, fabs(reference[i])) : largest;
    for (size_t i = 0; i < parts_of(0); i++)
        for (size_t g = 0; g < sizeof garbage / sizeof *garbage; g++) {
            double expected = reference[i / number_parts(info.type)];
            int is_seen = !isfinite(expected) || expected == left ||
                          fabs(expected - garbage[g]) > 0.51 * largest;
            put(0, reference);
            put_part(0, i, garbage[g]);
            if (is_seen && decide() != CELL_WRONG)
                fail_msg("%g of type %c for %g is right, within %g", garbage[g], info.type,
                         expected, verdict.tolerance);
        }
}

TEST(each_part_matters) {
    each_reference(expect_each_part_to_matter);
}

static void expect_unwritten_wrong(const double *reference) {
    put_everywhere(0, left);
    if (decide() != CELL_WRONG)
        fail_msg("nothing, of type %c, is right for %g, ...", info.type, reference[0]);
}

TEST(what_was_not_written_is_wrong) {
    each_reference(expect_unwritten_wrong);
    for (const char *type = "sdczil"; *type; type++) {
        set_up(*type);
        put_everywhere(0, left);
        learn();
        assert_int_equal(decide(), CELL_WRONG); /* its own copy, too */
        assert_non_null(strstr(verdict.message, "all of it comes from memory that nobody wrote"));
    }
}

TEST(roundings_are_right) {
    for (const char *type = "sdcz"; *type; type++) {
        double epsilon = number_epsilon(*type);
        set_up(*type);
        put(0, (double[]){1, INFINITY, 100, NAN});
        learn();
        put(0, (double[]){1 + 4 * epsilon, INFINITY, 100, NAN});
        assert_int_equal(decide(), CELL_OK);
        assert_true(verdict.tolerance == 100 * 1000 * epsilon);
        assert_true(verdict.differences.relative == 4 * epsilon / 100);
        put(0, (double[]){1, INFINITY, 100 + 2e5 * epsilon, NAN});
        assert_int_equal(decide(), CELL_WRONG);
    }
}

/* --- by output --- */

TEST(each_output_has_a_tolerance_of_its_own) {
    for (const char *type = "sdcz"; *type; type++) {
        set_up(*type);
        add_output("r", *type);
        put_everywhere(0, 1e10);
        put_everywhere(1, 3);
        learn();
        put_part(0, 1, 1e10 * (1 + 16 * number_epsilon(*type)));
        assert_int_equal(decide(), CELL_OK);
        put_part(1, 2, 3.125);
        assert_int_equal(decide(), CELL_WRONG);
        assert_true(verdict.differences.max == 0.125 && verdict.differences.largest == 3);
        assert_true(verdict.tolerance == 3000 * number_epsilon(*type));
        assert_non_null(strstr(verdict.message, "wrong answer: r: off by 0.125 where "));
        assert_int_equal(verdict.output_count, 2);
        assert_string_equal(verdict.outputs[0].name, "y");
        assert_true(verdict.outputs[0].max > 0 && verdict.outputs[1].max == 0.125);
    }
}

TEST(an_infinity_in_one_output_excuses_none) {
    for (const char *type = "sdcz"; *type; type++) {
        set_up(*type);
        add_output("r", *type);
        put_everywhere(0, INFINITY);
        put_everywhere(1, 3);
        learn();
        assert_int_equal(decide(), CELL_OK);
        put_everywhere(1, 42);
        assert_int_equal(decide(), CELL_WRONG);
    }
}

/* As roundings of the one are in the other. */
TEST(the_coarser_precision_of_action_and_output_counts) {
    static const char types[][2] = {{'s', 'd'}, {'d', 's'}, {'z', 'c'}, {'c', 'd'}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        set_up(types[i][0]);
        add_output("r", types[i][1]);
        put_everywhere(0, 1);
        put_everywhere(1, 1);
        learn();
        put_part(1, 0, 1 + 1e-6);
        assert_int_equal(decide(), CELL_OK);
        put_part(1, 0, 1 + 1e-3);
        assert_int_equal(decide(), CELL_WRONG);
    }
}

TEST(integers_must_be_the_same_beside_other_outputs) {
    for (const char *type = "il"; *type; type++) {
        set_up('d');
        add_output("count", *type);
        settings.tolerance = 1e9;
        put_everywhere(0, 1);
        put_everywhere(1, 7);
        learn();
        put_everywhere(0, 1e8);
        assert_int_equal(decide(), CELL_OK);
        put_part(1, 3, 8);
        assert_int_equal(decide(), CELL_WRONG);
        assert_string_equal(verdict.message,
                            "wrong answer: count: integers off by 1 where 0 is accepted");
    }
}

/* --- what was given --- */

TEST(a_tolerance_given_holds_for_finite_numbers) {
    set_up('d');
    settings.tolerance = 100;
    put(0, (double[]){1, INFINITY, 2, NAN});
    learn();
    put(0, (double[]){42, INFINITY, -7, NAN});
    assert_int_equal(decide(), CELL_OK);
    assert_true(verdict.tolerance == 100);
    put_everywhere(0, 42);
    assert_int_equal(decide(), CELL_WRONG);
    settings.tolerance = DBL_MAX;
    assert_int_equal(decide(), CELL_WRONG);
}

TEST(an_infinite_bound_condemns_only_what_was_not_written) {
    set_up('d');
    bound = INFINITY;
    put(0, (double[]){1, INFINITY, 2, NAN});
    learn();
    put_everywhere(0, 42);
    assert_int_equal(decide(), CELL_OK);
    assert_true(isinf(verdict.tolerance) && isinf(verdict.differences.max));
    put_everywhere(0, left);
    assert_int_equal(decide(), CELL_WRONG);
}

TEST(a_residual_that_is_no_number_is_wrong) {
    set_up('d');
    info.has_residual = 1;
    put_everywhere(0, NAN);
    learn();
    assert_int_equal(decide(), CELL_WRONG);
    assert_string_equal(verdict.message, "wrong answer: residual nan where 30 is accepted");
}

/* --- what is said --- */

TEST(the_number_that_is_wrong_is_named) {
    static const struct {
        double own, expected;
        const char *says;
    } rows[] = {
        {NAN, 0.5, "number 3 is nan where the reference has 0.5"},
        {42, INFINITY, "number 3 is 42 where the reference has inf"},
        {INFINITY, -INFINITY, "number 3 is inf where the reference has -inf"},
        {left, 0.5, "number 3 comes from memory that nobody wrote"},
        {42, left, "number 3 is written, and the reference's is not"},
        {1, 0.5, "off by 0.5 where 2.22e-13 is accepted"},
    };
    for (const char *type = "dz"; *type; type++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            char expected[200] = "wrong answer: ";
            set_up(*type);
            put(0, (double[]){1, 1, rows[i].expected, 1});
            learn();
            put(0, (double[]){1, 1, rows[i].own, 1});
            assert_int_equal(decide(), CELL_WRONG);
            assert_string_equal(verdict.message, strcat(expected, rows[i].says));
        }
}

/* The way out is for answers that are nothing but roundings. */
TEST(a_tolerance_that_zeros_would_pass_is_less_and_says_so) {
    set_up('d');
    put(0, (double[]){1e-16, 2e-16, 3e-16, NAN});
    learn();
    put(0, (double[]){1.5e-16, 1e-16, 3e-16, NAN});
    assert_int_equal(decide(), CELL_OK);
    put(0, (double[]){0, 0, 0, NAN});
    assert_int_equal(decide(), CELL_WRONG);
    assert_string_equal(verdict.message,
                        "wrong answer: off by 3e-16 where 1.5e-16 is accepted, half of the "
                        "largest number; --tolerance accepts more");
    settings.tolerance = 1e-15;
    assert_int_equal(decide(), CELL_OK);
}

TEST(other_numbers_of_numbers_are_wrong) {
    set_up('d');
    put_everywhere(0, 1);
    learn();
    member.ready.outputs[0].count--;
    assert_int_equal(decide(), CELL_WRONG);
    assert_non_null(strstr(verdict.message, "not as many numbers as the reference's"));
}

TEST(outputs_without_a_finite_number_prove_nothing) {
    char names[64];
    for (const char *type = "sdczil"; *type; type++) {
        set_up(*type);
        add_output("r", *type);
        put_everywhere(0, 0);
        put(1, (double[]){left, left, left, 5});
        learn();
        assert_int_equal(verify_answers_unproven(&verifier, names, sizeof names), 0);
        assert_string_equal(names, "");
        put_everywhere(1, left);
        learn();
        assert_int_equal(verify_answers_unproven(&verifier, names, sizeof names), 1);
        assert_string_equal(names, "r");
        if (number_epsilon(*type) == 0)
            continue;
        put(0, (double[]){NAN, INFINITY, left, -INFINITY});
        learn();
        assert_int_equal(verify_answers_unproven(&verifier, names, sizeof names), 2);
        assert_string_equal(names, "y, r");
        assert_int_equal(verify_answers_unproven(&verifier, names, 3), 2);
        assert_string_equal(names, "y,");
    }
    member.ready.outputs[0].count = 0;
    member.ready.output_count = 1;
    learn();
    assert_int_equal(verify_answers_unproven(&verifier, names, sizeof names), 0);
}
