/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/design/settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collect/harness/sizes.h"
#include "formats/model/ascending.h"

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
    return err_set(err, ERR_USAGE,
                   "invalid list of values \"%s\"; write 1,8,0.5 or, for whole numbers from 1 up, "
                   "from:to:steps, such as 1:1024:11",
                   text);
}

static int add_part(struct factor *factor, const char *text, struct err *err) {
    char *end;
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
    return end == text || *end || !isfinite(value) ? no_list(text, err) : add(factor, value, err);
}

int factor_parse_values(struct factor *factor, const char *text, struct err *err) {
    char *copy = strdup(text), *rest = copy;
    int status = copy ? 0 : err_set(err, ERR_FAILED, "no memory for a list of values");
    *factor = (struct factor){0};
    for (char *part; status == 0 && (part = strsep(&rest, ","));)
        status = add_part(factor, part, err);
    free(copy);
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

int factor_parse(struct factor *factor, const char *text, struct err *err) {
    const char *equals = strchr(text, '=');
    *factor = (struct factor){0};
    if (!equals || equals == text)
        return err_set(err, ERR_USAGE, "\"%s\" has no name and values; write NAME=1,8", text);
    int status = factor_parse_values(factor, equals + 1, err);
    if (status)
        return status;
    factor->name = strndup(text, (size_t)(equals - text));
    if (factor->name)
        return 0;
    factor_release(factor);
    return err_set(err, ERR_FAILED, "no memory for the name of a parameter");
}

void factor_release(struct factor *factor) {
    free(factor->name);
    free(factor->values);
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
