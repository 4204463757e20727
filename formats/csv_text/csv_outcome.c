/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/csv_text/csv_outcome.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "formats/csv_text/csv_marks.h"
#include "formats/csv_text/csv_number.h"
#include "formats/text/decimal.h"

struct outcome {
    const char *words; /* in lower case, with bars around each */
    enum cell_status status;
};

enum { LONGEST = 20 }; /* bytes of a word */

static int find_words(const struct outcome *outcomes, size_t count, const char *text,
                      enum cell_status *status) {
    char word[LONGEST + 3] = "|";
    size_t n = strlen(text);
    if (n == 0 || n > LONGEST)
        return 0;
    for (size_t i = 0; i < n; i++)
        word[1 + i] = (char)tolower((unsigned char)text[i]);
    word[n + 1] = '|';
    for (size_t i = 0; i < count; i++)
        if (strstr(outcomes[i].words, word)) {
            *status = outcomes[i].status;
            return 1;
        }
    return 0;
}

/* Whether the N bytes at TEXT are a bound of times, as of one that was not waited for: "> 600 s".
 */
static int is_bound(const char *text, size_t n) {
    static const char *const signs[] = {">", "\342\211\245"};
    struct measured_unit unit;
    double number;
    size_t skip = 0;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(text, signs[i], strlen(signs[i])) == 0)
            skip = strlen(signs[i]);
    skip += strspn(text + skip, "= ");
    return skip && strchr(">\342", *text) &&
           (csv_duration_read(text + skip, n - skip, &number) ||
            (csv_number_read(text + skip, n - skip, '.', &number, &unit) &&
             (!unit.kind || unit.kind == UNIT_TIME)));
}

/* Copies TEXT to WORD without marks, and brackets around all of it. Returns whether it fits. */
static int strip(const char *text, char word[LONGEST + 1]) {
    size_t n = strlen(text);
    csv_marks_drop(&text, &n);
    if (n > 2 && strchr("([<", *text) && strcspn(text, ")]>") == n - 1) {
        text++;
        n -= 2;
    }
    snprintf(word, LONGEST + 1, "%.*s", n <= LONGEST ? (int)n : 0, text);
    return n && n <= LONGEST;
}

int csv_outcome_read(const char *text, enum cell_status *status) {
    static const struct outcome outcomes[] = {
        {"|timeout|timeouts|timed out|time out|time limit|tle|t/o|to|hung|hangs|", CELL_HUNG},
        {"|crash|crashed|crashes|killed|segfault|segv|sigsegv|sigabrt|abort|aborted|",
         CELL_CRASHED},
        {"|fail|fails|failed|failure|error|err|oom|out of "
         "memory|mem|mlo|\342\235\214|\342\234\227|",
         CELL_FAILED},
        {"|wrong|wrong answer|incorrect|mismatch|wa|", CELL_WRONG},
        {"|skip|skipped|unsupported|not supported|not measured|dnf|dnr|n.a.|n. a.|--|---|?|x|"
         "\342\200\223|\342\200\224|#n/a|#div/0!|",
         CELL_NOT_MEASURED},
    };
    enum { COUNT = sizeof outcomes / sizeof *outcomes };
    char word[LONGEST + 1];
    size_t n = strcspn(text, ":(");
    if (find_words(outcomes, COUNT, text, status) ||
        (strip(text, word) && find_words(outcomes, COUNT, word, status)))
        return 1;
    if (is_bound(text, strlen(text))) {
        *status = CELL_HUNG;
        return 1;
    }

    /* "failed: SIGSEGV"; but "error (%)" is a header */
    const int has_remark = text[n] == '(';
    while (n > 0 && text[n] && isspace((unsigned char)text[n - 1]))
        n--;
    if (!text[n] || n > LONGEST)
        return 0;
    snprintf(word, sizeof word, "%.*s", (int)n, text);
    if (has_remark) /* "n/a (timeout)", "DNF (OOM)" */
        return (decimal_is_missing(text, n) || find_words(outcomes, COUNT, word, status)) &&
               strip(strchr(text, '('), word) && find_words(outcomes, COUNT, word, status);
    return find_words(outcomes, COUNT, word, status);
}

int csv_status_read(const char *text, enum cell_status *status) {
    for (int s = 0; s < CELL_STATUSES; s++)
        if (strcasecmp(text, cell_status_name(s)) == 0) {
            *status = (enum cell_status)s;
            return 1;
        }
    /* A number may be that with which a program has ended, whose 0 is good. */
    return !strchr("0123456789", *text) && csv_verdict_read(text, 0, status);
}

int csv_type_read(const char *text, char *type) {
    static const struct {
        const char *word;
        char type;
    } types[] = {
        {"s", 's'},         {"d", 'd'},          {"c", 'c'},      {"z", 'z'},      {"i", 'i'},
        {"l", 'l'},         {"float", 's'},      {"single", 's'}, {"double", 'd'}, {"float32", 's'},
        {"float64", 'd'},   {"f32", 's'},        {"f64", 'd'},    {"fp32", 's'},   {"fp64", 'd'},
        {"complex64", 'c'}, {"complex128", 'z'}, {"int32", 'i'},  {"int64", 'l'},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcasecmp(types[i].word, text) == 0) {
            *type = types[i].type;
            return 1;
        }
    return 0;
}

/* Reads TEXT as csv_verdict_read does if nothing but the answer stands there. */
static int read_answer(const char *text, int is_of_failure, enum cell_status *status) {
    static const struct outcome
        answers[] = {{"|yes|y|true|t|", CELL_OK}, {"|no|n|false|f|", CELL_FAILED}},
        verdicts[] = {
            {"|pass|passed|ok|okay|good|correct|right|valid|verified|match|success|succeeded|"
             "successful|\342\234\223|\342\234\224|\342\234\205|skip|skipped|unchecked|?|",
             CELL_OK},
            {"|bad|invalid|not ok|unsuccessful|\342\234\227|\342\234\230|\342\235\214|",
             CELL_FAILED},
        };
    enum cell_status answer;
    double number;
    struct measured_unit unit;
    if (find_words(verdicts, sizeof verdicts / sizeof *verdicts, text, status))
        return 1;
    if (csv_outcome_read(text, &answer) && answer != CELL_NOT_MEASURED) {
        *status = answer;
        return 1;
    }
    if (!find_words(answers, sizeof answers / sizeof *answers, text, &answer)) {
        if (!csv_number_read(text, strlen(text), '.', &number, &unit) || unit.kind ||
            csv_number_is_ratio(text, strlen(text)) || (number != 0 && number != 1))
            return 0;
        answer = number ? CELL_OK : CELL_FAILED;
    }
    *status = (answer == CELL_OK) == !is_of_failure ? CELL_OK : CELL_FAILED;
    return 1;
}

/* Copies the word to WORD that stands before a remark: "no" of "no (0.1)". */
static int read_word(const char *text, char word[LONGEST + 1]) {
    size_t n = strcspn(text, "(:,;");
    int has_remark = text[n] != '\0';
    while (n && isspace((unsigned char)text[n - 1]))
        n--;
    if (!has_remark || n > LONGEST || strchr("0123456789", *text))
        return 0;
    snprintf(word, LONGEST + 1, "%.*s", (int)n, text);
    return 1;
}

int csv_verdict_read(const char *text, int is_of_failure, enum cell_status *status) {
    char word[LONGEST + 1];
    enum cell_status answer;
    if (read_answer(text, is_of_failure, status))
        return 1;
    /* What is right but for a remark may not be. */
    if (!read_word(text, word) || !read_answer(word, is_of_failure, &answer) || answer == CELL_OK)
        return 0;
    *status = answer;
    return 1;
}
