/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/design/settings.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/commands/placeholders.h"
#include "collect/harness/sizes.h"
#include "collect/harness/workspace.h"
#include "formats/model/ascending.h"
#include "formats/model/run.h"

/* --- factor --- */

static int add(struct factor *factor, double value, struct err *err) {
    if (factor->count == FACTOR_MAX_VALUES)
        return err_set(err, ERR_USAGE, "more than %d values", FACTOR_MAX_VALUES);
    if (!factor->values)
        factor->values = malloc(FACTOR_MAX_VALUES * sizeof *factor->values);
    if (!factor->values)
        return err_set(err, ERR_FAILED, "no memory for a list of values");
    factor->values[factor->count++] = value + 0.0; /* turns -0 into +0 */
    return 0;
}

static int no_list(const char *text, struct err *err) {
    return err_set(
        err, ERR_USAGE,
        "invalid list of values \"%s\"; write 1,8,0.5 or from:to:+step, such as "
        "0.1:0.5:+0.1, or, for whole numbers from 1 up, from:to:steps, such as 1:1024:11",
        text);
}

/* How FACTOR spells VALUE; the caller must free it. NULL: there is no such value. */
static char *find_spelling(const struct factor *factor, double value) {
    for (const char *at = factor->spellings; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strtod(at, NULL) == value)
            return strndup(at, strcspn(at, ","));
    }
    for (size_t i = 0; i < factor->count; i++)
        if (factor->values[i] == value)
            return strdup(placeholders_spell(value).text);
    return NULL;
}

/* Adds VALUE, which is spelled as TEXT. */
static int add_spelled(struct factor *factor, double value, const char *text, struct err *err) {
    int is_usual = strcmp(text, placeholders_spell(value).text) == 0;
    char *before = is_usual && !factor->spellings ? NULL : find_spelling(factor, value), *all;
    int is_other = before && strcmp(before, text) != 0;
    if (is_other)
        err_set(err, ERR_USAGE, "%.60s and %.60s are one number; leave one of them out", before,
                text);
    int is_new = !before && !is_usual;
    free(before);
    if (is_other)
        return ERR_USAGE;
    if (is_new) {
        const char *others = factor->spellings;
        if (asprintf(&all, "%s%s%s", others ? others : "", others ? "," : "", text) < 0)
            return err_set(err, ERR_FAILED, "no memory for a list of values");
        free(factor->spellings);
        factor->spellings = all;
    }
    return add(factor, value, err);
}

/* The digits of the number at TEXT behind its decimal point. */
static int decimals(const char *text) {
    const char *point = text + strspn(text, "+-0123456789");
    return *point == '.' ? (int)strspn(point + 1, "0123456789") : 0;
}

/* Adds FROM, FROM + STEP and so on up to TO, all with the same decimals, if TEXT is
 * "FROM:TO:+STEP". Returns whether it is, or a negative code. */
static int add_steps(struct factor *factor, const char *text, struct err *err) {
    const double largest = 1e15;
    char *end, number[64];
    const char *to_text = strchr(text, ':'), *step_text = strstr(text, ":+");
    if (!step_text || to_text == text || to_text >= step_text - 1 ||
        text[strspn(text, "0123456789.+-:")])
        return 0;
    double from = strtod(text, &end);
    double to = end == to_text ? strtod(to_text + 1, &end) : NAN;
    double step = end == step_text ? strtod(step_text + 1, &end) : NAN;
    int digits =
        decimals(text) > decimals(step_text + 1) ? decimals(text) : decimals(step_text + 1);
    double last = floor((to - from) / step + 1e-9); /* 0.3 is within reach of 0.1 and 0.2 */
    if (*end || !(step > 0) || !(last >= 0) || fabs(from) > largest || fabs(to) > largest ||
        digits > DBL_DIG)
        return 0;
    for (double i = 0; i <= last; i++) {
        snprintf(number, sizeof number, "%.*f", digits, from + i * step);
        int status = add_spelled(factor, strtod(number, NULL), number, err);
        if (status)
            return status;
    }
    return 1;
}

static int add_part(struct factor *factor, const char *text, struct err *err) {
    char *end;
    int added = add_steps(factor, text, err);
    if (added)
        return added < 0 ? added : 0;
    if (strchr(text, ':')) {
        struct sizes sizes;
        if (sizes_parse(&sizes, text, err))
            return no_list(text, err);
        int status = 0;
        for (size_t i = 0; status == 0 && i < sizes.count; i++)
            status = add(factor, (double)sizes.items[i], err);
        sizes_release(&sizes);
        return status;
    }
    double value = strtod(text, &end);
    return end == text || *end || !isfinite(value) ? no_list(text, err)
                                                   : add_spelled(factor, value, text, err);
}

/* Notes a number that TEXT, a list of at most FACTOR_MAX_VALUES parts, has twice by itself. */
static void note_repeated(struct factor *factor, const char *text) {
    double *alone = malloc(FACTOR_MAX_VALUES * sizeof *alone);
    size_t count = 0;
    for (const char *at = text; alone && *at && count < FACTOR_MAX_VALUES;) {
        size_t length = strcspn(at, ",");
        if (!memchr(at, ':', length))
            alone[count++] = strtod(at, NULL);
        at += length + (at[length] == ',');
    }
    if (count)
        qsort(alone, count, sizeof *alone, ascending_reals);
    for (size_t i = 1; i < count && !factor->has_repeated; i++) {
        factor->has_repeated = alone[i] == alone[i - 1];
        factor->repeated = alone[i];
    }
    free(alone);
}

int factor_parse_values(struct factor *factor, const char *text, struct err *err) {
    char *copy = strdup(text), *rest = copy;
    int status = copy ? 0 : err_set(err, ERR_FAILED, "no memory for a list of values");
    *factor = (struct factor){0};
    for (char *part; status == 0 && (part = strsep(&rest, ","));)
        status = add_part(factor, part, err);
    free(copy);
    if (status == 0)
        note_repeated(factor, text);
    if (status)
        factor_release(factor);
    else {
        size_t kept = 0;
        qsort(factor->values, factor->count, sizeof *factor->values, ascending_reals);
        for (size_t i = 0; i < factor->count; i++)
            if (kept == 0 || factor->values[i] != factor->values[kept - 1])
                factor->values[kept++] = factor->values[i];
        factor->count = kept;
    }
    return status;
}

/* --- words --- */

static int is_number(const char *text) {
    char *end;
    double value = strtod(text, &end);
    return end > text && !*end && isfinite(value);
}

/* Whether the list TEXT, which is none of numbers, may be one of words. "1:10" is a bad range. */
static int has_words(const char *text) {
    int count = 0;
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        char *part = strndup(at, length);
        int is_range = length && strchr("+-.0123456789", *at) && memchr(at, ':', length);
        count += part && !is_number(part);
        free(part);
        if (!part || !length || is_range)
            return 0;
        at += length;
        if (!*at)
            return count > 0;
    }
}

static int add_words(struct factor *factor, const char *text, struct err *err) {
    char *rest = factor->text = strdup(text);
    for (char *word; rest && (word = strsep(&rest, ","));) {
        char **words = realloc(factor->words, (factor->word_count + 1) * sizeof *words);
        if (!words)
            return err_set(err, ERR_FAILED, "no memory for a list of words");
        factor->words = words;
        for (size_t i = 0; i < factor->word_count; i++)
            if (strcmp(words[i], word) == 0)
                return err_set(err, ERR_USAGE, "%.100s is in it twice", word);
        words[factor->word_count++] = word;
    }
    return factor->text ? 0 : err_set(err, ERR_FAILED, "no memory for a list of words");
}

int factor_parse(struct factor *factor, const char *text, struct err *err) {
    const char *equals = strchr(text, '=');
    *factor = (struct factor){0};
    if (!equals || equals == text)
        return err_set(err, ERR_USAGE, "\"%s\" has no name and values; write NAME=1,8", text);
    int status = has_words(equals + 1) ? add_words(factor, equals + 1, err)
                                       : factor_parse_values(factor, equals + 1, err);
    if (status) {
        factor_release(factor);
        return status;
    }
    factor->name = strndup(text, (size_t)(equals - text));
    if (factor->name)
        return 0;
    factor_release(factor);
    return err_set(err, ERR_FAILED, "no memory for the name of a parameter");
}

void factor_release(struct factor *factor) {
    free(factor->name);
    free(factor->values);
    free(factor->spellings);
    free(factor->words);
    free(factor->text);
    *factor = (struct factor){0};
}

/* --- mode --- */

static const struct {
    const char *name, *jmh, *jmh_short;
} modes[MODES] = {
    [MODE_AVERAGE] = {"average", "AverageTime", "avgt"},
    [MODE_FIRST] = {"first", "SingleShotTime", "ss"},
    [MODE_SAMPLE] = {"sample", "SampleTime", "sample"},
    [MODE_THROUGHPUT] = {"throughput", "Throughput", "thrpt"},
};

const char *mode_name(enum mode mode) {
    return modes[mode].name;
}

enum mode mode_find(const char *name) {
    enum mode mode = MODE_AVERAGE;
    while (mode < MODES && strcmp(name, modes[mode].name) != 0 &&
           strcmp(name, modes[mode].jmh) != 0 && strcmp(name, modes[mode].jmh_short) != 0)
        mode++;
    return mode;
}

/* --- alignment --- */

static const struct {
    size_t bytes;
    const char *name;
} alignments[ALIGNMENTS] = {
    [ALIGNMENT_LINE] = {WORKSPACE_LINE, ALIGNMENT_USUAL},
    [ALIGNMENT_HEAP] = {WORKSPACE_HEAP, "16-byte"},
    [ALIGNMENT_PAGE] = {WORKSPACE_PAGE, "page"},
};

size_t alignment_bytes(enum alignment alignment) {
    return alignments[alignment].bytes;
}

const char *alignment_name(enum alignment alignment) {
    return alignments[alignment].name;
}

/* --- settings --- */

void settings_release(struct settings *settings) {
    sizes_release(&settings->sizes);
    factor_release(&settings->threads);
    factor_release(&settings->ranks);
    while (settings->parameter_count)
        factor_release(&settings->parameters[--settings->parameter_count]);
}

static int most(const struct factor *factor) {
    return factor->count ? (int)factor->values[factor->count - 1] : 1;
}

int settings_most_threads(const struct settings *settings) {
    return most(&settings->threads);
}

int settings_most_ranks(const struct settings *settings) {
    return most(&settings->ranks);
}

double settings_limit(const struct settings *settings, const struct terms *terms, double expected) {
    if (settings->timeout > 0)
        return settings->timeout + 2 * expected;
    return 5 + 20 * expected + terms->flops / 1e8;
}

double settings_half_width(const struct settings *settings) {
    return settings->precision > 0 ? settings->precision : settings->plan_for;
}

double settings_max_time(const struct settings *settings) {
    return settings->max_time > 0 ? settings->max_time : 3600;
}

double settings_whole_time(const struct settings *settings) {
    return settings->time > 0 ? settings->time : settings->detectable > 0 ? SETTINGS_BUDGET : 0;
}

void settings_add_rounds(struct settings *settings) {
    int is_said = (settings->fixed & SETTINGS_FIX_ROUNDS) || settings->time > 0 ||
                  settings_half_width(settings) > 0;
    settings->detectable = is_said ? 0 : SETTINGS_DETECTABLE;
}
