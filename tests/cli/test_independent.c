/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every number that bench-analyze prints of the inputs in tests/data/independent, beside the one
 * that make.py there computed with NumPy and SciPy. A column that has none there fails. */
#include <math.h>

#include <json-c/json.h>

#include "tests/cli/shell.h"

#include "tests/cli/rounded.h"

static char inputs[PATH_MAX];
static json_object *expected;

#define CLOSE     1e-10
#define DRAWN     0.015 /* of what both draw at random */
#define QUANTILES "+p0.5,+p25,+p99"

/* What is no number of a sample. */
static int is_place(const char *key) {
    static const char *const places[] = {
        "archive",         "action",      "run",           "type",      "warnings",
        "earlier_archive", "earlier_run", "later_archive", "later_run", "point"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (strcmp(key, places[i]) == 0)
            return 1;
    return 0;
}

/* Where several files are told of at once, there is a column for what only some of them vary. */
static int is_compared(json_object *row, const char *key, const char *text) {
    int is_expected = json_object_object_get_ex(row, key, NULL);
    return is_expected || (!is_place(key) && (*text || strcmp(key, "threads") != 0));
}

static const char *text_of(json_object *row, const char *key) {
    json_object *value = json_object_object_get(row, key);
    return value ? json_object_get_string(value) : "";
}

/* What tells rows of a table apart. */
static const char *const row_keys[] = {"library", "size",  "threads", "parameters",
                                       "faster",  "point", "level",   "variant"};
enum { ROW_KEYS = sizeof row_keys / sizeof *row_keys };

static int is_same(const char *a, const char *b) {
    char *end_of_a, *end_of_b;
    double x = strtod(a, &end_of_a), y = strtod(b, &end_of_b);
    int are_numbers = *a && *b && !*end_of_a && !*end_of_b;
    return strcmp(a, b) == 0 || (are_numbers && fabs(x - y) <= CLOSE * fabs(y));
}

/* The row of WANTED that has those KEYS, of which it may lack some; "" is none. */
static json_object *with_keys(json_object *wanted, const char *const keys[ROW_KEYS]) {
    for (size_t i = 0, k; i < json_object_array_length(wanted); i++) {
        json_object *row = json_object_array_get_idx(wanted, i);
        for (k = 0; k < ROW_KEYS; k++)
            if (json_object_object_get_ex(row, row_keys[k], NULL) &&
                !is_same(text_of(row, row_keys[k]), keys[k]))
                break;
        if (k == ROW_KEYS)
            return row;
    }
    fail_msg("nothing is expected of %s %s at size %s", keys[0], keys[4], keys[1]);
    return NULL;
}

static json_object *counterpart(json_object *wanted, const char *library, const char *size) {
    return with_keys(wanted, (const char *const[ROW_KEYS]){library, size, "", "", "", "", "", ""});
}

/* --- one number --- */

/* A difference of times is as good as the times are. */
static double scale_of(const char *key, double wanted, json_object *row) {
    json_object *mean = json_object_object_get(row, "mean");
    double scale = fabs(wanted);
    if (strncmp(key, "difference", strlen("difference")) == 0)
        scale = fmax(scale, json_object_get_double(mean));
    if (strcmp(key, "scatter") == 0) /* of two points it is how exact logarithms are */
        scale = fmax(scale, 1e-4);
    return scale;
}

static int is_number(json_object *value) {
    return json_object_is_type(value, json_type_double) ||
           json_object_is_type(value, json_type_int);
}

/* TEXT is what stands in our output; empty where nothing does. */
static void assert_agrees(const char *where, json_object *row, const char *key, const char *text) {
    json_object *wanted;
    char *end;
    if (!json_object_object_get_ex(row, key, &wanted))
        fail_msg("%s: %s has no independent value: compute it in make.py", where, key);
    double ours = strtod(text, &end);
    if (!is_number(wanted)) {
        if (strcmp(wanted ? json_object_get_string(wanted) : "", text) != 0)
            fail_msg("%s: %s is \"%s\", not %s", where, key, text, json_object_get_string(wanted));
        return;
    }
    double theirs = json_object_get_double(wanted);
    double close = CLOSE * scale_of(key, theirs, row);
    if (strcmp(key, "p_fastest") == 0)
        close = DRAWN;
    if (end == text || *end || !(fabs(ours - theirs) <= close))
        fail_msg("%s: %s of %s at %s is %s, not %.17g", where, key, text_of(row, "library"),
                 text_of(row, "size"), text, theirs);
}

/* --- JSON --- */

static void run(struct shell *shell, const char *name, const char *options) {
    char command[2 * PATH_MAX];
    snprintf(command, sizeof command, "bench-analyze '%s/%s' %s", inputs, name, options);
    shell_expect(shell, 0, command);
}

static json_object *printed_json(const struct shell *shell) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/.stdout", shell->directory);
    json_object *printed = json_object_from_file(path);
    assert_non_null(printed);
    return printed;
}

static void compare_object(const char *name, json_object *wanted, json_object *ours) {
    const char *keys[ROW_KEYS];
    for (size_t k = 0; k < ROW_KEYS; k++)
        keys[k] = text_of(ours, row_keys[k]);
    json_object *row = with_keys(wanted, keys);
    json_object_object_foreach(ours, key, value) {
        const char *text = value ? json_object_get_string(value) : "";
        if (is_compared(row, key, text))
            assert_agrees(name, row, key, text);
    }
}

/* What SHELL printed, beside WANTED. */
static void compare_printed(struct shell *shell, const char *name, json_object *wanted) {
    json_object *printed = printed_json(shell);
    assert_int_equal(json_object_array_length(printed), json_object_array_length(wanted));
    for (size_t i = 0; i < json_object_array_length(printed); i++)
        compare_object(name, wanted, json_object_array_get_idx(printed, i));
    json_object_put(printed);
}

static json_object *wanted_of(const char *name, const char *table) {
    return json_object_object_get(json_object_object_get(expected, name), table);
}

/* All files that have TABLE, in one process; returns how many rows they have. */
static size_t run_each(struct shell *shell, const char *table, const char *options) {
    char command[4 * PATH_MAX];
    size_t count = 0;
    int length =
        snprintf(command, sizeof command, "cd '%s' && bench-analyze --each %s", inputs, options);
    json_object_object_foreach(expected, name, of) {
        json_object *wanted = json_object_object_get(of, table);
        if (!wanted)
            continue;
        count += json_object_array_length(wanted);
        length += snprintf(command + length, sizeof command - (size_t)length, " %s", name);
    }
    shell_expect(shell, 0, command);
    return count;
}

static void compare_each_json(struct shell *shell, const char *table, const char *options) {
    size_t count = run_each(shell, table, options);
    json_object *printed = printed_json(shell);
    assert_int_equal(json_object_array_length(printed), count);
    for (size_t i = 0; i < count; i++) {
        json_object *ours = json_object_array_get_idx(printed, i);
        const char *name = text_of(ours, "archive");
        compare_object(name, wanted_of(name, table), ours);
    }
    json_object_put(printed);
}

static void compare_json(struct shell *shell, const char *name, json_object *wanted,
                         const char *options) {
    run(shell, name, options);
    compare_printed(shell, name, wanted);
}

TEST(json_agrees) {
    compare_each_json(*state, "rows", "--format json --columns " QUANTILES);
    compare_each_json(*state, "summaries", "--format json --summary");
}

TEST(every_test_agrees) {
    json_object_object_foreach(expected, name, of) {
        json_object *tests = json_object_object_get(of, "tests");
        if (!tests)
            continue;
        json_object_object_foreach(tests, test, wanted) {
            char options[128];
            snprintf(options, sizeof options,
                     "--format json --columns library,size,p,p_adjusted,verdict --test %s", test);
            compare_json(*state, name, wanted, options);
        }
    }
}

static void assert_within(json_object *ours, json_object *row, const char *key,
                          const char *within) {
    double printed = json_object_get_double(json_object_object_get(ours, key));
    double exact = json_object_get_double(json_object_object_get(row, key));
    if (!(fabs(printed - exact) <= json_object_get_double(json_object_object_get(row, within))))
        fail_msg("%s of %s at %s is %.10g, not %.10g", key, text_of(row, "library"),
                 text_of(row, "size"), printed, exact);
}

/* Its resamples are drawn by random numbers, of which p knows as much as their number allows. */
TEST(bootstrap_agrees) {
    json_object_object_foreach(expected, name, of) {
        json_object *wanted = json_object_object_get(of, "bootstrap");
        if (!wanted)
            continue;
        run(*state, name,
            "--format json --columns library,size,p,p_adjusted,verdict --test bootstrap");
        json_object *printed = printed_json(*state);
        for (size_t i = 0; i < json_object_array_length(printed); i++) {
            json_object *ours = json_object_array_get_idx(printed, i);
            if (strcmp(text_of(ours, "verdict"), "none") == 0)
                continue;
            json_object *row = counterpart(wanted, text_of(ours, "library"), text_of(ours, "size"));
            assert_within(ours, row, "p", "p_within");
            assert_within(ours, row, "p_adjusted", "p_adjusted_within");
            if (*text_of(row, "verdict")) /* else it is too near to the level */
                assert_string_equal(text_of(ours, "verdict"), text_of(row, "verdict"));
        }
        json_object_put(printed);
    }
}

SOAK_TEST(what_is_asked_agrees) {
    json_object_object_foreach(expected, name, of) {
        json_object *asked = json_object_object_get(of, "asked");
        if (!asked)
            continue;
        json_object_object_foreach(asked, option, wanted) {
            char options[128];
            snprintf(options, sizeof options, "%s --format json --columns " QUANTILES, option);
            compare_json(*state, name, json_object_object_get(wanted, "rows"), options);
            snprintf(options, sizeof options, "%s --format json --summary", option);
            compare_json(*state, name, json_object_object_get(wanted, "summaries"), options);
        }
    }
}

/* --- CSV --- */

enum { MOST_COLUMNS = 120 };

/* Cuts LINE at its commas but for those in quotes; there are no quotes within quotes in what is
 * read here. */
static size_t cut(char *line, char **cells) {
    size_t count = 0;
    for (char *cell = line; cell && count < MOST_COLUMNS;) {
        char *quote = *cell == '"' ? strchr(cell + 1, '"') : NULL;
        char *comma = strchr(quote ? quote : cell, ',');
        cells[count++] = quote ? cell + 1 : cell;
        if (quote)
            *quote = '\0';
        if (comma)
            *comma = '\0';
        cell = comma ? comma + 1 : NULL;
    }
    return count;
}

static const char *cell_of(char **keys, char **cells, size_t count, const char *key) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(keys[i], key) == 0)
            return cells[i];
    return "";
}

/* The table that SHELL printed, beside WANTED, or where that is NULL the TABLE of each row's file.
 */
static size_t compare_lines(struct shell *shell, const char *name, json_object *wanted,
                            const char *table) {
    char *keys[MOST_COLUMNS], *cells[MOST_COLUMNS], *rest;
    size_t lines = 0;
    size_t count = cut(strtok_r(shell->out, "\n", &rest), keys);
    for (char *line; (line = strtok_r(NULL, "\n", &rest)); lines++) {
        const char *of_row[ROW_KEYS];
        assert_int_equal(cut(line, cells), count);
        if (!wanted)
            name = cell_of(keys, cells, count, "archive");
        for (size_t k = 0; k < ROW_KEYS; k++)
            of_row[k] = cell_of(keys, cells, count, row_keys[k]);
        json_object *row = with_keys(wanted ? wanted : wanted_of(name, table), of_row);
        for (size_t i = 0; i < count; i++)
            if (is_compared(row, keys[i], cells[i]))
                assert_agrees(name, row, keys[i], cells[i]);
    }
    return lines;
}

static void compare_csv(struct shell *shell, const char *name, json_object *wanted) {
    assert_int_equal(compare_lines(shell, name, wanted, NULL), json_object_array_length(wanted));
}

static void compare_each_csv(struct shell *shell, const char *table, const char *options) {
    size_t count = run_each(shell, table, options);
    assert_int_equal(compare_lines(shell, NULL, NULL, table), count);
}

TEST(csv_agrees) {
    compare_each_csv(*state, "rows", "--format csv --columns " QUANTILES);
}

/* --- explanations --- */

/* What an explanation tells, and whether in the unit of its times. */
static const struct told {
    const char *key;
    int is_time;
} told[] = {
    {"mean", 1},
    {"mean_low", 1},
    {"mean_high", 1},
    {"se", 1},
    {"sd", 1},
    {"cv", 0},
    {"median", 1},
    {"mad", 1},
    {"min", 1},
    {"max", 1},
    {"n", 0},
    {"rounds", 0},
    {"skewness", 0},
    {"kurtosis", 0},
    {"ratio", 0},
    {"ratio_low", 0},
    {"ratio_high", 0},
    {"mean_ratio", 0},
    {"mean_ratio_low", 0},
    {"mean_ratio_high", 0},
    {"speedup", 0},
    {"speedup_low", 0},
    {"speedup_high", 0},
    {"difference", 1},
    {"difference_low", 1},
    {"difference_high", 1},
    {"noise", 0},
    {"noise_low", 0},
    {"noise_high", 0},
    {"noise_floor", 0},
    {"p", 0},
    {"p_adjusted", 0},
};

static double unit_of(const char *explanation) {
    static const struct {
        const char *words;
        double seconds;
    } units[] = {
        {"times in s ", 1}, {"times in ms ", 1e-3}, {"times in µs ", 1e-6}, {"times in ns ", 1e-9}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strstr(explanation, units[i].words))
            return units[i].seconds;
    fail_msg("no unit in\n%s", explanation);
    return NAN;
}

/* Half of the last digit of the number from TEXT to END. */
static double rounding(const char *text, const char *end) {
    const char *point = memchr(text, '.', (size_t)(end - text));
    const char *power = memchr(text, 'e', (size_t)(end - text));
    const char *last = power ? power : end;
    return 0.5 * pow(10, (power ? atoi(power + 1) : 0) - (point ? last - point - 1 : 0));
}

static int digits(const char *text, const char *end) {
    int count = 0;
    for (; text < end && *text != 'e'; text++)
        count += (*text >= '0' && *text <= '9') && (count || *text != '0');
    return count;
}

/* Whether VALUE stands in TEXT, with four digits at least, or five decimals if it is near 0, unless
 * it is whole. */
static int is_told(const char *text, double value) {
    for (const char *at = text; *at; at++) {
        char *end;
        if (!strchr("-0123456789", *at) || (at > text && strchr("-.0123456789", at[-1])))
            continue;
        double number = strtod(at, &end);
        int is_whole = value == rint(value) && number == value;
        if (end > at && (is_whole || digits(at, end) >= 4 || rounding(at, end) <= 5.1e-6) &&
            fabs(number - value) <= 1.0001 * rounding(at, end))
            return 1;
    }
    return 0;
}

static void compare_explanation(struct shell *shell, const char *name, json_object *row) {
    char options[256], size[64] = "", threads[64] = "";
    if (*text_of(row, "size"))
        snprintf(size, sizeof size, "--size %s", text_of(row, "size"));
    if (*text_of(row, "threads"))
        snprintf(threads, sizeof threads, "--param threads=%s", text_of(row, "threads"));
    snprintf(options, sizeof options, "--explain --width 10000 --library '%s' %s %s",
             text_of(row, "library"), size, threads);
    run(shell, name, options);
    double unit = unit_of(shell->out);
    int is_reference = strcmp(text_of(row, "verdict"), "none") == 0;
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        json_object *wanted = json_object_object_get(row, told[i].key);
        int is_of_ratio = !told[i].is_time && i > 13 && strncmp(told[i].key, "noise", 5) != 0;
        if (!is_number(wanted) ||
            (is_reference && (is_of_ratio || !strncmp(told[i].key, "diff", 4))))
            continue;
        double value = json_object_get_double(wanted) / (told[i].is_time ? unit : 1);
        if (!is_told(shell->out, value))
            fail_msg("%s: %s, %.10g, is not told in\n%s", name, told[i].key, value, shell->out);
    }
}

/* Of one file; each is a process. */
enum { MOST_EXPLAINED = 10 };

SOAK_TEST(explanations_agree) {
    json_object_object_foreach(expected, name, of) {
        json_object *rows = json_object_object_get(of, "rows");
        size_t count = json_object_array_length(rows), step = 1 + count / MOST_EXPLAINED;
        for (size_t i = 0; i < count; i += step) {
            json_object *row = json_object_array_get_idx(rows, i);
            if (json_object_get_int(json_object_object_get(row, "n")))
                compare_explanation(*state, name, row);
        }
    }
}

/* --- text --- */

#define ALL_COLUMNS                                                                                \
    "--speedup --difference --columns +mean_low,+mean_high,+se,+cv,+min,+max,+round_sd,"           \
    "+median_low,+median_high,+mad,+outliers,+sigma_outliers,+skewness,+kurtosis,+p25,+noise,"     \
    "+noise_low,+noise_high,+noise_floor,+p,+p_adjusted,+ratio_low,+ratio_high,+mean_ratio_low,"   \
    "+mean_ratio_high,+speedup_low,+speedup_high,+difference_low,+difference_high,+rounds,"        \
    "+trimmed,+pairing,+ratio,+mean_ratio"

static size_t compared_in_text;

/* The table of TEXT, which has all ROWS. Returns what follows. */
static const char *compare_table(const char *text, json_object *rows) {
    size_t count;
    const char *rest = rounded_compare(text, rows, &count, &compared_in_text);
    assert_non_null(rest);
    assert_int_equal(count, json_object_array_length(rows));
    return rest;
}

/* The means, unless there is one point or one library, and then the rows. */
static void compare_rows(const char *text, json_object *rows, json_object *summaries) {
    size_t cells = json_object_array_length(rows), libraries = json_object_array_length(summaries);
    compare_table(libraries > 1 && cells > libraries ? compare_table(text, summaries) : text, rows);
}

/* --- what stands above a table --- */

/* The numbers of TEXT from WORDS on, in their order. */
static size_t numbers_after(const char *text, const char *words, double *numbers, size_t most) {
    const char *at = strstr(text, words);
    size_t count = 0;
    assert_non_null(at);
    for (at += strlen(words); *at && *at != '\n' && count < most; at++) {
        char *end;
        double number = isdigit((unsigned char)*at) ? strtod(at, &end) : NAN;
        if (!isnan(number)) {
            numbers[count++] = number;
            at = end - 1;
        }
    }
    return count;
}

static double value_of(json_object *row, const char *key) {
    json_object *value = json_object_object_get(row, key);
    return is_number(value) ? json_object_get_double(value) : NAN;
}

static void assert_rounds(double printed, double exact, double place) {
    if (!(fabs(printed - exact) <= place / 2 + 1e-12))
        fail_msg("%.10g is said for %.14g", printed, exact);
    compared_in_text++;
}

/* "noise floor: plain against itself, measured a second time to see how copies differ: 0.9766 to
 * 1.0135 at worst, size 4096: ± 2.4 %" */
static void compare_noise(const char *text, json_object *rows) {
    json_object *worst = json_object_array_get_idx(rows, 0);
    double said[4];
    for (size_t i = 0; i < json_object_array_length(rows); i++) {
        json_object *row = json_object_array_get_idx(rows, i);
        if (value_of(row, "noise_floor") > value_of(worst, "noise_floor"))
            worst = row;
    }
    if (isnan(value_of(worst, "noise_floor"))) {
        assert_null(strstr(text, "noise floor:"));
        return;
    }
    assert_int_equal(numbers_after(text, "how copies differ:", said, 4), 4);
    assert_rounds(said[0], value_of(worst, "noise_low"), 1e-4);
    assert_rounds(said[1], value_of(worst, "noise_high"), 1e-4);
    assert_true(said[2] == value_of(worst, "size"));
    assert_rounds(said[3], 100 * (value_of(worst, "noise_floor") - 1), 0.1);
}

/* "verdicts: paired-t at 5 %, corrected for 6 rows" */
static void compare_correction(const char *text, json_object *rows) {
    double said[1];
    size_t tested = 0;
    for (size_t i = 0; i < json_object_array_length(rows); i++)
        tested += !isnan(value_of(json_object_array_get_idx(rows, i), "p"));
    if (!tested) {
        assert_null(strstr(text, "corrected for"));
        return;
    }
    assert_int_equal(numbers_after(text, "corrected for", said, 1), 1);
    assert_int_equal(said[0], tested);
}

/* How far the intervals of the two ratios, by a cell's own rounds, are apart; negative where they
 * have something in common, or the ratios are not 1 % apart. */
static double distance(json_object *row) {
    double apart = fmax(value_of(row, "own_low") - value_of(row, "mean_ratio_high"),
                        value_of(row, "mean_ratio_low") - value_of(row, "own_high"));
    double quotient = fabs(log(value_of(row, "ratio") / value_of(row, "mean_ratio")));
    return quotient >= log(1.01) ? apart : -1;
}

/* "means disagree with typical times: late at size 512 is 1.251× [1.246, 1.255] by means, 1.015×
 * [0.998, 1.031] typically, and 1 cell more" */
static void compare_disagreement(const char *text, json_object *rows) {
    static const char *const keys[] = {"mean_ratio", "mean_ratio_low", "mean_ratio_high",
                                       "ratio",      "own_low",        "own_high"};
    static const char words[] = "means disagree with typical times: ";
    double said[8];
    char library[64];
    int size;
    size_t count = 0;
    for (size_t i = 0; i < json_object_array_length(rows); i++)
        count += distance(json_object_array_get_idx(rows, i)) > 0;
    const char *at = strstr(text, words);
    assert_int_equal(count > 0, at != NULL);
    if (!at)
        return;
    assert_int_equal(sscanf(at + strlen(words), "%63s at size %d", library, &size), 2);
    size_t numbers = numbers_after(at, "at size", said, 8);
    assert_int_equal(numbers, count > 1 ? 8 : 7);
    char size_text[16];
    snprintf(size_text, sizeof size_text, "%d", size);
    json_object *row = counterpart(rows, library, size_text);
    for (int i = 0; i < 6; i++)
        assert_rounds(said[1 + i], value_of(row, keys[i]), 1e-3);
    if (count > 1)
        assert_int_equal(said[7], count - 1);
}

SOAK_TEST(tables_are_rounded) {
    struct shell *shell = *state;
    json_object_object_foreach(expected, name, of) {
        json_object *rows = json_object_object_get(of, "rows");
        json_object *summaries = json_object_object_get(of, "summaries");
        run(shell, name, "--width 10000 --wide --verbose");
        compare_noise(shell->out, rows);
        compare_correction(shell->out, rows);
        compare_disagreement(shell->out, rows);
        compare_rows(shell->out, rows, summaries);
        run(shell, name, "--width 10000");
        compare_rows(shell->out, rows, summaries);
        run(shell, name, "--width 10000 " ALL_COLUMNS);
        compare_rows(shell->out, rows, summaries);
        if (*text_of(json_object_array_get_idx(rows, 0), "tolerance")) {
            run(shell, name,
                "--width 10000 --columns "
                "+whole,+operations,+relative_error,+residual,+tolerance");
            compare_rows(shell->out, rows, summaries);
        }
        if (*text_of(json_object_array_get_idx(rows, 0), "threads")) {
            run(shell, name, "--width 10000 --columns +scaling,+thread_efficiency,+scaling_low");
            compare_rows(shell->out, rows, summaries);
        }
    }
    run_each(shell, "summaries", "--width 10000 --summary");
    const char *rest = shell->out;
    json_object_object_foreach(expected, file, all) {
        (void)file;
        rest = compare_table(rest, json_object_object_get(all, "summaries"));
    }
    assert_true(compared_in_text > 1000);
}

/* The numbers of verdicts beside the means are those of the rows. */
TEST(verdicts_are_counted) {
    struct shell *shell = *state;
    static const char *const verdicts[] = {"faster", "slower"};
    size_t counted = 0;
    json_object_object_foreach(expected, name, of) {
        json_object *rows = json_object_object_get(of, "rows");
        run(shell, name, "--summary --format json --columns library,faster,slower");
        json_object *printed = printed_json(shell);
        for (size_t i = 0; i < json_object_array_length(printed); i++) {
            json_object *ours = json_object_array_get_idx(printed, i);
            for (int v = 0; v < 2; v++) {
                size_t count = 0;
                for (size_t r = 0; r < json_object_array_length(rows); r++) {
                    json_object *row = json_object_array_get_idx(rows, r);
                    count += strcmp(text_of(row, "library"), text_of(ours, "library")) == 0 &&
                             strcmp(text_of(row, "verdict"), verdicts[v]) == 0;
                }
                assert_int_equal(value_of(ours, verdicts[v]), count);
                counted += count;
            }
        }
        json_object_put(printed);
    }
    assert_true(counted > 10);
}

TEST(tables_of_what_is_asked_are_rounded) {
    struct shell *shell = *state;
    json_object_object_foreach(expected, name, of) {
        json_object *asked = json_object_object_get(of, "asked");
        if (!asked)
            continue;
        json_object_object_foreach(asked, option, wanted) {
            char options[128];
            snprintf(options, sizeof options, "%s --width 10000", option);
            run(shell, name, options);
            compare_rows(shell->out, json_object_object_get(wanted, "rows"),
                         json_object_object_get(wanted, "summaries"));
        }
    }
}

/* --- two files --- */

/* Returns the exit status of a gate. */
static int status_of_gate(json_object *rows) {
    int has = 0, is_within = 0;
    for (size_t i = 0; i < json_object_array_length(rows); i++) {
        json_object *row = json_object_array_get_idx(rows, i);
        int was_right = strcmp(text_of(row, "earlier_status"), "ok") == 0;
        int is_there = *text_of(row, "later_status") != '\0';
        has |= strcmp(text_of(row, "regressed"), "yes") == 0 ||
               (was_right && is_there && strcmp(text_of(row, "later_status"), "ok") != 0);
        is_within |= strcmp(text_of(row, "regressed"), "no") == 0;
    }
    return has ? 3 : is_within ? 0 : 5;
}

static size_t pairs_of(json_object *rows) {
    size_t count = 0;
    for (size_t i = 0; i < json_object_array_length(rows); i++)
        count += *text_of(json_object_array_get_idx(rows, i), "verdict") != '\0';
    return count;
}

/* ARGUMENTS choose the two sides and what is asked of them. */
static void compare_comparison(struct shell *shell, const char *arguments, int status,
                               json_object *wanted) {
    static const char *const formats[] = {"json", "csv", "text"};
    char command[4 * PATH_MAX];
    int is_seen = strstr(arguments, "--min-effect") != NULL; /* but for p, which JSON has */
    for (int f = 0; f < (is_seen ? 1 : 3); f++) {
        size_t pairs;
        snprintf(command, sizeof command, "cd '%s' && bench-analyze %s --width 10000 --format %s%s",
                 inputs, arguments, formats[f],
                 f == 2 ? " --columns +p,+p_adjusted,+p_regressed,+mean_ratio,+speedup" : "");
        shell_expect(shell, status, command);
        if (f == 0)
            compare_printed(shell, command, wanted);
        else if (f == 1)
            compare_csv(shell, command, wanted);
        else if (pairs_of(wanted)) {
            assert_non_null(rounded_compare(shell->out, wanted, &pairs, &compared_in_text));
            assert_int_equal(pairs, pairs_of(wanted));
        }
    }
}

/* By what is asked for; LATER is another file, or "". */
static void compare_comparisons(struct shell *shell, const char *name, const char *later,
                                json_object *comparisons) {
    json_object_object_foreach(comparisons, option, wanted) {
        char arguments[PATH_MAX];
        int is_gate = strstr(option, "--fail-on-regression") != NULL;
        snprintf(arguments, sizeof arguments, "%s %s %s", name, later, option);
        compare_comparison(shell, arguments, is_gate ? status_of_gate(wanted) : 0, wanted);
    }
}

TEST(comparisons_agree) {
    json_object_object_foreach(expected, name, of) {
        char later[128];
        snprintf(later, sizeof later, "later/%s", name);
        json_object *comparisons = json_object_object_get(of, "comparisons");
        json_object *against = json_object_object_get(of, "against");
        if (comparisons)
            compare_comparisons(*state, name, later, comparisons);
        if (against)
            compare_comparisons(*state, name, "", against);
    }
}

/* --- the fastest --- */

/* "130", and "30,000" of those that are long. */
static const char *read_size(const char *text, double *size) {
    char *end;
    for (*size = strtod(text, &end); *end == ',' && isdigit((unsigned char)end[1]);)
        *size = 1000 * *size + strtod(end + 1, &end);
    return end;
}

/* "blis overtakes openblas at n ≈ 180 (between 151 and 240)", or only "between n = 151 and 240" */
static void compare_crossover(const char *text, json_object *row) {
    char words[128];
    double size = value_of(row, "size"), said;
    snprintf(words, sizeof words, "\n%s overtakes %s ", text_of(row, "faster"),
             text_of(row, "slower"));
    const char *line = strstr(text, words), *place = isnan(size) ? "n = " : "n ≈ ", *end;
    assert_non_null(line);
    end = read_size(strstr(line, place) + strlen(place), &said);
    if (!isnan(size)) {
        assert_rounds(said, size, pow(10, floor(log10(size)) - 1));
        end = read_size(strstr(end, "between ") + strlen("between "), &said);
    }
    assert_true(said == value_of(row, "low"));
    read_size(strstr(end, "and ") + strlen("and "), &said);
    assert_true(said == value_of(row, "high"));
}

static size_t lines_with(const char *text, const char *words) {
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, words)); at++)
        count++;
    return count;
}

TEST(fastest_agree) {
    struct shell *shell = *state;
    compare_each_json(shell, "fastest", "--fastest --format json");
    compare_each_json(shell, "crossovers", "--fastest --summary --format json");
    compare_each_csv(shell, "fastest", "--fastest --format csv");
    json_object_object_foreach(expected, name, of) {
        json_object *crossovers = json_object_object_get(of, "crossovers");
        size_t count = json_object_array_length(crossovers);
        run(shell, name,
            "--fastest --width 10000 "
            "--columns "
            "-p_fastest,+mean_low,+mean_high,+next_ratio_low,+next_ratio_high,+noise_floor");
        compare_table(shell->out, json_object_object_get(of, "fastest"));
        assert_int_equal(lines_with(shell->out, " overtakes "), count);
        for (size_t i = 0; i < count; i++)
            compare_crossover(shell->out, json_object_array_get_idx(crossovers, i));
    }
}

/* --- growth --- */

/* Laws and exponents: tests/analyze/growth.py. */
#define PIECES "--columns archive,library,variant,points,left_out,pieces,pieces_words,wild "

TEST(pieces_of_growth_agree) {
    compare_each_json(*state, "complexity", "--complexity --format json " PIECES);
    compare_each_csv(*state, "complexity", "--complexity --format csv " PIECES);
}

/* --- history --- */

/* Those ROWS of which IS_WANTED says so. */
static json_object *filtered(json_object *rows, int (*is_wanted)(json_object *row)) {
    json_object *kept = json_object_new_array();
    for (size_t i = 0; i < json_object_array_length(rows); i++) {
        json_object *row = json_object_array_get_idx(rows, i);
        if (is_wanted(row))
            json_object_array_add(kept, json_object_get(row));
    }
    return kept;
}

static int is_change(json_object *row) {
    return *text_of(row, "run_before") != '\0';
}

static int is_unchanged(json_object *row) {
    return strcmp(text_of(row, "state"), "changed") != 0;
}

/* First the changes, a row each, then with --verbose the other cells. */
static void compare_history(struct shell *shell, const char *name, json_object *levels,
                            const char *option) {
    char line[512];
    json_object *changes = filtered(levels, is_change);
    json_object *unchanged = filtered(levels, is_unchanged);
    snprintf(line, sizeof line,
             "%s --verbose --width 10000 --columns library,point,level,level_runs,"
             "seconds,relative,ratio,ratio_low,ratio_high,p,run,last_run,run_before,changed_after,"
             "changed_by,shown,since,until,runs,levels",
             option);
    run(shell, name, line);
    const char *rest = shell->out;
    if (json_object_array_length(changes))
        rest = compare_table(rest, changes);
    if (json_object_array_length(unchanged))
        compare_table(rest, unchanged);
    json_object_put(changes);
    json_object_put(unchanged);
}

static void compare_histories(struct shell *shell, const char *name, json_object *levels,
                              const char *option) {
    char line[128];
    if (!levels)
        return;
    snprintf(line, sizeof line, "%s --format json", option);
    compare_json(shell, name, levels, line);
    snprintf(line, sizeof line, "%s --format csv", option);
    run(shell, name, line);
    compare_csv(shell, name, levels);
    compare_history(shell, name, levels, option);
}

TEST(histories_agree) {
    json_object_object_foreach(expected, name, of) {
        compare_histories(*state, name, json_object_object_get(of, "history"), "--history");
        compare_histories(*state, name, json_object_object_get(of, "relative_history"),
                          "--history --relative");
    }
}

/* --- what is expected --- */

static void add_all(json_object *object, json_object *other) {
    json_object_object_foreach(other, key, value)
        json_object_object_add(object, key, json_object_get(value));
}

/* Adds what ROW of TABLE has to OBJECT. */
static void add_row(json_object *object, json_object *table, json_object *row) {
    json_object *keys = json_object_object_get(table, "keys");
    add_all(object, json_object_object_get(table, "same"));
    for (size_t k = 0; k < json_object_array_length(keys); k++)
        json_object_object_add(object, json_object_get_string(json_object_array_get_idx(keys, k)),
                               json_object_get(json_object_array_get_idx(row, k)));
}

/* A table of make.py's as an array of objects. Of each row it has what all rows share, and the
 * values of other keys; the rest is as in the table LIKE which it is, of the same FILE. */
static json_object *rows_of(json_object *file, json_object *table) {
    json_object *rows = json_object_object_get(table, "rows"), *unfolded = json_object_new_array();
    json_object *like = json_object_object_get(table, "like"), *base = like ? file : NULL;
    for (size_t i = 0; like && i < json_object_array_length(like); i++)
        base = json_object_object_get(base,
                                      json_object_get_string(json_object_array_get_idx(like, i)));
    for (size_t i = 0; i < json_object_array_length(rows); i++) {
        json_object *object = json_object_new_object();
        if (base)
            add_all(object, json_object_array_get_idx(base, i));
        add_row(object, table, json_object_array_get_idx(rows, i));
        json_object_array_add(unfolded, object);
    }
    return unfolded;
}

static void unfold(json_object *file, json_object *node) {
    json_object_object_foreach(node, key, value) {
        if (json_object_object_get_ex(value, "keys", NULL))
            json_object_object_add(node, key, rows_of(file, value));
        else
            unfold(file ? file : value, value);
    }
}

static int begin(void **state) {
    char path[PATH_MAX + 16];
    if (!realpath("tests/data/independent", inputs))
        return -1;
    snprintf(path, sizeof path, "%s/expected.json", inputs);
    expected = json_object_from_file(path);
    unfold(NULL, expected);
    return expected ? shell_begin(state) : -1;
}

static int end(void **state) {
    json_object_put(expected);
    return shell_end(state);
}

ALL_TESTS(begin, end);
