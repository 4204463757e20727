/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "collect/functions/prototype.h"
#include "tests/test.h"

static struct prototype prototype;

static void read_as(const char *text) {
    struct err err;
    if (prototype_parse(&prototype, text, &err))
        fail_msg("%s", err.message);
}

/* ARGUMENT as it was understood: "double * n", with "const" or "out". */
static void expect(size_t argument, const char *type, const char *length) {
    const struct prototype_argument *a = &prototype.arguments[argument];
    assert_string_equal(a->type->name, type);
    assert_string_equal(a->length, length);
    assert_int_equal(a->is_array, *length != 0);
}

TEST(arguments_are_inputs_outputs_and_numbers) {
    read_as("extern double sum ( size_t n , const double * restrict x, double *y, out float *z, "
            "double a ) ;");
    assert_string_equal(prototype.names[0], "sum");
    assert_int_equal(prototype.name_count, 1);
    assert_string_equal(prototype.returned->name, "double");
    assert_int_equal(prototype.argument_count, 5);
    assert_int_equal(prototype.size, 0);
    expect(0, "size_t", "");
    expect(1, "double", "n");
    expect(2, "double", "n");
    expect(3, "float", "n");
    expect(4, "double", "");
    const struct prototype_argument *a = prototype.arguments;
    assert_true(a[1].is_input && !prototype_is_renewed(&a[1]));
    assert_true(!a[2].is_input && prototype_is_renewed(&a[2]));
    assert_true(a[3].is_out && !a[3].is_input && !prototype_is_renewed(&a[3]));
    assert_true(prototype_is_integer(&a[0]) && !prototype_is_integer(&a[4]));
}

TEST(several_functions_share_a_prototype) {
    const char *text = "void {a, b_2 ,c}(int, float *)";
    read_as(text);
    assert_int_equal(prototype.name_count, 3);
    assert_string_equal(prototype.names[1], "b_2");
    assert_string_equal(prototype.names[2], "c");
    assert_int_equal(text[prototype.names_begin], '{');
    assert_int_equal(text[prototype.names_end], '(');
    assert_string_equal(prototype.arguments[0].name, "argument1");
    expect(1, "float", "argument1");
}

TEST(words_of_a_type_come_in_any_order) {
    static const struct {
        const char *text, *type;
        size_t bytes;
        char kind;
    } cases[] = {
        {"long unsigned int f()", "unsigned long", sizeof(long), 'u'},
        {"unsigned f()", "unsigned int", 4, 'u'},
        {"signed f()", "int", 4, 'i'},
        {"int long long f()", "long long", 8, 'i'},
        {"short int f()", "short", 2, 'i'},
        {"unsigned char f()", "unsigned char", 1, 'u'},
        {"signed char f()", "signed char", 1, 'i'},
        {"const int32_t f()", "int32_t", 4, 'i'},
        {"uint64_t f()", "uint64_t", 8, 'u'},
        {"_Bool f()", "_Bool", sizeof(_Bool), 'b'},
        {"float f()", "float", 4, 'f'},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64];
        snprintf(text, sizeof text, "%.*svoid)", (int)strlen(cases[i].text) - 1, cases[i].text);
        read_as(text);
        assert_string_equal(prototype.returned->name, cases[i].type);
        assert_int_equal(prototype.returned->bytes, cases[i].bytes);
        assert_int_equal(prototype.returned->kind, cases[i].kind);
        assert_int_equal(prototype.argument_count, 0);
        assert_true(prototype.size == SIZE_MAX);
    }
}

TEST(the_size_is_n_or_the_first_integer) {
    read_as("double f(int m, const double *x, long n)");
    assert_int_equal(prototype.size, 2);
    expect(1, "double", "n");
    read_as("double f(double a, const double *x, long count, int step)");
    assert_int_equal(prototype.size, 2);
    expect(1, "double", "count");
    read_as("double f(bool reverse, int k, const int *x)");
    assert_int_equal(prototype.size, 1);
    read_as("double f(double n)");
    assert_true(prototype.size == SIZE_MAX);
}

TEST(lengths_are_sums_of_products) {
    static const struct {
        const char *text;
        int64_t length; /* where n is 7 and k is 3 */
    } cases[] = {
        {"double f(int n, int k, const double x[])", 7},
        {"double f(int n, int k, const double x[5])", 5},
        {"double f(int n, int k, const double x[n][n])", 49},
        {"double f(int n, int k, const double x[ 2*n*k + 4 - k ])", 43},
        {"double f(int n, int k, const double x[static n])", 7},
        {"double f(int n, int k, const double out[n])", 7},
        {"double f(int n, int k, const double x[k - n])", -1},
        {"double f(int n, int k, const double x[n*1000000000000*1000000000000])", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        read_as(cases[i].text);
        assert_int_equal(prototype_length(&prototype, &prototype.arguments[2],
                                          (const int64_t[PROTOTYPE_ARGUMENTS]){7, 3}),
                         cases[i].length);
    }
}

TEST(what_cannot_be_told_is_refused_by_name) {
    static const struct {
        const char *text, *part;
        int has_action;
    } cases[] = {
        {"double f(struct vec *x)", "'struct vec'", 1},
        {"struct vec f(int n)", "'struct vec'", 1},
        {"vec f(int n)", "unknown type 'vec'; numbers are double", 1},
        {"double f(int n, double **x)", "'x' points to pointers", 1},
        {"double f(int n, double *x[n])", "'x' points to pointers", 1},
        {"double f(int n, double (*g)(double))", "argument 2 is a function", 1},
        {"double f(int n, double g(double))", "',' or ')'", 0},
        {"double f(const double *x)", "how long 'x' is", 1},
        {"double f(int n, void *x)", "'x' points to", 1},
        {"double *f(int n)", "returns a pointer", 1},
        {"void f(int n, const double *x)", "no answer", 1},
        {"double f(int n, ...)", "'...'", 1},
        {"long double f(int n)", "long double", 1},
        {"double f(int n, long double x)", "long double", 1},
        {"double f(int n, double _Complex *x)", "complex numbers", 1},
        {"complex double f(int n)", "complex numbers", 1},
        {"double f(int n, const double x[m])", "length 'm' of 'x'", 1},
        {"double f(int n, const double x[n/2])", "length 'n/2' of 'x'", 1},
        {"double f(int n, const double x[n+1][n])", "'x' has a sum", 1},
        {"double f(int n, out const double *x)", "'out'", 0},
        {"double f(out int n)", "'out'", 0},
        {"double f(int n, int n)", "two arguments are called n", 0},
        {"double {f,f}(int n)", "f is named twice", 0},
        {"double f(double x sorted)", "only an array can be 'sorted'", 0},
        {"double f(double x in 1..2)", "'[', as in 'in [0.1, 10)', is missing", 0},
        {"double f(double x in [0, 1])", "the upper bound itself is not drawn", 0},
        {"double f(double x in [1, 1))", "no numbers are in [1, 1)", 0},
        {"double f(double x in [1, y))", "no numbers are in [1, y)", 0},
        {"double f(double x in [0, inf))", "no numbers are in [0, inf)", 0},
        {"double f(double x in [0, 1)", "',' or ')' is missing", 0},
        {"double f(int n, int k in [1, 2))", "'..', as in 'in 1..n', is missing", 0},
        {"double f(int n, int k in 1..m)", "'1..m' is not from one to another", 0},
        {"double f(int n, int k in 1..)", "a bound", 0},
        {"double f(float x in [0, 1e39))", "float does not have the numbers in [0, 1e39)", 0},
        {"double f(float x in [1, 1.00000001))", "float does not have the numbers in [1, ", 0},
        {"int f(int n, int k in 1..0)", "': no integers are in 1..0", 0},
        {"int f(int n, const int *k in 2*2..3)", "': no integers are in 2*2..3", 0},
        {"int f(int n, int k in 1..99999999999)", "and is of type int, which does not have all", 0},
        {"int f(int n, int k in n..99999999999)", "k is drawn from n..99999999999, and is of", 0},
        {"int f(int n, int k in 0..99999999999999999999)", "is of type int, which", 0},
        {"int f(int n, unsigned k in -1..n)", "is of type unsigned int, which", 0},
        {"int f(int n, const unsigned char *k in 250..300)", "is of type unsigned char, which", 0},
        {"int f(int n, signed char k in -129..n)", "is of type signed char, which", 0},
        {"int f(int n, _Bool k in 0..2)", "is of type _Bool, which", 0},
        {"int f(int n, long k in 0..9007199254740993)", "integers beyond 2^53 are not exact", 0},
        {"int f(int n, uint64_t k in 0..18446744073709551615)", "beyond 2^53 are not exact", 0},
        {"double f(int n in 1..9)", "n is the size; give its values by --sizes", 0},
        {"double f(int n, int k in 1..9, const double x[k])", "length 'k' of 'x'", 1},
        {"double f(int n", "',' or ')' is missing", 0},
        {"double f(int n) {", "ends before '{'", 0},
        {"double f", "no '('", 0},
        {"f", "give the function as it is declared", 0},
        {"double {f(int n)", "'}' is missing", 0},
        {"double (int n)", "name of at most", 0},
        {"", "a type is missing", 0},
        {"long long long f(int n)", "unknown type 'long long long'", 1},
        {"double f(int a, int b, int c, int d, int e, int g, int h, int i, int j, int k, int l)",
         "more than 10 pointers and integers", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct err err = {""};
        if (prototype_parse(&prototype, cases[i].text, &err) != ERR_USAGE)
            fail_msg("%s is accepted", cases[i].text);
        if (!strstr(err.message, cases[i].part) ||
            !strstr(err.message, "docs/writing-an-action.md") != !cases[i].has_action)
            fail_msg("%s: %s", cases[i].text, err.message);
    }
}

static struct prototype_bounds bounds_of(size_t argument, int64_t n) {
    return prototype_bounds_of(&prototype, &prototype.arguments[argument],
                               (const int64_t[PROTOTYPE_ARGUMENTS]){n, n});
}

TEST(numbers_are_within_their_bounds) {
    static const struct {
        const char *text;
        double low, high;
        int is_drawn;
    } cases[] = {
        {"int f(int n, double x)", -1, 1, 1},
        {"int f(int n, double in)", -1, 1, 1},
        {"int f(int n, float x in [0.1,10))", 0.1, 10, 1},
        {"int f(int n, const double *x in [ -1e3 , 0 ))", -1000, 0, 0},
        {"int f(int n, const double x[3*n] in [0, 1))", 0, 1, 0},
        {"int f(int n, const int *x)", 0, 4, 0},
        {"int f(int n, const int *x in 1..2*n)", 1, 10, 0},
        {"int f(int n, const _Bool *x)", 0, 1, 0},
        {"int f(int n, int k in -n..n)", -5, 5, 1},
        {"int f(int n, int k in 0..n - 1)", 0, 4, 1},
        {"int f(int n, int k in n..1)", 5, 1, 1},
        {"int f(int n, unsigned char k in 250..255)", 250, 255, 1},
        {"int f(int n, int64_t k in 0..9007199254740992)", 0, 0x1p53, 1},
        {"int f(int n, _Bool b)", 0, 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        read_as(cases[i].text);
        struct prototype_bounds bounds = bounds_of(1, 5);
        if (bounds.low != cases[i].low || bounds.high != cases[i].high)
            fail_msg("%s: from %g to %g", cases[i].text, bounds.low, bounds.high);
        assert_int_equal(prototype_is_drawn(&prototype.arguments[1]), cases[i].is_drawn);
    }
}

TEST(ranges_that_depend_on_others_are_checked_where_these_are_known) {
    static const struct {
        const char *text;
        int64_t n;
        const char *line; /* NULL: it is right */
    } cases[] = {
        {"int f(int n, int k in n..5)", 5, NULL},
        {"int f(int n, int k in n..5)", 6, "no integers are in n..5, which is 6..5 here"},
        {"int f(int n, const int *k in 1..n - 1)", 1,
         "no integers are in 1..n - 1, which is 1..0 here"},
        {"int f(int n, short k in 0..n)", 32767, NULL},
        {"int f(int n, short k in 0..n)", 32768,
         "k is drawn from 0..n, and is of type short, which does not have all of these"},
        {"int f(int n, long k in 0..n*n*n)", 1000000,
         "k is drawn from 0..n*n*n; integers beyond 2^53 are not exact: give bounds up to there"},
        {"int f(long n, int k in 0..n*n*n*n)", 1000000,
         "k is drawn from 0..n*n*n*n, and is of type int, which does not have all of these"},
        {"int f(int n, double x)", 0, NULL},
        {"int f(int n, const int *k)", 1, NULL},
        {"int f(int n, const int *k)", 0,
         "no integers are in 0..n - 1, which is what k gets without a range"},
        {"int f(int n, const _Bool *k)", 0, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct err err = {""};
        read_as(cases[i].text);
        int status =
            prototype_check_range(&prototype, &prototype.arguments[1],
                                  (const int64_t[PROTOTYPE_ARGUMENTS]){cases[i].n, 1}, &err);
        assert_int_equal(status, cases[i].line ? ERR_USAGE : 0);
        assert_string_equal(err.message, cases[i].line ? cases[i].line : "");
    }
}

TEST(long_texts_are_refused) {
    char text[3000];
    struct err err;
    for (size_t length = 10; length < 2900; length += 7) {
        memset(text, 'x', sizeof text);
        memcpy(text, "int ", 4);
        strcpy(text + length, "(int n)");
        int status = prototype_parse(&prototype, text, &err);
        assert_int_equal(status, length - 4 < PROTOTYPE_NAME ? 0 : ERR_USAGE);
    }
}

TEST(prototypes_are_the_same_whatever_their_names) {
    static struct prototype other;
    struct err err;
    const struct {
        const char *text;
        int is_same;
    } cases[] = {
        {"double g(int n,const double x[n])", 1},
        {"double f(long n, const double *x)", 0},
        {"double f(int n, double *x)", 0},
        {"double f(int n, out double *x)", 0},
        {"float f(int n, const double *x)", 0},
        {"double f(int n, const double *y)", 0},
        {"double f(int n, const double *x in [0, 1))", 0},
        {"double f(int n, const double *x sorted)", 0},
        {"double f(int n)", 0},
    };
    read_as("double f(int n, const double *x)");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(prototype_parse(&other, cases[i].text, &err), 0);
        assert_int_equal(prototype_is_same(&prototype, &other), cases[i].is_same);
    }
}
