/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables among the variables of MAT-files: arrays of structs, and vectors beside texts. */
#include "tests/formats/mat_made.h"

#include "formats/mat_runs/mat.h"
#include "tests/formats/foreign.h"

enum { MOST = 8 };

/* A file of one variable, or several, on its way. */
static struct made made;

static struct mat_array number(double value) {
    return mat_build_real(&made.build, value);
}

static struct mat_array text(const char *value) {
    return mat_build_text(&made.build, value);
}

static struct mat_array column(const double *values, size_t count) {
    return mat_build_numbers(&made.build, MAT_DOUBLE, values, (size_t[]){count, 1}, 2);
}

/* ITEMS, which live as long as what is made. */
static struct mat_array cell(const struct mat_array *items, size_t rows, size_t columns) {
    struct mat_array *copy = mat_memory_take(&made.build.memory, rows * columns + 1, sizeof *copy);
    size_t *dims = mat_memory_take(&made.build.memory, 2, sizeof *dims);
    for (size_t i = 0; i < rows * columns; i++)
        copy[i] = items[i];
    dims[0] = rows;
    dims[1] = columns;
    return (struct mat_array){
        .class = MAT_CELL, .rank = 2, .dims = dims, .count = rows * columns, .items = copy};
}

static struct mat_array texts(const char *const *values, size_t count) {
    struct mat_array items[MOST];
    for (size_t i = 0; i < count; i++)
        items[i] = text(values[i]);
    return cell(items, count, 1);
}

/* COUNT structs with the FIELDS, of ITEMS one struct after the other. */
static struct mat_array structs(const char *const *fields, size_t field_count,
                                const struct mat_array *items, size_t count) {
    struct mat_array array = cell(items, field_count, count);
    size_t *dims = mat_memory_take(&made.build.memory, 2, sizeof *dims);
    dims[0] = 1;
    dims[1] = count;
    array.class = MAT_STRUCT;
    array.dims = dims;
    array.count = count;
    array.field_count = field_count;
    array.fields = fields;
    return array;
}

static struct run *read_made(const struct format_options *options) {
    struct runs runs;
    struct err err = {""};
    made_end(&made);
    if (format_read_memory(&mat_format, made.bytes, made.n, "d/mine.mat", options, &runs, &err))
        fail_msg("%s", err.message);
    free(made.bytes);
    return foreign_only(&runs);
}

static void assert_made_refused(const struct format_options *options, const char *message) {
    struct runs runs;
    struct err err = {""};
    made_end(&made);
    assert_true(format_read_memory(&mat_format, made.bytes, made.n, "x.mat", options, &runs, &err) <
                0);
    assert_string_equal(err.message, message);
    free(made.bytes);
}

/* --- arrays of structs --- */

static const char *const fields[] = {"n", "t_ms", "library", "variant", "machine"};

/* Rows of two libraries, of which one has two variants, at two sizes; the last row is a second
 * sample. */
static void add_results(const char *name) {
    static const struct {
        double n, t_ms;
        const char *library, *variant;
    } rows[] = {
        {100, 1, "blas", "row"}, {100, 2, "blas", "column"}, {100, 3, " mkl", "row"},
        {10, 4, "blas", "row"},  {10, 5, "blas", "column"},  {10, 6, "mkl ", "row"},
        {10, 7, "mkl", "row"},
    };
    enum { ROWS = sizeof rows / sizeof *rows, FIELDS = sizeof fields / sizeof *fields };
    struct mat_array items[ROWS * FIELDS];
    for (size_t r = 0; r < ROWS; r++) {
        struct mat_array *item = &items[r * FIELDS];
        item[0] = number(rows[r].n);
        item[1] = number(rows[r].t_ms);
        item[2] = text(rows[r].library);
        item[3] = text(rows[r].variant);
        item[4] = text("quiet");
    }
    made_add(&made, name, structs(fields, FIELDS, items, ROWS));
}

TEST(each_struct_is_a_row) {
    for (int version = MAT_V6; version <= MAT_V7; version++) {
        made_begin(&made, version);
        add_results("res");
        made_add(&made, "note", text("of a Monday"));
        struct run *run = read_made(NULL);
        assert_int_equal(run->measurement_count, 1);
        struct measurement *m = run_find(run, "res");
        assert_true(m->series_count == 3 && m->points == 2 && m->sizes[0] == 10);
        assert_true(foreign_seconds(m, "blas (variant=row)", 0, 0, 0) == 4e-3);
        assert_true(foreign_seconds(m, "blas (variant=column)", 1, 0, 0) == 2e-3);
        assert_true(foreign_seconds(m, "mkl (variant=row)", 0, 0, 0) == 6e-3);
        assert_true(foreign_seconds(m, "mkl (variant=row)", 0, 0, 1) == 7e-3);
        assert_string_equal(facts_text(&m->facts, FACT_SIZE_NAME, ""), "n");
        assert_string_equal(facts_text(&run->facts, FACT_SOURCE_UNIT, ""), "milliseconds");
        assert_string_equal(facts_text(&run->facts, "mat_res_machine", ""), "quiet");
        assert_string_equal(facts_text(&run->facts, "mat_note", ""), "of a Monday");
        assert_null(facts_find(&run->facts, "mat_left_out"));
        run_free(run);
    }
}

TEST(several_arrays_are_actions_beside_vectors) {
    static const double sizes[2] = {1, 2}, times[2] = {3, 4};
    made_begin(&made, MAT_V7);
    add_results("axpy");
    add_results("dot");
    made_add(&made, "sizes", column(sizes, 2));
    made_add(&made, "a_us", column(times, 2));
    struct run *run = read_made(&(struct format_options){.action = "all"});
    assert_int_equal(run->measurement_count, 3);
    assert_true(foreign_seconds(run_find(run, "dot"), "mkl (variant=row)", 1, 0, 0) == 3e-3);
    assert_true(foreign_seconds(run_find(run, "all"), "a", 1, 0, 0) == 4e-6);
    run_free(run);
}

TEST(roles_are_given_as_those_of_columns) {
    made_begin(&made, MAT_V7);
    add_results("res");
    struct run *run = read_made(&(struct format_options){.as = "variant=action,machine=nothing"});
    assert_int_equal(run->measurement_count, 2);
    assert_true(foreign_seconds(run_find(run, "column"), "blas", 0, 0, 0) == 5e-3);
    assert_string_equal(facts_text(&run->facts, "mat_res_left_out", ""), "machine");
    run_free(run);
    made_begin(&made, MAT_V7);
    add_results("res");
    assert_made_refused(&(struct format_options){.as = "k=size"},
                        "x.mat: variable res: no column is called \"k\"; there are n, t_ms, "
                        "library, variant, machine");
}

/* Elements may lack what others have, and fields may hold what is no column. */
TEST(what_is_missing_or_no_column_is_left_out) {
    static const char *const names[] = {"n", "t_ms", "lib", "host", "wave", "data", "deep"};
    static const double many[2] = {1, 2};
    const struct mat_array none = {.class = MAT_DOUBLE, .rank = 2, .dims = (size_t[]){0, 0}};
    enum { ROWS = 3, FIELDS = 7 };
    made_begin(&made, MAT_V7);
    struct mat_array wave = number(1), items[ROWS * FIELDS];
    wave.is_complex = 1;
    wave.imaginary = wave.real;
    for (size_t r = 0; r < ROWS; r++) {
        struct mat_array *item = &items[r * FIELDS];
        struct mat_fields inner = {0};
        mat_fields_add(&made.build, &inner, "x", number(1));
        item[0] = number(10);
        item[1] = r == 1 ? number(NAN) : r == 2 ? none : number(0.5);
        item[2] = text(r ? "a, \"b\"\n1,5" : "c");
        item[3] = r ? none : text("here");
        item[4] = wave;
        item[5] = r ? column(many, 2) : number(1);
        item[6] = mat_fields_end(&made.build, &inner);
    }
    made_add(&made, "res", structs(names, FIELDS, items, ROWS));
    struct run *run = read_made(NULL);
    struct measurement *m = run_find(run, "res");
    assert_int_equal(m->series_count, 2);
    assert_true(foreign_seconds(m, "c", 0, 0, 0) == 0.5e-3);
    assert_true(isnan(foreign_seconds(m, "a, \"b\" 1,5", 0, 0, 0)));
    assert_string_equal(facts_text(&run->facts, "mat_left_out", ""),
                        "res_wave (complex double, 1x1), res_data (double, 1x1), "
                        "res_deep (struct, 1x1)");
    run_free(run);
}

/* A struct may hold the times at all sizes, several at one, or both, and then is as many rows. */
TEST(structs_may_hold_vectors) {
    static const char *const names[] = {"library", "n", "t_ms", "dims"};
    static const double n[2] = {10, 100}, t[6] = {1, 2, 3, 4, 5, 6};
    static const size_t dims[][2] = {{1, 2}, {2, 3}, {3, 2}};
    static const struct {
        size_t sizes, samples;
        double at_10, at_100; /* the last sample */
    } expected[] = {{2, 1, 1e-3, 2e-3}, {2, 3, 5e-3, 6e-3}, {2, 3, 3e-3, 6e-3}, {1, 2, 2e-3, NAN}};
    for (size_t i = 0; i < 4; i++) {
        struct mat_array items[8];
        made_begin(&made, MAT_V7);
        for (size_t r = 0; r < 2; r++) {
            items[4 * r] = text(r ? "mkl" : "blas");
            items[4 * r + 1] = i == 3 ? number(10) : column(n, 2);
            items[4 * r + 2] =
                mat_build_numbers(&made.build, MAT_DOUBLE, t, dims[i == 3 ? 0 : i], 2);
            items[4 * r + 3] = column(t, r ? 4 : 3);
        }
        made_add(&made, "res", structs(names, 4, items, 2));
        struct run *run = read_made(NULL);
        struct measurement *m = run_find(run, "res");
        assert_true(m->series_count == 2 && m->points == expected[i].sizes);
        assert_int_equal(m->max_seeds, expected[i].samples);
        assert_true(foreign_seconds(m, "mkl", 0, 0, expected[i].samples - 1) == expected[i].at_10);
        if (m->points == 2)
            assert_true(foreign_seconds(m, "blas", 1, 0, expected[i].samples - 1) ==
                        expected[i].at_100);
        assert_string_equal(facts_text(&run->facts, "mat_left_out", ""), "res_dims (double, 3x1)");
        run_free(run);
    }
}

/* As scipy.io.savemat writes a list of dictionaries, which may lack members and have any order. */
TEST(a_cell_of_structs_is_an_array_of_them) {
    static const char *const one[] = {"library", "n", "t_ms"}, *const other[] = {"t_ms", "library",
                                                                                 "threads", "n"};
    struct mat_array items[2];
    made_begin(&made, MAT_V7);
    const struct mat_array of_one[] = {text("blas"), number(10), number(1)},
                           of_other[] = {number(2), text("mkl"), number(4), number(10)};
    items[0] = structs(one, 3, of_one, 1);
    items[1] = structs(other, 4, of_other, 1);
    made_add(&made, "res", cell(items, 1, 2));
    struct run *run = read_made(NULL);
    struct measurement *m = run_find(run, "res");
    assert_int_equal(m->series_count, 2);
    assert_true(measurement_find(m, "blas")->seconds[1] == 1e-3);
    assert_true(measurement_find(m, "mkl")->seconds[0] == 2e-3);
    assert_true(measurement_find_parameter(m, "threads")->values[0] == 4);
    assert_null(facts_find(&run->facts, "mat_left_out"));
    run_free(run);
    made_begin(&made, MAT_V7);
    const struct mat_array alone[] = {text("blas"), number(10), number(1)};
    items[0] = structs(one, 3, alone, 1);
    items[1] = number(1);
    made_add(&made, "res", cell(items, 1, 2));
    assert_made_refused(NULL, "x.mat: no numbers called sizes with times of the same length beside "
                              "them; name the sizes by bench-store import --size-param; there are: "
                              "res");
}

/* The names of a processor's caches are those of a table of libraries, without a unit. */
TEST(structs_without_a_word_are_read_if_nothing_else_is) {
    static const char *const names[] = {"size", "line"};
    static const double sizes[2] = {1, 2};
    for (int i = 0; i < 3; i++) {
        made_begin(&made, MAT_V7);
        const struct mat_array items[] = {number(32), number(i == 2 ? 0.064 : 64), number(256),
                                          number(64)};
        made_add(&made, "caches", structs(names, 2, items, 2));
        if (i == 0) {
            made_add(&made, "sizes", column(sizes, 2));
            made_add(&made, "a_us", column(sizes, 2));
        }
        if (i == 1) {
            assert_made_refused(NULL, "x.mat: variable caches: nothing says in what unit its "
                                      "numbers are; name its columns with one, such as "
                                      "size,a_ms,b_ms, or give --unit ms");
            continue;
        }
        struct run *run = read_made(NULL);
        assert_int_equal(run->measurement_count, 1);
        if (i == 0)
            assert_string_equal(facts_text(&run->facts, "mat_left_out", ""),
                                "caches (struct, 1x2)");
        else
            assert_true(foreign_seconds(run_find(run, "caches"), "line", 0, 0, 0) == 0.064);
        run_free(run);
    }
}

TEST(messages_name_the_row) {
    static const char *const names[] = {"n", "t_ms", "seed", "lib"};
    made_begin(&made, MAT_V7);
    const struct mat_array negative[] = {number(1), number(1),  number(1), text("a"),
                                         number(1), number(-1), number(2), text("a")};
    made_add(&made, "res", structs(names, 4, negative, 2));
    assert_made_refused(NULL,
                        "x.mat: variable res: row 2: \"-1\" in column \"t_ms\" is negative or "
                        "has no end; leave the cell empty, or write failed or timeout, if it "
                        "was not measured");
    made_begin(&made, MAT_V7);
    const struct mat_array twice[] = {number(1), number(1), number(1), text("a"),
                                      number(1), number(2), number(1), text("a")};
    made_add(&made, "res", structs(names, 4, twice, 2));
    assert_made_refused(NULL, "x.mat: rows 1 and 2 are both of res and a at the same point, round "
                              "and seed; call one of them otherwise, or give them in two files");
}

/* --- vectors beside texts --- */

static const char *const libraries[] = {"blas", "mkl", "blas", "mkl", "mkl"};
static const double n[] = {10, 10, 20, 20, 20}, t[] = {1, 2, 3, 4, 5};
enum { ROWS = 5 };

static void assert_columns(const struct run *run, const char *action) {
    struct measurement *m = run_find(run, action);
    assert_true(m->series_count == 2 && m->points == 2);
    assert_true(foreign_seconds(m, "blas", 1, 0, 0) == 3e-3);
    assert_true(foreign_seconds(m, "mkl", 1, 0, 0) == 4e-3);
    assert_true(foreign_seconds(m, "mkl", 1, 0, 1) == 5e-3);
}

TEST(texts_name_the_library_of_each_row) {
    static const char *const names[] = {"n", "which"}, *const sized[] = {"sizes", "lib"};
    for (int i = 0; i < 2; i++) {
        made_begin(&made, MAT_V7);
        const char *const *called = i ? sized : names;
        made_add(&made, called[0], column(n, ROWS));
        made_add(&made, "t_ms", column(t, ROWS));
        made_add(&made, called[1], texts(libraries, ROWS));
        made_add(&made, "cores", number(8));
        struct run *run = read_made(NULL);
        assert_columns(run, "mine");
        assert_true(facts_find(&run->facts, "mat_cores")->real == 8);
        assert_null(facts_find(&run->facts, "mat_left_out"));
        run_free(run);
    }
}

TEST(a_struct_of_columns_is_an_action) {
    struct mat_fields of_struct = {0};
    made_begin(&made, MAT_V7);
    mat_fields_add(&made.build, &of_struct, "solver", texts(libraries, ROWS));
    mat_fields_add(&made.build, &of_struct, "n", column(n, ROWS));
    mat_fields_add(&made.build, &of_struct, "time", column(t, ROWS));
    made_add(&made, "S", mat_fields_end(&made.build, &of_struct));
    struct run *run = read_made(&(struct format_options){.unit = "ms"});
    assert_columns(run, "S");
    run_free(run);
}

/* Rows of characters, as SciPy writes an array of texts. */
TEST(a_matrix_of_characters_names_the_rows) {
    uint16_t units[ROWS * 4];
    for (size_t r = 0; r < ROWS; r++)
        for (size_t c = 0; c < 4; c++)
            units[c * ROWS + r] = (uint16_t)(c < strlen(libraries[r]) ? libraries[r][c] : ' ');
    made_begin(&made, MAT_V7);
    made_add(&made, "library",
             mat_build_numbers(&made.build, MAT_CHAR, units, (size_t[]){ROWS, 4}, 2));
    made_add(&made, "n", column(n, ROWS));
    made_add(&made, "t_ms", column(t, ROWS));
    struct run *run = read_made(NULL);
    assert_columns(run, "mine");
    run_free(run);
}

/* Texts that only stand for sizes, or name the variables, make no rows. */
TEST(texts_that_tell_no_libraries_stay_beside_vectors) {
    static const double sizes[] = {1, 2, 3};
    static const char *const labels[] = {"small", "medium", "large"}, *const names[] = {"a", "b",
                                                                                        "c"};
    for (int i = 0; i < 2; i++) {
        made_begin(&made, MAT_V7);
        made_add(&made, "sizes", column(sizes, 3));
        for (int k = 0; k < (i ? 3 : 1); k++)
            made_add(&made, (const char *[]){"a_ms", "b_ms", "c_ms"}[k], column(sizes, 3));
        made_add(&made, i ? "library" : "labels", texts(i ? names : labels, 3));
        struct run *run = read_made(NULL);
        struct measurement *m = run_find(run, "mine");
        assert_int_equal(m->series_count, i ? 3 : 1);
        assert_true(m->points == 3 && foreign_seconds(m, "a", 2, 0, 0) == 3e-3);
        run_free(run);
    }
}

TEST(a_cell_that_is_no_column_is_left_out) {
    static const double sizes[] = {1, 2, 3};
    made_begin(&made, MAT_V7);
    const struct mat_array empty = cell(NULL, 0, 0);
    const struct mat_array nested[] = {text("x"), cell(&empty, 1, 1), text("y")};
    made_add(&made, "sizes", column(sizes, 3));
    made_add(&made, "a_ms", column(sizes, 3));
    made_add(&made, "empty", empty);
    made_add(&made, "library", cell(nested, 3, 1));
    struct run *run = read_made(NULL);
    assert_int_equal(run_find(run, "mine")->series_count, 1);
    assert_string_equal(facts_text(&run->facts, "mat_left_out", ""),
                        "empty (cell, 0x0), library (cell, 3x1)");
    run_free(run);
}

TEST(roles_are_for_tables) {
    made_begin(&made, MAT_V7);
    made_add(&made, "n", column(n, ROWS));
    made_add(&made, "a_ms", column(t, ROWS));
    assert_made_refused(&(struct format_options){.as = "n=size"},
                        "x.mat: --as is for tables, such as arrays of structs; names of variables "
                        "say what they are");
}

/* --- objects --- */

/* An element of an object called NAME, as MATLAB's newer classes are. */
static void put_object(struct bytes *file, const char *name, const char *class) {
    const uint32_t flags[2] = {MAT_OPAQUE, 0}, reference[6] = {0xdd000000, 2, 1, 1, 1, 1};
    const int32_t dims[2] = {6, 1};
    struct bytes body = {.n = 0}, inner = {.n = 0};
    put_element(&body, MAT_TYPE_UINT32, flags, sizeof flags);
    put_element(&body, MAT_TYPE_INT8, name, strlen(name));
    put_element(&body, MAT_TYPE_INT8, "MCOS", 4);
    put_element(&body, MAT_TYPE_INT8, class, strlen(class));
    put_head(&inner, MAT_UINT32, dims, 2, "");
    put_element(&inner, MAT_TYPE_UINT32, reference, sizeof reference);
    put_variable(&body, &inner);
    put_variable(file, &body);
}

static void put_vector(struct bytes *file, const char *name, const double *values, int32_t count) {
    const int32_t dims[2] = {count, 1};
    struct bytes body = {.n = 0};
    put_head(&body, MAT_DOUBLE, dims, 2, name);
    put_element(&body, MAT_TYPE_DOUBLE, values, (size_t)count * sizeof *values);
    put_variable(file, &body);
}

static int read_file(const struct bytes *file, struct runs *runs, struct err *err) {
    return format_read_memory(&mat_format, (const char *)file->at, file->n, "x.mat", NULL, runs,
                              err);
}

TEST(objects_are_named_with_what_makes_them_readable) {
    static const char *const classes[][3] = {
        {"T", "table",
         "a table; in MATLAB: S = table2struct(T,'ToScalar',true); save('f.mat','-struct','S')"},
        {"u", "timetable",
         "a timetable; in MATLAB: S = table2struct(timetable2table(u),'ToScalar',true); "
         "save('f.mat','-struct','S')"},
        {"s", "string", "a string; in MATLAB: cellstr(s)"},
        {"c", "categorical", "a categorical; in MATLAB: cellstr(c)"},
        {"d", "duration", "a duration; in MATLAB: seconds(d)"},
        {"w", "datetime", "a datetime; in MATLAB: posixtime(w)"},
        {"m", "containers.Map", "an object of class containers.Map"},
        {"e", "", "an object"},
    };
    enum { CLASSES = sizeof classes / sizeof *classes };
    static const double sizes[2] = {1, 2};
    for (size_t i = 0; i < CLASSES; i++) {
        char wanted[300];
        struct err err = {""};
        struct runs runs;
        struct bytes file = {.n = 0};
        put_file_header(&file);
        put_object(&file, classes[i][0], classes[i][1]);
        assert_int_equal(read_file(&file, &runs, &err), ERR_USAGE);
        snprintf(wanted, sizeof wanted, "x.mat: nothing in it can be read: %s (%s)", classes[i][0],
                 classes[i][2]);
        assert_string_equal(err.message, wanted);
        put_vector(&file, "sizes", sizes, 2);
        put_vector(&file, "a_ms", sizes, 2);
        assert_int_equal(read_file(&file, &runs, &err), 0);
        struct run *run = foreign_only(&runs);
        snprintf(wanted, sizeof wanted, "%s (%s)", classes[i][0], classes[i][2]);
        assert_string_equal(facts_text(&run->facts, "mat_skipped", ""), wanted);
        run_free(run);
    }
}

/* Without the texts, rows of several libraries would be samples of one. */
TEST(rows_that_only_objects_tell_apart_are_refused) {
    static const double once[2] = {1, 2}, twice[2] = {1, 1}, threads[2] = {1, 2};
    for (int i = 0; i < 3; i++) {
        struct err err = {""};
        struct runs runs;
        struct bytes file = {.n = 0};
        put_file_header(&file);
        put_object(&file, "note", "string");
        put_object(&file, "solver", "string");
        put_vector(&file, "n", i ? twice : once, 2);
        put_vector(&file, "t_ms", once, 2);
        if (i == 1)
            put_vector(&file, "threads", threads, 2);
        assert_int_equal(read_file(&file, &runs, &err), i < 2 ? 0 : ERR_DAMAGED);
        if (i == 2)
            assert_string_equal(err.message,
                                "x.mat: what may tell of which library each of its rows is cannot "
                                "be read: solver (a string; in MATLAB: cellstr(solver))");
        runs_release(&runs);
    }
}

/* The same of structs, whose fields are objects. */
TEST(structs_whose_names_are_objects_are_refused) {
    static const char names[3][8] = {"n", "t_ms", "lib"};
    const int32_t dims[2] = {1, 2};
    const uint32_t length = 8;
    struct err err = {""};
    struct runs runs;
    struct bytes file = {.n = 0}, body = {.n = 0};
    put_file_header(&file);
    put_head(&body, MAT_STRUCT, dims, 2, "res");
    put_element(&body, MAT_TYPE_INT32, &length, 4);
    put_element(&body, MAT_TYPE_INT8, names, sizeof names);
    for (int r = 0; r < 2; r++) {
        const double values[2] = {10, 1 + r};
        put_vector(&body, "", &values[0], 1);
        put_vector(&body, "", &values[1], 1);
        put_object(&body, "", "string");
    }
    put_variable(&file, &body);
    assert_int_equal(read_file(&file, &runs, &err), ERR_DAMAGED);
    assert_string_equal(err.message, "x.mat: what may tell of which library each of its rows is "
                                     "cannot be read: lib (a string; in MATLAB: cellstr(lib))");
}

TEST(an_object_in_a_struct_is_named_where_nothing_is_read) {
    static const int32_t dims[2] = {1, 1};
    static const uint32_t length = 2;
    struct err err = {""};
    struct runs runs;
    struct bytes file = {.n = 0}, body = {.n = 0};
    put_file_header(&file);
    put_head(&body, MAT_STRUCT, dims, 2, "res");
    put_element(&body, MAT_TYPE_INT32, &length, 4);
    put_element(&body, MAT_TYPE_INT8, "T", 2);
    put_object(&body, "", "table");
    put_variable(&file, &body);
    assert_int_equal(read_file(&file, &runs, &err), ERR_USAGE);
    assert_string_equal(err.message,
                        "x.mat: no numbers called sizes with times of the same length beside them; "
                        "name the sizes by bench-store import --size-param; there are: res; "
                        "skipped: res.T (a table; in MATLAB: S = table2struct(res.T,'ToScalar',"
                        "true); save('f.mat','-struct','S'))");
}

TEST(a_cut_or_damaged_table_is_refused_or_sound) {
    made_begin(&made, MAT_V6);
    add_results("res");
    made_end(&made);
    foreign_cut_and_damage_text(&mat_format, "x.mat", made.bytes, made.n);
    free(made.bytes);
    struct bytes file = {.n = 0};
    put_file_header(&file);
    put_object(&file, "T", "table");
    put_vector(&file, "sizes", n, ROWS);
    put_vector(&file, "a_ms", t, ROWS);
    foreign_cut_and_damage_text(&mat_format, "x.mat", (char *)file.at, file.n);
}
