/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as people write them. Each tells the same unless it says otherwise: a takes 1.5 us at 100
 * and 20 us at 1000, b 3 us and 30 us. */
#include "tests/formats/csv_tells.h"

#define TIMES "a 100 1.5e-06, a 1000 2e-05, b 100 3e-06, b 1000 3e-05"

/* What all actions of TABLE are as AS says, and which option would turn it. */
static void assert_axes(const char *table, const char *as, const char *other_way,
                        const char *expected) {
    char text[ROOM];
    struct run *run = foreign_run(&csv_format, "x.csv", table, &(struct format_options){.as = as});
    tell_actions(text, run, NULL);
    assert_string_equal(text, expected);
    assert_string_equal(facts_text(&run->facts, "csv_other_way", ""), other_way);
    run_free(run);
}

TEST(what_is_compared_may_be_in_lines) {
    static const char rows[] = "--as rows=library", columns[] = "--as columns=library";
    static const char shells[] = ",cold start,Prompt (git)\nush,5ms,6ms\nwsh,7ms,8ms\n";
    static const char by_line[] = "cold start: ush 1 0.005, wsh 1 0.007; "
                                  "Prompt (git): ush 1 0.006, wsh 1 0.008",
                      by_column[] = "ush: cold start 1 0.005, Prompt (git) 1 0.006; "
                                    "wsh: cold start 1 0.007, Prompt (git) 1 0.008";
    assert_axes(shells, NULL, rows, by_column);
    assert_axes(shells, "rows=library", "", by_line);
    assert_axes(shells, "Columns=library", "", by_column);
    /* Operations, files and numbered tests are no libraries. */
    assert_axes("shell,cold start,warm start\nush,5ms,6ms\nwsh,7ms,8ms\n", NULL, "",
                "cold start: ush 1 0.005, wsh 1 0.007; warm start: ush 1 0.006, wsh 1 0.008");
    assert_axes(",a.wav,b.flac\nush,5ms,6ms\nwsh,7ms,8ms\n", NULL, columns,
                "a.wav: ush 1 0.005, wsh 1 0.007; b.flac: ush 1 0.006, wsh 1 0.008");
    assert_axes("x,test 1,test 2\nush,5ms,6ms\nwsh,7ms,8ms\n", NULL, columns,
                "test 1: ush 1 0.005, wsh 1 0.007; test 2: ush 1 0.006, wsh 1 0.008");
    /* Places are, where lines have tests. */
    assert_axes("Query,linux,macos\nx,5ms,6ms\ny,7ms,8ms\n", NULL, rows,
                "x: linux 1 0.005, macos 1 0.006; y: linux 1 0.007, macos 1 0.008");
    assert_axes(",linux,macos\nush,5ms,6ms\nwsh,7ms,8ms\n", NULL, columns,
                "linux: ush 1 0.005, wsh 1 0.007; macos: ush 1 0.006, wsh 1 0.008");
    /* Languages and versions are compared, and a word may say what is. */
    assert_axes(",nbody,spectral\nRust 1.70,5ms,6ms\nZig 0.11,7ms,8ms\n", NULL, columns,
                "nbody: Rust 1.70 1 0.005, Zig 0.11 1 0.007; "
                "spectral: Rust 1.70 1 0.006, Zig 0.11 1 0.008");
    assert_axes("Router,x,y\nush,5ms,6ms\nwsh,7ms,8ms\n", NULL, "",
                "x: ush 1 0.005, wsh 1 0.007; y: ush 1 0.006, wsh 1 0.008");
    /* A word that most names have tells nothing: these are ways to sort. */
    assert_axes(",tiny,huge\nmerge sort,5ms,6ms\nradix sort,7ms,8ms\n", NULL, columns,
                "tiny: merge sort 1 0.005, radix sort 1 0.007; "
                "huge: merge sort 1 0.006, radix sort 1 0.008");
    foreign_assert_refused(&csv_format, "x.csv", "lib,n,t_ms\na,1,1\nb,1,2\n",
                           &(struct format_options){.as = "rows=library"},
                           "x.csv: --as rows=library is for tables with a column for each library "
                           "or action; this one has a column of results: give --as COLUMN=library");
}

TEST(texts_beside_columns_of_libraries_are_actions) {
    assert_axes("variant,Length,plain,simd\nx4,64 B,1 ms,2 ms\nx4,1 KiB,3 ms,4 ms\n"
                "x9,64 B,5 ms,6 ms\nx9,1 KiB,7 ms,8 ms\n",
                NULL, "",
                "x4: plain 64 0.001, plain 1024 0.003, simd 64 0.002, simd 1024 0.004; "
                "x9: plain 64 0.005, plain 1024 0.007, simd 64 0.006, simd 1024 0.008");
    assert_axes("graph,mode,a_ms,b_ms\nroad,p,1,2\nroad,q,3,4\nweb,p,5,6\nweb,q,7,8\n", NULL,
                "--as rows=library",
                "road (mode=p): a 1 0.001, b 1 0.002; road (mode=q): a 1 0.003, b 1 0.004; "
                "web (mode=p): a 1 0.005, b 1 0.006; web (mode=q): a 1 0.007, b 1 0.008");
}

TEST(remarks_that_tell_rows_apart_are_names) {
    assert_tells("lib,n,t_s,comment\na,1,1,-O2\na,1,3,-O3\nb,1,2,-O2\nb,1,4,-O3\n", NULL,
                 "a (comment=-O2) 1 1, a (comment=-O3) 1 3, b (comment=-O2) 1 2, "
                 "b (comment=-O3) 1 4");
    assert_tells("n,t_s,notes\n1,1,loop\n1,3,simd\n2,5,loop\n2,7,simd\n", NULL,
                 "loop 1 1, loop 2 5, simd 1 3, simd 2 7");
    assert_tells("description,t_s\nquick sort,1\nradix sort,2\n", NULL,
                 "quick sort 1 1, radix sort 1 2");
    assert_tells(
        "n,a_s,b_s,remark\n1,1,2,cold\n1,3,4,warm\n", NULL,
        "a (remark=cold) 1 1, b (remark=cold) 1 2, a (remark=warm) 1 3, b (remark=warm) 1 4");
    static const struct {
        const char *table, *tells;
    } remarks[] = {
        {"lib,n,t_s,comment\na,1,1,\na,1,3,door open\nb,1,2,\nb,1,4,\n", "a 1 2, b 1 3"},
        {"lib,n,t_s,comment\na,1,1,fast\na,1,3,fast\nb,1,2,slow\nb,1,4,slow\n", "a 1 2, b 1 3"},
        {"n,t_s,comment\n1,1,\n1,3,door open\n", "x 1 2"},
    };
    for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++) {
        assert_tells(remarks[i].table, NULL, remarks[i].tells);
        struct run *run = foreign_run(&csv_format, "x.csv", remarks[i].table, NULL);
        assert_string_equal(facts_text(&run->facts, "csv_left_out", ""), "comment");
        run_free(run);
    }
    static const char doubtful[] = "lib,n,t_s,note\na,1,1,ok\na,1,2,ok\na,1,5,noisy\nb,1,2,ok\n";
    assert_refused(doubtful, "x.csv: lines 2 and 4 are of one cell, and differ in column \"note\"; "
                             "give --as note=variant if it tells apart what is compared, or --as "
                             "note=nothing if it does not");
    assert_units(doubtful, "note=variant", "seconds",
                 "a (note=ok) 1 1.5, a (note=noisy) 1 5, b (note=ok) 1 2");
    static const char plain[] = "library,n,t_s,note\na,1,1,ok\na,1,5,noisy\na,1,5,noisy\n";
    assert_units(plain, "note=library", "seconds", "a (note=ok) 1 1, a (note=noisy) 1 5");
    assert_units(doubtful, "note=nothing", "seconds", "a 1 2.66667, b 1 2");
}

TEST(a_library_is_compared_before_its_compiler) {
    static const char *const words[] = {"lib", "library", "impl", "implementation"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char table[ROOM];
        snprintf(table, sizeof table,
                 "compiler,device,%s,n,t_s\ngcc,cpu,a,1,1\ngcc,cpu,b,1,2\nclang,cpu,a,1,3\n"
                 "clang,cpu,b,1,4\n",
                 words[i]);
        assert_tells(table, NULL,
                     "a (compiler=gcc) 1 1, b (compiler=gcc) 1 2, a (compiler=clang) 1 3, "
                     "b (compiler=clang) 1 4");
    }
    /* A number that only says which version a library has keeps no two libraries apart. */
    assert_tells("lib,version,n,t_s\na,1.0,1,1\nb,2.1,1,2\n", NULL, "a 1 1, b 1 2");
    assert_tells("lib,version,n,t_s\na,1.0,1,1\na,1.1,1,2\nb,3,1,3\n", NULL,
                 "a (version=1.0) 1 1, a (version=1.1) 1 2, b (version=3) 1 3");
}

TEST(the_unit_of_a_cell_counts_before_the_usual_one) {
    assert_tells("lib,n,elapsed\na,1,1.5ms\nb,1,2\n", NULL, "a 1 0.0015, b 1 2");
    assert_tells("lib,n,elapsed,unit\na,1,1.5,ms\nb,1,2,us\n", NULL, "a 1 0.0015, b 1 2e-06");
    char text[ROOM];
    struct run *run = foreign_run(&csv_format, "x.csv", "lib,n,elapsed\na,1,1.5\n",
                                  &(struct format_options){.unit = "ms"});
    tell(text, run, NULL);
    assert_string_equal(text, "a 1 0.0015");
    run_free(run);
}

TEST(units_stand_between_words_too) {
    static const char *const headers[] = {"time_us_a,time_us_b", "time (us) a,time (us) b",
                                          "Average of time_us a,Average of time_us b",
                                          "mean [us] a,mean [us] b"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        char table[ROOM];
        snprintf(table, sizeof table, "n,%s\n100,1.5,3\n1000,20,30\n", headers[i]);
        assert_tells(table, NULL, TIMES);
    }
    assert_tells("lib,n,time_ms_mean,time_ms_std\na,1,2,.5\n", NULL, "a 1 0.002");
}

/* The name of the axis of TABLE, and what it tells. */
static void assert_axis(const char *table, const char *axis, const char *expected) {
    char text[ROOM];
    struct run *run = foreign_run(&csv_format, "x.csv", table, NULL);
    tell(text, run, NULL);
    assert_string_equal(text, expected);
    assert_string_equal(facts_text(&run->measurements[0].facts, FACT_SIZE_NAME, "size"), axis);
    run_free(run);
}

TEST(numbers_in_the_header_are_called_as_the_table_does) {
    assert_axis("Threads,1 ms,2 ms\na,8,5\nb,9,6\n", "Threads",
                "a 1 0.008, a 2 0.005, b 1 0.009, b 2 0.006");
    assert_axis("time_s,1 thread,2 threads\na,8,5\n", "thread", "a 1 8, a 2 5");
    assert_axis("time_s,cores=1,cores=2\na,8,5\n", "cores", "a 1 8, a 2 5");
    assert_axis("time_s,64,128\na,8,5\n", "size", "a 64 8, a 128 5");
}

TEST(tables_may_lie_on_their_side) {
    assert_tells("library,a,b\nn,100,100\ntime_us,1.5,3\n", NULL, "a 100 1.5e-06, b 100 3e-06");
    assert_tells("metric;a;b\nmean_ms;1,5;3\nstd_ms;0,1;0,2\n", NULL, "a 1 0.0015, b 1 0.003");
    assert_axis("Threads,1,2\ntime_s,8,5\n", "Threads", "x 1 8, x 2 5");
    assert_axis(",100,200\nseconds,8,5\nspeedup,1,2\n", "size", "x 100 8, x 200 5");
    struct run *run = foreign_run(NULL, "x", "library,a,b\ncompiler,gcc,gcc\nMB/s,1.5,3\n", NULL);
    assert_string_equal(facts_text(&run->facts, "csv_compiler", ""), "gcc");
    assert_true(measurement_find(&run->measurements[0], "b")->byte_rate[0] == 3e6);
    run_free(run);
    assert_refused("library,a,b\nn,1,one\ntime_s,8,5\n",
                   "x.csv: column 3: \"one\" in column \"n\" is not a whole number, as sizes are; "
                   "delete the line, or give --as \"n=action\" if it has names");
    /* A library of its own, and a name beside sizes. */
    assert_tells("size,1,2\ntime_of_a_us,1.5,3\n", NULL, "a 1 1.5e-06, a 2 3e-06");
}

TEST(a_header_may_come_again) {
    assert_tells("lib,n,t_us\na,100,1.5\nb,100,3\nlib,n,t_us\na,1000,20\nb,1000,30\n", NULL, TIMES);
    assert_refused("n,t_us\n100,1.5\nn,t_us\n100,3\n",
                   "x.csv: line 3: the header once more: if another table begins there, give each "
                   "a file, or all lines a column library");
    assert_refused(
        "blas\nn,t_us\n100,1.5\n\nmkl\n100,3\n",
        "x.csv: line 5: 1 column, where the header has 2; if another table begins there, "
        "give each a file");
}

TEST(statistics_of_columns_are_no_samples) {
    static const char message[] =
        "x.csv: its lines are statistics of the columns (count, mean, ...), no samples; write the "
        "samples, or turn it, so that each statistic has a column";
    assert_refused(",a_ms,b_ms\ncount,2,2\nmean,1,3\nstd,.1,.2\nmin,.9,2\n50%,1,3\nmax,2,4\n",
                   message);
    assert_refused("\"\",\"a_ms\",\"b_ms\"\n\"Min.\",1,2\n\"1st Qu.\",2,3\n\"Median\",3,4\n",
                   message);
}

TEST(texts_under_a_word_for_results_are_none) {
    assert_tells("Method;Runtime;N;Mean\na;.NET 8.0;8;1.5 us\nb;.NET 8.0;8;3 us\n", NULL,
                 "a 8 1.5e-06, b 8 3e-06");
    struct run *run =
        foreign_run(&csv_format, "x.csv", "lib,n,t_s,cpu\na,1,1,i7\nb,1,2,i7\n", NULL);
    assert_string_equal(facts_text(&run->facts, "csv_cpu", ""), "i7");
    assert_null(facts_find(&run->facts, "csv_left_out"));
    run_free(run);
    assert_refused("lib,n,t_ms\na,100,fast\n", "x.csv: line 2: \"fast\" is not a number, in column "
                                               "\"t_ms\"; write one, or failed if "
                                               "it was not measured");
}

TEST(numbers_are_read_as_programs_print_them) {
    /* JMH's report, of which the sign of an error stands alone. */
    assert_tells("Benchmark  (n)  Mode  Score    Error  Units\n"
                 "a.b        100  avgt  1.5 \302\261  0.5    us/op\n"
                 "a.c        100  avgt  3.0 \302\261  0.5    us/op\n",
                 NULL, "a.b 100 1.5e-06, a.c 100 3e-06");
    assert_tells("solver,n,seconds\ncg,100,1.5D-06\n", NULL, "cg 100 1.5e-06");
    assert_tells("Bibliothek;n;Zeit [\265s]\na;100;1,5\nb;100;3\n", NULL,
                 "a 100 1.5e-06, b 100 3e-06");
    assert_tells("expression,min,median,itr/sec\na,1us,1.5us,6e5\nb,2us,3us,3e5\n", NULL,
                 "a 1 1.5e-06, b 1 3e-06");
    assert_tells("name,min,max,mean,stddev,rounds,median,iqr,ops,iterations\n"
                 "a,1,3,1.5,.1,10,2,1,.5,1\nb,1,3,2.5,.1,11,2,1,.5,1\n",
                 NULL, "a 1 1.5, b 1 2.5");
}

TEST(lines_may_be_drawn_between_words) {
    assert_tells("lib    n      time[us]\n---------------------\na      100    1.5\n"
                 "a      1000   20\n---  ---  ---\nb      100    3\nb      1000   30\n",
                 NULL, TIMES);
    static const char document[] =
        "# Times\n\nOf a laptop.\n\n| lib | n | t (us) |\n|---|--:|--:|\n"
        "| a | 100 | 1.5 |\n| b | 100 | 3 |\n\nNever, since, again.\n";
    assert_tells(document, NULL, "a 100 1.5e-06, b 100 3e-06");
    char two[ROOM];
    snprintf(two, sizeof two, "%s| c |\n", document);
    assert_refused(two, "x.csv: line 10: 1 column, where the header has 3; if another table begins "
                        "there, give each a file");
}

TEST(units_in_cells_are_enough) {
    assert_tells("test,old,new\nx,10ms,8ms\nx,30ms,8ms\n", NULL, "old 1 0.02, new 1 0.008");
    struct run *run = foreign_run(&csv_format, "x.csv",
                                  "lib,n,median,total_time\na,1,1ms,13s\nb,1,2ms,14s\n", NULL);
    assert_int_equal(run->measurements[0].points, 1);
    assert_int_equal(run->measurements[0].parameter_count, 0);
    run_free(run);
    assert_refused("lib,size,t_s\na,8x9,1\n",
                   "x.csv: line 2: \"8x9\" in column \"size\" is not a whole number, as sizes are; "
                   "delete the line, or give --as \"size=action\" if it has names");
}

TEST(words_of_others_are_no_types_or_statuses) {
    assert_tells("lib,type,n,t_ms\na,dense,1,1\na,sparse,1,2\nb,dense,1,3\nb,sparse,1,4\n", NULL,
                 "a (type=dense) 1 0.001, a (type=sparse) 1 0.002, b (type=dense) 1 0.003, "
                 "b (type=sparse) 1 0.004");
    assert_tells("lib,n,status,t_ms\na,1,200,1\nb,1,200,3\n", NULL,
                 "a 1 status=200 0.001, b 1 status=200 0.003");
    struct run *run = foreign_run(&csv_format, "x.csv", "lib,type,n,t_ms\na,float64,1,1\n", NULL);
    assert_string_equal(facts_text(&run->measurements[0].facts, "type", ""), "d");
    run_free(run);
    assert_tells("lib,n,time_us (cold),time_us (warm)\na,100,9,2\n", NULL, "a 100 9e-06");
    assert_tells("Name,Time(%),Time,Max\n,%,us,us\na,90,1.5,2\nb,10,3,4\n", NULL,
                 "a 1 1.5e-06, b 1 3e-06");
}

TEST(ratios_of_libraries_are_measures) {
    static const char *const columns[] = {"-20%,+20%", "0.8x,1.2x"};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        char table[ROOM], text[ROOM];
        int first = (int)strcspn(columns[i], ",");
        snprintf(table, sizeof table, "task,a (ms),b (ms),change\nx,10,8,%.*s\ny,5,6,%s\n", first,
                 columns[i], columns[i] + first + 1);
        struct run *run = foreign_run(&csv_format, "x.csv", table, NULL);
        tell(text, run, NULL);
        assert_string_equal(text, "a 1 0.01, b 1 0.008");
        assert_string_equal(facts_text(&run->measurements[0].facts, FACT_MEASURES, ""),
                            "change\t1\t\n");
        run_free(run);
    }
}

TEST(a_line_for_each_measure_is_refused) {
    assert_refused("lib,n,metric,value\na,1,time_ms,1.5\na,1,gflops,3\n",
                   "x.csv: column \"metric\" says what \"value\" is; give each of its "
                   "words, such as \"time_ms\", a column");
    assert_refused(
        "lib,n,stat,time_ms\na,1,mean,1.5\na,1,p95,3\n",
        "x.csv: the lines are of several statistics, as column \"stat\" says; keep those "
        "of one, such as \"mean\", or give each a column");
    /* Those are reductions. */
    assert_tells("lib,n,kernel,time_us\na,100,max,1.5\na,100,sum,3\n", NULL, "a 100 1.5e-06");
}

TEST(several_words_for_nothing_are_names) {
    assert_tells("config,n,time_ms\nNA,100,1\nNone,100,2\n", NULL, "NA 100 0.001, None 100 0.002");
    assert_tells("solver,precond,n,time_ms\ncg,NA,100,1\ngm,none,100,2\ncg,none,100,3\n", NULL,
                 "cg (precond=NA) 100 0.001, gm (precond=none) 100 0.002, "
                 "cg (precond=none) 100 0.003");
    assert_tells("solver,level,n,time_ms\ncg,NA,100,1\ncg,-,100,3\ncg,2,100,2\n", NULL,
                 "cg 100 level=2 0.002, cg 100 level=nan 0.002");
}

TEST(intervals_of_the_file_are_kept) {
    static const char *const tables[] = {
        "library,n,time_us\na,100,1.5 \302\261 .25\nb,100,3 +/- .5\n",
        "n,a_us,b_us\n100,1.5\302\261.25,3 +- .5\n",
        "library,n,time\na,100,1.5\302\261.25 us\nb,100,3+/-.5us\n",
        "library,n,total_us,runs\na,100,15\302\2612.5,10\nb,100,30\302\2615,10\n",
        "library,n,time_us,error_us\na,100,1.5,.25\nb,100,3,.5\n",
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct run *run = foreign_run(&csv_format, "x.csv", tables[i], NULL);
        const struct measurement *m = &run->measurements[0];
        char text[ROOM];
        tell(text, run, NULL);
        assert_string_equal(text, "a 100 1.5e-06, b 100 3e-06");
        assert_non_null(strstr(facts_text(&m->facts, FACT_MEASURES, ""), "error\ts"));
        assert_true(fabs(measurement_find(m, "a")->measures[0][0] / .25e-6 - 1) < 1e-12);
        assert_true(fabs(measurement_find(m, "b")->measures[0][0] / .5e-6 - 1) < 1e-12);
        run_free(run);
    }
}

TEST(pivot_tables_have_names_in_several_lines) {
    static const char *const tables[] = {
        /* of pandas: one value, two, a statistic of it, rows of two fields, sizes as columns */
        ",time_us,time_us\nlibrary,a,b\nn,,\n100,1.5,3\n1000,20,30\n",
        ",time_us,time_us,gflops,gflops\nlibrary,a,b,a,b\nn,,,,\n100,1.5,3,7,8\n1000,20,30,7,8\n",
        ",mean,mean,std,std\n,time_us,time_us,time_us,time_us\nlibrary,a,b,a,b\nn,,,,\n"
        "100,1.5,3,1,1\n1000,20,30,1,1\n",
        ",time_us,time_us,time_us,time_us\n,mean,mean,std,std\nlibrary,a,b,a,b\nn,,,,\n"
        "100,1.5,3,1,1\n1000,20,30,1,1\n",
        ",time_us,time_us\nn,100,1000\nlibrary,,\na,1.5,20\nb,3,30\n",
        ",,time_us,time_us\n,,mean,std\nlibrary,n,,\na,100,1.5,1\na,1000,20,1\nb,100,3,1\n"
        "b,1000,30,1\n",
        ",time_us,time_us,time_us\nlibrary,a,b,All\nn,,,\n100,1.5,3,2\n1000,20,30,25\n"
        "All,10,16,13\n",
        ",time_us,time_us,time_us\nn,100,1000,All\nlibrary,,,\na,1.5,20,10\nb,3,30,16\n"
        "All,2,25,13\n",
        /* of spreadsheets */
        "Average of time_us,Column Labels,,\nRow Labels,a,b,Grand Total\n100,1.5,3,2\n"
        "1000,20,30,25\nGrand Total,10,16,13\n",
        "Average of time_us,Column Labels,,\nRow Labels,100,1000,Grand Total\na,1.5,20,10\n"
        "b,3,30,16\nGrand Total,2,25,13\n",
        "Average of time_us,library,,\nn,a,b,Grand Total\n100,1.5,3,2\n1000,20,30,25\n",
        "Average - time_us,library,,\nn,a,b,Total Result\n100,1.5,3,2\n1000,20,30,25\n"
        "Total Result,10,16,13\n",
        ",Column Labels,,,,,\n,a,,b,,Total Average of time_us,Total StdDev of time_us\n"
        "Row Labels,Average of time_us,StdDev of time_us,Average of time_us,StdDev of time_us,,\n"
        "100,1.5,.1,3,.1,2,.2\n1000,20,.1,30,.1,25,.2\n",
        "library,n,Average of time_us,Max of time_us\na,100,1.5,2\na,1000,20,30\nb,100,3,4\n"
        "b,1000,30,31\nGrand Total,,13,31\n",
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        assert_tells(tables[i], NULL, TIMES);
    assert_tells(",,time_us,time_us\nlibrary,,a,b\nn,threads,,\n100,1,1.5,3\n100,2,2,4\n", NULL,
                 "a 100 threads=1 1.5e-06, a 100 threads=2 2e-06, b 100 threads=1 3e-06, "
                 "b 100 threads=2 4e-06");
    char text[ROOM];
    struct run *run = foreign_run(
        &csv_format, "x.csv",
        "Row Labels,a,b,Grand Total\n100,1.5,3,2\n1000,20,30,25\nGrand Total,10,16,13\n",
        &(struct format_options){.unit = "us"});
    tell(text, run, NULL);
    assert_string_equal(text, TIMES);
    assert_string_equal(facts_text(&run->facts, "csv_left_out", ""), "Grand Total, rows of totals");
    run_free(run);
    run = foreign_run(&csv_format, "x.csv", ",time_us,time_us\nn,100,1000\nlibrary,,\na,1.5,20\n",
                      NULL);
    assert_string_equal(facts_text(&run->measurements[0].facts, FACT_SIZE_NAME, ""), "n");
    run_free(run);
    assert_refused("Row Labels,Average of time_ms\nmkl,2.25\n100,3\n",
                   "x.csv: line 3: \"100\" is a number among the names of a pivot table; give it "
                   "the tabular form, and repeat all labels, so that each has a column");
    assert_refused("Row Labels,Average of time_ms\n100,2.25\nmkl,3\n",
                   "x.csv: line 3: \"mkl\" is a name among the sizes of a pivot table; give it "
                   "the tabular form, and repeat all labels, so that each has a column");
}

TEST(titles_stand_above_tables) {
    static const struct {
        const char *table, *title;
    } cases[] = {
        {"Benchmark of today\nn,a_us,b_us\n100,1.5,3\n1000,20,30\n", "Benchmark of today"},
        {"Run time in microseconds\n\nn,a,b\n100,1.5,3\n1000,20,30\n", "Run time in microseconds"},
        {"Times (us),,\nn,a,b\n100,1.5,3\n1000,20,30\n", "Times (us)"},
        {"Times (us)\nlibrary,100,1000\na,1.5,20\nb,3,30\n", "Times (us)"},
        {"host;x\ndate;2024\nlibrary;n;time_us\na;100;1,5\na;1000;20\nb;100;3\nb;1000;30\n",
         "host;x\ndate;2024"},
        {"Results of today\n\nlibrary   n    time_us\na         100  1.5\na         1000  20\n"
         "b         100  3\nb         1000  30\n",
         "Results of today"},
        {"Results:\n| n | a_us | b_us |\n|---|---|---|\n| 100 | 1.5 | 3 |\n| 1000 | 20 | 30 |\n",
         "Results:"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[ROOM];
        struct run *run = foreign_run(NULL, "x.csv", cases[i].table, NULL);
        tell(text, run, NULL);
        assert_string_equal(text, TIMES);
        assert_string_equal(facts_text(&run->facts, "csv_title", ""), cases[i].title);
        run_free(run);
    }
    static const struct {
        const char *line, *units;
    } told[] = {{"# times in us", "microseconds, as the title says"},
                {"#Unit: us", "microseconds, as the title says"},
                {"Unit: us", "microseconds, as the title says"},
                {"Run(s) of today in us; lower is better", "microseconds, as the title says"},
                {"Time [us] of one call", "microseconds, as the title says"},
                {"Latency, us", "microseconds, as the title says"},
                {"Time in us per byte", "microseconds per byte, as the title says"}};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        char table[200];
        snprintf(table, sizeof table, "%s\nn,a,b\n100,1.5,3\n1000,20,30\n", told[i].line);
        assert_units(table, NULL, told[i].units, TIMES);
        snprintf(table, sizeof table,
                 "%s\nlibrary;n;value\na;100;1,5\na;1000;20\nb;100;3\nb;1000;30\n", told[i].line);
        assert_units(table, NULL, told[i].units, TIMES);
    }
    static const char *const rates[] = {"# throughput in MB/s", "Throughput (MB/s)", "MB/s"};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        char table[200];
        snprintf(table, sizeof table, "%s\nn,a,b\n100,.01,.02\n", rates[i]);
        assert_tells(table, "byte_rate", "a 100 10000, b 100 20000");
    }
    assert_units("n,a,b\n# in us\n100,1.5,3\n1000,20,30\n", NULL, "microseconds, as the title says",
                 TIMES);
    /* What columns say themselves counts, and two units are none. */
    assert_units("# times in ms\nn,a_us,b_us\n100,1.5,3\n1000,20,30\n", NULL, "microseconds",
                 TIMES);
    assert_refused(
        "# s or ms\n# in ms\n# in us\nn,a,b\n100,1.5,3\n",
        "x.csv: nothing says in what unit its numbers are; name its columns in the header "
        "with one, such as size,a_ms,b_ms, or give --unit ms");
    /* A line that lacks a field is no title, and its table no other one. */
    assert_refused("size,a_ms\n100,1,2\n1000,2,3\n",
                   "x.csv: line 2: 3 columns, where the header has 2; put a field that has a comma "
                   "itself in quotes");
    assert_refused("library,n,time_ms\na,100,1\nb,100\n",
                   "x.csv: line 3: 2 columns, where the header has 3");
    assert_refused("library n time_ms\na,2,3\nb,4,5\n",
                   "x.csv: line 2: 3 columns, where the header has 1");
}

TEST(sizes_stand_in_the_header) {
    static const struct {
        const char *table, *size_name;
    } cases[] = {
        {"time_us,100,1000\na,1.5,20\nb,3,30\n", "size"},
        {"library,100 us,1000 us\na,1.5,20\nb,3,30\n", "size"},
        {"library,unit,100,1000\na,us,1.5,20\nb,ns,3000,30000\n", "size"},
        {",n=100,n=1000\na,1.5e-6,2e-5\nb,3e-6,3e-5\n", "n"},
        {"n,100,1000\na,1.5e-6,2e-5\nb,3e-6,3e-5\n", "n"},
        {"library,len_100,len_1000\na (us),1.5,20\nb (us),3,30\n", "len"},
        {"library,100 us,1000 us,100 GFLOPS,1000 GFLOPS\na,1.5,20,1,2\nb,3,30,1,2\n", "size"},
        {"library (us),100 bytes,1 KB\na,1.5,20\nb,3,30\n", "size"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[ROOM];
        struct run *run = foreign_run(&csv_format, "x.csv", cases[i].table, NULL);
        tell(text, run, NULL);
        assert_string_equal(text, TIMES);
        assert_string_equal(facts_text(&run->measurements[0].facts, FACT_SIZE_NAME, "size"),
                            cases[i].size_name);
        run_free(run);
    }
    assert_tells("library,100 us,1000 us,100 GFLOPS,1000 GFLOPS\na,1.5,20,1,2\n", "rate",
                 "a 100 1e+09, a 1000 2e+09");
    assert_tells("cipher (MB/s),16 bytes,1 KiB\na,500,700\n", "byte_rate",
                 "a 16 5e+08, a 1024 7e+08");
    assert_refused("cipher,16 bytes,64 bytes\na,500.5,700\n",
                   "x.csv: nothing says in what unit its numbers are; name its columns in the "
                   "header with one, such as size,a_ms,b_ms, or give --unit ms");
    assert_refused("n,1,2,4\n100,.1,.2,.3\n",
                   "x.csv: line 2: it begins with a number, 100, and the header has numbers, too; "
                   "call either as what they are: n=100, threads=2, or the first column library");
    assert_refused("library,n,1,2,4\na,100,.1,.2,.3\n",
                   "x.csv: line 1: the header has sizes, and so has the column n");
}

TEST(totals_are_divided_by_the_calls_that_were_timed) {
    static const struct {
        const char *table, *as, *units, *expected;
    } cases[] = {
        {"library,n,total_s,iterations\na,100,1.5,1e6\nb,100,3,1e6\na,1000,2,1e5\nb,1000,6,"
         "200000\n",
         NULL, "seconds, divided by iterations", TIMES},
        {"library,n,calls,elapsed_total_ms\na,100,1000,1.5\nb,100,10,.03\na,1000,1,.02\nb,1000,10,"
         ".3\n",
         NULL, "milliseconds, divided by calls", TIMES},
        {"n,loops,a_total_us,b_total_us\n100,10,15,30\n1000,2,40,60\n", NULL,
         "microseconds, divided by loops", TIMES},
        {"n,a_total_us,a_iterations,b_total_us,b_iterations\n100,15,10,3,1\n1000,40,2,60,2\n", NULL,
         "microseconds, divided by iterations", TIMES},
        /* Iterations that are the size, too */
        {"library,iterations,total_us\na,100,150\na,1000,20000\nb,100,300\nb,1000,30000\n", NULL,
         "microseconds, divided by iterations", TIMES},
        /* Means are of one call, and other times perhaps: the user knows. */
        {"library,n,iterations,total_ms,mean_us\na,100,10,7,1.5\na,1000,10,7,20\nb,100,10,7,3\n"
         "b,1000,10,7,30\n",
         NULL, "microseconds", TIMES},
        {"library,n,iterations,ns/op\na,100,10,1500\na,1000,9,20000\nb,100,8,3000\n"
         "b,1000,9,30000\n",
         NULL, "nanoseconds", TIMES},
        {"library,n,iterations,time_us\na,100,10,1.5\na,1000,9,20\nb,100,8,3\nb,1000,9,30\n", NULL,
         "microseconds, not divided by iterations", TIMES},
        {"library,n,iterations,time_us\na,100,10,15\na,1000,9,180\nb,100,8,24\nb,1000,9,270\n",
         "iterations=calls", "microseconds, divided by iterations", TIMES},
        {"library,n,iterations,time_us\na,100,10,1.5\na,1000,9,20\nb,100,8,3\nb,1000,9,30\n",
         "iterations=nothing", "microseconds", TIMES},
        /* Iterations of a solver, by the parts of its time */
        {"library,n,iterations,setup_us,total_us\na,100,10,1,1.5\na,1000,9,1,20\nb,100,8,1,3\n"
         "b,1000,9,1,30\n",
         "iterations=nothing", "microseconds", TIMES},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_units(cases[i].table, cases[i].as, cases[i].units, cases[i].expected);
    struct run *run =
        foreign_run(&csv_format, "x.csv", "library,n,runs,total_s,user_s\na,100,100,15,10\n", NULL);
    const struct series *a = measurement_find(&run->measurements[0], "a");
    assert_int_equal(a->calls[0], 100);
    assert_true(a->user_seconds[0] == .1);
    run_free(run);
    assert_refused("library,n,iterations,setup_s,total_s\na,100,10,1,1.5\nb,100,8,1,3\n",
                   "x.csv: line 1: beside \"setup_s\", \"total_s\" may be of one call or of all "
                   "\"iterations\"; give --as iterations=calls to have it divided by them, or --as "
                   "iterations=nothing");
    assert_refused("Solver,n,iterations,total_s\ncg,100,120,1.5\ngmres,100,60,1.2\n",
                   "x.csv: line 1: beside \"Solver\", \"total_s\" may be of one call or of all "
                   "\"iterations\"; give --as iterations=calls to have it divided by them, or --as "
                   "iterations=nothing");
    assert_refused("library,n,time in thousands of ns\na,100,1\nb,100,2\n",
                   "x.csv: line 1: \"time in thousands of ns\" seems to be of many at once; write "
                   "times of one call, or give --as \"time in thousands of ns=nothing\"");
    assert_refused("library,n,iterations,total_s\na,100,0,1.5\nb,100,8,3\n",
                   "x.csv: line 2: \"0\" in column \"iterations\" is no number of calls, by which "
                   "\"total_s\" is divided; give --as \"iterations=nothing\" if it is of one");
}

TEST(calls_may_count_in_millions) {
    static const char *const headers[] = {
        "Mcalls",    "calls (M)",         "calls (millions)", "calls [x1e6]",
        "calls/1e6", "calls in millions", "millions of runs", "Iterations, millions"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        char table[200], units[100];
        snprintf(table, sizeof table,
                 "library,n,\"%s\",total_s\na,100,10,15\na,1000,1,20\nb,100,.5,1.5\nb,1000,.1,3\n",
                 headers[i]);
        snprintf(units, sizeof units, "seconds, divided by %s", headers[i]);
        assert_units(table, NULL, units, TIMES);
    }
    assert_units("library,n,Number of executions,total time (ms)\na,100,100,.15\na,1000,10,.2\n"
                 "b,100,10,.03\nb,1000,100,3\n",
                 NULL, "milliseconds, divided by Number of executions", TIMES);
    assert_units("n,a_total_s,a_kcalls,b_total_s,b_kcalls\n100,.015,10,.003,1\n1000,.02,1,.3,10\n",
                 NULL, "seconds, divided by kcalls", TIMES);
    assert_units("library,n,Mcalls,time_us\na,100,1,1.5\na,1000,2,20\nb,100,1,3\nb,1000,2,30\n",
                 NULL, "microseconds, not divided by Mcalls",
                 "a 100 Mcalls=1 1.5e-06, a 1000 Mcalls=2 2e-05, b 100 Mcalls=1 3e-06, "
                 "b 1000 Mcalls=2 3e-05");
}

TEST(times_of_different_numbers_of_calls_are_no_samples) {
    static const char refused[] =
        "x.csv: lines 2 and 3 are of one cell and have different numbers of \"iterations\"; give "
        "--as iterations=calls if the times are of all of them, iterations=parameter to keep the "
        "lines apart, or iterations=nothing if each time is of one";
    assert_refused("library,n,iterations,time_us\na,100,10,15\na,100,20,30\n", refused);
    assert_refused("n,iterations,a_us,b_us\n100,10,15,1\n100,20,30,2\n", refused);
    static const struct {
        const char *table, *as, *units;
    } cases[] = {
        {"library,n,iterations,time_us\na,100,10,15\na,100,20,30\n", "iterations=calls",
         "microseconds, divided by iterations"},
        {"library,n,iterations,us/call\na,100,10,1\na,100,20,2\n", NULL, "microseconds"},
        {"library,n,iterations,mean_us\na,100,10,1\na,100,20,2\n", NULL, "microseconds"},
        {"library,n,iterations,total_us\na,100,10,15\na,100,20,30\n", NULL,
         "microseconds, divided by iterations"},
        /* A solver's iterations differ as its times do. */
        {"library,n,iterations,residual,time_us\na,100,10,1e-9,1\na,100,20,1e-8,2\n", NULL,
         "microseconds, not divided by iterations"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_units(cases[i].table, cases[i].as, cases[i].units, "a 100 1.5e-06");
}

/* Whether COUNT is a measure of TABLE, in the unit that stands in a line of FACT_MEASURES. */
static void assert_counts(const char *table, const char *times, const char *measures) {
    char text[ROOM];
    struct run *run = foreign_run(&csv_format, "x.csv", table, NULL);
    const struct measurement *m = &run->measurements[0];
    tell(text, run, NULL);
    assert_string_equal(text, times);
    assert_string_equal(facts_text(&m->facts, FACT_MEASURES, ""), measures);
    assert_null(m->series[0].rate);
    run_free(run);
}

TEST(counts_beside_times_are_no_rates) {
    assert_counts("library,n,time_us,ops\na,100,1.5,2000\nb,100,3,2000\na,1000,20,8000\n"
                  "b,1000,30,8000\n",
                  TIMES, "ops\t1\t\n");
    assert_counts("library,n,seconds,ops\na,100,1.5e-6,2000\nb,100,3e-6,2000\n"
                  "a,1000,20e-6,8000\nb,1000,30e-6,8000\n",
                  TIMES, "ops\t1\t\n");
    assert_counts("library;n;GFLOPs;time_us\na;100;2;1,5\nb;100;2;3\na;1000;8;20\nb;1000;8;30\n",
                  TIMES, "GFLOPs\t1\t\n");
    assert_counts("| n | flops | a_us | b_us |\n|---|---|---|---|\n| 100 | 7 | 1.5 | 3 |\n"
                  "| 1000 | 9 | 20 | 30 |\n",
                  TIMES, "flops\t1\t\n");
    assert_counts("n\ta_Mops\ta_us\tb_Mops\tb_us\n100\t7\t1.5\t7\t3\n1000\t9\t20\t9\t30\n", TIMES,
                  "Mops\t1\t\n");
    assert_counts("library,n,GFLOPS,time_us\na,100,2,1.5\nb,100,2,3\na,1000,8,20\nb,1000,8,30\n",
                  TIMES, "GFLOPS\t1\t\n");
    assert_counts("library,n,GFLOP,MB,time_us\na,100,2,4,1.5\nb,100,2,4,3\na,1000,8,9,20\n"
                  "b,1000,8,9,30\n",
                  TIMES, "GFLOP\t1\t\nMB\tB\t\n");
    /* Amounts of bytes that libraries have in common, and that are not the same for a size, are
     * parameters. */
    assert_tells("library,MB,time_s\na,1,2\na,2,3\nb,1,4\nb,2,5\n", NULL,
                 "a 1 2, a 2 3, b 1 4, b 2 5");
    assert_tells("library,block_kB,write MB/s\na,1,2\na,2,3\nb,1,4\nb,2,5\n", "byte_rate",
                 "a 1 2e+06, a 2 3e+06, b 1 4e+06, b 2 5e+06");
    /* Rates differ as times do. */
    assert_tells("library,n,GFLOPS,time_us\na,100,2,1.5\nb,100,1,3\n", "rate",
                 "a 100 2e+09, b 100 1e+09");
    assert_refused(
        "library,n,time,ops\na,100,1.5,2000\nb,100,3,2000\n",
        "x.csv: line 2: nothing says in what unit \"time\" is; call it \"time_ms\" in the "
        "header (or _s, _us, _ns, _GFLOPS), or give --unit ms");
    struct run *run =
        foreign_run(&csv_format, "x.csv", "library,n,GFLOPs\na,100,2\nb,100,1\n", NULL);
    assert_string_equal(facts_text(&run->facts, FACT_SOURCE_UNIT, ""), "GFLOPS, taken for rates");
    run_free(run);
}

TEST(times_may_be_per_byte) {
    static const struct {
        const char *header, *units, *samples_are;
    } cases[] = {
        {"us/byte", "microseconds per byte", "times per byte"},
        {"us per elem", "microseconds per elem", "times per elem"},
        {"time/elem (us)", "microseconds per elem", "times per elem"},
        {"time / call [us]", "microseconds", ""},
        {"us/1000 ops", "microseconds per 1000 ops", "times per 1000 ops"},
        {"time per 1000 iterations (us)", "microseconds per 1000 iterations",
         "times per 1000 iterations"},
        {"time_per_row_us", "microseconds per row", "times per row"},
        {"median us/GB", "microseconds per GB", "medians per GB"},
        {"p99 latency per token (us)", "microseconds per token", "p99 per token"},
        {"us/op", "microseconds", ""},
        {"us_per_iteration", "microseconds", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char table[200];
        snprintf(table, sizeof table, "library,n,%s\na,100,1.5\na,1000,20\nb,100,3\nb,1000,30\n",
                 cases[i].header);
        assert_units(table, NULL, cases[i].units, TIMES);
        struct run *run = foreign_run(&csv_format, "x.csv", table, NULL);
        assert_string_equal(facts_text(&run->measurements[0].facts, FACT_SAMPLES_ARE, ""),
                            cases[i].samples_are);
        run_free(run);
    }
    assert_units("us/byte,100,1000\na,1.5,20\nb,3,30\n", NULL, "microseconds per byte", TIMES);
    assert_tells("library,n,cpb\na,100,1.5\nb,100,2\n", "cycles", "a 100 1.5, b 100 2");
    assert_units("n,a us/byte,b us/byte\n100,1.5,3\n1000,20,30\n", NULL, "microseconds per byte",
                 TIMES);
    assert_units("library,n,time,unit\na,100,1.5,us/byte\na,1000,20,us/byte\nb,100,3,us/byte\n"
                 "b,1000,30,us/byte\n",
                 NULL, "microseconds per byte", TIMES);
    /* The time of a call is the result beside it. */
    assert_units("library,n,ns/byte,time_us\na,100,9,1.5\na,1000,9,20\nb,100,9,3\nb,1000,9,30\n",
                 NULL, "microseconds", TIMES);
    assert_refused("library,n,time,unit\na,100,1.5,us/byte\na,1000,20,us\n",
                   "x.csv: line 3: \"time\" is per call there, and per byte before; make two files "
                   "of it");
}

TEST(units_are_in_headers) {
    static const char *const tables[] = {
        "size,a_ms,b_ms\n100,.0015,.003\n1000,.02,.03\n",
        "size,a (us),b (us)\n100,1.5,3\n1000,20,30\n",
        "N,a [ns],b [ns]\n100,1500,3000\n1000,20000,30000\n",
        "n,time_a_s,time_b_s\n100,1.5e-6,3e-6\n1000,2e-5,3e-5\n",
        "size,a,b\n100,1.5e-6,3e-6\n1000,2e-5,3e-5\n",
        "size,a_s,b_s\n100,1.5e-6,3e-6\n1000,2e-5,3e-5\n",
        "algorithm,size,trial,time_us\na,100,1,1.35\na,100,2,1.65\na,1000,1,20\nb,100,1,3\n"
        "b,1000,1,30\n",
        "Library,N,Run,Time (ms)\na,100,1,.0014\na,100,2,.0016\na,1000,1,.02\nb,100,1,.003\n"
        "b,1000,1,.03\n",
        "implementation,len,rep,elapsed_seconds\na,100,0,1.5e-6\na,1000,0,2e-5\nb,100,0,3e-6\n"
        "b,1000,0,3e-5\n",
        "algorithm,size,average_us,min_us,max_us\na,100,1.5,1,2\na,1000,20,19,21\nb,100,3,2,4\n"
        "b,1000,30,29,31\n",
        "name,n,real_time,cpu_time,time_unit\na,100,1500,7,ns\na,1000,20,7,us\nb,100,3,7,us\n"
        "b,1000,.03,7,ms\n",
        "library,size,value,unit\na,100,1.5,us\na,1000,.02,ms\nb,100,3000,ns\nb,1000,3e-5,s\n",
        "library,size,time\na,100,1.5us\na,1000,20 us\nb,100,3000 ns\nb,1000,.03ms\n",
        "library,size,seconds\na ,100,1.5e-6\na,1000,2e-5\n b,100,3e-6\nb,1000,3e-5\n",
        "size,a_mean_us,a_std_us,b_mean_us,b_std_us\n100,1.5,.1,3,.2\n1000,20,1,30,2\n",
        "size,a_us,a_gflops,b_us,b_gflops,speedup\n100,1.5,7,3,8,2\n1000,20,9,30,8,1.5\n",
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        assert_tells(tables[i], NULL, TIMES);
}

TEST(units_may_begin_with_a_capital) {
    static const char *const tables[] = {
        "size,aUs,bUs\n100,1.5,3\n1000,20,30\n",
        "inputSize,aNs,bNs,ratio\n100,1500,3000,2\n1000,20000,30000,1.5\n",
        "library,size,elapsedUs,opsPerSec\na,100,1.5,5\na,1000,20,6\nb,100,3,7\nb,1000,30,8\n",
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        assert_tells(tables[i], NULL, TIMES);
    assert_actions("path,PortNs,JsNs,winner\nx,1,2,Port\ny,3,4,Port\n", NULL, "",
                   "x: Port 1 1e-09, Js 1 2e-09; y: Port 1 3e-09, Js 1 4e-09");
    assert_tells("name,opsPerSec\na,10\nb,20\n", "rate", "a 1 10, b 1 20");
}

/* Names that end as spreads do: "range" may be one of addresses. */
TEST(a_word_for_spreads_may_be_a_name) {
    assert_tells("n,Short Range (ns),Full Range (ns)\n10,1,2\n20,3,4\n", NULL,
                 "Short Range 10 1e-09, Short Range 20 3e-09, Full Range 10 2e-09, "
                 "Full Range 20 4e-09");
    assert_actions("case,Full Range (ns),memory_kb\nx,1,7\ny,2,7\n", NULL, "",
                   "x: Full Range 1 1e-09; y: Full Range 1 2e-09");
    assert_tells("n,a_ms,a range_ms\n10,1,2\n20,3,4\n", NULL, "a 10 0.001, a 20 0.003");
    assert_refused("name,std_ms\na,1\nb,2\n",
                   "x.csv: line 1: \"std_ms\" says how results differ, and nothing what they are; "
                   "add a column of them, such as mean_ms, or call it time_ms in the header if it "
                   "holds them");
    assert_refused(
        "name,memory_kb\na,1\nb,2\n",
        "x.csv: line 1: no header that says what the times or rates are: a column time_ms (or "
        "_s, _us, _ns), rate (ops/s), seconds or mean, or a column size with one such as a_ms for "
        "each library, or give --unit ms or --unit ops/s");
}

/* Both say what was done: what stands in a group is compared. */
TEST(cases_are_compared_in_their_group) {
    assert_actions("Group,Case,time_s\ntext,cut,1\ntext,join,2\nmath,add,3\nmath,mul,4\n", NULL, "",
                   "text: cut 1 1, join 1 2; math: add 1 3, mul 1 4");
    assert_actions("Group,Case,time_s\n1,1,1\n1,2,2\n2,1,3\n2,2,4\n", NULL, "",
                   "1: 1 1 1, 2 1 2; 2: 1 1 3, 2 1 4");
    assert_actions("suite,testcase,threads,time_s\na,x,1,1\na,y,1,2\nb,x,1,3\n", NULL, "",
                   "a: x 1 1, y 1 2; b: x 1 3");
    assert_actions("Group,Case,Library,time_s\ntext,cut,l,1\nmath,add,l,3\n", NULL, "",
                   "cut (Group=text): l 1 1; add (Group=math): l 1 3");
}

TEST(what_cells_say_in_seconds_is_measured) {
    static const char *const tables[] = {
        "name,wall_time,cpu_time_system\nx,1.5 s,1 s\nx,2.5 s,2 s\nx,3.5 s,1 s\nx,4.5 s,2 s\n",
        "name,wall_time,gc_time\nx,1.5 s,1 s\nx,2.5 s,2 s\nx,3.5 s,1 s\nx,4.5 s,2 s\n",
        "name,real,user\nx,0m1.5s,0m1.2s\nx,0m2.5s,0m2.2s\nx,0m3.5s,0m1.2s\nx,0m4.5s,1m0s\n",
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        assert_actions(tables[i], NULL, "", "x: x 1 3");
    assert_tells("name,wall_time,timeout\nx,1.5 s,1 s\nx,2.5 s,2 s\n", NULL,
                 "x 1 timeout=1 1.5, x 1 timeout=2 2.5");
    assert_tells("name,wall_time,window\nx,1.5 s,1 s\nx,2.5 s,2 s\ny,3 s,1 s\ny,4 s,2 s\n", NULL,
                 "x 1 window=1 1.5, x 1 window=2 2.5, y 1 window=1 3, y 1 window=2 4");
}

TEST(numbers_of_errors_are_measured) {
    static const char *const names[] = {"errors",   "error-rate", "Error %", "failureCount",
                                        "failures", "timeouts",   "misses",  "errors (%)"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char table[ROOM];
        snprintf(table, sizeof table, "name,time_s,%s\na,1,0\na,2,0\na,3,1\na,6,1\n", names[i]);
        assert_actions(table, NULL, "", "x: a 1 3");
    }
}

TEST(tables_below_titles_are_one) {
    static const char *const tables[] = {
        "insert\nlibrary,n,time_s\na,10,1\nb,10,2\n\nfind\nlibrary,n,time_s\na,10,3\nb,10,4\n",
        "# insert\nname;n;time_s\na;10;1\nb;10;2\n\n# find:\nname;n;time_s\na;10;3\nb;10;4\n",
        "insert,,\nname,n,time_s\na,10,1\nb,10,2\n,,\nfind,,\nname,n,time_s\na,10,3\nb,10,4\n",
        "# Results\n\nof a laptop\n\n## insert\n\nsome words\n\n| name | n | time "
        "|\n|---|---|---|\n"
        "| a | 10 | 1 s |\n| b | 10 | **2 s** |\n\n## find\n\n|name|n|time|\n|--|--|--|\n"
        "| a | 10 | 3 s |\n| b | 10 | 4 s |\n\n## others\n",
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        assert_actions(tables[i], NULL, "", "insert: a 10 1, b 10 2; find: a 10 3, b 10 4");
    assert_tells("n = 10\nlibrary,time_s\na,1\nb,2\n\nn = 100\nlibrary,time_s\na,3\nb,4\n", NULL,
                 "a 10 1, a 100 3, b 10 2, b 100 4");
    assert_actions("double\ncase,a_ms,b_ms\nx,1,2\n\nfloat\ncase,a_ms,b_ms\nx,3,4\n", NULL, "",
                   "x (section=double): a 1 0.001, b 1 0.002; "
                   "x (section=float): a 1 0.003, b 1 0.004");
    assert_tells("a\nn,t_us\n100,1.5\n1000,20\n\nb\nn,t_us\n100,3\n1000,30\n", NULL, TIMES);
    /* Lines keep their numbers. */
    assert_refused("insert\nlibrary,time_s\na,1\nb,2\n\nfind\nlibrary,time_s\na,quick\n",
                   "x.csv: line 8: \"quick\" is not a number, in column \"time_s\"; write one, or "
                   "failed if it was not measured");
    assert_refused("insert\nlibrary,time_s\na,1\n\nfind\nlibrary,time_ms\na,2\n",
                   "x.csv: line 6: the header of another table (library, time_ms ...); give each "
                   "table a file, the first one lines 2 to 5");
}

TEST(titles_may_stand_in_rows) {
    static const char *const tables[] = {
        "library,n,time_s\ninsert,,\na,10,1\nb,10,2\nfind,,\na,10,3\nb,10,4\n",
        ("# Times\n\nRun it.\n\n| library | n | time (s) |\n|--|--|--|\n| **insert** | | |\n"
         "| a | 10 | 1 |\n| b | 10 | 2 |\n| | | |\n| **find** |\n| a | 10 | 3 |\n| b | 10 | 4 "
         "|\n\nEnd.\n"),
        ("| test | library | n | time (s) |\n|--|--|--|--|\n| insert |\n|| a | 10 | 1 |\n"
         "|| b | 10 | 2 |\n| find | | | |\n| | a | 10 | 3 |\n| | b | 10 | 4 |\n"),
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        assert_actions(tables[i], NULL, "", "insert: a 10 1, b 10 2; find: a 10 3, b 10 4");
    assert_actions(
        "| Query | Server | Latency (ms) | Relative |\n|--:|--:|--:|--:|\n"
        "| 1 | `{ posts { id }}` |\n|| [Hazel] | `5.05` | `2x` |\n|| [Gotham] | `10.1` | `1x` |\n"
        "| 2 | `{ posts }` |\n|| [Hazel] | `3` | `3x` |\n|| [Gotham] | `9` | `1x` |\n",
        NULL, "description",
        "1: [Hazel] 1 0.00505, [Gotham] 1 0.0101; "
        "2: [Hazel] 1 0.003, [Gotham] 1 0.009");
    /* Those that were not measured are no titles. */
    assert_tells("library,time_s\nc,\na,1\nd,\nb,2\n", NULL, "a 1 1, b 1 2");
    assert_tells("n,time_s\n10,\n20,1\n30,\n20,3\n", NULL, "x 20 2");
    /* Lines keep their numbers. */
    assert_refused("library,n,time_s\ninsert,,\na,10,1\nfind,,\na,10,quick\n",
                   "x.csv: line 5: \"quick\" is not a number, in column \"time_s\"; write one, or "
                   "failed if it was not measured");
}

TEST(a_table_that_cannot_be_read_begins_at_its_header) {
    assert_refused("# Times\n\nRun it.\n\n| name | n | time (ms) |\n|---|---|---|\n| a | 1 |\n"
                   "| b | 1 | 3 |\n",
                   "x.csv: line 7: 2 columns, where the header has 3");
}

TEST(columns_of_one_name_are_told_apart_by_those_before_them) {
    assert_tells("n,a,time,b,time\n1,-O2,3 s,-O3,4 s\n2,-O2,5 s,-O3,6 s\n", NULL,
                 "a 1 3, a 2 5, b 1 4, b 2 6");
    assert_refused(
        "n,time,time\n1,3 s,4 s\n",
        "x.csv: line 1: two columns are called time; call each as what it is of, such as "
        "\"a time\" and \"b time\"");
    assert_refused("time_s,n,time_s\n1,3,4\n",
                   "x.csv: line 1: two columns are called time_s; call each as what it is of, such "
                   "as \"a time_s\" and \"b time_s\"");
}

TEST(differences_are_no_results) {
    static const char *const names[] = {"delta", "Change (%)", "diff"};
    char table[ROOM], text[ROOM];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(table, sizeof table, "case,old,new,%s\nx,1,2,100\ny,3,1,-67\n", names[i]);
        struct run *run =
            foreign_run(&csv_format, "x.csv", table, &(struct format_options){.unit = "s"});
        tell_actions(text, run, NULL);
        assert_string_equal(text, "x: old 1 1, new 1 2; y: old 1 3, new 1 1");
        assert_string_equal(facts_text(&run->facts, "csv_left_out", ""), names[i]);
        run_free(run);
    }
    assert_actions("case,old_ms,new_ms,delta\nx,1000,2000,100\ny,3000,1000,-67\n", NULL, "delta",
                   "x: old 1 1, new 1 2; y: old 1 3, new 1 1");
    assert_tells("name,delta,time_s\na,1,2\nb,1,3\na,2,4\nb,2,5\n", NULL,
                 "a 1 2, a 2 4, b 1 3, b 2 5");
    assert_tells("delta,a_ms,b_ms\n1,2000,3000\n2,4000,5000\n", NULL, "a 1 2, a 2 4, b 1 3, b 2 5");
    foreign_assert_refused(&csv_format, "x.csv", "name,delta\na,1\nb,-2\n",
                           &(struct format_options){.unit = "s"},
                           "x.csv: line 1: \"delta\" seems to be of differences, and nothing has "
                           "times; write the times that they were calculated from");
}

/* What is lost may have been chosen. */
TEST(rates_of_losses_may_be_parameters) {
    assert_tells("name,time_s,packet_loss\na,1,0\na,2,5\nb,3,0\nb,4,5\n", NULL,
                 "a 1 packet_loss=0 1, a 1 packet_loss=5 2, b 1 packet_loss=0 3, "
                 "b 1 packet_loss=5 4");
}

TEST(a_column_is_left_out_or_measured) {
    assert_actions("name,time_s,p95_ms\na,1,7\nb,2,odd\n", NULL, "", "x: a 1 1, b 1 2");
}

TEST(shapes_and_marks_are_many) {
    static const char *const tables[] = {
        "size;a_us;b_us\n100;1,5;3\n1.000;20;30\n",
        "size\ta_us\tb_us\n100\t1.5\t3\n1000\t20\t30\n",
        "size,a_ns,b_ns\n100,\"1,500\",\"3,000\"\n\"1,000\",\"20,000\",\"30,000\"\n",
        "\357\273\277# a laptop\r\n# two lines\r\nsize,a_us,b_us\r\n100,1.5,3\r\n1000,20,30\r\n",
        ",a,b\nsize,us,us\n100,1.5,3\n1000,20,30\n",
        "size,a,b\n,us,us\n100,1.5,3\n1000,20,30\n",
        "size,a,,b,\n,us,GFLOPS,us,GFLOPS\n100,1.5,7,3,8\n1000,20,9,30,8\n",
        ",a,a,b,b\n,us,gflops,us,gflops\nsize,,,,\n100,1.5,7,3,8\n1000,20,9,30,8\n",
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        assert_tells(tables[i], NULL, TIMES);
}

TEST(rates_stay_rates) {
    assert_tells("size,a GFLOPS,b GFLOPS\n100,10,20\n1000,30,40\n", "rate",
                 "a 100 1e+10, a 1000 3e+10, b 100 2e+10, b 1000 4e+10");
    assert_tells("library,size,MB/s\na,100,10\nb,100,20\n", "byte_rate",
                 "a 100 1e+07, b 100 2e+07");
    assert_tells("library,size,trial,seconds,gflops\na,100,1,2,3\nb,100,1,4,5\n", "rate",
                 "a 100 3e+09, b 100 5e+09");
    assert_tells("library,size,score,unit\na,100,3,ops/s\nb,100,4,kops/s\n", "rate",
                 "a 100 3, b 100 4000");
    assert_tells("library,size,cycles\na,100,4500\nb,100,9000\n", "cycles",
                 "a 100 4500, b 100 9000");
    assert_tells("size,a_cycles,b_cycles\n100,4500,9000\n", "cycles", "a 100 4500, b 100 9000");
    assert_tells("library,size,Mb/s\na,100,10\nb,100,20\n", "rate", "a 100 1e+07, b 100 2e+07");
    /* Seconds are no unit of what is per second, and other times are. */
    static const struct {
        const char *header, *expected;
    } per_time[] = {{"per_second", "a 100 12"},           {"calls per sec", "a 100 12"},
                    {"requests per minute", "a 100 0.2"}, {"ops/ms", "a 100 12000"},
                    {"Melements/us", "a 100 1.2e+13"},    {"KIOPS", "a 100 12000"}};
    for (size_t i = 0; i < sizeof per_time / sizeof *per_time; i++) {
        char table[100];
        snprintf(table, sizeof table, "library,n,%s\na,100,12\n", per_time[i].header);
        assert_tells(table, "rate", per_time[i].expected);
    }
    assert_tells("library,n,bw_gib_s\na,100,1\nb,100,2\n", "byte_rate",
                 "a 100 1.07374e+09, b 100 2.14748e+09");
    assert_tells("library,n,Mcycles\na,100,12\n", "cycles", "a 100 1.2e+07");
    /* The mean comes before the least. */
    assert_tells("library,n,min MB/s,max MB/s,avg MB/s\na,100,1,3,2\n", "byte_rate", "a 100 2e+06");
    /* Memory is no result. */
    struct run *run = foreign_run(&csv_format, "x.csv",
                                  "library,n,memory_mb,MB/s\na,100,12,200\nb,100,10,150\n", NULL);
    assert_string_equal(facts_text(&run->measurements[0].facts, FACT_MEASURED, ""), "byte_rate");
    run_free(run);
    run = foreign_run(&csv_format, "x.csv",
                      "Function    Best Rate MB/s  Avg time\n"
                      "Copy        12345.6         0.013001\n"
                      "Scale       11345.6         0.014001\n",
                      NULL);
    assert_string_equal(facts_text(&run->measurements[0].facts, FACT_SAMPLES_ARE, ""), "maxima");
    run_free(run);
    static const struct {
        const char *header, *units;
    } words[] = {{"Mb/s", "Mb/s"},         {"Gbps", "Gbps"},
                 {"Mbit/s", "Mbit/s"},     {"MiB/s", "MiB/s"},
                 {"GiB/s", "GiB/s"},       {"KB/s", "kB/s"},
                 {"GB/sec", "GB/s"},       {"MB/s", "MB/s"},
                 {"kbps", "kbps"},         {"\"Throughput, img/s\"", "img/s"},
                 {"Rate / (MB/s)", "MB/s"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char table[100];
        snprintf(table, sizeof table, "library,n,%s\na,100,10\n", words[i].header);
        run = foreign_run(&csv_format, "x.csv", table, NULL);
        assert_string_equal(facts_text(&run->facts, FACT_SOURCE_UNIT, ""), words[i].units);
        run_free(run);
    }
    assert_tells("library,size,time (cycles)\na,100,4500\nb,100,9000\n", "cycles",
                 "a 100 4500, b 100 9000");
}

TEST(what_is_measured_is_neither_library_nor_parameter) {
    assert_tells("size,time_ms,gflops,speedup\n100,1.5,5,1\n1000,20,6,2\n", NULL,
                 "x 100 0.0015, x 1000 0.02");
    assert_tells("size,mean_ms,std_ms\n100,1.5,.1\n", NULL, "x 100 0.0015");
    assert_tells("size,threads,a_us,b_us\n100,1,2,4\n100,2,1,2\n", NULL,
                 "a 100 threads=1 2e-06, a 100 threads=2 1e-06, b 100 threads=1 4e-06, "
                 "b 100 threads=2 2e-06");
    assert_tells("Threads,Time (min)\n1,2\n2,1\n", NULL, "x 1 120, x 2 60");
    /* An unknown column of which each library has its own numbers was measured. */
    assert_tells("library,size,hits,time_s\na,8,70,1\na,8,71,3\nb,8,90,2\nb,8,91,4\n", NULL,
                 "a 8 2, b 8 3");
    assert_tells("library,size,depth,time_s\na,8,1,1\na,8,2,3\nb,8,1,2\nb,8,2,4\n", NULL,
                 "a 8 depth=1 1, a 8 depth=2 3, b 8 depth=1 2, b 8 depth=2 4");
}

TEST(results_in_units_of_several_kinds_are_of_one_library) {
    static const char table[] = "n;Zeit / ms;Durchsatz / MB/s\n1;1,5;2\n2;3;4\n";
    assert_tells(table, NULL, "x 1 0.0015, x 2 0.003");
    assert_tells(table, "byte_rate", "x 1 2e+06, x 2 4e+06");
    assert_tells("n,a (ms),b (MB/s),c (ms)\n1,1,2,3\n", NULL, "a 1 0.001, c 1 0.003");
}

TEST(texts_are_names) {
    assert_tells("flavour,time_s\nx,1\ny,2\n", NULL, "x 1 1, y 1 2");
    assert_tells("library,size,flags,seconds\na,1,x,1\na,1,y,2\nb,1,x,3\nb,1,y,4\n", NULL,
                 "a (flags=x) 1 1, a (flags=y) 1 2, b (flags=x) 1 3, b (flags=y) 1 4");
    assert_tells("library,size,flavour,seconds\na,1,x,1\na,1,y,2\nb,1,x,3\nb,1,z,4\n", NULL,
                 "a (flavour=x) 1 1, a (flavour=y) 1 2, b (flavour=x) 1 3, b (flavour=z) 1 4");
    assert_tells("solver,n,setup_ms,solve_ms\ncg,8,1,2\nlu,8,3,4\n", NULL,
                 "cg 8 0.001, lu 8 0.003");
    assert_tells("size,std::sort_ms,cpu_ms\n8,1,2\n", NULL, "std::sort 8 0.001, cpu 8 0.002");
}

TEST(texts_that_all_libraries_have_are_what_they_did) {
    static const char table[] = "library,corpus file,time_ms\nzlib,a.txt,10\nzstd,a.txt,5\n"
                                "zlib,b.txt,20\nzstd,b.txt,8\nlzma,a.txt,30\n";
    struct run *run = foreign_run(&csv_format, "x.csv", table, NULL);
    char text[ROOM];
    assert_int_equal(run->measurement_count, 2);
    assert_string_equal(run->measurements[1].name, "b.txt");
    tell_action(text, &run->measurements[1], NULL);
    assert_string_equal(text, "zlib 1 0.02, zstd 1 0.008");
    run_free(run);
    assert_tells("test,alloc,time_s\nt,a,1\nt,b,2\nu,a,3\nu,b,4\n", NULL,
                 "t (alloc=a) 1 1, t (alloc=b) 1 2, u (alloc=a) 1 3, u (alloc=b) 1 4");
}

TEST(what_is_in_doubt_is_refused) {
    assert_refused("library,size,time\na,100,1\n",
                   "x.csv: line 2: nothing says in what unit \"time\" is; call it \"time_ms\" in "
                   "the header (or _s, _us, _ns, _GFLOPS), or give --unit ms");
    assert_refused("size,a,b\n100,1.5,3\n1000,20,30\n",
                   "x.csv: nothing says in what unit its numbers are; name its columns in the "
                   "header with one, such as size,a_ms,b_ms, or give --unit ms");
    assert_refused("size,a,b\n100,0,1\n1000,33000,80\n",
                   "x.csv: nothing says in what unit its numbers are; name its columns in the "
                   "header with one, such as size,a_ms,b_ms, or give --unit ms");
    assert_refused("library,size,time,time_ms\na,100,1,2\n",
                   "x.csv: line 1: two columns say what was measured, \"time\" and \"time_ms\"; "
                   "delete the name of one in the header to leave it out, or give --as "
                   "\"time_ms=nothing\"");
    assert_refused("size,a_ms,b\n100,1.5,3\n1000,20,30\n",
                   "x.csv: nothing says whether column \"b\" holds results, as those beside it do; "
                   "call it \"b_ms\" (or _s, _us, _ns) if it holds times, or give --as "
                   "\"b=parameter\" or \"b=nothing\"");
    assert_refused("library,size,value,unit\na,100,1.5,apples\n",
                   "x.csv: line 2: \"apples\" is not a unit of times or rates");
    assert_refused("100,1.5,3\n1000,20,30\n",
                   "x.csv: line 1: numbers where the header should be; the first line must name "
                   "the columns, such as size,a_ms,b_ms");
    assert_refused("library,size,seconds\na,100,fast\n",
                   "x.csv: line 2: \"fast\" is not a number, in column \"seconds\"; write one, "
                   "or failed if it was not measured");
    assert_refused("size,a_ms\n8,-1\n",
                   "x.csv: line 2: \"-1\" in column \"a_ms\" is negative or has no end; leave the "
                   "cell empty, or write failed or timeout, if it was not measured");
    assert_refused("size,a GFLOPS\n8,inf\n",
                   "x.csv: line 2: \"inf\" in column \"a GFLOPS\" is negative or has no end; leave "
                   "the cell empty, or write failed or timeout, if it was not measured");
    assert_refused("library,size,time_ms (us)\na,100,1\n",
                   "x.csv: line 1: column \"time_ms (us)\" has two units; leave one in the header");
    assert_refused("| model | t/s |\n|---|---|\n| a | 40 |\n| b | 50 |\n",
                   "x.csv: line 1: column \"t/s\" may be times in seconds or tokens per second; "
                   "call it time_s or tokens/s");
    assert_refused(
        "library,size,time (ms) [us]\na,100,1\n",
        "x.csv: line 1: column \"time (ms) [us]\" has two units; leave one in the header");
    assert_refused(
        "lib,n,Result (million ops/s)_ms\na,1,2\n",
        "x.csv: line 1: column \"Result (million ops/s)_ms\" has two units; leave one in "
        "the header");
    assert_refused(
        "library,size,time_ms\na,100,5us\n",
        "x.csv: line 2: \"5us\" is in another unit than its column, \"time_ms\"; leave the "
        "one in the header out");
    assert_refused(
        "size,a_gflops\n100,5 ms\n",
        "x.csv: line 2: \"5 ms\" is in another unit than its column, \"a_gflops\"; leave "
        "the one in the header out");
    assert_refused("size,a_ms,b_ms\n100,5,1.2x\n",
                   "x.csv: line 2: \"1.2x\" in column \"b_ms\" is a ratio; delete the name in the "
                   "header to leave the column out");
    assert_refused(
        "library,size,time_ms\na,100,5 %\n",
        "x.csv: line 2: \"5 %\" in column \"time_ms\" is a ratio; delete the name in the "
        "header to leave the column out");
    assert_refused("library,size,time_ms,unit\na,100,1,ms\na,200,1,us\n",
                   "x.csv: line 3: \"time_ms\" is in another unit than \"us\"; leave one of both "
                   "out");
}

TEST(cells_may_be_missing) {
    assert_tells("size,a_us,b_us\n100,1.5,-\n1000,N/A,30\n", NULL, "a 100 1.5e-06, b 1000 3e-05");
    assert_tells("size,a GFLOPS\n100,\n1000,0\n", "rate", "a 1000 0");
    assert_tells("size,a_us,b_us\n100,1.5,timeout\n1000,OOM,30\n", NULL,
                 "a 100 1.5e-06, b 1000 3e-05");
}

TEST(statistics_are_called_what_they_are) {
    static const struct {
        const char *table, *are;
    } cases[] = {
        {"lib,n,p50_ms\na,1,1\nb,1,2\n", "medians"},
        {"lib,n,median_ns\na,1,1\nb,1,2\n", "medians"},
        {"lib,n,min_ms\na,1,1\nb,1,2\n", "minima"},
        {"lib,n,max (ms)\na,1,1\nb,1,2\n", "maxima"},
        {"lib,n,P99.9 (us)\na,1,1\nb,1,2\n", "p99.9"},
        {"lib,n,mean_ms,p99_ms\na,1,1,3\nb,1,2,4\n", "means"},
        {"lib,n,time_ms,max_ms\na,1,1,3\nb,1,2,4\n", ""},
        {"lib,n,p95_ms,max_ms\na,1,1,3\nb,1,2,4\n", "p95"},
        {"lib,n,median_gflops\na,1,1\nb,1,2\n", "medians"},
        {"n,a_p99_ms,b_p99_ms\n1,1,2\n", "p99"},
        {"n,p99_a_ms,p99_b_ms\n1,1,2\n", "p99"},
        {"n,a_min_ms,b_min_ms\n1,1,2\n", "minima"},
        {"n,a_max_gflops,b_max_gflops\n1,1,2\n", "maxima"},
        {"lib,n,Mittelwert [ms],Standardabweichung [ms]\na,1,1,.1\nb,1,2,.1\n", "means"},
        {"lib,n,minimal (ms),durchschnittlich (ms),maximal (ms)\na,1,1,2,3\nb,1,2,3,4\n", "means"},
        {"lib;n;moyenne (ms);\303\251cart-type (ms)\na;1;1;.1\nb;1;2;.1\n", "means"},
        {"n,a_ms,b_mean_ms\n1,1,2\n", "means"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run *run = foreign_run(&csv_format, "x.csv", cases[i].table, NULL);
        const struct measurement *m = &run->measurements[0];
        assert_int_equal(m->series_count, 2);
        assert_string_equal(m->series[0].name, "a");
        assert_string_equal(facts_text(&m->facts, FACT_SAMPLES_ARE, ""), cases[i].are);
        run_free(run);
    }
    static const char *const others[][2] = {{"a_mean_ms", "b_min_ms"},
                                            {"a_p95_ms", "b_p99_ms"},
                                            {"a_ns", "b_ns_per_byte"},
                                            {"a_median_GFLOPS", "b_mean_GFLOPS"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char table[100], message[300];
        snprintf(table, sizeof table, "n,%s,%s\n1,1,2\n", others[i][0], others[i][1]);
        snprintf(message, sizeof message,
                 "x.csv: line 1: \"%s\" and \"%s\" do not measure the same, and cannot be "
                 "compared; delete the name of one in the header to leave it out, or give each a "
                 "file",
                 others[i][0], others[i][1]);
        assert_refused(table, message);
    }
    /* A name may begin like a statistic. */
    struct run *run = foreign_run(&csv_format, "x.csv", "n,max_flow_ms,push_ms\n1,1,2\n", NULL);
    assert_string_equal(run->measurements[0].series[0].name, "max_flow");
    assert_null(facts_find(&run->measurements[0].facts, FACT_SAMPLES_ARE));
    run_free(run);
    assert_refused("lib,n,p90_ms,p99_ms\na,1,1,2\n",
                   "x.csv: line 1: two columns say what was measured, \"p90_ms\" and \"p99_ms\"; "
                   "delete the name of one in the header to leave it out, or give --as "
                   "\"p99_ms=nothing\"");
}

TEST(names_that_look_missing_are_names) {
    assert_tells("library,n,t_s\na,1,1\n-,1,2\nNaN,1,3\nNone,1,4\n", NULL,
                 "a 1 1, - 1 2, NaN 1 3, None 1 4");
    assert_tells("impl,n,t_s\nnull,1,1\nN/A,1,2\n", NULL, "null 1 1, N/A 1 2");
    assert_tells("library,1,2\n-,.01,.02\nnan,.03,.04\n", NULL,
                 "- 1 0.01, - 2 0.02, nan 1 0.03, nan 2 0.04");
    assert_tells("library,variant,n,t_s\na,x,1,1\na,-,1,2\na,,1,3\n", NULL,
                 "a (variant=x) 1 1, a (variant=-) 1 2, a 1 3");
    assert_tells("library,n,a_s,b_s\nnone,1,1,2\nNaN,1,3,4\n", NULL, "none 1 1, NaN 1 3");
    /* No names at all: the file's. */
    assert_tells("library,n,t_s\n,1,1\n,2,2\n", NULL, "x 1 1, x 2 2");
    struct run *run =
        foreign_run(&csv_format, "x.csv", "lib,op,n,t_s\na,-,1,1\na,None,1,2\n", NULL);
    assert_int_equal(run->measurement_count, 2);
    assert_string_equal(run->measurements[0].name, "-");
    assert_string_equal(run->measurements[1].name, "None");
    run_free(run);
#define WAY                                                                                        \
    " is empty, and others are not; write it there, or delete the line or the column's name in "   \
    "the header"
    assert_refused("library,n,t_s\na,1,1\n,1,2\n",
                   "x.csv: line 3: the name in column \"library\"" WAY);
    assert_refused("size,t_s,impl\n1,1, \n1,2,b\n",
                   "x.csv: line 2: the name in column \"impl\"" WAY);
    assert_refused("lib,op,n,t_s\na,f,1,1\na,,1,2\n",
                   "x.csv: line 3: the name in column \"op\"" WAY);
    assert_refused("library,n,a_s,b_s\nx,1,1,2\n,1,3,4\n",
                   "x.csv: line 3: the name in column \"library\"" WAY);
#undef WAY
}

TEST(words_in_the_place_of_times_are_outcomes) {
    struct run *run =
        foreign_run(&csv_format, "x.csv",
                    "size,a_us,b_us\n1,1.5,timeout\n2,OOM,crash\n3,skipped,wrong\n", NULL);
    const struct series *a = &run->measurements[0].series[0], *b = &run->measurements[0].series[1];
    static const int64_t of_a[] = {CELL_OK, CELL_FAILED, CELL_NOT_MEASURED},
                         of_b[] = {CELL_HUNG, CELL_CRASHED, CELL_WRONG};
    for (size_t p = 0; p < 3; p++) {
        assert_int_equal(a->status[p], of_a[p]);
        assert_int_equal(b->status[p], of_b[p]);
    }
    run_free(run);
}

/* Whether the answers were right is no name, no parameter and no measure. */
TEST(wrong_answers_are_failed_cells) {
    static const struct {
        const char *table;
        enum cell_status of_a[2], of_b[2]; /* at 1 and 2 */
    } cases[] = {
        {"lib,n,t_s,Passed\na,1,1,0\na,2,1,1\nb,1,2,1\nb,2,2,\n", {CELL_FAILED}, {CELL_OK}},
        {"lib,n,t_s,correct\na,1,1,yes\na,2,1,No\nb,1,2,y\nb,2,2,-\n",
         {CELL_OK, CELL_FAILED},
         {CELL_OK}},
        {"valid,lib,n,t_s\nfalse,a,1,1\nTRUE,a,2,1\nskipped,b,1,2\ntimeout,b,2,2\n",
         {CELL_FAILED},
         {CELL_OK, CELL_HUNG}},
        {"lib,n,trial,t_s,ok\na,1,1,1,true\na,1,2,1,false\na,2,1,1,true\nb,1,1,1,true\nb,2,1,1,"
         "wrong\n",
         {CELL_FAILED},
         {CELL_OK, CELL_WRONG}},
        {"n,a_ms,a_ok,b_ms,b_ok\n1,1,false,2,true\n2,1,true,2,false\n",
         {CELL_FAILED, CELL_OK},
         {CELL_OK, CELL_FAILED}},
        {"n,a_ms,b_ms,verified\n1,1,2,0\n2,1,2,1\n", {CELL_FAILED}, {CELL_FAILED}},
        {"lib,n,t_s,failed\na,1,1,1\na,2,1,0\nb,1,2,no\nb,2,2,failed\n",
         {CELL_FAILED},
         {CELL_OK, CELL_FAILED}},
        {"n,a_ms,a_wrong,b_ms\n1,1,true,2\n2,1,false,2\n", {CELL_FAILED}, {CELL_OK}},
        {"lib,success,1,2\na,0,.01,.02\nb,1,.01,.02\n", {CELL_FAILED, CELL_FAILED}, {CELL_OK}},
        {"lib,n,GFLOPS,is_valid\na,1,9,\342\234\227\na,2,9,\342\234\223\nb,1,5,1.0\nb,2,5,0.0\n",
         {CELL_FAILED},
         {CELL_OK, CELL_FAILED}},
        {"lib,n,MB/s,result\na,1,1,PASS\na,2,1,FAIL\nb,1,2,PASS\nb,2,2,PASS\n",
         {CELL_OK, CELL_FAILED},
         {CELL_OK}},
        {"lib,n,t_s,check\na,1,1,ok\na,2,1,wrong\nb,1,2,ok\nb,2,2,ok\n",
         {CELL_OK, CELL_WRONG},
         {CELL_OK}},
        {"lib,n,t_s,result\na,1,1,PASS\na,2,1,FAIL\nb,1,2,PASS\nb,2,2,PASS\n",
         {CELL_OK, CELL_FAILED},
         {CELL_OK}},
        {"lib,n,t_s,status\na,1,1,PASS\na,2,1,FAIL\nb,1,2,timeout\nb,2,2,incorrect\n",
         {CELL_OK, CELL_FAILED},
         {CELL_HUNG, CELL_WRONG}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run *run = foreign_run(&csv_format, "x.csv", cases[i].table, NULL);
        const struct measurement *m = &run->measurements[0];
        assert_int_equal(m->series_count, 2);
        assert_int_equal(m->parameter_count, 0);
        assert_null(facts_find(&m->facts, FACT_MEASURES));
        assert_null(facts_find(&run->facts, "csv_left_out"));
        for (size_t p = 0; p < 2; p++) {
            assert_int_equal(measurement_find(m, "a")->status[p], cases[i].of_a[p]);
            assert_int_equal(measurement_find(m, "b")->status[p], cases[i].of_b[p]);
        }
        run_free(run);
    }
    /* Counts and shares are no answers. */
    struct run *run = foreign_run(&csv_format, "x.csv",
                                  "lib,n,t_s,correct,ok\na,1,1,97.5,1\nb,1,2,99,800\n", NULL);
    const struct measurement *m = &run->measurements[0];
    const char *list = facts_text(&m->facts, FACT_MEASURES, "");
    struct file_measure measure;
    assert_true(measures_take(&list, &measure));
    assert_string_equal(measure.name, "correct");
    assert_true(measures_take(&list, &measure));
    assert_string_equal(measure.name, "ok");
    assert_int_equal(m->series[0].status[0], CELL_OK);
    run_free(run);
}

/* Words of the author's beside failures say nothing, and that is told. */
TEST(verdicts_have_other_words) {
    struct run *run =
        foreign_run(&csv_format, "x.tsv",
                    "tag\tlatency_us\tcorrectness\nbase\t7254.3\tPASS\nk128\t841\tREVERT\n"
                    "half\t0.0\tFAIL\nquart\t9\tno (0.1)\nvec8\t29.8\tKEEP\n",
                    NULL);
    const struct measurement *m = &run->measurements[0];
    assert_int_equal(m->series_count, 5);
    assert_int_equal(measurement_find(m, "quart")->status[0], CELL_FAILED);
    assert_int_equal(measurement_find(m, "base")->status[0], CELL_OK);
    assert_int_equal(measurement_find(m, "k128")->status[0], CELL_OK);
    assert_int_equal(measurement_find(m, "half")->status[0], CELL_FAILED);
    assert_int_equal(measurement_find(m, "vec8")->status[0], CELL_OK);
    assert_string_equal(facts_text(&run->facts, "csv_left_out", ""),
                        "words of correctness such as REVERT");
    run_free(run);
}

/* Writes "p95 [s] better ..." of all measures: the means of A and B at all sizes. */
static void tell_measures(char *text, const struct run *run) {
    const struct measurement *m = &run->measurements[0];
    const char *list = facts_text(&m->facts, FACT_MEASURES, "");
    struct file_measure measure;
    size_t used = 0;
    *text = '\0';
    for (size_t k = 0; measures_take(&list, &measure); k++) {
        used += (size_t)snprintf(text + used, ROOM - used, "%s%s [%s]%s:", used ? "; " : "",
                                 measure.name, measure.unit,
                                 measure.better == BETTER_MORE ? " more" : "");
        for (size_t s = 0; s < m->series_count; s++)
            for (size_t i = 0; m->series[s].measures[k] && i < measurement_elements(m, PER_SAMPLE);
                 i++)
                used += (size_t)snprintf(text + used, ROOM - used, " %s %g", m->series[s].name,
                                         m->series[s].measures[k][i]);
    }
}

TEST(what_has_no_name_here_is_a_measure) {
    static const struct {
        const char *table, *tells;
    } cases[] = {
        {"size,time_ms,gflops,speedup\n8,2,5,1.5x\n", "speedup [1] more: x 1.5"},
        {"algorithm,size,average_us,min_us,stddev,cv\na,8,3,2,.5,7%\n",
         "min [s]: a 2e-06; stddev [s]: a 5e-07; cv [1]: a 7"},
        {"size,a_mean_us,a_std_us,b_mean_us,std_b_us\n8,3,.5,4,.25\n",
         "std [s]: a 5e-07 b 2.5e-07"},
        {"size,a_us,b_us,a_speedup,error_b,speedup\n8,3,4,2,1e-9,5\n",
         "speedup [1] more: a 2 b 5; error [1]: b 1e-09"},
        {"size,a_us,fast_us,fast_a_us,fast_a_max\n8,3,4,5,6\n", "max [s]: fast_a 6e-06"},
        {"library,size,hits,time_s\na,8,70,1\nb,8,90,2\n", "hits [1]: a 70 b 90"},
        {"library,size,time_s,GB/s,GFLOPS,MB/s\na,8,1,2,3,4\n", "MB/s [B/s] more: a 4e+06"},
        {"library,size,time_s,error\na,8,1,inf\na,9,1,-2\n", "error [1]: a nan a -2"},
        {"library,size,time,unit,p95\na,8,1,ms,2\n", "p95 [s]: a 0.002"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[ROOM];
        struct run *run = foreign_run(&csv_format, "x.csv", cases[i].table, NULL);
        tell_measures(text, run);
        assert_string_equal(text, cases[i].tells);
        run_free(run);
    }
}

TEST(lines_may_be_drawn_or_aligned) {
    static const char *const tables[] = {
        "size  a_us  b_us\n 100  1.5     3\n1000   20    30\n",
        "  n   a (us)   b (us)\n100  1.5 3\n1000 20 30\n",
        "# a laptop\n# n a_us b_us\n100 1.5 3\n1000 20 30\n",
        "#n,a_us,b_us\n100,1.5,3\n1000,20,30\n",
        "# measured on monday\n# n\ta_us\tb_us\n\n100\t1.5\t3\n1000\t20\t30\n",
        "| size | a (us) | b (us) |\n|-----:|--------|-------:|\n| 100 | 1.5 | 3 |\n"
        "| 1,000 | 20 | 30 |\n",
        "+------+------+------+\n| size | a_us | b_us |\n+------+------+------+\n"
        "|  100 |  1.5 |    3 |\n| 1000 |   20 |   30 |\n+------+------+------+\n",
        "problem size  a us  b us\n100           1.5   3\n1000          20    30\n",
        "size a_us b_us  \r\n100\t1.5 3\r\n1000 20 30\r\n",
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        assert_tells(tables[i], NULL, TIMES);
}

/* Tables as they are met: of harnesses, spreadsheets and reports. */
TEST(tables_of_many_habits_are_read) {
    static const struct {
        const char *table, *tells;
    } cases[] = {
        {"Implementation,Data Size,Iterations,Time Per Op (ns),Throughput (MB/s)\n"
         "md5,64,1000,120.5,531\nxxh,64,9000,10.5,6095\n",
         "md5 64 1.205e-07, xxh 64 1.05e-08"},
        {"N;Serial [s];OpenMP [s];Speedup OpenMP\n256;0,52;0,14;3,7\n",
         "Serial 256 0.52, OpenMP 256 0.14"},
        {"# cores  walltime(s)  efficiency\n1   100.2  1.00\n2    51.0  0.98\n",
         "x 1 100.2, x 2 51"},
        {",algo,n,runtime_ms,memory_mb\n0,quick,1000,0.5,12\n1,merge,1000,0.7,14\n",
         "quick 1000 0.0005, merge 1000 0.0007"},
        {"Algorithm,1000,10000\nquick (ms),0.5,6.1\nmerge (us),700,7700\n",
         "quick 1000 0.0005, quick 10000 0.0061, merge 1000 0.0007, merge 10000 0.0077"},
        {"time_ms,1K,10K\nquick,0.5,6.1\nmerge,0.7,7.7\n",
         "quick 1000 0.0005, quick 10000 0.0061, merge 1000 0.0007, merge 10000 0.0077"},
        {"| Library | Size | Time (us) | Relative |\n|---|---:|---:|---:|\n"
         "| rapidjson | 100 KB | 120 | 1.0x |\n| simdjson | 100 KB | 40 | 3.0x |\n",
         "rapidjson 100000 0.00012, simdjson 100000 4e-05"},
        {"impl,size,run1_ms,run2_ms,run3_ms\nA,10,1.5,1.4,1.6\nB,10,2.5,2.4,2.6\n",
         "A 10 0.0015, B 10 0.0025"},
        {"size,a_trial_1 (s),a_trial_2 (s),b_trial_1 (s),b_trial_2 (s)\n10,1,2,3,4\n",
         "a 10 1.5, b 10 3.5"},
        {"model\tbatch_size\tprecision\timages/sec\tlatency_ms\nresnet\t1\tfp32\t100\t10\n"
         "resnet\t8\tfp32\t600\t13\nresnet\t1\tfp16\t200\t5\nresnet\t8\tfp16\t900\t7\n",
         "fp32 1 0.01, fp32 8 0.013, fp16 1 0.005, fp16 8 0.007"},
        {"Database,Query,Cold (s),Hot (s)\nduckdb,Q1,0.5,0.1\nsqlite,Q1,0.4,0.3\n",
         "duckdb 1 0.5, sqlite 1 0.4"},
        {"size,time,bandwidth\nbytes,us,GB/s\n1024,1.5,0.68\n4096,2.5,1.6\n",
         "x 1024 1.5e-06, x 4096 2.5e-06"},
        {"# OSU MPI Latency Test v7.0\n# Size          Latency (us)\n"
         "1                       1.52\n1024                    2.9\n",
         "x 1 1.52e-06, x 1024 2.9e-06"},
        {"Results of Monday,,,\n,,,\nN,naive (s),tiled (s),\n100,.001,.0005,\n,,,\n"
         "200,.008,.004,\n",
         "naive 100 0.001, naive 200 0.008, tiled 100 0.0005, tiled 200 0.004"},
        {"\"Name\",\"Size\",\"Time [us]\"\n\"sort, random\",\"1,000\",\"12.5\"\n"
         "\"pdq\",\"1,000\",\"7.5\"\n",
         "sort, random 1000 1.25e-05, pdq 1000 7.5e-06"},
        {"\"n\",\"a_s\",\"b_s\"\n100,0.003,0.004\n", "a 100 0.003, b 100 0.004"},
        {"size,a (ms),b (ms)\n100,1.5 \302\261 0.1,3.0 +/- 0.2\n", "a 100 0.0015, b 100 0.003"},
        {"size,malloc,jemalloc\n16B,25ns,12ns\n1KiB,45ns,22ns\n",
         "malloc 16 2.5e-08, malloc 1024 4.5e-08, jemalloc 16 1.2e-08, jemalloc 1024 2.2e-08"},
        {"solver,mesh,time\ncg,100,0m1.25s\ncg,200,1m2.5s\nlu,100,2.0s\nlu,200,1:40.5\n",
         "cg 100 1.25, cg 200 62.5, lu 100 2, lu 200 100.5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_tells(cases[i].table, NULL, cases[i].tells);
    assert_tells("Function    Best Rate MB/s  Avg time     Min time\n"
                 "Copy:           22084.3     0.007287     0.007245\n"
                 "Scale:          17423.5     0.009221     0.009183\n",
                 "byte_rate", "Copy: 1 2.20843e+10, Scale: 1 1.74235e+10");
    assert_tells("threads,mutex Mops/s,spinlock Mops/s\n1,10,12\n2,8,14\n", "rate",
                 "mutex 1 1e+07, mutex 2 8e+06, spinlock 1 1.2e+07, spinlock 2 1.4e+07");
}

TEST(many_columns_are_read_or_refused_in_a_line) {
#ifdef ADDRESS_SANITIZER
    static const size_t counts[] = {2000, 20000};
#else
    static const size_t counts[] = {10000, 20000};
#endif
    for (size_t i = 0; i < 2; i++) {
        char *text = NULL;
        size_t size;
        FILE *file = open_memstream(&text, &size);
        fputs("size", file);
        for (size_t c = 1; c < counts[i]; c++)
            fprintf(file, ",l%zu_ms", c);
        fputs("\n8", file);
        for (size_t c = 1; c < counts[i]; c++)
            fputs(",1", file);
        fclose(file);
        if (i)
            assert_refused(text, "x.csv: line 1: more than 16384 columns");
        else {
            struct run *run = foreign_run(&csv_format, "x.csv", text, NULL);
            assert_int_equal(run->measurements[0].series_count, counts[i] - 1);
            run_free(run);
        }
        free(text);
    }
}

TEST(ours_are_read_whatever_they_hold) {
    assert_tells("run,action,size,type,a,std\nr,f,8,d,10,20\n", NULL, "a 8 10, std 8 20");
    assert_tells("size,library,seconds\n8,a,10\n", NULL, "a 8 10");
    assert_tells("run,library,size,seconds\n3,a,8,1\n3,a,8,1\n", NULL, "a 8 1");
}

TEST(a_unit_may_be_given) {
    char text[ROOM];
    const struct format_options options = {.unit = "ms"};
    struct run *run =
        foreign_run(&csv_format, "x.csv", "size,a,b\n100,1.5,3\n1000,20,30\n", &options);
    tell(text, run, NULL);
    assert_string_equal(text, "a 100 0.0015, a 1000 0.02, b 100 0.003, b 1000 0.03");
    run_free(run);
}

TEST(a_column_may_be_given_a_role) {
    static const struct {
        const char *as, *table, *tells;
    } given[] = {
        {"b=nothing", "size,a_ms,b\n100,1.5,3\n1000,20,30\n", "a 100 0.0015, a 1000 0.02"},
        {"b=us", "size,a_ms,b\n100,1.5,3\n", "a 100 0.0015, b 100 3e-06"},
        {"k=size,time=s", "library,k,time\na,3,2\n", "a 3 2"},
        {"host=library", "host,n,time_s\nx,1,2\ny,1,3\n", "x 1 2, y 1 3"},
    };
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        char text[ROOM];
        const struct format_options options = {.as = given[i].as};
        struct run *run = foreign_run(&csv_format, "x.csv", given[i].table, &options);
        tell(text, run, NULL);
        assert_string_equal(text, given[i].tells);
        run_free(run);
    }
    const struct format_options wrong = {.as = "c=size"};
    foreign_assert_refused(&csv_format, "x.csv", "size,a_ms\n1,2\n", &wrong,
                           "x.csv: line 1: no column is called \"c\"; there are size, a_ms");
    static const char *const others[] = {"", "a", "a=", "=size", "a=x", "a=size,b"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(csv_check_as(others[i], NULL), ERR_USAGE);
    assert_int_equal(csv_check_as("a=size,b=GFLOPS", NULL), 0);
}

TEST(the_only_column_of_results_names_no_library) {
    struct run *run = foreign_run(NULL, "x.csv", "Methode;n;Zeit [ms]\nA;10;1,5\nB;10;2,5\n", NULL);
    const struct measurement *m = &run->measurements[0];
    assert_int_equal(m->series_count, 2);
    assert_true(foreign_seconds(m, "B", 0, 0, 0) == 2.5e-3);
    run_free(run);
}

TEST(a_time_before_its_unit_is_no_rate) {
    assert_units("lib,n,time/ms\na,10,2\nb,10,4\n", NULL, "milliseconds", "a 10 0.002, b 10 0.004");
    assert_units("Verfahren;n;Laufzeit/s\na;10;2,5\nb;10;4,5\n", NULL, "seconds",
                 "a 10 2.5, b 10 4.5");
    assert_units("n,quick/ms,merge/ms\n10,1,2\n", NULL, "milliseconds",
                 "quick 10 0.001, merge 10 0.002");
    assert_units("# latency/us\nlib,n,value\na,10,2\n", NULL, "microseconds, as the title says",
                 "a 10 2e-06");
    assert_refused("lib,n,value,unit\na,10,2,time/ms\n",
                   "x.csv: line 2: \"time/ms\" is not a unit of times or rates");
}

TEST(tables_under_other_headings_are_refused) {
    static const struct {
        const char *table, *message;
    } files[] = {
        {"# Insert (ns)\nlib,n,time\na,10,60\n\n# Iterate (us)\nlib,n,time\na,10,4\n",
         "line 5: another table begins there (# Iterate (us))"},
        {"# gcc\n# n time_ms\n100 1.5\n\n\n# clang\n# n time_ms\n100 1.0\n",
         "line 6: another table begins there (# clang)"},
        {"# n time_ms\n# gcc\n100 1.5\n200 3.0\n\n\n# clang\n100 1.0\n200 2.0\n",
         "line 7: another table begins there (# clang)"},
        {"n time_ms\n100 1.5\n\n\n# n time_us\n100 1000\n",
         "line 5: another table begins there (# n time_us)"},
        {"# Insert\nlib,n,time_ms\na,10,60\n\n# Erase\na,10,4\n",
         "line 5: another table begins there (# Erase)"},
    };
    char message[200];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(message, sizeof message, "x.csv: %s; give each table a file", files[i].message);
        assert_refused(files[i].table, message);
    }
    static const char *const parted[] = {
        "# n time_ms\n100 1.5\n200 3.0\n\n\n100 1.0\n200 2.0\n",
        "n time_ms\r\n100 1.5\r\n200 3.0\r\n\r\n\r\n100 1.0\r\n200 2.0\r\n"};
    for (size_t i = 0; i < 2; i++)
        assert_refused(parted[i],
                       "x.csv: line 6: another data set begins there, below two blank lines; give "
                       "each a file");
    assert_tells("# n time_ms\n100 1.5\n\n200 3.0\n\n\n", NULL, "x 100 0.0015, x 200 0.003");
    assert_tells("n,time_ms\n100,1.5\n\n\n200,3.0\n", NULL, "x 100 0.0015, x 200 0.003");
    assert_tells("# Insert (ns)\nlib,n,time\na,10,60\n\n# Insert (ns)\nlib,n,time\na,10,40\n", NULL,
                 "a 10 5e-08");
    assert_tells("# Insert (ns)\nlib,n,time\na,10,60\nlib,n,time\na,10,40\n", NULL, "a 10 5e-08");
    assert_tells("lib,n,time_ms\na,10,60\n# the second half\n\na,10,40\n", NULL, "a 10 0.05");
    assert_tells("# gcc\n# n time_ms\n100 1.5\n\n\n# gcc\n# n time_ms\n100 1.0\n", NULL,
                 "x 100 0.00125");
}

TEST(a_line_of_results_is_no_header) {
    static const struct {
        const char *table, *message;
    } files[] = {
        {"quick,0.5 ms\nmerge,0.7 ms\n", "\"0.5 ms\" is a result; write a line above it that names "
                                         "the columns, such as library,time"},
        {"quick;0,5 ms\nmerge;0,7 ms\n", "\"0,5 ms\" is a result; write a line above it that names "
                                         "the columns, such as library,time"},
        {"quick,100 ms,200 ms\nmerge,200 ms,300 ms\n", "\"100 ms\" is a result; write a line above "
                                                       "it that names the columns, such as "
                                                       "library,time"},
        {"a,x,4.0,2896\nb,x,3.0,1896\n",
         "\"4.0\" is a result; write a line above it that names the "
         "columns, such as library,size,time_ms"},
    };
    char message[200];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(message, sizeof message, "x.csv: line 1 is no header, as %s", files[i].message);
        assert_refused(files[i].table, message);
    }
    assert_tells("lib;n;ms\nquick;10;0,5\n", NULL, "quick 10 0.0005");
    assert_tells("lib,1 ms,2 ms\na,3,4\n", NULL, "a 1 0.003, a 2 0.004");
    assert_tells("lib,64 KB,128 KB\na,0.003,0.004\n", NULL, "a 64000 0.003, a 128000 0.004");
}

TEST(a_rate_may_have_its_unit_from_the_user) {
    char text[ROOM];
    struct run *run = foreign_run(&csv_format, "x.csv", "lib,n,throughput\na,10,2\n",
                                  &(struct format_options){.unit = "kops/s"});
    tell(text, run, "rate");
    assert_string_equal(text, "a 10 2000");
    run_free(run);
}

TEST(units_may_have_a_power_of_ten) {
    static const char *const headers[] = {"1000 ops/s",
                                          "10^3 ops/s",
                                          "1e3 ops/s",
                                          "1k ops/s",
                                          "K ops/s",
                                          "thousand ops/s",
                                          "thousand_ops/s",
                                          "\"1,000 ops/s\"",
                                          "x1000 ops/s",
                                          "rate (1000 ops/s)",
                                          "throughput (ops/s x 1000)"};
    char table[200];
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        snprintf(table, sizeof table, "lib,n,%s\na,10,2\nb,10,4\n", headers[i]);
        assert_tells(table, "rate", "a 10 2000, b 10 4000");
    }
    assert_tells("lib,n,value,unit\na,10,2,million keys/s\n", "rate", "a 10 2e+06");
    assert_tells("# in 1000 ops/s\nlib,n,value\na,10,2\n", "rate", "a 10 2000");
    assert_tells("lib,n,value\na,10,2 M ops/s\n", "rate", "a 10 2e+06");
    assert_units("lib,n,time (100 ns)\na,10,2\n", NULL, "100 nanoseconds", "a 10 2e-07");
    assert_refused(
        "lib,n,100 ns\na,10,2\n",
        "x.csv: line 1: \"100 ns\" seems to be of many at once; write times of one call, "
        "or give --as \"100 ns=nothing\"");
    assert_refused("lib,n,throughput\na,10,2\n",
                   "x.csv: line 1: nothing says in what unit \"throughput\" is; put it in brackets "
                   "in the header, such as (ops/s), (MB/s) or (GFLOPS), or give --unit ops/s");
}

/* What the samples of the table are. */
static void assert_samples_are(const char *table, const char *expected) {
    struct run *run = foreign_run(&csv_format, "x.csv", table, NULL);
    assert_string_equal(facts_text(&run->measurements[0].facts, FACT_SAMPLES_ARE, ""), expected);
    run_free(run);
}

TEST(samples_are_what_was_taken) {
    assert_samples_are("lib,stats.mean,stats.min,unit\nx,5,4,ms\ny,6,5,ms\n", "means");
    assert_samples_are("lib,stats.min,stats.mean,unit\nx,4,5,ms\ny,5,6,ms\n", "means");
    assert_samples_are("n,a_median_ms,a_min_ms,b_median_ms,b_min_ms\n10,5,4,6,5\n", "medians");
}

TEST(what_went_wrong_does_not_win) {
    static const char *const tables[] = {
        "lib,n,time_ms,error\na,10,5,\nb,10,1,wrong result\n",
        "lib,n,time_ms,error\nb,10,1,wrong result\na,10,5,none\n",
        "lib,n,time_ms,failure\na,10,5,\nb,10,1,stack overflow\n",
        "lib,n,time_ms,timed_out\na,10,5,no\nb,10,1,yes\n",
        "lib,n,time_ms,timeout\na,10,5,no\nb,10,1,yes\n",
        "lib,n,time_ms,exit\na,10,5,0\nb,10,1,139\n",
        "n,a_ms,a_error,b_ms,b_error\n10,5,,1,wrong result\n",
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct run *run = foreign_run(&csv_format, "x.csv", tables[i], NULL);
        const struct measurement *m = &run->measurements[0];
        for (size_t s = 0; s < m->series_count; s++)
            assert_int_equal(m->series[s].status[0],
                             strcmp(m->series[s].name, "a") == 0 ? CELL_OK : CELL_FAILED);
        assert_int_equal(m->series_count, 2);
        run_free(run);
    }
    assert_tells("lib,n,time_ms,errors\na,10,5,0\na,10,7,1\nb,10,1,1\nb,10,3,0\n", NULL,
                 "a 10 0.006, b 10 0.002");
    assert_tells("lib,n,time_ms,error\na,10,5,0.1\na,10,7,0.2\nb,10,1,0.1\nb,10,3,0.2\n", NULL,
                 "a 10 0.006, b 10 0.002");
    assert_tells("lib,n,time_ms,misses\na,10,5,3\na,10,7,4\nb,10,1,3\nb,10,3,4\n", NULL,
                 "a 10 0.006, b 10 0.002");
    assert_tells("lib,n,timeout,time_ms\na,10,30,5\na,10,60,7\nb,10,30,1\nb,10,60,3\n", NULL,
                 "a 10 timeout=30 0.005, a 10 timeout=60 0.007, b 10 timeout=30 0.001, "
                 "b 10 timeout=60 0.003");
}

TEST(what_is_calculated_is_no_library) {
    static const char *const others[] = {"diff_ms", "delta (ms)", "overhead/ms", "timeout_ms",
                                         "avg_ms",  "best_ms",    "total_ms",    "min_ms"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char table[200], text[ROOM];
        snprintf(table, sizeof table, "n,a_ms,b_ms,%s\n10,1,2,1\n20,3,5,2\n", others[i]);
        struct run *run = foreign_run(&csv_format, "x.csv", table, NULL);
        tell(text, run, NULL);
        assert_string_equal(text, "a 10 0.001, a 20 0.003, b 10 0.002, b 20 0.005");
        assert_string_equal(facts_text(&run->facts, "csv_left_out", ""), others[i]);
        run_free(run);
    }
    assert_units("Threads,Run 1 (ms),Run 2 (ms),Average (ms)\n1,10,20,15\n2,20,30,25\n", NULL,
                 "milliseconds", "x 1 0.015, x 2 0.025");
    assert_refused(
        "Threads,Run 1,Run 2,Average\n1,10,20,15\n2,20,30,25\n",
        "x.csv: line 1: nothing says in what unit \"Run 1\" is; call all such columns as "
        "\"Run 1 (ms)\" in the header, or give --unit ms");
    assert_tells("library,n,setup_ms,mean_ms\na,10,5,6\nb,10,6,7\n", NULL,
                 "a 10 0.006, b 10 0.007");
}

TEST(points_in_time_are_no_libraries) {
    static const char *const moments[][2] = {
        {"2026-01-01T00:00:00Z", "2026-01-01T00:00:01.5+02:00"},
        {"2026-01-01 00:00:00", "2026-01-01 00:00:01"},
        {"0b1d2c3e-1111-2222-3333-444455556666", "0b1d2c3e-1111-2222-3333-444455556667"}};
    static const char *const names[] = {"created_at", "ts", "run_date", "timestamp", "uuid"};
    char table[200];
    for (size_t i = 0; i < sizeof moments / sizeof *moments; i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            snprintf(table, sizeof table, "%s,n,time_ms\n%s,10,5\n%s,10,7\n", names[k],
                     moments[i][0], moments[i][1]);
            assert_tells(table, NULL, "x 10 0.006");
            snprintf(table, sizeof table, "%s,tool_x,n,time_ms\n%s,a,10,5\n%s,b,10,7\n", names[k],
                     moments[i][0], moments[i][1]);
            assert_tells(table, NULL, "a 10 0.005, b 10 0.007");
        }
    assert_tells("built,n,time_ms\n2026-01-01,10,5\n2026-02-01,10,7\n", NULL,
                 "2026-01-01 10 0.005, 2026-02-01 10 0.007");
}

TEST(kernels_are_compared_where_nothing_else_has_a_name) {
    assert_tells("kernel,n,time_us\naxpy,10,5\ndot,10,6\n", NULL, "axpy 10 5e-06, dot 10 6e-06");
    assert_tells("kernel,arch,n,time_us\naxpy,x86,10,5\naxpy,arm,10,6\n", NULL,
                 "x86 10 5e-06, arm 10 6e-06");
}

#define TWO_FILES "x.json: a 1 0.0015, b 1 0.0003; y.json: a 1 0.002, b 1 4"

TEST(rows_are_actions_where_libraries_have_columns) {
    static const struct {
        const char *table, *left_out;
    } cases[] = {
        {"file,a,b\nx.json,1.5 ms,300 us\ny.json,2 ms,4 s\n", ""},
        {"file\ta\tb\twinner\nx.json\t1.5 ms\t300us\tb\ny.json\t2 ms\t4 s\ta\n", "winner"},
        {"| Case | a | b | winner |\n|---|---|---|---|\n| x.json | 1.5 ms | **300 us** | b |\n"
         "| y.json | **2 ms** | 4 s | a |\n",
         "winner"},
        {"file,a_ms,b_ms\nx.json,1.5,0.3\ny.json,2,4000\n", ""},
        {"query,a_s,b_s,winner\nx.json,1.5e-3,3e-4,b\ny.json,2e-3,4,a\n", "winner"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_actions(cases[i].table, NULL, cases[i].left_out, TWO_FILES);
    assert_tells("| n | a | b |\n|--|--|--|\n| 10 | **1,5 ms** | *2,25 ms* |\n", NULL,
                 "a 10 0.0015, b 10 0.00225");
    assert_actions("file,a,b\nx,2.50 GB/s,500 MB/s\ny,900 KB/s,-\n", "byte_rate", "",
                   "x: a 1 2.5e+09, b 1 5e+08; y: a 1 900000");
    assert_actions("file,a,b,gain_pc\nx,1 s,2 s,0.5\ny,3 s,4 s,0.25\n", NULL, "",
                   "x: a 1 1, b 1 2; y: a 1 3, b 1 4");
    assert_tells("size,a,b\n10,1.5 ms,3 ms\n20,2 ms,400 us\n", NULL,
                 "a 10 0.0015, a 20 0.002, b 10 0.003, b 20 0.0004");
    assert_refused("file,a,b\nx,1.5 ms,3\ny,2 ms,400 us\n",
                   "x.csv: line 2: nothing says in what unit \"b\" is; call it \"b_ms\" in the "
                   "header (or _s, _us, _ns, _GFLOPS), or give --unit ms");
    assert_tells("what,found\nx,1.5 ms\ny,2 ms\n", NULL, "x 1 0.0015, y 1 0.002");
}

TEST(columns_are_actions_if_they_are_called_so) {
    static const char *const tables[] = {
        "codec,compress_s,decompress_s\nlz4,1,2\nzstd,3,4\n",
        "codec,compress (ms),decompress (ms)\nlz4,1000,2000\nzstd,3000,4000\n",
        "name,compress,decompress\nlz4,1 s,2 s\nzstd,3000 ms,4 s\n",
        "codec,compress_s,decompress_s,packed size\nlz4,1,2,524\nzstd,3,4,419\n",
        ("| Codec name | compress | decompress. | Packed | Ratio |\n|--|--|--|--|--|\n"
         "| lz4 | 1 s | 2 s | 524 | 50.0 |\n| zstd | 3 s | 4 s | 419 | 40.0 |\n"),
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        assert_actions(tables[i], NULL, "",
                       "compress: lz4 1 1, zstd 1 3; decompress: lz4 1 2, zstd 1 4");
    assert_actions("map,n,insert_ns,find_ns\na,10,1,2\na,20,3,4\nb,10,5,6\nb,20,7,8\n", NULL, "",
                   "insert: a 10 1e-09, a 20 3e-09, b 10 5e-09, b 20 7e-09; "
                   "find: a 10 2e-09, a 20 4e-09, b 10 6e-09, b 20 8e-09");
    assert_actions("query,codec,read_s,write_s\ns,lz4,1,2\ns,zstd,3,4\nt,lz4,5,6\nt,zstd,7,8\n",
                   NULL, "",
                   "s (read): lz4 1 1, zstd 1 3; s (write): lz4 1 2, zstd 1 4; "
                   "t (read): lz4 1 5, zstd 1 7; t (write): lz4 1 6, zstd 1 8");
    assert_actions("n,read_s,write_s\n1,1,2\n2,3,4\n", NULL, "",
                   "x: read 1 1, read 2 3, write 1 2, write 2 4");
    struct run *run = foreign_run(&csv_format, "x.csv", tables[4], NULL);
    assert_true(run->measurements[1].series[1].measures[0][0] == 419);
    run_free(run);
}

TEST(columns_are_actions_where_lines_have_the_libraries) {
    assert_actions("structure,dataset,insert(s),top/pop(s)\ntree,100,1,2\nheap,100,3,4\n"
                   "tree,1000,5,6\nheap,1000,7,8\n",
                   NULL, "",
                   "insert: tree 100 1, tree 1000 5, heap 100 3, heap 1000 7; "
                   "top/pop: tree 100 2, tree 1000 6, heap 100 4, heap 1000 8");
    assert_actions("db,lookup_avg_ms,hop_avg_ms\na,1,2\nb,3,4\n", NULL, "",
                   "lookup: a 1 0.001, b 1 0.003; hop: a 1 0.002, b 1 0.004");
    assert_actions("lib,n,CPU (s),GPU (s)\na,10,40,5\nb,10,50,7\n", NULL, "",
                   "x: a (CPU) 10 40, a (GPU) 10 5, b (CPU) 10 50, b (GPU) 10 7");
    assert_actions("lib,run1_s,run2_s\na,40,50\n", NULL, "", "x: a 1 45");
    assert_units("compiler,naive_s,tiled_s\ngcc,1,2\nclang,3,4\n", "compiler=variant", "seconds",
                 "naive (compiler=gcc) 1 1, tiled (compiler=gcc) 1 2, naive (compiler=clang) 1 3, "
                 "tiled (compiler=clang) 1 4");
}

/* Under a known word, and under one that nobody knows. */
TEST(files_are_what_libraries_worked_on) {
    static const char *const words[] = {"file", "blob"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char table[ROOM];
        snprintf(table, sizeof table,
                 "%s,codec,compress_ms,decompress_ms\nx,lz4,1,2\nx,zstd,3,4\ny,lz4,5,6\n"
                 "y,zstd,7,8\n",
                 words[i]);
        assert_actions(table, NULL, "",
                       "x (compress): lz4 1 0.001, zstd 1 0.003; x (decompress): lz4 1 0.002, "
                       "zstd 1 0.004; y (compress): lz4 1 0.005, zstd 1 0.007; "
                       "y (decompress): lz4 1 0.006, zstd 1 0.008");
    }
}

TEST(a_told_unit_is_that_of_all_times) {
    assert_in_ms("case,impl,workers,t_best,t_median\nx,sh,1,2,3\nx,c,1,1,2\nx,c,2,1,1\n",
                 "t_best\ts\tless\n", "x: sh 1 0.003, c 1 0.002, c 2 0.001");
    assert_in_ms("program,width,loadTime,totalTime\na,10,4,7\na,10,4,8\nb,10,5,9\n",
                 "loadTime\ts\tless\n", "x: a 10 0.0075, b 10 0.009");
    assert_in_ms("city,a,b\nRoma,1,2\nParis,3,4\n", "",
                 "Roma: a 1 0.001, b 1 0.002; Paris: a 1 0.003, b 1 0.004");
    assert_in_ms("Order,Command,J,R\n1,fit,1,15\n2,sort,1.5,10\n", "",
                 "fit: J 1 0.001, R 1 0.015; sort: J 1 0.0015, R 1 0.01");
}

/* As what others number, pandas' index does not. */
TEST(a_column_without_a_name_has_what_tells_lines_apart) {
    assert_actions(",a_ms,b_ms\n100,1,2\n1000,10,30\n", NULL, "",
                   "x: a 100 0.001, a 1000 0.01, b 100 0.002, b 1000 0.03");
    assert_actions("|  | a | b |\n|--|--|--|\n| sort | 1 ms | 2 ms |\n| find | 3 ms | 4 ms |\n",
                   NULL, "", "sort: a 1 0.001, b 1 0.002; find: a 1 0.003, b 1 0.004");
    assert_actions(",a_ms,b_ms\n0,1,2\n1,10,30\n", NULL, "", "x: a 1 0.0055, b 1 0.016");
    assert_actions(",lib,n,t_ms\n7,a,10,1\n9,b,10,2\n", NULL, "", "x: a 10 0.001, b 10 0.002");
}

/* What is one number for each library, or wherever it was measured, keeps none apart. */
TEST(what_libraries_meet_at_is_a_parameter) {
    assert_actions("algorithm,n,rep,ms,buffer,stable\nmerge,9,0,2,80,1\nmerge,9,1,4,80,1\n"
                   "quick,9,0,1,0,0\nquick,9,1,1,0,0\nheap,9,0,3,0,0\nheap,9,1,3,0,0\n",
                   NULL, "", "x: merge 9 0.003, quick 9 0.001, heap 9 0.003");
    assert_actions("algorithm,operation,batch,ms\na,sign,100,1\na,check,30,2\nb,sign,50,3\n"
                   "b,check,10,4\n",
                   NULL, "", "sign: a 1 0.001, b 1 0.003; check: a 1 0.002, b 1 0.004");
    assert_actions("algorithm,shape,n,ms,depth\na,flat,9,1,3\na,deep,9,2,7\nb,flat,9,3,3\n"
                   "b,deep,9,4,8\na,flat,99,5,4\na,deep,99,6,9\nb,flat,99,7,5\nb,deep,99,8,6\n",
                   NULL, "",
                   "flat: a 9 0.001, a 99 0.005, b 9 0.003, b 99 0.007; "
                   "deep: a 9 0.002, a 99 0.006, b 9 0.004, b 99 0.008");
    assert_tells("lib,width,ms\na,1,1\na,2,2\nb,1,3\nb,2,4\n", NULL,
                 "a 1 0.001, a 2 0.002, b 1 0.003, b 2 0.004");
}

TEST(numbers_of_trials_are_those_of_samples) {
    static const char *const words[] = {"trial_num",        "Trial No", "rep_id",
                                        "iteration number", "run #",    "request_number"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char table[ROOM];
        snprintf(table, sizeof table, "lib,%s,t_s\na,1,1\na,2,3\nb,1,5\nb,2,7\n", words[i]);
        assert_tells(table, NULL, "a 1 2, b 1 6");
    }
}

TEST(names_may_be_called_names) {
    assert_actions("distribution,method_name,n,time_ms\nu,cpu,100,8\nu,gpu,100,2\nc,cpu,100,9\n"
                   "c,gpu,100,3\n",
                   NULL, "", "u: cpu 100 0.008, gpu 100 0.002; c: cpu 100 0.009, gpu 100 0.003");
    assert_actions("implementation,task_id,elapsed_ms\nbase,mul,20\nbase,sort,40\nc,mul,5\n", NULL,
                   "", "mul: base 1 0.02, c 1 0.005; sort: base 1 0.04");
    assert_actions("system,task,condition,time_s\nx,t1,qa,1\ny,t1,qa,2\nx,t1,qb,3\ny,t1,qb,4\n",
                   NULL, "", "t1 (condition=qa): x 1 1, y 1 2; t1 (condition=qb): x 1 3, y 1 4");
}

TEST(a_first_column_of_round_numbers_has_the_sizes) {
    assert_tells("seqs,a_s,b_s\n10,1,2\n20,2,5\n", NULL, "a 10 1, a 20 2, b 10 2, b 20 5");
    assert_in_ms("rows,A,B\n1000,3,4\n2000,6,8\n", "",
                 "x: A 1000 0.003, A 2000 0.006, B 1000 0.004, B 2000 0.008");
    assert_in_ms("old,A\n3,4\n6,8\n", "", "x: old 1 0.0045, A 1 0.006");
    assert_in_ms("old,A\n1400,4\n1600,8\n", "", "x: old 1 1.5, A 1 0.006");
}

TEST(what_is_of_one_library_is_a_measure) {
    assert_tells("n,a_time_s,b_time_s,a_mem_mb\n10,1,2,39\n20,2,5,45\n", NULL,
                 "a 10 1, a 20 2, b 10 2, b 20 5");
}

TEST(tables_in_markdown_may_lack_the_outer_bars) {
    assert_tells("Library name | n | Time (ms)\n--- | --- | ---:\na | 10 | 1\nb | 10 | 2\n", NULL,
                 "a 10 0.001, b 10 0.002");
    assert_tells("| lib | t (s) |\n|--|--|\n| a | 0.4<sub>\302\2610.1</sub> |\n| <b>b</b> | 1 |\n",
                 NULL, "a 1 0.4, b 1 1");
}

TEST(what_is_the_same_in_all_lines_is_no_library) {
    assert_tells("approach,version,time_s\nplain,0.4.1,120\nquick,0.4.1,10\n", NULL,
                 "plain 1 120, quick 1 10");
    assert_tells("language,name,time_s\nC,a,1\nC,b,2\n", NULL, "C 1 1");
}

TEST(other_numbers_beside_times_are_none) {
    assert_actions("compiler,maxDepth,checkSeconds,fullSeconds\nx,11,0.5,1\ny,12,3,4\n", NULL, "",
                   "check: x 1 0.5, y 1 3; full: x 1 1, y 1 4");
    assert_tells("n,a_time (s),b_time (s),same_result\n1,1,2,True\n2,3,4,True\n", NULL,
                 "a 1 1, a 2 3, b 1 2, b 2 4");
}

TEST(times_are_so_in_other_languages) {
    static const char *const headers[] = {"Waktu(detik)", "Tiempo (segundos)",
                                          "Laufzeit [Sekunden]", "temps_s",
                                          "\346\227\266\351\227\264(\347\247\222)"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        char table[ROOM];
        snprintf(table, sizeof table, "lib,%s,Speedup\na,2,1\nb,1,2\n", headers[i]);
        assert_tells(table, NULL, "a 1 2, b 1 1");
    }
}

TEST(queries_are_no_quartiles) {
    assert_actions("engine,q1_ms,q2_ms,q3_ms\nduck,10,20,30\npg,100,150,200\n", NULL, "",
                   "q1: duck 1 0.01, pg 1 0.1; q2: duck 1 0.02, pg 1 0.15; "
                   "q3: duck 1 0.03, pg 1 0.2");
    assert_tells("lib,q1_ms,median_ms,q3_ms\na,1,2,3\n", NULL, "a 1 0.002");
}

TEST(a_status_may_be_a_crash) {
    struct run *run = foreign_run(&csv_format, "x.csv",
                                  "commit,t_ms,runStatus\na,3,keep\nb,2,drop\nc,0,crash\n", NULL);
    static const enum cell_status expected[] = {CELL_OK, CELL_OK, CELL_CRASHED};
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(run->measurements[0].series[i].status[0], expected[i]);
    run_free(run);
    run = foreign_run(&csv_format, "x.csv",
                      "compiler,checkSeconds,checkStatus,fullSeconds,fullStatus\n"
                      "x,0.5,ok,1,ok\ny,0.2,failed:SIGSEGV,3,ok\n",
                      NULL);
    assert_int_equal(run->measurements[0].series[1].status[0], CELL_FAILED);
    assert_int_equal(run->measurements[1].series[1].status[0], CELL_OK);
    run_free(run);
}

TEST(words_before_it_say_of_which_kind_a_library_is) {
    assert_actions("Array Type,Sorting Algorithm,time_ms\nAsc,Bubble,2\nAsc,Merge,1\n"
                   "Rnd,Bubble,6\nRnd,Merge,3\n",
                   NULL, "",
                   "Asc: Bubble 1 0.002, Merge 1 0.001; Rnd: Bubble 1 0.006, Merge 1 0.003");
    assert_actions("n,c_s,rust_s,rust_vs_c\n100,6,0.4,15\n200,24,0.8,30\n", NULL, "",
                   "x: c 100 6, c 200 24, rust 100 0.4, rust 200 0.8");
}

TEST(an_amount_in_words_is_no_header) {
    assert_refused("algorithm,time\na,less than a ms\nb,500ms\n",
                   "x.csv: line 2: \"less than a ms\" is not a number, in column \"time\"; write "
                   "one, or failed if it was not measured");
}

TEST(a_line_of_nothing_names_no_action) {
    assert_actions("lib,t_ms,file\na,1,x\nb,2,x\nc,NA,NA\n", NULL, "", "x: a 1 0.001, b 1 0.002");
    assert_actions("variant,x,t_ms\na,,5\nb,,4\nc,12,3\n", NULL, "",
                   "x: a 1 0.005, b 1 0.004, c 1 0.003");
}

/* No two libraries share one, and each has one wherever they meet. */
TEST(what_a_library_made_of_a_file_is_no_size) {
    assert_actions("file,codec,size,time_ms\nx,lz4,500,1\nx,zstd,480,2\ny,lz4,100,1\n"
                   "y,zstd,90,2\n",
                   NULL, "", "x: lz4 1 0.001, zstd 1 0.002; y: lz4 1 0.001, zstd 1 0.002");
    assert_tells("codec,threads,size,time_ms\nlz4,1,4.33 GiB,1\nlz4,2,4.33 GiB,2\n"
                 "zstd,1,7.95 GiB,3\nzstd,2,7.95 GiB,5\n",
                 NULL,
                 "lz4 1 threads=1 0.001, lz4 1 threads=2 0.002, zstd 1 threads=1 0.003, "
                 "zstd 1 threads=2 0.005");
    assert_tells("lib,threads,size,time_ms\na,1,100,1\na,1,200,2\nb,1,150,3\nb,2,250,5\n", NULL,
                 "a 100 threads=1 0.001, a 200 threads=1 0.002, b 150 threads=1 0.003, "
                 "b 250 threads=2 0.005");
    assert_tells("codec,size,time_ms\nlz4,500,1\nzstd,480,2\n", NULL,
                 "lz4 500 0.001, zstd 480 0.002");
}

TEST(processor_times_may_be_in_total) {
    assert_actions("lib,n,Total Time(ms),Total CPU Time(ms)\na,1,2,1\n", "cpu_seconds", "",
                   "x: a 1 0.001");
    assert_tells("script;matrix;User-Time\nc;in;45m04.5s\npy;in;32.50s\n", NULL,
                 "c 1 2704.5, py 1 32.5");
}

TEST(what_counts_is_no_library_without_a_unit) {
    assert_actions("time,number of rows,no. of columns,a time (ms),b time (ms)\n"
                   "20190102-121928,10,12,1,2\n20190102-162950,11,13,3,4\n",
                   NULL, "time",
                   "x: a 10 no. of columns=12 0.001, a 11 no. of columns=13 0.003, "
                   "b 10 no. of columns=12 0.002, b 11 no. of columns=13 0.004");
}

TEST(sizes_are_read_as_people_write_them) {
    assert_tells("lib,size,t_s\na,1_000,1\na,2'000,2\na,3 000,3\na,4\342\200\257000,4\na,2^13,5\n"
                 "a,2**14,6\na,1e5,7\na,1Mi,8\n",
                 NULL,
                 "a 1000 1, a 2000 2, a 3000 3, a 4000 4, a 8192 5, a 16384 6, a 100000 7, "
                 "a 1048576 8");
    assert_tells("lib,size,t_s\na,8x8,1\na,16\303\22716\303\22716,2\n", NULL, "a 8 1, a 16 2");
    assert_tells("time_ms,10x10,2^10,10_000\na,1,2,3\n", NULL,
                 "a 10 0.001, a 1024 0.002, a 10000 0.003");
}

TEST(what_stands_behind_a_result_is_not_it) {
    assert_tells("lib,time (sec.)\na,\"12,345 \302\2611.2%\"\nb,5.0 (\302\2610.2)\n", NULL,
                 "a 1 12345, b 1 5");
    assert_tells("lib,time [msec.]\na,5.0+/-0.2 ms\nb,5 ms (3.2x)\n", NULL, "a 1 0.005, b 1 0.005");
    assert_tells("n,a,b\n9,1 ms (\342\234\205 **1.00x**),2 ms (2.0x slower)\n", NULL,
                 "a 9 0.001, b 9 0.002");
    struct run *run = foreign_run(&csv_format, "x.csv", "lib,time_ms\na,50 \302\261 2%\n", NULL);
    assert_true(fabs(run->measurements[0].series[0].measures[0][0] - 1e-3) < 1e-12);
    run_free(run);
    assert_tells(
        "| lib | x |\n|--|--|\n| a | \342\234\205 1 ms |\n| b | DNF (OOM) |\n| c | \342\235\214 |\n"
        "| d | > 600 s |\n| e | n/a (timeout) |\n",
        NULL, "a 1 0.001");
    assert_tells("lib,time\na,~5 ms\nb,5 ms (190 ops/s)\n", NULL, "a 1 0.005, b 1 0.005");
    assert_tells("| lib | x | y |\n|--|--|--|\n"
                 "| a | 2,500,000 ns/iter (+/- 9,310) = 17 MB/s | 1 ms |\n| b | (fails) | 2 ms |\n",
                 NULL, "a 1 0.0025");
    assert_tells("lib,time (s),samples/s\na,2,0.6M/s\nb,5,1.5M/s\n", "rate",
                 "a 1 600000, b 1 1.5e+06");
    assert_refused("lib,time\na,5 ms\nb,<0.1 ms\n",
                   "x.csv: line 3: \"<0.1 ms\" is not a number, in column \"time\"; write one, or "
                   "failed if it was not measured");
}

TEST(ratios_are_no_times) {
    assert_refused("threads,naive speedup,tiled speedup\n1,1.0,1.0\n2,1.9,1.95\n",
                   "x.csv: line 1: \"naive speedup\" seems to be of ratios, and nothing has times: "
                   "speed-ups are no times; write the times that they were calculated from");
    assert_refused("benchmark,gcc,clang\nbzip2,1.00,1.05\nmcf,1.00,0.88\n",
                   "x.csv: line 1: \"gcc\" seems to be of ratios, and nothing has times: speed-ups "
                   "are no times; write the times that they were calculated from");
    struct run *run = foreign_run(
        &csv_format, "x.md",
        "| Method | N | Mean | StdDev | Ratio | RatioSD | Gen0 | Allocated | Alloc Ratio |\n"
        "|---|--|---|---|---|---|---|---|---|\n"
        "| Loop | 10 | 50 ns | 0.4 ns | 1.00 | 0.00 | - | - | NA |\n"
        "| Linq | 10 | 200 ns | 2.5 ns | 4.00 | 0.06 | 0.0100 | 48 B | 2.00 |\n",
        NULL);
    const struct measurement *m = &run->measurements[0];
    char text[ROOM];
    static const double linq[] = {2.5e-9, 4, 0.06, 0.01, 48, 2};
    tell(text, run, NULL);
    assert_string_equal(text, "Loop 10 5e-08, Linq 10 2e-07");
    for (size_t i = 0; i < sizeof linq / sizeof *linq; i++)
        assert_true(fabs(m->series[1].measures[i][0] - linq[i]) <= 1e-12 * linq[i]);
    run_free(run);
}

TEST(a_title_may_have_the_unit_beside_a_statistic) {
    assert_tells("# Raw numbers (mean us)\ncity,a,b\nRoma,2,2.5\n", NULL, "a 1 2e-06, b 1 2.5e-06");
}

TEST(a_part_of_a_title_says_the_unit) {
    static const struct {
        const char *table, *units, *tells;
    } cases[] = {
        {"# k-NN, elapsed seconds\nThreads,Run 1,Run 2,Average\n1,8,10,9\n2,4,5,4.5\n",
         "seconds, as the title says", "x 1 9, x 2 4.5"},
        {"# gcc 13; time (ms); 2 runs\nlib,time\na,5\n", "milliseconds, as the title says",
         "a 1 0.005"},
        {"k-NN: run time [us]\nn,a,b\n1,5,6\n", "microseconds, as the title says",
         "a 1 5e-06, b 1 6e-06"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_units(cases[i].table, NULL, cases[i].units, cases[i].tells);
    assert_refused(
        "# 100 runs, 5 s\nlib,time\na,5\n",
        "x.csv: line 3: nothing says in what unit \"time\" is; call it \"time_ms\" in the "
        "header (or _s, _us, _ns, _GFLOPS), or give --unit ms");
    assert_refused(
        "# mean time (ms), total time (s)\nlib,time\na,5\n",
        "x.csv: line 3: nothing says in what unit \"time\" is; call it \"time_ms\" in the "
        "header (or _s, _us, _ns, _GFLOPS), or give --unit ms");
}

TEST(durations_have_several_parts) {
    assert_tells("library,n,time\na,10,2m:00s\nb,10,2m30s\nc,10,6.0s\nd,10,1h 2m\ne,10,00:01:02\n"
                 "f,10,1m2.5s\ng,10,1:02.5\nh,10,\"1 min, 2 sec\"\n",
                 NULL,
                 "a 10 120, b 10 150, c 10 6, d 10 3720, e 10 62, f 10 62.5, g 10 62.5, h 10 62");
    assert_tells("n,a,b\n10,2m:00s,1m02s\n20,6.0s,1.5 min\n", NULL,
                 "a 10 120, a 20 6, b 10 62, b 20 90");
    assert_refused("library,n,time\na,10,1m 2m\n",
                   "x.csv: line 2: \"1m 2m\" is not a number, in column \"time\"; write one, or "
                   "failed if it was not measured");
}

TEST(points_may_part_thousands_in_one_column_and_not_in_another) {
    assert_tells("library,n,ns,ratio\na,100,234.567,1.5\na,1000,1.234.567,2.125\nb,100,12,1.5\n"
                 "b,1000,-,2.125\n",
                 NULL, "a 100 0.000234567, a 1000 0.00123457, b 100 1.2e-08");
    assert_tells("library,n,ms\na,1.000.000,1.250\na,2.000,1.125\n", NULL,
                 "a 2000 0.001125, a 1000000 0.00125");
    /* 1.250 may be two numbers there. */
    assert_refused("library,n,us\na,1,1.234.567\na,2,1.250\na,3,1.5\n",
                   "x.csv: line 2: \"1.234.567\" is not a number, in column \"us\"; write one, or "
                   "failed if it was not measured");
}

TEST(blanks_below_a_name_are_filled) {
    static const struct {
        const char *table, *tells;
    } cases[] = {
        {"n\tpackage\tms\n10\ta\t6\n\tb\t12\n20\ta\t7\n\tb\t14\n",
         "x: a 10 0.006, a 20 0.007, b 10 0.012, b 20 0.014"},
        {"library,n,ms\na,10,1\n,20,2\n,,\nb,10,3\n,20,4\n",
         "x: a 10 0.001, a 20 0.002, b 10 0.003, b 20 0.004"},
        {"| Benchmark | Library | ms |\n|---|---|---|\n| sort | a | 1 |\n| | b | 2 |\n"
         "| find | a | 3 |\n| | b | 4 |\n",
         "sort: a 1 0.001, b 1 0.002; find: a 1 0.003, b 1 0.004"},
        {"len\tcount\terror-rate\tpackage\ttime\tMB\n100\t8\t0.05\ta\t6.0s\t4.7 MB\n"
         "\t\t\tb\t2m:00s\t30 MB\n100\t8\t0.10\ta\t7s\t8 MB\n\t\t\tb\t3m:00s\t37 MB\n",
         "x: a 100 count=8 error-rate=0.05 6, a 100 count=8 error-rate=0.1 7, "
         "b 100 count=8 error-rate=0.05 120, b 100 count=8 error-rate=0.1 180"},
        {"action,library,n,ms\nsort,a,10,1\n,,20,2\n,b,10,3\n,,20,4\nfind,a,10,5\n,,20,6\n"
         ",b,10,7\n,,20,8\n",
         "sort: a 10 0.001, a 20 0.002, b 10 0.003, b 20 0.004; "
         "find: a 10 0.005, a 20 0.006, b 10 0.007, b 20 0.008"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_actions(cases[i].table, NULL, "", cases[i].tells);
    assert_units("library,n,ms\na,10,1\n,20,2\nb,10,3\n,20,4\n", NULL,
                 "milliseconds, blanks filled from above",
                 "a 10 0.001, a 20 0.002, b 10 0.003, b 20 0.004");
    /* Names that come again below themselves are no merged cells; nor is a lone blank. */
    static const char *const others[] = {
        "library,n,ms\na,10,1\na,20,2\n,10,3\n,20,4\nb,10,5\n,20,6\n",
        "library,n,ms\na,10,1\n,20,2\nb,10,3\nb,20,4\n",
        "library,n,ms\na,10,1\n,10,2\nb,10,3\n,10,4\n",
    };
    static const size_t lines[] = {4, 3, 3};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char message[200];
        snprintf(message, sizeof message,
                 "x.csv: line %zu: the name in column \"library\" is empty, and others are not; "
                 "write it there, or delete the line or the column's name in the header",
                 lines[i]);
        assert_refused(others[i], message);
    }
}

TEST(rows_of_ratios_are_left_out) {
    static const char *const ratios[] = {"ratio (%)", "speedup", "Speedup (x)", "efficiency"};
    char table[ROOM], told[ROOM];
    for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++) {
        snprintf(table, sizeof table, "base = 2,7,8\nfast (ns),150,100\na^b (ns),300,200\n%s,50,50",
                 ratios[i]);
        snprintf(told, sizeof told, "rows such as %s", ratios[i]);
        assert_actions(table, NULL, told,
                       "x: fast 7 1.5e-07, fast 8 1e-07, a^b 7 3e-07, a^b 8 2e-07");
    }
    assert_refused("name,7,8,9\nspeedup,1,2,4\nratio,1,1,1\n",
                   "x.csv: its rows are ratios, such as \"speedup\", and nothing has times: "
                   "speed-ups are no times; write the times that they were calculated from");
}

TEST(another_table_below_the_first_is_refused) {
    static const struct {
        const char *table, *message;
    } cases[] = {
        {"base = 2,7,8\na (ns),150,100\nbase = 10,7,8\na (ns),160,110\n",
         "line 3: the header of another table (base = 10, 7 ...); give each table a file, the "
         "first one lines 1 to 2"},
        {"n,a_ms,b_ms\n10,1,2\n20,2,3\n\nn,c_ms,d_ms\n10,3,4\n",
         "line 5: the header of another table (n, c_ms ...); give each table a file, the first "
         "one lines 1 to 4"},
        {"lib,ms\na,1\nb,2\nlib,us\na,3\nb,4\n",
         "line 4: the header of another table (lib, us ...); give each table a file, the first "
         "one lines 1 to 3"},
        {"n,a,b\n10,1,2\n20,2,3\n\nn,c,d\n10,3,4\n",
         "line 5: the header of another table (n, c ...); give each table a file, the first one "
         "lines 1 to 4"},
        {"lib,ms\na,1\nb,2\nn,lib,us\n1,a,3\n1,b,4\n",
         "line 4: the header of another table (n, lib ...); give each table a file, the first "
         "one lines 1 to 3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char message[ROOM];
        snprintf(message, sizeof message, "x.csv: %s", cases[i].message);
        foreign_assert_refused(&csv_format, "x.csv", cases[i].table,
                               &(struct format_options){.unit = "ns"}, message);
    }
}

TEST(groups_of_benchmarks_are_no_libraries) {
    assert_actions("Category,Benchmark,ms\nsort,quick,1\nsort,merge,2\nhash,crc,3\nhash,fnv,4\n",
                   NULL, "", "sort: quick 1 0.001, merge 1 0.002; hash: crc 1 0.003, fnv 1 0.004");
    assert_actions("Category,Benchmark,A (ms),B (ms)\nsort,quick,1,2\nsort,merge,3,4\n"
                   "hash,crc,5,6\n",
                   NULL, "",
                   "quick (Category=sort): A 1 0.001, B 1 0.002; merge (Category=sort): A 1 0.003, "
                   "B 1 0.004; crc (Category=hash): A 1 0.005, B 1 0.006");
    /* Those of languages tell of what is compared. */
    assert_actions("Category,Language,n,ms\ncompiled,C,10,1\ncompiled,Rust,10,2\n"
                   "interpreted,Python,10,9\n",
                   NULL, "Category", "x: C 10 0.001, Rust 10 0.002, Python 10 0.009");
}

TEST(several_conditions_of_named_libraries_are_actions) {
    assert_actions("phase,scenario,tool,ms\ncold,small,a,1\ncold,small,b,2\ncold,big,a,3\n"
                   "cold,big,b,4\nwarm,small,a,5\nwarm,small,b,6\nwarm,big,a,7\nwarm,big,b,8\n",
                   NULL, "",
                   "small (phase=cold): a 1 0.001, b 1 0.002; big (phase=cold): a 1 0.003, b 1 "
                   "0.004; small (phase=warm): a 1 0.005, b 1 0.006; big (phase=warm): a 1 0.007, "
                   "b 1 0.008");
}

TEST(rates_beside_times_are_in_no_unit_of_theirs) {
    assert_in_ms("Queue,Time(ms),Throughput\na,200,5e6\nb,100,1e7\n", "Throughput\t1\tmore\n",
                 "x: a 1 0.2, b 1 0.1");
    assert_in_ms("lib,time,bandwidth\na,200,5e6\nb,100,1e7\n", "bandwidth\t1\tmore\n",
                 "x: a 1 0.2, b 1 0.1");
    assert_in_ms("lib,time,miss_rate\na,200,0.5\nb,100,0.25\n", "miss_rate\t1\t\n",
                 "x: a 1 0.2, b 1 0.1");
    assert_in_ms("lib,time (us),min,std\na,200,190,5\nb,100,90,7\n", "min\ts\tless\nstd\ts\tless\n",
                 "x: a 1 0.0002, b 1 0.0001");
}

TEST(a_time_and_a_rate_of_one_name_are_two_measures) {
    assert_in_ms("variant;total_ms;copy_ms;copy_gbps\nOpenMP;20;;\nHIP;10;3;24\n",
                 "copy\ts\tless\ncopy (B/s)\tB/s\tmore\n", "x: OpenMP 1 0.02, HIP 1 0.01");
    char table[ROOM], name[2 * MEASURE_NAME], cut[MEASURE_NAME];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    snprintf(cut, sizeof cut, "%.*s", MEASURE_NAME - 1, name);
    snprintf(table, sizeof table, "lib;total_ms;%s_ms;%s_gbps\nOpenMP;20;3;4\nHIP;10;3;24\n", name,
             name);
    struct run *run = foreign_run(&csv_format, "x.csv", table, NULL);
    char measures[ROOM];
    snprintf(measures, sizeof measures, "%s\ts\tless\n%.*s (B/s)\tB/s\tmore\n", cut,
             (int)(strlen(cut) - strlen(" (B/s)")), cut);
    assert_string_equal(facts_text(&run->measurements[0].facts, FACT_MEASURES, ""), measures);
    run_free(run);
}

TEST(tokens_per_second_are_rates) {
    assert_actions("config_id,tg_tok_s,pp_tok_s,vram_gb\n9c1,30,900,8.7\n77a,40,-,8.5\n", "rate",
                   "", "tg: 9c1 1 30, 77a 1 40; pp: 9c1 1 900");
    assert_tells("lib,tokens_per_s\na,30\nb,40\n", "rate", "a 1 30, b 1 40");
    assert_tells("lib,tps\na,30\nb,40\n", "rate", "a 1 30, b 1 40");
    assert_tells("lib,ops_s\na,30\nb,40\n", "rate", "a 1 30, b 1 40");
    assert_actions("engine,pp512 (t/s),tg128 (t/s)\na,100,5\nb,200,6\n", "rate", "",
                   "pp512: a 1 100, b 1 200; tg128: a 1 5, b 1 6");
}

TEST(when_rows_were_measured_tells_none_apart) {
    static const char *const words[] = {"timestamp", "date", "datetime"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char table[ROOM];
        snprintf(table, sizeof table,
                 "%s,lib,n,t_s\n11.5,a,1,1\n12.25,a,1,3\n13,b,1,5\n14.5,b,1,7\n", words[i]);
        assert_actions(table, NULL, words[i], "x: a 1 2, b 1 6");
        snprintf(table, sizeof table, "lib,%s,t_s\na,Wed Mar 8,1\na,Thu Mar 9,3\nb,Fri Mar 10,5\n",
                 words[i]);
        assert_actions(table, NULL, words[i], "x: a 1 2, b 1 5");
    }
    /* One for each cell is no parameter. */
    assert_actions("timestamp,lib,t_s\n11,a,1\n11,a,3\n12,b,5\n12,b,7\n", NULL, "timestamp",
                   "x: a 1 2, b 1 6");
}

TEST(questions_are_what_was_done_and_solutions_who_did_it) {
    static const char *const done[] = {"question", "kernel_type", "indicator",
                                       "workload", "dataset",     "operation"};
    static const char *const who[] = {"solution",  "allocator", "variant",   "impl",
                                      "config_id", "server",    "framework", "tag"};
    for (size_t i = 0; i < sizeof done / sizeof *done; i++)
        for (size_t k = 0; k < sizeof who / sizeof *who; k++) {
            char table[ROOM];
            snprintf(table, sizeof table, "%s,%s,t_s\nsum,x,1\nsum,y,2\nmax,x,3\nmax,y,4\n",
                     done[i], who[k]);
            assert_actions(table, NULL, "", "sum: x 1 1, y 1 2; max: x 1 3, y 1 4");
            snprintf(table, sizeof table, "%s,%s,t_s\nx,sum,1\ny,sum,2\nx,max,3\ny,max,4\n", who[k],
                     done[i]);
            assert_actions(table, NULL, "", "sum: x 1 1, y 1 2; max: x 1 3, y 1 4");
        }
    assert_actions("task,question,solution,t_s\ng,s,x,1\ng,s,y,2\ng,m,x,3\ng,m,y,4\n", NULL, "",
                   "g (question=s): x 1 1, y 1 2; g (question=m): x 1 3, y 1 4");
    assert_actions("data,question,solution,t_s\nG,s,x,1\nG,s,y,2\nH,s,x,3\nH,s,y,4\nG,m,x,5\n"
                   "G,m,y,6\nH,m,x,7\nH,m,y,8\n",
                   NULL, "",
                   "s (data=G): x 1 1, y 1 2; s (data=H): x 1 3, y 1 4; "
                   "m (data=G): x 1 5, y 1 6; m (data=H): x 1 7, y 1 8");
    /* An instance of a problem, or of what solves it. */
    assert_actions("instance,heuristic,t_s\np,x,1\np,y,2\nq,x,3\nq,y,4\n", NULL, "",
                   "p: x 1 1, y 1 2; q: x 1 3, y 1 4");
    assert_actions("|instance|message|n|mean time|\n|-|-|-|-|\n|x|32 B|9 (3 \303\227 3)|1 s|\n"
                   "|y|32 B|8|2 s|\n|x|1 KiB|7|3 s|\n|y|1 KiB|6|4 s|\n",
                   NULL, "n", "x: x 32 1, x 1024 3, y 32 2, y 1024 4");
    /* Numbers may be sizes, and texts remarks. */
    assert_actions("lib,message,t_s\na,done,1\nb,done in time,2\n", NULL, "message",
                   "x: a 1 1, b 1 2");
    assert_tells("lib,message,t_s\na,32,1\nb,32,2\na,64,3\nb,64,4\n", NULL,
                 "a 32 1, a 64 3, b 32 2, b 64 4");
}

TEST(what_was_calculated_is_no_parameter) {
    assert_actions("lib,n,t_s,out_rows,out_cols,chk,peak_vram_mb\na,1,1,10,2,77,5\n"
                   "b,1,2,10,2,78,6\na,2,3,20,2,99,5\nb,2,4,20,2,98,5\n",
                   NULL, "", "x: a 1 1, a 2 3, b 1 2, b 2 4");
    assert_actions("lib,n,t_s,chk\na,1,1,7;9\na,1,3,7;8\nb,1,2,7;9\n", NULL, "chk",
                   "x: a 1 2, b 1 2");
    /* What is called so may be compared. */
    assert_actions("language,hash,t_s\nc,crc32,1\nc,xxh,2\ngo,crc32,3\ngo,xxh,4\n", NULL, "",
                   "crc32: c 1 1, go 1 3; xxh: c 1 2, go 1 4");
    assert_tells("n,crc32,md5\n10,0.01,0.02\n20,0.03,0.04\n", NULL,
                 "crc32 10 0.01, crc32 20 0.03, md5 10 0.02, md5 20 0.04");
}

TEST(benchmark_js_logs_rates) {
    static const char log[] =
        "name,date,error,count,cycles,hz\n\"a\",\"Wed Mar 08 2017\",,231,3,10\n"
        "\"a\",\"Thu Mar 09 2017\",,244,2,30\n"
        "\"b\",\"Fri Mar 10 2017\",\"Error: empty\",0,0,0\n"
        "\"c\",\"Sat Mar 11 2017\",,5,2,40\n";
    assert_actions(log, "rate", "date, count, cycles", "x: a 1 20, b 1 0, c 1 40");
    struct run *run = foreign_run(&csv_format, "x.csv", log, NULL);
    const struct measurement *m = &run->measurements[0];
    assert_int_equal(m->series[1].status[0], CELL_FAILED);
    assert_int_equal(m->series[0].status[0], CELL_OK);
    run_free(run);
    assert_in_ms("lib,error,time\na,,5\nb,,7\n", "", "x: a 1 0.005, b 1 0.007");
}

/* Texts that all libraries meet at are what these did, or on what; none of them is compared with
 * another. Options, and numbers beside the word for their default, make variants. */
TEST(what_libraries_worked_on_is_not_compared) {
    static const char *const words[] = {"ordering", "preset", "pattern", "quality"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char table[ROOM];
        snprintf(table, sizeof table, "packer,%s,t_s\na,x,1\nb,x,2\na,y,3\nb,y,4\n", words[i]);
        assert_actions(table, NULL, "", "x: a 1 1, b 1 2; y: a 1 3, b 1 4");
        snprintf(table, sizeof table,
                 "name,type,%s,t_s\na,u8,x,1\nb,u8,x,2\na,u8,y,3\nb,u8,y,4\na,u64,x,5\n"
                 "b,u64,x,6\n",
                 words[i]);
        char expected[ROOM];
        snprintf(expected, sizeof expected,
                 "u8 (%s=x): a 1 1, b 1 2; u8 (%s=y): a 1 3, b 1 4; u64 (%s=x): a 1 5, b 1 6",
                 words[i], words[i], words[i]);
        assert_actions(table, NULL, "", expected);
    }
    assert_tells("packer,level,t_s\na,x,1\nb,x,2\na,y,3\nb,y,4\n", NULL,
                 "a (level=x) 1 1, b (level=x) 1 2, a (level=y) 1 3, b (level=y) 1 4");
    assert_tells("packer,window,t_s\na,auto,1\nb,auto,2\na,8,3\nb,8,4\n", NULL,
                 "a (window=auto) 1 1, b (window=auto) 1 2, a (window=8) 1 3, b (window=8) 1 4");
    assert_actions("packer,preset,pack time (s),pack FPS\na,x,1,9\nb,x,2,8\na,y,3,7\nb,y,4,6\n",
                   NULL, "", "x: a 1 1, b 1 2; y: a 1 3, b 1 4");
}
