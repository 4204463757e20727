/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/csv/csv_columns.h"

static struct source source;
static struct csv_record record;
static struct csv_columns columns;

static void read_columns(const char *text) {
    static const struct format_options none;
    struct err err = {""};
    source = (struct source){.path = "x.csv", .text = text, .length = strlen(text)};
    if (csv_record_begin(&record, &source, &err) ||
        csv_columns_read(&columns, &record, NULL, &none, &err))
        fail_msg("%s", err.message);
}

static void release(void) {
    csv_columns_release(&columns);
    csv_record_release(&record);
}

TEST(columns_are_what_their_cells_are) {
    static const enum csv_role roles[] = {CSV_SECONDS,  CSV_PARAMETER, CSV_PARAMETER, CSV_FACT,
                                          CSV_LEFT_OUT, CSV_LEFT_OUT,  CSV_LEFT_OUT,  CSV_LEFT_OUT};
    read_columns("seconds,k,l,os,note,none,,steal\n1,2,,a,b,NA,1,0\n2,2,3,a,4,NA,2,0\n");
    assert_int_equal(columns.count, 8);
    for (size_t c = 0; c < 8; c++)
        assert_int_equal(columns.items[c].role, roles[c]);
    assert_int_equal(columns.of_role[CSV_SECONDS], 0);
    assert_int_equal(columns.of_role[CSV_LIBRARY], columns.count);
    release();
}

TEST(the_first_line_follows_the_looking) {
    static const char *const texts[] = {"seconds,k\n1,2\n3,4\n", "seconds,size\n1,2\n3,4\n"};
    for (size_t i = 0; i < 2; i++) {
        read_columns(texts[i]);
        assert_int_equal(csv_columns_next(&columns, &record, NULL), 1);
        assert_string_equal(record.fields[0], "1");
        release();
    }
}

TEST(shapes_are_told_by_their_names) {
    read_columns("size,a,b,seed\n");
    assert_true(columns.is_wide && columns.items[1].role == CSV_TIMES);
    assert_int_equal(columns.of_role[CSV_SEED], 3);
    release();
    read_columns("size,library,mean,median,action\n8,a,1,2,f\n");
    assert_true(columns.are_means && !columns.is_wide);
    assert_int_equal(columns.of_role[CSV_SECONDS], 2);
    assert_int_equal(columns.items[3].role, CSV_MEASURE);
    release();
    read_columns("run,action,size,library,mean,median\nr,f,8,a,1,2\n");
    assert_int_equal(columns.items[5].role, CSV_LEFT_OUT);
    release();
    read_columns("size,seconds,mean\n8,1,2\n");
    assert_false(columns.are_means);
    assert_int_equal(columns.items[2].role, CSV_MEASURE);
    release();
}

TEST(headers_of_tables_are_recognised) {
    static const char *const tables[] = {"size,seconds\n1,2\n", "Library;Mean\n", "size\ta\tb",
                                         "\357\273\277size,seconds\r\n"};
    static const char *const others[] = {
        "seconds\n1\n", "a,b\n", "", "{\"size\": 1, \"a\": 2}\n", "size seconds\n", "\211HDF\r\n"};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        assert_true(csv_columns_recognise(tables[i], strlen(tables[i]), 2));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(csv_columns_recognise(others[i], strlen(others[i]), 2));
}
