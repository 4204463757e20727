/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/formats/foreign.h"

#include "formats/csv_text/csv_record.h"

static struct source text_source(const char *text) {
    return (struct source){.path = "x.csv", .text = text, .length = strlen(text)};
}

/* The records of TEXT, as "[a|b][c]". */
static void write_records(char *to, const char *text) {
    struct source source = text_source(text);
    struct csv_record record;
    struct err err = {""};
    int rc;
    *to = '\0';
    assert_int_equal(csv_record_begin(&record, &source, &err), 0);
    while ((rc = csv_record_next(&record, &err)) == 1)
        for (size_t i = 0; i < record.count; i++)
            sprintf(to + strlen(to), "%s%s%s", i ? "|" : "[", record.fields[i],
                    i + 1 < record.count ? "" : "]");
    csv_record_release(&record);
    if (rc)
        fail_msg("%s", err.message);
}

static void assert_records(const char *text, const char *expected) {
    char found[200];
    write_records(found, text);
    assert_string_equal(found, expected);
}

static void assert_refused(const char *text, const char *message) {
    struct source source = text_source(text);
    struct csv_record record;
    struct err err = {""};
    int rc;
    assert_int_equal(csv_record_begin(&record, &source, &err), 0);
    while ((rc = csv_record_next(&record, &err)) == 1)
        ;
    csv_record_release(&record);
    assert_int_equal(rc, ERR_DAMAGED);
    assert_string_equal(err.message, message);
}

/* RFC 4180, section 2. */
TEST(records_are_those_of_the_rfc) {
    assert_records("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n", "[aaa|bbb|ccc][zzz|yyy|xxx]");
    assert_records("aaa,bbb\r\nzzz,yyy", "[aaa|bbb][zzz|yyy]");
    assert_records("\"aaa\",\"b\r\nbb\",\"ccc\"\r\nzzz,yyy,xxx", "[aaa|b\r\nbb|ccc][zzz|yyy|xxx]");
    assert_records("\"aaa\",\"b\"\"bb\",\"ccc\"", "[aaa|b\"bb|ccc]");
}

TEST(empty_fields_are_fields) {
    assert_records("a,b\n,\n\"\",\n", "[a|b][|][|]");
}

TEST(a_quote_within_a_field_is_text) {
    assert_records("a 5\" disk,b\n", "[a 5\" disk|b]");
}

TEST(a_carriage_return_within_a_line_is_text) {
    assert_records("a\rb,c\r\nd,e\r", "[a\rb|c][d|e]");
}

TEST(the_delimiter_is_told_from_the_header) {
    assert_records("a;b\n1,5;2\n", "[a|b][1,5|2]");
    assert_records("a\tb\n1;5\t2\n", "[a|b][1;5|2]");
    assert_records("\"a;b;c\",d\n1,2\n", "[a;b;c|d][1|2]");
    assert_records("a\n1\n", "[a][1]");
}

TEST(marks_comments_and_empty_lines_are_passed_over) {
    assert_records("\357\273\277#x\n\n  \r\na,b\n#1,2\n1,2\n\n", "[a|b][1|2]");
    assert_records("", "");
    assert_records("\n\n#", "");
}

TEST(lines_are_counted_through_quotes) {
    assert_refused("a,b\n\"1\n\n2\",3\n\n\"x\"y,1\n", "x.csv: line 6: text after a closing quote");
    assert_refused("a,b\n1,\"2\n3\n", "x.csv: line 2: a quote that is not closed");
    assert_refused("a,b\n1,\"", "x.csv: line 2: a quote that is not closed");
}

TEST(too_long_lines_are_refused) {
    size_t n = 10 << 20;
    char *text = malloc(n + 1);
    memset(text, 'x', n);
    text[n] = '\0';
    assert_refused(text, "x.csv: line 1: longer than a line of a table is");
    memset(text, ',', n);
    assert_refused(text, "x.csv: line 1: more than 16384 columns");
    memcpy(text, "a,b\n\"", 5);
    assert_refused(text, "x.csv: line 2: longer than a line of a table is");
    free(text);
}

TEST(bytes_that_are_no_text_are_refused) {
    struct source source = {.path = "x.csv", .text = "a,b\n1,\0\n", .length = 8};
    struct csv_record record;
    struct err err = {""};
    assert_int_equal(csv_record_begin(&record, &source, &err), ERR_DAMAGED);
    assert_string_equal(err.message, "x.csv: line 2: a NUL byte; this is not text");
    csv_record_release(&record);
}

TEST(going_back_leads_to_the_first_record) {
    struct source source = text_source("\n#\na\nb\n");
    struct csv_record record;
    assert_int_equal(csv_record_begin(&record, &source, NULL), 0);
    while (csv_record_next(&record, NULL) == 1)
        ;
    csv_record_rewind(&record);
    assert_int_equal(csv_record_next(&record, NULL), 1);
    assert_string_equal(record.fields[0], "a");
    assert_int_equal(record.number, 3);
    csv_record_release(&record);
}

TEST(marks_that_contradict_are_refused) {
    static const struct {
        const char *text, *comma, *point;
    } cases[] = {
        {"shape,t\n\"64,64\",1.234\n\"64,64\",1.5\n", "64,64", "1.5"},
        {"n;t\n10,000;1.234\n20,000;-2.5\n", "10,000", "-2.5"},
        {"n;t\n1;1.234\n2;1,5\n3;2.5 ms\n", "1,5", "2.5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct source source = text_source(cases[i].text);
        struct csv_record record;
        struct err err = {""};
        char message[200];
        snprintf(
            message, sizeof message,
            "x.csv: \"%s\" and \"%s\" have different marks before decimals, so that others may "
            "be read wrongly; write all with a point, or all with a comma",
            cases[i].comma, cases[i].point);
        assert_int_equal(csv_record_begin(&record, &source, &err), ERR_DAMAGED);
        assert_string_equal(err.message, message);
        csv_record_release(&record);
    }
}

TEST(commas_before_decimals_stand_in_numbers) {
    static const struct {
        const char *text;
        char mark;
    } known[] = {
        {"n;t\n1;1,5\n", ','},
        {"n;t\n1;1,234\n", ','},
        {"n\tt\n1\t 1,5 ms\n", ','},
        {"n t\n1 1,5\n", ','},
        {"n,t\n1,\"1,5\"\n", ','},
        {"n,t\n1,\"1,234\"\n2,\"0,125\"\n", ','},
        {"n,t\n1,\"1,234\"\n2,\"10,000\"\n", '.'},
        {"n,t\n1,\"1,034,567\"\n", '.'},
        {"n,t\n1,5\n", '.'},
        {"name,t\n\"f<1,2>\",1.234\n", '.'},
        {"name;t\nf(1,2);1.234\n", '.'},
        {"name\tt\nconv 3x3,64\t1.234\n", '.'},
        {"| name | t |\n|---|---|\n| conv 3x3,64 | 1.234 |\n", '.'},
        {"shape,t\n\"8,8,8\",1.234\n", '.'},
        {"n;3.11 (ms)\n1;1,234\n", ','},
        {"n;t\n1.000;1,5\n", ','},
        {"n,version,t\n1,3.11,\"1,5\"\n", ','},
        {"n;date;t\n1;01.02.2024;1,5\n2;10.0.0.1;1.234,5\n", ','},
        {"n,t\n\"1,000\",1,234.5\n", '.'},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct source source = text_source(known[i].text);
        struct csv_record record;
        assert_int_equal(csv_record_begin(&record, &source, NULL), 0);
        assert_int_equal(record.mark, known[i].mark);
        csv_record_release(&record);
    }
}
