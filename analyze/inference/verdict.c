/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyze/inference/verdict.h"

#include <math.h>

#include "formats/text/decimal.h"

static const struct {
    const char *name, *words;
} texts[] = {
    [VERDICT_NONE] = {"none", ""},
    [VERDICT_FASTER] = {"faster", NULL},
    [VERDICT_SLOWER] = {"slower", NULL},
    [VERDICT_NOT_SHOWN] = {"not_shown", "no difference shown"},
    [VERDICT_ONE_PROCESS] = {"one_process", "one process only"},
    [VERDICT_EQUAL] = {"equal", "equal"},
    [VERDICT_INCONCLUSIVE] = {"inconclusive", "inconclusive"},
};

const char *verdict_name(enum verdict verdict) {
    return texts[verdict].name;
}

const char *verdict_words(enum verdict verdict, enum quantity quantity) {
    const struct quantity_words *words = quantity_words(quantity);
    return verdict == VERDICT_FASTER   ? words->less
           : verdict == VERDICT_SLOWER ? words->more
                                       : texts[verdict].words;
}

double verdict_margin(double min_effect, double noise_floor) {
    double floor = isnan(noise_floor) ? 0 : log(noise_floor);
    return fmax(log1p(min_effect), floor);
}

enum verdict verdict_of(const struct evidence *evidence, double level) {
    if (isnan(evidence->log_ratio))
        return VERDICT_NONE;
    if (evidence->asks_equal && !evidence->is_alone && evidence->p_equal <= level)
        return VERDICT_EQUAL;
    if (!(evidence->p <= level) || !(evidence->side * evidence->log_ratio > evidence->margin))
        return evidence->is_alone     ? VERDICT_ONE_PROCESS
               : evidence->asks_equal ? VERDICT_INCONCLUSIVE
                                      : VERDICT_NOT_SHOWN;
    return evidence->side < 0 ? VERDICT_FASTER : VERDICT_SLOWER;
}

int verdict_parse_min_effect(const char *text, double *min_effect, struct err *err) {
    double value;
    if (!percent_parse(text, &value) || !(value >= 0 && value < 1))
        return err_set(err, ERR_USAGE,
                       "--min-effect: '%s' must be from 0 to below 1; say 1%% or 0.01", text);
    *min_effect = value;
    return 0;
}

int verdict_parse_equal(const char *text, double *equal, struct err *err) {
    double value;
    if (!percent_parse(text, &value) || !(value > 0 && value < 1))
        return err_set(err, ERR_USAGE, "--equal: '%s' must be above 0 and below 1; say 1%% or 0.01",
                       text);
    *equal = value;
    return 0;
}
