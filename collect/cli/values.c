/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/cli/values.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/commands/placeholders.h"
#include "collect/processes/variables.h"
#include "store/command_line/access_options.h"

static const struct {
    const char *name;
    double seconds;
} time_units[] = {{"", 1},   {"s", 1},    {"ms", 1e-3}, {"us", 1e-6},
                  {"m", 60}, {"min", 60}, {"h", 3600},  {"d", 86400.0}};

int values_seconds(void *at, const struct option_row *row, char *text, struct err *err) {
    char *end;
    double value = strtod(text, &end);
    size_t u = 0, count = sizeof time_units / sizeof *time_units;
    while (u < count && strcmp(end + strspn(end, " "), time_units[u].name) != 0)
        u++;
    double seconds = u < count ? value * time_units[u].seconds : NAN;
    if (end == text || !(seconds > 0 && seconds <= SETTINGS_MOST_SECONDS))
        return err_set(
            err, ERR_USAGE,
            "--%s %s: a time is needed, such as 40 (seconds), 90s, 5m or 2h; above 0 and at most "
            "a year",
            row->name, text);
    *(double *)at = seconds;
    return 0;
}

int values_positive(void *at, const struct option_row *row, char *text, struct err *err) {
    char *end;
    errno = 0;
    double value = strtod(text, &end);
    if (end == text || *end || errno || !(value > 0 && value <= DBL_MAX))
        return err_set(err, ERR_USAGE, "--%s %s: a number above 0 is needed", row->name, text);
    *(double *)at = value;
    return 0;
}

int values_count(void *at, const struct option_row *row, char *text, struct err *err) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (end == text || *end || errno || text[strspn(text, " \t")] == '-' || value < row->least ||
        value > row->most)
        return err_set(err, ERR_USAGE, "--%s %s: a whole number from %llu to %llu is needed",
                       row->name, text, (unsigned long long)row->least,
                       (unsigned long long)row->most);
    *(uint64_t *)at = value;
    return 0;
}

int values_part(void *at, const struct option_row *row, char *text, struct err *err) {
    char *end;
    double value = strtod(text, &end);
    if (end != text && strcmp(end, "%") == 0) {
        value /= 100;
        end++;
    }
    if (end == text || *end || !(value > 0 && value < 1))
        return err_set(err, ERR_USAGE, "--%s %s: a part such as 1%% or 0.01 is needed", row->name,
                       text);
    *(double *)at = value;
    return 0;
}

int values_bytes(void *at, const struct option_row *row, char *text, struct err *err) {
    static const char units[] = "KMGT";
    char *end;
    double value = strtod(text, &end);
    const char *unit = end != text && *end ? strchr(units, *end) : NULL;
    if (unit) {
        value = ldexp(value, 10 * (int)(unit - units + 1));
        end++;
    }
    if (end == text || *end || !(value >= 1 && value < 0x1p63))
        return err_set(err, ERR_USAGE, "--%s %s: bytes are needed, such as 512M or 4G", row->name,
                       text);
    *(uint64_t *)at = (uint64_t)value;
    return 0;
}

/* What decides about threads and where libraries are must not come in by another way. */
char *values_variable(const char *option, const char *text, struct err *err) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
    size_t length = strcspn(text, "=");
    char *name = strndup(text, length), *variable = NULL;
    const char *value = text[length] ? text + length + 1 : name ? getenv(name) : NULL;
    if (!name)
        err_set(err, ERR_FAILED, "--%s: no memory", option);
    else if (!length || name[strspn(name, letters)] || (*name >= '0' && *name <= '9'))
        err_set(err, ERR_USAGE, "--%s %s: the name of a variable is needed, or NAME=VALUE", option,
                text);
    else if (variables_are_of_threads(name))
        err_set(err, ERR_USAGE, "--%s %s: --threads decides that", option, name);
    else if (strcmp(name, "LD_LIBRARY_PATH") == 0)
        err_set(err, ERR_USAGE, "--%s %s: it is passed on as it is; set it for bench-collect",
                option, name);
    else if (!value)
        err_set(err, ERR_USAGE, "--%s %s: it is not set here; --%s %s=VALUE sets it", option, name,
                option, name);
    else if (asprintf(&variable, "%s=%s", name, value) < 0) {
        err_set(err, ERR_FAILED, "--%s: no memory", option);
        variable = NULL;
    }
    free(name);
    return variable;
}

int values_sizes(void *at, const struct option_row *row, char *text, struct err *err) {
    struct settings *settings = at;
    sizes_release(&settings->sizes);
    if (strcmp(text, "full") == 0) {
        settings->sizes_wanted = SIZES_FULL;
        return 0;
    }
    settings->sizes_wanted = SIZES_GIVEN;
    if (sizes_parse(&settings->sizes, text, err))
        return err_prefix(err, ERR_USAGE, "--%s", row->name);
    return 0;
}

void values_say_repeated(const char *option, const struct factor *factor) {
    if (factor->has_repeated)
        fprintf(stderr, "%s%s%s: %s is in the list twice, and is measured once\n", option,
                factor->name ? " " : "", factor->name ? factor->name : "",
                placeholders_spell(factor->repeated).text);
}

int values_parameter(void *at, const struct option_row *row, char *text, struct err *err) {
    struct settings *settings = at;
    struct factor given;
    if (factor_parse(&given, text, err))
        return err_prefix(err, ERR_USAGE, "-%c", row->letter);
    for (size_t i = 0; i < settings->parameter_count; i++)
        if (strcmp(settings->parameters[i].name, given.name) == 0)
            return err_set(err, ERR_USAGE,
                           "-p %s: it is given twice; write all its values in one list",
                           given.name);
    if (settings->parameter_count == SETTINGS_MAX_PARAMETERS)
        return err_set(err, ERR_USAGE, "-p: more than %d parameters", SETTINGS_MAX_PARAMETERS);
    values_say_repeated("-p", &given);
    settings->parameters[settings->parameter_count++] = given;
    return 0;
}
