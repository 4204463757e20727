/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Databases that are asked by SQLite itself. */
#include "tests/formats/foreign.h"

#include <sqlite3.h>
#include <unistd.h>

#include "formats/foreign/foreign.h"

static char path[64];
static sqlite3 *database;

/* Opens a database of what the table TEXT says. */
static void open_table(const char *text) {
    struct run *run = foreign_run(NULL, "t.csv", text, NULL);
    struct writing writing;
    struct writing_options options = {.shape = WRITING_SAMPLES};
    struct err err = {""};
    snprintf(path, sizeof path, "/tmp/benchmat-sqlite-%d.db", (int)getpid());
    int code = writing_begin(&writing, &sqlite_format, path, &options, &err);
    assert_int_equal(code, 0);
    for (size_t i = 0; i < run->measurement_count; i++)
        writing_plan_samples(&writing, &run->measurements[i]);
    for (size_t i = 0; code == 0 && i < run->measurement_count; i++)
        code = writing_add(&writing, run, &run->measurements[i], &err);
    if (writing_end(&writing, code, &err))
        fail_msg("%s", err.message);
    run_free(run);
    assert_int_equal(sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
}

static void close_table(void) {
    assert_int_equal(sqlite3_close(database), SQLITE_OK);
    unlink(path);
}

/* Writes the rows of QUERY to TEXT, as "a|b\nc|d\n". */
static void ask(const char *query, char *text, size_t size) {
    sqlite3_stmt *statement;
    size_t used = 0;
    int code;
    if (sqlite3_prepare_v2(database, query, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", query, sqlite3_errmsg(database));
    *text = '\0';
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        for (int c = 0; c < sqlite3_column_count(statement); c++) {
            const char *value = (const char *)sqlite3_column_text(statement, c);
            used += (size_t)snprintf(text + used, size - used, "%s%s", value ? value : "-",
                                     c + 1 < sqlite3_column_count(statement) ? "|" : "\n");
            assert_true(used < size);
        }
    assert_int_equal(code, SQLITE_DONE);
    sqlite3_finalize(statement);
}

static void expect(const char *query, const char *rows) {
    char text[2048];
    ask(query, text, sizeof text);
    assert_string_equal(text, rows);
}

/* Whole numbers of seconds: mean and variance are exact. */
static const char table[] = "run,action,library,size,stride,round,seed,status,seconds,operations\n"
                            "r1,axpy,openblas,8,2,0,0,ok,1,\n"
                            "r1,axpy,openblas,8,2,0,1,ok,3,5\n"
                            "r1,axpy,openblas,8,2,1,0,ok,8,\n"
                            "r1,axpy,blis,8,2,0,0,ok,2,\n"
                            "r1,axpy,blis,8,2,0,1,ok,2,\n"
                            "r1,axpy,blis,8,2,1,0,ok,5,\n"
                            "r1,axpy,gone,8,2,0,0,crashed,,\n";

TEST(samples_cells_and_summaries_are_those_of_the_run) {
    open_table(table);
    expect(
        "SELECT library, round, seed, seconds, operations FROM samples JOIN cells USING (cell_id) "
        "WHERE library = 'openblas'",
        "openblas|0|0|1.0|-\nopenblas|0|1|3.0|5.0\nopenblas|1|0|8.0|-\n");
    expect(
        "SELECT run, action, size, library, json_extract(parameters, '$.stride'), status, n, mean, "
        "variance, median, least, most FROM summaries ORDER BY library",
        "r1|axpy|8|blis|2|ok|3|3.0|3.0|2.0|2.0|5.0\n"
        "r1|axpy|8|gone|2|crashed|0|-|-|-|-|-\n"
        "r1|axpy|8|openblas|2|ok|3|4.0|13.0|3.0|1.0|8.0\n");
    expect("SELECT count(*) FROM runs", "1\n");
    expect("SELECT value FROM facts WHERE name = 'source_format' AND action IS NULL", "csv\n");
    expect("PRAGMA integrity_check", "ok\n");
    expect("PRAGMA foreign_key_check", "");
    close_table();
}

TEST(even_numbers_of_samples_have_a_median_between) {
    open_table("action,library,n,seconds\na,x,1,1\na,x,1,2\na,x,1,4\na,x,1,8\na,y,1,3\n");
    expect("SELECT library, n, median, variance IS NULL FROM summaries ORDER BY library",
           "x|4|3.0|0\ny|1|3.0|1\n");
    close_table();
}

/* The queries that docs/formats.md shows. */
TEST(documented_queries_work) {
    static const char begin[] = "```sql\n";
    static const char *const answers[] = {"r1|axpy|8|{\"stride\": 2}|blis|3000000000.0\n",
                                          "-|axpy|8|blis|0.75\n-|axpy|8|gone|-\n"};
    struct source source;
    struct err err = {""};
    size_t count = 0;
    open_table(table);
    assert_int_equal(source_read(&source, "docs/formats.md", SOURCE_MOST_BYTES, &err), 0);
    char *text = strndup(source.text, source.length), *at = text;
    while ((at = strstr(at, begin))) {
        char *query = at + strlen(begin), *end = strstr(query, "```");
        assert_non_null(end);
        *end = '\0';
        assert_true(count < sizeof answers / sizeof *answers);
        expect(query, answers[count++]);
        at = end + 1;
    }
    assert_int_equal(count, sizeof answers / sizeof *answers);
    free(text);
    source_release(&source);
    close_table();
}

TEST(only_a_file_can_be_one) {
    struct writing writing;
    struct writing_options options = {.shape = WRITING_USUAL};
    struct err err = {""};
    assert_int_equal(writing_begin(&writing, &sqlite_format, "-", &options, &err), ERR_USAGE);
    assert_non_null(strstr(err.message, "neither standard output nor a device"));
}
