/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/csv/csv.h"

#define FORMAT &csv_format

static struct run *read_table(const char *text) {
    return foreign_run(FORMAT, "x.csv", text, NULL);
}

static void assert_refused(const char *text, const char *message) {
    foreign_assert_refused(FORMAT, "x.csv", text, NULL, message);
}

/* --- tidy --- */

TEST(a_tidy_table_is_a_run) {
    struct run *run = foreign_sample(NULL, "tidy.csv", NULL);
    assert_int_equal(run->measurement_count, 2);
    struct measurement *m = run_find(run, "axpy"), *dot = run_find(run, "dot");
    assert_int_equal(m->points, 2);
    assert_int_equal(m->rounds, 2);
    assert_int_equal(m->max_seeds, 2);
    assert_int_equal(m->sizes[0], 10);
    assert_int_equal(m->sizes[1], 100);
    assert_int_equal(m->seeds[0], 2);
    assert_int_equal(m->seeds[1], 1);
    assert_true(foreign_seconds(m, "blis", 0, 0, 0) == 1.5e-9);
    assert_true(foreign_seconds(m, "blis", 0, 1, 1) == 1.75e-9);
    assert_true(foreign_seconds(m, "openblas, serial", 0, 0, 1) == 2.25e-9);
    assert_true(foreign_seconds(m, "openblas, serial", 1, 0, 0) == 2e-8);
    assert_true(isnan(foreign_seconds(m, "blis", 1, 0, 0)));
    assert_int_equal(measurement_find(m, "blis")->status[1], CELL_NOT_MEASURED);
    assert_int_equal(measurement_find(m, "blis")->status[0], CELL_OK);
    assert_true(foreign_seconds(dot, "blis", 0, 0, 0) == 3e-9);
    assert_string_equal(facts_text(&run->facts, FACT_HOST, ""), "vm");
    assert_string_equal(facts_text(&run->facts, "csv_compiler", ""), "gcc \"12\"");
    assert_string_equal(facts_text(&run->facts, "csv_left_out", ""), "note, attempts");
    run_free(run);
}

TEST(one_sample_that_is_missing_leaves_the_others) {
    struct run *run = read_table("action,library,size,round,seconds,status\n"
                                 "f,a,1,0,1,ok\nf,a,1,1,,not measured\nf,a,1,2,3,ok\n"
                                 "f,b,1,0,,wrong\nf,b,1,1,2,ok\nf,b,1,2,,not measured\n"
                                 "f,c,1,0,,not measured\n");
    struct measurement *m = run_find(run, "f");
    assert_int_equal(measurement_find(m, "a")->status[0], CELL_OK);
    assert_int_equal(measurement_find(m, "b")->status[0], CELL_WRONG);
    assert_int_equal(measurement_find(m, "c")->status[0], CELL_NOT_MEASURED);
    assert_true(foreign_seconds(m, "a", 0, 2, 0) == 3);
    run_free(run);
}

TEST(columns_are_found_by_name_in_any_order) {
    struct run *run = read_table("Seed;SECONDS;size; Library ;Action\n3;1e-6;8;a;f\n");
    assert_true(foreign_seconds(run_find(run, "f"), "a", 0, 0, 0) == 1e-6);
    run_free(run);
    run = read_table("\357\273\277size\tseconds\tlibrary\taction\r\n8\t1e-6\ta\tf\r\n");
    assert_int_equal(run_find(run, "f")->sizes[0], 8);
    run_free(run);
}

TEST(what_is_not_named_is_called_as_the_file) {
    struct run *run = foreign_run(FORMAT, "d/new.csv", "seconds\n1\n2\n", NULL);
    struct measurement *m = run_find(run, "new");
    assert_int_equal(m->sizes[0], 1);
    assert_int_equal(m->seeds[0], 2);
    assert_true(foreign_seconds(m, "new", 0, 0, 1) == 2);
    run_free(run);
    struct format_options options = {.action = "f", .library = "a"};
    run = foreign_run(FORMAT, "d/new.csv", "size,seconds\n8,1\n", &options);
    assert_non_null(measurement_find(run_find(run, "f"), "a"));
    run_free(run);
}

TEST(samples_without_seed_are_numbered_in_their_round) {
    struct run *run = read_table("library,size,round,seconds\na,8,5,1\na,8,5,2\nb,8,5,3\n"
                                 "a,8,9,4\nb,8,9,5\n");
    struct measurement *m = &run->measurements[0];
    assert_int_equal(m->rounds, 2);
    assert_int_equal(m->max_seeds, 2);
    assert_true(foreign_seconds(m, "a", 0, 0, 1) == 2);
    assert_true(foreign_seconds(m, "a", 0, 1, 0) == 4);
    assert_true(isnan(foreign_seconds(m, "b", 0, 0, 1)));
    run_free(run);
}

TEST(a_control_is_of_its_reference) {
    struct run *run = read_table("library,control_of,seconds\na,,1\nb,,2\nb.control,b,3\n"
                                 "c,c,4\nd,b.control,5\ne,f,6\n");
    struct measurement *m = &run->measurements[0];
    assert_string_equal(facts_text(&m->facts, FACT_REFERENCE, ""), "b");
    for (size_t s = 0; s < m->series_count; s++)
        assert_string_equal(facts_text(&m->series[s].facts, FACT_CONTROL_OF, ""),
                            strcmp(m->series[s].name, "b.control") == 0 ? "b" : "");
    run_free(run);
}

TEST(a_column_of_runs_tells_them_apart) {
    static const char text[] = "run,library,size,round,seed,seconds,note\nr1,a,8,1,0,1,x\n"
                               "r2,a,8,0,0,3,x\nr1,a,8,0,0,2,x\n";
    struct err err;
    struct runs runs;
    assert_int_equal(format_read_memory(FORMAT, text, sizeof text - 1, "x.csv", NULL, &runs, &err),
                     0);
    assert_int_equal(runs.count, 2);
    struct measurement *first = &runs.items[0]->measurements[0],
                       *second = &runs.items[1]->measurements[0];
    assert_string_equal(runs.items[0]->name, "r1");
    assert_string_equal(runs.items[1]->name, "r2");
    assert_int_equal(first->rounds, 2);
    assert_int_equal(second->rounds, 1);
    assert_true(foreign_seconds(first, "a", 0, 0, 0) == 2);
    assert_true(foreign_seconds(first, "a", 0, 1, 0) == 1);
    assert_true(foreign_seconds(second, "a", 0, 0, 0) == 3);
    assert_string_equal(facts_text(&runs.items[1]->facts, "csv_note", ""), "x");
    runs_release(&runs);
}

TEST(columns_of_numbers_are_parameters) {
    struct run *run = read_table("library,size,stride,threads,density,seconds\na,8,2,4,0.5,1\n"
                                 "a,8,1,4,,2\na,4,2,4,0.5,3\n");
    struct measurement *m = &run->measurements[0];
    assert_int_equal(m->points, 3);
    assert_int_equal(m->parameter_count, 2);
    assert_true(measurement_find_parameter(m, "stride")->values[0] == 1);
    assert_true(isnan(measurement_find_parameter(m, "density")->values[0]));
    assert_int_equal(facts_find(&m->facts, FACT_THREADS)->integer, 4);
    assert_int_equal(m->sizes[1], 4);
    assert_int_equal(m->sizes[2], 8);
    run_free(run);
}

TEST(a_constant_number_of_cpus_is_of_the_run) {
    struct run *run = read_table("library,threads,seconds,logical_cpus\na,1,2,16\na,2,1,16\n");
    assert_string_equal(facts_text(&run->facts, FACT_LOGICAL_CPUS, ""), "16");
    assert_int_equal(run->measurements[0].parameter_count, 1);
    run_free(run);
    run = read_table("library,threads,seconds,logical_cpus\na,1,2,16\na,1,1,32\n");
    assert_null(facts_find(&run->facts, FACT_LOGICAL_CPUS));
    run_free(run);
}

TEST(another_column_can_be_the_size) {
    struct format_options options = {.size_param = "rows"};
    struct run *run = foreign_run(FORMAT, "x.csv", "size,rows,seconds\n8,3,1\n", &options);
    assert_int_equal(run->measurements[0].sizes[0], 3);
    assert_true(measurement_find_parameter(&run->measurements[0], "size")->values[0] == 8);
    run_free(run);
    options.size_param = "cols";
    foreign_assert_refused(FORMAT, "x.csv", "size,rows,seconds\n8,3,1\n", &options,
                           "x.csv: line 1: no column is called \"cols\"; did you mean \"rows\"? "
                           "There are size, rows, seconds");
}

TEST(types_and_statuses_are_told_by_their_words) {
    struct run *run = read_table("library,type,status,cpu_seconds,calls,seconds\na,double,crashed,"
                                 ",,\nb,d,ok,0.5,7,1\na,float,Wrong,,,2\n");
    struct measurement *d = run_find(run, "x_double"), *s = run_find(run, "x_float");
    assert_int_equal(measurement_find(d, "a")->status[0], CELL_CRASHED);
    assert_int_equal(measurement_find(s, "a")->status[0], CELL_WRONG);
    assert_true(measurement_find(d, "b")->cpu_seconds[0] == 0.5);
    assert_int_equal(measurement_find(d, "b")->calls[0], 7);
    assert_string_equal(facts_text(&s->facts, FACT_TYPE, ""), "s");
    run_free(run);
}

/* --- other shapes --- */

/* They are words for details of ours, too. */
TEST(numbers_called_calls_or_order_tell_samples_apart) {
    struct run *run = read_table("library,calls,order,seconds\na,1,2,1\na,4,2,4\na,1,3,1.5\n"
                                 "a,4,3,4.5\na,1,2,1.1\na,4,2,4.1\na,1,3,1.6\na,4,3,4.6\n");
    struct measurement *m = &run->measurements[0];
    assert_int_equal(m->points, 4);
    assert_non_null(measurement_find_parameter(m, "calls"));
    assert_non_null(measurement_find_parameter(m, "order"));
    run_free(run);
}

TEST(a_summary_of_ours_is_read_by_its_means) {
    struct run *run = foreign_sample(NULL, "summary.csv", NULL);
    struct measurement *m = run_find(run, "axpy");
    assert_int_equal(m->points, 2);
    assert_int_equal(m->parameter_count, 0);
    assert_int_equal(m->rounds * m->max_seeds, 1);
    assert_int_equal(m->sizes[1], 100);
    assert_true(foreign_seconds(m, "gslcblas", 0, 0, 0) == 1.3103741299213114e-08);
    assert_true(foreign_seconds(m, "netlib", 0, 0, 0) == 1.1735959883000183e-08);
    assert_true(foreign_seconds(m, "gslcblas", 1, 0, 0) == 6.981946749032921e-08);
    assert_true(foreign_seconds(m, "netlib", 1, 0, 0) == 5.746359586598053e-08);
    assert_int_equal(measurement_find(m, "netlib")->status[1], CELL_OK);
    assert_string_equal(run->name, "run_000001");
    assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), "means");
    assert_string_equal(facts_text(&m->facts, FACT_TYPE, ""), "d");
    run_free(run);
}

TEST(a_wide_table_has_a_column_for_each_library) {
    struct run *run =
        read_table("size,seed,openblas (s),\"blis, 4 [s]\"\n8,0,1,2\n8,1,3,\n16,0,nan,5\n");
    struct measurement *m = run_find(run, "x");
    assert_int_equal(m->series_count, 2);
    assert_true(foreign_seconds(m, "openblas", 0, 0, 1) == 3);
    assert_true(foreign_seconds(m, "blis, 4", 1, 0, 0) == 5);
    assert_true(isnan(foreign_seconds(m, "blis, 4", 0, 0, 1)));
    assert_int_equal(measurement_find(m, "openblas")->status[1], CELL_NOT_MEASURED);
    run_free(run);
}

/* --- columns that tell rows of one cell apart --- */

TEST(a_column_that_names_what_is_compared_is_of_libraries) {
    struct run *run = read_table("name,seconds\na,1\nb,2\na,3\n");
    struct measurement *m = run_find(run, "x");
    assert_int_equal(m->series_count, 2);
    assert_true(foreign_seconds(m, "a", 0, 0, 1) == 3);
    run_free(run);
    run = read_table("Benchmark,name,Implementation,seconds\naxpy,q,a,1\naxpy,q,b,2\ndot,q,a,3\n");
    assert_true(foreign_seconds(run_find(run, "axpy"), "b", 0, 0, 0) == 2);
    assert_true(foreign_seconds(run_find(run, "dot"), "a", 0, 0, 0) == 3);
    assert_string_equal(facts_text(&run->facts, "csv_name", ""), "q");
    run_free(run);
    run = read_table("command,mean,stddev,median,user,system,min,max\na,1,0.1,1,0,1,1,2\n"
                     "b,2,0.2,2,1,0,2,3\n");
    assert_int_equal(run->measurements[0].points, 1);
    assert_true(foreign_seconds(&run->measurements[0], "b", 0, 0, 0) == 2);
    run_free(run);
}

TEST(what_libraries_differ_in_joins_their_names) {
    struct run *run = read_table("library,compiler,version,flags,seconds\n"
                                 "a,gcc,1,-O2,1\na,clang,1,-O3,2\nb,gcc,2,-O2,3\nb,gcc,2,-O2,4\n");
    struct measurement *m = run_find(run, "x");
    assert_int_equal(m->series_count, 3);
    assert_true(foreign_seconds(m, "a (compiler=clang)", 0, 0, 0) == 2);
    assert_true(foreign_seconds(m, "b (compiler=gcc)", 0, 0, 1) == 4);
    assert_string_equal(facts_text(&run->facts, "csv_left_out", ""), "version, flags");
    run_free(run);
}

/* As a detail it would be a number that somebody else meant otherwise; as a parameter, only "level"
 * is a common name. */
TEST(what_others_call_like_a_detail_is_none) {
    struct run *run = foreign_run(NULL, "x.csv",
                                  "library,round,seed,level,iterations,seconds,operations\n"
                                  "a,0,0,1,500,2,7\na,0,0,9,50,20,8\n",
                                  NULL);
    const struct measurement *m = &run->measurements[0];
    assert_int_equal(m->points, 2);
    assert_int_equal(m->parameter_count, 1);
    assert_true(measurement_find_parameter(m, "level")->values[1] == 9);
    assert_null(m->series[0].iterations);
    assert_null(m->series[0].operations);
    assert_string_equal(facts_text(&run->facts, "csv_left_out", ""), "iterations, operations");
    run_free(run);
}

TEST(what_is_the_same_in_each_cell_is_left_out) {
    struct run *run = read_table("library,origin,note,seconds\na,x,1st,1\nb,y,,2\na,x,,3\n");
    assert_true(foreign_seconds(run_find(run, "x"), "a", 0, 0, 1) == 3);
    assert_string_equal(facts_text(&run->facts, "csv_left_out", ""), "origin, note");
    run_free(run);
}

TEST(of_much_that_is_left_out_the_first_columns_are_named) {
    struct run *run = read_table("library,a,b,c,d,e,f,g,h,i,j,k,l,m,o,seconds\n"
                                 "x,A,B,C,D,E,F,G,H,I,J,K,L,M,O,2\n"
                                 "y,B,C,D,E,F,G,H,I,J,K,L,M,N,P,3\n");
    assert_string_equal(facts_text(&run->facts, "csv_left_out", ""),
                        "a, b, c, d, e, f, g, h, i, j, k, l and 2 more columns");
    run_free(run);
}

TEST(rows_that_an_unknown_column_tells_apart_are_refused) {
#define REFUSED(first, second, name)                                                               \
    "x.csv: lines " first " and " second " differ in column \"" name                               \
    "\", which is unknown; rename it in the "                                                      \
    "header: variant if it tells libraries apart, run or round if it says when, iteration if it "  \
    "counts; or delete its name there to leave it out"
    assert_refused("library,timestamp,seconds\na,7,1\na,8,2\nb,7,3\n",
                   REFUSED("2", "3", "timestamp"));
    struct run *run = read_table("library,,seconds\na,x,1\na,y,2\n");
    assert_true(foreign_seconds(run_find(run, "x"), "a", 0, 0, 1) == 2);
    run_free(run);
}

TEST(samples_may_be_counted) {
    struct run *run = read_table("library,iteration,seconds\na,1,1\na,2,2\nb,7,3\nb,5,4\n");
    struct measurement *m = run_find(run, "x");
    assert_int_equal(m->parameter_count, 0);
    assert_int_equal(m->max_seeds, 2);
    assert_false(measurement_is_paired(m));
    assert_true(foreign_seconds(m, "b", 0, 0, 0) == 4);
    run_free(run);
    run = read_table("size,rep,a_s,b_s\n8,0,1,2\n8,1,3,4\n");
    assert_int_equal(run->measurements[0].series_count, 2);
    run_free(run);
    run = read_table("round,rep,iteration,seconds\n0,1,1,1\n0,1,2,2\n0,2,1,3\n");
    assert_int_equal(run->measurements[0].max_seeds, 3);
    run_free(run);
    assert_refused("library,rep,seconds\na,1,1\na,1,2\n",
                   "x.csv: lines 2 and 3 are both of x and a at the same point, round and seed; "
                   "call one of them otherwise, or give them in two files");
}

TEST(rounds_and_seeds_pair_samples) {
    static const struct {
        const char *text;
        int are_paired;
    } tables[] = {
        {"library,round,seed,seconds\na,0,0,1\nb,0,0,2\nc,,,\n", 1},
        {"size,round,seed,a_s,b_s\n8,0,0,1,2\n", 1},
        {"library,round,seconds\na,0,1\nb,0,2\n", 0},
        {"library,seed,seconds\na,0,1\nb,0,2\n", 0},
        {"library,round,seed,seconds\na,0,0,1\nb,0,,2\n", 0},
        {"library,round,iteration,seconds\na,0,0,1\nb,0,0,2\n", 0},
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct run *run = read_table(tables[i].text);
        assert_int_equal(measurement_is_paired(&run->measurements[0]), tables[i].are_paired);
        run_free(run);
    }
}

/* --- what is refused --- */

TEST(headers_that_say_too_little_are_refused) {
    static const char nothing[] =
        "x.csv: line 1: no header that says what the times or rates are: a column time_ms (or _s, "
        "_us, _ns), rate (ops/s), seconds or mean, or a column size with one such as a_ms for each "
        "library, or give --unit ms or --unit ops/s";
    assert_refused("a,b\n1,2\n", nothing);
    assert_refused("size,library\n1,2\n", nothing);
    assert_refused("", "x.csv: line 1: the file is empty");
    assert_refused("\n#c\n\r\n", "x.csv: line 4: the file is empty");
    assert_refused("seconds,size,Size\n1,2,3\n",
                   "x.csv: line 1: two columns are called Size; call each as what it is of, such "
                   "as \"a Size\" and \"b Size\"");
    assert_refused("seconds,size\n", "x.csv: there is no sample in it");
    assert_refused("size\n1\n", nothing);
}

#define NO_SIZE                                                                                    \
    " in column \"size\" is not a whole number, as sizes are; delete the line, or give --as "      \
    "\"size=action\" if it has names"

TEST(cells_that_are_no_numbers_are_refused) {
    assert_refused("size,seconds\n8,1\n\n8.5,1\n", "x.csv: line 4: \"8.5\"" NO_SIZE);
    assert_refused("size,seconds\n,1\n", "x.csv: line 2: the size in column \"size\" is empty; "
                                         "write it there, or delete the line");
    assert_refused("size,seconds\n-8,1\n", "x.csv: line 2: the size is negative");
    assert_refused(
        "size,seconds\n8,-1\n",
        "x.csv: line 2: \"-1\" in column \"seconds\" is negative or has no end; leave the "
        "cell empty, or write failed or timeout, if it was not measured");
    assert_refused(
        "size,seconds\n8,1e400\n",
        "x.csv: line 2: \"1e400\" in column \"seconds\" is negative or has no end; leave the "
        "cell empty, or write failed or timeout, if it was not measured");
    assert_refused(
        "size,seconds\n8,inf\n",
        "x.csv: line 2: \"inf\" in column \"seconds\" is negative or has no end; leave the "
        "cell empty, or write failed or timeout, if it was not measured");
    assert_refused("size,k,seconds\n8,1e999,1\n", "x.csv: line 2: a parameter has no end");
    assert_refused("size,seconds\n1e300,1\n", "x.csv: line 2: \"1e300\"" NO_SIZE);
    assert_refused(
        "type,seconds\nx,1\n",
        "x.csv: line 2: \"x\" is not a type, such as s, d, c, z, i, l, float and double; call the "
        "column variant");
    assert_refused("status,seconds\nfine,1\n",
                   "x.csv: line 2: \"fine\" is not a status that a cell can have; give --as "
                   "\"status=nothing\"");
}

TEST(lines_of_another_length_are_refused) {
    assert_refused("size,seconds\n8,1\n8\n", "x.csv: line 3: 1 column, where the header has 2; if "
                                             "another table begins there, give each a file");
    assert_refused("size,seconds\n8,1,2\n", "x.csv: line 2: 3 columns, where the header has 2; put "
                                            "a field that has a comma itself in quotes");
    assert_refused("name;seconds\na;b;1\n",
                   "x.csv: line 2: 3 columns, where the header has 2; put a field "
                   "that has a semicolon itself in quotes");
    assert_refused("|name|seconds|\n|---|---|\n|a|b|1|\n|c|1|\n",
                   "x.csv: line 3: 3 columns, where the header has 2; write \\| for a bar within a "
                   "field");
}

TEST(the_same_sample_twice_is_refused) {
    assert_refused("library,size,seed,seconds\na,8,0,1\na,9,0,1\na,8,0,2\n",
                   "x.csv: lines 2 and 4 are both of x and a at the same point, round and seed; "
                   "call one of them otherwise, or give them in two files");
}

TEST(far_apart_samples_are_refused) {
    char text[120000] = "library,size,round,seconds\n";
    size_t used = strlen(text);
    for (int i = 0; i < 1000; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "l%d,%d,%d,1\n", i, i, i);
    assert_refused(text, "x.csv: 1000 samples would need room for 1000000000: too many "
                         "combinations of libraries, points, rounds and seeds");
}

TEST(too_many_parameters_are_refused) {
    char text[2000] = "seconds";
    for (int i = 0; i < 65; i++)
        snprintf(text + strlen(text), 16, ",k%d", i);
    strcat(text, "\n1");
    for (int i = 0; i < 65; i++)
        strcat(text, ",1");
    assert_refused(text, "x.csv: line 2: \"k64\" is one parameter too many");
}

TEST(a_cut_or_damaged_file_is_refused_or_sound) {
    foreign_cut_and_damage(FORMAT, FOREIGN_SAMPLES "tidy.csv");
    foreign_cut_and_damage(FORMAT, FOREIGN_SAMPLES "summary.csv");
}

TEST(means_of_another_quantity_are_refused) {
    assert_refused("action,library,mean,measure,unit\nf,a,2494464,memory,B\n",
                   "x.csv: its means are of memory, as the column measure says, not times of "
                   "calls; read the file that they are from, with --measure");
    assert_refused(
        "library,size,mean\na,1,2\n",
        "x.csv: line 2: nothing says in what unit \"mean\" is; call it \"mean_ms\" in the "
        "header (or _s, _us, _ns, _GFLOPS), or give --unit ms");
    struct run *run =
        read_table("action,library,size,mean,measure,unit\nf,a,1,2,3,1\nf,b,1,3,3,1\n");
    run_free(run);
}
