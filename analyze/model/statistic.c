/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/model/statistic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/text/suggest.h"

/* The digits after p. */
static int read_percent(const char *digits, double *percent) {
    size_t length = strlen(digits);
    char *end;
    if (!length || length > 8 || strspn(digits, "0123456789.") != length)
        return 0;
    *percent = strtod(digits, &end);
    return *end == '\0';
}

int statistic_parse(const char *text, struct statistic *statistic, struct err *err) {
    static const struct {
        const char *name;
        struct statistic statistic;
    } named[] = {{"typical", {STATISTIC_TYPICAL, 0}},
                 {"mean", {STATISTIC_MEAN, 0}},
                 {"median", {STATISTIC_QUANTILE, 0.5}}};
    double percent;
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (strcmp(text, named[i].name) == 0) {
            *statistic = named[i].statistic;
            return 0;
        }
    if (*text != 'p' || !read_percent(text + 1, &percent) || percent < 50 || percent >= 100)
        return err_set(err, ERR_USAGE,
                       "--statistic: '%s' is none; say typical, mean, median, or a quantile from "
                       "p50 to below p100, such as p99%s",
                       text, suggest_among(text, "typical, mean, median").text);
    *statistic = (struct statistic){STATISTIC_QUANTILE, percent / 100};
    return 0;
}

void statistic_name(struct statistic statistic, char *name) {
    if (statistic.kind != STATISTIC_QUANTILE)
        snprintf(name, STATISTIC_NAME, "%s", statistic.kind == STATISTIC_MEAN ? "mean" : "typical");
    else if (statistic.probability == 0.5)
        snprintf(name, STATISTIC_NAME, "median");
    else
        snprintf(name, STATISTIC_NAME, "p%.8g", 100 * statistic.probability);
}

void statistic_plural(struct statistic statistic, char *plural) {
    statistic_name(statistic, plural);
    if (*plural == 'm')
        strcat(plural, "s");
}

void statistic_heading(struct statistic statistic, const char *what, char *heading) {
    char plural[STATISTIC_NAME];
    statistic_plural(statistic, plural);
    int is_typical = statistic.kind == STATISTIC_TYPICAL;
    snprintf(heading, STATISTIC_HEADING, "%s%s%s", what, is_typical ? "" : " of ",
             is_typical ? "" : plural);
}
