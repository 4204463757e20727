/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/measuring/stopping.h"

#include <math.h>

#include "collect/planning/budget.h"
#include "collect/harness/wall_clock.h"

size_t stopping_most_rounds(const struct settings *settings) {
    int is_open = settings->precision > 0 && settings->rounds < PRECISION_MOST_ROUNDS;
    return is_open ? PRECISION_MOST_ROUNDS : (size_t)settings->rounds;
}

const struct precision_widest *stopping_look(struct stopping *s, const struct measurement *m,
                                             size_t rounds) {
    if (s->settings->precision > 0)
        s->widest = s->precision->widest(s->precision, m, rounds);
    return s->widest.library ? &s->widest : NULL;
}

/* Those that were given on the command line are made in any case. */
static int has_time_left(const struct stopping *s, size_t rounds) {
    return !(s->settings->time > 0) || (s->settings->fixed & SETTINGS_FIX_ROUNDS) ||
           budget_allows_round(s->begin, wall_clock_now(), s->until, rounds);
}

const char *stopping_reason(const struct stopping *s, size_t rounds, size_t most) {
    const struct settings *settings = s->settings;
    if (rounds >= most)
        return "rounds";
    if (!has_time_left(s, rounds))
        return "time";
    if (settings->precision <= 0 || rounds == 0)
        return NULL;
    if (wall_clock_now() - s->begin >= settings_max_time(settings))
        return "max-time";
    if (rounds < settings->rounds)
        return NULL;
    return !s->widest.library || s->widest.half_width <= settings->precision ? "precision" : NULL;
}

void stopping_record(const struct stopping *s, const char *reason, struct facts *facts) {
    if (s->settings->precision <= 0)
        return;
    facts_set_real(facts, "precision_target", s->settings->precision);
    if (s->widest.library && isfinite(s->widest.half_width))
        facts_set_real(facts, "precision_reached", s->widest.half_width);
    facts_set_text(facts, "rounds_ended_by", reason);
}

int stopping_has_ended(const struct measurement *m) {
    return facts_find(&m->facts, "rounds_ended_by") != NULL;
}
