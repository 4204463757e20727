/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Documents in Markdown with several tables, and what stands between them. */
#include "tests/formats/csv_tells.h"

#define RULE2 "|---|---|\n"
#define RULE3 "|---|---|---|\n"

TEST(titles_are_the_nearest_lines_unless_all_are_headings) {
    assert_actions(
        "## Speed\n\nIt is fast.\n\nInsert 10 words:\n\n| name | time |\n|--|--|\n| a | 1 s |\n"
        "| b | 2 s |\n\nFind a word:\n\n| name | time |\n|--|--|\n| a | 3 s |\n",
        NULL, "", "Insert 10 words: a 1 1, b 1 2; Find a word: a 1 3");
}

TEST(a_table_of_the_machine_is_passed_over) {
    assert_actions("# Report\n\n| item | value |\n|---|---|\n| CPU | i5, turbo off |\n"
                   "| memory | 15870 MiB |\n\n## Speed\n\n| lib | n | mean time |\n|---|---|---|\n"
                   "| `a` | 32 B | 635 ns |\n| `a` | 512 B | 5.07 \302\265s |\n",
                   NULL, "the table in line 3", "x: a 32 6.35e-07, a 512 5.07e-06");
}

TEST(blocks_of_code_and_comments_are_no_tables) {
    assert_actions("Run it:\n\n```sh\n./bench a | tee a.txt\n| x | y |\n|---|---|\n```\n\n"
                   "| name | time |\n" RULE2 "| a | 1 s |\n| b | 2 s |\n\n~~~\ncat a | sort\n~~~\n",
                   NULL, "", "x: a 1 1, b 1 2");
    assert_actions("<!-- | name | time |\n|---|---|\n| c | 3 s |\n-->\n| name | time |\n" RULE2
                   "| a | 1 s |\n",
                   NULL, "", "x: a 1 1");
    assert_actions("| CPU | i5 |\n" RULE2 "| RAM | 8 GB |\n\n```\n| name | time |\n" RULE2
                   "| a | 1 s |\n```\n",
                   NULL, "the table in line 1", "x: a 1 1");
    assert_actions("# Times\n```\nname  n  time_s\na     1  1\nb     1  2\n```\n", NULL, "",
                   "x: a 1 1, b 1 2");
    /* The whole table may stand in one. */
    assert_actions("```\n| name | time |\n" RULE2 "| a | 1 s |\n| b | 2 s |\n```\n", NULL, "",
                   "x: a 1 1, b 1 2");
}

TEST(rows_may_stand_apart) {
    static const char *const between[] = {"|---|---|\n", "| | |\n", "\n", "| name | time |\n",
                                          "\n| name | time |\n|---|---|\n"};
    for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
        char text[ROOM];
        snprintf(text, sizeof text,
                 "Use a | b.\n\n| name | time |\n" RULE2 "| a | 1 s |\n%s| b | 2 s |\n\n"
                 "Note: `a | b` is a pipe.\n\n    cat a | wc\n",
                 between[i]);
        assert_actions(text, NULL, "", "x: a 1 1, b 1 2");
    }
    assert_refused(
        "| name | time |\n" RULE2 "| a | 1 s |\n\nand\n\n| b | 2 s |\n",
        "x.csv: line 5: 1 column, where the header has 2; if another table begins there, "
        "give each a file");
}

TEST(tables_below_headings_are_told_apart_by_them) {
    static const char *const words[] = {"", "Some words.\n\n", "![a chart](chart.png)\n",
                                        "```\n./run | column -t\n```\n",
                                        "- one\n- two | three\n\n"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char text[ROOM];
        snprintf(text, sizeof text,
                 "# Report\n## insert\n%s| name | time |\n" RULE2
                 "| a | 1 s |\n| b | 2 s |\n\n## find\n%s| name | time |\n" RULE2
                 "| a | 3 s |\n| c | 4 s |\n\nThe end.\n",
                 words[i], words[i]);
        assert_actions(text, NULL, "", "insert: a 1 1, b 1 2; find: a 1 3, c 1 4");
    }
    static const char *const headings[][2] = {
        {"<details>\n<summary><b>insert</b></summary>\n\n",
         "</details>\n<details><summary>find</summary>\n\n"},
        {"insert\n------\n", "find\n----\n"},
        {"## [insert](#insert) ##\n", "## **find**\n"},
        {"**insert**:\n\n", "__find__\n\n"},
    };
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        char text[ROOM];
        snprintf(text, sizeof text,
                 "%s| name | time |\n" RULE2
                 "| a | 1 s |\n\n%s name | time\n --- | ---\n a | 3 s\n",
                 headings[i][0], headings[i][1]);
        assert_actions(text, NULL, "", "insert: a 1 1; find: a 1 3");
    }
    /* Where the nearest ones are the same, those above tell. */
    assert_actions("## insert\n### Time\n| name | time |\n" RULE2 "| a | 1 s |\n"
                   "## find\n### Time\n| name | time |\n" RULE2 "| a | 3 s |\n",
                   NULL, "", "insert: a 1 1; find: a 1 3");
    /* Numbers of one thing are a parameter. */
    assert_tells("## 1,000 rows\n| name | time |\n" RULE2 "| a | 1 s |\n"
                 "## 10,000 rows\n| name | time |\n" RULE2 "| a | 3 s |\n",
                 NULL, "a 1000 1, a 10000 3");
    /* So do items of lists, without their numbers. */
    assert_actions("  1. insert:\n\n| name | time |\n" RULE2 "| a | 1 s |\n\n"
                   "  2. find:\n\n| name | time |\n" RULE2 "| a | 3 s |\n",
                   NULL, "", "insert: a 1 1; find: a 1 3");
}

TEST(tables_with_a_column_for_each_library_are_sections) {
    assert_actions("## cold\n| | a | b |\n" RULE3 "| read | 1 s | 2 s |\n| seek | 5 s | 6 s |\n"
                   "## warm\n| | a | b |\n" RULE3 "| read | 3 s | 4 s |\n| seek | 7 s | 8 s |\n",
                   NULL, "",
                   "read (section=cold): a 1 1, b 1 2; seek (section=cold): a 1 5, b 1 6; "
                   "read (section=warm): a 1 3, b 1 4; seek (section=warm): a 1 7, b 1 8");
}

TEST(states_of_one_thing_are_compared) {
    assert_actions("## Before\n| benchmark | time |\n" RULE2 "| x | 1 s |\n| y | 2 s |\n"
                   "## After the patch\n| benchmark | time |\n" RULE2 "| x | 3 s |\n| y | 4 s |\n",
                   NULL, "",
                   "x: Before 1 1, After the patch 1 3; y: Before 1 2, After the patch 1 4");
    assert_actions("## Before\n| library | time |\n" RULE2 "| a | 1 s |\n| b | 2 s |\n"
                   "## After\n| library | time |\n" RULE2 "| a | 3 s |\n| b | 4 s |\n",
                   NULL, "", "Before: a 1 1, b 1 2; After: a 1 3, b 1 4");
    assert_actions(
        "## main\n| backend | test | time |\n" RULE3 "| cpu | x | 1 s |\n| cpu | y | 2 s |\n"
        "## PR\n| backend | test | time |\n" RULE3 "| cpu | x | 3 s |\n| cpu | y | 4 s |\n",
        NULL, "", "x: main 1 1, PR 1 3; y: main 1 2, PR 1 4");
}

TEST(tables_with_a_column_for_each_action_are_told_apart) {
    assert_actions(
        "## cold\n| library | read | seek |\n" RULE3 "| a | 1 s | 2 s |\n| b | 3 s | 4 s |\n"
        "## warm\n| library | read | seek |\n" RULE3 "| a | 5 s | 6 s |\n| b | 7 s | 8 s |\n",
        NULL, "",
        "cold (read): a 1 1, b 1 3; cold (seek): a 1 2, b 1 4; "
        "warm (read): a 1 5, b 1 7; warm (seek): a 1 6, b 1 8");
}

TEST(headings_say_units_of_their_own) {
    assert_actions("## Latency (ms)\n| case | a | b |\n" RULE3 "| x | 1 | 2 |\n"
                   "## Start-up time (s)\n| case | a | b |\n" RULE3 "| x | 3 | 4 |\n",
                   NULL, "",
                   "x (section=Latency (ms)): a 1 0.001, b 1 0.002; "
                   "x (section=Start-up time (s)): a 1 3, b 1 4");
    /* What stands above several headings holds for each that says nothing else. */
    assert_actions("# Report\n| feature | a | b |\n" RULE3 "| fast | yes | no |\n\nTimes in ms.\n\n"
                   "## read\n| case | a | b |\n" RULE3 "| x | 1 | 2 |\n"
                   "## write\n| case | a | b |\n" RULE3 "| x | 3 | 4 |\n"
                   "## memory\n| case | a | b |\n" RULE3 "| x | 5 | 6 |\n",
                   NULL, "the tables in lines 2 and 17",
                   "x (section=read): a 1 0.001, b 1 0.002; "
                   "x (section=write): a 1 0.003, b 1 0.004");
    assert_refused("## Throughput\n| case | a | b |\n" RULE3 "| x | 1 | 2 |\n"
                   "## Latency\n| case | a | b |\n" RULE3 "| x | 3 | 4 |\n",
                   "x.csv: tables begin in lines 2 and 6, and nothing says in what units; write "
                   "them in the headings, such as \"Latency (ms)\", or give each a file, the first "
                   "one lines 1 to 4");
    assert_units("## read (ms)\n| case | a | b |\n" RULE3 "| x | 1 | 2 |\n"
                 "## write (s)\n| case | a | b |\n" RULE3 "| x | 3 | 4 |\n",
                 NULL, "milliseconds, as the title says and seconds, as the title says",
                 "a 1 0.001, b 1 0.002");
    /* Rates are kept apart from times. */
    assert_actions("## Requests/sec\n| case | a | b |\n" RULE3 "| x | 1,000 | 2,000 |\n"
                   "## Latency\n| case | a | b |\n" RULE3 "| x | 3 ms | 4 ms |\n",
                   NULL, "",
                   "x (section=Requests/sec): ; x (section=Latency): a 1 0.003, b 1 0.004");
}

TEST(tables_without_times_are_left_out) {
    assert_actions("## Speed\n| name | time |\n" RULE2 "| a | 1 s |\n| b | 2 s |\n\n"
                   "## Size\n| name | size |\n" RULE2 "| a | 20K |\n| b | 3.4M |\n",
                   NULL, "the table in line 8", "x: a 1 1, b 1 2");
    assert_actions("## Speed (ms)\n| case | a | b |\n" RULE3 "| x | 1 | 2 |\n\n"
                   "### Memory usage\n| case | a | b |\n" RULE3 "| x | 30 | 40 |\n\n"
                   "### Memory (kB)\n| case | a | b |\n" RULE3 "| x | 30 | 40 |\n",
                   NULL, "the tables in lines 7 and 12", "x: a 1 0.001, b 1 0.002");
}

TEST(tables_of_the_same_things_may_have_other_columns) {
    assert_actions("## pack\n| name | time | ratio |\n" RULE3 "| a | 1 s | 3 |\n| b | 2 s | 4 |\n"
                   "## unpack\n| name | time |\n" RULE2 "| a | 3 s |\n",
                   NULL, "", "pack: a 1 1, b 1 2; unpack: a 1 3");
    assert_refused("## pack\n\n| name | time | ratio |\n" RULE3 "| a | 1 s | 3 |\n"
                   "## unpack\n| name | time |\n" RULE2 "| c | 3 s |\n",
                   "x.csv: tables begin in lines 3 and 7, and have no row in common; give each a "
                   "file, the first one lines 1 to 5");
    assert_refused("| name | insert | find |\n" RULE3 "| a | 1 ms | 3 ms |\n\n"
                   "| name | insert | erase |\n" RULE3 "| a | 3 ms | 4 ms |\n",
                   "x.csv: tables begin in lines 1 and 5, and no heading tells them apart; give "
                   "each a file, the first one lines 1 to 3");
    assert_refused("## Insert\n| lib | ms |\n" RULE2 "| a | 60 |\n## Insert\n| lib | ms |\n" RULE2
                   "| a | 40 |\n",
                   "x.csv: tables begin in lines 2 and 6, and no heading tells them apart; give "
                   "each a file, the first one lines 1 to 4");
    assert_refused("## a\n| name | time |\n" RULE2 "| x | 1 s |\n## b\n| name | time |\n" RULE2
                   "| x | 1 s | 2 |\n",
                   "x.csv: line 8: 3 columns, where the header in line 2 has others");
    assert_refused("## x\n| | a | b |\n" RULE3 "| Time (s) | 1 | 2 |\n| Memory (MB) | 5 | 6 |\n"
                   "## y\n| | a | b |\n" RULE3 "| Time (s) | 3 | 4 |\n| Memory (MB) | 7 | 8 |\n",
                   "x.csv: tables begin in lines 2 and 7, and their lines, not their columns, are "
                   "quantities; give each a file, the first one lines 1 to 5");
    /* Lines keep their numbers. */
    assert_refused("## pack\n| name | time |\n" RULE2 "| a | 1 s |\n"
                   "## unpack\n| name | time |\n" RULE2 "| a | quick |\n",
                   "x.csv: line 8: \"quick\" is not a number, in column \"time\"; write one, or "
                   "failed if it was not measured");
}

TEST(a_heading_that_a_column_repeats_says_nothing) {
    assert_actions(
        "### Engine: a\n| engine | query | time |\n" RULE3 "| a | x | 1 s |\n| a | y | 2 s |\n"
        "### Engine: b\n| engine | query | time |\n" RULE3 "| b | x | 3 s |\n| b | y | 4 s |\n",
        NULL, "", "x: a 1 1, b 1 3; y: a 1 2, b 1 4");
}

TEST(rows_of_titles_and_means_are_none) {
    assert_actions("| library | time |\n" RULE2 "| **C** | |\n| a | 1 s |\n| b | 2 s |\n"
                   "| **Zig** | |\n| c | 3 s |\n| __Geometric mean:__ | 1.8 s |\n",
                   NULL, "rows of titles or of all others", "x: a 1 1, b 1 2, c 1 3");
    /* Those that were not measured are no titles. */
    assert_actions("| library | time |\n" RULE2 "| a | 1 s |\n| b | |\n| c | 3 s |\n", NULL, "",
                   "x: a 1 1, c 1 3");
    /* A sum is one of what is compared, or of what each does. */
    assert_actions("| library | time |\n" RULE2 "| a | 1 s |\n| b | 2 s |\n| **Total** | 3 s |\n",
                   NULL, "rows of titles or of all others", "x: a 1 1, b 1 2");
    assert_actions("| case | a | b |\n" RULE3 "| x | 1 s | 2 s |\n| y | 3 s | 4 s |\n"
                   "| Total | 4 s | 6 s |\n",
                   NULL, "", "x: a 1 1, b 1 2; y: a 1 3, b 1 4; Total: a 1 4, b 1 6");
    /* A mean that is not the last may be a name. */
    assert_actions("| function | time |\n" RULE2 "| mean | 1 s |\n| median | 3 s |\n", NULL, "",
                   "x: mean 1 1, median 1 3");
}

TEST(a_thousand_tables_are_refused) {
    char *text = calloc(1000, 40);
    for (size_t i = 0; i < 1000; i++)
        strcat(text, "| name | time |\n" RULE2 "| a | 1 s |\n\n");
    assert_refused(text, "x.csv: line 801: more than 200 tables; make several files of it");
    free(text);
}

TEST(numbers_in_brackets_are_in_the_second_unit) {
    assert_tells("## Transforms\n\nns/op (GFLOPS), least of 5\n\n| N | a | b | a/b |\n"
                 "|--|--|--|--|\n| 128 | 161 (27.8) | 140 (32.0) | 1.15x |\n"
                 "| 256 | 300 (20.1) | 350 (17.0) | 0.86x |\n",
                 NULL, "a 128 1.61e-07, a 256 3e-07, b 128 1.4e-07, b 256 3.5e-07");
    assert_tells("| lib | ns/op (GFLOPS) |\n|--|--|\n| a | 161 (27.8) |\n| b | 200 (20) |\n", NULL,
                 "a 1 1.61e-07, b 1 2e-07");
    assert_tells("| N | a ns/op (GFLOPS) | b ns/op (GFLOPS) |\n|--|--|--|\n"
                 "| 128 | 161 (27.8) | 140 (32) |\n",
                 NULL, "a 128 1.61e-07, b 128 1.4e-07");
    assert_tells("| lib | latency (us) / rate (MB/s) |\n|--|--|\n| a | 161 (27.8) |\n", NULL,
                 "a 1 0.000161");
}

TEST(a_cut_or_damaged_document_is_refused_or_sound) {
    char document[] =
        "# Report\n<!-- a | b -->\n```\ncat a | wc\n```\nTimes in ms.\n## read\n| case | a | b "
        "|\n" RULE3
        "| **C** | | |\n| x | 1 (2\342\201\267) | ~2 |\n|--|--|--|\n| y | 3 | (fails) |\n"
        "| Mean | 2 | 2 |\n## write (s)\n case | a | b\n --|--|--\n x | 7min 12 | 4 = 5 MB/s\n"
        "<details><summary>size</summary>\n| case | size |\n|--|--|\n| x | 5K |\n";
    foreign_cut_and_damage_text(&csv_format, "x.md", document, strlen(document));
}
