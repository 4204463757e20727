/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/settings.h"

#include "collect/terms.h"

double settings_limit(const struct settings *settings, const struct bench_action *action,
                      int64_t size, double expected) {
    if (settings->timeout > 0)
        return settings->timeout + 2 * expected;
    return 5 + 20 * expected + terms_of(action, settings->type, size).flops / 1e8;
}

double settings_max_time(const struct settings *settings) {
    return settings->max_time > 0 ? settings->max_time : 3600;
}
