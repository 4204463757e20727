/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/design/settings.h"

void settings_release(struct settings *settings) {
    sizes_release(&settings->sizes);
    factor_release(&settings->threads);
    while (settings->parameter_count)
        factor_release(&settings->parameters[--settings->parameter_count]);
}

int settings_most_threads(const struct settings *settings) {
    const struct factor *threads = &settings->threads;
    return threads->count ? (int)threads->values[threads->count - 1] : 1;
}

double settings_limit(const struct settings *settings, const struct terms *terms, double expected) {
    if (settings->timeout > 0)
        return settings->timeout + 2 * expected;
    return 5 + 20 * expected + terms->flops / 1e8;
}

double settings_max_time(const struct settings *settings) {
    return settings->max_time > 0 ? settings->max_time : 3600;
}
