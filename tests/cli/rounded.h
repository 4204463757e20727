/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rounded.h: tables as bench-analyze prints them for people, beside exact numbers: whether each
 * number is the exact one, correctly rounded, with as many digits as bench-analyze(1) says: of an
 * interval's half width two when they are 10 to 35, else one; the number ends at the same place,
 * with at most five digits in all; three where there is no interval, and at least in a ratio. */
#ifndef BENCHMAT_TESTS_CLI_ROUNDED_H
#define BENCHMAT_TESTS_CLI_ROUNDED_H

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "tests/test.h"

enum rounded_kind {
    ROUNDED_KEY,
    ROUNDED_TIME,
    ROUNDED_RATE,
    ROUNDED_PERCENT,
    ROUNDED_RATIO,
    ROUNDED_EXPONENT, /* a ratio without its sign, with three decimals at most */
    ROUNDED_PLAIN,
    ROUNDED_COUNT,
    ROUNDED_P,
    ROUNDED_ERROR, /* where the answer is wrong */
    ROUNDED_TINY,  /* in two digits as well */
    ROUNDED_WORDS,
    ROUNDED_DATE, /* without its time */
    ROUNDED_TALLY /* the numbers of verdicts, which are passed over */
};

/* HEADING of what JSON calls KEY; where HAS_INTERVAL, KEY_low and KEY_high stand in its cell. */
struct rounded_column {
    const char *heading, *key;
    enum rounded_kind kind;
    int has_interval;
};

static const struct rounded_column rounded_columns[] = {
    {"size", "size", ROUNDED_KEY, 0},
    {"threads", "threads", ROUNDED_KEY, 0},
    {"library", "library", ROUNDED_KEY, 0},
    {"mean ±", "mean", ROUNDED_TIME, 1},
    {"time ±", "mean", ROUNDED_TIME, 1},
    {"typical ±", "mean", ROUNDED_TIME, 1},
    {"mean", "batch_mean", ROUNDED_TIME, 1},
    {"earlier ±", "earlier", ROUNDED_TIME, 1},
    {"later ±", "later", ROUNDED_TIME, 1},
    {"earlier", "earlier_ratio", ROUNDED_RATIO, 1},
    {"later", "later_ratio", ROUNDED_RATIO, 1},
    {"median", "median", ROUNDED_TIME, 0},
    {"sd", "sd", ROUNDED_TIME, 0},
    {"mean_low", "mean_low", ROUNDED_TIME, 0},
    {"mean_high", "mean_high", ROUNDED_TIME, 0},
    {"se", "se", ROUNDED_TIME, 0},
    {"min", "min", ROUNDED_TIME, 0},
    {"max", "max", ROUNDED_TIME, 0},
    {"round_sd", "round_sd", ROUNDED_TIME, 0},
    {"median_low", "median_low", ROUNDED_TIME, 0},
    {"median_high", "median_high", ROUNDED_TIME, 0},
    {"mad", "mad", ROUNDED_TIME, 0},
    {"p25", "p25", ROUNDED_TIME, 0},
    {"difference", "difference", ROUNDED_TIME, 1},
    {"difference low", "difference_low", ROUNDED_TIME, 0},
    {"difference high", "difference_high", ROUNDED_TIME, 0},
    {"flop/s", "flop_rate", ROUNDED_RATE, 0},
    {"B/s", "byte_rate", ROUNDED_RATE, 0},
    {"rate", "rate", ROUNDED_RATE, 0},
    {"cv", "cv", ROUNDED_PERCENT, 0},
    {"of --peak", "efficiency", ROUNDED_PERCENT, 0},
    {"of threads", "thread_efficiency", ROUNDED_PERCENT, 0},
    {"scaling", "scaling", ROUNDED_RATIO, 0},
    {"scaling low", "scaling_low", ROUNDED_RATIO, 0},
    {"scaling high", "scaling_high", ROUNDED_RATIO, 0},
    {"ratio", "ratio", ROUNDED_RATIO, 1},
    {"ratio low", "ratio_low", ROUNDED_RATIO, 0},
    {"ratio high", "ratio_high", ROUNDED_RATIO, 0},
    {"ratio of means", "mean_ratio", ROUNDED_RATIO, 1},
    {"ratio of means low", "mean_ratio_low", ROUNDED_RATIO, 0},
    {"ratio of means high", "mean_ratio_high", ROUNDED_RATIO, 0},
    {"speedup", "speedup", ROUNDED_RATIO, 1},
    {"1 / ratio", "speedup", ROUNDED_RATIO, 1},
    {"speedup low", "speedup_low", ROUNDED_RATIO, 0},
    {"speedup high", "speedup_high", ROUNDED_RATIO, 0},
    {"noise", "noise", ROUNDED_RATIO, 1},
    {"noise low", "noise_low", ROUNDED_RATIO, 0},
    {"noise high", "noise_high", ROUNDED_RATIO, 0},
    {"noise floor", "noise_floor", ROUNDED_RATIO, 0},
    {"in cache", "in_cache", ROUNDED_RATIO, 1},
    {"out of cache", "out_of_cache", ROUNDED_RATIO, 1},
    {"skewness", "skewness", ROUNDED_PLAIN, 0},
    {"kurtosis", "kurtosis", ROUNDED_PLAIN, 0},
    {"n", "n", ROUNDED_COUNT, 0},
    {"sizes", "sizes", ROUNDED_COUNT, 0},
    {"points", "sizes", ROUNDED_COUNT, 0},
    {"cpus", "cpus", ROUNDED_PLAIN, 0},
    {"whole", "whole", ROUNDED_TIME, 0},
    {"overhead", "overhead", ROUNDED_TIME, 0},
    {"iterations", "iterations", ROUNDED_COUNT, 0},
    {"operations", "operations", ROUNDED_COUNT, 0},
    {"user", "user", ROUNDED_TIME, 0},
    {"system", "system", ROUNDED_TIME, 0},
    {"memory", "memory", ROUNDED_RATE, 0},
    {"minor faults", "minor_faults", ROUNDED_COUNT, 0},
    {"major faults", "major_faults", ROUNDED_COUNT, 0},
    {"voluntary switches", "voluntary_switches", ROUNDED_COUNT, 0},
    {"involuntary switches", "involuntary_switches", ROUNDED_COUNT, 0},
    {"exit status", "exit_status", ROUNDED_COUNT, 0},
    {"output", "output_bytes", ROUNDED_RATE, 0},
    {"cycles", "cycles", ROUNDED_COUNT, 0},
    {"instructions", "instructions", ROUNDED_COUNT, 0},
    {"cache misses", "cache_misses", ROUNDED_COUNT, 0},
    {"branch misses", "branch_misses", ROUNDED_COUNT, 0},
    {"page faults", "page_faults", ROUNDED_PLAIN, 0},
    {"migrations", "migrations", ROUNDED_PLAIN, 0},
    {"relative error", "relative_error", ROUNDED_TINY, 0},
    {"tolerance", "tolerance", ROUNDED_TINY, 0},
    {"residual", "residual", ROUNDED_PLAIN, 0},
    {"max error", "max_error", ROUNDED_ERROR, 0},
    {"mean error", "mean_error", ROUNDED_ERROR, 0},
    {"total error", "total_error", ROUNDED_ERROR, 0},
    {"rounds", "rounds", ROUNDED_COUNT, 0},
    {"trimmed", "trimmed", ROUNDED_COUNT, 0},
    {"outliers", "outliers", ROUNDED_COUNT, 0},
    {"2σ outliers", "sigma_outliers", ROUNDED_COUNT, 0},
    {"verdicts", "verdicts", ROUNDED_TALLY, 0},
    {"p", "p", ROUNDED_P, 0},
    {"adjusted p", "p_adjusted", ROUNDED_P, 0},
    {"p of regression", "p_regressed", ROUNDED_P, 0},
    {"verdict", "verdict", ROUNDED_WORDS, 0},
    {"pairing", "pairing", ROUNDED_WORDS, 0},
    {"status", "status", ROUNDED_WORDS, 0},
    {"with", "parameters", ROUNDED_KEY, 0},
    {"fastest", "fastest", ROUNDED_WORDS, 0},
    {"not shown slower", "not_shown_slower", ROUNDED_WORDS, 0},
    {"slower by means", "slower_by_means", ROUNDED_WORDS, 0},
    {"next", "next", ROUNDED_WORDS, 0},
    {"by", "next_ratio", ROUNDED_RATIO, 1},
    {"by, low", "next_ratio_low", ROUNDED_RATIO, 0},
    {"by, high", "next_ratio_high", ROUNDED_RATIO, 0},
    {"exponent", "exponent", ROUNDED_EXPONENT, 1},
    {"at n = 1", "coefficient", ROUNDED_TIME, 0},
    {"scatter", "scatter", ROUNDED_PERCENT, 0},
    {"law", "law", ROUNDED_WORDS, 0},
    {"off by", "law_rms", ROUNDED_PERCENT, 0},
    {"as good", "as_good", ROUNDED_WORDS, 0},
    {"pieces", "pieces", ROUNDED_WORDS, 0},
    {"points", "points", ROUNDED_COUNT, 0},
    {"left out", "left_out", ROUNDED_WORDS, 0},
    {"wild", "wild", ROUNDED_WORDS, 0},
    {"point", "point", ROUNDED_KEY, 0},
    {"level", "level", ROUNDED_KEY, 0},
    {"runs on it", "level_runs", ROUNDED_COUNT, 0},
    {"levels", "levels", ROUNDED_COUNT, 0},
    {"first run", "run", ROUNDED_WORDS, 0},
    {"last run", "last_run", ROUNDED_WORDS, 0},
    {"last run before", "run_before", ROUNDED_WORDS, 0},
    {"changed after", "changed_after", ROUNDED_WORDS, 0},
    {"by run", "changed_by", ROUNDED_WORDS, 0},
    {"shown by", "shown", ROUNDED_WORDS, 0},
    {"relative", "relative", ROUNDED_RATIO, 0},
    {"runs", "runs", ROUNDED_COUNT, 0},
    {"time", "seconds", ROUNDED_TIME, 0},
    {"since", "since", ROUNDED_DATE, 0},
    {"until", "until", ROUNDED_DATE, 0},
    {"mean low", "mean_low", ROUNDED_TIME, 0},
    {"mean high", "mean_high", ROUNDED_TIME, 0},
};

/* What stands for VALUE of KEY; of a measure other than seconds, less and more are said. */
static const char *rounded_words(const char *key, const char *value, int is_measure) {
    static const struct {
        const char *key, *value, *words;
    } table[] = {{"verdict", "none", ""},
                 {"verdict", "not_shown", "≈"},
                 {"verdict", "one_process", "one process only"},
                 {"verdict", "not_tested", "not tested"},
                 {"status", "ok", ""},
                 {"pieces", "1", ""},
                 {"left_out", "0", ""},
                 {"wild", "0", ""}};
    if (is_measure && strcmp(key, "verdict") == 0 && strcmp(value, "faster") == 0)
        return "less";
    if (is_measure && strcmp(key, "verdict") == 0 && strcmp(value, "slower") == 0)
        return "more";
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].key, key) == 0 && strcmp(table[i].value, value) == 0)
            return table[i].words;
    return value;
}

/* "time ÷ plain" and "p99 ÷ plain, geometric mean" are ratios, "of 8 sizes" and "verdicts" head
 * numbers of verdicts. */
static const char *rounded_plain_heading(const char *heading) {
    if (strstr(heading, " ÷ ") || strstr(heading, ", geometric mean"))
        return "ratio";
    int is_tally = strncmp(heading, "of ", 3) == 0 && isdigit((unsigned char)heading[3]);
    return is_tally ? "verdicts" : heading;
}

/* That of which ROW tells, where several have that heading. */
static const struct rounded_column *rounded_find(const char *whole, json_object *row) {
    const struct rounded_column *found = NULL;
    const char *heading = rounded_plain_heading(whole);
    for (size_t i = 0; i < sizeof rounded_columns / sizeof *rounded_columns; i++)
        if (strcmp(rounded_columns[i].heading, heading) == 0 &&
            (!found || json_object_object_get_ex(row, rounded_columns[i].key, NULL)))
            found = &rounded_columns[i];
    if (found)
        return found;
    fail_msg("the column \"%s\" is not compared: add it to rounded.h, and to make.py", heading);
    return NULL;
}

/* --- one number --- */

/* What is left of a line; and of whom it is told, for messages. */
struct rounded_line {
    const char *at, *whole, *key;
    json_object *row;
    size_t *count; /* of numbers compared */
};

static void rounded_fail(const struct rounded_line *line, const char *why, double value) {
    fail_msg("%s: %s (exactly %.14g) at \"%s\" of\n%s", line->key, why, value, line->at,
             line->whole);
}

static void rounded_skip(struct rounded_line *line) {
    line->at += strspn(line->at, " ");
}

/* Whether TEXT comes next; it is passed over then. */
static int rounded_takes(struct rounded_line *line, const char *text) {
    rounded_skip(line);
    if (strncmp(line->at, text, strlen(text)) != 0)
        return 0;
    line->at += strlen(text);
    return 1;
}

struct rounded_number {
    double value;
    int decimals, digits; /* digits from the first that is not 0 */
};

static struct rounded_number rounded_read(struct rounded_line *line, double exact) {
    char *end;
    rounded_skip(line);
    struct rounded_number number = {strtod(line->at, &end), 0, 0};
    if (end == line->at)
        rounded_fail(line, "no number", exact);
    for (const char *c = line->at, *point = NULL; c < end; c++) {
        point = *c == '.' ? c : point;
        number.decimals += point && c > point;
        number.digits += isdigit((unsigned char)*c) && (number.digits || *c != '0');
    }
    line->at = end;
    return number;
}

/* A time of a microsecond and 1e-6 s are not the same double. */
static void rounded_assert(struct rounded_line *line, struct rounded_number number, double exact) {
    double half = 0.5 * pow(10, -number.decimals);
    if (!(fabs(number.value - exact) <= half * (1 + 1e-9) + 1e-12 * fabs(exact)))
        rounded_fail(line, "is not so, rounded,", exact);
    ++*line->count;
}

/* By the rule above, of an interval of that HALF width, or NaN. */
static int rounded_decimals(double exact, double half) {
    char two[16];
    int places = exact == 0 ? 1 : (int)floor(log10(fabs(exact))) + 1;
    if (!(half > 0))
        return places < 3 ? 3 - places : 0;
    snprintf(two, sizeof two, "%.9e", half);
    int power = atoi(strchr(two, 'e') + 1), is_two = atof(two) / pow(10, power) < 3.55;
    int decimals = is_two - power, most = 5 - places;
    decimals = decimals < most ? decimals : most;
    return decimals > 0 ? decimals : 0;
}

static double rounded_exact(const struct rounded_line *line, const char *end) {
    char key[64];
    json_object *value;
    snprintf(key, sizeof key, "%s%s", line->key, end);
    if (!json_object_object_get_ex(line->row, key, &value))
        rounded_fail(line, "has no independent value: compute it in make.py", NAN);
    return value ? json_object_get_double(value) : NAN;
}

/* --- one cell --- */

/* The ends of ratios and of geometric means are not equally far; of these the farther one is told.
 */
struct rounded_interval {
    double centre, low, high, half;
};

static struct rounded_interval rounded_interval(const struct rounded_line *line,
                                                const struct rounded_column *column) {
    struct rounded_interval exact = {rounded_exact(line, ""), NAN, NAN, NAN};
    if (column->has_interval) {
        exact.low = rounded_exact(line, "_low");
        exact.high = rounded_exact(line, "_high");
    }
    if ((strcmp(column->key, "scatter") == 0 || strcmp(column->key, "law_rms") == 0) &&
        exact.centre < 1e-4)
        exact.centre = 0; /* there is none but that of doubles */
    exact.half =
        column->kind >= ROUNDED_RATIO ? (exact.high - exact.low) / 2 : exact.high - exact.centre;
    return exact;
}

/* Of what is undefined: nothing where there is no fastest library, no next, no law, or nothing
 * counted. */
static void rounded_undefined(struct rounded_line *line, const struct rounded_column *column) {
    int is_blank = column->has_interval && json_object_object_get_ex(line->row, "by_typical", NULL);
    is_blank |= strcmp(column->key, "law_rms") == 0 || strcmp(column->key, "rate") == 0 ||
                strcmp(column->key, "flop_rate") == 0;
    if (!is_blank && !rounded_takes(line, "-"))
        rounded_fail(line, "is undefined", NAN);
}

/* The unit without a prefix of a number that is no rate: "s", or of a measure "B" or "1". */
static const char *rounded_base(const struct rounded_line *line) {
    static const char *const times[] = {"user", "system", "whole", "overhead"};
    json_object *unit;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (strcmp(line->key, times[i]) == 0)
            return "s";
    return json_object_object_get_ex(line->row, "unit", &unit) ? json_object_get_string(unit) : "s";
}

/* 12.34 ± 0.11 µs: the unit, which comes last, is looked up first. */
static double rounded_unit(const struct rounded_line *line, enum rounded_kind kind) {
    static const struct {
        const char *name;
        double one;
    } prefixes[] = {{"n", 1e-9}, {"µ", 1e-6}, {"m", 1e-3}, {"k", 1e3},
                    {"M", 1e6},  {"G", 1e9},  {"T", 1e12}, {"", 1}};
    const char *unit = line->at + strspn(line->at, " -.0123456789"), *sign = "±";
    if (strncmp(unit, sign, strlen(sign)) == 0)
        unit += strlen(sign) + strspn(unit + strlen(sign), " .0123456789");
    const char *base = rounded_base(line);
    if (kind == ROUNDED_PERCENT)
        return 0.01;
    if (kind == ROUNDED_TIME && *base == '1')
        return 1;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t length = strlen(prefixes[i].name);
        if (strncmp(unit, prefixes[i].name, length) == 0 &&
            (kind == ROUNDED_TIME ? unit[length] == *base && strchr(" \n", unit[length + 1])
                                  : strchr("fB/", unit[length]) != NULL))
            return prefixes[i].one;
    }
    rounded_fail(line, "has no unit", NAN);
    return NAN;
}

/* As many decimals as the rule says; times without an interval may end where the row's mean does.
 */
static void rounded_assert_digits(struct rounded_line *line, struct rounded_number number,
                                  double exact, double half, int mean_decimals) {
    int decimals = rounded_decimals(exact, half);
    if (number.decimals != decimals &&
        !(isnan(half) && number.digits < 6 && number.decimals == mean_decimals))
        rounded_fail(line, "has other digits than the rule says", exact);
}

static void rounded_measure(struct rounded_line *line, const struct rounded_column *column,
                            int *mean_decimals) {
    struct rounded_interval exact = rounded_interval(line, column);
    if (isnan(exact.centre)) {
        rounded_undefined(line, column);
        return;
    }
    rounded_skip(line);
    if (exact.centre == 0 && exact.half == 0 && *line->at == '0' && strchr(" \n", line->at[1])) {
        line->at++;
        return;
    }
    double one = rounded_unit(line, column->kind);
    struct rounded_number number = rounded_read(line, exact.centre);
    rounded_assert(line, number, exact.centre / one);
    rounded_assert_digits(line, number, exact.centre / one, exact.half / one, *mean_decimals);
    if (*mean_decimals < 0)
        *mean_decimals = number.decimals;
    if (!isnan(exact.half)) {
        if (!rounded_takes(line, "±"))
            rounded_fail(line, "lacks its interval", exact.half);
        number = rounded_read(line, exact.half);
        rounded_assert(line, number, exact.half / one);
    }
    if (column->kind == ROUNDED_TIME && *rounded_base(line) == '1')
        return;
    rounded_skip(line);
    line->at += strcspn(line->at, " \n");
}

/* 1 of the reference, 1.32×, 1.321× [1.312, 1.330], and ≈ of means within the margin. */
static void rounded_ratio(struct rounded_line *line, const struct rounded_column *column) {
    struct rounded_interval exact = rounded_interval(line, column);
    if (isnan(exact.centre)) {
        rounded_undefined(line, column);
        return;
    }
    struct rounded_number number = rounded_read(line, exact.centre);
    int has_sign = *line->at == '\303'; /* of × */
    if (!has_sign && column->kind != ROUNDED_EXPONENT) {
        if (exact.low != 1 || exact.high != 1 || number.value != 1)
            rounded_fail(line, "is no ratio", exact.centre);
        return;
    }
    line->at += has_sign ? strlen("×") : 0;
    rounded_assert(line, number, exact.centre);
    int decimals = rounded_decimals(exact.centre, exact.half);
    int least = exact.centre < 10 ? 2 : exact.centre < 100;
    if (!has_sign && decimals > 3)
        decimals = 3;
    if (number.decimals != (decimals > least ? decimals : least))
        rounded_fail(line, "has other digits than the rule says", exact.centre);
    if (!isnan(exact.half)) {
        int ok = rounded_takes(line, "[");
        rounded_assert(line, rounded_read(line, exact.low), exact.low);
        ok &= rounded_takes(line, ",");
        rounded_assert(line, rounded_read(line, exact.high), exact.high);
        if (!ok || !rounded_takes(line, "]"))
            rounded_fail(line, "has no interval", exact.high);
    }
}

/* Three digits, or a count. */
static void rounded_bare(struct rounded_line *line, const struct rounded_column *column) {
    double exact = rounded_exact(line, "");
    if (isnan(exact)) {
        if (!rounded_takes(line, "-"))
            rounded_fail(line, "is undefined", NAN);
        return;
    }
    if (column->kind == ROUNDED_P && rounded_takes(line, "<")) {
        if (!(exact < rounded_read(line, exact).value))
            rounded_fail(line, "is larger", exact);
        ++*line->count;
        return;
    }
    struct rounded_number number = rounded_read(line, exact);
    rounded_assert(line, number, exact);
    int least = column->kind == ROUNDED_P ? 2 : 3;
    if (column->kind != ROUNDED_COUNT && number.digits < least)
        rounded_fail(line, "has too few digits", exact);
}

/* In two digits: 6.8e-11. */
static void rounded_error(struct rounded_line *line, const struct rounded_column *column) {
    char two[32], *end;
    double exact = rounded_exact(line, "");
    json_object *status = json_object_object_get(line->row, "status");
    if (column->kind == ROUNDED_ERROR && strcmp(json_object_get_string(status), "wrong") != 0)
        return;
    double said = strtod(line->at, &end);
    snprintf(two, sizeof two, "%.1e", exact);
    if (end == line->at || fabs(said - atof(two)) > 1e-9 * exact)
        rounded_fail(line, "is not so, rounded,", exact);
    line->at = end;
    ++*line->count;
}

/* Where means dispute who is the fastest, both are named. */
static void rounded_disputed(struct rounded_line *line) {
    json_object *typical = json_object_object_get(line->row, "by_typical");
    json_object *means = json_object_object_get(line->row, "by_means");
    if (typical &&
        (!rounded_takes(line, json_object_get_string(typical)) ||
         !rounded_takes(line, ", by means") || !rounded_takes(line, json_object_get_string(means))))
        rounded_fail(line, "does not name both", NAN);
}

static void rounded_text(struct rounded_line *line, const struct rounded_column *column) {
    json_object *value = json_object_object_get(line->row, line->key);
    if (!value && strcmp(line->key, "fastest") == 0) {
        rounded_disputed(line);
        return;
    }
    char words[256];
    snprintf(words, sizeof words, "%.*s", column->kind == ROUNDED_DATE ? 10 : 255,
             rounded_words(line->key, value ? json_object_get_string(value) : "",
                           json_object_object_get_ex(line->row, "measure", NULL)));
    if (!rounded_takes(line, words))
        rounded_fail(line, words, NAN);
}

/* Words and numbers up to the next column, whose numbers begin with a digit. */
static void rounded_tally(struct rounded_line *line) {
    rounded_skip(line);
    if (!isdigit((unsigned char)*line->at))
        while (*line->at && *line->at != '\n' && strncmp(line->at, "  ", 2) != 0)
            line->at++;
}

/* --- a table --- */

enum { ROUNDED_MOST = 64 };

struct rounded_table {
    const struct rounded_column *columns[ROUNDED_MOST];
    size_t count, keys;
    /* Of the headings of keys, which are before what is no ASCII: */
    size_t begins[ROUNDED_MOST], ends[ROUNDED_MOST];
    size_t after; /* where the next column begins */
};

/* Reads the headings, which two blanks part, of a table that has ROW. */
static void rounded_headings(const char *line, json_object *row, struct rounded_table *table) {
    *table = (struct rounded_table){0};
    for (const char *at = line + strspn(line, " "); *at && *at != '\n';) {
        char heading[64];
        size_t length = 0;
        while (at[length] && at[length] != '\n' && strncmp(at + length, "  ", 2) != 0)
            length++;
        snprintf(heading, sizeof heading, "%.*s", (int)length, at);
        const struct rounded_column *column = rounded_find(heading, row);
        if (column->kind == ROUNDED_KEY) {
            table->begins[table->keys] = (size_t)(at - line);
            table->ends[table->keys++] = (size_t)(at + length - line);
        } else if (!table->after)
            table->after = (size_t)(at - line);
        table->columns[table->count++] = column;
        at += length;
        at += strspn(at, " ");
    }
}

/* The text of LINE from FROM to TO, without blanks around it. */
static void rounded_cut(const char *line, size_t from, size_t to, char text[64]) {
    while (from < to && line[from] == ' ')
        from++;
    while (to > from && line[to - 1] == ' ')
        to--;
    snprintf(text, 64, "%.*s", (int)(to - from), line + from);
}

/* The row of ROWS that LINE is about: texts begin where their heading does, numbers end there. What
 * is empty of a size is as in the line above. */
static json_object *rounded_row(const struct rounded_table *table, const char *line,
                                json_object *rows, char keys[][64]) {
    for (size_t k = 0, from = 0; k < table->keys; k++) {
        char text[64];
        const char *key = table->columns[k]->key;
        size_t next = k + 1 < table->keys ? table->begins[k + 1] : table->after;
        int is_text = strcmp(key, "library") == 0 || strcmp(key, "parameters") == 0 ||
                      strcmp(key, "point") == 0;
        if (is_text)
            rounded_cut(line, table->begins[k], next, text);
        else
            rounded_cut(line, from, table->ends[k], text);
        from = is_text ? next : table->ends[k];
        if (*text)
            snprintf(keys[k], sizeof text, "%s", text);
    }
    for (size_t i = 0; i < json_object_array_length(rows); i++) {
        json_object *row = json_object_array_get_idx(rows, i);
        int is_it = 1;
        for (size_t k = 0; k < table->keys; k++) {
            json_object *value = json_object_object_get(row, table->columns[k]->key);
            is_it &= value && strcmp(json_object_get_string(value), keys[k]) == 0;
        }
        if (is_it)
            return row;
    }
    fail_msg("nothing is expected of\n%s", line);
    return NULL;
}

/* ≈ behind a geometric mean whose interval reaches into its margin; "≈ 2" counts verdicts. */
static void rounded_mark(struct rounded_line *line) {
    json_object *margin = json_object_object_get(line->row, "margin");
    double floor = margin ? exp(json_object_get_double(margin)) : NAN;
    int is_other = json_object_get_double(json_object_object_get(line->row, "ratio")) != 1;
    int reaches = rounded_exact(line, "_low") <= floor && rounded_exact(line, "_high") >= 1 / floor;
    rounded_skip(line);
    int is_count = strncmp(line->at, "≈ ", 4) == 0 && isdigit((unsigned char)line->at[4]);
    int is_marked = !is_count && rounded_takes(line, "≈");
    if (is_marked != (reaches && is_other))
        rounded_fail(line, "is marked as hidden, or not, wrongly", floor);
}

static void rounded_regressed(struct rounded_line *line) {
    const char *by = json_object_get_string(json_object_object_get(line->row, "regressed_by"));
    line->key = "regressed";
    if (by &&
        !rounded_takes(line, strcmp(by, "mean_ratio") == 0 ? "regressed by means" : "regressed"))
        rounded_fail(line, by, NAN);
}

static void rounded_cells(const struct rounded_table *table, const char *text, json_object *row,
                          size_t *count) {
    struct rounded_line line = {text + table->after, text, "", row, count};
    int mean_decimals = -1, has_verdicts = 0;
    for (size_t i = 0; i < table->count; i++)
        has_verdicts |= strcmp(table->columns[i]->key, "verdict") == 0;
    for (size_t i = 0; i < table->count; i++) {
        const struct rounded_column *column = table->columns[i];
        line.key = column->key;
        if (column->kind == ROUNDED_KEY)
            continue;
        if (column->kind == ROUNDED_TALLY)
            rounded_tally(&line);
        else if (column->kind >= ROUNDED_WORDS)
            rounded_text(&line, column);
        else if (column->kind == ROUNDED_ERROR || column->kind == ROUNDED_TINY)
            rounded_error(&line, column);
        else if (column->kind == ROUNDED_RATIO || column->kind == ROUNDED_EXPONENT)
            rounded_ratio(&line, column);
        else if (column->kind >= ROUNDED_PLAIN)
            rounded_bare(&line, column);
        else
            rounded_measure(&line, column, &mean_decimals);
        if (strcmp(column->key, "verdict") == 0)
            rounded_regressed(&line);
        if (!has_verdicts && strcmp(column->key, "ratio") == 0)
            rounded_mark(&line);
    }
    rounded_skip(&line);
    if (*line.at && *line.at != '\n')
        rounded_fail(&line, "is not all", NAN);
}

/* Compares the table in TEXT, after which it returns what follows; NULL where there is none. ROWS
 * it counts, and numbers it adds to COUNT. */
static const char *rounded_compare(const char *text, json_object *expected, size_t *rows,
                                   size_t *count) {
    struct rounded_table table;
    char line[4096], keys[ROUNDED_MOST][64] = {{0}};
    const char *at = text;
    while (*at && strncmp(at + strspn(at, " "), "size  ", 6) != 0 &&
           strncmp(at, "threads  ", 9) != 0 && strncmp(at, "library  ", 9) != 0) {
        const char *end = strchr(at, '\n');
        at = end ? end + 1 : at + strlen(at);
    }
    if (!*at)
        return NULL;
    rounded_headings(at, json_object_array_get_idx(expected, 0), &table);
    for (*rows = 0; (at = strchr(at, '\n')) && *++at && *at != '\n'; ++*rows) {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        if (strstr(line, ": ")) /* a foot: warnings, a legend */
            break;
        rounded_cells(&table, line, rounded_row(&table, line, expected, keys), count);
    }
    return at ? at : "";
}

#endif
